"""Errors of a deployment: all for the operator, each says what to do.

InfraError
├── BuildFailure    the function cannot be packed
└── DeployFailure   a check or a step of the deployment failed
"""

from handler.errors import HandlerError


class InfraError(HandlerError):
    """The root of what a deployment raises: the command line tells these in one line."""


class BuildFailure(InfraError):
    """A tool is missing or failed."""


class DeployFailure(InfraError):
    """A check or a step of the deployment failed."""
