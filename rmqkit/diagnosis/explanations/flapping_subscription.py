"""Is the group's subscription table overwritten again and again?"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.flapping import CONNECTION, PROGRESS, Flapping, flappings
from rmqkit.diagnosis.claims import Claim, Severity, core, follows, need
from rmqkit.diagnosis.commands import BROKER_LOG
from rmqkit.diagnosis.explanation import EFFECT, Explanation, Findings
from rmqkit.diagnosis.facts.known import distinct, earliest, latest
from rmqkit.diagnosis.facts.logs import EvidenceLine
from rmqkit.diagnosis.wording import count
from rmqkit.language import Phrase, joined, say

ID = "flapping_subscription"


def claims(case: Case, _: Findings) -> list[Claim]:
    """By add and remove cycles in a broker's log, or by topics that vanish from
    outputs and come back."""
    flaps = flappings(case)
    return [_claim(case, flaps, ongoing=any(flap.ongoing for flap in flaps))] if flaps else []


def _claim(case: Case, flaps: Sequence[Flapping], *, ongoing: bool) -> Claim:
    topics = distinct(topic for flap in flaps for topic in flap.topics)
    return Claim(
        ID,
        _title(joined(", ", topics), ongoing),
        joined(" ", map(_sentence, flaps)),
        Severity.WARNING if ongoing else Severity.NOTICE,
        signs=(
            core(say("topics leave the group's table and come back"), len(flaps)),
            need(say("often enough to be no single change"), any(map(_often, flaps)), command=BROKER_LOG),
            follows(say("the members want different topics"), 0, against=_members_agree(case, flaps)),
        ),
        ongoing=ongoing,
        topics=topics,
        brokers=_brokers(flaps),
        clients=distinct(chain.from_iterable(flap.writers for flap in flaps)),
        evidence=tuple(chain.from_iterable(flap.places for flap in flaps)),
        since=earliest(flap.first for flap in flaps),
        until=None if ongoing else latest(flap.last for flap in flaps),
        details={"timeline": list(map(_timeline, flaps))},
    )


def _brokers(flaps: Sequence[Flapping]) -> tuple[str, ...]:
    """Where the table is a broker's own and not what an output shows of it."""
    return tuple(flap.where for flap in flaps if flap.writers or flap.period)


def _members_agree(case: Case, flaps: Sequence[Flapping]) -> list[EvidenceLine]:
    """The members' own words, where all of them want the same and the table
    is overwritten all the same."""
    if any(flap.sure for flap in flaps):
        return []
    return [place for words in case.live_subscriptions.values() for place in words.places[:1]]


def _often(flap: Flapping) -> bool:
    """In a log a topic may be taken away and given back once;
    in outputs its return is a second change already."""
    return flap.sure and flap.cycles > (0 if flap.where in (PROGRESS, CONNECTION) else 1)


def _title(topics: Phrase, ongoing: bool) -> Phrase:
    if ongoing:
        return say("The subscription table is overwritten again and again: {topics}", topics=topics)
    return say("The subscription table was overwritten again and again: {topics}", topics=topics)


def _sentence(flap: Flapping) -> Phrase:
    topics = joined(", ", flap.topics)
    if flap.where in (PROGRESS, CONNECTION) and len(flap.topics) == 1:
        return say("{where} lists {topic} in one output and leaves it out of another.", where=flap.where, topic=topics)
    if flap.where in (PROGRESS, CONNECTION):
        return say(
            "{where} lists one of {topics} in one output and another in the next.",
            where=flap.where,
            topics=topics,
        )
    times = count(flap.cycles, "time")
    back = say("{where}: {topics} came back {times}", where=flap.where, topics=topics, times=times)
    return say("{text}.", text=joined("; ", [_with_period(back, flap), _registered(flap)]))


def _with_period(back: Phrase, flap: Flapping) -> Phrase:
    if not flap.period:
        return back
    seconds = flap.period.total_seconds()
    return say("{came_back}, every {seconds:.0f} s", came_back=back, seconds=seconds)


def _registered(flap: Flapping) -> Phrase | str:
    writers = [
        say("{client} ({times})", client=client, times=count(times, "time")) for client, times in flap.writers.items()
    ]
    return say("registered by {clients}", clients=joined(", ", writers)) if writers else ""


def _timeline(flap: Flapping) -> dict[str, object]:
    return {
        "where": flap.where,
        "topics": list(flap.topics),
        "cycles": flap.cycles,
        "ongoing": flap.ongoing,
        "first": flap.first.isoformat() if flap.first else None,
        "last": flap.last.isoformat() if flap.last else None,
        "period_seconds": flap.period.total_seconds() if flap.period else None,
        "writers": flap.writers,
    }


EXPLANATION = Explanation(
    id=ID,
    rank=90,
    claims=claims,
    command=BROKER_LOG,
    messages=frozenset(
        {
            "subscription_topic_added",
            "subscription_topic_removed",
            "subscription_changed",
            "topic_not_in_subscription",
            "consumer_info_changed",
            "consumer_ids_changed",
            "pull_rejected",
            "subscription_not_exist",
        }
    ),
    kind=EFFECT,
    what="The group's subscription table on the broker is overwritten again and again; pulls for the topic that was just "
    "removed are refused until the next heartbeat of a client that wants it.",
    confirm="The broker's log: 'subscription changed, add new topic' and 'remove topic' in turn.",
    remedy=("Give all clients of the group the same subscriptions.",),
)
