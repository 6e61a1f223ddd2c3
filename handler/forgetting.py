"""/forgetme: what is kept of a person is deleted, and games go on without the name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import commands
from engine.forgetting import names, without_person
from engine.game import Phase
from engine.play import play
from engine.players import is_seated, player_of
from engine.value import Value, replace
from handler.aliases import alias_of
from handler.errors import Conflict, StoreFailure
from handler.judging import TRIES, expiry
from handler.lobby import last_until
from handler.ports import ChatId, GameKey, Stored, Version

if TYPE_CHECKING:
    from engine.game import Game, Millis, PlayerId
    from handler.desk import Desk
    from handler.intents import Person
    from handler.ports import Loaded
    from handler.words import Words

LONGEST_MS = 12_000
"""No further place is begun after this time: a Lambda has 30 s in all. What is left is done when asked again."""


class Forgetting(Value):
    """One person being forgotten at `now`. Whatever fails, all may be done again, and what is done stays done."""

    desk: Desk
    person: PlayerId
    now: Millis

    async def everywhere(self) -> tuple[int, bool]:
        """In how many groups the person was named, and whether all of it is done."""
        store, groups, whole = self.desk.store, set(), True
        await store.erase_person(self.person)
        await store.erase_place(GameKey(ChatId(self.person)))
        for key, mark in (await store.seats_of(self.person)).items():
            if key.chat > 0:
                await store.erase_place(key)
            elif self.desk.clock() - self.now > LONGEST_MS or (named := await self._at(key)) is None:
                whole = False
                continue
            elif named:
                groups.add(key.chat)
            await store.drop_seat(self.person, key, mark)
        return len(groups), whole

    async def _at(self, key: GameKey) -> bool | None:
        """Whether the person was named at a place, and is no more; None where others wrote all the time."""
        named = await self._in_game(key)
        if named is None:
            return None
        last = await self._last_game(key)
        await self.desk.store.erase_picks(key, self.person)
        self.desk.crowds.forget(key)
        return named or last

    async def _in_game(self, key: GameKey) -> bool | None:
        """The same of the game at a place.

        It is stored anew even where it does not name the person: so a seat that is being taken at this moment is judged
        again, and noted again before it is stored.
        """
        for _ in range(TRIES):
            loaded = await self.desk.store.load(key)
            if loaded.stored is None:
                return False
            after = await self._without(key, loaded, loaded.stored)
            until = after.game.active_at if after.game.phase is Phase.FINISHED else self.now
            try:
                await self.desk.store.save(key, after, loaded.stored.version, expires=expiry(after.game, until))
            except Conflict:
                continue
            named = names(loaded.stored.game, self.person)
            if named:
                await self.desk.publish(key, replace(loaded, stored=after))
            return named
        return None

    async def _without(self, key: GameKey, loaded: Loaded, stored: Stored) -> Stored:
        """What is stored once the person has left, if still seated, and is nobody's name any more."""
        game = stored.game
        if is_seated(game, self.person) and game.phase is not Phase.FINISHED:
            taps = await self.desk.store.last_taps(key, game.id)
            game = play(game, commands.Leave(self.person), self.now, taps).after
        game = self._unnamed(game, self.desk.words_here(loaded))
        word = f" {self.person} "
        kept = (one for one in stored.answered if one.player != self.person and word not in f" {one.event} ")
        return replace(stored, game=game, version=Version(stored.version + 1), answered=tuple(kept))

    async def _last_game(self, key: GameKey) -> bool:
        """Whether the game before the one at a place named the person; it does so no more."""
        last = await self.desk.store.load_last_game(key)
        if last is None or not names(last, self.person):
            return False
        unnamed = self._unnamed(last, self.desk.words_here(await self.desk.store.load(key)))
        await self.desk.store.save_last_game(key, unnamed, last_until(last))
        return True

    def _unnamed(self, game: Game, words: Words) -> Game:
        """The game with the seat's number for a name, as on the chip."""
        player = player_of(game, self.person)
        name = words("Player {seat}", seat=str(player.seat)) if player is not None else ""
        return without_person(game, self.person, alias_of(self.desk.signer.key, game, self.person), name)


async def forget(desk: Desk, key: GameKey, person: Person, now: Millis) -> None:
    """Forget whoever asks in the private chat, and tell what is deleted and what goes by itself."""
    try:
        words = desk.words_for(person, await desk.store.load(key, person.id))
    except StoreFailure:
        words = desk.words_for(person)
    try:
        groups, whole = await Forgetting(desk, person.id, now).everywhere()
    except StoreFailure as failure:
        desk.report(str(failure))
        groups, whole = 0, False
    await desk.quietly(desk.telegram.send_text(key, told(groups, words, whole=whole)))


def told(groups: int, words: Words, *, whole: bool) -> str:
    """What was deleted, and what goes by itself."""
    if not whole:
        return words("Not all of it could be done just now: send /forgetme again.")
    lines = [words("Forgotten: your language, your settings, and the games that you played alone with me.")]
    if groups:
        lines.append(
            words.count(
                "In {n} group I took your name and number out of the games; what you won there stays, as that of a "
                "player without a name. A game that was on goes on without you.",
                "In {n} groups I took your name and number out of the games; what you won there stays, as that of a "
                "player without a name. A game that was on goes on without you.",
                groups,
            )
        )
    lines.append(
        words(
            "What goes by itself: cards that you pressed where you did not play and timers of your own games, within a "
            "day; backups, within 35 days unless my operator keeps them longer. Messages in groups stay as they are, "
            "except the table of the last game. If you play again, I keep again what that needs."
        )
    )
    return "\n\n".join(lines)
