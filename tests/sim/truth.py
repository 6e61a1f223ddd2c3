"""What somebody is told must be so: an answer to a press, held against what the press came to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.events import Called, ClaimJudged, Dealt, Joined, Left, NoSetSaid, Started, Voted

if TYPE_CHECKING:
    from engine.events import Event
    from tests.sim.inbox import Sent
    from tests.sim.ledger import Ledger

VERDICTS = {"SET! You have": True, "No set: you have": False}

SAID_OF: dict[str, type[Event] | tuple[type[Event], ...]] = {
    "You have called: pick three in": Called,
    "Yours by courtesy": Called,
    "You agree": Voted,
    "Taken back": Voted,
    "All agree": Voted,
    "You are in as": Joined,
    "Welcome back": Joined,
    "You have left": Left,
    "Go!": (Started, Dealt),
    "A set was there!": NoSetSaid,
    "Three more cards, one penalty": NoSetSaid,
}
"""What says that a press came to something, and to what."""

BUSY = "Not counted: press again"
IN_VAIN = ("Not counted", "faster:", "photo finish:")
"""What says that it came to nothing."""


def untrue(ledger: Ledger, sent: Sent, faults: list[str], text: str) -> str | None:
    """What is wrong with an answer to a press; None where it is true as far as can be known.

    `faults` are the calls that met one while the press was handled: who could not read the store cannot know.
    """
    landed, head = ledger.landed[sent.id], text.partition("\n")[0]
    for said, right in VERDICTS.items():
        if head.startswith(said) and right not in ledger.verdicts[sent.player]:
            return f"P{sent.player} heard {head!r}, and never had such a verdict"
    for said, event in SAID_OF.items():
        if head.startswith(said) and not any(isinstance(one, event) for one in landed):
            return f"P{sent.player} heard {head!r}, and it came to {landed}"
    if not head.startswith(IN_VAIN):
        return None
    lasting = ClaimJudged | Joined | NoSetSaid | Started
    counted = lasting | Called if head.startswith(BUSY) else lasting  # a call may be taken over by courtesy
    told = [one for one in landed if isinstance(one, counted)]
    unread = any(name.startswith("store.") and name != "store.save" for name in faults)
    return f"P{sent.player} heard {head!r}, and it came to {told}" if told and not unread else None
