"""`rmqkit explain`: what a finding is, or what a pasted line, exception or code says. The texts stand elsewhere."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from difflib import get_close_matches
from typing import TYPE_CHECKING

import typer

from rmqkit.cli.outcome import ExitCode
from rmqkit.cli.run import Run, command
from rmqkit.errors import Error
from rmqkit.language import in_language, joined, message, say
from rmqkit.language.wrapping import columns, padded, wrapped

if TYPE_CHECKING:
    from rmqkit.diagnosis.explanation import Explanation
    from rmqkit.formats.logs.explained import Explained

WIDTH = 100
# A sentence is wider, or has marks in it.
WIDEST_SYMPTOM = 20
_WORDS = re.compile(r"[\w-]+(?: [\w-]+)?")
# Labels stand in a column of their own.
LABEL_WIDTH = 9
STATES = ("cause", "effect", "note", "routine", "transient", "fault", "elsewhere")
"""What a finding is, and how grave a message."""


@command()
def explain(what: list[str], run: Run) -> None:
    """Explain a finding and how to fix it, or a pasted line, exception or code.

    Exit code: 0; 2 if WHAT is not recognised (the error lists what is, and says what to do instead); 3 if WHAT is a
    description, which is answered with the usual symptoms and the commands to check them, or mqadmin output or
    configuration, which is answered with the result of `rmqkit diagnose`.
    """
    text = sys.stdin.read() if what == ["-"] else " ".join(what)
    told = _finding_text(text.strip(), run.lang) or _pasted_text(text, run.lang)
    typer.echo(told or _symptom_text(text.strip(), run.lang) or _diagnosed(text, run.lang))
    if not told:
        raise typer.Exit(ExitCode.UNKNOWN)


def explanation(finding: Explanation, lang: str = "en") -> str:
    """The text of one finding in the order in which a person needs it."""
    rows = ((say("Confirm"), [finding.confirm]), (say("Fix"), finding.remedy), (say("Do not"), finding.do_not))
    return _entry(finding.id, finding.kind, [finding.what], rows, lang)


def _finding_text(name: str, lang: str) -> str | None:
    """What a finding is, by its id; None for any other text. Findings take a second to load."""
    if not _ID.fullmatch(name):
        return None
    from rmqkit.diagnosis.findings import BY_ID

    return explanation(BY_ID[name], lang) if name in BY_ID else None


_ID = re.compile(r"[a-z]+(?:_[a-z]+)+")


def _diagnosed(text: str, lang: str) -> str:
    """What `rmqkit diagnose` says where no message stands: of outputs and configuration what they show, of people's
    words, which are matched with nothing, the usual symptoms."""
    from rmqkit.diagnosis.diagnose import diagnose
    from rmqkit.diagnosis.findings import BY_ID
    from rmqkit.evidence import read_pasted
    from rmqkit.formats.block import LOG_KINDS, Kind
    from rmqkit.formats.logs.catalogue import MEANINGS

    evidence = read_pasted(text)
    if {row["kind"] for row in evidence.ledger_rows()} - {Kind.UNKNOWN, *LOG_KINDS}:
        return diagnose(evidence).to_text(lang)

    typed = text.strip()
    names = [*BY_ID, *MEANINGS]
    alike = [name for name in BY_ID if len(typed) > 3 and typed.casefold() in name]
    if alike := alike or get_close_matches(typed.casefold().replace(" ", "_"), names, 3, 0.7):
        meant = joined(", ", alike)
        raise Error("{line!r} is unknown. Did you mean {alike}?", line=typed, alike=meant)
    raise Error(
        "{line!r} is unknown: no finding has this id, no message of RocketMQ's clients, brokers, name servers and "
        "proxies (4.0.0 to 5.4) has this wording, and no response code has this number. Paste the whole line, with "
        "the lines below it; outputs of mqadmin and whole files are for `rmqkit diagnose`. A symptom can be given as "
        "one word, e.g. lag, duplicates or loss.",
        line=" ".join(text.split())[:WIDTH],
    )


def _symptom_text(typed: str, lang: str) -> str | None:
    """The usual causes of what one or two words name, such as lag or 消费堆积; sentences are matched with nothing."""
    if columns(typed) > WIDEST_SYMPTOM or _ID.fullmatch(typed) or not _WORDS.fullmatch(typed):
        return None
    from rmqkit.diagnosis.symptoms import rows

    return "\n".join(wrapped(in_language(row, lang), WIDTH) for row in rows(typed)) or None


def _pasted_text(text: str, lang: str) -> str | None:
    """What RocketMQ printed in a text; None where nothing of it is known."""
    from rmqkit.formats.logs.explained import explain_text

    known, unknown = explain_text(text)
    if not known:
        return None
    # Several things said in one line name the same: once is enough.
    once = [
        replace(one, names=()) if any(one.names == other.names for other in known[:at]) else one
        for at, one in enumerate(known)
    ]
    parts = [said(one, lang) for one in once]
    if not _BARE.fullmatch(text.strip()):
        parts = [*_described(text, lang, ruling_out_advice=True), *parts, *_shown(text, known, lang)]
    if unknown:
        heading = in_language(say("Not in the catalogue:"), lang)
        parts.append("\n".join([heading, *(f"  {line[:WIDTH]}" for line in unknown)]))
    return "\n\n".join(parts)


# A name or a code alone, of which nothing can be found.
_BARE = re.compile(r"(?:CODE:? ?)?\w+", re.IGNORECASE)


def _shown(text: str, known: Sequence[Explained], lang: str) -> Iterator[str]:
    """What `rmqkit diagnose` finds in a paste beyond what its lines say one by one: findings, what outputs and
    configuration show, and what sentences name where no line that is known tells of a fault."""
    from rmqkit.diagnosis import Severity
    from rmqkit.diagnosis.anomalies import FAILED, NAMES
    from rmqkit.diagnosis.diagnose import diagnose
    from rmqkit.diagnosis.render.parts import sentences
    from rmqkit.diagnosis.retold import spoken
    from rmqkit.evidence import read_pasted

    try:
        verdict = spoken(diagnose(read_pasted(text)), lang)
    except Error:
        # Words that are explained need not be evidence of anything.
        return
    for finding in verdict.findings:
        if finding.severity is not Severity.UNKNOWN:
            rows = ((say("Fix"), finding.remedy), (say("Look at"), finding.check))
            yield _entry(finding.id, finding.status, [finding.title, *sentences(finding.why)], rows, lang)
    told = [in_language(one.meaning.says, lang) for one in known]
    for row in verdict.messages:
        if row.event in NAMES - {FAILED} and not row.meaning.endswith(tuple(told)):
            yield "\n".join([wrapped(row.meaning, WIDTH), *_list(say("Fix"), [row.remedy], lang)])
    if verdict.severity <= Severity.UNKNOWN and not any(one.meaning.gravity == "fault" for one in known):
        yield from _described(text, lang, ruling_out_advice=False)


def _described(text: str, lang: str, *, ruling_out_advice: bool) -> Iterator[str]:
    """The symptoms that sentences in a paste name: those with which the advice for its lines does not hold, or the
    others."""
    from rmqkit.diagnosis.symptoms import rows_in

    for symptom in rows_in(text.splitlines(), ruling_out_advice=ruling_out_advice):
        yield wrapped(in_language(symptom, lang), WIDTH)


def said(explained: Explained, lang: str = "en") -> str:
    """One message or code: its name and gravity, what it says, when that is normal, where to look next."""
    meaning, texts = explained.meaning, []
    if explained.names:
        texts.append(say("Names: {names}", names=", ".join(f"{name} {value}" for name, value in explained.names)))
    normal = [meaning.normal or say("never")] if meaning.normal or meaning.gravity != "routine" else []
    looks = [say("{command}: {tells}", **look.words) for look in explained.looks]
    rows = ((say("Normal"), normal), (say("Fix"), [message(meaning.remedy)]), (say("Look at"), looks))
    return _entry(explained.name, meaning.gravity, [*texts, say("{text}.", text=message(meaning.says))], rows, lang)


def _entry(name: str, status: str, texts: Iterable[str], rows: Iterable[tuple[str, Iterable[str]]], lang: str) -> str:
    """What is told of anything that has a name: what it is, what it says, and rows of a label each."""
    heading = say("{name} ({status})", name=name, status=message(status))
    lines = [in_language(heading, lang), *(wrapped(in_language(text, lang), WIDTH) for text in texts)]
    return "\n".join([*lines, *(line for label, told in rows for line in _list(label, told, lang))])


def _list(label: str, sentences: Iterable[str], lang: str) -> list[str]:
    spoken = [in_language(sentence, lang) for sentence in sentences if sentence]
    heading, below = padded(in_language(label, lang), LABEL_WIDTH), " " * LABEL_WIDTH
    return [wrapped(sentence, WIDTH, below if at else heading, below) for at, sentence in enumerate(spoken)]
