"""The Lambda's entry: built once from the environment, answering whatever happens inside."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from botocore.exceptions import ClientError
from msgspec.structs import force_setattr

from engine.game import Millis, Phase
from handler import errors
from handler.bootstrap import clock
from handler.callback_data import Action, ButtonData, button_text
from handler.ports import ChatId, GameKey, Version
from handler.timers import HOPS, MOST_TRIES, SqsTimers, Wake, wake_event
from tests.builders import later, started
from tests.fakes import CountingStore
from tests.lambda_entry import DATA, SECRET, entry, function_url_event, game_of, imported
from tests.wire import TOKEN

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.lambda_entry import Entry

ANA, BEN = 7012345678, 7087654321
PLACE = GameKey(ChatId(-1002123456789))


@pytest.fixture
def lambda_entry(tmp_path: Path) -> Iterator[Entry]:
    with entry(tmp_path / "games.sqlite") as made:
        made.put(PLACE, game_of(ANA, BEN))
        yield made


def update(name: str) -> dict[str, Any]:
    read: dict[str, Any] = json.loads((DATA / "updates" / f"{name}.json").read_text())
    return read


def press(made: Entry, action: Action, argument: int = 0) -> dict[str, Any]:
    """Ben's press as Telegram posts it."""
    game = made.game(PLACE)
    assert game is not None
    body = update("callback_pick_in_a_supergroup")
    data = ButtonData(action, game.id, 0, game.revision, argument)
    body["callback_query"]["data"] = button_text(data, PLACE.chat, made.app.KEY)
    return body


def failing(made: Entry, **failures: Exception) -> None:
    """Let the store fail from now on."""
    store = CountingStore(made.store)
    store.failing.update(failures)
    force_setattr(made.app.SERVICE.desk, "store", store)


def refuse_wakes(made: Entry) -> None:
    """Let the queue of wakes refuse all from now on: it is not there."""

    class Client:
        def send_message(self, **_: object) -> None:
            code = "AWS.SimpleQueueService.NonExistentQueue"
            raise ClientError({"Error": {"Code": code, "Message": "gone"}}, "SendMessage")

    timers = SqsTimers(Client(), "https://queue", made.app.LOG.report)  # type: ignore[arg-type]
    force_setattr(made.app.SERVICE.desk, "timers", timers)


def test_a_toast_leaves_in_the_answer_and_the_log_has_ids_and_times_only(lambda_entry: Entry) -> None:
    game = lambda_entry.game(PLACE)
    assert game is not None
    answer, lines = lambda_entry.post(press(lambda_entry, Action.PICK, game.table[6]))
    assert json.loads(answer["body"])["text"].startswith("7 ✓ ")
    assert lambda_entry.wire.methods == []
    parts = ["store_calls", "store_ms"]
    assert [sorted(line) for line in lines] == [["Bot", "Taps", "_aws", "kind", "ms", *parts, "update"]]


@pytest.mark.failure(18, 59)
def test_what_fails_inside_is_answered_200_and_told_to_the_presser(lambda_entry: Entry) -> None:
    failing(lambda_entry, load=RuntimeError("Ana's secret"), add_tap=RuntimeError("Ana's secret"))
    answer, lines = lambda_entry.post(press(lambda_entry, Action.PICK, 3))
    assert answer["statusCode"] == 200
    assert json.loads(answer["body"])["text"] == "Not counted: press again"
    assert lines[-1]["kind"] == "error"
    assert lines[-1]["where"].startswith("RuntimeError at ")
    assert "secret" not in json.dumps(lines)


@pytest.mark.failure(59)
def test_a_command_that_fails_inside_is_answered_200_with_nothing(lambda_entry: Entry) -> None:
    failing(lambda_entry, load=RuntimeError("Ana's secret"))
    answer, lines = lambda_entry.post(update("supergroup_cards"))
    assert (answer["statusCode"], answer["body"]) == (200, "")
    assert lines[-1]["kind"] == "error"


