"""Claims: three cards offered, refused or judged."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, assert_never

from engine import lockouts
from engine.ending import finish_if_played_out
from engine.events import ClaimJudged, Extended
from engine.game import Judged, Millis, Revision
from engine.moment import table_millis
from engine.players import touched
from engine.reasons import Reason
from engine.rules import Extension
from engine.sets import is_set
from engine.step import refused, then
from engine.table import ROW, Table, extend_until_set, slot_of, take

if TYPE_CHECKING:
    from engine.card import Card
    from engine.commands import Claim
    from engine.game import Game, Player, Triple
    from engine.moment import Moment
    from engine.rules import Rules
    from engine.step import Step


def claim(game: Game, player: Player, command: Claim, moment: Moment) -> Step:
    """Judge a claim of a seated player, or refuse it without effect (R4, R6, R7)."""
    cards = _on_table(game, command.cards)
    if command.revision != game.revision:
        return refused(game, player.id, Reason.STALE, faster(game, command))
    if player.locked:
        return refused(game, player.id, Reason.LOCKED_OUT)
    if cards is None:
        return refused(game, player.id, Reason.NOT_THREE_CARDS)
    judged = _judge(game, player, cards, moment)
    noted = replace(touched(game, player.id, moment.at), revision=judged.revision, last=judged)
    follow = _right if judged.right else _wrong
    return then((noted, (ClaimJudged(judged),)), lambda after: follow(after, judged))


def _on_table(game: Game, cards: tuple[Card, ...]) -> Triple | None:
    match cards:
        case (a, b, c) if len({a, b, c}) == ROW and {a, b, c} <= set(game.table):
            return a, b, c
        case _:
            return None


def faster(game: Game, command: Claim) -> Judged | None:
    """The set that took one of the refused claim's cards from under it, if one did."""
    later = (judged for judged in game.taken if judged.revision > command.revision)
    return next((judged for judged in later if not set(judged.cards).isdisjoint(command.cards)), None)


def _judge(game: Game, player: Player, cards: Triple, moment: Moment) -> Judged:
    first, second, third = (slot_of(game.table, card) for card in cards)
    return Judged(player.id, cards, (first, second, third), is_set(*cards), moment.at, Revision(game.revision + 1))


def _scored(game: Game, judged: Judged) -> Game:
    """The game with the claim in its claimer's score."""
    sets, wrong, points = (1, 0, 1) if judged.right else (0, 1, game.rules.wrong_points)
    return replace(
        game,
        players=tuple(
            replace(
                player,
                score=player.score + points,
                sets=player.sets + sets,
                wrong=player.wrong + wrong,
                judged_at=judged.at,
            )
            if player.id == judged.player
            else player
            for player in game.players
        ),
    )


def _wrong(game: Game, judged: Judged) -> Step:
    return lockouts.after_wrong_claim(_scored(game, judged), judged.player)


def _right(game: Game, judged: Judged) -> Step:
    """Take the set, free who is locked out, fill up the table, and end the game if that was all."""
    table = take(Table(game.table, game.deck), judged.cards)
    freed = lockouts.after_set(replace(_scored(game, judged), taken=(*game.taken, judged)))
    laid = then(freed, lambda after: lay(after, table, judged.at))
    return then(laid, lambda after: finish_if_played_out(after, judged.at))


def lay(game: Game, table: Table, at: Millis) -> Step:
    """The game with changed cards on its table: extended where the rules do so, votes void, a new deadline."""
    extended = _extended(game.rules, table)
    more = extended.cards[len(table.cards) :]
    after = replace(
        game,
        table=extended.cards,
        deck=extended.deck,
        fresh=extended.fresh,
        votes=(),
        stalled=False,
        deadline=Millis(at + table_millis(game.rules)),
    )
    return after, tuple(Extended(more[start : start + ROW]) for start in range(0, len(more), ROW))


def _extended(rules: Rules, table: Table) -> Table:
    match rules.extension:
        case Extension.AUTOMATIC:
            return extend_until_set(table, rules.deck)
        case Extension.BY_VOTE | Extension.BY_VOTE_OR_DEADLINE | Extension.BY_NO_SET:
            return table
        case _:
            assert_never(rules.extension)
