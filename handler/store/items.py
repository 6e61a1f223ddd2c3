"""Items: the stored form of every value that the stores keep, one form for all stores.

Places are partitions: a chat and topic hold a game, the one before it, a view and the picks of its players. A chat
alone holds its budget, notes and settings; a person, who has the number of the private chat, preferences, and where
that person sits: without this nobody could be found again who wants to be forgotten.
"""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING

from engine.card import card_text, parse_card
from engine.game import GameId, Millis, PlayerId, Revision
from engine.notation import game_text, parse_game
from engine.value import replace
from handler.choices import ChatSettings, Preferences
from handler.ports import Answered, Budget, ChatId, GameKey, Loaded, Notes, Picks, Stored, Tap, Version, View
from handler.store.chosen import PREFERENCES, SETTINGS, preferences_of, settings_of
from handler.store.item import (
    FORM,
    expiry,
    fields_of,
    gone,
    instant,
    json_text,
    known_fields,
    number,
    readable,
    text,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from engine.game import Game
    from handler.store.item import Item

GAME, VIEW, BUDGET, NOTES, LAST = "game", "view", "budget", "notes", "last"
PICKS, SEAT = "picks#", "seat#"

PERSONAL = (PREFERENCES, SETTINGS, NOTES, BUDGET)
"""What a person's partition holds beside seats."""

PICKS_KEPT = Millis(24 * 60 * 60 * 1000)
BUDGET_KEPT = Millis(10 * 60 * 1000)


def wall_clock() -> Millis:
    """The present, by which stores tell whether an item is past its expiry."""
    return Millis(time.time_ns() // 1_000_000)


def place(key: GameKey) -> str:
    """The partition of one place's game."""
    return f"{key.chat}/{key.topic}"


def read_names(key: GameKey, player: PlayerId | None = None, game: GameId | None = None) -> tuple[tuple[str, str], ...]:
    """Partition and name of all that one read of a place asks for; no two names are the same."""
    chat = str(key.chat)
    names = [(place(key), GAME), (place(key), VIEW), (chat, SETTINGS)]
    if player is not None:
        names.append((str(player), PREFERENCES))
    if player is not None and game is not None:
        names.append((place(key), picks_name(game, player)))
    return tuple(names)


def picks_name(game: GameId, player: PlayerId | None = None) -> str:
    """The name of one player's picks in a place, or what the names of all of a game's picks begin with."""
    return f"{PICKS}{game}#{'' if player is None else player}"


def game_item(stored: Stored, expires: Millis | None) -> Item:
    """A game as stored: its text, and beside it what it has answered."""
    return {
        "form": FORM,
        "version": stored.version,
        "body": game_text(stored.game),
        "answered": json_text([[one.player, one.update, one.event] for one in stored.answered]),
        "expires": None if expires is None else expiry(expires),
        "menu": stored.menu or None,
    }


def stored_of(item: Item) -> Stored:
    """The game of its item."""
    with readable("game", item):
        answered = [Answered(PlayerId(who), update, event) for who, update, event in json.loads(text(item, "answered"))]
        menu = "" if item.get("menu") is None else text(item, "menu")
        return Stored(parse_game(text(item, "body")), Version(number(item, "version")), tuple(answered), menu)


def view_item(view: View) -> Item:
    """A view as stored: who holds the lease beside it, since conditions ask for that."""
    return {
        "form": FORM,
        "body": json_text(fields_of(view, "owner", "lease_until")),
        "holder": view.owner,
        "held_until": view.lease_until,
    }


def view_of(item: Item) -> View:
    """The view of its item; an item may hold a lease alone."""
    with readable("view", item):
        lease = {"owner": item.get("holder"), "lease_until": item.get("held_until", 0)}
        return View(**{**known_fields(View, item), **lease})


def leased(before: Item | None, owner: str, until: Millis) -> View:
    """The view whose lease `owner` has just taken, of its item before that.

    A lease that another did not give back tells that nobody knows what the message shows now.
    """
    view = view_of(before) if before else View()
    known = view if view.owner in (None, owner) else replace(view, look="", picture="")
    return replace(known, owner=owner, lease_until=until)


def tap_text(tap: Tap) -> str:
    """A tap as its update, card and time; the inverse of `parse_tap`."""
    return f"{tap.update} {card_text(tap.card)} {tap.at}"


def parse_tap(text: str) -> Tap:
    """The tap of such a text.

    Raises:
        ValueError: the text is none.
    """
    update, card, at = text.split(" ")
    return Tap(int(update), parse_card(card), Millis(int(at)))


def pair_text(pair: tuple[int, Millis]) -> str:
    """What a player was told of, or by which update, and when."""
    return f"{pair[0]} {pair[1]}"


def picks_of(item: Item) -> Picks:
    """The picks of their item."""
    with readable("picks", item):
        taps, seen = item.get("taps") or [], item.get("seen")
        if not isinstance(taps, list):
            raise TypeError("taps are no list")
        return Picks(
            tuple(parse_tap(tap) for tap in taps),
            None if seen is None else _parse_seen(text(item, "seen")),
            None if item.get("shown") is None else _parse_pair(text(item, "shown")),
            instant(item, "cleared_at"),
            instant(item, "last_tap"),
            instant(item, "noted_at"),
        )


def not_before(there: Item, values: Item) -> Item:
    """What is to be written to picks, with no time earlier than the one that is there."""
    times = {name: (values.get(name), there.get(name)) for name in ("last_tap", "noted_at", "expires")}
    later = {
        name: old for name, (new, old) in times.items() if isinstance(new, int) and isinstance(old, int) and old > new
    }
    return {**values, **later}


def last_taps_of(items: Iterable[Item], now: Millis) -> dict[PlayerId, Millis]:
    """When each player last tapped, from all of a game's picks."""
    with readable("picks"):
        return {_picker(text(item, "sk")): Millis(number(item, "last_tap")) for item in items if not gone(item, now)}


def budget_item(budget: Budget, expires: Millis) -> Item:
    """A budget as stored."""
    return _versioned_item(budget, budget.version, expiry(expires))


def budget_of(item: Item) -> Budget:
    """The budget of its item."""
    with readable("budget", item):
        data = known_fields(Budget, item)
        data |= {name: tuple(data.get(name, ())) for name in ("table", "other")}
        return Budget(**data, version=Version(number(item, "version")))


def notes_item(notes: Notes) -> Item:
    """Notes as stored; they are kept for good."""
    return _versioned_item(notes, notes.version, None)


def notes_of(item: Item) -> Notes:
    """The notes of their item."""
    with readable("notes", item):
        data = known_fields(Notes, item)
        data |= {"topics": tuple(data.get("topics", ()))}
        return Notes(**data, version=Version(number(item, "version")))


def last_game_item(game: Game, expires: Millis) -> Item:
    """The game that was played last at a place, as stored."""
    return {"form": FORM, "body": game_text(game), "expires": expiry(expires)}


def last_game_of(item: Item) -> Game:
    """The game of its item."""
    with readable("last game", item):
        return parse_game(text(item, "body"))


def seat_name(key: GameKey) -> str:
    """The name, among a person's items, of what tells that the person sits at a place."""
    return f"{SEAT}{place(key)}"


def seat_item(mark: str, expires: Millis) -> Item:
    """That a person sits at a place; `mark` is another one each time it is noted."""
    return {"form": FORM, "body": mark, "expires": expiry(expires)}


def seats_of(items: Iterable[Item]) -> dict[GameKey, str]:
    """Where a person sits, and the mark of each note, from all of them; also of those past their expiry."""
    with readable("seat"):
        return {_place_of(text(item, "sk").removeprefix(SEAT)): text(item, "body") for item in items}


def _place_of(text: str) -> GameKey:
    chat, topic = text.split("/")
    return GameKey(ChatId(int(chat)), int(topic))


def loaded_of(items: Mapping[str, Item], now: Millis) -> Loaded:
    """What one read of a place found, from its items by name."""
    live = {name: item for name, item in items.items() if not gone(item, now)}
    picks = next((name for name in live if name.startswith(PICKS)), None)
    return Loaded(
        stored_of(live[GAME]) if GAME in live else None,
        view_of(live[VIEW]) if VIEW in live else View(),
        picks_of(live[picks]) if picks is not None else Picks(),
        settings_of(live[SETTINGS]) if SETTINGS in live else ChatSettings(),
        preferences_of(live[PREFERENCES]) if PREFERENCES in live else Preferences(),
    )


def _versioned_item(value: Budget | Notes, version: Version, expires: int | None) -> Item:
    return {"form": FORM, "version": version, "body": json_text(fields_of(value, "version")), "expires": expires}


def _picker(name: str) -> PlayerId:
    """Whose picks bear this name."""
    return PlayerId(int(name.rpartition("#")[2]))


def _parse_pair(text: str) -> tuple[int, Millis]:
    number, at = text.split(" ")
    return int(number), Millis(int(at))


def _parse_seen(text: str) -> tuple[Revision, Millis]:
    revision, at = _parse_pair(text)
    return Revision(revision), at
