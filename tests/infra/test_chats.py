"""What operators say of groups: ids as people paste them, and wrong ones answered clearly."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest
from moto import mock_aws

from handler.chat_list import ChatList
from handler.errors import Conflict
from handler.store.creation import create_table
from handler.store.dynamodb import DynamoStore
from infra.chats import change, group_id
from infra.cli import main
from infra.errors import OperationFailure
from tests.dynamodb_local import connect
from tests.fakes import CountingStore

if TYPE_CHECKING:
    from collections.abc import MutableMapping
    from pathlib import Path

    from handler.ports import Store

SETTINGS = {"BOT_TOKEN": "1:made-up", "BOT_USERNAME": "setgram_bot", "WEBHOOK_SECRET": "s"}


@pytest.mark.parametrize("text", ["-1001234567890", " -1001234567890 ", "−1001234567890", "\u2068-1001234567890\u2069"])
def test_an_id_is_taken_as_people_paste_it(text: str) -> None:
    assert group_id(text) == -1001234567890


@pytest.mark.parametrize("text", ["", "@friends", "-", "1.5", "-1e9", "--5", "-99999999999999999", "-4503599627370496"])
def test_what_is_no_number_of_a_chat_is_told_so(text: str) -> None:
    with pytest.raises(OperationFailure, match="is no id of a group: that is a number such as -100"):
        group_id(text)


@pytest.mark.parametrize("text", ["0", "1001234567890"])
def test_a_persons_id_is_told_so(text: str) -> None:
    with pytest.raises(OperationFailure, match=f"begins with a minus, as -{text} does; private chats are always open"):
        group_id(text)


def test_a_list_that_others_write_all_the_time_is_told() -> None:
    class Busy:
        async def load_chat_list(self) -> ChatList:
            return ChatList()

    store = CountingStore(Busy())  # type: ignore[arg-type]
    store.failing["save_chat_list"] = Conflict("another")
    Busy.save_chat_list = None  # type: ignore[attr-defined]
    with pytest.raises(OperationFailure, match="give the command again"):
        asyncio.run(change(store, "allow", group_id("-5")))  # type: ignore[arg-type]


def test_on_aws_the_list_is_in_the_bots_table(
    aws_environ: MutableMapping[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    aws_environ.update(SETTINGS, TABLE_NAME="setgram-dev")
    with mock_aws():
        client = connect("https://dynamodb.eu-west-1.amazonaws.com")
        create_table(client, "setgram-dev")
        assert main(["chats", "deny", "-1001"]) == 0
        assert "(kept in table setgram-dev)" in capsys.readouterr().out
        store: Store = DynamoStore(client, "setgram-dev")
        assert asyncio.run(store.load_chat_list()).denied == {-1001}
        client.close()


def test_on_one_machine_each_command_is_told_in_lines(
    tmp_path: Path, environ: MutableMapping[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    environ.update(SETTINGS, STORE=f"sqlite:{tmp_path / 'games.sqlite'}")
    assert [main(["chats", *words]) for words in (["allow", "-7"], ["deny", "-8"], ["list"])] == [0, 0, 0]
    assert "allowed -7\ndenied  -8\n" in capsys.readouterr().out
    assert main(["chats", "allow", "7"]) == 1
    assert capsys.readouterr().err.startswith("setgram: 7 is no id of a group")
