"""A group's state as compact tables: who is there, who reads what, how offsets went."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.process_names import process_names
from rmqkit.diagnosis.case.recomputation import last_seen
from rmqkit.diagnosis.case.strategy_labels import class_name
from rmqkit.diagnosis.case.worlds import accepted_allocation
from rmqkit.diagnosis.drawn import LOST, QueueAllocation
from rmqkit.diagnosis.facts.group import QueueProgress, Snapshot
from rmqkit.diagnosis.relations.serves import queues_of, unreadable_queues
from rmqkit.diagnosis.render.names import ClientNames, names_of
from rmqkit.diagnosis.wording import runs_of_numbers
from rmqkit.language import Phrase, in_language, say
from rmqkit.rocketmq import MessageQueue, sorted_client_ids
from rmqkit.rocketmq.internal_topics import is_user_topic

MOST_CLIENTS = 12
"""More clients than these are told by kinds: those that are alike in one row."""
CLIENT_HEADS = (say("name"), say("client id"), say("subscribes to"), say("strategy"), say("model"))
QUEUE_HEADS = (
    say("broker"),
    say("queues"),
    say("consumer (predicted)"),
    say("seen"),
    say("sent, first to last"),
    say("consumed, first to last"),
    say("in / out per second"),
    say("lag"),
    say("progress"),
)
AFTER_THE_FIX = say("after the fix")
MOVES, BACK, STANDS, IDLE = say("moving"), say("went back"), say("stuck"), say("idle")
STOPPED, PAUSED = say("moved, now stuck"), say("moving, with pauses")
ONE_LOOK, NOT_LISTED, IS_LOST = say("one snapshot"), say("not listed"), say("lost with its broker")
NOT_KNOWN, NOBODY, EVERYBODY = say("not known"), say("nobody"), say("every client")
MAY_NOT_BE_READ, KEPT_BY_CLIENTS = say("not readable"), say("kept by each client")


_LooksOfQueue = Sequence[tuple[Snapshot, QueueProgress]]


@dataclass(frozen=True)
class TopicTable:
    """Who reads a topic, what is there and committed, does it move: like queues in one row."""

    topic: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class CompactRow:
    """Like queues of a topic on one broker: who should read them, who was seen with them, their lag, how they move.
    `normal`: they keep up, or nothing is in them."""

    topic: str
    queues: str
    predicted: str
    seen: str
    lag: str
    progress: str
    normal: bool

    @property
    def cells(self) -> tuple[str, ...]:
        """As a table shows them."""
        return self.topic, self.queues, self.predicted, self.seen, self.lag, self.progress


@dataclass(frozen=True)
class StateTables:
    """A group's state in tables, in a language."""

    case: Case
    lang: str = "en"
    drawn: Sequence[QueueAllocation] = ()
    """As pictures draw it: tables have the queues of a lost broker from there."""

    @cached_property
    def names(self) -> ClientNames:
        """C1, C2 ... by client id."""
        return names_of(self.case)

    def clients(self) -> str:
        """Who is there and subscribes to what, many of them by kinds; empty where nobody is."""
        listed = sorted_client_ids(self.case.membership.client_ids)
        if not listed:
            return ""
        alike: dict[tuple[str, ...], list[tuple[str, str]]] = {}
        unknown = self._phrase(NOT_KNOWN)
        for name, who in zip(process_names(listed), listed, strict=True):
            subscription, model = self.case.live_subscriptions.get(who), self.case.models.get(who)
            wanted = subscription.topics.items() if subscription else ()
            topics = ", ".join(f"{topic} {expression}" for topic, expression in wanted)
            strategy = class_name(self.case.strategy_names.get(who, ""))
            apart = (name,) if len(listed) <= MOST_CLIENTS else ()
            kind = (topics or unknown, strategy or unknown, model.model if model else unknown, *apart)
            alike.setdefault(kind, []).append((name, who))
        rows = []
        for kind, own in alike.items():
            names, first = [name for name, _ in own], own[0][1]
            if len(own) == 1:
                rows.append((names[0], first, *kind[:3]))
            else:
                several = say("{number:,} ids, as {first}", number=len(own), first=first)
                rows.append((f"{', '.join(names[:4])} ... {names[-1]}", self._phrase(several), *kind[:3]))
        return _table(self._said(CLIENT_HEADS), rows)

    def topic_tables(self, after: Mapping[MessageQueue, str] | None = None) -> list[TopicTable]:
        """One table for each topic, like queues in one row. `after`: who reads each queue once it is repaired, which is
        a column then."""
        heads = tuple(self._said((*QUEUE_HEADS, *((AFTER_THE_FIX,) if after else ()))))
        # What topicStatus tells of the brokers' offsets.
        ends = {row.queue: row.max_offset for row in chain.from_iterable(self.case.status.values())}
        tables = []
        for topic, queues in self._topic_queues().items():
            alike: dict[tuple[str, ...], list[MessageQueue]] = {}
            for queue in queues:
                fixed = (after.get(queue, ""),) if after else ()
                kind = (queue.broker, self._reader(queue), self._seen(queue), self._movement(queue), *fixed)
                alike.setdefault(kind, []).append(queue)
            rows = []
            for (broker, reader, seen, *movement_and_fix), listed in alike.items():
                looks = [of for queue in listed if (of := self._looks(queue))]
                stored = [ends[queue] for queue in listed if queue in ends]
                there = f"{stored[0]:,}" if stored else ""
                if len(set(stored)) > 1:
                    # A sum over queues is no queue's offset.
                    there = self._phrase(say("{least:,} to {most:,} each", least=min(stored), most=max(stored)))
                offsets = self._offsets(looks) if looks else (there, "", "", "")
                numbers = runs_of_numbers([queue.queue for queue in listed])
                rows.append((broker, numbers, reader, seen, *offsets, *movement_and_fix))
            tables.append(TopicTable(topic, heads, tuple(rows)))
        return tables

    def _topic_queues(self) -> dict[str, list[MessageQueue]]:
        """Each topic that the group reads or that snapshots list, retry topics and queues that it never committed to
        among them; the group's own topics first."""
        facts = self.case
        seen = {*facts.looks_by_queue, *self._lost}
        topics = dict.fromkeys((*self.case.shared_topics, *sorted({queue.topic for queue in seen})))
        listed = {}
        for topic in sorted(topics, key=lambda topic: not is_user_topic(topic)):
            there = {*queues_of(facts, topic), *unreadable_queues(facts, topic)}
            if queues := there | {queue for queue in seen if queue.topic == topic}:
                listed[topic] = sorted(queues)
        return listed

    def compact_rows(self) -> list[CompactRow]:
        """Every topic's queues, those of one broker that are alike in one row; a retry topic only where anything waits
        in it."""
        rows = []
        nobody, unknown = self._phrase(NOBODY), self._phrase(NOT_KNOWN)
        moves = {self._phrase(MOVES), self._phrase(IDLE), self._phrase(ONE_LOOK)}
        for topic, listed in self._topic_queues().items():
            alike: dict[tuple[str, ...], list[MessageQueue]] = {}
            for queue in listed:
                reader, shown, movement = self._reader(queue), self._seen(queue), self._movement(queue)
                usual = movement in moves and reader not in (nobody, unknown)
                usual = usual and ", " not in reader and shown in (reader, unknown)
                kind = (queue.broker, movement, "") if usual else (queue.broker, movement, reader, shown)
                alike.setdefault(kind, []).append(queue)
            for (_, progress, *rest), queues in alike.items():
                looks = [of for queue in queues if (of := self._looks(queue))]
                behind = self._behind(of[-1][1] for of in looks)
                if is_user_topic(topic) or behind:
                    row = CompactRow(
                        topic,
                        f"{queues[0].broker} {runs_of_numbers([queue.queue for queue in queues])}",
                        _distinct_names(map(self._reader, queues)),
                        _distinct_names(map(self._seen, queues)),
                        lag=f"{behind:,}" if looks else "",
                        progress=progress,
                        normal=rest == [""],
                    )
                    rows.append(row)
        return rows

    def legend(self) -> list[tuple[str, str]]:
        """The short names of the tables with the client ids behind them; of many the first."""
        return list(self.names.legend().items())[:MOST_CLIENTS]

    def queues(self) -> list[str]:
        """What is known of them as Markdown, without columns that tell nothing, and without topics
        that are nobody's own and in no look."""
        seen = {queue.topic for queue in self.case.looks_by_queue}
        tables = self.topic_tables()
        tables = [table for table in tables if is_user_topic(table.topic) or table.topic in seen]
        shown = []
        for table in tables:
            columns = [column for column in zip(table.heads, *table.rows, strict=True) if any(column[1:])]
            rows = zip(*(cells for _, *cells in columns), strict=True)
            shown.append(f"{table.topic}\n\n{_table([head for head, *_ in columns], rows)}")
        return shown

    def _behind(self, rows: Iterable[QueueProgress]) -> int:
        """How many messages wait, as it is drawn: what tells the end of a queue may be newer than its last snapshot."""
        return sum(self._waiting.get(row.queue, row.diff) for row in rows)

    @cached_property
    def _waiting(self) -> Mapping[MessageQueue, int]:
        return {row.queue: row.diff for row in self.drawn if row.diff is not None}

    @cached_property
    def _lost(self) -> Collection[MessageQueue]:
        return {row.queue for row in self.drawn if row.state == LOST}

    def _looks(self, queue: MessageQueue) -> _LooksOfQueue:
        """What snapshots show of the queue since it was made anew; a broadcasting group's offsets are not there."""
        if queue in self._unlisted or self.case.reported_broadcasting:
            return ()
        moved = self.case.movements.get(queue)
        return list(zip(moved.looks, moved.rows, strict=True)) if moved else self.case.looks_by_queue.get(queue, ())

    @cached_property
    def _unlisted(self) -> Collection[MessageQueue]:
        """Queues of topics that the group gave up: snapshots are of before."""
        return {row.queue for row in self.drawn if row.broker_offset is not None and row.diff is None}

    def _offsets(self, looks: Sequence[_LooksOfQueue]) -> tuple[str, str, str, str]:
        """A queue's offsets at its first and last snapshot; of several queues how far they went, since a sum is no
        queue's offset. A rate only between two snapshots whose own moments are known: one without a date is dated by
        its newest #LastTime, which crawls in a slow group."""
        firsts, lasts = [of[0][1] for of in looks], [of[-1][1] for of in looks]
        produced = [sum(row.broker_offset for row in rows) for rows in (firsts, lasts)]
        consumed = [sum(row.consumer_offset for row in rows) for rows in (firsts, lasts)]
        ends = [looks[0][0][0], looks[0][-1][0]]
        first, last = (end.at if end.has_known_moment else None for end in ends)
        seconds = (last - first).total_seconds() if first and last else 0.0
        rates = [f"{(last - first) / seconds:.1f}" for first, last in (produced, consumed) if seconds]
        lag = f"{self._behind(lasts):,}"
        if len(looks) == 1:
            went = [f"{begin:,}" if begin == end else f"{begin:,} → {end:,}" for begin, end in (produced, consumed)]
        elif all(len(of) == 1 for of in looks):
            went = ["", ""]
        else:
            went = [f"{end - begin:+,}" for begin, end in (produced, consumed)]
        return went[0], went[1], " / ".join(rates), lag

    def _movement(self, queue: MessageQueue) -> str:
        """Whether the committed offset moves (`case.lag`)."""
        if queue in self._lost:
            return self._phrase(IS_LOST)
        if self.case.reported_broadcasting:
            return self._phrase(KEPT_BY_CLIENTS)
        if queue in self._unlisted:
            return self._phrase(NOT_LISTED)
        movement = self.case.movements.get(queue)
        if movement is None or len(movement.rows) < 2:
            return self._phrase(ONE_LOOK if queue in self.case.looks_by_queue else NOT_LISTED)
        if movement.consumed > 0 and movement.stuck_while_growing:
            return self._phrase(STOPPED)
        if movement.consumed:
            return self._phrase(BACK if movement.consumed < 0 else PAUSED if movement.paused else MOVES)
        return self._phrase(STANDS if movement.waits else IDLE)

    def _reader(self, queue: MessageQueue) -> str:
        if queue in unreadable_queues(self.case, queue.topic):
            return self._phrase(MAY_NOT_BE_READ)
        if queue in self._lost:
            return self._phrase(NOBODY)
        if self.case.reported_broadcasting:
            return self._phrase(EVERYBODY)
        allocation = accepted_allocation(self.case).allocations.get(queue.topic)
        if allocation is None:
            return self._phrase(NOT_KNOWN)
        return self._who(allocation.owners.get(queue, ()))

    def _seen(self, queue: MessageQueue) -> str:
        seen = last_seen(queue, self.case.observations)
        return self._phrase(NOT_KNOWN) if seen is None else self._who(seen)

    def _who(self, owners: Iterable[str]) -> str:
        """By their short names, processes that share an id apart."""
        return ", ".join(self.names.readers(owners)) or self._phrase(NOBODY)

    def _phrase(self, phrase: Phrase) -> str:
        return in_language(phrase, self.lang)

    def _said(self, phrases: Iterable[Phrase]) -> list[str]:
        return [in_language(phrase, self.lang) for phrase in phrases]


def _distinct_names(names: Iterable[str], most: int = 4) -> str:
    """Names in their order; of many the first and the last."""
    told = list(dict.fromkeys(names))
    return ", ".join(told) if len(told) <= most else f"{told[0]}, {told[1]} ... {told[-1]}"


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [heads, ["-"] * len(heads), *rows]
    escaped = ((cell.replace("|", "\\|") for cell in line) for line in lines)
    return "\n".join(f"|{'|'.join(cells)}|" for cells in escaped)
