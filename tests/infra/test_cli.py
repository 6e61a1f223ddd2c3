"""The operator's commands, run as an operator runs them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest

from handler.store.creation import TABLE
from infra.cli import main
from tests.dynamodb_local import connect

if TYPE_CHECKING:
    from collections.abc import Mapping

ROOT = Path(__file__).parents[2]

WORKING = {"AWS_DEFAULT_REGION": "eu-west-1", "AWS_ACCESS_KEY_ID": "local", "AWS_SECRET_ACCESS_KEY": "local"}


def setgram(*arguments: str, environ: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
    """A command run with nothing set but what is given: no home, no profile, no machine's own role."""
    alone = {"HOME": "/nonexistent", "AWS_EC2_METADATA_DISABLED": "true"}
    command = [sys.executable, "-m", "infra.cli", *arguments]
    return subprocess.run(  # noqa: S603
        command, cwd=ROOT, env={**alone, **environ}, capture_output=True, text=True, check=False
    )


def test_the_table_is_made_once_and_found_again(dynamodb_endpoint: str) -> None:
    name = f"setgram-{uuid4()}"
    environ = {**WORKING, "AWS_ENDPOINT_URL_DYNAMODB": dynamodb_endpoint, "TABLE_NAME": name}
    first, second = (setgram("table", "create", environ=environ) for _ in range(2))
    assert (first.returncode, first.stdout) == (0, f"table {name} made at {dynamodb_endpoint} (eu-west-1)\n")
    assert (second.returncode, second.stdout) == (
        0,
        f"table {name} was there already at {dynamodb_endpoint} (eu-west-1)\n",
    )
    assert first.stderr == second.stderr == ""
    client = connect(dynamodb_endpoint)
    assert client.describe_table(TableName=name)["Table"]["KeySchema"] == TABLE["KeySchema"]
    client.close()


@pytest.mark.parametrize(
    ("environ", "told"),
    [
        ({}, "set AWS_DEFAULT_REGION"),
        ({"AWS_DEFAULT_REGION": "eu-west-1"}, "set working AWS credentials"),
        ({**WORKING, "AWS_ENDPOINT_URL_DYNAMODB": "http://127.0.0.1:9"}, "check the network, the region"),
        ({**WORKING, "AWS_ENDPOINT_URL_DYNAMODB": "127.0.0.1:9"}, "Invalid endpoint: 127.0.0.1:9"),
        ({**WORKING, "AWS_PROFILE": "nobody"}, "profile (nobody) could not be found"),
    ],
    ids=["region", "credentials", "unreachable", "endpoint", "profile"],
)
def test_a_wrong_setting_is_told_in_one_line(environ: Mapping[str, str], told: str) -> None:
    done = setgram("table", "create", environ=environ)
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.startswith("setgram: ")
    assert told in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("environ", "told"),
    [
        ({}, "BOT_TOKEN is not set: give it the token that BotFather gave"),
        ({"BOT_TOKEN": "1:made-up", "TELEGRAM_API_URL": "http://127.0.0.1:9"}, "NetworkError"),
    ],
    ids=["token", "unreachable"],
)
def test_commands_that_cannot_be_set_are_told_in_one_line(environ: Mapping[str, str], told: str) -> None:
    done = setgram("commands", environ=environ)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(f"setgram: {told}")
    assert done.stderr.count("\n") == 1


def test_without_a_command_the_usage_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as exit_of:
        main([])
    assert exit_of.value.code == 2
    assert "usage: setgram" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words", [["--help"], ["table", "--help"], ["table", "create", "--help"], ["commands", "--help"]]
)
def test_every_command_has_a_help_of_its_own(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as exit_of:
        main(words)
    assert exit_of.value.code == 0
    assert f"usage: setgram {' '.join(words[:-1])}".rstrip() in capsys.readouterr().out
