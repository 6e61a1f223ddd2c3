from __future__ import annotations

from random import Random
from statistics import median

import pytest

from infra.local.playground.tempo import SPEEDS, USUAL_SETS, Tempo


def test_half_of_the_sets_are_seen_within_the_time_that_is_set() -> None:
    rng = Random(1)
    times = [Tempo(think=10).until_seen(3, rng) for _ in range(2001)]
    assert median(times) == pytest.approx(10 * (USUAL_SETS / 3) ** 0.5, rel=0.06)


def test_a_set_is_seen_sooner_where_many_lie() -> None:
    assert Tempo(10).until_seen(6, Random(2)) < Tempo(10).until_seen(1, Random(2))


def test_people_tap_in_between_the_least_and_the_most_time() -> None:
    rng = Random(3)
    assert all(0.5 <= Tempo(10, tap=(0.5, 0.9)).between_taps(rng) <= 0.9 for _ in range(200))


def test_so_many_claims_are_wrong() -> None:
    rng = Random(4)
    assert sum(Tempo(10, mistakes=0.2).is_mistaken(rng) for _ in range(5000)) == pytest.approx(1000, rel=0.1)


def test_haste_shortens_every_time() -> None:
    assert Tempo(10, tap=(0.4, 0.8)).hurried(4) == Tempo(2.5, tap=(0.1, 0.2))


def test_the_speeds_are_what_they_are_called() -> None:
    assert SPEEDS["slow"].think > SPEEDS["normal"].think > SPEEDS["fast"].think
    assert all(tempo.tap[0] > 0.4 for tempo in SPEEDS.values())  # two taps within 0.4 s would count as one
