"""Is a broker behind with what its own figures count: with entering messages into queues, with
copying them to a slave, with giving back what pop consumers did not confirm?"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from itertools import chain

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.lag import Backlog, Course, Look, Movement, Reached, looks_told
from rmqkit.diagnosis.case.members import broker_of
from rmqkit.diagnosis.claims import Claim, Rival, Severity, Sign, about, core, follows, need
from rmqkit.diagnosis.commands import BROKER_LOG, BROKER_METRICS, BROKER_STATUS, HA_STATUS, PROGRESS
from rmqkit.diagnosis.explanation import CAUSE, Explanation, Findings
from rmqkit.diagnosis.facts.brokers_words import Figure, Setting, broker_versions, looks_by_teller
from rmqkit.diagnosis.facts.known import grouped, is_after
from rmqkit.diagnosis.facts.logs import Event, EvidenceLine, places_of, span_of, times_of
from rmqkit.diagnosis.facts.names import folder_of
from rmqkit.diagnosis.facts.transitions import LASTING_FAILURES, REVIVED_IN_TIME
from rmqkit.diagnosis.wording import count
from rmqkit.formats.figures_text import slave_in
from rmqkit.language import Phrase, joined, say
from rmqkit.rocketmq import MessageQueue, Version

# brokerStatus of all versions, rocketmq-exporter, and the brokers' own metrics (5.1.0 and later)
_NOT_DISPATCHED = frozenset(
    {"dispatchBehindBytes", "rocketmq_brokeruntime_dispatch_behind_bytes", "rocketmq_storage_dispatch_behind_bytes"}
)
# `PopMetricsManager` (5.1.0 and later): the unit of both is milliseconds, and the exporter of later
# versions appends it to the name; the lag counts entries all the same.
_REVIVE_LAG = frozenset({"rocketmq_pop_revive_lag", "rocketmq_pop_revive_lag_milliseconds"})
_REVIVE_LATENCY = frozenset({"rocketmq_pop_revive_latency", "rocketmq_pop_revive_latency_milliseconds"})
# `ReputMessageService` works every millisecond, and a slave asks for more as soon as it has written
# what came: what one look shows below this is on its way.
_BYTES_ON_THEIR_WAY = 1 << 20
# What a master says of a slave, and a slave of its master (store.log).
_OF_SLAVE = ("ha_slave_connected", "ha_slave_lost", "ha_slave_ahead")
_OF_MASTER = "ha_client_lost"
_SENT_TO_THE_SLAVE = say("The settings of the group send its clients there (brokerId).")
# Of rounds, so many show where it goes.
_FEWEST_ROUNDS = 3


def _claim(
    backlog: Backlog,
    finding_id: str,
    command: str,
    title: Phrase,
    why: Phrase,
    seen: Phrase,
    rival: tuple[Phrase, bool],
    *,
    signs: Sequence[Sign] = (),
    topics: Sequence[str] = (),
    evidence: Sequence[EvidenceLine] = (),
    details: dict[str, object],
) -> Claim:
    """What such a figure shows: that it is behind, and, which a proof cannot do without, that it gets no nearer while
    somebody looks. `rival`: what else would look the same, and whether it is refuted."""
    nearer = [backlog.looks[-1].place] if backlog.gets_nearer else []
    no_nearer = say("it is not getting nearer from look to look")
    innocent, refuted = rival
    return Claim(
        finding_id,
        title,
        why,
        Severity.WARNING if backlog.gets_no_nearer else Severity.NOTICE,
        signs=(
            core(seen, len(backlog.looks)),
            need(no_nearer, backlog.gets_no_nearer, command=command, against=nearer),
            *signs,
        ),
        rivals=(Rival(innocent, refuted, command),),
        topics=tuple(topics),
        brokers=(backlog.teller,),
        evidence=(*places_of(backlog.looks[-6:]), *evidence),
        since=backlog.looks[0].at,
        details=details,
    )


def _behind_by(amount: float) -> Reached:
    """No figure tells a place, only how far it is from the end, in bytes or messages."""
    return Reached(-int(amount), int(amount))


def _behind(case: Case, is_asked: Callable[[Figure], bool], at_least: float = 1) -> list[Backlog]:
    """Every asked figure that says at its newest look that something is behind by so much."""
    figures = (figure for figure in case.figures if is_asked(figure) and figure.number is not None)
    seen = [
        Backlog(
            teller,
            slave_in(name, "diff") or queue,
            tuple(Look(figure.at, _behind_by(figure.number or 0), figure.place) for figure in looks),
        )
        for (teller, name, queue), looks in looks_by_teller(figures).items()
    ]
    return [backlog for backlog in seen if backlog.behind >= at_least]


def _stays_behind(figures: Iterable[Backlog]) -> list[Backlog]:
    """Those that get no nearer, or are behind by more bytes than are just on their way."""
    return [backlog for backlog in figures if backlog.gets_no_nearer or backlog.behind >= _BYTES_ON_THEIR_WAY]


def _index(case: Case, _: Findings) -> Iterable[Claim]:
    """By the bytes that the broker itself says are stored and not dispatched; by a replica that is gone and counts."""
    yield from _unconfirmed(case)
    for backlog in _stays_behind(_behind(case, lambda figure: figure.name in _NOT_DISPATCHED)):
        yield _claim(
            backlog,
            INDEX.id,
            BROKER_STATUS,
            say(
                "{broker} has {bytes:,} bytes stored that its queues do not show",
                broker=backlog.teller,
                bytes=backlog.behind,
            ),
            say(
                "The broker writes messages to its commit log and does not enter them into its "
                "queues: nobody can read them, and no lag counts them."
            ),
            say("the broker says that stored messages are not dispatched"),
            (say("it still enters what it found at its start"), backlog.gets_no_nearer),
            topics=case.topics,
            details={"bytes": backlog.behind},
        )


def _unconfirmed(case: Case) -> Iterator[Claim]:
    """By a master's own log: it cannot take a replica out of its SyncStateSet, and enters only what all in it have
    confirmed. `dispatchBehindBytes` does not count it, which ends at what is confirmed as well."""
    kept = [event for event in case.events_named("sync_state_kept") if event.carried.replica_not_dropped]
    for broker, events in grouped((event.broker or broker_of(case, event.file), event) for event in kept).items():
        course = Course(events, any(map(case.recent, events)), over=False)
        if broker and course.lately:
            yield _unconfirmed_claim(case, broker, events, course)


def _unconfirmed_claim(case: Case, broker: str, events: Sequence[Event], course: Course) -> Claim:
    """An idle broker shows the same ends as one whose queues end too early, so what it stores has to be seen too."""
    tellers = {broker, *(event.address for event in events)}
    queues, stored = _ends_that_stand(case, broker, course.since), _stores_more(case, tellers)
    return Claim(
        INDEX.id,
        say("{broker} enters nothing new into its queues: a replica that is gone still counts", broker=broker),
        say(
            "In controller mode a master enters into its queues only what all replicas of its SyncStateSet have confirmed. "
            "One of them is gone, and without a controller leader the master cannot take it out: what it stores since then "
            "nobody can read, and no lag counts it."
        ),
        Severity.WARNING,
        signs=(
            core(say("a replica that is gone stays in the SyncStateSet"), times_of(events)),
            need(say("for longer than an election takes"), span_of(events) >= LASTING_FAILURES, command=BROKER_LOG),
            need(
                say("the ends of its queues stand while those of other brokers grow"),
                len(queues),
                command=PROGRESS,
                against=_ends_that_grow(case, broker, course.since),
            ),
            need(say("its commit log grows meanwhile"), len(stored), command=BROKER_STATUS),
            need(_WAITS_FOR_ALL, _waits_for_all(case, tellers), command=BROKER_STATUS),
        ),
        **about(queues) | {"brokers": (broker,)},
        evidence=places_of((*events[:2], *events[2:][-1:], *stored[:1], *stored[1:][-1:])),
        since=course.since,
    )


_WAITS_FOR_ALL = say("its version waits for all replicas (5.1.1 to 5.1.4, later with allAckInSyncStateSet=true)")
_WAITING_VERSIONS = (Version(5, 1, 1), Version(5, 2, 0))


def _waits_for_all(case: Case, tellers: Collection[str | None]) -> bool:
    """Whether the broker is known to (`CommitLog#getConfirmOffset`)."""
    first, beyond = _WAITING_VERSIONS
    told = [version for teller, version in broker_versions(case.figures).items() if teller in tellers]
    settings = (setting.value for setting in case.settings if setting.key == "allAckInSyncStateSet")
    return any(first <= version < beyond for version in told) or "true" in settings


def _ends_that_stand(case: Case, broker: str, since: datetime | None) -> list[MessageQueue]:
    """Its queues to which looks after a moment show nothing come while queues of the same topics on other brokers are
    fed."""
    fed = {movement.queue.topic for movement in case.user_movements if movement.fed}
    own = [movement for movement in _movements_on(case, broker) if movement.looked > 1]
    still = [one.queue for one in own if not one.arrived and is_after(one.looks[0].at, since)]
    return [queue for queue in still if queue.topic in fed]


def _ends_that_grow(case: Case, broker: str, since: datetime | None) -> list[EvidenceLine]:
    """Looks well after a moment that show messages come to its queues."""
    fed = [movement for movement in _movements_on(case, broker) if movement.fed]
    return [movement.place for movement in fed if is_after(movement.looks[0].at, since)]


def _movements_on(case: Case, broker: str) -> list[Movement]:
    return [movement for movement in case.user_movements if movement.queue.broker == broker]


def _stores_more(case: Case, tellers: Collection[str | None]) -> list[Figure]:
    """The looks at the end of its commit log, where that grew."""
    ends = [figure for figure in case.figures if figure.name == "commitLogMaxOffset" and figure.teller in tellers]
    grew = len(ends) > 1 and (ends[-1].number or 0) > (ends[0].number or 0)
    return ends if grew else []


def _slave(case: Case, _: Findings) -> Iterable[Claim]:
    """By what the master says of each of its slaves (haStatus, 5.0.0 and later), else by what it logs every minute."""
    asked = _behind(case, lambda figure: slave_in(figure.name, "diff") is not None)
    sent = _sent_to_a_slave(case)
    for backlog in _stays_behind(asked or _told_by_masters(case)):
        slave = str(backlog.of or say("its slave"))
        stands = _confirmed_alike(case, backlog.teller, slave)
        yield _claim(
            backlog,
            SLAVE.id,
            HA_STATUS,
            say("A slave of {master} is {bytes:,} bytes behind", master=backlog.teller, bytes=backlog.behind),
            joined(" ", [_lacks(slave, backlog.teller), *([_SENT_TO_THE_SLAVE] if sent else [])]),
            say("the master says that the slave lacks what it stored"),
            (say("the slave was just started and copies what it lacks"), backlog.gets_no_nearer),
            signs=(follows(say("the slave confirms nothing new"), len(stands) > 1),),
            evidence=[*(setting.place for setting in sent[:2]), *(look.place for look in stands[-2:])],
            details={"bytes": backlog.behind, "slave": slave},
        )


def _lacks(slave: str, master: str) -> Phrase:
    return say(
        "{slave} does not have what its master {master} stored last: whoever reads from "
        "the slave does not see it, and it is lost if the master is.",
        slave=slave,
        master=master,
    )


def _sent_to_a_slave(case: Case) -> list[Setting]:
    """The group's settings that have its clients read from a slave (`PullMessageProcessor`, all versions: the broker
    suggests `SubscriptionGroupConfig.brokerId` where `slaveReadEnable` is on)."""
    own = [setting for setting in case.settings if setting.group == case.group and setting.key == "brokerId"]
    return [setting for setting in own if setting.value not in ("0", "")]


def _told_by_masters(case: Case) -> list[Backlog]:
    """`BrokerController#printMasterAndSlaveDiff`: what the master stored less what any slave has confirmed.

    A master that has no slave prints all that it stored: it counts only where a slave of it was seen.
    """
    by_log = grouped((event.file, event) for event in case.events_named("slave_behind_told"))
    with_slave = [file for file in by_log if _has_slave(case, file, alone=len(by_log) == 1)]
    masters = [_told_by_master(case, file, by_log[file]) for file in with_slave]
    return [backlog for backlog in masters if backlog.waits]


def _told_by_master(case: Case, file: str, events: Iterable[Event]) -> Backlog:
    looks = (looks_told(event, map(_behind_by, event.carried.slave_behind)) for event in events)
    return Backlog(broker_of(case, file) or file, None, tuple(chain.from_iterable(looks)))


def _has_slave(case: Case, file: str, *, alone: bool) -> bool:
    """Whether the master that wrote a log tells of a slave, or a slave of the only master whose log is there, or
    clusterList has one of that broker."""
    of_slaves = {folder_of(event.file) for event in case.events_named(*_OF_SLAVE)}
    ids = (figure for figure in case.figures if figure.kind == "clusterList" and figure.name == "id")
    listed = {figure.broker for figure in ids if figure.value != "0"}
    told = folder_of(file) in of_slaves or (alone and bool(case.events_named(_OF_MASTER)))
    return told or broker_of(case, file) in listed


def _confirmed_alike(case: Case, master: str, slave: str) -> list[Figure]:
    """The looks at what the slave confirmed, where it is the same at all of them."""
    own = [figure for figure in case.figures if figure.teller == master]
    confirmed = [figure for figure in own if slave_in(figure.name, "ack") == slave]
    return confirmed if len({figure.value for figure in confirmed}) == 1 else []


def _revival(case: Case, _: Findings) -> Iterator[Claim]:
    """By the brokers' own metrics: what waits to be given back, and for how long; and by the rounds in their pop.log."""
    yield from _late_rounds(case)
    in_time = REVIVED_IN_TIME / timedelta(milliseconds=1)
    late = {(one.teller, one.of) for one in _behind(case, lambda figure: figure.name in _REVIVE_LATENCY, in_time)}
    lagging = _behind(case, lambda figure: figure.name in _REVIVE_LAG)
    waiting = [backlog for backlog in lagging if (backlog.teller, backlog.of) in late or backlog.gets_no_nearer]
    # Each revive queue has a figure of its own.
    for broker, queues in grouped((backlog.teller, backlog) for backlog in waiting).items():
        messages = sum(backlog.behind for backlog in queues)
        most = max(queues, key=lambda backlog: ((backlog.teller, backlog.of) in late, backlog.behind))
        is_late = (most.teller, most.of) in late
        apart = most.looked_at_for >= REVIVED_IN_TIME
        yield _claim(
            most,
            REVIVAL.id,
            BROKER_METRICS,
            say(
                "{broker} does not give back {messages:,} entries of popped messages", broker=broker, messages=messages
            ),
            say(
                "Messages that a pop consumer took and did not confirm wait on the broker to be "
                "delivered again; no lag of the group counts them."
            ),
            say("the broker says that revival is behind"),
            (say("consumers hold these messages within their invisible time"), is_late),
            signs=(need(say("it waits for more than a minute"), is_late or apart, command=BROKER_METRICS),),
            details={"messages": messages},
        )


