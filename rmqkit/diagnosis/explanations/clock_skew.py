"""Do the clocks agree?

A client ahead of the others wins every heartbeat, one behind loses every one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import timedelta

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.clocks import ClockGap, ClockSkew, clock_skews
from rmqkit.diagnosis.case.subscriptions import Expression
from rmqkit.diagnosis.claims import Claim, Severity, core, follows, need
from rmqkit.diagnosis.commands import BROKER_LOG, STATUS
from rmqkit.diagnosis.explanation import CAUSE, Explanation, Findings
from rmqkit.diagnosis.facts.logs import places_of
from rmqkit.diagnosis.wording import short
from rmqkit.language import Phrase, say

ID = "clock_skew"
_LOSS = ("tag_mismatch_silent_loss",)


def claims(case: Case, _: Findings) -> Iterable[Claim]:
    """By what clients' clocks say against the brokers',
    or by a table that holds what no member asks for."""
    skews = clock_skews(case)
    return filter(None, [_apart(case, skews) if skews else _foreign_subscription(case)])


def _apart(case: Case, skews: Sequence[ClockSkew]) -> Claim:
    gaps = [gap for skew in skews for gap in skew.gaps]
    clients = sorted(skew.client for skew in skews if skew.client)
    largest = max((skew.largest for skew in skews), key=lambda gap: abs(gap.ahead))
    return Claim(
        ID,
        _title(short(clients) or say("a client"), largest.ahead),
        say(
            "The version of a subscription is the client's clock and the broker keeps the "
            "newest: what a client ahead registers cannot be replaced by the others, and what "
            "a client behind registers replaces nothing, until the clocks meet.",
        ),
        # Harmless while all clients want the same; with an effect it becomes as severe as that.
        Severity.NOTICE,
        signs=(
            core(say("a client's clock is more than a minute apart from a broker's"), len(gaps)),
            need(say("two witnesses show the same clock"), _two_witnesses(skews), command=BROKER_LOG),
        ),
        ongoing=any(_still_apart(case, gap) for gap in gaps),
        clients=tuple(clients),
        evidence=places_of(gaps),
        topics=case.topics,
        explains=_LOSS,
        details={"ahead": largest.ahead.total_seconds()},
    )


def _two_witnesses(skews: Sequence[ClockSkew]) -> bool:
    return any(skew.agree for skew in skews) or any(len(skew.gaps) > 1 for skew in skews)


def _still_apart(case: Case, gap: ClockGap) -> bool:
    """A broker keeps a version until the clocks catch up with it, even when its client is gone."""
    if gap.version is None or gap.ahead < timedelta():
        return True
    end = case.end_of(gap.file)
    return end is not None and gap.version > end


def _title(clients: Phrase, ahead: timedelta) -> Phrase:
    span = _span(abs(ahead.total_seconds()))
    if ahead > timedelta():
        return say("The clock of {clients} is {span} ahead of the broker's", clients=clients, span=span)
    return say("The clock of {clients} is {span} behind the broker's", clients=clients, span=span)


def _span(seconds: float) -> Phrase:
    if seconds < 3600:
        return say("{seconds:,.0f} s", seconds=seconds)
    return say("{hours:,.1f} h", hours=seconds / 3600)


def _foreign_subscription(case: Case) -> Claim | None:
    """The group's table keeps, list after list, an expression that none of its clients asks for."""
    kept = {topic: text for topic in case.topics if (text := kept_against_all(case, topic))}
    if not kept:
        return None
    listed = ", ".join(f"{topic} {text}" for topic, text in kept.items())
    return Claim(
        ID,
        say("The group's table holds what no client asks for: {listed}", listed=listed),
        say(
            "A subscription is replaced only by a newer version, and the version is the "
            "client's clock: a client whose clock was ahead may have left this one behind.",
        ),
        Severity.WARNING,
        signs=(
            follows(say("the table keeps what no member asks for"), len(kept)),
            need(say("a client's clock is apart from a broker's"), met=False, command=BROKER_LOG),
        ),
        topics=tuple(kept),
        evidence=tuple(
            roster.subscription_place(topic)
            for roster in case.rosters
            for topic in kept
            if topic in roster.subscriptions
        ),
        explains=_LOSS,
    )


def kept_against_all(case: Case, topic: str) -> str | None:
    """What every list says of the topic although no client asks for it."""
    wanted = case.wanted(topic)
    listed = {roster.subscriptions[topic] for roster in case.rosters if topic in roster.subscriptions}
    if not case.subscriptions_known or len(case.rosters) < 2 or len(listed) != 1 or not wanted:
        return None
    text = next(iter(listed))
    return None if any(Expression(text).same_as(wish) for wish in wanted.values()) else text


EXPLANATION = Explanation(
    id=ID,
    rank=70,
    claims=claims,
    command=STATUS,
    suspected=say("A client's clock may be wrong"),
    shown_by=need(say("subscription versions against the times of a broker's log"), met=False, command=BROKER_LOG),
    kind=CAUSE,
    what="A client's clock differs from the others'. The version of a subscription is the client's clock, and the broker "
    "keeps the newest, so a client whose clock is ahead wins every heartbeat.",
    confirm="Compare subVersion (milliseconds since 1970) in the broker's log with the time of the line.",
    remedy=("Synchronise the clocks of the client hosts (NTP), then restart the client whose clock was ahead.",),
)
