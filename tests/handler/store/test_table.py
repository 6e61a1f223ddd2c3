"""The table as items: what is left out of a batch is asked for again, and every error names table and call."""

from __future__ import annotations

import socket
from typing import TYPE_CHECKING, Any, cast

import pytest

from handler.errors import StoreFailure
from handler.store.table import Refused, Table, put_text
from tests.dynamodb_local import connect

if TYPE_CHECKING:
    from collections.abc import Callable

    from mypy_boto3_dynamodb import DynamoDBClient

pytestmark = pytest.mark.anyio

WANTED = (("place", "game"), ("place", "view"), ("chat", "settings"))


class Stingy:
    """A client whose batches bring one item at a time, as DynamoDB's may, up to a number of batches."""

    def __init__(self, batches: int) -> None:
        self.batches = batches

    def batch_get_item(self, *, RequestItems: dict[str, Any]) -> dict[str, Any]:
        [(table, wanted)] = RequestItems.items()
        assert wanted["ConsistentRead"] is True
        if not self.batches:
            return {"Responses": {}, "UnprocessedKeys": {table: wanted}}
        self.batches -= 1
        first, *rest = wanted["Keys"]
        left = {table: {"Keys": rest, "ConsistentRead": True}} if rest else {}
        return {"Responses": {table: [first]}, "UnprocessedKeys": left}


def stingy_table(batches: int) -> Table:
    return Table(cast("DynamoDBClient", Stingy(batches)), "games")


async def test_what_a_batch_leaves_out_is_asked_for_again() -> None:
    assert await stingy_table(3).read(WANTED) == {name: {"pk": place, "sk": name} for place, name in WANTED}


async def test_what_batches_leave_out_again_and_again_is_a_failure() -> None:
    with pytest.raises(StoreFailure, match="BatchGetItem on table games: 2 keys left out"):
        await stingy_table(1).read(WANTED)


async def test_a_refused_change_tells_what_is_there(local_client: DynamoDBClient) -> None:
    table = Table(local_client, "setgram-tests")
    await table.update("refused", "game", "SET version = :one", "attribute_not_exists(pk)", {"one": 1})
    with pytest.raises(Refused) as refused:
        await table.update("refused", "game", "SET version = :two", "attribute_not_exists(pk)", {"two": 2})
    assert refused.value.there == {"pk": "refused", "sk": "game", "version": 1}


def test_what_is_none_is_removed_and_the_rest_is_set() -> None:
    assert put_text({"body": "x", "holder": None, "version": 1}) == "SET body = :body, version = :version REMOVE holder"
    assert put_text({"body": "x"}) == "SET body = :body"


def test_what_is_kept_is_set_only_where_there_is_none() -> None:
    assert put_text({"form": 1, "body": "x"}, kept="form") == "SET form = if_not_exists(form, :form), body = :body"


CALLS: list[Callable[[Table], Any]] = [
    lambda table: table.read(WANTED[:1]),
    lambda table: table.update("place", "game", "SET version = :one", "attribute_not_exists(pk)", {"one": 1}),
    lambda table: table.delete("place", "game", "version = :one", {"one": 1}),
    lambda table: table.query("place", "picks#", "sk"),
]


@pytest.mark.parametrize("call", CALLS)
async def test_a_missing_table_tells_how_to_make_it(local_client: DynamoDBClient, call: Callable[[Table], Any]) -> None:
    with pytest.raises(StoreFailure, match=r"table nowhere: ResourceNotFoundException.*setgram table create"):
        await call(Table(local_client, "nowhere"))


async def test_a_store_that_does_not_answer_is_a_failure() -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        client = connect(f"http://127.0.0.1:{closed.getsockname()[1]}")
        with pytest.raises(StoreFailure, match="EndpointConnectionError"):
            await Table(client, "games").read(WANTED[:1])


class Paged:
    """A client whose queries bring one item at a time."""

    def query(self, *, ExclusiveStartKey: dict[str, Any] | None = None, **asked: Any) -> dict[str, Any]:
        assert asked["ConsistentRead"] is True
        number = 0 if ExclusiveStartKey is None else int(ExclusiveStartKey["sk"]["S"]) + 1
        key = {"pk": {"S": "place"}, "sk": {"S": str(number)}}
        return {"Items": [key]} | ({"LastEvaluatedKey": key} if number < 3 else {})


async def test_what_does_not_come_at_once_is_asked_for_page_by_page() -> None:
    table = Table(cast("DynamoDBClient", Paged()), "games")
    assert [item["sk"] for item in await table.query("place", "", "sk")] == ["0", "1", "2", "3"]
