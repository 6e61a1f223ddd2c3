"""Admins who hide their names: a press comes from the real person, whom the table must not give away."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.value import replace
from handler.callback_data import Action

if TYPE_CHECKING:
    from handler.desk import Desk
    from handler.intents import Press

SEATING = {Action.JOIN, Action.AGAIN, Action.OPEN, Action.NEW}
"""The buttons that put a name on the table."""

ALIAS = "Admin"


async def without_name(desk: Desk, press: Press) -> Press:
    """The press, by nobody's name where an anonymous admin of a group sits down."""
    if press.key.chat > 0 or press.data.action not in SEATING:
        return press
    if not await desk.answers.is_hidden(press.key.chat, press.person.id):
        return press
    return replace(press, person=replace(press.person, name=ALIAS))
