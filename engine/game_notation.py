"""A game as one line of JSON, and back.

Compact, since it is stored at every change: a card is one sign, an instant counts from the game's creation, a claimer
is named by the seat, and what is empty is left out. `v` is the version of this form.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from engine.card import DECK, Card
from engine.errors import NotationError
from engine.game import Finish, Game, GameId, Judged, Millis, Phase, Player, PlayerId, Revision, Slot
from engine.value_notation import look_text, parse_look, parse_rules, rules_text

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from engine.game import Triple

VERSION = 1

Json = int | str | list["Json"]

_SIGNS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%()*+,-./:;=?@^_"
"""A sign for each of the 81 cards in their natural order, and for each slot."""

_CARDS = {sign: card for sign, card in zip(_SIGNS, DECK, strict=True)}

_OPTIONAL = 7
"""How many of a player's fields may be left out at the end."""

_BREAKS = re.compile("[\x7f-\x9f\u2028\u2029\ud800-\udfff]")
"""What JSON may hold as it is, but a line of UTF-8 may not."""


def game_text(game: Game) -> str:
    """A game as one line of JSON; the inverse of `parse_game`. Every claimer has to be one of the players."""
    body = {name: value for name, value in _body(game).items() if value not in ("", [])}
    text = json.dumps(body, ensure_ascii=False, separators=(",", ":"))
    return _BREAKS.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def _body(game: Game) -> dict[str, Json]:
    start = game.created_at
    seats = {player.id: player.seat for player in game.players}
    return {
        "v": VERSION,
        "id": game.id,
        "by": game.starter,
        "t": start,
        "rules": rules_text(game.rules),
        "look": look_text(game.look),
        "phase": game.phase.value,
        "players": [_player(player, start) for player in game.players],
        "table": _signs(game.table),
        "deck": _signs(game.deck),
        "taken": [part for judged in game.taken for part in _judged(judged, seats, start)],
        "last": "" if game.last == _last_taken(game) else _last(game.last, seats, start),
        "fresh": _signs(game.fresh),
        "rev": game.revision,
        "due": _instant(game.deadline, start),
        "stalled": _flag(there=game.stalled),
        "votes": [*game.votes],
        "tap": game.active_at - start,
        "paused": _instant(game.paused_at, start),
        "barred": [*game.barred],
        "finish": "" if game.finish is None else game.finish.value,
        "over": _instant(game.finished_at, start),
    }


def _player(player: Player, start: Millis) -> Json:
    """A list, of which what is empty at its end is left out."""
    moments = (player.seated_at, player.seen_at, player.judged_at, player.voted_at)
    always: list[Json] = [player.id, player.name, player.seat, player.score, player.sets, player.wrong]
    rest: list[Json] = [_instant(at or None, start) for at in moments]
    rest += [_flag(there=player.locked), "" if player.left is None else player.left, _flag(there=player.kicked)]
    while rest and rest[-1] == "":
        rest.pop()
    return always + rest


def _judged(judged: Judged, seats: Mapping[PlayerId, int], start: Millis) -> list[Json]:
    what = f"{seats[judged.player]}{_signs(judged.cards)}{''.join(_SIGNS[slot] for slot in judged.slots)}"
    return [what, judged.at - start, judged.revision]


def _last(judged: Judged | None, seats: Mapping[PlayerId, int], start: Millis) -> Json:
    return 0 if judged is None else [_flag(there=judged.right), *_judged(judged, seats, start)]


def _last_taken(game: Game) -> Judged | None:
    return game.taken[-1] if game.taken else None


def _signs(cards: Sequence[Card]) -> str:
    return "".join(_SIGNS[card] for card in cards)


def _instant(at: Millis | None, start: Millis) -> Json:
    return "" if at is None else at - start


def _flag(*, there: bool) -> Json:
    return 1 if there else ""


def parse_game(text: str) -> Game:
    """The game of a text.

    Raises:
        NotationError: the text is none, or of a version that is not known.
    """
    try:
        body: object = json.loads(text)
        return _read_game(_Body(body))
    except (KeyError, TypeError, ValueError) as error:
        raise NotationError("game", text, f"{type(error).__name__}: {error}") from error


