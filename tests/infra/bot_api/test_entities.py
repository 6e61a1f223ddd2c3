from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from infra.local.bot_api.entities import formatted, found_entities
from infra.local.bot_api.errors import ApiError
from infra.local.bot_api.text import utf16_length


def marked(text: str) -> list[tuple[str, str]]:
    """What Telegram marks in a text without characters beyond the first plane."""
    return [(part["type"], text[part["offset"] : part["offset"] + part["length"]]) for part in found_entities(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("/newgame", [("bot_command", "/newgame")]),
        ("/newgame@setgram_bot race", [("bot_command", "/newgame@setgram_bot")]),
        ("say /help to @ana", [("bot_command", "/help"), ("mention", "@ana")]),
        ("https://t.me/x?start=1 now", [("url", "https://t.me/x?start=1")]),
        ("and/or a/b/c ana@example.org", []),
        ("", []),
    ],
)
def test_commands_mentions_and_addresses_are_found(text: str, expected: list[tuple[str, str]]) -> None:
    assert marked(text) == expected


def test_offsets_count_utf16_units() -> None:
    assert found_entities("👩 /help")[0] == {"type": "bot_command", "offset": 3, "length": 5}


def test_a_text_is_trimmed_and_its_entities_move_along() -> None:
    text, entities = formatted("  <b> Ana </b> ", "HTML", [], 100)
    assert text == "Ana"
    assert entities == [{"type": "bold", "offset": 0, "length": 3}]


def test_given_entities_are_kept_beside_those_found() -> None:
    bold = {"type": "bold", "offset": 0, "length": 3}
    assert formatted("Ana /help", "", [bold], 100)[1] == [bold, {"type": "bot_command", "offset": 4, "length": 5}]


def test_nothing_is_marked_inside_what_is_marked_already() -> None:
    assert [part["type"] for part in formatted("<code>/help</code>", "html", [], 100)[1]] == ["code"]


def test_given_entities_move_with_what_is_taken_out_before_them() -> None:
    bold = {"type": "bold", "offset": 2, "length": 1}
    assert formatted("\u202e\rx", "", [bold], 100) == ("x", [{"type": "bold", "offset": 0, "length": 1}])


def test_of_many_entities_the_first_hundred_are_kept() -> None:
    text, entities = formatted("<b>x</b> " * 120, "HTML", [], 100)
    assert len(entities) == 100
    assert text.count("x") == 120


@pytest.mark.parametrize("entity", [{"offset": 0, "length": 1}, {"type": "bold", "offset": "a", "length": 1}])
def test_an_entity_without_its_fields_is_refused(entity: dict[str, object]) -> None:
    with pytest.raises(ApiError, match="can't parse MessageEntity"):
        formatted("x", "", [entity], 100)


def test_an_entity_beyond_the_end_is_refused() -> None:
    with pytest.raises(ApiError, match="entity beginning at UTF-16 offset 1 ends after the end of the text"):
        formatted("xy", "", [{"type": "bold", "offset": 1, "length": 2}], 100)


@pytest.mark.parametrize("mode", ["Markdown", "MarkdownV2", "bbcode"])
def test_no_other_parse_mode_is_known_here(mode: str) -> None:
    with pytest.raises(ApiError, match="unsupported parse_mode"):
        formatted("*x*", mode, [], 100)


@given(st.text(alphabet="a /@h\n👩\u202e"))
def test_every_entity_lies_inside_its_text(source: str) -> None:
    text, entities = formatted(source, "", [], 100)
    assert all(0 <= part["offset"] <= utf16_length(text) - part["length"] for part in entities)
