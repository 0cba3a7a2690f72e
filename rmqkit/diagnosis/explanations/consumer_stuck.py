"""Is a live owner's offset standing while messages wait? A blocked listener, a blocked client."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.commits import standing_to_the_end
from rmqkit.diagnosis.case.giving_out import PULLS
from rmqkit.diagnosis.case.lag import Movement, waiting_in
from rmqkit.diagnosis.case.recomputation import reads_by_lock
from rmqkit.diagnosis.case.stuck_queues import (
    FailsInPlace,
    KeptQueue,
    Stuck,
    Unacknowledged,
    Unheard,
    all_brokers_tell,
    all_of,
    called_blocked,
    dropped_unheard,
    failing_in_place,
    fell_silent,
    kept_queues,
    messages_come,
    moved_at_the_end,
    not_taken,
    owners_of,
    stuck_queues,
    suspended,
    threads_of,
    unacknowledged,
    unanswered,
)
from rmqkit.diagnosis.case.thrown import FAILED, Row, thrown_by, thrown_sentences
from rmqkit.diagnosis.case.topic_queues import queues_of
from rmqkit.diagnosis.claims import Claim, Severity, Sign, about, core, follows, need
from rmqkit.diagnosis.commands import BROKER_LOG, CLIENT_LOG, PROGRESS, STATUS
from rmqkit.diagnosis.explanation import CAUSE, Explanation, Findings
from rmqkit.diagnosis.facts.group import Answer
from rmqkit.diagnosis.facts.known import distinct
from rmqkit.diagnosis.facts.logs import clients_in, places_of, queues_in
from rmqkit.diagnosis.facts.transitions import BLOCKED, FAILED_LATELY
from rmqkit.diagnosis.finding import Finding
from rmqkit.diagnosis.wording import clock, count, ranges, short
from rmqkit.language import Phrase, joined, say, say_counted
from rmqkit.rocketmq import MessageQueue

STUCK = "consumer_stuck"
_UNREAD = "orphan_queues"


def claims(case: Case, findings: Findings) -> list[Claim]:
    """By a live owner whose offset stands while messages wait,
    and no other cause that explains it."""
    ongoing = [cause for cause in findings if cause.ongoing]
    if case.told_broadcasting or _all_refused(case, ongoing):
        return []
    explained = set(_explained_queues(case, ongoing))
    shown = list(_shown(case, explained)) or list(_told_otherwise(case, explained))
    return [*shown, *(_unheard(case, client) for client in dropped_unheard(case))]


def _shown(case: Case, explained: Collection[MessageQueue]) -> Iterator[Claim]:
    """By looks and what clients say of their queues, by their logs, by what they popped."""
    stuck = stuck_queues(case, explained)
    if stuck.queues:
        yield _stuck(case, stuck)
    if kept := kept_queues(case, {*explained, *stuck.queues}):
        yield _kept(case, kept)
    if popped := unacknowledged(case, explained):
        yield _unacknowledged(case, popped)


def _told_otherwise(case: Case, explained: Collection[MessageQueue]) -> Iterator[Claim]:
    """By mqadmin's word, else by what ordered clients count, else by their logs."""
    if blocked := called_blocked(case, explained):
        yield _called_blocked(blocked)
    elif failing := failing_in_place(case, explained):
        yield _fails_in_place(failing)
    elif in_order := _failing_in_order(case):
        yield in_order


def _all_refused(case: Case, ongoing: Iterable[Finding]) -> bool:
    """Whether no member got through its start: then none of them reads anything."""
    refused = {client for cause in ongoing if cause.id == "start_refused" for client in cause.clients}
    return bool(case.live) and case.live <= refused


