"""Whatever is thrown at the webhook: 403 for the secret, else 200; a line in the log, nothing changed, nothing told."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from engine.commands import Claim
from engine.game import PlayerId
from handler.bootstrap import clock
from handler.callback_data import Action, ButtonData, button_text
from handler.ports import ChatId, GameKey
from tests.builders import a_set, after
from tests.lambda_entry import DATA, SECRET, entry, function_url_event, game_of
from tests.wire import TOKEN

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.game import Game
    from tests.lambda_entry import Entry

ANA, BEN, STRANGER = 7012345678, 7087654321, 7999999999
HERE, ELSEWHERE = GameKey(ChatId(-1002123456789)), GameKey(ChatId(-1002987654321), 42)
NOISE = bytes(range(64)).decode("latin-1")


@pytest.fixture(scope="module")
def lambda_entry(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Entry]:
    with entry(tmp_path_factory.mktemp("store") / "games.sqlite") as made:
        for place in (HERE, ELSEWHERE):
            made.put(place, game_of(ANA, BEN))
        yield made


def game_at(made: Entry, place: GameKey) -> Game:
    game = made.game(place)
    assert game is not None
    return game


def update(data: str | None = None) -> dict[str, Any]:
    body: dict[str, Any] = json.loads((DATA / "updates" / "callback_pick_in_a_supergroup.json").read_text())
    if data is not None:
        body["callback_query"]["data"] = data
    return body


def survived(made: Entry, event: dict[str, Any], status: int = 200) -> tuple[str, list[dict[str, Any]]]:
    """Hand an event over and check what holds for all bad ones; what the presser is told, and the log."""
    before, asked = made.dump(), len(made.wire.asked)
    answer, lines = made.handle(event)
    assert answer["statusCode"] == status
    assert made.dump() == before
    assert len(made.wire.asked) == asked
    assert len(lines) == 1
    logged, told = json.dumps(lines, ensure_ascii=False), answer["body"]
    for word in (TOKEN, SECRET, "Ana", "Ben", "Ionescu", "Card club", "Traceback", 'File "'):
        assert word not in logged
        assert word not in told
    return (json.loads(told)["text"] if told else ""), lines


@pytest.mark.failure(62)
@pytest.mark.parametrize("secret", [None, "", "wrong", SECRET[:-1], SECRET + "x", SECRET.upper()])
@pytest.mark.parametrize("body", [json.dumps(update()), "{", "x" * 1_000_000])
def test_without_the_secret_all_is_403_and_not_a_word(lambda_entry: Entry, secret: str | None, body: str) -> None:
    told, lines = survived(lambda_entry, function_url_event(body, secret), 403)
    assert told == ""
    assert lines == [{"kind": "refused", "status": 403, "why": "the secret token is missing or wrong"}]


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize(
    "body",
    ["", "{", "Ana", '{"update_id": 1, "message": {"text": "Ana', "[" * 50_000, "null", "{}", "[1]", "x" * 1_048_576],
)
def test_a_broken_body_is_200_and_not_a_word(lambda_entry: Entry, body: str, packed: bool) -> None:
    told, lines = survived(lambda_entry, function_url_event(body, packed=packed))
    assert told == ""
    assert lines[0]["kind"] == "refused"


def test_a_large_update_that_is_well_formed_is_still_too_large(lambda_entry: Entry) -> None:
    large = update() | {"padding": "x" * 1_048_576}
    assert survived(lambda_entry, function_url_event(json.dumps(large)))[1][0]["why"].startswith("the body is too long")


def test_an_unknown_update_is_ignored(lambda_entry: Entry) -> None:
    told, lines = survived(lambda_entry, function_url_event('{"update_id": 7, "telepathy": {"from": "Ana"}}'))
    assert told == ""
    assert lines[0]["kind"] == "ignored"


def forgeries(made: Entry) -> dict[str, str]:
    """Data that no button of this chat carries, by what is wrong with it."""
    game, other = game_at(made, HERE), game_at(made, ELSEWHERE)
    honest = ButtonData(Action.PICK, game.id, 0, game.revision, game.table[0])
    text, key = button_text(honest, HERE.chat, made.app.KEY), made.app.KEY
    return {
        "another game's, its mac kept": text.replace(game.id, "AAAAAAAA", 1),
        "another chat's": button_text(ButtonData(Action.PICK, other.id, 42, other.revision, 1), ELSEWHERE.chat, key),
        "another card's, its mac kept": text.replace(f".{text.split('.')[3]}.", ".1a."),
        "another action's, its mac kept": text[0] + Action.CONFIRM_STOP.value + text[2:],
        "a later revision's, its mac kept": text.replace(f".{text.split('.')[2]}.", ".zz."),
        "another bot's": button_text(honest, HERE.chat, b"x" * 32),
        "64 bytes of noise": NOISE,
        "cut": text[:-1],
        "half": text[: len(text) // 2],
        "with a tail": text + "A",
        "empty": "",
    }


WRONGS = [
    "another game's, its mac kept",
    "another chat's",
    "another card's, its mac kept",
    "another action's, its mac kept",
    "a later revision's, its mac kept",
    "another bot's",
    "64 bytes of noise",
    "cut",
    "half",
    "with a tail",
    "empty",
]


@pytest.mark.parametrize("wrong", WRONGS)
def test_forged_data_changes_nothing(lambda_entry: Entry, wrong: str) -> None:
    told, lines = survived(lambda_entry, function_url_event(json.dumps(update(forgeries(lambda_entry)[wrong]))))
    assert told == "This button is not from this table"
    assert lines[0]["kind"] == "forgedpress"


def test_every_forgery_is_tried(lambda_entry: Entry) -> None:
    assert list(forgeries(lambda_entry)) == WRONGS
    assert len(set(forgeries(lambda_entry).values())) == len(WRONGS)


def signed(made: Entry, game: Game, card: int, action: Action = Action.PICK) -> dict[str, Any]:
    """A press whose mac is right: what only a leaked key could make."""
    return update(button_text(ButtonData(action, game.id, 0, game.revision, card), HERE.chat, made.app.KEY))


def test_even_with_a_right_mac_an_undealt_card_is_never_picked(lambda_entry: Entry) -> None:
    game = game_at(lambda_entry, HERE)
    answer, _ = lambda_entry.post(signed(lambda_entry, game, game.deck[0]))
    assert json.loads(answer["body"])["text"] == "That card is not on the table: look again"
    answer, _ = lambda_entry.post(signed(lambda_entry, game, 0, Action.MY_PICKS))
    assert json.loads(answer["body"])["text"] == "Nothing picked: tap three numbers"
    assert game_at(lambda_entry, HERE) == game


@pytest.mark.parametrize("card", [81, 4711, 2**52])
def test_even_with_a_right_mac_a_card_that_there_is_not_changes_nothing(lambda_entry: Entry, card: int) -> None:
    body = signed(lambda_entry, game_at(lambda_entry, HERE), card)
    told, lines = survived(lambda_entry, function_url_event(json.dumps(body)))
    assert told == "This button is not from this table"
    assert lines[0]["kind"] == "forgedpress"


@pytest.mark.failure(28)
def test_a_stranger_presses_in_vain(lambda_entry: Entry) -> None:
    game = game_at(lambda_entry, HERE)
    for action in (Action.CLAIM, Action.VOTE, Action.LEAVE, Action.MY_PICKS, Action.CONTINUE):
        body = signed(lambda_entry, game, 0, action)
        body["callback_query"]["from"] = {"id": STRANGER, "is_bot": False, "first_name": "Zoe"}
        told, lines = survived(lambda_entry, function_url_event(json.dumps(body)))
        assert told == "You are not in this game: press Join"
        assert lines[0]["kind"] == "press"


@pytest.mark.failure(21)
def test_the_button_of_a_card_that_was_taken_says_so_and_picks_nothing(lambda_entry: Entry) -> None:
    place = GameKey(ChatId(HERE.chat - 1))
    dealt = game_of(ANA, BEN)
    game = after(dealt, Claim(PlayerId(ANA), a_set(dealt), dealt.revision), now=clock())
    lambda_entry.put(place, game)
    body = signed(lambda_entry, game, 0)
    body["callback_query"]["message"]["chat"]["id"] = place.chat
    for action, text in (
        (Action.PICK, "Gone: Ana took that card. Look again"),
        (Action.MY_PICKS, "Nothing picked: tap three numbers"),
    ):
        data = ButtonData(action, game.id, 0, game.revision, a_set(dealt)[0])
        body["callback_query"]["data"] = button_text(data, place.chat, lambda_entry.app.KEY)
        answer, _ = lambda_entry.post(body)
        assert json.loads(answer["body"])["text"] == text
    assert game_at(lambda_entry, place) == game
