"""A diagnosis for which workers read everything, however small it is: what `rmqkit.warm_start` records of Java.

So the archive holds the classes that a large evidence needs too. Nothing that it finds is shown.
"""

from __future__ import annotations

import sys

import rmqkit
from rmqkit.tables import logs, snapshots, text_workers

RANGE_BYTES = 4096
"""A log larger than this is read in ranges, which then meet on one worker."""


def main(folder: str) -> None:
    """Diagnose the folder."""
    logs.HERE_BYTES = text_workers.HERE_BYTES = snapshots.MOST_ROWS = 0
    logs.RANGE_BYTES = RANGE_BYTES
    evidence = rmqkit.read(rmqkit.session(), folder)
    rmqkit.diagnose(evidence)
    evidence.event_counts("event").collect()
    for table in (evidence.progress, evidence.log_events):
        table.limit(1).collect()


if __name__ == "__main__":
    main(sys.argv[1])
