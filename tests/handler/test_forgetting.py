"""/forgetme: what is kept names the person no more, on either store, and the games go on as they would have."""

from __future__ import annotations

import asyncio
import sqlite3
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest
from moto import mock_aws

from engine.game import Finish, Millis, Phase
from engine.sets import find_sets
from engine.standings import standings
from engine.value import replace
from handler import errors
from handler.aliases import is_alias
from handler.choices import ChatSettings, Preferences
from handler.errors import StoreFailure
from handler.forgetting import LONGEST_MS, Forgetting, told
from handler.intents import Moved
from handler.judging import KEEP_MS, SEATS_MS
from handler.languages import languages
from handler.ports import ChatId, GameKey, Version
from handler.store.creation import create_table
from handler.store.dynamodb import DynamoStore
from handler.store.item import expiry
from handler.store.items import place
from handler.store.sqlite import SqliteStore
from tests.builders import NOON, no_set
from tests.dynamodb_local import connect
from tests.group import CHAT, PLACE, Group, person
from tests.tongues import strict_words_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from mypy_boto3_dynamodb import DynamoDBClient

    from engine.game import Game

ZUZA = "Zuzanna"
ALONE = GameKey(ChatId(person(ZUZA).id))
OTHER = GameKey(ChatId(-2002), 42)
TABLE = "setgram-tests"


@dataclass
class Kept:
    """A group, and all that its store has, as text."""

    group: Group
    items: Callable[[], list[str]]

    def naming(self) -> list[str]:
        """The items that have anything of Zuzanna in them."""
        return [item for item in self.items() if ZUZA in item or str(person(ZUZA).id) in item]

    def forget(self) -> str:
        """Zuzanna asks; what she is told."""
        self.group.type(ZUZA, "/forgetme", place=ALONE, private=True)
        return self.group.newest.text

    def game(self, key: GameKey = PLACE) -> Game:
        return self.group.game(key)


@pytest.fixture(scope="module")
def client() -> Iterator[DynamoDBClient]:
    client = connect("https://dynamodb.eu-west-1.amazonaws.com")
    yield client
    client.close()


@pytest.fixture(params=["sqlite", "moto"])
def kept(request: pytest.FixtureRequest, tmp_path: Path, client: DynamoDBClient) -> Iterator[Kept]:
    clock: list[Group] = []

    def now() -> Millis:
        return clock[0].now if clock else NOON

    if request.param == "sqlite":
        path = tmp_path / "games.sqlite"
        store = SqliteStore(path, now)

        def rows() -> list[str]:
            with sqlite3.connect(path) as file:
                found = [str(row) for row in file.execute("SELECT * FROM item")]
            file.close()
            return found

        group = Group(store)
        clock.append(group)
        yield Kept(group, rows)
        store.close()
    else:
        with mock_aws():
            create_table(client, TABLE)
            group = Group(DynamoStore(client, TABLE, now))
            clock.append(group)
            yield Kept(group, lambda: [str(item) for item in client.scan(TableName=TABLE)["Items"]])
    group.close()


def an_evening(group: Group) -> None:
    """Zuzanna has chosen a language, plays alone, plays in a group with Ben and Cleo, and sits in another's lobby."""
    group.run(group.store.inner.save_preferences(person(ZUZA).id, Preferences("en", spoken=True)))
    group.type(ZUZA, "/language", place=ALONE, private=True)
    group.solo(ZUZA)
    group.pick(ZUZA, group.game(ALONE).table[:2], place=ALONE)
    group.type("Eve", "/newgame", place=OTHER)
    group.press(ZUZA, "Join")
    group.start(ZUZA, "Ben", "Cleo")
    group.take_set(ZUZA)
    group.take_set("Ben")
    group.later(2)
    group.take_set(ZUZA)
    group.claim("Ben", no_set(group.game()))


def to_the_end(group: Group) -> None:
    """Those who are left play on until no set is."""
    for _ in range(30):
        if group.game().phase is Phase.FINISHED:
            return
        free = next(one.name for one in group.game().players if one.left is None and not one.locked)
        group.take_set(free)
        group.later(2)
    raise AssertionError("the game does not end")


