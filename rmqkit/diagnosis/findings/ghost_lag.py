"""Does the lag of a group or topic count that does not exist any more, or that nobody subscribes to?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.giving_out import LeftOut, left_out_by_brokers, snapshots_while_offline
from rmqkit.diagnosis.case.lag import moves
from rmqkit.diagnosis.facts.brokers_words import Figure
from rmqkit.diagnosis.facts.group import Answer
from rmqkit.diagnosis.facts.known import grouped
from rmqkit.diagnosis.facts.logs import EvidenceLine, places_of
from rmqkit.diagnosis.finding import Finding
from rmqkit.diagnosis.finding_table import Seen, Witnesses, finding
from rmqkit.rocketmq.internal_topics import is_user_topic

_NO_TOPIC = 17
# statsAll, rocketmq-exporter, the brokers' own metrics; and consumerOffset.json
_LAGS = frozenset(
    {"accumulation", "rocketmq_group_diff", "rocketmq_consumer_lag_messages", "rocketmq_message_accumulation"}
)
_STORED = "consumer offset"
# A topic that some members subscribe to and others do not comes and goes with heartbeats, too.
_SNAPSHOTS_ENOUGH = 3


@finding("ghost_lag")
def ghost_lag(case: Case, _: Sequence[Finding]) -> Iterator[Seen]:
    """By lags and stored offsets of what mqadmin says is not there; by topics that are listed only while nobody is
    connected."""
    unknown = [answer for answer in case.answers if answer.code == _NO_TOPIC and is_user_topic(answer.topic or "")]
    gone = grouped((answer.topic, answer.place) for answer in unknown)
    for topic, places in sorted(gone.items()):
        # Where the group's lag or offset of a topic is counted.
        figures = [figure.place for figure in case.figures if figure.topic == topic and _counts(case, figure)]
        rows = [(look, row) for look, row in case.newest_looks.values() if row.queue.topic == topic and row.diff > 0]
        yield from _still_counted(case, [*figures, *(look.place(row) for look, row in rows)], places, topic=topic)
    if deleted := [answer for answer in case.answers if answer.said.was_deleted]:
        yield from _after_its_deletion(case, deleted)
    offline = set(map(id, snapshots_while_offline(case)))
    for topic, told in left_out_by_brokers(case).items():
        if topic not in gone and offline.issuperset(map(id, told.looks)):
            yield _while_offline(case, topic, told)


def _counts(case: Case, figure: Figure) -> bool:
    lags = figure.name in _LAGS and (figure.number or 0) > 0
    return figure.group == case.group and (lags or figure.name == _STORED)


def _after_its_deletion(case: Case, deleted: Sequence[Answer]) -> Iterable[Seen]:
    """Counted in a session below the deletion of the group (`AdminBrokerProcessor#deleteSubscriptionGroup` leaves its
    offsets, unless it is told otherwise). A client that is still connected makes the group again."""
    figures = [figure for figure in case.figures if _counts(case, figure)]
    later = [one.place for one in figures if any(one.file == each.file and one.line > each.line for each in deleted)]
    return _still_counted(case, later, places_of(deleted))


def _still_counted(
    case: Case, counted: Sequence[EvidenceLine], gone: Sequence[EvidenceLine], *, topic: str = ""
) -> Iterable[Seen]:
    """Of a topic, else of the group itself."""
    wanted = topic in case.wanted_topics if topic else bool(case.live)
    signs: dict[str, object] = {
        "counted": counted,
        "gone": gone,
        "unwanted": Witnesses(not wanted, case.membership.places[:2] if wanted else ()),
    }
    if not topic:
        signs["nobody"] = [answer for answer in case.answers if answer.said.no_consumer_online]
    if counted:
        yield Seen(
            case="topic" if topic else "group",
            signs=signs,
            values={"topic": topic, "group": case.group},
            topics=(topic,) if topic else (),
            evidence=(*counted[:4], *gone[:2]),
        )


def _while_offline(case: Case, topic: str, told: LeftOut) -> Seen:
    """A topic that the group does not subscribe to any more: brokers count it while no client is connected, and leave
    it out while any is."""
    snapshots = told.looks
    rows = [(look, row) for look in snapshots for row in look.rows_of(topic)]
    without = [look for look in case.snapshots if look.whole and topic not in look.topics]
    wanted = case.membership.places[:2] if topic in case.wanted_topics else ()
    return Seen(
        case="offline",
        signs={
            "listed_offline": snapshots,
            "before_and_after": told.before and told.after,
            "unread": Witnesses(len(snapshots) > 1, moves(snapshots, {row.queue for _, row in rows})),
            "often_left_out": len(without) >= _SNAPSHOTS_ENOUGH,
            "unwanted": Witnesses(not wanted, wanted),
        },
        values={"topic": topic, "lag": sum(row.diff for row in snapshots[-1].rows_of(topic))},
        ongoing=not told.after,
        topics=(topic,),
        evidence=[look.place(row) for look, row in rows[:4]],
        since=snapshots[0].at,
        until=snapshots[-1].at if told.after else None,
    )
