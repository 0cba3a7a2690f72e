"""What consumerStatus concluded itself: worth a suspicion where its running info is missing, and never more."""

from dataclasses import replace
from random import Random

import pytest

from rmqkit.diagnosis import Diagnosis, Finding, verdict
from rmqkit.diagnosis.facts.group import Answer, GroupFacts
from rmqkit.rocketmq import MessageQueue

from .cluster import Cluster, Member
from .printed import facts_of
from .reductions import no_logs, no_running_info

DICE = Random(0)
CLIENT = "10.1.0.7@31#1"
QUEUE = MessageQueue("orders", "broker-b", 3)
BLOCKED = f"{CLIENT} {QUEUE} can't consume for a while, maybe blocked, 912345ms"


def told(subscription: str | None = None, text: str | None = None) -> Answer:
    return Answer("status.txt", 7, "consumer_status", None, None, None, None, text, subscription)


def only_status(*answers: Answer) -> GroupFacts:
    return GroupFacts(group="settle", answers=answers)


def whole(*answers: Answer) -> GroupFacts:
    """A healthy group with all its evidence, and what mqadmin said beside it."""
    members = (Member(CLIENT, {"orders": "*"}), Member("10.1.0.8@32#2", {"orders": "*"}))
    facts = facts_of(Cluster({"orders": {"broker-a": 4, "broker-b": 4}}, members))
    return replace(facts, answers=(*facts.answers, *answers))


def judge(facts: GroupFacts) -> Diagnosis:
    return verdict({facts.group: facts})


def found(diagnosis: Diagnosis, finding_id: str) -> Finding:
    finding = diagnosis.finding(finding_id)
    assert finding is not None
    return finding


def test_a_different_subscription_is_suspected_from_mqadmins_word_alone():
    suspected = found(judge(only_status(told("different"))), "inconsistent_subscription")
    assert (suspected.status, suspected.evidence[0].line) == ("suspected", 7)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(BLOCKED, id="no message taken for a while"),
        pytest.param(f"{CLIENT} {QUEUE} can't lock for a while, 70011ms", id="an ordered queue that stays unlocked"),
        pytest.param(f"{CLIENT} {QUEUE} unlock 9 times, still failed", id="a queue that cannot be given back"),
    ],
)
def test_a_blocked_queue_is_suspected_from_mqadmins_word_alone(text: str):
    suspected = found(judge(only_status(told(text=text))), "consumer_stuck")
    assert (suspected.status, suspected.clients, suspected.queues) == ("suspected", (CLIENT,), (QUEUE,))


@pytest.mark.parametrize(
    ("facts", "finding_id"),
    [
        pytest.param(only_status(told("same")), "inconsistent_subscription", id="it found no difference"),
        pytest.param(whole(told("different")), "inconsistent_subscription", id="the clients themselves know better"),
        pytest.param(
            no_logs(no_running_info(whole(told(text=BLOCKED)), DICE), DICE),
            "consumer_stuck",
            id="a queue that snapshots show moving is not blocked",
        ),
        pytest.param(
            only_status(told(text=BLOCKED.replace("topic=orders", "topic=%RETRY%settle"))),
            "consumer_stuck",
            id="a retry topic that waits is no blocked listener",
        ),
    ],
)  # fmt: skip
def test_mqadmins_word_is_not_repeated_when(facts: GroupFacts, finding_id: str):
    assert judge(facts).finding(finding_id) is None
