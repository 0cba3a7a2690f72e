"""The verdict as JUnit XML, for CI: which finding fails a build. Nothing is judged here."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from jinja2 import Environment, StrictUndefined

from rmqkit.diagnosis.claims import Severity
from rmqkit.diagnosis.finding import Status
from rmqkit.diagnosis.render.parts import file_and_line

FAILS_FROM = Severity.WARNING
WHOLE = "verdict"
TEMPLATE = Path(__file__).parent / "template" / "junit.xml.j2"
# XML 1.0 cannot hold these, not even as references.
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

Told = Mapping[str, Any]


def _case(name: str, ends: str = "", message: str = "", lines: Sequence[str] = ()) -> dict[str, Any]:
    """`ends`: failure, error or skipped; empty: it passes."""
    return {"name": name, "ends": ends, "message": message, "lines": lines}


def write_junit(told: Told, path: str | Path) -> None:
    """Write `Diagnosis.to_dict()` as a JUnit file: the same bytes for the same verdict."""
    Path(path).write_text(junit_xml(told), encoding="utf-8")


def junit_xml(told: Told) -> str:
    """A suite per group, a case per finding and per cause that was considered, and one for the verdict as a whole.

    A proven or suspected finding of WARNING or above is a failure, a verdict of UNKNOWN an error; a cause that nothing
    decides is skipped; refuted causes and lesser findings pass. Nothing in it depends on the clock.
    """
    # An error where nothing could be judged: missing evidence must not pass for healthy.
    is_unknown = Severity[told["severity"]] == Severity.UNKNOWN
    needs = [f"{row['command']}: {row['need']}" for row in told["missing"]]
    suites = {WHOLE: [_case(WHOLE, "error", told["headline"], needs) if is_unknown else _case(WHOLE)]}
    for finding in told["findings"]:
        suites.setdefault(finding["group"], []).append(_finding(finding))
    # The causes that no finding stands for: refuted ones pass, the others wait for a command.
    accepted = {(finding["group"], finding["id"]) for finding in told["findings"]}
    for entry in told["considered"]:
        cases = suites.setdefault(entry["group"], [])
        if (entry["group"], entry["id"]) not in accepted:
            waits = _case(entry["id"], "skipped", "; ".join(entry["decided_by"]))
            cases.append(_case(entry["id"]) if entry["status"] == Status.REFUTED else waits)
    environment = Environment(autoescape=True, trim_blocks=True, keep_trailing_newline=True, undefined=StrictUndefined)
    environment.finalize = lambda value: _NOT_XML.sub("\ufffd", value) if isinstance(value, str) else value
    return environment.from_string(TEMPLATE.read_text("utf-8")).render(suites=suites)


def _finding(finding: Told) -> dict[str, Any]:
    if Severity[finding["severity"]] < FAILS_FROM:
        return _case(finding["id"])
    words = f"{finding['severity']}, {finding['status']}: {finding['title']}"
    cited = [f"{file_and_line(line['file'], line['line'])}  {line['text']}" for line in finding["evidence"]]
    return _case(finding["id"], "failure", words, [finding["why"], *finding["remedy"], *cited])
