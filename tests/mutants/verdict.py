"""What became of a mutant, and the processes in which that is found out."""

from __future__ import annotations

import json
import os
import resource
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from tests.mutants import mutations

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

KILLED, SURVIVED, UNREACHED, BROKEN = "killed", "survived", "unreached", "broken"

CPU_SECONDS = 60
"""A mutant that takes longer hangs, and is killed by that."""

QUIETLY = ("-p", "no:cacheprovider", "-W", "ignore::pytest.PytestAssertRewriteWarning")

Mutant = tuple[Path, int]
"""A file, and the number of one of its mutations."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """A mutant, its outcome, and which test killed it or how many did not."""

    mutant: Mutant
    outcome: str
    why: str

    @property
    def killed(self) -> bool:
        return self.outcome == KILLED

    def line(self) -> str:
        """The verdict on one line: where the mutant is and what it changes."""
        path, number = self.mutant
        return f"{self.outcome} ({self.why}): {name_of(path, mutations.read(path)[1][number])}"


def name_of(path: Path, mutation: mutations.Mutation) -> str:
    """A mutation as it is called in lists."""
    return f"engine/{path.name}:{mutation.line} {'.'.join(mutation.place.names)} · {mutation.what}"


def apart(work: Callable[[], tuple[str, str]], cpu: int = CPU_SECONDS) -> tuple[str, str]:
    """What a piece of work comes to in a process of its own; a death is a kill."""
    with tempfile.NamedTemporaryFile("r+") as answer:
        pid = os.fork()
        if pid == 0:
            _be_alone(cpu)
            _write(Path(answer.name), work)
        os.waitpid(pid, 0)
        text = answer.read()
    outcome, why = json.loads(text) if text else (KILLED, "it hung or crashed")
    return outcome, why


def _write(path: Path, work: Callable[[], tuple[str, str]]) -> NoReturn:
    """Whatever a test does, it is caught by pytest: what is not caught is a fault of ours."""
    try:
        said = work()
    except BaseException as error:
        said = (BROKEN, repr(error))
    path.write_text(json.dumps(said))
    os._exit(0)


def _be_alone(cpu: int) -> None:
    """Bounded in time, and without a voice."""
    resource.setrlimit(resource.RLIMIT_CPU, (cpu, cpu))
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 1)
    os.dup2(silence, 2)


def in_a_fork(mutants: list[Mutant], tests: Iterable[str], seconds: float) -> Iterable[Verdict]:
    """The verdicts on many mutants as a process finds them that has collected the tests once."""
    told_by, told_to = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(told_by)
        _collect_and_judge(mutants, tests, seconds, told_to)
        os._exit(0)
    os.close(told_to)
    with os.fdopen(told_by) as lines:
        for line in lines:
            number, outcome, why = json.loads(line)
            yield Verdict(mutants[number], outcome, why)
    _, status = os.waitpid(pid, 0)
    if status:
        raise SystemExit("the tests do not pass without any mutant: see above")


def _collect_and_judge(mutants: list[Mutant], tests: Iterable[str], seconds: float, told_to: int) -> None:
    import pytest  # the process that stays must not have loaded the engine

    from tests.mutants.judge import Judge

    def tell(number: int, outcome: str, why: str) -> None:
        os.write(told_to, (json.dumps([number, outcome, why]) + "\n").encode())

    if pytest.main([*tests, *QUIETLY], plugins=[Judge(mutants, seconds, tell)]):
        os._exit(1)
