"""Which topics and brokers there are to ask about, read from what the first commands printed.
Nothing is run here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC
from pathlib import Path
from typing import Any

from rmqkit.formats import LOG_KINDS, Kind, parse, recognise_blocks
from rmqkit.language import say
from rmqkit.rocketmq.internal_topics import is_user_topic

_WITH_TOPICS = ("progress", "subscriptions")


def topics_in(files: Iterable[Path]) -> list[str]:
    """The topics that the outputs name, without retry and dead-letter topics and RocketMQ's own."""
    rows = (row for file in files for table in _WITH_TOPICS for row in _rows(file, table))
    named = {str(row["topic"]) for row in rows if row.get("topic")}
    return sorted(topic for topic in named if is_user_topic(topic))


def brokers_in(files: Iterable[Path]) -> dict[str, str]:
    """The brokers of the routes among the outputs: name and address, by name."""
    rows = [row for file in files for row in _rows(file, "topic_queues")]
    return {row["broker"]: row["address"] for row in sorted(rows, key=_broker) if row.get("address")}


def _broker(row: dict[str, Any]) -> str:
    return str(row["broker"])


def failure_in(file: Path) -> str | None:
    """Why a command failed, if it printed nothing but a failure; None where it gave an answer."""
    blocks = [block for block in recognise_blocks(_text(file), file.name) if block.kind not in LOG_KINDS]
    kinds = {block.kind for block in blocks}
    if kinds != {Kind.COMMAND_FAILED}:
        return None
    answers = [row for block in blocks for row in parse(block, UTC).tables.get("answers", [])]
    return next((str(row["text"]) for row in answers if row.get("text")), say("no reason is given"))


def _rows(file: Path, table: str) -> Iterator[dict[str, Any]]:
    for block in recognise_blocks(_text(file), file.name):
        if block.kind not in LOG_KINDS:
            yield from parse(block, UTC).tables.get(table, [])


def _text(file: Path) -> str:
    return file.read_text(encoding="utf-8", errors="replace")
