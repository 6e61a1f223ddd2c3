"""The seams to the world: what the service needs of a store, of Telegram and of timers."""

from __future__ import annotations

from typing import TYPE_CHECKING, NewType, Protocol

from engine.game import Millis
from engine.value import Value, field
from handler.records import Records

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.card import Card
    from engine.game import Game, GameId, PlayerId, Revision
    from handler.choices import ChatSettings, Preferences

ChatId = NewType("ChatId", int)
"""A Telegram chat, up to 52 bits and a sign."""

Version = NewType("Version", int)
"""Counts the stored writes of a game; 0 is a game that was never stored."""


class GameKey(Value):
    """Where a game is played: a chat, and a topic of it (0 where there is none)."""

    chat: ChatId
    topic: int = 0


class Tap(Value):
    """One press on a card as it arrived."""

    update: int
    card: Card
    at: Millis


class Picks(Value):
    """One player's taps in one game, as stored; what is picked is folded from them by `handler.picks`.

    `seen` is the revision that a refusal told this player of and when; `shown` by which update My picks was last
    pressed, and when; `cleared_at` the instant up to which taps are void; `noted_at` when something else
    than a tap on a card last came.
    """

    taps: tuple[Tap, ...] = ()
    seen: tuple[Revision, Millis] | None = None
    shown: tuple[int, Millis] | None = None
    cleared_at: Millis | None = None
    last_tap: Millis | None = None
    noted_at: Millis | None = None


class Answered(Value):
    """A judged update of a player: its id and the one-line text of the event it made."""

    player: PlayerId
    update: int
    event: str


class Stored(Value):
    """A game as stored: its value, its version, and the ring of updates it has answered (the last few per player).

    `menu` is the page of choices that stands open under its lobby, "" where none does.
    """

    game: Game
    version: Version
    answered: tuple[Answered, ...] = ()
    menu: str = ""


class View(Value):
    """The message that shows a place's game, and what it shows.

    `game` is whose game it shows and `shown` the version it was last brought up to; `look` is a fingerprint of all
    that is on it, `picture` of its picture alone; `settings` the version of the chat's settings that it shows. `told`
    is the game whose end was told in a message of its own. Before `due` no edit is tried (the budget is spent, or
    Telegram asked to wait). `owner` and `lease_until` are who may edit it and until when.
    """

    game: GameId | None = None
    message: int | None = None
    kind: str = ""
    shown: Version = Version(0)
    look: str = ""
    picture: str = ""
    posted_at: Millis = Millis(0)
    told: GameId | None = None
    due: Millis = Millis(0)
    owner: str | None = None
    lease_until: Millis = Millis(0)
    settings: Version = Version(0)


class Loaded(Value):
    """One strongly consistent read: a place's game, message and chat's settings; a player's picks and preferences.

    Also such a read with what was stored since in it.
    """

    stored: Stored | None
    view: View
    picks: Picks
    settings: ChatSettings
    preferences: Preferences


class Budget(Value):
    """What was sent to a chat of late: the table's sends and edits, all others, and a wait that Telegram asked for."""

    table: tuple[Millis, ...] = ()
    other: tuple[Millis, ...] = ()
    blocked_until: Millis = Millis(0)
    version: Version = Version(0)


class Admins(Value):
    """Who administers a chat, and who of them does so without showing a name."""

    everyone: tuple[PlayerId, ...] = ()
    hidden: tuple[PlayerId, ...] = ()


class Notes(Value):
    """What is known of one chat beside its games.

    `answers` are the last messages of each kind of answer, by kind; `topics` those in which games were opened.
    `turned_away_at` is when the group was last told that the bot does not play there, `left_at` when the bot last tried
    to leave it.
    """

    answers: Mapping[str, int] = field(default_factory=dict)
    version: Version = Version(0)
    topics: tuple[int, ...] = ()
    turned_away_at: Millis = Millis(0)
    left_at: Millis = Millis(0)


