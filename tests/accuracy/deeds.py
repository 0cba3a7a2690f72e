"""What remedies tell to do, done to the simulated group: does it end the finding? Nothing is asserted here."""

import tempfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import rmqkit
from rmqkit.diagnosis import Diagnosis, Finding, Severity
from rmqkit.diagnosis.explanation import CAUSE
from rmqkit.diagnosis.finding import Act, Deed
from rmqkit.diagnosis.finding_table import table
from rmqkit.diagnosis.findings import BY_ID
from tests.accuracy.again import Again, Recording
from tests.diagnosis.cluster import Cluster
from tests.diagnosis.printed_outputs import print_outputs
from tests.diagnosis.remedies.simulated import done, sick

UNKNOWN_TO_THE_SIMULATION: Mapping[str, str] = {
    "consumer_group_renamed": "what was skipped is read by another group, and what comes again by a listener",
    "broker_disagreement": "a broker is to register with every name server, which clients ask elsewhere until then",
    "connection_problem": "a process, a host or a network outside of the group is to be mended",
    "consume_failures": "the listener's code is to be mended",
    "consumer_slow": "how quick a listener becomes, nobody tells",
    "consumer_stuck": "clients that pop acknowledge nothing: their code is to be mended",
    "delay_delivery_stands": "the broker's store is to be looked at",
    "group_offline": "it ends with its cause, which is found beside it",
    "listener_blocked": "what the listener waits for is to be given a time limit",
    "lock_held": "it ends by itself",
    "offset_held_back": "what the listener waits for is to be given a time limit",
    "offset_outside_queue": "from when on the new queues are to be read, their user decides",
    "slave_behind": "the slave's disk or the line between two brokers is to be mended",
    "start_refused": "the client's code or its settings are to be changed",
    "topic_missing": "whether the name or the topic is wrong, its user decides",
}
"""By finding: why nothing that the simulation knows ends it."""


@dataclass(frozen=True)
class Done:
    """A deed done to the simulated group of a recording.

    `shown`: whether what mqadmin prints of the sick group shows the finding; `harmed`: whether it shows harm at all.
    `stands`: what is WARNING or above afterwards, and belongs to no other cause of the recording; `severity` is that of
    the whole afterwards.
    """

    recording: str
    finding: str
    deed: Deed
    shown: bool
    harmed: bool
    stands: tuple[str, ...]
    severity: Severity

    @property
    def ends_it(self) -> bool:
        """Whether the finding is gone, and nothing stands or is unknown that was not."""
        return not self.stands

    def __str__(self) -> str:
        return f"{self.recording}: {self.finding}: {self.deed.act}: {', '.join(self.stands)}"


def causes_of(diagnosis: Diagnosis, group: str) -> list[Finding]:
    """What is proven of the group and goes on, at WARNING or above."""
    findings = [finding for finding in diagnosis.of_group(group) if finding.ongoing and finding.proven]
    return [one for one in findings if one.severity >= Severity.WARNING and BY_ID[one.id].kind == CAUSE]


def deeds_done(diagnosis: Diagnosis, group: str, name: str) -> Iterator[Done]:
    """Each deed of each cause, done by itself; none where the evidence tells no queue that clients could share out."""
    causes = causes_of(diagnosis, group)
    group_now = sick(diagnosis, group)
    if not group_now.brokers or not any(cause.deeds for cause in causes):
        return
    before = _loud(shown_by([group_now]))
    for cause in causes:
        others = [finding for finding in causes if finding.id != cause.id]
        # With what they may bring about once this one is gone.
        theirs = {
            finding_id
            for other in others
            for finding_id in (other.id, *other.explains, *table(other.id).get("explains", ()))
        }
        for deed in cause.deeds:
            # Of processes that share an id the simulation knows no addresses: what only one of them does it cannot do.
            if deed.act is Act.OWN_GROUP and any(" (" in client for client in deed.clients):
                continue
            after = shown_by(done(group_now, deed))
            stands = _loud(after) - theirs
            unknown = {"UNKNOWN"} if after.severity == Severity.UNKNOWN else set()
            yield Done(
                name, cause.id, deed, cause.id in before, bool(before), tuple(sorted(stands | unknown)), after.severity
            )


def shown_by(groups: Iterable[Cluster]) -> Diagnosis:
    """The verdict on what mqadmin prints of some groups."""
    with tempfile.TemporaryDirectory(prefix="rmqkit-deeds-") as folder:
        for group in groups:
            print_outputs(group, Path(folder))
        return rmqkit.diagnose(rmqkit.read(None, folder))


def _loud(diagnosis: Diagnosis) -> set[str]:
    return {finding.id for finding in diagnosis.findings if finding.ongoing and finding.severity >= Severity.WARNING}


def deeds(recording: Recording) -> Again:
    """The recording's deeds, for the table."""
    if recording.whole is None:
        return Again(recording.name, 0)
    all_done = list(deeds_done(recording.whole, recording.group, recording.name))
    return Again(recording.name, len(all_done), tuple(str(one) for one in all_done if not one.ends_it))
