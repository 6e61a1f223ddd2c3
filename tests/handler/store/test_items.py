"""The stored form of values: inverse to its reading, and unreadable items named."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.card import DECK
from engine.game import GameId, Millis
from engine.value import replace
from handler.errors import StoreFailure
from handler.ports import Budget, ChatId, GameKey, Notes, Tap, Version, View
from handler.store import items
from tests.handler.store.samples import GAME, a_tap, stored
from tests.strategies import made

INSTANTS = st.integers(0, 2**42).map(Millis)
VIEWS = made(
    View,
    game=st.none() | st.text("ab-_", min_size=8, max_size=8).map(GameId),
    message=st.none() | st.integers(1, 2**31),
    kind=st.sampled_from(["", "photo", "text"]),
    shown=st.integers(0, 10_000).map(Version),
    look=st.text(),
    picture=st.text(),
    posted_at=INSTANTS,
    told=st.none() | st.just(GAME),
    due=INSTANTS,
    owner=st.none() | st.text(min_size=1),
    lease_until=INSTANTS,
)
BUDGETS = made(
    Budget,
    table=st.lists(INSTANTS).map(tuple),
    other=st.lists(INSTANTS).map(tuple),
    blocked_until=INSTANTS,
    version=st.integers(1, 10_000).map(Version),
)


@given(VIEWS)
def test_a_view_is_read_back_as_it_was(view: View) -> None:
    assert items.view_of(items.view_item(view)) == view


@given(BUDGETS)
def test_a_budget_is_read_back_as_it_was(budget: Budget) -> None:
    assert items.budget_of(items.budget_item(budget, Millis(0))) == budget


@given(st.integers(0, 2**53), st.sampled_from(DECK), INSTANTS)
def test_a_tap_is_read_back_from_its_text(update: int, card: int, at: Millis) -> None:
    tap = Tap(update, DECK[card], at)
    assert items.parse_tap(items.tap_text(tap)) == tap


def test_the_text_of_a_tap_fits_on_a_line_and_can_be_read_by_people() -> None:
    assert items.tap_text(a_tap(812_345_678)) == "812345678 3333 1796000000500"


def test_names_of_picks_tell_games_and_players_apart() -> None:
    assert items.picks_name(GAME, items.PlayerId(7)) == "picks#aZ09-_xy#7"
    assert not items.picks_name(GAME, items.PlayerId(7)).startswith(items.picks_name(GameId("aZ09-_x")))


def test_a_place_is_a_chat_and_its_topic() -> None:
    assert items.place(GameKey(ChatId(-100), 5)) == "-100/5"


def test_one_read_asks_only_for_what_can_be_there_and_for_no_name_twice() -> None:
    place, person = GameKey(ChatId(-100), 5), items.PlayerId(7)
    of_place = (("-100/5", "game"), ("-100/5", "view"), ("-100", "settings"))
    assert items.read_names(place) == of_place
    assert items.read_names(place, person) == (*of_place, ("7", "preferences"))
    assert items.read_names(place, person, GAME) == (
        *of_place,
        ("7", "preferences"),
        ("-100/5", "picks#aZ09-_xy#7"),
    )


def test_fields_that_a_later_version_added_are_left_out() -> None:
    item = dict(items.view_item(View(message=5)))
    item["body"] = json.dumps({**json.loads(str(item["body"])), "mood": "sunny"})
    assert items.view_of(item) == View(message=5)


def test_fields_that_an_earlier_version_did_not_know_are_filled_in() -> None:
    assert items.view_of({"form": 1, "body": '{"message":5}'}) == View(message=5)
    assert items.budget_of({"form": 1, "version": 2, "body": "{}"}) == Budget(version=Version(2))
    assert items.notes_of({"form": 1, "version": 2, "body": "{}"}) == Notes(version=Version(2))


def test_an_item_of_a_later_form_is_the_operators_matter() -> None:
    item = {**items.game_item(stored(1), None), "form": 2}
    with pytest.raises(StoreFailure, match="form is 2, this version reads up to 1"):
        items.stored_of(item)


@pytest.mark.parametrize(
    "damage",
    [
        {"body": "{"},
        {"body": 5},
        {"body": None},
        {"answered": "[[1]]"},
        {"answered": None},
        {"version": "1"},
        {"version": None},
        {"form": None},
    ],
)
def test_a_damaged_game_is_the_operators_matter(damage: dict[str, str | int | None]) -> None:
    with pytest.raises(StoreFailure, match="a stored game cannot be read"):
        items.stored_of({**items.game_item(stored(1), None), **damage})


@pytest.mark.parametrize("damage", [{"taps": ["1 1111"]}, {"taps": ["1 9999 5"]}, {"taps": "1 1111 5"}, {"seen": "4"}])
def test_damaged_picks_are_the_operators_matter(damage: dict[str, str | list[str]]) -> None:
    with pytest.raises(StoreFailure, match="a stored picks cannot be read"):
        items.picks_of({"form": 1, "taps": [], **damage})


def test_last_taps_of_a_name_without_a_player_are_the_operators_matter() -> None:
    with pytest.raises(StoreFailure, match="picks"):
        items.last_taps_of([{"sk": "picks#game#", "last_tap": 5}], Millis(0))


def test_an_expired_game_does_not_hide_a_live_message() -> None:
    found = {items.GAME: items.game_item(stored(1), Millis(1000)), items.VIEW: items.view_item(View(message=5))}
    loaded = items.loaded_of(found, Millis(5000))
    assert (loaded.stored, loaded.view) == (None, View(message=5))


def test_a_game_with_nothing_answered_is_read_back() -> None:
    bare = replace(stored(3), answered=())
    assert items.stored_of(items.game_item(bare, None)) == bare