def _late_rounds(case: Case) -> Iterator[Claim]:
    """Rounds of revival that end later and later after what they give back was due (`PopReviveService`, pop.log).

    Each revive queue has a service of its own: one may be late and another in time.
    """
    done = [event for event in case.events_named("pop_revive_done") if event.carried.revived_late]
    for file, of_log in grouped((event.file, event) for event in done).items():
        by_queue = grouped((event.queue, event) for event in of_log)
        late = [rounds for rounds in by_queue.values() if _are_late(rounds)]
        if late:
            yield _late_claim(case, file, late)


def _are_late(rounds: Sequence[Event]) -> bool:
    """Whether several rounds of one queue were seen, and the last one was late."""
    return times_of(rounds) >= _FEWEST_ROUNDS and _seconds_late(rounds)[-1] >= REVIVED_IN_TIME.total_seconds()


def _seconds_late(rounds: Sequence[Event]) -> list[int]:
    """By how much each was late, the oldest first."""
    return [seconds for event in rounds for seconds in event.carried.revived_late]


def _late_claim(case: Case, file: str, late: Sequence[Sequence[Event]]) -> Claim:
    events = list(chain.from_iterable(late))
    seconds = list(map(_seconds_late, late))
    first, last = (max(of_queue[place] for of_queue in seconds) for place in (0, -1))
    later = any(of_queue[-1] > of_queue[0] for of_queue in seconds)
    lately = any(case.recent(rounds[-1]) for rounds in late)
    course = Course(events, lately, over=not lately)
    return Claim(
        REVIVAL.id,
        say("What pop consumers did not confirm comes again up to {seconds:,} seconds late", seconds=last),
        say(
            "{file}: in {queues} the oldest message of a round was due up to {first:,} seconds ago at first and {last:,} "
            "at last. Until it is given back nobody reads it, and no lag of a group counts it.",
            file=file,
            queues=count(len(late), "revive queue"),
            first=first,
            last=last,
        ),
        Severity.WARNING if lately else Severity.NOTICE,
        signs=(
            core(say("rounds of revival end after what they give back was due"), times_of(events)),
            need(say("they get later from round to round"), later, command=BROKER_LOG),
        ),
        rivals=(Rival(say("it still works off what had gathered while no broker revived"), later),),
        evidence=places_of(event for rounds in late[:2] for event in (*rounds[:2], *rounds[-2:])),
        ongoing=lately,
        since=course.since,
        until=course.until,
        details={"seconds": last},
    )


