"""Does the broker refuse the group? By requests answered with a refusal, settings that do not let it consume, or
heartbeats that a broker leaves out without a word."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import chain, pairwise
from typing import NamedTuple

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.lag import Course, lasts, moves
from rmqkit.diagnosis.claims import Severity
from rmqkit.diagnosis.facts.group import NO_TOPIC
from rmqkit.diagnosis.facts.known import distinct, grouped, is_after, latest
from rmqkit.diagnosis.facts.logs import (
    Event,
    EvidenceLine,
    clients_in,
    first_moment,
    places_of,
    queues_in,
    times_of,
    topics_in,
    topics_of,
)
from rmqkit.diagnosis.facts.transitions import SAME_MOMENT
from rmqkit.diagnosis.finding import Finding
from rmqkit.diagnosis.finding_table import Seen, Witnesses, finding, words
from rmqkit.diagnosis.relations.members import broker_of, likely_writers
from rmqkit.diagnosis.relations.offsets import commits_per_queue
from rmqkit.diagnosis.relations.serves import deletions, queues_of
from rmqkit.diagnosis.relations.settings import group_configs
from rmqkit.diagnosis.wording import ranges, short
from rmqkit.formats.naming import natural_order
from rmqkit.language import Phrase, joined
from rmqkit.language.clock import time_of_day
from rmqkit.rocketmq import MessageQueue

sentence = words("not_permitted")
# Answers that say the group may not consume (`ResponseCode`). CODE 1 stands for many things: its words tell.
_NO_PERMISSION, _NO_GROUP, _SYSTEM_ERROR = 16, 26, 1


class _SwitchedOff(NamedTuple):
    """Settings of the group that do not let it consume, on a broker where they tell which. `printed`: mqadmin was asked
    for them; a file of them may be of another time."""

    broker: str | None
    place: EvidenceLine
    printed: bool


@finding("not_permitted")
def not_permitted(case: Case, findings: Sequence[Finding]) -> Iterator[Seen]:
    """By answers that refuse the group, where they last or go on at the end; by its settings; by brokers that do not
    register it. A topic may be made a moment after its consumer starts; consuming is not switched off by accident. A
    refused pop is logged with the words of a refused pull (`DefaultMQPushConsumerImpl#popMessage`, 5.x); access control
    may refuse heartbeats and lists of members as well."""
    refused, disabled = list[Event](), _switched_off(case)
    for event in case.records("refused.requests"):
        codes = (_NO_PERMISSION, NO_TOPIC, _NO_GROUP) if event.tells("refused.pulls") else (_NO_PERMISSION,)
        forbidden = event.code in codes or (event.code == _SYSTEM_ERROR and event.carried.forbidden)
        if event.carried.knows_no_pop or (forbidden and not event.tells("refused.receives")):
            refused.append(event)
    if not lasts(refused):
        recent = [event for event in refused if event.code != NO_TOPIC and case.recent(event)]
        refused = recent or _group_not_made(case, refused)
    if disabled and not refused:
        yield from _settings_forbid(case, disabled)
        return
    by = distinct(_answering(case, event) for event in refused)
    # Where one that answered is not known, it may be any of the cluster.
    named = all(_answering(case, event) for event in refused)
    by = by if named else tuple(sorted(case.brokers | {queue.broker for queue in case.ends}))
    # A refused pull is tried again within seconds.
    again = case.transitions.asked_again if all(event.tells("refused.pulls") for event in refused) else None
    over = bool(by) and all(case.works_since(refused, again, [broker]) for broker in by)
    if refused and (not over or lasts(refused)):
        yield _refuses(case, refused, disabled, over)
    else:
        missing = {topic for finding in findings if finding.id == "topic_missing" for topic in finding.topics}
        yield from _unregistered(case, missing)


def _group_not_made(case: Case, refused: Sequence[Event]) -> list[Event]:
    """The refusals of brokers that did not have the group, and have no offset of it in later snapshots either, of any
    topic: nobody made it there since. A client that another one's coming relieves of such queues asks no more."""
    shown = {queue.broker for look in case.snapshots[-1:] for queue in look.by_queue}
    without = {queue.broker for queue in _never_committed(case, case.topics)} - shown
    newest = latest(look.at for look in case.snapshots)
    told = [event for event in refused if event.code == _NO_GROUP and is_after(newest, event.last_at)]
    return [event for event in told if _answering(case, event) in without]


