"""Items and buttons of earlier versions still play on; those of a later one are refused, and left as they are."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from engine.game import Millis, PlayerId
from handler.callback_data import parse_button
from handler.errors import StoreFailure
from handler.intents import Person, Press
from handler.ports import Version
from handler.service import Reply
from handler.store import items
from tests.group import CHAT, KEY, PLACE, Group
from tests.handler.conftest import group_at

if TYPE_CHECKING:
    from collections.abc import Iterator

KEPT: dict[str, Any] = json.loads((Path(__file__).parents[2] / "data" / "games" / "form-1.json").read_text())


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
