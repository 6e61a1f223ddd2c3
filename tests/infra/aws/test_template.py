"""The template: what its linters say, and that it is what the issue of the table and the code are."""

from __future__ import annotations

import os
import subprocess
from typing import Any

import pytest
import yaml

from handler.store.creation import TABLE
from infra.aws.deploy import TEMPLATE
from infra.aws.plan import CHOICES, Plan
from infra.aws.prices import ALARM_METRICS
from infra.aws.stack import PROTECTION
from tests.infra.aws.tools import tool

SERVICES_DO = {
    "sqs:ReceiveMessage": "the queue's poller",
    "sqs:DeleteMessage": "the queue's poller",
    "sqs:GetQueueAttributes": "the queue's poller",
    "logs:CreateLogStream": "what the function prints",
    "logs:PutLogEvents": "what the function prints",
}
"""What Lambda itself does in the function's name."""


class Loader(yaml.SafeLoader):
    """Reads CloudFormation's short forms as `{name: argument}`."""


def _short_form(loader: Loader, name: str, node: yaml.Node) -> dict[str, Any]:
    if isinstance(node, yaml.ScalarNode):
        return {name: loader.construct_scalar(node)}
    assert isinstance(node, yaml.SequenceNode)
    return {name: loader.construct_sequence(node, deep=True)}


Loader.add_multi_constructor("!", _short_form)


def read_template() -> dict[str, Any]:
    read: dict[str, Any] = yaml.load(TEMPLATE.read_text(), Loader)  # noqa: S506
    return read


def resources(kind: str) -> dict[str, dict[str, Any]]:
    """The properties of the template's resources of a kind."""
    found = read_template()["Resources"].items()
    return {name: each["Properties"] for name, each in found if each["Type"] == kind}


@pytest.fixture(scope="module")
def template() -> dict[str, Any]:
    return read_template()


@pytest.mark.parametrize(
    ("home", "command"),
    [
        ("deploy", ["sam", "validate", "--lint", "--template"]),
        ("deploy", ["cfn-lint"]),
        ("lint", ["checkov", "--quiet", "--compact", "--skip-download", "--framework", "cloudformation", "-f"]),
    ],
    ids=["sam", "cfn-lint", "checkov"],
)
def test_linters_find_nothing(home: str, command: list[str]) -> None:
    environment = {**os.environ, "SAM_CLI_TELEMETRY": "0", "AWS_DEFAULT_REGION": "eu-west-1"}
    asked = [tool(home, command[0]), *command[1:], str(TEMPLATE)]
    said = subprocess.run(  # noqa: S603
        asked, env=environment, capture_output=True, text=True, check=False
    )
    assert said.returncode == 0, said.stdout + said.stderr


def test_each_skipped_check_has_its_reason(template: dict[str, Any]) -> None:
    skips = [
        skip
        for resource in template["Resources"].values()
        for skip in resource.get("Metadata", {}).get("checkov", {}).get("skip", [])
    ]
    assert len(skips) > 5
    assert [skip for skip in skips if len(skip.get("comment", "")) < 20] == []


def test_the_table_is_the_one_that_the_code_defines(template: dict[str, Any]) -> None:
    games = template["Resources"]["Games"]
    given = dict(games["Properties"])
    assert given.pop("TableName") == {"Sub": "setgram-${Stage}"}
    assert given.pop("SSESpecification") == {"SSEEnabled": False}  # which is AWS's own key, without its price
    assert given == {**TABLE, **PROTECTION}
    assert (games["DeletionPolicy"], games["UpdateReplacePolicy"]) == ("Retain", "Retain")


def test_the_function_can_be_reached_by_telegram_and_by_its_own_queue(template: dict[str, Any]) -> None:
    bot = template["Resources"]["Bot"]["Properties"]
    assert bot["FunctionUrlConfig"] == {"AuthType": "NONE"}
    assert bot["RecursiveLoop"] == "Allow"
    assert (bot["Runtime"], bot["Handler"]) == ("python3.13", "handler.app.lambda_handler")
    assert bot["Environment"]["Variables"]["PTB_TIMEDELTA"] == "1"
    [event] = bot["Events"].values()
    assert event["Properties"]["FunctionResponseTypes"] == ["ReportBatchItemFailures"]
    wakes = template["Resources"]["Wakes"]["Properties"]
    assert wakes["VisibilityTimeout"] >= 6 * bot["Timeout"]
    assert wakes["RedrivePolicy"]["deadLetterTargetArn"] == {"GetAtt": "DeadWakes.Arn"}


def test_no_secret_is_in_the_functions_environment(template: dict[str, Any]) -> None:
    variables = set(template["Resources"]["Bot"]["Properties"]["Environment"]["Variables"])
    assert {"BOT_TOKEN", "WEBHOOK_SECRET"}.isdisjoint(variables)
    assert {"BOT_TOKEN_PARAMETER", "WEBHOOK_SECRET_PARAMETER"} <= variables


def test_what_lambda_does_by_itself_is_named_and_nothing_more(template: dict[str, Any]) -> None:
    policies = template["Resources"]["Role"]["Properties"]["Policies"]
    assert [policy["PolicyName"] for policy in policies] == ["what-the-function-does", "what-lambda-does-for-it"]
    statements = policies[1]["PolicyDocument"]["Statement"]
    assert {action for each in statements for action in each["Action"]} == set(SERVICES_DO)
    for each in [*policies[0]["PolicyDocument"]["Statement"], *statements]:
        assert "*" not in str(each["Resource"])
        assert "*" not in str(each["Action"])


def test_alarms_are_mailed_and_look_at_no_more_metrics_than_the_price_says() -> None:
    alarms = resources("AWS::CloudWatch::Alarm")
    assert {alarm["MetricName"] for alarm in alarms.values()} == {"Throttles", "Faults"}
    assert len(alarms) == ALARM_METRICS
    assert all(alarm["AlarmDescription"] and alarm["AlarmActions"]["If"][0] == "IsMailed" for alarm in alarms.values())


def test_nothing_is_made_that_costs_something_by_the_month_and_is_not_in_its_price() -> None:
    free = {"Function", "Queue", "LogGroup", "Role", "Topic", "MetricFilter", "Budget", "Table"}
    priced = {"Alarm", "Dashboard"}
    kinds = {each["Type"].rsplit("::", 1)[1] for each in read_template()["Resources"].values()}
    assert kinds == free | priced


def test_every_parameter_is_one_that_a_deployment_gives(template: dict[str, Any]) -> None:
    given = set(Plan("test", "setgram_bot", {}).parameters("made", "made", "1.1")) | {
        into for into, _ in CHOICES.values()
    }
    assert given == set(template["Parameters"])
