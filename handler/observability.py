"""One JSON line for each thing handled. Never a token, secret, name, text or body."""

from __future__ import annotations

import json
import logging
import re
import sys
from typing import TextIO

FAULT, ERROR, DEAD = "fault", "error", "dead"
"""Kinds of lines that an operator should see: a fault that was survived, a mistake of the code, a wake put aside.

The alarm `faults` of infra/aws/template.yaml counts them; a test holds its filters to what is written here.
"""


class Log:
    """Writes lines; the Lambda's standard output is its log."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self._stream = stream

    def line(self, kind: str, **fields: object) -> None:
        """One line: what it was, and its fields."""
        stream = self._stream or sys.stdout
        stream.write(json.dumps({"kind": kind, **fields}, separators=(",", ":"), default=str) + "\n")
        stream.flush()

    def report(self, why: str) -> None:
        """A fault that was survived."""
        self.line(FAULT, why=why)


TALKATIVE = ("httpx", "httpcore", "telegram", "botocore", "boto3", "urllib3")
"""Libraries that tell addresses, in which Telegram's has the token, and bodies."""


def hush() -> None:
    """Let libraries tell what went wrong and nothing less, whatever level the root was given."""
    for name in TALKATIVE:
        logging.getLogger(name).setLevel(logging.WARNING)


_QUOTED = re.compile(r"\"[^\"]*\"|(?<!\w)'[^']*'")


def unquoted(text: str) -> str:
    """What others say of a fault, without what they quote: that may be somebody's."""
    return _QUOTED.sub("...", text)


def place(error: BaseException) -> str:
    """Where an error was raised: its type, file and line, and nothing of what it said."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None:
        return type(error).__name__
    return f"{type(error).__name__} at {trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}"
