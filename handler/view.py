"""Brings the group's message up to the stored game.

The message is a function of the stored game. One shower per message at a time holds a lease; after each edit it reads
the game again, and once more after giving the lease back, since whoever found the lease taken left the work to it.
"""

from __future__ import annotations

import asyncio
import secrets
from contextlib import suppress
from typing import TYPE_CHECKING, TypeVar

from engine.game import Finish, Millis, Phase
from engine.moment import moment_of
from engine.presence import present
from engine.value import Value, replace
from engine.voting import vote_open
from handler import budget, captions, errors
from handler.callback_data import Action
from handler.face import LOBBY, PHOTO, WORDS, Face, Signer, face_of
from handler.languages import language_for
from handler.meter import count, note, part
from handler.patience import within
from handler.ports import Version, View
from render.table_image import table_png

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Collection

    from engine.game import Game, PlayerId
    from handler.choices import ChatSettings
    from handler.ports import GameKey, Loaded, Store, Stored, Telegram, Timers
    from handler.words import Words

T = TypeVar("T")

LEASE_MS = 30_000
"""A lease outlives the function's timeout: nobody edits beside a shower that is only slow."""

EDIT_SECONDS = 3.0
"""An edit inside a player's own invocation holds that player's next tap back: no longer than this."""

POST_SECONDS = 10.0
"""A post is waited for longer than Telegram holds one back (8 s): tried again, it would be there twice."""

ROUNDS = 10
"""So many edits at most by one shower; a wake takes over what is left."""

BEHIND_MS = 3_000
"""A message so long behind its game is nobody's any more: the next tap brings it up to date."""

NEXT_MS, UNKNOWN_MS, REFUSED_MS, BANNED_MS = 1_000, 5_000, 30_000, 600_000
"""When to look again: after so many edits, after a call of unknown outcome, after a refusal that says nothing of what
to do (it may be over at once), where the bot may not write."""


