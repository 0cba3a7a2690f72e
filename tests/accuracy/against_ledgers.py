"""What findings say, against the listeners' ledgers: numbers, names, and windows that were read again. Pure; nothing
is diagnosed here.

A number in a title is a bound: "up to" from above, "at least" from below, neither of them both.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from rmqkit.diagnosis import Finding
from rmqkit.rocketmq import MessageQueue
from tests.lab.ledgers import Queue, Receipt, Sent

# What is seen of a change lags behind it by a rebalance (20 s) or the look after it.
SEEN_WITHIN = 40.0
# Whoever owns a queue is given what came within it, as a long pull is answered at once.
DELIVERED = 3.0
_BOUND = re.compile(
    r"(?P<word>[Uu]p to |[Aa]t most |[Aa]t least |[Mm]ore than )?"
    r"(?P<number>\d[\d,]*) messages? (?P<what>[a-z ]+)"
)
_ABOVE, _BELOW = ("up to ", "at most "), ("at least ", "more than ")


@dataclass(frozen=True)
class Ledger:
    """What the group's listeners received and what was stored, up to `until` (epoch seconds)."""

    received: Sequence[Receipt]
    stored: Sequence[Sent]
    until: float

    def before(self, moment: float) -> Ledger:
        """What it held at an earlier moment."""
        received = [receipt for receipt in self.received if receipt.at <= moment]
        return Ledger(received, [message for message in self.stored if message.at <= moment], moment)

    @cached_property
    def deliveries(self) -> Mapping[Queue, Mapping[int, Sequence[Receipt]]]:
        """Per queue and offset who was given the message, without what a listener gave back."""
        queues: dict[Queue, dict[int, list[Receipt]]] = defaultdict(lambda: defaultdict(list))
        for receipt in sorted(self.received):
            if not receipt.reconsumed:
                queues[receipt.queue][receipt.offset].append(receipt)
        return queues

    def again(self, queues: Sequence[Queue], since: float, until: float) -> int:
        """How many messages of these queues were delivered once more within a stretch of time."""
        repeats = [receipts[1:] for queue in queues for receipts in self.deliveries.get(queue, {}).values()]
        return sum(any(since <= receipt.at <= until for receipt in later) for later in repeats)

    def never(self, queues: Sequence[Queue], until: float) -> int:
        """How many messages of these queues that were stored by a moment were delivered to nobody."""
        stored = [message for message in self._of(queues) if message.at <= until]
        return sum(message.offset not in self.deliveries.get(message.queue, {}) for message in stored)

    def came(self, queue: Queue, since: float) -> bool:
        """Whether a message was stored there."""
        return any(message.at >= since for message in self._of([queue]))

    def readers(self, queue: Queue) -> set[str]:
        """The clients that were given the newest message of a queue, of those that had the time to reach them."""
        known = [message.offset for message in self._of([queue]) if message.at <= self.until - DELIVERED]
        receipts = self.deliveries.get(queue, {})
        return {receipt.client for receipt in receipts.get(max(known), ())} if known else set()

    @property
    def queues(self) -> list[Queue]:
        """Every queue that a message was stored in or delivered from."""
        return sorted({message.queue for message in self.stored} | set(self.deliveries))

    def _of(self, queues: Sequence[Queue]) -> list[Sent]:
        wanted = set(queues)
        return [message for message in self.stored if message.queue in wanted]


def untrue(finding: Finding, ledger: Ledger) -> list[str]:
    """What a finding says in numbers or names that the ledgers contradict, a sentence each."""
    checks = [_numbers, *(check for id_, check in CHECKS if id_ == finding.id)]
    return [f"{finding.id}: {problem}" for check in checks for problem in check(finding, ledger)]


def bounds(finding: Finding) -> int:
    """How many things of a finding the ledgers can speak about."""
    named = finding.id in dict(CHECKS) and finding.proven
    return len(list(_BOUND.finditer(finding.title))) + (len(_user_queues(finding)) if named else 0)


