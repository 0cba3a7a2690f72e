"""Short names of a group's clients: C1, C2 ... in the order in which RocketMQ sorts their ids. No layout here."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from rmqkit.diagnosis.case.process_names import names_by_id, process_names_of
from rmqkit.diagnosis.facts.group import GroupFacts
from rmqkit.diagnosis.finding import Verdict
from rmqkit.diagnosis.relations.members import membership, named_clients
from rmqkit.rocketmq.client_id_meaning import ip_of
from rmqkit.rocketmq.message_queue import sorted_client_ids

# Chinese is written without blanks: its characters end an id.
_PART_OF_AN_ID = r"[A-Za-z0-9_@#$%]"


@dataclass(frozen=True)
class ClientNames:
    """The short name of each client id: those of the members first, in the order in which RocketMQ sorts them.

    `processes`: how many processes carry an id at the end. Where these are several, C1 is the id and C1a, C1b ... are
    its processes; a sentence about that id keeps it whole.
    """

    by_id: Mapping[str, str] = field(default_factory=dict)
    processes: Mapping[str, int] = field(default_factory=dict)

    def of(self, client: str) -> str:
        """The short name of an id, or of the part before the @ where one client alone has it; else what was given."""
        return self.by_id.get(client) or self._ip_names.get(client, client)

    def in_text(self, text: str) -> str:
        """A sentence with the short name for every id of one process that stands in it, whole or without its
        nanoseconds."""
        if not self._spelt:
            return text
        return self._ids.sub(lambda place: self.by_id[self._spelt[place[0]]], text)

    def processes_of(self, client: str) -> list[str]:
        """The names of the processes that carry an id: C1, or C1a and C1b where these are several."""
        return process_names_of(self.by_id[client], self.processes.get(client, 0)) if client in self.by_id else []

    def readers(self, clients: Iterable[str]) -> list[str]:
        """Who reads, in short names: an id that stands there several times by its processes, and `<id>/2` as the second
        process of an id, once it has an id of its own."""
        named: list[str] = []
        for client, times in Counter(clients).items():
            base, slash, number = client.rpartition("/")
            place = int(number) if slash and number.isdigit() else 0
            if 0 < place <= len(own := self.processes_of(base)):
                named.append(own[place - 1])
            else:
                named += self.processes_of(client)[:times] if times > 1 else [self.of(client)]
        return named

    def legend(self) -> dict[str, str]:
        """The whole id of every process at the end, by its name."""
        return {name: client for client in self.by_id for name in self.processes_of(client)}

    @cached_property
    def _ip_names(self) -> dict[str, str]:
        often = Counter(map(ip_of, self.processes))
        alone = [client for client in self.processes if often[ip_of(client)] == 1]
        return {ip_of(client): self.by_id[client] for client in alone}

    @cached_property
    def _spelt(self) -> dict[str, str]:
        """The ids by how sentences spell them: whole, or without the nanoseconds where one client alone begins so.
        An id that several processes share is no process's name, and stays."""
        begins = Counter(client.partition("#")[0] for client in self.by_id)
        short = {client.partition("#")[0]: client for client in self.by_id}
        alone = {begin: client for begin, client in short.items() if begins[begin] == 1 and "@" in begin}
        spelt = {**alone, **{client: client for client in self.by_id}}
        return {text: client for text, client in spelt.items() if self.processes.get(client, 0) < 2}

    @cached_property
    def _ids(self) -> re.Pattern[str]:
        """What stands by itself only, the longest first: one id can be the beginning of another."""
        ids = sorted(self._spelt, key=lambda client: (-len(client), client))
        ways = "|".join(map(re.escape, ids))
        return re.compile(rf"(?<!{_PART_OF_AN_ID})(?<!\.)(?:{ways})(?!{_PART_OF_AN_ID})(?!\.\w)")


def names_in(verdict: Verdict, group: str) -> ClientNames:
    """The names in a group of a verdict, if it knows anything of it."""
    facts = verdict.facts.get(group)
    return names_of(facts) if facts else ClientNames()


def names_of(facts: GroupFacts) -> ClientNames:
    """Members of the end are numbered first, then comes whoever else lists, logs and the clients' own answers name."""
    processes = Counter(membership(facts).client_ids)
    ids = [*sorted_client_ids(processes), *sorted_client_ids(named_clients(facts) - set(processes))]
    return ClientNames(names_by_id(ids), dict(processes))
