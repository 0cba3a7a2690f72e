"""From the command line's words to evidence: the session, then the folder,
telling what it does. No command here."""

from __future__ import annotations

import importlib
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import rmqkit
from rmqkit.language import say
from rmqkit.session import lazy_session

if TYPE_CHECKING:
    from rmqkit.evidence import Evidence

# Seconds after which a session has found Java and called it.
_JAVA_IS_ASKED_FOR = 0.3


def refuse_missing(folder: str) -> None:
    """EvidenceNotFound for a folder of this machine that is not there, before anything is started."""
    path = Path(folder.removeprefix("file://")).expanduser()
    if "://" not in folder.removeprefix("file://") and not path.exists():
        from rmqkit.tables.files import not_there

        raise not_there(path)


def read_evidence(
    folder: str,
    zone: str,
    master: str | None,
    remote: str | None,
    tell: Callable[[str], None],
    cache: str | None = None,
    keeps: bool = False,
    templates: bool = False,
) -> Evidence:
    """The evidence in folder. Raises what `rmqkit.session` and `rmqkit.read` raise, and NothingUsable.

    Most commands have one question, so columns of logs are kept only for those that have more, or
    where somebody named a folder for them. `templates`: the command tells of lines that nobody here
    knows.
    """
    if master or remote:
        refuse_missing(folder)
        tell(say("Starting Spark"))
        _import_while_java_starts("rmqkit.diagnosis")
        spark = rmqkit.session(master=master, remote=remote)
    else:
        spark = lazy_session()
    tell(say("Reading {folder}", folder=folder))
    keeps = keeps or cache is not None
    return rmqkit.read(spark, folder, zone=zone, cache=cache, keeps=keeps, templates=templates)


def _import_while_java_starts(module: str) -> None:
    """Python waits for Java then, and can import what comes next; before that it would keep Java waiting."""
    later = threading.Timer(_JAVA_IS_ASKED_FOR, importlib.import_module, args=(module,))
    later.daemon = True
    later.start()
