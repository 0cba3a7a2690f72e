"""Does one group hold consumers that consume in order and others that consume concurrently?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.facts.known import distinct, grouped
from rmqkit.diagnosis.finding import Finding
from rmqkit.diagnosis.finding_table import Seen, finding
from rmqkit.diagnosis.relations.members import may_not_have_overlapped, together_since
from rmqkit.diagnosis.wording import ranges, short


@finding("mixed_listeners")
def mixed_listeners(case: Case, _: Sequence[Finding]) -> Iterator[Seen]:
    """By what the members report of their listeners (`PROP_CONSUMEORDERLY`,
    `DefaultMQPushConsumerImpl#consumerRunningInfo`, all versions). A concurrent one takes no lock of its queues, passes
    several messages of a queue at once, and sends back what fails while it goes on (`ConsumeMessageConcurrentlyService`,
    all versions)."""
    infos = [info for info in case.asked if info.queues]
    places = [place for info in infos if (place := info.listener_place)]
    in_order = grouped((info.ordered, info) for info in infos)
    if len(in_order) < 2 or len(places) < len(infos):
        return
    concurrent = distinct(info.client_id for info in in_order[False])
    held = {one.queue for info in in_order[False] for one in info.queues if one.queue.is_users and not one.dropped}
    kind = {info.client_id: info.ordered for info in infos}
    yield Seen(
        signs={"differ": places, "together": not may_not_have_overlapped(case, kind)},
        values={
            "concurrent": short(concurrent),
            "ordered": short(distinct(info.client_id for info in in_order[True])),
            "held": ranges(held),
        },
        queues=sorted(held),
        clients=concurrent,
        evidence=places,
        since=together_since(case, kind, lambda one, other: kind[one] != kind[other]),
    )
