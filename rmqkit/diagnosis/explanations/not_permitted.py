"""Does the broker refuse the group?

Pulls answered with a refusal, or heartbeats left out without a word.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import chain, pairwise

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.lag import Course, Movement, lasts, moves
from rmqkit.diagnosis.case.members import broker_of, likely_writers
from rmqkit.diagnosis.case.topic_queues import queues_of
from rmqkit.diagnosis.claims import Claim, Severity, core, follows, need
from rmqkit.diagnosis.commands import BROKER_CONFIG, CLIENT_LOG, GROUPS
from rmqkit.diagnosis.explanation import CAUSE, Explanation, Findings
from rmqkit.diagnosis.facts.brokers_words import Setting, broker_versions
from rmqkit.diagnosis.facts.known import distinct, grouped, is_after, latest
from rmqkit.diagnosis.facts.logs import (
    Commit,
    Event,
    EvidenceLine,
    clients_in,
    first_moment,
    last_moment,
    places_of,
    queues_in,
    times_of,
    topics_in,
    topics_of,
)
from rmqkit.diagnosis.wording import ranges, short
from rmqkit.formats.file_names import natural_order
from rmqkit.formats.logs.carried.record import POP_MESSAGE
from rmqkit.language import Phrase, joined, say, say_counted
from rmqkit.language.clock import time_of_day
from rmqkit.rocketmq import MessageQueue

REFUSED = "not_permitted"
# Pull answers that say the group may not consume (`ResponseCode`): no permission, no
# topic, no group.
_NO_TOPIC = 17
_SYSTEM_ERROR = 1
# A refused pop is logged with the words of a refused pull (`DefaultMQPushConsumerImpl#popMessage`,
# 5.x); access control may refuse heartbeats and lists of members as well.
_REQUEST = "pull_rejected"
_OTHERS = ("heartbeat_failed", "consumer_list_failed")
_NO_PERMISSION = 16
_ENABLED = "consumeEnable"
_REFUSALS = {16: say("no permission"), 17: say("the topic does not exist"), 26: say("the group does not exist")}


_RECEIVES = ("receive_failed", _REQUEST, "pop_failed")


def claims(case: Case, findings: Findings) -> Iterable[Claim]:
    """By answers that refuse the group, again and again; by its settings; by a group that no broker registers; by
    brokers that are too old for its clients."""
    return chain(_refuses_the_group(case, findings), _too_old(case))


def _refuses_the_group(case: Case, findings: Findings) -> Iterable[Claim]:
    refused, disabled = _refused(case), _disabled(case)
    if disabled and not refused:
        return _switched_off(case, disabled)
    over = _works_again(case, refused)
    if not refused or (over and not lasts(refused)):
        missing = {topic for finding in findings if finding.id == "topic_missing" for topic in finding.topics}
        return filter(None, [_not_registered(case, missing)])
    return [_refusal(case, refused, over)]


def _too_old(case: Case) -> Iterable[Claim]:
    """By brokers that do not know the request by which clients ask for messages: a proxy pops for gRPC clients, and so
    does a push consumer in pop mode; a broker of 4.x knows no pop."""
    failed = case.events_named(*_RECEIVES, source="client")
    unknown = [event for event in failed if event.broker and event.carried.knows_no_pop]
    for broker, events in grouped((event.broker, event) for event in unknown).items():
        yield _too_old_claim(case, broker or "", events)


def _too_old_claim(case: Case, broker: str, events: Sequence[Event]) -> Claim:
    topics = topics_in(events)
    own = [movement for movement in case.user_movements if _is_at(movement, broker, topics)]
    moved = _moved_after_the_first(case, events, own)
    course = Course(events, any(map(case.recent, events)), over=bool(moved))
    version = broker_versions(case.figures).get(broker)
    goes_on = course.lately and not course.over
    return Claim(
        REFUSED,
        say("{broker} does not know the request by which the clients ask for messages (pop)", broker=broker),
        joined(
            " ",
            [
                say(
                    "gRPC clients get their messages by pop, which a proxy asks of the broker and brokers know from 5.0.0 "
                    "on: each receive from {broker} is answered with `request type 200050 not supported`, and none of "
                    "these clients reads its queues.",
                    broker=broker,
                ),
                say("{broker} is of version {version}.", broker=broker, version=version) if version else "",
            ],
        ),
        Severity.CRITICAL if goes_on else Severity.NOTICE,
        signs=(
            core(say("the broker does not know the request for messages"), times_of(events)),
            need(say("it answers so for longer than a start takes"), lasts(events), command=CLIENT_LOG),
            follows(say("what is refused does not move"), len(own), against=moved),
        ),
        ongoing=not course.over,
        topics=case.own_topics(topics),
        queues=tuple(sorted(movement.queue for movement in own if movement.left_standing)),
        clients=clients_in(events),
        brokers=(broker,),
        evidence=(*places_of((*events[:2], *events[2:][-1:])), *_version_places(case, broker)),
        since=course.since,
        until=course.until,
        details={"request_unknown": POP_MESSAGE},
    )


def _is_at(movement: Movement, broker: str, topics: Collection[str]) -> bool:
    return movement.queue.broker == broker and (not topics or movement.queue.topic in topics)


def _moved_after_the_first(case: Case, events: Iterable[Event], own: Iterable[Movement]) -> tuple[EvidenceLine, ...]:
    """Looks after the first of the answers that show the broker's queues move."""
    later = [look for look in case.snapshots if is_after(look.at, first_moment(events))]
    return moves(later, {movement.queue for movement in own})


