"""A group's state as compact tables: who is there, who reads what, how offsets went."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.giving_out import behind_a_proxy
from rmqkit.diagnosis.case.observations import left_behind
from rmqkit.diagnosis.case.process_names import process_names
from rmqkit.diagnosis.case.recomputation import last_seen
from rmqkit.diagnosis.case.strategy_labels import class_name
from rmqkit.diagnosis.case.worlds import accepted_allocation
from rmqkit.diagnosis.drawn import FILTERED, LOST, QueueAllocation, reader_unknown
from rmqkit.diagnosis.facts.group import QueueProgress, Snapshot
from rmqkit.diagnosis.facts.known import grouped
from rmqkit.diagnosis.relations.serves import queues_of, unreadable_queues
from rmqkit.diagnosis.render.blocks import table_markdown
from rmqkit.diagnosis.render.names import ClientNames, names_of
from rmqkit.diagnosis.render.parts import heads, words
from rmqkit.diagnosis.wording import runs_of_numbers
from rmqkit.language import in_language, say
from rmqkit.rocketmq import MessageQueue, sorted_client_ids
from rmqkit.rocketmq.internal_topics import is_user_topic

MOST_CLIENTS = 12
"""More clients than these are told by kinds: those that are alike in one row."""
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
        unknown = self.words["not_known"]

        def kind(name: str, who: str) -> tuple[str, ...]:
            subscription, model = self.case.live_subscriptions.get(who), self.case.models.get(who)
            wanted = subscription.topics.items() if subscription else ()
            topics = ", ".join(f"{topic} {expression}" for topic, expression in wanted)
            strategy = class_name(self.case.strategy_names.get(who, ""))
            apart = (name,) if len(listed) <= MOST_CLIENTS else ()
            return (topics or unknown, strategy or unknown, model.model if model else unknown, *apart)

        named = zip(process_names(listed), listed, strict=True)
        rows = []
        for (topics, strategy, model, *_), own in grouped((kind(*one), one) for one in named).items():
            names, first = [name for name, _ in own], own[0][1]
            if len(own) > 1:
                names = [f"{', '.join(names[:4])} ... {names[-1]}"]
                first = in_language(say("{number:,} ids, e.g. {first}", number=len(own), first=first), self.lang)
            rows.append((names[0], first, topics, strategy, model))
        return table_markdown(heads("client_heads", self.lang), rows)

    def topic_tables(self, after: Mapping[MessageQueue, str] | None = None) -> list[TopicTable]:
        """One table for each topic, like queues in one row. `after`: who reads each queue once it is repaired, which is
        a column then."""
        named = tuple(heads("queue_heads", self.lang)[: None if after else -1])
        # What topicStatus tells of the brokers' offsets.
        ends = {row.queue: row.max_offset for row in chain.from_iterable(self.case.status.values())}
        tables, fixed = [], after or {}
        for topic, queues in self._topic_queues().items():
            kinds = ((queue.broker, *self._told(queue), fixed.get(queue, "")) for queue in queues)
            rows = []
            for (broker, reader, seen, *movement_and_fix), listed in grouped(zip(kinds, queues, strict=True)).items():
                looks = [of for queue in listed if (of := self._looks(queue))]
                stored = [ends[queue] for queue in listed if queue in ends]
                there = f"{stored[0]:,}" if stored else ""
                if len(set(stored)) > 1:
                    # A sum over queues is no queue's offset.
                    span = say("{least:,} to {most:,} each", least=min(stored), most=max(stored))
                    there = in_language(span, self.lang)
                offsets = (*(self._offsets(looks) if looks else (there, "", "")), self._behind(listed))
                numbers = runs_of_numbers([queue.queue for queue in listed])
                rows.append((broker, numbers, reader, seen, *offsets, *movement_and_fix)[: len(named)])
            tables.append(TopicTable(topic, named, tuple(rows)))
        return tables

    def _topic_queues(self) -> dict[str, list[MessageQueue]]:
        """Each topic that the group reads or that snapshots list, retry topics and queues that it never committed to
        among them; the group's own topics first."""
        seen = {*self.case.looks_by_queue, *(queue for queue, state in self._states.items() if state == LOST)}
        topics = dict.fromkeys((*self.case.shared_topics, *sorted({queue.topic for queue in seen})))
        listed = {}
        for topic in sorted(topics, key=lambda topic: not is_user_topic(topic)):
            there = {*queues_of(self.case, topic), *unreadable_queues(self.case, topic)}
            if queues := there | {queue for queue in seen if queue.topic == topic}:
                listed[topic] = sorted(queues)
        return listed

    def compact_rows(self) -> list[CompactRow]:
        """Every topic's queues, those of one broker that are alike in one row; a retry topic only where anything waits
        in it."""
        rows = []
        nobody, unknown = self.words["nobody"], self.words["not_known"]
        moves = {self.words["moves"], self.words["idle"], self.words["one_look"]}

        def kind(queue: MessageQueue) -> tuple[str, ...]:
            reader, shown, movement = self._told(queue)
            usual = movement in moves and reader not in (nobody, unknown)
            usual = usual and ", " not in reader and shown in (reader, unknown)
            return (queue.broker, movement, "") if usual else (queue.broker, movement, reader, shown)

        for topic, listed in self._topic_queues().items():
            for (_, progress, *rest), queues in grouped((kind(queue), queue) for queue in listed).items():
                behind = self._behind(queues)
                if is_user_topic(topic) or behind not in ("", "0"):
                    readers, seen, _ = map(_distinct_names, zip(*map(self._told, queues), strict=True))
                    row = CompactRow(
                        topic,
                        f"{queues[0].broker} {runs_of_numbers([queue.queue for queue in queues])}",
                        readers,
                        seen,
                        lag=behind,
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
        tables = [table for table in self.topic_tables() if is_user_topic(table.topic) or table.topic in seen]
        shown = []
        for table in tables:
            columns = [column for column in zip(table.heads, *table.rows, strict=True) if any(column[1:])]
            rows = zip(*(cells for _, *cells in columns), strict=True)
            shown.append(f"{table.topic}\n\n{table_markdown([head for head, *_ in columns], rows)}")
        return shown

    def _behind(self, queues: Sequence[MessageQueue]) -> str:
        """How many messages wait, as it is drawn: what tells the end of a queue may be newer than its last snapshot.
        Empty where nothing tells."""
        known = {queue: looks[-1][1].diff for queue in queues if (looks := self._looks(queue))}
        known |= {queue: self._waiting[queue] for queue in queues if queue in self._waiting}
        return f"{sum(known.values()):,}" if known else ""

    @cached_property
    def _waiting(self) -> Mapping[MessageQueue, int]:
        return {row.queue: row.diff for row in self.drawn if row.diff is not None}

    @cached_property
    def _states(self) -> Mapping[MessageQueue, str]:
        return {row.queue: row.state for row in self.drawn}

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

    def _offsets(self, looks: Sequence[_LooksOfQueue]) -> tuple[str, str, str]:
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
        if len(looks) == 1:
            went = [f"{begin:,}" if begin == end else f"{begin:,} → {end:,}" for begin, end in (produced, consumed)]
        elif all(len(of) == 1 for of in looks):
            went = ["", ""]
        else:
            went = [f"{end - begin:+,}" for begin, end in (produced, consumed)]
        return went[0], went[1], " / ".join(rates)

    def _movement(self, queue: MessageQueue) -> str:
        """Whether the committed offset moves (`case.lag`)."""
        if word := {LOST: "is_lost", FILTERED: "filtered"}.get(self._states.get(queue, "")):
            return self.words[word]
        if self.case.reported_broadcasting:
            return self.words["kept_by_clients"]
        if queue in self._unlisted:
            return self.words["not_listed"]
        movement = self.case.movements.get(queue)
        if movement is None or len(movement.rows) < 2:
            return self.words["one_look" if queue in self.case.looks_by_queue else "not_listed"]
        if movement.consumed > 0 and movement.stuck_while_growing:
            return self.words["stopped"]
        if movement.consumed:
            how = "back" if movement.consumed < 0 else "paused" if movement.paused else "moves"
            return self.words[how]
        return self.words["stands" if movement.waits else "idle"]

    def _reader(self, queue: MessageQueue) -> str:
        if queue in unreadable_queues(self.case, queue.topic):
            return self.words["may_not_be_read"]
        if self._states.get(queue) == LOST:
            return self.words["nobody"]
        if self.case.reported_broadcasting:
            return self.words["everybody"]
        allocation = accepted_allocation(self.case).allocations.get(queue.topic)
        # Somebody reads whose clients no broker lists.
        unlisted = not self.case.live and behind_a_proxy(self.case) and self.case.moved_after(None)
        if allocation is None or unlisted or reader_unknown(self.case, queue):
            return self.words["not_known"]
        return self._who(allocation.owners.get(queue, ()))

    def _told(self, queue: MessageQueue) -> tuple[str, str, str]:
        """Who should read the queue, who was seen with it, does it move."""
        seen = last_seen(queue, self.case.observations, self.case.may_read(queue.topic))
        look, row = self.case.newest_looks.get(queue, (None, None))
        if look and row and left_behind(self.case, look, row):
            seen = ()
        return self._reader(queue), self.words["not_known"] if seen is None else self._who(seen), self._movement(queue)

    def _who(self, owners: Iterable[str]) -> str:
        """By their short names, processes that share an id apart."""
        return ", ".join(self.names.readers(owners)) or self.words["nobody"]

    @cached_property
    def words(self) -> Mapping[str, str]:
        return words(self.lang, "state")


def _distinct_names(names: Iterable[str]) -> str:
    """Names in their order; of many the first and the last."""
    told = list(dict.fromkeys(names))
    return ", ".join(told) if len(told) <= 4 else f"{told[0]}, {told[1]} ... {told[-1]}"
