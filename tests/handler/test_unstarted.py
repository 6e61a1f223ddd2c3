"""A bot that cannot start: the operator is told what to do, and whoever presses that it was not counted."""

from __future__ import annotations

import importlib
import json
import os
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import boto3
import pytest
from moto import mock_aws

import handler
from tests.lambda_entry import DATA, SECRET, function_url_event

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import ModuleType

NAMES = {"BOT_TOKEN_PARAMETER": "/setgram/test/token", "WEBHOOK_SECRET_PARAMETER": "/setgram/test/secret"}
PRESS = json.loads((DATA / "updates" / "callback_pick_in_a_supergroup.json").read_text())
SAID = json.loads((DATA / "updates" / "supergroup_cards.json").read_text())


def forget() -> None:
    """As in a new container: nothing of the bot was started."""
    for name in ("app", "running"):
        sys.modules.pop(f"handler.{name}", None)
        if hasattr(handler, name):
            delattr(handler, name)


@contextmanager
def container(monkeypatch: pytest.MonkeyPatch, **settings: str) -> Iterator[ModuleType]:
    """The entry in a new container with these settings, and AWS beside it."""
    for name in [name for name in os.environ if name.startswith(("BOT_", "WEBHOOK_", "STORE", "AWS_", "TIMER_"))]:
        monkeypatch.delenv(name)
    for name, value in {"BOT_USERNAME": "setgram_bot", **settings}.items():
        monkeypatch.setenv(name, value)
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_DEFAULT_REGION"):
        monkeypatch.setenv(name, "eu-west-1")
    forget()
    with mock_aws():
        app = importlib.import_module("handler.app")
        yield app
        if "handler.running" in sys.modules:
            started = sys.modules["handler.running"]
            started.LOOP.close()
            if started.SETTINGS.sqlite_path:
                started.SERVICE.desk.store.inner.close()
                started.SERVICE.desk.timers.close()
    forget()


def put(name: str, value: str) -> None:
    client: Any = boto3.client("ssm")
    client.put_parameter(Name=f"/setgram/test/{name}", Value=value, Type="SecureString", Overwrite=True)
    client.close()


def posted(app: ModuleType, update: Any, secret: str | None = SECRET) -> dict[str, Any]:
    answer: dict[str, Any] = app.lambda_handler(function_url_event(json.dumps(update), secret), None)
    return answer


def test_a_missing_token_is_told_and_presses_are_told_that_they_were_not_counted(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with container(monkeypatch, **NAMES) as app:
        put("secret", SECRET)
        answer = posted(app, PRESS)
        assert answer["statusCode"] == 200
        assert json.loads(answer["body"])["text"] == "Not counted: press again"
        line = json.loads(capsys.readouterr().out)
        assert line["kind"] == "error"
        assert "SSM has no parameter /setgram/test/token in eu-west-1: put it there with `aws ssm put" in line["why"]
        assert posted(app, SAID)["statusCode"] == 503  # it comes again
        assert posted(app, PRESS, "guessed")["statusCode"] == 403


@pytest.mark.parametrize("secret", [SECRET, "guessed", None])
def test_without_the_secret_nobody_is_believed(
    secret: str | None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with container(monkeypatch, **NAMES) as app:
        assert posted(app, PRESS, secret)["statusCode"] == 503
        assert "/setgram/test/secret, /setgram/test/token" in json.loads(capsys.readouterr().out)["why"]


@pytest.mark.parametrize(
    ("token", "told"), [("", "BOT_TOKEN is not set"), ("nonsense", "BOT_TOKEN has the wrong form")]
)
def test_a_token_that_is_none_is_told(
    token: str, told: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with container(monkeypatch, BOT_TOKEN=token, WEBHOOK_SECRET=SECRET) as app:
        assert json.loads(posted(app, PRESS)["body"])["text"] == "Not counted: press again"
        said = capsys.readouterr().out
        assert json.loads(said)["why"].startswith(told)
        assert "nonsense" not in said
