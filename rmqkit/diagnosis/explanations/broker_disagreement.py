"""Do the brokers know the same members? Each client asks one broker at random for the list."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rmqkit.diagnosis.case.alternating_counts import alternations
from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.lists_that_differ import vanished
from rmqkit.diagnosis.case.members import open_by_log, saw_its_start, short
from rmqkit.diagnosis.claims import Claim, core, follows, need, refuted_claim
from rmqkit.diagnosis.commands import EACH_BROKER
from rmqkit.diagnosis.explanation import CAUSE, Explanation, Text
from rmqkit.diagnosis.facts.known import distinct
from rmqkit.diagnosis.facts.logs import places_of
from rmqkit.diagnosis.facts.transitions import HOSTS_APART, SETTLED
from rmqkit.diagnosis.finding import Finding
from rmqkit.diagnosis.severity import Severity
from rmqkit.diagnosis.wording import count
from rmqkit.language import joined, say

ID = "broker_disagreement"
_EFFECTS = ("orphan_queues", "duplicate_consumption")
_AT_RANDOM = say("Each client asks one broker at random for the list.")


def claims(case: Case, _: Sequence[Finding]) -> list[Claim]:
    """By the brokers' logs, else by lists that differ,
    else by counts in clients' logs that no broker announced."""
    members = _members_by_broker(case)
    if len(members) > 1:
        return _by_logs(case, members)
    return _by_lists(case) or _by_counts(case)


def _by_logs(case: Case, members: Mapping[str, set[str]]) -> list[Claim]:
    """Where the brokers' logs end, they hold different clients of the group."""
    if len({frozenset(known) for known in members.values()}) == 1:
        return [_refuted(case, members)]
    everybody = frozenset().union(*members.values())
    lacking = {file: sorted(everybody - known) for file, known in members.items() if everybody - known}
    missing = sorted({client for clients in lacking.values() for client in clients})
    told = [say("{file}: without {clients}", file=file, clients=short(clients)) for file, clients in lacking.items()]
    opened = [channel.opened for channel in case.channels if channel.opened and channel.client_id in missing]
    return [
        Claim(
            ID,
            say("Brokers know different clients of the group"),
            say("{lists}. {at_random}", lists=joined("; ", told), at_random=_AT_RANDOM),
            Severity.WARNING,
            signs=(
                core(say("brokers' logs end with different members"), len(lacking)),
                need(
                    say("each of these logs saw the first client come"),
                    _whole_story(case, members),
                    command=EACH_BROKER,
                ),
            ),
            clients=tuple(missing),
            brokers=tuple(sorted(members)),
            evidence=places_of(opened),
            explains=_EFFECTS,
        )
    ]


def _refuted(case: Case, members: Mapping[str, set[str]]) -> Claim:
    """Logs that saw everybody come, and that end with the same members."""
    channels = [channel for channel in case.channels if channel.file in members and channel.live]
    places = [channel.opened.place for channel in channels if channel.opened]
    return refuted_claim(ID, say("brokers' logs end with different members"), places)


def _by_lists(case: Case) -> list[Claim]:
    """Client lists of one broker and another: a connection that one shows before and after
    is not in the other."""
    left_out = vanished(case)
    if not left_out:
        return []
    clients = sorted({gone.client_id for gone in left_out})
    return [
        Claim(
            ID,
            say("Brokers know different clients of the group: some do not know {clients}", clients=short(clients)),
            say(
                "{lists} without {clients} came between lists that show the same connection, "
                "address and port, before and after. {at_random}",
                lists=count(len(left_out), "client list"),
                clients=short(clients),
                at_random=_AT_RANDOM,
            ),
            Severity.WARNING,
            signs=(
                core(say("lists before and after show a connection that a list leaves out"), len(left_out)),
                need(say("it is left out more than once"), len(left_out) > 1, command=EACH_BROKER),
            ),
            clients=tuple(clients),
            evidence=tuple(place for gone in left_out for place in gone.places),
            explains=_EFFECTS,
        )
    ]


def _by_counts(case: Case) -> list[Claim]:
    """A client counts now more, now fewer clients, and no broker notified it of a change."""
    turning = [log for log in alternations(case) if not log.told and case.recent(log.results[-1])]
    if not turning:
        return []
    most = max(turning, key=lambda log: log.turns)
    return [
        Claim(
            ID,
            say("Brokers seem to know different clients of the group"),
            say(
                "In {file} the number of clients went up and down {turns} times, brokers notified "
                "of {notified} changes. {at_random}",
                file=most.results[0].file,
                turns=most.turns,
                notified=most.notified,
                at_random=_AT_RANDOM,
            ),
            Severity.WARNING,
            signs=(
                follows(say("the number of members goes up and down and no broker says so"), most.turns),
                need(say("brokers' lists of members differ"), met=False, command=EACH_BROKER),
            ),
            evidence=places_of(most.results[-6:]),
            explains=_EFFECTS,
        )
    ]


def _members_by_broker(case: Case) -> dict[str, set[str]]:
    """Live clients per broker log, for the logs that cover every connect and end
    at about the same time."""
    open_ones = open_by_log(case.channels)
    ends = distinct(case.end_of(file) for file in open_ones)
    together = bool(ends) and ends[-1] - ends[0] <= SETTLED
    if not together or any(channel.opened is None for channel in case.channels):
        return {}
    whole = [file for file in open_ones if _settled(case, file) and _covers(case, file)]
    return {file: {channel.client_id for channel in open_ones[file] if channel.client_id} for file in whole}


def _covers(case: Case, file: str) -> bool:
    """The log holds the broker's own start, or begins well before any client that is live now
    came to any broker."""
    if saw_its_start(case.facts, file):
        return True
    log = case.facts.logs.get(file)
    opened = [channel.opened_at for channel in case.channels if channel.live and channel.opened_at]
    return log is not None and log.first is not None and bool(opened) and min(opened) - log.first > HOSTS_APART


def _settled(case: Case, file: str) -> bool:
    """No client came or went in the log's last half minute:
    heartbeats reach all brokers within 30 s."""
    end = case.end_of(file)
    moments = [m for c in case.channels if c.file == file for m in (c.opened_at, c.closed_at) if m]
    return end is not None and all(end - moment > case.transitions.heartbeat for moment in moments)


def _whole_story(case: Case, members: Iterable[str]) -> bool:
    """Whether each of these logs saw the group's first client come."""
    return all(any(c.file == file and c.opened for c in case.channels) for file in members)


EXPLANATION = Explanation(
    id=ID,
    rank=80,
    claims=claims,
    command=EACH_BROKER,
    messages=frozenset({"consumer_disconnected", "offset_moved_back"}),
    suspected=say("Brokers may know different clients of the group"),
    shown_by=need(say("brokers' lists of members differ"), met=False, command=EACH_BROKER),
    text=Text(
        CAUSE,
        "Brokers hold different members or subscriptions of the group; each client asks one broker at random, so the "
        "clients share out the queues by different lists.",
        "mqadmin consumerConnection -g GROUP -b BROKER for each broker.",
        ("Find why some clients are not connected to every broker (network, or a broker that joined later).",),
        ("Do not add consumers before all brokers know the same clients.",),
    ),
)
