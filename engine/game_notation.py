"""A game as one line of JSON; the way back is in `engine.game_reading`.

Compact, since it is stored at every change: a card is one sign, an instant counts from the game's creation, a claimer
is named by the seat, and what is empty is left out. `v` is the version of this form.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from engine.signs import card_signs, slot_signs
from engine.value_notation import look_text, rules_text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.game import Control, Game, Judged, Lost, Millis, Player, PlayerId, Revision, RoundOver

VERSION = 2
"""The form written here. Version 1 knew no more than race: it is read as well."""

Json = int | str | list["Json"]

_BREAKS = re.compile("[\x7f-\x9f\u2028\u2029\ud800-\udfff]")
"""What JSON may hold as it is, but a line of UTF-8 may not."""


def game_text(game: Game) -> str:
    """A game as one line of JSON; the inverse of `parse_game`. Everyone named in it has to be one of the players."""
    body = {name: value for name, value in (_standing(game) | _play(game)).items() if value not in ("", [])}
    text = json.dumps(body, ensure_ascii=False, separators=(",", ":"))
    return _BREAKS.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def _standing(game: Game) -> dict[str, Json]:
    """Who plays what, and where the game stands."""
    start = game.created_at
    return {
        "v": VERSION,
        "id": game.id,
        "by": game.starter,
        "t": start,
        "rules": rules_text(game.rules),
        "look": look_text(game.look),
        "phase": game.phase.value,
        "players": [_player(player, start) for player in game.players],
        "tap": game.active_at - start,
        "paused": _instant(game.paused_at, start),
        "pauses": game.paused_for or "",
        "barred": [*game.barred],
        "round": "" if game.round == usual_round(game.revision) else game.round,
        "dealers": [*game.dealers],
        "between": _round_over(game.round_over, start),
        "finish": "" if game.finish is None else game.finish.value,
        "over": _instant(game.finished_at, start),
    }


def _play(game: Game) -> dict[str, Json]:
    """The table and what happened on it."""
    start = game.created_at
    seats = {player.id: player.seat for player in game.players}
    return {
        "table": card_signs(game.table),
        "deck": card_signs(game.deck),
        "taken": [part for judged in game.taken for part in _judged(judged, seats, start)],
        "last": "" if game.last == _last_taken(game) else _last(game.last, seats, start),
        "call": _control(game.control, seats, start),
        "lost": _lost(game.lost, seats, start),
        "laid": game.laid or "",
        "fresh": card_signs(game.fresh),
        "rev": game.revision,
        "dealt": _instant(game.dealt_at or None, start),
        "changed": "" if game.changed_at == usual_change(game.taken, game.dealt_at) else game.changed_at - start,
        "due": _instant(game.deadline, start),
        "stalled": _flag(there=game.stalled),
        "votes": [*game.votes],
    }


def usual_round(revision: Revision) -> int:
    """Which round is played where the text does not say: there is mostly one."""
    return 1 if revision else 0


def usual_change(taken: tuple[Judged, ...], dealt_at: Millis) -> Millis:
    """When the cards last changed where the text does not say: mostly with the last set, or the deal."""
    return taken[-1].at if taken else dealt_at


def _player(player: Player, start: Millis) -> Json:
    """A list, of which what is empty at its end is left out."""
    moments = (player.seated_at, player.seen_at, player.judged_at, player.voted_at)
    always: list[Json] = [player.id, player.name, player.seat, player.score, player.sets, player.wrong]
    rest: list[Json] = [_instant(at or None, start) for at in moments]
    rest += [_flag(there=player.locked), "" if player.left is None else player.left, _flag(there=player.kicked)]
    rest += [_instant(player.wait_until, start), player.late or "", player.penalties or "", player.handicap or ""]
    while rest and rest[-1] == "":
        rest.pop()
    return always + rest


def _judged(judged: Judged, seats: Mapping[PlayerId, int], start: Millis) -> list[Json]:
    what = f"{seats[judged.player]}{card_signs(judged.cards)}{slot_signs(judged.slots)}"
    return [what, judged.at - start, judged.revision]


def _last(judged: Judged | None, seats: Mapping[PlayerId, int], start: Millis) -> Json:
    return 0 if judged is None else [_flag(there=judged.right), *_judged(judged, seats, start)]


def _last_taken(game: Game) -> Judged | None:
    return game.taken[-1] if game.taken else None


def _control(control: Control | None, seats: Mapping[PlayerId, int], start: Millis) -> Json:
    if control is None:
        return ""
    return [
        seats[control.player],
        control.at - start,
        control.revision,
        control.first_at - start,
        control.before,
    ]


def _lost(lost: Lost | None, seats: Mapping[PlayerId, int], start: Millis) -> Json:
    return "" if lost is None else [seats[lost.player], lost.why.value, lost.at - start, lost.revision]


def _round_over(over: RoundOver | None, start: Millis) -> Json:
    return "" if over is None else [over.at - start, over.why.value]


def _instant(at: Millis | None, start: Millis) -> Json:
    return "" if at is None else at - start


def _flag(*, there: bool) -> Json:
    return 1 if there else ""