def _version_places(case: Case, broker: str) -> list[EvidenceLine]:
    """Where the broker's version is told."""
    return [figure.place for figure in case.figures if figure.teller == broker and figure.name == "version"]


def _refused(case: Case) -> list[Event]:
    """Refused requests for messages, where they last or go on at the end.

    A topic may be made a moment after its consumer starts; consuming is not switched
    off by accident.
    """
    answered = case.events_named(_REQUEST, source="client")
    asked = case.events_named(*_OTHERS, source="client")
    refused = [event for event in (*answered, *asked) if _is_refusal(event)]
    if lasts(refused):
        return refused
    return [event for event in refused if event.code != _NO_TOPIC and case.recent(event)]


def _is_refusal(event: Event) -> bool:
    codes = _REFUSALS if event.event == _REQUEST else (_NO_PERMISSION,)
    return event.code in codes or _forbidden(event)


def _forbidden(event: Event) -> bool:
    """CODE 1 stands for many things; the words tell that a broker does not do this at all (pop
    without its timer)."""
    return event.code == _SYSTEM_ERROR and event.carried.forbidden


def _refusal(case: Case, refused: Sequence[Event], over: bool) -> Claim:
    over, closed = over or _went_on(case, refused), _switched_off_by_their_logs(case)
    course = Course(refused, lately=not over and any(map(case.recent, refused)), over=over)
    times, refusing = times_of(refused), _refusing(case, refused, closed)
    queues = _refused_queues(case, refused, () if over else refusing)
    return Claim(
        REFUSED,
        _refusal_title(_codes_text(refused), sorted(refusing)),
        joined(" ", _refusal_why(refused, refusing, queues if course.lately else (), course)),
        Severity.CRITICAL if course.lately else Severity.NOTICE,
        signs=(
            core(say("brokers refuse what the clients ask for"), times),
            need(
                say("they do so for longer than a start takes"),
                lasts(refused) or _disabled(case) or closed,
                command=_command(refused),
            ),
            follows(say("what is refused does not move"), len(refused), against=case.moved_while(refused)),
        ),
        ongoing=not over,
        topics=case.own_topics(topics_in(refused)),
        queues=queues,
        clients=_refused_clients(case, refused),
        brokers=distinct((*(event.broker for event in refused), *sorted(refusing))),
        evidence=tuple(event.place_with_reason for event in refused[:6]),
        since=course.since,
        until=course.until,
    )


def _refused_clients(case: Case, refused: Iterable[Event]) -> tuple[str, ...]:
    return distinct(event.client_id or likely_writers(case).get(event.file) for event in refused)


def _refusal_why(
    refused: Sequence[Event], refusing: Collection[str], unread: Sequence[MessageQueue], course: Course
) -> list[Phrase | str]:
    reason = refused[-1].carried.reason
    return [
        say("Clients were refused {times:,} times: {reason}", times=times_of(refused), reason=reason),
        _by_whom(refused, refusing),
        say("Read by nobody: {queues}.", queues=ranges(unread)) if unread else "",
        _not_again(course),
    ]


def _refusal_title(codes: Phrase, brokers: Sequence[str]) -> Phrase:
    if not brokers:
        return say("Brokers refuse the group ({codes})", codes=codes)
    return say_counted(
        len(brokers),
        "{brokers} refuses the group ({codes})",
        "{brokers} refuse the group ({codes})",
        brokers=short(brokers),
        codes=codes,
    )


