"""Seats: sitting down, getting up, being unseated, and what follows from it (R2, R14)."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from engine.clock import resume
from engine.control import let_go
from engine.ending import finish
from engine.events import Joined, Left
from engine.game import Finish, Phase, Player
from engine.players import player_of, seated, touched, with_player
from engine.presence import is_away
from engine.reasons import Reason
from engine.rights import leads
from engine.rounds import end_without_dealer
from engine.rules import Ranking
from engine.step import refused, then
from engine.value import replace
from engine.voting import without_vote

if TYPE_CHECKING:
    from engine.commands import Join, Kick
    from engine.game import Game, PlayerId
    from engine.moment import Moment
    from engine.rules import Rules
    from engine.step import Step


def join(game: Game, command: Join, moment: Moment) -> Step:
    """Take a new seat, or come back to one's own with what is left of the score."""
    entry = player_of(game, command.player)
    refusal = _refusal(game, command, entry)
    if refusal is not None:
        return refused(game, command.player, refusal)
    there = _new_seat(game, command) if entry is None else with_player(game, _back(entry, game.rules))
    sitting = _sat_down(touched(there, command.player, moment.at), command, moment)
    joined = sitting, (Joined(command.player, back=entry is not None),)
    return then(joined, lambda after: resume(after, command.player, moment))


def _refusal(game: Game, command: Join, entry: Player | None) -> Reason | None:
    kicked = command.player in game.barred or (entry is not None and entry.kicked)
    if entry is not None and entry.left is None:
        return Reason.ALREADY_IN
    if kicked and not command.readmit:
        return Reason.KICKED
    if entry is None and len(game.players) >= game.rules.max_players:
        return Reason.SEATS_TAKEN
    return None


def _new_seat(game: Game, command: Join) -> Game:
    barred = tuple(player for player in game.barred if player != command.player)
    newcomer = Player(command.player, command.name, seat=len(game.players) + 1)
    return replace(game, players=(*game.players, newcomer), barred=barred)


def _back(entry: Player, rules: Rules) -> Player:
    match rules.ranking:
        case Ranking.LEAVERS_LAST:
            return replace(entry, left=None, kicked=False, score=min(entry.score, 0))
        case Ranking.BY_SCORE:
            return replace(entry, left=None, kicked=False)
        case _:
            assert_never(rules.ranking)


def _sat_down(game: Game, command: Join, moment: Moment) -> Game:
    players = tuple(
        replace(player, name=command.name, seated_at=moment.at) if player.id == command.player else player
        for player in game.players
    )
    return replace(game, players=players)


def leave(game: Game, player: Player, moment: Moment) -> Step:
    """Get up."""
    return _unseat(touched(game, player.id, moment.at), player, moment, None)


def kick(game: Game, command: Kick, moment: Moment) -> Step:
    """Unseat another player, if that is within the kicker's rights."""
    target = player_of(game, command.target)
    if not leads(game, command.player, admin=command.admin):
        return refused(game, command.player, Reason.NO_RIGHT)
    if target is None or target.left is not None:
        return refused(game, command.player, Reason.NO_SUCH_PLAYER)
    if not command.admin and (target.id == command.player or not is_away(game, target, moment)):
        return refused(game, command.player, Reason.NOT_AWAY)
    return _unseat(touched(game, command.player, moment.at), target, moment, command.player)


def _unseat(game: Game, player: Player, moment: Moment, kicked_by: PlayerId | None) -> Step:
    out = _out_of_lobby if game.phase is Phase.LOBBY else _out_of_play
    left = game, (Left(player.id, kicked_by),)
    return then(left, lambda after: out(after, player.id, moment, kicked=kicked_by is not None))


def _out_of_lobby(game: Game, player: PlayerId, moment: Moment, *, kicked: bool) -> Step:
    """The lobby without a player's entry; the seats after it move up."""
    rest = (entry for entry in game.players if entry.id != player)
    players = tuple(replace(entry, seat=seat) for seat, entry in enumerate(rest, 1))
    barred = (*game.barred, player) if kicked else game.barred
    if not players:
        return finish(replace(game, players=(), barred=barred), Finish.LOBBY_CLOSED, moment.at)
    return _handed_over(replace(game, players=players, barred=barred)), ()


def _out_of_play(game: Game, player: PlayerId, moment: Moment, *, kicked: bool) -> Step:
    """The game without a player, who keeps an entry to come back to; and without a call that player made."""
    return then(
        let_go(game, player, moment.at),
        lambda after: _end_if_too_few(_without(after, player, kicked=kicked), moment, kicked=kicked),
    )


def _without(game: Game, player: PlayerId, *, kicked: bool) -> Game:
    order = 1 + max((entry.left or 0 for entry in game.players), default=0)
    players = tuple(
        replace(entry, left=order, kicked=kicked) if entry.id == player else entry for entry in game.players
    )
    return _handed_over(replace(game, players=players, votes=without_vote(game.votes, player)))


def _end_if_too_few(game: Game, moment: Moment, *, kicked: bool) -> Step:
    """The game over if too few are left to go on, or nobody to deal; a kick makes nobody its winner (R14)."""
    if len(seated(game)) >= _fewest(game.rules):
        return end_without_dealer(game, moment.at)
    alone = Finish.ALONE if seated(game) else Finish.ALL_LEFT
    return finish(game, Finish.KICKED if kicked else alone, moment.at)


def _fewest(rules: Rules) -> int:
    """How many a running game needs."""
    match rules.ranking:
        case Ranking.LEAVERS_LAST:
            return rules.min_players
        case Ranking.BY_SCORE:
            return 1
        case _:
            assert_never(rules.ranking)


def _handed_over(game: Game) -> Game:
    """The game with a starter who is seated: if the one it had has left, whoever sits longest."""
    here = seated(game)
    if not here or any(player.id == game.starter for player in here):
        return game
    return replace(game, starter=min(here, key=lambda player: (player.seated_at, player.seat)).id)
