"""A second referee: small, slow, plainly written, and sharing nothing with the engine that it is held against.

A card is a 4-tuple of 0..2, a command a tuple of a word and what it needs, an instant a number of milliseconds. Every
rule is written out where it applies, nothing is cached, and time passes instant by instant.

    ("start", player, deck, admin)   ("claim", player, cards, revision)   ("join", player, name, readmit)
    ("deal", player, deck, admin)    ("call", player, revision)           ("leave", player)
    ("stop", player, admin, anew)    ("vote", player, revision)           ("kick", player, target, admin)
    ("touch", player)                ("no set", player, revision)         ("tick",)
    ("handicap", player, target, seconds, admin)                          ("configure", player, system, choices, admin)
"""

from tests.referee.call import Call
from tests.referee.cards import ALL_CARDS, Card, holds_a_set, is_set, sets_among, third
from tests.referee.classic import Classic
from tests.referee.family import Family
from tests.referee.race import Race
from tests.referee.shared import Command, Referee
from tests.referee.solo import Solo
from tests.referee.state import HOUR, MINUTE, SECOND, Choices, Control, Entry, Taken

SYSTEMS: dict[str, type[Referee]] = {"race": Race, "classic": Classic, "call": Call, "family": Family, "solo": Solo}


def referee(system: str, starter: int = 1, name: str = "P1", now: int = 0, choices: Choices | None = None) -> Referee:
    """A referee of a system, with its usual choices or others, who has just opened the lobby."""
    return SYSTEMS[system](starter, name, now, choices, SYSTEMS)


__all__ = [
    "ALL_CARDS",
    "HOUR",
    "MINUTE",
    "SECOND",
    "SYSTEMS",
    "Call",
    "Card",
    "Choices",
    "Classic",
    "Command",
    "Control",
    "Entry",
    "Family",
    "Race",
    "Referee",
    "Solo",
    "Taken",
    "holds_a_set",
    "is_set",
    "referee",
    "sets_among",
    "third",
]
