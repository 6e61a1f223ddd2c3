"""Wakes: over SQS, and from an event back into values."""

from __future__ import annotations

import json
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import boto3
import pytest
from hypothesis import given
from hypothesis import strategies as st
from moto import mock_aws

from engine.game import Millis
from engine.value import replace
from handler.ports import ChatId, GameKey, Version
from handler.timers import (
    HOPS,
    MOST_HOPS,
    NoTimers,
    SqsTimers,
    Wake,
    parse_wake,
    parse_wakes,
    wake_event,
    wake_text,
)
from tests.strategies import made

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mypy_boto3_sqs import SQSClient

pytestmark = pytest.mark.anyio

PLACE = GameKey(ChatId(-1_001_234_567_890), 17)
NOW = Millis(1_796_000_000_000)
WAKES = made(
    Wake,
    key=made(GameKey, st.integers(-(2**52), 2**52).map(ChatId), st.integers(0, 2**31)),
    version=st.integers(0, 10_000).map(Version),
    due=st.integers(0, 2**42).map(Millis),
    id=st.text(),
    hops=st.integers(0, 300),
    tries=st.integers(1, 9),
)


def fail(why: str) -> None:
    raise AssertionError(why)


def after(seconds: float) -> Millis:
    return Millis(NOW + int(1000 * seconds))


@contextmanager
def hops(count: int) -> Iterator[None]:
    """While a wake of so many hops is being handled."""
    before = HOPS.set(count)
    try:
        yield
    finally:
        HOPS.reset(before)


@given(WAKES)
def test_a_wake_is_read_back_from_its_text(wake: Wake) -> None:
    assert parse_wake(wake_text(wake), wake.id) == replace(wake, tries=1)


@given(st.lists(WAKES))
def test_wakes_are_read_back_from_their_event(wakes: list[Wake]) -> None:
    assert parse_wakes(json.loads(json.dumps(wake_event(wakes)))) == (wakes, [])


def test_the_body_of_a_wake_names_place_version_and_time() -> None:
    body = wake_text(Wake(PLACE, Version(4), NOW))
    assert body == '{"chat":-1001234567890,"topic":17,"version":4,"due":1796000000000}'


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ('{"chat":1,"topic":0,"version":1,"due":1,"hops":"x"}', "hops should be a whole number"),
        ("once upon a time", "Expecting value"),
        ("[1]", "an object was expected"),
        ('{"chat":1,"topic":0,"version":1}', "due should be a whole number"),
        ('{"chat":"1","topic":0,"version":1,"due":1}', "chat should be a whole number"),
        ('{"chat":1,"topic":true,"version":1,"due":1}', "topic should be a whole number"),
        (None, "TypeError"),
    ],
)
def test_a_message_that_is_no_wake_is_left_out_with_the_reason(body: str | None, why: str) -> None:
    good = Wake(PLACE, Version(4), NOW, "m2")
    event = wake_event([good])
    event["Records"].insert(0, {"messageId": "m1", "body": body})
    wakes, [told] = parse_wakes(event)
    assert wakes == [good]
    assert why in told


@pytest.mark.parametrize("records", [[5], ["x"], [None], [{}]])
def test_a_record_that_is_no_message_is_left_out(records: list[object]) -> None:
    wakes, left_out = parse_wakes({"Records": records})
    assert (wakes, len(left_out)) == ([], 1)


@pytest.mark.parametrize("event", [{}, {"Records": None}, {"Records": {"a": 1}}])
def test_an_event_without_records_has_no_wakes(event: dict[str, Any]) -> None:
    assert parse_wakes(event) == ([], [])


async def test_without_timers_nothing_happens() -> None:
    assert await NoTimers().wake(PLACE, Version(1), NOW, NOW) is None


@pytest.fixture
def sqs() -> Iterator[SQSClient]:
    with mock_aws():
        client = boto3.session.Session("moto", "moto", region_name="eu-west-1").client("sqs")
        yield client
        client.close()


class Outbox:
    """A client that only notes what is sent."""

    def __init__(self) -> None:
        self.delays: list[int] = []

    def send_message(self, *, QueueUrl: str, MessageBody: str, DelaySeconds: int) -> None:
        del QueueUrl, MessageBody
        self.delays.append(DelaySeconds)


async def test_a_wake_is_sent_to_the_queue_and_read_back(sqs: SQSClient) -> None:
    url = sqs.create_queue(QueueName="wakes")["QueueUrl"]
    await SqsTimers(sqs, url, fail).wake(PLACE, Version(4), NOW, NOW)
    [message] = sqs.receive_message(QueueUrl=url)["Messages"]
    assert parse_wake(message["Body"]) == Wake(PLACE, Version(4), NOW)


async def test_sqs_itself_takes_the_longest_delay(sqs: SQSClient) -> None:
    url = sqs.create_queue(QueueName="wakes")["QueueUrl"]
    said: list[str] = []
    await SqsTimers(sqs, url, said.append).wake(PLACE, Version(4), after(5000), NOW)
    attributes = sqs.get_queue_attributes(QueueUrl=url, AttributeNames=["ApproximateNumberOfMessagesDelayed"])
    assert attributes["Attributes"] == {"ApproximateNumberOfMessagesDelayed": "1"}
    assert not said


@pytest.mark.parametrize(
    ("seconds", "delay"), [(-5, 0), (0, 0), (0.001, 1), (10, 10), (10.2, 11), (900, 900), (901, 900), (86_400, 900)]
)
async def test_a_wake_never_comes_early_but_for_the_longest_delay(seconds: float, delay: int) -> None:
    outbox = Outbox()
    await SqsTimers(outbox, "https://queue", fail).wake(PLACE, Version(4), after(seconds), NOW)  # type: ignore[arg-type]
    assert outbox.delays == [delay]


@pytest.mark.parametrize(("handled", "sent"), [(-1, 0), (0, 1), (17, 18), (MOST_HOPS - 1, MOST_HOPS)])
async def test_a_wake_counts_those_that_led_to_it(handled: int, sent: int, sqs: SQSClient) -> None:
    url = sqs.create_queue(QueueName="wakes")["QueueUrl"]
    with hops(handled):
        await SqsTimers(sqs, url, fail).wake(PLACE, Version(4), NOW, NOW)
    [message] = sqs.receive_message(QueueUrl=url)["Messages"]
    assert parse_wake(message["Body"]).hops == sent


async def test_a_chain_of_wakes_that_nobodys_press_broke_ends() -> None:
    outbox, said = Outbox(), list[str]()
    with hops(MOST_HOPS):
        await SqsTimers(outbox, "https://queue", said.append).wake(PLACE, Version(4), NOW, NOW)  # type: ignore[arg-type]
    assert outbox.delays == []
    assert "the next press goes on" in said[0]


async def test_a_wake_that_cannot_be_sent_is_reported_and_disturbs_nobody(sqs: SQSClient) -> None:
    said: list[str] = []
    nowhere = "https://sqs.eu-west-1.amazonaws.com/123456789012/none"
    await SqsTimers(sqs, nowhere, said.append).wake(PLACE, Version(4), NOW, NOW)
    [line] = said
    assert "check TIMER_QUEUE_URL" in line
    assert "-1001234567890" in line
