"""Two verdicts in, their differences out, in the order in which a person asks, and as text for a terminal that says
first whether it is fixed: what each group's state is where its evidence ends is asked of its case. No judgement here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from functools import reduce
from itertools import chain, groupby
from operator import or_
from pathlib import Path
from typing import Any, TypeVar

from rmqkit.diagnosis import Diagnosis, Finding, Severity
from rmqkit.diagnosis.case.process_names import names_by_id
from rmqkit.diagnosis.case.strategy_labels import class_name, surely_different
from rmqkit.diagnosis.drawn import ORPHAN, OWNED
from rmqkit.diagnosis.facts.group import GroupFacts
from rmqkit.diagnosis.facts.known import grouped
from rmqkit.diagnosis.findings import BY_ID
from rmqkit.diagnosis.relations.members import last_roster
from rmqkit.diagnosis.render.blocks import text_template
from rmqkit.diagnosis.render.document import short_names_in
from rmqkit.diagnosis.render.names import ClientNames, names_in
from rmqkit.diagnosis.render.parts import evidence_span, visible
from rmqkit.diagnosis.render.text import WIDTH
from rmqkit.diagnosis.timeline.epochs import state_at_end
from rmqkit.diagnosis.wording import ranges
from rmqkit.language import Phrase, Words, joined, message, phrase_in, say
from rmqkit.rocketmq import MessageQueue
from rmqkit.rocketmq.client_id_meaning import ip_of
from rmqkit.rocketmq.internal_topics import is_user_topic

ALL = message("all")
"""In place of a client: the table that a broker has merged."""
MOST_OF_A_KIND, MOST_NAMED = 20, 4
WORDS = Words(Path(__file__).with_suffix(".toml"))

Key = TypeVar("Key", str, MessageQueue)


class Subject(StrEnum):
    """What can differ, in the order in which it is told."""

    VERDICT = "verdict"
    FINDING = "finding"
    CLIENT = "client"
    VERSION = "version"
    SUBSCRIPTION = "subscription"
    STRATEGY = "strategy"
    MODEL = "model"
    OWNER = "owner"
    LAG = "lag"
    QUEUES = "queues"


@dataclass(frozen=True)
class Difference:
    """One thing that differs; `before` is None for what came, `after` for what went. `group` is None for the whole
    folder."""

    subject: Subject
    group: str | None
    what: str
    before: str | None
    after: str | None

    def to_dict(self) -> dict[str, Any]:
        """The difference as plain JSON values."""
        return {**asdict(self), "subject": str(self.subject)}


def differences(before: Diagnosis, after: Diagnosis, group: str | None = None) -> list[Difference]:
    """Everything that differs, the verdict first; of one group, where one is named."""
    differing: list[Difference] = []
    if before.severity != after.severity:
        levels = str(before.severity), str(after.severity)
        differing.append(Difference(Subject.VERDICT, None, message("severity"), *levels))
    for name in sorted(before.facts.keys() | after.facts.keys()):
        if group in (None, name):
            differing += _group_differences(name, before, after)
    queues = _changes(_queues(before), _queues(after), both_tell=True)
    differing += [Difference(Subject.QUEUES, None, what, old, new) for what, old, new in queues]
    return sorted(differing, key=lambda difference: list(Subject).index(difference.subject))


def _state(verdict: Diagnosis, group: str) -> dict[Subject, Mapping[Any, Any]]:
    """What is compared of a group where its evidence ends: each client's version (nobody's where the list may lack
    somebody), who subscribes to what (clients of whom all is known, and the table that a broker merged), ..."""
    case = state_at_end(verdict.facts.get(group, GroupFacts(group)))
    listed, looks = last_roster(case), case.newest_looks
    versions: dict[str, str] = {}
    if case.membership.complete:
        known = {client.client_id: client.version or "" for client in listed.connections} if listed else {}
        versions = dict.fromkeys(case.membership.client_ids, "") | known
    wishes = {
        who: {topic: wanted.text or "*" for topic, wanted in words.topics.items()}
        for who, words in case.subscriptions.items()
        if words.exact
    }
    if listed and listed.subscriptions:
        of_users = filter(is_user_topic, listed.subscriptions)
        wishes[ALL] = {topic: listed.subscriptions[topic] or "*" for topic in of_users}
    model = f"{listed.message_model}, {listed.consume_type or '?'}" if listed and listed.message_model else None
    shown = [row for look, row in looks.values() if look.owners_asked and is_user_topic(row.queue.topic)]
    owners = {row.queue: row.client_ip or say("nobody") for row in shown}
    behind: Counter[str] = Counter()
    for queue, (_, row) in looks.items():
        behind[queue.topic] += row.diff
    return {
        Subject.VERSION: versions,
        Subject.SUBSCRIPTION: wishes,
        Subject.STRATEGY: {who: class_name(name) for who, name in case.strategy_names.items()},
        Subject.MODEL: {message("model"): model} if model else {},
        # Of a queue that consumerProgress does not list a finding tells that nobody reads it.
        Subject.OWNER: dict.fromkeys(_unread(verdict, group), say("nobody")) | owners,
        Subject.LAG: {topic: str(messages) for topic, messages in behind.items()},
    }


def _group_differences(group: str, before: Diagnosis, after: Diagnosis) -> Iterator[Difference]:
    found = before.of_group(group), after.of_group(group)
    for what, old, new in _changes(_findings(*found), _findings(*reversed(found))):
        yield Difference(Subject.FINDING, group, what, old, new)
    earlier, later = _state(before, group), _state(after, group)
    versions, wishes = ([one[of] for one in (earlier, later)] for of in (Subject.VERSION, Subject.SUBSCRIPTION))
    yield from _clients(group, *versions)
    new_ids = _successors(*versions)
    before_by_id = {new_ids.get(who, who): wished for who, wished in wishes[0].items()}
    for who in sorted(before_by_id.keys() & wishes[1].keys()):
        for topic, old, new in _changes(before_by_id[who], wishes[1][who]):
            wish = say("{client}: {topic}", client=who, topic=topic)
            yield Difference(Subject.SUBSCRIPTION, group, wish, old, new)
    yield from _strategies(group, earlier[Subject.STRATEGY], later[Subject.STRATEGY])
    moved = _changes(earlier[Subject.OWNER], later[Subject.OWNER], both_tell=True)
    for (old, new), queues in grouped(((old, new), queue) for queue, old, new in moved).items():
        yield Difference(Subject.OWNER, group, ranges(queues), old, new)
    for subject in (Subject.MODEL, Subject.LAG):
        for what, old, new in _changes(earlier[subject], later[subject], both_tell=True):
            yield Difference(subject, group, what, old, new)


def _findings(findings: Iterable[Finding], others: Iterable[Finding]) -> dict[str, str]:
    """The first, that is the worst, of each id; of what is over, or no harm, only what the other folder shows as
    harm that goes on."""
    states: dict[str, str] = {}
    ongoing = {one.id for one in (*findings, *others) if one.ongoing and one.severity > Severity.OK}
    for finding in findings:
        words = {"severity": str(finding.severity), "status": message(str(finding.status))}
        over = say("{severity}, {status}, ended", **words)
        # That something is not known is nothing that could be proven.
        known = finding.severity > Severity.UNKNOWN
        now = say("{severity}, {status}", **words) if known else words["severity"]
        if finding.id in ongoing:
            states.setdefault(finding.id, now if finding.ongoing else over)
    return states


def _unread(verdict: Diagnosis, group: str) -> list[MessageQueue]:
    """The queues that nobody reads, as its findings tell."""
    return [row.queue for row in verdict.allocation.get(group, ()) if row.state == ORPHAN]


def _clients(group: str, before: Mapping[str, str], after: Mapping[str, str]) -> Iterator[Difference]:
    """Who went and who came; a restarted client is one that is another now. A look without clients tells nothing."""
    if not before or not after:
        return
    successors = _successors(before, after)
    for client in sorted(before.keys() - after.keys()):
        yield Difference(Subject.CLIENT, group, "client", client, successors.get(client))
    for client in sorted(after.keys() - before.keys() - set(successors.values())):
        yield Difference(Subject.CLIENT, group, "client", None, client)
    for client in sorted(before):
        later = successors.get(client, client)
        old, new = before[client], after.get(later)
        if old and new and old != new:
            yield Difference(Subject.VERSION, group, later, old, new)


def _successors(before: Mapping[str, str], after: Mapping[str, str]) -> dict[str, str]:
    """A client that went to one that came with the same address: restarted, it has another process and nano time."""
    came = sorted(after.keys() - before.keys())
    successors: dict[str, str] = {}
    for client in sorted(before.keys() - after.keys()):
        successor = next((other for other in came if ip_of(other) == ip_of(client)), None)
        if successor is not None:
            successors[client] = successor
            came.remove(successor)
    return successors


def _strategies(group: str, before: Mapping[str, str], after: Mapping[str, str]) -> Iterator[Difference]:
    """By client where both looks know it, else as the set that the group uses: restarted clients have new ids. Logs
    print another name of a strategy than running info: two names are no change."""
    for client, old, new in _changes(before, after, both_tell=True):
        if surely_different(name for name in (old, new) if name):
            yield Difference(Subject.STRATEGY, group, client, old, new)
    earlier, later = set(before.values()), set(after.values())
    if earlier and later and (_others(earlier, later) or _others(later, earlier)):
        used = ("; ".join(sorted(names)) for names in (earlier, later))
        yield Difference(Subject.STRATEGY, group, message("all clients"), *used)


def _others(names: Iterable[str], known: Collection[str]) -> bool:
    """Whether one of the names means none of the known strategies."""
    return any(all(surely_different((name, other)) for other in known) for name in names)


def _queues(verdict: Diagnosis) -> dict[str, str]:
    """The queues that consumers share, by topic and broker, by the route."""
    routes = [route for facts in verdict.facts.values() for route in facts.routes.items()]
    held = [(topic, broker) for topic, brokers in routes for broker in brokers]
    return {say("{topic} on {broker}", topic=topic, broker=of.broker): str(of.read_queues) for topic, of in held}


def _changes(
    before: Mapping[Key, str], after: Mapping[Key, str], *, both_tell: bool = False
) -> Iterator[tuple[Key, str | None, str | None]]:
    """What differs by key; with `both_tell` only keys of both, for a look that lacks one tells nothing of it."""
    keys = before.keys() & after.keys() if both_tell else before.keys() | after.keys()
    for key in sorted(keys):
        if before.get(key) != after.get(key):
            yield key, before.get(key), after.get(key)


def answers(before: Diagnosis, after: Diagnosis, group: str | None = None) -> list[Phrase]:
    """Whether it is fixed: a sentence for every group of both folders that was or is sick, or for each where none is.
    Where the folders cannot be compared, why."""
    groups = _of_both(before, after, group)
    ends = [evidence_span(one.facts[name] for name in groups)[1] for one in (before, after)]
    if not groups:
        named = [", ".join(visible(name) for name in list(one.facts)[:MOST_NAMED]) or "-" for one in (before, after)]
        return [WORDS.say("answer", "nothing_common", before=named[0], after=named[1])]
    if ends[0] and ends[1] and ends[1] < ends[0]:
        return [WORDS.say("answer", "turned_round")]
    sick = [name for name in groups if any(one.alarming for one in (*before.of_group(name), *after.of_group(name)))]
    told = {name: _answer(name, before, after) for name in sick or groups}
    if len(groups) == 1:
        return list(told.values())
    return [say("{group}: {answer}", group=visible(name), answer=answer) for name, answer in told.items()]


def _of_both(before: Diagnosis, after: Diagnosis, group: str | None) -> list[str]:
    return [name for name in sorted(before.facts.keys() & after.facts.keys()) if group in (None, name)]


def _answer(group: str, before: Diagnosis, after: Diagnosis) -> Phrase:
    """Only what is proven goes on is not fixed, and only a group that is proven healthy is."""
    was, now = ([one for one in verdict.of_group(group) if one.alarming] for verdict in (before, after))
    proven, state = [one for one in now if one.proven], after.state_of(group)
    parts = []
    if now:
        names = joined(", ", dict.fromkeys(message(BY_ID[one.id].name) for one in proven or now))
        parts.append(WORDS.say("answer", "ongoing" if proven else "suspected", what=names))
    well = state.at_best == Severity.OK and not now
    unread = _unread(before, group)
    read = {row.queue for row in after.allocation.get(group, ()) if row.state == OWNED and (row.seen or well)}
    for name, queues in (("regained", read.intersection(unread)), ("unread", _unread(after, group))):
        if queues:
            parts.append(WORDS.say("answer", name, number=len(queues), places=ranges(queues)))
    if not now:
        parts.append(WORDS.say("answer", "nothing" if well else "not_proven"))
    clients = before.state_of(group).clients
    if None not in (clients, state.clients) and clients != state.clients:
        parts.append(WORDS.say("answer", "clients", number=state.clients, before=clients))
    if proven:
        name = "not_fixed" if was else "new"
    else:
        name = "undecided" if not well else "fixed" if any(one.proven for one in was) else "healthy"
    return WORDS.say("answer", name, parts=joined("; ", parts))


def _names(before: Diagnosis, after: Diagnosis) -> Sequence[ClientNames]:
    """The short names of the clients of both folders, in one order: an id is one client in both."""
    named = [[names_in(verdict, group) for group in verdict.facts] for verdict in (before, after)]
    by_id = names_by_id([client for names in chain(*named) for client in names.by_id])
    processes = [reduce(or_, (Counter(names.processes) for names in of), Counter[str]()) for of in named]
    return [ClientNames(by_id, of) for of in processes]


def differences_text(
    differing: Sequence[Difference], before: Diagnosis, after: Diagnosis, lang: str = "en", group: str | None = None
) -> str:
    """Whether it is fixed, the two verdicts, then what differs, by subject and group; many of a kind are counted, and
    clients have short names, whose ids stand at the end."""
    names = dict(zip(("before", "after"), _names(before, after), strict=True))

    def named(text: str, side: str = "after") -> str:
        return names[side].of(names[side].in_text(visible(phrase_in(text, lang))))

    by_kind = groupby(differing, key=lambda difference: (difference.subject, difference.group))
    parts = [(subject, of, list(rows)) for (subject, of), rows in by_kind if subject != Subject.VERDICT]
    if before.facts and after.facts and not _of_both(before, after, group):
        parts = []
    told = {"verdicts": {"before": before, "after": after}, "parts": parts, "answers": answers(before, after, group)}
    with_these = {"lang": lang, "say": WORDS.of("words", lang), "most": MOST_OF_A_KIND, "named": named, "width": WIDTH}
    text = text_template(Path(__file__).with_suffix(".txt.j2").read_text("utf-8")).render(told, **with_these)
    shown = short_names_in(text)
    legend = [f"{name}  {visible(client)}" for client, name in names["after"].by_id.items() if name in shown]
    return "\n".join([text.strip("\n"), *([""] if legend else []), *legend])
