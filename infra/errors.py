"""Errors of the operator's commands: each says what to do.

OperationFailure    Telegram or AWS refuses what a command asked for
"""

from handler.errors import HandlerError


class OperationFailure(HandlerError):
    """A command cannot be carried out: the text says what to do."""
