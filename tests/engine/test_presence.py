from engine.commands import Tick
from engine.moment import Moment
from engine.play import play
from engine.presence import away_from, is_away, last_heard, last_tap
from engine.rules import Rules
from tests.builders import ANA, BEN, CLEO, NOON, STRANGER, after, entry, later, lobby, right, started


def test_two_minutes_without_a_sign_make_a_player_away() -> None:
    """R11."""
    game = started()
    ben = entry(game, BEN)
    assert not is_away(game, ben, Moment(later(119.999), {}))
    assert is_away(game, ben, Moment(later(120), {}))


def test_a_tap_on_a_card_or_a_command_brings_a_player_back() -> None:
    """R11."""
    game = play(started(), right(started(), CLEO), later(200)).after
    now = Moment(later(300), {BEN: later(250)})
    assert [player.id for player in game.players if not is_away(game, player, now)] == [BEN, CLEO]


def test_a_refused_command_is_a_sign_only_as_a_tap_that_is_handed_in() -> None:
    """R4, R11."""
    game = started()
    assert entry(play(game, right(game, ANA), later(9)).after, ANA).seen_at == later(9)
    refused = play(after(game, right), right(game, BEN), later(9)).after
    assert entry(refused, BEN).seen_at == NOON
    assert last_heard(entry(refused, BEN), {BEN: later(9)}) == later(9)


def test_the_rules_say_how_long_a_player_stays_present() -> None:
    """R11."""
    game = started(rules=Rules("race", away_seconds=30))
    assert away_from(game, entry(game, ANA), {}) == later(30)
    assert away_from(game, entry(game, ANA), {ANA: later(5)}) == later(35)


def test_the_last_tap_is_anyones() -> None:
    """R15.1."""
    game = started()
    assert last_tap(game, {}) == NOON
    assert last_tap(game, {STRANGER: later(3), BEN: later(2)}) == later(3)
    assert last_tap(play(game, Tick(), later(130)).after, {}) == NOON
    assert last_tap(lobby(), {}) == NOON
