"""The Lambda: Telegram's updates in, Bot API calls out, with the stores, timers and texts between."""
