"""Settings that would bring about what was seen. No verdicts; the settings and their sentences stand in
`settings_written.toml`.

A setting by itself proves nothing: it may be another machine's, of before the last start, or without any effect. Only
beside what it would bring about it is worth a word.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.facts.brokers_words import Setting
from rmqkit.diagnosis.facts.group import derived
from rmqkit.diagnosis.facts.known import grouped
from rmqkit.diagnosis.relations.members import host_of
from rmqkit.language import Phrase
from rmqkit.language.data_files import read_toml

_ROWS = read_toml(Path(__file__).with_suffix(".toml"))["settings"]


@dataclass(frozen=True)
class Written:
    """A setting of which the effect was seen. `ids`: the findings that it would explain, the nearest first."""

    ids: tuple[str, ...]
    what: Phrase
    setting: Setting


@derived
def settings_written(case: Case) -> tuple[Written, ...]:
    """Every setting beside which something stands that it would bring about."""
    by_name = grouped((setting.means, setting) for setting in case.settings)
    return tuple(
        Written(tuple(row["ids"]), row["says"].say(value=setting.value, topic=setting.topic), setting)
        for row in _ROWS
        for setting in by_name.get(row["key"], ())
        if setting.program in row["program"]
        and re.fullmatch(row["value"], setting.value, re.IGNORECASE)
        and _SEEN[row["seen"]](case, setting)
    )


def _unreached_address(case: Case, setting: Setting) -> bool:
    """Clients get `brokerIP1` from the name server (`BrokerController#getBrokerAddr`, all versions)."""
    failed = case.records("refused.connections")
    peers = {address for event in failed for address in (event.address, event.carried.peer_not_reached) if address}
    unreachable = (answer.said for answer in case.answers if answer.said.unreachable)
    return setting.value in map(host_of, peers) or any(said.names(f"<{setting.value}:") for said in unreachable)


def _answered(case: Case, code: int) -> bool:
    """What the broker creates at the first request where it is allowed to, and else answers with this code."""
    return code in {told.code for told in case.events} | {told.code for told in case.answers}


_SEEN: dict[str, Callable[[Case, Setting], bool]] = {
    "address_not_reached": _unreached_address,
    # SQL92 is off by default, and refused then (`ClientManageProcessor`).
    "sql_refused": lambda case, _: any(event.carried.sql_refused for event in case.events),
    "code_17": lambda case, _: _answered(case, 17),
    "code_26": lambda case, _: _answered(case, 26),
    # A client that broadcasts in a group whose other clients share the queues out.
    "group_broadcasts": lambda case, setting: bool(case.broadcasting) and setting.group in (case.group, None),
}
