"""How a place gets its next game: a lobby, or one player's game dealt at once, opened by a command or a button."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import commands
from engine.clock import PAUSE_AFTER
from engine.events import Joined
from engine.game import Game, GameId, Phase
from engine.notation import event_text
from engine.play import new_game, play
from engine.players import seated
from engine.rules import SOLO
from engine.value import Value, replace
from handler import house, replies
from handler.aliases import is_alias
from handler.callback_data import Action
from handler.errors import Conflict
from handler.house import Barred, barred
from handler.judging import TRIES, Busy, Deed, Done, Missing, as_admin_if_needed, carry_out, expiry, note_seats
from handler.ports import Answered, Loaded, Stored, Version
from handler.replies import Toast, heard
from handler.rule_choices import Setup, setup_of
from handler.solo_result import is_alone
from handler.view import end_is_untold, is_behind

if TYPE_CHECKING:
    from engine.game import Millis
    from handler.choices import ChatSettings
    from handler.desk import Desk
    from handler.intents import Person, Press
    from handler.ports import GameKey
    from handler.words import Words


TOLD_WITHIN_MS = 300_000
"""So long at most does the next game wait for the last one's end to be told, where that cannot be at once."""


class Opened(Value):
    """What asking for a new game came to: a lobby or deal that is `new`, or what stands in its way as it is `now`.

    `loaded` is what was read, with `stored` in it.
    """

    loaded: Loaded
    stored: Stored
    new: bool


async def open_lobby(
    desk: Desk,
    key: GameKey,
    person: Person,
    update: int,
    now: Millis,
    *,
    after: GameId | None = None,
    alone: bool = False,
) -> Opened | Barred | Busy:
    """A new lobby, if no game is under way and the settings allow one.

    Busy if too many wrote at once, or if the last end must be told first. `after` is the finished game whose players,
    rules and look it keeps; after a game that one player played alone, or with `alone`, the opener plays alone and is
    dealt to at once. A repeated update finds its own lobby.
    """
    for _ in range(TRIES):
        loaded = await _free_place(desk, key, person, update, now)
        if not isinstance(loaded, Loaded):
            return loaded
        version = Version(loaded.stored.version if loaded.stored is not None else 0)
        game = _next(desk, key, person, now, loaded, after=after, alone=alone)
        stored = Stored(game, Version(version + 1), (Answered(person.id, update, _opening(person)),))
        try:
            await desk.answers.keep_topic(key)
            await note_seats(desk.store, key, [player.id for player in game.players], now)
            await desk.store.save(key, stored, version, expires=expiry(game, now))
        except Conflict:
            continue
        return Opened(replace(loaded, stored=stored), stored, new=True)
    return Busy(await desk.store.load(key, person.id))


async def _free_place(
    desk: Desk, key: GameKey, person: Person, update: int, now: Millis
) -> Loaded | Opened | Barred | Busy:
    """What is read of a place where a game may be opened, with nothing left to do for the last one; else why not."""
    loaded = await desk.store.load(key, person.id)
    there = loaded.stored
    if there is not None and Answered(person.id, update, _opening(person)) in there.answered:
        return Opened(loaded, there, new=True)
    if there is not None:
        settled = await _settled(desk, key, there, now)
        if settled.phase is not Phase.FINISHED:
            return Opened(loaded, replace(there, game=settled), new=False)
        if settled != there.game:  # it ended while nobody looked: that is told before the next takes its place
            ended = await _end(desk, key, now)
            return await _free_place(desk, key, person, update, now) if ended else Busy(loaded)
        if await _still_to_tell(desk, key, loaded, now):
            return Busy(loaded)
    bar = await barred(desk, key, loaded, person, now)
    if bar is not None:
        return bar
    if there is not None and (there.game.taken or there.game.table):
        await desk.store.save_last_game(key, there.game, last_until(there.game))
    return loaded


def last_until(game: Game) -> Millis:
    """How long a game is kept once another has taken its place: as long as it would have been in that place."""
    return expiry(game, game.active_at)


async def under_way(desk: Desk, key: GameKey, loaded: Loaded, now: Millis) -> Opened | None:
    """What would stand in a new game's way, as it is `now`; None where one may be opened."""
    there = loaded.stored
    settled = await _settled(desk, key, there, now) if there is not None else None
    if there is None or settled is None or settled.phase is Phase.FINISHED:
        return None
    return Opened(loaded, replace(there, game=settled), new=False)


def _opening(person: Person) -> str:
    return event_text(Joined(person.id, back=False))


async def _settled(desk: Desk, key: GameKey, stored: Stored, now: Millis) -> Game:
    """The game as its clocks stand now: it may be over without anybody having looked."""
    idle = now - stored.game.active_at >= PAUSE_AFTER
    taps = await desk.store.last_taps(key, stored.game.id) if idle else {}
    return play(stored.game, commands.Tick(), now, taps).after


