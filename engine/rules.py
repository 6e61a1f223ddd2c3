"""The rules of a game as data: each choice is a field, each system a value."""

from __future__ import annotations

from enum import Enum

from engine.look import Design, Look, Palette
from engine.value import Value


class Claiming(Enum):
    """What comes first, the cards or the call."""

    PICK_FIRST = "pick"
    CALL_FIRST = "call"


class Lockout(Enum):
    """What a wrong claim bars a player from, and until when."""

    UNTIL_SET_OR_DEADLINE = "set-or-deadline"
    UNTIL_ANOTHERS_SET = "anothers-set"
    NO_SECOND_CALL = "no-second-call"
    """No lockout, but a wait: until another's call or a change of the cards, at most twice `call_seconds`."""
    NONE = "none"


class Extension(Enum):
    """How three more cards come to a table while the deck has some."""

    AUTOMATIC = "automatic"
    BY_VOTE = "vote"
    BY_VOTE_OR_DEADLINE = "vote-or-deadline"
    BY_NO_SET = "no-set"
    """A player says "No set", and a penalty of one set is noted."""


class Vote(Enum):
    """When the players present may agree to end a game (or a round) whose deck is empty."""

    END_AFTER_DEADLINE = "end-after-deadline"
    END = "end"
    NONE = "none"


class Ending(Enum):
    """What ends a game (or a round) whose deck is empty."""

    NO_SET_LEFT = "no-set-left"
    BY_AGREEMENT = "by-agreement"


class Ranking(Enum):
    """How those who left are ranked, and what leaving costs."""

    LEAVERS_LAST = "leavers-last"
    """Behind all who stayed; points above zero are lost; a game that leaves one player alone is over."""
    BY_SCORE = "by-score"
    """As if they had stayed, with all points; the game goes on while anyone is left."""


class Rounds(Enum):
    """How often the deck is played through."""

    ONE = "one"
    MATCH = "match"
    """Once for each who sits there at the start, who deals it."""


class DeckKind(Enum):
    """Which cards are played with."""

    FULL = "full"
    EASY = "easy"


class Rules(Value):
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
    quick_claim: bool = False
    """Whether the third pick claims, without SET!; where a call comes first it always does."""
    score_floor: int | None = None
    """How low `wrong_points` may bring a score; None for no bound."""
    call_seconds: int = 10
    courtesy_ms: int = 0
    """How long after a first call one from a strictly lower score takes control over; 0 for never."""
    handicaps: bool = False
    """Whether the starter may give players seconds that they wait after each change of the cards before they call."""
    rounds: Rounds = Rounds.ONE


RACE = Rules("race")
"""Pick three, then press SET!: the default, refereed as the online source text says."""

CLASSIC = Rules(
    "classic",
    wrong_points=0,
    lockout=Lockout.UNTIL_ANOTHERS_SET,
    extension=Extension.BY_VOTE_OR_DEADLINE,
    vote=Vote.END,
)
"""No points lost, but locked out until another's set; the players or the deadline bring more cards."""

CALL = Rules(
    "call",
    claiming=Claiming.CALL_FIRST,
    lockout=Lockout.NO_SECOND_CALL,
    extension=Extension.BY_VOTE,
    vote=Vote.END,
)
"""SET! first: it gives control of the table for ten seconds. A match is an option."""

FAMILY = Rules(
    "family",
    claiming=Claiming.CALL_FIRST,
    lockout=Lockout.NO_SECOND_CALL,
    extension=Extension.BY_VOTE,
    vote=Vote.END,
    ending=Ending.BY_AGREEMENT,
    ranking=Ranking.BY_SCORE,
    score_floor=0,
    call_seconds=8,
    courtesy_ms=700,
    handicaps=True,
)
"""As `CALL`, kinder: courtesy to whoever has less, handicaps, and coming and going as one likes."""

SOLO = Rules(
    "solo",
    lockout=Lockout.NONE,
    extension=Extension.BY_NO_SET,
    vote=Vote.NONE,
    min_players=1,
    max_players=1,
    quick_claim=True,
)
"""One player against the deck, who says "No set" at the price of a penalty."""

SYSTEMS: dict[str, Rules] = {rules.system: rules for rules in (RACE, CLASSIC, CALL, FAMILY, SOLO)}

DEFAULT_LOOKS: dict[str, Look] = dict.fromkeys(SYSTEMS, Look()) | {CLASSIC.system: Look(Design.MODERN, Palette.MODERN)}
"""How each system's cards look unless something else is chosen: as in the box its rules come from."""
