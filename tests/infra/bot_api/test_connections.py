from __future__ import annotations

import math

from infra.local.bot_api.connections import Connections
from infra.local.bot_api.limits import Limits

MOST = 40


def warmed() -> Connections:
    """Connections after one delivery that succeeded at 0."""
    connections = Connections(Limits())
    assert connections.take(0.0, MOST) == 0
    connections.give(0.0, kept=True, succeeded=True)
    return connections


def taken(connections: Connections, now: float, most: int = MOST) -> int:
    """How many connections can be taken at once."""
    count = 0
    while connections.take(now, most) == 0:
        count += 1
    return count


def test_before_the_first_success_there_is_one_connection() -> None:
    connections = Connections(Limits())
    assert connections.take(0.0, MOST) == 0
    assert connections.take(0.0, MOST) == math.inf


def test_after_a_success_ten_more_are_opened_in_half_a_second() -> None:
    connections = warmed()
    assert taken(connections, 0.6) == 11  # the idle one and ten new ones
    assert 0 < connections.take(0.7, MOST) <= 0.4 + 1e-9
    assert taken(connections, 1.2) == 10


def test_never_more_are_open_than_were_asked_for() -> None:
    connections = warmed()
    assert taken(connections, 0.6, most=3) == 3
    assert connections.take(5.0, 3) == math.inf


def test_after_ten_seconds_without_a_success_only_open_connections_are_used() -> None:
    connections = warmed()
    assert taken(connections, 0.6) == 11
    for _ in range(11):
        connections.give(0.7, kept=True, succeeded=True)
    assert taken(connections, 20.0) == 11


def test_idle_connections_close_after_a_minute_and_then_one_is_opened() -> None:
    connections = warmed()
    assert taken(connections, 61.0) == 1


def test_a_broken_connection_is_not_used_again() -> None:
    connections = Connections(Limits())
    assert connections.take(0.0, MOST) == 0
    connections.give(0.0, kept=False, succeeded=False)
    assert taken(connections, 1.0) == 1
