"""The Lambda's entry as something to throw at: games in a store, a wire that asks nobody, and a watch over both."""

from __future__ import annotations

import json
import logging
import sqlite3
import warnings
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from handler.callback_data import Action, ButtonData, button_text
from handler.ports import GameKey
from handler.timers import Wake, wake_event
from tests.fuzz.throw import Throw
from tests.fuzz.valid import may_act
from tests.handler.test_updates import FILES, SCORES, SUPERGROUP, TOPIC, signed
from tests.lambda_entry import SECRET, entry, game_of
from tests.wire import TOKEN

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from engine.game import Game
    from tests.lambda_entry import Entry

ANA, BEN = 7012345678, 7087654321
QUIET = {"answerCallbackQuery"}


@dataclass
class Target:
    """Takes throws one after another; each meets the same games, however the one before changed them."""

    made: Entry
    seeds: list[Throw]
    issued: set[tuple[int, str]]
    _rows: list[tuple[object, ...]]
    _state: sqlite3.Connection
    _changes: int = 0
    errors: dict[str, str] = field(default_factory=dict)

    def take(self, throw: Throw) -> str | None:
        """Throw; what was wrong with the answer, or None."""
        self.made.wire.asked.clear()
        try:
            answer, lines = self.made.handle(throw.event())
        except BaseException as error:
            return f"it raised {error!r}"
        wrong = self._wrong(throw, answer, lines)
        if self._touched():
            self._restore()
        return wrong

    def _wrong(self, throw: Throw, answer: dict[str, Any], lines: list[dict[str, Any]]) -> str | None:
        if throw.kind == "update" and answer.get("statusCode") not in (200, 403):
            return f"the status is {answer.get('statusCode')}"
        said = json.dumps([answer, lines])
        if TOKEN in said or SECRET in said or "Traceback" in said:
            return f"a secret or a trace was told: {said}"
        calls = [asked.method for asked in self.made.wire.asked if asked.method not in QUIET]
        if (self._touched() or calls) and not may_act(throw, self.issued):
            return f"an invalid one changed the store or called {calls}: {[line.get('kind') for line in lines]}"
        faults = [f"{line['kind']} {line.get('where') or line.get('why')}" for line in lines if is_fault(line)]
        return f"it failed inside: {faults}" if faults else None

    def _touched(self) -> bool:
        """Whether anything was written since the games were last as they were."""
        return self._version() != self._changes

    def _version(self) -> int:
        version: int = self._state.execute("PRAGMA data_version").fetchone()[0]
        return version

    def _restore(self) -> None:
        with sqlite3.connect(self.made.path, isolation_level=None) as file:
            file.execute("BEGIN IMMEDIATE")
            file.execute("DELETE FROM item")
            file.execute("DELETE FROM wake")
            marks = ", ".join("?" for _ in self._rows[0])
            file.executemany(f"INSERT INTO item VALUES ({marks})", self._rows)  # noqa: S608 - question marks
            file.execute("COMMIT")
        file.close()
        self._changes = self._version()


def is_fault(line: dict[str, Any]) -> bool:
    """Whether a line of the log tells a fault: the rest of it, times among them, is another at every throw."""
    return line.get("kind") in ("error", "fault")


@contextmanager
def target(path: Path) -> Iterator[Target]:
    """A target over a new file, with games of Ana and Ben in four places, one of which a topic."""
    warnings.simplefilter("ignore")
    logging.disable(logging.CRITICAL)
    with entry(path) as made, closing(sqlite3.connect(path)) as file:
        for place, score in SCORES.items():
            made.put(place, game_of(ANA, BEN, score=score))
        issued = set(_buttons(made))
        rows = file.execute("SELECT * FROM item").fetchall()
        made_target = Target(made, list(_seeds(made, issued)), issued, rows, file)
        made_target._changes = made_target._version()
        try:
            yield made_target
        finally:
            logging.disable(logging.NOTSET)


def _buttons(made: Entry) -> Iterator[tuple[int, str]]:
    """Chat and data of every button that was ever made here."""
    for place in SCORES:
        game = made.game(place)
        assert game is not None
        for action in Action:
            for argument in _arguments(action, game):
                data = ButtonData(action, game.id, place.topic, game.revision, argument)
                yield place.chat, button_text(data, place.chat, made.app.KEY)


def _arguments(action: Action, game: Game) -> tuple[int, ...]:
    """What a button of this kind carries: of menus the first two choices."""
    if action is Action.PICK:
        return game.table
    return (0, ANA, BEN) if action in (Action.CONFIRM_LEAVE, Action.CONFIRM_STOP) else (0, 1)


def _seeds(made: Entry, issued: set[tuple[int, str]]) -> Iterator[Throw]:
    """What changes begin from: the recorded updates, a press of each button of two places, and wakes."""
    for file in FILES:
        yield Throw("update", signed(file.read_text(), made))
    press = next(file for file in FILES if file.stem == "callback_pick_in_a_supergroup").read_text()
    for chat, data in sorted(issued):
        if chat == SUPERGROUP.chat and data[1] not in "c":
            update = json.loads(press)
            update["callback_query"]["data"] = data
            yield Throw("update", json.dumps(update))
    for place in (SUPERGROUP, TOPIC, GameKey(SUPERGROUP.chat, 7)):
        for due in (0, 1_900_000_000_000):
            yield Throw("wake", json.dumps(wake_event([Wake(place, 1, due, "m-1"), Wake(place, 0, due, "m-2")])))  # type: ignore[arg-type]
