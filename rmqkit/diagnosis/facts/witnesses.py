"""The lines that stand behind facts: where each can be looked up, and what it says.

No judgement here.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from rmqkit.diagnosis.facts.clients_words import STRATEGY, HeldQueue, RunningInfo
from rmqkit.diagnosis.facts.group import Answer, Connection, QueueProgress, QueueStatus, Roster, RouteBroker, Snapshot
from rmqkit.diagnosis.facts.logs import Event, EvidenceLine
from rmqkit.language import Phrase, say
from rmqkit.rocketmq import MessageQueue


def progress_place(file: str, row: QueueProgress) -> EvidenceLine:
    """A queue's line in a snapshot."""
    offsets = f"broker offset {row.broker_offset}, consumer offset {row.consumer_offset}"
    text = f"{row.queue.name}: {offsets}, client {row.client_ip or 'N/A'}, diff {row.diff}"
    return EvidenceLine(file, row.line, text)


def first_and_last_looks(snapshots: Sequence[Snapshot], queues: Collection[MessageQueue]) -> list[EvidenceLine]:
    """The queues' lines in the first and in the last snapshot."""
    looks = (*snapshots[:1], *snapshots[-1:])
    return [progress_place(look.file, row) for look in looks for row in look.rows if row.queue in queues]


def held_place(info: RunningInfo, held: HeldQueue) -> EvidenceLine:
    """A queue's line in a running info."""
    text = say("{client} holds {queue}", client=info.client_id, queue=held.queue)
    return EvidenceLine(info.file, held.line, text)


def info_place(info: RunningInfo) -> EvidenceLine:
    """A running info as a whole: its first line of what the client holds or subscribes to."""
    lines = [held.line for held in info.queues] or list(info.subscription_lines.values())
    return EvidenceLine(info.file, min(lines, default=None), say("what {client} holds", client=info.client_id))


def strategy_place(info: RunningInfo) -> EvidenceLine:
    """The line of a running info that names the client's strategy."""
    return EvidenceLine(info.file, info.property_lines.get(STRATEGY), f"{info.client_id}: {STRATEGY} {info.strategy}")


def roster_place(roster: Roster, connection: Connection) -> EvidenceLine:
    """A client's line in a client list."""
    words = (connection.client_id, connection.address, connection.version)
    return EvidenceLine(roster.file, connection.line, "  ".join(word for word in words if word))


def listed_places(roster: Roster, client_id: str) -> list[EvidenceLine]:
    """A client's lines in a client list: several where several processes have its id."""
    return [roster_place(roster, listed) for listed in roster.connections_of(client_id)]


def route_place(topic: str, broker: RouteBroker) -> EvidenceLine:
    """Where a route tells how many of a topic's queues a broker lets consumers read and producers fill."""
    return EvidenceLine(broker.file, broker.line, f"{topic} {broker.broker}: {rights_of(broker)}")


def rights_of(broker: RouteBroker) -> Phrase:
    """How many queues consumers may read and producers fill there, in words."""
    return say(
        "read {read_queues}, write {write_queues}, perm {perm}",
        read_queues=broker.read_queues,
        write_queues=broker.write_queues,
        perm=broker.perm,
    )


def status_place(listed: QueueStatus) -> EvidenceLine:
    """A queue's line in topicStatus."""
    end = say("{queue}: max offset {max_offset}", queue=listed.queue.name, max_offset=listed.max_offset)
    return EvidenceLine(listed.file, listed.line, end)


def answer_place(answer: Answer) -> EvidenceLine:
    """What a failed command said."""
    return EvidenceLine(answer.file, answer.line, answer.text or f"CODE: {answer.code}")


def place_with_reason(event: Event) -> EvidenceLine:
    """A record's first line with what the broker answered."""
    record = event.carried
    return EvidenceLine(event.file, event.line, f"{record.first_line.strip()} ... {record.reason}")
