"""Why a command is refused: values, never exceptions."""

from __future__ import annotations

from enum import Enum


class Reason(Enum):
    """The reasons in the order in which the first that applies is told (R7), then those of other commands."""

    FINISHED = "finished"
    NOT_IN_GAME = "not-in-game"
    STALE = "stale"
    LOCKED_OUT = "locked-out"
    ANOTHER_HAS_CALLED = "another-has-called"
    NOT_THREE_CARDS = "not-three-cards"
    ROUND_OVER = "round-over"
    WAIT_TO_CALL = "wait-to-call"
    HANDICAP = "handicap"
    CALL_FIRST = "call-first"
    ALREADY_CALLED = "already-called"
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
    TABLE_FULL = "table-full"
    TOO_SOON = "too-soon"
    NOT_DEALER = "not-dealer"
    TOO_MANY_PLAYERS = "too-many-players"
    NOT_IN_RULES = "not-in-rules"
