from dataclasses import FrozenInstanceError

import pytest

from engine.rules import RACE, SYSTEMS, DeckKind, Ending, Extension, Lockout, Ranking, Vote


def test_race_is_what_its_source_says() -> None:
    """R1.1, R17, R18, R19.2, R19.3, R20, R11."""
    assert (RACE.min_players, RACE.max_players, RACE.deck) == (2, 8, DeckKind.FULL)
    assert (RACE.wrong_points, RACE.lockout) == (-1, Lockout.UNTIL_SET_OR_DEADLINE)
    assert (RACE.extension, RACE.vote) == (Extension.AUTOMATIC, Vote.END_AFTER_DEADLINE)
    assert (RACE.ending, RACE.ranking) == (Ending.NO_SET_LEFT, Ranking.LEAVERS_LAST)
    assert (RACE.table_seconds, RACE.away_seconds) == (120, 120)


def test_every_system_is_found_by_its_name() -> None:
    assert all(name == rules.system for name, rules in SYSTEMS.items())
    assert SYSTEMS["race"] is RACE


def test_rules_do_not_change() -> None:
    with pytest.raises(FrozenInstanceError):
        RACE.table_seconds = 5  # type: ignore[misc]  # that is the test
