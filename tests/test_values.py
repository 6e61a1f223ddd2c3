"""Every value of the product is frozen, wherever it is made."""

from importlib import import_module
from pathlib import Path

import pytest

from engine.value import Value, fields

ROOT = Path(__file__).parent.parent
ROOMS = ("engine", "render", "handler")
ENTRIES = {"handler.app", "handler.running"}
"""Importing them reads the environment; they have no values."""


def modules() -> list[str]:
    files = [path.relative_to(ROOT) for room in ROOMS for path in (ROOT / room).rglob("*.py")]
    return sorted({".".join(path.with_suffix("").parts) for path in files} - ENTRIES)


def kinds_below(kind: type[Value]) -> list[type[Value]]:
    """All that are made of a kind of value in our rooms, at any depth."""
    return [
        one
        for below in kind.__subclasses__()
        for one in (below, *kinds_below(below))
        if one.__module__.split(".")[0] in ROOMS
    ]


@pytest.fixture(scope="module")
def kinds() -> list[type[Value]]:
    for module in modules():
        import_module(module)
    found = kinds_below(Value)
    assert len(found) > 100
    return found


def test_no_value_can_be_set_or_given_more(kinds: list[type[Value]]) -> None:
    for kind in kinds:
        value = kind(*(None for _ in fields(kind)))
        for name in (*fields(kind), "other"):
            with pytest.raises(AttributeError):
                setattr(value, name, None)
        assert not hasattr(value, "__dict__"), kind


def test_the_rooms_have_no_other_kind_of_value() -> None:
    named = [module for module in modules() if hasattr(import_module(module), "dataclass")]
    assert named == []
    assert "engine.game" in modules()