def _numbers(finding: Finding, ledger: Ledger) -> Iterator[str]:
    since, until = _span(finding, ledger)
    for bound in _BOUND.finditer(finding.title):
        count = COUNTED.get(" ".join(bound["what"].split()[:2])) or COUNTED.get(bound["what"].split()[0])
        if count is not None:
            said, word = int(bound["number"].replace(",", "")), (bound["word"] or "").lower()
            actual = count(ledger, _queues_of(finding, ledger), since, until)
            too_few = said < actual and word not in _BELOW
            too_many = said > actual and word not in _ABOVE and not _of_retries(finding)
            if too_few or too_many:
                yield f'says "{bound[0].strip()}", and it was {actual:,}'


COUNTED: Mapping[str, Callable[[Ledger, Sequence[Queue], float, float], int]] = {
    "consumed again": Ledger.again,
    "consumed twice": Ledger.again,
    "delivered again": Ledger.again,
    "delivered twice": Ledger.again,
    "received again": Ledger.again,
    "skipped": lambda ledger, queues, since, until: ledger.never(queues, _stored_by(ledger, until)),
}
"""What a number of messages in a title counts."""


def _stored_by(ledger: Ledger, until: float) -> float:
    """What was stored after the offsets were put elsewhere waits and is not skipped."""
    return until if until == ledger.until else until - SEEN_WITHIN


def _happened(finding: Finding, ledger: Ledger) -> Iterator[str]:
    """A proof that messages came twice is false where none did."""
    if not finding.proven or finding.ongoing or _of_retries(finding):
        return
    if not ledger.again(_queues_of(finding, ledger), *_span(finding, ledger)):
        yield "is proven, and no message came twice there at that time"


def _of_retries(finding: Finding) -> bool:
    """Whether some of it may have happened in a retry topic, where the ledgers see nothing."""
    return any(queue.topic.startswith("%RETRY%") for queue in finding.queues)


def _read_twice(finding: Finding, ledger: Ledger) -> Iterator[str]:
    since = ledger.until - SEEN_WITHIN
    for queue in _user_queues(finding) if finding.proven and finding.ongoing else []:
        if ledger.came(queue, since) and not ledger.again([queue], since, ledger.until):
            yield f"{_words(queue)} is said to be read twice, and no message was"


def _unread(finding: Finding, ledger: Ledger) -> Iterator[str]:
    for queue in _user_queues(finding) if finding.proven and finding.ongoing else []:
        if readers := sorted(ledger.readers(queue)):
            yield f"{_words(queue)} is said to be read by nobody, and {readers[0]} read it"


CHECKS: Sequence[tuple[str, Callable[[Finding, Ledger], Iterator[str]]]] = (
    ("duplicate_consumption", _happened),
    ("duplicate_consumption", _read_twice),
    ("orphan_queues", _unread),
)
"""What of which findings the ledgers can contradict."""


@dataclass(frozen=True)
class InNumbers:
    """How many bounds and names the findings state, and those that the ledgers contradict."""

    stated: int = 0
    untrue: tuple[str, ...] = ()


def in_numbers(findings: Sequence[Finding], ledger: Ledger, unread: Sequence[Queue]) -> InNumbers:
    """All findings of one group against its ledgers."""
    problems = [problem for finding in findings for problem in untrue(finding, ledger)]
    return InNumbers(sum(map(bounds, findings)), (*problems, *not_named(findings, unread)))


def not_named(findings: Sequence[Finding], unread: Sequence[Queue]) -> list[str]:
    """Queues that nobody reads and that no finding names, although one claims to name them all."""
    orphans = [finding for finding in findings if finding.id == "orphan_queues" and finding.ongoing and finding.proven]
    if not orphans or any("at least" in finding.title.lower() for finding in orphans):
        return []
    named = {_plain(queue) for finding in findings if finding.ongoing for queue in finding.queues}
    unnamed = [queue for queue in unread if queue not in named]
    return [f"orphan_queues: {_words(queue)} is read by nobody and not named" for queue in unnamed]


