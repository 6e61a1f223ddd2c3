"""Whole games of each system, refusals and faults: nothing that somebody is called, wrote or saw is in the log."""

from __future__ import annotations

import dataclasses
import json
import logging
import sqlite3
from typing import TYPE_CHECKING, Any

import pytest
from botocore.exceptions import ClientError, ParamValidationError
from msgspec.structs import force_setattr
from telegram import error as refusals

from engine.game import Phase
from engine.picking import third_claims
from engine.rules import SYSTEMS, DeckKind
from engine.sets import find_sets
from engine.value import replace
from handler.aws import reason
from handler.claiming import calls_first
from handler.errors import StoreFailure
from handler.ports import ChatId, GameKey
from handler.store import items
from handler.telegram import translated
from tests.builders import started
from tests.lambda_entry import SECRET, entry
from tests.local_telegram import LIMITS, LocalTelegram
from tests.wire import TOKEN

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from engine.game import Game
    from infra.local.bot_api.person import Person
    from tests.lambda_entry import Entry

NAMES = ("Xenophilia", "Quetzalcoatl")
GROUP = "Wednesdays in Wolvercote"
SAID = "correct horse battery staple"
HIDDEN = (TOKEN, TOKEN.split(":")[1], SECRET, SAID, *NAMES, *(name.lower() for name in NAMES), GROUP)


class Evening:
    """Two people at play, by any system's rules, with all that the bot shows and says kept."""

    def __init__(self, made: Entry, system: str) -> None:
        self.made, self.system = made, system
        self.town = LocalTelegram(made, dataclasses.replace(LIMITS, group_sends=100_000))
        for holder in (made.app.SERVICE.desk.shower, made.app.SERVICE.desk.answers):
            force_setattr(holder, "per_minute", 10_000)
        self.people = [self.town.world.add_person(name) for name in NAMES]
        self.chat = self.town.world.make_group(GROUP, self.people).id
        self.told: set[str] = set()

    @property
    def key(self) -> GameKey:
        return GameKey(ChatId(self.chat))

    def game(self) -> Game:
        game = self.made.game(self.key)
        assert game is not None
        return game

    def open(self) -> None:
        """A game with the easy deck: a third as long."""
        if self.system == "solo":
            self.chat = self.town.world.open_private(self.people[0]).id
            self.say(0, f"/solo {SAID}")
        else:
            self.say(0, f"/newgame {SAID}")
            lobby = self.town.newest(self.chat)["message_id"]
            self.told.add(getattr(self.town.press(self.people[1], self.chat, lobby, "Join"), "text", ""))
            self.change(replace(SYSTEMS[self.system], deck=DeckKind.EASY))
            self.town.press(self.people[0], self.chat, lobby, "Start")

    def change(self, rules: Any) -> None:
        async def change() -> None:
            stored = (await self.made.store.load(self.key)).stored
            assert stored is not None
            after = replace(stored, game=replace(stored.game, rules=rules), version=stored.version + 1)
            await self.made.store.save(self.key, after, stored.version)

        self.made.app.LOOP.run_until_complete(change())

    def say(self, who: int, text: str) -> None:
        self.town.say(self.people[who], self.chat, text)
        self.look()

    def press(self, person: Person, label: str) -> None:
        table = self.town.table(self.chat)
        answer = self.town.press(person, self.chat, table["message_id"], label)
        self.told.add(answer.text if answer is not None else "")
        self.look()

    def look(self) -> None:
        self.told |= {each.get("text") or each.get("caption") or "" for each in self.town.messages(self.chat)}

    def play(self) -> None:
        """Sets are claimed, and now and then something that is none, until the game is over or long enough."""
        for turn in range(14):
            game = self.game()
            if game.phase is not Phase.PLAYING:
                return
            sets = find_sets(game.table)
            chosen = sets[0] if sets and turn != 3 else game.table[:3]
            person = self.people[0 if self.system == "solo" else turn % 2]
            if calls_first(game.rules):
                self.press(person, "SET!")
            for card in chosen:
                if self.game().revision == game.revision or calls_first(game.rules):
                    self.press(person, str(game.table.index(card) + 1))
            if not calls_first(game.rules) and not third_claims(game.rules):
                self.press(person, "SET!")

    def commands(self) -> None:
        for command in (
            "cards",
            "score",
            "rules",
            "odds",
            "help",
            "settings",
            "kick",
            "table",
            "language",
            "stop",
            "set",
        ):
            self.say(0, f"/{command} {SAID}")


