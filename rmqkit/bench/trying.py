"""A hypothesis tried on the evidence: what it predicts against what was seen, and the word of the judge, who is trial.

Nothing here says *proven*: what is supposed becomes a claim, whose signs are the diagnosis' own findings and the
evidence's lines, and `judge` gives it its word. A cause that the diagnosis did not prove is a need that is not met.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from rmqkit.bench.comparing import Comparison, Says, compare
from rmqkit.bench.hypothesis import Hypothesis, Process
from rmqkit.bench.records import looks_of, printed
from rmqkit.bench.supposing import choices_of
from rmqkit.bench.text import GONE, Cause, Supposed, hypothesis_text, process_called, read_hypothesis
from rmqkit.diagnosis import Diagnosis, EvidenceLine, Finding, diagnose, verdict
from rmqkit.diagnosis.claims import NO_WEIGHT, Claim, Sign, core, follows, need
from rmqkit.diagnosis.commands import for_group
from rmqkit.diagnosis.explanation import CAUSE
from rmqkit.diagnosis.finding import Status
from rmqkit.diagnosis.findings import BY_ID
from rmqkit.diagnosis.healthy import healthy
from rmqkit.diagnosis.judge import judge
from rmqkit.diagnosis.relations.serves import listed_queues
from rmqkit.diagnosis.relations.wants import Expression
from rmqkit.diagnosis.timeline.epochs import Epoch, epochs_of, state_at_end, states_of
from rmqkit.errors import UnknownGroup
from rmqkit.evidence import Evidence
from rmqkit.figures.scope import chosen_group
from rmqkit.language import joined, say

_ORDER = (Status.PROVEN, Status.SUSPECTED, Status.OPEN, Status.REFUTED)


@dataclass(frozen=True)
class TriedEpoch:
    """What a hypothesis predicts of one epoch, held against what was seen in it."""

    epoch: Epoch
    hypothesis: Hypothesis
    comparison: Comparison


@dataclass(frozen=True)
class Tried:
    """A hypothesis and what came of it. `judged`: the judge's word on it as a whole, what agrees, the lines that
    contradict and the commands that would decide. `rivals`: what else may be so, as the diagnosis left it."""

    supposed: Supposed
    epochs: tuple[TriedEpoch, ...]
    judged: Finding
    rivals: tuple[Finding, ...]

    @property
    def word(self) -> Status:
        """proven, suspected, open or refuted."""
        return self.judged.status


def try_hypothesis(evidence: Evidence, hypothesis: str, diagnosis: Diagnosis | None = None) -> Tried:
    """Test a hypothesis, a text in the language of `rmqkit.bench.text`, against evidence.

    `diagnosis`: an existing one, to avoid a second. Raises BadHypothesis, and whatever `diagnose` raises.
    """
    supposed = read_hypothesis(hypothesis)
    verdict_of_all = diagnosis or diagnose(evidence, supposed.group)
    tried = tried_on(supposed, verdict_of_all)
    return replace(tried, judged=tried.judged.with_(contradicts=tuple(printed(evidence, tried.judged.contradicts))))


def tried_on(supposed: Supposed, diagnosis: Diagnosis) -> Tried:
    """What is supposed, tried on what a diagnosis knows; lines are as facts quote them. Raises as `try_hypothesis`."""
    group = chosen_group(diagnosis, supposed.group)
    if group is None:
        raise UnknownGroup(
            "The evidence mentions no consumer group, so there is no group on which a hypothesis can be tested."
        )
    signs: list[Sign] = []
    epochs: list[TriedEpoch] = []
    rivals: dict[str, Finding] = {}
    # The epochs that the span touches; the last one where none is named.
    begins, ends = supposed.since, supposed.until
    all_epochs = epochs_of(diagnosis.facts[group])
    is_named = begins is not None or ends is not None
    touched = [one for one in all_epochs if is_named and _touches(one.since, one.until, begins, ends)]
    for epoch in touched or all_epochs[-1:]:
        trial = _Trial(diagnosis, group, epoch, supposed)
        epochs.append(trial.predicted_epoch())
        signs += trial.signs()
        rivals |= {rival.id: rival for rival in trial.rivals()}
    named = [" / ".join(cause.ids) for cause in supposed.causes]
    parts = [*named, *supposed.clients, *supposed.brokers, *supposed.queues]
    parts += ["healthy"] if supposed.healthy or not (named or supposed.brokers or supposed.queues) else []
    titles = [
        say("hypothesis: {parts}", parts=", ".join(dict.fromkeys(parts))),
        *(say("from {at:%Y-%m-%d %H:%M:%S} UTC on", at=at) for at in [supposed.since] if at),
    ]
    claim = Claim("supposed", joined(", ", titles), "", NO_WEIGHT, tuple(signs))
    return Tried(supposed, tuple(epochs), judge(claim, group), tuple(rivals.values()))


def _touches(since: datetime | None, until: datetime | None, begins: datetime | None, ends: datetime | None) -> bool:
    starts_late = since is not None and ends is not None and since > ends
    ended_before = until is not None and begins is not None and until <= begins
    return not starts_late and not ended_before


class _Trial:
    """One epoch, trial about what is supposed of it."""

    def __init__(self, diagnosis: Diagnosis, group: str, epoch: Epoch, supposed: Supposed) -> None:
        self.group, self.epoch, self.supposed = group, epoch, supposed
        self.case = states_of(diagnosis.facts[group])[epoch]
        self.verdict = diagnosis if epoch.last else verdict({group: self.case})
        self.told = choices_of(self.case, self.verdict.considered)[-1].hypothesis
        self.changed = supposed.of(self.told)
        self.comparison = compare(self.changed, self.case, looks_of(self.case))

    def predicted_epoch(self) -> TriedEpoch:
        """What is predicted of who reads what: by a healthy group, where no more is supposed than that it is one."""
        if not self.supposed.healthy or self.supposed.clients:
            return TriedEpoch(self.epoch, self.changed, self.comparison)
        healthy_group = self.supposed.of(choices_of(self.case, self.verdict.considered)[0].hypothesis)
        return TriedEpoch(self.epoch, healthy_group, compare(healthy_group, self.case, looks_of(self.case)))

    def signs(self) -> Iterator[Sign]:
        """Everything that the judge is trial about."""
        causes = list(self._causes())
        for cause in causes:
            yield from self._cause_signs(cause)
        # Owners and clients' words, where shares are supposed to be otherwise than all that is told.
        if self.supposed.clients or self.changed != self.told:
            known = compare(self.told, self.case, looks_of(self.case)).clients
            lines = [client.place for client in self.comparison.clients if client not in known]
            yield Sign(say("the hypothesis matches what the clients report"), contradicted_by=tuple(lines), core=True)
        if self.changed != self.told:
            seen_otherwise = [row.places[0] for row in self.comparison.contradictions]
            agreeing = self.comparison.count(Says.AGREES)
            yield follows(say("the observed owners"), agreeing, against=seen_otherwise)
        # Every word on a client, a broker or a topic has to be told by somebody before the whole is proven.
        for name, words in self.supposed.clients.items():
            if self.supposed.is_new(name, self.told):
                # A complete list of clients says who is not there.
                members = self.case.membership
                against = members.places[:1] if members.complete else ()
                command = for_group("mqadmin consumerConnection -n NAMESRV -g GROUP", self.group)
                yield core(say("{client} is a member", client=name), 0, against=against, command=command)
            if not words.keys() - {"state"}:
                continue
            process = process_called(self.changed, name)
            same = process in self.told.processes
            yield need(say("{client} matches the hypothesis", client=process.name), met=same or self.comparison.holds)
            yield from self._expression_signs(process, words.get("subscribes") or {})
        for broker, state in self.supposed.brokers.items():
            yield self._broker_sign(broker, state)
        for topic, brokers in self.supposed.queues.items():
            yield from self._queue_signs(topic, brokers)
        if self.supposed.healthy or not (causes or self.supposed.brokers or self.supposed.queues):
            yield from self._health_signs()

    def rivals(self) -> Iterator[Finding]:
        """Other causes that the diagnosis proved, suspects or leaves open with something that speaks for them."""
        own = {cause_id for cause in self._causes() for cause_id in cause.ids}
        for claim in self._judged():
            stands = claim.status in (Status.PROVEN, Status.SUSPECTED)
            if stands and claim.ongoing and claim.id not in own and BY_ID[claim.id].kind == CAUSE:
                yield claim

    def _judged(self) -> list[Finding]:
        """Findings first: they know whom they are about."""
        listed = [*self.verdict.findings, *self.verdict.considered]
        return [claim for claim in listed if claim.group == self.group]

    def _causes(self) -> Iterator[Cause]:
        """Those that are named, and those that the clients as supposed amount to."""
        known = {one for process in self.told.processes for one in (process.name, process.seen_as)}
        for cause in self.supposed.causes:
            # A client that was refused at its start is no member.
            ids = (process_called(self.told, name).seen_as if name in known else name for name in cause.clients)
            yield replace(cause, clients=frozenset(ids))
        if self.supposed.clients:
            # What each client wants of each topic: as supposed, else as told.
            wanted: dict[str, dict[str, Expression]] = {}
            for process in self.changed.processes:
                told = self.case.live_subscriptions.get(process.seen_as)
                wanted[process.name] = {topic: told.topics[topic] for topic in told.topics} if told else {}
            for name, words in self.supposed.clients.items():
                if not words.keys() - {"state"}:
                    continue
                process = process_called(self.changed, name)
                said = {topic: Expression(text) for topic, text in (words.get("subscribes") or {}).items() if text}
                wanted[process.name] = {**wanted[process.name], **said}
            yield from amounts_to(self.changed, wanted)

    def _cause_signs(self, cause: Cause) -> Iterator[Sign]:
        """What the diagnosis says of it, of the clients, topics and brokers that are named."""

        def is_then(claim: Finding) -> bool:
            # What is over counts where the span of it is trial for; a reset is a moment, and always over.
            if cause.since is None and cause.until is None:
                return claim.ongoing or claim.id == "offsets_moved"
            return _touches(claim.since, claim.until, cause.since, cause.until)

        def order(claim: Finding) -> tuple[bool, int]:
            return not _covers(claim, cause), _ORDER.index(claim.status)

        # Of all who are named where it can be, and what is surest.
        claims = [claim for claim in self._judged() if claim.id in cause.ids and is_then(claim)]
        what, best = " / ".join(cause.ids), min(claims, key=order, default=None)
        is_covered = best is not None and _covers(best, cause)
        if best is None:
            yield need(what, met=False, command=for_group(BY_ID[cause.ids[0]].command, self.group))
        elif best.status is Status.REFUTED:
            yield core(what, 0, against=best.contradicts)
        elif best.status is Status.PROVEN and is_covered:
            yield core(what, max(1, best.agrees))
        else:
            yield follows(what, best.agrees if is_covered and best.status is not Status.OPEN else 0)
            commands = best.decided_by or (for_group(BY_ID[best.id].command, self.group),)
            yield need(say("{what} is proven", what=what), met=False, command=commands[0])

    def _expression_signs(self, process: Process, wanted: Mapping[str, str | None]) -> Iterator[Sign]:
        told = self.case.live_subscriptions.get(process.seen_as)
        for topic, text in wanted.items():
            if text is None:
                continue
            what = say("{client} subscribes to {topic} {text}", client=process.name, topic=topic, text=text)
            said = told.topics.get(topic) if told else None
            if told is None or said is None or said.text is None:
                yield need(what, met=False, command=for_group("mqadmin consumerStatus -n NAMESRV -g GROUP", self.group))
            elif said.same_as(Expression(text)):
                yield need(what, met=True)
            else:
                yield core(what, 0, against=told.places_of(topic)[:1])

    def _broker_sign(self, broker: str, state: str) -> Sign:
        routes = self.case.routes.items()
        rows = [(topic, row) for topic, route in routes for row in route if row.broker == broker]
        listed = [EvidenceLine(row.file, row.line, f"{topic} {row.broker}") for topic, row in rows]
        what = say("{broker} is {state}", broker=broker, state=state)
        if state == GONE:
            return Sign(what, contradicted_by=tuple(listed[:1]), core=True)
        slaves = [row for _, row in rows if row.master is False]
        masters = [EvidenceLine(row.file, row.line, f"{topic} {row.broker}") for topic, row in rows if row.master]
        return core(what, len(slaves), against=masters[:1])

    def _queue_signs(self, topic: str, brokers: Mapping[str, int]) -> Iterator[Sign]:
        listed = listed_queues(self.case, topic)
        rows = self.case.routes.get(topic, ())
        for broker, many in brokers.items():
            what = say("{topic} has {many} queues on {broker}", topic=topic, many=many, broker=broker)
            own_first = sorted(rows, key=lambda row: row.broker != broker)
            against = [EvidenceLine(row.file, row.line, row.broker) for row in own_first[:1]]
            is_so = sum(queue.broker == broker for queue in listed) == many
            if listed and against and not is_so:
                yield core(what, 0, against=against)
            else:
                yield need(what, met=is_so and bool(listed), command="mqadmin topicRoute -n NAMESRV -t TOPIC")

    def _health_signs(self) -> Iterator[Sign]:
        """The group is well: as the judge sees it, and against every cause that is proven."""
        health = judge(healthy(self.case), self.group)
        wrong = [claim for claim in self._judged() if claim.proven and claim.ongoing and BY_ID[claim.id].kind == CAUSE]
        against = [*health.contradicts, *(claim.evidence[0] for claim in wrong if claim.evidence)]
        what = say("every queue is read by exactly one client")
        if against:
            yield core(what, 0, against=against)
        elif health.proven and not wrong:
            yield core(what, max(1, health.agrees))
        else:
            owners = for_group("mqadmin consumerProgress -n NAMESRV -g GROUP -s true", self.group)
            yield need(what, met=False, command=next(iter(health.decided_by), owners))


def _covers(claim: Finding, cause: Cause) -> bool:
    """Whether a finding is about all whom the hypothesis names."""
    clients = {*claim.clients, *(client.partition("@")[0] for client in claim.clients)}
    topics = {*claim.topics, *(queue.topic for queue in claim.queues)}
    brokers = {*claim.brokers, *(queue.broker for queue in claim.queues)}
    return cause.clients <= clients and cause.topics <= topics and cause.brokers <= brokers


def amounts_to(hypothesis: Hypothesis, wanted: Mapping[str, Mapping[str, Expression]] | None = None) -> Iterator[Cause]:
    """The causes that a state of the group is, by its clients alone."""
    there = [process for process in hypothesis.processes if not process.gone]
    sharing = [process for process in there if not process.broadcasting]
    strategies = {process.strategy for process in sharing}
    # The clients that share an id with another one.
    times = Counter(process.client_id for process in there)
    collided = frozenset(process.seen_as for process in there if times[process.client_id] > 1)
    # Whether two of them want different topics, or different messages of one.
    words = [(wanted or {}).get(process.name, {}) for process in there]
    said = [[one[topic] for one in words if topic in one] for topic in hypothesis.topics]
    differ = any(not own[0].same_as(other) for own in said for other in own[1:])
    is_so = {
        "group_offline": not there and bool(hypothesis.processes),
        "inconsistent_subscription": differ or len({process.topics for process in there}) > 1,
        "client_id_collision": bool(collided),
        "mixed_allocation_strategies": len(strategies) > 1,
        "message_model_mismatch": 0 < len(sharing) < len(there),
    }
    for cause_id in filter(is_so.get, is_so):
        clients = collided if cause_id == "client_id_collision" else frozenset[str]()
        yield Cause((cause_id,), clients=clients)


def findings_as_hypotheses(diagnosis: Diagnosis) -> Iterator[tuple[Finding, str]]:
    """Every cause that the diagnosis found, each as a text to start from: the group as told, and the cause by name."""
    for finding in diagnosis.findings:
        if BY_ID[finding.id].kind == CAUSE and finding.ongoing:
            told = choices_of(state_at_end(diagnosis.facts[finding.group]), diagnosis.considered)[-1].hypothesis
            cause = Cause(
                (finding.id,), frozenset(finding.clients), frozenset(finding.topics), frozenset(finding.brokers)
            )
            yield finding, hypothesis_text(told, [cause])