def _explained_queues(case: Case, causes: Sequence[Finding]) -> Iterable[MessageQueue]:
    """Some causes stop or slow every queue of their topics, not only those that they name; that a
    queue is read by nobody explains nothing where no cause says why."""
    caused = {effect for cause in causes for effect in cause.explains}
    for cause in causes:
        if cause.id != _UNREAD or _UNREAD in caused:
            yield from cause.queues
        if cause.id in ("message_model_mismatch", "not_permitted", "group_offline"):
            yield from case.movements
        if cause.id in ("inconsistent_subscription", "flapping_subscription", "tag_mismatch_silent_loss"):
            for topic in cause.topics:
                yield from queues_of(case, topic)


def _stuck(case: Case, stuck: Stuck) -> Claim:
    owners = owners_of(case, stuck)
    behind = waiting_in(case.movements_of(stuck.queues))
    paused, thrown = suspended(case), thrown_by(case, owners)
    return Claim(
        STUCK,
        _title(owners, count(len(stuck.queues), "queue"), behind, paused=bool(paused)),
        _why(case, stuck, owners, thrown),
        Severity.CRITICAL,
        signs=_signs(case, stuck),
        **about(stuck.queues),
        clients=tuple(owners),
        evidence=(
            *(event.place for event in paused[-1:]),
            *places_of(threads_of(case, owners)[:4]),
            *case.first_and_last_places(stuck.queues),
            *places_of(not_taken(case, stuck)[-2:]),
            *(info.held_place(held) for info, held in stuck.blocked.values()),
            *(unanswered(case, set(stuck.silent.values()))[:2] if stuck.silent else ()),
        ),
        explains=(_UNREAD,) if stuck.silent else (),
        details={"silent": sorted(set(stuck.silent.values())), "exceptions": thrown},
    )


def _signs(case: Case, stuck: Stuck) -> tuple[Sign, ...]:
    """Different tags, a broadcasting owner and refused pulls leave owned queues standing as well;
    an owner that the newest list leaves out may be such a client."""
    looks = bool(stuck.blocked) or any(movement.stands_at_the_end > 2 for movement in stuck.standing.values())
    models = {words.message_model for words in case.subscriptions.values()}
    alike = case.subscribe_alike and models <= {"CLUSTERING", None}
    return (
        core(say("a live owner's offset stands while messages wait"), len(stuck.standing)),
        *(_signs_of_silence(case, set(stuck.silent.values())) if stuck.silent else ()),
        *_signs_of_pulling(case, stuck),
        need(say("at three looks or more, or by the client's own clock"), looks, command=PROGRESS),
        need(say("the members want the same and consume by one model"), alike, command=STATUS),
        follows(say("the newest looks show none of them move"), looks, against=moved_at_the_end(case, stuck)),
        need(say("messages reach this client, or other clients"), messages_come(case, stuck), command=STATUS),
    )


def _signs_of_pulling(case: Case, stuck: Stuck) -> Iterator[Sign]:
    """Who pulls by itself commits what it likes: an offset that stands may be one that nobody commits."""
    if stuck.told and any(roster.consume_type == PULLS for roster in case.rosters):
        yield need(
            say("the application does not take what its client pulled"), not_taken(case, stuck), command=CLIENT_LOG
        )


def _signs_of_silence(case: Case, silent: Collection[str]) -> tuple[Sign, ...]:
    """With another strategy than the others' a member leaves what would be its share to nobody as well."""
    return (
        need(
            say("who is not shown with any queue was asked and did not answer, or its log ended before"),
            bool(unanswered(case, silent)) or fell_silent(case, silent),
            command=STATUS,
        ),
        need(say("the strategy by which it shares out"), case.strategy_names.keys() >= set(silent), command=STATUS),
    )


