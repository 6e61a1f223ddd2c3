import json

from hypothesis import example, given

from engine.commands import Join, Kick, Stop
from engine.game import Game, Millis, PlayerId
from engine.notation import game_text, parse_game
from engine.play import play
from engine.value import replace
from tests import strategies
from tests.builders import (
    ANA,
    BEN,
    CLEO,
    NOON,
    after,
    later,
    lobby,
    near_the_end,
    played_until,
    right,
    started,
    with_vote_open,
    wrong,
)


def of_telegram(game: Game) -> Game:
    """The game with ids and names as long as Telegram's are."""
    ids = {player.id: PlayerId(7_123_456_780 + player.id) for player in game.players}
    assert game.last is not None
    return replace(
        game,
        starter=ids[game.starter],
        players=tuple(replace(player, id=ids[player.id], name="Anastasia Bo") for player in game.players),
        taken=tuple(replace(judged, player=ids[judged.player]) for judged in game.taken),
        last=replace(game.last, player=ids[game.last.player]),
    )


@given(strategies.games() | strategies.endgames())
@example(lobby())
@example(after(lobby(), Kick(ANA, BEN, admin=True)))
@example(after(started(), right, lambda game: wrong(game, BEN), Kick(ANA, CLEO, admin=True)))
@example(near_the_end())
@example(with_vote_open())
@example(after(started(), right, Stop(ANA)))
def test_every_game_is_read_back_from_one_line(game: Game) -> None:
    text = game_text(game)
    assert parse_game(text) == game
    assert len(text.splitlines()) == 1


@given(strategies.names)
@example('a\nb\u2028c\x85\x7f"\\')
@example("\ud83d")
@example("آنا")
def test_every_name_is_read_back_from_one_line_of_utf_8(name: str) -> None:
    game = play(lobby(2), Join(CLEO, name), NOON).after
    text = game_text(game)
    assert parse_game(text) == game
    assert text.encode().decode() == text
    assert len(text.splitlines()) == 1


def test_a_game_that_lacks_its_last_claim_is_read_back() -> None:
    game = after(started(), right)
    for odd in (replace(game, last=None), replace(game, taken=()), replace(game, created_at=Millis(0))):
        assert parse_game(game_text(odd)) == odd


def test_a_game_of_six_at_mid_play_is_short_whole_numbers_and_texts() -> None:
    game = started(6)
    for _ in range(13):
        now = later(80, game.active_at)
        game = play(play(game, wrong(game, BEN), now).after, right(game, ANA), now).after
        game = play(game, right(game, PlayerId(1 + len(game.taken) % 6)), later(85, now)).after
        if len(game.taken) >= 13:
            break
    game = after(of_telegram(game), lambda one: wrong(one, PlayerId(7_123_456_784)), now=later(5, game.active_at))
    text = game_text(game)
    assert len(game.taken) == 13
    assert len(text.encode()) < 900
    assert parse_game(text) == game
    assert _kinds(json.loads(text)) == {int, str, list, dict}


def _kinds(value: object) -> set[type]:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return {type(value)}.union(*map(_kinds, inner))


def test_the_longest_game_is_still_short() -> None:
    game = of_telegram(played_until(lambda one: one.finish is not None, started(8)))
    assert len(game_text(game).encode()) < 1300
