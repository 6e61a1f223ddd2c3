"""One update or one wake done, whatever fails inside: the same for a Lambda's container and for one machine."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.value import Value
from handler import replies
from handler.errors import HandlerError, StoreFailure
from handler.intents import Ignored, intent_of
from handler.languages import language_for
from handler.meter import metered
from handler.observability import ERROR, place
from handler.service import Reply
from handler.webhook import Refusal

if TYPE_CHECKING:
    from collections.abc import Callable

    from telegram import CallbackQuery, Update

    from engine.game import Millis
    from handler.observability import Log
    from handler.service import Service
    from handler.timers import Wake
    from handler.words import Words


class Handling(Value):
    """A service at work. `username` is the bot's, `key` signs its buttons."""

    service: Service
    username: str
    key: bytes
    log: Log
    clock: Callable[[], Millis]

    async def update(self, update: Update, now: Millis) -> Reply | Refusal | None:
        """One update done. Nothing is raised: Telegram must hear 200, or it would hold that player's taps back.

        Only what a group itself does, which nobody would do again, is refused where the store failed: it comes again.
        """
        with metered() as meter:
            try:
                intent = intent_of(update, self.username, self.key)
                reply = await self.service.handle(intent, now)
            except Exception as error:
                if isinstance(error, StoreFailure) and update.callback_query is None:
                    self.log.report(str(error))
                    return Refusal(503, "the store failed")
                meter.count("Errors")
                self.log.line(ERROR, update=update.update_id, where=place(error), **meter.metrics(now))
                query = update.callback_query
                return Reply(query.id, replies.busy(self._words_of(query))) if query else None
            why = {"why": intent.why} if isinstance(intent, Ignored) else {}
            kind, ms = type(intent).__name__.lower(), self.clock() - now
            self.log.line(kind, update=update.update_id, ms=ms, **why, **meter.fields(), **meter.metrics(now))
        return reply

    async def wake(self, wake: Wake, now: Millis) -> bool:
        """One wake done; False where it should come again."""
        with metered() as meter:
            try:
                await self.service.wake(wake, now)
            except HandlerError as failure:
                self.log.report(str(failure))
                return False
            except Exception as error:
                meter.count("Errors")
                self.log.line(ERROR, where=place(error), **meter.metrics(now))
                return False
            self.log.line("wake", ms=self.clock() - now, **meter.fields(), **meter.metrics(now))
        return True

    def _words_of(self, query: CallbackQuery) -> Words:
        """The words of whoever pressed, by what the press alone tells."""
        user = query.from_user
        return self.service.desk.words_of(language_for(None, user.language_code if user else None, None))
