import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.commands import Kick, Leave, Stop
from engine.game import Finish, Game, Phase
from engine.play import play
from engine.rules import Ranking
from engine.standings import standings, was_stopped, winners
from engine.value import replace
from tests import strategies
from tests.builders import ANA, BEN, CLEO, NOON, after, lobby, played_until, right, started, wrong
from tests.presets import rules_of


def with_scores(*points: int) -> Game:
    game = started(len(points))
    return replace(
        game, players=tuple(replace(one, score=score) for one, score in zip(game.players, points, strict=True))
    )


def ranks(game: Game) -> list[tuple[int, str]]:
    return [(row.rank, row.player.name) for row in standings(game)]


def test_equal_scores_share_a_rank_and_the_next_is_left_out() -> None:
    """R13.1."""
    assert ranks(with_scores(2, 5, 5, -1)) == [(1, "Ben"), (1, "Cleo"), (3, "Ana"), (4, "Dan")]
    assert ranks(with_scores(0, 0)) == [(1, "Ana"), (1, "Ben")]


def test_who_left_ranks_after_all_who_stayed_the_later_leaver_higher() -> None:
    """R13.2."""
    game = after(with_scores(9, -3, 8, 0), Leave(ANA), Leave(CLEO))
    assert ranks(game) == [(1, "Dan"), (2, "Ben"), (3, "Cleo"), (4, "Ana")]


def test_one_player_left_over_is_first_whatever_the_scores() -> None:
    """R13.3."""
    game = after(with_scores(5, -2), Leave(ANA))
    assert game.finish is Finish.ALONE
    assert ranks(game) == [(1, "Ben"), (2, "Ana")]
    assert [player.name for player in winners(game)] == ["Ben"]


def test_a_kick_that_leaves_one_player_makes_no_winner() -> None:
    """R14.5."""
    game = after(with_scores(1, 2), Kick(ANA, BEN, admin=True))
    assert game.finish is Finish.KICKED
    assert winners(game) == ()


def test_nobody_has_won_a_game_that_runs_or_never_began() -> None:
    """R13.1."""
    assert winners(started()) == ()
    assert winners(after(lobby(1), Leave(ANA))) == ()


def test_a_stopped_game_has_standings_that_are_marked() -> None:
    """R14.3."""
    game = after(started(), right(started(), BEN), Stop(ANA))
    assert was_stopped(game)
    assert [player.name for player in winners(game)] == ["Ben"]
    assert not was_stopped(after(started(2), Leave(BEN)))


@pytest.mark.parametrize("finish", [Finish.NO_SET_LEFT, Finish.AGREED, Finish.ALONE, Finish.STOPPED, Finish.IDLE])
def test_all_who_share_the_first_rank_have_won(finish: Finish) -> None:
    """R13.1."""
    game = replace(with_scores(3, 3, 1), phase=Phase.FINISHED, finish=finish)
    assert [player.name for player in winners(game)] == ["Ana", "Ben"]


def test_a_whole_game_ends_with_its_highest_score_first() -> None:
    """R13.1, R14.1."""
    game = played_until(lambda one: one.phase is Phase.FINISHED)
    rows = standings(game)
    assert [row.player.score for row in rows] == sorted((player.score for player in game.players), reverse=True)
    assert sum(row.player.sets for row in rows) == len(game.taken)


@given(strategies.games(), st.data())
def test_every_player_has_one_rank_and_more_points_never_rank_lower(game: Game, data: st.DataObject) -> None:
    """R13.1, R13.2."""
    rows = standings(game)
    assert sorted(row.player.id for row in rows) == sorted(player.id for player in game.players)
    if rows:
        higher, lower = sorted(data.draw(st.tuples(*[st.integers(0, len(rows) - 1)] * 2)))
        assert rows[higher].rank <= rows[lower].rank
        by_score = game.rules.ranking is Ranking.BY_SCORE
        stayed = [row.player.left is None for row in (rows[higher], rows[lower])]
        if by_score or all(stayed):
            assert rows[higher].player.score >= rows[lower].player.score
        assert by_score or stayed != [False, True]


def test_a_wrong_claim_costs_rank() -> None:
    """R19.2, R13.1."""
    game = started(2)
    assert ranks(play(game, wrong(game, ANA), NOON).after) == [(1, "Ben"), (2, "Ana")]


@pytest.mark.parametrize("finish", Finish)
def test_alone_against_the_deck_only_who_played_to_the_end_without_a_penalty_has_won(finish: Finish) -> None:
    """R26.7."""
    game = replace(started(1, rules=rules_of("solo")), phase=Phase.FINISHED, finish=finish)
    penalized = replace(game, players=(replace(game.players[0], penalties=1),))
    to_the_end = finish in (Finish.NO_SET_LEFT, Finish.NO_SET_SAID)
    assert [player.name for player in winners(game)] == ["Ana"] * to_the_end
    assert winners(penalized) == ()


def test_in_family_all_are_ranked_by_score() -> None:
    """R25.5, R13.1."""
    game = replace(with_scores(2, 5, 5), rules=rules_of("family"))
    assert ranks(after(game, Leave(BEN))) == [(1, "Ben"), (1, "Cleo"), (3, "Ana")]
