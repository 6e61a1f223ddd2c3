"""The DynamoDB store beyond the contract: writes that time out but land, and the cost of each call."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest
from botocore.exceptions import ReadTimeoutError
from botocore.httpsession import URLLib3Session

from engine.game import Millis, Revision
from engine.notation import game_text
from handler.choices import ChatSettings, Preferences
from handler.errors import Conflict, StoreFailure
from handler.ports import Budget, Notes, Picks, Version, View
from handler.store.dynamodb import DynamoStore
from tests.dynamodb_local import connect
from tests.handler.store.conftest import TABLE
from tests.handler.store.samples import ANA, GAME, SETTINGS, a_tap, stored

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator

    from botocore.awsrequest import AWSPreparedRequest
    from mypy_boto3_dynamodb import DynamoDBClient

    from handler.ports import GameKey, Store
    from tests.handler.store.conftest import Clock

pytestmark = pytest.mark.anyio


class CutWire:
    """Carries the next write to the store and cuts its answer off, so that the SDK tries it again."""

    def __init__(self, client: DynamoDBClient) -> None:
        self.cuts = 0
        self.between: Callable[[], None] = lambda: None
        self._armed = False
        self._session = URLLib3Session()
        client.meta.events.register("before-send.dynamodb.UpdateItem", self._carry)

    def arm(self) -> None:
        self._armed = True

    def _carry(self, request: AWSPreparedRequest, **_: object) -> None:
        if not self._armed:
            return
        self._armed = False
        self.cuts += 1
        assert self._session.send(request).status_code == 200
        self.between()
        raise ReadTimeoutError(endpoint_url=request.url)


@pytest.fixture
def cut_client(dynamodb_endpoint: str, local_client: DynamoDBClient) -> Iterator[DynamoDBClient]:
    """A client of its own, whose wire may be cut."""
    del local_client
    client = connect(dynamodb_endpoint)
    yield client
    client.close()


@pytest.fixture
def wire(cut_client: DynamoDBClient) -> CutWire:
    return CutWire(cut_client)


@pytest.fixture
def cut_store(cut_client: DynamoDBClient) -> DynamoStore:
    return DynamoStore(cut_client, TABLE)


async def test_a_game_whose_write_timed_out_but_landed_is_no_conflict(
    cut_store: DynamoStore, wire: CutWire, key: GameKey
) -> None:
    wire.arm()
    await cut_store.save(key, stored(1), Version(0))
    wire.arm()
    await cut_store.save(key, stored(2), Version(1))
    assert wire.cuts == 2
    assert (await cut_store.load(key)).stored == stored(2)


async def test_a_landed_write_that_another_built_upon_before_the_second_try_is_a_conflict(
    cut_store: DynamoStore, wire: CutWire, key: GameKey, local_store: DynamoStore
) -> None:
    await cut_store.save(key, stored(1), Version(0))
    wire.arm()
    wire.between = lambda: asyncio.run(local_store.save(key, stored(3), Version(2)))
    with pytest.raises(Conflict):
        await cut_store.save(key, stored(2), Version(1))
    assert (await cut_store.load(key)).stored == stored(3)


async def test_budget_notes_and_settings_whose_writes_timed_out_but_landed_are_no_conflicts(
    cut_store: DynamoStore, wire: CutWire, key: GameKey
) -> None:
    wire.arm()
    await cut_store.save_budget(key.chat, Budget(version=Version(1)), Version(0))
    wire.arm()
    await cut_store.save_notes(key.chat, Notes(version=Version(1)), Version(0))
    wire.arm()
    await cut_store.save_settings(key.chat, SETTINGS, Version(0))
    assert wire.cuts == 3


async def test_a_lease_whose_taking_timed_out_but_landed_is_ones_own(
    cut_store: DynamoStore, wire: CutWire, key: GameKey
) -> None:
    wire.arm()
    assert await cut_store.take_lease(key, "me", Millis(10), Millis(20)) == View(owner="me", lease_until=Millis(20))
    assert wire.cuts == 1


async def test_a_view_given_back_in_a_write_that_timed_out_but_landed_counts_as_stored(
    cut_store: DynamoStore, wire: CutWire, key: GameKey
) -> None:
    await cut_store.take_lease(key, "me", Millis(10), Millis(20))
    wire.arm()
    assert await cut_store.put_view(key, View(message=5), "me")
    assert wire.cuts == 1


async def test_a_view_counts_as_stored_though_another_took_the_lease_before_the_second_try(
    cut_store: DynamoStore, wire: CutWire, key: GameKey, local_client: DynamoDBClient
) -> None:
    def take_over() -> None:
        local_client.update_item(
            TableName=TABLE,
            Key={"pk": {"S": f"{key.chat}/{key.topic}"}, "sk": {"S": "view"}},
            UpdateExpression="SET holder = :you",
            ExpressionAttributeValues={":you": {"S": "you"}},
        )

    await cut_store.take_lease(key, "me", Millis(10), Millis(20))
    wire.arm()
    wire.between = take_over
    assert await cut_store.put_view(key, View(message=5), "me")
    assert (await cut_store.load(key)).view == View(message=5, owner="you")


async def test_a_tap_that_timed_out_but_landed_is_kept_twice_under_one_id(
    cut_store: DynamoStore, wire: CutWire, key: GameKey
) -> None:
    wire.arm()
    picks = await cut_store.add_tap(key, GAME, ANA, a_tap(1))
    assert picks.taps == (a_tap(1), a_tap(1))


async def test_two_taps_that_meet_expired_picks_at_once_are_both_kept(
    cut_client: DynamoDBClient, local_store: DynamoStore, key: GameKey, clock: Clock
) -> None:
    await local_store.add_tap(key, GAME, ANA, a_tap(1))
    clock.turn(seconds=25 * 60 * 60)
    met: list[Picks] = []

    def meet(**_: object) -> None:
        met.append(asyncio.run(local_store.add_tap(key, GAME, ANA, a_tap(2))))

    cut_client.meta.events.register("before-send.dynamodb.DeleteItem", meet)
    picks = await DynamoStore(cut_client, TABLE, clock).add_tap(key, GAME, ANA, a_tap(3))
    assert (met[0].taps, picks.taps) == ((a_tap(2),), (a_tap(2), a_tap(3)))


MISREADING: dict[str, Callable[[Store, GameKey], Awaitable[Any]]] = {
    "view": lambda store, key: store.take_lease(key, "me", Millis(10), Millis(20)),
    f"picks#{GAME}#{ANA}": lambda store, key: store.add_tap(key, GAME, ANA, a_tap(1)),
}


@pytest.mark.parametrize("name", MISREADING)
async def test_an_item_that_a_later_release_wrote_keeps_its_form_and_is_not_misread(
    local_client: DynamoDBClient, local_store: DynamoStore, key: GameKey, name: str
) -> None:
    place = {"pk": {"S": f"{key.chat}/{key.topic}"}, "sk": {"S": name}}
    local_client.put_item(TableName=TABLE, Item={**place, "form": {"N": "2"}})
    with pytest.raises(StoreFailure, match="form is 2"):
        await MISREADING[name](local_store, key)
    assert local_client.get_item(TableName=TABLE, Key=place)["Item"]["form"] == {"N": "2"}


ONE_CALL: dict[str, tuple[str, Callable[[Store, GameKey], Awaitable[Any]]]] = {
    "load": ("BatchGetItem", lambda store, key: store.load(key, ANA, GAME)),
    "load of preferences": ("BatchGetItem", lambda store, key: store.load(key, ANA)),
    "save": ("UpdateItem", lambda store, key: store.save(key, stored(1), Version(0))),
    "add_tap": ("UpdateItem", lambda store, key: store.add_tap(key, GAME, ANA, a_tap(1))),
    "note_picks": (
        "UpdateItem",
        lambda store, key: store.note_picks(key, GAME, ANA, Millis(1), seen=(Revision(1), Millis(1))),
    ),
    "compact_picks": ("UpdateItem", lambda store, key: store.compact_picks(key, GAME, ANA, (), 1)),
    "last_taps": ("Query", lambda store, key: store.last_taps(key, GAME)),
    "take_lease": ("UpdateItem", lambda store, key: store.take_lease(key, "me", Millis(1), Millis(2))),
    "put_view": ("UpdateItem", lambda store, key: store.put_view(key, View(), "me")),
    "load_budget": ("BatchGetItem", lambda store, key: store.load_budget(key.chat)),
    "save_budget": ("UpdateItem", lambda store, key: store.save_budget(key.chat, Budget(), Version(0))),
    "load_notes": ("BatchGetItem", lambda store, key: store.load_notes(key.chat)),
    "save_notes": ("UpdateItem", lambda store, key: store.save_notes(key.chat, Notes(), Version(0))),
    "save_settings": ("UpdateItem", lambda store, key: store.save_settings(key.chat, ChatSettings(), Version(0))),
    "save_preferences": ("UpdateItem", lambda store, _: store.save_preferences(ANA, Preferences())),
}


@pytest.mark.parametrize("method", ONE_CALL)
async def test_every_method_is_one_round_trip(
    cut_client: DynamoDBClient, cut_store: DynamoStore, key: GameKey, method: str
) -> None:
    sent: Counter[str] = Counter()
    cut_client.meta.events.register("before-send.dynamodb", lambda event_name, **_: sent.update([event_name]))
    operation, call = ONE_CALL[method]
    await call(cut_store, key)
    assert sent == {f"before-send.dynamodb.{operation}": 1}


@pytest.mark.parametrize("method", [name for name, (operation, _) in ONE_CALL.items() if operation != "UpdateItem"])
async def test_every_read_is_strongly_consistent(
    cut_client: DynamoDBClient, cut_store: DynamoStore, key: GameKey, method: str
) -> None:
    asked: list[str] = []
    cut_client.meta.events.register("before-send.dynamodb", lambda request, **_: asked.append(request.body.decode()))
    await ONE_CALL[method][1](cut_store, key)
    [body] = asked
    assert '"ConsistentRead": true' in body


async def test_a_game_is_one_text_beside_the_attributes_that_conditions_ask_for(
    local_client: DynamoDBClient, local_store: DynamoStore, key: GameKey
) -> None:
    await local_store.save(key, stored(1), Version(0), expires=Millis(1_900_000_000_001))
    place = {"pk": {"S": f"{key.chat}/{key.topic}"}, "sk": {"S": "game"}}
    item = local_client.get_item(TableName=TABLE, Key=place)["Item"]
    assert item["body"] == {"S": game_text(stored(1).game)}
    assert item["version"] == {"N": "1"}
    assert item["expires"] == {"N": "1900000001"}
    assert set(item) == {"pk", "sk", "form", "version", "body", "answered", "mark", "expires", "menu"}
