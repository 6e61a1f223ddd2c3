import pytest

from engine.commands import Stop, Tick
from engine.moment import Moment
from engine.play import play
from engine.presence import all_present_from, away_from, is_away, last_heard, last_tap, presence_matters, present
from engine.rules import Rules
from tests.builders import ANA, BEN, CLEO, NOON, STRANGER, after, call, entry, later, lobby, right, started, vote, wrong
from tests.presets import rules_of


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


def test_present_is_who_is_seated_and_not_away() -> None:
    """R11."""
    game = started()
    assert [player.id for player in present(game, Moment(later(125), {BEN: later(60)}))] == [BEN]


@pytest.mark.parametrize("system", ["race", "classic", "call", "family"])
def test_two_minutes_make_a_player_away_in_every_system(system: str) -> None:
    """R11."""
    game = started(rules=rules_of(system))
    assert away_from(game, entry(game, BEN), {}) == later(120)


def test_all_present_are_among_some_as_soon_as_all_others_are_away_and_one_of_them_is_not() -> None:
    """R11, R12.2."""
    game = started()
    taps = {ANA: later(30), BEN: later(10), CLEO: NOON}
    assert all_present_from(game, {ANA}, taps) == later(130)
    assert all_present_from(game, {ANA, BEN}, taps) == later(120)
    assert all_present_from(game, {CLEO}, taps) is None
    assert all_present_from(game, {ANA, BEN, CLEO}, taps) == NOON
    assert all_present_from(game, set(), taps) is None


def test_who_is_present_matters_where_votes_or_classic_lockouts_hang_on_it() -> None:
    """R11, R12.2, R22.4."""
    called = started(rules=rules_of("call"))
    classic = started(rules=rules_of("classic"))
    assert not any(presence_matters(game) for game in (lobby(), started(), called, classic, after(called, call)))
    assert presence_matters(after(called, vote))
    assert presence_matters(after(classic, wrong))
    assert not presence_matters(after(started(rules=rules_of("race")), wrong))
    assert not presence_matters(after(classic, wrong, Stop(ANA)))


def test_a_command_shows_that_its_player_is_there_even_if_it_is_refused() -> None:
    """R11, R12.2."""
    game = after(started(2, rules=rules_of("call")), vote)
    asleep = play(game, Tick(), later(130)).after
    assert asleep.votes == (ANA,)
    progress = play(asleep, right(asleep, ANA), later(140))
    assert len(progress.after.table) == 15
