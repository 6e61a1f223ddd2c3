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
from handler.observability import Log, hush
from handler.parameters import with_parameters
from handler.settings import api_url_in, table_name_in, token_in
from handler.store.creation import create_table
from handler.telegram import new_bot
from infra.commands import register

if TYPE_CHECKING:
    from argparse import _SubParsersAction
    from collections.abc import Callable, Sequence

    from infra.operations import Operations

TABLE = "the DynamoDB table, where the AWS SDK's own settings say (endpoint, region, credentials)"
CREATE = "make the table TABLE_NAME (by default setgram), or complete it; does nothing where it is there"

RESTORE = "let the table TABLE_NAME hold what another one holds, and nothing else; pause the bot first"
COMMANDS = "tell Telegram the commands of the bot BOT_TOKEN, in every language"
WEBHOOK = "how Telegram brings its updates"
SET = "have updates brought to --url, WEBHOOK_URL or the function FUNCTION_NAME, with the secret WEBHOOK_SECRET"
DELETE = "have none brought; they wait at Telegram for 24 hours"
INFO = "tell where updates go, how many wait, and the last error"
PAUSE = "stop at once what costs money: no updates, no timers; no game is lost"
RESUME = "go on after a pause"
DOCTOR = "look whether all is well: a line a check, with what to do; the exit code is 1 where something is wrong"
CHATS = "the groups in which the bot plays: every one while none is allowed, and never one that is denied"
CHANGES = {
    "allow": "let the bot play in a group; the first one allowed shuts out all others",
    "deny": "have the bot leave a group, whatever else is allowed; takes it from those allowed",
    "forget": "take a group off the list again; the last one allowed opens all others",
}
LIST = "tell which groups are allowed and denied"
GROUP = "the number that the bot tells a group as it leaves, such as -1001234567890"
POLL = "run the bot on this machine by long polling, its games in STORE=sqlite:PATH; it stops on SIGTERM or Ctrl-C"
JUST_DEPLOYED = "only tell of alarms that ring: they count the minutes before"
LIVE = "post a table in this chat, edit it and delete it"


def main(arguments: Sequence[str] | None = None) -> int:
    """Carry out a command; the process's exit code. A fault is told in one line that says what to do."""
    asked = _parser().parse_args(arguments)
    try:
        said = asked.run(asked)
    except HandlerError as fault:
        sys.stderr.write(f"setgram: {fault}\n")
        return 1
    text, code = said if isinstance(said, tuple) else (str(said), 0)
    sys.stdout.write(f"{text}\n")
    return int(code)


def _parser() -> ArgumentParser:
    """Each command sets `run`: from its arguments to the line that tells what was done."""
    parser = ArgumentParser("setgram", description="Commands for the operator of a Setgram bot.")
    things = parser.add_subparsers(metavar="COMMAND", required=True)
    table = things.add_parser("table", help=TABLE).add_subparsers(metavar="COMMAND", required=True)
    table.add_parser("create", help=CREATE, description=CREATE).set_defaults(run=_create_table)
    things.add_parser("commands", help=COMMANDS, description=COMMANDS).set_defaults(run=_register_commands)
    hook = things.add_parser("webhook", help=WEBHOOK).add_subparsers(metavar="COMMAND", required=True)
    setting = hook.add_parser("set", help=SET, description=SET)
    setting.add_argument("--url", help="an https address")
    setting.add_argument("--max-connections", type=int, choices=range(1, 101), metavar="1..100")
    setting.set_defaults(run=lambda asked: _operations().set_webhook(asked.url, asked.max_connections))
    _add(hook, "delete", DELETE, lambda _asked: _operations().delete_webhook())
    _add(hook, "info", INFO, lambda _asked: _operations().webhook_info())
    restoring = _add(table, "restore", RESTORE, _restore_table)
    restoring.add_argument("source", metavar="TABLE", help="the table that AWS restored")
    _add(things, "pause", PAUSE, lambda _asked: _operations().pause())
    resuming = _add(things, "resume", RESUME, lambda asked: _operations().resume(asked.url))
    resuming.add_argument("--url", help="an https address, as for `webhook set`")
    doctor = _add(things, "doctor", DOCTOR, _examine)
    doctor.add_argument("--live", type=int, metavar="CHAT", help=LIVE)
    doctor.add_argument("--just-deployed", action="store_true", help=JUST_DEPLOYED)
    groups = things.add_parser("chats", help=CHATS, description=CHATS).add_subparsers(metavar="COMMAND", required=True)
    for what, does in CHANGES.items():
        _add(groups, what, does, _change_chats).add_argument("group", metavar="ID", help=GROUP)
        groups.choices[what].set_defaults(what=what)
    _add(groups, "list", LIST, lambda _asked: _operations().list_chats())
    _add(things, "poll", POLL, _poll)
    return parser


def _poll(_asked: Namespace) -> str:
    from infra.local.polling import poll

    hush()
    operations = _operations()
    asyncio.run(poll(operations.settings, Log()))
    return "stopped"


def _add(
    things: _SubParsersAction[ArgumentParser], name: str, does: str, run: Callable[[Namespace], object]
) -> ArgumentParser:
    parser = things.add_parser(name, help=does, description=does)
    parser.set_defaults(run=run)
    return parser


def _operations() -> Operations:
    from infra.operations import Operations

    return Operations(with_parameters(os.environ))


def _examine(asked: Namespace) -> tuple[str, int]:
    found = _operations().examine(asked.live, just_deployed=asked.just_deployed)
    return "\n".join(finding.line() for finding in found), int(any(finding.advice for finding in found))


def _change_chats(asked: Namespace) -> str:
    return _operations().change_chats(asked.what, asked.group)


def _restore_table(asked: Namespace) -> str:
    from infra.restoring import restore

    return restore(dynamodb_client(), asked.source, table_name_in(os.environ))


def _create_table(_asked: Namespace) -> str:
    client, name = dynamodb_client(), table_name_in(os.environ)
    created = create_table(client, name)
    where = f"at {client.meta.endpoint_url} ({client.meta.region_name})"
    return f"table {name} made {where}" if created else f"table {name} was there already {where}"


def _register_commands(_asked: Namespace) -> str:
    environ = with_parameters(os.environ)
    count = asyncio.run(register(new_bot(token_in(environ), api_url_in(environ))))
    return f"{count} lists of commands set, for groups and private chats in {', '.join(languages())}"


if __name__ == "__main__":
    sys.exit(main())
