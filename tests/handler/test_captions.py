"""What the group reads: three short lines during play, exact lines for /cards and /score, why a game is over."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.commands import Call, Deal, Kick, Leave, NoSet, Stop, Tick
from engine.game import Finish, Game, Judged, Phase, PlayerId, Revision, Slot
from engine.look import Design, Look, Palette
from engine.rules import CALL, CLASSIC, FAMILY, SOLO, Rounds
from engine.value import replace
from handler import captions
from handler.names import columns, shown_name
from handler.words import ENGLISH
from tests.builders import (
    ANA,
    BEN,
    CLEO,
    NOON,
    STRANGER,
    after,
    cards,
    deck_is_empty,
    later,
    lobby,
    played_until,
    right,
    shuffle,
    stacked,
    started,
    vote,
    with_vote_open,
)

PHONE = 40
"""Columns under a picture on a phone that is 360 wide."""

LONGEST = shown_name("Maximiliana-Alexandrina", "", 1)
WIDE = (LONGEST, shown_name("\U0001f984" * 64, "", 2), shown_name("\u6f22" * 64, "", 3), "Al", LONGEST)


def called(game: Game, *names: str) -> Game:
    """The game with its players called so, over and over."""
    players = tuple(replace(player, name=names[seat % len(names)]) for seat, player in enumerate(game.players))
    return replace(game, players=players)


def judged(
    text: str, slots: tuple[int, int, int] = (12, 3, 7), player: PlayerId = BEN, *, right: bool = False
) -> Judged:
    first, second, third = cards(text)
    there = (Slot(slots[0]), Slot(slots[1]), Slot(slots[2]))
    return Judged(player, (first, second, third), there, right, NOON, Revision(2))


def news(game: Game) -> str:
    return captions.table(game, ENGLISH).splitlines()[0]


def test_a_fresh_table_tells_what_to_do_and_who_plays() -> None:
    assert captions.table(started(3), ENGLISH).splitlines() == [
        "Deck 69 · pick three, then SET!",
        "①Ana 0 · ②Ben 0 · ③Cleo 0",
    ]


def test_a_right_claim_is_told_by_claimer_and_slots() -> None:
    game = after(started(2, deck=stacked("1111 2222 3333")), right)
    assert captions.table(game, ENGLISH).splitlines() == ["Deck 66 · ✅ ① Ana: 1 2 3", "①Ana 1 · ②Ben 0"]


@pytest.mark.parametrize(
    ("claim", "failing"),
    [
        ("1111 2122 1133", "number"),
        ("1111 2222 1133", "number, colour"),
        ("1111 2222 1113", "all but symbol"),
        ("1111 2222 3111", "all but number"),
        ("1111 2222 1112", "all four"),
    ],
)
def test_a_wrong_claim_is_told_with_what_fails_in_short(claim: str, failing: str) -> None:
    game = replace(started(2), last=judged(claim))
    assert news(game).removeprefix("Deck 69 · ") == f"❌ ② Ben: 3 7 12 ({failing})"


def test_where_all_does_not_fit_the_deck_gives_way_to_the_news() -> None:
    wrong = judged("1111 2222 1113", (10, 11, 12), ANA)
    assert news(replace(started(2), last=wrong)) == "❌ ① Ana: 10 11 12 (all but symbol)"
    assert news(called(replace(started(2), last=wrong), LONGEST)) == "❌ ① Maxim…: 10 11 12 (all but symbol)"


def test_who_is_not_in_the_game_any_more_leaves_the_slots() -> None:
    assert (
        news(replace(started(2), last=judged("1111 2222 3333", player=STRANGER, right=True))) == "Deck 69 · ✅ 3 7 12"
    )


def test_a_pause_and_the_end_are_news() -> None:
    assert news(after(started(2), Tick(), now=later(601))) == "Paused: tap to go on"
    assert news(after(started(2), Stop(ANA))) == "Game over"


def test_a_lockout_shows_and_a_score_below_zero_has_a_true_minus() -> None:
    game = started(2)
    locked = replace(game, players=(replace(game.players[0], score=-1, locked=True), game.players[1]))
    assert captions.table(locked, ENGLISH).splitlines()[1] == "①Ana −1🔒 · ②Ben 0"


def test_who_left_has_no_place_in_the_caption() -> None:
    assert captions.table(after(started(3), Leave(BEN)), ENGLISH).splitlines()[1] == "①Ana 0 · ③Cleo 0"


SEATED = st.lists(st.tuples(st.integers(-12, 27), st.booleans()), min_size=2, max_size=8)
CLAIMS = ("1111 2122 1133", "1111 2222 1133", "1111 1222 1133", "1111 2212 1111", "1111 2222 3111", "1111 2222 1112")


@given(SEATED, st.sampled_from(CLAIMS), st.booleans(), st.permutations(WIDE))
def test_with_any_players_the_caption_has_three_lines_that_fit_a_phone(
    seats: list[tuple[int, bool]], claim: str, right: bool, names: list[str]
) -> None:
    game = called(started(len(seats)), *names)
    players = tuple(
        replace(player, score=score, locked=locked) for player, (score, locked) in zip(game.players, seats, strict=True)
    )
    crowded = replace(game, players=players, last=judged(claim, (19, 20, 21), right=right))
    caption = captions.table(crowded, ENGLISH)
    lines = caption.splitlines()
    assert len(lines) <= 3
    assert all(columns(line) <= PHONE for line in lines)
    assert len(caption.encode("utf-16-le")) // 2 <= 1024
    for player in players:
        assert captions.chip(player) in caption
        assert f"{ENGLISH.number(player.score)}{'🔒' if player.locked else ''}" in caption


def test_eight_players_still_have_room_for_the_beginning_of_their_names() -> None:
    game = called(started(8), LONGEST)
    assert captions.table(game, ENGLISH).splitlines()[1] == "①Max… 0 · ②Max… 0 · ③Max… 0 · ④Max… 0"


def test_where_not_even_the_chips_fit_the_scores_still_stand_there() -> None:
    game = started(8)
    players = tuple(replace(player, score=-1_000_000) for player in game.players)
    lines = captions.table(replace(game, players=players), ENGLISH).splitlines()
    assert lines[2] == "⑤ −1000000 · ⑥ −1000000 · ⑦ −1000000 · ⑧ −1000000"


def test_cards_are_told_a_line_each() -> None:
    game = started(2, deck=stacked("1111 2222 3333 2121"))
    assert captions.cards(game, ENGLISH).splitlines()[:4] == [
        "1. one red solid diamond",
        "2. two green striped ovals",
        "3. three purple open squiggles",
        "4. two red striped diamonds",
    ]
    assert len(captions.cards(game, ENGLISH).splitlines()) == 12


@pytest.mark.parametrize("palette", Palette)
@pytest.mark.parametrize("design", Design)
def test_the_cards_of_the_largest_table_fit_one_message_in_every_look(design: Design, palette: Palette) -> None:
    game = started(2, look=Look(design, palette))
    text = captions.cards(replace(game, table=game.table + game.deck[:9]), ENGLISH)
    assert len(text.splitlines()) == len(set(line.split(". ")[1] for line in text.splitlines())) == 21
    assert len(text) < 4096


def test_an_empty_table_is_told() -> None:
    assert captions.cards(replace(started(2), table=()), ENGLISH) == "No cards lie on the table."


def test_the_score_is_a_line_per_player_with_shared_ranks_and_leavers_last() -> None:
    game = after(played_until(lambda game: len(game.taken) == 2, started(4), seed=5), Leave(ANA), Leave(BEN))
    scores = (5, 1, 1, 1)
    game = replace(
        game, players=tuple(replace(player, score=score) for player, score in zip(game.players, scores, strict=True))
    )
    assert captions.score(game, ENGLISH).splitlines() == ["1. Cleo 1", "1. Dan 1", "3. Ben 1", "4. Ana 5"]


def test_a_name_from_right_to_left_does_not_turn_its_line() -> None:
    assert captions.score(called(started(2), "\u05e9\u05e8\u05d4", "Ben"), ENGLISH).splitlines()[0] == (
        "1. \u2068\u05e9\u05e8\u05d4\u2069 0"
    )


ENDS = {
    Finish.ALL_LEFT: "🏁 The game is over: everybody left.",
    Finish.NO_SET_SAID: "🏁 The game is over: “No set” was said.",
    Finish.NO_SET_LEFT: "🏁 The game is over: no set is left.",
    Finish.AGREED: "🏁 The game is over: all agreed that no set is left.",
    Finish.ALONE: "🏁 The game is over: one player remains.",
    Finish.KICKED: "🏁 The game is over without a winner: too few players remain.",
    Finish.STOPPED: "🏁 The game was stopped.",
    Finish.IDLE: "🏁 The game is over: nobody played for a day.",
    Finish.LOBBY_CLOSED: "🏁 The lobby is closed.",
}


@pytest.mark.parametrize("finish", Finish)
def test_the_end_is_told_with_its_reason_and_the_standings(finish: Finish) -> None:
    over = replace(started(2), phase=Phase.FINISHED, finish=finish)
    assert captions.final(over, ENGLISH).splitlines() == [ENDS[finish], "1. Ana 0", "1. Ben 0"]


def test_games_come_to_the_ends_that_are_told() -> None:
    ends = {
        played_until(lambda game: game.phase is Phase.FINISHED).finish,
        after(started(2), Leave(BEN)).finish,
        after(started(2), Kick(ANA, BEN, admin=True)).finish,
        after(started(2), Stop(ANA)).finish,
        after(started(2), Tick(), now=later(24 * 60 * 60 + 600)).finish,
        after(lobby(2), Tick(), now=later(31 * 60)).finish,
    }
    alone = started(1, rules=SOLO)
    ends |= {after(alone, Leave(ANA)).finish, after(replace(alone, deck=()), NoSet(ANA, alone.revision)).finish}
    assert ends == set(Finish) - {Finish.AGREED}


def test_the_vote_says_how_many_agree_of_how_many() -> None:
    game = with_vote_open(3)
    assert deck_is_empty(game)
    assert captions.vote_button(game, ENGLISH) == "No set left? 0/3"
    assert captions.vote_button(replace(game, votes=(CLEO,)), ENGLISH) == "No set left? 1/3"


def test_slots_are_told_in_ascending_order() -> None:
    assert captions.slots_text((Slot(12), Slot(3), Slot(7))) == "3 7 12"


def last_words(game: Game) -> str:
    return news(game).split(" · ")[-1]


@pytest.mark.parametrize(
    ("game", "hint"),
    [
        (started(2, rules=CLASSIC), "pick three, then SET!"),
        (started(2, rules=CALL), "SET! first, then pick three"),
        (started(1, rules=SOLO), "the third pick claims"),
    ],
)
def test_a_fresh_table_tells_what_its_rules_want_done_first(game: Game, hint: str) -> None:
    assert news(game) == f"Deck 69 · {hint}"


def test_who_has_called_is_told_with_the_time_and_then_how_that_ended() -> None:
    game = started(3, rules=CALL)
    called_by_ben = after(game, Call(BEN, game.revision))
    assert last_words(called_by_ben) == "⏱ ② Ben: 10 s"
    assert last_words(after(called_by_ben, Tick(), now=later(12))) == "⌛ ② Ben: too late"
    assert last_words(after(called_by_ben, Leave(BEN))) == "⌛ ② Ben called and left"
    assert last_words(after(called_by_ben, lambda held: right(held, BEN))).startswith("✅ ② Ben: ")


def test_a_call_after_a_claim_is_the_news() -> None:
    game = after(started(2, rules=FAMILY), lambda free: Call(ANA, free.revision), right)
    assert last_words(game).startswith("✅ ① Ana")
    assert last_words(after(game, Call(BEN, game.revision))) == "⏱ ② Ben: 8 s"


def test_cards_that_came_by_a_vote_are_the_news_and_hands_show_who_agrees() -> None:
    game = after(started(2, rules=CALL), vote)
    assert captions.table(game, ENGLISH).splitlines()[1] == "①Ana 0✋ · ②Ben 0"
    assert captions.vote_button(game, ENGLISH) == "No set here? 1/2"
    extended = after(game, lambda before: vote(before, BEN))
    assert news(extended) == "Deck 66 · three more cards"


def test_only_who_is_here_is_counted_on_the_button() -> None:
    game = after(started(3, rules=CALL), vote)
    assert captions.vote_button(game, ENGLISH, {ANA, BEN}) == "No set here? 1/2"
    assert captions.vote_button(game, ENGLISH, {BEN}) == "No set here? 0/1"


MATCH = replace(CALL, rounds=Rounds.MATCH)


def after_a_round() -> Game:
    """A match of two whose first round all agreed to end."""
    game = replace(started(2, rules=MATCH), deck=())
    return after(game, vote, lambda before: vote(before, BEN))


def test_a_match_tells_its_rounds_and_whose_deal_it_is() -> None:
    assert news(started(2, rules=MATCH)) == "Deck 69 · SET! first, then pick three"
    waiting = after_a_round()
    assert waiting.phase is Phase.DEALING
    assert news(waiting) == "Round 1 of 2 over: ② Ben deals"
    dealt = after(waiting, Deal(BEN, shuffle(3)), lambda game: Call(ANA, game.revision))
    assert news(dealt) == "Round 2/2 · Deck 69 · ⏱ ① Ana: 10 s"


def test_one_who_plays_alone_sees_the_penalties() -> None:
    game = started(1, rules=SOLO)
    assert len(captions.table(game, ENGLISH).splitlines()) == 2
    once = after(game, NoSet(ANA, game.revision))
    assert captions.table(once, ENGLISH).splitlines() == ["Deck 66 · three more cards", "①Ana −1", "1 penalty"]
    assert captions.table(after(once, NoSet(ANA, once.revision)), ENGLISH).splitlines()[2] == "2 penalties"


@pytest.mark.parametrize("count", range(2, 9))
def test_whatever_happens_the_caption_fits_a_phone_with_the_longest_names(count: int) -> None:
    game = called(started(count, rules=MATCH), LONGEST)
    held = after(game, Call(BEN, game.revision))
    waiting = replace(called(after_a_round(), LONGEST), round=8)
    agreeing = after(game, *(lambda before, one=player.id: vote(before, one) for player in game.players[1:]))
    for shown in (held, after(held, Tick(), now=later(12)), after(held, Leave(BEN)), agreeing, waiting):
        lines = captions.table(shown, ENGLISH).splitlines()
        assert len(lines) <= 3
        assert all(columns(line) <= PHONE for line in lines)
