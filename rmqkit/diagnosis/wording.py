"""How findings count and name things in their sentences. No rules here."""

from __future__ import annotations

from collections.abc import Iterable

from rmqkit.rocketmq import MessageQueue


def ranges(queues: Iterable[MessageQueue]) -> str:
    """Queues for a sentence: `topicA broker-b 0-7, topicB broker-a 0 2`."""
    by_broker: dict[tuple[str, str], list[int]] = {}
    for queue in sorted(queues):
        by_broker.setdefault((queue.topic, queue.broker), []).append(queue.queue)
    return ", ".join(f"{topic} {broker} {_runs(numbers)}" for (topic, broker), numbers in by_broker.items())


def _runs(numbers: list[int]) -> str:
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return " ".join(f"{run[0]}-{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)


def count(number: int, what: str) -> str:
    """`1 queue`, `2 queues`, with thousands apart."""
    plural = what[:-1] + "ies" if what.endswith("y") else what + ("es" if what.endswith("s") else "s")
    return f"{number:,} {what if number == 1 else plural}"
