"""Games whose group becomes a supergroup, or puts the bot out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from engine.game import Finish, Phase
from engine.sets import find_sets
from handler import errors
from handler.intents import Moved
from handler.ports import Budget, ChatId, GameKey, Version
from tests.group import CHAT, PLACE, person

if TYPE_CHECKING:
    from tests.group import Group

SUPERGROUP = ChatId(-1002345678901)


@pytest.mark.failure(34)
def test_when_the_bot_is_put_out_of_a_forum_the_games_of_all_topics_end(group: Group) -> None:
    places = [PLACE, GameKey(CHAT, 42), GameKey(CHAT, 43)]
    for place in places:
        group.type("Ana", "/newgame", place=place)
    group.telegram.calls.clear()
    group.removed()
    assert [group.game(place).finish for place in places] == [Finish.LOBBY_CLOSED] * 3
    assert not group.telegram.calls


@pytest.mark.failure(33)
def test_what_was_sent_to_a_group_counts_in_its_supergroup(group: Group) -> None:
    group.type("Ana", "/newgame")
    spent = Budget((group.now,) * 3, (group.now,), group.now, Version(9))
    old = group.run(group.store.inner.load_budget(CHAT))
    group.run(group.store.inner.save_budget(CHAT, spent, old.version))
    for _ in range(2):
        group.run(group.service.handle(Moved(77, CHAT, SUPERGROUP), group.now))
    counted = group.run(group.store.inner.load_budget(SUPERGROUP))
    assert (len(counted.table), len(counted.other)) == (4, 1)


@pytest.mark.failure(33)
def test_an_end_that_nobody_was_told_is_told_in_the_supergroup(group: Group) -> None:
    group.start("Ana", "Ben")
    group.type("Ana", "/stop")
    group.telegram.failing["edit_caption"] = [errors.Moved(SUPERGROUP)]
    group.press("Ana", "Yes, end it")
    for _ in range(2):
        group.run(group.service.handle(Moved(77, CHAT, SUPERGROUP), group.now))
    told = [post.text for post in group.telegram.posts.values() if post.place.chat == SUPERGROUP and post.loud]
    assert [text.splitlines()[0] for text in told] == ["🏁 The game was stopped."]


@pytest.mark.failure(33)
def test_a_message_left_in_a_group_that_moved_is_not_tried_again(group: Group) -> None:
    group.start("Ana", "Ben")
    group.telegram.failing["edit_photo"] = [errors.Moved(SUPERGROUP)]
    group.take_set("Ana")
    assert not any(wake.version == 0 for wake in group.timers.asked)
    group.telegram.calls.clear()
    group.press("Ben", "1")
    assert group.telegram.sends_and_edits() == 0


def move(group: Group) -> None:
    group.run(group.service.handle(Moved(77, CHAT, SUPERGROUP), group.now))


@pytest.mark.failure(33)
def test_who_was_there_is_there_after_the_move(group: Group) -> None:
    group.start("Ana", "Ben")
    group.later(30)
    group.press("Ben", "1")
    move(group)
    there = group.run(group.store.inner.last_taps(GameKey(SUPERGROUP), group.game().id))
    assert there == {person("Ben").id: group.now}


@pytest.mark.failure(33)
def test_what_is_judged_while_the_group_moves_comes_along(group: Group) -> None:
    group.start("Ana", "Ben")
    group.pick("Ana", find_sets(group.game().table)[0])
    press, save = group.press_of("Ana", group.table, "SET!"), group.store.inner.save

    async def claimed_first(key: GameKey, *args: Any, **options: Any) -> None:
        await save(key, *args, **options)
        if key.chat == SUPERGROUP:
            group.store.inner.save = save
            await group.service.handle(press, group.now)

    group.store.inner.save = claimed_first
    move(group)
    moved = group.game(GameKey(SUPERGROUP))
    assert [player.score for player in moved.players] == [1, 0]
    assert moved.phase is Phase.PLAYING
    assert group.game().finish is Finish.STOPPED
    move(group)
    assert group.game(GameKey(SUPERGROUP)) == moved
