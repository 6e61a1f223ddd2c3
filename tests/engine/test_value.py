import pytest

from engine.value import Value, field, fields, replace


class Point(Value):
    x: int
    y: int = 0


class Named(Point):
    name: str = ""


class Place(Value):
    x: int
    y: int = 0


class Bag(Value):
    held: list[int] = field(default_factory=list)


def test_a_value_is_told_by_its_kind_and_what_it_holds() -> None:
    assert Point(1) == Point(1, 0) == Point(y=0, x=1) != Point(1, 1)
    assert Point(1) != Place(1)
    assert Point(1) != Named(1)
    assert len({Point(1), Point(1), Point(2), Place(1)}) == 3
    assert repr(Point(1)) == "Point(x=1, y=0)"


def test_a_value_is_changed_by_making_another() -> None:
    point = Point(1)
    assert replace(point, y=5) == Point(1, 5)
    assert point == Point(1)
    with pytest.raises(TypeError):
        replace(point, z=5)  # type: ignore[call-arg]  # that is the test


def test_nothing_of_a_value_can_be_set_deleted_or_added() -> None:
    point = Named(1, 2, "here")
    for name in (*fields(point), "other"):
        with pytest.raises(AttributeError):
            setattr(point, name, 3)
        with pytest.raises(AttributeError):
            delattr(point, name)
    assert point == Named(1, 2, "here")


def test_fields_are_named_in_their_order() -> None:
    assert fields(Named) == fields(Named(1)) == ("x", "y", "name")


def test_a_field_that_can_change_is_nobody_elses() -> None:
    one, other = Bag(), Bag()
    one.held.append(1)
    assert (one.held, other.held) == ([1], [])


def test_a_value_can_be_taken_apart() -> None:
    match Named(1, 2, "here"):
        case Point(x, y):
            assert (x, y) == (1, 2)
