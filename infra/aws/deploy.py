"""`make deploy STAGE=...` and `make destroy STAGE=...`: steps that may each be run again.

`python -m infra.aws.deploy [--destroy]`; the settings are in the environment (docs/adr/0012).
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from handler.errors import HandlerError
from infra import cli
from infra.aws import stack
from infra.aws.build import ROOT, build, size_of
from infra.aws.checks import check
from infra.aws.errors import DeployFailure
from infra.aws.plan import price_lines, read_plan, stack_name

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from infra.aws.plan import Plan

TEMPLATE = Path(__file__).with_name("template.yaml")
SAM = ROOT / ".venv-aws" / "deploy" / "bin" / "sam"

OVERVIEWS = {
    "made": "made, or kept up to date",
    "none": "none: it would cost 3 $ a month; DASHBOARD=made makes it all the same",
}
"""What is told of the dashboard."""

AFTERWARDS = (("webhook", "set"), ("commands",), ("doctor", "--just-deployed"))
"""`setgram` commands that finish a deployment."""

TABLES = {"made": "a part of the stack", "adopted": "there already, taken over"}
"""What is told of the table."""


def deploy(
    environ: Mapping[str, str], tell: Callable[[str], None], afterwards: Sequence[Sequence[str]] = AFTERWARDS
) -> None:
    """Check, tell the plan and its price, build, deploy, tell what `setgram` needs to know, and set the bot going.

    Raises:
        HandlerError: a check or a step failed; the text says what to do.
    """
    plan = read_plan(environ, stack.parameters(stack_name(environ)))
    checked = check(plan)
    for line in (*checked.lines, f"settings: {plan.settings}", stack.make_ready(plan.stack), *price_lines()):
        tell(line)
    paused = stack.is_paused(plan.stack)
    table = stack.table_place(plan.stack)
    tell(f"table {plan.stack}: {TABLES[table]}")
    tell(f"function for {plan.architecture}: {size_of(build(plan.architecture)) / 1e6:.1f} MB, unpacked")
    overview = plan.choices.get("Overview") or stack.overview_place(plan.stack)
    tell(f"dashboard: {OVERVIEWS[overview]}")
    run_sam(plan, plan.parameters(table, overview, checked.versions), environ)
    tell(stack.complete_table(plan.stack))
    told = stack.outputs(plan.stack)
    tell(f"deployed: {told['WebhookUrl']}")
    tell(f"export {' '.join(f'{name}={value}' for name, value in exports(plan, told).items())}")
    if (address := plan.choices.get("AlarmEmail")) is not None:
        tell(f"alarms go to {address}, once AWS's mail to it was confirmed")
    if paused:
        tell("it is paused, and stays so: `setgram resume`, then `setgram commands` and `setgram doctor`")
        return
    secrets = {"BOT_TOKEN": checked.settings.token, "WEBHOOK_SECRET": checked.settings.secret}
    finish({**exports(plan, told), **secrets}, afterwards)


def destroy(environ: Mapping[str, str], tell: Callable[[str], None]) -> None:
    """Delete all but the table, the parameters and what was uploaded."""
    name = stack_name(environ)
    if stack.status(name) is None:
        tell(f"there is no stack {name}")
        return
    stack.delete(name)
    tell(f"stack {name} is deleted. Its games stay in table {name}, which the next deployment takes over;")
    tell(
        "to delete them as well: switch off the table's deletion protection, then delete it. The parameters stay, too."
    )


def run_sam(plan: Plan, parameters: Mapping[str, str], environ: Mapping[str, str]) -> None:
    """Upload what was built and bring the stack up to date."""
    if not SAM.exists():
        raise DeployFailure(f"there is no {SAM.relative_to(ROOT)}: `make aws` brings it")
    given = [f"{name}={value}" for name, value in parameters.items()]
    what = ["--template-file", str(TEMPLATE), "--stack-name", plan.stack, "--resolve-s3", "--s3-prefix", plan.stack]
    how = ["--capabilities", "CAPABILITY_IAM", "--no-confirm-changeset", "--no-fail-on-empty-changeset"]
    command = [str(SAM), "deploy", *what, *how, "--no-progressbar", "--parameter-overrides", *given]
    quiet = {**environ, "SAM_CLI_TELEMETRY": "0"}
    done = subprocess.run(command, env=quiet, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode:
        raise DeployFailure(f"sam deploy failed; mend it and deploy again:\n{(done.stdout + done.stderr)[-3000:]}")


def exports(plan: Plan, told: Mapping[str, str]) -> dict[str, str]:
    """The environment in which the operator's commands speak of the deployed bot; no secret is in it."""
    return {
        "BOT_TOKEN_PARAMETER": plan.token_parameter,
        "WEBHOOK_SECRET_PARAMETER": plan.secret_parameter,
        "BOT_USERNAME": plan.username,
        "TELEGRAM_API_URL": plan.api_url,
        "TABLE_NAME": told["TableName"],
        "TIMER_QUEUE_URL": told["QueueUrl"],
        "FUNCTION_NAME": told["Function"],
        "RESERVED_CONCURRENCY": str(plan.reserved),
    }


def finish(environment: Mapping[str, str], commands: Sequence[Sequence[str]]) -> None:
    """Carry out the operator's commands for the deployed bot, each of which may be given again by hand.

    Raises:
        DeployFailure: one of them failed, and has said why.
    """
    os.environ.update(environment)
    for command in commands:
        if cli.main(command):
            raise DeployFailure(
                f"the stack is deployed, but `setgram {' '.join(command)}` failed: mend it, deploy again"
            )


def main() -> int:
    """Deploy, or with --destroy delete; the process's exit code."""
    work = destroy if sys.argv[1:] == ["--destroy"] else deploy
    try:
        work(os.environ, lambda line: print(line, flush=True))  # noqa: T201
    except HandlerError as fault:
        sys.stderr.write(f"setgram: {fault}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
