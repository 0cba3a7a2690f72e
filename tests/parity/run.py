"""`python -m tests.parity.run`: rmqkit's strategies against the real classes, as a table; exit code 1 on a mismatch.

With `--record` the first cases of each strategy and every version's answer to them become the vectors that the
tests check where no Maven is.
"""

import argparse
import gzip
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from .cases import STRATEGIES, Case, allocate_mq_agrees, answer, random_cases
from .java import answers, compare_ids

VERSIONS = ("4.3.0", "4.8.0", "4.9.3", "4.9.7", "5.1.4", "5.3.3", "5.4.0")
VECTORS = Path(__file__).with_name("vectors.jsonl.gz")
RECORDED = 250
# Before 5.0.0 the ring is hashed in the JVM's own charset.
OTHER_CHARSET = ("4.9.7", "iso-8859-1")
ROW = "{:22} {:14} {:>8} {:>12} {:>11} {:>21}"


@dataclass(frozen=True)
class Row:
    """One strategy with one version: how many cases, how many shares, what differed."""

    strategy: str
    version: str
    cases: int
    shares: int
    mismatches: tuple[tuple[Case, str, str], ...]
    asked: int
    wrong: int

    def text(self) -> str:
        """The row as the table prints it."""
        tool = f"{self.wrong}/{self.asked} ({self.wrong / self.asked:.0%})" if self.asked else "-"
        return ROW.format(self.strategy, self.version, self.cases, self.shares, len(self.mismatches), tool)


def compare(strategy: str, version: str, cases: Sequence[Case], charset: str = "utf-8") -> Row:
    """Every case through the real classes and through rmqkit."""
    mismatches, shares, asked, wrong = [], 0, 0, 0
    for case, printed in zip(cases, answers(version, [case.line() for case in cases], charset), strict=True):
        java, _, tool = printed.partition("\t")
        python = answer(case, version, charset)
        shares += java.count("|") - 1
        if python != java:
            mismatches.append((case, java, python))
        if case.route and "!" not in java.rsplit("|", 2)[0]:
            asked += 1
            wrong += not allocate_mq_agrees(java, tool)
    label = version if charset == "utf-8" else f"{version} {charset}"
    return Row(strategy, label, len(cases), shares, tuple(mismatches), asked, wrong)


def compare_all(count: int, seed: int) -> list[Row]:
    """The whole table, printed row by row."""
    print(ROW.format("strategy", "version", "cases", "shares", "mismatches", "allocateMQ is wrong"))
    rows = []
    for strategy in STRATEGIES:
        runs = [(version, "utf-8") for version in VERSIONS]
        runs += [OTHER_CHARSET] if strategy == "CONSISTENT_HASH" else []
        for version, charset in runs:
            cases = list(random_cases(strategy, count, f"{seed}-{version}-{charset}"))
            rows.append(compare(strategy, version, cases, charset))
            print(rows[-1].text(), flush=True)
    return rows


def compare_client_ids() -> int:
    """One row for each version: the ids of the real ClientConfig on this machine; returns the mismatches."""
    wrong = 0
    for version in VERSIONS:
        count, differing = compare_ids(version)
        print(ROW.format("client id", version, count, "-", len(differing), "-"))
        for real, python in differing[:5]:
            print(f"real   {real}\npython {python}")
        wrong += len(differing)
    return wrong


def record(seed: int) -> None:
    """Write the vectors: case, and each answer with the versions that gave it."""
    with gzip.GzipFile(VECTORS, "wb", mtime=0) as out:
        for strategy in STRATEGIES:
            lines = [case.line() for case in random_cases(strategy, RECORDED, f"{seed}-recorded")]
            by_version = {version: answers(version, lines) for version in VERSIONS}
            for at, line in enumerate(lines):
                said: dict[str, list[str]] = {}
                for version in VERSIONS:
                    said.setdefault(by_version[version][at].partition("\t")[0], []).append(version)
                vector = {"case": line, "answers": {" ".join(versions): text for text, versions in said.items()}}
                out.write(json.dumps(vector).encode() + b"\n")


def main() -> int:
    """Parse the arguments, print the table, say whether all agreed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cases", type=int, default=3000, help="cases for each strategy and version")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--record", action="store_true", help="write the vectors instead of comparing")
    arguments = parser.parse_args()
    if arguments.record:
        record(arguments.seed)
        return 0
    rows = compare_all(arguments.cases, arguments.seed)
    mismatches = [mismatch for row in rows for mismatch in row.mismatches]
    wrong_ids = compare_client_ids()
    print(f"{sum(row.cases for row in rows)} cases, {len(mismatches)} mismatches")
    for case, java, python in mismatches[:5]:
        print(f"case   {case.line()}\njava   {java}\npython {python}")
    return 1 if mismatches or wrong_ids else 0


if __name__ == "__main__":
    sys.exit(main())
