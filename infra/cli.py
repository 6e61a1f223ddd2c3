"""The operator's commands: `setgram COMMAND ...`, or `python -m infra.cli COMMAND ...`."""

from __future__ import annotations

import asyncio
import os
import sys
from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from handler.aws import dynamodb_client
from handler.errors import HandlerError
from handler.languages import languages
from handler.settings import api_url_in, table_name_in, token_in
from handler.store.creation import create_table
from handler.telegram import new_bot
from infra.commands import register

if TYPE_CHECKING:
    from collections.abc import Sequence

TABLE = "the DynamoDB table, where the AWS SDK's own settings say (endpoint, region, credentials)"
CREATE = "make the table TABLE_NAME (by default setgram), or complete it; does nothing where it is there"

COMMANDS = "tell Telegram the commands of the bot BOT_TOKEN, in every language"


def main(arguments: Sequence[str] | None = None) -> int:
    """Carry out a command; the process's exit code. A fault is told in one line that says what to do."""
    asked = _parser().parse_args(arguments)
    try:
        sys.stdout.write(f"{asked.run(asked)}\n")
    except HandlerError as fault:
        sys.stderr.write(f"setgram: {fault}\n")
        return 1
    return 0


def _parser() -> ArgumentParser:
    """Each command sets `run`: from its arguments to the line that tells what was done."""
    parser = ArgumentParser("setgram", description="Commands for the operator of a Setgram bot.")
    things = parser.add_subparsers(metavar="COMMAND", required=True)
    table = things.add_parser("table", help=TABLE).add_subparsers(metavar="COMMAND", required=True)
    table.add_parser("create", help=CREATE, description=CREATE).set_defaults(run=_create_table)
    things.add_parser("commands", help=COMMANDS, description=COMMANDS).set_defaults(run=_register_commands)
    return parser


def _create_table(_asked: Namespace) -> str:
    client, name = dynamodb_client(), table_name_in(os.environ)
    created = create_table(client, name)
    where = f"at {client.meta.endpoint_url} ({client.meta.region_name})"
    return f"table {name} made {where}" if created else f"table {name} was there already {where}"


def _register_commands(_asked: Namespace) -> str:
    count = asyncio.run(register(new_bot(token_in(os.environ), api_url_in(os.environ))))
    return f"{count} lists of commands set, for groups and private chats in {', '.join(languages())}"


if __name__ == "__main__":
    sys.exit(main())
