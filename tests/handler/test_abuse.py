"""What people try who should not: each attempt changes nothing, costs no message of the group, and is told plainly."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from engine.value import replace
from handler.ports import ChatId, GameKey
from handler.timers import Wake, parse_wakes, wake_event
from tests.fuzz.target import target
from tests.fuzz.throw import Throw
from tests.lambda_entry import SECRET, function_url_event
from tests.wire import TOKEN

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.fuzz.target import Target
    from tests.group import Group

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def aim(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Target]:
    with target(tmp_path_factory.mktemp("abuse") / "games.sqlite") as made:
        yield made


def test_a_button_pressed_in_another_chat_is_not_ours(group: Group) -> None:
    group.start("Ana", "Ben")
    press = group.press_of("Ana", group.table, "SET!")
    elsewhere = replace(press, key=GameKey(ChatId(-2002)))
    before = group.game()
    reply = group.run(group.service.handle(elsewhere, group.now))
    assert reply.toast.text.startswith("This game is over")
    assert group.game() == before


def test_a_queue_message_posted_to_the_webhook_wakes_nothing(aim: Target) -> None:
    body = json.dumps({**wake_event([Wake(GameKey(ChatId(-1)), 1, 0)]), "update_id": 1})  # type: ignore[arg-type]
    answer, lines = aim.made.handle(function_url_event(body))
    assert answer["statusCode"] == 200
    assert [line["kind"] for line in lines] == ["ignored"]


@pytest.mark.parametrize("value", [2**63, -(2**63) - 1, 10**400, 1.0, "1", None, True])
def test_a_wake_of_another_form_is_left_out(value: object) -> None:
    body = json.dumps({"chat": value, "topic": 0, "version": 1, "due": 0})
    wakes, left_out = parse_wakes({"Records": [{"messageId": "m", "body": body}]})
    assert (wakes, len(left_out)) == ([], 1)


@pytest.mark.parametrize(
    "text",
    [
        "[" * 100_000,
        '{"a":' * 50_000,
        '{"update_id": ' + "9" * 5_000 + "}",
        '{"update_id": 1, "message": ' + json.dumps({"text": "/" + "x" * 200_000}) + "}",
        "\0" * 1_000,
        "\ufeff{}",
    ],
)
def test_deep_huge_and_long_bodies_are_refused_at_the_door(aim: Target, text: str) -> None:
    assert aim.take(Throw("update", text)) is None
    _, lines = aim.made.handle(function_url_event(text))
    assert [line["kind"] for line in lines] == ["refused"]


def test_a_command_as_long_as_a_message_can_be_is_read_quickly_and_stays_out_of_the_log(aim: Target) -> None:
    update = json.loads(next(seed.text for seed in aim.seeds if '"/score"' in seed.text))
    update["message"]["text"] = "/score " + "secret words " * 300
    answer, lines = aim.made.post(update)
    assert answer["statusCode"] == 200
    assert "secret words" not in json.dumps(lines)


def test_an_outsiders_commands_change_no_game_and_spend_no_more_than_their_share(thrifty_group: Group) -> None:
    group = thrifty_group
    group.start("Ana", "Ben")
    before, sent = group.game(), group.telegram.sends_and_edits()
    for _ in range(6):
        for command in ("/score", "/cards", "/help", "/rules", "/stop", "/leave", "/kick", "/unkick", "/newgame"):
            group.type("Zoe", command)
    assert group.game() == before
    assert group.telegram.sends_and_edits() - sent <= 8
    assert group.take_set("Ana").text.startswith("SET!")
    assert group.table.text != before


def test_commands_whose_answers_would_stay_out_cost_the_store_nothing(thrifty_group: Group) -> None:
    group = thrifty_group
    group.start("Ana", "Ben")
    commands = ("/score", "/cards", "/help", "/rules", "/odds", "/stop", "/leave", "/kick", "/unkick", "/settings")
    for command in commands:
        group.type("Zoe", command)
    group.store.reset()
    asked = group.telegram.calls.copy()
    for command in commands:
        group.type("Zoe", command)
    assert not group.store.calls
    assert group.telegram.calls == asked
    group.later(61.1)
    group.type("Zoe", "/score")
    assert group.newest.text.startswith("1. ")


def test_outsiders_who_press_everything_change_nothing(group: Group) -> None:
    group.start("Ana", "Ben")
    before, asked = group.game(), group.telegram.sends_and_edits()
    for label in ("1", "SET!", "My picks"):
        for number in range(50):
            assert group.press(f"Zoe{number}", label).text == "You are not in this game: press Join"
    assert group.game() == before
    assert group.telegram.sends_and_edits() == asked


def test_no_secret_is_compared_but_in_constant_time() -> None:
    """In the handler no name that holds a secret stands beside == or !=."""
    compared, seen = [], 0
    for path in sorted((ROOT / "handler").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            seen += 1
            if isinstance(node, ast.Compare) and any(isinstance(op, ast.Eq | ast.NotEq) for op in node.ops):
                text = ast.unparse(node)
                if any(word in text for word in ("secret", "token", "mac", "digest")):
                    compared.append(f"{path.name}:{node.lineno} {text}")
    assert seen > 10_000
    assert compared == []


def test_no_secret_is_ever_in_the_log_or_in_an_answer(aim: Target) -> None:
    for seed in aim.seeds[:120]:
        answer, lines = aim.made.handle(seed.event())
        said = json.dumps([answer, lines])
        assert TOKEN not in said
        assert SECRET not in said
    aim._restore()
