"""Who is present and who is away, and since when nobody has tapped (R11, R15)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.game import Millis, Phase
from engine.moment import last_change
from engine.players import seated
from engine.rules import Lockout

if TYPE_CHECKING:
    from collections.abc import Collection

    from engine.game import Game, Player, PlayerId
    from engine.moment import Moment, Taps


def last_heard(player: Player, taps: Taps) -> Millis:
    """When anything last came from a player."""
    return max(player.seen_at, taps.get(player.id, Millis(0)))


def last_tap(game: Game, taps: Taps) -> Millis:
    """When anything last came from anyone."""
    return max((game.active_at, *taps.values()))


def away_from(game: Game, player: Player, taps: Taps) -> Millis:
    """From when on a player is away, unless something comes before."""
    return Millis(last_heard(player, taps) + game.rules.away_seconds * 1000)


def is_away(game: Game, player: Player, moment: Moment) -> bool:
    """Whether nothing has come from a player for too long."""
    return moment.at >= away_from(game, player, moment.taps)


def present(game: Game, moment: Moment) -> tuple[Player, ...]:
    """All who are seated and not away: those who count."""
    return tuple(player for player in seated(game) if not is_away(game, player, moment))


def all_present_from(game: Game, some: Collection[PlayerId], taps: Taps) -> Millis | None:
    """From when on all present are among some players, if nothing comes before; None while that cannot be.

    It is so as soon as everyone else is away, if one of those players is present then.
    """
    if not some:
        return None
    since = last_change(game)
    for player in seated(game):
        if player.id not in some:
            since = max(since, away_from(game, player, taps))
    among = (player for player in seated(game) if player.id in some)
    return since if any(away_from(game, player, taps) > since for player in among) else None


def presence_matters(game: Game) -> bool:
    """Whether something hangs on who is present: then the taps on cards are needed to judge any command."""
    counted = game.rules.lockout is Lockout.UNTIL_ANOTHERS_SET and any(player.locked for player in game.players)
    return game.phase is Phase.PLAYING and (bool(game.votes) or counted)
