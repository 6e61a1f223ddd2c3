"""One-line texts of events, and back."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from engine.events import (
    ClaimJudged,
    DeadlinePassed,
    Extended,
    Finished,
    Freed,
    Joined,
    Left,
    Paused,
    Rejected,
    Resumed,
    Started,
    Voted,
)
from engine.game import Finish
from engine.reasons import Reason
from engine.value_notation import judged_text, read_judged
from engine.words import Words, cards_words, flag, joined

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.events import Event


def event_text(event: Event) -> str:
    """An event as a verb and what belongs to it; the inverse of `parse_event`."""
    match event:
        case Joined() | Left() | Started() | Voted() | Resumed() | Rejected():
            return _players_text(event)
        case ClaimJudged() | Extended() | Freed() | DeadlinePassed() | Paused() | Finished():
            return _tables_text(event)
        case _:
            assert_never(event)


def _players_text(event: Joined | Left | Started | Voted | Resumed | Rejected) -> str:
    match event:
        case Joined(player, back):
            return joined(("joined", player, flag("back", there=back)))
        case Left(player, kicked_by):
            return f"left {player}" if kicked_by is None else f"left {player} by {kicked_by}"
        case Started(player):
            return f"started {player}"
        case Voted(player, agrees):
            return joined(("voted", player, "yes" if agrees else "no"))
        case Resumed(player):
            return f"resumed {player}"
        case Rejected(player, reason, faster):
            return f"rejected {player} {reason.value}" + (f" faster {judged_text(faster)}" if faster else "")
        case _:
            assert_never(event)


def _tables_text(event: ClaimJudged | Extended | Freed | DeadlinePassed | Paused | Finished) -> str:
    match event:
        case ClaimJudged(judged):
            return f"judged {judged_text(judged)}"
        case Extended(cards):
            return joined(("extended", cards_words(cards)))
        case Freed(players):
            return joined(("freed", *players))
        case DeadlinePassed(at):
            return f"deadline {at}"
        case Paused(at):
            return f"paused {at}"
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
    "judged": lambda words: ClaimJudged(read_judged(words)),
    "extended": lambda words: Extended(words.cards()),
    "freed": lambda words: Freed(words.players()),
    "deadline": lambda words: DeadlinePassed(words.instant()),
    "voted": lambda words: Voted(words.player(), words.either("yes", "no")),
    "paused": lambda words: Paused(words.instant()),
    "resumed": lambda words: Resumed(words.player()),
    "finished": lambda words: Finished(words.member(Finish)),
    "rejected": lambda words: Rejected(
        words.player(), words.member(Reason), read_judged(words) if words.flag("faster") else None
    ),
}
"""How each verb's words are read: from left to right, as Python evaluates arguments."""
