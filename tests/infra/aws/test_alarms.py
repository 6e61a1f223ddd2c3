"""Each thing that an operator must hear of rings: the real lines of the log, through the template's own filters."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest
from msgspec.structs import force_setattr

from engine.game import Millis
from handler import errors
from handler.callback_data import Action
from handler.ports import ChatId, GameKey, Version
from handler.timers import MOST_TRIES, Wake, wake_event
from tests.builders import later, started
from tests.handler.test_running import ANA, BEN, PLACE, failing, press, refuse_wakes
from tests.infra.aws.test_template import resources
from tests.lambda_entry import entry, game_of
from tests.local_telegram import LocalTelegram

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.lambda_entry import Entry

Line = dict[str, Any]
FAULTS = "setgram-${Stage}", "Faults"


@pytest.fixture
def lambda_entry(tmp_path: Path) -> Iterator[Entry]:
    with entry(tmp_path / "games.sqlite") as made:
        made.put(PLACE, game_of(ANA, BEN))
        yield made


def weight(line: str) -> float:
    """What a line of the log adds to the metric that the alarm watches, by the template's filters."""
    total = 0.0
    for each in resources("AWS::Logs::MetricFilter").values():
        [told] = each["MetricTransformations"]
        assert (told["MetricNamespace"]["Sub"], told["MetricName"]) == FAULTS
        assert each["LogGroupName"] == {"Ref": "Log"}
        if matches(each["FilterPattern"], line):
            total += float(told["MetricValue"])
    return total


def matches(pattern: str, line: str) -> bool:
    """CloudWatch's own rule for the two kinds of patterns that the template has: one field, or any of some terms."""
    if field := re.fullmatch(r'\{ \$\.(\w+) = "(\w+)" \}', pattern):
        try:
            return bool(json.loads(line).get(field[1]) == field[2])
        except ValueError:
            return False
    terms = re.findall(r'\?"([^"]+)"', pattern)
    assert " ".join(f'?"{term}"' for term in terms) == pattern
    return any(term in line for term in terms)


def weigh(lines: list[Line]) -> float:
    return sum(weight(json.dumps(line, separators=(",", ":"))) for line in lines)


def alarm() -> Line:
    [found] = [each for each in resources("AWS::CloudWatch::Alarm").values() if each["MetricName"] == FAULTS[1]]
    assert found["Namespace"] == {"Sub": FAULTS[0]}
    return found


def store_fails(made: Entry) -> list[Line]:
    failing(made, load=errors.StoreFailure("throttled"))
    return made.post(press(made, Action.CLAIM))[1]


def code_fails(made: Entry) -> list[Line]:
    failing(made, load=RuntimeError("Ana"))
    return made.post(press(made, Action.CLAIM))[1]


def telegram_refuses(made: Entry) -> list[Line]:
    """The end of a game cannot be told to the group."""
    return _told_of_the_end(made, errors.Banned("muted"))


def telegram_is_silent(made: Entry) -> list[Line]:
    return _told_of_the_end(made, errors.Unknown("TimedOut"))


def token_is_wrong(made: Entry) -> list[Line]:
    from telegram import error

    from handler.telegram import WRONG_TOKEN, translated

    refusal = translated(error.InvalidToken("nobody"))
    assert str(refusal) == WRONG_TOKEN
    assert refusal is not None
    return _told_of_the_end(made, refusal)


def _told_of_the_end(made: Entry, refusal: Exception) -> list[Line]:
    class Refusing:
        def __getattr__(self, _: str) -> Callable[..., Any]:
            async def refuse(*_: Any, **__: Any) -> None:
                raise refusal

            return refuse

    force_setattr(made.app.SERVICE.desk.shower, "telegram", Refusing())
    asleep = GameKey(ChatId(-6))
    made.put(asleep, started(2, now=later(-100_000, made.app.clock())))
    return made.handle(wake_event([Wake(asleep, Version(1), Millis(1), "m1")]))[1]


def queue_fails(made: Entry) -> list[Line]:
    refuse_wakes(made)
    return made.handle(wake_event([Wake(PLACE, Version(1), made.app.clock(), "m1")]))[1]


def wake_dies(made: Entry) -> list[Line]:
    failing(made, load=errors.StoreFailure("throttled"))
    answer, lines = made.handle(wake_event([Wake(PLACE, Version(1), made.app.clock(), "m1", tries=MOST_TRIES)]))
    assert answer == {"batchItemFailures": [{"itemIdentifier": "m1"}]}
    return lines


@pytest.mark.parametrize(
    ("happens", "times"),
    [
        (store_fails, 5),  # each press asks it twice
        (telegram_refuses, 10),
        (telegram_is_silent, 10),
        (token_is_wrong, 10),
        (queue_fails, 10),
        (code_fails, 3),
        (wake_dies, 1),
    ],
)
def test_what_an_operator_must_hear_of_rings_after_so_many_times(
    happens: Callable[[Entry], list[Line]], times: int, lambda_entry: Entry
) -> None:
    rings = alarm()
    assert (rings["Statistic"], rings["Period"], rings["ComparisonOperator"][:16]) == ("Sum", 300, "GreaterThanOrEqu")
    once = weigh(happens(lambda_entry))
    assert once * times >= rings["Threshold"] > once * (times - 1)


@pytest.mark.parametrize(
    "line",
    [
        "[ERROR] SettingsError: BOT_TOKEN is not set: give it the token that BotFather gave",
        "2026-11-30T10:00:00.000Z 5c9b Task timed out after 30.03 seconds",
        "RequestId: 5c9b Error: Runtime exited with error: signal: killed",
    ],
)
def test_what_lambda_says_of_a_function_that_failed_counts_as_a_mistake_does(line: str) -> None:
    assert weight(line) * 3 >= alarm()["Threshold"] > weight(line) * 2


def test_an_evening_without_faults_weighs_nothing(lambda_entry: Entry) -> None:
    town = LocalTelegram(lambda_entry)
    people = [town.world.add_person(name) for name in ("Ana", "Ben")]
    chat = town.world.make_group("Friends", people).id
    town.say(people[0], chat, "/newgame")
    lobby = town.newest(chat)["message_id"]
    town.press(people[1], chat, lobby, "Join")
    town.press(people[0], chat, lobby, "Start")
    table = town.table(chat)["message_id"]
    for label in ("1", "2", "3", "SET!", "SET!"):
        town.press(people[1], chat, table, label)
    assert len(town.log) >= 8
    assert weigh(town.log) == 0


def test_a_wake_is_told_dead_when_its_queue_puts_it_aside() -> None:
    assert resources("AWS::SQS::Queue")["Wakes"]["RedrivePolicy"]["maxReceiveCount"] == MOST_TRIES
