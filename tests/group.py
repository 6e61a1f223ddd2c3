"""A group in a chat as tests see it: people who type and press what the bot has posted, and what they are told.

The service is the real one over an SQLite store; Telegram and the timers are fakes that keep what they were asked.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import dataclass, field
from itertools import count
from typing import TYPE_CHECKING

from engine.game import GameId, Millis, PlayerId
from engine.picking import third_claims
from engine.rules import RACE
from engine.sets import find_sets
from engine.table import CARDS
from engine.value import Value, replace
from handler import errors
from handler.answers import Answers
from handler.callback_data import parse_button
from handler.claiming import calls_first
from handler.desk import Desk
from handler.face import Signer
from handler.intents import Added, Person, Press, Removed, Typed
from handler.ports import Admins, ChatId, GameKey
from handler.service import Reply, Service
from handler.timers import Wake
from handler.view import Shower
from tests.builders import NOON, shuffle
from tests.fakes import CountingStore
from tests.tongues import strict_words_of

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterator
    from typing import Any

    from engine.card import Card
    from engine.game import Game
    from engine.rules import DeckKind, Rules
    from handler.ports import Button, Keyboard, Store, Version
    from handler.replies import Toast

KEY = b"k" * 32
CHAT = ChatId(-1001)
PLACE = GameKey(CHAT)


class Post(Value):
    """A message as it stands in the chat."""

    id: int
    place: GameKey
    text: str
    keyboard: Keyboard
    photo: bytes | None = None
    reply_to: int | None = None
    loud: bool = False

    def button(self, text: str) -> Button:
        """The button with this text, whatever sign stands before it."""
        return next(button for row in self.keyboard for button in row if is_labelled(button, text))

    def labels(self) -> list[list[str]]:
        """The keyboard by its texts."""
        return [[button.text for button in row] for row in self.keyboard]


def is_labelled(button: Button, label: str) -> bool:
    """Whether a button has this text, with or without a sign before it."""
    return label in (button.text, button.text.partition(" ")[2])


@dataclass
class FakeTelegram:
    """Keeps what a chat would show. `failing` maps a method to errors that its next calls raise, in order.

    `shown` is every message in each state it was in.
    """

    posts: dict[int, Post] = field(default_factory=dict)
    shown: list[Post] = field(default_factory=list)
    answers: list[tuple[str, str, bool]] = field(default_factory=list)
    calls: Counter[str] = field(default_factory=Counter)
    failing: dict[str, list[Exception]] = field(default_factory=dict)
    admin_ids: tuple[PlayerId, ...] = ()
    hidden_ids: tuple[PlayerId, ...] = ()
    photos: bool = True
    left: list[ChatId] = field(default_factory=list)
    before_edit: Callable[[], Coroutine[Any, Any, None]] | None = None
    ids: Iterator[int] = field(default_factory=lambda: count(501))

    def _called(self, method: str) -> None:
        self.calls[method] += 1
        if self.failing.get(method):
            raise self.failing[method].pop(0)

    def sends_and_edits(self) -> int:
        """How many calls counted against the group's budget."""
        return sum(number for method, number in self.calls.items() if method.startswith(("send", "edit")))

    async def answer(self, query: str, text: str, *, alert: bool = False) -> None:
        self._called("answer")
        self.answers.append((query, text, alert))

    async def send_photo(
        self, key: GameKey, photo: bytes, caption: str, keyboard: Keyboard, *, reply_to: int | None = None
    ) -> int:
        self._called("send_photo")
        return self._posted(Post(next(self.ids), key, caption, keyboard, photo, reply_to))

    async def send_text(
        self, key: GameKey, text: str, keyboard: Keyboard = (), *, reply_to: int | None = None, loud: bool = False
    ) -> int:
        self._called("send_text")
        return self._posted(Post(next(self.ids), key, text, keyboard, None, reply_to, loud))

    def _posted(self, post: Post) -> int:
        self.posts[post.id] = post
        self.shown.append(post)
        return post.id

    async def _edited(self, method: str, message: int, **changes: Any) -> None:
        if self.before_edit is not None:
            hook, self.before_edit = self.before_edit, None
            await hook()
        self._called(method)
        if message not in self.posts:
            raise errors.MessageGone("message to edit not found")
        if (method == "edit_text") != (self.posts[message].photo is None):
            raise errors.MessageGone("there is no text, or no caption, in the message to edit")
        self._posted(replace(self.posts[message], **changes))

    async def edit_photo(self, key: GameKey, message: int, photo: bytes, caption: str, keyboard: Keyboard) -> None:
        await self._edited("edit_photo", message, place=key, photo=photo, text=caption, keyboard=keyboard)

    async def edit_caption(self, key: GameKey, message: int, caption: str, keyboard: Keyboard) -> None:
        await self._edited("edit_caption", message, place=key, text=caption, keyboard=keyboard)

    async def edit_text(self, key: GameKey, message: int, text: str, keyboard: Keyboard) -> None:
        await self._edited("edit_text", message, place=key, text=text, keyboard=keyboard)

    async def delete(self, key: GameKey, message: int) -> None:
        del key
        self._called("delete")
        self.posts.pop(message, None)

    async def admins(self, chat: ChatId) -> Admins:
        del chat
        self._called("admins")
        return Admins(self.admin_ids, self.hidden_ids)

    async def photos_allowed(self, chat: ChatId) -> bool:
        del chat
        self._called("photos_allowed")
        return self.photos

    async def leave(self, chat: ChatId) -> None:
        self._called("leave")
        self.left.append(chat)


