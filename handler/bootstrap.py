"""The composition root: settings in, a service with its ports in hand out."""

from __future__ import annotations

import hashlib
import secrets
import time
from typing import TYPE_CHECKING, cast

from engine.game import GameId, Millis
from engine.table import CARDS
from handler.answers import Answers
from handler.desk import Desk
from handler.face import Signer
from handler.languages import words_of
from handler.meter import Metered
from handler.service import Service
from handler.telegram import BotTelegram, new_bot
from handler.view import Shower

if TYPE_CHECKING:
    from engine.card import Card
    from engine.rules import DeckKind
    from handler.observability import Log
    from handler.ports import Store, Telegram, Timers
    from handler.settings import Settings


def clock() -> Millis:
    """The present by this machine."""
    return Millis(time.time_ns() // 1_000_000)


def shuffle(kind: DeckKind) -> tuple[Card, ...]:
    """A shuffle of a deck by the operating system's randomness."""
    deck = list(CARDS[kind])
    secrets.SystemRandom().shuffle(deck)
    return tuple(deck)


def signing_key(token: str) -> bytes:
    """The key that signs buttons: made of the bot's token, so that there is one secret less to keep."""
    return hashlib.sha256(b"setgram buttons " + token.encode()).digest()


def make_store(settings: Settings, log: Log) -> tuple[Store, Timers]:
    """The store and the timers that the settings name. Only what is named is loaded."""
    if settings.sqlite_path is not None:
        from handler.sqlite_timers import SqliteTimers
        from handler.store.sqlite import SqliteStore

        return SqliteStore(settings.sqlite_path), SqliteTimers(settings.sqlite_path)
    from handler.aws import dynamodb_client, sqs_client
    from handler.store.dynamodb import DynamoStore
    from handler.timers import NoTimers, SqsTimers

    store = DynamoStore(dynamodb_client(), settings.table_name)
    url = settings.timer_queue_url
    return store, SqsTimers(sqs_client(), url, log.report) if url else NoTimers()


def make_service(settings: Settings, log: Log) -> Service:
    """The service as it runs in the Lambda and on one machine."""
    store, timers = make_store(settings, log)
    telegram = BotTelegram(new_bot(settings.token, settings.api_url))
    return service_of(settings, *on_account(store, telegram), timers, log)


def on_account(store: Store, telegram: Telegram) -> tuple[Store, Telegram]:
    """The ports with each call's time on the account of what is handled."""
    return cast("Store", Metered(store, "store")), cast("Telegram", Metered(telegram, "telegram"))


def service_of(settings: Settings, store: Store, telegram: Telegram, timers: Timers, log: Log) -> Service:
    """A service over ports that are there already."""
    signer = Signer(signing_key(settings.token), settings.username)
    return Service(
        Desk(
            store=store,
            telegram=telegram,
            timers=timers,
            shower=Shower(store, telegram, timers, signer, words_of, clock, log.report, settings.per_minute),
            answers=Answers(store, telegram, clock, settings.per_minute),
            signer=signer,
            words_of=words_of,
            clock=clock,
            shuffle=shuffle,
            new_id=lambda: GameId(secrets.token_urlsafe(6)),
            report=log.report,
        )
    )
