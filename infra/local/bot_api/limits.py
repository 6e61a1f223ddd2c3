"""What Telegram allows, as one value: sizes in characters, bytes and buttons, times in seconds."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Limits:
    """Every bound the server keeps. The defaults are Telegram's; a test makes its own with smaller times."""

    answer_chars: int = 200
    caption_chars: int = 1024
    text_chars: int = 4096
    entities: int = 100
    callback_data_bytes: int = 64
    markup_bytes: int = 10_000
    """Of a keyboard written as JSON; seen by users, not documented."""
    buttons: int = 100
    buttons_in_row: int = 8
    photo_bytes: int = 10 * 1024 * 1024
    photo_sides: int = 10_000
    """The most that width and height may add up to, in pixels."""
    photo_ratio: int = 20
    upload_bytes: int = 50 * 1024 * 1024
    group_sends: int = 20
    """Sends and edits that one group, all its topics together, takes within `group_window`."""
    group_window: float = 60.0
    hidden_wait: float = 8.0
    """How long a call may wait inside for its turn before it is refused with 429."""
    query_seconds: float = 15.0
    callback_kept: float = 150.0
    message_kept: float = 86_400.0
    delete_within: float = 172_800.0
    redelivery: tuple[float, ...] = (0.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0)
    """The pause after the first, second, ... failed delivery of one update."""
    redelivery_last: float = 90.0
    """Every later pause: Telegram draws 60 to 120; the middle of it keeps a run repeatable."""
    retry_after_most: float = 3600.0
    max_connections: int = 40
    """How many connections to a webhook that asks for no other number."""
    read_timeout: float = 60.0
    idle_after: float = 10.0
    """Without a successful delivery for so long, only one new connection is opened."""
    connection_idle: float = 60.0
    connections_at_once: int = 10
    connections_pause: float = 0.5
    webhook_pause: float = 1.0
    """The least time between two calls of setWebhook."""
    upload_seconds: float = 0.0
    """How long a picture takes to reach Telegram. No figure is known, so nothing is waited by default."""

    def scaled(self, factor: float) -> Limits:
        """These limits with every time multiplied by `factor`."""
        times = {name: getattr(self, name) * factor for name in _TIMES}
        return replace(self, redelivery=tuple(pause * factor for pause in self.redelivery), **times)


_TIMES = (
    "group_window",
    "hidden_wait",
    "query_seconds",
    "callback_kept",
    "message_kept",
    "delete_within",
    "redelivery_last",
    "retry_after_most",
    "read_timeout",
    "idle_after",
    "connection_idle",
    "connections_pause",
    "webhook_pause",
    "upload_seconds",
)
