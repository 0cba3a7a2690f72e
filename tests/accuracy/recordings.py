"""Recorded incidents, diagnosed once each: whole and with evidence taken away. Nothing is asserted here."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rmqkit.diagnosis import Diagnosis, Severity, diagnose, verdict
from rmqkit.diagnosis.facts.handovers import start_completed
from rmqkit.errors import NothingUsable
from rmqkit.evidence import Evidence
from rmqkit.figures import allocation_data
from tests.accuracy.again import Recording
from tests.accuracy.against_ledgers import InNumbers, Window, WindowScore, in_numbers, score_windows
from tests.accuracy.changing import changes
from tests.accuracy.folders import reduced
from tests.accuracy.onsets import wrong_onset
from tests.accuracy.scoring import Score, Truth, score, score_of_a_crash
from tests.lab.incidents import INCIDENTS
from tests.lab.ledgers import Queue

# Incidents whose only sick client tells of it in its own log alone: without it, what is left is a healthy group.
ONLY_WITNESS = {"client_without_name_server": "client-3/", "rare_heartbeats": "client-2/", "magpie": "client-1/"}
# A broker that died leaves the route, and mqadmin lists the others: who lost it are the clients.
WITNESS_OF_CAUSE = {"broker_lost": "client-"}
NOTHING_STATED = InNumbers()


@dataclass(frozen=True)
class Scored:
    """One incident: its whole score, what mqadmin said, and the scores of its reduced folders.

    `windows` is None where several clients read a queue at once: then everything is received again. `crashes` are the
    exceptions that ended the diagnosis of the whole or of a reduced folder; they count as having found nothing.
    `changed`: how often one thing that speaks about a proven finding was made to say otherwise; `proofs_kept` after
    which of these the finding was proven all the same. `drawn_otherwise`: queues whose state in the picture is not that
    of the findings' lists. `numbers`: what the findings bound and name, against the ledgers. `onsets`: of each moment
    that a finding states as its begin what is wrong with it, or nothing.
    """

    name: str
    truth: Truth
    whole: Score
    mqadmin: str
    unparsed: dict[str, int]
    windows: WindowScore | None
    reduced: tuple[tuple[str, Score], ...]
    crashes: tuple[str, ...]
    changed: int = 0
    proofs_kept: tuple[str, ...] = ()
    drawn_otherwise: tuple[str, ...] = ()
    numbers: InNumbers = NOTHING_STATED
    onsets: tuple[str, ...] = ()


def scored_alone(recording: Recording, number: int = 0, one_in: int = 1) -> Scored:
    """One recording, read once and without Spark."""
    truth, group = recording.truth, recording.group
    evidence = recording.read
    whole = _outcome(evidence)
    witness = _only_witness(recording.name, truth)
    outcomes = list(_reduced(evidence, witness, number, one_in))
    changed, kept = _changed(recording.name, whole, group, number, one_in)
    return Scored(
        recording.name,
        truth,
        _score(truth, whole, _by_the_ledger(recording)),
        mqadmins_verdict(evidence),
        _unparsed(evidence),
        _windows(whole, recording),
        tuple((part, _score(truth, outcome)) for part, outcome in outcomes),
        tuple(_crashes([("whole", whole), *outcomes])),
        changed,
        tuple(kept),
        tuple(_drawn_otherwise(whole, group)),
        _numbers(whole, recording),
        tuple(_onsets(whole, recording)),
    )


def _onsets(whole: Diagnosis | Exception, recording: Recording) -> Iterator[str]:
    """Of the findings from NOTICE on: what is wrong with the moment that each states as its begin, or nothing."""
    told = [] if isinstance(whole, Exception) else whole.of_group(recording.group)
    for finding in told:
        stated = wrong_onset(recording.told, finding, recording.ledger)
        if stated is not None and finding.severity >= Severity.NOTICE:
            yield stated


def _numbers(whole: Diagnosis | Exception, recording: Recording) -> InNumbers:
    if isinstance(whole, Exception):
        return NOTHING_STATED
    return in_numbers(whole.of_group(recording.group), recording.ledger, recording.unread)


def _drawn_otherwise(whole: Diagnosis | Exception, group: str) -> Iterator[str]:
    """Queues that are an orphan, or doubly read, in the picture alone or in the findings alone."""
    if isinstance(whole, Exception) or group not in whole.facts:
        return
    rows = allocation_data(whole, group)
    for state, finding_id in (("orphan", "orphan_queues"), ("double", "duplicate_consumption")):
        drawn = {(row["topic"], row["broker"], row["queue"]) for row in rows if row["state"] == state}
        listed = _listed(whole, group, finding_id)
        yield from (f"{state}: {queue}" for queue in sorted(drawn ^ listed))


def _listed(whole: Diagnosis, group: str, finding_id: str) -> set[tuple[str, str, int]]:
    named = [finding for finding in whole.of_group(group) if finding.id == finding_id and finding.ongoing]
    return {(queue.topic, queue.broker, queue.queue) for finding in named for queue in finding.queues}


def _changed(name: str, whole: Diagnosis | Exception, group: str, number: int, one_in: int) -> tuple[int, list[str]]:
    """How many changes were made to what speaks about proven findings, and those after which the proof stood."""
    if isinstance(whole, Exception) or group not in whole.facts:
        return 0, []
    facts = whole.facts[group]
    proven = [finding for finding in whole.findings if finding.proven and finding.ongoing and finding.group == group]
    made = [(finding, change) for finding in proven for change in changes(name, facts, finding)]
    made = [pair for turn, pair in enumerate(made, start=number) if turn % one_in == 0]
    kept = [
        f"{finding.id}: {change.what}"
        for finding, change in made
        if not change.takes_the_proof(finding, verdict({group: change.facts}).findings)
    ]
    return len(made), kept


def _outcome(evidence: Evidence) -> Diagnosis | Exception:
    """A crash is a result too: it is counted and named, and the other incidents are still measured."""
    try:
        return diagnose(evidence)
    except NothingUsable:
        raise
    except Exception as failure:
        return failure


def _score(truth: Truth, outcome: Diagnosis | Exception, was_so: frozenset[str] = frozenset()) -> Score:
    if isinstance(outcome, Exception):
        return score_of_a_crash(truth, outcome)
    return score(truth, outcome, was_so)


def _by_the_ledger(recording: Recording) -> frozenset[str]:
    """What its truth need not tell of: messages that a listener was given once more, and a broker that the lab ended or
    restarted, which is out of the routes until it is back."""
    again = any(len(got) > 1 for offsets in recording.ledger.deliveries.values() for got in offsets.values())
    incident = INCIDENTS.get(recording.told["name"])
    left = incident is not None and any(broker.kill or broker.restart for broker in incident.brokers)
    return frozenset({*(["duplicate_consumption"] if again else []), *(["broker_lost"] if left else [])})


def _crashes(outcomes: Iterable[tuple[str, Diagnosis | Exception]]) -> Iterator[str]:
    for name, outcome in outcomes:
        if isinstance(outcome, Exception):
            yield f"{name}: {type(outcome).__name__}: {str(outcome)[:80]}"


def _only_witness(name: str, truth: Truth) -> str:
    """How the files begin of which one has to be left, so that what is left is not a healthy group."""
    by_cause = next((start for cause, start in WITNESS_OF_CAUSE.items() if cause in truth.causes), "")
    return ONLY_WITNESS.get(name.rsplit("-", 1)[0], by_cause)


def _reduced(evidence: Evidence, witness: str, number: int, one_in: int) -> Iterator[tuple[str, Diagnosis | Exception]]:
    folders = enumerate(reduced([file.name for file in evidence.source_files]), start=number)
    for turn, (name, files) in folders:
        if turn % one_in or not any(file.startswith(witness) for file in files):
            continue
        try:
            yield name, _outcome(evidence.only(files))
        except NothingUsable:
            continue


def _windows(whole: Diagnosis | Exception, recording: Recording) -> WindowScore | None:
    """None where several clients read a queue, broadcasting or not, or did by one id, or no log tells when they had
    started.

    Until then queues change hands without a word.
    """
    broadcast = any(client["model"] == "BROADCASTING" for client in recording.told["clients"])
    collided = "client_id_collision" in recording.told["past"]
    if isinstance(whole, Exception) or recording.told["queues_read_by_several"] or broadcast or collided:
        return None
    found = whole.finding("duplicate_consumption")
    windows = found.details.get("windows", ()) if found else ()
    started = start_completed(whole.facts[recording.group])
    if started is None:
        return None
    return score_windows(
        [Window(Queue(topic, broker, queue), first, last) for topic, broker, queue, first, last in windows],
        recording.ledger.received,
        recording.ledger.stored,
        since=started.timestamp(),
    )


def mqadmins_verdict(evidence: Evidence) -> str:
    """What mqadmin itself concluded: consumerStatus's sentences, or that it failed."""
    status = [row for row in evidence.rows("answers") if row["kind"] == "consumer_status"]
    if not status:
        return "failed"
    told = {row.get("subscription_verdict") for row in status}
    if "different" in told:
        return "different subscription"
    return "same subscription, rebalance OK" if "same" in told else "nothing"


def _unparsed(evidence: Evidence) -> dict[str, int]:
    logs = {row["kind"] for row in evidence.ledger_rows() if row["kind"].endswith("_log")}
    return {
        "mqadmin": sum(row["unparsed"] for row in evidence.ledger_rows() if row["kind"] not in logs),
        "log": sum(row["unparsed"] for row in evidence.ledger_rows() if row["kind"] in logs),
        "log lines": sum(row["lines"] for row in evidence.ledger_rows() if row["kind"] in logs),
    }
