"""How a command ends: its exit code, one clear line for a failure or a notice. No command here."""

from __future__ import annotations

import logging
import traceback
import warnings
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from enum import IntEnum, StrEnum
from typing import TYPE_CHECKING, Any

import typer

from rmqkit.errors import Error, Notice
from rmqkit.language import Phrase, in_language, say

if TYPE_CHECKING:
    from rmqkit.diagnosis.claims import Severity
    from rmqkit.diagnosis.finding import Finding


class ExitCode(IntEnum):
    """What a script can tell from the end of a command."""

    BELOW_LEVEL = 0
    AT_OR_ABOVE_LEVEL = 1
    UNUSABLE = 2
    UNKNOWN = 3
    INTERRUPTED = 130


class Level(StrEnum):
    """The severities that `--fail-on` takes."""

    notice = "notice"
    warning = "warning"
    critical = "critical"


def exit_code(severity: Severity, findings: Iterable[Finding], level: Level) -> ExitCode:
    """What is not decided has a code of its own, be something mild found beside it: missing evidence must never pass
    for healthy."""
    ranks = type(severity)
    if severity >= ranks[level.upper()]:
        return ExitCode.AT_OR_ABOVE_LEVEL
    undecided = ranks.UNKNOWN in (severity, *(one.severity for one in findings))
    return ExitCode.UNKNOWN if undecided else ExitCode.BELOW_LEVEL


@contextmanager
def short_failures(debug: bool, lang: str = "en") -> Iterator[None]:
    """Turns any failure into a line on stderr and exit code 2;
    Python's own code, 1, would read as a verdict. A notice is a line there too."""
    if not debug:
        # What waits for Java tells of an interrupt with a traceback, on its own logger and on the root.
        logging.getLogger("py4j").setLevel(logging.CRITICAL + 1)
        logging.getLogger().addFilter(_outside_py4j)
    try:
        with _short_notices(lang):
            yield
    except KeyboardInterrupt:
        raise _interrupted(lang) from None
    except (typer.Exit, typer.BadParameter):
        raise
    except Exception as error:
        if _came_of_an_interrupt(error):
            raise _interrupted(lang) from None
        if debug:
            typer.echo(traceback.format_exc(), err=True)
        typer.echo(failure_line(error, debug, lang), err=True)
        raise typer.Exit(ExitCode.UNUSABLE) from None


@contextmanager
def _short_notices(lang: str) -> Iterator[None]:
    """Without the line of Python that raised it. Other warnings are told as Python tells them."""
    usual = warnings.showwarning

    def show(message: Warning | str, *where: Any, **more: Any) -> None:  # noqa: ANN401
        if isinstance(message, Notice):
            typer.echo(in_language(message.args[0], lang), err=True)
        else:
            usual(message, *where, **more)

    with warnings.catch_warnings():
        warnings.simplefilter("always", Notice)
        warnings.showwarning = show
        yield


def _interrupted(lang: str) -> typer.Exit:
    typer.echo(in_language(say("Interrupted: there is no verdict."), lang), err=True)
    return typer.Exit(ExitCode.INTERRUPTED)


def _came_of_an_interrupt(error: BaseException | None) -> bool:
    """Whether it was raised while an interrupt was on its way: PySpark asks Java once more then, which has ended."""
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__cause__ or error.__context__
    return error is not None


def _outside_py4j(record: logging.LogRecord) -> bool:
    return "py4j" not in record.pathname


def failure_line(error: Exception, debug: bool, lang: str = "en") -> str:
    """rmqkit's own errors say what to do; any other is cut to its first line, with the way to see it all."""
    # str() of an exception would forget the languages of its text.
    words = error.args[0] if error.args else ""
    if isinstance(error, Error):
        return f"rmqkit: {in_language(words, lang)}"
    told = in_language(words, lang) if isinstance(words, Phrase) else str(error)
    first = (told.strip().splitlines() or [""])[0]
    hint = "" if debug else in_language(say(" (--debug shows where)"), lang)
    return f"rmqkit: {type(error).__name__}: {first}{hint}"
