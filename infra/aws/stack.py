"""The stack in CloudFormation: how it stands, its table's place in it, and its deletion."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from botocore.exceptions import ClientError

from handler.store.creation import create_table
from infra import function
from infra.asking import aws_client, aws_told
from infra.aws.errors import DeployFailure

if TYPE_CHECKING:
    from collections.abc import Mapping

NEVER_MADE = ("ROLLBACK_COMPLETE", "ROLLBACK_FAILED", "REVIEW_IN_PROGRESS", "CREATE_FAILED", "DELETE_FAILED")
"""How a stack stands whose first deployment failed: only deleting it helps."""

FREE_DASHBOARDS = 3
"""So many dashboards an account has for nothing."""

PROTECTION: Mapping[str, Any] = {
    "PointInTimeRecoverySpecification": {"PointInTimeRecoveryEnabled": True},
    "DeletionProtectionEnabled": True,
}
"""What a deployed table has beside its definition."""


def status(name: str) -> str | None:
    """How the stack stands; None if there is none."""
    stack = _describe(name)
    return None if stack is None else str(stack["StackStatus"])


def outputs(name: str) -> dict[str, str]:
    """What the stack tells of itself."""
    stack = _describe(name) or {}
    return {output["OutputKey"]: output["OutputValue"] for output in stack.get("Outputs", ())}


def parameters(name: str) -> dict[str, str]:
    """The parameters with which the stack was last deployed; none where there is no stack."""
    stack = _describe(name) or {}
    return {given["ParameterKey"]: given["ParameterValue"] for given in stack.get("Parameters", ())}


def make_ready(name: str) -> str:
    """Clear away what a failed first deployment left, of which the table stays; what was done."""
    stands = status(name)
    if stands is None:
        return f"stack {name} will be made"
    if stands in NEVER_MADE:
        delete(name)
        return f"stack {name} was {stands}: cleared away, and will be made anew"
    if stands == "UPDATE_ROLLBACK_FAILED":
        raise DeployFailure(f"stack {name} is {stands}: `aws cloudformation continue-update-rollback` first")
    if stands.endswith("_IN_PROGRESS"):
        raise DeployFailure(f"stack {name} is {stands}: wait until that is over, then deploy again")
    return f"stack {name} is {stands}: it will be brought up to date"


def table_place(name: str) -> str:
    """Whether the stack makes its table (`made`), or takes over one that is there without it (`adopted`)."""
    return "adopted" if _table_exists(name) and not _holds_table(name) else "made"


def is_paused(name: str) -> bool:
    """Whether there is a function, and it is stopped."""
    client = aws_client("lambda", None)
    with aws_told(f"Lambda GetFunctionConcurrency {name}", DeployFailure):
        try:
            return function.reserved(client, name) == 0
        except client.exceptions.ResourceNotFoundException:
            return False


def overview_place(name: str) -> str:
    """Whether the dashboard is `made`, or none since it would be the first that the account pays for."""
    with aws_told("CloudWatch ListDashboards", DeployFailure):
        pages = aws_client("cloudwatch", None).get_paginator("list_dashboards").paginate()
        others = {each["DashboardName"] for page in pages for each in page["DashboardEntries"]} - {name}
    return "made" if len(others) < FREE_DASHBOARDS else "none"


def complete_table(name: str) -> str:
    """See that an adopted table has all that the template would give it."""
    client = aws_client("dynamodb", None)
    create_table(client, name)
    with aws_told(f"table {name} cannot be protected", DeployFailure):
        client.update_continuous_backups(
            TableName=name, PointInTimeRecoverySpecification=PROTECTION["PointInTimeRecoverySpecification"]
        )
        if not client.describe_table(TableName=name)["Table"].get("DeletionProtectionEnabled"):
            client.update_table(TableName=name, DeletionProtectionEnabled=True)
    return f"table {name} is protected, with backups of every second of the last 35 days"


def delete(name: str) -> None:
    """Delete the stack and wait until it is gone. Its table stays."""
    client = aws_client("cloudformation", None)
    with aws_told(f"stack {name} cannot be deleted", DeployFailure):
        client.delete_stack(StackName=name)
        client.get_waiter("stack_delete_complete").wait(StackName=name, WaiterConfig={"Delay": 3, "MaxAttempts": 200})


def _describe(name: str) -> Mapping[str, Any] | None:
    with aws_told("CloudFormation DescribeStacks", DeployFailure):
        try:
            stacks = aws_client("cloudformation", None).describe_stacks(StackName=name)["Stacks"]
        except ClientError as error:
            if "does not exist" in str(error):
                return None
            raise
    return next((stack for stack in stacks if stack["StackStatus"] != "DELETE_COMPLETE"), None)


def _table_exists(name: str) -> bool:
    client = aws_client("dynamodb", None)
    with aws_told(f"DynamoDB DescribeTable {name}", DeployFailure):
        try:
            client.describe_table(TableName=name)
        except client.exceptions.ResourceNotFoundException:
            return False
    return True


def _holds_table(name: str) -> bool:
    if _describe(name) is None:
        return False
    with aws_told("CloudFormation DescribeStackResources", DeployFailure):
        resources = aws_client("cloudformation", None).describe_stack_resources(StackName=name)["StackResources"]
    held = {each["LogicalResourceId"] for each in resources if not each["ResourceStatus"].startswith("DELETE")}
    return "Games" in held
