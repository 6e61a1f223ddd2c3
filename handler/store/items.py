"""Items: the stored form of every value that the stores keep, one form for all stores.

An item is a flat map of attributes; `None` stands for an attribute that is not there. Places are partitions: a chat
and topic hold a game, a view and the picks of its players; a chat alone holds its budget and its notes.

`form` counts the forms that an older reader would misread. Fields that are merely new do not move it: a reader
leaves out what it does not know and fills in what is missing.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields
from typing import TYPE_CHECKING, Any

from engine.card import card_text, parse_card
from engine.game import GameId, Millis, PlayerId, Revision
from engine.notation import game_text, parse_game
from handler.errors import StoreFailure
from handler.ports import Answered, Budget, Loaded, Notes, Picks, Stored, Tap, Version, View

if TYPE_CHECKING:
    from handler.ports import GameKey

Item = Mapping[str, "str | int | list[str] | None"]

FORM = 1
GAME, VIEW, BUDGET, NOTES = "game", "view", "budget", "notes"

PICKS_KEPT = Millis(24 * 60 * 60 * 1000)
BUDGET_KEPT = Millis(10 * 60 * 1000)


def wall_clock() -> Millis:
    """The present, by which stores tell whether an item is past its expiry."""
    return Millis(time.time_ns() // 1_000_000)


def place(key: GameKey) -> str:
    """The partition of one place's game."""
    return f"{key.chat}/{key.topic}"


def picks_name(game: GameId, player: PlayerId | None = None) -> str:
    """The name of one player's picks in a place, or what the names of all of a game's picks begin with."""
    return f"picks#{game}#{'' if player is None else player}"


def expiry(kept_until: Millis) -> int:
    """The second from which an item counts as gone: never before `kept_until`. Time-to-live is told in seconds."""
    return -(-kept_until // 1000)


def gone(item: Item, now: Millis) -> bool:
    """Whether an item is past its expiry."""
    expires = item.get("expires")
    return isinstance(expires, int) and expires <= now // 1000


def game_item(stored: Stored, expires: Millis | None) -> Item:
    """A game as stored: its text, and beside it what it has answered."""
    return {
        "form": FORM,
        "version": stored.version,
        "body": game_text(stored.game),
        "answered": _json([[one.player, one.update, one.event] for one in stored.answered]),
        "expires": None if expires is None else expiry(expires),
    }


def stored_of(item: Item) -> Stored:
    """The game of its item."""
    with _readable("game", item):
        answered = [
            Answered(PlayerId(who), update, event) for who, update, event in json.loads(_text(item, "answered"))
        ]
        return Stored(parse_game(_text(item, "body")), Version(_number(item, "version")), tuple(answered))


def view_item(view: View) -> Item:
    """A view as stored: who holds the lease beside it, since conditions ask for that."""
    return {
        "form": FORM,
        "body": _fields_text(view, ("owner", "lease_until")),
        "holder": view.owner,
        "held_until": view.lease_until,
    }


def view_of(item: Item) -> View:
    """The view of its item; an item may hold a lease alone."""
    with _readable("view", item):
        lease = {"owner": item.get("holder"), "lease_until": item.get("held_until", 0)}
        return View(**{**_known_fields(View, item), **lease})


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


def seen_text(seen: tuple[Revision, Millis]) -> str:
    """What a player was told of, and when."""
    return f"{seen[0]} {seen[1]}"


def picks_of(item: Item) -> Picks:
    """The picks of their item."""
    with _readable("picks", item):
        taps, seen = item.get("taps") or [], item.get("seen")
        if not isinstance(taps, list):
            raise TypeError("taps are no list")
        return Picks(
            tuple(parse_tap(text) for text in taps),
            None if seen is None else _parse_seen(_text(item, "seen")),
            _instant(item, "shown_at"),
            _instant(item, "cleared_at"),
            _instant(item, "last_tap"),
        )


def last_taps_of(items: Iterable[Item], now: Millis) -> dict[PlayerId, Millis]:
    """When each player last tapped, from all of a game's picks."""
    with _readable("picks"):
        return {_picker(_text(item, "sk")): Millis(_number(item, "last_tap")) for item in items if not gone(item, now)}


def budget_item(budget: Budget, expires: Millis) -> Item:
    """A budget as stored."""
    return _versioned_item(budget, budget.version, expiry(expires))


def budget_of(item: Item) -> Budget:
    """The budget of its item."""
    with _readable("budget", item):
        data = _known_fields(Budget, item)
        data |= {name: tuple(data.get(name, ())) for name in ("table", "other")}
        return Budget(**data, version=Version(_number(item, "version")))


def notes_item(notes: Notes) -> Item:
    """Notes as stored; they are kept for good."""
    return _versioned_item(notes, notes.version, None)


def notes_of(item: Item) -> Notes:
    """The notes of their item."""
    with _readable("notes", item):
        data = _known_fields(Notes, item)
        data["admins"] = tuple(data.get("admins", ()))
        return Notes(**data, version=Version(_number(item, "version")))


def loaded_of(items: Mapping[str, Item], picks: str | None, now: Millis) -> Loaded:
    """What one read of a place found, from its items by name."""
    live = {name: item for name, item in items.items() if not gone(item, now)}
    return Loaded(
        stored_of(live[GAME]) if GAME in live else None,
        view_of(live[VIEW]) if VIEW in live else View(),
        picks_of(live[picks]) if picks in live else Picks(),
    )


def _versioned_item(value: Budget | Notes, version: Version, expires: int | None) -> Item:
    return {"form": FORM, "version": version, "body": _fields_text(value, ("version",)), "expires": expires}


def _fields_text(value: Budget | Notes | View, left_out: tuple[str, ...]) -> str:
    """All fields by name, but those that are attributes of their own."""
    return _json({f.name: getattr(value, f.name) for f in fields(value) if f.name not in left_out})


def _known_fields(kind: type[Budget | Notes | View], item: Item) -> dict[str, Any]:
    """The fields of an item's body that this version of the code knows."""
    data = json.loads(_text(item, "body")) if item.get("body") is not None else {}
    return {f.name: data[f.name] for f in fields(kind) if f.name in data}


def _picker(name: str) -> PlayerId:
    """Whose picks bear this name."""
    return PlayerId(int(name.rpartition("#")[2]))


def _json(value: object) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def _text(item: Item, name: str) -> str:
    value = item[name]
    if not isinstance(value, str):
        raise TypeError(f"{name} is no text")
    return value


def _number(item: Item, name: str) -> int:
    value = item[name]
    if not isinstance(value, int):
        raise TypeError(f"{name} is no number")
    return value


def _instant(item: Item, name: str) -> Millis | None:
    return None if item.get(name) is None else Millis(_number(item, name))


def _parse_seen(text: str) -> tuple[Revision, Millis]:
    revision, at = text.split(" ")
    return Revision(int(revision)), Millis(int(at))


@contextmanager
def _readable(what: str, item: Item | None = None) -> Iterator[None]:
    """Turn whatever an unreadable item raises into the operator's error."""
    try:
        if item is not None and (form := _number(item, "form")) > FORM:
            raise ValueError(f"its form is {form}, this version reads up to {FORM}: deploy the newer one")
        yield
    except (ValueError, TypeError, KeyError) as error:
        raise StoreFailure(f"a stored {what} cannot be read: {error}") from error
