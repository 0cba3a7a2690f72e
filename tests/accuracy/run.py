"""Prints the accuracy tables: every recorded incident, rmqkit's verdict against its truth, totals.

Each incident's line is followed by what comes out otherwise when it is diagnosed again in other ways:
`python -m tests.accuracy.run [NAME-VERSION ...] [--again [WAY ...]]`. The totals stand at the end: of the
known incidents, of those kept aside, and of the posts of tests/posts/, which people made.

What Spark does not decide is read without it, by two processes. Where a sample says as much as all,
one of so many is taken, and the totals name how many.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from itertools import chain
from multiprocessing import get_context
from pathlib import Path

import rmqkit
from tests.accuracy.again import Again, Recording, opened, roads
from tests.accuracy.buried import BYTES_A_BROKER, buried
from tests.accuracy.earlier import MOMENTS, prefix, silence
from tests.accuracy.folders import ONE_IN, mixed
from tests.accuracy.posts import printed_totals
from tests.accuracy.recordings import Scored, scored_alone
from tests.lab.recorded import ASIDE, RECORDED, archives

_ROW = "{:34} {:44} {:30} {:6} {:32} {}"
PROCESSES = 2
# After so many recordings it is said how far everything has come.
EACH = 10
_KNOWN = _ROW.format("incident", "truth", "first finding", "right", "mqadmin", "missed or false")


@dataclass(frozen=True)
class Way:
    """Another way to diagnose a recording. `one_in`: of so many recordings one; `by_spark`: read by
    Spark's workers, and so in this process, one after the other; `sample`: what one recording gives."""

    again: Callable[[Recording], Again]
    one_in: int = 1
    by_spark: bool = False
    sample: str = ""


def _by_workers(recording: Recording) -> Again:
    return roads(recording, rmqkit.session())


def _deep(recording: Recording) -> Again:
    return buried(recording, rmqkit.session(), size=BYTES_A_BROKER)


WAYS: Mapping[str, Way] = {
    "silence": Way(silence),
    "buried": Way(buried),
    "mixed": Way(mixed, sample=f"one kind of folder in {ONE_IN}"),
    "prefix": Way(prefix, sample=f"{MOMENTS - 1} moments"),
    "roads": Way(_by_workers, one_in=8, by_spark=True),
    "buried in 24 MB": Way(_deep, one_in=40, by_spark=True),
}
"""The other ways; those that need Spark come last."""


@dataclass(frozen=True)
class Outcome:
    """One recording: its scores where they were asked for, and what the other ways gave, by name."""

    scored: Scored | None
    again: Mapping[str, Again]


@dataclass
class Half:
    """The known recordings, or those kept aside, and all that came of them."""

    name: str
    folder: Path
    as_text: Callable[[Scored], str]
    title: str
    scored: list[Scored] = field(default_factory=list)
    again: dict[str, list[Again]] = field(default_factory=dict)

    @property
    def aside(self) -> bool:
        """Whether nobody may see what it is about."""
        return self.folder == ASIDE

    def take(self, outcome: Outcome) -> list[str]:
        """Keep an outcome; the lines that tell of it."""
        if outcome.scored:
            self.scored.append(outcome.scored)
        for way, again in outcome.again.items():
            self.again.setdefault(way, []).append(again)
        texts = [self.as_text(outcome.scored)] if outcome.scored else []
        return texts + [
            text for way, again in outcome.again.items() for text in again_lines(way, again, aside=self.aside)
        ]


