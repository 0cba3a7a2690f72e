"""Short names: numbered in the order of allocation, whole ids only, and a legend that holds everything."""

from dataclasses import replace

import pytest

from rmqkit.diagnosis.facts.group import GroupFacts
from rmqkit.diagnosis.render.names import ClientNames, names_of
from rmqkit.figures.scope import client_names, clients_data

from .diagnoses import diagnosis, event, roster

FIRST, SECOND, TENTH, SHARED = "10.0.0.1@7", "10.0.0.1@71", "10.0.0.10@7", "10.0.0.2@7"


def group(*ids: str, gone: str = "") -> GroupFacts:
    events = [event("consumer_disconnected", 5, client_id=gone)] if gone else []
    return GroupFacts("groupA", rosters=(roster(*ids),), events=tuple(events))


def test_members_are_numbered_as_java_sorts_their_ids_and_those_who_left_come_last() -> None:
    names = names_of(group(TENTH, SECOND, FIRST, gone="10.0.0.0@1"))
    assert names.by_id == {TENTH: "C1", FIRST: "C2", SECOND: "C3", "10.0.0.0@1": "C4"}


@pytest.mark.parametrize(
    ("text", "short"),
    [
        pytest.param(f"{FIRST}: topicA *", "C1: topicA *", id="an id before a colon"),
        pytest.param(f"{SECOND} and {FIRST}.", "C2 and C1.", id="an id that begins with another, and one at the end"),
        pytest.param(f"{FIRST}#99 is another", f"{FIRST}#99 is another", id="a longer id that nobody has stays"),
        pytest.param(f"1{FIRST}", f"1{FIRST}", id="a longer address stays"),
        pytest.param(f"{SECOND}和{FIRST}同组", "C2和C1同组", id="ids within Chinese, which has no blanks"),
        pytest.param("no id here", "no id here", id="a sentence without ids stays"),
        pytest.param(f"2 processes share {SHARED}", f"2 processes share {SHARED}", id="a shared id stays"),
    ],
)
def test_a_sentence_takes_short_names_for_whole_ids_only(text: str, short: str) -> None:
    assert names_of(group(FIRST, SECOND, SHARED, SHARED)).in_text(text) == short


@pytest.mark.parametrize(
    ("others", "short"),
    [
        pytest.param((), "C1 joined", id="one client alone begins so"),
        pytest.param((f"{FIRST}#67",), f"{FIRST} joined", id="two clients begin so"),
        pytest.param((FIRST,), "C1 joined", id="another client's id is no more than that"),
    ],
)
def test_an_id_without_its_nanoseconds_is_named_where_it_is_clear(others: tuple[str, ...], short: str) -> None:
    names = names_of(group(f"{FIRST}#45", *others))
    assert names.in_text(f"{FIRST} joined") == short


@pytest.mark.parametrize(
    ("shown", "name"),
    [
        pytest.param("10.0.0.10", "C1", id="an address that one client alone has is that client"),
        pytest.param("10.0.0.1", "10.0.0.1", id="an address that two clients have stays as it was shown"),
        pytest.param("10.9.9.9", "10.9.9.9", id="a stranger's address stays"),
    ],
)
def test_the_part_before_the_at_sign_is_named_where_it_is_clear(shown: str, name: str) -> None:
    assert names_of(group(FIRST, SECOND, TENTH)).of(shown) == name


def test_without_clients_nothing_is_renamed() -> None:
    assert ClientNames().in_text(FIRST) == FIRST
    assert client_names(diagnosis()).of(FIRST) == FIRST
    assert clients_data(diagnosis()) == []


def test_the_legend_holds_whole_ids_processes_and_those_who_left() -> None:
    facts = group(FIRST, FIRST, gone=TENTH)
    rows = clients_data(diagnosis(facts={"groupA": replace(facts, group="groupA")}))
    assert [(row["name"], row["client_id"], row["processes"]) for row in rows] == [("C1", FIRST, 2), ("C2", TENTH, 0)]
    assert rows[0]["addresses"] == ["10.0.0.1:0", "10.0.0.1:1"]
