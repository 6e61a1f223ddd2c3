"""A Bot API server for one machine that behaves as Telegram's is known to behave."""