class Shower(Value):
    """Shows games, in the words of their chats. `clock` tells the present; `per_minute` is a group's budget."""

    store: Store
    telegram: Telegram
    timers: Timers
    signer: Signer
    words_of: Callable[[str], Words]
    clock: Callable[[], Millis]
    report: Callable[[str], None]
    per_minute: int = 20
    patience: float = EDIT_SECONDS
    post_patience: float = POST_SECONDS

    async def show(
        self, key: GameKey, loaded: Loaded | None = None, *, anew: bool = False, pressed: int | None = None
    ) -> None:
        """Bring a place's message up to its stored game; `loaded` has that game in it if it was just saved.

        With `anew` the message is posted again at the bottom, as a picture if it may be, and the old one deleted.
        `pressed` is the message under which a button of this game was pressed: it is adopted where ours is not
        known, since a post that timed out may have landed.
        """
        pictures = anew  # where they were forbidden they may be allowed by now
        for _ in range(ROUNDS):
            now = self.clock()
            owner = secrets.token_urlsafe(6)
            view = await self.store.take_lease(key, owner, now, Millis(now + LEASE_MS))
            if view is None:
                return
            if loaded is None or _is_older(loaded, view):  # others saved and showed meanwhile
                loaded = await self.store.load(key)
            stored, settings = loaded.stored, loaded.settings
            if stored is None:
                await self.store.put_view(key, replace(view, owner=None), owner)
                return
            known = _for_game(view, stored.game)
            adopted = _adopting(known, stored.game, pressed)
            if adopted.message != known.message:
                await self._forget(key, known)
            shown = await self._bring(key, stored, settings, adopted, anew=anew, pictures=pictures)
            await self.store.put_view(key, replace(shown, owner=None, lease_until=Millis(0)), owner)
            anew = pictures and shown.kind == WORDS  # in words, since the picture was refused
            pictures = False
            if shown.due > self.clock():
                count("Deferred")
                await self._wake(key, shown.due)
                return
            loaded = await self.store.load(key)
            if loaded.stored is None or (loaded.stored.version, loaded.settings) == (shown.shown, settings):
                return
        await self._wake(key, Millis(self.clock() + NEXT_MS))

    async def _wake(self, key: GameKey, due: Millis) -> None:
        """Ask for a look at the message; version 0, since it is not the game that asks for its clocks."""
        await self.timers.wake(key, Version(0), due, self.clock())

    async def _bring(
        self, key: GameKey, stored: Stored, settings: ChatSettings, view: View, *, anew: bool, pictures: bool
    ) -> View:
        """One game on one message: what it shows then. What Telegram refuses is answered by the view, never raised."""
        game, words = stored.game, self.words_of(language_for(None, None, settings.language))
        in_words, listed = view.kind == WORDS and not pictures, settings.cards_in_words
        try:
            here = await self._here(key, game)
            face = face_of(key, game, self.signer, words, in_words=in_words, listed=listed, menu=stored.menu, here=here)
            view = await self._put(key, view, face, anew=anew)
            if end_is_untold(game, view):
                view = await self._tell(key, game, words, view)
        except _Later as later:
            return replace(later.view, shown=Version(0), due=later.due)
        except errors.Moved:  # the message is dead: the game goes on in the supergroup
            return replace(view, shown=stored.version, due=Millis(0))
        except errors.TelegramError as refusal:  # any request may be refused with anything
            self.report(f"{type(refusal).__name__}: {refusal}")
            wait = BANNED_MS if isinstance(refusal, errors.Banned) else REFUSED_MS
            return replace(view, shown=Version(0), due=Millis(self.clock() + wait))
        note(lag_ms=max(0, self.clock() - game.active_at))
        return replace(view, shown=stored.version, settings=settings.version, due=Millis(0))

    async def _here(self, key: GameKey, game: Game) -> Collection[PlayerId] | None:
        """Who is present, taps on cards included, where a vote counts them; None where nobody asks."""
        if not vote_open(game):
            return None
        taps = await self.store.last_taps(key, game.id)
        return {player.id for player in present(game, moment_of(game, self.clock(), taps))}

    async def _put(self, key: GameKey, view: View, face: Face, *, anew: bool) -> View:
        """Edit the message to a face, or post it where there is none, where its kind changes or where it is gone."""
        if view.message is not None and view.kind == face.kind and not anew:
            if view.look == face.fingerprint():
                return view
            with suppress(errors.MessageGone):
                return await self._edit(key, view, face)
        return await self._post(key, view, face)

    async def _edit(self, key: GameKey, view: View, face: Face) -> View:
        await self._spend(key, view)
        message = view.message or 0
        if face.kind != PHOTO:
            call = self.telegram.edit_text(key, message, face.text, face.keyboard)
        elif view.picture == face.picture_print():
            call = self.telegram.edit_caption(key, message, face.text, face.keyboard)
        else:
            call = self.telegram.edit_photo(key, message, await _drawn(face), face.text, face.keyboard)
        await self._called(key, call, self.patience, view, replace(view, look="", picture=""))
        return replace(view, look=face.fingerprint(), picture=face.picture_print())

    async def _post(self, key: GameKey, view: View, face: Face) -> View:
        """Post, and delete what was there before: also where the post may have landed, to be found by a press."""
        await self._spend(key, view)
        if face.kind == PHOTO:
            call = self.telegram.send_photo(key, await _drawn(face), face.text, face.keyboard)
        else:
            call = self.telegram.send_text(key, face.text, face.keyboard)
        lost = replace(view, message=None, kind=face.kind, look="", picture="")
        try:
            message = await self._called(key, call, self.post_patience, view, lost)
        except _Later as later:
            if later.view is lost:
                await self._forget(key, view)
            raise
        await self._forget(key, view)
        return replace(
            view,
            message=message,
            kind=face.kind,
            look=face.fingerprint(),
            picture=face.picture_print(),
            posted_at=self.clock(),
        )

    async def _tell(self, key: GameKey, game: Game, words: Words, view: View) -> View:
        """The end in a message of its own, which notifies the group: the only loud one."""
        await self._spend(key, view)
        again = self.signer.button(words("Play again"), key, game, Action.AGAIN)
        call = self.telegram.send_text(key, captions.final(game, words), ((again,),), loud=True)
        await self._called(key, call, self.post_patience, view, view)
        return replace(view, told=game.id)

    async def _spend(self, key: GameKey, view: View) -> None:
        wait = await budget.take(self.store, key.chat, budget.Purse.TABLE, self.clock(), self.per_minute)
        if wait is not None:
            raise _Later(view, wait)

    async def _called(self, key: GameKey, call: Awaitable[T], patience: float, view: View, unknown: View) -> T:
        """A call to Telegram, bounded. If it is refused the message still shows `view`; `unknown` if nobody knows."""
        try:
            return await within(patience, call)
        except (TimeoutError, errors.Unknown) as silence:
            self.report(f"Unknown: no answer from Telegram ({silence or type(silence).__name__})")
            raise _Later(unknown, Millis(self.clock() + UNKNOWN_MS)) from None
        except errors.Flood as flood:
            until = Millis(self.clock() + 1_000 * flood.retry_after)
            await budget.block(self.store, key.chat, until)
            raise _Later(view, until) from None
        except errors.PhotosForbidden:
            raise _Later(replace(view, kind=WORDS, look="", picture=""), self.clock()) from None

    async def _forget(self, key: GameKey, view: View) -> None:
        """Delete what was there before. That it cannot be, or is gone, changes nothing that matters."""
        if view.message is None:
            return
        with suppress(TimeoutError, errors.TelegramError):
            await within(self.patience, self.telegram.delete(key, view.message))


