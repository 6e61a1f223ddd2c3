"""The parameters of one call, read as what the method expects."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from infra.local.bot_api.errors import bad_request

if TYPE_CHECKING:
    from collections.abc import Mapping

    from infra.local.bot_api.message import Json
    from infra.local.bot_api.spec import Parameter

_TRUE = ("true", "yes", "1")
_FALSE = ("false", "no", "0", "")


@dataclass(frozen=True, slots=True)
class Args:
    """Texts by name, as they come over the wire, and uploaded files by name."""

    texts: Mapping[str, str]
    files: Mapping[str, bytes] = field(default_factory=dict)

    def has(self, name: str) -> bool:
        """Whether a parameter was given."""
        return name in self.texts or name in self.files

    def text(self, name: str) -> str:
        """A text; empty where none was given."""
        return self.texts.get(name, "")

    def integer(self, name: str, default: int = 0) -> int:
        """A number; Telegram takes what is none for 0."""
        text = self.texts.get(name)
        return default if text is None else _integer(text) or 0

    def truth(self, name: str) -> bool:
        """A truth value; false where none was given."""
        return self.text(name).strip().lower() in _TRUE

    def value(self, name: str, expected: type[list[object]] | type[Json] | None = None) -> object:
        """A JSON value; None where none was given.

        Raises:
            ApiError: it is no JSON, or not of the expected type.
        """
        text = self.texts.get(name)
        if not text:
            return None
        try:
            found: object = json.loads(text)
        except ValueError as error:
            raise bad_request(f"can't parse {name} JSON object") from error
        if expected is not None and not isinstance(found, expected):
            raise bad_request(f"can't parse {name}: {'an Array' if expected is list else 'an Object'} was expected")
        return found

    def objects(self, name: str) -> list[Json]:
        """A JSON list of objects; empty where none was given."""
        found = self.value(name, list)
        entries = found if isinstance(found, list) else []
        if not all(isinstance(entry, dict) for entry in entries):
            raise bad_request(f"can't parse {name}: an Array of Objects was expected")
        return entries

    def object(self, name: str) -> Json:
        """A JSON object; empty where none was given."""
        found = self.value(name, dict)
        return found if isinstance(found, dict) else {}


def read_args(given: Mapping[str, object], files: Mapping[str, bytes] | None = None) -> Args:
    """Parameters from whatever carried them: what is not a text already is written as JSON."""
    texts = {name: value if isinstance(value, str) else json.dumps(value) for name, value in given.items()}
    return Args({name: text for name, text in texts.items() if text != "null"}, files or {})


def unfit(args: Args, parameters: tuple[Parameter, ...]) -> str | None:
    """What is wrong with a call by the method's own list: a parameter unknown, missing or of a wrong type."""
    known = {parameter.name: parameter for parameter in parameters}
    attached = {name for name in args.files if name not in known}
    for name in args.texts:
        if name not in known:
            return f"unknown parameter {name}"
        if not fits(args.texts[name], known[name].kind):
            return f"parameter {name} is no {known[name].kind}"
    missing = next((entry.name for entry in parameters if entry.required and not args.has(entry.name)), None)
    if missing is not None:
        return f"parameter {missing} is missing"
    unused = next((name for name in attached if not _mentions(args, name)), None)
    return f"unknown file {unused}" if unused is not None else None


def _mentions(args: Args, name: str) -> bool:
    return any(f"attach://{name}" in text for text in args.texts.values())


def fits(text: str, kind: str) -> bool:
    """Whether a text holds what a parameter of this kind must."""
    match kind:
        case "int":
            return _integer(text) is not None
        case "bool":
            return text.strip().lower() in _TRUE + _FALSE
        case "chat":
            return _integer(text) is not None or text.startswith("@")
        case "json":
            return _is_json(text)
        case _:
            return True


def _integer(text: str) -> int | None:
    digits = text.strip()
    return int(digits) if digits.removeprefix("-").isdecimal() and digits.isascii() else None


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except ValueError:
        return False
    return True
