"""Votes: what those present may agree on (R12)."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from engine.events import Voted, VotePassed
from engine.game import Finish, Phase
from engine.laying import has_room, lay_more
from engine.players import touched, with_player
from engine.presence import all_present_from, present
from engine.reasons import Reason
from engine.rounds import end_round
from engine.rules import Extension, Vote
from engine.step import refused, then
from engine.value import replace

if TYPE_CHECKING:
    from engine.commands import CastVote
    from engine.game import Game, Millis, Player, PlayerId
    from engine.moment import Moment, Taps
    from engine.rules import Rules
    from engine.step import Step

TAKE_BACK_AFTER = 1000
"""A second press within so many milliseconds is the same press sent twice."""


def vote_open(game: Game) -> bool:
    """Whether there is something to agree on now: nobody has called, and it may be voted on."""
    return game.control is None and may_vote(game)


def may_vote(game: Game) -> bool:
    """Whether these rules have something to agree on: more cards, or once the deck is empty the end.

    Also where the table is full: who agrees there is told that so many cards always hold a set (R10).
    While somebody has control it waits.
    """
    if game.phase is not Phase.PLAYING:
        return False
    return _may_extend(game.rules) if game.deck else _may_end(game)


def _may_extend(rules: Rules) -> bool:
    match rules.extension:
        case Extension.BY_VOTE | Extension.BY_VOTE_OR_DEADLINE:
            return True
        case Extension.AUTOMATIC | Extension.BY_NO_SET:
            return False
        case _:
            assert_never(rules.extension)


def _may_end(game: Game) -> bool:
    match game.rules.vote:
        case Vote.END_AFTER_DEADLINE:
            return game.stalled
        case Vote.END:
            return True
        case Vote.NONE:
            return False
        case _:
            assert_never(game.rules.vote)


def cast(game: Game, player: Player, command: CastVote, moment: Moment) -> Step:
    """Agree, or take it back by pressing again."""
    refusal = _refusal(game, player, command, moment)
    if refusal is not None:
        return refused(game, player.id, refusal)
    agrees = player.id not in game.votes
    votes = (*game.votes, player.id) if agrees else without_vote(game.votes, player.id)
    voted = with_player(game, replace(player, voted_at=moment.at))
    return touched(replace(voted, votes=votes), player.id, moment.at), (Voted(player.id, agrees),)


def _refusal(game: Game, player: Player, command: CastVote, moment: Moment) -> Reason | None:
    if command.revision != game.revision:
        return Reason.STALE
    if game.control is not None:
        own = game.control.player == player.id
        return Reason.ALREADY_CALLED if own else Reason.ANOTHER_HAS_CALLED
    if not vote_open(game):
        return Reason.NO_VOTE_NOW
    if game.deck and not has_room(game):
        return Reason.TABLE_FULL
    return Reason.TOO_SOON if moment.at < player.voted_at + TAKE_BACK_AFTER else None


def without_vote(votes: tuple[PlayerId, ...], player: PlayerId) -> tuple[PlayerId, ...]:
    """The votes without one player's."""
    return tuple(voter for voter in votes if voter != player)


def agreed_from(game: Game, taps: Taps) -> Millis | None:
    """From when on all present agree, if nothing comes before; None while that cannot be."""
    return all_present_from(game, game.votes, taps)


def recount(game: Game, moment: Moment) -> Step:
    """What all present agree on done if they do, else the game as it was."""
    here = present(game, moment)
    agreed = bool(here) and all(player.id in game.votes for player in here)
    return pass_vote(game, moment.at) if agreed else (game, ())


def pass_vote(game: Game, at: Millis) -> Step:
    """Three more cards, or from an empty deck the end of the round."""
    if not game.deck:
        return end_round(game, Finish.AGREED, at)
    return then((game, (VotePassed(at),)), lambda after: lay_more(after, at))
