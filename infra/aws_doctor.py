"""What AWS says of a deployed bot: its queues and its alarms."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from infra.asking import aws_told
from infra.doctor import Finding

if TYPE_CHECKING:
    from mypy_boto3_sqs import SQSClient


def queue_findings(client: SQSClient, url: str) -> list[Finding]:
    """Whether the wakes' queue is there, and how many wakes wait in it."""
    with aws_told("the queue of wakes"):
        got = client.get_queue_attributes(
            QueueUrl=url,
            AttributeNames=["ApproximateNumberOfMessages", "ApproximateNumberOfMessagesDelayed"],
        )["Attributes"]
    due, later = got["ApproximateNumberOfMessages"], got["ApproximateNumberOfMessagesDelayed"]
    return [Finding("queue", f"{due} wakes are due, {later} wait")]


def alarm_findings(client: Any, prefix: str) -> list[Finding]:
    """Whether alarms are there, and none rings."""
    with aws_told("the alarms"):
        alarms = client.describe_alarms(AlarmNamePrefix=prefix)["MetricAlarms"]
    ringing = [alarm["AlarmName"] for alarm in alarms if alarm["StateValue"] == "ALARM"]
    if not alarms:
        return [Finding("alarms", "none", f"no alarm begins with {prefix}: deploy again")]
    advice = "see docs/operations.md, What each alarm means" if ringing else ""
    return [Finding("alarms", ", ".join(ringing) or f"{len(alarms)}, none rings", advice)]
