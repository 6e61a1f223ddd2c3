import pytest
from hypothesis import given

from engine.card import Card
from engine.errors import NotationError
from engine.game import Judged
from engine.look import Design, Look, Palette
from engine.notation import cards_text, judged_text, look_text, parse_cards, parse_judged, parse_look, parse_rules
from engine.notation import rules_text as text_of
from engine.rules import RACE, SOLO, DeckKind, Rules
from tests import strategies


@given(strategies.tables())
def test_cards_are_read_back(cards: tuple[Card, ...]) -> None:
    assert parse_cards(cards_text(cards)) == cards


@given(strategies.looks)
def test_a_look_is_read_back(look: Look) -> None:
    assert parse_look(look_text(look)) == look


@given(strategies.rules)
def test_rules_are_read_back(rules: Rules) -> None:
    text = text_of(rules)
    assert parse_rules(text) == rules
    assert len(text.splitlines()) == 1


@given(strategies.judged)
def test_a_judged_claim_is_read_back(judged: Judged) -> None:
    assert parse_judged(judged_text(judged)) == judged


def test_texts_are_short_and_plain() -> None:
    assert look_text(Look()) == "original original"
    assert look_text(Look(Design.MODERN, Palette.SAFE, marks=True)) == "modern safe marks"
    assert text_of(RACE) == "race"
    assert text_of(SOLO) == ("solo lockout=none extension=no-set vote=none min-players=1 max-players=1 quick-claim=yes")
    assert text_of(Rules("race", deck=DeckKind.EASY, table_seconds=60)) == "race deck=easy table-seconds=60"
    told = "wrong 42 1111 2222 3332 slots 1 12 7 at 1800000000000 revision 9"
    assert judged_text(parse_judged(told)) == told


@pytest.mark.parametrize("text", [" ", "1111  2222", "1111 2222 ", "1114", "1111,2222"])
def test_what_are_no_cards_is_refused(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_cards(text)
    assert caught.value.text == text


@pytest.mark.parametrize("text", ["", "original", "original pink", "original original mark", "original safe marks x"])
def test_what_is_no_look_is_refused(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_look(text)
    assert (caught.value.kind, caught.value.text) == ("look", text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        " deck=easy",
        "race deck",
        "race deck=full",
        "race deck=blue",
        "race shuffle=yes",
        "race table-seconds=60 deck=easy",
        "race deck=easy deck=easy",
        "race table-seconds=x",
        "race table-seconds=060",
        "race deck=easy 5",
        "race quick-claim=maybe",
        "race score-floor=low",
        "race rounds=two",
    ],
)
def test_what_are_no_rules_is_refused(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_rules(text)
    assert (caught.value.kind, caught.value.text) == ("rules", text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "right 42 1111 2222 slots 1 2 3 at 5 revision 1",
        "rihgt 42 1111 2222 3333 slots 1 2 3 at 5 revision 1",
        "right 42 1111 2222 3333 slots 1 2 3 at 5 revision 1 ",
        "right 42 1111 2222 3333 slots 1 2 3 at 5 revision",
    ],
)
def test_what_is_no_judged_claim_is_refused(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_judged(text)
    assert caught.value.text == text
