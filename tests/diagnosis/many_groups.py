"""A small log of a broker on which many groups come, go and overwrite their subscriptions. Nothing is asserted here."""

from pathlib import Path

from benchmarks.generate import Traffic, write_broker_log

GROUPS = 12


def write_log(folder: Path, lines: int = 1500) -> Path:
    """Writes the log into a folder; returns the folder."""
    log = folder / "broker.log"
    write_broker_log(log, 1, Traffic(groups=GROUPS, topics=4, clients=24))
    log.write_text("".join(log.read_text().splitlines(keepends=True)[:lines]))
    return folder
