"""What a remedy is made of: the finding, its case, and the names and commands filled in. Nothing is advised here."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.commands import for_group, known_names, name_servers, with_group
from rmqkit.diagnosis.facts.group import Connection
from rmqkit.diagnosis.facts.logs import topics_of
from rmqkit.diagnosis.facts.transitions import SAME_MOMENT
from rmqkit.diagnosis.finding import Finding, causes_of
from rmqkit.diagnosis.findings import BY_ID
from rmqkit.diagnosis.relations.members import process_of
from rmqkit.diagnosis.relations.serves import queues_of
from rmqkit.diagnosis.timeline.changes import JOINED, SUBSCRIBED, DatedChange, changes_of
from rmqkit.diagnosis.wording import ranges, short
from rmqkit.formats.prompts import shell_word, with_words, words_told
from rmqkit.language import Phrase, clock, filled, joined
from rmqkit.rocketmq.version import Version


@dataclass(frozen=True)
class FindingInCase:
    """A finding, the case that it is of, and what else was found in its group."""

    finding: Finding
    case: Case
    findings: Sequence[Finding] = ()

    @property
    def group(self) -> str:
        """The group's name."""
        return self.finding.group

    @property
    def clients(self) -> Phrase:
        """A few of the finding's clients, for a sentence; empty where it names none."""
        return short(self.finding.clients, 3)

    @property
    def subscriptions(self) -> Mapping[str, Mapping[str, str]]:
        """What each client wants of which topic, where the finding tells."""
        wants: Mapping[str, Mapping[str, str]] = self.finding.details.get("subscriptions", {})
        return wants

    @property
    def deciding_look(self) -> Phrase:
        """The command that tells most about the finding."""
        return self.with_names(for_group(BY_ID[self.finding.id].command, self.group))

    def with_names(self, text: str) -> Phrase:
        """A text with its capitals filled in by what the finding is about."""
        broker = self.finding.brokers[0] if len(self.finding.brokers) == 1 else ""
        address = broker if ":" in broker else self.address_of(broker)
        return filled(with_words, text, self._words(BROKER=address, MASTER=address, TOPIC=self.topic))

    @property
    def topic(self) -> str:
        """The topic that it is about; empty where it is about several, or none is named."""
        return self.finding.topics[0] if len(self.finding.topics) == 1 else ""

    def command(self, text: str, **names: str) -> str:
        """A command with its capitals filled in: by these names, else by what the evidence tells."""
        return with_words(text, self._words(**names))

    def _words(self, **names: str) -> str:
        given = {name: shell_word(word) for name, word in names.items() if word}
        return words_told({**known_names(self.case), **given})

    @property
    def name_servers(self) -> frozenset[str]:
        """The addresses that clients have as name servers."""
        return frozenset(address for servers in name_servers(self.case) for address in servers.split(";"))

    def address_of(self, broker: str) -> str:
        """The broker's address in the newest route that tells it; empty where none does."""
        routes = self.case.routes.values()
        told = [held.address for route in routes for held in route if held.broker == broker and held.address]
        return told[-1] if told else ""

    @property
    def replay_from(self) -> str:
        """From when on what was filtered out can be read again, as `setConsumeTimestamp` takes it; empty where that or
        the zone of its clock is unknown."""
        lost = (one for one in self.findings if one.id == "tag_mismatch_silent_loss")
        since = self.finding.since or next((one.since for one in lost if self.finding.id in one.explains), None)
        # What was sent just before was pulled through the new filter, unless somebody had pulled and committed it.
        begun = since and since - self.case.transitions.settling
        return f"{begun.astimezone(UTC):%Y%m%d%H%M%S}" if begun and clock.zone_shown() else ""

    @property
    def filtered_queues(self) -> str:
        """The queues of which messages were filtered out, where the others of their topics got everything: who replays
        these as well processes their messages twice. Empty where that is not known."""
        lost = [one for one in self.findings if one.id == "tag_mismatch_silent_loss" and one.proven]
        queues = {queue for one in lost for queue in one.queues}
        every = {queue for topic in topics_of(queues) for queue in queues_of(self.case, topic)}
        return ranges(queues) if queues and queues < every else ""

    @property
    def waits(self) -> Phrase:
        """Where messages wait that were filtered out and that no offset has moved past."""
        told = {waiting for one in self.findings if (waiting := one.details.get("waiting"))}
        return joined(", ", sorted(told))

    def moment(self, at: datetime | None) -> str:
        """A moment for a sentence, to the second."""
        return clock.moment(at) if at else ""

    @cached_property
    def newcomers(self) -> Mapping[str, DatedChange]:
        """The finding's clients that changed their subscription when it began, within a heartbeat, and not once more
        later, else those that joined then; nobody where all of them did, or where nothing dates it."""
        clients, since = self.finding.clients, self.finding.since
        if since is None:
            return {}
        ends = since + self.case.transitions.heartbeat
        changes = [change for change in changes_of(self.case) if change.kind in (JOINED, SUBSCRIBED)]
        # By their ids as far as the timeline has them.
        again = {change.subject for change in changes if change.kind == SUBSCRIBED and change.at > ends}
        then = [change for change in changes if since - SAME_MOMENT <= change.at <= ends]
        came = {change.subject: change for change in then if change.subject not in again}
        new = {client: came[name] for client in clients for name in (client, process_of(client)) if name in came}
        changed = {client: change for client, change in new.items() if change.kind == SUBSCRIBED}
        new = changed or new
        return new if len(new) < len(clients) else {}

    def general(self, lines: Sequence[str]) -> Iterator[Phrase]:
        """General words of the finding, with the names in them that the evidence tells."""
        return (self.with_names(filled(with_group, line, self.group)) for line in lines)

    @property
    def causes(self) -> list[Finding]:
        """What brings the finding about and goes on."""
        return causes_of(self.finding.id, self.findings)

    def listed(self, clients: Collection[str]) -> Iterator[Connection]:
        """How brokers list these clients."""
        for roster in self.case.rosters:
            yield from (connection for connection in roster.connections if connection.client_id in clients)

    def versions_of(self, clients: Collection[str]) -> frozenset[Version]:
        """The versions that brokers list for these clients; none where any of them is not told."""
        told = {connection.client_id: connection.version for connection in self.listed(clients)}
        texts = [told.get(client) for client in clients]
        return frozenset(Version.of(text) for text in texts if text) if all(texts) else frozenset()
