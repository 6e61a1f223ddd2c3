import pytest

from engine.look import Design, Look, Palette
from engine.rules import DEFAULT_LOOKS, RACE, SYSTEMS


def test_every_system_is_found_by_its_name() -> None:
    assert [*SYSTEMS] == ["race", "classic", "call", "family", "solo"]
    assert all(name == rules.system for name, rules in SYSTEMS.items())
    assert SYSTEMS["race"] is RACE


def test_every_system_has_a_look_of_its_own_and_only_that_of_classic_is_modern() -> None:
    assert {name: look for name, look in DEFAULT_LOOKS.items() if look != Look()} == {
        "classic": Look(Design.MODERN, Palette.MODERN)
    }
    assert [*DEFAULT_LOOKS] == [*SYSTEMS]


def test_rules_do_not_change() -> None:
    with pytest.raises(AttributeError):
        RACE.table_seconds = 5  # type: ignore[misc]  # that is the test
