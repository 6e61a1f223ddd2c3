"""The whole: Telegram with its people on one side and one bot on the other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from infra.local.bot_api.photo import key_of
from infra.local.bot_api.snapshot import read_state, written
from infra.local.bot_api.speaking import Speaking

if TYPE_CHECKING:
    from collections.abc import Collection

_SKIPPED = 1000
"""How many numbers are left out after a restart, since some may have been given out after the last writing."""


class World(Speaking):
    """Telegram as one bot and its people see it. People act through the methods, the bot through `methods.call`."""

    def photo(self, file_id: str) -> bytes:
        """The bytes of a picture as the bot uploaded it, by the file id of any of its sizes.

        Raises:
            KeyError: no such picture.
        """
        return self.state.photos[key_of(file_id, self.bot) or ""].data

    def snapshot(self, *, without_photos: Collection[str] = ()) -> dict[str, Any]:
        """All that is remembered, as JSON values.

        Pictures never change: whoever has written some down already names their keys in `without_photos`, and puts
        them back into `["photos"]` before `restore`.
        """
        photos = {key: photo for key, photo in self.state.photos.items() if key not in without_photos}
        return {**_without_photos(self), "photos": written(photos)}

    def restore(self, snapshot: dict[str, Any]) -> None:
        """Go on from a snapshot. Nobody listens yet, and open presses have lost their handles, not their answers."""
        self.state = read_state(snapshot)
        self.state.outbox.next_id += _SKIPPED
        for name in self.state.counters.keys() & {"query", "photo", "message"}:
            self.state.counters[name] += _SKIPPED
        for chat in self.state.chats.values():
            chat.last_message += _SKIPPED
        self.changes += 1
        self.updates.ring()


def _without_photos(world: World) -> dict[str, Any]:
    state = world.state
    fields = ("bot", "people", "chats", "queries", "cached", "webhook", "outbox", "counters")
    return {name: written(getattr(state, name)) for name in fields}
