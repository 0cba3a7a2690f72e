"""Small answers out of large ones: what an agent is told of a verdict, a ledger, a place. No
protocol and no paths here.

Reads the public shape of a diagnosis (`to_dict()`); what that does not have yet is left out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rmqkit.diagnosis.render.parts import visible
from rmqkit.diagnosis.wording import ranges
from rmqkit.language import in_language, say
from rmqkit.rocketmq import MessageQueue

MOST_FILES = 60
MOST_FINDINGS = 8
MOST_EVIDENCE = 4
MOST_CLIENTS = 24
MOST_TEXT = 240
WHOLE = 4_000
"""A sentence of rmqkit's own is told whole; names of any length may stand in it."""
MOST_AROUND = 30

BEST_FIRST, NOTHING_MISSING = say("best first"), say("nothing is missing that would change the verdict")

Json = dict[str, Any]


def verdict(told: Mapping[str, Any]) -> Json:
    """The verdict: what is wrong, how sure, by which lines, and what is missing."""
    findings = told["findings"]
    return {
        "severity": told["severity"],
        "headline": plain(told["headline"], WHOLE),
        "findings": [_finding(finding) for finding in findings[:MOST_FINDINGS]],
        **_more("findings", len(findings), MOST_FINDINGS),
        "refuted": [
            {
                "id": each["id"],
                "group": each.get("group"),
                "by": _lines(each.get("contradicted_by", [])[:1]),
            }
            for each in told.get("considered", [])
            if each.get("status") == "refuted"
        ],
        "open": [
            {
                "event": message.get("event"),
                "group": message.get("group"),
                "times": message.get("times"),
                "meaning": plain(str(message.get("meaning", "")), WHOLE),
                "remedy": plain(str(message.get("remedy", "")), WHOLE),
                "evidence": _lines(message.get("evidence", [])[:1]),
            }
            for message in told.get("messages", [])
            if message.get("state") == "open"
        ][:MOST_FINDINGS],
        "missing": [_need(need) for need in told["missing"]],
        "read": _read(told["files"]),
    }


def deciding(told: Mapping[str, Any], lang: str = "en") -> Json:
    """What would change the verdict: what is still possible, and the commands that tell."""
    still = [each for each in told.get("considered", []) if each.get("status") not in ("refuted", "proven")]
    return {
        "headline": plain(told["headline"], WHOLE),
        "undecided": [_status(each) for each in still]
        or [_status(each) for each in told["findings"] if each["status"] != "proven"],
        "commands": [_need(need) for need in told["missing"]],
        "note": in_language(BEST_FIRST if told["missing"] else NOTHING_MISSING, lang),
    }


def ledger(rows: Sequence[Mapping[str, Any]]) -> Json:
    """What each file is and how much of it was understood; the worst understood files first where
    there are many.
    """
    ordered = sorted(
        rows,
        key=lambda row: (-(int(row["unparsed"]) + bool(row.get("problem"))), str(row["file"]), row.get("block", 1)),
    )
    shown = [
        {name: row.get(name) for name in ("file", "kind", "lines", "rows", "unparsed")}
        | {name: plain(str(row[name])) for name in ("problem", "first_unparsed") if row.get(name)}
        for row in ordered[:MOST_FILES]
    ]
    return {"read": _read(rows), "files": shown, **_more("files", len(rows), MOST_FILES)}


def around(lines: Sequence[str], line: int, width: int) -> list[Json]:
    """The lines around a place, numbered from 1."""
    width = max(0, min(width, MOST_AROUND))
    first = max(1, line - width)
    shown = lines[first - 1 : line + width]
    return [{"line": number, "text": plain(text)} for number, text in enumerate(shown, start=first)]


def plain(text: str, widest: int = MOST_TEXT) -> str:
    """Text of unknown origin on one line, cut, control characters written out."""
    shown = visible(text)
    return shown if len(shown) <= widest else shown[:widest] + f"... (+{len(shown) - widest})"


def _finding(finding: Mapping[str, Any]) -> Json:
    told = {name: finding[name] for name in ("id", "severity", "status", "ongoing", "group")}
    queues = ranges(MessageQueue(queue["topic"], queue["broker"], queue["queue"]) for queue in finding["queues"])
    return {
        **told,
        "title": plain(finding["title"], WHOLE),
        "why": plain(finding["why"], WHOLE),
        "clients": [plain(client) for client in finding["clients"][:MOST_CLIENTS]],
        **_more("clients", len(finding["clients"]), MOST_CLIENTS),
        "queues": plain(queues, WHOLE),
        "queues_in_all": len(finding["queues"]),
        "evidence": _lines(finding["evidence"]),
        "contradicted_by": _lines(finding.get("contradicts", [])),
        "explains": finding["explains"],
        "remedy": finding["remedy"],
        "do_not": finding["do_not"],
        "check": finding["check"],
    }


def _lines(lines: Sequence[Mapping[str, Any]]) -> list[Json]:
    return [{"file": line["file"], "line": line["line"], "text": plain(line["text"])} for line in lines[:MOST_EVIDENCE]]


def _status(each: Mapping[str, Any]) -> Json:
    return {"id": each["id"], "group": each.get("group"), "status": each.get("status")}


def _need(need: Mapping[str, Any]) -> Json:
    return {name: need[name] for name in ("need", "command", "decides") if need.get(name)}


def _read(rows: Sequence[Mapping[str, Any]]) -> Json:
    return {
        "files": len({row["file"] for row in rows}),
        "lines": sum(row["lines"] for row in rows),
        "unparsed": sum(row["unparsed"] for row in rows),
        "not_read": sum(bool(row.get("problem")) for row in rows),
    }


def _more(name: str, there_are: int, shown: int) -> Json:
    return {f"{name}_left_out": there_are - shown} if there_are > shown else {}