def _span(finding: Finding, ledger: Ledger) -> tuple[float, float]:
    since = finding.since.timestamp() - SEEN_WITHIN if finding.since else 0.0
    until = finding.until.timestamp() + SEEN_WITHIN if finding.until else ledger.until
    return since, until


def _queues_of(finding: Finding, ledger: Ledger) -> list[Queue]:
    """The queues that it names, else those of its topics, else all."""
    if finding.queues:
        return _user_queues(finding)
    return [queue for queue in ledger.queues if queue.topic in finding.topics or not finding.topics]


def _user_queues(finding: Finding) -> list[Queue]:
    """Of a retry topic no ledger tells what was stored."""
    return [_plain(queue) for queue in finding.queues if not queue.topic.startswith("%RETRY%")]


def _words(queue: Queue) -> str:
    return f"{queue.topic} {queue.broker} {queue.queue}"


def _plain(queue: MessageQueue) -> Queue:
    return Queue(queue.topic, queue.broker, queue.queue)


# A round of commits every five seconds (`persistConsumerOffsetInterval`), and what the slowest message takes: the
# offset that is committed waits for it, so that between two commits it can pass messages received before the first.
COMMIT_INTERVAL = 6.5


@dataclass(frozen=True)
class Window:
    """Offsets of a queue from `first` up to but without `last`."""

    queue: Queue
    first: int
    last: int


@dataclass(frozen=True)
class WindowScore:
    """`again`: offsets that another client received again. `outside`: those in no window. `too_wide`: windows."""

    again: tuple[tuple[Queue, int], ...]
    outside: tuple[tuple[Queue, int], ...]
    too_wide: tuple[Window, ...]


def score_windows(
    found: Sequence[Window], received: Sequence[Receipt], stored: Sequence[Sent], since: float
) -> WindowScore:
    """Compare; `since` is the moment before which the first clients were still sharing out the queues."""
    again = tuple(received_again(received, since))
    most = most_in_an_interval(received, stored)
    return WindowScore(
        again,
        tuple(each for each in again if not any(_holds(window, *each) for window in found)),
        tuple(w for w in found if not _is_retry(w.queue) and w.last - w.first > most.get(w.queue, 0)),
    )


def _holds(window: Window, queue: Queue, offset: int) -> bool:
    return window.queue == queue and window.first <= offset < window.last


def _is_retry(queue: Queue) -> bool:
    """What was sent to a retry topic, a broker knows and no ledger."""
    return queue.topic.startswith("%RETRY%")


def received_again(received: Iterable[Receipt], since: float) -> Iterable[tuple[Queue, int]]:
    """Offsets that a second client received after `since`, but not those that one client was given twice.

    The latter were refused by a listener; they come again without any change of hands.
    """
    by_message: dict[tuple[Queue, int, str], list[Receipt]] = defaultdict(list)
    for receipt in received:
        if not _is_retry(receipt.queue):
            by_message[receipt.queue, receipt.offset, receipt.message_id].append(receipt)
    for (queue, offset, _), receipts in sorted(by_message.items()):
        clients = {receipt.client for receipt in receipts}
        if len(receipts) == len(clients) > 1 and max(receipt.at for receipt in receipts) > since:
            yield queue, offset


def most_in_an_interval(received: Iterable[Receipt], stored: Iterable[Sent]) -> Mapping[Queue, int]:
    """The most messages of each queue that were received or, where tags filter, stored within a commit interval."""
    most: dict[Queue, int] = defaultdict(int)
    for rows in (received, stored):
        moments: dict[Queue, list[float]] = defaultdict(list)
        for row in rows:
            moments[row.queue].append(row.at)
        for queue, times in moments.items():
            most[queue] = max(most[queue], _most(sorted(times)))
    return most


def _most(times: Sequence[float]) -> int:
    first, most = 0, 0
    for last, moment in enumerate(times):
        while moment - times[first] > COMMIT_INTERVAL:
            first += 1
        most = max(most, last - first + 1)
    return most
