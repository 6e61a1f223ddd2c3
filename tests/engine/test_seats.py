import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.commands import Join, Kick, Leave, Start, Touch
from engine.events import Finished, Joined, Left, Rejected
from engine.game import Finish, Game, Phase, PlayerId
from engine.play import play
from engine.players import seated
from engine.reasons import Reason
from engine.rules import Rules
from engine.standings import standings, winners
from engine.value import replace
from tests import strategies
from tests.builders import (
    ANA,
    BEN,
    CLEO,
    NOON,
    STRANGER,
    after,
    call,
    entry,
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


def seats(game: Game) -> list[tuple[int, str]]:
    return [(player.seat, player.name) for player in game.players]


def test_people_sit_down_in_the_order_in_which_they_join() -> None:
    """R2.1."""
    progress = play(lobby(2), Join(CLEO, "Cleo"), later(1))
    assert progress.events == (Joined(CLEO, back=False),)
    assert seats(progress.after) == [(1, "Ana"), (2, "Ben"), (3, "Cleo")]


def test_nobody_sits_twice() -> None:
    """R2.1."""
    for game in (lobby(), started()):
        assert refusal(play(game, Join(BEN, "Ben"), NOON)) is Reason.ALREADY_IN


def test_who_joins_a_running_game_has_no_points() -> None:
    """R2.1, R5.2."""
    game = after(started(2), right)
    joined = play(game, Join(CLEO, "Cleo"), later(1)).after
    assert scores(joined) == [1, 0, 0]
    assert joined.revision == game.revision


def test_eight_people_at_most_are_ever_seated() -> None:
    """R1.1, R2.1."""
    assert refusal(play(lobby(8), Join(STRANGER, "Zoe"), NOON)) is Reason.SEATS_TAKEN
    game = after(started(8), Leave(BEN))
    assert refusal(play(game, Join(STRANGER, "Zoe"), NOON)) is Reason.SEATS_TAKEN
    assert refusal(play(game, Join(BEN, "Ben"), NOON)) is None


def test_leaving_the_lobby_moves_those_behind_up_a_seat() -> None:
    """R2.2."""
    progress = play(lobby(), Leave(BEN), NOON)
    assert progress.events == (Left(BEN),)
    assert seats(progress.after) == [(1, "Ana"), (2, "Cleo")]
    assert seats(after(progress.after, Join(BEN, "Ben"))) == [(1, "Ana"), (2, "Cleo"), (3, "Ben")]


def test_a_seat_left_in_the_lobby_is_free_for_another() -> None:
    """R2.2, R2.1."""
    game = after(lobby(8), Leave(BEN))
    assert refusal(play(game, Join(STRANGER, "Zoe"), NOON)) is None


def test_the_last_to_leave_closes_the_lobby() -> None:
    """R2.2."""
    progress = play(lobby(1), Leave(ANA), later(3))
    assert progress.events == (Left(ANA), Finished(Finish.LOBBY_CLOSED))
    assert (progress.after.players, progress.after.finished_at) == ((), later(3))


def test_who_leaves_a_running_game_keeps_the_entry_and_the_seat() -> None:
    """R2.2, R5.2."""
    game = after(started(), right)
    gone = after(game, Leave(ANA))
    assert seats(gone) == seats(game)
    assert (entry(gone, ANA).left, entry(gone, ANA).score) == (1, 1)
    assert gone.revision == game.revision


def test_who_left_may_only_come_back() -> None:
    """R2.2, R7."""
    game = after(started(), Leave(BEN))
    for command in (Leave(BEN), Touch(BEN), right(game, BEN)):
        assert refusal(play(game, command, NOON)) is Reason.NOT_IN_GAME
    assert play(game, Join(BEN, "Ben"), NOON).events == (Joined(BEN, back=True),)


@pytest.mark.parametrize(("points", "kept"), [(3, 0), (0, 0), (-2, -2)])
def test_who_comes_back_keeps_points_below_zero_and_loses_those_above(points: int, kept: int) -> None:
    """R2.3."""
    game = started()
    scored = replace(game, players=tuple(replace(one, score=points) for one in game.players))
    back = after(scored, Leave(BEN), Join(BEN, "Benjamin"))
    assert scores(back) == [points, kept, points]
    assert entry(back, BEN).name == "Benjamin"
    assert entry(back, BEN).seat == 2


def test_who_comes_back_ranks_as_if_never_gone() -> None:
    """R2.3, R13.2."""
    game = after(started(), lambda one: wrong(one, CLEO), Leave(BEN), Join(BEN, "Ben"))
    assert [(row.rank, row.player.name) for row in standings(game)] == [(1, "Ana"), (1, "Ben"), (3, "Cleo")]


def test_leavers_are_numbered_in_the_order_in_which_they_left() -> None:
    """R13.2."""
    game = after(started(5), Leave(CLEO), Leave(BEN), Join(CLEO, "Cleo"), Leave(DAN), Leave(CLEO))
    order = {player.left: player.name for player in game.players if player.left is not None}
    assert [order[number] for number in sorted(order)] == ["Ben", "Dan", "Cleo"]


@pytest.mark.parametrize("waiting", [True, False])
def test_when_the_starter_leaves_the_longest_seated_is_the_starter(waiting: bool) -> None:
    """R2.4."""
    game = after(lobby(4) if waiting else started(4), Leave(BEN))
    game = play(game, Join(BEN, "Ben"), later(5)).after
    game = play(game, Leave(ANA), later(6)).after
    assert game.starter == CLEO
    game = play(game, Join(ANA, "Ana"), later(7)).after
    assert game.starter == CLEO
    assert after(game, Leave(CLEO), Leave(DAN), now=later(8)).starter == BEN


def test_another_players_leaving_leaves_the_starter() -> None:
    """R2.4."""
    assert after(started(), Leave(BEN)).starter == ANA


def test_a_game_with_one_player_left_is_over() -> None:
    """R13.3, R1.1."""
    progress = play(started(2), Leave(ANA), later(4))
    assert progress.events == (Left(ANA), Finished(Finish.ALONE))
    assert progress.after.finished_at == later(4)
    assert after(started(3), Leave(ANA)).phase is Phase.PLAYING


def test_the_starter_kicks_who_is_away_and_nobody_else() -> None:
    """R14.4, R11."""
    game = started()
    taps = dict.fromkeys([ANA, CLEO], later(60))
    kick = Kick(ANA, BEN)
    assert refusal(play(game, kick, later(119), taps)) is Reason.NOT_AWAY
    assert refusal(play(game, Kick(ANA, CLEO), later(120), taps)) is Reason.NOT_AWAY
    progress = play(game, kick, later(120), taps)
    assert progress.events[-1] == Left(BEN, kicked_by=ANA)
    assert entry(progress.after, BEN).kicked


def test_only_the_starter_and_admins_kick() -> None:
    """R14.4."""
    game = started()
    assert refusal(play(game, Kick(BEN, CLEO), later(300))) is Reason.NO_RIGHT
    assert refusal(play(game, Kick(STRANGER, CLEO), later(300))) is Reason.NOT_IN_GAME
    for admin in (BEN, STRANGER):
        assert play(game, Kick(admin, CLEO, admin=True), NOON).events == (Left(CLEO, kicked_by=admin),)


def test_a_starter_is_not_away_from_the_own_kick() -> None:
    """R14.4."""
    game = started()
    assert refusal(play(game, Kick(ANA, ANA), later(300))) is Reason.NOT_AWAY
    assert play(game, Kick(ANA, ANA, admin=True), NOON).after.starter == BEN


def test_nobody_kicks_who_does_not_sit_there() -> None:
    """R14.4."""
    game = after(started(), Leave(CLEO))
    for target in (STRANGER, CLEO):
        assert refusal(play(game, Kick(ANA, target, admin=True), NOON)) is Reason.NO_SUCH_PLAYER


def test_a_kick_that_leaves_one_player_ends_the_game() -> None:
    """R14.5."""
    progress = play(started(2), Kick(ANA, BEN), later(200))
    assert progress.events[-2:] == (Left(BEN, kicked_by=ANA), Finished(Finish.KICKED))


def test_a_kicked_player_comes_back_only_when_let_in() -> None:
    """R2.5."""
    game = after(started(), Kick(ANA, BEN, admin=True))
    assert play(game, Join(BEN, "Ben"), NOON).events == (Rejected(BEN, Reason.KICKED),)
    back = play(game, Join(BEN, "Ben", readmit=True), NOON).after
    assert not entry(back, BEN).kicked
    assert refusal(play(after(back, Leave(BEN)), Join(BEN, "Ben"), NOON)) is None


def test_who_was_kicked_out_of_the_lobby_comes_back_only_when_let_in() -> None:
    """R2.5, R2.2."""
    game = after(lobby(), Kick(ANA, BEN, admin=True))
    assert seats(game) == [(1, "Ana"), (2, "Cleo")]
    assert refusal(play(game, Join(BEN, "Ben"), NOON)) is Reason.KICKED
    back = after(game, Join(BEN, "Ben", readmit=True))
    assert seats(back) == [(1, "Ana"), (2, "Cleo"), (3, "Ben")]
    assert refusal(play(after(back, Leave(BEN)), Join(BEN, "Ben"), NOON)) is None


def test_a_lobby_out_of_which_all_are_kicked_closes() -> None:
    """R2.2."""
    game = after(lobby(1), Kick(STRANGER, ANA, admin=True))
    assert game.finish is Finish.LOBBY_CLOSED


def test_the_rules_say_how_many_may_sit() -> None:
    """R1.1."""
    game = lobby(2, rules=Rules("race", max_players=2))
    assert refusal(play(game, Join(CLEO, "Cleo"), NOON)) is Reason.SEATS_TAKEN


def test_coming_and_going_leaves_cards_scores_and_revision() -> None:
    """R2.2, R5.2."""
    game = played_until(lambda one: len(one.taken) == 5)
    moved = after(game, Join(STRANGER, "Zoe"), Leave(BEN), now=game.active_at)
    assert (moved.table, moved.deck, moved.taken) == (game.table, game.deck, game.taken)
    assert (moved.revision, moved.deadline) == (game.revision, game.deadline)
    assert scores(moved)[:3] == scores(game)


@given(strategies.games(), st.integers(1, 10), st.booleans())
def test_seats_are_numbered_without_a_gap(game: Game, player: int, comes: bool) -> None:
    """R2.2."""
    command = Join(PlayerId(player), "Q") if comes else Leave(PlayerId(player))
    moved = play(game, command, game.active_at).after
    assert [one.seat for one in moved.players] == list(range(1, len(moved.players) + 1))
    assert len(moved.players) <= 8
    if moved.finish is None:
        assert moved.starter in [one.id for one in seated(moved)]


SEVERAL = ("race", "classic", "call", "family")


@pytest.mark.parametrize("system", SEVERAL)
def test_two_can_play_and_eight_and_no_fewer_or_more(system: str) -> None:
    """R1.1."""
    rules = rules_of(system)
    deck = shuffle(rules=rules)
    assert refusal(play(lobby(1, rules=rules), Start(ANA, deck), NOON)) is Reason.TOO_FEW_PLAYERS
    for players in (2, 8):
        full = lobby(players, rules=rules)
        assert len(full.players) == players
        assert refusal(play(full, Start(ANA, deck), NOON)) is None
    assert refusal(play(lobby(8, rules=rules), Join(STRANGER, "Zoe"), NOON)) is Reason.SEATS_TAKEN


def test_solo_is_for_one() -> None:
    """R26.1."""
    rules = rules_of("solo")
    game = lobby(1, rules=rules)
    assert refusal(play(game, Join(BEN, "Ben"), NOON)) is Reason.SEATS_TAKEN
    begun = play(game, Start(ANA, shuffle(rules=rules)), NOON)
    assert refusal(begun) is None
    assert refusal(play(begun.after, Join(BEN, "Ben"), NOON)) is Reason.SEATS_TAKEN


@pytest.mark.parametrize("system", ["race", "classic", "call"])
def test_leaving_costs_points_above_zero_and_a_rank(system: str) -> None:
    """R2.3, R13.2."""
    game = with_scores(system, 1, 4, -2)
    gone = after(game, Leave(BEN))
    assert [(row.rank, row.player.name) for row in standings(gone)] == [(1, "Ana"), (2, "Cleo"), (3, "Ben")]
    back = after(gone, Join(BEN, "Ben"))
    assert scores(back) == [1, 0, -2]
    assert scores(after(game, Leave(CLEO), Join(CLEO, "Cleo"))) == [1, 4, -2]


@pytest.mark.parametrize("system", ["race", "classic", "call"])
def test_a_game_that_leaving_leaves_to_one_player_is_over_and_that_player_is_first(system: str) -> None:
    """R13.3."""
    game = after(with_scores(system, 0, 4), Leave(BEN))
    assert game.finish is Finish.ALONE
    assert [player.name for player in winners(game)] == ["Ana"]


def with_scores(system: str, *points: int) -> Game:
    """A game in which players have these scores."""
    game = started(len(points), rules=rules_of(system))
    players = tuple(replace(player, score=score) for player, score in zip(game.players, points, strict=True))
    return replace(game, players=players)


def test_in_family_who_comes_back_has_all_points_and_who_left_is_ranked_by_them() -> None:
    """R25.5."""
    gone = after(with_scores("family", 1, 4, 2), Leave(BEN))
    assert [(row.rank, row.player.name) for row in standings(gone)] == [(1, "Ben"), (2, "Cleo"), (3, "Ana")]
    assert scores(after(gone, Join(BEN, "Ben"))) == [1, 4, 2]


def test_in_family_the_game_goes_on_while_anyone_is_left() -> None:
    """R25.5."""
    game = with_scores("family", 1, 4)
    alone = after(game, Leave(BEN))
    assert (alone.finish, alone.phase) == (None, Phase.PLAYING)
    assert refusal(play(alone, call(alone), NOON)) is None
    assert after(alone, Join(BEN, "Ben")).finish is None
    progress = play(alone, Leave(ANA), later(5))
    assert progress.events == (Left(ANA), Finished(Finish.ALL_LEFT))
    assert [player.name for player in winners(progress.after)] == ["Ben"]


def test_in_family_a_kick_ends_the_game_only_of_the_last_player() -> None:
    """R25.5, R14.5."""
    game = after(with_scores("family", 1, 4), Kick(ANA, BEN, admin=True))
    assert game.finish is None
    over = after(game, Kick(STRANGER, ANA, admin=True))
    assert over.finish is Finish.KICKED
    assert winners(over) == ()


def test_in_family_one_who_is_left_alone_agrees_alone() -> None:
    """R25.5, R21.1."""
    alone = after(with_scores("family", 1, 4), Leave(BEN), vote)
    assert len(alone.table) == 15


def test_the_last_who_leaves_stays_the_starter() -> None:
    """R2.4, R25.5."""
    over = after(with_scores("family", 1, 4), Leave(BEN), Leave(ANA))
    assert over.starter == ANA


def test_who_plays_alone_and_leaves_ends_the_game() -> None:
    """R26.1, R13.3."""
    game = after(started(1, rules=rules_of("solo")), Leave(ANA))
    assert (game.finish, winners(game)) == (Finish.ALL_LEFT, ())


@pytest.mark.parametrize("system", ["race", "family"])
def test_who_was_let_back_in_after_a_kick_may_come_and_go_as_before(system: str) -> None:
    out = after(started(rules=rules_of(system)), Kick(ANA, CLEO, admin=True))
    back = after(out, Join(CLEO, "Cleo", readmit=True))
    assert entry(out, CLEO).kicked
    assert not entry(back, CLEO).kicked
    gone = after(back, Leave(CLEO))
    assert play(gone, Join(CLEO, "Cleo"), later(1)).events == (Joined(CLEO, back=True),)


def test_a_lobby_that_closes_as_its_last_is_put_out_knows_who_that_was() -> None:
    game = after(lobby(1), Kick(STRANGER, ANA, admin=True))
    assert (game.phase, game.finish, game.barred) == (Phase.FINISHED, Finish.LOBBY_CLOSED, (ANA,))
