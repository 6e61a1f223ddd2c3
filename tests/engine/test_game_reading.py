import json
from pathlib import Path

import pytest

from engine.commands import Leave, SetHandicap, Tick, Touch
from engine.errors import NotationError
from engine.game import Finish, Game, Phase
from engine.notation import game_text, parse_game
from engine.play import play
from engine.rules import DeckKind, Rounds
from tests.builders import (
    ANA,
    BEN,
    CLEO,
    after,
    call,
    later,
    no_set_said,
    played_until,
    right,
    started,
    wrong,
)
from tests.presets import rules_of

STORED = Path(__file__).parents[1] / "data" / "games"


def stored(name: str) -> list[str]:
    """Games as an earlier release stored them, one a line."""
    lines = (STORED / name).read_text(encoding="utf-8").splitlines()
    assert lines
    return lines


def test_what_the_first_release_stored_is_read_as_it_was() -> None:
    lines = stored("version-1.txt")
    games = [parse_game(line) for line in lines]
    assert [json.loads(game_text(game)) | {"v": 1} for game in games] == [json.loads(line) for line in lines]
    assert {game.phase for game in games} == {Phase.LOBBY, Phase.PLAYING, Phase.FINISHED}
    assert [len(game.votes) for game in games] == [0, 0, 0, 0, 1, 0]
    assert [game.paused_at is None for game in games] == [True, True, True, False, True, True]
    assert games[-1].finish is Finish.NO_SET_LEFT


def between_rounds() -> Game:
    """A match that waits for its second round."""
    rules = rules_of("call", rounds=Rounds.MATCH, deck=DeckKind.EASY)
    return played_until(lambda one: one.phase is not Phase.PLAYING, started(rules=rules))


@pytest.mark.parametrize(
    "game",
    [
        after(started(rules=rules_of("family")), SetHandicap(ANA, BEN, 5), call, now=later(7)),
        play(after(started(rules=rules_of("call")), call), Tick(), later(20)).after,
        after(started(1, rules=rules_of("solo")), wrong, no_set_said),
        after(between_rounds(), Leave(CLEO)),
        play(started(1, rules=rules_of("solo")), Touch(ANA), later(700)).after,
        play(started(rules=rules_of("classic")), Tick(), later(130)).after,
    ],
)
def test_what_only_some_systems_know_is_read_back(game: Game) -> None:
    assert parse_game(game_text(game)) == game


def changed(**fields: object) -> str:
    body = json.loads(game_text(after(started(), right, lambda game: wrong(game, BEN))))
    return json.dumps({name: value for name, value in (body | fields).items() if value is not None})


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        "5",
        '{"v":1}',
        changed(v=3),
        changed(v="1"),
        changed(t=None),
        changed(t=1.5),
        changed(t=True),
        changed(id=5),
        changed(rules="race deck=blue"),
        changed(look="plain"),
        changed(phase="dreaming"),
        changed(finish="won"),
        changed(table="~"),
        changed(deck=["0"]),
        changed(players="none"),
        changed(players=[[1, "Ana", 1]]),
        changed(players=[[1, "Ana", 1, 0, 0, 0, "soon"]]),
        changed(players=[[1, "Ana", 1, 0, 0, 0, 0, 0, 0, 0, 2]]),
        changed(players=[[1, "Ana", 1, 0, 0, 0, *[""] * 10, "5"]]),
        changed(taken=["1ABC12", 5, 2]),
        changed(taken=["1ABC123", 5]),
        changed(taken=["9ABC123", 5, 2]),
        changed(last="x"),
        changed(last=[1, "1ABC123", 5]),
        changed(votes=["1"]),
        changed(call=[1, 5, 2, 5]),
        changed(call=["1", 5, 2, 5, 1]),
        changed(call=[9, 5, 2, 5, 1]),
        changed(lost=[1, "sleep", 5, 2]),
        changed(between=[5]),
        changed(round="2"),
        changed(stalled=7),
        changed(due="x"),
    ],
)
def test_what_is_no_game_is_refused_with_the_text(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_game(text)
    assert (caught.value.kind, caught.value.text) == ("game", text)


def test_an_unknown_version_is_named() -> None:
    with pytest.raises(NotationError, match="version 3 is not known"):
        parse_game(changed(v=3))
