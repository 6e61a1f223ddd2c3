"""What an item is: a flat map of attributes, and how its parts are read and written.

`None` stands for an attribute that is not there. `form` counts the forms that an older reader would misread. Fields
that are merely new do not move it: a reader leaves out what it does not know and fills in what is missing.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from engine.game import Millis
from engine.value import Value, fields
from handler.errors import StoreFailure
from handler.observability import place

Item = Mapping[str, "str | int | list[str] | None"]

FORM = 1


def expiry(kept_until: Millis) -> int:
    """The second from which an item counts as gone: never before `kept_until`. Time-to-live is told in seconds."""
    return -(-kept_until // 1000)


def gone(item: Item, now: Millis) -> bool:
    """Whether an item is past its expiry."""
    expires = item.get("expires")
    return isinstance(expires, int) and expires <= now // 1000


def json_text(value: object) -> str:
    """A value as compact JSON."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def fields_of(value: Value, *left_out: str) -> dict[str, Any]:
    """All fields by name, but those that are attributes of their own."""
    return {name: getattr(value, name) for name in fields(value) if name not in left_out}


def known_fields(kind: type[Value], item: Item) -> dict[str, Any]:
    """The fields of an item's body that this version of the code knows."""
    data = json.loads(text(item, "body")) if item.get("body") is not None else {}
    return {name: data[name] for name in fields(kind) if name in data}


def text(item: Item, name: str) -> str:
    """An attribute that has to be a text."""
    value = item[name]
    if not isinstance(value, str):
        raise TypeError(f"{name} is no text")
    return value


def number(item: Item, name: str) -> int:
    """An attribute that has to be a number."""
    value = item[name]
    if not isinstance(value, int):
        raise TypeError(f"{name} is no number")
    return value


def instant(item: Item, name: str) -> Millis | None:
    """An attribute that is an instant, where it is there."""
    return None if item.get(name) is None else Millis(number(item, name))


@contextmanager
def readable(what: str, item: Item | None = None) -> Iterator[None]:
    """Turn whatever an unreadable item raises into the operator's error, which says nothing of what is in the item."""
    try:
        if item is not None and (form := number(item, "form")) > FORM:
            raise StoreFailure(
                f"a stored {what} cannot be read: its form is {form}, this version reads up to {FORM}: "
                "deploy the newer one"
            )
        yield
    except (ValueError, TypeError, KeyError) as error:
        raise StoreFailure(f"a stored {what} cannot be read: {place(error)}") from error
