from __future__ import annotations

import html
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from infra.local.bot_api.errors import ApiError
from infra.local.bot_api.html import parse_html


def entity(kind: str, offset: int, length: int, **extra: str) -> dict[str, object]:
    return {"type": kind, "offset": offset, "length": length, **extra}


@pytest.mark.parametrize(
    ("source", "text", "entities"),
    [
        ("plain", "plain", []),
        ("<b>bold</b> no", "bold no", [entity("bold", 0, 4)]),
        ("<STRONG>a</strong>", "a", [entity("bold", 0, 1)]),
        ("<i>a<u>b</u></i>", "ab", [entity("italic", 0, 2), entity("underline", 1, 1)]),
        ("👩<s>x</s>", "👩x", [entity("strikethrough", 2, 1)]),
        ("<b></b>empty", "empty", []),
        ('<a href="tg://user?id=1">Ana</a>', "Ana", [entity("text_link", 0, 3, url="tg://user?id=1")]),
        ("<a href='https://x.org/?a&amp;b'>x</a>", "x", [entity("text_link", 0, 1, url="https://x.org/?a&b")]),
        ("<a>x</a>", "x", []),
        ('<span class="tg-spoiler">x</span>', "x", [entity("spoiler", 0, 1)]),
        ("<tg-spoiler>x</tg-spoiler>", "x", [entity("spoiler", 0, 1)]),
        ('<tg-emoji emoji-id="5">👍</tg-emoji>', "👍", [entity("custom_emoji", 0, 2, custom_emoji_id="5")]),
        ("<blockquote expandable>q</blockquote>", "q", [entity("blockquote", 0, 1)]),
        ("<b>x</>", "x", [entity("bold", 0, 1)]),
        ("a &lt;&gt;&amp;&quot; &#65;&#x42; &nbsp; &#0;", 'a <>&" AB &nbsp; &#0;', []),
    ],
)
def test_html_becomes_text_and_entities(source: str, text: str, entities: list[dict[str, object]]) -> None:
    assert parse_html(source) == (text, entities)


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ("a < b", 'Unsupported start tag "" at byte offset 2'),
        ("ł<3", 'Unsupported start tag "3" at byte offset 2'),
        ("<img src=x>", 'Unsupported start tag "img" at byte offset 0'),
        ("<b", "Unclosed start tag at byte offset 0"),
        ("<b>x</b", "Unclosed end tag at byte offset 4"),
        ("x</b>", "Unexpected end tag at byte offset 1"),
        ("<b>x</i>", 'Unmatched end tag at byte offset 4, expected "</b>", found "</i>"'),
        ("<b><i>x</i>", 'Can\'t find end tag corresponding to start tag "b"'),
        ("<span>x</span>", 'Tag "span" must have class "tg-spoiler" at byte offset 0'),
    ],
)
def test_broken_html_is_refused_where_it_breaks(source: str, why: str) -> None:
    with pytest.raises(ApiError) as refused:
        parse_html(source)
    assert refused.value.description == f"Bad Request: can't parse entities: {why}"


@given(st.text())
def test_an_escaped_text_comes_back_as_it_was(text: str) -> None:
    assert parse_html(html.escape(text)) == (text, [])


@given(st.text(alphabet="<>/bi &;a\"'="))
def test_any_text_is_parsed_or_refused(source: str) -> None:
    text, entities = parsed(source)
    assert all(0 <= part["offset"] < part["offset"] + part["length"] <= len(text) for part in entities)


def parsed(source: str) -> tuple[str, list[dict[str, Any]]]:
    """The parsed text; an empty one if it was refused, which is the only other thing that may happen."""
    try:
        return parse_html(source)
    except ApiError:
        return "", []
