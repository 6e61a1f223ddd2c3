"""Changes of the cards on the table: what comes with them, and what they void."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from engine.events import Extended
from engine.game import Millis, Revision
from engine.moment import table_millis
from engine.penalties import afresh
from engine.rounds import end_if_played_out
from engine.rules import Extension, Lockout, Rules, Vote
from engine.step import then
from engine.table import ROW, Table, extend, extend_until_set, may_extend
from engine.value import replace

if TYPE_CHECKING:
    from engine.game import Game
    from engine.step import Step


def lay(game: Game, table: Table, at: Millis) -> Step:
    """The game with changed cards on its table: extended where the rules do so, votes void, a new deadline.

    It is over if that leaves nothing to find.
    """
    extended = _extended(game.rules, table)
    more = extended.cards[len(table.cards) :]
    after = replace(
        game,
        players=afresh(game.players),
        votes=(),
        table=extended.cards,
        deck=extended.deck,
        fresh=extended.fresh,
        stalled=False,
        changed_at=at,
        deadline=Millis(at + table_millis(game.rules)) if _deadline_matters(game.rules) else None,
    )
    told = tuple(Extended(more[start : start + ROW]) for start in range(0, len(more), ROW))
    return then((after, told), lambda laid: end_if_played_out(laid, at))


def _extended(rules: Rules, table: Table) -> Table:
    match rules.extension:
        case Extension.AUTOMATIC:
            return extend_until_set(table, rules.deck)
        case Extension.BY_VOTE | Extension.BY_VOTE_OR_DEADLINE | Extension.BY_NO_SET:
            return table
        case _:
            assert_never(rules.extension)


def _deadline_matters(rules: Rules) -> bool:
    """Whether anything comes of it when a table's time passes."""
    match rules.lockout, rules.extension, rules.vote:
        case (
            (Lockout.UNTIL_SET_OR_DEADLINE, _, _)
            | (_, Extension.BY_VOTE_OR_DEADLINE, _)
            | (_, _, Vote.END_AFTER_DEADLINE)
        ):
            return True
        case _:
            return False


def has_room(game: Game) -> bool:
    """Whether three more cards may come to the table: the deck has some, and there is room (R10)."""
    return may_extend(Table(game.table, game.deck), game.rules.deck)


def lay_more(game: Game, at: Millis) -> Step:
    """Three more cards without a claim: a step of the revision of its own."""
    revision = Revision(game.revision + 1)
    table = extend(Table(game.table, game.deck))
    moved = replace(game, revision=revision, laid=revision)
    return then((moved, (Extended(table.fresh),)), lambda after: lay(after, table, at))
