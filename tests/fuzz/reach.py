"""Which lines and branches of ours a throw reaches that none did before."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import CodeType, FrameType

ROOT = Path(__file__).resolve().parents[2]
OURS = (f"{ROOT}/handler/", f"{ROOT}/engine/")


class Reach:
    """Counts places that were reached; `fresh` those since it was last asked."""

    def __init__(self) -> None:
        self.places: set[tuple[str, int, int]] = set()
        self._asked = 0

    def fresh(self) -> int:
        """How many places were reached for the first time since this was last asked."""
        count = len(self.places) - self._asked
        self._asked = len(self.places)
        return count

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Watch what runs in this block, in this thread. Python 3.12 and later do it at almost no cost."""
        with self._monitored() if sys.version_info >= (3, 12) else self._traced():
            yield

    @contextmanager
    def _traced(self) -> Iterator[None]:
        def local(frame: FrameType, event: str, _: object) -> Any:
            if event == "line":
                self.places.add((frame.f_code.co_filename, frame.f_lineno, 0))
            return local

        def calls(frame: FrameType, _event: str, _: object) -> Any:
            return local if frame.f_code.co_filename.startswith(OURS) else None

        before = sys.gettrace()
        sys.settrace(calls)
        try:
            yield
        finally:
            sys.settrace(before)

    @contextmanager
    def _monitored(self) -> Iterator[None]:
        watch: Any = sys.monitoring  # type: ignore[attr-defined,unused-ignore]
        events = watch.events

        def line(code: CodeType, number: int) -> object:
            if code.co_filename.startswith(OURS):
                self.places.add((code.co_filename, number, 0))
            return watch.DISABLE

        def branch(code: CodeType, start: int, end: int) -> object:
            if not code.co_filename.startswith(OURS):
                return watch.DISABLE
            self.places.add((f"{code.co_filename}:{code.co_firstlineno}", start, end))
            return None  # the other way out of it is still to be seen

        watch.use_tool_id(watch.PROFILER_ID, "fuzz")
        try:
            watch.register_callback(watch.PROFILER_ID, events.LINE, line)
            watch.register_callback(watch.PROFILER_ID, events.BRANCH, branch)
            watch.set_events(watch.PROFILER_ID, events.LINE | events.BRANCH)
            yield
        finally:
            watch.set_events(watch.PROFILER_ID, 0)
            watch.free_tool_id(watch.PROFILER_ID)
