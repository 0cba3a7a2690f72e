"""A number that counts only part of what is unread says so: "at least", wherever it is told."""

from dataclasses import replace

import pytest

from rmqkit.diagnosis import Diagnosis, verdict
from rmqkit.mcp import answers
from tests.report.incidents import FILES, inconsistent


def partly_listed() -> Diagnosis:
    """Of sixteen queues that nobody reads consumerProgress lists one: the group never committed to the others."""
    facts = inconsistent().facts["groupA"]
    unread = inconsistent().finding("orphan_queues")
    assert unread is not None
    hidden = set(unread.queues[1:])
    looks = (replace(look, rows=tuple(row for row in look.rows if row.queue not in hidden)) for look in facts.snapshots)
    return verdict({"groupA": replace(facts, snapshots=tuple(looks))}, FILES)


TOLD = {
    "command line": lambda told: told.to_text().splitlines()[0],
    "a cause's effects": lambda told: next(line for line in told.to_text().splitlines() if "Explains" in line),
    "card for a chat": lambda told: told.to_brief(),
    "JSON": lambda told: told.to_dict()["headline"],
    "MCP": lambda told: answers.verdict(told.to_dict())["headline"],
    "one screen": lambda told: told.to_screen().replace("\n         ", " "),
}


@pytest.mark.parametrize("where", TOLD)
def test_a_part_of_what_waits_is_told_as_the_least(where: str) -> None:
    assert "at least 140 messages" in TOLD[where](partly_listed())


@pytest.mark.parametrize("where", TOLD)
def test_all_of_what_waits_is_told_as_it_is(where: str) -> None:
    assert "at least" not in TOLD[where](inconsistent())
