"""Whole games of every system with eight of the longest names, in each language: within the limits, the news first."""

from __future__ import annotations

import re
from contextlib import closing
from random import Random
from string import Formatter
from typing import TYPE_CHECKING

import pytest

from engine.game import Phase
from engine.players import seated
from engine.rules import CALL, CLASSIC, FAMILY, RACE, SOLO, DeckKind, Rounds, Rules
from engine.sets import find_sets
from engine.value import replace
from handler.languages import languages
from handler.names import shown_name
from handler.ports import ChatId, GameKey
from tests.builders import no_set
from tests.catalogues import template, texts
from tests.group import PLACE, Group, person
from tests.handler.conftest import group_at
from tests.tongues import NEWS, check_toast, length, news, strict_words_of

if TYPE_CHECKING:
    from pathlib import Path

    from handler.words import Words

NAMES = tuple(
    shown_name(f"{seat}{'Maximiliana-Alexandrina' * 3}"[:64], "Konstantinopolitanowska" * 3, seat)
    for seat in range(1, 9)
)

GAMES = (RACE, CLASSIC, replace(CALL, rounds=Rounds.MATCH, deck=DeckKind.EASY), FAMILY)

TOASTS = {
    *("replies.py", "refusals.py", "presses.py", "language_menu.py", "lobby.py", "service.py"),
    *("lobby_menu.py", "settings_menu.py", "house.py", "rule_choices.py"),
}
"""Where sentences are said to one presser."""

each_language = pytest.mark.parametrize("language", languages())


class Table:
    """One game at which anything is done that people do; all they are told is kept."""

    def __init__(self, group: Group, words: Words, place: GameKey = PLACE) -> None:
        self.group, self.words, self.place, self.rng = group, words, place, Random(7)
        self.told: list[str] = []

    def press(self, name: str, label: str, *, stale: bool = False) -> None:
        shown = [post for post in self.group.telegram.shown if post.place == self.place]
        posts = [post for post in shown if any(label in b.text for row in post.keyboard for b in row)]
        if not posts:
            return
        post = posts[max(-4, -len(posts))] if stale else posts[-1]
        said = next(b.text for row in post.keyboard for b in row if label in b.text)
        self.told.append(self.group.press(name, said, post).text)

    def claim(self, name: str, *, right: bool, stale: bool) -> None:
        game = self.group.game(self.place)
        found = find_sets(game.table)
        cards = self.rng.choice(found) if found and right else no_set(game) if len(game.table) > 3 else ()
        self.press(name, "SET!")
        for card in cards:
            self.group.later(0.4)
            if card in game.table:
                slot = str(game.table.index(card) + 1)
                self.told.append(self.group.press(name, slot, self.group.with_button(slot)).text)
        self.press(name, "SET!", stale=stale)
        self.group.later(0.4)

    def step(self) -> None:
        """What one of them does."""
        rng, game = self.rng, self.group.game(self.place)
        name = rng.choice([player.name for player in seated(game)] or NAMES)
        lot = rng.random()
        if game.phase is Phase.DEALING:
            self.press(name, self.words("Deal: {name}", name="").split(":")[0])
            self.group.later(9)
        elif lot < 0.62:
            self.claim(name, right=True, stale=lot < 0.15)
        elif lot < 0.72:
            self.claim(name, right=False, stale=False)
        elif lot < 0.9:
            for one in seated(game):
                self.press(one.name, "/")
        else:
            self.group.later(rng.choice((3, 13, 125)))
            self.press(name, "SET!")
            self.group.wake_due()

    def play(self) -> None:
        for _ in range(900):
            if self.group.game(self.place).phase is Phase.FINISHED:
                return
            self.step()

    def check(self) -> None:
        """Hold all that was told and posted to the limits."""
        assert len(self.told) > 30
        for toast in set(self.told):
            if not re.match(r".?\d+ [✓✗] ", toast):
                check_toast(toast)
            assert 0 < length(toast) <= 200
        for post in self.group.telegram.shown:
            assert 0 < length(post.text) <= (4096 if post.photo is None else 1024), post.text
            for button in (button for row in post.keyboard for button in row):
                assert len((button.data or "").encode()) <= 64
                assert 0 < length(button.text) <= 64
            assert all(len(row) <= 8 for row in post.keyboard)
            assert sum(map(len, post.keyboard)) <= 100


@pytest.mark.failure(54)
@each_language
@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.system)
def test_a_whole_game_of_eight_keeps_to_the_limits(tmp_path: Path, language: str, rules: Rules) -> None:
    group, store = group_at(tmp_path / "games.sqlite")
    with closing(store), closing(group):
        group.languages.update(dict.fromkeys(NAMES, language))
        group.added(by=NAMES[0])
        words = strict_words_of(language)
        group.type(NAMES[0], "/newgame")
        for name in NAMES[1:]:
            group.press(name, words("Join"))
        group.change(lambda game: replace(game, rules=rules))
        group.press(NAMES[0], words("Start"))
        table = Table(group, words)
        table.play()
        for command in ("cards", "score", "rules", "odds", "help", "leave", "stop", "kick"):
            group.type(NAMES[1], f"/{command}", answering=NAMES[2])
        table.press(NAMES[3], "SET!")
        table.check()
        assert len(group.game().players) == 8
        assert group.game().phase is Phase.FINISHED


@each_language
def test_a_whole_game_of_one_keeps_to_the_limits(tmp_path: Path, language: str) -> None:
    group, store = group_at(tmp_path / "games.sqlite")
    with closing(store), closing(group):
        group.languages.update(dict.fromkeys(NAMES, language))
        place = group.solo(NAMES[0])
        assert place == GameKey(ChatId(person(NAMES[0]).id))
        assert group.game(place).rules == SOLO
        table = Table(group, strict_words_of(language), place)
        while group.game(place).phase is not Phase.FINISHED:
            game = group.game(place)
            cards = next(iter(find_sets(game.table)), None)
            if cards is None or len(table.told) % 11 == 5:
                table.press(NAMES[0], table.words("No set"))
            for card in cards or ():
                if card in group.game(place).table:
                    table.press(NAMES[0], str(group.game(place).table.index(card) + 1))
                group.later(0.4)
        table.check()


def filled(sentence: str, words: Words) -> str:
    """A sentence with the longest that its fields may hold."""
    longest: dict[str, object] = {
        "name": "Maximiliana…",
        "n": 21,
        "chip": "⑧",
        "picked": "19 20 21",
        "slots": "19 20 21",
        "score": -12,
    }
    longest |= {"ms": 1234, "time": "12:34", "feature": "", "value": "", "twice": "", "once": ""}
    longest |= {"change": words("{name} took {slots}", name="Maximiliana…", slots="19 20 21")}
    longest |= {"player": "⑧ Maximilia…", "choice": words("Quick claim"), "option": words("for all eyes")}
    wanted = {name for _, name, _, _ in Formatter().parse(sentence) if name}
    return words(sentence, **{name: longest[name] for name in wanted})


@each_language
def test_every_sentence_of_a_toast_has_its_news_in_the_first_forty_characters(language: str) -> None:
    words = strict_words_of(language)
    said = [
        message.id
        for message in texts(template())
        if isinstance(message.id, str)
        and not message.context
        and TOASTS & {where for where, _ in message.locations}
        and "\n" not in message.id
    ]
    assert len(said) > 70
    long = {sentence: filled(sentence, words) for sentence in said if len(news(filled(sentence, words))) > NEWS}
    assert long == {}