def _refusing(case: Case, refused: Sequence[Event], closed: Collection[str | None]) -> set[str]:
    """The brokers that refuse the group, as far as their names are known."""
    refusing = {*closed, *(_answering(case, event) for event in refused)}
    if None in refusing:
        refusing |= _nameless_by_their_queues(case, refused)
    return {broker for broker in refusing if broker}


def _refused_queues(case: Case, refused: Sequence[Event], refusing: Collection[str]) -> tuple[MessageQueue, ...]:
    """The queues that the refusals name; else those of the brokers that answered of which the offset stands, or of
    which nobody ever committed one."""
    standing = [movement.queue for movement in case.movements.values() if movement.left_standing]
    topics = topics_in(refused) or case.topics
    queues = [queue for queue in (*standing, *_never_read(case, topics)) if queue.broker in refusing]
    return queues_in(refused) or tuple(sorted(queues))


def _never_read(case: Case, topics: Collection[str]) -> list[MessageQueue]:
    """The queues of brokers of which no look shows a queue of the topic, though looks that are whole show others': the
    group never committed an offset there. Its members' words of commits tell as well."""
    if not all(look.whole for look in case.snapshots):
        return []
    committed = [*case.movements, *(commit.queue for commit in case.commits)]
    read = {(queue.topic, queue.broker) for queue in committed}
    seen = frozenset(topics).intersection(topics_of(committed))
    queues = chain.from_iterable(queues_of(case, topic) for topic in topics if topic in seen)
    return [queue for queue in queues if (queue.topic, queue.broker) not in read]


def _nameless_by_their_queues(case: Case, refused: Sequence[Event]) -> set[str]:
    """The brokers of which only addresses are told: as many as there are of which every queue is left standing, or
    none was ever read, while those of all others move."""
    nameless = _addresses_without_name(case, refused)
    of_brokers = grouped((movement.queue.broker, movement.left_standing) for movement in case.user_movements)
    standing = {broker for broker, stand in of_brokers.items() if all(stand)}
    standing |= {queue.broker for queue in _never_read(case, case.topics)} - of_brokers.keys()
    moving = [broker for broker, stand in of_brokers.items() if not any(stand)]
    return standing if moving and None not in nameless and len(standing) == len(nameless) else set()


def _addresses_without_name(case: Case, refused: Sequence[Event]) -> set[str | None]:
    """The addresses of brokers that answered and whose names nothing tells; None for one without an address."""
    return {event.carried.answered_by or event.address for event in refused if not _answering(case, event)}


def _switched_off_by_their_logs(case: Case) -> set[str | None]:
    """The brokers whose own log last has the group's settings changed to such as refuse it
    (`PullMessageProcessor`: consumeEnable, and consumeBroadcastEnable for broadcasting clients)."""
    changes = case.events_named("group_config_created", "group_config_updated", source="broker")
    told = ((event.file, event.carried.group_config) for event in changes)
    newest = {file: config for file, config in told if config and config.group == case.group}
    broadcasting = case.told_broadcasting
    refusing = (file for file, config in newest.items() if not config.lets_in(broadcasting=broadcasting))
    return {broker_of(case, file) for file in refusing}


def _works_again(case: Case, refused: Sequence[Event]) -> bool:
    """Whether looks show the queues of every broker that refused consumed again; one look alone
    does by what was read last."""
    last, by = last_moment(refused), _who_may_have_refused(case, refused)
    if last is None or not by:
        return False
    return all(case.works_since(refused, brokers=[broker]) or case.read_after(last, broker) for broker in by)


def _who_may_have_refused(case: Case, refused: Sequence[Event]) -> Collection[str]:
    """The brokers that answered; any of the cluster where one of them is not known."""
    answering = {_answering(case, event) for event in refused}
    if None not in answering:
        return distinct(answering)
    return case.brokers | {queue.broker for queue in case.ends}


def _went_on(case: Case, refused: Sequence[Event]) -> bool:
    """Whether each client that was refused committed further on a refused queue afterwards."""
    last = {event.file: event.last_at for event in refused}
    by_client = grouped(((commit.file, commit.queue), commit) for commit in _of_refused_queues(case, refused))
    steps = chain.from_iterable(map(pairwise, by_client.values()))
    moved = {now.file for one, now in steps if now.offset > one.offset and is_after(now.at, last.get(now.file))}
    return bool(last) and moved == set(last)


