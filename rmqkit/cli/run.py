"""What a command has around it: the options that it shares with others, evidence, progress, its failure in one line."""

from __future__ import annotations

import importlib
import inspect
import json
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, wraps
from pathlib import Path
from typing import TYPE_CHECKING

import typer

import rmqkit
from rmqkit.cli.options import Language, declared
from rmqkit.cli.outcome import short_failures
from rmqkit.language import in_language, say
from rmqkit.session import lazy_session

if TYPE_CHECKING:
    from rmqkit.evidence import Evidence

SPARK = ("zone", "master", "remote")
# Seconds after which a session has found Java and called it: Python waits then, and can import what comes next.
_JAVA_IS_ASKED_FOR = 0.3


@dataclass(frozen=True)
class Run:
    """One run of a command: what was given for the shared options, each with its default for commands without it."""

    group: str | None = None
    as_json: bool = False
    lang: Language = Language.en
    zone: str = "UTC"
    show_zone: str = "UTC"
    master: str | None = None
    remote: str | None = None
    cache: str | None = None
    debug: bool = False

    @cached_property
    def tell(self) -> Callable[[str], None]:
        """Says what is being done, and after how many seconds, on stderr."""
        start = time.monotonic()
        return lambda what: typer.echo(f"[{time.monotonic() - start:5.1f} s] {in_language(what, self.lang)}", err=True)

    def say(self, text: str, err: bool = False) -> None:
        """Prints a phrase in the language that was asked for."""
        typer.echo(in_language(text, self.lang), err=err)

    def show(self, data: Callable[[], object], text: Callable[[str], str]) -> None:
        """Prints a result as JSON where that was asked for, else as text."""
        typer.echo(json.dumps(data(), ensure_ascii=False, indent=2) if self.as_json else text(self.lang))

    def read(self, folder: str, keeps: bool = False, templates: bool = False) -> Evidence:
        """The evidence in a folder. Raises what `rmqkit.session` and `rmqkit.read` raise, and NothingUsable.

        Most commands have one question, so columns of logs are kept only for those that have more, or where somebody
        named a folder for them. `templates`: the command tells of unrecognised lines.
        """
        if self.master or self.remote:
            refuse_missing(folder)
            self.tell(say("Starting Spark"))
            later = threading.Timer(_JAVA_IS_ASKED_FOR, importlib.import_module, args=("rmqkit.diagnosis",))
            later.daemon = True
            later.start()
            spark = rmqkit.session(master=self.master, remote=self.remote)
        else:
            spark = lazy_session()
        self.tell(say("Reading {folder}", folder=folder))
        keeps = keeps or self.cache is not None
        return rmqkit.read(spark, folder, zone=self.zone, cache=self.cache, keeps=keeps, templates=templates)


def refuse_missing(folder: str) -> None:
    """EvidenceNotFound for a folder of this machine that is not there, before anything is started."""
    path = Path(folder.removeprefix("file://")).expanduser()
    if "://" not in folder.removeprefix("file://") and not path.exists():
        from rmqkit.tables.files import missing_path

        raise missing_path(path)


def command(*shared: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """A function with a `run` as a command: with these options of `Run`, and a language and --debug as all have."""
    known = inspect.signature(Run, eval_str=True).parameters
    named = [name for name in known if name in (*shared, "lang", "debug")]

    def framed(function: Callable[..., None]) -> Callable[..., None]:
        @wraps(function)
        def called(**given: object) -> None:
            run = Run(**{name: given.pop(name) for name in named})  # type: ignore[arg-type]
            with short_failures(run.debug, run.lang):
                function(run=run, **given)

        # `try` is a word of Python's, so that its function has another name.
        called.__name__ = function.__name__.removesuffix("_")
        own = [one for name, one in inspect.signature(function, eval_str=True).parameters.items() if name != "run"]
        options = [known[name].replace(kind=inspect.Parameter.KEYWORD_ONLY) for name in named]
        called.__signature__ = declared(called.__name__, [*own, *options])  # type: ignore[attr-defined]
        return called

    return framed
