"""How a place gets its next game: a lobby, opened by a command or by a button."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engine import commands
from engine.clock import PAUSE_AFTER
from engine.events import Joined
from engine.game import Game, GameId, Phase
from engine.notation import event_text
from engine.play import new_game, play
from engine.players import seated
from handler import replies
from handler.callback_data import Action
from handler.errors import Conflict
from handler.judging import TRIES, Busy, Deed, Done, as_admin_if_needed, expiry
from handler.ports import Answered, Stored, Version
from handler.replies import Toast, heard

if TYPE_CHECKING:
    from engine.game import Millis
    from handler.desk import Desk
    from handler.intents import Person, Press
    from handler.ports import GameKey, Loaded


@dataclass(frozen=True, slots=True)
class Opened:
    """What asking for a new game came to: a lobby that is `new`, or what stands in its way.

    `loaded` is what was read, with `stored` in it.
    """

    loaded: Loaded
    stored: Stored
    new: bool


async def open_lobby(
    desk: Desk, key: GameKey, person: Person, update: int, now: Millis, *, after: GameId | None = None
) -> Opened | Busy:
    """A new lobby where no game is under way.

    `after` is the finished game whose players and settings it keeps. A repeated update finds its own lobby.
    """
    loaded = await desk.store.load(key, person.id)
    for attempt in range(TRIES):
        if attempt:
            loaded = await desk.store.load(key, person.id)
        there = loaded.stored
        if there is not None and Answered(person.id, update, _opening(person)) in there.answered:
            return Opened(loaded, there, new=True)
        if there is not None and (await _settled(desk, key, there, now)).phase is not Phase.FINISHED:
            return Opened(loaded, there, new=False)
        game = _lobby(desk, person, now, there.game if there is not None else None, keep=after)
        version = Version(there.version if there is not None else 0)
        stored = Stored(game, Version(version + 1), (Answered(person.id, update, _opening(person)),))
        try:
            await desk.store.save(key, stored, version, expires=expiry(game, now))
        except Conflict:
            continue
        return Opened(replace(loaded, stored=stored), stored, new=True)
    return Busy(loaded)


def _opening(person: Person) -> str:
    return event_text(Joined(person.id, back=False))


async def _settled(desk: Desk, key: GameKey, stored: Stored, now: Millis) -> Game:
    """The game as its clocks stand now: it may be over without anybody having looked."""
    idle = now - stored.game.active_at >= PAUSE_AFTER
    taps = await desk.store.last_taps(key, stored.game.id) if idle else {}
    return play(stored.game, commands.Tick(), now, taps).after


def _lobby(desk: Desk, person: Person, now: Millis, last: Game | None, *, keep: GameId | None) -> Game:
    """A lobby with its opener; with the last game's rules, look and players if that is to be kept."""
    game_id = desk.new_id()
    if last is None:
        return new_game(game_id, person.id, person.name, now)
    game = new_game(game_id, person.id, person.name, now, last.rules, last.look)
    if last.id != keep:
        return game
    for player in seated(last):
        game = play(game, commands.Join(player.id, player.name), now).after
    return game


async def reopen(desk: Desk, press: Press, now: Millis) -> Toast | None:
    """The buttons that ask for a new game: Play again, Open a lobby, and New on a paused game."""
    if press.data.action is Action.NEW:
        refusal = await _make_room(desk, press, now)
        if refusal is not None:
            return refusal
    after = press.data.game if press.data.action is Action.AGAIN else None
    opened = await open_lobby(desk, press.key, press.person, press.update, now, after=after)
    words = desk.words_for(press.person, opened.loaded)
    if isinstance(opened, Busy):
        return heard(replies.busy(words), opened.loaded.preferences)
    if not opened.new:
        return heard(Toast(words("A game is open here already: look further down")), opened.loaded.preferences)
    await desk.publish(press.key, opened.loaded, press.query, Toast(words("A new lobby is open")))
    return None


async def _make_room(desk: Desk, press: Press, now: Millis) -> Toast | None:
    """End the paused game in favour of a new one, with its standings; a refusal if the presser may not."""

    def deed(admin: bool) -> Deed:
        stop = commands.Stop(press.person.id, admin, anew=True)
        return Deed(press.key, press.person.id, press.update, press.data.game, lambda _loaded, _stored: stop)

    done = await as_admin_if_needed(desk, press.person.id, deed, now)
    if not isinstance(done, Done):
        return None
    if done.rejected is not None and done.stored.game.phase is not Phase.FINISHED:
        words = desk.words_for(press.person, done.loaded)
        toast = replies.outcome(done.stored.game, done.events, press.person.id, press.data.revision, now, words)
        return heard(toast, done.loaded.preferences)
    await desk.quietly(desk.shower.show(press.key, done.loaded))
    return None


def is_paused(game: Game) -> bool:
    """Whether a game waits for a tap to go on."""
    return game.phase is Phase.PLAYING and game.paused_at is not None
