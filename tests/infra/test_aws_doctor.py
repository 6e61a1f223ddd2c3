"""What the doctor says of AWS: each thing that is wrong by itself, in a line of its own, with what to do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import boto3
import pytest
from moto import mock_aws

from handler.store.creation import create_table
from infra import aws_doctor
from infra.aws import stack
from infra.errors import OperationFailure

if TYPE_CHECKING:
    from collections.abc import Iterator

    from infra.doctor import Finding

NAME = "setgram-test"


@pytest.fixture(autouse=True)
def aws(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_DEFAULT_REGION"):
        monkeypatch.setenv(name, "eu-west-1")
    with mock_aws():
        yield


@pytest.fixture
def sqs() -> Iterator[Any]:
    client = boto3.client("sqs")
    yield client
    client.close()


@pytest.fixture
def url(sqs: Any) -> str:
    """A queue of wakes with one for those that failed, as the template has them."""
    dead = sqs.create_queue(QueueName=f"{NAME}-wakes-dead")["QueueUrl"]
    arn = sqs.get_queue_attributes(QueueUrl=dead, AttributeNames=["QueueArn"])["Attributes"]["QueueArn"]
    policy = f'{{"deadLetterTargetArn": "{arn}", "maxReceiveCount": "5"}}'
    made: str = sqs.create_queue(QueueName=f"{NAME}-wakes", Attributes={"RedrivePolicy": policy})["QueueUrl"]
    return made


def told(found: list[Finding]) -> dict[str, str]:
    return {finding.what: finding.line() for finding in found}


def test_a_queue_that_is_well_says_how_many_wait(sqs: Any, url: str) -> None:
    sqs.send_message(QueueUrl=url, MessageBody="{}", DelaySeconds=900)
    assert told(aws_doctor.queue_findings(sqs, url)) == {
        "queue": "ok     queue: 0 wakes are due, 1 wait",
        "dead wakes": "ok     dead wakes: none",
    }


def test_a_queue_that_nobody_empties_is_told(sqs: Any, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(aws_doctor, "MANY_DUE", 3)
    for _ in range(3):
        sqs.send_message(QueueUrl=url, MessageBody="{}")
    line = told(aws_doctor.queue_findings(sqs, url))["queue"]
    assert line.startswith("not ok queue: 3 wakes are due, 0 wait - nobody takes them: run `setgram resume`")


def test_dead_wakes_are_told_with_what_to_do(sqs: Any, url: str) -> None:
    sqs.send_message(QueueUrl=f"{url}-dead", MessageBody="{}")
    line = told(aws_doctor.queue_findings(sqs, url))["dead wakes"]
    assert line.startswith("not ok dead wakes: 1 failed for the last time - see the log; games go on")
    assert line.endswith(f"aws sqs purge-queue --queue-url {url}-dead")


def test_a_queue_that_is_not_there_is_told(sqs: Any, url: str) -> None:
    with pytest.raises(OperationFailure, match=r"^the queue of wakes: AWS.*check TIMER_QUEUE_URL and the region"):
        aws_doctor.queue_findings(sqs, url.replace("wakes", "none"))
    sqs.delete_queue(QueueUrl=f"{url}-dead")
    with pytest.raises(OperationFailure, match=r"^the queue of dead wakes: AWS"):
        aws_doctor.queue_findings(sqs, url)


def test_alarms_that_are_not_there_or_ring_are_told() -> None:
    client: Any = boto3.client("cloudwatch")
    line = told(aws_doctor.alarm_findings(client, NAME))["alarms"]
    assert line == "not ok alarms: none - no alarm begins with setgram-test-: run `make deploy` again"
    alarm = {"MetricName": "Faults", "Namespace": "x", "Statistic": "Sum", "Period": 300, "EvaluationPeriods": 1}
    alarm |= {"Threshold": 10, "ComparisonOperator": "GreaterThanOrEqualToThreshold"}
    for name in (f"{NAME}-faults", f"{NAME}-throttles", "setgram-test2-faults"):
        client.put_metric_alarm(AlarmName=name, **alarm)
        client.set_alarm_state(AlarmName=name, StateValue="OK", StateReason="-")
    assert told(aws_doctor.alarm_findings(client, NAME))["alarms"] == "ok     alarms: 2, none rings"
    client.set_alarm_state(AlarmName=f"{NAME}-faults", StateValue="ALARM", StateReason="-")
    line = told(aws_doctor.alarm_findings(client, NAME))["alarms"]
    assert line == "not ok alarms: setgram-test-faults - see docs/operations.md, Alarms"
    line = told(aws_doctor.alarm_findings(client, NAME, just_deployed=True))["alarms"]
    assert line == "ok     alarms: setgram-test-faults, for what was before: look again in five minutes"
    client.close()


class Lambda:
    """A function as AWS tells of it."""

    def __init__(self, reserved: int | None, *states: str) -> None:
        self.reserved = reserved
        self.states = states

    def get_function_concurrency(self, **_: str) -> dict[str, int]:
        return {} if self.reserved is None else {"ReservedConcurrentExecutions": self.reserved}

    def list_event_source_mappings(self, **_: str) -> dict[str, list[dict[str, str]]]:
        return {"EventSourceMappings": [{"State": state} for state in self.states]}


@pytest.mark.parametrize(
    ("function", "wrong"),
    [
        (Lambda(None, "Enabled"), set()),
        (Lambda(7, "Enabling"), set()),
        (Lambda(0, "Enabled"), {"function"}),
        (Lambda(None, "Disabled"), {"timers"}),
        (Lambda(None), {"timers"}),
        (Lambda(0, "Disabled"), {"function", "timers"}),
    ],
)
def test_what_a_pause_stops_is_told(function: Lambda, wrong: set[str]) -> None:
    found = aws_doctor.function_findings(function, NAME)
    assert {finding.what for finding in found if finding.advice} == wrong
    assert {finding.advice for finding in found if finding.advice} <= {"it is paused: run `setgram resume`"}


def test_a_table_without_what_guards_it_is_told_until_it_is_deployed_again() -> None:
    client: Any = boto3.client("dynamodb")
    create_table(client, NAME)
    line = told(aws_doctor.table_findings(client, NAME))["table"]
    assert line == "not ok table: not so: is backed up, is protected from deletion - run `make deploy` again"
    stack.complete_table(NAME)
    assert told(aws_doctor.table_findings(client, NAME))["table"].startswith("ok     table: items expire, is backed up")
    with pytest.raises(OperationFailure, match=r"^table other: ResourceNotFound"):
        aws_doctor.table_findings(client, "other")
    client.close()
