"""One DynamoDB table as items: plain attributes in and out, every call in a thread, every error named."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Any, TypeVar

from botocore.exceptions import BotoCoreError, ClientError

from handler.aws import THROTTLED, reason
from handler.errors import StoreFailure

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from mypy_boto3_dynamodb import DynamoDBClient
    from mypy_boto3_dynamodb.literals import ReturnValueType
    from mypy_boto3_dynamodb.type_defs import AttributeValueTypeDef, QueryInputTypeDef, UniversalAttributeValueTypeDef

    from handler.store.item import Item

T = TypeVar("T")

UNPROCESSED_PAUSES = (0.05, 0.1, 0.2, 0.4)
"""Seconds before what a batch left out is asked for again."""


class Refused(Exception):
    """A condition did not hold; `there` is the item as it stands, empty if there is none."""

    def __init__(self, there: Item) -> None:
        super().__init__("the condition did not hold")
        self.there = there


class Table:
    """A table of partitions `pk` with items `sk`. Methods raise `StoreFailure`, and `Refused` where said."""

    def __init__(self, client: DynamoDBClient, name: str) -> None:
        self._client = client
        self.name = name

    async def read(self, names: Iterable[tuple[str, str]]) -> dict[str, Item]:
        """Items of partitions and names, the latter all different: by name, in one strongly consistent read."""
        keys = [_key(pk, sk) for pk, sk in names]
        found = await self._call("BatchGetItem", lambda: self._batch(keys))
        return {str(item["sk"]): item for item in map(_plain_item, found)}

    async def update(
        self, pk: str, sk: str, change: str, condition: str, values: Item, *, answer: ReturnValueType = "NONE"
    ) -> Item:
        """Change an item if the condition holds; with the answer "ALL_NEW" what it is then, with "ALL_OLD" what it was.

        Raises:
            Refused: the condition does not hold.
        """
        updated = await self._call(
            "UpdateItem",
            lambda: self._client.update_item(
                TableName=self.name,
                Key=_key(pk, sk),
                UpdateExpression=change,
                ConditionExpression=condition,
                ExpressionAttributeValues=_typed_values(values),
                ReturnValues=answer,
                ReturnValuesOnConditionCheckFailure="ALL_OLD",
            ),
        )
        return _plain_item(updated.get("Attributes", {}))

    async def delete(self, pk: str, sk: str, condition: str, values: Item) -> None:
        """Delete an item if the condition holds.

        Raises:
            Refused: the condition does not hold.
        """
        await self._call(
            "DeleteItem",
            lambda: self._client.delete_item(
                TableName=self.name,
                Key=_key(pk, sk),
                ConditionExpression=condition,
                ExpressionAttributeValues=_typed_values(values),
            ),
        )

    async def query(self, pk: str, begin: str, attributes: str) -> list[Item]:
        """Some attributes of all items of a partition whose names begin so, or of all where `begin` is empty.

        One strongly consistent read for each megabyte of them.
        """
        named = " AND begins_with(sk, :begin)" if begin else ""
        found = await self._call("Query", lambda: self._pages(f"pk = :pk{named}", pk, begin or None, attributes))
        return [_plain_item(item) for item in found]

    def _pages(
        self, condition: str, pk: str, begin: str | None, attributes: str
    ) -> list[dict[str, AttributeValueTypeDef]]:
        found: list[dict[str, AttributeValueTypeDef]] = []
        following: QueryInputTypeDef = {
            "TableName": self.name,
            "KeyConditionExpression": condition,
            "ExpressionAttributeValues": _typed_values({"pk": pk, "begin": begin}),
            "ProjectionExpression": attributes,
            "ConsistentRead": True,
        }
        while True:
            answer = self._client.query(**following)
            found += answer["Items"]
            if "LastEvaluatedKey" not in answer:
                return found
            following["ExclusiveStartKey"] = answer["LastEvaluatedKey"]

    async def _call(self, operation: str, call: Callable[[], T]) -> T:
        try:
            return await asyncio.to_thread(call)
        except (BotoCoreError, ClientError) as error:
            _raise_if_refused(error)
            raise StoreFailure(f"DynamoDB {operation} on table {self.name}: {reason(error)}") from error

    def _batch(self, keys: list[dict[str, AttributeValueTypeDef]]) -> list[dict[str, AttributeValueTypeDef]]:
        found: list[dict[str, AttributeValueTypeDef]] = []
        for pause in UNPROCESSED_PAUSES:
            answer = self._client.batch_get_item(RequestItems={self.name: {"Keys": keys, "ConsistentRead": True}})
            found += answer["Responses"].get(self.name, [])
            left = answer["UnprocessedKeys"].get(self.name)
            if left is None:
                return found
            keys = [dict(key) for key in left["Keys"]]
            time.sleep(pause)
        raise StoreFailure(f"DynamoDB BatchGetItem on table {self.name}: {len(keys)} keys left out: {THROTTLED}")


def put_text(item: Item, *, kept: str = "") -> str:
    """The update expression that sets what an item has and removes what it has as None; values bear the names.

    The attribute `kept` is set only where there is none yet.
    """
    given = [name for name, value in item.items() if value is not None]
    sets = ", ".join(
        f"{name} = if_not_exists({name}, :{name})" if name == kept else f"{name} = :{name}" for name in given
    )
    removes = ", ".join(name for name, value in item.items() if value is None)
    return f"SET {sets}" + (f" REMOVE {removes}" if removes else "")


def _raise_if_refused(error: BotoCoreError | ClientError) -> None:
    if isinstance(error, ClientError) and error.response["Error"]["Code"] == "ConditionalCheckFailedException":
        there: Any = error.response.get("Item", {})
        raise Refused(_plain_item(there)) from None


def _key(pk: str, sk: str) -> dict[str, AttributeValueTypeDef]:
    return {"pk": {"S": pk}, "sk": {"S": sk}}


def _typed_values(values: Item) -> Mapping[str, UniversalAttributeValueTypeDef]:
    return {f":{name}": _typed(value) for name, value in values.items() if value is not None}


def _typed(value: str | int | list[str]) -> AttributeValueTypeDef:
    match value:
        case str():
            return {"S": value}
        case int():
            return {"N": str(value)}
        case _:
            return {"L": [{"S": text} for text in value]}


def _plain_item(item: Mapping[str, AttributeValueTypeDef]) -> Item:
    return {name: _plain(value) for name, value in item.items()}


def _plain(value: AttributeValueTypeDef) -> str | int | list[str]:
    if "N" in value:
        return int(value["N"])
    return [text["S"] for text in value["L"]] if "L" in value else value["S"]
