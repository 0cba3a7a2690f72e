"""A layout by its name."""

from __future__ import annotations

from rmqkit.formats.logs.layout import Layout
from rmqkit.formats.logs.layout_table import BY_NAME


def layout_named(name: str) -> Layout:
    """The layout of this name. KeyError for any other."""
    return BY_NAME[name]