def test_nothing_kept_names_the_person_and_the_game_goes_on_to_its_right_end(kept: Kept) -> None:
    group = kept.group
    an_evening(group)
    assert len(kept.naming()) >= 9
    before = {one.seat: (one.score, one.sets, one.wrong) for one in kept.game().players}
    said = kept.forget()
    assert kept.naming() == []
    assert said.startswith("Forgotten: your language")
    assert "In 2 groups" in said
    to_the_end(group)
    game = kept.game()
    assert game.finish is Finish.NO_SET_LEFT
    assert (game.players[0].score, game.players[0].sets, game.players[0].wrong) == before[1] == (2, 2, 0)
    ranked = [(row.rank, row.player.name) for row in standings(game)]
    assert ranked[2] == (3, "Player 1")
    assert {name for _, name in ranked[:2]} == {"Ben", "Cleo"}
    assert "Player 1" in group.newest.text
    assert kept.naming() == []


def test_whoever_is_left_alone_has_won_and_the_group_is_told(kept: Kept) -> None:
    group = kept.group
    group.start(ZUZA, "Ben")
    group.take_set(ZUZA)
    kept.forget()
    assert kept.game().finish is Finish.ALONE
    assert kept.game().starter == person("Ben").id
    texts = [post.text for post in group.telegram.posts.values() if post.place == PLACE]
    assert any("Player 1" in text for text in texts)
    assert not any(ZUZA in text for text in texts)
    assert kept.naming() == []


def test_games_that_are_over_keep_their_standings_and_for_no_longer_than_before(kept: Kept) -> None:
    group = kept.group
    group.start(ZUZA, "Ben")
    group.take_set(ZUZA)
    group.type("Ben", "/leave")
    group.press("Ben", "Yes, leave")
    ended = kept.game().active_at
    group.later(60)
    group.type("Ben", "/newgame")
    group.press("Cleo", "Join")
    assert ZUZA in str(kept.naming())
    group.later(3_600)
    kept.forget()
    assert kept.naming() == []
    group.type("Ben", "/score")
    assert "Player 1" in group.newest.text
    last = group.run(group.store.inner.load_last_game(PLACE))
    assert [(row.rank, row.player.name, row.player.score) for row in standings(last)] == [
        (1, "Player 1", 1),
        (2, "Ben", 0),
    ]
    [item] = [item for item in kept.items() if "'last'" in item and place(PLACE) in item]
    assert str(expiry(Millis(ended + KEEP_MS))) in item


def test_it_may_be_asked_again_and_again(kept: Kept) -> None:
    an_evening(kept.group)
    kept.forget()
    after = kept.game()
    for _ in range(2):
        assert "I took your name" not in kept.forget()
        assert kept.game() == after
    assert kept.naming() == []


def test_who_never_played_is_forgotten_too(kept: Kept) -> None:
    assert kept.forget().startswith("Forgotten: your language")
    assert kept.naming() == []


def test_no_penalty_is_shaken_off_by_coming_back_as_somebody_new(kept: Kept) -> None:
    group = kept.group
    group.start(ZUZA, "Ben", "Cleo")
    table = group.table
    lobby = replace(table, keyboard=group.telegram.shown[0].keyboard)
    group.claim(ZUZA, no_set(kept.game()))
    kept.forget()
    group.telegram.admin_ids = (person(ZUZA).id,)
    assert group.press(ZUZA, "Join", lobby).text == "You asked to be forgotten: join the next game"
    assert [one.left is None for one in kept.game().players] == [False, True, True]
    group.type("Ben", "/leave")
    group.press("Ben", "Yes, leave")
    group.press("Cleo", "Play again")
    group.press(ZUZA, "Join")
    assert [one.name for one in kept.game().players] == ["Cleo", ZUZA]


