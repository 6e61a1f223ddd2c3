"""What AWS says of a deployed bot: its queues, alarms, function and table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from infra import function
from infra.asking import aws_told
from infra.doctor import Finding

if TYPE_CHECKING:
    from mypy_boto3_sqs import SQSClient

MANY_DUE = 100
"""So many wakes are due only where nobody takes them."""

RESUME = "it is paused: run `setgram resume`"
DEPLOY = "run `make deploy` again"


def queue_findings(client: SQSClient, url: str) -> list[Finding]:
    """Whether the wakes' queue is there, how many wakes wait in it, and whether some were put aside as dead."""
    with aws_told("the queue of wakes"):
        got = client.get_queue_attributes(
            QueueUrl=url,
            AttributeNames=["ApproximateNumberOfMessages", "ApproximateNumberOfMessagesDelayed", "RedrivePolicy"],
        )["Attributes"]
    due, later = got["ApproximateNumberOfMessages"], got["ApproximateNumberOfMessagesDelayed"]
    late = "nobody takes them: run `setgram resume`, and see the function's log" if int(due) >= MANY_DUE else ""
    found = [Finding("queue", f"{due} wakes are due, {later} wait", late)]
    return [*found, *_dead(client, f"{url}-dead")] if "RedrivePolicy" in got else found


def _dead(client: SQSClient, url: str) -> list[Finding]:
    """Wakes that failed for the last time: the template names their queue after the other one."""
    with aws_told("the queue of dead wakes"):
        got = client.get_queue_attributes(QueueUrl=url, AttributeNames=["ApproximateNumberOfMessages"])["Attributes"]
    dead = int(got["ApproximateNumberOfMessages"])
    advice = f"see the log; games go on at the next press. Once mended: aws sqs purge-queue --queue-url {url}"
    return [Finding("dead wakes", f"{dead} failed for the last time" if dead else "none", advice if dead else "")]


def alarm_findings(client: Any, prefix: str, *, just_deployed: bool = False) -> list[Finding]:
    """Whether alarms are there, and none rings; just after a deployment one rings for the minutes before it."""
    with aws_told("the alarms"):
        alarms = client.describe_alarms(AlarmNamePrefix=f"{prefix}-")["MetricAlarms"]
    ringing = [alarm["AlarmName"] for alarm in alarms if alarm["StateValue"] == "ALARM"]
    if not alarms:
        return [Finding("alarms", "none", f"no alarm begins with {prefix}-: {DEPLOY}")]
    if ringing and just_deployed:
        return [Finding("alarms", f"{', '.join(ringing)}, for what was before: look again in five minutes")]
    advice = "see docs/operations.md, Alarms" if ringing else ""
    return [Finding("alarms", ", ".join(ringing) or f"{len(alarms)}, none rings", advice)]


def function_findings(client: Any, name: str) -> list[Finding]:
    """Whether the function may run, and its queue is asked for wakes."""
    with aws_told(f"function {name}"):
        reserved = function.reserved(client, name)
        sources = client.list_event_source_mappings(FunctionName=name)["EventSourceMappings"]
    asked = [source["State"] for source in sources if source["State"] in {"Enabled", "Enabling", "Creating"}]
    runs = "stopped" if reserved == 0 else f"{reserved} at once" if reserved else "as many at once as the account lets"
    timers = "the queue is asked for wakes" if asked else "nobody asks the queue"
    return [
        Finding("function", runs, RESUME if reserved == 0 else ""),
        Finding("timers", timers, "" if asked else RESUME),
    ]


def table_findings(client: Any, name: str) -> list[Finding]:
    """Whether old items go by themselves, and the table is backed up and protected."""
    with aws_told(f"table {name}"):
        expiry = client.describe_time_to_live(TableName=name)["TimeToLiveDescription"]["TimeToLiveStatus"]
        backups = client.describe_continuous_backups(TableName=name)["ContinuousBackupsDescription"]
        protected = client.describe_table(TableName=name)["Table"].get("DeletionProtectionEnabled", False)
    recovery = backups.get("PointInTimeRecoveryDescription", {}).get("PointInTimeRecoveryStatus")
    states = {
        "items expire": expiry in {"ENABLED", "ENABLING"},
        "is backed up": recovery == "ENABLED",
        "is protected from deletion": bool(protected),
    }
    missing = [what for what, holds in states.items() if not holds]
    if missing:
        return [Finding("table", f"not so: {', '.join(missing)}", DEPLOY)]
    return [Finding("table", ", ".join(states))]
