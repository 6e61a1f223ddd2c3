"""The state written as plain JSON values, and read back."""

from __future__ import annotations

import base64
import dataclasses
import types
import typing
from typing import TYPE_CHECKING, Any

from infra.local.bot_api.chat import Chat, Member, Rights, Topic
from infra.local.bot_api.message import Json, Message, Rows
from infra.local.bot_api.outbox import Outbox, Pending
from infra.local.bot_api.person import Person
from infra.local.bot_api.photo import Photo
from infra.local.bot_api.profile import Profile, Webhook
from infra.local.bot_api.query import Answer, Query
from infra.local.bot_api.state import CachedAnswer, State

if TYPE_CHECKING:
    from collections.abc import Callable

_KEPT = (
    *(Chat, Member, Rights, Topic, Message, Outbox, Pending, Person),
    *(Photo, Profile, Webhook, Answer, Query, CachedAnswer, State),
)
_NAMES: dict[str, Any] = {kind.__name__: kind for kind in _KEPT} | {"Json": Json, "Rows": Rows}
"""What the classes call each other: they import it for the type checker only."""


def written(value: object) -> Any:
    """A value of dataclasses, lists, dicts, bytes and plain values, as JSON can hold it."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: written(getattr(value, field.name)) for field in dataclasses.fields(value)}
    if isinstance(value, bytes):
        return base64.b64encode(value).decode()
    if isinstance(value, dict):
        return {str(key): written(entry) for key, entry in value.items()}
    if isinstance(value, list | tuple):
        return [written(entry) for entry in value]
    return value


def read(kind: Any, value: Any) -> Any:
    """The value of this type that was written; the inverse of `written`."""
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
    if origin in (types.UnionType, typing.Union):
        return None if value is None else read(next(arg for arg in inner if arg is not types.NoneType), value)
    if dataclasses.is_dataclass(kind) and isinstance(kind, type):
        hints = typing.get_type_hints(kind, localns=_NAMES)
        make: Callable[..., Any] = kind
        return make(**{name: read(hints[name], entry) for name, entry in value.items() if name in hints})
    if origin is list:
        return [read(inner[0], entry) for entry in value]
    if origin is dict:
        return {(int(key) if inner[0] is int else key): read(inner[1], entry) for key, entry in value.items()}
    if kind is bytes:
        return base64.b64decode(value)
    return value


def read_state(value: dict[str, Any]) -> State:
    """The state that was written."""
    state: State = read(State, value)
    return state
