"""A table brought back to what another one holds, such as one that AWS restored from its backups."""

from __future__ import annotations

import time
from itertools import islice
from typing import TYPE_CHECKING, Any

from infra.asking import aws_told
from infra.errors import OperationFailure

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from mypy_boto3_dynamodb import DynamoDBClient

AT_ONCE = 25
"""Items that DynamoDB takes in one call."""

PAUSES = (0.1, 0.5, 2, 5)
"""Seconds before what a call left out is sent again."""


def restore(client: DynamoDBClient, source: str, target: str) -> str:
    """Let `target` hold the items of `source` and no other; what was done. May be repeated.

    Raises:
        OperationFailure: AWS refuses, or it is one and the same table.
    """
    if source == target:
        raise OperationFailure(f"{source} is the bot's own table: name the one that was restored from the backups")
    with aws_told(f"table {target} cannot be brought back from {source}"):
        items = list(_scanned(client, source))
        kept = {(item["pk"]["S"], item["sk"]["S"]) for item in items}
        later = [key for key in map(_key, _scanned(client, target)) if (key["pk"]["S"], key["sk"]["S"]) not in kept]
        _write(client, target, ({"PutRequest": {"Item": item}} for item in items))
        _write(client, target, ({"DeleteRequest": {"Key": key}} for key in later))
    return f"table {target} holds the {len(items)} items of {source}; {len(later)} that are not in it were deleted"


def _scanned(client: DynamoDBClient, table: str) -> Iterator[dict[str, Any]]:
    for page in client.get_paginator("scan").paginate(TableName=table, ConsistentRead=True):
        yield from page["Items"]


def _key(item: dict[str, Any]) -> dict[str, Any]:
    return {"pk": item["pk"], "sk": item["sk"]}


def _write(client: DynamoDBClient, table: str, requests: Iterable[Any]) -> None:
    waiting = iter(requests)
    while some := list(islice(waiting, AT_ONCE)):
        left: Any = {table: some}
        for pause in PAUSES:
            left = client.batch_write_item(RequestItems=left)["UnprocessedItems"]
            if not left:
                break
            time.sleep(pause)
        else:
            raise OperationFailure(f"table {table} took only a part: give the command again")
