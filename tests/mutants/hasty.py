"""A pytest plugin: a failure is enough, nobody wants to see the smallest one."""

from __future__ import annotations

from hypothesis import HealthCheck, Phase, settings


def pytest_configure() -> None:
    settings.register_profile(
        "hasty",
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    settings.load_profile("hasty")
