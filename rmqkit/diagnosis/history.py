"""What was found in each epoch of a group, told as one history: what is over, the timeline, and
which change brought about what goes on. The explanations were asked before.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cached_property
from itertools import takewhile

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.lag import lag_grows_steadily, movements
from rmqkit.diagnosis.claims import Severity
from rmqkit.diagnosis.explanation import NOTE
from rmqkit.diagnosis.facts.known import FOR_EVER, LONG_AGO, earliest, is_after
from rmqkit.diagnosis.facts.transitions import DEFAULTS, SAME_MOMENT
from rmqkit.diagnosis.finding import Finding, TimelineEntry, causes_of, cited
from rmqkit.diagnosis.findings import BY_ID
from rmqkit.diagnosis.healthy import healthy, why_healthy
from rmqkit.diagnosis.judge import judge
from rmqkit.diagnosis.relations.members import process_of
from rmqkit.diagnosis.timeline.changes import LEFT, QUEUES, RIGHTS, DatedChange
from rmqkit.diagnosis.timeline.epochs import Epoch
from rmqkit.diagnosis.wording import over_title
from rmqkit.language import Phrase, say
from rmqkit.language.clock import offset, time_of_day
from rmqkit.rocketmq.client_id_meaning import ip_of


@dataclass(frozen=True)
class AskedEpoch:
    """An epoch with its case: every claim as it was judged, and those that were accepted."""

    epoch: Epoch
    case: Case
    judged: tuple[Finding, ...]
    findings: tuple[Finding, ...]

    @cached_property
    def health(self) -> Finding:
        """Whether the group is healthy in it."""
        return judge(healthy(self.case), self.case.group)

    @property
    def proven(self) -> list[Finding]:
        """What was proven to go on in it."""
        return [each for each in self.findings if each.ongoing and each.proven and BY_ID[each.id].kind != NOTE]


def past_findings(earlier: Sequence[AskedEpoch], now: Sequence[Finding], case: Case) -> list[Finding]:
    """What was proven of an earlier epoch and is told of no later one, with that epoch's bounds; the newest epoch
    speaks for older ones that showed the same. Mere traces of it at the end tell less than the epoch that proves it.
    What ended with a client that comes and goes again and again to the end, comes again with it: it is not over, and
    `last_until` in its details says when it was there last. Nor is a slow client faster by a rebalance. `case`: the
    newest epoch's."""
    restless = restless_hosts(now)
    told = {finding.id for finding in now if finding.ongoing or finding.proven}
    over: dict[str, Finding] = {}
    for asked in earlier:
        for finding in asked.proven:
            if finding.id not in told:
                before, epoch = over.get(finding.id), asked.epoch
                goes_on = before is not None and before.until == epoch.since
                began = [one.since for one in asked.findings if finding.id in one.explains and one.since]
                since = before.since if before and goes_on else finding.since or min(began, default=epoch.since)
                over[finding.id] = over_since(finding, epoch.until).with_(since=since)
                if asked is earlier[-1] and finding.id == "consumer_slow" and _falls_further_behind(finding, case):
                    over[finding.id] = finding.with_(since=since)
                if asked is earlier[-1] and restless.intersection(map(ip_of, finding.clients)):
                    first = earliest([since, before.since if before else None])
                    details = {**finding.details, "last_until": epoch.until}
                    over[finding.id] = finding.with_(since=first, details=details)
    return list(over.values())


def _falls_further_behind(finding: Finding, case: Case) -> bool:
    """Whether its clients have all of its queues in the newest three snapshots, and these are further behind in each of
    them than in the one before (L19)."""
    moved, ips = movements(case.snapshots[-3:]), {ip_of(client) for client in finding.clients}
    own = [moved[queue] for queue in finding.queues if queue in moved]
    theirs = all(len(one.owners) == 3 and ips.issuperset(one.owners) for one in own)
    return theirs and len(own) == len(finding.queues) > 0 and lag_grows_steadily(own)


def restless_hosts(now: Sequence[Finding]) -> set[str]:
    """The hosts whose clients come and go again and again to the end."""
    storms = (one for one in now if one.id == "rebalance_storm" and one.ongoing and one.proven)
    return {ip_of(client) for storm in storms for client in storm.clients}


def over_since(finding: Finding, until: datetime | None) -> Finding:
    return finding.with_(title=over_title(finding.title), severity=Severity.NOTICE, ongoing=False, until=until)


def timeline(asked: Sequence[AskedEpoch], findings: Sequence[Finding]) -> tuple[TimelineEntry, ...]:
    """The group's epochs in their order, each with what was found in it. `findings`: those of the whole; one that is
    over stands in every epoch that its time touches."""
    over = [finding for finding in findings if finding.proven and not finding.ongoing]
    entries = []
    for each in asked:
        epoch, settling = each.epoch, each.case.transitions.settling
        dated = [finding for finding in over if _touches(finding, epoch, settling)]
        weighty = [finding.id for finding in (*each.proven, *dated) if BY_ID[finding.id].kind != NOTE]
        entries.append(
            TimelineEntry(
                group=epoch.group,
                since=epoch.since,
                until=epoch.until,
                change=epoch.text,
                evidence=cited(epoch.places),
                findings=tuple(dict.fromkeys(weighty)),
                healthy=why_healthy(each.case) if not each.proven and each.health.proven else "",
            )
        )
    return tuple(entries)


def _touches(finding: Finding, epoch: Epoch, settling: timedelta) -> bool:
    """Whether it was so in the epoch. What began before a step and ended with it, is of before."""
    begins, ends = finding.since, finding.until or finding.since
    if ends is None:
        return False
    first, last = epoch.since or LONG_AGO, epoch.until or FOR_EVER
    if begins is None:
        return first < ends <= last
    goes_on = epoch.settled is None or ends > epoch.settled + settling
    return begins < last and (begins >= first or goes_on)


