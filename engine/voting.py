"""Votes: what those present may agree on (R12)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, assert_never

from engine.ending import finish
from engine.events import Voted
from engine.game import Finish, Millis
from engine.moment import last_change
from engine.players import seated, touched, with_player
from engine.presence import away_from
from engine.reasons import Reason
from engine.rules import Vote
from engine.step import refused, then

if TYPE_CHECKING:
    from engine.commands import CastVote
    from engine.game import Game, Player, PlayerId
    from engine.moment import Moment, Taps
    from engine.step import Step

TAKE_BACK_AFTER = 1000
"""A second press within so many milliseconds is the same press sent twice."""


def vote_open(game: Game) -> bool:
    """Whether there is something to agree on now."""
    match game.rules.vote:
        case Vote.END_AFTER_DEADLINE:
            return game.stalled and not game.deck
        case Vote.END:
            return not game.deck
        case Vote.NONE:
            return False
        case _:
            assert_never(game.rules.vote)


def cast(game: Game, player: Player, command: CastVote, moment: Moment) -> Step:
    """Agree, or take it back by pressing again."""
    if command.revision != game.revision:
        return refused(game, player.id, Reason.STALE)
    if not vote_open(game):
        return refused(game, player.id, Reason.NO_VOTE_NOW)
    if moment.at < player.voted_at + TAKE_BACK_AFTER:
        return refused(game, player.id, Reason.TOO_SOON)
    agrees = player.id not in game.votes
    votes = (*game.votes, player.id) if agrees else without_vote(game.votes, player.id)
    voted = with_player(game, replace(player, voted_at=moment.at))
    counted = touched(replace(voted, votes=votes), player.id, moment.at)
    return then((counted, (Voted(player.id, agrees),)), lambda after: recount(after, moment))


def without_vote(votes: tuple[PlayerId, ...], player: PlayerId) -> tuple[PlayerId, ...]:
    """The votes without one player's."""
    return tuple(voter for voter in votes if voter != player)


def agreed_from(game: Game, taps: Taps) -> Millis | None:
    """From when on all present agree, if nothing comes before; None while that cannot be.

    It is so as soon as everyone who did not agree is away, if someone who did is present then.
    """
    since = last_change(game)
    for player in seated(game):
        if player.id not in game.votes:
            since = max(since, away_from(game, player, taps))
    voters = (player for player in seated(game) if player.id in game.votes)
    return since if any(away_from(game, voter, taps) > since for voter in voters) else None


def recount(game: Game, moment: Moment) -> Step:
    """The game ended if all present agree by now, else as it was."""
    agreed = agreed_from(game, moment.taps)
    return (game, ()) if agreed is None or agreed > moment.at else finish(game, Finish.AGREED, agreed)
