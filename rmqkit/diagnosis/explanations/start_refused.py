"""Was a consumer refused at its start? By its own word: the exception names the reason.

What follows from it (no client, closed channels, failed sends) needs no other cause.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import chain

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.subscriptions import ClientSubscription
from rmqkit.diagnosis.claims import Claim, Severity, Sign, core, follows, need
from rmqkit.diagnosis.commands import CLIENT_LOG
from rmqkit.diagnosis.explanation import CAUSE, Explanation, Findings
from rmqkit.diagnosis.facts.group import UNNAMED
from rmqkit.diagnosis.facts.known import distinct, earliest, grouped, is_after, latest
from rmqkit.diagnosis.facts.logs import REFUSED_START, Event, EvidenceLine
from rmqkit.diagnosis.facts.names import folder_of
from rmqkit.diagnosis.facts.transitions import SETTLED
from rmqkit.diagnosis.wording import count, short
from rmqkit.formats.logs.carried.answers import AT_START_ONLY
from rmqkit.language import Phrase, joined, say
from rmqkit.language.clock import time_of_day
from rmqkit.rocketmq.client_id_meaning import ip_of

ID = "start_refused"
_SAID = (REFUSED_START, "consumer_exists")
# `the consumer [G] start OK` stands before the brokers are asked whether they take the client.
_STARTED, _CLIENT_STARTED = "consumer_started", "client_started"
# rocketmq-spring says it behind the start (`DefaultRocketMQListenerContainer#start`, 2.0.0 to 2.3).
_CONTAINER_RUNS = "listener_container_running"
UNKNOWN, PLACEHOLDER = "unknown", "placeholder"
REASONS = {
    "filter_type": (
        say("the brokers do not filter by SQL92 (enablePropertyFilter=false)"),
        say(
            "Set enablePropertyFilter=true on every broker and restart it, or subscribe by tags; then start the client."
        ),
    ),
    "filter_expression": (
        say("the filter expression cannot be read"),
        say("Correct the expression given to subscribe(...) or MessageSelector.bySql(...)."),
    ),
    "group_twice": (
        say("its process has a consumer of this group already"),
        say(
            "Start each group once in a process, or give the second consumer an instance name of "
            "its own (setInstanceName)."
        ),
    ),
    "instance_failed": (
        say("an earlier client of its process with the same instance name had failed to start"),
        say("Look at that first failure, or give the consumer an instance name of its own (setInstanceName)."),
    ),
    "started_twice": (
        say("start() was called twice on one consumer, or after it had been shut down"),
        say("Call start() once, and make a new consumer after a shutdown."),
    ),
    "group_name": (
        say("the name of the group is not valid"),
        say("Use letters, digits, _, - and % in the group's name, no more than 120 of them."),
    ),
    "topic_name": (
        say("the name of a topic is not valid"),
        say("Use letters, digits, _, - and % in the topic's name, no more than 127 of them."),
    ),
    "name_server": (
        say("it has no address of a name server"),
        say("Set it: setNamesrvAddr(...), -Drocketmq.namesrv.addr=... or NAMESRV_ADDR."),
    ),
    "rights": (
        say("it has no right to do so (access control)"),
        say("Check the client's access key and secret key (AclClientRPCHook), and what the brokers' ACL allows them."),
    ),
    "settings": (
        say("its settings are not valid"),
        say("Correct the setting that the exception names."),
    ),
    PLACEHOLDER: (
        say("a placeholder stands where a name should"),
        say("Give the property that the placeholder names a value in the profile that runs."),
    ),
    UNKNOWN: (say("see the exception"), say("The exception below the line tells what to change.")),
}
"""Why a start is refused, and what to change: by the exception's words."""