def test_a_store_that_does_not_answer_is_a_fault_in_the_log_and_a_press_to_repeat(lambda_entry: Entry) -> None:
    failing(lambda_entry, load=errors.StoreFailure("the file is locked"))
    answer, lines = lambda_entry.post(press(lambda_entry, Action.CLAIM))
    assert json.loads(answer["body"])["text"] == "Not counted: press again"
    assert [line["kind"] for line in lines] == ["fault", "fault", "press"]


def test_a_queue_that_fails_is_told_with_what_to_do_and_costs_nobody_a_press(lambda_entry: Entry) -> None:
    refuse_wakes(lambda_entry)
    stranger = update("callback_join_of_a_52_bit_id")
    stranger["callback_query"]["data"] = press(lambda_entry, Action.JOIN)["callback_query"]["data"]
    answer, lines = lambda_entry.post(stranger)
    assert answer["statusCode"] == 200
    [fault] = [line for line in lines if line["kind"] == "fault"]
    assert fault["why"].startswith(
        "SQS SendMessage to https://queue: AWS.SimpleQueueService.NonExistentQueue: gone: check"
    )
    assert "TIMER_QUEUE_URL" in fault["why"]
    game = lambda_entry.game(PLACE)
    assert game is not None
    assert len(game.players) == 3


def test_one_loop_serves_all_invocations(lambda_entry: Entry) -> None:
    for _ in range(3):
        lambda_entry.post(update("supergroup_cards"))
    assert lambda_entry.wire.methods.count("sendMessage") == 3
    assert not lambda_entry.app.LOOP.is_closed()


def test_wakes_come_as_a_batch_and_are_done(lambda_entry: Entry) -> None:
    wake = Wake(PLACE, Version(1), clock(), "m1")
    answer, lines = lambda_entry.handle(wake_event([wake]))
    assert answer == {"batchItemFailures": []}
    assert (lines[-1]["kind"], lines[-1]["count"], lines[-1]["failed"]) == ("wakes", 1, 0)


def test_a_wake_asked_for_while_one_is_handled_is_one_hop_further(lambda_entry: Entry) -> None:
    seen: list[int] = []

    class Timers:
        async def wake(self, *_: object) -> None:
            seen.append(HOPS.get())

    force_setattr(lambda_entry.app.SERVICE.desk, "timers", Timers())
    lambda_entry.handle(wake_event([Wake(PLACE, Version(1), clock(), "m1", hops=7)]))
    lambda_entry.handle(wake_event([Wake(PLACE, Version(1), clock(), "m1")]))
    assert seen == [7, 0]


def test_a_wake_that_meets_a_fault_of_the_store_is_asked_for_again_and_no_other(lambda_entry: Entry) -> None:
    elsewhere = GameKey(ChatId(-5))
    failing(lambda_entry, load=errors.StoreFailure("throttled"))
    wakes = [Wake(PLACE, Version(1), Millis(1), "m1"), Wake(elsewhere, Version(1), Millis(1), "m2")]
    answer, lines = lambda_entry.handle(wake_event(wakes))
    assert answer == {"batchItemFailures": [{"itemIdentifier": "m1"}, {"itemIdentifier": "m2"}]}
    assert [line["kind"] for line in lines] == ["fault", "fault", "wakes"]


def test_a_wake_that_fails_inside_takes_no_other_along(lambda_entry: Entry) -> None:
    failing(lambda_entry, last_taps=RuntimeError("Ana's secret"))
    wakes = [Wake(PLACE, Version(1), Millis(1), "m1"), Wake(GameKey(ChatId(-5)), Version(1), Millis(1), "m2")]
    answer, lines = lambda_entry.handle(wake_event(wakes))
    assert answer == {"batchItemFailures": [{"itemIdentifier": "m1"}]}
    assert [line["kind"] for line in lines] == ["error", "wake", "wakes"]
    assert "secret" not in json.dumps(lines)


