"""What can be found wrong, by kinds: a planted fault must be found by the kind that belongs to it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Kind(Enum):
    """What a violation breaks."""

    OVERWRITTEN = "a save took the place of one that its writer had not read"
    JUDGED_OTHERWISE = "the second referee judged a stored command otherwise"
    OTHER_GAME = "the second referee came to another game"
    OTHER_LOCKOUT = "the second referee locked out others"
    UNSEEN = "a claim was judged on a revision that its player had not seen"
    UPDATE_AGAIN = "an update was judged once more"
    PRESS_AGAIN = "a press, sent again, was judged once more"
    OTHER_CARDS = "a claim was of other cards than its player had picked"
    BUDGET = "a group got more than its budget"
    TWO_AT_ONCE = "two edited one message at once"
    LEFT_BEHIND = "a message was left behind with nobody to mend it"
    SHOWN_WRONG = "once all is quiet a message does not show the stored game"
    UNANSWERED = "a press was not answered"
    TOLD_WRONG = "somebody was told what is not so"
    NOT_HEARD = "what came from a player was forgotten where presence counts"
    FELL = "the service or the world fell"


@dataclass(frozen=True, slots=True)
class Violation:
    """Something that must not be."""

    kind: Kind
    what: str

    def __str__(self) -> str:
        return f"{self.kind.value}: {self.what}"