class _Body:
    """The fields of a game's JSON, each of the kind that is asked for."""

    def __init__(self, body: object) -> None:
        if not isinstance(body, dict):
            raise TypeError("an object was expected")
        if body.get("v") != VERSION:
            raise ValueError(f"version {body.get('v')!r} is not known")
        self.fields: dict[str, object] = body
        self.start = Millis(self.number("t"))

    def number(self, name: str) -> int:
        return _int(self.fields[name])

    def text(self, name: str) -> str:
        return _str(self.fields.get(name, ""))

    def items(self, name: str) -> list[object]:
        return _list(self.fields.get(name, []))

    def cards(self, name: str) -> tuple[Card, ...]:
        return tuple(_CARDS[sign] for sign in self.text(name))

    def players(self, name: str) -> tuple[PlayerId, ...]:
        return tuple(PlayerId(_int(player)) for player in self.items(name))

    def instant(self, name: str) -> Millis | None:
        return self.since(self.fields.get(name, ""))

    def since(self, value: object) -> Millis | None:
        return None if value == "" else Millis(self.start + _int(value))


def _read_game(body: _Body) -> Game:
    players = tuple(_read_player(body, _list(entry)) for entry in body.items("players"))
    seats = {str(player.seat): player.id for player in players}
    parts = body.items("taken")
    taken = tuple(_read_judged(body, parts[start : start + 3], seats, right=True) for start in range(0, len(parts), 3))
    finish = body.text("finish")
    return Game(
        GameId(body.text("id")),
        PlayerId(body.number("by")),
        created_at=body.start,
        rules=parse_rules(body.text("rules")),
        look=parse_look(body.text("look")),
        phase=Phase(body.text("phase")),
        players=players,
        table=body.cards("table"),
        deck=body.cards("deck"),
        taken=taken,
        last=_read_last(body, seats) if "last" in body.fields else taken[-1] if taken else None,
        fresh=body.cards("fresh"),
        revision=Revision(body.number("rev")),
        deadline=body.instant("due"),
        stalled=_bool(body.fields.get("stalled", "")),
        votes=body.players("votes"),
        active_at=Millis(body.start + body.number("tap")),
        paused_at=body.instant("paused"),
        barred=body.players("barred"),
        finish=Finish(finish) if finish else None,
        finished_at=body.instant("over"),
    )


def _read_player(body: _Body, entry: list[object]) -> Player:
    player, name, seat, score, sets, wrong, *rest = entry
    *moments, locked, left, kicked = rest + [""] * (_OPTIONAL - len(rest))
    seated_at, seen_at, judged_at, voted_at = (body.since(at) or Millis(0) for at in moments)
    return Player(
        PlayerId(_int(player)),
        _str(name),
        _int(seat),
        score=_int(score),
        sets=_int(sets),
        wrong=_int(wrong),
        locked=_bool(locked),
        left=None if left == "" else _int(left),
        kicked=_bool(kicked),
        judged_at=judged_at,
        seen_at=seen_at,
        seated_at=seated_at,
        voted_at=voted_at,
    )


def _read_judged(body: _Body, parts: list[object], seats: Mapping[str, PlayerId], *, right: bool) -> Judged:
    what, at, revision = parts
    seat, a, b, c, *places = [*_str(what)]
    cards: Triple = _CARDS[a], _CARDS[b], _CARDS[c]
    first, second, third = (Slot(_SIGNS.index(place)) for place in places)
    instant = Millis(body.start + _int(at))
    return Judged(seats[seat], cards, (first, second, third), right, instant, Revision(_int(revision)))


def _read_last(body: _Body, seats: Mapping[str, PlayerId]) -> Judged | None:
    last = body.fields["last"]
    if last == 0:
        return None
    right, *parts = _list(last)
    return _read_judged(body, parts, seats, right=_bool(right))


def _int(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"{value!r} is no whole number")
    return value


def _str(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is no text")
    return value


def _list(value: object) -> list[object]:
    if not isinstance(value, list):
        raise TypeError(f"{value!r} is no list")
    return value


def _bool(value: object) -> bool:
    if value not in ("", 1):
        raise ValueError(f"{value!r} is no flag")
    return value == 1
