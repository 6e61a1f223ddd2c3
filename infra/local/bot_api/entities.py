"""Entities: what the bot gives, what its parse mode makes, and what Telegram finds by itself."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from infra.local.bot_api.errors import bad_request
from infra.local.bot_api.html import parse_html
from infra.local.bot_api.text import clean, utf16_length

if TYPE_CHECKING:
    from infra.local.bot_api.message import Json

_FOUND = (
    ("bot_command", re.compile(r"(?<![\w/<>])/[A-Za-z0-9_]{1,64}(?:@[A-Za-z0-9_]{3,32})?(?![\w/])")),
    ("mention", re.compile(r"(?<![\w/])@[A-Za-z0-9_]{3,32}\b")),
    ("url", re.compile(r"https?://[^\s<>\"]+")),
)


def found_entities(text: str) -> list[Json]:
    """The commands, mentions and addresses that Telegram marks by itself, in order, without overlaps."""
    hits = [(match.start(), kind, match[0]) for kind, pattern in _FOUND for match in pattern.finditer(text)]
    entities: list[Json] = []
    end = 0
    for start, kind, piece in sorted(hits):
        if start >= end:
            end = start + len(piece)
            entities.append(_entity(text, start, kind, piece))
    return entities


def _entity(text: str, start: int, kind: str, piece: str) -> Json:
    return {"type": kind, "offset": utf16_length(text[:start]), "length": utf16_length(piece)}


def formatted(source: str, parse_mode: str, given: list[Json], most: int) -> tuple[str, list[Json]]:
    """A text as it is stored, and its entities: the first `most` of those given or parsed, and those found.

    Raises:
        ApiError: the text is broken HTML, the parse mode unknown, or an entity lies outside the text.
    """
    mode = parse_mode.lower()
    if mode not in ("", "html"):
        raise bad_request("unsupported parse_mode")
    text, made = parse_html(clean(source)) if mode else (clean(source), [_given(entity, source) for entity in given])
    text, made = _trimmed(text, made)
    taken = [range(entity["offset"], entity["offset"] + entity["length"]) for entity in made]
    free = [entity for entity in found_entities(text) if not any(entity["offset"] in span for span in taken)]
    return text, sorted(made + free, key=lambda entity: entity["offset"])[:most]


def _trimmed(text: str, entities: list[Json]) -> tuple[str, list[Json]]:
    kept = text.strip()
    cut = utf16_length(text[: len(text) - len(text.lstrip())])
    end = utf16_length(kept)
    moved = []
    for entity in entities:
        start = max(0, entity["offset"] - cut)
        stop = min(end, entity["offset"] + entity["length"] - cut)
        if stop > start:
            moved.append({**entity, "offset": start, "length": stop - start})
    return kept, moved


def _given(entity: Json, source: str) -> Json:
    try:
        kind, offset, length = entity["type"], int(entity["offset"]), int(entity["length"])
    except (KeyError, TypeError, ValueError) as error:
        raise bad_request("can't parse MessageEntity: a field is missing or of a wrong type") from error
    end = utf16_length(source)
    if offset + length > end:
        told = f"entity beginning at UTF-16 offset {offset} ends after the end of the text at UTF-16 offset {end}"
        raise bad_request(told)
    start = _cleaned_at(source, offset)
    return {**entity, "type": kind, "offset": start, "length": _cleaned_at(source, offset + length) - start}


def _cleaned_at(source: str, offset: int) -> int:
    """Where a UTF-16 offset of the text as given lies in the text as stored."""
    before = source.encode("utf-16-le")[: 2 * offset].decode("utf-16-le", "ignore")
    return utf16_length(clean(before))
