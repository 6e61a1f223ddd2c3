"""How a deployment takes up what an earlier one left, however that ended."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import boto3
import pytest
from moto import mock_aws

from handler.store.creation import create_table
from infra.aws import stack
from infra.aws.errors import DeployFailure

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

NAME = "setgram-test"


@pytest.fixture(autouse=True)
def dynamodb(aws_environ: Mapping[str, str], monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    monkeypatch.setattr(stack, "_describe", lambda _: None)
    with mock_aws():
        client = boto3.client("dynamodb", region_name=aws_environ["AWS_DEFAULT_REGION"])
        yield client
        client.close()


@pytest.mark.parametrize("stands", stack.NEVER_MADE)
def test_a_stack_that_was_never_whole_is_cleared_away(stands: str, monkeypatch: pytest.MonkeyPatch) -> None:
    deleted: list[str] = []
    monkeypatch.setattr(stack, "status", lambda _: stands)
    monkeypatch.setattr(stack, "delete", deleted.append)
    assert "made anew" in stack.make_ready(NAME)
    assert deleted == [NAME]


@pytest.mark.parametrize(
    ("stands", "told"), [("UPDATE_ROLLBACK_FAILED", "continue-update-rollback"), ("UPDATE_IN_PROGRESS", "wait")]
)
def test_a_stack_that_cannot_be_touched_says_what_to_do(
    stands: str, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stack, "status", lambda _: stands)
    with pytest.raises(DeployFailure, match=told):
        stack.make_ready(NAME)


def test_a_stack_that_is_not_there_will_be_made() -> None:
    assert stack.status(NAME) is None
    assert stack.make_ready(NAME) == f"stack {NAME} will be made"
    assert stack.outputs(NAME) == {}


def test_a_table_without_a_stack_is_taken_over_and_protected_as_often_as_one_likes(dynamodb: Any) -> None:
    assert stack.table_place(NAME) == "made"
    create_table(dynamodb, NAME)
    assert stack.table_place(NAME) == "adopted"
    for _ in range(2):
        assert "is protected" in stack.complete_table(NAME)
    assert dynamodb.describe_table(TableName=NAME)["Table"]["DeletionProtectionEnabled"]
    backups = dynamodb.describe_continuous_backups(TableName=NAME)["ContinuousBackupsDescription"]
    assert backups["PointInTimeRecoveryDescription"]["PointInTimeRecoveryStatus"] == "ENABLED"


@pytest.mark.parametrize(
    ("others", "place"), [(["one", "two"], "made"), (["one", "two", NAME], "made"), (["one", "two", "three"], "none")]
)
def test_a_dashboard_that_would_cost_something_is_left_out(others: list[str], place: str) -> None:
    client = boto3.client("cloudwatch")
    for name in others:
        client.put_dashboard(DashboardName=name, DashboardBody='{"widgets": []}')
    assert stack.overview_place(NAME) == place
    client.close()
