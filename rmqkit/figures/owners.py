"""Who should read each queue, who was seen with it, and the allocation after the fix.

No rules here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import plotly.graph_objects as go

from rmqkit.diagnosis import Diagnosis, Finding, Severity
from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.recomputation import shared_out
from rmqkit.diagnosis.case.worlds import accepted_allocation
from rmqkit.diagnosis.drawn import UNKNOWN as NOT_KNOWN
from rmqkit.diagnosis.drawn import QueueAllocation
from rmqkit.diagnosis.facts.logs import EvidenceLine
from rmqkit.diagnosis.finding import as_json
from rmqkit.diagnosis.render.names import ClientNames, names_of
from rmqkit.diagnosis.render.parts import file_and_line
from rmqkit.diagnosis.timeline.epochs import state_at_end
from rmqkit.figures.appearance import hover
from rmqkit.figures.scope import chosen_group, group_label, topic_order
from rmqkit.figures.strips import AGREES, CONTRADICTS, GONE, LOST, SILENT, seen_names, strips_figure
from rmqkit.language import say
from rmqkit.rocketmq import Averagely, MessageQueue, sorted_client_ids
from rmqkit.rocketmq.client_id_meaning import ip_of

PREDICTED, SEEN, AFTER = "predicted", "seen", "after"
NOBODY, UNKNOWN = say("nobody"), "?"
NTH = "{}/{}"
"""The id of the first, second, ... process of a shared id once it has one of its own."""
FIXABLE = frozenset({"inconsistent_subscription", "client_id_collision", "mixed_allocation_strategies"})
"""Causes whose remedy changes the allocation: all subscribe to everything, have ids of their own, or one strategy."""
_NOWHERE = dict.fromkeys(("file", "line", "text"))
Row = dict[str, Any]
Readers = tuple[str, ...] | None


def allocation_data(diagnosis: Diagnosis, group: str | None = None, topic: str | None = None) -> list[Row]:
    """One row per queue of a group (default: the worst), its topics in order, optionally of one topic.

    Fields: `group, topic, broker, queue`; `consumers` (who reads it according to the recomputation; an id that several
    processes share is listed once for each), `seen` (ids, or the parts before the @; None if it was not observed),
    `state` (owned, orphan, double, lost, unreadable, filtered, unknown), `broker_offset`, `consumer_offset`, `diff`
    (messages; None if no snapshot lists the queue). Raises UnknownGroup.
    """
    chosen = chosen_group(diagnosis, group)
    drawn = [row for row in diagnosis.allocation.get(chosen or "", ()) if topic in (None, row.queue.topic)]
    drawn.sort(key=lambda row: (topic_order(row.queue.topic), row.queue.broker, row.queue.queue))
    fields = [{name: as_json(value) for name, value in vars(row).items()} for row in drawn]
    return [{"group": chosen, **row, **row["queue"]} for row in fields]


def owners_data(diagnosis: Diagnosis, group: str | None = None, topic: str | None = None) -> list[Row]:
    """One row per queue of a group (default: the worst), user topics first, optionally of one topic.

    Fields: `group, topic, broker, queue`; `predicted` (ids that read it according to the accepted allocation, an id
    once for each of its processes; None if unknown), `seen` (ids, or the parts before the @; None if it was not
    observed), `after` (ids after the fix; None if no fix changes the allocation), `says` (agrees, contradicts, silent,
    lost, unreadable), `file, line, text` (the record that contradicts), `state` and `diff` as in `allocation_data`.
    Raises UnknownGroup.
    """
    chosen = chosen_group(diagnosis, group)
    drawn = diagnosis.allocation.get(chosen or "", ())
    if chosen is None or not drawn:
        return []
    case = state_at_end(diagnosis.facts[chosen])
    after = readers_after_the_fix(case, fixed_causes(diagnosis.of_group(chosen)))
    rows = [_row(case, row, after.get(row.queue)) for row in drawn if topic in (None, row.queue.topic)]
    return sorted(rows, key=lambda row: (topic_order(row["topic"]), row["broker"], row["queue"]))


def _row(case: Case, drawn: QueueAllocation, after: Readers) -> Row:
    # The accepted allocation may leave a queue to nobody, though no finding lists it.
    is_nobodys = drawn.state == NOT_KNOWN and drawn.queue.topic in accepted_allocation(case).allocations
    follows = drawn.state not in (LOST, NOT_KNOWN) or bool(drawn.consumers) or is_nobodys
    predicted = drawn.consumers if follows else None
    says = drawn.state if drawn.state in GONE else agreement(predicted, drawn.seen)
    place = _place(case, drawn.queue) if says == CONTRADICTS else None
    cited = {"file": place.file, "line": place.line, "text": place.text} if place else _NOWHERE
    compared = {"predicted": predicted, "seen": drawn.seen, "after": after, "says": says}
    return {"group": case.group, **as_json(drawn.queue), **compared, **cited, "state": drawn.state, "diff": drawn.diff}


def fixed_causes(findings: Sequence[Finding]) -> list[str]:
    """The causes that go on, that weigh something, and whose fix changes the allocation."""
    weighty = [finding for finding in findings if finding.ongoing and finding.severity > Severity.NOTICE]
    return [finding.id for finding in weighty if finding.id in FIXABLE]


def readers_after_the_fix(case: Case, causes: Sequence[str]) -> dict[MessageQueue, tuple[str, ...]]:
    """Who reads each queue of the shared topics then; nothing where no cause changes it or no strategy decides it."""
    if not causes or not case.follows_known_rules or not case.live:
        return {}
    client_ids, strategies = list(sorted_client_ids(case.membership.client_ids)), dict(case.strategies)
    if "client_id_collision" in causes:
        # Each process of a shared id gets one of its own that sorts at the same place.
        often, so_far = Counter(client_ids), Counter[str]()
        for place, client in enumerate(client_ids):
            so_far[client] += 1
            client_ids[place] = NTH.format(client, so_far[client]) if often[client] > 1 else client
            strategies[client_ids[place]] = strategies[client]
    if "mixed_allocation_strategies" in causes:
        strategies = dict.fromkeys(client_ids, Averagely())
    readers: dict[MessageQueue, tuple[str, ...]] = {}
    for topic in case.shared_topics:
        allocated = shared_out(case, topic, client_ids, strategies)
        readers.update(allocated.owners if allocated else {})
    return readers


def agreement(predicted: Readers, seen: Readers) -> str:
    """Whether who was seen is who should be; consumerProgress shows one of several readers, and its address alone."""
    if predicted is None or seen is None:
        return SILENT
    known = {*predicted, *map(ip_of, predicted)}
    same = bool(seen) == bool(predicted) and set(seen) <= known
    return AGREES if same else CONTRADICTS


def _place(case: Case, queue: MessageQueue) -> EvidenceLine | None:
    """The newest line that tells of the queue's owner, the clients' own words first."""
    looks = sorted((look for look in case.observations if queue in look.owners), key=lambda look: look.by_ip)
    return looks[0].place(queue) if looks and not looks[0].by_ip else looks[-1].place(queue) if looks else None


def cell_words(readers: Readers, names: ClientNames) -> str:
    """A cell of a table in a few letters: C1, C1a C1b, nobody, or ? where it is not known."""
    return UNKNOWN if readers is None else " ".join(names.readers(readers)) or NOBODY


def owners_figure(diagnosis: Diagnosis, group: str | None = None, topic: str | None = None) -> go.Figure:
    """The bench's chart without its controls: which client was observed with each queue, who is predicted to read it,
    and who would read it after the fix.

    A cross marks where the first two contradict each other. Raises UnknownGroup.
    """
    rows = owners_data(diagnosis, group, topic)
    title = say("Seen and predicted: {group}", group=group_label(diagnosis, group))
    if not rows:
        return strips_figure([], {}, title)
    names = names_of(diagnosis.facts[rows[0]["group"]])
    fixed = any(row[AFTER] is not None for row in rows)
    drawn = []
    for row in rows:
        short = {lane: None if row[lane] is None else names.readers(row[lane]) for lane in (PREDICTED, AFTER)}
        seen = seen_names(row[SEEN], row[PREDICTED] or (), names.by_id)
        drawn.append({**row, SEEN: seen, **short, "hover": _hover(row)})
    return strips_figure(drawn, names.legend(), title, (SEEN, PREDICTED, *([AFTER] if fixed else [])))


def _hover(row: Row) -> str:
    return hover(
        [
            (say("queue"), f"{row['topic']} {row['broker']} {row['queue']}"),
            (say("seen"), say("not observed") if row[SEEN] is None else list(row[SEEN]) or NOBODY),
            (say("predicted"), say("not predicted") if row[PREDICTED] is None else list(row[PREDICTED]) or NOBODY),
            (say("after the fix"), None if row[AFTER] is None else list(row[AFTER]) or NOBODY),
            (say("messages behind"), row["diff"] if row["diff"] is not None else say("in no snapshot")),
            (say("differs from the prediction in"), file_and_line(row["file"], row["line"])),
        ]
    )