@dataclass(frozen=True)
class _Refusal:
    """One start that was refused. `process` is the folder in which it says so, which stands for its
    process; `program` the address and number of the process itself, where the log names it.

    `by_start`: nothing but a consumer's start is refused in these words, or its start is in sight.
    A pull, a send and a producer's start are answered with the others as well. `says_why`: the exception stands below the
    line; a log of which lines were picked out may lack it, and nobody answering is no refusal. `is_its`: nothing tells
    that it is another group's.
    """

    process: str
    program: str | None
    reason: str
    words: str
    place: EvidenceLine
    at: datetime | None
    by_start: bool = True
    says_why: bool = True
    is_its: bool = True


@dataclass(frozen=True)
class _Start:
    """A consumer of the group that says `start OK`."""

    process: str
    program: str | None
    at: datetime


def claims(case: Case, _: Findings) -> Iterable[Claim]:
    """By the clients' logs and by the exception with which an application ended; one claim for each reason."""
    everything = [*_in_logs(case), *_exceptions(case)]
    by_reason = grouped((refusal.reason, refusal) for refusal in everything)
    if set(by_reason) > {UNKNOWN}:
        by_reason.pop(UNKNOWN, None)
    starts = _lasting_starts(case, everything)
    told = [_claim(case, reason, refusals, starts) for reason, refusals in sorted(by_reason.items())]
    return told or filter(None, [_by_sql_that_no_broker_filters(case)])


def _by_sql_that_no_broker_filters(case: Case) -> Claim | None:
    """By a broker's own log: it started with enablePropertyFilter=false and clients registered an SQL92 expression
    (`ClientManageProcessor#checkClientConfig`, `PullMessageProcessor`, all versions). The setting may be another one
    since (`mqadmin updateBrokerConfig`), and the refusal itself stands in the client's log."""
    off = {event.file: event for event in case.events_named("broker_filters_no_sql", source="broker")}
    refused = _asking_by_sql(case, off)
    if not refused:
        return None
    why, change = REASONS["filter_type"]
    return Claim(
        ID,
        say("Consumers seem to be refused at their start ({who}): {why}", who=short(sorted(refused)), why=why),
        joined(
            " ",
            [
                say("They subscribe by SQL92, and the broker with which they registered started without that filter."),
                change,
            ],
        ),
        Severity.CRITICAL if case.live <= refused.keys() else Severity.WARNING,
        signs=(
            need(say("a consumer says that its start was refused, and why"), met=False, command=CLIENT_LOG),
            follows(say("a broker without this filter has clients that ask for it"), len(refused)),
        ),
        clients=tuple(sorted(refused)),
        evidence=(
            *(event.place for event in off.values()),
            *(place for words in refused.values() for place in words.places[:1]),
        ),
        explains=("group_offline", "orphan_queues"),
        details={"reason": "filter_type"},
    )


def _asking_by_sql(case: Case, broker_logs: Collection[str]) -> dict[str, ClientSubscription]:
    """The clients that one of these logs shows to have registered an SQL92 expression, at a known moment."""
    asking = {who: words for who, words in case.subscriptions.items() if _asks_by_sql(words) and words.at}
    return {who: words for who, words in asking.items() if any(place.file in broker_logs for place in words.places)}


def _asks_by_sql(words: ClientSubscription) -> bool:
    return any((wanted.type or "").upper() == "SQL92" for wanted in words.topics.values())


def _in_logs(case: Case) -> Iterable[_Refusal]:
    """A start that failed because nobody answered was not refused."""
    for event in case.events_named(*_SAID, source="client"):
        carried = event.carried
        if event.group not in (None, case.group) or carried.unreachable or carried.peer_not_reached:
            continue
        reason = carried.refused_start or UNKNOWN
        program = _program(case, folder_of(event.file), event.last_at)
        place = event.place_with_reason
        is_its = (event.group or UNNAMED) == case.group and not _is_of_another(case, event)
        yield _Refusal(
            folder_of(event.file), program, reason, carried.reason, place, event.last_at,
            says_why=carried.says_why, is_its=is_its,
        )  # fmt: skip


