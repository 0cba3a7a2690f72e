"""From the command line's words to evidence: the session, then the folder, telling what it does. No command here."""

from __future__ import annotations

import importlib
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

import rmqkit

if TYPE_CHECKING:
    from rmqkit.evidence import Evidence


def read_evidence(
    folder: str, zone: str, master: str | None, remote: str | None, tell: Callable[[str], None]
) -> Evidence:
    """The evidence in folder. Raises what `rmqkit.session` and `rmqkit.read` raise, and NothingUsable."""
    tell("Starting Spark")
    # Python waits for Java here; meanwhile it can import what comes next.
    threading.Thread(target=importlib.import_module, args=("rmqkit.diagnosis",), daemon=True).start()
    spark = rmqkit.session(master=master, remote=remote)
    tell(f"Reading {folder}")
    return rmqkit.read(spark, folder, zone=zone)
