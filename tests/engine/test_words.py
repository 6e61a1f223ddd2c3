import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import NotationError
from engine.game import Finish
from engine.words import Words, flag, joined, quoted
from tests import strategies


def words(text: str) -> Words:
    return Words("thing", text)


def test_words_are_taken_from_the_front_until_the_end() -> None:
    text = words("one  two")
    assert [text.next(), text.next(), text.next()] == ["one", "", "two"]
    text.end()
    with pytest.raises(NotationError, match="ends too early"):
        text.next()


def test_what_is_left_at_the_end_is_too_much() -> None:
    with pytest.raises(NotationError, match="'b c' is too much"):
        words("b c").end()


def test_a_flag_is_taken_only_if_it_is_there() -> None:
    text = words("yes 5")
    assert (text.flag("no"), text.flag("yes"), text.flag("yes")) == (False, True, False)
    assert text.number() == 5
    assert text.flag("yes") is False


@pytest.mark.parametrize("text", ["", "x", "+5", "05", "-0", "1_0", "²", "5.0", "--5"])
def test_a_number_has_one_form_only(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        words(text).number()
    assert caught.value.text == text


@given(st.integers())
def test_every_whole_number_is_read_back(number: int) -> None:
    assert words(str(number)).number() == number


@given(strategies.names)
def test_every_name_fits_on_a_line_in_quotes(name: str) -> None:
    text = quoted(name)
    assert len(text.splitlines()) == 1
    assert text.isascii()
    assert words(text).name() == name


@pytest.mark.parametrize("text", ["", "Ana", '"Ana', '"Ana" ', "5", '"\\u0041na"', '["Ana"]'])
def test_a_name_has_one_form_only(text: str) -> None:
    with pytest.raises(NotationError, match="name in quotes"):
        words(text).name()


def test_a_member_of_an_enum_is_read_by_its_value() -> None:
    assert words("agreed").member(Finish) is Finish.AGREED
    with pytest.raises(NotationError, match="'AGREED' is no finish"):
        words("AGREED").member(Finish)


def test_one_of_two_words_has_to_come() -> None:
    assert words("yes").either("yes", "no")
    assert not words("no").either("yes", "no")
    with pytest.raises(NotationError, match="'no' was expected"):
        words("maybe").either("yes", "no")


def test_a_wrong_card_is_told_with_the_whole_text() -> None:
    with pytest.raises(NotationError, match="'9' is no card") as caught:
        words("1111 9").cards()
    assert caught.value.text == "1111 9"


def test_an_error_tells_the_text_even_if_other_words_were_read() -> None:
    with pytest.raises(NotationError) as caught:
        Words("thing", "whole", "part").number()
    assert caught.value.text == "whole"


def test_words_are_joined_without_those_that_are_empty() -> None:
    assert joined(("a", flag("b", there=False), 5, flag("c", there=True))) == "a 5 c"
