"""Texts with a group's name in them: plain in sentences, one quoted word in commands."""

import shlex

import pytest

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.commands import with_group
from rmqkit.diagnosis.decide import missing_for
from rmqkit.diagnosis.facts.group import GroupFacts
from rmqkit.diagnosis.healthy import healthy
from rmqkit.diagnosis.judge import judge

NAMES = [
    pytest.param("orders", "orders", id="a plain name stays as it is"),
    pytest.param("%orders|a-b_c", "'%orders|a-b_c'", id="a name with a pipe, which RocketMQ allows"),
    pytest.param("$(touch x)", "'$(touch x)'", id="a name that a shell would run"),
    pytest.param("a'; rm -rf b", "'a'\"'\"'; rm -rf b'", id="a name that ends a quoted word"),
    pytest.param("two\nlines", "'two\nlines'", id="a name of two lines"),
    pytest.param("MYGROUP", "MYGROUP", id="a name that holds GROUP"),
]


@pytest.mark.parametrize(("name", "word"), NAMES)
def test_a_command_gets_the_quoted_name_and_a_sentence_the_plain_one(name, word):
    text = with_group("mqadmin updateSubGroup -g GROUP -s true; then %RETRY%GROUP grows", name)
    assert text == f"mqadmin updateSubGroup -g {word} -s true; then %RETRY%{name} grows"


def test_what_is_missing_names_the_group_as_one_word():
    case = Case.of(GroupFacts("a b;c"))
    commands = [missing.command for missing in missing_for(case, [], judge(healthy(case), case.group), [], [])]
    with_names = [command for command in commands if " -g " in command]
    assert with_names
    assert all("a b;c" in shlex.split(command.split("   ")[0]) for command in with_names)