def _refuses(case: Case, refused: Sequence[Event], disabled: Sequence[_SwitchedOff], over: bool) -> Seen:
    # The brokers whose own log last has the group's settings changed to such as refuse it (`PullMessageProcessor`:
    # consumeEnable, and consumeBroadcastEnable for broadcasting clients).
    newest = {event.file: config for event, config in group_configs(case)}
    broadcasting = case.reported_broadcasting
    closed = {broker_of(case, file) for file, one in newest.items() if not one.lets_in(broadcasting=broadcasting)}
    over = over or _consumption_resumed(case, refused)
    not_made = refused == _group_not_made(case, refused)
    course = Course(refused, lately=not over and (not_made or any(map(case.recent, refused))), over=over)
    # The brokers that refuse the group, as far as their names are known. Those of which only addresses are: as many
    # as there are brokers of which every queue is stuck, or none was ever read, while those of all others move.
    answering = {*closed, *(_answering(case, event) for event in refused)}
    nameless = {e.carried.answered_by or e.address for e in refused if not _answering(case, e)}
    by_broker = grouped((movement.queue.broker, movement.left_standing) for movement in case.user_movements)
    stuck = {broker for broker, of_queues in by_broker.items() if all(of_queues)}
    stuck |= {queue.broker for queue in _never_committed(case, case.topics)} - by_broker.keys()
    others_move = any(not any(of_queues) for of_queues in by_broker.values())
    if None in answering and others_move and None not in nameless and len(stuck) == len(nameless):
        answering |= stuck
    refusing = {broker for broker in answering if broker}
    queues = _refused_queues(case, refused, () if over else refusing)
    deleted = [event for (topic, _), told in deletions(case).items() if topic in _absent(refused) for event in told]
    # What CODE 1 refuses in its words, a broker does not do at all: its settings tell why.
    settled_there = any(event.code == _SYSTEM_ERROR and event.carried.forbidden for event in refused)
    of_pop = any(event.carried.lacks_timer_wheel for event in refused)
    known = {_NO_PERMISSION: "no_permission", NO_TOPIC: "no_topic", _NO_GROUP: "no_group"}
    known |= {_SYSTEM_ERROR: "no_pop"} if of_pop else {}
    codes = distinct(event.code for event in refused)
    why = [sentence("code", code=code, reason=sentence(known.get(code, "forbidden"))) for code in codes]
    too_old = bool(refused) and all(event.carried.knows_no_pop for event in refused)
    return Seen(
        case="too_old" if too_old else "",
        signs={
            "refused": times_of(refused),
            "lasts_by_settings" if settled_there else "lasts": bool(lasts(refused) or disabled or closed or not_made),
            "stuck": Witnesses(refused, case.moved_while(refused)),
        },
        values={"number": len(refusing), "brokers": short(sorted(refusing)), "codes": joined("; ", why)},
        title=None if refusing else sentence("nameless", codes=joined("; ", why)),
        why=joined(" ", _why(case, refused, refusing, queues if course.lately else (), course)),
        course=course,
        topics=case.own_topics(topics_in(refused)),
        queues=queues,
        clients=distinct(event.client_id or likely_writers(case).get(event.file) for event in refused),
        brokers=distinct((*(event.broker for event in refused), *refusing)),
        evidence=[*places_of(deleted), *(event.place_with_reason for event in refused[:6])],
        details={"harm": tuple(_harm(case, refused, deleted)), "too_old": too_old},
    )


