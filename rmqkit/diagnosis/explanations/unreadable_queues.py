"""Do messages lie in queues that nobody may read:
fewer read than write queues, or no read permission?"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.lag import Movement
from rmqkit.diagnosis.case.observations import newest_words
from rmqkit.diagnosis.claims import Claim, core, follows, need
from rmqkit.diagnosis.commands import ROUTE, TOPIC_STATUS
from rmqkit.diagnosis.explanation import CAUSE, Explanation, Text
from rmqkit.diagnosis.facts.group import QueueStatus, RouteBroker
from rmqkit.diagnosis.facts.known import latest
from rmqkit.diagnosis.facts.logs import EvidenceLine, brokers_of, topics_of
from rmqkit.diagnosis.facts.transitions import WRITTEN_LATELY
from rmqkit.diagnosis.facts.witnesses import progress_place
from rmqkit.diagnosis.finding import Finding
from rmqkit.diagnosis.severity import Severity
from rmqkit.diagnosis.wording import count, ranges
from rmqkit.language import Phrase, joined, say
from rmqkit.rocketmq import MessageQueue

ID = "unreadable_queues"


def claims(case: Case, _: Sequence[Finding]) -> Iterable[Claim]:
    """By the route, which tells what may be read and written, and by the queues' ends."""
    closed = [
        (topic, broker)
        for topic in case.facts.topics
        for broker in case.facts.routes.get(topic, ())
        if broker.unreadable_queues
    ]
    if closed:
        yield _claim(case, closed)


def _claim(case: Case, closed: Sequence[tuple[str, RouteBroker]]) -> Claim:
    queues = sorted(queue for topic, broker in closed for queue in broker.unreadable(topic))
    filled = _filled(case, queues)
    lately = [status for status in filled if _written_lately(case, status)]
    listed = _listed(case, queues, filled)
    arriving = len(lately) + sum(movement.arrived > 0 for movement in listed)
    messages = sum(status.max_offset for status in filled) + sum(movement.last.broker_offset for movement in listed)
    why = say(
        "{queues}: consumers share out only what the route lets them read ({rights}), producers go on writing to all.",
        queues=ranges(queues),
        rights=_rights(closed),
    )
    return Claim(
        ID,
        say(
            "{queues} may be written to and not be read; {messages:,} messages were sent to them",
            queues=count(len(queues), "queue"),
            messages=messages,
        ),
        joined(" ", [why, say("Messages still come.") if arriving else ""]),
        Severity.CRITICAL if arriving else Severity.WARNING,
        signs=(
            follows(say("the route lets producers write to queues that consumers may not read"), len(closed)),
            core(say("messages lie in these queues"), len(filled) + len(listed), command=TOPIC_STATUS),
            need(say("they come as late as those of other queues"), arriving, command=TOPIC_STATUS),
            follows(say("no client holds such a queue"), len(queues), against=_held(case, closed)),
        ),
        topics=topics_of(queues),
        queues=tuple(queues),
        brokers=brokers_of(queues),
        evidence=(*_route_lines(closed), *map(_status_line, filled), *map(_progress_line, listed[:6])),
        explains=("orphan_queues",),
        details={"messages": messages},
    )


def _filled(case: Case, queues: Sequence[MessageQueue]) -> list[QueueStatus]:
    """Those of the queues to which messages were ever sent, by topicStatus."""
    ends = (status for topic in topics_of(queues) for status in case.facts.status.get(topic, ()))
    return [status for status in ends if status.queue in queues and status.max_offset > 0]


def _listed(case: Case, queues: Sequence[MessageQueue], filled: Sequence[QueueStatus]) -> list[Movement]:
    """Those of which only consumerProgress tells: without the read permission it goes on to list a topic's queues."""
    known = {status.queue for status in filled}
    seen = [case.movements[queue] for queue in queues if queue in case.movements and queue not in known]
    return [movement for movement in seen if movement.last.broker_offset > 0]


def _held(case: Case, closed: Sequence[tuple[str, RouteBroker]]) -> list[EvidenceLine]:
    """Where the newest look, or a client itself, has such a queue in a client's hands;
    older looks may be from before.

    Without any readable queue a client's rebalance finds no queues and leaves what it holds as it
    is (`RebalanceImpl#rebalanceByTopic`, all versions): there the holder tells nothing.
    """
    queues = [queue for topic, broker in closed if broker.readable_queues for queue in broker.unreadable(topic)]
    looks = newest_words(case.observations)
    return [look.place(queue) for look in looks for queue in queues if look.owners.get(queue)]


def _written_lately(case: Case, status: QueueStatus) -> bool:
    """By the last message's time, held against the newest of the topic's other queues."""
    newest = latest(other.at for other in case.facts.status.get(status.queue.topic, ()))
    return bool(status.at and newest and newest - status.at <= WRITTEN_LATELY)


def _rights(closed: Sequence[tuple[str, RouteBroker]]) -> Phrase:
    rights = {
        say(
            "read {read_queues}, write {write_queues}, perm {perm}",
            read_queues=broker.read_queues,
            write_queues=broker.write_queues,
            perm=broker.perm,
        )
        for _, broker in closed
    }
    return joined("; ", sorted(rights))


def _route_lines(closed: Sequence[tuple[str, RouteBroker]]) -> list[EvidenceLine]:
    return [
        EvidenceLine(
            broker.file,
            broker.line,
            f"{topic} {broker.broker}: {_rights([(topic, broker)])}",
        )
        for topic, broker in closed
    ]


def _progress_line(movement: Movement) -> EvidenceLine:
    return progress_place(movement.looks[-1].file, movement.last)


def _status_line(status: QueueStatus) -> EvidenceLine:
    return EvidenceLine(
        status.file,
        status.line,
        say("{queue}: max offset {max_offset}", queue=ranges([status.queue]), max_offset=status.max_offset),
    )


EXPLANATION = Explanation(
    id=ID,
    rank=86,
    claims=claims,
    command=ROUTE,
    messages=frozenset({"queues_not_readable", "queue_illegal", "pull_rejected"}),
    suspected=say("Messages may lie in queues that nobody may read"),
    shown_by=need(say("a route with more write than read queues"), met=False, command=ROUTE),
    text=Text(
        CAUSE,
        "Messages lie in queues that nobody may read: the topic has fewer read than write queues, or the broker or topic "
        "lacks the read permission. Producers fill all write queues, consumers share out only the read queues.",
        "mqadmin topicRoute -t TOPIC: readQueueNums below writeQueueNums, or perm without 4; mqadmin topicStatus -t TOPIC.",
        (
            "Give the topic as many read queues as write queues again (mqadmin updateTopic -t TOPIC -r N -w N), "
            "or the read permission (-p 6); what lies in the queues is then consumed.",
            "To give a topic fewer queues: reduce the write queues first, let the group drain the others, "
            "then reduce the read queues.",
        ),
        ("Do not delete or make the topic anew: what lies in these queues would be lost.",),
    ),
)
