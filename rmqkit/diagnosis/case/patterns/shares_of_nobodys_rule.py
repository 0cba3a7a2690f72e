"""Every queue has its client, and the clients' shares are not what the list of members gives.

No verdicts here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.inferred_strategies import common_one_fits
from rmqkit.diagnosis.case.inferred_subscribers import told_apart
from rmqkit.diagnosis.case.pattern import Pattern, Suspect
from rmqkit.diagnosis.case.recomputation import Check
from rmqkit.diagnosis.case.waiting import newest_look
from rmqkit.diagnosis.commands import STATUS
from rmqkit.diagnosis.facts.logs import EvidenceLine
from rmqkit.diagnosis.wording import count
from rmqkit.language import say

FIT = 45
SUSPECTS = (
    Suspect(
        "mixed_allocation_strategies", say("members that go by different strategies, or one of their own, take more")
    ),
    Suspect(
        "message_model_mismatch", say("a broadcasting client is named for the queues that the others read as well")
    ),
    Suspect("broker_disagreement", say("members that count different members cut the shares differently")),
)
_LOOKS = 2


def patterns(case: Case) -> Iterator[Pattern]:
    """By several looks while the listed members stay,
    where no strategy that all of them might use gives the owners."""
    if newest_look(case) is None or not told_apart(case) or len(case.live) < 2 or not _one_list(case):
        return
    since = [check for check in case.recomputed.checks if check.by_ip and check.reaches(case.members_since)]
    against = _lines(since)
    if len(since) < _LOOKS or not against or common_one_fits(case):
        return
    yield Pattern(
        say(
            "{lines} show a queue at another client than a list of {live} gives it",
            lines=count(len(against), "line"),
            live=len(case.live),
        ),
        len(against),
        SUSPECTS,
        say("a strategy of the user's own, sound as it is"),
        STATUS,
        clients=tuple(sorted(case.live)),
        topics=tuple(case.recomputed.allocations),
        places=against,
    )


def _one_list(case: Case) -> bool:
    """All lists name the same clients: with others, other shares were right at their time."""
    lists = [roster for roster in case.facts.rosters if roster.kind == "consumer_connection"]
    return len({frozenset(roster.client_ids) for roster in lists}) == 1


def _lines(checks: Sequence[Check]) -> tuple[EvidenceLine, ...]:
    return tuple(place for check in checks for place in check.places)
