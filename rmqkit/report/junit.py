"""The verdict as JUnit XML, for CI: which finding fails a build. Nothing is judged here."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from rmqkit.diagnosis.claims import Severity
from rmqkit.diagnosis.finding import Status
from rmqkit.diagnosis.render.parts import file_and_line

FAILS_FROM = Severity.WARNING
WHOLE = "verdict"
# XML 1.0 cannot hold these, not even as references.
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

Told = Mapping[str, Any]


def write_junit(told: Told, path: str | Path) -> None:
    """Write `Diagnosis.to_dict()` as a JUnit file: the same bytes for the same verdict."""
    Path(path).write_text(junit_xml(told), encoding="utf-8")


def junit_xml(told: Told) -> str:
    """A suite per group, a case per finding and per cause that was considered, and one for the verdict as a whole.

    A proven or suspected finding of WARNING or above is a failure, a verdict of UNKNOWN an error; a
    cause that nothing decides is skipped; refuted causes and lesser findings pass. Nothing in it
    depends on the clock.
    """
    root = Element("testsuites", name="rmqkit")
    # An error where nothing could be judged: missing evidence must not pass for healthy.
    is_unknown = Severity[told["severity"]] == Severity.UNKNOWN
    needs = [f"{row['command']}: {row['need']}" for row in told["missing"]]
    whole = _case(WHOLE, "error", told["headline"], needs) if is_unknown else _case(WHOLE)
    _suite(root, WHOLE, [whole])
    named = [row["group"] for row in (*told["findings"], *told["considered"])]
    for group in dict.fromkeys(named):
        own = [finding for finding in told["findings"] if finding["group"] == group]
        causes = [entry for entry in told["considered"] if entry["group"] == group]
        _suite(root, group, [*map(_finding, own), *_considered(causes, own)])
    indent(root)
    body = tostring(root, encoding="unicode")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{body}\n'


def _suite(root: Element, name: str, cases: Sequence[Element]) -> None:
    counts = {kind: sum(case.find(kind) is not None for case in cases) for kind in ("failure", "error", "skipped")}
    suite = SubElement(
        root, "testsuite", name=_xml(name), tests=str(len(cases)),
        failures=str(counts["failure"]), errors=str(counts["error"]), skipped=str(counts["skipped"]),
    )  # fmt: skip
    for case in cases:
        case.set("classname", f"rmqkit.{_xml(name)}")
    suite.extend(cases)


def _case(name: str, kind: str = "", message: str = "", lines: Iterable[str] = ()) -> Element:
    case = Element("testcase", name=_xml(name))
    if kind:
        SubElement(case, kind, message=_xml(message)).text = _xml("\n".join(lines)) or None
    return case


def _finding(finding: Told) -> Element:
    if Severity[finding["severity"]] < FAILS_FROM:
        return _case(finding["id"])
    words = f"{finding['severity']}, {finding['status']}: {finding['title']}"
    cited = [f"{file_and_line(line['file'], line['line'])}  {line['text']}" for line in finding["evidence"]]
    return _case(finding["id"], "failure", words, [finding["why"], *finding["remedy"], *cited])


def _considered(causes: Sequence[Told], findings: Sequence[Told]) -> Iterable[Element]:
    """The causes that no finding stands for: refuted ones pass, the others wait for a command."""
    accepted = {finding["id"] for finding in findings}
    for entry in causes:
        if entry["id"] in accepted:
            continue
        refuted = entry["status"] == Status.REFUTED
        yield _case(entry["id"]) if refuted else _case(entry["id"], "skipped", "; ".join(entry["decided_by"]))


def _xml(text: str) -> str:
    return _NOT_XML.sub("\ufffd", text)
