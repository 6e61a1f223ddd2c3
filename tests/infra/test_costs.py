"""The table of costs in the operator's manual, held to calls that are counted here."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from engine.sets import find_sets
from tests.handler.conftest import group_at

if TYPE_CHECKING:
    from tests.group import Group

MANUAL = Path(__file__).parents[2] / "docs" / "operations.md"
WRITES = {"save", "add_tap", "note_picks", "take_lease", "put_view", "save_budget", "compact_picks", "save_notes"}


def counted(group: Group) -> tuple[int, int, int]:
    """Reads, writes and sends or edits since the last look."""
    calls = group.store.calls
    writes = sum(number for name, number in calls.items() if name in WRITES)
    found = calls.total() - writes, writes, group.telegram.sends_and_edits()
    group.store.reset()
    group.telegram.calls.clear()
    return found


def test_the_manual_tells_the_calls_of_a_tap_and_of_a_claim_as_they_are(tmp_path: Path) -> None:
    group, store = group_at(tmp_path / "games.sqlite", per_minute=20)
    group.start("Ana", "Ben")
    group.later(30)
    game = group.game()
    cards = find_sets(game.table)[0]
    for card in cards[:2]:
        group.press("Ana", str(game.table.index(card) + 1))
        group.later(1)
    counted(group)
    group.press("Ana", str(game.table.index(cards[2]) + 1))
    tap = counted(group)
    group.later(1)
    group.press("Ana", "SET!")
    claim = counted(group)
    group.close()
    store.close()
    rows = re.findall(r"^\| (a tap|a right claim) \| (\d+) \| (\d+) \| (\d+) \|", MANUAL.read_text(), re.MULTILINE)
    assert {name: tuple(map(int, numbers)) for name, *numbers in rows} == {"a tap": tap, "a right claim": claim}
