"""What must hold once all is quiet, and of each message while the world is without a fault."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.game import Phase
from handler.face import WORDS, face_of
from handler.words import ENGLISH
from tests.sim.violations import Kind

if TYPE_CHECKING:
    from handler.face import Face
    from handler.ports import GameKey, Stored, View
    from tests.group import Post
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
    same = any(
        _is_face(post, _face(world, key, stored, view, listed=listed)) for listed in _listed(world, key, stored, view)
    )
    return None if same else f"the message shows {view.shown} and not {stored.version}: {view}"


def _listed(world: World, key: GameKey, stored: Stored, view: View) -> set[bool]:
    """Whether cards are told in words: by the settings; an end stays as it was when they change later."""
    settings = world.store.settings_of(key.chat)
    left = stored.game.phase is Phase.FINISHED and view.settings != settings.version
    return {True, False} if left else {settings.cards_in_words}


def _face(world: World, key: GameKey, stored: Stored, view: View, *, listed: bool) -> Face:
    signer, in_words = world.service.desk.signer, view.kind == WORDS
    return face_of(key, stored.game, signer, ENGLISH, in_words=in_words, listed=listed, menu=stored.menu)


def _is_face(post: Post, face: Face) -> bool:
    shown, wanted = ([[button.data for button in row] for row in one.keyboard] for one in (post, face))
    return shown == wanted and post.text == face.text


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
