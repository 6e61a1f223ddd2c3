"""What can become of a call to the outside: by what it is called on, and of Telegram by what it says."""

from __future__ import annotations

import inspect
import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from handler.ports import Store
from tests.wire import Refused

if TYPE_CHECKING:
    from collections.abc import Mapping

DATA = Path(__file__).parents[1] / "data" / "refusals.json"

DIES = ("dies before", "dies after")
"""The process is gone before the call has left, or once it has been done."""

SILENT = ("timeout", "timeout, landed")
"""No answer comes, and the call was not done, or was."""

STORE = (*DIES, *SILENT, "throttled", "unavailable")
READS = ("load", "last_taps")
"""What the store's methods begin with that change nothing: whether such a call landed makes no difference."""

CONDITIONAL = {"expected", "owner", "count"}
"""Parameters of the store's methods that another writer may make untrue: such a call can meet a conflict."""

QUEUE = (*DIES, *SILENT, "refused")
TELEGRAM = (*DIES, *SILENT, "late", "cut", "cut, landed", "malformed")
"""`late` answers after everybody's patience; `cut` is a connection that breaks."""


@dataclass(frozen=True)
class Refusal:
    """One of Telegram's: what it says of which methods, where (in a group, a topic, in private), and what that means.

    `failures` are the numbers in docs/failures.md.
    """

    failures: tuple[int, ...]
    code: int
    description: str
    methods: tuple[str, ...]
    means: str = ""
    where: str = ""
    parameters: Mapping[str, int] | None = None

    @property
    def answer(self) -> Refused:
        return Refused(self.code, self.description, dict(self.parameters) if self.parameters else None)


@dataclass(frozen=True)
class Fault:
    """What happens to a call; `refusal` where Telegram says no."""

    name: str
    refusal: Refusal | None = None


@cache
def refusals() -> tuple[Refusal, ...]:
    """All that Telegram may say."""
    return tuple(Refusal(**{**row, "failures": tuple(row["failures"])}) for row in json.loads(DATA.read_text()))


def faults_of(call: str, where: str) -> tuple[Fault, ...]:
    """The faults that a call can meet: `store.save`, `queue.wake`, `telegram.sendPhoto`; in a `group`, `topic`, ..."""
    port, method = call.split(".")
    match port:
        case "store":
            reads = method.startswith(READS)
            names = tuple(name for name in STORE if not (reads and name == "timeout, landed"))
            names += ("conflict",) if _is_conditional(method) else ()
        case "queue":
            names = QUEUE
        case _:
            names = TELEGRAM
    said = [one for one in refusals() if port == "telegram" and method in one.methods and _happens(one, where)]
    return (*map(Fault, names), *(Fault(f"{one.code} {one.description}", one) for one in said))


def _happens(refusal: Refusal, where: str) -> bool:
    return refusal.where in ("", where) or (refusal.where == "group" and where == "topic" and refusal.means != "moved")


def _is_conditional(method: str) -> bool:
    parameters: Mapping[str, Any] = inspect.signature(getattr(Store, method)).parameters
    return bool(CONDITIONAL & {*parameters})
