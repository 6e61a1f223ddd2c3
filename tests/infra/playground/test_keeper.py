from __future__ import annotations

import asyncio
import re
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Any

import pytest

from infra.local.bot_api import World
from infra.local.bot_api.methods import call
from infra.local.playground.keeper import Identity, Keeper, Notes
from tests.infra.bot_api.stage import png
from tests.infra.playground.bot import until

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.anyio


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "state.sqlite"


@pytest.fixture
def keeper(path: Path) -> Iterator[Keeper]:
    made = Keeper(path)
    yield made
    made.close()


async def reopened(path: Path) -> tuple[Identity, Notes, dict[str, Any] | None]:
    with closing(Keeper(path)) as again:
        return await again.open()


def photos_in(path: Path) -> int:
    with closing(sqlite3.connect(path)) as file:
        return int(file.execute("SELECT count(*) FROM playground_photo").fetchone()[0])


async def test_a_new_file_gets_a_random_token_and_secret_and_keeps_them(path: Path, keeper: Keeper) -> None:
    identity, notes, snapshot = await keeper.open()
    assert re.fullmatch(r"\d+:[\w-]{30,}", identity.token)
    assert len(identity.secret) >= 24
    assert (notes, snapshot) == (Notes(), None)
    assert (await reopened(path))[0] == identity


async def test_two_files_share_no_secret(tmp_path: Path) -> None:
    first, second = (await reopened(tmp_path / "a"))[0], (await reopened(tmp_path / "b"))[0]
    assert {first.token, first.secret}.isdisjoint({second.token, second.secret})


async def test_what_was_said_is_there_again(path: Path, keeper: Keeper) -> None:
    await keeper.open()
    world = World()
    ana = world.add_person("Ana")
    chat = world.make_group("Friends", [ana])
    world.say(ana, chat.id, "hello")
    await keeper.save(world, Notes(chat.id, {"5": "fast"}))
    _, notes, snapshot = await reopened(path)
    assert notes == Notes(chat.id, {"5": "fast"})
    assert snapshot is not None
    again = World()
    again.restore(snapshot)
    assert [message.get("text") for message in again.history(chat.id)][-1] == "hello"


async def test_pictures_are_kept_as_long_as_a_message_shows_them(path: Path, keeper: Keeper) -> None:
    await keeper.open()
    world = World()
    chat = world.make_group("Friends", [world.add_person("Ana")])
    sent: Any = await call(world, "sendPhoto", {"chat_id": chat.id}, {"photo": png()})
    await keeper.save(world, Notes())
    assert photos_in(path) == 1
    media = {"type": "photo", "media": "attach://new"}
    edit = {"chat_id": chat.id, "message_id": sent["message_id"], "media": media}
    edited: Any = await call(world, "editMessageMedia", edit, {"new": png(colour="blue")})
    await keeper.save(world, Notes())
    assert photos_in(path) == 1
    _, _, snapshot = await reopened(path)
    assert snapshot is not None
    again = World()
    again.restore(snapshot)
    assert again.photo(edited["photo"][-1]["file_id"]) == png(colour="blue")


async def test_a_changed_message_takes_the_place_of_its_older_self(path: Path, keeper: Keeper) -> None:
    await keeper.open()
    world = World()
    ana = world.add_person("Ana")
    chat = world.make_group("Friends", [ana])
    first, second = (world.say(ana, chat.id, text) for text in ("one", "two"))
    await keeper.save(world, Notes())
    world.edit(ana, chat.id, first.id, "won")
    world.delete_message(ana, chat.id, second.id)
    third = world.say(ana, chat.id, "three")
    await keeper.save(world, Notes())
    _, _, snapshot = await reopened(path)
    assert snapshot is not None
    again = World()
    again.restore(snapshot)
    kept = again.chat(chat.id).messages
    assert {number: kept[number] for number in (first.id, second.id, third.id)} == {
        number: world.chat(chat.id).messages[number] for number in (first.id, second.id, third.id)
    }
    assert list(kept) == list(world.chat(chat.id).messages)


async def test_only_what_changed_is_written_again(path: Path, keeper: Keeper) -> None:
    await keeper.open()
    world = World()
    ana = world.add_person("Ana")
    chat = world.make_group("Friends", [ana])
    said = world.say(ana, chat.id, "one")
    await keeper.save(world, Notes())
    with closing(sqlite3.connect(path)) as file:
        file.execute("UPDATE playground_message SET body = 'untouched' WHERE id = ?", (said.id,))
        file.commit()
        world.say(ana, chat.id, "two")
        await keeper.save(world, Notes())
        rows = dict(file.execute("SELECT id, body FROM playground_message"))
    assert rows[said.id] == "untouched"
    assert "two" in rows[said.id + 1]


async def test_nothing_is_written_where_nothing_is_new(path: Path, keeper: Keeper) -> None:
    await keeper.open()
    world, notes = World(), Notes()
    await keeper.save(world, notes)
    with closing(sqlite3.connect(path)) as file:
        before = file.execute("PRAGMA data_version").fetchone()
        await keeper.save(world, notes)
        assert file.execute("PRAGMA data_version").fetchone() == before
        notes.robots["7"] = "slow"
        await keeper.save(world, notes)
        assert file.execute("PRAGMA data_version").fetchone() != before


async def test_a_running_keeper_writes_by_itself(path: Path, keeper: Keeper) -> None:
    await keeper.open()
    world = World()
    running = asyncio.create_task(keeper.run(world, Notes()))
    try:
        world.add_person("Ana")
        with closing(sqlite3.connect(path)) as file:
            await until(lambda: "Ana" in str(file.execute("SELECT body FROM playground").fetchall()), 10)
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
