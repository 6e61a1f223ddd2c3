"""What holds for all tests is tested on two small runs of their own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

SMALL = {
    "test_skips.py": """
import pytest

def test_a(): pytest.skip("the moon is down")

@pytest.fixture
def sun(): pytest.skip("the sun is up")

def test_b(sun): pass

def test_c(sun): pass

@pytest.mark.xfail
def test_d(): assert False
""",
    "test_skipped_file.py": """
import pytest

pytest.skip("no stars", allow_module_level=True)
""",
    "test_sockets.py": """
import socket

import pytest
from pytest_socket import SocketConnectBlockedError

def test_out():
    with pytest.raises(SocketConnectBlockedError), pytest.warns(match="192.0.2.1"):
        socket.create_connection(("192.0.2.1", 80), timeout=1)

def test_loopback():
    with socket.create_server(("127.0.0.1", 0)) as server:
        socket.create_connection(server.getsockname()).close()
""",
    "test_keys.py": """
import boto3
import pytest

@pytest.mark.parametrize("key", ["one", "other"])
def test_keys(key, aws_environ):
    aws_environ["AWS_ACCESS_KEY_ID"] = key
    client = boto3.client("sqs")
    assert client._request_signer._credentials.access_key == key
""",
}


def run(folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the small tests under this project's settings and conftest."""
    command = [sys.executable, "-m", "pytest", "-p", "tests.conftest", "-c", str(ROOT / "pyproject.toml")]
    command += [f"--rootdir={folder}", "-o", f"pythonpath={ROOT}", "-p", "no:cacheprovider"]
    command += ["--continue-on-collection-errors", str(folder)]
    own = {"SETGRAM_REQUIRE_ALL", "PYTEST_ADDOPTS"}
    kept = {name: value for name, value in os.environ.items() if name not in own}
    return subprocess.run(  # noqa: S603
        command, cwd=ROOT, env={**kept, **environment}, capture_output=True, text=True, check=False, timeout=120
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("small")
    for name, source in SMALL.items():
        (folder / name).write_text(source)
    return folder


@pytest.fixture(scope="module")
def lenient(folder: Path) -> subprocess.CompletedProcess[str]:
    return run(folder)


@pytest.fixture(scope="module")
def strict(folder: Path) -> subprocess.CompletedProcess[str]:
    return run(folder, SETGRAM_REQUIRE_ALL="1")


def test_what_is_skipped_is_told_loudly_with_the_reason(lenient: subprocess.CompletedProcess[str]) -> None:
    assert lenient.returncode == 0, lenient.stdout
    told = lenient.stdout[lenient.stdout.index("NOT TESTED HERE") :]
    for line in ("SKIPPED 1: the moon is down", "SKIPPED 2: the sun is up", "SKIPPED 1: no stars"):
        assert line in told


def test_where_everything_is_required_each_skip_is_a_failure(strict: subprocess.CompletedProcess[str]) -> None:
    assert strict.returncode != 0
    for reason in ("the moon is down", "the sun is up", "no stars"):
        assert f"SETGRAM_REQUIRE_ALL is set, but this was skipped: {reason}" in strict.stdout
    assert "NOT TESTED HERE" not in strict.stdout


def test_no_test_can_leave_the_machine_but_all_can_use_its_loopback(
    lenient: subprocess.CompletedProcess[str],
) -> None:
    assert "4 passed, 4 skipped, 1 xfailed" in lenient.stdout


def test_no_test_has_the_aws_keys_of_the_test_before(lenient: subprocess.CompletedProcess[str]) -> None:
    assert "test_keys.py" not in lenient.stdout, "only failures are named"
