"""The stack deployed for real to an emulator, by the operator's manual: games through its URL and queue, over upgrades,
new secrets, a rollback, a restored table and a new beginning.

The emulator forgets a table's expiry and backups that the template asks for (the deployment asks again itself), rights
(a test of the template compares them with what is called here), and restores the present where a time is asked for.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar

import pytest
import yaml

from engine.game import Millis, Phase
from handler.bootstrap import clock
from handler.ports import ChatId, GameKey, Stored, Version
from handler.timers import Wake, wake_text
from infra.aws.deploy import TEMPLATE
from tests.builders import later, started
from tests.infra.aws import emulator
from tests.infra.aws.commands import Chat, every_command, until
from tests.infra.aws.deployment import STACK, Deployment, telegram
from tests.infra.aws.test_template import Loader
from tests.infra.aws.tools import tool
from tests.race import NAMES, Report, Table

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = [pytest.mark.anyio, pytest.mark.timeout(1200)]

NEW_TOKEN, NEW_SECRET = "1000001:new-token", "new-secret"
NEVER_WHOLE = """
{"Resources": {"Wakes": {"Type": "AWS::SQS::Queue", "Properties": {"QueueName": "never", "VisibilityTimeout": 999999}}}}
"""


async def test_an_evening_on_the_deployed_stack(tmp_path: Path) -> None:
    tool("deploy", "sam")
    with emulator.running(tmp_path) as aws:
        async with telegram(aws) as operator:
            await a_first_deployment_that_fails_says_why_and_can_be_repeated(operator)
            table, report = seated(operator), Report()
            await table.deal()
            await rounds(table, report, 1)
            await looked_after(operator, table)
            await an_upgrade_with_a_new_secret(operator, table, report)
            await a_rollback_with_a_new_token(operator, table, report)
            await a_table_brought_back_from_its_backup(operator, table)
            await everything_is_gone_but_the_games(operator)
            said = await operator.deploy()
            assert f"table {STACK}: there already, taken over" in said
            await to_the_end(table, report)
            assert report.wrong == []
            assert report.accepted == report.rounds >= 6
            await the_queue_wakes_a_game(operator)
            await every_command(operator)
            await expired_picks_are_cleared_away(operator)
            assert aws.called == allowed("what-the-function-does")


class EasyTable(Table):
    """A group that plays with 27 cards: a whole game is over in a third of the time."""

    PRESETS: ClassVar = ("Easy",)


def seated(operator: Deployment) -> Table:
    people = [operator.world.add_person(name) for name in NAMES]
    return EasyTable(operator.world, operator.store, people, operator.world.make_group("Eight", people).id)


async def rounds(table: Table, report: Report, count: int) -> None:
    """So many rounds in which eight people claim the same set at once."""
    for _ in range(count):
        await table.round(report)


async def to_the_end(table: Table, report: Report) -> None:
    while (await table.game()).phase is Phase.PLAYING:
        await table.round(report)


async def a_first_deployment_that_fails_says_why_and_can_be_repeated(operator: Deployment) -> None:
    code, said = await operator.run("infra.aws.deploy")
    assert code == 1
    assert "SSM has no parameter /setgram/test/secret, /setgram/test/token in eu-west-1: put it there" in said
    operator.put_secrets("1000001:another-token")
    code, said = await operator.run("infra.aws.deploy")
    assert code == 1
    assert "Telegram does not know the token" in said
    operator.put_secrets()
    cloudformation = operator.client("cloudformation")
    cloudformation.create_stack(StackName=STACK, TemplateBody=NEVER_WHOLE)
    assert await settled(cloudformation) == "ROLLBACK_COMPLETE"
    said = await operator.deploy()
    assert f"stack {STACK} was ROLLBACK_COMPLETE: cleared away, and will be made anew" in said
    assert "bot @race_bot: may join groups, privacy is on" in said
    assert "price (us-east-1, without any free tier): 0.46 $" in said
    assert "dashboard: made" in said
    assert "not ok" not in said


async def settled(cloudformation: Any) -> str:
    stands = ""

    async def is_settled() -> bool:
        nonlocal stands
        stands = cloudformation.describe_stacks(StackName=STACK)["Stacks"][0]["StackStatus"]
        return not stands.endswith("_IN_PROGRESS")

    await until(is_settled)
    return stands


async def looked_after(operator: Deployment, table: Table) -> None:
    """The commands for every day, a pause, and what the doctor says of each thing that is wrong."""
    said = await operator.done("doctor", "--live", str(table.chat))
    checks = {line.split(":")[0].removeprefix("ok     ") for line in said.splitlines()}
    assert checks >= {"bot", "webhook", "pending", "test update", "store", "queue", "dead wakes", "alarms", "function"}
    assert checks >= {"timers", "table", "live"}
    assert "ok     alarms: 2, none rings" in said
    await all_is_wrong(operator)
    await paused_and_resumed(operator, table)


async def all_is_wrong(operator: Deployment) -> None:
    """Each check says so in its own line, with what to do."""
    await operator.done("webhook", "delete")
    cloudwatch, alarm = operator.client("cloudwatch"), {"AlarmName": f"{STACK}-faults", "StateReason": "a test"}
    cloudwatch.set_alarm_state(StateValue="ALARM", **alarm)
    wrong = {"TABLE_NAME": "another", "WEBHOOK_SECRET": "another", "BOT_USERNAME": "other_bot"}
    code, said = await operator.setgram("doctor", TIMER_QUEUE_URL=f"{operator.emulator.endpoint}/0/none", **wrong)
    assert code == 1
    told = dict(line.removeprefix("not ok ").split(": ", 1) for line in said.splitlines() if line.startswith("not ok "))
    assert "BOT_USERNAME is other_bot" in told["bot"]
    assert "run `setgram webhook set`" in told["webhook"]
    assert "the function has another secret" in told["test update"]
    assert "check TABLE_NAME and the region" in told["store"]
    assert "check TIMER_QUEUE_URL and the region" in told["queue"]
    assert "see docs/operations.md, Alarms" in told["alarms"]
    cloudwatch.set_alarm_state(StateValue="OK", **alarm)
    where = f"{operator.emulator.endpoint}/_aws/lambda-url/"
    assert f"webhook set to {where}" in await operator.done("webhook", "set")
    assert f"url: {where}" in await operator.done("webhook", "info")


async def paused_and_resumed(operator: Deployment, table: Table) -> None:
    """What is said in a pause waits at Telegram, nothing runs, and the game goes on."""
    before = await table.game()
    said = await operator.done("pause")
    assert f"function {STACK} stopped" in said
    table.world.say(table.people[0], table.chat, "/score")
    code, said = await operator.setgram("doctor")
    assert code == 1
    assert "not ok webhook: none is set - run `setgram webhook set`, or `setgram resume` where it was paused" in said
    assert "not ok function: stopped - it is paused: run `setgram resume`" in said
    assert "not ok timers: nobody asks the queue - it is paused: run `setgram resume`" in said
    assert len(operator.world.state.outbox.pending) == 1
    assert "it is paused, and stays so: `setgram resume`" in await operator.deploy()
    assert operator.client("lambda").get_function_concurrency(FunctionName=STACK)["ReservedConcurrentExecutions"] == 0
    assert f"function {STACK} runs" in await operator.done("resume")
    await Chat(operator, table.chat).quiet()
    assert "not ok" not in await operator.done("doctor")
    assert (await table.game()).revision == before.revision


async def an_upgrade_with_a_new_secret(operator: Deployment, table: Table, report: Report) -> None:
    operator.put_secrets(secret=NEW_SECRET)
    said = await operator.deploy(MEMORY_MB="512")
    assert "it will be brought up to date" in said
    assert operator.world.state.webhook.secret == NEW_SECRET
    await rounds(table, report, 2)


async def a_rollback_with_a_new_token(operator: Deployment, table: Table, report: Report) -> None:
    """Buttons of before are signed with the old token: they are refused, and `/table` posts new ones."""
    operator.world.state.bot = replace(operator.world.state.bot, token=NEW_TOKEN)
    code, said = await operator.setgram("doctor")
    assert code == 1
    assert "not ok bot: failed - Telegram does not know this token: check BOT_TOKEN" in said
    operator.put_secrets(NEW_TOKEN, NEW_SECRET)
    assert "MEMORY_MB=512" in await operator.deploy(), "what is left out is as it was"
    old = table.message_with("SET!")
    assert "✓" not in await table.press(table.people[0], "1", old)
    table.token = NEW_TOKEN
    await Chat(operator, table.chat).say(table.people[0], "/table")
    assert table.message_with("SET!")["message_id"] != old["message_id"]
    await rounds(table, report, 2)


async def a_table_brought_back_from_its_backup(operator: Deployment, table: Table) -> None:
    before = await table.game()
    await operator.done("pause")
    client = operator.client("dynamodb")
    client.restore_table_to_point_in_time(
        SourceTableName=STACK, TargetTableName=f"{STACK}-restored", UseLatestRestorableTime=True
    )
    client.get_waiter("table_exists").wait(TableName=f"{STACK}-restored")
    await operator.store.save(table.key, Stored(started(2), Version(1000)), (await version(operator, table)))
    said = await operator.done("table", "restore", f"{STACK}-restored")
    assert f"table {STACK} holds the " in said
    assert await table.game() == before
    await operator.done("resume")


async def version(operator: Deployment, table: Table) -> Version:
    stored = (await operator.store.load(table.key)).stored
    assert stored is not None
    return stored.version


async def everything_is_gone_but_the_games(operator: Deployment) -> None:
    code, said = await operator.run("infra.aws.deploy", "--destroy")
    assert code == 0, said
    assert "its games stay" in said.lower()
    assert operator.client("lambda").list_functions()["Functions"] == []
    assert operator.client("dynamodb").describe_table(TableName=STACK)["Table"]["ItemCount"] > 0


async def the_queue_wakes_a_game(operator: Deployment) -> None:
    """A game that nobody touched for a day is ended by the wake that comes back from the queue."""
    group = operator.world.make_group("Asleep", [operator.world.add_person("Zoe")])
    key = GameKey(ChatId(group.id))
    game = started(2, now=later(-100_000, clock()))
    await operator.store.save(key, Stored(game, Version(1)), Version(0))
    sqs: Any = operator.client("sqs")
    url = sqs.get_queue_url(QueueName=f"{STACK}-wakes")["QueueUrl"]
    sqs.send_message(QueueUrl=url, MessageBody=wake_text(Wake(key, Version(1), Millis(1))), DelaySeconds=2)

    async def ended() -> bool:
        stored = (await operator.store.load(key)).stored
        return stored is not None and stored.game.phase is Phase.FINISHED

    await until(ended)


async def expired_picks_are_cleared_away(operator: Deployment) -> None:
    """Picks of long ago that DynamoDB has not deleted yet."""
    people = [operator.world.add_person(name) for name in NAMES[:2]]
    table = Table(operator.world, operator.store, people, operator.world.make_group("Late", people).id, NEW_TOKEN)
    await table.deal()
    await table.press(people[0], "1")
    client: Any = operator.client("dynamodb")
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
