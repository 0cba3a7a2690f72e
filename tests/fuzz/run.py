"""`python -m tests.fuzz.run [COUNT] [--first N]`: many mutated inputs on all cores; the inputs that
broke a promise.
"""

import argparse
import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from rmqkit.formats.logs.catalogue import MESSAGES
from tests.formats.surrounded import SURROUNDINGS, missed
from tests.fuzz.holding import Fault, fault_of

COUNT = 20_000
PARTS = 16
"""So many shares of the wordings, for any number of cores."""


def main(arguments: list[str]) -> int:
    """Read the inputs; the number of faults."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("count", nargs="?", type=int, default=COUNT)
    parser.add_argument("--first", type=int, default=0, help="the number of the first input")
    parser.add_argument("--keep", type=Path, help="a folder for the inputs that broke a promise")
    options = parser.parse_args(arguments)
    began = time.monotonic()
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        numbers = range(options.first, options.first + options.count)
        faults = [fault for fault in pool.map(fault_of, numbers, chunksize=50) if fault]
        parts = [MESSAGES[first::PARTS] for first in range(PARTS)]
        unread = [wording for found in pool.map(missed, parts) for wording in found]
    for fault in faults:
        print(f"input {fault.number} ({fault.name}): {fault.what[:300]}")
        _keep(fault, options.keep)
    print(f"{options.count:,} inputs, {len(faults)} broke a promise; all in {time.monotonic() - began:.0f} s")
    print("\n".join([*unread, f"{len(MESSAGES):,} wordings in {len(SURROUNDINGS)} surroundings; {len(unread)} missed"]))
    return len(faults) + len(unread)


def _keep(fault: Fault, folder: Path | None) -> None:
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{fault.number}-{fault.name}").write_bytes(fault.content)


if __name__ == "__main__":
    sys.exit(min(main(sys.argv[1:]), 100))
