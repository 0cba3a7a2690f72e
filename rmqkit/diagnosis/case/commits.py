"""What clients log of the offsets that they commit: which queues stand while others move. No findings here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from operator import attrgetter

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.facts.known import grouped
from rmqkit.diagnosis.facts.logs import Event
from rmqkit.rocketmq import MessageQueue


@dataclass(frozen=True)
class Commits:
    """One client's commits of one queue, or what it says that it would commit: when first and last at its newest
    offset, and what before."""

    events: tuple[Event, ...]

    @property
    def offsets(self) -> list[int]:
        """The offsets at the ends of each record, in their order."""
        return [offset for event in self.events for offset in event.carried.committed]

    @property
    def moves(self) -> bool:
        """Whether other offsets were committed in the course of time."""
        return len(set(self.offsets)) > 1

    @property
    def waits(self) -> bool:
        """Whether the client said that it waits with pulling, since too much lies in it."""
        return self.events[-1].tells("offset.paused")

    @property
    def stood_for(self) -> timedelta:
        """For how long the newest offset was committed again and again."""
        newest, last = self.offsets[-1:], self.events[-1].last_at
        same = [event.at for event in self.events if event.at and newest == [*event.carried.committed[:1]]]
        return last - min(same) if last and same else timedelta()


def standing_with_more_behind(case: Case) -> Mapping[tuple[str, MessageQueue], Commits]:
    """The clients' queues that stand up to their log's end while others of their topic move, or while the client says
    that it is full of what lies behind."""
    commits, many = commits_by_log_and_queue(case).items(), case.transitions.many_commits
    topics = {queue.topic for (_, queue), told in commits if told.moves and told.stood_for < many}
    standing = standing_to_the_end(case).items()
    return {place: told for place, told in standing if told.waits or place[1].topic in topics}


def standing_to_the_end(case: Case) -> Mapping[tuple[str, MessageQueue], Commits]:
    """The clients' queues of which one offset is committed again and again, up to their log's end."""
    commits, many = commits_by_log_and_queue(case).items(), case.transitions.many_commits
    return {place: told for place, told in commits if told.stood_for >= many and case.recent(told.events[-1])}


def commits_by_log_and_queue(case: Case) -> Mapping[tuple[str, MessageQueue], Commits]:
    """What each client's log holds of the commits of each queue of user topics."""
    logged = case.records("offset.course")
    told = [(event.message_queue, event) for event in logged if event.at]
    commits = grouped(((event.file, queue), event) for queue, event in told if queue and queue.is_users)
    return {place: Commits(tuple(sorted(events, key=attrgetter("at")))) for place, events in commits.items()}
