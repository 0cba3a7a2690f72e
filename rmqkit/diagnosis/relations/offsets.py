"""Offset: what clients log of the offsets that they commit, and where offsets were put by a reset or a correction."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from operator import attrgetter
from typing import NamedTuple

from rmqkit.diagnosis.facts.group import GroupFacts, derived
from rmqkit.diagnosis.facts.known import grouped
from rmqkit.diagnosis.facts.logs import Event, EvidenceLine
from rmqkit.diagnosis.facts.transitions import RESET_TAKEN_UP
from rmqkit.diagnosis.relations.members import channels, writers
from rmqkit.rocketmq import MessageQueue


@dataclass(frozen=True)
class Commits:
    """One client's commits of one queue, or what it says that it would commit: when first and last at its newest
    offset, and what before."""

    events: tuple[Event, ...]

    @property
    def offsets(self) -> list[int]:
        """The offsets at the ends of each record, in their order."""
        return [offset for event in self.events for offset in event.carried.committed]

    @property
    def moves(self) -> bool:
        """Whether other offsets were committed in the course of time."""
        return len(set(self.offsets)) > 1

    @property
    def waits(self) -> bool:
        """Whether the client said that it waits with pulling, since too much lies in it."""
        return self.events[-1].tells("offset.paused")

    @property
    def stood_for(self) -> timedelta:
        """For how long the newest offset was committed again and again."""
        newest, last = self.offsets[-1:], self.events[-1].last_at
        same = [event.at for event in self.events if event.at and newest == [*event.carried.committed[:1]]]
        return last - min(same) if last and same else timedelta()


def commits_per_queue(facts: GroupFacts) -> Mapping[tuple[str, MessageQueue], Commits]:
    """What each client's log holds of the commits of each queue of user topics."""
    logged = facts.records("offset.course")
    told = [(event.message_queue, event) for event in logged if event.at]
    commits = grouped(((event.file, queue), event) for queue, event in told if queue and queue.is_users)
    return {place: Commits(tuple(sorted(events, key=attrgetter("at")))) for place, events in commits.items()}


class Beginning(NamedTuple):
    """The lowest offset that a group is seen at in a queue. `exact`: no client of it can have read the queue before;
    else it may have begun below."""

    offset: int
    exact: bool
    place: EvidenceLine


@derived
def beginnings(facts: GroupFacts) -> Mapping[MessageQueue, Beginning]:
    """Where a new group began, by what its ordered clients say when they first pull a queue
    (`DefaultMQPushConsumerImpl#pullMessage`, all versions), where there is a whole log of each client that came; else
    by their first commits and by snapshots, as far as nobody reset its offsets. A snapshot shows 0 as well where
    nothing was committed."""
    whole = {event.file for event in facts.records("member.log_begins")}
    logged = {client_id for file, client_id in writers(facts).items() if file in whole}
    came = {*facts.listed_ids, *(channel.client_id for channel in channels(facts))}
    found: dict[MessageQueue, Beginning] = {}
    pulls = facts.records("offset.first_pulled") if came and came <= logged else ()
    for event in sorted((event for event in pulls if event.at), key=attrgetter("at")):
        change = event.carried.offset_change
        if event.message_queue and change and change.new is not None:
            found.setdefault(event.message_queue, Beginning(change.new, True, event.place))
    if resets(facts).asked:
        return found
    logs = commits_per_queue(facts).items()
    seen = [(queue, Beginning(log.offsets[0], False, log.events[0].place)) for (_, queue), log in logs if log.offsets]
    rows = [(queue, look, row) for queue, looks in facts.looks_by_queue.items() for look, row in looks]
    seen += [
        (q, Beginning(row.consumer_offset, False, look.place(row))) for q, look, row in rows if row.consumer_offset
    ]
    for queue, offsets in grouped(seen).items():
        found.setdefault(queue, min(offsets, key=attrgetter("offset")))
    return found


class Resets(NamedTuple):
    """What brokers and clients say of resets of the group. `taken_up`: those that moved something: a broker wrote the
    offsets itself (`useServerSideResetOffset`, from 5.2.0 on by default), or a client received them and did not say
    that it ignores them, as all but push consumers do (`MQClientInstance#resetOffset`, all versions). `followed`:
    commits below the stored offset right after one: a client took it up, whichever way, and one had not yet; or it
    went back.
    """

    asked: Sequence[Event]
    ignored: Sequence[Event]
    taken_up: Sequence[Event]
    followed: Sequence[Event]


def resets(facts: GroupFacts) -> Resets:
    """Those that are or may be of other groups left out."""
    asked, ignored = _own(facts, "offset.resets"), _own(facts, "offset.reset_ignored")
    ignoring = {event.file for event in ignored}
    done = [event for event in asked if not event.tells("offset.resets_asked")]
    taken_up = [event for event in done if not event.tells("offset.reset_received") or event.file not in ignoring]
    below = facts.records("offset.below_stored")
    return Resets(asked, ignored, taken_up, [event for event in below if any(follows(event, one) for one in asked)])


def _own(facts: GroupFacts, what: str) -> list[Event]:
    """A client's record without a group is of its own; a broker's where it knows no other."""
    named = facts.records(what)
    alone = [event for event in named if event.source == "client" or event.file not in facts.shared_logs]
    return [event for event in named if event.group == facts.group or (event.group is None and event in alone)]


def follows(event: Event, reset: Event) -> bool:
    """Whether a commit came so soon after a reset that a client took it up."""
    soon = bool(event.at and reset.at and timedelta() <= event.at - reset.at <= RESET_TAKEN_UP)
    return soon and reset.topic in (None, event.topic)


def corrections(facts: GroupFacts) -> list[Event]:
    """Records of offsets that a queue did not have and that were replaced. A slave that lacks one leaves it as it is
    and sends the client back to its master (`DefaultMessageStore#nextOffsetCorrection`, all versions)."""
    told = [event for event in facts.records("offset.corrections") if event.group in (None, facts.group)]
    changes = [(event, event.carried.offset_change) for event in told]
    return [event for event, change in changes if not change or change.old is None or change.old != change.new]
