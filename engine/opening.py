"""How a game and each of its rounds begins: a lobby, then a deal."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from engine.events import Dealt, Started
from engine.game import Game, GameId, Millis, Phase, Player, PlayerId, Revision
from engine.laying import lay
from engine.lockouts import free_all
from engine.look import Look
from engine.players import seated, touched
from engine.reasons import Reason
from engine.rights import may_start
from engine.rounds import anyone_deals_from, dealer
from engine.rules import RACE, Rounds, Rules
from engine.step import refused, then
from engine.table import deal
from engine.value import replace

if TYPE_CHECKING:
    from engine.card import Card
    from engine.commands import Deal, Start
    from engine.moment import Moment
    from engine.step import Step


def new_game(
    game_id: GameId, starter: PlayerId, name: str, now: Millis, rules: Rules = RACE, look: Look | None = None
) -> Game:
    """A lobby in which its starter sits."""
    player = Player(starter, name, seat=1, seen_at=now, seated_at=now)
    return Game(game_id, starter, created_at=now, rules=rules, look=look or Look(), players=(player,), active_at=now)


def start(game: Game, command: Start, moment: Moment, idle: int) -> Step:
    """Deal, if enough players sit there and the one who asks may after `idle` milliseconds without a tap."""
    if game.phase is not Phase.LOBBY:
        return refused(game, command.player, Reason.ALREADY_STARTED)
    if not may_start(game, command.player, idle, admin=command.admin):
        return refused(game, command.player, Reason.NO_RIGHT)
    if len(seated(game)) < game.rules.min_players:
        return refused(game, command.player, Reason.TOO_FEW_PLAYERS)
    under_way = replace(
        touched(game, command.player, moment.at), dealers=_dealers_after_the_first(game), round=game.round + 1
    )
    return then((under_way, (Started(command.player),)), lambda after: _dealt(after, command.deck, moment.at))


def _dealers_after_the_first(game: Game) -> tuple[PlayerId, ...]:
    """Who deals the rounds of a match after the first, in joining order; nobody where there are none."""
    match game.rules.rounds:
        case Rounds.ONE:
            return ()
        case Rounds.MATCH:
            return tuple(player.id for player in seated(game))[1:]
        case _:
            assert_never(game.rules.rounds)


def _dealt(game: Game, deck: tuple[Card, ...], at: Millis) -> Step:
    """The game with the first cards of a round on the table, and nothing left of the round before but the scores."""
    cleared = replace(
        game,
        phase=Phase.PLAYING,
        revision=Revision(game.revision + 1),
        dealt_at=at,
        paused_for=0,
        round_over=None,
        taken=(),
        last=None,
        lost=None,
        laid=Revision(0),
    )
    freed, _ = free_all(cleared)
    return lay(freed, deal(deck, game.rules.deck), at)


def deal_round(game: Game, command: Deal, moment: Moment) -> Step:
    """Deal the next round of a match, if whoever asks is its dealer or may deal instead."""
    named, anyone = dealer(game), anyone_deals_from(game)
    if named is None or anyone is None:
        return refused(game, command.player, _nothing_to_deal(game))
    if not command.admin and command.player != named and moment.at < anyone:
        return refused(game, command.player, Reason.NOT_DEALER, until=anyone)
    under_way = replace(
        touched(game, command.player, moment.at),
        dealers=game.dealers[game.dealers.index(named) + 1 :],
        round=game.round + 1,
    )
    told = (Dealt(command.player, under_way.round),)
    return then((under_way, told), lambda after: _dealt(after, command.deck, moment.at))


def _nothing_to_deal(game: Game) -> Reason:
    if game.phase is Phase.LOBBY:
        return Reason.NOT_STARTED
    match game.rules.rounds:
        case Rounds.ONE:
            return Reason.NOT_IN_RULES
        case Rounds.MATCH:
            return Reason.ALREADY_STARTED
        case _:
            assert_never(game.rules.rounds)
