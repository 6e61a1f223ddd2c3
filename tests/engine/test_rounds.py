from collections.abc import Callable

import pytest

from engine.commands import Claim, Deal, Join, Kick, Leave, Start, Stop, Tick, Touch
from engine.events import ClaimJudged, Dealt, Extended, Finished, Left, Paused, Rejected, RoundEnded, Started
from engine.game import Finish, Game, Phase, PlayerId, Revision, RoundOver
from engine.play import play
from engine.reasons import Reason
from engine.rounds import anyone_deals_from, dealer, end_if_played_out, next_dealer, rounds_in_all
from engine.rules import DeckKind, Rounds
from engine.standings import standings, winners
from tests.builders import (
    ANA,
    BEN,
    CLEO,
    STRANGER,
    after,
    call,
    deck_is_empty,
    entry,
    everyone,
    later,
    lobby,
    played_until,
    refusal,
    right,
    scores,
    shuffle,
    started,
    vote,
    wrong,
)
from tests.presets import rules_of

DAN = PlayerId(4)


def match(players: int = 3, seed: int = 0, system: str = "call") -> Game:
    """A match just dealt, with the easy deck, so that its rounds are short."""
    return started(players, seed=seed, rules=rules_of(system, rounds=Rounds.MATCH, deck=DeckKind.EASY))


def round_over(game: Game) -> bool:
    return game.phase is not Phase.PLAYING


def waiting(players: int = 3) -> Game:
    """A match whose first round is over."""
    return played_until(round_over, match(players))


def deal(player: PlayerId, *, admin: bool = False) -> Callable[[Game], Deal]:
    return lambda game: Deal(player, shuffle(game.round, game.rules), admin)


@pytest.mark.parametrize("system", ["race", "classic", "call", "family"])
def test_there_is_one_round_unless_a_match_is_chosen(system: str) -> None:
    """R24.1."""
    game = played_until(round_over, started(rules=rules_of(system, deck=DeckKind.EASY)))
    assert game.phase is Phase.FINISHED
    assert (game.round, rounds_in_all(game), game.dealers) == (1, 1, ())


def test_a_match_has_as_many_rounds_as_people_sat_there_at_its_start() -> None:
    """R24.1."""
    game, dealers = match(), []
    for number in (1, 2, 3):
        assert (game.round, rounds_in_all(game)) == (number, 3)
        game = played_until(round_over, game, seed=number)
        if number < 3:
            dealers.append(dealer(game))
            game = after(game, deal(dealers[-1]), now=game.active_at)
    assert dealers == [BEN, CLEO]
    assert game.finish is Finish.NO_SET_LEFT


def test_the_end_of_a_round_is_told_and_the_table_waits_for_its_dealer() -> None:
    """R24.1, R24.2, R14.1."""
    steps = []
    game = played_until(round_over, match(), progress=steps.append)
    assert steps[-1].events[-1] == RoundEnded(1, Finish.NO_SET_LEFT)
    assert game.phase is Phase.DEALING
    assert game.round_over == RoundOver(game.active_at, Finish.NO_SET_LEFT)
    assert (game.finish, game.deadline, game.control, game.votes) == (None, None, None, ())
    assert game.revision == steps[-1].before.revision + 1
    assert dealer(match()) is None
    assert next_dealer(match()) == BEN


def test_the_named_dealer_deals() -> None:
    """R24.2, R5.1."""
    game = waiting()
    progress = play(game, deal(BEN)(game), later(3, game.active_at))
    now = progress.after
    assert progress.events[0] == Dealt(BEN, 2)
    assert now.table == shuffle(1, game.rules)[:12]
    assert now.deck == shuffle(1, game.rules)[12:]
    assert (now.phase, now.round, now.revision) == (Phase.PLAYING, 2, game.revision + 1)
    assert now.dealt_at == now.changed_at == now.active_at == later(3, game.active_at)
    assert now.round_over is None


def test_anyone_deals_when_a_minute_has_passed() -> None:
    """R24.2."""
    game = waiting()
    minute_later = later(60, game.active_at)
    assert anyone_deals_from(game) == minute_later
    assert anyone_deals_from(match()) is None
    early = play(game, deal(CLEO)(game), later(59.999, game.active_at))
    assert early.events == (Rejected(CLEO, Reason.NOT_DEALER, until=minute_later),)
    assert early.after == game
    late = play(game, deal(CLEO)(game), minute_later)
    assert late.events[0] == Dealt(CLEO, 2)
    assert late.after.dealers == (CLEO,)


