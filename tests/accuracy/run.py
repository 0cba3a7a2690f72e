"""Prints the accuracy table: every recorded incident, its truth, rmqkit's first finding, what mqadmin said, totals."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import rmqkit
from rmqkit.diagnosis import Severity
from tests.accuracy.recordings import Scored, scored

_ROW = "{:34} {:44} {:30} {:6} {:32} {}"


def main() -> int:
    """Score everything; 1 when anything is wrong."""
    spark = rmqkit.session()
    print(_ROW.format("incident", "truth", "first finding", "right", "mqadmin", "missed or false"))
    everything = []
    for each in scored(spark):
        everything.append(each)
        print(line(each), flush=True)
    print()
    print("\n".join(totals(everything)))
    return int(any(wrong(each) for each in everything))


def line(each: Scored) -> str:
    """One incident."""
    truth = "+".join(sorted(each.truth.causes)) or "healthy"
    whole = each.whole
    wrongs = [f"missed {name}" for name in sorted(whole.causes_missed | whole.effects_missed)]
    wrongs += [f"past {name} missed" for name in sorted(whole.past_missed)]
    wrongs += [f"false {name}" for name in sorted(whole.false_alarms)]
    wrongs += [
        f"{name}: wrong proof {', '.join(part.wrong_proofs)}" for name, part in each.reduced if part.wrong_proofs
    ]
    wrongs += [f"{name}: reads OK" for name, part in each.reduced if reads_healthy(each, part)]
    right = "yes" if whole.first_right else "NO"
    return _ROW.format(each.name, truth, whole.first, right, each.mqadmin, "; ".join(wrongs))


def reads_healthy(each: Scored, part: object) -> bool:
    """A sick incident that reads OK once evidence is missing."""
    return getattr(part, "severity", None) == Severity.OK and not each.truth.healthy


def wrong(each: Scored) -> bool:
    """Whether anything that must never happen did."""
    parts = [part for _, part in each.reduced]
    never = any(part.wrong_proofs or reads_healthy(each, part) for part in parts)
    return never or not each.whole.first_right or bool(each.whole.false_alarms)


def totals(everything: Sequence[Scored]) -> list[str]:
    """The figures over all incidents."""
    sick = [each for each in everything if each.truth.causes]
    healthy = [each for each in everything if each.truth.healthy]
    parts = [(each, part) for each in everything for _, part in each.reduced]
    of_sick = [part for each, part in parts if each.truth.causes]
    named = sum(part.named for part in of_sick)
    effects = sum(len(each.truth.effects) for each in everything)
    causes = sum(len(each.truth.causes) for each in sick)
    mqadmin = sum(each.mqadmin == "same subscription, rebalance OK" for each in sick)
    logs = sum(each.unparsed["log lines"] for each in everything)
    return [
        f"incidents: {len(everything)} ({len(healthy)} healthy)",
        f"first finding right: {sum(each.whole.first_right for each in everything)} of {len(everything)}",
        f"causes found: {causes - sum(len(each.whole.causes_missed) for each in sick)} of {causes}",
        f"effects found: {effects - sum(len(each.whole.effects_missed) for each in everything)} of {effects}",
        f"false alarms: {sum(len(each.whole.false_alarms) for each in everything)}",
        f"mqadmin called healthy: {mqadmin} of {len(sick)} sick groups",
        f"unparsed: {sum(each.unparsed['mqadmin'] for each in everything)} mqadmin lines, "
        f"{sum(each.unparsed['log'] for each in everything)} of {logs:,} log lines",
        f"reduced folders: {len(parts)}; wrong causes proven: {sum(bool(part.wrong_proofs) for _, part in parts)}; "
        f"sick but OK: {sum(reads_healthy(each, part) for each, part in parts)}; "
        f"cause still named: {named} of {len(of_sick)} ({named / max(1, len(of_sick)):.0%})",
    ]


if __name__ == "__main__":
    sys.exit(main())