async def _end(desk: Desk, key: GameKey, now: Millis) -> bool:
    """Store and tell an end that time alone brought; whether it is stored."""
    done = await carry_out(desk.store, Deed(key, None, 0, None, lambda _loaded, _stored: commands.Tick()), now)
    if isinstance(done, Done):
        await desk.quietly(desk.shower.show(key, done.loaded))
    return isinstance(done, Done)


async def _still_to_tell(desk: Desk, key: GameKey, loaded: Loaded, now: Millis) -> bool:
    """Whether the last game's end has to wait to be told: the next game in its place would silence it for good."""
    if not _is_untold(loaded, now):
        return False
    await desk.quietly(desk.shower.show(key, loaded))
    return _is_untold(await desk.store.load(key), now)


def _is_untold(loaded: Loaded, now: Millis) -> bool:
    """Whether a game has just ended, and nobody has told so: who holds the message may be about to, or have died."""
    view, game = loaded.view, loaded.stored.game if loaded.stored else None
    if game is None or game.finished_at is None:
        return False
    return end_is_untold(game, view) and now - game.finished_at < TOLD_WITHIN_MS


def _next(
    desk: Desk, key: GameKey, person: Person, now: Millis, loaded: Loaded, *, after: GameId | None, alone: bool
) -> Game:
    """What follows the last game of a place; after that game, with its rules, its look and its players."""
    last = loaded.stored.game if loaded.stored is not None else None
    kept = last if last is not None and last.id == after else None
    if alone or (kept is not None and is_alone(kept.rules)):
        return _dealt_alone(desk, key, person, now, loaded.settings)
    setup = Setup(loaded.settings.rules, loaded.settings.look) if kept is None else Setup(kept.rules, kept.look)
    game = new_game(desk.new_id(), person.id, person.name, now, setup.rules, setup.look)
    for player in seated(kept) if kept is not None else ():
        if not is_alias(player.id):
            game = play(game, commands.Join(player.id, player.name), now).after
    return game


def _dealt_alone(desk: Desk, key: GameKey, person: Person, now: Millis, settings: ChatSettings) -> Game:
    """A game of one against the deck, dealt."""
    setup = setup_of(settings, key) if key.chat > 0 else Setup(SOLO, settings.look)
    waiting = new_game(desk.new_id(), person.id, person.name, now, setup.rules, setup.look)
    return play(waiting, commands.Start(person.id, desk.shuffle(setup.rules.deck)), now).after


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
    if isinstance(opened, Barred):
        return heard(Toast(house.told(opened, words)), opened.loaded.preferences)
    if press.data.action is not Action.AGAIN:  # a question, and answered
        await desk.quietly(desk.telegram.delete(press.key, press.message))
    if not opened.new:
        toast = Toast(words("A game is open here already: look further down"))
        if not is_behind(opened.loaded, opened.stored, now):
            return heard(toast, opened.loaded.preferences)
        await desk.publish(press.key, opened.loaded, press.query, toast)  # it was opened, and never shown
        return None
    await desk.publish(press.key, opened.loaded, press.query, Toast(_told(opened, words)))
    return None


def _told(opened: Opened, words: Words) -> str:
    return words("A new lobby is open") if opened.stored.game.phase is Phase.LOBBY else words("The cards are dealt")


async def _make_room(desk: Desk, press: Press, now: Millis) -> Toast | None:
    """End the paused game in favour of a new one, with its standings; a refusal if that may not be.

    A game that goes on again is not ended by a button that has been lying there: /stop asks once more.
    """
    loaded = await desk.store.load(press.key, press.person.id)
    there = loaded.stored
    if there is not None and there.game.id == press.data.game:
        settled = await _settled(desk, press.key, there, now)
        if settled.phase is not Phase.FINISHED and not is_paused(settled):
            words = desk.words_for(press.person, loaded)
            return heard(Toast(words("The game goes on again: /stop ends it")), loaded.preferences)

    def deed(admin: bool) -> Deed:
        stop = commands.Stop(press.person.id, admin, anew=True)
        return Deed(press.key, press.person.id, press.update, press.data.game, lambda _loaded, _stored: stop)

    done = await as_admin_if_needed(desk, press.person.id, deed, now)
    if isinstance(done, Busy):
        return heard(replies.busy(desk.words_for(press.person, done.loaded)), done.loaded.preferences)
    if isinstance(done, Missing):
        return None
    if done.rejected is not None and done.stored.game.phase is not Phase.FINISHED:
        words = desk.words_for(press.person, done.loaded)
        toast = replies.outcome(done, press.person.id, press.data.revision, now, words)
        return heard(toast, done.loaded.preferences)
    await desk.quietly(desk.shower.show(press.key, done.loaded))
    return None


def is_paused(game: Game) -> bool:
    """Whether a game waits for a tap to go on."""
    return game.phase in (Phase.PLAYING, Phase.DEALING) and game.paused_at is not None