def _of_refused_queues(case: Case, refused: Sequence[Event]) -> list[Commit]:
    """What was committed there, in the order of time. Up to 4.9 a refusal names no queue: then it
    is any queue of the broker that answered."""
    named = {event.message_queue for event in refused}
    brokers = {_answering(case, event) for event in refused if not event.message_queue}
    own = [commit for commit in case.commits if commit.queue in named or commit.queue.broker in brokers]
    return sorted(own, key=lambda commit: commit.at)


def _answering(case: Case, event: Event) -> str | None:
    """The broker that a refusal names, else the one whose address stands below its answer."""
    address = event.carried.answered_by or event.address
    return event.broker or (case.broker_at(address) if address else None)


def _not_again(course: Course) -> Phrase | str:
    if not course.silent or course.last is None:
        return ""
    return say("Not said again since {moment}, and nothing shows that it may since.", moment=time_of_day(course.last))


@dataclass(frozen=True)
class _SwitchedOff:
    """Settings of the group that do not let it consume, on a broker where they tell which, at a moment if known.
    `printed`: mqadmin was asked for them; a file of them may be of another time."""

    broker: str | None
    at: datetime | None
    place: EvidenceLine
    printed: bool = False


def _disabled(case: Case) -> list[_SwitchedOff]:
    """By each broker's newest settings of the group, else by what a command printed of them."""
    settings = [setting for setting in case.settings if (setting.group, setting.key) == (case.group, _ENABLED)]
    settings.sort(key=lambda setting: (natural_order(setting.file), setting.line))
    newest = {setting.part: setting for setting in settings}.values()
    if newest:
        off = (setting for setting in newest if setting.value == "false")
        return [_SwitchedOff(_broker_of_settings(case, setting), None, setting.place) for setting in off]
    return _printed_off(case)


def _printed_off(case: Case) -> list[_SwitchedOff]:
    answers = [answer for answer in case.answers if answer.said.consuming_disabled]
    return [_SwitchedOff(None, answer.at, answer.place, printed=True) for answer in answers]


def _broker_of_settings(case: Case, setting: Setting) -> str | None:
    """getConsumerConfig heads each broker's settings with its cluster and name (`GetConsumerConfigSubCommand`)."""
    name = (setting.part or "").rpartition(":")[2]
    return name if name in {queue.broker for queue in case.movements} | case.brokers else None


def _switched_off(case: Case, disabled: Sequence[_SwitchedOff]) -> Iterable[Claim]:
    """A broker refuses every pull of a group that may not consume (`PullMessageProcessor`: CODE 16, all versions)."""
    brokers = _brokers_off(disabled)
    refused = [movement for movement in case.user_movements if not brokers or movement.queue.broker in brokers]
    moved = _moved_since(case, disabled, refused)
    printed = any(one.printed for one in disabled)
    if moved and not printed:
        return
    yield Claim(
        REFUSED,
        _where_off(brokers),
        say("A broker refuses every pull of a group that may not consume, with CODE 16."),
        Severity.NOTICE if moved else _refuses(case, refused),
        signs=(
            core(say("a broker's settings of the group do not let it consume"), len(disabled)),
            follows(say("what is refused does not move"), len(disabled), against=moved),
        ),
        topics=case.topics,
        queues=_standing(refused) if brokers else (),
        brokers=brokers,
        evidence=places_of(disabled[:6]),
    )


def _refuses(case: Case, refused: Sequence[Movement]) -> Severity:
    """A group that nobody was seen to use may be switched off for good."""
    if any(movement.waits for movement in refused):
        return Severity.CRITICAL
    return Severity.WARNING if refused or case.live else Severity.NOTICE


def _standing(refused: Iterable[Movement]) -> tuple[MessageQueue, ...]:
    return tuple(movement.queue for movement in refused if movement.left_standing)


def _brokers_off(disabled: Sequence[_SwitchedOff]) -> tuple[str, ...]:
    """The brokers that have it off; none are named where one of them is not known."""
    brokers = [one.broker for one in disabled]
    return () if None in brokers else distinct(brokers)


def _where_off(brokers: Sequence[str]) -> Phrase:
    if not brokers:
        return say("Consuming is switched off for the group (consumeEnable=false)")
    return say("Consuming is switched off for the group on {brokers} (consumeEnable=false)", brokers=short(brokers))


