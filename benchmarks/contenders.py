"""The same question put to several programs: how many events of each kind and group are
in a broker's log?

Each contender is a process of its own (`python -m benchmarks.contenders NAME FILE`): it gets ready,
then answers once for every line on its standard input, so that a session that is open already is
not paid for again and again.
"""

from __future__ import annotations

import json
import mmap
import os
import re
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

Counts = dict[str, int]
"""`event group` -> how often; the answer to a question about one event has that event's
name as its only key."""

# What tells the six events of a made log apart, and where their group stands: for programs that
# know no catalogue.
NEEDLES = {
    "subscription_topic_removed": (" remove topic ", r"changed, group: ([^ ,]+) remove"),
    "subscription_topic_added": ("add new topic, group: ", r"add new topic, group: ([^ ,]+)"),
    "subscription_changed": (" OLD: SubscriptionData", r"changed, group: ([^ ,]+) OLD"),
    "subscription_not_exist": ("subscription not exist, group: ", r"not exist, group: ([^ ,]+)"),
    "consumer_connected": ("new consumer connected, group: ", r"connected, group: ([^ ,]+)"),
    "consumer_disconnected": ("remove not active channel", r"consumer group: ([^ ,\n]+)"),
}
ONE = "subscription_topic_removed"
TEN = tuple(f"group_{number:03}" for number in range(10))
"""Groups of which ten questions ask, one each: how many events of each kind."""


def rmqkit(path: Path) -> dict[str, Callable[[], Counts]]:
    """This project: each question as a user would ask it, and Spark's own jobs beside it."""
    from pyspark.sql import functions as F

    import rmqkit as package

    spark = package.session(**{"spark.driver.memory": "2g"})
    evidence = package.read(spark, str(path))

    def grouped() -> Counts:
        events = evidence.log_events.where(F.col("event").isin(list(NEEDLES)))
        rows = events.groupBy("event", "group").count().collect()
        return {f"{row.event} {row.group}": row["count"] for row in rows}

    def first() -> Counts:
        nonlocal evidence
        # Another time of the file: nothing that is kept of it counts.
        os.utime(path)
        evidence = package.read(spark, str(path))
        return grouped()

    def ten() -> Counts:
        evidence.log_events.createOrReplaceTempView("log_events")
        asked = "select event, count(*) as times from log_events where `group` = '{}' and event in {} group by event"
        answers = {group: spark.sql(asked.format(group, tuple(NEEDLES))).collect() for group in TEN}
        return {f"{row.event} {group}": row.times for group, rows in answers.items() for row in rows}

    def counted() -> Counts:
        rows = evidence.event_counts("event", "group", only=NEEDLES).collect()
        return {f"{row.event} {row.group}": row.times for row in rows}

    def one() -> Counts:
        return {row.event: row.times for row in evidence.event_counts("event", only=[ONE]).collect()}

    def empty() -> Counts:
        spark.range(1).collect()
        return {}

    def lines() -> Counts:
        spark.read.text(str(path)).count()
        return {}

    def workers() -> Counts:
        spark.range(2).repartition(2).mapInArrow(lambda batches: batches, "id long").collect()
        return {}

    return {
        "events": counted,
        "first table": first,
        "table": grouped,
        "ten": ten,
        "one": one,
        "empty job": empty,
        "empty job with Python": workers,
        "count of lines": lines,
    }


def rmqkit_saved(path: Path) -> dict[str, Callable[[], Counts]]:
    """What a diagnosis needs of the log: read, and opened where it was saved before."""
    import rmqkit as package

    spark = package.session(**{"spark.driver.memory": "2g"})
    saved = path.with_suffix(".saved")
    # What another version saved may be another thing.
    shutil.rmtree(saved, ignore_errors=True)
    package.read(spark, str(path)).save(str(saved))

    def counts_of(address: Path) -> Counts:
        counts = package.read(spark, str(address)).log_summary.counts
        return {"rows": sum(row["rows"] for row in counts)}

    return {"read": lambda: counts_of(path), "open": lambda: counts_of(saved)}


