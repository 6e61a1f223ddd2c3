"""What SET! asks of a game, a call or a claim of what is picked, and when a third pick asks the same. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from engine import commands
from engine.events import ClaimJudged
from engine.notation import parse_event
from engine.picking import third_claims
from engine.rules import Claiming
from handler.picks import REPEAT_MS, TapResult, fold

if TYPE_CHECKING:
    from engine.card import Card
    from engine.game import Game, Judged, Millis, PlayerId, Revision
    from engine.rules import Rules
    from handler.picks import Folded
    from handler.ports import Picks, Stored, Tap

ALL = 3
"""So many cards are a claim."""


def calls_first(rules: Rules) -> bool:
    """Whether SET! comes before the cards."""
    match rules.claiming:
        case Claiming.PICK_FIRST:
            return False
        case Claiming.CALL_FIRST:
            return True
        case _:
            assert_never(rules.claiming)


def asked_by_set(
    game: Game, picks: Picks, player: PlayerId, revision: Revision, now: Millis
) -> commands.Call | commands.Claim:
    """The command that SET! is: a call where that comes first, unless a caller has picked all three already."""
    as_of = revision if revision < game.revision else None
    cards = fold(picks, game, player, now, as_of).cards
    called = game.control is not None and game.control.player == player
    if calls_first(game.rules) and not (called and len(cards) == ALL):
        return commands.Call(player, revision)
    return commands.Claim(player, cards, revision)


def is_third(game: Game, card: Card, folded: Folded) -> bool:
    """Whether a tap on a card was the third pick, and by the rules a claim with that."""
    picked = folded.result is TapResult.PICKED and len(folded.cards) == ALL and card in folded.cards
    return picked and third_claims(game.rules)


def done_since(stored: Stored, picks: Picks, player: PlayerId, revision: Revision) -> Judged | None:
    """The last verdict on a player's claim since a revision, where that player has tapped no card after it.

    Others may have claimed after it.
    """
    events = (parse_event(answered.event) for answered in stored.answered if answered.player == player)
    verdicts = [event.judged for event in events if isinstance(event, ClaimJudged)]
    last = stored.game.last
    known = [*verdicts, last] if last is not None and last.player == player else verdicts
    own = max(known, key=lambda judged: judged.revision, default=None)
    if own is None or own.revision <= revision or any(tap.at > own.at for tap in picks.taps):
        return None
    return own


def verdict_again(stored: Stored, player: PlayerId, tap: Tap, now: Millis) -> Judged | None:
    """The verdict that a third pick has had already, where the same tap comes again under its own or a new id."""
    last = stored.game.last
    if not third_claims(stored.game.rules) or last is None:
        return None
    if last.player == player and tap.card in last.cards and now - last.at < REPEAT_MS:
        return last
    for answered in stored.answered:
        if answered.player == player and answered.update == tap.update:
            event = parse_event(answered.event)
            return event.judged if isinstance(event, ClaimJudged) else None
    return None
