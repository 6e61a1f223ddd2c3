"""One step of a game: the game after it and what happened, or a refusal that changes nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.events import Event, Rejected
from engine.game import Game

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.game import Judged, Millis, PlayerId
    from engine.reasons import Reason

Step = tuple[Game, tuple[Event, ...]]


def refused(
    game: Game, player: PlayerId, reason: Reason, faster: Judged | None = None, until: Millis | None = None
) -> Step:
    """The game as it was, and why."""
    return game, (Rejected(player, reason, faster, until),)


def then(step: Step, follow: Callable[[Game], Step]) -> Step:
    """A step and the one that follows on the game it left."""
    game, events = step
    after, more = follow(game)
    return after, (*events, *more)
