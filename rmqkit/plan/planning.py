"""Rollout plans: simulate every way to make a change, compare, recommend.

What the CLI and the notebook call.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import yaml

from rmqkit.language import Phrase, Text, in_language, joined, message, say, say_counted
from rmqkit.language.data_files import read_toml
from rmqkit.language.wrapping import padded, padded_left, wrapped
from rmqkit.plan.measure import StepResult, measure
from rmqkit.plan.situation import BadPlan, Change, Situation, after, read_change, read_situation
from rmqkit.plan.ways import ways

WAYS: dict[str, dict[str, Text]] = read_toml(Path(__file__).with_name("ways.toml"))
"""What a way is (`what`), and what it costs beside its effects on queues (`cost`)."""
# A pause that is over before the next heartbeat delays messages and does no more.
PATIENCE_SECONDS = 30.0
_NAMES, _WIDTH = 20, 96
_COLUMNS = (
    (message("lost"), 8),
    (message("unread"), 10),
    (message("repeated"), 10),
    (message("paused"), 9),
    (message("moved"), 7),
)
"""The figures of a way, the gravest first, and how wide they stand."""
_RULE = say(
    "The recommended way has the lowest value in the first column, from left to right, where the ways differ. lost: "
    "messages filtered out by tags; unread: queue-seconds without progress, refused by the broker or for over 30 s; "
    "repeated: messages consumed again; paused: queue-seconds of shorter pauses; moved: queues that changed hands."
)


@dataclass(frozen=True)
class WayResult:
    """One way with its steps counted."""

    name: str
    steps: tuple[StepResult, ...]

    @property
    def orphans(self) -> int:
        """The most queues without a reader in one step."""
        return max(step.orphans for step in self.steps)

    @property
    def stalled_queue_seconds(self) -> float:
        """Over all queues and steps."""
        return round(sum(step.stalled_queue_seconds for step in self.steps), 1)

    @property
    def lost_messages(self) -> int:
        """Over all steps."""
        return sum(step.lost_messages for step in self.steps)

    @property
    def queues_moved(self) -> int:
        """Over all steps."""
        return sum(step.queues_moved for step in self.steps)

    @property
    def unread_queue_seconds(self) -> float:
        """Stalled, or without a reader for longer than PATIENCE_SECONDS: what nobody can call a pause."""
        return round(
            sum(step.orphan_queue_seconds for step in self.steps if _long(step)) + self.stalled_queue_seconds, 1
        )

    @property
    def harm(self) -> tuple[float, ...]:
        """The figures of the table, in its order: the rule compares nothing else."""
        repeated = sum(step.repeated_messages for step in self.steps)
        pauses = sum(step.orphan_queue_seconds for step in self.steps if step.orphans and not _long(step))
        return (self.lost_messages, self.unread_queue_seconds, repeated, round(pauses, 1), self.queues_moved)

    def line(self) -> str:
        """One line of the comparison."""
        return _row(self.name, (f"{figure:,}".removesuffix(".0") for figure in self.harm))


def _long(step: StepResult) -> bool:
    return step.longest_orphan_seconds > PATIENCE_SECONDS


def _row(name: str, figures: Iterable[str]) -> str:
    """A name and figures in their columns, which a Chinese heading fills with half as many characters."""
    widths = (width for _, width in _COLUMNS)
    cells = (padded_left(figure, width) for figure, width in zip(figures, widths, strict=True))
    return padded(name, _NAMES) + "".join(cells)


@dataclass(frozen=True)
class Plan:
    """Every way, simulated, and the recommended one."""

    situation: Situation
    change: Change
    ways: tuple[WayResult, ...]

    @property
    def recommended(self) -> WayResult:
        """The way with the least harm; of equal ones the first, which needs the least preparation."""
        return min(self.ways, key=lambda way: way.harm)

    def to_dict(self) -> dict[str, Any]:
        """The plan as plain data."""
        return {
            "schema": 1,
            "group": self.situation.group,
            "recommended": self.recommended.name,
            "steps": [step.label for step in self.recommended.steps],
            "ways": [{"name": way.name, "steps": [asdict(step) for step in way.steps]} for way in self.ways],
        }

    def text(self, lang: str = "en") -> str:
        """The recommendation and its rule, what each way does, the steps of the recommended one, and warnings."""
        best = self.recommended
        what = {name: text.say() for name, text in WAYS[best.name].items()}
        advice = say("{group}: {what} ({cost})", group=self.situation.group, **what)
        headings = (in_language(name, lang) for name, _ in _COLUMNS)
        lines = [in_language(advice, lang), "", _row(in_language(say("way"), lang), headings)]
        lines += [*(way.line() for way in self.ways), wrapped(in_language(_RULE, lang), _WIDTH)]
        lines += ["", in_language(say("Steps"), lang)]
        for number, step in enumerate(best.steps, 1):
            effects = joined("; ", _effects(step)) or say("every queue is consumed, and nothing is consumed twice")
            told = in_language(say("{step}: {effects}", step=step.label, effects=effects), lang)
            lines.append(wrapped(told, _WIDTH, f"{number}  ", "   "))
        lost = self.change.lose_broker
        warnings = (
            in_language(warning, lang)
            for warning in (_broker_warnings(self.situation, lost) if lost else _rolling_warnings(self))
        )
        return "\n".join([*lines, "", *(wrapped(warning, _WIDTH) for warning in warnings)])

    def __str__(self) -> str:
        return self.text()


def make_plan(situation: Situation, change: Change, seed: int = 0) -> Plan:
    """Simulate every way that makes sense; BadPlan where nothing changes or the change does not fit."""
    same = after(situation, change) == replace(situation, topics={**situation.topics, **change.topics})
    if same and not change.lose_broker:
        raise BadPlan("nothing changes: give subscribe, unsubscribe, pods, strategy or lose_broker under change")
    results = (WayResult(way.name, tuple(measure(situation, change, way, seed))) for way in ways(situation, change))
    return Plan(situation, change, tuple(results))


def plan_from_file(path: str | Path, seed: int = 0) -> Plan:
    """The plan for a YAML or JSON file; BadPlan if it cannot be read."""
    path = Path(path)
    if path.is_dir():
        raise BadPlan("{path} is a folder of evidence: give the change as well, e.g. --change '{{pods: 6}}'", path=path)
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadPlan("cannot read {path}: {error}", path=path, error=error) from error
    return make_plan(*read_situation(_mapping(text, str(path))), seed)


def plan_from_text(text: str, seed: int = 0) -> Plan:
    """The plan for a description in YAML."""
    return make_plan(*read_situation(_mapping(text, say("the plan"))), seed)


def change_from_text(text: str) -> Change:
    """A change in YAML, such as `{pods: 6}`."""
    return read_change(_mapping(text, say("the change")))


def _mapping(text: str, where: str) -> Mapping[str, Any]:
    """What a text in YAML, or in JSON, which is YAML as well, holds."""
    try:
        data = yaml.safe_load(text)
    except yaml.YAMLError as error:
        raise BadPlan("{where} is not valid YAML: {error}", where=where, error=error) from error
    if not isinstance(data, dict):
        raise BadPlan("{where} is not a mapping; it needs group, topics, pods, subscriptions and change", where=where)
    return data


def _effects(step: StepResult) -> Iterator[Phrase]:
    if step.orphans:
        yield say_counted(
            step.orphans,
            "{number} queue unread for up to {seconds:g} s",
            "{number} queues unread for up to {seconds:g} s",
            seconds=step.longest_orphan_seconds,
        )
    if step.stalled_queue_seconds:
        yield say("{seconds:g} queue-seconds of refused pulls", seconds=step.stalled_queue_seconds)
    if step.lost_messages:
        yield say_counted(
            step.lost_messages,
            "about {number} message lost ({tags})",
            "about {number} messages lost ({tags})",
            tags=", ".join(step.lost_tags),
        )
    if step.repeated_messages:
        yield say_counted(
            step.repeated_messages, "about {number} message consumed again", "about {number} messages consumed again"
        )


def _broker_warnings(situation: Situation, lost: str) -> list[Phrase]:
    only = [topic for topic in situation.subscriptions if set(situation.topics[topic]) == {lost}]
    return [
        say("Messages stored on {broker} wait until it is back; its queues are not counted above.", broker=lost),
        *(
            say(
                "All queues of {topic} are on {broker}, so the topic is not consumed until the broker is back.",
                topic=topic,
                broker=lost,
            )
            for topic in only
        ),
    ]


def _rolling_warnings(plan: Plan) -> list[Phrase]:
    rolling = next((way for way in plan.ways if way.name == "rolling"), None)
    if rolling is None or rolling is plan.recommended or not (rolling.lost_messages or rolling.unread_queue_seconds):
        return []
    harm = []
    if rolling.unread_queue_seconds:
        harm.append(
            say(
                "up to {queues} queues not consumed, {seconds:,} queue-seconds without progress",
                queues=rolling.orphans,
                seconds=rolling.unread_queue_seconds,
            )
        )
    if rolling.lost_messages:
        harm.append(say("about {messages:,} messages lost", messages=rolling.lost_messages))
    return [say("Do not roll out pod by pod in this group: {harm}.", harm=joined("; ", harm))]
