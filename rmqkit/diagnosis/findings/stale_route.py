"""Does a client share out fewer queues of a topic than the others, because its route is stale?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.recomputation import shared_out
from rmqkit.diagnosis.facts.known import earliest, is_after
from rmqkit.diagnosis.facts.logs import places_of
from rmqkit.diagnosis.finding import Finding
from rmqkit.diagnosis.finding_table import Seen, finding, words
from rmqkit.diagnosis.relations.holds import newest_shares
from rmqkit.diagnosis.relations.serves import brokers_lacked
from rmqkit.diagnosis.wording import ranges, short
from rmqkit.language import joined
from rmqkit.rocketmq.internal_topics import is_user_topic

sentence = words("stale_route")


@finding("stale_route")
def stale_route(case: Case, _: Sequence[Finding]) -> Iterator[Seen]:
    """By what clients log of their rebalances: of how many queues among how many members. A client asks its name server
    for the route every 30 s and shares the queues out anew within 20 s (`MQClientInstance#startScheduledTask`,
    `RebalanceService`, all versions); one whose log goes on for longer than that with fewer queues has a stale one."""
    newest, ids = newest_shares(case), case.membership.client_ids
    if len({who for who, _ in newest}) < 2 or brokers_lacked(case):
        return
    for topic in filter(is_user_topic, case.topics):
        told = [newest[who, topic] for who in sorted(case.live) if (who, topic) in newest]
        told = [one for one in told if one.of_queues and not one.by_broker]
        most = max((one.of_queues or 0 for one in told), default=0)
        whole = [one for one in told if one.of_queues == most]
        since = earliest(one.at for one in whole)
        late = since and since + case.transitions.routes_asked_again + case.transitions.rebalance
        fewer = [one for one in told if one not in whole and since and one.at and one.at < since]
        fewer = [one for one in fewer if is_after(case.end_of(one.file), late)]
        members = {one.members for one in (*fewer, *whole)}
        if not fewer or len(members) > 1:
            continue
        allocated = shared_out(case, topic, ids, case.strategies) if members == {len(ids)} else None
        shares = dict(zip(allocated.client_ids, map(frozenset, allocated.shares), strict=True)) if allocated else {}
        old = {one.client: one.queues for one in fewer}
        due = frozenset().union(*(shares.get(who, ()) for who in old))
        held = frozenset().union(*(share for who, share in shares.items() if who not in old))
        read = frozenset().union(*old.values())
        queues = {"by_nobody": due - read, "by_two": read & held}
        yield Seen(
            signs={
                "fewer": fewer,
                "all": whole,
                # A share that is the same among more queues is not logged once more.
                "differs": [who for who in old if who in shares and shares[who] != old[who]],
            },
            values={
                "topic": topic,
                "stale": short(sorted(old)),
                "queues": max(one.of_queues or 0 for one in fewer),
                "most": most,
                "read": joined(" ", [sentence(name, queues=ranges(of)) for name, of in queues.items() if of]),
            },
            topics=(topic,),
            queues=sorted(chain.from_iterable(queues.values())),
            clients=sorted(old),
            evidence=places_of([*fewer, *whole[:2]]),
            since=since,
            details={
                "read_by_nobody": tuple(sorted(queues["by_nobody"])),
                "read_by_several": tuple(sorted(queues["by_two"])),
            },
        )
