"""The facts of many groups, packed some at a time."""

from rmqkit.diagnosis.facts import packed
from rmqkit.diagnosis.facts.group import GroupFacts
from rmqkit.diagnosis.facts.packed import PackedGroups, groups_asked_about
from tests.diagnosis.findings.groups import well


def test_packed_groups_are_the_ones_that_were_packed_in_their_order_and_are_kept_once(monkeypatch):
    monkeypatch.setattr(packed, "GROUPS_TOGETHER", 2)
    facts = {name: GroupFacts(name) for name in "ecadb"} | {"orders": well()}
    given = dict(facts)
    groups = PackedGroups(given)
    assert (dict(groups), list(groups), len(groups), groups.parts_with({"e", "d"})) == (facts, list(facts), 6, [0, 1])
    assert not given
    assert groups_asked_about(groups) == groups_asked_about(facts) == {"orders"}


def test_where_mqadmin_was_asked_about_no_group_all_are_asked_about():
    assert groups_asked_about(PackedGroups({"orders": GroupFacts("orders")})) == {"orders"}
