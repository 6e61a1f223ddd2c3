"""What buttons do, pressed as people press them: at once, twice, late, and on tables that have moved on."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from engine.game import Phase
from engine.rules import CALL, CLASSIC, RACE
from engine.sets import find_sets, is_set
from engine.value import replace
from handler import errors
from handler.callback_data import Action
from handler.picks import COMPACT_AT
from handler.words import ENGLISH
from tests.builders import no_set
from tests.group import PLACE, person
from tests.presets import rules_of

if TYPE_CHECKING:
    from engine.rules import Rules
    from tests.group import Group


def test_a_pick_is_told_by_slot_and_words_and_by_what_is_picked(group: Group) -> None:
    group.start("Ana", "Ben")
    card = group.game().table[6]
    told = group.press("Ana", "7")
    assert told.text.startswith("7 ✓ ")
    assert told.text.endswith(" · 7 _ _")
    assert not told.alert
    assert ENGLISH.card(card, group.game().look) in told.text


def test_a_pick_is_one_read_and_one_write_and_no_call_to_telegram(group: Group) -> None:
    group.start("Ana", "Ben")
    for label in ("1", "1", "2", "3", "4", "5"):
        group.later(1)
        group.store.reset()
        group.telegram.calls.clear()
        group.press("Ana", label)
        assert group.store.calls == {"load": 1, "add_tap": 1}
        assert not group.telegram.calls


def test_a_second_tap_unpicks(group: Group) -> None:
    group.start("Ana", "Ben")
    group.press("Ana", "7")
    group.later(1)
    assert "7 ✗" in group.press("Ana", "7").text


@pytest.mark.failure(19)
def test_one_tap_sent_twice_picks_once(group: Group) -> None:
    group.start("Ana", "Ben")
    group.press("Ana", "7")
    group.later(0.2)
    assert "7 ✓" in group.press("Ana", "7").text


def test_a_fourth_pick_is_refused_and_says_what_is_picked(group: Group) -> None:
    group.start("Ana", "Ben")
    for label in ("1", "2", "3"):
        group.press("Ana", label)
    told = group.press("Ana", "4").text
    assert told == "Three are picked: 1 2 3. Press SET!"


def test_who_is_not_in_the_game_is_told_to_join(group: Group) -> None:
    group.start("Ana", "Ben")
    assert "press Join" in group.press("Cleo", "1").text
    assert "press Join" in group.press("Cleo", "SET!").text


@pytest.mark.failure(26)
def test_a_right_claim_shows_its_verdict_and_costs_one_answer_and_one_edit(group: Group) -> None:
    group.start("Ana", "Ben")
    found = find_sets(group.game().table)[0]
    group.pick("Ana", found)
    group.store.reset()
    group.telegram.calls.clear()
    told = group.press("Ana", "SET!")
    assert told.alert
    assert told.text.startswith("SET! You have 1 now.")
    assert told.text.count("✓") == 4
    assert group.telegram.calls == {"answer": 1, "edit_photo": 1}
    assert group.store.log[:2] == ["load", "save"]


def test_the_toast_of_a_claim_leaves_after_at_most_three_store_calls(group: Group) -> None:
    group.start("Ana", "Ben")
    group.pick("Ana", find_sets(group.game().table)[0])
    group.store.reset()
    calls_before_answer: list[int] = []
    answer = group.telegram.answer

    async def noted(query: str, text: str, *, alert: bool = False) -> None:
        calls_before_answer.append(sum(group.store.calls.values()))
        await answer(query, text, alert=alert)

    group.telegram.answer = noted  # type: ignore[method-assign]
    group.press("Ana", "SET!")
    assert calls_before_answer
    assert calls_before_answer[0] <= 3


def test_a_wrong_claim_names_the_features_that_fail_locks_out_and_edits_only_the_caption(group: Group) -> None:
    group.start("Ana", "Ben", "Cleo")
    group.telegram.calls.clear()
    told = group.claim("Ana", no_set(group.game()))
    assert told.alert
    assert told.text.startswith("No set: you have −1 now. Locked out")
    assert "✗" in told.text
    assert group.telegram.calls == {"answer": 1, "edit_caption": 1}
    assert "❌ ① Ana" in group.table.text
    assert group.claim("Ana", find_sets(group.game().table)[0]).text == "Locked out 1:57, or until a set is taken"


def test_claims_that_race_have_one_winner_and_the_others_hear_who_was_faster(group: Group) -> None:
    names = ("Ana", "Ben", "Cleo", "Dan", "Eva", "Fay", "Gus", "Hal")
    group.start(*names)
    found = find_sets(group.game().table)[0]
    table = group.table
    for name in names:
        group.pick(name, found)
    before = group.game()

    async def all_at_once() -> list[str]:
        presses = [group.pressing(name, "SET!", table) for name in names]
        return [toast.text for toast in await asyncio.gather(*presses)]

    told = group.run(all_at_once())
    winners = [text for text in told if text.startswith("SET!")]
    assert len(winners) == 1
    assert sum(text.startswith(("faster: ", "photo finish: ")) for text in told) == 7
    after = group.game()
    assert after.revision == before.revision + 1
    assert sum(player.score for player in after.players) == 1
    assert all(player.score >= 0 for player in after.players)


def test_who_comes_later_hears_by_how_much(group: Group) -> None:
    group.start("Ana", "Ben")
    found, table = find_sets(group.game().table)[0], group.table
    group.pick("Ana", found)
    group.pick("Ben", found)
    group.press("Ana", "SET!", table)
    group.later(0.18)
    assert group.press("Ben", "SET!", table).text == "faster: Ana, 180 ms"


def test_a_claim_whose_clock_is_behind_the_winners_is_a_photo_finish(group: Group) -> None:
    group.start("Ana", "Ben")
    found, table = find_sets(group.game().table)[0], group.table
    group.pick("Ana", found)
    group.pick("Ben", found)
    early = group.now
    group.later(0.05)
    group.press("Ana", "SET!", table)
    assert group.press("Ben", "SET!", table, at=early).text == "photo finish: Ana was first"


def test_after_a_stale_refusal_a_press_counts_from_one_second_on(group: Group) -> None:
    group.start("Ana", "Ben", "Cleo")
    old = group.table
    wrong = no_set(group.game())
    group.claim("Ben", wrong)
    group.pick("Ana", find_sets(group.game().table)[0], old)
    assert group.press("Ana", "SET!", old).text == f"Not counted: Ben was wrong with {_slots(group, wrong)}. Look again"
    group.later(0.3)
    assert group.press("Ana", "SET!", old).text.startswith("Not counted")
    group.later(0.8)
    assert group.press("Ana", "SET!", old).text.startswith("SET!")


def _slots(group: Group, cards: tuple[int, ...]) -> str:
    return " ".join(str(slot) for slot in sorted(group.game().table.index(card) + 1 for card in cards))  # type: ignore[arg-type]


@pytest.mark.failure(20)
def test_a_redelivered_claim_is_told_the_same_and_changes_nothing(group: Group) -> None:
    group.start("Ana", "Ben")
    group.pick("Ana", find_sets(group.game().table)[0])
    table = group.table
    first = group.press("Ana", "SET!", table, update=7001)
    once = group.game()
    assert group.press("Ana", "SET!", table, update=7001) == first
    assert group.game() == once


@pytest.mark.failure(19)
def test_a_press_that_the_app_sends_again_after_a_right_claim_is_no_second_claim(group: Group) -> None:
    group.start("Ana", "Ben")
    group.pick("Ana", find_sets(group.game().table)[0])
    table = group.table
    group.press("Ana", "SET!", table)
    once = group.game()
    group.later(0.3)
    assert not group.press("Ana", "SET!", table).text.startswith(("SET!", "No set"))
    assert group.game() == once


def test_set_sent_again_after_ones_own_claim_is_told_that_it_was_that(group: Group) -> None:
    group.start("Ana", "Ben")
    group.pick("Ana", find_sets(group.game().table)[0])
    table = group.table
    group.press("Ana", "SET!", table)
    for wait, told in ((0.5, "Counted already: "), (0.6, "You took ")):
        group.later(wait)
        assert group.press("Ana", "SET!", table).text.startswith(told)


def test_a_claim_without_three_picks_costs_nothing(group: Group) -> None:
    group.start("Ana", "Ben")
    group.press("Ana", "1")
    assert group.press("Ana", "SET!").text.startswith("Pick three cards first")
    assert group.game().last is None


def test_picks_survive_a_set_of_others_but_for_the_card_that_was_taken(group: Group) -> None:
    group.start("Ana", "Ben")
    found = find_sets(group.game().table)[0]
    kept = next(card for card in group.game().table if card not in found)
    group.pick("Ana", (found[0], kept))
    group.claim("Ben", found)
    slot = group.game().table.index(kept) + 1
    assert group.press("Ana", "My picks").text == f"{slot} _ _ · press again to clear"


@pytest.mark.failure(21)
def test_a_tap_on_a_card_that_was_taken_says_who_took_it(group: Group) -> None:
    group.start("Ana", "Ben")
    found, old = find_sets(group.game().table)[0], group.table
    label = str(group.game().table.index(found[0]) + 1)
    group.claim("Ben", found)
    assert group.press("Ana", label, old).text == "Gone: Ben took that card. Look again"


def test_my_picks_pressed_again_after_a_second_clears_and_sooner_or_later_does_not(group: Group) -> None:
    group.start("Ana", "Ben")
    group.press("Ana", "3")
    assert group.press("Ana", "My picks").text.startswith("3 _ _")
    group.later(0.4)
    assert group.press("Ana", "My picks").text.startswith("3 _ _")
    group.later(5)
    assert group.press("Ana", "My picks").text.startswith("3 _ _")
    group.later(1.5)
    assert group.press("Ana", "My picks").text.startswith("Cleared")
    group.later(5)
    assert group.press("Ana", "My picks").text.startswith("Nothing picked")


@pytest.mark.failure(20)
def test_my_picks_delivered_again_clears_nothing(group: Group) -> None:
    group.start("Ana", "Ben")
    group.press("Ana", "3")
    for _ in range(2):
        assert group.press("Ana", "My picks", update=7001).text.startswith("3 _ _")
        group.later(2)


def test_a_busy_store_is_refused_without_effect_after_three_conflicts(group: Group) -> None:
    group.start("Ana", "Ben")
    group.pick("Ana", find_sets(group.game().table)[0])
    before = group.game()
    group.store.failing["save"] = errors.Conflict("taken")
    assert group.press("Ana", "SET!").text == "Not counted: press again"
    assert group.store.calls["save"] >= 3
    del group.store.failing["save"]
    assert group.game() == before


@pytest.mark.parametrize("label", ["Yes, leave", "Yes, end it", "New"])
def test_a_question_whose_answer_was_not_counted_can_be_pressed_again(group: Group, label: str) -> None:
    group.start("Ana", "Ben")
    if label == "New":
        group.later(601)
    group.type("Ana", {"Yes, leave": "/leave", "Yes, end it": "/stop", "New": "/newgame"}[label])
    group.store.failing["save"] = errors.Conflict("somebody else")
    assert group.press("Ana", label).text == "Not counted: press again"
    del group.store.failing["save"]
    group.press("Ana", label)
    assert group.game().phase is (Phase.LOBBY if label == "New" else Phase.FINISHED)


def test_a_store_that_does_not_answer_costs_no_point_and_is_reported(group: Group) -> None:
    group.start("Ana", "Ben")
    group.store.failing["load"] = errors.StoreFailure("DynamoDB GetItem: timed out")
    assert group.press("Ana", "1").text == "Not counted: press again"
    assert group.press("Ana", "SET!").text == "Not counted: press again"
    assert group.reports == ["once more: DynamoDB GetItem: timed out", "DynamoDB GetItem: timed out"] * 2


@pytest.mark.parametrize("lands", [True, False])
@pytest.mark.parametrize("method", ["load", "add_tap"])
def test_a_tap_that_the_store_did_not_answer_once_counts_once(group: Group, method: str, lands: bool) -> None:
    group.start("Ana", "Ben")
    unheard(group, method, lands=lands, seconds=2)
    assert group.press("Ana", "7").text.endswith(" · 7 _ _")
    assert group.press("Ana", "My picks").text.startswith("7 _ _")


@pytest.mark.parametrize("lands", [True, False])
def test_a_claim_that_the_store_did_not_answer_once_is_judged_once_and_told(group: Group, lands: bool) -> None:
    group.start("Ana", "Ben")
    group.pick("Ana", find_sets(group.game().table)[0])
    unheard(group, "save", lands=lands)
    assert group.press("Ana", "SET!").text.startswith("SET! You have 1 now.")
    assert [player.score for player in group.game().players] == [1, 0]
    assert "✅ ① Ana" in group.table.text


def test_a_tap_that_failed_late_is_not_tried_again_since_its_answer_would_be_too_late(group: Group) -> None:
    group.start("Ana", "Ben")
    unheard(group, "load", lands=False, seconds=8)
    assert group.press("Ana", "7").text == "Not counted: press again"


def unheard(group: Group, method: str, *, lands: bool, seconds: float = 0) -> None:
    """The next call of this method is not answered, whether or not it landed."""
    call = getattr(group.store, method)

    async def cut(*args: Any, **more: Any) -> None:
        setattr(group.store, method, call)
        group.later(seconds)
        if lands:
            await call(*args, **more)
        raise errors.StoreFailure("timed out")

    setattr(group.store, method, cut)


def test_a_tap_on_a_table_that_is_behind_shows_it_also_where_its_clock_has_run_out_for_nothing(group: Group) -> None:
    group.start("Ana", "Ben", rules=rules_of("call"))
    group.store.failing["take_lease"] = errors.StoreFailure("timed out")
    group.press("Ana", "No set here? 0/2")
    for seconds in (60, 59):
        group.later(seconds)
        group.press("Ben", "1")  # so that Ben is there when Ana alone would have agreed
    del group.store.failing["take_lease"]
    group.later(2)
    group.press("Ben", "1")
    assert "①Ana 0✋" in group.table.text


def test_a_conflict_that_leaves_the_table_alone_is_judged_again(group: Group) -> None:
    group.start("Ana", "Ben")
    found, table = find_sets(group.game().table)[0], group.table
    group.pick("Ana", found)

    async def race() -> list[str]:
        presses = [group.pressing("Cleo", "Join", table), group.pressing("Ana", "SET!", table)]
        return [toast.text for toast in await asyncio.gather(*presses)]

    joined, claimed = group.run(race())
    assert joined.startswith("You are in as ③")
    assert claimed.startswith("SET!")


def test_join_while_the_game_runs_and_leave_by_asking_once_more(group: Group) -> None:
    group.start("Ana", "Ben")
    assert group.press("Cleo", "Join").text.startswith("You are in as ③")
    group.type("Cleo", "/leave")
    assert "Cleo, leave the game?" in group.newest.text
    question = group.newest
    assert group.press("Ben", "Yes, leave", question).text == "This question was for somebody else"
    assert group.press("Cleo", "Yes, leave", question).text.startswith("You have left")
    assert question.id not in group.telegram.posts
    assert group.game().players[2].left == 1


def test_leave_under_a_lobby_whose_game_has_begun_gives_up_no_seat(group: Group) -> None:
    group.type("Ana", "/newgame")
    lobby = group.newest
    group.press("Ben", "Join")
    group.telegram.failing["send_photo"] = [errors.Flood(40)]
    group.press("Ana", "Start", lobby)
    assert group.press("Ben", "Leave", lobby).text == "The game is on: /leave gives up your seat"
    assert group.press("Zoe", "Leave", lobby).text == "You are not in this game: press Join"
    assert group.game().phase is Phase.PLAYING


def test_when_one_player_remains_the_game_ends_and_is_told_aloud(group: Group) -> None:
    group.start("Ana", "Ben")
    group.type("Ben", "/leave")
    group.press("Ben", "Yes, leave")
    assert group.game().phase is Phase.FINISHED
    assert group.newest.loud
    assert group.newest.text.splitlines()[1:] == ["1. Ana 0", "2. Ben 0"]


def test_a_vote_that_brought_cards_is_told_the_same_when_it_is_delivered_again(group: Group) -> None:
    group.start("Ana", "Ben", rules=rules_of("classic"))
    table = group.table
    group.press("Ana", "No set here? 0/2", table)
    told = [group.press("Ben", "No set here? 0/2", table, update=7001).text for _ in range(2)]
    assert told == ["All agree: three more cards"] * 2
    assert len(group.game().table) == 15


def test_the_vote_shows_only_when_the_deck_is_empty_and_a_deadline_has_passed(group: Group) -> None:
    group.start("Ana", "Ben")
    while group.game().deck:
        group.take_set("Ana")
    if group.game().phase is Phase.FINISHED:
        return
    assert not any("No set left?" in label for row in group.table.labels() for label in row)
    group.later(121)
    group.wake_due()
    group.press("Ben", "1")
    label = "No set left? 0/2"
    assert [f"🚫 {label}"] in group.table.labels()
    assert group.press("Ana", label).text == "You agree: no set is left"
    assert group.press("Ben", "No set left? 1/2").text == "You agree: no set is left"
    assert group.game().phase is Phase.FINISHED


def test_buttons_of_a_game_that_is_over_say_so(group: Group) -> None:
    group.start("Ana", "Ben")
    old = group.table
    group.type("Ana", "/stop")
    group.press("Ana", "Yes, end it")
    assert group.press("Ana", "1", old).text.startswith("This game is over")
    assert group.press("Ana", "SET!", old).text.startswith("This game is over")
    group.type("Ben", "/newgame")
    assert group.press("Ana", "1", old).text.startswith("That game is over")


def test_a_lobby_has_exactly_its_buttons_and_starts_with_two(group: Group) -> None:
    group.type("Ana", "/newgame")
    assert group.newest.labels()[1:3] == [["➕ Join", "➖ Leave"], ["▶️ Start"]]
    assert group.press("Ana", "Start").text == "Two players are needed: who joins?"
    group.press("Ben", "Join")
    assert "② Ben" in group.newest.text
    assert group.press("Ben", "Start").text == "Only Ana or an admin can do it"
    assert group.press("Ana", "Start").text.startswith("Go!")
    assert group.table.labels() == [
        ["1", "2", "3"],
        ["4", "5", "6"],
        ["7", "8", "9"],
        ["10", "11", "12"],
        ["SET!", "➕ Join", "👀 My picks"],
    ]


def test_an_admin_may_start_and_is_asked_for_only_where_that_decides(group: Group) -> None:
    group.telegram.admin_ids = (person("Ben").id,)
    group.type("Ana", "/newgame")
    group.press("Ben", "Join")
    group.telegram.calls.clear()  # whether Ben hides the name was asked
    assert group.press("Ben", "Start").text.startswith("Go!")
    assert group.telegram.calls["admins"] == 1


def test_play_again_opens_a_lobby_with_the_same_players(group: Group) -> None:
    group.start("Ana", "Ben", "Cleo")
    group.type("Ana", "/stop")
    group.press("Ana", "Yes, end it")
    assert group.press("Ben", "Play again").text == "A new lobby is open"
    game = group.game()
    assert game.phase is Phase.LOBBY
    assert [player.name for player in game.players] == ["Ben", "Ana", "Cleo"]
    assert "look further down" in group.press("Cleo", "Play again").text


def test_a_paused_game_goes_on_with_any_tap_which_then_counts(group: Group) -> None:
    group.start("Ana", "Ben")
    found = find_sets(group.game().table)[0]
    group.later(601)
    group.wake_due()
    assert group.game().paused_at is not None
    assert group.table.text.startswith("Paused")
    assert "✓" in group.press("Ana", str(group.game().table.index(found[0]) + 1)).text
    assert group.game().paused_at is None
    assert not group.table.text.startswith("Paused")


def test_taps_on_cards_alone_keep_a_game_from_pausing(group: Group) -> None:
    group.start("Ana", "Ben")
    group.later(500)
    group.press("Ana", "1")
    group.later(200)
    group.wake_due()
    assert group.game().paused_at is None


def test_every_action_has_a_letter_of_its_own() -> None:
    letters = [action.value for action in Action]
    assert len(set(letters)) == len(letters) > 10


def test_a_whole_game_is_played_to_its_end(group: Group) -> None:
    group.start("Ana", "Ben")
    turns = 0
    while group.game().phase is Phase.PLAYING:
        found = find_sets(group.game().table)
        assert all(is_set(*triple) for triple in found)
        group.take_set("Ana" if turns % 3 else "Ben")
        turns += 1
    assert turns in range(20, 28)
    assert "no set is left" in group.newest.text
    assert all(not post.keyboard for post in group.telegram.posts.values() if post.photo)


def test_a_player_who_taps_very_often_still_needs_one_read_and_one_write_nearly_always(group: Group) -> None:
    group.start("Ana", "Ben")
    writes = []
    for turn in range(121):
        group.later(1)
        group.store.reset()
        group.press("Ana", str(1 + turn % 3))
        writes.append(group.store.calls["add_tap"] + group.store.calls["compact_picks"])
    assert set(writes) == {1, 2}
    assert writes.count(2) < 5
    assert group.press("Ana", "My picks").text.startswith("1 _ _")


def test_my_picks_too_ends_a_pause(group: Group) -> None:
    group.start("Ana", "Ben")
    group.later(601)
    group.wake_due()
    assert group.press("Ana", "My picks").text == "Nothing picked: tap three numbers"
    assert group.game().paused_at is None
    assert not group.table.text.startswith("Paused")


def test_a_tap_on_a_game_that_taps_alone_kept_awake_changes_nothing_of_it(group: Group) -> None:
    group.start("Ana", "Ben")
    group.later(500)
    group.press("Ana", "1")
    group.later(200)
    group.press("Ben", "2")  # the deadlines that passed are noted
    before = group.game()
    group.telegram.calls.clear()
    assert group.press("Ana", "3").text.startswith("3 ✓")
    assert group.press("Ben", "My picks").text.startswith("2 _ _")
    assert group.game() == before
    assert not group.telegram.calls


def test_every_button_of_a_game_that_is_gone_says_so(group: Group) -> None:
    group.start("Ana", "Ben")
    old = group.table
    group.type("Ana", "/stop")
    group.press("Ana", "Yes, end it")
    assert group.press("Ana", "My picks", old).text.startswith("This game is over")
    assert group.press("Zoe", "My picks", old).text.startswith("This game is over")
    group.press("Ana", "Play again")
    for label in ("1", "My picks", "SET!", "Join"):
        assert group.press("Ana", label, old).text == "That game is over: the new one is further down"
    group.later(32 * 24 * 3600)
    for label in ("1", "My picks", "SET!", "Join"):
        assert group.press("Ana", label, old).text.startswith("This game is over")


def test_numbers_pressed_by_one_who_does_not_play_are_not_picked(group: Group) -> None:
    group.start("Ana", "Ben")
    for label in ("1", "My picks", "SET!"):
        assert group.press("Zoe", label).text == "You are not in this game: press Join"


def test_what_was_pressed_before_joining_is_not_picked_either(group: Group) -> None:
    group.start("Ana", "Ben")
    group.pick("Zoe", no_set(group.game()))
    group.press("Zoe", "Join")
    group.later(1)
    assert group.press("Zoe", "SET!").text == "Pick three cards first, then SET!"


def test_who_left_and_came_back_picks_anew(group: Group) -> None:
    group.start("Ana", "Ben", "Cleo")
    group.pick("Cleo", no_set(group.game()))
    group.type("Cleo", "/leave")
    group.press("Cleo", "Yes, leave")
    group.later(1)
    group.press("Cleo", "Join")
    assert group.press("Cleo", "My picks").text == "Nothing picked: tap three numbers"


def test_however_often_numbers_are_pressed_in_vain_the_store_keeps_few_of_the_taps(group: Group) -> None:
    group.start("Ana", "Ben")
    table, game = group.table, group.game()
    for over in (False, True):
        if over:
            group.type("Ana", "/stop")
            group.press("Ana", "Yes, end it")
            group.press("Ana", "Play again")
        for tap in range(2 * COMPACT_AT):
            group.press("Zoe", str(tap % 12 + 1), table)
            group.later(0.3)
        picks = group.run(group.store.inner.load(PLACE, person("Zoe").id, game.id)).picks
        assert len(picks.taps) <= COMPACT_AT


@pytest.mark.parametrize("label", ["2", "My picks", "SET!"])
def test_a_table_left_behind_comes_up_to_date_under_any_tap(group: Group, label: str) -> None:
    group.start("Ana", "Ben", "Cleo")
    group.telegram.failing["edit_caption"] = [errors.Unknown("TimedOut")]
    group.claim("Ana", no_set(group.game()))
    assert "❌" not in group.table.text
    group.later(6)
    group.press("Ben", label)
    assert "❌ ① Ana" in group.table.text


def last_tap(group: Group, name: str) -> int | None:
    """When anything last came from this player, as it is kept beside the game."""
    taps = group.run(group.store.inner.last_taps(PLACE, group.game().id))
    found: int | None = taps.get(person(name).id)
    return found


@pytest.mark.parametrize(("rules", "label"), [(RACE, "SET!"), (CALL, "My picks"), (CLASSIC, "SET!"), (RACE, "Join")])
def test_a_press_that_is_refused_shows_that_its_player_is_there(group: Group, rules: Rules, label: str) -> None:
    group.start("Ana", "Ben", rules=rules)
    group.later(50)
    before = group.game()
    group.press("Ben", label)
    assert group.game() == before
    assert last_tap(group, "Ben") == group.now


def test_a_refused_press_of_one_who_does_not_play_is_not_kept(group: Group) -> None:
    group.start("Ana", "Ben")
    group.press("Zoe", "SET!")
    assert last_tap(group, "Zoe") is None


def test_a_refusal_told_again_puts_nothing_off(group: Group) -> None:
    """What a refusal told counts from a second on, however often the press came meanwhile."""
    group.start("Ana", "Ben")
    old, found = group.table, find_sets(group.game().table)[0]
    group.claim("Ben", found)
    group.press("Ana", "SET!", old)
    for _ in range(2):
        group.later(0.6)
        told = group.press("Ana", "SET!", old).text
    assert told.startswith("Pick three cards first")


def test_a_tap_does_not_make_one_forget_a_press_before_it(group: Group) -> None:
    """Ana, whom a press on My picks showed to be there, is no more away for the tap that comes much later."""
    group.start("Ana", "Ben", rules=CALL)
    group.press("Ana", "1")
    group.later(80)
    group.press("Ana", "My picks")
    group.later(50)
    group.press("Ben", "No set here? 0/2")
    table = group.game().table
    group.later(60)  # by her first tap alone Ana would be away since long, and all present would agree
    group.press("Ana", "2")
    assert group.game().table == table
    assert group.game().votes == (person("Ben").id,)


@pytest.mark.parametrize("update", [None, 7002])
def test_my_picks_that_an_app_sends_again_and_telegram_delivers_again_clears_nothing(
    group: Group, update: int | None
) -> None:
    group.start("Ana", "Ben")
    group.press("Ana", "3")
    group.press("Ana", "My picks", update=7001)
    group.later(0.3)
    group.press("Ana", "My picks", update=7002)
    group.later(0.9 if update is None else 1.5)
    assert group.press("Ana", "My picks", update=update).text.startswith("3 _ _")


@pytest.mark.parametrize("others", [False, True], ids=["alone", "others claimed since"])
@pytest.mark.parametrize(("right", "told"), [(True, "You took "), (False, "You were wrong with ")])
def test_set_sent_again_long_after_ones_own_claim_is_not_told_as_if_another_had_been_faster(
    group: Group, right: bool, told: str, others: bool
) -> None:
    group.start("Ana", "Ben")
    table = group.table
    group.claim("Ana", find_sets(group.game().table)[0] if right else no_set(group.game()))
    if others:
        group.claim("Ben", find_sets(group.game().table)[0])
    group.later(3)
    assert group.press("Ana", "SET!", table).text.startswith(told)


@pytest.mark.parametrize("seconds", [5, 700])
def test_the_end_of_a_game_that_was_never_shown_is_brought_up_by_a_tap_however_late(group: Group, seconds: int) -> None:
    group.start("Ana", "Ben")
    table = group.table
    group.type("Ana", "/stop")
    group.telegram.failing["edit_photo"] = group.telegram.failing["edit_caption"] = [errors.Unknown("TimedOut")]
    group.press("Ana", "Yes, end it")
    group.later(seconds + 10)
    group.press("Ana", "1", table)
    assert "Game over" in group.telegram.posts[table.id].text


def test_a_first_lockout_holds_while_another_is_there_who_only_taps(group: Group) -> None:
    group.start("Ana", "Ben", rules=replace(CLASSIC, away_seconds=60))
    group.later(50)
    group.press("Ben", "1")
    group.later(20)
    group.claim("Ana", no_set(group.game()))
    assert [player.locked for player in group.game().players] == [True, False]
