"""What a cell comes to, in one word: right away, after what people do next, or otherwise with a reason; or wrong."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tests.matrix.interfering import OTHER
from tests.matrix.seen import DURATION

if TYPE_CHECKING:
    from tests.matrix.case import Case
    from tests.matrix.faults import Fault
    from tests.matrix.scene import Played

WORDS = {
    "same": "as if nothing had failed, by redelivery, a retry or a wake",
    "again": "as if nothing had failed, once the person who was told nothing or “press again” did it again",
    "tap": "the next tap brings the message up to date",
    "twice": "an answer to a command stands there twice, or the end was told twice: whether it was sent is not known",
    "left": "a message that gave way to a newer one could not be deleted: it stands, and its buttons answer",
    "words": "pictures are refused: the table is in words, with the same buttons",
    "unsaid": "an answer was not sent, or a menu not edited: what was done or chosen holds, and the table shows it",
    "muted": "the bot may not write: the game is right, its message ten minutes later",
    "ended": "the bot is out of the group: the game has ended, once",
    "moved": "the group moved: the game goes on there, with its message",
    "blocked": "a person blocked the bot: the game is right, and nothing more is sent",
    "other's": "somebody else opened a lobby a moment before: that one stands",
}


@dataclass(frozen=True)
class Verdict:
    """An outcome of `WORDS`, or "WRONG" and why."""

    word: str
    why: str = ""

    @property
    def right(self) -> bool:
        return self.word != "WRONG"


def judge(case: Case, call: str, fault: Fault, expected: Played, played: Played) -> Verdict:
    """How a cell ended, held against the same without a fault."""
    if not played.met:
        return Verdict("WRONG", "the call was not made again: the world is not the same each time")
    if played.violations:
        return Verdict("WRONG", played.violations[0])
    if _told_otherwise(expected, played):
        return Verdict("WRONG", f"told {played.told[0]!r} and not {expected.told[0]!r}")
    if played.lasting in ("out", "blocked", "muted", "moved"):
        return _lasting(case, expected, played)
    if played.tapped.wrong is not None and expected.tapped.wrong is None:
        return Verdict("WRONG", played.tapped.wrong)
    if not expected.quiet.differs(played.quiet) and played.quiet.wrong == expected.quiet.wrong:
        return Verdict("again" if played.repeated else "same")
    differs = expected.tapped.differs(played.tapped)
    if not differs:
        return Verdict("tap")
    if fault.name == "conflict" and played.tapped.starter == OTHER:
        return Verdict("other's")
    if differs == ["posts"]:
        return _posts(case, call, fault, expected, played)
    return Verdict("WRONG", f"{differs[0]}: {_difference(expected, played, differs[0])}")


def _told_otherwise(expected: Played, played: Played) -> bool:
    """Whether a press that nobody had to repeat was told another thing than without the fault."""
    if played.lasting or played.repeated or not expected.told or not played.told or played.tapped.starter == OTHER:
        return False
    return DURATION.sub("#", played.told[0]) != DURATION.sub("#", expected.told[0])


def _lasting(case: Case, expected: Played, played: Played) -> Verdict:
    """Where the chat itself is no longer what it was."""
    del case
    seen = played.tapped
    if played.lasting == "out":
        return Verdict("ended") if seen.finished else Verdict("WRONG", "the game goes on where the bot is not")
    if played.lasting == "moved":
        over = not expected.tapped.games or expected.tapped.finished
        right = seen.wrong is None and (over or len(seen.games) != 1)  # what is not open is asked for there
        return Verdict("moved") if right else Verdict("WRONG", f"moved: {seen.wrong} {len(seen.games)}")
    differs = [name for name in expected.tapped.differs(seen) if name != "posts"]
    waits = any(told.startswith("Not counted") for told in played.told)  # until the last game's end is told
    if differs and not waits:
        return Verdict("WRONG", f"{differs[0]}: {_difference(expected, played, differs[0])}")
    if played.lasting == "muted" and played.at_last is not None:
        return Verdict("WRONG", played.at_last)
    return Verdict(played.lasting)


def _posts(case: Case, call: str, fault: Fault, expected: Played, played: Played) -> Verdict:
    """All is right but which messages stand there."""
    more, fewer = played.tapped.posts - expected.tapped.posts, expected.tapped.posts - played.tapped.posts
    if played.lasting == "no pictures" or (fault.refusal is not None and fault.refusal.failures == (14,)):
        return Verdict("words")
    known = all(post in expected.tapped.posts for post in more)
    if more and not fewer and known:
        return Verdict("twice")
    if not fewer and not any(labels for _, _, _, labels, _ in more):  # where the table is, told once more
        return Verdict("again" if played.repeated else "tap")
    texts = not any(picture for _, picture, *_ in more) and all(picture for _, picture, *_ in fewer)
    if call == "telegram.sendPhoto" and fault.refusal is not None and more and texts:
        return Verdict("words")
    answers = not any(labels for _, _, _, labels, _ in fewer)
    if (call == "telegram.editMessageText" and case.is_a_menu) or (
        call == "telegram.sendMessage" and answers and not more
    ):
        return Verdict("unsaid")
    if more and not fewer and call == "telegram.deleteMessage":
        return Verdict("left")
    return Verdict("WRONG", f"{call}: too many {[*more]}, too few {[*fewer]}")


def _difference(expected: Played, played: Played, name: str) -> str:
    return f"{getattr(played.tapped, name)} and not {getattr(expected.tapped, name)}"


__all__ = ["WORDS", "Verdict", "judge"]