def _harm(case: Case, refused: Sequence[Event], deleted: Sequence[Event]) -> Iterator[Phrase]:
    """What a topic's deletion takes away, and what brokers refuse of producers since it is not there: each line is one
    send (`AbstractSendMessageProcessor#msgCheck`, all versions), which a producer tries again at another broker."""
    if deleted:
        yield sentence("lost", topics=joined(", ", topics_in(deleted)))
    absent, since = _absent(refused), first_moment(refused)
    logged = [event for event in case.records("refused.sends_by_brokers") if event.topic in absent]
    sends = [event for event in logged if since and event.at and event.at >= since - SAME_MOMENT]
    if sends:
        by_broker = grouped((broker_of(case, event.file) or event.file, event) for event in sends)
        brokers = joined(", ", [f"{broker} {times_of(own):,}" for broker, own in by_broker.items()])
        yield sentence("sends", number=times_of(sends), topics=joined(", ", absent), brokers=brokers)


def _absent(refused: Sequence[Event]) -> tuple[str, ...]:
    return topics_in(event for event in refused if event.code == NO_TOPIC)


def _why(
    case: Case, refused: Sequence[Event], refusing: Collection[str], unread: Sequence[MessageQueue], course: Course
) -> Iterator[Phrase]:
    yield sentence("times", number=times_of(refused), reason=refused[-1].carried.reason)
    addresses = {event.carried.answered_by or event.address or "" for event in refused} - {""}
    if who := {*refusing, *(case.broker_at(address) or address for address in addresses)}:
        yield sentence("by", brokers=short(sorted(who)))
    if unread:
        yield sentence("unread", queues=ranges(unread))
    if course.silent and course.last:
        yield sentence("silent", moment=time_of_day(course.last))


def _answering(case: Case, event: Event) -> str | None:
    """The broker that a refusal names, else the one whose address stands below its answer, else the only one."""
    if address := event.carried.answered_by or event.address:
        return event.broker or case.broker_at(address)
    routed = {held.broker for topic in case.topics for held in case.routes.get(topic, ())}
    only = len(routed) == 1 and case.routes.keys() >= set(case.topics)
    return event.broker or (routed.pop() if only else None)


def _refused_queues(case: Case, refused: Sequence[Event], refusing: Collection[str]) -> list[MessageQueue]:
    """The queues that the refusals name; else those of the brokers that answered of which the offset is stuck, of which
    nobody ever committed one, or whose topic is not there."""
    if named := [queue for queue in queues_in(refused) if queue.queue >= 0]:
        return named
    stuck = [movement.queue for movement in case.movements.values() if movement.left_standing]
    never = _never_committed(case, topics_in(refused) or case.topics)
    gone = chain.from_iterable(queues_of(case, topic) for topic in _absent(refused))
    return sorted({queue for queue in (*stuck, *never, *gone) if queue.broker in refusing})


def _never_committed(case: Case, topics: Collection[str]) -> list[MessageQueue]:
    """The queues of brokers of which whole snapshots list none of the topic, though they list others', or everybody
    subscribes to it (`AdminBrokerProcessor#getConsumeStats`, all versions). A client commits where it is to begin, 0 as
    a rule, though it is given nothing (`RemoteBrokerOffsetStore#persistAll`, all versions)."""
    committed = [*case.movements, *(commit.queue for commit in case.commits if commit.offset)]
    read = {(queue.topic, queue.broker) for queue in committed}
    listed = {*topics_of(committed), *(case.wanted_topics if case.subscribe_alike and case.snapshots else ())}
    shown = listed.intersection(topics) if all(look.whole for look in case.snapshots) else ()
    queues = chain.from_iterable(queues_of(case, topic) for topic in shown)
    return [queue for queue in queues if (queue.topic, queue.broker) not in read]


