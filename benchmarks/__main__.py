"""`make bench`: makes the evidence, asks every contender, checks that all say the same, and prints the tables.

A log of 512 MB takes some ten minutes with everything else, one of 4 GB more than an hour: `--megabytes 512 4096`.
"""

from __future__ import annotations

import argparse
import os
import platform
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from benchmarks import diagnoses, pastes
from benchmarks.contenders import CONTENDERS, NEEDLES
from benchmarks.generate import write_broker_log
from benchmarks.measure import Figures, in_turn


def main() -> None:
    """Print one table with the figures of all sizes, and what was wanted of them."""
    options = _options()
    options.folder.mkdir(parents=True, exist_ok=True)
    measured: dict[int, list[Figures]] = {}
    whole: dict[int, Mapping[str, diagnoses.Run]] = {}
    for megabytes in options.megabytes:
        path = options.folder / f"broker-{megabytes}.log"
        if not path.exists():
            write_broker_log(path, megabytes << 20)
        print(f"{megabytes} MB: {', '.join(options.contenders)} in turn", file=sys.stderr)
        measured[megabytes] = in_turn(path, options.contenders, options.runs, options.questions)
        check(measured[megabytes])
        cases = [case for case in options.diagnoses if not whole or case in diagnoses.OF_LOGS]
        print(f"{megabytes} MB: {', '.join(cases) or 'no'} diagnoses", file=sys.stderr)
        whole[megabytes] = diagnoses.measured(options.folder, path, cases, options.runs)
    machine = f"{os.cpu_count()} processors, {platform.machine()}, {memory() >> 30} GB"
    loads = ", ".join(f"{load:.1f}" for load in os.getloadavg())
    print(f"{machine}, Python {platform.python_version()}; load {loads}; medians of {options.runs}\n")
    print("\n".join([*table(measured), "", *wanted(measured, whole), "", *pastes.table(pastes.measured(options.runs))]))


def memory() -> int:
    """Bytes of this machine's memory."""
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="benchmarks", description=__doc__)
    parser.add_argument("--folder", type=Path, default=Path("/tmp/rmqkit-bench"), help="where the logs are made")
    parser.add_argument("--megabytes", type=int, nargs="+", default=[512])
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--contenders", nargs="+", default=list(CONTENDERS), choices=list(CONTENDERS))
    parser.add_argument("--questions", nargs="+", default=(), help="only these: events, table, one, ...")
    parser.add_argument(
        "--diagnoses",
        nargs="*",
        default=list(diagnoses.CASES),
        choices=(*diagnoses.CASES, diagnoses.CLUSTER, diagnoses.TYPED_CLUSTER),
        help="none with no name",
    )
    return parser.parse_args()


_ASKED_ALIKE = {"table": "events", "first table": "events"}
"""Questions with another name that ask the same."""


def check(figures: Iterable[Figures]) -> None:
    """Stop where two contenders do not agree."""
    expected: dict[str, dict[str, int]] = {}
    for one in figures:
        for answer in one.answers:
            question = _ASKED_ALIKE.get(one.question, one.question)
            counts = answer.counts
            if question == "events" and counts and set(counts) <= set(NEEDLES):
                question = "events without groups"  # lnav
            elif question == "events":
                expected.setdefault("events without groups", _without_groups(counts))
            if counts != expected.setdefault(question, counts):
                sys.exit(f"{one.contender} counts otherwise in {question}: {_difference(counts, expected[question])}")


def _without_groups(counts: Mapping[str, int]) -> dict[str, int]:
    events: Counter[str] = Counter()
    for key, times in counts.items():
        events[key.partition(" ")[0]] += times
    return dict(events)


def _difference(counts: dict[str, int], expected: dict[str, int]) -> list[tuple[str, int | None, int | None]]:
    keys = sorted(key for key in counts.keys() | expected.keys() if counts.get(key) != expected.get(key))
    return [(key, counts.get(key), expected.get(key)) for key in keys[:5]]


