"""What to do about a finding, what never, and what then shows that it worked: rows of `advice.toml`, each with the
values that it needs. Nothing is decided here: which values there are, the functions of the other modules say.

A row is said where all values that it names under `when` are there, and none of `unless`. `each`: once for each row of
values under that name. `command` is filled in by what the evidence names, and stands in the text as `{command}`. `use`
names a row of `[common]`, or `remedy` and `do_not`, the general words of the finding.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from rmqkit.diagnosis.finding import Deed
from rmqkit.diagnosis.findings import BY_ID
from rmqkit.diagnosis.remedies.situation import FindingInCase, Remedy
from rmqkit.diagnosis.wording import ranges
from rmqkit.language import Text, joined, read_toml

Values = Mapping[str, object]
Adviser = Callable[[FindingInCase], tuple[Values, Sequence[Deed]]]
# As many queues as a sentence names.
_MOST_LISTED = 8
_ADVISERS: dict[str, Adviser] = {}


def advises(*finding_ids: str) -> Callable[[Adviser], Adviser]:
    """Makes a function the one that says the values of some findings' rows, and what ends them by itself."""

    def register(adviser: Adviser) -> Adviser:
        _ADVISERS.update(dict.fromkeys(finding_ids, adviser))
        return adviser

    return register


@cache
def table() -> Mapping[str, Any]:
    """All rows: by finding, then `do`, `never` and `check`."""
    return read_toml(Path(__file__).with_name("advice.toml"))


def advised(at: FindingInCase) -> Remedy:
    """The rows of a finding that apply to it here."""
    adviser = _ADVISERS.get(at.finding.id)
    own, deeds = adviser(at) if adviser else ({}, ())
    values = {**_finding_values(at), **own}
    rows = table().get(at.finding.id, table()["default"])
    do, never, check = (
        tuple(dict.fromkeys(_lines(at, rows.get(part, ()), values))) for part in ("do", "never", "check")
    )
    return Remedy(do, never, check, tuple(deeds))


def common(at: FindingInCase, name: str, **values: object) -> str:
    """A row of `[common]` by itself."""
    return _line(at, table()["common"][name], {**_finding_values(at), **values})


def _finding_values(at: FindingInCase) -> Values:
    """What stands in any finding's rows."""
    return {
        "group": at.group,
        "listed": ranges(at.finding.queues) if len(at.finding.queues) <= _MOST_LISTED else "",
        "unowned": any(one.id == "orphan_queues" and one.ongoing for one in at.findings),
        "over": not at.finding.ongoing,
        "broadcasting": at.case.reported_broadcasting,
        "clients": at.clients,
        "topics": joined(", ", at.finding.topics),
        "brokers": joined(", ", at.finding.brokers),
        "causes": joined(", ", [BY_ID[one].name for one in dict.fromkeys(cause.id for cause in at.causes)]),
        "look": at.deciding_look,
        "frame": at.finding.details.get("frame"),
        "change": at.finding.details.get("change"),
    }


def _lines(at: FindingInCase, rows: Sequence[Mapping[str, Any]], values: Values) -> Iterator[str]:
    for row in rows:
        there = all(values.get(name) for name in row.get("when", ()))
        if not there or any(values.get(name) for name in row.get("unless", ())):
            continue
        if row.get("use") in ("remedy", "do_not"):
            general: Sequence[str] = getattr(BY_ID[at.finding.id], row["use"])
            yield from at.general(general[row.get("from", 0) : row.get("to")])
            continue
        words = table()["common"][row["use"]] if "use" in row else row
        repeated: Any = values[row["each"]] if "each" in row else ({},)
        for more in repeated:
            yield _line(at, words, {**values, **more})


def _line(at: FindingInCase, row: Mapping[str, Any], values: Values) -> str:
    text: Text = row["text"]
    if "command" not in row:
        return text.say(**values)
    capitals = {name: str(value) for name, value in values.items() if name.isupper()}
    command = at.command(row["command"].format_map(values), **capitals)
    return text.say(**values, command=command)