def _why(case: Case, stuck: Stuck, owners: Collection[str], thrown: Sequence[Row]) -> Phrase:
    sentences = [
        say("{queues} have a live owner, their committed offsets stand and messages wait.", queues=ranges(stuck.queues))
    ]
    if stuck.silent:
        sentences.append(
            say(
                "By recomputation {queues} are the share of {clients}, who is listed and does not say so when mqadmin "
                "asks: the process hangs or pauses, or its host is gone. Brokers keep a client for two minutes "
                "after its last heartbeat; then the others take its queues.",
                queues=ranges(stuck.silent),
                clients=short(sorted(set(stuck.silent.values()))),
            )
        )
    if stuck.told:
        holders = short(sorted(set(stuck.told.values())))
        sentences.append(say("No look names a client; {clients} says itself that it holds them.", clients=holders))
    whole = [owner for owner in owners if all_of(case, owner, stuck.queues)]
    if whole:
        sentences.append(
            say_counted(
                len(whole),
                "All queues of {clients} stand: the whole client is blocked.",
                "All queues of {clients} stand: these clients are blocked.",
                clients=short(whole),
            )
        )
    if stuck.blocked:
        blocked = count(len(stuck.blocked), "queue")
        sentences.append(
            say(
                "{queues} hold cached messages and no listener call for over {seconds} s.",
                queues=blocked,
                seconds=BLOCKED.default.seconds,
            )
        )
    if suspended(case):
        sentences.append(
            say(
                "The client's log says that the application suspended it: nothing hangs, it was told to wait.",
            )
        )
    return joined(" ", [*sentences, _where_it_stands(case, owners), *_throw(thrown)])


def _where_it_stands(case: Case, owners: Collection[str]) -> Phrase | str:
    frames = sorted({thread.frame for thread in threads_of(case, owners) if thread.frame})
    if not frames:
        return ""
    return say("By the thread dump the listener stands in {frames}.", frames=joined(", ", frames[:3]))


def _throw(thrown: Sequence[Row]) -> list[Phrase]:
    """What an ordered listener throws is tried again in its place, before all that waits behind it."""
    return [say("Their listeners throw:"), *thrown_sentences(thrown)] if thrown else []


def _title(owners: Sequence[str], queues: Phrase, behind: int, *, paused: bool) -> Phrase:
    clients = short(owners) or say("A client")
    number = max(1, len(owners))
    if paused:
        return say_counted(
            number,
            "{clients} holds {queues} and is paused; {behind:,} behind",
            "{clients} hold {queues} and are paused; {behind:,} behind",
            clients=clients,
            queues=queues,
            behind=behind,
        )
    return say_counted(
        number,
        "{clients} holds {queues} and does not consume; {behind:,} behind",
        "{clients} hold {queues} and do not consume; {behind:,} behind",
        clients=clients,
        queues=queues,
        behind=behind,
    )


def _why_kept(queues: str, rounds: int, *, waits: bool) -> Phrase:
    if waits:
        return say(
            "{queues} went to another client, but the listener of the old one has not returned "
            "in {rounds} rebalances in a row, and who should have them waits for the lock.",
            queues=queues,
            rounds=rounds,
        )
    return say(
        "{queues} went to another client, but the listener of the old one has not returned "
        "in {rounds} rebalances in a row.",
        queues=queues,
        rounds=rounds,
    )


def _kept(case: Case, kept: Sequence[KeptQueue]) -> Claim:
    """A listener that is merely slow would move the offset."""
    queues = sorted(held.queue for held in kept)
    owners = sorted({held.owner for held in kept})
    moved = case.movements_of(queues)
    stands = _all_stand(moved, queues)
    behind = waiting_in(moved)
    waits = any(held.refused for held in kept)
    hung = [place for held in kept for place in places_of((*held.hung[-2:], *held.refused[-2:]))]
    rounds = [held.rounds for held in kept]
    return Claim(
        STUCK,
        say(
            "{owners} cannot let go of {queues}: its listener does not return; {behind:,} behind",
            owners=short(owners),
            queues=count(len(queues), "queue"),
            behind=behind,
        ),
        _why_kept(ranges(queues), max(held.rounds for held in kept), waits=waits),
        Severity.CRITICAL,
        signs=(
            core(say("a listener does not return, rebalance after rebalance"), sum(rounds)),
            need(say("the offset of what it keeps stands"), stands, command=PROGRESS),
        ),
        **about(queues),
        clients=tuple(owners),
        evidence=(*hung, *case.first_and_last_places(queues)),
    )


