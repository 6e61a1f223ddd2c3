"""Presses under a message that is no longer right: what is there instead is told, and shown where it never was."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from handler import replies
from handler.replies import heard
from handler.view import is_behind

if TYPE_CHECKING:
    from engine.game import Millis
    from handler.desk import Desk
    from handler.intents import Press
    from handler.ports import Loaded
    from handler.replies import Toast


async def told_gone(desk: Desk, press: Press, loaded: Loaded, now: Millis) -> Toast | None:
    """What to say to a button of a game that is gone; None where it was said beside showing what is there instead."""
    toast = heard(replies.gone(loaded, desk.words_for(press.person, loaded)), loaded.preferences)
    if loaded.stored is None or not is_behind(loaded, loaded.stored, now):
        return toast
    await bring_up(desk, press, loaded, toast)
    return None


async def bring_up(desk: Desk, press: Press, loaded: Loaded, toast: Toast, *, pressed: int | None = None) -> None:
    """Tell a toast beside bringing a message up to date that was left behind."""
    show = desk.shower.show(press.key, loaded, pressed=pressed)
    await asyncio.gather(desk.tell(press.query, toast, loaded), desk.quietly(show))