def test_an_admin_deals_at_once_and_a_stranger_never() -> None:
    """R24.2."""
    game = waiting()
    assert refusal(play(game, deal(STRANGER, admin=True)(game), game.active_at)) is None
    assert refusal(play(game, deal(STRANGER)(game), later(300, game.active_at))) is Reason.NOT_IN_GAME


def test_there_is_nothing_to_deal_in_a_lobby_or_in_a_round() -> None:
    """R24.2."""
    rules = rules_of("call", rounds=Rounds.MATCH)
    assert refusal(play(lobby(rules=rules), Deal(ANA, shuffle(rules=rules)), later(1))) is Reason.NOT_STARTED
    assert refusal(play(match(), deal(BEN)(match()), later(1))) is Reason.ALREADY_STARTED


@pytest.mark.parametrize("system", ["race", "classic", "call", "family", "solo"])
def test_where_there_is_one_round_nobody_deals_another(system: str) -> None:
    """R24.2."""
    once = started(1 if system == "solo" else 3, rules=rules_of(system))
    assert refusal(play(once, deal(ANA)(once), later(1))) is Reason.NOT_IN_RULES


def test_a_deal_pressed_twice_deals_once() -> None:
    """R24.2."""
    game = waiting()
    press = deal(BEN)(game)
    dealt = play(game, press, game.active_at).after
    assert refusal(play(dealt, press, game.active_at)) is Reason.ALREADY_STARTED


def test_points_are_carried_on_and_the_revision_goes_on() -> None:
    """R24.3, R5.1, R13.1."""
    first = waiting()
    dealt = after(first, deal(BEN), now=first.active_at)
    assert scores(dealt) == scores(first)
    assert sum(scores(first)) == len(first.taken)
    second = played_until(round_over, dealt, seed=2)
    assert sum(player.sets for player in second.players) == len(first.taken) + len(second.taken)
    assert second.revision > first.revision
    assert [row.player.score for row in standings(second)] == sorted(scores(second), reverse=True)


def test_everything_else_starts_anew() -> None:
    """R24.3."""
    rules = rules_of("classic", rounds=Rounds.MATCH, deck=DeckKind.EASY)
    game = played_until(deck_is_empty, started(4, rules=rules))
    game = after(game, wrong, now=game.active_at)
    for player in (BEN, CLEO, DAN, ANA):
        game = play(game, vote(game, player), game.active_at, everyone(game, game.active_at)).after
    assert game.round_over == RoundOver(game.active_at, Finish.AGREED)
    assert entry(game, ANA).locked
    dealt = after(game, deal(BEN), now=game.active_at)
    assert not any(player.locked or player.wait_until for player in dealt.players)
    assert (dealt.taken, dealt.last, dealt.lost, dealt.votes, dealt.laid) == ((), None, None, (), Revision(0))
    assert refusal(play(dealt, right(dealt), dealt.active_at)) is None


def test_a_call_that_failed_in_one_round_bars_nobody_in_the_next() -> None:
    """R24.3, R23.5."""
    game = played_until(deck_is_empty, match())
    game = after(game, call, wrong, now=game.active_at)
    for player in (ANA, BEN, CLEO):
        game = play(game, vote(game, player), game.active_at, everyone(game, game.active_at)).after
    assert entry(game, ANA).wait_until is not None
    dealt = after(game, deal(BEN), now=game.active_at)
    assert refusal(play(dealt, call(dealt), dealt.active_at)) is None


def test_a_dealer_who_has_left_is_passed_over() -> None:
    """R24.1."""
    game = after(match(4), Leave(BEN))
    assert (next_dealer(game), rounds_in_all(game)) == (CLEO, 3)
    over = played_until(round_over, game)
    assert dealer(over) == CLEO


def test_a_dealer_who_leaves_while_the_table_waits_is_passed_over() -> None:
    """R24.1."""
    game = after(waiting(4), Leave(BEN), now=waiting(4).active_at)
    assert dealer(game) == CLEO
    assert game.phase is Phase.DEALING
    back = after(game, Join(BEN, "Ben"), now=game.active_at)
    assert dealer(back) == BEN
    dealt = after(game, deal(CLEO), Join(BEN, "Ben"), now=game.active_at)
    assert next_dealer(dealt) == DAN


def test_when_nobody_is_left_to_deal_the_match_is_over() -> None:
    """R24.1."""
    game = waiting(3)
    newcomers = after(game, Join(DAN, "Dan"), Join(STRANGER, "Zoe"), Leave(BEN), now=game.active_at)
    progress = play(newcomers, Leave(CLEO), later(2, game.active_at))
    assert progress.events == (Left(CLEO), Finished(Finish.NO_SET_LEFT))
    assert progress.after.finished_at == later(2, game.active_at)
    assert winners(progress.after)


