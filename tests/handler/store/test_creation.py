"""The making of the table: once, whole, and not over another's."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import pytest
from botocore.exceptions import ClientError, WaiterError
from moto import mock_aws

from handler.errors import StoreFailure
from handler.store.creation import TABLE, create_table
from tests.dynamodb_local import connect

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mypy_boto3_dynamodb import DynamoDBClient


@pytest.fixture(params=["moto", "local"])
def client(request: pytest.FixtureRequest) -> Iterator[DynamoDBClient]:
    if request.param == "local":
        yield request.getfixturevalue("local_client")
        return
    with mock_aws():
        yield request.getfixturevalue("moto_client")


def drop(client: DynamoDBClient, name: str) -> None:
    client.delete_table(TableName=name)


def test_the_table_is_made_as_it_is_defined(client: DynamoDBClient) -> None:
    assert create_table(client, "made")
    made = client.describe_table(TableName="made")["Table"]
    assert made["KeySchema"] == TABLE["KeySchema"]
    assert made["AttributeDefinitions"] == TABLE["AttributeDefinitions"]
    assert made["BillingModeSummary"]["BillingMode"] == "PAY_PER_REQUEST"
    life = client.describe_time_to_live(TableName="made")["TimeToLiveDescription"]
    assert life == {"TimeToLiveStatus": "ENABLED", "AttributeName": "expires"}
    drop(client, "made")


def test_a_table_that_is_there_is_left_as_it_is(client: DynamoDBClient) -> None:
    create_table(client, "twice")
    client.put_item(TableName="twice", Item={"pk": {"S": "a"}, "sk": {"S": "b"}})
    assert not create_table(client, "twice")
    assert client.get_item(TableName="twice", Key={"pk": {"S": "a"}, "sk": {"S": "b"}})["Item"]
    drop(client, "twice")


def test_a_table_that_lacks_its_time_to_live_is_completed(client: DynamoDBClient) -> None:
    half = {key: value for key, value in TABLE.items() if key != "TimeToLiveSpecification"}
    client.create_table(TableName="half", **half)
    assert not create_table(client, "half")
    life = client.describe_time_to_live(TableName="half")["TimeToLiveDescription"]
    assert life["TimeToLiveStatus"] == "ENABLED"
    drop(client, "half")


def test_a_table_with_other_keys_is_refused(client: DynamoDBClient) -> None:
    client.create_table(
        TableName="others",
        BillingMode="PAY_PER_REQUEST",
        AttributeDefinitions=[{"AttributeName": "id", "AttributeType": "S"}],
        KeySchema=[{"AttributeName": "id", "KeyType": "HASH"}],
    )
    with pytest.raises(StoreFailure, match="a table others with other keys is there already"):
        create_table(client, "others")
    drop(client, "others")


class SentTwice:
    """A client whose writes land, are cut off on the way back, and are tried again."""

    def __init__(self, client: DynamoDBClient) -> None:
        self._client = client

    def __getattr__(self, name: str) -> Any:
        return getattr(self._client, name)

    def create_table(self, **asked: Any) -> object:
        self._client.create_table(**asked)
        return self._client.create_table(**asked)

    def update_time_to_live(self, **asked: Any) -> object:
        self._client.update_time_to_live(**asked)
        return self._client.update_time_to_live(**asked)


def test_a_call_that_was_cut_off_but_landed_makes_the_table_all_the_same(client: DynamoDBClient) -> None:
    assert create_table(cast("DynamoDBClient", SentTwice(client)), "landed")
    life = client.describe_time_to_live(TableName="landed")["TimeToLiveDescription"]
    assert life["TimeToLiveStatus"] == "ENABLED"
    assert not create_table(client, "landed")
    drop(client, "landed")


class Forbidden(SentTwice):
    """A client that may not set the time-to-live."""

    def update_time_to_live(self, **_: Any) -> object:
        raise ClientError({"Error": {"Code": "AccessDeniedException", "Message": "no"}}, "UpdateTimeToLive")


def test_a_time_to_live_that_may_not_be_set_is_told(client: DynamoDBClient) -> None:
    with pytest.raises(StoreFailure, match="table barred cannot be made: AccessDeniedException"):
        create_table(cast("DynamoDBClient", Forbidden(client)), "barred")
    drop(client, "barred")


class Asleep:
    """A client whose table is there and never comes up."""

    def describe_table(self, **_: object) -> None:
        pass

    def get_waiter(self, name: str) -> Asleep:
        self.waiter = name
        return self

    def wait(self, **_: object) -> None:
        raise WaiterError(self.waiter, "Max attempts exceeded", {})


def test_a_table_that_does_not_come_up_is_told() -> None:
    with pytest.raises(StoreFailure, match=r"table games did not come up: .*Max attempts"):
        create_table(cast("DynamoDBClient", Asleep()), "games")


def test_a_name_that_aws_refuses_is_told(dynamodb_endpoint: str) -> None:
    client = connect(dynamodb_endpoint)
    with pytest.raises(StoreFailure, match="table x cannot be made"):
        create_table(client, "x")
    client.close()
