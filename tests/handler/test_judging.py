"""Commands carried through load, play and save: lost races, repeats, and who is asked about admins."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from engine.commands import Claim, Join, Kick, Leave, Stop, Touch
from engine.events import ClaimJudged
from engine.game import Millis, PlayerId, Revision
from engine.sets import find_sets
from handler import errors
from handler.judging import KEEP_MS, RING, TRIES, Busy, Deed, Done, Missing, carry_out, expiry
from handler.ports import Stored, Version
from tests.builders import later, started
from tests.group import PLACE, person

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.commands import Command
    from engine.game import Game
    from tests.group import Group

ANA, BEN = person("Ana").id, person("Ben").id


def do(
    group: Group, make: Callable[[Game], Command], *, update: int = 900, player: PlayerId = ANA
) -> Done | Missing | Busy:
    deed = Deed(PLACE, player, update, group.game().id, lambda _loaded, stored: make(stored.game))
    result = group.run(carry_out(group.store, deed, group.now))  # type: ignore[arg-type]
    assert isinstance(result, Done | Missing | Busy)
    return result


def right(game: Game) -> Claim:
    return Claim(ANA, find_sets(game.table)[0], game.revision)


def version(group: Group) -> int:
    return int(group.run(group.store.inner.load(PLACE)).stored.version)


def test_what_changes_the_game_is_stored_under_the_next_version(group: Group) -> None:
    group.start("Ana", "Ben")
    before = version(group)
    done = do(group, right)
    assert isinstance(done, Done)
    assert (done.changed, done.repeated, done.rejected) == (True, False, None)
    assert version(group) == done.stored.version == before + 1
    assert group.game() == done.stored.game


def test_what_changes_nothing_is_not_stored(group: Group) -> None:
    group.start("Ana", "Ben")
    before = version(group)
    group.store.reset()
    done = do(group, lambda game: Claim(ANA, (), game.revision))
    assert isinstance(done, Done)
    assert not done.changed
    assert done.rejected is not None
    assert version(group) == before
    assert group.store.calls == {"load": 1}


def test_a_repeated_update_comes_to_the_same_and_changes_nothing(group: Group) -> None:
    group.start("Ana", "Ben")
    first = do(group, right, update=7)
    assert isinstance(first, Done)
    before = group.game()
    second = do(group, right, update=7)
    assert isinstance(second, Done)
    assert second.repeated
    assert second.events == tuple(event for event in first.events if isinstance(event, ClaimJudged))
    assert group.game() == before


def test_the_last_three_updates_of_each_player_are_remembered(group: Group) -> None:
    group.start("Ana", "Ben")
    for update in range(10, 15):
        do(group, right, update=update)
    do(group, lambda game: Claim(BEN, find_sets(game.table)[0], game.revision), update=20, player=BEN)
    answered = group.run(group.store.inner.load(PLACE)).stored.answered
    mine = [entry.update for entry in answered if entry.player == ANA]
    assert mine == [12, 13, 14]
    assert len(mine) == RING
    assert [entry.update for entry in answered if entry.player == BEN][-1] == 20


def test_a_lost_race_is_judged_again_on_what_is_there_then(group: Group) -> None:
    group.start("Ana", "Ben")
    judged_on: list[Revision] = []

    def claim(game: Game) -> Claim:
        judged_on.append(game.revision)
        if len(judged_on) == 1:
            group.store.failing["save"] = errors.Conflict("another")
        else:
            group.store.failing.clear()
        return right(game)

    done = do(group, claim)
    assert isinstance(done, Done)
    assert done.changed
    assert len(judged_on) == 2


def test_who_loses_to_all_seven_others_of_a_full_table_is_still_judged(group: Group) -> None:
    group.start("Ana", "Ben")
    judged_on = []

    def claim(game: Game) -> Claim:
        judged_on.append(game.revision)
        group.store.failing.clear()
        if len(judged_on) <= 7:
            group.store.failing["save"] = errors.Conflict("another")
        return right(game)

    done = do(group, claim)
    assert isinstance(done, Done)
    assert done.changed


def test_after_more_lost_races_than_there_are_others_it_is_refused_without_effect(group: Group) -> None:
    group.start("Ana", "Ben")
    before = group.game()
    group.store.failing["save"] = errors.Conflict("another")
    group.store.reset()
    assert isinstance(do(group, right), Busy)
    assert group.store.calls["save"] == TRIES
    assert group.game() == before


def test_a_deed_for_another_game_finds_none(group: Group) -> None:
    group.start("Ana", "Ben")
    deed = Deed(PLACE, ANA, 1, started(2).id, lambda _loaded, _stored: Touch(ANA))
    missing = group.run(carry_out(group.store, deed, group.now))  # type: ignore[arg-type]
    assert isinstance(missing, Missing)
    assert missing.loaded.stored is not None


def test_taps_are_asked_for_only_where_they_can_matter(group: Group) -> None:
    group.start("Ana", "Ben")
    group.store.reset()
    do(group, right)
    assert group.store.calls["last_taps"] == 0
    do(group, lambda _game: Touch(ANA), update=901)
    assert group.store.calls["last_taps"] == 1
    group.later(601)
    do(group, right, update=902)
    assert group.store.calls["last_taps"] == 2


def test_a_game_is_kept_for_a_month_after_its_last_write() -> None:
    game = started(2)
    assert expiry(game, game.active_at) == game.active_at + KEEP_MS
    assert expiry(game, later(5, game.active_at)) == game.active_at + 5_000 + KEEP_MS
    assert expiry(game, Millis(0)) == game.active_at + KEEP_MS


@pytest.mark.parametrize(("label", "asks"), [("Join", False), ("My picks", False), ("1", False)])
def test_telegram_is_not_asked_about_admins_where_that_decides_nothing(group: Group, label: str, asks: bool) -> None:
    group.start("Ana", "Ben")
    group.telegram.calls.clear()
    group.press("Cleo", label)
    assert (group.telegram.calls["admins"] > 0) == asks


def test_an_admin_who_does_not_play_may_end_the_game(group: Group) -> None:
    group.start("Ana", "Ben")
    group.type("Zoe", "/stop")
    assert group.press("Zoe", "Yes, end it").text == "You are not in this game: press Join"
    group.later(300)
    group.telegram.admin_ids = (person("Zoe").id,)
    group.type("Zoe", "/stop")
    assert group.press("Zoe", "Yes, end it").text == "The game is over"


def test_an_admin_who_does_not_play_may_start_the_game(group: Group) -> None:
    group.telegram.admin_ids = (person("Zoe").id,)
    group.type("Ana", "/newgame")
    group.press("Ben", "Join")
    assert group.press("Zoe", "Start").text.startswith("Go!")


def test_an_admin_who_was_put_out_may_come_back(group: Group) -> None:
    group.start("Ana", "Ben", "Cleo")
    group.type(None, "/kick", answering="Ben", admin=True)
    assert group.press("Ben", "Join").text == "You were removed: ask an admin to /unkick"
    group.later(300)
    group.telegram.admin_ids = (person("Ben").id,)
    assert group.press("Ben", "Join").text.startswith("Welcome back as ②")


def test_a_pause_that_an_admins_refused_command_ended_is_over_for_all_to_see(group: Group) -> None:
    group.start("Ana", "Ben")
    group.telegram.admin_ids = (person("Ben").id,)
    group.later(600)
    group.wake_due()
    assert group.table.text.startswith("Paused")
    group.type("Ben", "/kick", answering="Zoe")
    assert group.game().paused_at is None
    assert not group.table.text.startswith("Paused")


def test_a_stored_value_is_what_was_handed_over(group: Group) -> None:
    game = started(2)
    group.run(group.store.inner.save(PLACE, Stored(game, Version(1)), Version(0)))
    joined = do(group, lambda _game: Join(PlayerId(77), "Zoe"), player=PlayerId(77))
    assert isinstance(joined, Done)
    assert [player.name for player in group.game().players] == ["Ana", "Ben", "Zoe"]


class Unanswering:
    """A store whose next save is not answered: what `landing` says became of it."""

    def __init__(self, inner: Any, *, landing: bool) -> None:
        self.inner, self.landing = inner, landing

    def __getattr__(self, name: str) -> Any:
        return getattr(self.inner, name)

    async def save(self, *args: Any, **options: Any) -> None:
        if self.landing:
            await self.inner.save(*args, **options)
        raise errors.StoreFailure("no answer")


@pytest.mark.parametrize(
    "make", [right, lambda _: Leave(ANA), lambda _: Stop(ANA), lambda _: Kick(ANA, BEN, admin=True)]
)
def test_what_is_stored_counts_though_the_store_did_not_say_so(group: Group, make: Callable[[Game], Command]) -> None:
    group.start("Ana", "Ben")
    group.store.inner = Unanswering(group.store.inner, landing=True)
    before = group.game()
    done = do(group, make)
    assert isinstance(done, Done)
    assert (done.changed, done.rejected) == (True, None)
    assert done.stored.game == group.game() != before


def test_what_is_stored_counts_also_where_others_wrote_since(group: Group) -> None:
    group.start("Ana", "Ben")
    inner = group.store.inner

    class Overtaken(Unanswering):
        async def save(self, *args: Any, **options: Any) -> None:
            await self.inner.save(*args, **options)
            group.store.inner = inner
            await carry_out(inner, Deed(PLACE, BEN, 901, None, lambda _loaded, _stored: Leave(BEN)), group.now)
            raise errors.StoreFailure("no answer")

    group.store.inner = Overtaken(inner, landing=True)
    done = do(group, right)
    assert isinstance(done, Done)
    assert done.repeated
    assert isinstance(done.events[0], ClaimJudged)


def test_what_is_not_stored_is_a_failure_of_the_store(group: Group) -> None:
    group.start("Ana", "Ben")
    before = group.game()
    group.store.inner = Unanswering(group.store.inner, landing=False)
    with pytest.raises(errors.StoreFailure):
        do(group, right)
    assert group.game() == before
