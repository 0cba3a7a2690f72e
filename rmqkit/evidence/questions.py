"""What people ask of an incident, as SQL over the views of `create_views`. The questions stand in `questions.toml`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from rmqkit.language import read_toml


@dataclass(frozen=True)
class Question:
    """A question with the SQL that answers it; `table`: the one that it is an example of."""

    table: str
    asked: str
    sql: str


QUESTIONS = tuple(Question(**row) for row in read_toml(Path(__file__).with_name("questions.toml"))["questions"])
"""Twelve that are asked most in front; then one of each table that is left."""
