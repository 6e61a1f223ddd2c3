"""Claims: three cards offered, refused or judged."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import control, lockouts
from engine.events import ClaimJudged
from engine.game import Judged, Revision
from engine.laying import lay
from engine.no_set import cancel_penalty
from engine.penalties import charged
from engine.players import changed, entries
from engine.reasons import Reason
from engine.sets import is_set
from engine.step import refused, then
from engine.table import ROW, Table, slot_of, take
from engine.value import replace

if TYPE_CHECKING:
    from engine.card import Card
    from engine.commands import Claim
    from engine.game import Game, Player, Triple
    from engine.moment import Moment
    from engine.step import Step


def claim(game: Game, player: Player, command: Claim, moment: Moment) -> Step:
    """Judge a claim of a seated player, or refuse it without effect (R4, R6, R7)."""
    cards = _on_table(game, command.cards)
    if command.revision != game.revision:
        return refused(game, player.id, Reason.STALE, faster(game, command))
    if player.locked:
        return refused(game, player.id, Reason.LOCKED_OUT)
    refusal = control.refusal(game, player.id)
    if refusal is not None:
        return refused(game, player.id, refusal)
    if cards is None:
        return refused(game, player.id, Reason.NOT_THREE_CARDS)
    judged = _judge(game, player, cards, moment)
    noted = replace(
        game,
        players=entries(game, player.id, lambda entry: replace(entry, judged_at=moment.at, seen_at=moment.at)),
        active_at=moment.at,
        revision=judged.revision,
        last=judged,
        control=None,
    )
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


def _right(game: Game, judged: Judged) -> Step:
    """Take the set, free who is locked out, fill up the table, and end the round if that was all."""
    table = take(Table(game.table, game.deck), judged.cards)
    found = cancel_penalty(_with_set(game, judged), judged.player)
    freed = then(found, lockouts.after_set)
    return then(freed, lambda after: lay(after, table, judged.at))


def _with_set(game: Game, judged: Judged) -> Game:
    def with_set(player: Player) -> Player:
        return replace(player, score=player.score + 1, sets=player.sets + 1)

    return replace(game, players=entries(game, judged.player, with_set), taken=(*game.taken, judged))


def _wrong(game: Game, judged: Judged) -> Step:
    def wrong(player: Player) -> Player:
        return replace(charged(player, game.rules, judged.at), wrong=player.wrong + 1)

    return changed(game, judged.player, wrong), ()