def _moved_since(case: Case, disabled: Iterable[_SwitchedOff], refused: Iterable[Movement]) -> tuple[EvidenceLine, ...]:
    """Looks after the settings were read that show what is refused move: the newest two where no moment is told."""
    looks, moment = case.snapshots, latest(one.at for one in disabled)
    later = [look for look in looks if is_after(look.at, moment)] if moment else looks[-2:]
    return moves(later, frozenset(movement.queue for movement in refused))


def _command(refused: Sequence[Event]) -> str:
    """What is refused to everybody stands in the broker's settings."""
    return BROKER_CONFIG if any(map(_forbidden, refused)) else CLIENT_LOG


def _by_whom(refused: Sequence[Event], refusing: Collection[str]) -> Phrase | str:
    """Which brokers it is, by name and by the addresses below their answers."""
    addresses = sorted({event.carried.answered_by or event.address or "" for event in refused} - {""})
    who = [*sorted(refusing), *addresses]
    return say("It was refused by {brokers}.", brokers=short(who)) if who else ""


def _codes_text(refused: Sequence[Event]) -> Phrase:
    elsewhere = say("not allowed on this broker")
    codes = distinct(event.code for event in refused)
    refusals = [say("CODE {code}: {reason}", code=code, reason=_REFUSALS.get(code, elsewhere)) for code in codes]
    return joined("; ", refusals)


def _not_registered(case: Case, missing: Collection[str]) -> Claim | None:
    """From 5.1.1 a broker leaves out the heartbeats of a group that it does not
    know, without a word.

    The client then never gets a list of members (`ClientManageProcessor#heartBeat`,
    autoCreateSubscriptionGroup off), and no retry topic is made for the group.
    """
    failed = _never_listed(case, missing)
    lists = case.events_named("consumer_list_failed", source="client")
    unreached = any(event.carried.unreachable for event in lists)
    if not failed or case.channels or case.rosters or unreached:
        return None
    answers = [answer for answer in case.answers if answer.code == _NO_TOPIC]
    unknown = [answer for answer in answers if answer.said.names(case.retry_topic)]
    return Claim(
        REFUSED,
        say("Brokers do not register the group's clients: the group does not exist there"),
        say(
            "The clients run and never get a list of members; the group has no retry topic, "
            "which a broker makes with the first heartbeat that it accepts.",
        ),
        Severity.CRITICAL,
        signs=(
            follows(say("clients never get a list of members"), times_of(failed)),
            need(say("the group has no retry topic"), len(unknown), command=GROUPS),
        ),
        clients=clients_in(failed),
        topics=case.own_topics(topics_in(failed)),
        evidence=(*places_of(failed[:4]), *places_of(unknown[:4])),
        since=first_moment(failed),
        details={"group_unknown": True},
    )


def _never_listed(case: Case, missing: Collection[str]) -> list[Event]:
    """Rebalances that fail again and again, up to the end of their logs, for want of a list of members.

    Clients of topics that do not exist find no broker at all, which tells nothing of the group.
    """
    failed = [event for event in case.own_events("rebalance_failed", source="client") if event.topic not in missing]
    lately = [event for event in failed if case.recent(event)]
    if missing and {event.topic for event in lately} <= {case.retry_topic}:
        return []
    return lately if lasts(failed) else []


EXPLANATION = Explanation(
    id=REFUSED,
    rank=60,
    claims=claims,
    command=CLIENT_LOG,
    messages=frozenset(
        {
            "answer_unknown",
            "consumer_list_failed",
            "pop_failed",
            "pull_rejected",
            "rebalance_failed",
            "receive_failed",
            "request_not_supported",
        }
    ),
    suspected=say("The broker may refuse the group"),
    shown_by=need(say("refused requests in a client's log"), met=False, command=CLIENT_LOG),
    kind=CAUSE,
    what="The broker refuses the group: consuming or broadcasting is disabled, the group or topic "
    "is unknown, or there is no permission.",
    confirm="The client's log: pull exceptions with CODE 16, 17 or 26.",
    remedy=(
        "CODE 16: switch consuming on (mqadmin updateSubGroup -g GROUP -s true, for "
        "broadcasting -d true as well), or give the topic read permission.",
        "CODE 17: create the topic. CODE 26: create the group (mqadmin updateSubGroup -c CLUSTER -g GROUP).",
    ),
    do_not=("Do not restart clients before the setting is changed: it changes nothing.",),
)
