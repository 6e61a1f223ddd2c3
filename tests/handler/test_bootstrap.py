"""The composition root: chance, time, keys, and the parts that the settings name."""

from __future__ import annotations

import io
import time
from typing import TYPE_CHECKING

import pytest

from engine.rules import DeckKind
from engine.table import CARDS
from handler.bootstrap import clock, make_service, make_store, shuffle, signing_key
from handler.meter import Metered
from handler.observability import Log
from handler.settings import read_settings
from handler.sqlite_timers import SqliteTimers
from handler.store.dynamodb import DynamoStore
from handler.store.sqlite import SqliteStore
from handler.telegram import BotTelegram
from handler.timers import NoTimers, SqsTimers
from tests.wire import TOKEN

if TYPE_CHECKING:
    from pathlib import Path

    from handler.settings import Settings


def settings(**more: str) -> Settings:
    needed = {"BOT_TOKEN": TOKEN, "BOT_USERNAME": "setgram_bot", "WEBHOOK_SECRET": "s3cret"}
    return read_settings(needed | more)


def test_the_clock_is_this_machines_in_milliseconds() -> None:
    assert time.time_ns() // 1_000_000 - 5_000 <= clock() <= time.time_ns() // 1_000_000


@pytest.mark.parametrize("kind", DeckKind)
def test_a_shuffle_has_every_card_once_and_no_two_are_alike(kind: DeckKind) -> None:
    first, second = shuffle(kind), shuffle(kind)
    assert sorted(first) == sorted(second) == sorted(CARDS[kind])
    assert first != second


def test_buttons_are_signed_with_a_key_that_only_the_tokens_owner_has() -> None:
    assert signing_key("1:a") == signing_key("1:a") != signing_key("1:b")
    assert len(signing_key("1:a")) == 32
    assert b"1:a" not in signing_key("1:a")


def test_sqlite_keeps_games_and_wakes_in_one_file(tmp_path: Path) -> None:
    store, timers = make_store(settings(STORE=f"sqlite:{tmp_path / 'games.sqlite'}"), Log())
    assert isinstance(store, SqliteStore)
    assert isinstance(timers, SqliteTimers)
    store.close()
    timers.close()


@pytest.mark.parametrize(("url", "kind"), [("", NoTimers), ("http://127.0.0.1:1/queue", SqsTimers)])
@pytest.mark.usefixtures("aws_environ")  # the SDK reads its settings from the environment itself
def test_dynamodb_goes_with_sqs_or_without_timers(url: str, kind: type) -> None:
    store, timers = make_store(settings(TIMER_QUEUE_URL=url, TABLE_NAME="games"), Log())
    assert isinstance(store, DynamoStore)
    assert type(timers) is kind


def test_a_service_has_all_its_parts_and_says_what_went_wrong_in_the_log(tmp_path: Path) -> None:
    stream = io.StringIO()
    chosen = settings(STORE=f"sqlite:{tmp_path / 'games.sqlite'}", GROUP_MESSAGES_PER_MINUTE="7")
    desk = make_service(chosen, Log(stream)).desk
    assert isinstance(desk.telegram, Metered)
    assert isinstance(desk.telegram.inner, BotTelegram)
    assert desk.shower.per_minute == desk.answers.per_minute == 7
    assert desk.signer.username == "setgram_bot"
    assert desk.signer.key == signing_key(TOKEN)
    desk.report("the file is locked")
    assert stream.getvalue() == '{"kind":"fault","why":"the file is locked"}\n'
    ids = {desk.new_id() for _ in range(50)}
    assert len(ids) == 50
    assert {len(game_id) for game_id in ids} == {8}
