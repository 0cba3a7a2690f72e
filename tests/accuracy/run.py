"""Prints the accuracy tables: every recorded incident, rmqkit's verdict against its truth, totals.

The known incidents and those kept aside are two tables, each with totals of its own. Then totals of
the posts of tests/posts/, which people made.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence

import rmqkit
from tests.accuracy.posts import printed_totals
from tests.accuracy.recordings import Scored, scored
from tests.lab.recorded import ASIDE, RECORDED

_ROW = "{:34} {:44} {:30} {:6} {:32} {}"


def main() -> int:
    """Score everything; 1 when anything is wrong."""
    spark = rmqkit.session()
    print(_ROW.format("incident", "truth", "first finding", "right", "mqadmin", "missed or false"))
    known = _printed(scored(spark, RECORDED), line)
    print("\n".join(proofs_that_stood(known)))
    print("\nKept aside: not looked at while rules are written\n")
    aside = _printed(scored(spark, ASIDE), aside_line)
    print("\nPosts as people make them, each half and command apart\n")
    print("\n".join(printed_totals(spark)))
    return int(any(wrong(incident) for incident in known + aside))


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
    return _ROW.format(each.name, truth, each.whole.first, right, each.mqadmin, "; ".join(wrongs(each)))


def aside_line(each: Scored) -> str:
    """One incident of those kept aside: no more than its name, whether it is right, and what is missed or false."""
    return f"{each.name:34} {'WRONG' if wrong(each) else 'right':6} {'; '.join(wrongs(each))}".rstrip()


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


def wrong(each: Scored) -> bool:
    """Whether anything is missed in the whole folder, or anything that must never happen did."""
    never = any(part.wrong_proofs or part.false_ok for _, part in each.reduced)
    return never or bool(each.crashes) or not each.whole.right


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
        _proofs_taken(everything),
    ]


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
    sys.exit(main())