INDEX = Explanation(
    id="index_behind",
    rank=87,
    claims=_index,
    command=BROKER_STATUS,
    messages=frozenset({"sync_state_kept", "controller_trouble"}),
    kind=CAUSE,
    what="A broker stores messages and does not enter them into its queues (dispatch): consumers "
    "cannot read them, and no lag shows them, because a queue's end is what was entered.",
    confirm="mqadmin brokerStatus -b BROKER twice: dispatchBehindBytes stays above 0 and does not fall.",
    remedy=(
        "Look at store.log and storeerror.log of that broker for the message at which "
        "dispatching stands, and at its disk; a slow disk or a damaged file holds it.",
        "After a restart wait: what was found in the log is entered again, and the figure falls.",
        "Where a replica that is gone still counts (controller mode): a majority of the controllers running and reached, or "
        "the replica back; then what was stored is entered by itself.",
    ),
    do_not=("Do not delete the consume queue while the broker runs.",),
)

SLAVE = Explanation(
    id="slave_behind",
    rank=88,
    claims=_slave,
    command=HA_STATUS,
    messages=frozenset({"pull_offset_not_corrected", _OF_MASTER, *_OF_SLAVE}),
    kind=CAUSE,
    what="A slave does not keep up with its master: clients that read from it (the master is busy or gone) lack the newest "
    "messages and may find offsets beyond its queues' ends; if the master is lost, so are they.",
    confirm="mqadmin haStatus -b MASTER twice: the slave's Diff grows, or its ack offset stands.",
    remedy=(
        "Look at the slave's store.log and disk, and at the line between the two (haListenPort of the master).",
        "Keep consumers on the master until the slave has caught up (slaveReadEnable=false).",
    ),
    do_not=("Do not stop the master before the slave has caught up: what only it has would be gone.",),
)

REVIVAL = Explanation(
    id="revive_behind",
    rank=89,
    claims=_revival,
    command=BROKER_METRICS,
    messages=frozenset({"pop_revive_done"}),
    kind=CAUSE,
    what="A broker does not give back messages that pop consumers took and did not confirm: they "
    "are read by nobody until its revival goes on.",
    confirm="The broker's metrics rocketmq_pop_revive_lag and rocketmq_pop_revive_latency, twice; pop.log of the broker.",
    remedy=(
        "Look at pop.log for what revival waits for, and at the broker that holds the revive "
        "topic; a slave that acts as master does it only where enableSlaveActingMaster is set.",
    ),
    do_not=("Do not reset the group's offsets: these messages are no lag of its queues.",),
)
