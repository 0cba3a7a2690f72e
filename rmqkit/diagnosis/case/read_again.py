"""Which offsets were read again when a queue changed hands? By clients' logs and brokers' commits.

No findings here.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.members import writers
from rmqkit.diagnosis.case.side_by_side import commits_back, members_moved_before
from rmqkit.diagnosis.facts.derived import derived
from rmqkit.diagnosis.facts.handovers import Told, Window, end_of_start, handovers, reconsumed
from rmqkit.diagnosis.facts.logs import Event
from rmqkit.rocketmq import MessageQueue

_EVERYTHING = "*"


@derived
def windows_read_again(case: Case) -> list[Window]:
    """Those of every handover, but for those with which a group starts."""
    windows = (window for window in (*_after_handovers(case), *_committed_back(case)) if window.last > window.first)
    return [window for window in windows if not _starting(case, window.at)]


def late_commits(case: Case) -> list[Event]:
    """Commits below the stored offset while nobody came or went: on a busy broker a client's own
    commits overtake each other (they are sent one way, and several threads take them up)."""
    back = [event for event in commits_back(case) if _goes_below(event)]
    return [event for event in back if event.at and not members_moved_before(case.facts, event.at)]


def _starting(case: Case, moment: datetime | None) -> bool:
    """While the first clients start together, queues change hands within seconds;
    that is how every group starts."""
    end = end_of_start(case.facts)
    return end is not None and moment is not None and moment <= end


def _after_handovers(case: Case) -> list[Window]:
    """How many there can be is known where every change of hands is, and how far each giver had pulled."""
    told = Told.of(case.facts)
    later = [handover for handover in handovers(case.facts.events) if not _starting(case, handover.at)]
    windows = [window for handover in later if (window := reconsumed(handover, told))]
    if len(windows) < len(later) or not _bounded(case, windows):
        windows = [replace(window, most=None) for window in windows]
    return [window if _wants_everything(case, window.queue.topic) else replace(window, by_both=0) for window in windows]


def _bounded(case: Case, windows: Iterable[Window]) -> bool:
    return _everybody_wrote(case) and all(window.most is not None for window in windows)


def _everybody_wrote(case: Case) -> bool:
    """Whether there is a log of every client that any source names."""
    named = case.facts.listed_ids | {channel.client_id for channel in case.channels if channel.client_id}
    return bool(named) and named <= set(writers(case.facts).values())


def _wants_everything(case: Case, topic: str) -> bool:
    """Whether every offset of the topic is a message for the group: commits pass over what an
    expression leaves out."""
    wanted = {roster.subscriptions.get(topic) for roster in case.facts.rosters}
    told = (client.topics.get(topic) for client in case.subscriptions.values())
    wanted |= {expression.text for expression in told if expression}
    return topic == case.facts.retry_topic or wanted - {None} == {_EVERYTHING}


def _committed_back(case: Case) -> Iterable[Window]:
    """Commits below the stored offset after a client came or went
    (`ConsumerOffsetManager#commitOffset`), where no client's log tells more."""
    known = {handover.queue for handover in handovers(case.facts.events)}
    late = set(map(id, late_commits(case)))
    for event in commits_back(case):
        commit = event.carried.commit_below_stored
        broker = case.broker_of(event.file)
        if not commit or event.topic is None or event.queue is None or broker is None:
            continue
        queue = MessageQueue(event.topic, broker, event.queue)
        if _goes_below(event) and id(event) not in late and queue not in known:
            yield Window(queue, commit.requested, commit.stored, event.at, event)


def _goes_below(event: Event) -> bool:
    commit = event.carried.commit_below_stored
    return commit is not None and commit.requested < commit.stored