def main(arguments: Sequence[str]) -> int:
    """Score everything; 1 when anything is wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="recordings; all of them if none is named")
    parser.add_argument("--again", nargs="*", choices=WAYS, default=list(WAYS), help="other ways")
    parser.add_argument("--processes", type=int, default=PROCESSES)
    options = parser.parse_args(arguments)
    begun = time.monotonic()
    halves = [
        Half("known", RECORDED, line, _KNOWN),
        Half("kept aside", ASIDE, aside_line, "Kept aside: not looked at while rules are written"),
    ]
    here = [way for way in options.again if not WAYS[way].by_spark]
    with ProcessPoolExecutor(options.processes, mp_context=get_context("spawn")) as pool:
        for half in halves:
            chosen = _chosen(half.folder, options.names)
            outcomes = pool.map(partial(_outcome, here), chosen)
            _told(half, half.title, outcomes, len(chosen), begun)
    for way in options.again:
        if WAYS[way].by_spark:
            for half in halves:
                chosen = _chosen(half.folder, options.names, WAYS[way].one_in)
                title = f"By Spark's workers: {way}, {half.name}"
                _told(half, title, map(partial(_by_spark, way), chosen), len(chosen), begun)
    print("\n".join(_table(halves, options.again, posts=not options.names)))
    print(f"\n{(time.monotonic() - begun) / 60:.0f} minutes")
    differences = any(again.differences for half in halves for of_way in half.again.values() for again in of_way)
    return int(any(map(wrong, halves[0].scored + halves[1].scored)) or differences)


def _outcome(ways: Sequence[str], archive: Path) -> Outcome:
    """Everything that needs no Spark: the recording is unpacked, read and diagnosed whole only once."""
    with opened(archive) as recording:
        return Outcome(scored_alone(recording), {way: WAYS[way].again(recording) for way in ways})


def _by_spark(way: str, archive: Path) -> Outcome:
    with opened(archive) as recording:
        return Outcome(None, {way: WAYS[way].again(recording)})


def _chosen(folder: Path, names: Sequence[str], one_in: int = 1) -> list[Path]:
    if names:
        return [archive for archive in archives(folder) if archive.name.removesuffix(".tar.xz") in names]
    return archives(folder)[::one_in]


def _told(half: Half, title: str, outcomes: Iterable[Outcome], count: int, begun: float) -> None:
    """Print each outcome as soon as it is there, with how far everything has come."""
    if not count:
        return
    print(f"\n{title}\n", flush=True)
    for number, outcome in enumerate(outcomes, start=1):
        for text in half.take(outcome):
            print(text, flush=True)
        if number % EACH == 0 or number == count:
            minutes = (time.monotonic() - begun) / 60
            print(f"-- {number} of {count} {half.name}, {minutes:.1f} minutes", file=sys.stderr, flush=True)


def _table(halves: Sequence[Half], ways: Sequence[str], *, posts: bool) -> Iterable[str]:
    """All totals, one below the other."""
    for half in halves:
        yield f"\nTotals: {half.name}\n"
        if half.scored:
            yield from totals(half.scored)
        if not half.aside:
            yield from proofs_that_stood(half.scored)
        for way in ways:
            yield again_total(way, half.name, half.again.get(way, []), one_in=WAYS[way].one_in)
    if posts:
        yield "\nTotals: posts as people make them, each half and command apart\n"
        yield from printed_totals()


def again_lines(way: str, outcome: Again, *, aside: bool) -> list[str]:
    """Each difference with its recording; of one that is kept aside how many there are."""
    if aside:
        count = len(outcome.differences)
        return [f"{way} {outcome.name}: {count} differences"] if count else []
    return [f"{way} {outcome.name}: {difference}" for difference in outcome.differences]


def again_total(way: str, half: str, outcomes: Sequence[Again], one_in: int = 1) -> str:
    """How much was diagnosed in one way, and how much came out otherwise."""
    diagnoses = sum(outcome.diagnoses for outcome in outcomes)
    differing = sum(bool(outcome.differences) for outcome in outcomes)
    differences = sum(len(outcome.differences) for outcome in outcomes)
    extent = f"{differences} differences in {differing} of {len(outcomes)} incidents"
    samples = filter(None, [f"one recording in {one_in}" if one_in > 1 else "", WAYS[way].sample])
    sample = f" ({', '.join(samples)})" if one_in > 1 or WAYS[way].sample else ""
    return f"{way}, {half}: {diagnoses} diagnoses{sample}, {extent}"


def line(each: Scored) -> str:
    """One incident with its truth."""
    truth = "+".join(sorted(each.truth.causes)) or "healthy"
    right = "yes" if each.whole.first_right else "NO"
    problems = "; ".join([*wrongs(each), *each.numbers.untrue, *filter(None, each.onsets)])
    return _ROW.format(each.name, truth, each.whole.first, right, each.mqadmin, problems)


def aside_line(each: Scored) -> str:
    """One incident of those kept aside: no more than its name, whether it is right, and what is missed or false."""
    problems = "; ".join(filter(None, [*wrongs(each), against_the_ledgers(each)]))
    return f"{each.name:34} {'WRONG' if wrong(each) else 'right':6} {problems}".rstrip()


def wrongs(each: Scored) -> list[str]:
    """What is missed, false, or ended in an exception."""
    whole = each.whole
    named = [f"missed {name}" for name in sorted(whole.causes_missed | whole.effects_missed)]
    named += [f"past {name} missed" for name in sorted(whole.past_missed)]
    named += [f"false {name}" for name in sorted(whole.false_alarms)]
    parts = [("whole", whole), *each.reduced]
    named += [f"{name}: wrong proof {', '.join(part.wrong_proofs)}" for name, part in parts if part.wrong_proofs]
    named += [f"{name}: reads OK" for name, part in parts if part.false_ok]
    return named + list(each.crashes)


def against_the_ledgers(each: Scored) -> str:
    """How many bounds and names of the findings do not hold."""
    count = len(each.numbers.untrue)
    return f"{count} against the ledgers" if count else ""


def wrong(each: Scored) -> bool:
    """Whether anything is missed in the whole folder, or anything that must never happen did."""
    never = any(part.wrong_proofs or part.false_ok for _, part in each.reduced)
    return never or bool(each.crashes) or bool(each.numbers.untrue) or not each.whole.right


def totals(everything: Sequence[Scored]) -> list[str]:
    """The figures over all incidents."""
    sick = [each for each in everything if each.truth.causes]
    mqadmin = sum(each.mqadmin == "same subscription, rebalance OK" for each in sick)
    return [
        f"incidents: {len(everything)} ({sum(each.truth.healthy for each in everything)} healthy)",
        f"first finding right: {sum(each.whole.first_right for each in everything)} of {len(everything)}",
        *_found(everything),
        f"false alarms: {sum(len(each.whole.false_alarms) for each in everything)}",
        _beside(everything),
        *_never(everything),
        f"mqadmin called healthy: {mqadmin} of {len(sick)} sick groups",
        _unparsed(everything),
        _still_named(sick),
        _in_numbers(everything),
        f"onsets: {sum(len(each.onsets) for each in everything)} stated, "
        f"{sum(map(bool, chain.from_iterable(each.onsets for each in everything)))} wrong",
        _proofs_taken(everything),
    ]


def _beside(everything: Sequence[Scored]) -> str:
    """False findings beside a right first one, with the ids of which there are most first."""
    beside = Counter(name for each in everything for name in each.whole.false_beside)
    incidents = sum(bool(each.whole.false_beside) for each in everything)
    named = ", ".join(f"{times} {name}" for name, times in beside.most_common())
    return f"false side findings: {beside.total()} in {incidents} of {len(everything)} incidents ({named or 'none'})"


def _in_numbers(everything: Sequence[Scored]) -> str:
    stated = sum(each.numbers.stated for each in everything)
    untrue = [each.numbers.untrue for each in everything if each.numbers.untrue]
    against = f"{sum(map(len, untrue))} in {len(untrue)} incidents"
    return f"effects in numbers: {stated} bounds and names; the ledgers contradict {against}"


def _proofs_taken(everything: Sequence[Scored]) -> str:
    changed = sum(each.changed for each in everything)
    kept = sum(len(each.proofs_kept) for each in everything)
    share = 1 - kept / max(1, changed)
    return f"changed evidence: {changed} changes; the proof is taken away by {changed - kept} ({share:.1%})"


def proofs_that_stood(everything: Sequence[Scored]) -> list[str]:
    """Each change of an observation after which a finding was still proven, to be read by a person."""
    return [f"  still proven in {each.name}: {what}" for each in everything for what in each.proofs_kept]


def _found(everything: Sequence[Scored]) -> list[str]:
    causes = [(each.truth.causes, each.whole.causes_missed) for each in everything]
    effects = [(each.truth.effects, each.whole.effects_missed) for each in everything]
    past = [(each.truth.past, each.whole.past_missed) for each in everything]
    kinds = (("causes", causes), ("effects", effects), ("told as over", past))
    return [f"{kind} found: {_share(pairs)}" for kind, pairs in kinds]


def _share(pairs: Sequence[tuple[frozenset[str], frozenset[str]]]) -> str:
    there = sum(len(names) for names, _ in pairs)
    return f"{there - sum(len(missed) for _, missed in pairs)} of {there}"


def _never(everything: Sequence[Scored]) -> list[str]:
    """What must never happen, in whole folders and in those with evidence taken away."""
    wholes = [each.whole for each in everything]
    parts = [part for each in everything for _, part in each.reduced]
    crashes = sum(len(each.crashes) for each in everything)
    return [
        f"false OK (sick groups that read OK): {sum(score.false_ok for score in wholes)} of {len(wholes)} whole, "
        f"{sum(score.false_ok for score in parts)} of {len(parts)} reduced folders",
        f"wrong proofs: {sum(bool(score.wrong_proofs) for score in wholes)} of {len(wholes)} whole, "
        f"{sum(bool(score.wrong_proofs) for score in parts)} of {len(parts)} reduced folders",
        f"ended in an exception: {crashes} of {len(wholes) + len(parts)} diagnoses",
    ]


def _unparsed(everything: Sequence[Scored]) -> str:
    mqadmin = sum(each.unparsed["mqadmin"] for each in everything)
    log = sum(each.unparsed["log"] for each in everything)
    lines = sum(each.unparsed["log lines"] for each in everything)
    return f"unparsed: {mqadmin} mqadmin lines, {log} of {lines:,} log lines"


def _still_named(sick: Sequence[Scored]) -> str:
    parts = [part for each in sick for _, part in each.reduced]
    named = sum(part.named for part in parts)
    return f"cause still named in reduced folders: {named} of {len(parts)} ({named / max(1, len(parts)):.0%})"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
