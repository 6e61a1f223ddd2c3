"""What another process does a moment before a conditional write, so that it meets a conflict. Then that one dies."""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING, Any

from engine.game import GameId, Millis, PlayerId
from engine.play import new_game
from engine.value import replace
from handler.choices import ChatSettings
from handler.ports import Budget, Notes, Stored, Version, View
from handler.view import LEASE_MS
from tests.sim.memory_store import Kept

if TYPE_CHECKING:
    from tests.matrix.scene import Scene

OTHER = PlayerId(77)
"""Who opened a lobby a moment before."""

EMPTY = {"budget": Budget(), "notes": Notes(), "settings": ChatSettings()}


def interfere(world: Scene, method: str, args: tuple[Any, ...]) -> None:
    """Write what makes this call's condition untrue."""
    match method:
        case "save":
            _save(world, *args)
        case "take_lease" | "put_view":
            view = world.store.views.get(args[0], View())
            until = Millis(world.now() + LEASE_MS)
            world.store.views[args[0]] = replace(view, owner="another", lease_until=until)
        case "save_budget" | "save_notes" | "save_settings":
            name, chat = method.removeprefix("save_"), args[0]
            kept = world.store.versioned.get((name, chat)) or Kept(EMPTY[name], Version(0))
            version = Version(kept.version + 1)
            item: Any = replace(kept.item, version=version)  # type: ignore[type-var]
            world.store.versioned[name, chat] = Kept(item, version, kept.until)


def _save(world: Scene, key: Any, stored: Stored, expected: Version) -> None:
    """The same game once more; where there was none, somebody else's lobby, or this very game by another's hand."""
    games, ledger = world.store.games, world.ledger
    old = next((place for place, game in ledger.referees if game == stored.game.id and place != key), None)
    if key in games:
        there, until = games[key]
        games[key] = replace(there, version=Version(there.version + 1)), until
    elif old is not None:
        games[key] = stored, None
        ledger.referees[key, stored.game.id] = deepcopy(ledger.referees[old, stored.game.id])
    else:
        game = new_game(GameId("another"), OTHER, "P77", world.now(), stored.game.rules)
        games[key] = Stored(game, Version(expected + 1)), None
    ledger.last[key] = games[key][0]
