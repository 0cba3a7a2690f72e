"""How notebooks are compared under nbval. No test belongs here."""

from __future__ import annotations

from typing import Any


def pytest_collectstart(collector: Any) -> None:
    """Java writes to stderr when it likes, so that a notebook's stderr is no part of its verdict."""
    if hasattr(collector, "skip_compare"):
        collector.skip_compare += ("stderr",)
