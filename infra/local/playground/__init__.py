"""A group chat in a browser: the bot's whole path behind it, no account needed."""
