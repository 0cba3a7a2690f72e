"""Does the lag of a group or topic count that does not exist any more?"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.giving_out import LeftOut, left_out_by_brokers, looks_while_offline
from rmqkit.diagnosis.case.lag import moves
from rmqkit.diagnosis.claims import Claim, Severity, core, need
from rmqkit.diagnosis.commands import CONNECTION, GROUPS, PROGRESS, ROUTE
from rmqkit.diagnosis.explanation import NOTE, Explanation, Findings
from rmqkit.diagnosis.facts.brokers_words import Figure, Setting
from rmqkit.diagnosis.facts.group import Answer, QueueProgress, Snapshot
from rmqkit.diagnosis.facts.known import grouped
from rmqkit.diagnosis.facts.logs import EvidenceLine, places_of
from rmqkit.diagnosis.facts.names import folder_of
from rmqkit.language import say
from rmqkit.rocketmq import MessageQueue
from rmqkit.rocketmq.internal_topics import is_user_topic

ID = "ghost_lag"
# A topic that some members subscribe to and others do not comes and goes with heartbeats, too.
_LOOKS_ENOUGH = 3
_NO_TOPIC = 17
# statsAll, rocketmq-exporter, and the brokers' own metrics
_LAGS = frozenset(
    {"accumulation", "rocketmq_group_diff", "rocketmq_consumer_lag_messages", "rocketmq_message_accumulation"}
)
_STORED = "consumer offset"


def claims(case: Case, _: Findings) -> Iterable[Claim]:
    """By lags and stored offsets of topics of which a broker says that they are not there."""
    gone = _gone_topics(case)
    for topic in sorted(gone):
        counted = [*_lags(case, topic), *_listed(case, topic)]
        if counted:
            yield _claim(case, topic, counted, gone[topic])
    left_out, stored = _gone_group(case)
    if left_out:
        yield _claim(case, "", stored, left_out)
    elif deleted := [answer for answer in case.answers if answer.said.was_deleted]:
        yield from _deleted(case, deleted)
    offline = set(map(id, looks_while_offline(case)))
    for topic, told in left_out_by_brokers(case).items():
        if topic not in gone and offline.issuperset(map(id, told.looks)):
            yield _while_offline(case, topic, told)


def _while_offline(case: Case, topic: str, told: LeftOut) -> Claim:
    """A topic that the group does not subscribe to any more: brokers count it while no client is connected, and leave
    it out while any is."""
    looks = told.looks
    rows = [(look, row) for look in looks for row in look.rows_of(topic)]
    wanted = case.membership.places[:2] if topic in case.wanted_topics else ()
    return Claim(
        ID,
        say(
            "The lag of {topic} ({lag:,} messages) was counted only while no client was connected",
            topic=topic,
            lag=sum(row.diff for row in looks[-1].rows_of(topic)),
        ),
        say(
            "The group has old offsets of {topic} and does not subscribe to it: a broker leaves such a topic out of "
            "consumerProgress while it knows clients of the group, and counts it while it knows none. Nobody let these "
            "messages pile up, and nobody worked them off.",
            topic=topic,
        ),
        Severity.NOTICE,
        signs=(
            core(say("looks list the topic while no client is connected, and others leave it out"), len(looks)),
            need(say("looks before and after leave it out"), told.before and told.after, command=PROGRESS),
            need(
                say("its offsets stand from look to look"),
                len(looks) > 1,
                command=PROGRESS,
                against=moves(looks, _of(rows)),
            ),
            need(say("three looks or more without it"), _looks_without(case, topic) >= _LOOKS_ENOUGH, command=PROGRESS),
            need(say("no client of the group wants it"), not wanted, command=CONNECTION, against=wanted),
        ),
        ongoing=not told.after,
        topics=(topic,),
        evidence=tuple(look.place(row) for look, row in rows[:4]),
        since=looks[0].at,
        until=looks[-1].at if told.after else None,
        details={"while_offline": topic},
    )


def _looks_without(case: Case, topic: str) -> int:
    return sum(1 for look in case.snapshots if look.whole and topic not in look.topics)


def _of(rows: Sequence[tuple[Snapshot, QueueProgress]]) -> frozenset[MessageQueue]:
    return frozenset(row.queue for _, row in rows)


def _gone_topics(case: Case) -> dict[str, list[EvidenceLine]]:
    """Topics that a name server does not know, or that a broker's topics.json leaves out; with who says so."""
    told = (*_unknown(case), *_left_out(case))
    return grouped((topic, place) for topic, place in told if topic and is_user_topic(topic))


def _unknown(case: Case) -> Iterable[tuple[str | None, EvidenceLine]]:
    return ((answer.topic, answer.place) for answer in case.answers if answer.code == _NO_TOPIC)