def table(measured: Mapping[int, Sequence[Figures]]) -> list[str]:
    """All figures as a Markdown table: a row per contender and question, four columns per size."""
    heads = ["contender", "question"]
    for megabytes in measured:
        heads += [f"{megabytes} MB: s", "CPU s", "peak MB", "CPU : DuckDB"]
    by_question: dict[tuple[str, str], dict[int, Figures]] = {}
    for megabytes, figures in measured.items():
        for one in figures:
            by_question.setdefault((one.contender, one.question), {})[megabytes] = one
    rows = [[*names, *_cells(measured, by_size)] for names, by_size in by_question.items()]
    return [_row(heads), _row(["---"] * len(heads)), *(_row(row) for row in rows)]


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _cells(measured: Mapping[int, Sequence[Figures]], by_size: Mapping[int, Figures]) -> list[str]:
    cells: list[str] = []
    for megabytes, figures in measured.items():
        one = by_size.get(megabytes)
        if one is None or not one.answers:
            cells += [one.said if one else "", "", "", ""]
            continue
        beside = figure(figures, "duckdb", _ASKED_ALIKE.get(one.question, one.question))
        ratio = f"{one.cpu / beside.cpu:.2f}" if beside and beside.cpu else ""
        cells += [f"{one.seconds:.2f}", f"{one.cpu:.2f}", f"{one.peak >> 20:,}", ratio]
    return cells


def figure(figures: Iterable[Figures], contender: str, question: str) -> Figures | None:
    """One contender's figures for a question, if it has answered."""
    for one in figures:
        if (one.contender, one.question) == (contender, question) and one.answers:
            return one
    return None


WANTED: tuple[tuple[str, tuple[str, str], tuple[str, str], float], ...] = (
    ("typed events : DuckDB", ("rmqkit", "events"), ("duckdb", "events"), 2.0),
    ("log_events, first question : DuckDB", ("rmqkit", "first table"), ("duckdb", "events"), 2.5),
    ("log_events, later questions : DuckDB", ("rmqkit", "table"), ("duckdb", "events"), 1.0),
    ("ten SQL questions : DuckDB's ten", ("rmqkit", "ten"), ("duckdb", "ten"), 1.0),
    ("one kind : Spark's bare count", ("rmqkit", "one"), ("rmqkit", "count of lines"), 1.5),
    ("typed events : Python's re", ("rmqkit", "events"), ("python re", "events"), 1.0),
    ("typed events : lnav", ("rmqkit", "events"), ("lnav", "events"), 1.0),
    ("saved evidence opened : read", ("rmqkit saved", "open"), ("rmqkit saved", "read"), 0.1),
)
"""What is wanted: two figures of one size, and how large the first may be beside the second."""

GROWTH = 8.5 / 8
"""How much longer, at most, a byte of the largest log may take than one of the smallest."""


def wanted(
    measured: Mapping[int, Sequence[Figures]], whole: Mapping[int, Mapping[str, diagnoses.Run]] | None = None
) -> list[str]:
    """For each thing wanted the ratios of seconds and of CPU seconds, and what whole diagnoses took."""
    lines = [_row(["wanted", "at most", *(f"{size} MB: s, CPU s" for size in measured)])]
    lines.append(_row(["---"] * (2 + len(measured))))
    for name, first, second, most in WANTED:
        pairs = [(figure(all_, *first), figure(all_, *second)) for all_ in measured.values()]
        lines.append(_row([name, f"{most}", *(_ratios(one, other) for one, other in pairs)]))
    return lines + _growth(measured) + (_of_diagnoses(measured, whole) if whole else [])


def _of_diagnoses(
    measured: Mapping[int, Sequence[Figures]], whole: Mapping[int, Mapping[str, diagnoses.Run]]
) -> list[str]:
    """A row per limit of the whole diagnoses; what does not depend on the log stands under the first size."""
    events = {size: figure(all_, "rmqkit", "first table") for size, all_ in measured.items()}
    columns = [diagnoses.cells(runs, one.seconds if (one := events[size]) else None) for size, runs in whole.items()]
    return [_row([limit.name, limit.words, *cells]) for limit, *cells in zip(diagnoses.LIMITS, *columns, strict=True)]


def _ratios(one: Figures | None, other: Figures | None) -> str:
    if one is None or other is None:
        return "not measured"
    return f"{one.seconds / other.seconds:.2f}, {one.cpu / max(other.cpu, 0.01):.2f}"


def _growth(measured: Mapping[int, Sequence[Figures]]) -> list[str]:
    small, large = min(measured), max(measured)
    first, last = (figure(measured[size], "rmqkit", "first table") for size in (small, large))
    if small == large or first is None or last is None:
        return []
    most = GROWTH * large / small
    cells = [f"first question, {large} MB : {small} MB", f"{most:.2f}", _ratios(last, first)]
    return [_row([*cells, *[""] * (len(measured) - 1)])]


if __name__ == "__main__":
    main()
