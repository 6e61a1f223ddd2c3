"""The Lambda's entry over a start that failed: wakes come again, and the next event finds it mended."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from engine.game import Millis
from handler.errors import SettingsError
from handler.ports import ChatId, GameKey, Version
from handler.timers import Wake, wake_event
from tests.handler.test_unstarted import NAMES, PRESS, SAID, container, posted, put
from tests.lambda_entry import SECRET
from tests.wire import TOKEN

if TYPE_CHECKING:
    from pathlib import Path


def test_wakes_come_again_where_the_bot_cannot_start(monkeypatch: pytest.MonkeyPatch) -> None:
    with container(monkeypatch, **NAMES) as app, pytest.raises(SettingsError, match="SSM has no parameter"):
        app.lambda_handler(wake_event([Wake(GameKey(ChatId(-5)), Version(1), Millis(1), "m1")]), None)


def test_it_starts_with_the_first_event_after_it_was_mended(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with container(monkeypatch, STORE=f"sqlite:{tmp_path / 'games.sqlite'}", **NAMES) as app:
        put("secret", SECRET)
        assert posted(app, SAID)["statusCode"] == 503
        put("token", TOKEN)
        unsigned = {**PRESS, "callback_query": {**PRESS["callback_query"], "data": "none of ours"}}
        capsys.readouterr()
        assert posted(app, unsigned)["statusCode"] == 200
        assert json.loads(capsys.readouterr().out)["kind"] != "error"
