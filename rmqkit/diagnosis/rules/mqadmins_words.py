"""What `mqadmin consumerStatus` concluded itself, where the running info that it looked at is not in the evidence.

ConsumerRunningInfo (4.0.0 to 5.4) compares subscriptions as text, so that tags in another order differ, and calls a
queue blocked when messages wait in the client and none was consumed for a minute by the clock of mqadmin's host.
Either suspects and proves nothing; that it found nothing wrong says nothing at all.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.members import short
from rmqkit.diagnosis.facts.group import is_user_topic
from rmqkit.diagnosis.facts.logs import Place, named_queues
from rmqkit.diagnosis.finding import SUSPECTED, Finding, Severity
from rmqkit.diagnosis.rules.make import answer_place, finding
from rmqkit.diagnosis.wording import count, ranges
from rmqkit.rocketmq import MessageQueue

_DIFFERENT = "WARN: Different subscription in the same group of consumer!!!"
_BLOCKED = re.compile(r"^(?P<client>\S+) .*(?:can't (?:consume|lock) for a while|unlock \d+ times, still failed)")


def told_different(case: Case) -> list[Finding]:
    """Suspects `inconsistent_subscription` when mqadmin compared what the evidence does not show."""
    told = [each for each in case.facts.answers if each.subscription_verdict == "different"]
    if not told or case.subscriptions_known:
        return []
    return [
        finding(
            case,
            "inconsistent_subscription",
            Severity.WARNING,
            SUSPECTED,
            "mqadmin found different subscriptions in the group; who wants what is not in the evidence",
            "consumerStatus compares the clients' subscriptions as text, so tags in another order are enough for its "
            "warning. The running info that it wrote tells who subscribes to what.",
            clients=tuple(sorted(case.live)),
            evidence=[Place(each.file, each.line, _DIFFERENT) for each in told],
            explains=("orphan_queues", "flapping_subscription", "tag_mismatch_silent_loss"),
        )
    ]


def told_blocked(case: Case, explained: Collection[MessageQueue]) -> list[Finding]:
    """Suspects `consumer_stuck` for queues that mqadmin called blocked, unless snapshots show them move."""
    told = [each for each in case.facts.answers if _BLOCKED.match(each.text or "")]
    moving = {queue for queue, movement in case.movements.items() if movement.consumed > 0}
    blocked = {queue: each for each in told for queue in named_queues(each.text or "") if is_user_topic(queue.topic)}
    blocked = {queue: each for queue, each in blocked.items() if queue not in moving and queue not in explained}
    if not blocked:
        return []
    clients = sorted({found[1] for each in blocked.values() if (found := _BLOCKED.match(each.text or ""))})
    return [
        finding(
            case,
            "consumer_stuck",
            Severity.CRITICAL,
            SUSPECTED,
            f"{short(clients)} {'holds' if len(clients) == 1 else 'hold'} {count(len(blocked), 'queue')} "
            "and took no message for a minute or more",
            f"mqadmin looked into the clients: in {ranges(blocked)} messages wait for a listener or its lock.",
            topics=tuple(sorted({queue.topic for queue in blocked})),
            queues=tuple(sorted(blocked)),
            clients=tuple(clients),
            brokers=tuple(sorted({queue.broker for queue in blocked})),
            evidence=[answer_place(each) for each in blocked.values()],
        )
    ]
