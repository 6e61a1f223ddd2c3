"""Games as a group has them: people in a local Telegram, its rules and refusals, and the Lambda's entry behind it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from msgspec.structs import force_setattr

from engine.game import Phase
from engine.sets import find_sets
from handler.ports import ChatId, GameKey
from infra.local.bot_api.chat import Rights
from tests.lambda_entry import entry
from tests.local_telegram import LIMITS, LocalTelegram

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from engine.game import Game
    from infra.local.bot_api.chat import Chat
    from infra.local.bot_api.person import Person


class Evening:
    """Ana, Ben and Cleo in a chat with the bot."""

    def __init__(self, telegram: LocalTelegram, *, supergroup: bool = False, topics: tuple[str, ...] = ()) -> None:
        self.telegram = telegram
        world = telegram.world
        self.ana, self.ben, self.cleo = (world.add_person(name) for name in ("Ana", "Ben", "Cleo"))
        self.chat: Chat = world.make_group(
            "Friends", [self.ana, self.ben, self.cleo], supergroup=supergroup, topics=topics
        )
        self.topic: int | None = next(iter(self.chat.topics), None)
        telegram.deliver()

    @property
    def id(self) -> int:
        return self.chat.id

    def game(self) -> Game:
        game = self.telegram.entry.game(GameKey(ChatId(self.id), self.topic or 0))
        assert game is not None
        return game

    def start(self) -> None:
        self.telegram.say(self.ana, self.id, "/newgame", topic=self.topic)
        lobby = self.telegram.newest(self.id)["message_id"]
        self.telegram.press(self.ben, self.id, lobby, "Join")
        self.telegram.press(self.ana, self.id, lobby, "Start")

    def press(self, person: Person, label: str) -> str:
        answer = self.telegram.press(person, self.id, self.telegram.table(self.id)["message_id"], label)
        assert answer is not None
        return answer.text

    def shows_all(self) -> bool:
        """Whether the message has a number for each card: while it is behind, cards may lie there that it lacks."""
        message = self.telegram.table(self.id)["message_id"]
        labels = [button["text"] for row in self.telegram.keyboard(self.id, message) for button in row]
        return sum(label.isdigit() for label in labels) >= len(self.game().table)

    def take_set(self, person: Person) -> str:
        """Pick and claim a set of the stored table; what the claim is told, or a pick under an older picture."""
        game = self.game()
        for card in find_sets(game.table)[0]:
            told = self.press(person, str(game.table.index(card) + 1))
            if "✓" not in told:
                return told
        return self.press(person, "SET!")


@pytest.fixture
def telegram(tmp_path: Path) -> Iterator[LocalTelegram]:
    with entry(tmp_path / "games.sqlite") as made:
        yield LocalTelegram(made)


@pytest.fixture
def patient(tmp_path: Path) -> Iterator[LocalTelegram]:
    """A Telegram that lets a group have any number of messages, and a bot that knows."""
    with entry(tmp_path / "games.sqlite") as made:
        for holder in (made.app.SERVICE.desk.shower, made.app.SERVICE.desk.answers):
            force_setattr(holder, "per_minute", 10_000)
        yield LocalTelegram(made, replace(LIMITS, group_sends=10_000))


def test_a_whole_game_from_newgame_to_the_standings(patient: LocalTelegram) -> None:
    evening = Evening(patient)
    evening.start()
    turns = 0
    while evening.game().phase is Phase.PLAYING:
        assert evening.take_set((evening.ana, evening.ben)[turns % 2]).startswith("SET!")
        turns += 1
    final = patient.newest(evening.id)
    assert final["text"].startswith("🏁 The game is over: no set is left.")
    assert patient.labels(final) == ["🔁 Play again"]
    assert [patient.labels(each) for each in patient.messages(evening.id) if "photo" in each] == [[]]
    assert patient.request.refused == []
    assert {line["kind"] for line in patient.log} == {"added", "ignored", "typed", "press"}


def test_within_telegrams_budget_nothing_is_refused_however_fast_they_play(telegram: LocalTelegram) -> None:
    evening = Evening(telegram)
    evening.start()
    told = [evening.take_set(evening.ana)]
    while told[-1].startswith("SET!") and len(told) < 22 and evening.shows_all():
        telegram.say(evening.ben, evening.id, "/score")
        told.append(evening.take_set(evening.ana))
    assert sum(text.startswith("SET!") for text in told) >= 9
    assert (
        told[-1].startswith(("Gone: Ana took", "Not counted: Ana took", "Counted already")) or not evening.shows_all()
    )
    assert telegram.request.refused == []


@pytest.mark.failure(41)
def test_every_command_is_answered_in_the_group(patient: LocalTelegram) -> None:
    evening = Evening(patient, supergroup=True)
    evening.start()
    table = patient.table(evening.id)["message_id"]
    for command in (
        "/cards",
        "/score@setgram_bot",
        "/rules",
        "/help",
        "/leave",
        "/stop",
        "/newgame",
        "/table",
        "/kick",
    ):
        before = len(patient.messages(evening.id))
        patient.say(evening.ben, evening.id, command)
        newest = patient.newest(evening.id)
        assert newest["reply_to_message"]["message_id"] == table
        assert len(patient.messages(evening.id)) in (before, before + 1)
    assert patient.request.refused == []


def test_in_a_topic_all_stays_in_the_topic(patient: LocalTelegram) -> None:
    evening = Evening(patient, topics=("SET", "Chess"))
    evening.start()
    evening.take_set(evening.ben)
    patient.say(evening.ben, evening.id, "/score", topic=evening.topic)
    told = [each for each in patient.messages(evening.id) if not each.get("text", "").startswith("I deal")]
    assert len(told) == 2
    assert {each["message_thread_id"] for each in told} == {evening.topic}


def test_a_group_that_forbids_photos_is_warned_and_plays_in_words(patient: LocalTelegram) -> None:
    world = patient.world
    people = [world.add_person(name) for name in ("Ana", "Ben")]
    chat = world.make_group("No pictures", people, supergroup=True, bot=False)
    chat.rights = Rights(photos=False)
    world.add_bot(chat.id)
    patient.deliver()
    assert "Pictures are forbidden here" in patient.newest(chat.id)["text"]
    patient.say(people[0], chat.id, "/newgame")
    lobby = patient.newest(chat.id)["message_id"]
    patient.press(people[1], chat.id, lobby, "Join")
    patient.press(people[0], chat.id, lobby, "Start")
    table = patient.table(chat.id)
    assert "photo" not in table
    assert "\n12. " in table["text"]
    assert patient.press(people[1], chat.id, table["message_id"], "7") is not None
    assert patient.request.refused == ["Bad Request: not enough rights to send photos to the chat"]


def test_a_deleted_table_is_posted_again_by_the_next_claim(patient: LocalTelegram) -> None:
    evening = Evening(patient)
    evening.start()
    old = patient.table(evening.id)["message_id"]
    game = evening.game()
    for label in [str(game.table.index(card) + 1) for card in find_sets(game.table)[0]]:
        evening.press(evening.ben, label)
    data = patient.keyboard(evening.id, old)[-1][0]["callback_data"]
    patient.world.delete_message(evening.ana, evening.id, old)

    async def pressing() -> None:
        patient.world.press(evening.ben, evening.id, old, data)

    patient.entry.app.LOOP.run_until_complete(pressing())
    patient.deliver()
    assert patient.table(evening.id)["message_id"] > old
    assert "✅ ② Ben" in patient.table(evening.id)["caption"]


def test_a_group_that_becomes_a_supergroup_plays_on_there(patient: LocalTelegram) -> None:
    evening = Evening(patient)
    evening.start()
    evening.take_set(evening.ana)
    evening.chat = patient.world.migrate(evening.id)
    patient.deliver()
    assert "①Ana 1" in patient.table(evening.id)["caption"]
    assert evening.take_set(evening.ben).startswith("SET!")
    assert [player.score for player in evening.game().players] == [1, 1]


def test_anonymous_admins_start_and_stop_what_they_may(patient: LocalTelegram) -> None:
    evening = Evening(patient, supergroup=True)
    patient.world.promote(evening.cleo.id, evening.id, anonymous=True)
    patient.say(evening.cleo, evening.id, "/newgame")
    question = patient.newest(evening.id)["message_id"]
    patient.press(evening.ben, evening.id, question, "Open a lobby")
    lobby = patient.newest(evening.id)["message_id"]
    patient.press(evening.ana, evening.id, lobby, "Join")
    assert patient.press(evening.cleo, evening.id, lobby, "Start") is not None
    assert evening.game().phase is Phase.PLAYING
    patient.say(evening.cleo, evening.id, "/stop")
    patient.press(evening.cleo, evening.id, patient.newest(evening.id)["message_id"], "Yes, end it")
    assert patient.newest(evening.id)["text"].startswith("🏁 The game was stopped.")


def test_alone_with_the_bot_a_person_learns_the_game(patient: LocalTelegram) -> None:
    person = patient.world.add_person("Ana")
    chat = patient.world.open_private(person)
    for text, beginning in (("/start", "I deal the card game SET"), ("/start how", "Three cards are a set")):
        patient.say(person, chat.id, text)
        newest = patient.newest(chat.id)
        assert (newest.get("text") or newest["caption"]).startswith(beginning)
        assert patient.labels(newest) == ["Add to group"]


@pytest.mark.failure(34)
def test_thrown_out_in_mid_game_the_bot_says_nothing_and_begins_anew_when_it_is_let_back(
    patient: LocalTelegram,
) -> None:
    evening = Evening(patient)
    evening.start()
    patient.world.kick_bot(evening.id)
    patient.deliver()
    assert evening.game().phase is Phase.FINISHED
    patient.world.add_bot(evening.id)
    patient.deliver()
    assert patient.newest(evening.id)["text"].startswith("I deal SET")
    evening.start()
    assert evening.game().phase is Phase.PLAYING
    assert patient.request.refused == []
