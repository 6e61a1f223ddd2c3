import pytest

from engine.errors import DeckError, EngineError, NotationError


def test_an_error_of_notation_carries_its_input() -> None:
    error = NotationError("card", "9", "four digits 1 to 3 were expected")
    assert (error.kind, error.text, error.why) == ("card", "9", "four digits 1 to 3 were expected")
    assert str(error) == "not a card: '9' (four digits 1 to 3 were expected)"


def test_an_error_of_a_deck_tells_how_many_cards_it_has() -> None:
    assert str(DeckError([1, 1, 2])) == "not a shuffle of the deck: 3 cards, 2 different"


@pytest.mark.parametrize("kind", [NotationError, DeckError])
def test_all_errors_of_the_engine_have_one_root(kind: type[Exception]) -> None:
    assert issubclass(kind, EngineError)
    assert issubclass(kind, ValueError)
