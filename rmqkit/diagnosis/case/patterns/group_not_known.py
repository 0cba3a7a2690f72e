"""Brokers do not know the group although somebody asks for it. No verdicts here."""

from __future__ import annotations

from collections.abc import Iterator

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.giving_out import behind_a_proxy
from rmqkit.diagnosis.case.pattern import Pattern, Suspect
from rmqkit.diagnosis.commands import GROUPS
from rmqkit.diagnosis.facts.logs import first_moment, last_moment, places_of, times_of
from rmqkit.diagnosis.facts.witnesses import answer_place
from rmqkit.diagnosis.wording import count
from rmqkit.language import say

FIT = 35
UNREGISTERED = Suspect(
    "not_permitted", say("a broker that makes no groups by itself leaves out the heartbeats of the group")
)


def patterns(case: Case) -> Iterator[Pattern]:
    """By a broker that has no members for a client that asks,
    and by mqadmin's answers that it has no retry topic."""
    yield from _asked_in_vain(case)
    yield from _no_retry_topic(case)


def _asked_in_vain(case: Case) -> Iterator[Pattern]:
    """`getConsumerGroupInfo failed, GROUP ADDRESS`
    (`ConsumerManageProcessor#getConsumerListByGroup`, all versions)."""
    missing = case.facts.events_named("consumer_list_missing", source="broker")
    first, last = first_moment(missing), last_moment(missing)
    if case.channels or not (first and last and last - first >= case.transitions.heartbeat):
        return
    yield Pattern(
        say(
            "clients asked for the group's members {times} and the broker knows none",
            times=count(times_of(missing), "time"),
        ),
        times_of(missing),
        (UNREGISTERED,),
        say("clients that are connected to other brokers only"),
        GROUPS,
        places=places_of((*missing[:2], *missing[-2:])),
    )


def _no_retry_topic(case: Case) -> Iterator[Pattern]:
    """CODE 17 for the retry topic, which a broker makes with the first heartbeat
    of a group that it accepts."""
    answers = behind_a_proxy(case.facts)
    unknown = [answer for answer in case.facts.answers if answer.said.names(case.facts.retry_topic)]
    somebody = case.facts.snapshots or case.facts.rosters or case.facts.running or case.facts.logs
    # Without a route of any topic it may as well be another cluster's name server.
    if answers or not unknown or somebody or not case.facts.routes:
        return
    yield Pattern(
        say("the brokers have no retry topic of the group: {answers}", answers=count(len(unknown), "answer")),
        len(unknown),
        (UNREGISTERED,),
        say("another name, clients behind a proxy, and a group of which no client ever came"),
        GROUPS,
        places=tuple(answer_place(answer) for answer in unknown[:4]),
    )
