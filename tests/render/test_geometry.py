"""Geometry: everything lies inside what it belongs to, and nothing lies on anything else."""

from __future__ import annotations

from itertools import combinations

import pytest

from render.geometry import (
    CHIP,
    CHIP_PLACE,
    DENSE,
    FOOTER,
    MINI,
    ROOMY,
    TALLEST,
    WIDTH,
    Box,
    CardSize,
    Geometry,
    Place,
    geometry_of,
    mini_place,
    rows_of,
)

CARD_SIZES = [ROOMY.card, DENSE.card, MINI]

Area = tuple[int, int, int, int]


def area(place: Place, box: Box) -> Area:
    return *place, place[0] + box[0], place[1] + box[1]


def overlap(one: Area, other: Area) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def things_on(card: CardSize, number: int) -> list[Area]:
    marks = [area(card.mark_place(), (card.mark, card.mark))]
    return marks + [area(place, card.symbol.box) for place in card.symbol_places(number)]


@pytest.mark.parametrize("number", [1, 2, 3])
@pytest.mark.parametrize("card", CARD_SIZES)
def test_symbols_and_mark_lie_on_the_card_and_apart(card: CardSize, number: int) -> None:
    things = things_on(card, number)
    assert len(things) == number + 1
    assert all(
        left > 0 and top > 0 and right < card.box[0] and bottom < card.box[1] for left, top, right, bottom in things
    )
    assert not any(overlap(one, other) for one, other in combinations(things, 2))


@pytest.mark.parametrize("number", [1, 2, 3])
@pytest.mark.parametrize("card", CARD_SIZES)
def test_symbols_lie_in_the_middle(card: CardSize, number: int) -> None:
    areas = [area(place, card.symbol.box) for place in card.symbol_places(number)]
    assert abs(areas[0][0] - (card.box[0] - areas[-1][2])) <= 1
    assert abs(areas[0][1] - (card.box[1] - areas[0][3])) <= 1


@pytest.mark.parametrize("geometry", [ROOMY, DENSE])
def test_a_ring_stays_in_its_cell_and_a_tab_holds_its_number(geometry: Geometry) -> None:
    assert geometry.ring < geometry.pad
    assert tuple(side + 2 * geometry.pad for side in geometry.card.box) == geometry.cell
    assert geometry.tab[0] < geometry.tab[1]
    assert geometry.tab_height > geometry.card.label[1] + geometry.card.font * 2 // 3


@pytest.mark.parametrize("geometry", [ROOMY, DENSE])
def test_slots_run_row_by_row_three_to_a_row(geometry: Geometry) -> None:
    width, height = geometry.cell
    assert [geometry.cell_place(slot) for slot in range(4)] == [(0, 0), (width, 0), (2 * width, 0), (0, height)]
    assert 3 * width == WIDTH


@pytest.mark.parametrize(("count", "rows"), [(0, 1), (1, 1), (3, 1), (4, 2), (12, 4), (20, 7), (21, 7)])
def test_rows_are_begun_when_needed(count: int, rows: int) -> None:
    assert rows_of(count) == rows


@pytest.mark.parametrize(
    ("count", "footer", "geometry"),
    [
        (12, FOOTER, ROOMY),
        (15, FOOTER, ROOMY),
        (18, 0, ROOMY),
        (18, FOOTER, DENSE),
        (21, 0, DENSE),
        (21, FOOTER, DENSE),
    ],
)
def test_cards_are_as_large_as_the_height_allows(count: int, footer: int, geometry: Geometry) -> None:
    assert geometry_of(count, footer) == geometry
    assert rows_of(count) * geometry.cell[1] + footer <= TALLEST


def test_the_chip_and_the_last_set_lie_in_the_footer_and_apart() -> None:
    things = [area(CHIP_PLACE, (CHIP, CHIP)), *(area(mini_place(at), MINI.box) for at in range(3))]
    assert all(left > 0 and top > 0 and right < WIDTH and bottom < FOOTER for left, top, right, bottom in things)
    assert not any(overlap(one, other) for one, other in combinations(things, 2))
