"""What one person is told: short, the news first, the whole verdict in an alert."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import pytest

from engine.card import DECK
from engine.commands import CastVote, Claim, Join, Kick, Leave, Start, Stop, Touch
from engine.events import Rejected
from engine.game import Game, Judged, Phase, Revision, Slot
from engine.look import Design, Look, Palette
from engine.moment import last_change
from engine.play import play
from engine.reasons import Reason
from engine.rules import CALL, CLASSIC, SOLO, Rules
from engine.sets import is_set
from engine.value import replace
from handler import replies
from handler.choices import ChatSettings, Preferences
from handler.judging import Done
from handler.names import columns, cut, shown_name
from handler.picks import Folded, TapResult
from handler.ports import Loaded, Picks, Stored, Version, View
from handler.refusals import NAME
from handler.replies import Toast
from handler.words import ENGLISH
from tests.builders import (
    ANA,
    BEN,
    NOON,
    STRANGER,
    a_set,
    after,
    cards,
    later,
    lobby,
    near_the_end,
    no_set,
    played_until,
    right,
    shuffle,
    stacked,
    started,
    with_vote_open,
    wrong,
)

if TYPE_CHECKING:
    from engine.events import Progress
    from engine.game import Millis

NEWS = 40
"""Characters that a phone shows of a toast before it cuts it."""

LONGEST = shown_name("Maximiliana-Alexandrina", "", 1)
VOTING = with_vote_open(3)
GAME = started(3, deck=stacked("1111 2222 3333 2112 2132 2123 2111 1131"))

Given = Join | Leave | Start | Claim | CastVote | Stop | Kick | Touch


def as_done(progress: Progress) -> Done:
    stored = Stored(progress.after, Version(1))
    return Done(Loaded(stored, View(), Picks(), ChatSettings(), Preferences()), stored, progress.events)


def told(game: Game, command: Given, now: Millis = NOON, rested: Revision | None = None) -> Toast:
    """What the one who gives a command is told of it."""
    progress = play(game, command, now)
    revision = game.revision if rested is None else rested
    return replies.outcome(as_done(progress), command.player, revision, now, ENGLISH)


def picked(*slots: int, result: TapResult = TapResult.PICKED) -> Folded:
    return Folded(tuple(GAME.table[slot - 1] for slot in slots), result)


def with_longest_names(game: Game) -> Game:
    return replace(game, players=tuple(replace(player, name=LONGEST) for player in game.players))


def test_a_tap_tells_its_slot_its_card_and_what_is_picked() -> None:
    card, dropped = GAME.table[6], TapResult.DROPPED
    assert replies.tapped(GAME, card, picked(3, 7), ENGLISH) == Toast("7 ✓ 2 red solid diamonds · 3 7 _")
    assert replies.tapped(GAME, card, picked(3, result=dropped), ENGLISH).text == "7 ✗ 2 red solid diamonds · 3 _ _"


def test_a_fourth_tap_tells_the_three() -> None:
    full = picked(10, 11, 12, result=TapResult.REFUSED)
    assert replies.tapped(GAME, GAME.table[6], full, ENGLISH) == Toast("Three are picked: 10 11 12. Press SET!")


def test_a_picked_card_that_no_longer_lies_there_is_not_shown_among_the_picks() -> None:
    assert replies.picks_text(GAME, (GAME.table[2], GAME.deck[0])) == "3 _ _"


def test_my_picks_are_slots_or_an_invitation() -> None:
    assert replies.my_picks(GAME, picked(7, 3), ENGLISH).text == "7 3 _ · press again to clear"
    assert replies.my_picks(GAME, Folded(), ENGLISH).text == "Nothing picked: tap three numbers"


def test_a_card_that_is_gone_tells_who_took_it() -> None:
    game = after(GAME, right)
    assert replies.card_gone(game, a_set(GAME)[0], ENGLISH).text == "Gone: Ana took that card. Look again"
    assert replies.card_gone(game, game.deck[0], ENGLISH).text == "That card is not on the table: look again"


def test_the_verdict_of_a_right_claim_goes_through_the_four_features() -> None:
    toast = told(GAME, Claim(ANA, cards("1111 2222 3333"), GAME.revision))
    assert toast.alert
    assert toast.text.splitlines() == [
        "SET! You have 1 now.",
        "✓ number: all different",
        "✓ colour: all different",
        "✓ shading: all different",
        "✓ symbol: all different",
    ]


def test_the_verdict_of_a_wrong_claim_names_what_is_twice_and_what_once() -> None:
    toast = told(GAME, Claim(BEN, cards("2112 2132 1131"), GAME.revision))
    assert toast.alert
    assert toast.text.splitlines() == [
        "No set: you have −1 now. Locked out until a set is taken.",
        "✗ number: 2 twice, 1 once",
        "✓ colour: all red",
        "✗ shading: open twice, solid once",
        "✗ symbol: oval twice, diamond once",
    ]


def test_a_wrong_claim_that_frees_all_tells_of_no_lockout() -> None:
    game = after(started(2), wrong)
    assert "Locked out" not in told(game, wrong(game, BEN)).text


@pytest.mark.failure(25)
@pytest.mark.parametrize("look", [Look(design, palette) for design in Design for palette in Palette])
def test_every_verdict_fits_an_alert_whole(look: Look) -> None:
    loser = replace(GAME.players[0], score=-12, locked=True)
    game = replace(GAME, look=look, players=(loser,))
    triples = list(combinations(DECK[::5], 3))
    assert len(triples) > 600
    for first, second, third in triples:
        right = is_set(first, second, third)
        judged = Judged(ANA, (first, second, third), (Slot(1), Slot(2), Slot(3)), right, NOON, Revision(2))
        text = replies.claimed(game, judged, ENGLISH).text
        assert len(text.encode("utf-16-le")) // 2 <= replies.LONGEST
        assert len(text.splitlines()) == 5
        assert "…" not in text


@pytest.mark.failure(26)
def test_who_wants_to_hear_gets_an_alert_for_every_toast() -> None:
    assert replies.heard(Toast("1 ✓"), Preferences()) == Toast("1 ✓")
    assert replies.heard(Toast("1 ✓"), Preferences(spoken=True)) == Toast("1 ✓", alert=True)
    assert replies.heard(Toast("SET!", alert=True), Preferences()) == Toast("SET!", alert=True)


@pytest.mark.failure(25)
def test_a_text_too_long_is_cut_where_telegram_would_refuse_it() -> None:
    assert replies.fitted("a" * 200) == "a" * 200
    assert replies.fitted("a" * 201) == "a" * 199 + "…"
    assert len(replies.fitted("\U0001f984" * 150).encode("utf-16-le")) // 2 <= 200


def test_who_was_faster_is_told_with_the_milliseconds() -> None:
    game = after(GAME, right)
    late = Claim(BEN, a_set(GAME), GAME.revision)
    assert told(game, late, later(0.18)).text == "faster: Ana, 180 ms"
    assert told(game, late).text == "photo finish: Ana was first"


def test_who_lost_the_last_set_hears_that_the_game_is_over_too() -> None:
    before = near_the_end(2, seed=3)
    steps = [before]
    played_until(lambda game: game.phase is Phase.FINISHED, before, progress=lambda step: steps.append(step.after))
    last = steps[-1].taken[-1]
    loser = ANA if last.player == BEN else BEN
    late = Claim(loser, last.cards, steps[-2].revision)
    assert told(steps[-1], late, last.at).text.endswith("was first · game over")


def test_a_stale_press_tells_what_changed() -> None:
    old = Claim(BEN, no_set(GAME), GAME.revision)
    by_wrong = after(GAME, wrong)
    slots = "1 2 4"
    assert by_wrong.last is not None
    assert told(by_wrong, old, rested=GAME.revision).text == f"Not counted: Ana was wrong with {slots}. Look again"
    taken = after(GAME, Claim(ANA, cards("1111 2222 3333"), GAME.revision))
    other = Claim(BEN, cards("2112 2132 2123"), GAME.revision)
    assert told(taken, other, rested=GAME.revision).text == "Not counted: Ana took 1 2 3. Look again"
    unknown = replies.refused(GAME, Rejected(BEN, Reason.STALE), GAME.revision, NOON, ENGLISH)
    assert unknown.text == "Not counted: the table has changed. Look again"


def test_a_locked_out_player_hears_for_how_long_at_most() -> None:
    game = after(GAME, wrong)
    assert told(game, right(game), later(60.5)).text == "Locked out 1:00, or until a set is taken"
    without_clock = replies.refused(
        replace(game, deadline=None), Rejected(ANA, Reason.LOCKED_OUT), game.revision, NOON, ENGLISH
    )
    assert without_clock.text == "Locked out until a set is taken"


OUTCOMES = [
    (lobby(1), Join(BEN, "Ben"), "You are in as ②. Wait for Start"),
    (GAME, Join(STRANGER, "Zoe"), "You are in as ④. Pick three, then SET!"),
    (after(GAME, Leave(BEN)), Join(BEN, "Ben"), "Welcome back as ②. Pick three, then SET!"),
    (GAME, Leave(BEN), "You have left. Join brings you back"),
    (started(2), Leave(BEN), "You have left: the game is over"),
    (lobby(1), Leave(ANA), "You have left: the lobby is closed"),
    (lobby(2), Start(ANA, shuffle()), "Go! Pick three cards, then SET!"),
    (GAME, Stop(ANA), "The game is over"),
    (after(GAME, Touch(ANA)), Touch(ANA), "The game goes on"),
    (VOTING, CastVote(ANA, VOTING.revision), "You agree: no set is left"),
    (lobby(1), Start(ANA, shuffle()), "Two players are needed: who joins?"),
    (lobby(2), Start(BEN, shuffle()), "Only Ana or an admin can do it"),
    (GAME, Claim(STRANGER, (), GAME.revision), "You are not in this game: press Join"),
    (GAME, Claim(ANA, (), GAME.revision), "Pick three cards first, then SET!"),
    (GAME, CastVote(ANA, GAME.revision), "There is nothing to agree on now"),
    (GAME, Join(ANA, "Ana"), "You are in already"),
    (started(8), Join(STRANGER, "Zoe"), "All eight seats are taken"),
    (after(GAME, Kick(ANA, BEN, admin=True)), Join(BEN, "Ben"), "You were removed: ask an admin to /unkick"),
    (after(GAME, Stop(ANA)), Join(STRANGER, "Zoe"), "This game is over. /newgame opens the next"),
]


@pytest.mark.parametrize(("game", "command", "text"), OUTCOMES)
def test_every_outcome_is_told_in_the_players_terms(game: Game, command: Given, text: str) -> None:
    assert told(game, command) == Toast(text)


def test_a_vote_taken_back_is_told() -> None:
    first, second = last_change(VOTING), later(1, last_change(VOTING))
    everyone = {player.id: first for player in VOTING.players}
    agreed = play(VOTING, CastVote(ANA, VOTING.revision), first, everyone).after
    assert agreed.votes == (ANA,)
    for now, text in ((second, "Taken back: keep looking"), (first, "Too soon: press again in a moment")):
        progress = play(agreed, CastVote(ANA, agreed.revision), now, everyone)
        assert replies.outcome(as_done(progress), ANA, agreed.revision, now, ENGLISH) == Toast(text)


def test_every_reason_has_words() -> None:
    for reason in Reason:
        text = replies.refused(GAME, Rejected(ANA, reason), GAME.revision, NOON, ENGLISH).text
        assert 10 < len(text) <= 46


def test_with_the_longest_names_the_news_is_in_the_first_forty_characters() -> None:
    game, short = with_longest_names(GAME), cut(LONGEST, NAME)
    taken, mistaken = after(game, right), after(game, wrong)
    news = {
        told(taken, Claim(BEN, a_set(game), game.revision), later(59.999)).text: f"faster: {short}, 59999 ms",
        told(taken, Claim(BEN, a_set(game), game.revision)).text: f"photo finish: {short}",
        told(taken, Claim(BEN, no_set(taken), game.revision), rested=game.revision).text: "took 1 2 3",
        told(mistaken, Claim(BEN, a_set(game), game.revision), rested=game.revision).text: "was wrong",
        replies.card_gone(taken, a_set(game)[0], ENGLISH).text: f"Gone: {short} took",
        told(after(game, wrong), right(game)).text: "Not counted",
        told(mistaken, right(mistaken)).text: "Locked out 2:00, or until a set is taken",
        told(with_longest_names(lobby(2)), Start(BEN, shuffle())).text: f"Only {short}",
        replies.my_picks(GAME, picked(10, 11, 12), ENGLISH).text: "10 11 12 · press again to clear",
        replies.busy(ENGLISH).text: "Not counted: press again",
    }
    for text, wanted in news.items():
        assert wanted in text[:NEWS]
        assert columns(text) <= 60


@pytest.mark.parametrize("look", [Look(design, palette) for design in Design for palette in Palette])
def test_of_every_tap_the_card_is_in_the_first_forty_characters(look: Look) -> None:
    game = replace(GAME, look=look, table=DECK[:21])
    for card in DECK:
        seen = replace(game, table=(*DECK[:20], card) if card not in DECK[:20] else DECK[:21])
        toast = replies.tapped(seen, card, Folded((card,), TapResult.PICKED), ENGLISH).text
        assert ENGLISH.card(card, look) in toast[:NEWS]


@pytest.mark.parametrize(
    ("rules", "go"),
    [
        (CLASSIC, "Go! Pick three cards, then SET!"),
        (CALL, "Go! SET! first, then pick three"),
        (SOLO, "Go! Your third pick claims"),
    ],
)
def test_the_start_tells_what_comes_first(rules: Rules, go: str) -> None:
    assert told(lobby(rules.min_players, rules=rules), Start(ANA, shuffle())).text == go


def test_who_joins_a_game_of_calls_is_told_to_call_first() -> None:
    game = started(2, rules=CALL)
    assert told(game, Join(STRANGER, "Zoe")).text == "You are in as ③. SET! first, then pick three"
    left = after(started(3, rules=CALL), Leave(BEN))
    assert told(left, Join(BEN, "Ben")).text == "You are in as ②. SET! first, then pick three"


def test_a_lockout_of_classic_ends_by_anothers_set_alone() -> None:
    game = started(3, rules=CLASSIC)
    locked = told(game, wrong(game))
    assert locked.text.startswith("No set: you have 0 now. Locked out until another's set.")
    assert told(after(game, wrong), wrong(after(game, wrong))).text == "Locked out until another takes a set"


def test_the_last_cards_cancel_a_penalty_and_say_so() -> None:
    game = started(1, rules=SOLO)
    noted = replace(game, deck=(), players=(replace(game.players[0], penalties=1, score=-1),))
    assert told(noted, right(noted)).text.startswith("SET! You have 1 now. One penalty less.")
