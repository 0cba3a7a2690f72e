"""Which lines look alarming and are normal: refused pulls and version changes around a start,
a client's commits that overtook each other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.read_twice import late_commits
from rmqkit.diagnosis.claims import NO_WEIGHT, Claim, core
from rmqkit.diagnosis.explanation import NOTE, Explanation, Findings
from rmqkit.diagnosis.facts.known import is_after
from rmqkit.diagnosis.facts.logs import Event, places_of, times_of
from rmqkit.diagnosis.facts.transitions import SAME_MOMENT
from rmqkit.diagnosis.wording import count
from rmqkit.language import Phrase, joined, say

ID = "harmless_startup_noise"
_AROUND_STARTS = (24, 25)
# Findings that account for commits below the stored offset themselves.
_TELL_OF_COMMITS = frozenset({"duplicate_consumption", "offsets_moved"})
# What a start, a reconnect or a rebalance prints, in the log of the client, of another one or of a broker.
_STARTS = (
    "broker_started", "client_created", "client_started", "connection_opened", "consumer_connected",
    "consumer_ids_changed", "consumer_ready", "consumer_started", "consumer_starting", "queue_added",
    "rebalance_result", "subscription_topic_added", "subscription_version_updated",
)  # fmt: skip


def claims(case: Case, findings: Findings) -> Iterable[Claim]:
    """CODE 24 and 25 that stopped, with a start in sight, OLD/NEW pairs with equal subscriptions;
    not where something is wrong."""
    normal = (_refused(case), _not_listed_yet(case), _unchanged(case), _late(case, findings))
    if any(finding.alarming for finding in findings) or not any(normal):
        return
    told = [(sentence, events) for sentence, events in zip(_SENTENCES, normal, strict=True) if events]
    yield Claim(
        ID,
        say("Log lines that look alarming and are normal"),
        say("{text}.", text=joined("; ", [sentence(times_of(events)) for sentence, events in told])),
        NO_WEIGHT,
        signs=(core(say("they stopped, or changed nothing"), sum(map(len, normal))),),
        ongoing=False,
        evidence=places_of(event for _, events in told for event in events[:2]),
    )


def _late(case: Case, findings: Findings) -> Sequence[Event]:
    """Late commits; a few lines do not show that nobody came or went."""
    untold = case.is_post or any(finding.id in _TELL_OF_COMMITS for finding in findings)
    return [] if untold else late_commits(case)


_SENTENCES: tuple[Callable[[int], Phrase], ...] = (
    lambda times: say("{times:,} pulls refused with CODE 24 or 25 around a start", times=times),
    lambda times: say("{times:,} rebalances before the broker knew the client, which has its share since", times=times),
    lambda times: say(
        "{times:,} 'subscription changed' lines whose OLD and NEW differ only in the version", times=times
    ),
    lambda times: say(
        "{commits} below the stored offset while nobody came or went: late ones, "
        "overtaken on their way by the same reader's next commit",
        commits=count(times, "commit"),
    ),
)


def _refused(case: Case) -> list[Event]:
    rejected = case.events_named("pull_rejected", source="client")
    return _at_a_start(case, [event for event in rejected if event.code in _AROUND_STARTS and not case.recent(event)])


def _at_a_start(case: Case, stopped: Sequence[Event]) -> list[Event]:
    """Those that came with a start, or soon after it."""
    starts = [event for event in case.events_named(*_STARTS) if event.at] if stopped else []
    return [event for event in stopped if any(_around(case, start, event) for start in starts)]


def _not_listed_yet(case: Case) -> list[Event]:
    """Rebalances before the broker has the client's first heartbeat: it knows no list, or one without this client
    (`MQClientInstance#doRebalance`, all versions). The share that the client took afterwards ends them; that a topic
    has no route, only a share of that topic ends."""
    if case.is_post:
        return []
    asked = case.events_named("consumer_list_failed", "rebalance_failed", "not_in_client_list", source="client")
    taken = _last_shares(case)
    by = [(event, event.topic if event.carried.lacks_route else None) for event in asked]
    ended = [event for event, topic in by if is_after(taken.get((event.file, topic)), event.last_at)]
    return _at_a_start(case, [event for event in ended if not event.carried.unreachable])


def _last_shares(case: Case) -> Mapping[tuple[str, str | None], datetime | None]:
    """When each log has its client take a share of queues last, by topic, and of any topic (None)."""
    shares = case.own_events("rebalance_result", source="client")
    shared = [event for event in shares if event.at and event.carried.share and event.carried.share.size]
    return {key: event.at for event in shared for key in ((event.file, event.topic), (event.file, None))}


def _around(case: Case, start: Event, refused: Event) -> bool:
    """Whether the refusal came with the start, or in the heartbeats after it; a clock may be a moment off."""
    if start.at is None or start.last_at is None or refused.at is None:
        return False
    return start.at - SAME_MOMENT <= refused.at <= start.last_at + case.transitions.repeated


def _unchanged(case: Case) -> list[Event]:
    changed = case.events_named("subscription_changed", source="broker")
    return [event for event in changed if event.carried.only_version_differs]


EXPLANATION = Explanation(
    id=ID,
    rank=200,
    claims=claims,
    kind=NOTE,
    what="Messages that look alarming and are normal: while clients start, and when a client's commits overtake each other.",
    confirm="They stop within a minute of the last start; a late commit stands alone, and the next look shows the offset ahead of it.",
)
