"""What ends causes that lie in how a client reads: it hangs, was told to wait, fails, is gone, or its offsets moved."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from rmqkit.diagnosis.case.giving_out import GivenOut
from rmqkit.diagnosis.case.stuck_queues import suspended, threads_of
from rmqkit.diagnosis.case.topic_queues import queues_of
from rmqkit.diagnosis.explanations.start_refused import REASONS, UNKNOWN
from rmqkit.diagnosis.facts.handovers import CORRECTIONS, RESETS
from rmqkit.diagnosis.finding import Act, Deed, Finding
from rmqkit.diagnosis.remedies.situation import (
    CONNECTIONS,
    PROGRESS,
    FindingInCase,
    Remedy,
    ends_with_its_cause,
    falls,
    general,
    no_reset,
)
from rmqkit.diagnosis.timeline.changes import LEFT, changes_of
from rmqkit.diagnosis.wording import count, ranges, short
from rmqkit.language import Phrase, message, say, say_counted

_NO_MORE_CLIENTS = message(
    "Do not add consumers: a queue is read by one client only, and its owner is the one that is stuck."
)
_FILL_UP_TOO = message("Do not only add consumers: each fills up with what its listener does not acknowledge.")


def _stuck(at: FindingInCase) -> Remedy:
    clients = at.finding.clients
    deeds: tuple[Deed, ...] = (Deed(Act.RESTART, clients),)
    if suspended(at.case):
        do, deeds = _resume(at), (Deed(Act.RESUME, clients), *deeds)
    elif silent := at.finding.details.get("silent"):
        do, deeds = _look_at_its_host(silent)[: 2 if at.finding.ongoing else 1], (Deed(Act.STOP, tuple(silent)),)
    else:
        do, deeds = _free(at), () if _pops(at) else deeds
    more = _FILL_UP_TOO if _pops(at) else _NO_MORE_CLIENTS
    return Remedy(tuple(do), (no_reset(at), more), (_moves(at),), deeds)


def _pops(at: FindingInCase) -> bool:
    return at.case.given_out == GivenOut.BY_POP


def _look_at_its_host(silent: Sequence[str]) -> list[Phrase]:
    """A client that does not answer mqadmin tells nothing by it."""
    clients = short(silent, 3)
    return [
        say(
            "Look at the host of {clients}: is it there, is the process alive, does it pause (its "
            "GC log, jstack, a suspended or throttled machine)?",
            clients=clients,
        ),
        say(
            "Stop the process if it is still there (kill): brokers see its connection close, and the others take its "
            "queues; where the host is gone they do so two minutes after its last heartbeat.",
        ),
    ]


def _slow(at: FindingInCase) -> Remedy:
    words = general(at)
    words = replace(words, do=(words.do[0], _more_consumers(at) or words.do[1]))
    quick = at.finding.details.get("quick")
    if not quick:
        return words
    compare = say(
        "Compare {clients} with those that keep up ({quick}): host (CPU, GC, disk), version, "
        "consumeThreadMin/Max, and what its listener waits for (thread dump).",
        clients=at.clients,
        quick=short(quick, 3),
    )
    return replace(words, do=(compare, *words.do))


def _more_consumers(at: FindingInCase) -> Phrase | str:
    """A queue is read by one client, and each topic is shared out by itself."""
    members = at.case.membership
    most = max((len(queues_of(at.case.facts, topic)) for topic in at.finding.topics), default=0)
    room = most - len(members.client_ids)
    if not members.complete or room <= 0:
        return ""
    return say_counted(
        room,
        "Add consumers: {clients} share out {queues}, one more gets some; beyond that add queues first.",
        "Add consumers: {clients} share out {queues}, up to {number} more get some; beyond that add queues first.",
        clients=count(len(members.client_ids), "client"),
        queues=count(most, "queue"),
    )


def _resume(at: FindingInCase) -> list[Phrase]:
    """`DefaultMQPushConsumer#suspend` was called, or a reset left it so; a dump of threads would show nothing."""
    said = suspended(at.case)[-1]
    return [
        say(
            "The application suspended {clients} ({moment}): let it call resume(), or restart it. "
            "Nothing hangs, so a thread dump shows nothing.",
            clients=at.clients or say("a client"),
            moment=at.moment(said.at) or say("when is not told"),
        )
    ]


def _free(at: FindingInCase) -> list[Phrase]:
    frames = sorted({thread.frame for thread in threads_of(at.case, at.finding.clients) if thread.frame})
    look = [_ends_the_wait(frames)] if frames else [_dump(at, client) for client in at.finding.clients[:1]]
    if not look:
        look = [say("Take a thread dump of the client: its ConsumeMessageThread threads stand where it hangs.")]
    clients = at.clients or say("the client")
    if _pops(at):
        restart = say(
            "Until then restart {clients}: what was popped and not acknowledged is delivered again.", clients=clients
        )
    else:
        restart = say(
            "Until then restart {clients}: its queues move to the others, and what it had in hand is delivered again.",
            clients=clients,
        )
    return [*look, restart]


def _ends_the_wait(frames: Sequence[str]) -> Phrase:
    return say("The listener stands in {frame}: give what it waits for there a time limit.", frame=frames[0])


def _dump(at: FindingInCase, client: str) -> Phrase:
    return say(
        "{command}   (its ConsumeMessageThread threads stand where it hangs: give what they wait for a time limit).",
        command=at.command("mqadmin consumerStatus -n NAMESRV -g GROUP -i BROKER -s", BROKER=client),
    )


def _moves(at: FindingInCase) -> Phrase:
    return say(
        "{command}   twice, 30 s apart: Consumer Offset grows in {queues}",
        command=at.command(PROGRESS),
        queues=ranges(at.finding.queues) if len(at.finding.queues) in range(1, 9) else say("its queues"),
    )


def _blocked_listener(at: FindingInCase) -> Remedy:
    frame = at.finding.details.get("frame")
    words = general(at)
    limit = [_ends_the_wait([frame])] if frame else []
    return replace(words, do=(*limit, *words.do[-1:])) if limit else words


def _held_back(at: FindingInCase) -> Remedy:
    words = general(at)
    dumps = [_dump(at, client) for client in at.finding.clients[:1]]
    return Remedy((*dumps, *words.do[1:]) if dumps else words.do, words.never, (_moves(at),))


def _locked(at: FindingInCase) -> Remedy:
    """Of a lock its general words; of messages that somebody popped when they are visible again."""
    visible_at = at.finding.details.get("visible_at")
    if visible_at is None:
        return general(at)
    wait = say(
        "Wait until {moment}: then the messages are visible again, and the next client gets them.",
        moment=at.moment(visible_at),
    )
    sooner = say(
        "Sooner only who took them ends it, with the receipt handles that came with them: acknowledge them, or make "
        "them visible (changeInvisibleDuration)."
    )
    apart = say("Look at messages with a group of your own, never with one that works.")
    restart = say("Do not restart consumers or proxies for it: the broker keeps what was taken.")
    return Remedy((wait, sooner, apart), (restart, no_reset(at)), (falls(at),))


def _failures(at: FindingInCase) -> Remedy:
    dead = f"%DLQ%{at.group}"
    thrown = at.finding.details.get("exceptions", ())
    repair = say(
        "Mend the listener: why it fails stands in the application's logs of {clients}.",
        clients=at.clients or say("its clients"),
    )
    if thrown:
        repair = say(
            "Mend the listener at {frame}, which throws {exception}.",
            frame=thrown[0]["frame"] or say("a place that is not told"),
            exception=thrown[0]["exception"],
        )
    resend = say("What reached {dead} is not delivered again by itself: resend it after the repair.", dead=dead)
    stands = say(
        "{command}   twice, a minute apart: the Broker Offset of {retry} stands",
        command=at.command("mqadmin consumerProgress -n NAMESRV -g GROUP"),
        retry=at.case.retry_topic,
    )
    return Remedy((repair, resend), general(at).never, (stands,))


def _offline(at: FindingInCase) -> Remedy:
    goes_on = say(
        "Do not delete the group or reset offsets of {group}: consumption goes on where it stopped.", group=at.group
    )
    check = (say("{command}   lists the clients", command=at.command(CONNECTIONS)), falls(at))
    if at.causes:
        return Remedy((ends_with_its_cause(at),), (goes_on,), check)
    before = [finding for finding in at.findings if finding.proven and finding.until and finding.id in _COMES_BACK]
    comes_back = [
        say("Not as they were: {cause} comes back with them. Mend that first.", cause=finding.id)
        for finding in before[:1]
    ]
    return Remedy((*comes_back, *_start_again(at)), (goes_on,), check, _start(before))


# What lies in the clients themselves is there again when they are.
_COMES_BACK = frozenset(
    {"client_id_collision", "inconsistent_subscription", "message_model_mismatch", "mixed_allocation_strategies"}
)


def _start(before: Sequence[Finding]) -> tuple[Deed, ...]:
    """Everybody as before; of those who wanted different things, some alone, and the others elsewhere."""
    if not before:
        return (Deed(Act.START),)
    told = before[0].details.get("subscriptions", {})
    alike = tuple(client for client, wants in sorted(told.items()) if wants == told[min(told)])
    return (Deed(Act.START, alike),) if alike else ()


def _start_again(at: FindingInCase) -> Sequence[str]:
    """With who left last, where that is told."""
    left = [change for change in changes_of(at.case) if change.kind == LEFT]
    if not left:
        return general(at).do
    start = say(
        "Start the consumers of {group}; the last to leave was {client}, at {moment}: its log up to then says why.",
        group=at.group,
        client=left[-1].subject,
        moment=at.moment(left[-1].at),
    )
    return [start]


def _moved(at: FindingInCase) -> Remedy:
    words = general(at)
    if broker := at.finding.details.get("gone_back"):
        return _lost_with_the_store(at, broker)
    if source := at.finding.details.get("copied_from"):
        return _copied(at, source)
    events = at.case.events_named
    asked, corrected = words.do
    reset = bool(events(*RESETS)) or any(answer.said.was_reset for answer in at.case.answers)
    do = (corrected,) if events(*CORRECTIONS) and not reset else (asked,) if reset else words.do
    ahead = say(
        "Messages that were skipped are still stored for a while (fileReservedTime): read them by "
        "a fresh group, not by moving {group} back.",
        group=at.group,
    )
    again = message("What is delivered again, the listener has to bear: compare what it did twice.")
    return Remedy((*do, again if at.finding.details.get("windows") else ahead), words.never, (falls(at),))


def _lost_with_the_store(at: FindingInCase, broker: str) -> Remedy:
    """What a broker stored and has no more stands at no offset: only who sent it, or another copy, has it."""
    again = say(
        "Find what {broker} stored after the moment of its copy: on the old disk, on its slave, in the producers' logs "
        "and databases; have the producers send again what the business misses.",
        broker=broker,
    )
    bear = message(
        "The listener has to bear what comes a second time: which messages were consumed, its own records tell."
    )
    never = say("Do not reset offsets of {group}: what is gone stands at no offset any more.", group=at.group)
    return Remedy((again, bear), (never,), (falls(at),))


def _ghost(at: FindingInCase) -> Remedy:
    """Of a group that goes on, no more may go than the old topic's part."""
    words, topic = general(at), at.finding.details.get("while_offline")
    if topic is None:
        return Remedy(words.do, words.never, words.check)
    alarm = say(
        "Alarm on the topics that {group} subscribes to, and on the group being offline; leave {topic} out.",
        group=at.group,
        topic=topic,
    )
    unused = say(
        "If nobody needs {topic} any more, delete the topic: a broker counts none that it does not have.", topic=topic
    )
    never = say(
        "Do not delete {group} with its offsets (deleteSubGroup): its clients go on from those of their topics.",
        group=at.group,
    )
    return Remedy((alarm, unused), (never,), ())


