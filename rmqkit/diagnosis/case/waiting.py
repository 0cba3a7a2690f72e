"""Which queues of a look wait, and which are read? By one output of consumerProgress alone.

No findings here.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.giving_out import GivenOut
from rmqkit.diagnosis.case.models import POP
from rmqkit.diagnosis.facts.group import QueueProgress, Snapshot
from rmqkit.diagnosis.facts.transitions import DEFAULTS
from rmqkit.rocketmq.internal_topics import is_user_topic

# One or two messages may have come this moment, after a long pause.
SOME = 3


@dataclass(frozen=True)
class Waiting:
    """The user topics' queues of one look: those that wait for longer than a commit takes,
    and those that are read."""

    look: Snapshot
    waiting: tuple[QueueProgress, ...]
    read: tuple[QueueProgress, ...]

    @property
    def named(self) -> bool:
        """Whether any of these queues shows its client."""
        return any(row.client_ip for row in (*self.waiting, *self.read))

    @property
    def used(self) -> tuple[QueueProgress, ...]:
        """Those of these queues to which any message ever came."""
        return tuple(row for row in (*self.waiting, *self.read) if row.broker_offset > 0)

    @property
    def nothing_read(self) -> bool:
        """Whether messages wait in every queue to which any came."""
        return bool(self.used) and all(row.diff >= SOME for row in self.used)


def newest_look(case: Case) -> Waiting | None:
    """The newest look of `looks`; None where there is none."""
    return next(looks(case), None)


def looks(case: Case) -> Iterator[Waiting]:
    """The looks at a group whose clients share out queues, the newest first;
    none where its clients own no queues.

    Those that name clients, if any does.
    """
    shared = case.given_out in (GivenOut.BY_STRATEGIES, GivenOut.BY_OWN_STRATEGY)
    popping = any(roster.consume_type == POP for roster in case.facts.rosters)
    if not shared or popping or case.told_broadcasting or case.looks_contradict:
        return
    shown = [look for look in case.facts.snapshots if look.owners_shown] or list(case.facts.snapshots)
    yield from map(_sorted_out, reversed(shown))


def _sorted_out(look: Snapshot) -> Waiting:
    rows = [row for row in look.rows if is_user_topic(row.queue.topic)]
    waiting = tuple(row for row in rows if _waits(look, row))
    return Waiting(look, waiting, tuple(row for row in rows if not _waits(look, row)))


def _waits(look: Snapshot, row: QueueProgress) -> bool:
    """Messages wait, and the last one that was read is older than commits take,
    by the look's own moment."""
    late = look.at is None or row.last_time is None or look.at - row.last_time > DEFAULTS.committed
    return row.diff >= SOME and late


def moved(case: Case, row: QueueProgress) -> bool:
    """Whether other looks show that the queue's committed offset moves."""
    movement = case.movements.get(row.queue)
    return movement is not None and movement.consumed > 0 and movement.stands_at_the_end < 2


def by_client(rows: Sequence[QueueProgress]) -> Mapping[str, list[QueueProgress]]:
    """The rows by the client that they show."""
    found: dict[str, list[QueueProgress]] = defaultdict(list)
    for row in rows:
        if row.client_ip:
            found[row.client_ip].append(row)
    return found
