"""What an update cost and came to: in its line of the log, and as metrics that CloudWatch reads there."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from handler import errors, meter
from handler.meter import METRICS, Metered, metered


class Port:
    """A port that does as told."""

    def __init__(self, failure: Exception | None = None) -> None:
        self.failure = failure

    async def edit_text(self) -> str:
        if self.failure:
            raise self.failure
        return "done"


def test_an_update_in_which_nothing_counts_has_no_metrics() -> None:
    with metered() as account:
        assert (account.fields(), account.metrics(5)) == ({}, {})


def test_calls_are_counted_and_timed_by_the_part_that_they_are() -> None:
    with metered() as account:
        assert asyncio.run(Metered(Port(), "telegram").edit_text()) == "done"
    assert set(account.fields()) == {"telegram_calls", "telegram_ms"}
    assert account.metrics(5)["Edits"] == 1


@pytest.mark.parametrize(
    ("failure", "metric"), [(errors.Flood(3), "Floods"), (errors.StoreFailure("off"), "StoreFailures")]
)
def test_failures_are_counted_and_go_on(failure: Exception, metric: str) -> None:
    with metered() as account, pytest.raises(type(failure)):
        asyncio.run(Metered(Port(failure), "store").edit_text())
    assert account.counts[metric] == 1


def test_metrics_have_the_form_that_cloudwatch_reads_and_no_chat_among_their_dimensions() -> None:
    with metered() as account:
        meter.count("Taps")
        meter.note(lag_ms=12, outcome="right")
        told = account.metrics(1_800_000_000_000)
    directive = told["_aws"]["CloudWatchMetrics"][0]
    assert told["_aws"]["Timestamp"] == 1_800_000_000_000
    assert (directive["Namespace"], directive["Dimensions"]) == ("Setgram", [["Bot"]])
    assert {entry["Name"]: entry["Unit"] for entry in directive["Metrics"]} == {"Taps": "Count", "Lag": "Milliseconds"}
    assert (told["Bot"], told["Taps"], told["Lag"]) == ("setgram", 1, 12)


def test_there_are_no_more_metrics_than_are_free() -> None:
    assert len(METRICS) <= 10


def test_outside_of_an_update_nothing_is_kept() -> None:
    with meter.part("store"):
        meter.count("Taps")
        meter.note(outcome="right")
    with metered() as account:
        assert account.metrics(5) == {}


def test_the_dashboard_shows_every_metric_of_ours_and_no_other() -> None:
    text = (Path(__file__).parents[2] / "infra" / "aws" / "template.yaml").read_text()
    body, _ = json.JSONDecoder().raw_decode(text.split("DashboardBody: !Sub |\n")[1].lstrip())
    shown = [metric for widget in body["widgets"] for metric in widget["properties"]["metrics"]]
    ours = [metric for metric in shown if metric[0] == meter.NAMESPACE]
    assert sorted(name for _, name, *_ in ours) == sorted(METRICS)
    assert {(dimension, bot) for _, _, dimension, bot in ours} == {("Bot", "setgram-${Stage}")}
    others = {metric[0] for metric in shown if metric not in ours}
    assert others == {"setgram-${Stage}", "AWS/Lambda", "AWS/SQS"}  # what the log is counted by, and AWS's own