def duckdb(path: Path) -> dict[str, Callable[[], Counts]]:
    """DuckDB on two threads: the lines as one column, a CASE of literals,
    one expression per group."""
    import duckdb as engine

    connection = engine.connect(config={"threads": 2})
    lines = f"read_csv('{path}', columns={{'line': 'VARCHAR'}}, delim='\\x01', quote='', escape='', header=false)"
    cases = " ".join(f"WHEN contains(line, '{needle}') THEN '{name}'" for name, (needle, _) in NEEDLES.items())
    groups = " ".join(f"WHEN '{name}' THEN regexp_extract(line, '{group}', 1)" for name, (_, group) in NEEDLES.items())
    query = (
        f"WITH told AS (SELECT line, CASE {cases} END AS event FROM {lines}) "
        f'SELECT event, CASE event {groups} END AS "group", count(*) FROM told WHERE event IS NOT NULL GROUP BY ALL'
    )
    single = f"SELECT count(*) FROM {lines} WHERE contains(line, '{NEEDLES[ONE][0]}')"

    def counted() -> Counts:
        return {f"{event} {group}": times for event, group, times in connection.sql(query).fetchall()}

    def one() -> Counts:
        return {ONE: connection.sql(single).fetchall()[0][0]}

    def ten() -> Counts:
        asked = (f"SELECT * FROM ({query}) WHERE \"group\" = '{group}'" for group in TEN)
        return {f"{name} {group}": times for one in asked for name, group, times in connection.sql(one).fetchall()}

    return {"events": counted, "one": one, "ten": ten}


def polars(path: Path) -> dict[str, Callable[[], Counts]]:
    """polars' streaming engine: the same plan as DuckDB's."""
    import polars as pl

    lines = pl.scan_csv(path, has_header=False, separator="\x01", quote_char=None, new_columns=["line"])
    line = pl.col("line")
    event, group = pl.lit(None, pl.String), pl.lit(None, pl.String)
    for name, (needle, expression) in reversed(NEEDLES.items()):
        held = line.str.contains(needle, literal=True)
        event = pl.when(held).then(pl.lit(name)).otherwise(event)
        group = pl.when(held).then(line.str.extract(expression)).otherwise(group)

    def counted() -> Counts:
        told = lines.select(event=event, group=group).filter(pl.col("event").is_not_null())
        rows = told.group_by("event", "group").len().collect(engine="streaming").rows()
        return {f"{name} {owner}": times for name, owner, times in rows}

    def one() -> Counts:
        held = line.str.contains(NEEDLES[ONE][0], literal=True)
        return {ONE: lines.filter(held).select(pl.len()).collect(engine="streaming").item()}

    def ten() -> Counts:
        told = lines.select(event=event, group=group)
        asked = (told.filter(pl.col("event").is_not_null(), pl.col("group") == owner) for owner in TEN)
        answers = [one.group_by("event", "group").len().collect(engine="streaming").rows() for one in asked]
        return {f"{name} {owner}": times for rows in answers for name, owner, times in rows}

    return {"events": counted, "one": one, "ten": ten}


def python(path: Path) -> dict[str, Callable[[], Counts]]:
    """Python's `re`: one expression over the mapped file, with a named group per event."""
    parts = [rf"(?P<{name}>{expression.replace('(', '(?:', 1)})" for name, (_, expression) in NEEDLES.items()]
    pattern = re.compile("|".join(parts).encode())
    inner = {name: re.compile(expression.encode()) for name, (_, expression) in NEEDLES.items()}

    def counted() -> Counts:
        found: Counter[str] = Counter()
        with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as text:
            for match in pattern.finditer(text):
                name = str(match.lastgroup)
                group = inner[name].search(match[0])
                found[f"{name} {group[1].decode() if group else ''}"] += 1
        return dict(found)

    def one() -> Counts:
        needle = re.compile(NEEDLES[ONE][0].encode())
        with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as text:
            return {ONE: sum(1 for _ in needle.finditer(text))}

    return {"events": counted, "one": one}


