"""Settings from an environment, and what an operator is told about each that is missing or wrong."""

from __future__ import annotations

import pytest

from handler.errors import SettingsError
from handler.settings import Settings, read_settings

NEEDED = {"BOT_TOKEN": "1234567890:AAE-x_y", "BOT_USERNAME": "setgram_bot", "WEBHOOK_SECRET": "s3cret_-"}


def test_three_settings_are_enough() -> None:
    assert read_settings(NEEDED) == Settings("1234567890:AAE-x_y", "setgram_bot", "s3cret_-")
    assert read_settings(NEEDED).store == "dynamodb"
    assert read_settings(NEEDED).sqlite_path is None
    assert read_settings(NEEDED).api_url == "https://api.telegram.org"
    assert read_settings(NEEDED).per_minute == 20


def test_every_setting_can_be_set() -> None:
    settings = read_settings(
        NEEDED
        | {"STORE": "sqlite:/var/games.sqlite", "TABLE_NAME": "games", "TIMER_QUEUE_URL": "http://127.0.0.1/q"}
        | {"TELEGRAM_API_URL": "http://127.0.0.1:8081/", "GROUP_MESSAGES_PER_MINUTE": "60"}
    )
    assert settings.sqlite_path == "/var/games.sqlite"
    assert (settings.table_name, settings.timer_queue_url) == ("games", "http://127.0.0.1/q")
    assert (settings.api_url, settings.per_minute) == ("http://127.0.0.1:8081", 60)


def test_an_at_before_the_user_name_is_left_out() -> None:
    assert read_settings(NEEDED | {"BOT_USERNAME": " @setgram_bot "}).username == "setgram_bot"


def test_a_setting_that_is_there_but_empty_counts_as_not_set() -> None:
    names = ("STORE", "TABLE_NAME", "TIMER_QUEUE_URL", "TELEGRAM_API_URL", "GROUP_MESSAGES_PER_MINUTE")
    assert read_settings(NEEDED | dict.fromkeys(names, "")) == read_settings(NEEDED)


@pytest.mark.parametrize("name", NEEDED)
def test_a_missing_setting_is_named(name: str) -> None:
    for environ in ({key: value for key, value in NEEDED.items() if key != name}, NEEDED | {name: " "}):
        with pytest.raises(SettingsError, match=f"^{name} is not set: give it "):
            read_settings(environ)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("BOT_TOKEN", "no-digits:abc"),
        ("BOT_TOKEN", "123"),
        ("WEBHOOK_SECRET", "with space"),
        ("WEBHOOK_SECRET", "x" * 257),
        ("STORE", "postgres"),
        ("STORE", "sqlite:"),
        ("STORE", "sqlite: "),
        ("GROUP_MESSAGES_PER_MINUTE", "2"),
        ("GROUP_MESSAGES_PER_MINUTE", "10001"),
        ("GROUP_MESSAGES_PER_MINUTE", "twenty"),
        ("GROUP_MESSAGES_PER_MINUTE", "\uff12\uff10"),
        ("GROUP_MESSAGES_PER_MINUTE", "-20"),
    ],
)
def test_a_wrong_setting_is_named_with_what_to_do(name: str, value: str) -> None:
    with pytest.raises(SettingsError, match=f"^{name}") as raised:
        read_settings(NEEDED | {name: value})
    assert "give it" in str(raised.value) or "set it" in str(raised.value) or "needs" in str(raised.value)


@pytest.mark.parametrize("name", ["BOT_TOKEN", "WEBHOOK_SECRET"])
def test_what_is_secret_is_not_repeated_in_a_complaint(name: str) -> None:
    with pytest.raises(SettingsError) as raised:
        read_settings(NEEDED | {name: "a very secret thing"})
    assert "very" not in str(raised.value)
