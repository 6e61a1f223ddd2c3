"""A handler process that also tells how many calls to its store each event took, as a line of its log."""

from __future__ import annotations

import json
import sys
from collections import Counter
from typing import TYPE_CHECKING, Any

from botocore.client import BaseClient

from infra.local.handlers import process

if TYPE_CHECKING:
    from collections.abc import Mapping

CALLS: Counter[str] = Counter()


def _count() -> None:
    """Have every call of an AWS client counted by its name."""
    made = BaseClient._make_api_call

    def counted(self: BaseClient, name: str, given: dict[str, Any]) -> Any:
        CALLS[name] += 1
        return made(self, name, given)

    BaseClient._make_api_call = counted


def _told(handler: process.Handler) -> process.Handler:
    def handle(event: process.Event, context: object) -> Mapping[str, Any]:
        CALLS.clear()
        answer = handler(event, context)
        sys.stdout.write(json.dumps({"kind": "store", "calls": dict(CALLS)}) + "\n")
        sys.stdout.flush()
        return answer

    return handle


def main() -> None:
    """Serve as any handler process does."""
    _count()
    serving = process.serving
    process.serving = lambda handler, port=0: serving(_told(handler), port)
    process.main()


if __name__ == "__main__":
    main()