class _Later(Exception):
    """The rest must wait until `due`; `view` is what the message shows until then."""

    def __init__(self, view: View, due: Millis) -> None:
        super().__init__(due)
        self.view = view
        self.due = due


def _is_older(loaded: Loaded, view: View) -> bool:
    """Whether a game as read is older than what the message shows."""
    return loaded.stored is None or loaded.stored.version < view.shown


def _for_game(view: View, game: Game) -> View:
    """The view of this game: another game's message stays in the chat as it is, and a new one is posted."""
    if view.game == game.id:
        return view
    kind = WORDS if view.kind == WORDS else ""
    return View(game=game.id, kind=kind, told=view.told, owner=view.owner, lease_until=view.lease_until)


def _adopting(view: View, game: Game, pressed: int | None) -> View:
    """The view with the pressed message in it, where of this game's table none is known, or an older one."""
    if pressed is None or (view.message is not None and view.kind != LOBBY and pressed <= view.message):
        return view
    lost_lobby = view.message is None and view.kind == LOBBY
    kind = view.kind if view.kind == WORDS or lost_lobby else PHOTO if game.table else LOBBY
    return replace(view, message=pressed, kind=kind, look="", picture="")


def is_behind(loaded: Loaded, stored: Stored, now: Millis, grace: int = BEHIND_MS) -> bool:
    """Whether the message shows an older game, or what was chosen before, and nobody is about to change that.

    Whoever changed the game has `grace` milliseconds to show it.
    """
    view, game = loaded.view, stored.game
    older = view.game != game.id or view.shown < stored.version or view.settings != loaded.settings.version
    return older and view.lease_until <= now and view.due <= now and now - game.active_at >= grace


def end_is_untold(game: Game, view: View) -> bool:
    """Whether a game is over and the group has still to be told; a lobby that closed is told to nobody."""
    return game.phase is Phase.FINISHED and game.finish is not Finish.LOBBY_CLOSED and view.told != game.id


async def _drawn(face: Face) -> bytes:
    """The picture's bytes, drawn beside the event loop."""
    assert face.picture is not None  # noqa: S101 - only PHOTO faces are drawn # nosec B101
    with part("render"):
        return await asyncio.to_thread(table_png, face.picture)
