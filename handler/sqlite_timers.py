"""Wakes over the SQLite file of one machine."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from engine.game import Millis
from handler.errors import StoreFailure
from handler.store.sqlite_file import SqliteFile
from handler.timers import Wake, parse_wake, wake_text

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path
    from sqlite3 import Connection

    from handler.ports import GameKey, Version

CLAIMED_FOR = Millis(60_000)
"""How long a wake that was taken out stays hidden before it comes again, unless it is done."""

log = logging.getLogger(__name__)


class SqliteTimers:
    """Wakes in the file of an `SqliteStore`: they outlive a restart, and whoever runs there hands them out.

    Take the due ones with `due`, act on them, then call `done`: one that is not done comes again. Any number of
    processes may do so; each wake is handed to one of them at a time.
    """

    def __init__(self, path: str | Path) -> None:
        self._file = SqliteFile(path)

    def close(self) -> None:
        """Give the file back; the timers are of no use afterwards."""
        self._file.close()

    async def wake(self, key: GameKey, version: Version, due: Millis, now: Millis) -> None:
        """Keep a wake, once if it is asked for several times; one that cannot be kept is logged, and never comes."""
        del now
        body = wake_text(Wake(key, version, due))
        try:
            await self._file.write(lambda file: file.execute(ASK, {"body": body, "due": due}))
        except StoreFailure as error:
            log.error("%s; this wake is lost: %s", error, body)

    async def due(self, now: Millis) -> list[Wake]:
        """Take out the wakes that are due; each has an id."""
        return await self._file.write(lambda file: _claim(file, now))

    async def done(self, wakes: Sequence[Wake]) -> None:
        """Forget wakes that were acted on."""
        await self._file.write(lambda file: file.executemany(FORGET, [(wake.id,) for wake in wakes]))


ASK = """
INSERT INTO wake (body, due) SELECT :body, :due
WHERE NOT EXISTS (SELECT 1 FROM wake WHERE due = :due AND body = :body AND hidden_until = 0)
"""

CLAIM = """
UPDATE wake SET hidden_until = :now + :claimed WHERE due <= :now AND hidden_until <= :now RETURNING id, body
"""

FORGET = "DELETE FROM wake WHERE id = ?"


def _claim(file: Connection, now: Millis) -> list[Wake]:
    found = file.execute(CLAIM, {"now": now, "claimed": CLAIMED_FOR}).fetchall()
    return [parse_wake(body, str(number)) for number, body in sorted(found)]