@pytest.mark.parametrize(("tries", "kinds"), [(MOST_TRIES - 1, []), (MOST_TRIES, ["dead"])])
def test_a_wake_that_failed_for_the_last_time_is_told_dead(lambda_entry: Entry, tries: int, kinds: list[str]) -> None:
    failing(lambda_entry, load=errors.StoreFailure("throttled"))
    answer, lines = lambda_entry.handle(wake_event([Wake(PLACE, Version(1), Millis(1), "m1", tries=tries)]))
    assert answer == {"batchItemFailures": [{"itemIdentifier": "m1"}]}
    assert [line["kind"] for line in lines] == ["fault", *kinds, "wakes"]


def test_a_message_that_is_no_wake_is_left_out(lambda_entry: Entry) -> None:
    event = wake_event([Wake(PLACE, Version(1), Millis(1), "m1")])
    event["Records"].insert(0, {"messageId": "m0", "body": "{"})
    answer, lines = lambda_entry.handle(event)
    assert answer == {"batchItemFailures": []}
    assert [line["kind"] for line in lines] == ["refused", "wake", "wakes"]


def test_a_wake_ends_a_game_that_was_idle_for_a_day(lambda_entry: Entry) -> None:
    asleep = GameKey(ChatId(-6))
    lambda_entry.put(asleep, started(2, now=later(-100_000, clock())))
    lambda_entry.handle(wake_event([Wake(asleep, Version(1), Millis(1), "m1")]))
    ended = lambda_entry.game(asleep)
    assert ended is not None
    assert ended.phase is Phase.FINISHED
    assert lambda_entry.wire.asked[-1].text.startswith("🏁 The game is over: nobody played for a day.")


@pytest.mark.failure(20)
def test_the_same_update_twice_counts_once(lambda_entry: Entry) -> None:
    stranger = update("callback_join_of_a_52_bit_id")
    stranger["callback_query"]["data"] = press(lambda_entry, Action.JOIN)["callback_query"]["data"]
    for _ in range(2):
        lambda_entry.post(stranger)
    game = lambda_entry.game(PLACE)
    assert game is not None
    assert len(game.players) == 3
    told = [asked.text for asked in lambda_entry.wire.asked if asked.method == "answerCallbackQuery"]
    assert told == ["Grasz jako ③. Trzy karty, potem SET!"] * 2


def test_a_wrong_setting_stops_the_start_and_says_which() -> None:
    app = imported(BOT_TOKEN=TOKEN, WEBHOOK_SECRET=SECRET, STORE="sqlite:/nowhere")
    with pytest.raises(errors.SettingsError, match=r"^BOT_USERNAME is not set"):
        app.__enter__()


def test_events_of_a_function_url_have_lower_case_headers_and_either_kind_of_body() -> None:
    plain, packed = (function_url_event("{}", packed=packed) for packed in (False, True))
    assert all(name == name.lower() for name in plain["headers"])
    assert (plain["body"], plain["isBase64Encoded"]) == ("{}", False)
    assert (packed["body"], packed["isBase64Encoded"]) == ("e30=", True)


@pytest.mark.failure(34)
def test_what_a_group_does_comes_again_where_the_store_failed(lambda_entry: Entry) -> None:
    """Nobody puts the bot out twice: Telegram has to bring that once more, and nobody's press waits for it."""
    kicked = update("bot_kicked_from_a_supergroup")
    place = GameKey(ChatId(kicked["my_chat_member"]["chat"]["id"]))
    failing(lambda_entry, load_notes=errors.StoreFailure("throttled"))
    answer, log = lambda_entry.post(kicked)
    assert answer["statusCode"] == 503
    assert [line["kind"] for line in log if "why" in line] == ["fault", "fault"]
    force_setattr(lambda_entry.app.SERVICE.desk, "store", lambda_entry.store)
    answer, _ = lambda_entry.post(kicked)
    assert answer["statusCode"] == 200
    game = lambda_entry.game(place)
    assert game is not None
    assert game.phase is Phase.FINISHED
