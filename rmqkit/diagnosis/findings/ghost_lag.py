"""Does the lag of a group or topic count that does not exist any more, that nobody subscribes to, or that no client
commits, since all of them broadcast?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.giving_out import GivenOut
from rmqkit.diagnosis.facts.brokers_words import Figure
from rmqkit.diagnosis.facts.group import NO_TOPIC
from rmqkit.diagnosis.facts.known import grouped
from rmqkit.diagnosis.facts.logs import EvidenceLine, places_of, topics_of
from rmqkit.diagnosis.finding import Finding
from rmqkit.diagnosis.finding_table import Seen, Witnesses, finding
from rmqkit.diagnosis.relations.lags import LAG_METRICS
from rmqkit.diagnosis.wording import count
from rmqkit.rocketmq.internal_topics import is_user_topic

# statsAll, rocketmq-exporter, the brokers' own metrics; and consumerOffset.json
_LAGS = LAG_METRICS | {"accumulation", "rocketmq_message_accumulation"}
_STORED = "consumer offset"


@finding("ghost_lag")
def ghost_lag(case: Case, _: Sequence[Finding]) -> Iterator[Seen]:
    """By lags and stored offsets of what mqadmin says is not there; and by those that snapshots show of a group whose
    clients keep their offsets to themselves (`LocalFileOffsetStore`, all versions)."""
    behind = [(look, row) for look, row in case.newest_looks.values() if row.queue.is_users and row.diff > 0]
    if case.reported_broadcasting and behind:
        yield Seen(
            case="broadcasting",
            signs={
                "counted": behind,
                "each_broadcasts": case.given_out == GivenOut.TO_EACH and case.membership.complete,
            },
            values={"messages": count(sum(row.diff for _, row in behind), "message")},
            topics=topics_of(row.queue for _, row in behind),
            evidence=[*(look.place(row) for look, row in behind[:4]), *places_of(case.models.values())[:2]],
        )
    unknown = [answer for answer in case.answers if answer.code == NO_TOPIC and is_user_topic(answer.topic or "")]
    gone = grouped((answer.topic, answer.place) for answer in unknown)
    for topic, places in sorted(gone.items()):
        # Where the group's lag or offset of a topic is counted.
        figures = [figure.place for figure in case.figures if figure.topic == topic and _counts(case, figure)]
        rows = [(look, row) for look, row in behind if row.queue.topic == topic]
        yield from _still_counted(case, [*figures, *(look.place(row) for look, row in rows)], places, topic=topic)
    if deleted := [answer for answer in case.answers if answer.said.was_deleted]:
        # Counted in a session below the deletion of the group (`AdminBrokerProcessor#deleteSubscriptionGroup` leaves its
        # offsets, unless it is told otherwise). A client that is still connected makes the group again.
        counted = [figure for figure in case.figures if _counts(case, figure)]
        later = [one for one in counted if any(one.file == each.file and one.line > each.line for each in deleted)]
        yield from _still_counted(case, places_of(later), places_of(deleted))


def _counts(case: Case, figure: Figure) -> bool:
    lags = figure.name in _LAGS and (figure.number or 0) > 0
    return figure.group == case.group and (lags or figure.name == _STORED)


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
            values={"topic": topic},
            topics=(topic,) if topic else (),
            evidence=(*counted[:4], *gone[:2]),
        )
