"""The stack deployed for real to an emulator: games through its URL and queue, over upgrades and a new beginning."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import yaml

from engine.game import Millis, Phase
from handler.bootstrap import clock
from handler.ports import ChatId, GameKey, Stored, Version
from handler.timers import Wake, wake_text
from infra.aws.deploy import TEMPLATE
from tests.builders import later, started
from tests.infra.aws import emulator
from tests.infra.aws.deployment import DESTROY, STACK, Deployment, telegram
from tests.infra.aws.test_template import Loader
from tests.infra.aws.tools import tool
from tests.race import NAMES, Report, Table

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = [pytest.mark.anyio, pytest.mark.timeout(600)]


async def until(condition: Any, seconds: int = 60) -> None:
    import asyncio

    for _ in range(seconds * 5):
        if await condition():
            return
        await asyncio.sleep(0.2)
    raise AssertionError("it did not come to pass")


async def test_an_evening_on_the_deployed_stack(tmp_path: Path) -> None:
    tool("deploy", "sam")
    with emulator.running(tmp_path) as aws:
        async with telegram(aws) as deployment:
            await a_first_deployment_that_fails_says_why_and_can_be_repeated(deployment)
            table = seated(deployment)
            report = Report()
            await table.deal()
            await rounds(table, report, 3)
            said = await deployment.deploy(MEMORY_MB="512")
            assert "is UPDATE_COMPLETE" in said or "is CREATE_COMPLETE" in said
            await rounds(table, report, 3)
            await deployment.deploy()
            await rounds(table, report, 2)
            await everything_is_gone_but_the_games(deployment)
            said = await deployment.deploy()
            assert f"table {STACK}: there already, taken over" in said
            await to_the_end(table, report)
            assert report.wrong == []
            assert report.accepted == report.rounds >= 20
            await the_queue_wakes_a_game(deployment)
            await every_command(deployment, table)
            await expired_picks_are_cleared_away(deployment)
            assert aws.called == allowed("what-the-function-does")


def seated(deployment: Deployment) -> Table:
    people = [deployment.world.add_person(name) for name in NAMES]
    return Table(deployment.world, deployment.store, people, deployment.world.make_group("Eight", people).id)


async def rounds(table: Table, report: Report, count: int) -> None:

    for _ in range(count):
        await table.round(report)


async def to_the_end(table: Table, report: Report) -> None:

    while (await table.game()).phase is Phase.PLAYING:
        await table.round(report)


async def a_first_deployment_that_fails_says_why_and_can_be_repeated(deployment: Deployment) -> None:
    deploy = "import sys; from infra.aws.deploy import main; sys.exit(main())"
    code, said = await deployment.run(deploy)
    assert code == 1
    assert "SSM has no parameter /setgram/test/secret, /setgram/test/token in eu-west-1: put it there" in said
    deployment.put_secrets("1000001:another-token")
    code, said = await deployment.run(deploy)
    assert code == 1
    assert "Telegram does not know the token" in said
    deployment.put_secrets()
    said = await deployment.deploy()
    assert "bot @race_bot: may join groups, privacy is on" in said
    assert "price" in said


async def everything_is_gone_but_the_games(deployment: Deployment) -> None:
    code, said = await deployment.run(DESTROY)
    assert code == 0, said
    assert "its games stay" in said.lower()
    assert deployment.client("lambda").list_functions()["Functions"] == []
    assert deployment.client("dynamodb").describe_table(TableName=STACK)["Table"]["ItemCount"] > 0


async def the_queue_wakes_a_game(deployment: Deployment) -> None:
    """A game that nobody touched for a day is ended by the wake that comes back from the queue."""
    group = deployment.world.make_group("Asleep", [deployment.world.add_person("Zoe")])
    key = GameKey(ChatId(group.id))
    game = started(2, now=later(-100_000, clock()))
    await deployment.store.save(key, Stored(game, Version(1)), Version(0))
    sqs: Any = deployment.client("sqs")
    url = sqs.get_queue_url(QueueName=f"{STACK}-wakes")["QueueUrl"]
    sqs.send_message(QueueUrl=url, MessageBody=wake_text(Wake(key, Version(1), Millis(1))), DelaySeconds=2)

    async def ended() -> bool:
        stored = (await deployment.store.load(key)).stored
        return stored is not None and stored.game.phase is Phase.FINISHED

    await until(ended)


async def every_command(deployment: Deployment, table: Table) -> None:
    """All that people can ask for in words: what the function calls for it is what the policy allows."""
    import asyncio

    lists = await asyncio.to_thread(_commands)
    for command in [*lists, "/newgame", "/leave", "/stop"]:
        deployment.world.say(table.people[0], table.chat, command)
        await asyncio.sleep(0.1)

    async def quiet() -> bool:
        return not deployment.world.state.outbox.pending

    await until(quiet)


def _commands() -> list[str]:
    from handler.command_list import commands_of
    from handler.languages import SOURCE, words_of

    return [f"/{name}" for name, _ in commands_of(words_of(SOURCE), private=False)]


async def expired_picks_are_cleared_away(deployment: Deployment) -> None:
    """Picks of long ago that DynamoDB has not deleted yet."""
    people = [deployment.world.add_person(name) for name in NAMES[:2]]
    table = Table(deployment.world, deployment.store, people, deployment.world.make_group("Late", people).id)
    await table.deal()
    await table.press(people[0], "1")
    client: Any = deployment.client("dynamodb")
    scanned = client.scan(TableName=STACK)["Items"]
    picks = [item for item in scanned if str(table.chat) in item["pk"]["S"] and "last_tap" in item]
    assert picks
    for item in picks:
        client.put_item(TableName=STACK, Item={**item, "expires": {"N": "1"}})
    await table.press(people[0], "2")


def allowed(name: str) -> set[str]:
    """The actions of one of the role's policies."""
    role = yaml.load(TEMPLATE.read_text(), Loader)["Resources"]["Role"]["Properties"]  # noqa: S506
    [policy] = [each for each in role["Policies"] if each["PolicyName"] == name]
    return {action for each in policy["PolicyDocument"]["Statement"] for action in each["Action"]}
