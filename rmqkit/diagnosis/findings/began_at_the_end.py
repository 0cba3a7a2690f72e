"""Did a new group start behind messages that are still stored?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from operator import itemgetter

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.facts.known import is_after, latest, not_before
from rmqkit.diagnosis.facts.logs import Event, first_moment, places_of
from rmqkit.diagnosis.facts.transitions import SAME_MOMENT
from rmqkit.diagnosis.finding import Finding
from rmqkit.diagnosis.finding_table import Seen, finding
from rmqkit.diagnosis.relations.members import broker_of, writers
from rmqkit.rocketmq import MessageQueue


@finding("began_at_the_end")
def began_at_the_end(case: Case, findings: Sequence[Finding]) -> Iterator[Seen]:
    """By the first pull requests of the group's first client, within a moment of its beginning: nothing is committed by
    then, and `RebalancePushImpl#computePullFromWhere` (all
    versions) goes by consumeFromWhere. By the ends of topicStatus what lies before them is stored still. Whoever came by
    then and whose log does not tell of it may have had the queue, and committed when it gave it away."""
    if any(finding.alarming for finding in findings) or case.records("offset.resets"):
        return
    made = {broker_of(case, one.file): one.at for one in case.beginning if one.at}
    dated = [(one.at, one.message_queue, one) for one in case.records("offset.pulls_added") if one.at]
    first: dict[MessageQueue, tuple[datetime, Event]] = {}
    for at, queue, event in sorted(dated, key=itemgetter(0)):
        if queue and queue.is_users:
            first.setdefault(queue, (at, event))
    left = {}
    for queue, (at, event) in first.items():
        end, begun = case.ends.get(queue), made.get(queue.broker)
        if end and begun and abs(at - begun) <= SAME_MOMENT and end.min_offset is not None:
            left[queue] = event, (event.carried.next_offset or 0) - end.min_offset
    left = {queue: told for queue, told in left.items() if told[1] > 0}
    if left:
        events = [event for event, _ in left.values()]
        last = latest(event.at for event in events)
        came = {channel.client_id for channel in case.channels if last and not is_after(channel.opened_at, last)}
        logs = ((who, case.logs.get(file)) for file, who in writers(case).items())
        telling = {who for who, log in logs if log and not is_after(log.first, last) and not_before(log.last, last)}
        yield Seen(
            signs={"began": events, "all_logged": came <= telling},
            values={"number": sum(number for _, number in left.values())},
            ongoing=False,
            queues=list(left),
            evidence=(*places_of(events[:3]), *places_of([case.ends[queue] for queue in left][:3])),
            since=first_moment(events),
        )
