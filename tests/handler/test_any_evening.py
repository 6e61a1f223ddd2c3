"""Evenings in a group as they may come: random people press and type at random while Telegram fails now and then."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from engine.game import Finish, Phase
from engine.rules import CALL, CLASSIC, FAMILY, RACE, DeckKind, Rounds, Rules
from engine.sets import find_sets
from engine.value import replace
from handler import errors
from handler.claiming import calls_first
from handler.face import WORDS, face_of
from handler.words import ENGLISH
from tests.builders import no_set
from tests.group import PLACE
from tests.handler.conftest import group_at

if TYPE_CHECKING:
    from pathlib import Path

    from tests.group import Group, Post

PEOPLE = ("Ana", "Ben", "Cleo", "Dan")
COMMANDS = ("/newgame", "/table", "/cards", "/score", "/leave", "/stop", "/kick", "/unkick", "/rules", "/help", "/solo")
FAILURES = (
    errors.Flood(7),
    errors.Unknown("TimedOut"),
    errors.MessageGone("message to edit not found"),
    errors.PhotosForbidden("not enough rights to send photos"),
    errors.Refused("PHOTO_INVALID_DIMENSIONS"),
    errors.Banned("muted"),
)
METHODS = ("send_photo", "send_text", "edit_photo", "edit_caption", "edit_text", "delete")


def pressable(group: Group) -> list[tuple[Post, str]]:
    posts = group.telegram.posts.values()
    return [(post, button.text) for post in posts for row in post.keyboard for button in row if button.data]


def step(group: Group, rng: Random) -> None:
    """One thing that somebody does, or that happens."""
    name, buttons = rng.choice(PEOPLE), pressable(group)
    match rng.randrange(16):
        case 0 | 1 | 2 | 3 if buttons:
            post, label = rng.choice(buttons)
            told = group.press(name, label, post)
            assert 0 < len(told.text.encode("utf-16-le")) // 2 <= 200
        case 4 | 5 | 6 | 7 | 8 if any(label == "SET!" for _, label in buttons):
            play(group, name, rng)
        case 9:
            group.type(name, rng.choice(COMMANDS), answering=rng.choice(PEOPLE))
        case 10:
            group.later(rng.choice((0.2, 1, 5, 31, 125, 610)))
        case 11 | 12:
            group.wake_due()
        case 13 if rng.random() < 0.5:
            group.telegram.failing[rng.choice(METHODS)] = [rng.choice(FAILURES)]
        case 14 if buttons and rng.random() < 0.3:
            del group.telegram.posts[rng.choice(buttons)[0].id]
        case _ if not any(label == "SET!" or label.endswith("Start") for _, label in buttons):
            group.type(name, rng.choice(("/newgame", "/table")))


def play(group: Group, name: str, rng: Random) -> None:
    """Pick three cards under the newest table and claim them, as far as its buttons go."""
    game = group.game()
    if game.phase is not Phase.PLAYING:
        return
    if calls_first(game.rules) and any(label == "SET!" for _, label in pressable(group)):
        group.press(name, "SET!")
        group.later(rng.choice((0.5, 0.5, 11.5)))
    found = find_sets(game.table)
    for card in rng.choice(found) if found and rng.random() < 0.8 else no_set(game):
        label = str(game.table.index(card) + 1)
        if any(label == there for _, there in pressable(group)):
            group.press(name, label)
            group.later(0.5)
    if any(label == "SET!" for _, label in pressable(group)):
        group.press(name, "SET!")


def at_rest(group: Group) -> None:
    """All failures over, all that waits done."""
    group.telegram.failing.clear()
    for _ in range(4):
        group.later(601)
        group.wake_due()


def check_shown(group: Group) -> None:
    """The message of the stored game shows it, or /table brings it; and an end was told."""
    loaded = group.run(group.store.inner.load(PLACE))
    game, view = loaded.stored.game, loaded.view
    if game.phase is not Phase.FINISHED and view.message not in group.telegram.posts:
        group.later(31)
        group.type("Ana", "/table")
        at_rest(group)
        loaded = group.run(group.store.inner.load(PLACE))
        game, view = loaded.stored.game, loaded.view
        assert view.message in group.telegram.posts
    if view.message in group.telegram.posts:
        face = face_of(PLACE, game, group.signer, ENGLISH, in_words=view.kind == WORDS)
        post = group.telegram.posts[view.message]
        assert (post.text, post.keyboard) == (face.text, face.keyboard)
        assert (post.photo is None) == (face.picture is None)
    assert view.told == game.id or game.phase is not Phase.FINISHED or game.finish is Finish.LOBBY_CLOSED


EVENINGS = (
    *((seed, RACE) for seed in range(8)),
    (8, CLASSIC),
    (9, replace(CALL, rounds=Rounds.MATCH, deck=DeckKind.EASY)),
    (10, FAMILY),
    (11, replace(RACE, quick_claim=True)),
)


@pytest.mark.parametrize(("seed", "rules"), EVENINGS)
def test_whatever_happens_the_message_ends_up_as_the_game(tmp_path: Path, seed: int, rules: Rules) -> None:
    rng = Random(seed)
    group, store = group_at(tmp_path / "games.sqlite", per_minute=rng.choice((5, 20, 1000)))
    group.start("Ana", "Ben", "Cleo", rules=rules)
    for _ in range(150):
        step(group, rng)
    at_rest(group)
    check_shown(group)
    assert group.telegram.calls["answer"] > 1
    group.close()
    store.close()
