"""Hypotheses by chance, tried on recordings: none may be proven that the recording's truth denies.

`python -m tests.bench.random_hypotheses [NUMBER]`: so many over ten recordings, 1,000 by default.
"""

import sys
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import yaml

import rmqkit
from rmqkit.bench.hypothesis import STRATEGIES, Hypothesis
from rmqkit.bench.text import HAPPENING, MODELS, Supposed, read_hypothesis
from rmqkit.bench.trying import Tried, amounts_to, tried_on
from rmqkit.diagnosis import Diagnosis, diagnose
from rmqkit.diagnosis.explanation import CAUSE
from rmqkit.diagnosis.finding import Status
from rmqkit.diagnosis.findings import EXPLANATIONS
from tests.accuracy.again import Recording, opened
from tests.accuracy.scoring import Truth
from tests.lab.recorded import RECORDED

TEN = (
    "collision_two_of_three-5.4.0",
    "plain-5.4.0",
    "mixed_average_and_circle-5.4.0",
    "one_broadcasting-5.3.3",
    "broker_lost-5.3.3",
    "stuck_client-5.2.0",
    "gray_release-4.8.0",
    "sql_refused-5.3.3",
    "reset_back-5.4.0",
    "slow_listener-5.3.3",
)
CAUSES = tuple(explanation.id for explanation in EXPLANATIONS if explanation.kind == CAUSE)


def diagnosed(name: str) -> tuple[Recording, Diagnosis]:
    """A recording's truth and its verdict."""
    with opened(RECORDED / f"{name}.tar.xz") as recording:
        return recording, diagnose(rmqkit.read(None, str(recording.evidence)))


def by_chance(told: Hypothesis, chance: Random) -> str:
    """A hypothesis on a group: one to three things that may be so of it."""
    words: dict[str, Any] = {}
    for _ in range(chance.randint(1, 3)):
        kind = chance.choice(("client", "client", "broker", "queues", "reset", "cause", "healthy"))
        if kind == "client" and told.processes:
            process = chance.choice(told.processes)
            words.setdefault("clients", {}).setdefault(process.name, {}).update(_of_client(told, chance))
        elif kind == "broker" and told.brokers:
            words.setdefault("brokers", {})[chance.choice(told.brokers)] = chance.choice(("gone", "slave"))
        elif kind == "queues" and told.topics and told.brokers:
            broker, topic = chance.choice(told.brokers), chance.choice(told.topics)
            words.setdefault("queues", {})[topic] = {broker: chance.randint(0, 16)}
        elif kind == "reset" and told.topics:
            words["reset"] = [chance.choice(told.topics)]
        elif kind == "cause":
            words.setdefault("causes", []).append(chance.choice(CAUSES))
        else:
            words["healthy"] = True
    return yaml.safe_dump(words)


def _of_client(told: Hypothesis, chance: Random) -> dict[str, Any]:
    topics = [topic for topic in told.topics if chance.random() < 0.6]
    choices: tuple[dict[str, Any], ...] = (
        {"subscribes": topics},
        {"subscribes": dict.fromkeys(topics, chance.choice(("*", "TagA", "TagB || TagC")))},
        {"strategy": str(chance.choice(STRATEGIES))},
        {"model": chance.choice(MODELS)},
        {"gone": chance.random() < 0.8},
        {"id": chance.choice(told.processes).seen_as},
        {"id": "10.99.0.1@1"},
        {"state": chance.choice(tuple(HAPPENING))},
    )
    return chance.choice(choices)


def denied(tried: Tried, truth: Truth) -> Iterator[str]:
    """What of a hypothesis that was called proven the truth denies."""
    if tried.word is not Status.PROVEN:
        return
    so = truth.true_now | truth.past
    supposed = tried.supposed
    for cause in supposed.causes:
        if not so & set(cause.ids):
            yield " / ".join(cause.ids)
    if supposed.clients:
        yield from (cause.ids[0] for cause in amounts_to(tried.epochs[-1].hypothesis) if not so & set(cause.ids))
    if supposed.healthy and truth.causes:
        yield "healthy"


def tried_by_chance(name: str, number: int, seed: int = 19) -> Iterator[tuple[str, Tried, list[str]]]:
    """So many hypotheses on one recording: the text, what came of it, and what the truth denies of it."""
    recording, diagnosis = diagnosed(name)
    told = tried_on(Supposed(group=recording.group), diagnosis).epochs[-1].hypothesis
    chance = Random(f"{seed} {name}")
    for _ in range(number):
        text = by_chance(told, chance)
        tried = tried_on(read_hypothesis(f"group: {recording.group!r}\n{text}"), diagnosis)
        yield text, tried, list(denied(tried, recording.truth))


def main() -> None:
    """Print how many were tried, their words, and those that were proven wrongly."""
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000
    words: Counter[str] = Counter()
    wrong = []
    for name in TEN:
        for text, tried, against in tried_by_chance(name, number // len(TEN)):
            words[str(tried.word)] += 1
            wrong += [f"{name}: {against}: {text}"] if against else []
    print(f"{words.total()} hypotheses over {len(TEN)} recordings: {dict(words)}; {len(wrong)} proven wrongly")
    print("\n".join(wrong))
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
