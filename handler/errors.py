"""Errors of the handler, grouped by who must act.

HandlerError
├── Conflict        the caller: load again, somebody else wrote first
├── StoreFailure    the operator: the store is at fault; the player presses again
├── TelegramError   nobody in the group: the message is brought up to date later
│   ├── Flood           wait `retry_after` seconds before the next send or edit in this chat
│   ├── Unknown         timed out or cut: the call may have landed
│   ├── MessageGone     the message was deleted or cannot be edited: post a new one
│   ├── PhotosForbidden no picture is taken here: a text table instead
│   ├── Banned          the bot may not write there, or is out of the chat
│   ├── Moved           the group became the supergroup `chat`
│   └── Refused         any other refusal
└── SettingsError   the operator, at start: a setting is missing or wrong
"""


class HandlerError(Exception):
    """The root of all that the handler raises."""


class Conflict(HandlerError):
    """A conditional write was refused: somebody else wrote first."""


class StoreFailure(HandlerError):
    """The store did not answer or is at fault; whether a write landed is not known."""


class TelegramError(HandlerError):
    """The Bot API refused or did not answer."""


class Flood(TelegramError):
    """Too many sends and edits: none before `retry_after` seconds have passed."""

    def __init__(self, retry_after: int) -> None:
        super().__init__(f"flood: wait {retry_after} s")
        self.retry_after = retry_after


class Unknown(TelegramError):
    """No answer came: the call may have landed."""


class MessageGone(TelegramError):
    """The message is deleted or cannot be edited."""


class PhotosForbidden(TelegramError):
    """The chat forbids pictures, or Telegram cannot read this one."""


class Banned(TelegramError):
    """The bot may not write in the chat, or is out of it."""


class Moved(TelegramError):
    """The group became a supergroup."""

    def __init__(self, chat: int) -> None:
        super().__init__(f"the chat moved to {chat}")
        self.chat = chat


class Refused(TelegramError):
    """Any other refusal, in Telegram's words."""


class SettingsError(HandlerError):
    """A setting is missing or wrong: the text says which and what to do."""