def _is_of_another(case: Case, event: Event) -> bool:
    """Whether the group's own consumer had just started there, and the record does not name the group: it may be of one
    that another consumer of the application is of."""
    if case.group and event.carried.names(case.group):
        return False
    own = case.own_events(_STARTED, _CONTAINER_RUNS, source="client")
    before = [event.at - start.at for start in own if start.at and event.at and _are_together(start, event)]
    return any(timedelta() <= span <= SETTLED for span in before)


def _are_together(start: Event, event: Event) -> bool:
    return folder_of(start.file) == folder_of(event.file)


def _exceptions(case: Case) -> Iterable[_Refusal]:
    """What an application printed when it ended, alone or in its log; what a command of mqadmin was answered is none."""
    for answer in case.answers:
        reason = answer.said.refused_start
        printed = answer.kind == "command_failed" or (answer.kind == "statements" and answer.file in case.logs)
        if reason and answer.command is None and printed:
            process, words = folder_of(answer.file), answer.text or ""
            program = _program(case, process, answer.at)
            sure = reason in AT_START_ONLY or _starts(case, process)
            yield _Refusal(process, program, reason, words, answer.place, answer.at, sure)


_STARTS = ("consumer_starting", REFUSED_START, _STARTED)


def _starts(case: Case, process: str) -> bool:
    """Whether a process tells of a consumer's start."""
    return any(folder_of(event.file) == process for event in case.events_named(*_STARTS, source="client"))


def _program(case: Case, process: str, at: datetime | None) -> str | None:
    """The process whose client came up last before: several may write into one log."""
    started = case.events_named(_CLIENT_STARTED, source="client")
    before = [
        (event.at, event.client_id)
        for event in started
        if event.client_id and folder_of(event.file) == process and event.at and at and event.at <= at
    ]
    return max(before)[1].split("#", 1)[0] if before else None


def _claim(case: Case, reason: str, refusals: Sequence[_Refusal], starts: Sequence[_Start]) -> Claim:
    why, change = REASONS[reason]
    stayed_out = [refusal for refusal in refusals if not _started_later(refusal, starts)]
    ongoing = bool(stayed_out)
    concerned = stayed_out or refusals
    processes = {refusal.process for refusal in concerned}
    its_words = say("It says: {words}.", words=concerned[-1].words.rstrip("."))
    return Claim(
        ID,
        _title(case, processes, why, ongoing=ongoing),
        joined(" ", [its_words, change, _others(stayed_out, starts)]),
        _severity(case, _clients(case, processes), ongoing=ongoing),
        signs=_signs(reason, refusals),
        ongoing=ongoing,
        clients=_clients(case, processes),
        evidence=tuple(refusal.place for refusal in concerned),
        since=earliest(refusal.at for refusal in concerned),
        until=None if ongoing else latest(refusal.at for refusal in concerned),
        explains=("group_offline", "connection_problem", "orphan_queues"),
        details={"reason": reason, "change": change},
    )


def _signs(reason: str, refusals: Sequence[_Refusal]) -> tuple[Sign, ...]:
    return (
        core(say("a consumer says that its start was refused, and why"), len(refusals)),
        need(
            say("the refusal is one of a start, not of a pull or a send"),
            any(refusal.by_start for refusal in refusals),
            command=CLIENT_LOG,
        ),
        need(
            say("it is of this group, by its name or because no other is beside it"),
            any(refusal.is_its for refusal in refusals),
            command=CLIENT_LOG,
        ),
        need(
            say("the exception with which the start ended"),
            reason not in (UNKNOWN, PLACEHOLDER) or any(refusal.says_why for refusal in refusals),
            command=CLIENT_LOG,
        ),
    )


def _severity(case: Case, clients: Sequence[str], *, ongoing: bool) -> Severity:
    """A client that was refused before 5.3.2 does not shut itself down: it holds queues and reads nothing."""
    if not ongoing:
        return Severity.NOTICE
    nobody = case.live <= set(clients) or any(answer.said.no_consumer_online for answer in case.answers)
    return Severity.CRITICAL if nobody else Severity.WARNING


