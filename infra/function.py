"""The deployed function as the operator's commands find and stop it: by its name, in FUNCTION_NAME."""

from __future__ import annotations

from typing import Any

from infra.asking import aws_told


def url_of(client: Any, name: str) -> str:
    """The function's public address."""
    with aws_told(f"the URL of function {name}"):
        return str(client.get_function_url_config(FunctionName=name)["FunctionUrl"])


def id_of(url: str) -> str:
    """The first part of the host in a function's URL, which is all that tells it from others."""
    return url.partition("//")[2].partition(".")[0]


def quota(client: Any) -> int:
    """How many Lambdas the account may run at once."""
    with aws_told("the account's Lambda quota"):
        return int(client.get_account_settings()["AccountLimit"]["ConcurrentExecutions"])


def reserved(client: Any, name: str) -> int | None:
    """How many of it may run at once; 0 where it is stopped, None where only the account's quota counts."""
    found = client.get_function_concurrency(FunctionName=name).get("ReservedConcurrentExecutions")
    return None if found is None else int(found)


def stop(client: Any, name: str) -> None:
    """Run no more: wakes stay in the queue, which nobody polls, and whoever knows the URL is refused."""
    _poll_queue(client, name, enabled=False)
    with aws_told(f"stopping function {name}"):
        client.put_function_concurrency(FunctionName=name, ReservedConcurrentExecutions=0)


def go_on(client: Any, name: str, most: int | None) -> None:
    """Run again, within `most` at once if that was set."""
    with aws_told(f"starting function {name}"):
        if most is None:
            client.delete_function_concurrency(FunctionName=name)
        else:
            client.put_function_concurrency(FunctionName=name, ReservedConcurrentExecutions=most)
    _poll_queue(client, name, enabled=True)


def _poll_queue(client: Any, name: str, *, enabled: bool) -> None:
    with aws_told(f"the timers of function {name}"):
        for source in client.list_event_source_mappings(FunctionName=name)["EventSourceMappings"]:
            client.update_event_source_mapping(UUID=source["UUID"], Enabled=enabled)
