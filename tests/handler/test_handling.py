"""Whole games through the entry, with all logs kept: nothing that is secret or somebody's is in them."""

from __future__ import annotations

import asyncio
import io
import json
import logging
from typing import TYPE_CHECKING, Any

import pytest
from msgspec.structs import force_setattr

from engine.game import Millis
from engine.sets import find_sets
from handler import errors
from handler.handling import Handling
from handler.observability import Log
from handler.ports import ChatId, GameKey, Version
from handler.timers import Wake
from tests.fakes import CountingStore
from tests.lambda_entry import SECRET, entry
from tests.local_telegram import LocalTelegram
from tests.wire import TOKEN

if TYPE_CHECKING:
    from pathlib import Path

NAMES = ("Xenophilia", "Quetzalcoatl")
SAID = "correct horse battery staple"


def test_no_log_has_a_token_a_secret_a_name_or_what_somebody_wrote(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.DEBUG)
    with entry(tmp_path / "games.sqlite") as made:
        town = LocalTelegram(made)
        people = [town.world.add_person(name) for name in NAMES]
        group = town.world.make_group("Friends", people)
        town.say(people[0], group.id, f"/newgame {SAID}")
        lobby = town.newest(group.id)["message_id"]
        town.press(people[1], group.id, lobby, "Join")
        town.press(people[0], group.id, lobby, "Start")
        play(town, made, group.id, people)
        town.say(people[0], group.id, f"/kick {SAID}")
        failing(made, load=RuntimeError(f"{NAMES[0]} {TOKEN}"))
        town.say(people[0], group.id, f"/score {SAID}")
        failing(made, load=errors.StoreFailure("throttled"))
        town.say(people[0], group.id, f"/cards {SAID}")
        made.post({"update_id": 5, "message": {"text": SAID}}, secret="wrong")  # noqa: S106 - a wrong one
        made.post({"update_id": 5, "message": SAID})
    out = capfd.readouterr()
    everything = json.dumps(town.log) + caplog.text + out.out + out.err
    assert {"press", "typed", "error", "fault"} <= {line["kind"] for line in town.log}
    for hidden in (TOKEN, TOKEN.split(":")[1], SECRET, SAID, *NAMES, "Friends"):
        assert hidden not in everything


def test_a_line_tells_outcome_revision_calls_and_the_time_of_each_part(tmp_path: Path) -> None:
    with entry(tmp_path / "games.sqlite") as made:
        town = LocalTelegram(made)
        people = [town.world.add_person(name) for name in NAMES]
        group = town.world.make_group("Friends", people)
        town.say(people[0], group.id, "/newgame")
        lobby = town.newest(group.id)["message_id"]
        town.press(people[1], group.id, lobby, "Join")
        town.press(people[0], group.id, lobby, "Start")
        play(town, made, group.id, people)
    line = next(line for line in town.log if line.get("outcome", "").startswith("ClaimJudged"))
    assert line["ClaimsRight"] == 1
    assert {"revision", "ms", "store_calls", "store_ms", "render_ms", "lag_ms", "_aws"} <= set(line)
    tap = next(line for line in town.log if "Taps" in line)
    assert tap["store_calls"] == 2


def play(town: LocalTelegram, made: Any, chat: int, people: list[Any]) -> None:
    """One right claim and one wrong one."""
    from handler.ports import ChatId, GameKey

    game = made.game(GameKey(ChatId(chat)))
    table = town.table(chat)["message_id"]
    for card in find_sets(game.table)[0]:
        town.press(people[0], chat, table, str(game.table.index(card) + 1))
    town.press(people[0], chat, table, "SET!")
    town.press(people[1], chat, table, "SET!")


def failing(made: Any, **failures: Exception) -> None:
    store = CountingStore(made.store)
    store.failing.update(failures)
    force_setattr(made.app.SERVICE.desk, "store", store)


@pytest.mark.parametrize("failure", [errors.StoreFailure("throttled"), errors.Unknown("TimedOut"), errors.Flood(3)])
def test_a_wake_that_the_world_refuses_comes_again_and_is_no_error_of_the_code(failure: Exception) -> None:
    class Refusing:
        async def wake(self, _wake: object, _now: object) -> None:
            raise failure

    out = io.StringIO()
    handling = Handling(Refusing(), "setgram_bot", b"k", Log(out), lambda: Millis(0))  # type: ignore[arg-type]
    wake = Wake(GameKey(ChatId(-1)), Version(1), Millis(0))
    assert asyncio.run(handling.wake(wake, Millis(0))) is False
    assert [json.loads(line)["kind"] for line in out.getvalue().splitlines()] == ["fault"]