def ripgrep(path: Path) -> dict[str, Callable[[], Counts]]:
    """ripgrep prints what the six expressions match, awk counts it."""
    _require("rg", "ripgrep")
    expressions = [argument for _, expression in NEEDLES.values() for argument in ("-e", expression)]

    def counted(expressions: Sequence[str] = tuple(expressions)) -> Counts:
        search = subprocess.Popen(["rg", "-oN", *expressions, str(path)], stdout=subprocess.PIPE)
        tally = ["awk", '{n[$0]++} END {for (k in n) print n[k] "\t" k}']
        done = subprocess.run(tally, stdin=search.stdout, capture_output=True, text=True, check=True)
        found: Counter[str] = Counter()
        for line in done.stdout.splitlines():
            times, matched = line.split("\t")
            found[_event_and_group(matched)] += int(times)
        return dict(found)

    def one() -> Counts:
        done = subprocess.run(["rg", "-cF", NEEDLES[ONE][0], str(path)], capture_output=True, text=True, check=True)
        return {ONE: int(done.stdout)}

    def ten() -> Counts:
        of_groups = [[re.sub(r"\(.*?\)", group, word) for word in expressions] for group in TEN]
        return {name: times for words in of_groups for name, times in counted(words).items()}

    return {"events": counted, "one": one, "ten": ten}


def _event_and_group(matched: str) -> str:
    for name, (_, expression) in NEEDLES.items():
        match = re.fullmatch(expression, matched)
        if match:
            return f"{name} {match[1]}"
    raise ValueError(f"none of the expressions matches {matched!r}")


def lnav(path: Path) -> dict[str, Callable[[], Counts]]:
    """lnav: its own log table, asked in SQL."""
    _require("lnav", "lnav")
    cases = " ".join(f"WHEN log_text LIKE '%{needle}%' THEN '{name}'" for name, (needle, _) in NEEDLES.items())
    query = f";SELECT CASE {cases} END AS event, count(*) AS times FROM all_logs{{}} GROUP BY event"

    def counted(where: str = "") -> Counts:
        command = ["lnav", "-n", "-c", query.format(where), "-c", ":write-csv-to -", str(path)]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        rows = [line.rsplit(",", 1) for line in done.stdout.splitlines()]
        return {row[0]: int(row[1]) for row in rows if len(row) == 2 and row[0] in NEEDLES}

    def ten() -> Counts:
        of_groups = {group: counted(f" WHERE log_text LIKE '%{group}%'") for group in TEN}
        return {f"{name} {group}": times for group, counts in of_groups.items() for name, times in counts.items()}

    return {"events": counted, "ten": ten}


def _require(program: str, package: str) -> None:
    if shutil.which(program) is None:
        sys.exit(f"skipped: {program} is not installed (Debian package {package})")


CONTENDERS: dict[str, Callable[[Path], dict[str, Callable[[], Counts]]]] = {
    "rmqkit": rmqkit,
    "rmqkit saved": rmqkit_saved,
    "duckdb": duckdb,
    "polars": polars,
    "python re": python,
    "ripgrep and awk": ripgrep,
    "lnav": lnav,
}


def main() -> None:
    """Answer each question that comes in by name with its seconds and counts, as JSON."""
    questions = CONTENDERS[sys.argv[1]](Path(sys.argv[2]))
    print(json.dumps({"questions": list(questions)}), flush=True)
    for line in sys.stdin:
        begin = time.perf_counter()
        counts = questions[line.strip()]()
        print(json.dumps({"seconds": time.perf_counter() - begin, "counts": counts}), flush=True)


if __name__ == "__main__":
    main()
