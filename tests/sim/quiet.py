"""What must hold once all is quiet, and of each message while the world is without a fault."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.game import Phase
from handler.face import WORDS, face_of
from handler.words import ENGLISH
from tests.sim.violations import Kind

if TYPE_CHECKING:
    from handler.ports import GameKey, Stored, View
    from tests.sim.world import World

RINGING = 3_000
"""Milliseconds in which a wake that is due is still on its way."""

MENDING = 1_000
"""Milliseconds in which whoever changed a game brings its message up to date."""

HEARD = 15
"""Seconds in which a press can be answered."""


def shows(world: World, key: GameKey, stored: Stored, view: View) -> str | None:
    """What is wrong with the message of a place; None where it shows the stored game with working buttons."""
    post = world.chats.posts.get(view.message or 0)
    if post is None:
        return None if stored.game.phase is Phase.FINISHED else f"there is no message of the game: {view}"
    settings = world.store.settings_of(key.chat)
    face = face_of(
        key,
        stored.game,
        world.service.desk.signer,
        ENGLISH,
        in_words=view.kind == WORDS,
        listed=settings.cards_in_words,
        menu=stored.menu,
    )
    data = [[button.data for button in row] for row in post.keyboard]
    same = data == [[button.data for button in row] for row in face.keyboard] and post.text == face.text
    return None if same else f"the message shows {view.shown} and not {stored.version}: {view}"


def is_waiting(world: World, view: View) -> bool:
    """Whether somebody holds the message, or it waits for its time."""
    held = view.owner is not None and view.lease_until > world.now()
    return held or view.due > world.now() - RINGING


def check_behind(world: World) -> None:
    """Without faults a message is never behind for long with nobody about to mend it."""
    for key, (stored, _) in world.store.games.items():
        view = world.store.views[key]
        older = view.game != stored.game.id or view.shown < stored.version
        if older and not is_waiting(world, view) and world.now() - world.store.saved_at[key] > MENDING:
            world.violate(Kind.LEFT_BEHIND, f"{stored.version} at {key}: {view}")


def check_messages(world: World, when: str, *, waiting: bool) -> None:
    for key in world.places:
        if key not in world.store.games:
            continue
        stored, view = world.store.games[key][0], world.store.views[key]
        wrong = None if waiting and is_waiting(world, view) else shows(world, key, stored, view)
        if wrong is not None:
            world.violate(Kind.SHOWN_WRONG, f"{when} {wrong}")


def check_answers(world: World) -> None:
    """Every press is answered, and in time unless the world itself was in the way."""
    for sent in world.inbox.sent:
        failed = "telegram.answer" in sent.faults
        for query, at in sent.queries.items():
            told = world.chats.answers.get(query)
            late = told is None or told[1] - at > HEARD
            if (told is None and not failed) or (late and not world.faults):
                world.violate(Kind.UNANSWERED, f"{query} of P{sent.player}, sent at {at:.2f}: {told}")