def _left_out(case: Case) -> Iterable[tuple[str | None, EvidenceLine]]:
    for table in _tables(case, "topic", "topics.json"):
        known = {setting.part for setting in table}
        stored = (figure.topic for figure in _stored_beside(case, table[0]))
        yield from ((topic, table[0].place) for topic in stored if topic not in known)


def _tables(case: Case, program: str, name: str) -> list[list[Setting]]:
    """A broker's stored tables, one for each folder: topics and groups are each broker's own."""
    stored = [setting for setting in case.settings if setting.program == program]
    tables = [setting for setting in stored if setting.file.rpartition("/")[2] == name]
    return list(grouped((setting.file, setting) for setting in tables).values())


def _stored_beside(case: Case, table: Setting) -> list[Figure]:
    """The group's offsets in the consumerOffset.json of the same broker, which lies beside its table."""
    beside = f"{folder_of(table.file)}/consumerOffset.json".removeprefix("/")
    return [figure for figure in case.figures if figure.file == beside and figure.group == case.group]


def _gone_group(case: Case) -> tuple[list[EvidenceLine], list[EvidenceLine]]:
    """A broker's table of groups that leaves this one out, and the offsets that it keeps of it."""
    for table in _tables(case, "subscription group", "subscriptionGroup.json"):
        stored = _stored_beside(case, table[0])
        if stored and case.group not in {setting.part for setting in table}:
            return [table[0].place], [figure.place for figure in stored]
    return [], []


def _counts(case: Case, figure: Figure) -> bool:
    lags = figure.name in _LAGS and (figure.number or 0) > 0
    return figure.group == case.group and (lags or figure.name == _STORED)


def _lags(case: Case, topic: str) -> list[EvidenceLine]:
    return [figure.place for figure in case.figures if figure.topic == topic and _counts(case, figure)]


def _listed(case: Case, topic: str) -> list[EvidenceLine]:
    looks = case.newest_looks.values()
    return [look.place(row) for look, row in looks if row.queue.topic == topic and row.diff > 0]


def _deleted(case: Case, answers: Sequence[Answer]) -> Iterable[Claim]:
    """A lag that is counted after mqadmin deleted the group (`AdminBrokerProcessor#deleteSubscriptionGroup` leaves its
    offsets, unless it is told otherwise). A client that is still connected makes the group again."""
    counted = [figure.place for figure in case.figures if _counts(case, figure) and _is_after(figure, answers)]
    nobody = [answer for answer in case.answers if answer.said.no_consumer_online]
    if counted:
        claim = _claim(case, "", counted, places_of(answers))
        gone = need(say("no client of the group is connected"), len(nobody), command=CONNECTION)
        yield replace(claim, signs=(*claim.signs, gone))


def _is_after(figure: Figure, answers: Sequence[Answer]) -> bool:
    """In a session, below the deletion."""
    return any(answer.file == figure.file and answer.line < figure.line for answer in answers)


def _claim(
    case: Case,
    topic: str,
    counted: Sequence[EvidenceLine],
    gone: Sequence[EvidenceLine],
) -> Claim:
    wanted = topic in case.wanted_topics
    live = bool(case.live) if not topic else wanted
    what = say("the topic {topic}", topic=topic) if topic else say("the group {group}", group=case.group)
    members = case.membership.places[:2]
    return Claim(
        ID,
        say("Offsets of {what} are still counted, which does not exist any more", what=what),
        say(
            "A broker keeps a group's offsets after the group or the topic was deleted; what they add up to is no lag."
        ),
        Severity.NOTICE,
        signs=(
            core(say("offsets or a lag are counted"), len(counted)),
            need(say("it does not exist any more"), len(gone), command=ROUTE if topic else GROUPS),
            need(say("no client of the group wants it"), not live, command=GROUPS, against=members if live else ()),
        ),
        topics=(topic,) if topic else (),
        evidence=(*counted[:4], *gone[:2]),
    )


EXPLANATION = Explanation(
    id=ID,
    rank=186,
    claims=claims,
    command=GROUPS,
    kind=NOTE,
    what="Offsets of a deleted group or topic are still on the broker, and lists and metrics go on counting them as lag.",
    confirm="mqadmin topicRoute -t TOPIC answers CODE 17; the broker's subscriptionGroup.json or topics.json does not name it.",
    remedy=(
        "Delete the group with its offsets (mqadmin deleteSubGroup -c CLUSTER -g GROUP -r true, 4.9.0 and later); "
        "offsets of a deleted topic go with the broker's next cleaning.",
        "Brokers before 4.9.0 keep them: stop each broker, take the group's entries out of "
        "config/consumerOffset.json (of its slaves as well), and start it.",
        "Leave groups that no client uses out of the alarm.",
    ),
)
