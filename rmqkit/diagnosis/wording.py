"""How findings count and name things in their sentences. No rules here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from itertools import groupby
from pathlib import Path

from rmqkit.language import Phrase, Text, joined, read_toml, say
from rmqkit.language.clock import offset, time_of_day
from rmqkit.rocketmq import MessageQueue


def ranges(queues: Iterable[MessageQueue]) -> str:
    """Queues for a sentence: `topicA broker-b 0-7, topicB broker-a 0,2`; a dashboard's table may name no topic."""
    by_broker = groupby(sorted(queues), key=lambda queue: (queue.topic, queue.broker))
    return ", ".join(
        " ".join([*filter(None, place), runs_of_numbers([queue.queue for queue in of_it])])
        for place, of_it in by_broker
    )


def runs_of_numbers(numbers: Sequence[int]) -> str:
    """Sorted numbers for a sentence: `0-3,7`."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ",".join(f"{run[0]}-{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)


_COUNTED: Mapping[str, Text] = read_toml(Path(__file__).with_suffix(".toml"))


def enumerated(parts: Sequence[str]) -> Phrase | str:
    """The first four parts as a sentence; nothing where there are none."""
    if not parts:
        return ""
    text, left = joined("; ", parts[:4]), len(parts) - 4
    return say("{windows}; and {number} more.", windows=text, number=left) if left > 0 else say("{text}.", text=text)


def count(number: int, what: str) -> Phrase:
    """`1 queue`, `2 queues`, with thousands apart. `what` is one of the things that findings count."""
    return _COUNTED[what].say(number=number)


def short(client_ids: Sequence[str], most: int = 4) -> Phrase:
    named = joined(", ", client_ids[:most])
    if len(client_ids) <= most:
        return named
    return say("{clients} and {number} more", clients=named, number=len(client_ids) - most)


def wishes(topics: Mapping[str, object]) -> Phrase:
    """A subscription for a sentence: `paid *, refunds a || b`; empty where it is of nothing."""
    return joined(", ", [f"{topic} {wanted}" for topic, wanted in sorted(topics.items())])


def named_parties(clients_by: Mapping[str, Sequence[str]], most: int = 4) -> Phrase:
    """Clients by what they say, for a sentence. Of parties that are too large to be named whole the smallest comes
    first, with more names: it is mostly what is otherwise."""
    parties = list(clients_by.items())
    if any(len(clients) > most for clients in clients_by.values()):
        parties.sort(key=lambda party: len(party[1]))
    named = [(word, short(clients, most if place else 2 * most)) for place, (word, clients) in enumerate(parties)]
    return joined("; ", [say("{clients}: {wish}", clients=clients, wish=word) for word, clients in named])


def clock(moment: datetime | None, zoned: bool = False) -> str:
    """The time of day, as sentences tell it."""
    if moment is None:
        return "?"
    return f"{time_of_day(moment)} {offset(moment)}" if zoned else time_of_day(moment)


def over_title(title: str) -> Phrase:
    """The title of what is over."""
    return say("Ended: {title}", title=title)
