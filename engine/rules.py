"""The rules of a game as data: each choice is a field, each system a value."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Claiming(Enum):
    """What comes first, the cards or the call."""

    PICK_FIRST = "pick"


class Lockout(Enum):
    """What a wrong claim bars a player from, and until when."""

    UNTIL_SET_OR_DEADLINE = "set-or-deadline"


class Extension(Enum):
    """How three more cards come to a table."""

    AUTOMATIC = "automatic"


class Vote(Enum):
    """What the players present may agree on."""

    END_AFTER_DEADLINE = "end-after-deadline"


class Ending(Enum):
    """What ends a game whose deck is empty."""

    NO_SET_LEFT = "no-set-left"


class Ranking(Enum):
    """How those who left are ranked."""

    LEAVERS_LAST = "leavers-last"


class DeckKind(Enum):
    """Which cards are played with."""

    FULL = "full"
    EASY = "easy"


@dataclass(frozen=True, slots=True)
class Rules:
    """What is played. Seconds are whole seconds; `wrong_points` is added to the score of a wrong claimer."""

    system: str
    deck: DeckKind = DeckKind.FULL
    claiming: Claiming = Claiming.PICK_FIRST
    wrong_points: int = -1
    lockout: Lockout = Lockout.UNTIL_SET_OR_DEADLINE
    extension: Extension = Extension.AUTOMATIC
    vote: Vote = Vote.END_AFTER_DEADLINE
    ending: Ending = Ending.NO_SET_LEFT
    ranking: Ranking = Ranking.LEAVERS_LAST
    table_seconds: int = 120
    away_seconds: int = 120
    min_players: int = 2
    max_players: int = 8


RACE = Rules(system="race")
"""Pick three, then press SET!: the default, refereed as the online source text says."""

SYSTEMS: dict[str, Rules] = {rules.system: rules for rules in (RACE,)}