class Store(Records, Protocol):
    """Where games are kept, and what is known of chats and people.

    Every method is one round trip; every read is strongly consistent. An item past its expiry counts as gone even where
    it is still there. Methods raise `StoreFailure` when the store does not answer or is at fault (whether a write
    landed is then not known), and `Conflict` where said.
    """

    async def load(self, key: GameKey, player: PlayerId | None = None, game: GameId | None = None) -> Loaded:
        """A place's game, message and settings; of `player` the preferences and, with `game`, the picks in it."""

    async def save(self, key: GameKey, stored: Stored, expected: Version, *, expires: Millis | None = None) -> None:
        """Store a game under `stored.version` if the version there is `expected` (0: none there, or an expired one).

        Each call carries its own mark into the item, so that a write that timed out but landed, when it is tried
        again within this call, is known as one's own and is no conflict.

        Raises:
            Conflict: another version is stored.
        """

    async def add_tap(self, key: GameKey, game: GameId, player: PlayerId, tap: Tap) -> Picks:
        """Append a tap to a player's picks, unconditionally, bring `last_tap` up to it, and return all that is kept."""

    async def note_picks(
        self,
        key: GameKey,
        game: GameId,
        player: PlayerId,
        at: Millis,
        *,
        seen: tuple[Revision, Millis] | None = None,
        shown: tuple[int, Millis] | None = None,
        cleared_at: Millis | None = None,
    ) -> None:
        """Set what is given beside the taps, and bring `last_tap` and `noted_at` up to `at`."""

    async def compact_picks(
        self, key: GameKey, game: GameId, player: PlayerId, taps: tuple[Tap, ...], count: int
    ) -> None:
        """Put `taps` in place of a player's taps if there are still `count` of them; otherwise nothing."""

    async def last_taps(self, key: GameKey, game: GameId) -> Mapping[PlayerId, Millis]:
        """When each player of a game last tapped, by its picks."""

    async def take_lease(self, key: GameKey, owner: str, now: Millis, until: Millis) -> View | None:
        """Become the one who may edit a place's message, if nobody is at `now`; its view, or None when it is taken.

        Where another held the lease last and did not give it back, `look` and `picture` are empty: what was edited
        meanwhile was not noted.
        """

    async def put_view(self, key: GameKey, view: View, owner: str) -> bool:
        """Store what a place's message shows, and `view.owner` with it (None gives the lease back).

        False, and nothing stored, if the lease is no longer `owner`'s.
        """


class Timers(Protocol):
    """Who wakes a place's game later. A wake may come late, twice or never: it only asks to look at the game again."""

    async def wake(self, key: GameKey, version: Version, due: Millis, now: Millis) -> None:
        """Ask for a look at a place's game at `due` or a little after; `version` is the game's that asks."""


class Telegram(Protocol):
    """What the service asks of the Bot API. Raises the errors of `handler.errors` below `TelegramError`."""

    async def answer(self, query: str, text: str, *, alert: bool = False) -> None:
        """Answer a press with one short line for its presser alone. A query that is too old is no error."""

    async def send_photo(
        self, key: GameKey, photo: bytes, caption: str, keyboard: Keyboard, *, reply_to: int | None = None
    ) -> int:
        """Post a picture, silently; its message id."""

    async def send_text(
        self, key: GameKey, text: str, keyboard: Keyboard = (), *, reply_to: int | None = None, loud: bool = False
    ) -> int:
        """Post a text, silently unless `loud`; its message id."""

    async def edit_photo(self, key: GameKey, message: int, photo: bytes, caption: str, keyboard: Keyboard) -> None:
        """Replace picture, caption and keyboard. Equal content is no error."""

    async def edit_caption(self, key: GameKey, message: int, caption: str, keyboard: Keyboard) -> None:
        """Replace caption and keyboard under a picture."""

    async def edit_text(self, key: GameKey, message: int, text: str, keyboard: Keyboard) -> None:
        """Replace text and keyboard of a text message."""

    async def delete(self, key: GameKey, message: int) -> None:
        """Delete a message; one that is gone already is no error."""

    async def admins(self, chat: ChatId) -> Admins:
        """Who administers a chat."""

    async def photos_allowed(self, chat: ChatId) -> bool:
        """Whether members of a chat, this bot among them, may send pictures."""

    async def leave(self, chat: ChatId) -> None:
        """Go out of a group."""


class Button(Value):
    """One inline button: a text, and either the data of a press or an address to open."""

    text: str
    data: str | None = None
    url: str | None = None


Keyboard = tuple[tuple[Button, ...], ...]