def test_who_was_put_out_of_a_lobby_does_not_come_back_by_being_forgotten(kept: Kept) -> None:
    group = kept.group
    group.type("Ben", "/newgame")
    group.press(ZUZA, "Join")
    group.type("Ben", "/kick", answering=ZUZA, admin=True)
    kept.forget()
    assert kept.naming() == []
    assert all(is_alias(one) for one in kept.game().barred)
    assert group.press(ZUZA, "Join").text == "You asked to be forgotten: join the next game"
    assert [one.name for one in kept.game().players] == ["Ben"]


def test_nobody_forgotten_is_seated_by_play_again(kept: Kept) -> None:
    group = kept.group
    group.start(ZUZA, "Ben", "Cleo")
    group.take_set("Ben")
    group.type(ZUZA, "/stop")
    group.press(ZUZA, "Yes, end it")
    kept.forget()
    group.press("Ben", "Play again")
    assert [one.name for one in kept.game().players] == ["Ben", "Cleo"]
    assert kept.naming() == []


def test_the_name_that_is_left_is_in_the_groups_language(kept: Kept) -> None:
    group = kept.group
    group.start(ZUZA, "Ben", "Cleo")
    settings = group.run(group.store.inner.load(PLACE)).settings
    polish = ChatSettings(language="pl", version=Version(settings.version + 1))
    group.run(group.store.inner.save_settings(CHAT, polish, settings.version))
    kept.forget()
    assert kept.game().players[0].name == "Gracz 1"


def racing(group: Group, method: str, first: Callable[[], Any]) -> None:
    """Let `first` be done just before the next call of a store's method."""
    inner = group.store.inner
    real = getattr(inner, method)

    async def raced(*args: Any, **kwargs: Any) -> Any:
        setattr(inner, method, real)
        await first()
        return await real(*args, **kwargs)

    setattr(inner, method, raced)


def forgetting(group: Group) -> Forgetting:
    return Forgetting(group.service.desk, person(ZUZA).id, group.now)


def test_a_claim_that_comes_between_counts_and_the_person_is_forgotten_after_it(kept: Kept) -> None:
    group = kept.group
    group.start(ZUZA, "Ben", "Cleo")
    cards = find_sets(kept.game().table)[0]
    group.pick("Ben", cards)
    table = group.table
    racing(group, "save", lambda: group.pressing("Ben", "SET!", table))
    kept.forget()
    assert [(one.name, one.score) for one in kept.game().players] == [("Player 1", 0), ("Ben", 1), ("Cleo", 0)]
    assert kept.naming() == []


def test_a_claim_of_the_persons_own_that_comes_too_late_is_refused(kept: Kept) -> None:
    group = kept.group
    group.start(ZUZA, "Ben", "Cleo")
    group.pick(ZUZA, find_sets(kept.game().table)[0])
    racing(group, "save", lambda: forgetting(group).everywhere())
    assert "You are not in this game" in group.press(ZUZA, "SET!").text
    assert kept.game().players[0].score == 0
    assert [item for item in kept.naming() if "picks#" not in item] == []


def test_a_seat_that_is_taken_at_the_same_moment_can_be_found_again(kept: Kept) -> None:
    group = kept.group
    group.type("Ben", "/newgame")
    racing(group, "save", lambda: forgetting(group).everywhere())
    group.press(ZUZA, "Join")
    assert [one.name for one in kept.game().players] == ["Ben", ZUZA]
    assert list(group.run(group.store.inner.seats_of(person(ZUZA).id))) == [PLACE]
    kept.forget()
    assert kept.naming() == []


def test_a_place_where_others_write_all_the_time_is_left_for_the_next_asking(kept: Kept) -> None:
    group = kept.group
    group.start(ZUZA, "Ben")
    group.store.failing["save"] = errors.Conflict("another")
    assert kept.forget() == "Not all of it could be done just now: send /forgetme again."
    group.store.failing.clear()
    assert "In 1 group " in kept.forget()
    assert kept.naming() == []


@pytest.mark.parametrize(
    "method", ["load", "erase_person", "erase_place", "seats_of", "save", "erase_picks", "load_last_game", "drop_seat"]
)
def test_where_the_store_fails_at_any_step_asking_again_does_the_rest(kept: Kept, method: str) -> None:
    group = kept.group
    an_evening(group)
    group.store.failing[method] = StoreFailure("off")
    assert kept.forget() == "Not all of it could be done just now: send /forgetme again."
    assert "off" in group.reports
    group.store.failing.clear()
    assert kept.forget().startswith("Forgotten")
    assert kept.naming() == []


