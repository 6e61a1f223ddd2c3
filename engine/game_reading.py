"""A stored game read back from its line of JSON: the inverse of `engine.game_notation`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from engine.errors import NotationError
from engine.game import (
    Control,
    Finish,
    Game,
    GameId,
    Judged,
    Loss,
    Lost,
    Millis,
    Phase,
    Player,
    PlayerId,
    Revision,
    RoundOver,
)
from engine.game_notation import VERSION, usual_change, usual_round
from engine.signs import signed_cards, signed_slots
from engine.value_notation import parse_look, parse_rules

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.card import Card

KNOWN = (1, VERSION)
"""The versions that are read: each later one only adds to the one before."""

_OPTIONAL = 11
"""How many of a player's fields may be left out at the end."""


def parse_game(text: str) -> Game:
    """The game of a text; the inverse of `game_text`.

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
        if body.get("v") not in KNOWN:
            raise ValueError(f"version {body.get('v')!r} is not known")
        self.fields: dict[str, object] = body
        self.start = Millis(self.number("t"))

    def number(self, name: str) -> int:
        return _int(self.fields[name])

    def count(self, name: str) -> int:
        return _count(self.fields.get(name, ""))

    def text(self, name: str) -> str:
        return _str(self.fields.get(name, ""))

    def items(self, name: str) -> list[object]:
        return _list(self.fields.get(name, []))

    def cards(self, name: str) -> tuple[Card, ...]:
        return signed_cards(self.text(name))

    def players(self, name: str) -> tuple[PlayerId, ...]:
        return tuple(PlayerId(_int(player)) for player in self.items(name))

    def instant(self, name: str) -> Millis | None:
        return self.since(self.fields.get(name, ""))

    def since(self, value: object) -> Millis | None:
        return None if value == "" else self.at(value)

    def at(self, value: object) -> Millis:
        return Millis(self.start + _int(value))


def _read_game(body: _Body) -> Game:
    players = tuple(_read_player(body, _list(entry)) for entry in body.items("players"))
    seats = {str(player.seat): player.id for player in players}
    parts = body.items("taken")
    taken = tuple(_read_judged(body, parts[start : start + 3], seats, right=True) for start in range(0, len(parts), 3))
    revision = Revision(body.number("rev"))
    changed_at, dealt_at = body.instant("changed"), body.instant("dealt") or Millis(0)
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
        control=_read_control(body, seats),
        lost=_read_lost(body, seats),
        laid=Revision(body.count("laid")),
        fresh=body.cards("fresh"),
        revision=revision,
        changed_at=usual_change(taken, dealt_at) if changed_at is None else changed_at,
        dealt_at=dealt_at,
        deadline=body.instant("due"),
        stalled=_bool(body.fields.get("stalled", "")),
        votes=body.players("votes"),
        active_at=Millis(body.start + body.number("tap")),
        paused_at=body.instant("paused"),
        paused_for=body.count("pauses"),
        barred=body.players("barred"),
        round=body.count("round") if "round" in body.fields else usual_round(revision),
        dealers=body.players("dealers"),
        round_over=_read_round_over(body),
        finish=Finish(finish) if finish else None,
        finished_at=body.instant("over"),
    )


def _read_player(body: _Body, entry: list[object]) -> Player:
    player, name, seat, score, sets, wrong, *rest = entry
    *moments, locked, left, kicked, wait, late, penalties, handicap = rest + [""] * (_OPTIONAL - len(rest))
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
        late=_count(late),
        wait_until=body.since(wait),
        penalties=_count(penalties),
        handicap=_count(handicap),
    )


def _read_judged(body: _Body, parts: list[object], seats: Mapping[str, PlayerId], *, right: bool) -> Judged:
    what, at, revision = parts
    seat, signs = _str(what)[:1], _str(what)[1:]
    a, b, c = signed_cards(signs[:3])
    first, second, third = signed_slots(signs[3:])
    return Judged(seats[seat], (a, b, c), (first, second, third), right, body.at(at), Revision(_int(revision)))


def _read_last(body: _Body, seats: Mapping[str, PlayerId]) -> Judged | None:
    last = body.fields["last"]
    if last == 0:
        return None
    right, *parts = _list(last)
    return _read_judged(body, parts, seats, right=_bool(right))


def _read_control(body: _Body, seats: Mapping[str, PlayerId]) -> Control | None:
    if "call" not in body.fields:
        return None
    seat, at, revision, first_at, before = body.items("call")
    player = seats[str(_int(seat))]
    return Control(player, body.at(at), Revision(_int(revision)), body.at(first_at), Revision(_int(before)))


def _read_lost(body: _Body, seats: Mapping[str, PlayerId]) -> Lost | None:
    if "lost" not in body.fields:
        return None
    seat, why, at, revision = body.items("lost")
    return Lost(seats[str(_int(seat))], Loss(_str(why)), body.at(at), Revision(_int(revision)))


def _read_round_over(body: _Body) -> RoundOver | None:
    if "between" not in body.fields:
        return None
    at, why = body.items("between")
    return RoundOver(body.at(at), Finish(_str(why)))


def _int(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"{value!r} is no whole number")
    return value


def _count(value: object) -> int:
    return 0 if value == "" else _int(value)


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
