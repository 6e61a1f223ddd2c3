"""What holds for all tests: no network but loopback, and no test that is skipped in silence."""

from __future__ import annotations

import os
import sys
from collections import Counter
from contextlib import ExitStack
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings
from pytest_socket import socket_allow_hosts

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, MutableMapping

    from _pytest.terminal import TerminalReporter


LOOPBACK = ["127.0.0.1", "::1", "localhost"]

REQUIRE_ALL = "SETGRAM_REQUIRE_ALL"
"""Set to 1 where everything must be tested: a skip is then a failure."""

# A busy machine is no failure; and where everything must be tested, one tree gives one result.
settings.register_profile("setgram", deadline=None, derandomize=os.environ.get(REQUIRE_ALL) == "1")
settings.load_profile("setgram")


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup() -> None:
    socket_allow_hosts(LOOPBACK, allow_unix_socket=True)
    forget_session()


def forget_session() -> None:
    """Let no test's AWS clients have the keys of the test before: the SDK keeps those that it found first."""
    if "boto3" in sys.modules:  # most tests can do without
        sys.modules["boto3"].DEFAULT_SESSION = None


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """Where tests are coroutines (`@pytest.mark.anyio`), asyncio runs them."""
    return "asyncio"


@pytest.fixture
def environ() -> Iterator[MutableMapping[str, str]]:
    """The environment of this process, to be changed at will: it is as it was again after the test."""
    before = dict(os.environ)
    try:
        yield os.environ
    finally:
        os.environ.clear()
        os.environ.update(before)


@pytest.fixture
def aws_environ(environ: MutableMapping[str, str]) -> MutableMapping[str, str]:
    """An environment in which AWS's SDK finds a region, and keys that open nothing."""
    environ.update(AWS_DEFAULT_REGION="eu-west-1", AWS_ACCESS_KEY_ID="made-up", AWS_SECRET_ACCESS_KEY="made-up")  # noqa: S106
    return environ


@pytest.fixture(scope="session")
def dynamodb_endpoint() -> Iterator[str]:
    """The endpoint of a DynamoDB Local that all tests of the session share: each makes its own table."""
    from tests import dynamodb_local  # it brings boto3 along, which most tests can do without

    with ExitStack() as stack:
        try:
            endpoint = stack.enter_context(dynamodb_local.running())
        except dynamodb_local.Unavailable as missing:
            pytest.skip(str(missing))
        yield endpoint


def all_required() -> bool:
    return os.environ.get(REQUIRE_ALL) == "1"


def fail_if_skipped(report: pytest.TestReport | pytest.CollectReport) -> None:
    """Where everything must be tested, make a skip a failure that says what was skipped."""
    if report.skipped and not hasattr(report, "wasxfail") and all_required():
        report.outcome = "failed"
        report.longrepr = f"{REQUIRE_ALL} is set, but this was skipped: {reason_of(report)}"


def reason_of(report: pytest.TestReport | pytest.CollectReport) -> str:
    reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
    return reason.removeprefix("Skipped: ")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    fail_if_skipped(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    report = yield
    fail_if_skipped(report)
    return report


def pytest_terminal_summary(terminalreporter: TerminalReporter) -> None:
    """Say last of all, and loudly, what was not tested here and why."""
    reasons = Counter(reason_of(report) for report in terminalreporter.getreports("skipped"))
    if reasons:
        terminalreporter.section("NOT TESTED HERE", sep="!", red=True, bold=True)
    for reason, count in reasons.items():
        terminalreporter.line(f"SKIPPED {count}: {reason}", red=True)
