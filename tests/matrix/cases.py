"""All kinds of updates that the service understands, each with the game that it comes to."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from engine.clock import GAME_ENDS_AFTER
from engine.game import Millis, PlayerId
from handler import budget
from handler.callback_data import Action
from handler.choices import ChatSettings, WhoStarts
from handler.intents import Person, Typed
from handler.ports import ChatId, GameKey, Tap, Version
from handler.settings_menu import ITEMS, UNIT
from tests.builders import NOON
from tests.matrix.case import MOVED_TO, Case, on, private
from tests.matrix.prepared import PLACE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from handler.callback_data import ButtonData
    from tests.matrix.scene import Scene

TOPIC = GameKey(ChatId(-1001), 7)
ADMIN = {-1001: [1]}
OTHERS_ADMIN = {-1001: [9]}


def asked(text: str, *, player: int = 1) -> Callable[[Scene], object]:
    """Somebody typed this before, and was answered."""

    async def setup(world: Scene) -> None:
        typed = Typed(
            0, world.case.key, Person(PlayerId(player), f"P{player}"), False, text, "", None, world.case.key.chat > 0
        )
        await world.service.handle(typed, world.now())

    return setup


async def table_is_deleted(world: Scene) -> None:
    """By an admin; nobody is told."""
    message = world.store.views[world.case.key].message or 0
    world.cached[message] = world.chats.posts.pop(message)


async def edit_is_put_off(world: Scene) -> None:
    """Somebody joined while Telegram had asked to wait: the edit comes by a wake of its own."""
    await budget.block(world.store, world.case.key.chat, Millis(world.now() + 8_000))
    post, data = world.newest(on(Action.JOIN))
    world.inbox.press(5, post, data)


async def only_admins_open(world: Scene) -> None:
    await world.store.save_settings(
        world.case.key.chat, ChatSettings(who_starts=WhoStarts.ADMINS, version=Version(1)), Version(0)
    )


async def forty_taps(world: Scene) -> None:
    """So many that they are put together."""
    made = world.case.prepared()
    assert made is not None
    for number in range(40):
        tap = Tap(-100 - number, made.game.table[number % 3], world.now() - 1000 * (60 - number))  # type: ignore[arg-type]
        await world.store.add_tap(world.case.key, made.game.id, PlayerId(1), tap)


def of_system(system: str) -> list[Case]:
    """What is pressed and what rings in games of one system."""
    key = private() if system == "solo" else PLACE

    def case(name: str, made: str, **more: object) -> Case:
        return Case(f"{system}: {name}", made, system, key, **more)  # type: ignore[arg-type]

    return [
        case("a card", "table", press=on(Action.PICK)),
        case("My picks", "table", press=on(Action.MY_PICKS), picked=2),
        case("wake, nobody has come", "table", wake=NOON + 600_000, gap=590),
        case("goes on after a pause", "paused", press=on(Action.PICK)),
        case("wake, the day is over", "paused", wake=NOON + GAME_ENDS_AFTER, gap=GAME_ENDS_AFTER / 1000 - 700),
        case("Yes, leave", "table", setup=asked("leave"), press=on(Action.CONFIRM_LEAVE)),
        case("Yes, end it", "table", setup=asked("stop"), press=on(Action.CONFIRM_STOP)),
        case("Play again", "finished", press=on(Action.AGAIN)),
        *(_claims(system, case)),
        *(_lobbies(system, case) if system != "solo" else ()),
        *(_votes(system, case) if system != "solo" else ()),
    ]


Maker = Callable[..., Case]


def _claims(system: str, case: Maker) -> Iterator[Case]:
    """How sets are claimed: after a call, by the third card, or by SET!."""
    if system in ("call", "family"):
        yield case("SET! calls", "table", press=on(Action.CLAIM))
        yield case("third card, right", "called", third=True, picked=2, gap=2)
        yield case("third card, wrong", "called", third=True, picked=2, wrongly=True, gap=2)
        yield case("wake, too late", "called", wake=0, gap=1)
        if system == "call":
            yield case("third card, ends it", "last move", player=0, third=True, picked=2, gap=2)
    elif system == "solo":
        yield case("third card, right", "table", third=True, picked=2)
        yield case("third card, wrong", "table", third=True, picked=2, wrongly=True)
        yield case("third card, ends it", "last move", third=True, picked=2)
        yield case("No set", "table", press=on(Action.NO_SET))
    else:
        yield case("SET! right", "table", press=on(Action.CLAIM), picked=3)
        yield case("SET! wrong", "table", press=on(Action.CLAIM), picked=3, wrongly=True)
        yield case("SET! ends it", "last move", press=on(Action.CLAIM), picked=3)
        yield case("third card, right, quick", "quick table", third=True, picked=2)
        yield case("wake, the time is over", "locked", wake=NOON + 120_000, gap=100)


def _lobbies(system: str, case: Maker) -> Iterator[Case]:
    yield case("Join", "lobby", player=4, press=on(Action.JOIN))
    yield case("Leave", "lobby", player=2, press=on(Action.LEAVE))
    yield case("Start", "lobby", press=on(Action.START))
    yield case("a preset", "lobby", press=on(Action.PRESET, 1))
    yield case("More", "lobby", press=on(Action.MENU, 1))
    yield case("a choice", "lobby", menu="choices", press=on(Action.CHOOSE))
    yield case("Join in mid game", "table", player=4, press=on(Action.JOIN))
    yield case("wake, the lobby closes", "lobby", wake=NOON + 1_800_000, gap=1_000)
    if system == "family":
        yield case("a handicap", "lobby", menu="handicaps", press=on(Action.HANDICAP))


def _votes(system: str, case: Maker) -> Iterator[Case]:
    """What players agree on, and what the next dealer does."""
    if system != "race":
        yield case("No set here?", "table", press=on(Action.VOTE))
        yield case("all agree on more", "all but one agree", press=on(Action.VOTE))
    yield case("No set left?", "vote open", press=on(Action.VOTE))
    if system == "family":
        yield case("all agree to end", "last move", player=0, press=on(Action.VOTE))
    if system == "call":
        yield case("Deal", "round over", player=2, press=on(Action.DEAL))


def typed() -> list[Case]:
    """Commands in a group, in a topic, and in private."""
    found: list[Case] = []
    for text in (
        "/rules",
        "/odds",
        "/help",
        "/language",
        "/privacy",
        "/settings",
        "/cards",
        "/score",
        "/table",
        "/leave",
        "/stop",
    ):
        found.append(Case(f"group {text}", "table", text=text))
    found += [
        Case("group /settings, admin", "table", text="/settings", admins=ADMIN),
        Case("group /table, later", "table", text="/table", gap=40),
        Case("group /table, deleted", "table", text="/table", gap=40, setup=table_is_deleted),
        Case("group /score, finished", "finished", text="/score"),
        Case("group /newgame, first", text="/newgame"),
        Case("group /newgame, next", "finished", text="/newgame"),
        Case("group /newgame, open", "lobby", text="/newgame"),
        Case("group /newgame, paused", "paused", text="/newgame"),
        Case("group /newgame, admins only", text="/newgame", setup=only_admins_open, admins=ADMIN),
        Case("group /newgame, hidden", text="/newgame", player=0),
        Case("group /solo", text="/solo"),
        Case("group /kick", "table", text="/kick", about=2),
        Case("group /kick, admin", "table", text="/kick", player=9, about=2, admins=OTHERS_ADMIN),
        Case("group /kick, no right", "table", text="/kick", player=3, about=2),
        Case("group /unkick", "kicked", text="/unkick", about=2),
        Case("group /unkick, lobby", "put out of the lobby", text="/unkick", about=2),
        Case("topic /newgame", text="/newgame", key=TOPIC),
        Case("topic /score", "table", text="/score", key=TOPIC),
    ]
    for text in ("/start", "/start how_race", "/help", "/rules", "/odds", "/language", "/privacy", "/forgetme"):
        found.append(Case(f"private {text}", text=text, key=private()))
    for text in ("/settings", "/cards", "/score", "/table", "/leave", "/stop", "/newgame"):
        found.append(Case(f"private {text}", "table", "solo", text=text, key=private()))
    found += [
        Case("private /newgame, first", text="/newgame", key=private()),
        Case("private /solo, first", text="/solo", key=private()),
    ]
    return found


def menus() -> list[Case]:
    """Buttons below answers to commands."""

    def setting(item: str, option: int) -> Callable[[ButtonData], bool]:
        return on(Action.SETTING, option * UNIT + ITEMS.index(item))

    chosen: list[tuple[str, Callable[[ButtonData], bool]]] = [
        ("page", setting("page", 1)),
        ("language", lambda data: data.action is Action.SETTING and data.argument % UNIT == 1 and data.argument > UNIT),
        ("who starts", setting("who", 1)),
        ("gap", setting("gap", 5)),
        ("cards in words", setting("words", 1)),
    ]
    found = [
        Case(f"settings: {name}", "table", setup=asked("settings"), press=press, admins=ADMIN)  # type: ignore[arg-type]
        for name, press in chosen
    ]
    found += [
        Case("settings: no admin", "table", setup=asked("settings"), press=setting("who", 1), player=3, admins=ADMIN),  # type: ignore[arg-type]
        Case("private: language", key=private(), setup=asked("language"), press=on(Action.LANGUAGE, 0)),  # type: ignore[arg-type]
        Case("private: spoken", key=private(), setup=asked("language"), press=on(Action.SPOKEN)),  # type: ignore[arg-type]
        Case("private: setting", "table", "solo", private(), setup=asked("settings"), press=on(Action.SETTING)),  # type: ignore[arg-type]
        Case("paused: Continue", "paused", setup=asked("newgame"), press=on(Action.CONTINUE)),  # type: ignore[arg-type]
        Case("paused: New", "paused", setup=asked("newgame"), press=on(Action.NEW)),  # type: ignore[arg-type]
        Case("hidden: Open a lobby", setup=asked_by_nobody, press=on(Action.OPEN)),
        Case("race: a card, not mine", "table", player=9, press=on(Action.PICK)),
        Case("race: a card, the 41st", "table", setup=forty_taps, press=on(Action.PICK)),
        Case("race: a card, deleted", "table", setup=table_is_deleted, press=on(Action.PICK)),
        Case("race: SET! right, deleted", "table", setup=table_is_deleted, press=on(Action.CLAIM), picked=3),
        Case("topic: SET! right", "table", key=TOPIC, press=on(Action.CLAIM), picked=3),
        Case("race: wake, hop", "lobby", wake=0, gap=1),
        Case("race: wake, edit put off", "table", setup=edit_is_put_off, wake=0),
    ]
    return found


async def asked_by_nobody(world: Scene) -> None:
    await world.service.handle(Typed(0, world.case.key, None, True, "newgame", "", None, False), world.now())


def chats() -> list[Case]:
    """What becomes of the bot, and of chats."""

    def member(before: str, after: str) -> Callable[[Case], dict[str, Any]]:
        return lambda case: {"my_chat_member": case.membership(before, after)}

    def message(what: dict[str, Any], chat: int = 0) -> Callable[[Case], dict[str, Any]]:
        return lambda case: {"message": case.service(what, chat=chat)}

    leaves, comes = (
        message({"migrate_to_chat_id": MOVED_TO.chat}),
        message({"migrate_from_chat_id": -1001}, MOVED_TO.chat),
    )
    return [
        Case("added to a group", change=member("left", "member")),
        Case("added as admin", change=member("left", "administrator")),
        Case("put out", "table", change=member("member", "kicked"), goes="out"),
        Case(
            "put out of a topic",
            "table",
            key=TOPIC,
            setup=topic_is_known,
            change=member("member", "kicked"),
            goes="out",
        ),
        Case("moved, told there", "table", change=leaves, goes="moved"),
        Case("moved, told here", "table", change=comes, goes="moved"),
        Case("moved, with settings", "lobby", setup=only_admins_open, change=leaves, goes="moved"),
        Case(
            "pinned",
            "table",
            change=message({"pinned_message": {"message_id": 501, "date": 0, "chat": {"id": -1001, "type": "group"}}}),
        ),
        Case(
            "deletes itself",
            "table",
            change=message({"message_auto_delete_timer_changed": {"message_auto_delete_time": 86400}}),
        ),
    ]


async def topic_is_known(world: Scene) -> None:
    await world.service.desk.answers.keep_topic(world.case.key)


def all_cases() -> list[Case]:
    """Every kind of update."""
    systems = ("race", "classic", "family", "call", "solo")
    found = [*(case for system in systems for case in of_system(system)), *menus(), *typed(), *chats()]
    assert len({case.name for case in found}) == len(found)
    return found
