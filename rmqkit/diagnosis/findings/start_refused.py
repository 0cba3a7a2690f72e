"""Was a consumer refused at its start? The exception names the reason; what follows from it (no client, closed
channels, failed sends) needs no other cause."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.claims import Severity
from rmqkit.diagnosis.facts.group import PARSE_FAILED, UNNAMED
from rmqkit.diagnosis.facts.known import distinct, earliest, grouped, is_after, latest
from rmqkit.diagnosis.facts.logs import EvidenceLine, places_of
from rmqkit.diagnosis.facts.names import folder_of
from rmqkit.diagnosis.facts.transitions import SETTLED
from rmqkit.diagnosis.finding import Finding
from rmqkit.diagnosis.finding_table import Seen, finding, table, words
from rmqkit.diagnosis.relations.members import presences
from rmqkit.diagnosis.wording import count, short
from rmqkit.formats.logs.carried.answers import AT_START_ONLY
from rmqkit.language import joined
from rmqkit.rocketmq.client_id_meaning import ip_of

sentence = words("start_refused")
_UNKNOWN, _PLACEHOLDER, _EXPRESSION = "unknown", "placeholder", "filter_expression"


class _Start(NamedTuple):
    """A consumer of the group that reports `start OK`, which stands before the brokers are asked whether they take the
    client, or that its listener runs, which rocketmq-spring says behind the start. `process`: the folder in which it
    does, which stands for its process; `program`: the address and number of the process itself, where the log names
    it."""

    process: str
    program: str | None
    at: datetime | None


class _Refusal(NamedTuple):
    """One start that was refused. `of_start`: nothing but a consumer's start is refused in these words, or its start is
    in sight. `says_why`: the exception stands below the line. `is_its`: nothing tells that it is another group's."""

    start: _Start
    reason: str
    words: str
    place: EvidenceLine
    of_start: bool = True
    says_why: bool = True
    is_its: bool = True

    def same_process(self, other: _Start) -> bool:
        """Whether another start is of the same process, as far as its log tells processes apart."""
        unnamed = other.program is None or self.start.program is None
        return other.process == self.start.process and (unnamed or other.program == self.start.program)


@finding("start_refused")
def start_refused(case: Case, _: Sequence[Finding]) -> Iterator[Seen]:
    """By the clients' logs and by the exception with which an application ended, for each reason."""
    refusals = [*_logged_refusals(case), *_printed_refusals(case)]
    by_reason = grouped((refusal.reason, refusal) for refusal in refusals)
    if by_reason.keys() > {_UNKNOWN}:
        by_reason.pop(_UNKNOWN, None)
    started = [event for event in case.records("member.runs") if event.last_at]
    starts = [_start(case, event.file, event.last_at) for event in started]
    # A refusal takes back the start before it.
    lasting = [
        one
        for one in starts
        if not any(each.same_process(one) and not is_after(one.at, each.start.at) for each in refusals)
    ]
    for reason, alike in sorted(by_reason.items()):
        yield _refused(case, reason, alike, lasting)


