"""Items and buttons of earlier versions still play on; those of a later one are refused, and left as they are."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest

from engine.game import Millis, PlayerId
from handler.callback_data import parse_button
from handler.errors import StoreFailure
from handler.intents import Person, Press
from handler.ports import Version
from handler.service import Reply
from handler.store import items
from handler.store.chosen import CHATS, PREFERENCES, SETTINGS, settings_item, settings_of
from handler.store.creation import create_table
from handler.store.dynamodb import DynamoStore
from handler.store.sqlite import SqliteStore
from handler.store.table import _typed
from handler.timers import parse_wake
from tests.dynamodb_local import connect
from tests.group import CHAT, KEY, PLACE, Group
from tests.handler.conftest import group_at

if TYPE_CHECKING:
    from collections.abc import Iterator

GAMES = Path(__file__).parents[2] / "data" / "games"
KEPT: dict[str, Any] = json.loads((GAMES / "form-1.json").read_text())
STORE: dict[str, Any] = json.loads((GAMES / "store-1.json").read_text())
"""All that a store of form 1 held in the middle of a game, an item of each kind, and buttons under its message.

Written by the code of its time, and never anew: what is read here must stay readable.
"""


@pytest.fixture
def group(tmp_path: Path) -> Iterator[Group]:
    group, store = group_at(tmp_path / "games.sqlite")
    yield group
    group.close()
    store.close()


def test_a_button_of_form_1_is_pressed_on_a_game_of_form_1(group: Group) -> None:
    stored = items.stored_of(KEPT["item"])
    group.now = Millis(stored.game.active_at + 1_000)
    group.run(group.store.inner.save(PLACE, stored, Version(0)))
    data = parse_button(KEPT["button"], CHAT, KEY)
    assert data is not None
    press = Press(1, "q1", Person(PlayerId(KEPT["player"]), "Ana"), PLACE, 501, data)
    reply = group.run(group.service.handle(press, group.now))
    told = reply.toast.text if isinstance(reply, Reply) else group.telegram.answers[-1][1]
    assert told.startswith("1 ✓ ")


def test_an_item_of_a_later_form_is_told_and_left_as_it_is() -> None:
    with pytest.raises(StoreFailure, match="its form is 2, this version reads up to 1: deploy the newer one"):
        items.stored_of({**KEPT["item"], "form": 2})


def test_a_button_of_a_later_form_is_none_of_ours() -> None:
    assert parse_button("2" + KEPT["button"][1:], CHAT, KEY) is None


def in_sqlite(path: Path) -> SqliteStore:
    """The items of form 1 in a file of this version."""
    store = SqliteStore(path, lambda: Millis(STORE["now"]))
    asyncio.run(store.load(PLACE))  # which makes the file
    file = sqlite3.connect(path)
    with file:
        for item in STORE["items"]:
            row = {name: json.dumps(value) if isinstance(value, list) else value for name, value in item.items()}
            names, marks = ", ".join(row), ", ".join("?" * len(row))
            file.execute(f"INSERT INTO item ({names}) VALUES ({marks})", tuple(row.values()))  # noqa: S608
    file.close()
    return store


def in_dynamodb(endpoint: str) -> DynamoStore:
    """The same in a table."""
    client, name = connect(endpoint), f"setgram-{uuid4()}"
    create_table(client, name)
    for item in STORE["items"]:
        typed = {key: _typed(value) for key, value in item.items()}
        client.put_item(TableName=name, Item=typed)
    return DynamoStore(client, name, lambda: Millis(STORE["now"]))


@pytest.fixture(params=["sqlite", "dynamodb"])
def filled(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Group]:
    if request.param == "sqlite":
        store: SqliteStore | DynamoStore = in_sqlite(tmp_path / "games.sqlite")
    else:
        store = in_dynamodb(request.getfixturevalue("dynamodb_endpoint"))
    group = Group(store, per_minute=20)
    group.now = Millis(STORE["now"])
    yield group
    group.close()
    if isinstance(store, SqliteStore):
        store.close()
    else:
        store._table._client.close()


def pressed(group: Group, button: str, number: int) -> str:
    data = parse_button(STORE[button], CHAT, KEY)
    assert data is not None
    press = Press(10_000 + number, f"q{number}", Person(PlayerId(STORE["ana"]), "Ana"), PLACE, STORE["message"], data)
    reply = group.run(group.service.handle(press, group.now))
    return reply.toast.text if isinstance(reply, Reply) else group.telegram.answers[-1][1]


def test_a_game_of_form_1_is_played_on_with_every_item_that_it_left(filled: Group) -> None:
    kinds = {item["sk"].partition("#")[0] for item in STORE["items"]}
    assert kinds == {
        *(items.GAME, items.VIEW, items.LAST, "picks", "seat", items.BUDGET, items.NOTES, SETTINGS, PREFERENCES, CHATS)
    }
    before = filled.game()
    told = pressed(filled, "tap", 1)
    assert told.startswith(f"{STORE['third']} ✓ ")  # and the two that were tapped before are with it
    filled.later(1)
    assert pressed(filled, "claim", 2).startswith("SET!")
    after = filled.game()
    assert (after.revision, after.players[0].score) == (before.revision + 1, before.players[0].score + 1)
    assert filled.telegram.calls["edit_photo"] == 1  # of the message that the stored view names
    assert filled.table.text.count("Ana") > 0
    loaded = filled.run(filled.store.inner.load(PLACE, PlayerId(STORE["ana"])))
    assert (loaded.settings.language, loaded.preferences.language) == ("ro", "pl")
    filled.run(filled.store.inner.load_notes(CHAT))  # form 1 kept admins there: they are read over
    assert filled.run(filled.store.inner.load_budget(CHAT)).table
    chats = filled.run(filled.store.inner.load_chat_list())
    assert (chats.allowed, chats.denied) == ({CHAT, -1002}, {-77})
    assert [*filled.run(filled.store.inner.seats_of(PlayerId(STORE["ana"])))] == [PLACE]
    last = filled.run(filled.store.inner.load_last_game(PLACE))
    assert last is not None
    assert last.players[0].name == "Ana"


def test_a_wake_of_form_1_is_understood() -> None:
    wake = parse_wake(STORE["wake"])
    assert wake.key == PLACE
    assert wake.due > STORE["now"]


def test_the_whole_form_is_read_as_this_version_writes_it() -> None:
    """No field of form 1 is left unread: an item that is read and written again is what it was."""
    by_kind = {item["sk"].partition("#")[0]: item for item in STORE["items"]}
    read = items.stored_of(by_kind[items.GAME])
    assert items.game_item(read, None)["body"] == by_kind[items.GAME]["body"]
    assert settings_item(settings_of(by_kind[SETTINGS]))["version"] == by_kind[SETTINGS]["version"]
    picks = items.picks_of(by_kind["picks"])
    assert [items.tap_text(tap) for tap in picks.taps] == by_kind["picks"]["taps"]
    view = items.view_of(by_kind[items.VIEW])
    assert json.loads(str(items.view_item(view)["body"])).items() >= json.loads(by_kind[items.VIEW]["body"]).items()