def test_what_takes_too_long_is_left_for_the_next_asking(kept: Kept) -> None:
    group = kept.group
    an_evening(group)
    desk = replace(group.service.desk, clock=lambda: Millis(group.now + LONGEST_MS + 1))
    slow = Forgetting(desk, person(ZUZA).id, group.now)
    assert group.run(slow.everywhere()) == (0, False)
    assert group.run(forgetting(group).everywhere()) == (2, True)
    assert kept.naming() == []


def test_where_telegram_refuses_the_answer_all_is_done_even_so(kept: Kept) -> None:
    group = kept.group
    group.start(ZUZA, "Ben")
    group.telegram.failing["send_text"] = [errors.Banned("blocked"), errors.Banned("blocked")]
    group.type(ZUZA, "/forgetme", place=ALONE, private=True)
    assert any("Banned" in why for why in group.reports)
    assert kept.naming() == []


def test_a_game_that_moved_with_its_group_is_found_in_both(kept: Kept) -> None:
    group = kept.group
    group.start(ZUZA, "Ben", "Cleo")
    group.run(group.service.handle(Moved(77, CHAT, ChatId(-1002345678901)), group.now))
    assert "In 2 groups" in kept.forget()
    assert kept.naming() == []


def test_it_is_known_where_somebody_sits_for_as_long_as_a_game_may_name_them(kept: Kept) -> None:
    group = kept.group
    group.start(ZUZA, "Ben")
    [seat] = [item for item in kept.items() if "seat#" in item and str(person(ZUZA).id) in item]
    assert str((group.now + SEATS_MS) // 1000) in seat
    assert SEATS_MS >= 2 * KEEP_MS


def test_a_tap_asks_nothing_more_of_the_store_and_a_seat_one_call_more(kept: Kept) -> None:
    group = kept.group
    group.start(ZUZA, "Ben")
    group.store.reset()
    group.press(ZUZA, "1")
    assert group.store.calls == {"load": 1, "add_tap": 1}
    group.store.reset()
    group.press("Cleo", "Join", replace(group.table, keyboard=group.telegram.shown[0].keyboard))
    assert group.store.log[:3] == ["load", "note_seat", "save"]


@pytest.mark.parametrize("command", ["/forgetme", "/privacy"])
@pytest.mark.parametrize("name", [ZUZA, None])
def test_in_a_group_it_leads_to_the_private_chat_and_deletes_nothing(
    kept: Kept, command: str, name: str | None
) -> None:
    group = kept.group
    group.start(ZUZA, "Ben")
    group.type(name, command)
    assert "/forgetme" in group.newest.text
    [[button]] = group.newest.keyboard
    assert button.url == "https://t.me/setgram_bot?start=privacy"
    assert kept.game().players[0].name == ZUZA
    group.type(ZUZA, "/start privacy", place=ALONE, private=True)
    assert group.newest.text.startswith("Of whoever plays I keep")
    assert kept.game().players[0].name == ZUZA


@pytest.mark.parametrize("language", languages())
def test_it_is_told_in_every_language_within_one_message(language: str) -> None:
    words = strict_words_of(language)
    texts = {told(number, words, whole=whole) for number in (0, 1, 2, 5, 22) for whole in (True, False)}
    assert len(texts) >= 5
    assert all(0 < len(text) < 4096 for text in texts)


def test_all_at_once_it_is_done_once(kept: Kept) -> None:
    group = kept.group
    group.start(ZUZA, "Ben", "Cleo")

    async def at_once() -> list[tuple[int, bool]]:
        return await asyncio.gather(*(forgetting(group).everywhere() for _ in range(4)))

    assert all(whole for _, whole in group.run(at_once()))
    assert kept.naming() == []
    assert [one.left for one in kept.game().players] == [1, None, None]
