"""Do the clocks agree? A client ahead of the others wins every heartbeat, one behind loses every one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import timedelta

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.clocks import clock_skews
from rmqkit.diagnosis.facts.known import earliest
from rmqkit.diagnosis.facts.logs import places_of
from rmqkit.diagnosis.finding import Finding
from rmqkit.diagnosis.finding_table import Seen, finding, words
from rmqkit.diagnosis.relations.members import presences
from rmqkit.diagnosis.wording import wishes


@finding("clock_skew")
def clock_skew(case: Case, _: Sequence[Finding]) -> Iterator[Seen]:
    """By what clients' clocks show against the brokers', else by a subscription in the group's table that none of its
    clients asks for. A skew is harmless while all clients want the same; with an effect it becomes as severe as that.
    """
    skews = clock_skews(case)
    kept = {} if skews else {topic: text for topic in case.topics if (text := case.stale_expression(topic))}
    if skews:
        gaps = [gap for skew in skews for gap in skew.gaps]
        clients = sorted(skew.client for skew in skews if skew.client)
        ahead = max((gap.ahead for gap in gaps), key=abs)
        # A broker keeps a version until the clocks catch up with it, even when its client is gone.
        kept_on = [gap for gap in gaps if gap.version and (end := case.end_of(gap.file)) and gap.version > end]
        apart = any(gap.version is None or gap.ahead < timedelta() for gap in gaps)
        came = [stay.came for stay in presences(case) if stay.client in clients]
        seconds, sentence = abs(ahead.total_seconds()), words("clock_skew")
        yield Seen(
            case="ahead" if ahead > timedelta() else "behind",
            signs={"apart": gaps, "two_witnesses": any(len(skew.gaps) > 1 for skew in skews)},
            values={
                "span": sentence("seconds", span=seconds) if seconds < 3600 else sentence("hours", span=seconds / 3600),
            },
            ongoing=apart or bool(kept_on),
            clients=clients,
            topics=case.topics,
            evidence=places_of(gaps),
            since=earliest(came) if came and None not in came else None,
            details={"ahead": ahead.total_seconds()},
        )
    elif kept:
        listed = [(roster, topic) for roster in case.rosters for topic in kept if topic in roster.subscriptions]
        yield Seen(
            case="left_behind",
            signs={"kept": kept, "apart": False},
            values={"listed": wishes(kept)},
            topics=kept,
            evidence=[roster.subscription_place(topic) for roster, topic in listed],
        )