def _copied(at: FindingInCase, source: str) -> Remedy:
    return Remedy(
        (
            message("What is delivered again, the listener has to bear: compare what it did twice."),
            say(
                "Another time stop {source} first, copy its offsets when none of them moves any more "
                "(mqadmin cloneGroupOffset of 4.9.3 or later: earlier ones write each queue's end), and start {group} "
                "last.",
                source=source,
                group=at.group,
            ),
        ),
        (say("start {source} again to make up for it: each group reads everything", source=source),),
        (falls(at),),
    )


def _storm(at: FindingInCase) -> Remedy:
    words = general(at)
    others = say("Do not add consumers or restart the others: that shares out the queues once more.")
    stay = say(
        "{command}   twice, a minute apart: the same ClientId and ClientAddr in every row",
        command=at.command(CONNECTIONS),
    )
    hosts = ", ".join(at.finding.details.get("hosts", ()))
    if not hosts:
        return Remedy(words.do, (others,), (stay,))
    stop = say(
        "Stop the consumers on {hosts} until then: each time that one comes or goes, all queues are shared out anew.",
        hosts=hosts,
    )
    return Remedy((*words.do, stop), (others,), (stay,), (Deed(Act.STOP, at.finding.clients),))


def _refused_start(at: FindingInCase) -> Remedy:
    """What its exception asks for."""
    words = general(at)
    change = REASONS[at.finding.details.get("reason", UNKNOWN)][1]
    log = say(
        "rocketmq_client.log of {clients}: start OK, and no exception behind it",
        clients=at.clients or say("its clients"),
    )
    return Remedy((change,), words.never, (log, say("{command}   lists it", command=at.command(CONNECTIONS))))


REMEDIES: Mapping[str, Callable[[FindingInCase], Remedy]] = {
    "consumer_slow": _slow,
    "consumer_stuck": _stuck,
    "listener_blocked": _blocked_listener,
    "lock_held": _locked,
    "offset_held_back": _held_back,
    "consume_failures": _failures,
    "ghost_lag": _ghost,
    "group_offline": _offline,
    "offsets_moved": _moved,
    "rebalance_storm": _storm,
    "start_refused": _refused_start,
}
