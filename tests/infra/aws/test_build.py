"""The bundle: what is in it and what is not, and that it answers, alone on the path, over Lambda's real runtime."""

from __future__ import annotations

import json
import struct
import subprocess
from contextlib import contextmanager
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import pytest

from engine.game import Millis
from handler.bootstrap import clock
from handler.ports import ChatId, GameKey, Version
from handler.timers import Wake, wake_event
from infra.aws.build import PLATFORMS, PYTHON, ROOMS, build, python, size_of
from tests.infra.aws.runtime_api import running
from tests.infra.aws.tools import ROOT, tool
from tests.lambda_entry import function_url_event

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.infra.aws.runtime_api import Runtime

MACHINES = {"arm64": 183, "x86_64": 62}
"""What the head of an ELF file calls Lambda's processors."""

SECRET = "made-up_S3cret"  # noqa: S105 - opens nothing
MOST_BYTES = 70_000_000
UNCHECKED_HASH = 0b01
"""In the head of bytecode: by hash, and never compared with the source."""


@pytest.fixture(scope="module")
def bundles(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    tool("emulator", "python")
    folder = tmp_path_factory.mktemp("bundles")
    return {architecture: build(architecture, folder / architecture) for architecture in PLATFORMS}


def files(bundle: Path, *suffixes: str) -> list[Path]:
    found = [path for path in bundle.rglob("*") if path.is_file() and set(suffixes) & set(path.suffixes)]
    assert found
    return found


def test_the_functions_python_is_no_virtual_environments() -> None:
    asked = "import sys; print('%d.%d' % sys.version_info[:2], sys.prefix == sys.base_prefix)"
    said = subprocess.run([python(), "-c", asked], capture_output=True, text=True, check=True)  # noqa: S603
    assert said.stdout.split() == [PYTHON, "True"]


@pytest.mark.parametrize("architecture", PLATFORMS)
def test_every_library_is_of_the_processor_that_was_asked_for(bundles: dict[str, Path], architecture: str) -> None:
    libraries = files(bundles[architecture], ".so")
    assert len(libraries) > 10
    for library in libraries:
        head = library.read_bytes()[:20]
        assert head[:4] == b"\x7fELF"
        assert struct.unpack_from("<H", head, 18) == (MACHINES[architecture],), library


@pytest.mark.parametrize("architecture", PLATFORMS)
def test_only_what_runs_is_in_the_bundle_and_it_is_small(bundles: dict[str, Path], architecture: str) -> None:
    top = {path.name for path in bundles[architecture].iterdir() if not path.name.endswith(".dist-info")}
    assert {*ROOMS, "telegram", "boto3", "botocore", "PIL"} <= top
    ours = {"tests", "infra", "docs", "pytest", "hypothesis", "moto", "mypy", "starlette", "uvicorn", "bin"}
    assert top.isdisjoint(ours)
    assert size_of(bundles[architecture]) <= MOST_BYTES
    assert {path.name for path in (bundles[architecture] / "handler" / "locales").iterdir()} >= {"fa", "pl", "ro"}
    assert {path.suffix for path in files(bundles[architecture] / "handler" / "locales", ".mo", ".po")} == {".mo"}


def test_the_bundle_holds_exactly_the_pinned_packages(bundles: dict[str, Path]) -> None:
    pins = {line.split(" ")[0] for line in (ROOT / "requirements" / "runtime.txt").read_text().splitlines()}
    pinned = {pin.lower().replace("_", "-") for pin in pins if "==" in pin}
    found = {path.name.removesuffix(".dist-info") for path in bundles["arm64"].glob("*.dist-info")}
    assert {"==".join(name.rsplit("-", 1)).lower().replace("_", "-") for name in found} <= pinned
    assert len(found) >= 15


def test_all_bytecode_is_taken_as_it_is(bundles: dict[str, Path]) -> None:
    sources = [path for path in files(bundles["arm64"], ".py") if "dist-info" not in str(path)]
    for source in sources:
        compiled = source.parent / "__pycache__" / f"{source.stem}.cpython-313.pyc"
        assert struct.unpack_from("<I", compiled.read_bytes(), 4) == (UNCHECKED_HASH,), source


def test_one_tree_gives_one_bundle(bundles: dict[str, Path], tmp_path: Path) -> None:
    assert digest(build("arm64", tmp_path / "again")) == digest(bundles["arm64"])


def digest(bundle: Path) -> dict[str, str]:
    paths = [path for path in bundle.rglob("*") if path.is_file()]
    return {str(path.relative_to(bundle)): sha256(path.read_bytes()).hexdigest() for path in paths}


@contextmanager
def started(bundle: Path, folder: Path, **more: str) -> Iterator[Runtime]:
    """The bundle at work on an SQLite file, with a Telegram that nobody can reach."""
    own = {"BOT_TOKEN": "1234567890:AAE", "BOT_USERNAME": "setgram_bot", "WEBHOOK_SECRET": SECRET}
    own |= {"STORE": f"sqlite:{folder / 'games.sqlite'}", "TELEGRAM_API_URL": "http://127.0.0.1:9"}
    with running(bundle, own | more) as runtime:
        yield runtime


def press(number: int) -> dict[str, Any]:
    """A press of a button that no game has: answered with a toast, without a call to Telegram."""
    query = {
        "id": str(number),
        "from": {"id": 42, "is_bot": False, "first_name": "Ana"},
        "chat_instance": "1",
        "data": "not a button of ours",
        "message": {"message_id": 7, "date": clock() // 1000, "chat": {"id": -5, "type": "group", "title": "G"}},
    }
    return function_url_event(json.dumps({"update_id": number, "callback_query": query}), SECRET)


def test_the_bundle_alone_answers_an_update_and_again_after_it_was_frozen(
    bundles: dict[str, Path], tmp_path: Path
) -> None:
    with started(bundles["x86_64"], tmp_path) as runtime:
        for number in (1, 2, 3):
            kind, answer = runtime.invoke(press(number))
            assert (kind, answer["statusCode"]) == ("response", 200)
            assert json.loads(answer["body"])["callback_query_id"] == str(number)
            runtime.freeze()
        kind, answer = runtime.invoke(function_url_event("{}", "guessed"))
        assert (kind, answer["statusCode"]) == ("response", 403)


def test_a_setting_that_is_missing_at_start_is_told_and_no_press_is_left_unanswered(
    bundles: dict[str, Path], tmp_path: Path
) -> None:
    with started(bundles["x86_64"], tmp_path, BOT_TOKEN="") as runtime:
        kind, answer = runtime.invoke(press(1))
        assert (kind, answer["statusCode"]) == ("response", 200)
        assert json.loads(answer["body"])["text"] == "Not counted: press again"
        kind, told = runtime.invoke(wake_event([Wake(GameKey(ChatId(-5)), Version(1), Millis(1), "m1")]))
        assert (kind, told["errorType"]) == ("error", "SettingsError")
        assert "BOT_TOKEN is not set: give it" in told["errorMessage"]
        said = runtime.end().splitlines()
    assert [line for line in said if line.startswith('{"kind":"error","why":"BOT_TOKEN is not set: give it')]
    assert [line for line in said if line.startswith("[ERROR] SettingsError: BOT_TOKEN is not set")]