def _consumption_resumed(case: Case, refused: Sequence[Event]) -> bool:
    """Whether each client that was refused committed further afterwards, on a refused queue; up to 4.9 a refusal names
    none: then it is any queue of the broker that answered."""
    last = {event.file: event.last_at for event in refused}
    named = {event.message_queue for event in refused}
    brokers = {_answering(case, event) for event in refused if not event.message_queue}
    moved = set[str]()
    for (file, queue), log in commits_per_queue(case).items():
        told = [zip((event.at, event.last_at), event.carried.committed, strict=False) for event in log.events]
        steps = pairwise(chain.from_iterable(told)) if queue in named or queue.broker in brokers else ()
        if any(offset > before and is_after(at, last.get(file)) for (_, before), (at, offset) in steps):
            moved.add(file)
    return bool(last) and moved == set(last)


def _switched_off(case: Case) -> list[_SwitchedOff]:
    """By each broker's newest settings of the group, which getConsumerConfig heads with its cluster and name
    (`GetConsumerConfigSubCommand`), else by what a command printed of them."""
    of_group = [one for one in case.settings if (one.group, one.key) == (case.group, "consumeEnable")]
    of_group.sort(key=lambda setting: (natural_order(setting.file), setting.line))
    if newest := {setting.part: setting for setting in of_group}:
        known = {queue.broker for queue in case.movements} | case.brokers
        off = [(part or "", setting) for part, setting in newest.items() if setting.value == "false"]
        parts = [(part.rpartition(":")[2], setting) for part, setting in off]
        return [_SwitchedOff(name if name in known else None, one.place, False) for name, one in parts]
    return [_SwitchedOff(None, answer.place, True) for answer in case.answers if answer.said.consuming_disabled]


def _settings_forbid(case: Case, disabled: Sequence[_SwitchedOff]) -> Iterator[Seen]:
    """A group that nobody was seen to use may be switched off for good."""
    named = [one.broker for one in disabled]
    brokers = () if None in named else distinct(named)
    refused = [movement for movement in case.user_movements if not brokers or movement.queue.broker in brokers]
    moved = moves(case.snapshots[-2:], {movement.queue for movement in refused})
    if moved and not any(one.printed for one in disabled):
        return
    waits, used = any(movement.waits for movement in refused), bool(refused or case.live)
    severity = Severity.CRITICAL if waits else Severity.WARNING if used else Severity.NOTICE
    yield Seen(
        case="switched_off",
        signs={"disabled": disabled, "stuck": Witnesses(disabled, moved)},
        title=None if brokers else sentence("switched_off_somewhere"),
        severity=Severity.NOTICE if moved else severity,
        topics=case.topics,
        queues=[movement.queue for movement in refused if movement.left_standing] if brokers else (),
        brokers=brokers,
        evidence=places_of(disabled[:6]),
    )


def _unregistered(case: Case, missing: Collection[str]) -> Iterator[Seen]:
    """From 5.1.1 a broker leaves out the heartbeats of a group that it does not know (autoCreateSubscriptionGroup off,
    `ClientManageProcessor#heartBeat`). Its client never gets a list of members, and no retry topic is made. Clients of
    topics that do not exist find no broker at all, which tells nothing of the group."""
    failed = [event for event in case.records("refused.rebalances") if event.topic not in missing]
    lately = [event for event in failed if case.recent(event)]
    lists = case.records("refused.lists")
    only_missing = bool(missing) and {event.topic for event in lately} <= {case.retry_topic}
    shared_out = any(is_after(one.last_at, first_moment(lately)) for one in case.records("holds.shares"))
    seen = case.channels or case.rosters or shared_out or any(event.carried.unreachable for event in lists)
    if not lately or not lasts(failed) or only_missing or seen:
        return
    yield Seen(
        case="not_registered",
        signs={"never_listed": times_of(lately), "no_retry_topic": case.without_retry_topic},
        topics=case.own_topics(topics_in(lately)),
        clients=clients_in(lately),
        evidence=(*places_of(lately[:4]), *places_of(case.without_retry_topic[:4])),
        since=first_moment(lately),
        details={"group_unknown": True},
    )