def _all_stand(moved: Sequence[Movement], queues: Sequence[MessageQueue]) -> bool:
    return len(moved) == len(queues) and all(movement.stands_at_the_end > 1 for movement in moved)


def _unacknowledged(case: Case, popped: Unacknowledged) -> Claim:
    """A slow listener acknowledges one after the other, and the offsets move on."""
    moved = case.movements_of(popped.queues)
    clients = sorted(popped.held) or sorted(case.live)
    return Claim(
        STUCK,
        say_counted(
            len(clients),
            "{clients} acknowledges nothing of what it popped; {behind:,} behind",
            "{clients} acknowledge nothing of what they popped; {behind:,} behind",
            clients=short(clients) or say("A client"),
            behind=waiting_in(moved),
        ),
        say(
            "A client that holds more than popThresholdForQueue messages of a topic without having "
            "acknowledged them gets no more of it: the offsets of {queues} stand and messages "
            "wait. What it holds is delivered again after popInvisibleTime, and waits likewise.",
            queues=ranges(popped.queues),
        ),
        Severity.CRITICAL,
        signs=(
            core(say("offsets of a group that pops stand while messages wait"), len(popped.queues)),
            need(
                say("every member says that it holds all that it may"),
                bool(case.live) and case.live <= popped.held.keys(),
                command=STATUS,
            ),
            need(say("at three looks or more"), all(each.stands_at_the_end > 2 for each in moved), command=PROGRESS),
        ),
        **about(popped.queues),
        clients=tuple(clients),
        evidence=(
            *(info.held_place(held) for info, held in popped.held.values()),
            *case.first_and_last_places(popped.queues),
        ),
    )


def _unheard(case: Case, unheard: Unheard) -> Claim:
    """It is over: its queues are shared out anew from then on."""
    until, silence = unheard.until, case.transitions.unheard
    back = unheard.back
    why = [
        say(
            "A broker drops a client of which it hears nothing for {seconds:.0f} s and whose "
            "connection was not closed: the process paused (garbage collection, a suspended "
            "machine), or its host or network was gone. The others take its queues only then.",
            seconds=silence.total_seconds(),
        ),
        say("It came back at {moment}: the process had lived on.", moment=clock(back.opened_at)) if back else "",
    ]
    return Claim(
        STUCK,
        say(
            "{client} was not heard from for {seconds:.0f} s, until brokers dropped it at {moment}",
            client=unheard.client,
            seconds=silence.total_seconds(),
            moment=clock(until),
        ),
        joined(" ", why),
        Severity.NOTICE,
        signs=(
            core(say("brokers drop a client of which they hear nothing"), len(unheard.dropped)),
            need(say("no other broker goes on hearing it"), all_brokers_tell(case), command=BROKER_LOG),
        ),
        ongoing=False,
        clients=(unheard.client,),
        evidence=(
            *(channel.closed.place for channel in unheard.dropped if channel.closed),
            *(back.places[:1] if back else ()),
        ),
        since=until - silence if until else None,
        until=until,
        details={"silent": [unheard.client]},
    )


def _fails_in_place(failing: Sequence[FailsInPlace]) -> Claim:
    """By one look into the clients: that no offset moves, looks would show."""
    queues = [held.queue for one in failing for held in one.held]
    clients = distinct(one.info.client_id for one in failing)
    return Claim(
        STUCK,
        say_counted(
            len(clients),
            "{clients} fails again and again on the first messages of {queues}, which wait for it in order",
            "{clients} fail again and again on the first messages of {queues}, which wait for them in order",
            clients=short(clients),
            queues=count(len(queues), "queue"),
        ),
        say(
            "An ordered listener gets a message that failed again before all that is behind it. In the last minute it "
            "failed on every message that it was given, and more lie in {queues}.",
            queues=ranges(queues),
        ),
        Severity.CRITICAL,
        signs=(
            follows(say("an ordered listener fails and nothing is consumed"), len(failing)),
            need(say("a live owner's offset stands while messages wait"), met=False, command=PROGRESS),
        ),
        **about(queues),
        clients=clients,
        evidence=(
            *(one.info.rates_place(one.rates) for one in failing),
            *(one.info.held_place(held) for one in failing for held in one.held),
        ),
    )


