import pytest

from engine.game import PlayerId
from engine.rights import leads, may_start, may_stop
from tests.builders import ANA, BEN, STRANGER, lobby, started

MINUTE = 60_000


def test_the_starter_and_admins_lead() -> None:
    """R14.2, R14.3, R14.4."""
    game = started()
    assert leads(game, ANA, admin=False)
    assert not leads(game, BEN, admin=False)
    assert leads(game, STRANGER, admin=True)


@pytest.mark.parametrize(
    ("player", "idle", "may"), [(ANA, 0, True), (BEN, 2 * MINUTE - 1, False), (BEN, 2 * MINUTE, True)]
)
def test_anyone_starts_a_lobby_that_was_quiet_for_two_minutes(player: PlayerId, idle: int, may: bool) -> None:
    """R14.2."""
    assert may_start(lobby(), player, idle, admin=False) is may
    assert may_start(lobby(), player, idle, admin=True)


@pytest.mark.parametrize(
    ("player", "idle", "may"), [(ANA, 0, True), (BEN, 30 * MINUTE - 1, False), (BEN, 30 * MINUTE, True)]
)
def test_anyone_stops_a_game_that_was_quiet_for_half_an_hour(player: PlayerId, idle: int, may: bool) -> None:
    """R14.3."""
    assert may_stop(started(), player, idle, admin=False) is may
    assert may_stop(started(), player, idle, admin=True)
