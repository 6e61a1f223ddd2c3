"""The crash matrix: it covers what there is, every cell it plays here ends right, and it finds what is planted."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING
from unittest.mock import patch

import pytest

import handler.judging
import handler.service
from handler.callback_data import Action
from handler.command_list import LIST
from tests.matrix.cases import all_cases
from tests.matrix.faults import faults_of, refusals
from tests.matrix.judging import WORDS
from tests.matrix.running import cells
from tests.matrix.scene import Scene
from tests.matrix.table import SIGNS, legend, table
from tests.sim.running import app

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from tests.matrix.case import Case
    from tests.matrix.running import Cell

pytestmark = pytest.mark.filterwarnings("ignore::telegram.warnings.PTBDeprecationWarning")
"""The library's own, of how it tells a wait."""

METHODS = {
    "sendMessage",
    "sendPhoto",
    "editMessageText",
    "editMessageCaption",
    "editMessageMedia",
    "deleteMessage",
    "answerCallbackQuery",
    "getChat",
    "getChatAdministrators",
}


def named(name: str) -> Case:
    [case] = [case for case in all_cases() if case.name == name]
    return case


@cache
def recorded() -> dict[str, Scene]:
    """Every kind of update with nothing in its way."""
    played = {}
    for case in all_cases():
        played[case.name] = scene = Scene(app(), case)
        scene.play()
        assert (scene.violations, scene.result.tapped.wrong, scene.result.repeated) == ([], None, False), case.name
    return played


def test_every_button_and_every_command_is_among_the_kinds_of_updates() -> None:
    assert {sent.data.action for scene in recorded().values() for sent in scene.inbox.sent} == {*Action}
    typed = {(case.text.split()[0], case.where == "private") for case in all_cases() if case.text}
    listed = {
        (f"/{one.name}", place) for one in LIST for place in (True, False) if (one.private if place else one.group)
    }
    assert listed <= typed


def test_calls_are_recorded_of_all_ports_and_each_can_fail() -> None:
    calls = {call for scene in recorded().values() for call in scene.result.calls}
    assert {call.partition(".")[0] for call in calls} == {"store", "queue", "telegram"}
    assert {call.removeprefix("telegram.") for call in calls if call.startswith("telegram.")} == METHODS
    assert all(len(faults_of(call, "group")) >= 5 for call in calls)


def test_every_refusal_is_one_that_is_told_of_and_of_a_method_that_is_called() -> None:
    told = {int(number) for number in re.findall(r"(?m)^(\d+)\. ", Path("docs/failures.md").read_text())}
    assert len(refusals()) > 40
    for one in refusals():
        assert {*one.failures} <= told
        assert {*one.methods} <= METHODS


@pytest.mark.parametrize(
    "name", ["race: SET! right", "solo: a card", "classic: No set left?", "race: Play again", "topic: SET! right"]
)
def test_every_fault_of_every_call_ends_right(name: str) -> None:
    found = [*cells(named(name))]
    assert found
    assert [str(cell) for cell in found if not cell.verdict.right] == []


def _nothing(*_: object) -> None:
    return None


def _never(*_: object, **__: object) -> bool:
    return False


PLANTED: dict[str, tuple[str, AbstractContextManager[object]]] = {
    "a claim that is delivered again is judged again": (
        "race: SET! right",
        patch.object(handler.judging, "_answered", _nothing),
    ),
    "a tap that may have landed is told not to count": (
        "race: a card",
        patch.object(handler.service, "ONCE_MORE_MS", -1),
    ),
    "a tap does not look whether the table is behind": (
        "race: SET! wrong",
        patch("handler.presses.is_behind", _never),
    ),
    "an end that nobody showed is looked at by nobody": (
        "race: SET! ends it",
        patch("handler.desk.END_SHOWN_AFTER", 10**9),
    ),
}


@pytest.mark.parametrize("planted", PLANTED)
def test_a_planted_fault_is_found(planted: str) -> None:
    name, patched = PLANTED[planted]
    with patched:
        assert any(not cell.verdict.right for cell in cells(named(name)))


def test_the_table_shows_each_outcome_by_a_sign_and_says_what_it_stands_for() -> None:
    found: list[Cell] = [*cells(named("race: a card, not mine"))]
    assert {*SIGNS} == {*WORDS, "WRONG"}
    assert len({*SIGNS.values()}) == len(SIGNS)
    lines = table(found).splitlines()
    assert sum(line.startswith("race: a card, not mine") for line in lines) == len({cell.number for cell in found})
    assert "as if nothing had failed" in legend(found)
