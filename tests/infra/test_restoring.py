"""A table brought back from one that AWS restored: the same items, and none that came later."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest

from handler.store.creation import create_table
from infra import restoring
from infra.errors import OperationFailure
from infra.restoring import restore
from tests.dynamodb_local import connect

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture
def client(dynamodb_endpoint: str) -> Iterator[Any]:
    made = connect(dynamodb_endpoint)
    yield made
    made.close()


def table(client: Any, *names: str, value: str = "") -> str:
    made = f"setgram-{uuid4()}"
    create_table(client, made)
    for name in names:
        client.put_item(TableName=made, Item={"pk": {"S": "place"}, "sk": {"S": name}, "body": {"S": value or name}})
    return made


def held(client: Any, name: str) -> dict[str, str]:
    return {item["sk"]["S"]: item["body"]["S"] for item in restoring._scanned(client, name)}


def test_a_table_holds_afterwards_what_the_other_one_does_however_often(client: Any) -> None:
    names = [f"game{number}" for number in range(60)]
    source, target = table(client, *names), table(client, "game3", "game99", value="later")
    for later in (1, 0):
        assert restore(client, source, target) == (
            f"table {target} holds the 60 items of {source}; {later} that are not in it were deleted"
        )
        assert held(client, target) == {name: name for name in names}


def test_what_dynamodb_left_out_is_sent_again_and_told_if_it_stays_so(
    client: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(restoring, "PAUSES", (0, 0, 0))
    source, target = table(client, "game1", "game2"), table(client)
    write, left = client.batch_write_item, [1, 1]

    def hesitant(RequestItems: Any) -> Any:
        return {"UnprocessedItems": RequestItems} if left and left.pop() else write(RequestItems=RequestItems)

    monkeypatch.setattr(client, "batch_write_item", hesitant)
    restore(client, source, target)
    assert len(held(client, target)) == 2
    left += [1] * 3
    with pytest.raises(OperationFailure, match="took only a part: give the command again"):
        restore(client, source, target)


def test_a_table_is_not_restored_from_itself_or_from_none(client: Any) -> None:
    own = table(client, "game1")
    with pytest.raises(OperationFailure, match="is the bot's own table"):
        restore(client, own, own)
    with pytest.raises(OperationFailure, match=f"table {own} cannot be brought back from none-such: ResourceNotFound"):
        restore(client, "none-such", own)
    assert len(held(client, own)) == 1