def _refused(case: Case, reason: str, refusals: Sequence[_Refusal], starts: Sequence[_Start]) -> Seen:
    of_it = table("start_refused")["reasons"][reason]
    out = [
        one
        for one in refusals
        if not any(one.same_process(each) and is_after(each.at, one.start.at) for each in starts)
    ]
    concerned = out or refusals
    processes = {refusal.start.process for refusal in concerned}
    by_process = {process: _clients(case, {process}) for process in processes if process}
    names = sorted({short(ids) if len(ids) == 1 else process for process, ids in by_process.items()})
    clients = distinct([*_clients(case, processes), *(process for process in processes if process in case.live)])
    # A client that was refused before 5.3.2 does not shut itself down: it holds queues and reads nothing.
    nobody = case.live <= set(clients)
    sentences: list[str] = [sentence("words", words=concerned[-1].words.rstrip(".")), of_it["change"].say()]
    # It filters nothing away; its heartbeats take the others' compiled expression from them, until their own ones.
    unreadable = reason == _EXPRESSION and bool(case.live & set(clients))
    hosts = {ip_of(client) for client in clients} - {ip_of(client) for client in case.live.difference(clients)}
    held = [one for one in case.user_movements if unreadable and out and one.owner in hosts and one.stands]
    if unreadable:
        sentences.append(sentence("no_expression"))
    return Seen(
        case="" if out else "started_later",
        signs={
            "refused": refusals,
            "of_start": any(refusal.of_start for refusal in refusals),
            "is_its": any(refusal.is_its for refusal in refusals),
            "exception": reason not in (_UNKNOWN, _PLACEHOLDER) or any(refusal.says_why for refusal in refusals),
        },
        values={
            "who": joined(", ", names[:4]) or count(len(processes), "client process"),
            "reason": of_it["why"].say(),
        },
        why=joined(" ", sentences),
        severity=(Severity.CRITICAL if nobody or held else Severity.WARNING) if out else Severity.NOTICE,
        ongoing=bool(out),
        clients=clients,
        queues=[movement.queue for movement in held],
        evidence=[*(refusal.place for refusal in concerned), *places_of(held[:6])],
        since=earliest(refusal.start.at for refusal in concerned)
        or earliest(stay.came for stay in presences(case) if stay.client in clients),
        until=latest(refusal.start.at for refusal in concerned),
        explains=("flapping_subscription",) if unreadable else None,
        details={"change": of_it["change"].say()},
    )


def _logged_refusals(case: Case) -> Iterator[_Refusal]:
    """A start that failed because nobody answered was not refused. Where the group's own consumer had just started, a
    record that names no group may be of another consumer of the application."""
    own = case.records("member.runs")
    for event in case.records("member.start_refused"):
        carried, folder = event.carried, folder_of(event.file)
        if event.group not in (None, case.group) or carried.unreachable or carried.peer_not_reached:
            continue
        spans = [event.at - one.at for one in own if event.at and one.at and folder_of(one.file) == folder]
        just_started = any(timedelta() <= span <= SETTLED for span in spans)
        names_it = bool(case.group) and carried.names(case.group)
        yield _Refusal(
            _start(case, event.file, event.last_at),
            carried.refused_start or _UNKNOWN,
            carried.reason,
            event.place_with_reason,
            says_why=carried.says_why,
            is_its=(event.group or UNNAMED) == case.group and (names_it or not just_started),
        )


def _printed_refusals(case: Case) -> Iterator[_Refusal]:
    """What an application printed when it ended, alone or in its log; what a command of mqadmin was answered is none,
    nor what stands beside a failed send. A pull and a send are answered with some of these words as well."""
    of_producers = {(one.file, one.block) for one in case.answers if one.said.of_a_send}
    starting = case.records("member.starting")
    folders = {folder_of(event.file) for event in starting}
    for answer in case.answers:
        reason = _EXPRESSION if answer.code == PARSE_FAILED else answer.said.refused_start
        if reason and answer.command is None and (answer.printed_alone or (answer.quoted and answer.file in case.logs)):
            start = _start(case, answer.file, answer.at)
            sure = reason in AT_START_ONLY or start.process in folders
            if sure or (answer.file, answer.block) not in of_producers:
                yield _Refusal(start, reason, answer.text or "", answer.place, of_start=sure)


def _start(case: Case, file: str, at: datetime | None) -> _Start:
    """With the process whose client came up last before: several may write into one log."""
    created = case.records("member.process_started")
    before = [
        (event.at, event.client_id)
        for event in created
        if event.client_id and event.at and at and event.at <= at and folder_of(event.file) == folder_of(file)
    ]
    return _Start(folder_of(file), max(before)[1].split("#", 1)[0] if before else None, at)


def _clients(case: Case, processes: Iterable[str]) -> tuple[str, ...]:
    """The ids that these processes' logs name as their own; in one that several hosts write into, nobody's."""
    naming = case.records("member.process_named")
    by_process = grouped((folder_of(event.file), event.client_id) for event in naming if event.client_id)
    own = [set(by_process.get(process, ())) for process in processes]
    return distinct(client for ids in own if len(set(map(ip_of, ids))) == 1 for client in ids)
