"""Is a live owner's offset standing while messages wait? A blocked listener, a blocked client."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from datetime import timedelta

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.members import ip_of, short
from rmqkit.diagnosis.case.movement import Movement
from rmqkit.diagnosis.case.topic_queues import queues_of
from rmqkit.diagnosis.facts.group import HeldQueue, RunningInfo, is_user_topic
from rmqkit.diagnosis.facts.logs import Place
from rmqkit.diagnosis.finding import PROVEN, SUSPECTED, Finding, Severity
from rmqkit.diagnosis.rules.kept_queues import STUCK, kept_finding, kept_queues
from rmqkit.diagnosis.rules.make import finding, first_and_last_looks
from rmqkit.diagnosis.rules.mqadmins_words import told_blocked
from rmqkit.diagnosis.wording import count, ranges
from rmqkit.rocketmq import MessageQueue

# Offsets are committed every 5 s (`persistConsumerOffsetInterval`); what stands for five commits does not move.
STANDING_SECONDS = 25.0
# The client's own alarm (`ConsumerRunningInfo#analyzeProcessQueue`): messages cached, none consumed for a minute.
BLOCKED = timedelta(seconds=60)


def consumer_stuck(case: Case, causes: list[Finding]) -> list[Finding]:
    """The cause: a live owner, an offset that stands, messages waiting, and no other cause that explains it."""
    explained = {queue for each in causes if each.ongoing for queue in _explained_queues(case, each)}
    blocked = _blocked(case)
    standing = {m.queue: m for m in case.movements.values() if _stands(m) and m.queue not in explained}
    queues = sorted({*standing, *(queue for queue in blocked if queue not in explained)})
    queues = [queue for queue in queues if is_user_topic(queue.topic)]
    if case.told_broadcasting:
        return []
    kept = [each for each in kept_queues(case) if each.queue not in explained and each.queue not in queues]
    stuck = [_stuck(case, queues, standing, blocked)] if queues else []
    return stuck + ([kept_finding(case, kept)] if kept else []) or told_blocked(case, explained)


def _explained_queues(case: Case, cause: Finding) -> Iterable[MessageQueue]:
    """Some causes stop or slow every queue of their topics, not only those that they name."""
    yield from cause.queues
    if cause.id in ("message_model_mismatch", "not_permitted", "group_offline"):
        yield from case.movements
    if cause.id in ("inconsistent_subscription", "flapping_subscription", "tag_mismatch_silent_loss"):
        for topic in cause.topics:
            yield from queues_of(case.facts, topic)


def _stands(movement: Movement) -> bool:
    owned = bool(movement.owners) and bool(movement.owners[-1])
    return owned and movement.stands_at_the_end > 1 and _long_enough(movement) and _grew_while_standing(movement)


def _long_enough(movement: Movement) -> bool:
    looks = len(movement.rows)
    if movement.seconds is None:
        return movement.stands_at_the_end >= 3
    return movement.seconds * (movement.stands_at_the_end - 1) / max(1, looks - 1) >= STANDING_SECONDS


def _grew_while_standing(movement: Movement) -> bool:
    standing = movement.rows[-movement.stands_at_the_end :]
    return standing[-1].broker_offset > standing[0].broker_offset or (standing[-1].diff > 0 and len(standing) > 2)


def _blocked(case: Case) -> dict[MessageQueue, tuple[RunningInfo, HeldQueue]]:
    """Queues whose client holds messages and has called its listener for none of them for a minute."""
    return {
        held.queue: (info, held)
        for info in case.facts.running
        if info.client_id in case.live or not case.live
        for held in info.queues
        if held.cached_count
        and not held.dropped
        and held.last_consume
        and held.last_pull
        and info.asked_at
        and info.asked_at - held.last_consume > BLOCKED
    }


def _stuck(
    case: Case,
    queues: list[MessageQueue],
    standing: dict[MessageQueue, Movement],
    blocked: dict[MessageQueue, tuple[RunningInfo, HeldQueue]],
) -> Finding:
    owners = _owners(case, queues, standing, blocked)
    seen = bool(blocked) or any(m.stands_at_the_end > 2 for m in standing.values())
    proven = bool(standing) and seen and _nothing_else(case, queues, blocked)
    behind = sum(case.movements[queue].last.diff for queue in queues if queue in case.movements)
    whole = [owner for owner in owners if _all_of(case, owner, queues)]
    why = f"{ranges(queues)} have a live owner, their committed offsets stand and messages wait."
    if whole:
        blocked_whole = "the whole client is" if len(whole) == 1 else "these clients are"
        why += f" All queues of {short(whole)} stand: {blocked_whole} blocked."
    if blocked:
        why += (
            f" {count(len(blocked), 'queue')} hold cached messages and no listener call for over {BLOCKED.seconds} s."
        )
    return finding(
        case,
        STUCK,
        Severity.CRITICAL,
        PROVEN if proven else SUSPECTED,
        f"{short(owners) or 'A client'} {_held(owners, count(len(queues), 'queue'))}; {behind:,} behind",
        why,
        topics=tuple(sorted({queue.topic for queue in queues})),
        queues=tuple(queues),
        clients=tuple(owners),
        brokers=tuple(sorted({queue.broker for queue in queues})),
        evidence=[*first_and_last_looks(case, queues), *_blocked_places(blocked)],
    )


def _held(owners: Collection[str], queues: str) -> str:
    return f"hold {queues} and do not consume" if len(owners) > 1 else f"holds {queues} and does not consume"


def _nothing_else(case: Case, queues: Collection[MessageQueue], blocked: Collection[MessageQueue]) -> bool:
    """Filters and message models are known to agree, and messages did reach a client or do reach others.

    Different tags, a broadcasting owner and refused pulls leave owned queues standing as well.
    """
    models = {each.message_model for each in case.live_subscriptions.values()}
    alike = case.subscriptions_known and models <= {"CLUSTERING", None}
    pulled = bool(blocked) or any(
        (case.movements[queue].last.inflight or 0) > 0 for queue in queues if queue in case.movements
    )
    others = any(m.consumed > 0 for queue, m in case.movements.items() if queue not in queues)
    return alike and (pulled or others)


def _owners(
    case: Case,
    queues: Collection[MessageQueue],
    standing: dict[MessageQueue, Movement],
    blocked: dict[MessageQueue, tuple[RunningInfo, HeldQueue]],
) -> list[str]:
    """The owners' client ids; where only an ip was shown, the id of the only member with it, else the ip."""
    by_ip: dict[str, list[str]] = defaultdict(list)
    for client_id in case.live:
        by_ip[ip_of(client_id)].append(client_id)
    named = {blocked[queue][0].client_id for queue in queues if queue in blocked}
    for queue in queues:
        ip = standing[queue].owners[-1] if queue in standing else None
        exact = [
            o for each in case.recomputed.allocations.values() for o in each.owners.get(queue, ()) if ip_of(o) == ip
        ]
        if ip:
            named.add(exact[0] if exact else by_ip[ip][0] if len(by_ip[ip]) == 1 else ip)
    return sorted(named)


def _all_of(case: Case, owner: str, queues: Collection[MessageQueue]) -> bool:
    mine = [q for each in case.recomputed.allocations.values() for q, who in each.owners.items() if owner in who]
    mine = [queue for queue in mine if is_user_topic(queue.topic)]
    return len(mine) > 1 and set(mine) <= set(queues)


def _blocked_places(blocked: dict[MessageQueue, tuple[RunningInfo, HeldQueue]]) -> list[Place]:
    return [
        Place(
            info.file,
            held.line,
            f"{queue}: {held.cached_count} cached, last consumed {held.last_consume:%H:%M:%S}, "
            f"last pulled {held.last_pull:%H:%M:%S}",
        )
        for queue, (info, held) in blocked.items()
    ]
