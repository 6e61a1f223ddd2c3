import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.card import DECK, EASY_DECK, Card
from engine.errors import DeckError
from engine.game import Slot
from engine.rules import DeckKind
from engine.sets import find_sets, has_set
from engine.table import MOST, Table, card_in, deal, extend, extend_until_set, may_extend, slot_of, take
from tests.builders import SET_FREE, cards, stacked


def three(table: Table, *slots: int) -> tuple[Card, Card, Card]:
    a, b, c = (table.cards[slot - 1] for slot in slots)
    return a, b, c


def of_size(size: int, left: int = 81) -> Table:
    """A table of the deck's first cards with the next ones undealt."""
    return Table(DECK[:size], DECK[size : size + left])


def test_twelve_cards_are_dealt_from_the_top() -> None:
    """R3.1."""
    table = deal(DECK, DeckKind.FULL)
    assert (table.cards, table.deck, table.fresh) == (DECK[:12], DECK[12:], ())
    assert deal(EASY_DECK, DeckKind.EASY).deck == EASY_DECK[12:]


@pytest.mark.parametrize("deck", [DECK[:80], (*DECK[:80], DECK[0]), (), EASY_DECK, (*DECK, DECK[0])])
def test_what_is_no_shuffle_of_the_deck_is_not_dealt(deck: tuple[Card, ...]) -> None:
    """R1.2."""
    with pytest.raises(DeckError) as caught:
        deal(deck, DeckKind.FULL)
    assert caught.value.deck == deck


def test_a_set_taken_from_twelve_is_refilled_in_the_same_slots() -> None:
    """R3.2."""
    table = of_size(12)
    after = take(table, three(table, 9, 2, 5))
    assert after.fresh == DECK[12:15]
    assert [slot for slot in range(1, 13) if after.cards[slot - 1] != table.cards[slot - 1]] == [2, 5, 9]
    assert three(after, 2, 5, 9) == DECK[12:15]
    assert after.deck == DECK[15:]


@pytest.mark.parametrize(
    ("size", "taken", "left_behind"),
    [
        (15, (2, 5, 9), "1 13 3 4 14 6 7 8 15 10 11 12"),
        (15, (9, 2, 14), "1 13 3 4 5 6 7 8 15 10 11 12"),
        (15, (15, 13, 4), "1 2 3 14 5 6 7 8 9 10 11 12"),
        (15, (13, 14, 15), "1 2 3 4 5 6 7 8 9 10 11 12"),
        (18, (1, 10, 12), "16 2 3 4 5 6 7 8 9 17 11 18 13 14 15"),
    ],
)
def test_a_larger_table_shrinks_and_its_last_row_fills_the_gaps(
    size: int, taken: tuple[int, int, int], left_behind: str
) -> None:
    """R3.3."""
    table = of_size(size)
    after = take(table, three(table, *taken))
    assert [DECK.index(card) + 1 for card in after.cards] == [int(word) for word in left_behind.split()]
    assert (after.deck, after.fresh) == (table.deck, ())


def test_with_an_empty_deck_a_table_of_twelve_shrinks_too() -> None:
    """R3.3."""
    table = of_size(12, left=0)
    after = take(table, three(table, 1, 11, 6))
    assert [DECK.index(card) + 1 for card in after.cards] == [10, 2, 3, 4, 5, 12, 7, 8, 9]


def test_the_last_three_cards_leave_an_empty_table() -> None:
    """R3.3."""
    table = of_size(3, left=0)
    assert take(table, three(table, 3, 1, 2)) == Table((), ())


@given(st.sampled_from([3, 6, 9, 12, 15, 18, 21]), st.booleans(), st.data())
def test_taking_moves_only_cards_of_the_last_row(size: int, has_deck: bool, data: st.DataObject) -> None:
    """R3.2, R3.3."""
    table = of_size(size, left=3 if has_deck else 0)
    slots = data.draw(st.lists(st.integers(1, size), min_size=3, max_size=3, unique=True))
    taken = three(table, *slots)
    after = take(table, taken)
    assert sorted((*after.cards, *after.deck, *taken)) == sorted((*table.cards, *table.deck))
    for slot, card in enumerate(table.cards[:-3], 1):
        if card not in taken:
            assert slot_of(after.cards, card) == slot
    moved = [card for card in after.cards if card in table.cards[-3:]]
    assert moved == [card for card in table.cards[-3:] if card not in taken]


def test_an_extension_lays_a_new_last_row() -> None:
    """R18."""
    table = extend(extend(of_size(12)))
    assert (table.cards, table.deck, table.fresh) == (DECK[:18], DECK[18:], DECK[12:18])


def test_a_table_is_extended_until_a_set_lies_there() -> None:
    """R18, R10."""
    table = extend_until_set(deal(stacked(SET_FREE), DeckKind.FULL), DeckKind.FULL)
    assert len(table.cards) == 21
    assert has_set(table.cards)
    assert not may_extend(table, DeckKind.FULL)


def test_a_table_with_a_set_is_not_extended() -> None:
    """R18."""
    table = deal(DECK, DeckKind.FULL)
    assert find_sets(table.cards)
    assert extend_until_set(table, DeckKind.FULL) == table


def test_a_table_is_not_extended_without_a_deck_nor_past_its_size() -> None:
    """R10, R18."""
    bare = Table(cards("1111 1112 1121"), ())
    assert extend_until_set(bare, DeckKind.FULL) == bare
    assert may_extend(of_size(18), DeckKind.FULL)
    assert not may_extend(of_size(21), DeckKind.FULL)
    assert not may_extend(of_size(12), DeckKind.EASY)


def test_ten_solid_cards_always_hold_a_set_so_twelve_do() -> None:
    """R10: no nine of them stay without a set when a tenth comes."""
    nine = cards("2111 1311 2311 1212 2212 2312 1213 3213 1313")
    assert not has_set(nine)
    assert all(has_set([*nine, card]) for card in EASY_DECK if card not in nine)
    assert MOST == {DeckKind.FULL: 21, DeckKind.EASY: 12}


def test_slots_count_from_one() -> None:
    """R3."""
    table = cards("1111 2222 3333")
    assert [slot_of(table, card) for card in table] == [1, 2, 3]
    assert [card_in(table, Slot(slot)) for slot in range(-1, 6)] == [None, None, *table, None, None]
