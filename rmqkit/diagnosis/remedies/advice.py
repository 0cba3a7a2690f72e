"""What to do about a finding, what never, and what then shows that it worked: rows of `advice.toml`, each with the
values that it needs. Nothing is decided here: which values there are, the functions of the other modules say.

`over`: what keeps it from coming back, of a finding that is over.

A row is said where all values that it names under `when` are there, and none of `unless`. `each`: once for each row of
values under that name. `command` is filled in by what the evidence names, `words` by the values under these names, and
stands in the text as `{command}`. `use` names a row of `[common]`, or `remedy` and `do_not`, the general words of the
finding. `deeds` are rows of what ends it by itself: `act`, and `to` whom, the finding's clients unless named.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from rmqkit.diagnosis.finding import Act, Deed, Finding
from rmqkit.diagnosis.findings import BY_ID
from rmqkit.diagnosis.relations.members import process_of
from rmqkit.diagnosis.remedies.situation import FindingInCase
from rmqkit.diagnosis.wording import ranges, short
from rmqkit.language import Phrase, Text, joined, read_toml

Values = Mapping[str, object]
Adviser = Callable[[FindingInCase], Values]
# As many queues, and as many names, as a sentence has.
_MOST_LISTED, _MOST_NAMED = 8, 6
_ADVISERS: dict[str, Adviser] = {}


def advises(*finding_ids: str) -> Callable[[Adviser], Adviser]:
    """Makes a function the one that says the values of some findings' rows; `deeds` among them end it by itself."""

    def register(adviser: Adviser) -> Adviser:
        _ADVISERS.update(dict.fromkeys(finding_ids, adviser))
        return adviser

    return register


@cache
def table() -> Mapping[str, Any]:
    """All rows: by finding, then `do`, `never` and `check`."""
    return read_toml(Path(__file__).with_name("advice.toml"))


def advised(at: FindingInCase) -> Finding:
    """The finding with its rows that apply to it here."""
    values = _all_values(at)
    rows = table().get(at.finding.id, table()["default"])
    lines = {
        name: tuple(dict.fromkeys(_lines(at, _applying(rows, part, values), values)))
        for name, part in (("remedy", "do"), ("do_not", "never"), ("check", "check"))
    }
    deeds = (_deed(at, row) for row in _applying(rows, "deeds", values))
    return at.finding.with_(**lines, deeds=(*values.get("deeds", ()), *deeds))


def keeping_away(at: FindingInCase) -> tuple[str, ...]:
    """What keeps a finding that is over from coming back."""
    values = _all_values(at)
    return tuple(_lines(at, _applying(table().get(at.finding.id, {}), "over", values), values))


def _all_values(at: FindingInCase) -> dict[str, Any]:
    adviser = _ADVISERS.get(at.finding.id)
    return {**_finding_values(at), **(adviser(at) if adviser else {})}


def common(at: FindingInCase, name: str, **values: object) -> str:
    """A row of `[common]` by itself."""
    return _line(at, table()["common"][name], {**_finding_values(at), **values})


def _applying(rows: Mapping[str, Any], part: str, values: Values) -> Iterator[Mapping[str, Any]]:
    for row in rows.get(part, ()):
        there = all(values.get(name) for name in row.get("when", ()))
        if there and not any(values.get(name) for name in row.get("unless", ())):
            yield row


def _deed(at: FindingInCase, row: Mapping[str, Any]) -> Deed:
    act, to = Act(row["act"]), row.get("to", "clients")
    if to == "brokers":
        return Deed(act, brokers=at.finding.brokers)
    return Deed(act, at.finding.clients if to == "clients" else tuple(at.finding.details.get(to, ())))


def _finding_values(at: FindingInCase) -> Values:
    """What stands in any finding's rows: its details, names in them as a sentence has them, and these."""
    details = at.finding.details.items()
    lists = {name: told for name, told in details if isinstance(told, (tuple, list))}
    named = {name: short(told, _MOST_NAMED) for name, told in lists.items() if told and isinstance(told[0], str)}
    there = at.case.membership.client_ids
    return {
        **at.finding.details,
        **named,
        "group": at.group,
        "listed": ranges(at.finding.queues) if len(at.finding.queues) <= _MOST_LISTED else "",
        "unowned": any(one.id == "orphan_queues" and one.ongoing for one in at.findings),
        "over": not at.finding.ongoing,
        "broadcasting": at.case.reported_broadcasting,
        "clients": at.clients,
        "client": next(iter(at.finding.clients), ""),
        "left": short([process_of(one) for one in at.finding.clients if one not in there], 3) if there else "",
        "replay_from": at.replay_from,
        "waits": at.waits,
        "but_not": _common("but_not", waits=at.waits) if at.waits else "",
        "only_from": _common("only_from", queues=at.filtered_queues) if at.filtered_queues else "",
        "topics": joined(", ", at.finding.topics),
        "brokers": joined(", ", at.finding.brokers),
        # What each is called: by the words of its own case, where that has any.
        "causes": joined(", ", dict.fromkeys(one.details.get("named") or BY_ID[one.id].name for one in at.causes)),
        "look": at.deciding_look,
        "TOPIC": at.topic,
    }


def _common(name: str, **values: object) -> Phrase:
    phrase: Phrase = table()["common"][name]["text"].say(**values)
    return phrase


def _lines(at: FindingInCase, rows: Iterable[Mapping[str, Any]], values: Values) -> Iterator[str]:
    for row in rows:
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
    capitals |= {name: str(values[of]) for name, of in row.get("words", {}).items()}
    command = at.command(row["command"].format_map(values), **capitals)
    return text.say(**values, command=command)
