"""Why a command is refused: values, never exceptions."""

from __future__ import annotations

from enum import Enum


class Reason(Enum):
    """The reasons in the order in which the first that applies is told (R7), then those of other commands."""

    FINISHED = "finished"
    NOT_IN_GAME = "not-in-game"
    STALE = "stale"
    LOCKED_OUT = "locked-out"
    NOT_THREE_CARDS = "not-three-cards"
    NOT_STARTED = "not-started"
    ALREADY_STARTED = "already-started"
    ALREADY_IN = "already-in"
    SEATS_TAKEN = "seats-taken"
    TOO_FEW_PLAYERS = "too-few-players"
    NO_RIGHT = "no-right"
    NO_SUCH_PLAYER = "no-such-player"
    NOT_AWAY = "not-away"
    KICKED = "kicked"
    NO_VOTE_NOW = "no-vote-now"
    TOO_SOON = "too-soon"