def _title(case: Case, processes: set[str], why: Phrase, *, ongoing: bool) -> Phrase:
    """Processes by their ids, else by the folders that hold their logs."""
    named = {process: _clients(case, {process}) for process in processes if process}
    names = sorted({short(clients) if len(clients) == 1 else process for process, clients in named.items()})
    who = joined(", ", names[:4]) or count(len(processes), "client process")
    if ongoing:
        return say("A consumer does not run, it was refused at its start ({who}): {why}", who=who, why=why)
    return say("A consumer was refused at its start ({who}), and started later: {why}", who=who, why=why)


def _lasting_starts(case: Case, refusals: Sequence[_Refusal]) -> list[_Start]:
    """The group's starts that no refusal of the same process took back."""
    starts = [
        _Start(folder_of(event.file), _program(case, folder_of(event.file), event.last_at), event.last_at)
        for event in case.own_events(_STARTED, _CONTAINER_RUNS, source="client")
        if event.last_at
    ]
    return [start for start in starts if not any(_takes_back(refusal, start) for refusal in refusals)]


def _takes_back(refusal: _Refusal, start: _Start) -> bool:
    return _is_same(start, refusal) and refusal.at is not None and refusal.at >= start.at


def _is_same(start: _Start, refusal: _Refusal) -> bool:
    """Whether they are of one process, as far as its log tells processes apart."""
    unnamed = start.program is None or refusal.program is None
    return start.process == refusal.process and (unnamed or start.program == refusal.program)


def _started_later(refusal: _Refusal, starts: Iterable[_Start]) -> bool:
    return any(_is_same(start, refusal) and is_after(start.at, refusal.at) for start in starts)


def _others(stayed_out: Sequence[_Refusal], starts: Sequence[_Start]) -> Phrase | str:
    """Another process that writes into the same log and started: it may be the same application, or another one."""
    folders = {refusal.process for refusal in stayed_out}
    last = latest(refusal.at for refusal in stayed_out)
    later = [start for start in starts if start.process in folders and is_after(start.at, last)]
    if not later:
        return ""
    return say(
        "Not said again since {moment}; another process ({other}) started a consumer of the group "
        "in the same log later, and nothing tells that it takes its place.",
        moment=time_of_day(last) if last else "?",
        other=later[-1].program,
    )


def _clients(case: Case, processes: set[str]) -> tuple[str, ...]:
    """The ids that these processes' logs name as their own; in one that several hosts write into, nobody's."""
    naming = case.events_named("client_started", "rebalance_result", "heartbeat_content", source="client")
    by_process = grouped((folder_of(event.file), event.client_id) for event in naming if event.client_id)
    own = (set(by_process.get(process, ())) for process in processes)
    return distinct(chain.from_iterable(ids for ids in own if len(set(map(ip_of, ids))) == 1))


EXPLANATION = Explanation(
    id=ID,
    rank=5,
    claims=claims,
    command=CLIENT_LOG,
    messages=frozenset({*_SAID, "consumer_disconnected", "consumer_unregistered", "consumer_group_removed"}),
    suspected=say("A consumer may have been refused at its start"),
    shown_by=need(say("a consumer says that its start was refused, and why"), met=False, command=CLIENT_LOG),
    kind=CAUSE,
    what="A consumer does not run because it was refused at its start, and says why: a filter that the brokers do not "
    "support, a second consumer of the group in its process, a name that is not valid, no name server, no rights. It "
    "shuts itself down then: closed channels and failed sends follow, and are no fault of the network.",
    confirm="The application's log: MQClientException below 'start'; the client's log: 'Start the consumer GROUP fail' (5.3.2 "
    "and later), 'the consumer group[GROUP] exist already'. 'start OK' may stand before it.",
    remedy=("Change what the exception names, then start the client again.",),
    do_not=("Do not restart the client before that: it is refused again.",),
)
