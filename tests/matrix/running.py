"""Runs the matrix: for each case every call that was recorded, and for each of these every fault it can meet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tests.matrix.cases import all_cases
from tests.matrix.faults import faults_of
from tests.matrix.judging import Verdict, judge
from tests.matrix.scene import Aim, Played, Scene
from tests.sim.running import app

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.matrix.case import Case
    from tests.matrix.faults import Fault


@dataclass(frozen=True)
class Cell:
    """One call of a case, one fault, and what came of it."""

    case: str
    number: int
    call: str
    fault: str
    verdict: Verdict

    def __str__(self) -> str:
        return f"{self.case} | {self.number} {self.call} | {self.fault} | {self.verdict.word}: {self.verdict.why}"


def undisturbed(case: Case) -> Played:
    """A case in which nothing fails. Its calls are the rows of the matrix.

    Raises:
        AssertionError: it is not right even so.
    """
    played = Scene(app(), case).play()
    assert not played.violations, (case.name, played.violations)
    assert played.tapped.wrong is None, (case.name, played.tapped.wrong)
    assert not played.repeated, case.name
    return played


def play(case: Case, number: int, call: str, fault: Fault, expected: Played) -> tuple[Verdict, Played]:
    """One cell."""
    played = Scene(app(), case, Aim(number, fault), expected).play()
    return judge(case, call, fault, expected, played), played


def cells(case: Case) -> Iterator[Cell]:
    """All cells of a case."""
    expected = undisturbed(case)
    for number, call in enumerate(expected.calls):
        for fault in faults_of(call, case.where):
            yield Cell(case.name, number, call, fault.name, play(case, number, call, fault, expected)[0])


def run_case(name: str) -> list[Cell]:
    """All cells of the case of a name."""
    [case] = (case for case in all_cases() if case.name == name)
    return [*cells(case)]
