"""Secrets out of SSM's Parameter Store: the environment names the parameters, and they are read once at start."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from botocore.exceptions import BotoCoreError, ClientError

from handler.aws import reason, ssm_client
from handler.errors import SettingsError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

SECRETS = ("BOT_TOKEN", "WEBHOOK_SECRET")
"""Each may be given itself, or as the name of a SecureString: BOT_TOKEN_PARAMETER, WEBHOOK_SECRET_PARAMETER."""

PUT = "aws ssm put-parameter --type SecureString --name {} --value ..."


def with_parameters(environ: Mapping[str, str], connect: Callable[[], Any] = ssm_client) -> Mapping[str, str]:
    """An environment with the secrets that it names the parameters of; what it holds itself stays.

    `connect` makes the client of SSM, where one is needed.

    Raises:
        SettingsError: a parameter is missing or may not be read; the text names it and says what to do.
    """
    named = {secret: environ.get(f"{secret}_PARAMETER", "").strip() for secret in SECRETS if not environ.get(secret)}
    wanted = {secret: parameter for secret, parameter in named.items() if parameter}
    if not wanted:
        return environ
    values = _values(connect(), sorted(set(wanted.values())))
    return {**environ, **{secret: values[parameter] for secret, parameter in wanted.items()}}


def _values(client: Any, names: list[str]) -> dict[str, str]:
    """The decrypted values of parameters, in one call."""
    try:
        answer = client.get_parameters(Names=names, WithDecryption=True)
    except (BotoCoreError, ClientError) as error:
        raise SettingsError(f"SSM GetParameters of {', '.join(names)}: {reason(error)}") from error
    values = {parameter["Name"]: parameter["Value"] for parameter in answer["Parameters"]}
    missing = [name for name in names if name not in values]
    if missing:
        puts = "; ".join(PUT.format(name) for name in missing)
        raise SettingsError(
            f"SSM has no parameter {', '.join(missing)} in {client.meta.region_name}: put it there with `{puts}`"
        )
    return values