def dated(asked: Sequence[AskedEpoch]) -> Iterator[Finding]:
    """What the last epoch shows; what goes on with when it began: by its own lines, in the first of the epochs that
    show it without a break; with the change of queues or rights that brought it about; with its cause, unless its
    queues were read after that. Else `details` bound it: no later than `first_shown`, and where that is known not
    before `not_before`. `began_with` in them: the change."""
    now = asked[-1].findings
    for finding in now:
        if not finding.ongoing:
            yield finding
            continue
        since, details = _begun(finding, asked), dict(finding.details)
        changes = _causing_changes(finding, asked)
        since = since or earliest(change.at for change in changes if change.since is None)
        not_before, shown = _bounds_by_queues(finding, asked[-1].case)
        # A cause is there no later than what it brings about; queues may have been read twice before, for a moment.
        effects = [one for one in now if one.id in finding.explains and one.proven and not one.queues]
        brought = [one for one in effects if {*one.clients} & {*finding.clients}]
        since = since and earliest([since, *(one.since for one in brought)])
        if since and changes and since + SAME_MOMENT < min(change.at for change in changes):
            began = [each.epoch for each in asked if each.epoch.since and each.epoch.since <= since + SAME_MOMENT]
            changes = tuple(_its_changes(finding, began[-1])) if began else ()
        if changes:
            details["began_with"] = replace(asked[-1].epoch, changes=changes, left_out=0).text
        if since is None and not details.get("first_shown"):
            causes = (one.since for one in causes_of(finding.id, now) if one.proven and one is not finding)
            begun = earliest(causes)
            since = None if begun and not_before and not_before > begun + DEFAULTS.handover else begun
        if since is None:
            shown = None if is_after(details.get("not_before"), shown) else shown
            details["first_shown"] = earliest([details.get("first_shown"), shown])
            details.setdefault("not_before", not_before)
        yield finding.with_(since=since, details=details)


def _begun(finding: Finding, asked: Sequence[AskedEpoch]) -> datetime | None:
    """Since when it is so by its own lines: clients may follow each other, as pods do in a release, while it goes on
    with some that stay. None where an epoch of these shows it and cannot tell."""
    since, now = finding.since, finding
    for epoch in reversed(asked[:-1]):
        alike = [one for one in epoch.proven if one.id == now.id and {*one.clients} & {*now.clients}]
        now = next((one for one in alike if {*one.topics} & {*now.topics}), now)
        if since is None or now not in epoch.findings:
            break
        since = now.since and min(since, now.since)
    return since


def _bounds_by_queues(finding: Finding, case: Case) -> tuple[datetime | None, datetime | None]:
    """Where all queues of a finding are stuck, or have no owner and were left long ago at the only snapshot: when the
    message that was read last of one of them was stored, which was before it was read. And the first of the newest
    snapshots in which the offset of one of them is the same."""
    moved = [case.movements[queue] for queue in finding.queues if queue in case.movements]
    left = [one for one in moved if one.stands or (len(one.rows) == 1 and one.never_owned and one.left_long_ago)]
    # After a reset forward the newest message before the offset is one that nobody read.
    put = any(case.records(told) for told in ("offset.put", "offset.resets"))
    read = [] if put else [one.first.last_time for one in left if one.first.last_time]
    stuck = [at for one in moved if (at := one.stuck_since)]
    stopped = any(one.consumed and one.stuck_snapshots > 1 for one in moved)
    looked = [one.looks[0].at for one in moved if one.looks[0].has_known_moment and not stopped]
    return min(read) if read and len(read) == len(finding.queues) else None, earliest(stuck or looked)


def _causing_changes(finding: Finding, asked: Sequence[AskedEpoch]) -> tuple[DatedChange, ...]:
    """Of the step with which the finding began, the changes of what it is about that can bring it about; none where the
    evidence may begin with it: clients that are there at first need not be new, other than what a line has changed."""
    showed = [finding.id in {each.id for each in epoch.findings if each.ongoing} for epoch in asked[:-1]]
    place = len(asked) - 1 - len(list(takewhile(bool, reversed(showed))))
    changes = _its_changes(finding, asked[place].epoch)
    return tuple(change for change in changes if place > 0 or change.kind in (QUEUES, RIGHTS))


def _its_changes(finding: Finding, epoch: Epoch) -> Iterator[DatedChange]:
    """Of the changes that an epoch began with those of what the finding is about that can bring it about."""
    named = {*finding.clients, *map(process_of, finding.clients), *finding.topics, *finding.brokers}
    named |= {*finding.group.split(), *(queue.topic for queue in finding.queues)}
    for change in epoch.changes:
        of_it = change.subject in named or (change.kind == LEFT and finding.id == "group_offline")
        if of_it and change.kind in BY_ID[finding.id].brought_about_by:
            yield change


def needs_earlier_epochs(asked: AskedEpoch) -> bool:
    """Whether what goes on in an epoch may have begun with it, and only the epochs before it tell."""
    undated = (one for one in asked.findings if one.alarming and one.since is None)
    return any(change.since is None for one in undated for change in _its_changes(one, asked.epoch))


def when(finding: Finding) -> Phrase | None:
    """The change that brought a finding about, as the headline tells it; None where the timeline does not tell."""
    change, at = finding.details.get("began_with"), finding.since or finding.details.get("first_shown")
    if not change or not at:
        return None
    return say("since {moment}, when {change}", moment=f"{time_of_day(at)} {offset(at)}", change=change)
