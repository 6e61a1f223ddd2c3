"""The product in a browser, with no account and no cloud: a page like a group chat on a phone, and all that is behind.

One process holds a local Telegram (`infra.local.bot_api`), the people's windows (`session`), two robot players
(`robot`) and the page; it brings the updates to the webhook in several handler processes (`infra.local.handlers`), and
keeps everything in one SQLite file (`keeper`), so that a game goes on after a kill. `python -m infra.local.playground`.
"""