def _called_blocked(blocked: Mapping[MessageQueue, Answer]) -> Claim:
    clients = distinct(answer.said.blocked_client for answer in blocked.values())
    return Claim(
        STUCK,
        say_counted(
            len(clients),
            "{clients} holds {queues} and took no message for a minute or more",
            "{clients} hold {queues} and took no message for a minute or more",
            clients=short(clients),
            queues=count(len(blocked), "queue"),
        ),
        say(
            "mqadmin looked into the clients: in {queues} messages wait for a listener or its lock.",
            queues=ranges(blocked),
        ),
        Severity.CRITICAL,
        signs=(
            follows(say("mqadmin calls queues blocked"), len(blocked)),
            need(say("a live owner's offset stands while messages wait"), met=False, command=PROGRESS),
        ),
        **about(blocked),
        clients=clients,
        evidence=places_of(blocked.values()),
    )


def _failing_in_order(case: Case) -> Claim | None:
    """Of ordered clients whose logs alone tell: the listener fails on a queue, and its commits stand. It gets the same
    message again every second, without end by default, and nothing behind it
    (`ConsumeMessageOrderlyService#checkReconsumeTimes`, all versions)."""
    failed = case.events_named(FAILED, source="client") if reads_by_lock(case) and not case.movements else ()
    lately = [event for event in failed if case.recent(event, FAILED_LATELY)]
    failing = queues_in(lately)
    standing = {queue: told for (_, queue), told in standing_to_the_end(case).items() if queue in failing}
    if not standing:
        return None
    last = [commits.events[-1] for commits in standing.values()]
    return Claim(
        STUCK,
        say(
            "The listener fails, and {queues} of an ordered group may stand behind what it fails on",
            queues=count(len(standing), "queue"),
        ),
        say(
            "The same offset of {queues} is committed again and again. An ordered listener gets a message that it fails on "
            "again every second, and nothing behind it.",
            queues=ranges(standing),
        ),
        Severity.NOTICE,
        signs=(
            follows(say("a queue's commits stand while the listener fails on it"), len(standing)),
            need(say("a live owner's offset stands while messages wait"), met=False, command=PROGRESS),
        ),
        **about(standing),
        clients=clients_in(last),
        evidence=places_of([*last[:4], *lately[-2:]]),
    )


EXPLANATION = Explanation(
    id=STUCK,
    rank=170,
    claims=claims,
    command=STATUS,
    messages=frozenset(
        {
            "queue_still_consuming",
            "queue_lock_failed",
            "queue_locked_by_other",
            "consumer_suspended",
            "pull_paused",
            "pop_paused",
            "offset_stands",
            "flow_control",
        }
    ),
    suspected=say("A listener may be blocked, or a client suspended"),
    shown_by=need(say("three looks at which its offsets stand"), met=False, command=PROGRESS),
    kind=CAUSE,
    what="A live client holds the queue and its committed offset does not move: the listener is blocked or waits for "
    "something. One blocked message holds its queue's offset, and with all threads blocked the whole client stands.",
    confirm="mqadmin consumerStatus -g GROUP -i CLIENT -s: look at the threads named ConsumeMessageThread.",
    remedy=(
        "Take a thread dump of the client and look at its ConsumeMessageThread threads; "
        "free what they wait for, with a time limit on outside calls.",
        "Restart the client if the cause cannot be removed at once: its queues move to the others.",
    ),
    do_not=("Do not add consumers: a queue is read by one client only, and its owner is the one that is stuck.",),
)
