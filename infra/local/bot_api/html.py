"""Texts in Telegram's HTML: into plain text and entities, or refused with the byte where they are broken."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from infra.local.bot_api.errors import ApiError, bad_request
from infra.local.bot_api.text import utf16_length

if TYPE_CHECKING:
    from infra.local.bot_api.message import Json

_TYPES = {
    "b": "bold",
    "strong": "bold",
    "i": "italic",
    "em": "italic",
    "u": "underline",
    "ins": "underline",
    "s": "strikethrough",
    "strike": "strikethrough",
    "del": "strikethrough",
    "tg-spoiler": "spoiler",
    "span": "spoiler",
    "code": "code",
    "pre": "pre",
    "blockquote": "blockquote",
    "a": "text_link",
    "tg-emoji": "custom_emoji",
}
_NAMED = {"lt": "<", "gt": ">", "amp": "&", "quot": '"'}
_NAME = re.compile(r"<(/?)([^\s<>/]*)")
_REST = re.compile(r"((?:[^<>\"']|\"[^\"]*\"|'[^']*')*)>")
_ATTRIBUTE = re.compile(r"([a-zA-Z-]+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]+))")
_REFERENCE = re.compile(r"&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|(lt|gt|amp|quot));?")


@dataclass(slots=True)
class _Open:
    name: str
    at: int
    extra: Json


@dataclass(slots=True)
class _Reader:
    source: str
    out: list[str] = field(default_factory=list)
    length: int = 0
    stack: list[_Open] = field(default_factory=list)
    entities: list[Json] = field(default_factory=list)

    def read(self) -> tuple[str, list[Json]]:
        at = 0
        while at < len(self.source):
            at = self._tag(at) if self.source[at] == "<" else self._plain(at)
        if self.stack:
            raise _broken(f'Can\'t find end tag corresponding to start tag "{self.stack[-1].name}"')
        return "".join(self.out), sorted(self.entities, key=lambda entity: (entity["offset"], -entity["length"]))

    def _plain(self, at: int) -> int:
        end = self.source.find("<", at)
        end = len(self.source) if end < 0 else end
        piece = _REFERENCE.sub(_character, self.source[at:end])
        self.out.append(piece)
        self.length += utf16_length(piece)
        return end

    def _tag(self, at: int) -> int:
        byte = len(self.source[:at].encode())
        closing, name = next(_NAME.finditer(self.source, at)).groups()
        name = name.lower()
        if not closing and name not in _TYPES:
            raise _broken(f'Unsupported start tag "{name}" at byte offset {byte}')
        rest = _REST.match(self.source, at + 1 + len(closing) + len(name))
        if rest is None:
            raise _broken(f"Unclosed {'end' if closing else 'start'} tag at byte offset {byte}")
        if closing:
            self._close(name, byte)
        else:
            self._start(name, rest[1], byte)
        return rest.end()

    def _start(self, name: str, rest: str, byte: int) -> None:
        given = {found[1].lower(): found[2] or found[3] or found[4] or "" for found in _ATTRIBUTE.finditer(rest)}
        if name == "span" and given.get("class") != "tg-spoiler":
            raise _broken(f'Tag "span" must have class "tg-spoiler" at byte offset {byte}')
        self.stack.append(_Open(name, self.length, _extra(name, given)))

    def _close(self, name: str, byte: int) -> None:
        if not self.stack:
            raise _broken(f"Unexpected end tag at byte offset {byte}")
        start = self.stack.pop()
        if name not in ("", start.name):
            raise _broken(f'Unmatched end tag at byte offset {byte}, expected "</{start.name}>", found "</{name}>"')
        if self.length > start.at and (start.name != "a" or start.extra):
            size = {"offset": start.at, "length": self.length - start.at}
            self.entities.append({"type": _TYPES[start.name], **size, **start.extra})


def _extra(name: str, given: dict[str, str]) -> Json:
    if name == "a" and "href" in given:
        return {"url": _REFERENCE.sub(_character, given["href"])}
    if name == "tg-emoji" and "emoji-id" in given:
        return {"custom_emoji_id": given["emoji-id"]}
    return {}


def _character(found: re.Match[str]) -> str:
    if found[3]:
        return _NAMED[found[3]]
    number = int(found[1]) if found[1] else int(found[2], 16)
    return chr(number) if 0 < number < 0x110000 and not 0xD800 <= number < 0xE000 else found[0]


def _broken(why: str) -> ApiError:
    return bad_request(f"can't parse entities: {why}")


def parse_html(source: str) -> tuple[str, list[Json]]:
    """The text and the entities of a text in HTML.

    Raises:
        ApiError: a tag is unknown, not closed, or closed by another.
    """
    return _Reader(source).read()
