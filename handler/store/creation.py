"""The making of the table. `TABLE` is its one definition: the AWS template, the command and the tests hold to it."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from botocore.exceptions import BotoCoreError, ClientError, WaiterError

from handler.aws import reason
from handler.errors import StoreFailure

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient
    from mypy_boto3_dynamodb.type_defs import WaiterConfigTypeDef

TABLE: Final[dict[str, Any]] = {
    "BillingMode": "PAY_PER_REQUEST",
    "AttributeDefinitions": [
        {"AttributeName": "pk", "AttributeType": "S"},
        {"AttributeName": "sk", "AttributeType": "S"},
    ],
    "KeySchema": [
        {"AttributeName": "pk", "KeyType": "HASH"},
        {"AttributeName": "sk", "KeyType": "RANGE"},
    ],
    "TimeToLiveSpecification": {"AttributeName": "expires", "Enabled": True},
}
"""In the words of CloudFormation, which but for the time-to-live are those of CreateTable."""

POLL: Final[WaiterConfigTypeDef] = {"Delay": 1, "MaxAttempts": 60}
"""Seconds between two looks whether the table is there, and looks."""


def create_table(client: DynamoDBClient, name: str) -> bool:
    """Make the table, or complete one that was half made; whether it was not there before.

    Raises:
        StoreFailure: AWS refuses, or a table of that name has other keys.
    """
    try:
        created = _create(client, name)
        client.get_waiter("table_exists").wait(TableName=name, WaiterConfig=POLL)
        _check_keys(client, name)
        _expire(client, name)
    except WaiterError as error:
        raise StoreFailure(f"table {name} did not come up: {error}") from error
    except (BotoCoreError, ClientError) as error:
        raise StoreFailure(f"table {name} cannot be made: {reason(error)}") from error
    return created


def _create(client: DynamoDBClient, name: str) -> bool:
    """Ask for the table if it is not there; whether it was not. A try that was cut off may have landed all the same."""
    if _is_there(client, name):
        return False
    wanted = {key: value for key, value in TABLE.items() if key != "TimeToLiveSpecification"}
    with suppress(client.exceptions.ResourceInUseException):
        client.create_table(TableName=name, **wanted)
    return True


def _is_there(client: DynamoDBClient, name: str) -> bool:
    try:
        client.describe_table(TableName=name)
    except client.exceptions.ResourceNotFoundException:
        return False
    return True


def _check_keys(client: DynamoDBClient, name: str) -> None:
    there = client.describe_table(TableName=name)["Table"].get("KeySchema")
    if there != TABLE["KeySchema"]:
        raise StoreFailure(f"a table {name} with other keys is there already ({there}): choose another TABLE_NAME")


def _expire(client: DynamoDBClient, name: str) -> None:
    """Let items go some time after their expiry, unless that is on already: setting it twice is an error."""
    if _expires(client, name):
        return
    try:
        client.update_time_to_live(TableName=name, TimeToLiveSpecification=TABLE["TimeToLiveSpecification"])
    except ClientError:  # a try before it was cut off, and may have landed
        if not _expires(client, name):
            raise


def _expires(client: DynamoDBClient, name: str) -> bool:
    description = client.describe_time_to_live(TableName=name)["TimeToLiveDescription"]
    return description.get("TimeToLiveStatus") in ("ENABLED", "ENABLING")
