"""One kind of update: the game it comes to, who sends what, and how Telegram writes that."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from engine.card import Card
from engine.game import Millis, PlayerId
from engine.sets import find_sets
from handler.callback_data import Action
from handler.ports import ChatId, GameKey, Tap
from tests.builders import no_set
from tests.matrix.prepared import PLACE, prepared

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Mapping

    from engine.game import Game
    from handler.callback_data import ButtonData
    from tests.matrix.prepared import Made
    from tests.matrix.scene import Scene

MOVED_TO = GameKey(ChatId(-1002000000001))
BOT = {"id": 1234567890, "is_bot": True, "first_name": "Setgram", "username": "setgram_bot"}
ANONYMOUS = {"id": 1087968824, "is_bot": True, "first_name": "Group", "username": "GroupAnonymousBot"}

RIGHTS = (
    *("can_be_edited", "is_anonymous", "can_manage_chat", "can_delete_messages", "can_manage_video_chats"),
    *("can_restrict_members", "can_promote_members", "can_change_info", "can_invite_users", "can_post_stories"),
    *("can_edit_stories", "can_delete_stories"),
)
STATUS: dict[str, dict[str, Any]] = {"kicked": {"until_date": 0}, "administrator": dict.fromkeys(RIGHTS, False)}
"""What else Telegram tells of a member."""


@dataclass(frozen=True)
class Case:
    """A kind of update. One of `press`, `third` (card), `text`, `change` and `wake` says what comes.

    `made` and `system` name the prepared game, `picked` how many of a set's cards (or of no set, `wrongly`) its doer
    has picked. `setup` does what else must have been done. A `wake` is what rings from that instant on. `gap` is how
    many seconds nobody has done anything. `goes` tells that the bot is out after it, or that the group has moved.
    """

    name: str
    made: str = ""
    system: str = "race"
    key: GameKey = PLACE
    player: int = 1
    press: Callable[[ButtonData], bool] | None = None
    text: str = ""
    about: int = 0
    change: Callable[[Case], dict[str, Any]] | None = None
    wake: int | None = None
    third: bool = False
    picked: int = 0
    wrongly: bool = False
    setup: Callable[[Scene], Coroutine[Any, Any, None]] | None = None
    gap: float = 5
    menu: str = ""
    admins: Mapping[int, list[int]] = field(default_factory=dict)
    goes: str = ""

    @property
    def where(self) -> str:
        return "private" if self.key.chat > 0 else "topic" if self.key.topic else "group"

    @property
    def is_a_menu(self) -> bool:
        """Whether what is pressed is below an answer to a command, which shows what is chosen."""
        return self.name.startswith(("settings:", "private:"))

    def prepared(self) -> Made | None:
        return prepared(self.made, self.system) if self.made else None

    def happens(self, world: Scene) -> int:
        """It comes: the number of its update."""
        if self.press is not None or self.third:
            post, data = world.newest(self.press or on(Action.PICK, self.cards(world)[2]))
            wanted = self.cards(world) if data.action is Action.CLAIM and self.picked == 3 else ()
            world.inbox.press(self.doer(), post, data, wanted)
            return world.inbox.updates
        if self.text:
            return world.inbox.comes(0, {"message": self.message(self.text, self.player)})
        assert self.change is not None
        return world.inbox.comes(-1, self.change(self))

    def cards(self, world: Scene) -> tuple[Card, ...]:
        """What its doer picks."""
        game: Game = world.store.games[self.key][0].game
        if self.wrongly:
            return no_set(game)
        return find_sets(game.table)[0]

    def doer(self) -> int:
        """Who does it: where nobody is named, whose turn it is."""
        made = self.prepared()
        if self.player or made is None:
            return self.player
        game = made.game
        return game.control.player if game.control else next(one.id for one in game.players if one.id not in game.votes)

    async def picks(self, world: Scene) -> None:
        """The cards that were picked before, one second after another."""
        made = self.prepared()
        if made is None:
            return
        for number, card in enumerate(self.cards(world)[: self.picked]):
            at = Millis(world.now() - 300 * (3 - number))
            await world.store.add_tap(self.key, made.game.id, PlayerId(self.doer()), Tap(-1 - number, Card(card), at))

    # --- as Telegram writes it ---------------------------------------------------------------------------------------

    def chat(self, chat: int = 0) -> dict[str, Any]:
        number = chat or self.key.chat
        if number > 0:
            return {"id": number, "type": "private", "first_name": f"P{number}"}
        return {"id": number, "type": "supergroup", "title": "Group"}

    def message(self, text: str, player: int, *, chat: int = 0) -> dict[str, Any]:
        who = user(player) if player else {**ANONYMOUS}
        sent = {"message_id": 9_000, "date": 1, "chat": self.chat(chat), "from": who, "text": text}
        if not player:
            sent["sender_chat"] = self.chat(chat)
        if self.key.topic:
            sent |= {"message_thread_id": self.key.topic, "is_topic_message": True}
        if self.about:
            sent["reply_to_message"] = {
                "message_id": 8_000,
                "date": 1,
                "chat": self.chat(chat),
                "from": user(self.about),
                "text": "hm",
            }
        return sent

    def service(self, what: Mapping[str, Any], *, chat: int = 0) -> dict[str, Any]:
        """A service message."""
        return {"message_id": 9_001, "date": 1, "chat": self.chat(chat), "from": user(1), **what}

    def membership(self, before: str, after: str) -> dict[str, Any]:
        """What becomes of the bot in the chat."""

        def member(status: str) -> dict[str, Any]:
            return {"user": BOT, "status": status, **STATUS.get(status, {})}

        return {
            "chat": self.chat(),
            "from": user(1),
            "date": 1,
            "old_chat_member": member(before),
            "new_chat_member": member(after),
        }


def on(action: Action, argument: int | None = None) -> Callable[[ButtonData], bool]:
    """A button that asks this."""
    return lambda data: data.action is action and argument in (None, data.argument)


def user(number: int) -> dict[str, Any]:
    return {"id": number, "is_bot": False, "first_name": f"P{number}", "language_code": "en"}


def private(number: int = 1) -> GameKey:
    return GameKey(ChatId(number))
