"""Anonymous admins at the table: whoever shows no name in the group is given none by the bot."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from handler import errors
from tests.group import person

if TYPE_CHECKING:
    from tests.group import Group


@pytest.mark.failure(29)
def test_an_anonymous_admin_sits_at_the_table_without_a_name(group: Group) -> None:
    group.telegram.admin_ids = group.telegram.hidden_ids = (person("Ana").id,)
    group.type(None, "/newgame", admin=True)
    group.press("Ana", "Open a lobby")
    group.press("Ben", "Join")
    group.press("Ben", "Start")
    group.press("Ana", "Start")
    group.take_set("Ana")
    group.press("Cleo", "Join")
    assert [player.name for player in group.game().players] == ["Admin", "Ben", "Cleo"]
    assert not any("Ana" in post.text for post in group.telegram.shown)


def test_telegram_is_asked_once_for_all_who_sit_down(group: Group) -> None:
    group.start("Ana", "Ben", "Cleo")
    assert group.telegram.calls["admins"] == 1


def test_where_telegram_does_not_tell_who_was_known_to_hide_still_does(group: Group) -> None:
    group.telegram.admin_ids = group.telegram.hidden_ids = (person("Ben").id,)
    group.start("Ana", "Cleo")
    group.later(600)
    group.telegram.failing["admins"] = [errors.Unknown("TimedOut")]
    group.press("Ben", "Join")
    assert group.game().players[-1].name == "Admin"
