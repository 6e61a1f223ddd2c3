"""How many calls a tap and a claim cost, counted on the real service."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.game import Millis
from engine.sets import find_sets
from engine.value import replace
from handler.store.sqlite import SqliteStore
from tests.bench.bar import Bar
from tests.group import Group

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterator

    from tests.group import Post

IDS = ("tap-calls", "claim-calls")

SEEN: list[tuple[int, int, int, int]] = []
"""Of each tap: round trips one after another, reads, writes, Bot API calls."""


class Waves:
    """A store that counts round trips one after another: calls that run side by side are one."""

    def __init__(self, inner: Any) -> None:
        self.inner = inner
        self.under_way = 0
        self.reads = self.writes = self.waves = 0

    def reset(self) -> None:
        self.reads = self.writes = self.waves = 0

    def __getattr__(self, name: str) -> Callable[..., Coroutine[Any, Any, Any]]:
        method = getattr(self.inner, name)

        async def counted(*args: Any, **kwargs: Any) -> Any:
            self.waves += self.under_way == 0
            reads = name.startswith(("load", "last"))
            self.reads, self.writes = self.reads + reads, self.writes + (not reads)
            self.under_way += 1
            try:
                return await method(*args, **kwargs)
            finally:
                self.under_way -= 1

        return counted


def bars() -> Iterator[Bar]:
    """Both bars, over one game."""
    with tempfile.TemporaryDirectory() as folder:
        clock: list[Group] = []
        store = SqliteStore(Path(folder) / "bench.sqlite", lambda: clock[0].now if clock else Millis(0))
        waves = Waves(store)
        group = Group(waves)  # type: ignore[arg-type]
        clock.append(group)
        group.start("Ana", "Ben")
        yield _taps(group, waves)
        yield _claim(group)
        group.close()
        store.close()


def _taps(group: Group, waves: Waves) -> Bar:
    """Pick, unpick, three picks, a fourth, and a card that was taken from under the tap."""
    old, found = group.table, find_sets(group.game().table)[0]
    gone = str(group.game().table.index(found[0]) + 1)
    for label in ("1", "1", "2", "3", "4", "5"):
        _tap(group, waves, label, old)
    group.claim("Ben", found)
    _tap(group, waves, gone, old)
    worst, reads, writes, calls = (max(counts) for counts in zip(*SEEN, strict=True))
    counted = f"reads {reads}, writes {writes} side by side, Bot API calls {calls}"
    kept = reads <= 1 and writes <= 1 and calls == 0
    told = f"round trips to the store one after another for pick, unpick, fourth pick and card gone: at most {counted}"
    return Bar("tap-calls", worst if kept else float("inf"), 1, at_least=False, compared=told)


def _tap(group: Group, waves: Waves, label: str, old: Post) -> None:
    group.later(1)
    waves.reset()
    group.telegram.calls.clear()
    group.press("Ana", label, old)
    SEEN.append((waves.waves, waves.reads, waves.writes, sum(group.telegram.calls.values())))


def _claim(group: Group) -> Bar:
    """Store calls before the toast of a claim without a conflict leaves, by SET! or by a third pick."""
    group.pick("Ben", find_sets(group.game().table)[0])
    by_set = _judged(group, "SET!")
    group.change(lambda game: replace(game, rules=replace(game.rules, quick_claim=True)))
    found = find_sets(group.game().table)[0]
    group.pick("Ben", found[:2])
    by_pick = _judged(group, str(group.game().table.index(found[2]) + 1))
    kept = all(claim.kept for claim in (by_set, by_pick))
    told = (
        f"store calls before a claim's toast leaves, of {by_set.in_all} in all; Bot API calls {by_set.calls}; "
        f"by a third pick {by_pick.before} of {by_pick.in_all}; Bot API calls {by_pick.calls}"
    )
    worst = max(by_set.before, by_pick.before)
    return Bar("claim-calls", worst if kept else float("inf"), 3, at_least=False, compared=told)


@dataclass(frozen=True, slots=True)
class _Claim:
    """What a judged claim cost: store calls before its toast left and in all, and calls to the Bot API."""

    before: int
    in_all: int
    calls: dict[str, int]
    verdict: str

    @property
    def kept(self) -> bool:
        """Whether it was a right claim that cost one answer and one edit."""
        return self.verdict.startswith("SET!") and self.calls == {"answer": 1, "edit_photo": 1}


def _judged(group: Group, label: str) -> _Claim:
    """Press the button that claims, and count."""
    group.store.reset()
    group.telegram.calls.clear()
    before: list[int] = []
    answer = group.telegram.answer

    async def noted(query: str, text: str, *, alert: bool = False) -> None:
        before.append(sum(group.store.calls.values()))
        await answer(query, text, alert=alert)

    group.telegram.answer = noted  # type: ignore[method-assign]
    told = group.press("Ben", label)
    group.later(1)
    group.telegram.answer = answer  # type: ignore[method-assign]
    return _Claim(before[0] if before else 0, sum(group.store.calls.values()), dict(group.telegram.calls), told.text)
