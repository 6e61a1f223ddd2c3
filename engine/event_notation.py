"""One-line texts of events, and back."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from engine.events import (
    Called,
    ClaimJudged,
    Configured,
    ControlLost,
    DeadlinePassed,
    Dealt,
    Extended,
    Finished,
    Freed,
    HandicapSet,
    Joined,
    Left,
    NoSetSaid,
    Paused,
    PenaltyCancelled,
    Rejected,
    Resumed,
    RoundEnded,
    Started,
    Voted,
    VotePassed,
)
from engine.game import Finish, Loss
from engine.reasons import Reason
from engine.value_notation import judged_text, read_judged
from engine.words import Words, cards_words, flag, joined

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.events import Event

_OfSeats = Joined | Left | Started | Dealt | Configured | HandicapSet | Resumed | Rejected
_OfMoves = Called | ControlLost | ClaimJudged | Voted | VotePassed | NoSetSaid | PenaltyCancelled
_OfTable = Extended | Freed | DeadlinePassed | Paused | RoundEnded | Finished


def event_text(event: Event) -> str:
    """An event as a verb and what belongs to it; the inverse of `parse_event`."""
    match event:
        case Joined() | Left() | Started() | Dealt() | Configured() | HandicapSet() | Resumed() | Rejected():
            return _seats_text(event)
        case Called() | ControlLost() | ClaimJudged() | Voted() | VotePassed() | NoSetSaid() | PenaltyCancelled():
            return _moves_text(event)
        case Extended() | Freed() | DeadlinePassed() | Paused() | RoundEnded() | Finished():
            return _tables_text(event)
        case _:
            assert_never(event)


def _seats_text(event: _OfSeats) -> str:
    """What came of what those who sit there, or who lead, asked."""
    match event:
        case Joined(player, back):
            return joined(("joined", player, flag("back", there=back)))
        case Left(player, kicked_by):
            return f"left {player}" if kicked_by is None else f"left {player} by {kicked_by}"
        case Started(player):
            return f"started {player}"
        case Dealt(player, number):
            return f"dealt {player} round {number}"
        case Configured(player):
            return f"configured {player}"
        case HandicapSet(player, target, seconds):
            return f"handicap {player} {target} {seconds}"
        case Resumed(player):
            return f"resumed {player}"
        case Rejected():
            return _rejected_text(event)
        case _:
            assert_never(event)


def _rejected_text(event: Rejected) -> str:
    until = "" if event.until is None else f"until {event.until}"
    faster = "" if event.faster is None else f"faster {judged_text(event.faster)}"
    return joined(("rejected", event.player, event.reason.value, until, faster))


def _moves_text(event: _OfMoves) -> str:
    """What came of calls, claims and votes."""
    match event:
        case Called(player, taken_from):
            return f"called {player}" if taken_from is None else f"called {player} from {taken_from}"
        case ControlLost(player, why, at):
            return f"lost {player} {why.value} {at}"
        case ClaimJudged(judged):
            return f"judged {judged_text(judged)}"
        case Voted(player, agrees):
            return joined(("voted", player, "yes" if agrees else "no"))
        case VotePassed(at):
            return f"agreed {at}"
        case NoSetSaid(player, had_set):
            return joined(("no-set", player, "wrongly" if had_set else "rightly"))
        case PenaltyCancelled(player):
            return f"cancelled {player}"
        case _:
            assert_never(event)


def _tables_text(event: _OfTable) -> str:
    """What happened to the cards, to all, and by time."""
    match event:
        case Extended(cards):
            return joined(("extended", cards_words(cards)))
        case Freed(players):
            return joined(("freed", *players))
        case DeadlinePassed(at):
            return f"deadline {at}"
        case Paused(at):
            return f"paused {at}"
        case RoundEnded(number, why):
            return f"round {number} {why.value}"
        case Finished(why):
            return f"finished {why.value}"
        case _:
            assert_never(event)


def parse_event(text: str) -> Event:
    """The event of a text.

    Raises:
        NotationError: the text is none.
    """
    words = Words("event", text)
    return words.read(_READERS)


_READERS: dict[str, Callable[[Words], Event]] = {
    "joined": lambda words: Joined(words.player(), words.flag("back")),
    "left": lambda words: Left(words.player(), words.player() if words.flag("by") else None),
    "started": lambda words: Started(words.player()),
    "dealt": lambda words: Dealt(words.player(), words.number_named("round")),
    "configured": lambda words: Configured(words.player()),
    "handicap": lambda words: HandicapSet(words.player(), words.player(), words.number()),
    "called": lambda words: Called(words.player(), words.player() if words.flag("from") else None),
    "lost": lambda words: ControlLost(words.player(), words.member(Loss), words.instant()),
    "judged": lambda words: ClaimJudged(read_judged(words)),
    "extended": lambda words: Extended(words.cards()),
    "freed": lambda words: Freed(words.players()),
    "deadline": lambda words: DeadlinePassed(words.instant()),
    "voted": lambda words: Voted(words.player(), words.either("yes", "no")),
    "agreed": lambda words: VotePassed(words.instant()),
    "no-set": lambda words: NoSetSaid(words.player(), words.either("wrongly", "rightly")),
    "cancelled": lambda words: PenaltyCancelled(words.player()),
    "round": lambda words: RoundEnded(words.number(), words.member(Finish)),
    "paused": lambda words: Paused(words.instant()),
    "resumed": lambda words: Resumed(words.player()),
    "finished": lambda words: Finished(words.member(Finish)),
    "rejected": lambda words: Rejected(
        words.player(),
        words.member(Reason),
        until=words.instant() if words.flag("until") else None,
        faster=read_judged(words) if words.flag("faster") else None,
    ),
}
"""How each verb's words are read: from left to right, as Python evaluates arguments."""
