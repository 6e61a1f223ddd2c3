from random import Random

from hypothesis import given
from hypothesis import strategies as st

from engine.commands import Command, Leave, Start, Tick, Touch
from engine.events import Progress, Rejected
from engine.game import Game
from engine.play import play
from engine.reasons import Reason
from engine.value import replace
from tests import strategies
from tests.builders import ANA, BEN, NOON, STRANGER, after, later, lobby, refusal, right, shuffle, started, vote


def test_a_tap_changes_nothing_but_what_is_due() -> None:
    """R5.2, R15.4."""
    for game in (lobby(), started()):
        assert play(game, Touch(BEN), later(60)) == Progress(game, game)


def test_a_timers_tick_is_nobodys_and_never_refused() -> None:
    """R15.4."""
    for game in (lobby(), started(), after(started(2), Leave(BEN))):
        assert play(game, Tick(), later(60)) == Progress(game, game)


def test_who_does_not_sit_there_is_told_so_before_all_else() -> None:
    """R7."""
    for game, player in ((lobby(), STRANGER), (started(), STRANGER), (after(started(4), Leave(BEN)), BEN)):
        for command in (Touch(player), Leave(player), vote(game, player), Start(player, shuffle())):
            assert refusal(play(game, command, NOON)) is Reason.NOT_IN_GAME


def test_in_a_lobby_there_is_nothing_to_claim_or_to_agree_on() -> None:
    """R7."""
    game = lobby()
    claim = replace(right(started()), revision=game.revision)
    for command in (claim, vote(game, ANA)):
        assert refusal(play(game, command, NOON)) is Reason.NOT_STARTED


def test_the_game_before_is_told_with_the_game_after() -> None:
    game = started()
    progress = play(game, right(game), later(1))
    assert progress.before is game
    assert progress.after != game


@given(strategies.games() | strategies.endgames(), strategies.commands, st.integers(0, 10**7), st.booleans())
def test_whatever_is_asked_a_refusal_changes_only_what_time_did(
    game: Game, command: Command, wait: int, known: bool
) -> None:
    """R4, R15.4: nothing that is asked of a game, by anyone, raises an error or half happens."""
    if isinstance(command, Start):
        command = replace(command, deck=shuffle(rules=game.rules))
    if known and game.players and not isinstance(command, Tick):
        command = replace(command, player=game.players[0].id)
    now = later(wait / 1000, game.active_at)
    progress = play(game, command, now)
    [*_, last] = progress.events or [None]
    if isinstance(last, Rejected):
        assert not isinstance(command, Tick)
        assert last.player == command.player
        assert progress.after == play(game, Touch(command.player), now).after
    assert (progress.after == game) == all(isinstance(event, Rejected) for event in progress.events) or isinstance(
        command, Touch | Tick
    )


@given(strategies.games() | strategies.endgames(), st.integers(0, 99))
def test_the_same_command_twice_at_one_instant_has_one_effect_on_the_cards(game: Game, seed: int) -> None:
    """R5.1, R6.1."""
    command = strategies.some_command(game, Random(seed))
    once = play(game, command, game.active_at).after
    twice = play(once, command, game.active_at).after
    assert (twice.table, twice.deck, twice.revision) == (once.table, once.deck, once.revision)
