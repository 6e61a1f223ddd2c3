"""What a claim or call that fails costs its player: points, and the right to try again for a while."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from engine.game import Millis
from engine.rules import Lockout
from engine.value import replace

if TYPE_CHECKING:
    from engine.game import Player
    from engine.rules import Rules


def charged(player: Player, rules: Rules, at: Millis) -> Player:
    """A player after a wrong claim or a call that came to nothing: fewer points, locked out or waiting."""
    lower = player.score + rules.wrong_points
    score = lower if rules.score_floor is None else max(lower, rules.score_floor)
    match rules.lockout:
        case Lockout.UNTIL_SET_OR_DEADLINE | Lockout.UNTIL_ANOTHERS_SET:
            return replace(player, score=score, locked=True)
        case Lockout.NO_SECOND_CALL:
            return replace(player, score=score, wait_until=Millis(at + 2 * rules.call_seconds * 1000))
        case Lockout.NONE:
            return replace(player, score=score)
        case _:
            assert_never(rules.lockout)


def afresh(players: tuple[Player, ...]) -> tuple[Player, ...]:
    """Players when somebody has called or the cards have changed: nobody waits before calling, nobody has voted."""
    return tuple(
        replace(player, wait_until=None, voted_at=Millis(0)) if player.wait_until or player.voted_at else player
        for player in players
    )
