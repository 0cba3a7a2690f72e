"""Is the group's subscription table overwritten again and again?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import timedelta
from itertools import chain

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.flapping import CONNECTION, PROGRESS, Flapping, flappings
from rmqkit.diagnosis.case.popped import popped_topics
from rmqkit.diagnosis.case.worlds import accepted_allocation
from rmqkit.diagnosis.claims import Severity
from rmqkit.diagnosis.facts.known import distinct, earliest, grouped, latest
from rmqkit.diagnosis.finding import Finding
from rmqkit.diagnosis.finding_table import Seen, Witnesses, finding, words
from rmqkit.diagnosis.relations.members import broker_of
from rmqkit.diagnosis.wording import count, ranges
from rmqkit.language import Phrase, joined
from rmqkit.rocketmq import MessageQueue

sentence = words("flapping_subscription")


@finding("flapping_subscription")
def flapping_subscription(case: Case, _: Sequence[Finding]) -> Iterator[Seen]:
    """By topics that leave the table and come back in a broker's log, or in outputs. Members that all report the same
    speak against it, unless they are known to have agreed since."""
    flaps = flappings(case)
    if not flaps:
        return
    ongoing = any(flap.ongoing for flap in flaps)
    # In a log a topic may be taken away and given back once; in outputs its return is a second change already.
    often = [flap for flap in flaps if flap.sure and flap.cycles > (0 if _is_output(flap) else 1)]
    agree = [] if any(flap.sure for flap in flaps) else list(case.live_subscriptions.values())
    topics = distinct(topic for flap in flaps for topic in flap.topics)
    logged = [flap for flap in flaps if not _is_output(flap)]
    places = []
    for flap in flaps:
        of_flap = joined(", ", flap.topics)
        if _is_output(flap):
            places.append(
                sentence("left_out" if len(flap.topics) == 1 else "in_turn", where=flap.where, topics=of_flap)
            )
            continue
        writers = [sentence("writer", client=who, times=count(times, "time")) for who, times in flap.writers.items()]
        came_back = sentence(
            "came_back",
            where=flap.where,
            topics=of_flap,
            times=count(flap.cycles, "time"),
            period=sentence("period", seconds=f"{flap.period.total_seconds():.0f}") if flap.period else "",
            registered=sentence("registered", clients=joined(", ", writers)) if writers else "",
        )
        places.append(came_back)
    yield Seen(
        case="ongoing" if ongoing else "over",
        signs={
            "back": flaps,
            "often": often,
            "differ": Witnesses((), [place for reported in agree for place in reported.places[:1]]),
        },
        values={"places": joined(" ", places)},
        severity=Severity.NOTICE if popped_topics(case).issuperset(topics) else None,
        ongoing=ongoing,
        topics=topics,
        brokers=[flap.where for flap in logged],
        clients=distinct(chain.from_iterable(flap.writers for flap in flaps)),
        evidence=chain.from_iterable(flap.places for flap in flaps),
        # The first of the outputs shows how it was before; a log tells when it began.
        since=earliest(flap.first for flap in logged or flaps),
        until=latest(flap.last for flap in flaps),
        details={"harm": tuple(_pauses(case, flaps))},
    )


def _pauses(case: Case, flaps: Sequence[Flapping]) -> Iterator[Phrase]:
    """The queues that have a reader whose pulls are refused while their topic is missing (CODE 24), and until that
    reader's own heartbeat if it is ahead of the table (CODE 25, `PullMessageProcessor#processRequest`, all versions).
    Lite pull and pull consumers send their subscription with each pull (`PullSysFlag`), who pops with each request
    (`PopMessageProcessor#processRequest`, 5.0.0 and later), and go on."""
    owners = {topic: shared.owners for topic, shared in accepted_allocation(case).allocations.items()}
    paused = list[tuple[tuple[int, int], MessageQueue]]()
    refused = list[tuple[tuple[int, int], str]]()
    for flap in flaps:
        # Of the members as they are: while clients come and go the table changes in other ways.
        since = latest([flap.first, case.shared_since])
        total = flap.last - since if flap.last and since else timedelta()
        for topic, spans in flap.away.items():
            within = [(max(begin, since), end) for begin, end in spans if since and end > since]
            away = sum((end - begin for begin, end in within), timedelta())
            if topic in popped_topics(case) or round(away.total_seconds()) < 1:
                continue
            share = round(away.total_seconds()), round(total.total_seconds())
            if topic not in owners and not case.pull_consumers:
                refused.append((share, topic))
            for queue, who in owners.get(topic, {}).items():
                if not case.pull_consumers.issuperset(who) and queue.broker == broker_of(case, flap.where):
                    paused.append((share, queue))
    listed = [
        sentence("paused", queues=ranges(of), seconds=seconds, total=total)
        for (seconds, total), of in grouped(paused).items()
    ]
    if listed:
        yield sentence("pause", paused=joined(", ", listed))
    for (seconds, of_all), topics in grouped(refused).items():
        yield sentence("refused", topics=", ".join(distinct(topics)), seconds=seconds, total=of_all)


def _is_output(flap: Flapping) -> bool:
    return flap.where in (PROGRESS, CONNECTION)