def test_a_match_that_nobody_else_can_deal_in_ends_with_its_round() -> None:
    """R24.1."""
    game = after(match(3), Join(DAN, "Dan"), Leave(BEN), Leave(CLEO))
    assert played_until(round_over, game).finish is Finish.NO_SET_LEFT


def test_who_joins_a_match_plays_but_deals_no_round() -> None:
    """R24.1."""
    game = after(match(2), Join(DAN, "Dan"))
    assert rounds_in_all(game) == 2
    assert refusal(play(game, call(game, DAN), later(1))) is None


def test_a_match_also_ends_for_want_of_players_also_between_rounds() -> None:
    """R13.3, R14.5, R24.1."""
    game = waiting(2)
    assert play(game, Leave(BEN), game.active_at).after.finish is Finish.ALONE
    assert play(game, Kick(ANA, BEN, admin=True), game.active_at).after.finish is Finish.KICKED


def test_a_match_can_be_stopped_between_rounds() -> None:
    """R14.3."""
    game = waiting()
    over = play(game, Stop(ANA), game.active_at).after
    assert (over.finish, over.round_over) == (Finish.STOPPED, None)


def test_between_rounds_nothing_on_the_table_counts() -> None:
    """R7, R24.2, R6.2."""
    steps = []
    game = played_until(round_over, match(), progress=steps.append)
    before = steps[-1].before
    last = game.taken[-1]
    for command in (call(game), vote(game), Claim(ANA, game.table[:3], game.revision)):
        assert refusal(play(game, command, game.active_at)) is Reason.ROUND_OVER
    late = Claim(CLEO, last.cards, before.revision)
    assert play(game, late, game.active_at).events == (Rejected(CLEO, Reason.ROUND_OVER, faster=last),)


def test_people_come_and_go_between_rounds() -> None:
    """R2.1, R24.1."""
    game = waiting()
    joined = after(game, Join(DAN, "Dan"), now=game.active_at)
    assert [player.id for player in joined.players] == [ANA, BEN, CLEO, DAN]
    assert joined.phase is Phase.DEALING


def test_a_match_pauses_between_rounds_and_ends_after_a_day() -> None:
    """R15.1, R15.3, R24.2."""
    game = waiting()
    progress = play(game, Tick(), later(700, game.active_at))
    assert progress.events == (Paused(later(600, game.active_at)),)
    resumed = play(progress.after, Touch(ANA), later(800, game.active_at)).after
    assert (resumed.paused_at, resumed.phase) == (None, Phase.DEALING)
    dealt = play(progress.after, deal(ANA)(game), later(800, game.active_at))
    assert dealt.events[1] == Dealt(ANA, 2)
    assert dealt.after.paused_for == 0
    assert play(progress.after, Tick(), later(86_400, game.active_at)).after.finish is Finish.IDLE


def test_a_round_also_ends_by_agreement() -> None:
    """R21.3, R24.1."""
    game = played_until(deck_is_empty, match(2))
    assert game.phase is Phase.PLAYING
    ended = after(game, vote, lambda one: vote(one, BEN), now=game.active_at)
    assert ended.round_over == RoundOver(game.active_at, Finish.AGREED)


def test_a_last_claim_ends_the_round_in_one_step_and_the_next_deal_is_extended_in_race() -> None:
    """R18, R24.3, R14.1."""
    rules = rules_of("race", rounds=Rounds.MATCH)
    steps = []
    game = played_until(round_over, started(2, rules=rules), progress=steps.append)
    assert isinstance(steps[-1].events[0], ClaimJudged)
    extended = 0
    for seed in range(40):
        dealt = play(game, Deal(BEN, shuffle(seed, rules)), game.active_at)
        more = [event for event in dealt.events if isinstance(event, Extended)]
        extended += bool(more)
        assert len(dealt.after.table) == 12 + 3 * len(more)
        assert dealt.after.deadline == later(120, game.active_at)
    assert extended


def test_a_game_that_is_not_played_out_goes_on() -> None:
    """R14.1."""
    game = match()
    assert end_if_played_out(game, later(1)) == (game, ())


def test_the_first_dealer_is_whoever_sits_first_and_the_start_is_the_deal() -> None:
    """R24.1."""
    rules = rules_of("call", rounds=Rounds.MATCH)
    progress = play(lobby(rules=rules), Start(CLEO, shuffle(rules=rules), admin=True), later(1))
    assert progress.events == (Started(CLEO),)
    assert progress.after.dealers == (BEN, CLEO)
