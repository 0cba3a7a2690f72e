"""What cannot be decided, and what is known all the same: it is made of what the healthy claim lacks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.giving_out import grpc_records
from rmqkit.diagnosis.case.lag import lags_beyond_commit, worked_off
from rmqkit.diagnosis.finding import Finding
from rmqkit.diagnosis.finding_table import Seen, finding, words
from rmqkit.diagnosis.healthy import broker_left_out, healthy, keeps_up_everywhere
from rmqkit.diagnosis.relations.lags import counted
from rmqkit.diagnosis.wording import count, ranges, wishes
from rmqkit.language import Phrase, joined
from rmqkit.language.clock import time_of_day
from rmqkit.rocketmq.internal_topics import is_user_topic

sentence = words("insufficient_evidence")


@finding("insufficient_evidence")
def insufficient_evidence(case: Case, findings: Sequence[Finding]) -> Iterator[Seen]:
    """Unless something proven is ongoing or the group can be called healthy.

    That nothing waits, or that all is read as it comes, is said first, where snapshots show it: it is what most people
    ask. What failed and waits in the retry topic waits as well, and may have been looked at by itself (-t), which shows
    nothing of the topics."""
    lacks = [what for what, _ in healthy(case).needs]
    if not lacks or any(finding.proven and finding.alarming for finding in findings):
        return
    looks = () if case.reported_broadcasting else reversed(case.snapshots)
    newest = next((look for look in looks if any(row.queue.is_users for row in look.rows)), None)
    rows = [row for row in newest.rows if row.queue.is_users] if newest else []
    retried = [row for _, row in case.newest_looks.values() if not row.queue.is_users]
    at, queues = newest.at if newest and newest.has_known_moment else None, count(len(rows), "listed queue")
    known: list[Phrase] = []
    # What arrived since the last commit waits in any queue.
    moving = {queue: one for queue, one in case.movements.items() if one.moves_on}
    kept_up = {queue for queue, one in moving.items() if not lags_beyond_commit([one])}
    if behind := [row.diff for row in rows if row.diff > 0 and row.queue not in kept_up]:
        known.append(sentence("behind", behind=len(behind), queues=queues, waiting=sum(behind)))
    elif rows:
        known.append(sentence("caught_up", queues=queues))
    if known and at:
        known = [sentence("at_a_time", known=known[0], at=time_of_day(at))]
    if falls := worked_off(case):
        first, last = falls
        known.append(sentence("worked_off", first=first, last=last, looks=len(case.snapshots)))
    if case.membership.complete:
        known.append(sentence("connected", clients=count(len(case.membership.client_ids), "client")))
    elif not rows and (held := [one.queue for info in case.asked for one in info.queues if not one.dropped]):
        asked = count(len(case.newest_running), "client")
        known.append(sentence("reported", clients=asked, queues=ranges(queue for queue in held if queue.is_users)))
    # A broker keeps one expression for each topic of the group, and offsets pass what it filters away
    # (`ConsumerGroupInfo#updateSubscription`, `PullMessageProcessor#processRequest`, all versions).
    listed = case.client_lists[-1].subscriptions if case.client_lists else {}
    delivered = wishes({topic: text for topic, text in listed.items() if is_user_topic(topic) and text != "*"})
    if delivered:
        known.append(sentence("delivered", wishes=delivered))
    # What an exporter counts of the group is no snapshot of its queues.
    if lags := counted(case):
        topics = ", ".join(sorted(lags))
        known.append(sentence("counted", waiting=sum(lags.values()), topics=topics))
    title, values = "", dict[str, object](queues=queues)
    if (
        case.spelt_alike
        and case.without_retry_topic
        and not grpc_records(case)
        and not (case.snapshots or case.rosters)
    ):
        title, values = "spelt_otherwise", {"others": joined(", ", case.spelt_alike)}
    elif delivered and rows and not case.subscribe_alike:
        title, values = "filtered", {"wishes": delivered}
    elif broker_left_out(case):
        title = "left_out"
    elif newest and at and not any(row.diff for row in (*newest.rows, *retried)):
        title, values = "nothing_waits", {**values, "at": time_of_day(at)}
    elif keeps_up_everywhere(case):
        places = len(case.user_movements)
        title, values = "keeps_up", {**values, "number": places, "queues": count(places, "listed queue")}
    known_all_the_same = [sentence("known", parts=joined("; ", known))] if known else []
    yield Seen(
        case=title,
        signs={"lacking": lacks},
        values=values,
        why=joined(" ", [*known_all_the_same, sentence("lacking", lacks=joined("; ", lacks))]),
        details={"nothing_more": not title},
    )