def lines_told(texts: set[str]) -> set[str]:
    """Lines that people saw, long enough to be told from chance."""
    return {line for text in texts for line in text.splitlines() if len(line) >= 10}


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_whole_game_leaves_nothing_of_anybody_in_the_log(
    system: str, tmp_path: Path, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.DEBUG)
    with entry(tmp_path / "games.sqlite") as made:
        evening = Evening(made, system)
        evening.open()
        evening.commands()
        evening.play()
    out = capfd.readouterr()
    everything = json.dumps(evening.town.log, ensure_ascii=False) + caplog.text + out.out + out.err
    shown = lines_told(evening.told)
    assert len(shown) > 30
    assert any(name in text for name in NAMES for text in shown)
    assert [hidden for hidden in (*HIDDEN, *shown) if hidden in everything] == []
    assert {"press", "typed"} <= {line["kind"] for line in evening.town.log}


@pytest.fixture
def made(tmp_path: Path) -> Iterator[Entry]:
    with entry(tmp_path / "games.sqlite") as made:
        yield made


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to each value in a JSON that has none within it."""
    children = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    empty = True
    for name, child in children:
        empty = False
        yield from leaves(child, (*path, name))
    if empty:
        yield path


def put(value: Any, path: tuple[Any, ...], leaf: object) -> Any:
    if not path:
        return leaf
    copied = value.copy()
    copied[path[0]] = put(value[path[0]], path[1:], leaf)
    return copied


def test_a_stored_game_that_cannot_be_read_is_told_without_what_is_in_it() -> None:
    from handler.ports import Stored, Version

    item = items.game_item(Stored(started(2), Version(1)), None)
    body = json.loads(str(item["body"]))
    spoilt = [{**item, "body": json.dumps(put(body, path, leaf))} for path in leaves(body) for leaf in (SAID, [SAID])]
    spoilt += [{**item, name: SAID} for name in item]
    told = []
    for each in spoilt:
        try:
            items.stored_of(each)
        except StoreFailure as failure:
            told.append(str(failure))
    assert len(told) > 40
    assert [text for text in told if SAID in text] == []


def test_a_game_that_cannot_be_read_leaves_no_name_in_the_log(made: Entry, capfd: pytest.CaptureFixture[str]) -> None:
    evening = Evening(made, "race")
    evening.open()
    file = sqlite3.connect(made.path)
    with file:
        file.execute("UPDATE item SET body = replace(body, ?, ?) WHERE sk = 'game'", ('"' + NAMES[1], "[" + NAMES[1]))
    file.close()
    evening.say(0, "/cards")
    assert evening.town.log[-2]["kind"] == "fault"
    everything = json.dumps(evening.town.log) + capfd.readouterr().out
    assert [hidden for hidden in HIDDEN if hidden in everything] == []


@pytest.mark.parametrize(
    "refusal",
    [
        refusals.BadRequest(f'wrong parameter "{SAID}" in "{NAMES[0]}"'),
        refusals.Forbidden(f"bot was blocked by '{NAMES[0]}'"),
        refusals.NetworkError(f"https://api.telegram.org/bot{TOKEN}/sendMessage"),
        refusals.InvalidToken(TOKEN),
        refusals.TelegramError(SAID),
    ],
)
def test_a_refusal_is_told_without_what_it_quotes(refusal: refusals.TelegramError) -> None:
    told = str(translated(refusal))
    assert told
    assert [hidden for hidden in HIDDEN if hidden.lower() in told.lower()] == []


def test_what_aws_refuses_is_told_without_the_values_it_was_given() -> None:
    invalid = ParamValidationError(report=f"Invalid type for parameter ..., value: {SAID}, type: <class 'str'>")
    refused = ClientError({"Error": {"Code": "ValidationException", "Message": f"'{SAID}' is too long"}}, "UpdateItem")
    for error in (invalid, refused):
        assert SAID not in reason(error)
        assert type(error).__name__ in reason(error) or "ValidationException" in reason(error)
