"""What can be seen of a world when it is quiet: what is stored, without its times, and what stands in the chats."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from engine.game import Phase, Player
from engine.value import Value, fields
from handler.face import WORDS, face_of
from handler.languages import language_for
from handler.picks import fold
from tests.tongues import strict_words_of

if TYPE_CHECKING:
    from handler.ports import GameKey
    from tests.group import Post
    from tests.matrix.scene import Scene

TIMES = {"at", "deadline", "wait_until", "paused_for", "first_at", "id", "version", "before"}
"""Fields that may differ with when something was done, or by how many tries."""

DURATION = re.compile(r"\d+(?= (s|ms|min|h)\b)|\d+:\d\d|\d+/\d+")

Shown = tuple[int, bool, str, tuple[tuple[str, ...], ...], bool]
"""A message as people see it: chat, picture or not, text, labels, loud."""


def plain(value: object) -> object:
    """A value without its times. A player's `id` is kept."""
    if isinstance(value, Value):
        kept = (name for name in fields(value) if not _is_time(name) or (name == "id" and isinstance(value, Player)))
        return (type(value).__name__, *(plain(getattr(value, name)) for name in kept))
    if isinstance(value, tuple):
        return tuple(plain(one) for one in value)
    return value


def _is_time(name: str) -> bool:
    return name.endswith("_at") or name in TIMES


def shown(post: Post) -> Shown:
    """A message as it stands."""
    labels = tuple(tuple(DURATION.sub("#", one.text) for one in row) for row in post.keyboard)
    return post.place.chat, post.photo is not None, DURATION.sub("#", post.text), labels, post.loud


@dataclass
class Seen:
    """Stored games by place, picks by player, what was chosen, messages; `wrong` is what the place's message lacks."""

    games: dict[GameKey, object] = field(default_factory=dict)
    picks: dict[int, object] = field(default_factory=dict)
    settings: object = None
    preferences: object = None
    posts: Counter[Shown] = field(default_factory=Counter)
    wrong: str | None = None
    starter: int = 0
    finished: bool = True

    @classmethod
    def of(cls, world: Scene) -> Seen:
        store, key = world.store, world.case.key
        stored = store._game(key)
        games = {
            place: (plain(one.game), one.menu, one.game.paused_at is None) for place, (one, _) in store.games.items()
        }
        picks: dict[int, object] = {}
        if stored is not None:
            for (place, game, player), (kept, _) in store.picks.items():
                if (place, game) == (key, stored.game.id):
                    picks[player] = fold(kept, stored.game, player, world.now()).cards
        settings = store._get("settings", key.chat, None)
        posts = Counter(shown(post) for post in world.chats.posts.values())
        return cls(
            games,
            {player: cards for player, cards in picks.items() if cards},
            plain(settings) if settings is not None else None,
            dict(store.preferences),
            posts,
            world.shows_its_game(),
            stored.game.starter if stored is not None else 0,
            stored is None or stored.game.phase is Phase.FINISHED,
        )

    def and_then(self, later: Seen) -> Seen:
        """What is seen after a tap, but for what that tap itself chose and picked."""
        return replace(later, picks=self.picks, settings=self.settings, preferences=self.preferences)

    def differs(self, other: Seen) -> list[str]:
        """In what another is not the same; messages last."""
        names = ("games", "picks", "settings", "preferences", "posts")
        return [name for name in names if getattr(self, name) != getattr(other, name)]


def message_is_right(world: Scene, key: GameKey) -> str | None:
    """What is wrong with a place's message: it shows the stored game, with working buttons, once; None if nothing."""
    stored, view = world.store._game(key), world.store.views.get(key)
    if stored is None or world.lasting == "out":
        return None
    game = stored.game
    settings = world.store._get("settings", key.chat, None)
    words = strict_words_of(language_for(None, None, settings.language if settings else None))
    post = world.chats.posts.get(view.message or 0) if view is not None else None
    if view is None or post is None:
        return None if game.phase is Phase.FINISHED and not game.table else f"there is no message of the game: {view}"
    listed = bool(settings and settings.cards_in_words)
    face = face_of(
        key, game, world.service.desk.signer, words, in_words=view.kind == WORDS, listed=listed, menu=stored.menu
    )
    data = [[button.data for button in row] for row in post.keyboard]
    wanted = [[button.data for button in row] for row in face.keyboard]
    if data != wanted or post.text != face.text or (post.photo is None) != (face.picture is None):
        return f"the message shows {post.text!r} and not {face.text!r}: {view}"
    return None
