"""What all values are made of: frozen, and equal when their kind and all that they hold are.

Not dataclasses, because a cold start makes well over a hundred of their classes: see docs/adr/0016.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, dataclass_transform

from msgspec import Struct, field

if TYPE_CHECKING:
    from dataclasses import replace  # noqa: TID251 - for its type alone
else:
    from msgspec.structs import replace

__all__ = ["Value", "field", "fields", "replace"]
"""`replace` is checked by mypy as that of dataclasses is, to which a `Value` looks alike."""


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Value(Struct, frozen=True):
    """A frozen value. Its fields are annotated as a dataclass's are; another like it is made by `replace`."""


def fields(kind: Value | type[Value]) -> tuple[str, ...]:
    """The names of a value's fields, in their order."""
    return kind.__struct_fields__