@dataclass
class FakeTimers:
    """Keeps the wakes asked for."""

    asked: list[Wake] = field(default_factory=list)

    async def wake(self, key: GameKey, version: Version, due: Millis, now: Millis) -> None:
        assert due >= now - 1
        self.asked.append(Wake(key, version, due))


class Group:
    """One group with the bot in it. Time stands still unless a test moves `now`.

    `languages` has those of people's apps, by name.
    """

    def __init__(self, store: Store, *, per_minute: int = 10_000, deck: tuple[Card, ...] | None = None) -> None:
        self.now = NOON
        self.store = CountingStore(store)
        self.telegram = FakeTelegram()
        self.timers = FakeTimers()
        self.reports: list[str] = []
        self.languages: dict[str, str] = {}
        self.deck = deck
        self.updates = count(1)
        self.games = count(1)
        self.loop = asyncio.new_event_loop()
        self.signer = Signer(KEY, "setgram_bot")
        self.service = self._service(per_minute)

    def _service(self, per_minute: int) -> Service:
        store, telegram, timers = self.store, self.telegram, self.timers
        return Service(
            Desk(
                store=store,  # type: ignore[arg-type]
                telegram=telegram,
                timers=timers,
                shower=Shower(
                    store,
                    telegram,
                    timers,
                    self.signer,
                    strict_words_of,
                    lambda: self.now,
                    self.reports.append,
                    per_minute,
                ),  # type: ignore[arg-type]
                answers=Answers(store, telegram, lambda: self.now, per_minute),  # type: ignore[arg-type]
                signer=self.signer,
                words_of=strict_words_of,
                clock=lambda: self.now,
                shuffle=self._shuffled,
                new_id=lambda: GameId(f"game{next(self.games):04d}"),
                report=self.reports.append,
            )
        )

    def _shuffled(self, kind: DeckKind) -> tuple[Card, ...]:
        if self.deck is not None and len(self.deck) == len(CARDS[kind]):
            return self.deck
        return shuffle(0, replace(RACE, deck=kind))

    def later(self, seconds: float) -> None:
        """Let time pass."""
        self.now = Millis(self.now + round(seconds * 1000))

    def run(self, coroutine: Coroutine[Any, Any, Any]) -> Any:
        return self.loop.run_until_complete(coroutine)

    def close(self) -> None:
        self.loop.close()

    def type(
        self,
        name: str | None,
        text: str,
        *,
        answering: str | None = None,
        place: GameKey = PLACE,
        admin: bool = False,
        update: int | None = None,
        private: bool = False,
    ) -> None:
        """Someone types a command; None is an anonymous admin."""
        command, _, argument = text.removeprefix("/").partition(" ")
        typed = Typed(
            update or next(self.updates),
            place,
            self.person(name) if name else None,
            admin,
            command,
            argument,
            person(answering) if answering else None,
            private,
        )
        self.run(self.service.handle(typed, self.now))

    def press(
        self, name: str, label: str, post: Post | None = None, *, update: int | None = None, at: Millis | None = None
    ) -> Toast:
        """Someone presses the button with this text, on the newest message that has it; what they are told."""
        return self.run(self.pressing(name, label, post, update=update, at=at))

    async def pressing(
        self, name: str, label: str, post: Post | None = None, *, update: int | None = None, at: Millis | None = None
    ) -> Toast:
        """The press itself, to be run beside others."""
        from handler.replies import Toast

        message = post or self.with_button(label)
        press = self.press_of(name, message, label, update)
        reply = await self.service.handle(press, at or self.now)
        if isinstance(reply, Reply):
            assert reply.query == press.query
            return reply.toast
        return next(Toast(text, alert) for query, text, alert in self.telegram.answers if query == press.query)

    def person(self, name: str) -> Person:
        """Somebody as an update tells it."""
        return replace(person(name), language=self.languages.get(name))

    def press_of(self, name: str, post: Post, label: str, update: int | None = None) -> Press:
        """A press as the webhook would hand it in."""
        number = update or next(self.updates)
        data = parse_button(post.button(label).data or "", post.place.chat, KEY)
        assert data is not None
        key, query = GameKey(post.place.chat, data.topic), f"q{number}.{next(self.updates)}"
        return Press(number, query, self.person(name), key, post.id, data)

    def with_button(self, label: str) -> Post:
        """The newest message that has a button with this text."""
        return next(
            post
            for post in reversed(self.telegram.posts.values())
            if any(is_labelled(button, label) for row in post.keyboard for button in row)
        )

    @property
    def table(self) -> Post:
        """The newest message with a picture, or with a table in words."""
        return self.with_button("SET!")

    @property
    def newest(self) -> Post:
        """The newest message of all."""
        return list(self.telegram.posts.values())[-1]

    def game(self, place: GameKey = PLACE) -> Game:
        """The stored game."""
        stored = self.run(self.store.inner.load(place)).stored
        assert stored is not None
        game: Game = stored.game
        return game

    def start(self, *names: str, rules: Rules | None = None) -> None:
        """A game under way with these people, the first of whom opened it, and by these rules if any are given."""
        self.type(names[0], "/newgame")
        for name in names[1:]:
            self.press(name, "Join")
        if rules is not None:
            self.change(lambda game: replace(game, rules=rules))
        self.press(names[0], "Start")

    def change(self, change: Callable[[Game], Game], place: GameKey = PLACE) -> None:
        """Put another game in the stored one's place, with no more to do."""
        stored = self.run(self.store.inner.load(place)).stored
        after = replace(stored, game=change(stored.game), version=stored.version + 1)
        self.run(self.store.inner.save(place, after, stored.version, expires=Millis(self.now + 10**9)))

    def solo(self, name: str) -> GameKey:
        """A game of one against the deck in the private chat of this person; where it is played."""
        place = GameKey(ChatId(person(name).id))
        self.type(name, "/solo", place=place, private=True)
        return place

    def pick(self, name: str, cards: tuple[Card, ...], post: Post | None = None, place: GameKey = PLACE) -> list[Toast]:
        """Tap these cards' numbers, half a second apart."""
        table, told = self.game(place).table, []
        for card in cards:
            told.append(self.press(name, str(table.index(card) + 1), post))
            self.later(0.5)
        return told

    def claim(self, name: str, cards: tuple[Card, ...], place: GameKey = PLACE) -> Toast:
        """Pick three cards and press SET!, or the other way round where a call comes first."""
        rules = self.game(place).rules
        if calls_first(rules):
            self.call(name)
        picked = self.pick(name, cards, place=place)
        if third_claims(rules):
            return picked[-1]
        told = self.press(name, "SET!")
        self.later(0.5)
        return told

    def call(self, name: str) -> Toast:
        """Press SET! first."""
        told = self.press(name, "SET!")
        self.later(0.5)
        return told

    def take_set(self, name: str, place: GameKey = PLACE) -> Toast:
        """Claim a set that lies there."""
        return self.claim(name, find_sets(self.game(place).table)[0], place)

    def wake_due(self) -> None:
        """Deliver the wakes that are due by now."""
        due = [wake for wake in self.timers.asked if wake.due <= self.now]
        self.timers.asked = [wake for wake in self.timers.asked if wake.due > self.now]
        for wake in due:
            self.run(self.service.wake(wake, self.now))

    def added(self, *, admin: bool = False, by: str = "Ana") -> None:
        self.run(self.service.handle(Added(next(self.updates), PLACE, admin, self.person(by)), self.now))

    def removed(self) -> None:
        self.run(self.service.handle(Removed(next(self.updates), CHAT), self.now))


def person(name: str) -> Person:
    """A person whose id comes from the name, always the same."""
    return Person(PlayerId(int.from_bytes(name.encode()[:5]) + 1), name)
