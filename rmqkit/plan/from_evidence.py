"""Rollout plans: the group today, as its state at the end of an incident's evidence.

A healthy capture serves best.
"""

from __future__ import annotations

import re
from collections import Counter
from shlex import quote

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.facts.collect import facts_by_group
from rmqkit.diagnosis.facts.group import GroupFacts
from rmqkit.diagnosis.relations.members import last_roster
from rmqkit.diagnosis.relations.serves import queues_of
from rmqkit.diagnosis.timeline.epochs import state_at_end
from rmqkit.evidence import Evidence
from rmqkit.language import say
from rmqkit.plan.situation import BadPlan, Situation
from rmqkit.rocketmq import LATEST, Version
from rmqkit.rocketmq.internal_topics import is_user_topic

_DEFAULT_RATE = 10.0


def situation_at_end(evidence: Evidence, group: str | None = None) -> Situation:
    """The group, or the only one, as some evidence shows it last. Raises BadPlan."""
    facts = facts_by_group(evidence, [group] if group else ())
    groups = sorted(name for name, of_group in facts.items() if of_group.rosters)
    if not group and len(groups) != 1:
        known = ", ".join(groups) or say("none")
        raise BadPlan("specify the group: the evidence has connections of {groups}", groups=known)
    name = group or groups[0]
    # The same of a group's state. Pods are its members, messages per second and queue come from two looks that tell
    # their times (else 10).
    state = state_at_end(facts.get(name, GroupFacts(name)))
    wanted = _wanted(state)
    if not state.membership.client_ids or not wanted:
        command = f"mqadmin consumerConnection -g {quote(state.group)}"
        raise BadPlan(
            "the evidence does not show the clients of {group}: run {command}", group=state.group, command=command
        )
    # A plan starts from a group whose pods are alike; BadPlan where they are not, for no change would mend that.
    if state.disagreement:
        raise BadPlan(
            "the clients of {group} have different subscriptions now: fix that first (rmqkit diagnose)",
            group=state.group,
        )
    if state.membership.duplicates:
        raise BadPlan("clients of {group} share a client id now: fix that first (rmqkit diagnose)", group=state.group)
    # The one that most clients have.
    listed = last_roster(state)
    printed = [client.version or "" for client in listed.connections] if listed else []
    versions = [str(Version.of(version)) for version in printed if re.match(r"[vV]?\d+[._]\d", version)]
    # Messages per second and queue.
    movements = [movement for queue, movement in state.movements.items() if is_user_topic(queue.topic)]
    rates = [movement.arrived / movement.known_seconds for movement in movements if movement.known_seconds]
    return Situation(
        state.group,
        {topic: _queues(state, topic) for topic in wanted},
        len(state.membership.client_ids),
        wanted,
        Counter(versions).most_common(1)[0][0] if versions else LATEST,
        state.common_strategy,
        round(sum(rates) / len(rates), 2) if sum(rates) > 0 else _DEFAULT_RATE,
    )


def _wanted(state: Case) -> dict[str, str]:
    """The topics and expressions of the lists that brokers have, the newest last, and of the clients."""
    wanted: dict[str, str] = {}
    for listed in state.rosters:
        wanted |= listed.subscriptions
    for words in state.live_subscriptions.values():
        wanted |= {topic: expression.text or "*" for topic, expression in words.topics.items()}
    return {topic: expression or "*" for topic, expression in wanted.items() if is_user_topic(topic)}


def _queues(state: Case, topic: str) -> dict[str, int]:
    """How many queues each broker has of a topic; BadPlan where the evidence does not tell."""
    queues = Counter(queue.broker for queue in queues_of(state, topic))
    if not queues:
        command = f"mqadmin topicRoute -t {quote(topic)}"
        raise BadPlan("the evidence does not show the queues of {topic}: run {command}", topic=topic, command=command)
    return dict(queues)
