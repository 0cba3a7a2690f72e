"""Prints the accuracy tables: every recorded incident, rmqkit's verdict against its truth, totals.

The known incidents and those kept aside are two tables, each with totals of its own. Then totals of
the posts of tests/posts/, which people made, and what comes out otherwise when the incidents are
diagnosed again in other ways: `python -m tests.accuracy.run [NAME-VERSION ...] [--again [WAY ...]]`.

What Spark does not decide is read without it, by two processes. Where a sample says as much as all,
one of so many recordings is taken, and the totals name how many.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path

import rmqkit
from tests.accuracy.again import Again, Recording, opened, roads
from tests.accuracy.buried import BYTES_A_BROKER, buried
from tests.accuracy.earlier import prefix, silence
from tests.accuracy.folders import mixed
from tests.accuracy.posts import printed_totals
from tests.accuracy.recordings import Scored, scored_alone
from tests.lab.recorded import ASIDE, RECORDED, archives

_ROW = "{:34} {:44} {:30} {:6} {:32} {}"
PROCESSES = 2


@dataclass(frozen=True)
class Way:
    """Another way to diagnose a recording. `one_in`: of so many recordings one; `by_spark`: read by
    Spark's workers, and so in this process, one after the other."""

    again: Callable[[Recording], Again]
    one_in: int = 1
    by_spark: bool = False


def _by_workers(recording: Recording) -> Again:
    return roads(recording, rmqkit.session())


def _deep(recording: Recording) -> Again:
    return buried(recording, rmqkit.session(), size=BYTES_A_BROKER)


WAYS: Mapping[str, Way] = {
    "silence": Way(silence),
    "buried": Way(buried),
    "mixed": Way(mixed),
    "prefix": Way(prefix),
    "roads": Way(_by_workers, one_in=3, by_spark=True),
    "buried in 24 MB": Way(_deep, one_in=12, by_spark=True),
}
"""The other ways; those that need Spark come last."""


def main(arguments: Sequence[str]) -> int:
    """Score everything; 1 when anything is wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="recordings; all of them if none is named")
    parser.add_argument("--again", nargs="*", choices=WAYS, default=list(WAYS), help="other ways")
    parser.add_argument("--processes", type=int, default=PROCESSES)
    options = parser.parse_args(arguments)
    begun = time.monotonic()
    with ProcessPoolExecutor(options.processes, mp_context=get_context("spawn")) as pool:
        print(_ROW.format("incident", "truth", "first finding", "right", "mqadmin", "missed or false"))
        known = _printed(_scored(pool, RECORDED, options.names), line)
        print("\n".join(proofs_that_stood(known)))
        print("\nKept aside: not looked at while rules are written\n")
        aside = _printed(_scored(pool, ASIDE, options.names), aside_line)
        if not options.names:
            print("\nPosts as people make them, each half and command apart\n")
            print("\n".join(printed_totals()))
        print("\nDiagnosed again in other ways\n")
        differences = [_printed_again(pool, way, options.names) for way in options.again]
    print(f"\n{(time.monotonic() - begun) / 60:.0f} minutes")
    return int(any(map(wrong, known + aside)) or any(differences))


def _scored(pool: Executor, folder: Path, names: Sequence[str]) -> Iterable[Scored]:
    return pool.map(_scored_archive, _chosen(folder, names))


def _scored_archive(archive: Path) -> Scored:
    with opened(archive) as recording:
        return scored_alone(recording)


def _chosen(folder: Path, names: Sequence[str], one_in: int = 1) -> list[Path]:
    if names:
        return [archive for archive in archives(folder) if archive.name.removesuffix(".tar.xz") in names]
    return archives(folder)[::one_in]


def _printed_again(pool: Executor, way: str, names: Sequence[str]) -> int:
    """Diagnose in one other way; how many differences there are."""
    differences = 0
    chosen = WAYS[way]
    for half, folder in (("known", RECORDED), ("kept aside", ASIDE)):
        outcomes = []
        everything = _chosen(folder, names, chosen.one_in)
        again = partial(_again, way)
        for outcome in map(again, everything) if chosen.by_spark else pool.map(again, everything):
            outcomes.append(outcome)
            for text in again_lines(way, outcome, aside=folder == ASIDE):
                print(text, flush=True)
        print(again_total(way, half, outcomes, one_in=chosen.one_in), flush=True)
        differences += sum(len(outcome.differences) for outcome in outcomes)
    return differences


def _again(way: str, archive: Path) -> Again:
    with opened(archive) as recording:
        return WAYS[way].again(recording)


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
    sample = f" (one recording in {one_in})" if one_in > 1 else ""
    return f"{way}, {half}: {diagnoses} diagnoses{sample}, {extent}"


def _printed(incidents: Iterable[Scored], as_text: Callable[[Scored], str]) -> list[Scored]:
    """Each incident as soon as it is scored, then the totals of all."""
    seen = []
    for incident in incidents:
        seen.append(incident)
        print(as_text(incident), flush=True)
    print()
    print("\n".join(totals(seen)))
    return seen


def line(each: Scored) -> str:
    """One incident with its truth."""
    truth = "+".join(sorted(each.truth.causes)) or "healthy"
    right = "yes" if each.whole.first_right else "NO"
    problems = "; ".join([*wrongs(each), *each.numbers.untrue])
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
        *_never(everything),
        f"mqadmin called healthy: {mqadmin} of {len(sick)} sick groups",
        _unparsed(everything),
        _still_named(sick),
        _in_numbers(everything),
        _proofs_taken(everything),
    ]


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
