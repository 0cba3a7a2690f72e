"""Phrases: their English is what they are, and every language can be made of them."""

import copy
import json
import pickle
from dataclasses import dataclass, field

import pytest

from rmqkit.language import Phrase, filled, in_language, joined, say, say_counted
from rmqkit.language.phrase import said


@dataclass
class Words:
    """A catalogue for tests, with two forms for numbers as Slovenes have them: two, and all else."""

    texts: dict[str, str] = field(default_factory=dict)

    language = "zh"

    def gettext(self, message: str, /) -> str:
        return self.texts.get(message, message)

    def ngettext(self, singular: str, plural: str, number: int, /) -> str:
        return self.gettext(singular if number == 2 else plural)


FOREIGN = Words(
    {
        "{client} holds {queues}": "{queues} <- {client}",
        "{number:,} queue": "{number:,} dve",
        "{number:,} queues": "{number:,} mnogo",
        "{left}, {right}": "{left}+{right}",
        "{left} {right}": "{left}|{right}",
        "topicA": "never: it is a name",
        "restart GROUP": "znova GROUP",
        "a plain text": "besedilo",
    }
)


def with_name(text: str, name: str) -> str:
    return text.replace("GROUP", name)


def queues(number: int) -> Phrase:
    return say_counted(number, "{number:,} queue", "{number:,} queues")


@pytest.mark.parametrize(
    ("text", "english", "foreign"),
    [
        pytest.param(say("{client} holds {queues}", client="c", queues=3), "c holds 3", "3 <- c", id="a sentence"),
        pytest.param(
            say("{client} holds {queues}", client="c", queues=queues(2)),
            "c holds 2 queues",
            "2 dve <- c",
            id="a phrase within a phrase is said in the language too",
        ),
        pytest.param(queues(1), "1 queue", "1 mnogo", id="the language chooses the form of a number, not English"),
        pytest.param(queues(1500), "1,500 queues", "1,500 mnogo", id="the format of a value is the template's"),
        pytest.param(
            joined(", ", ["topicA", queues(2), "b"]),
            "topicA, 2 queues, b",
            "topicA+2 dve+b",
            id="names are not looked up",
        ),
        pytest.param(joined(" ", []), "", "", id="nothing joined is nothing"),
        pytest.param(filled(with_name, "restart GROUP", "g"), "restart g", "znova g", id="a table's text with a name"),
        pytest.param(say("as written"), "as written", "as written", id="an untranslated text stays English"),
        pytest.param("a plain text", "a plain text", "besedilo", id="a text without values needs no recipe"),
        pytest.param("", "", "", id="the empty text is not the catalogue's header"),
        pytest.param(say("a {{brace}} of {name}", name="x{y}"), "a {brace} of x{y}", "a {brace} of x{y}", id="braces"),
    ],
)
def test_a_text_in_its_languages(text: str, english: str, foreign: str) -> None:
    assert text == english
    assert in_language(text, "en") == english
    assert said(text, FOREIGN) == foreign


@pytest.mark.parametrize(
    "kept",
    [
        pytest.param(copy.deepcopy, id="copied"),
        pytest.param(lambda phrase: pickle.loads(pickle.dumps(phrase)), id="pickled"),
    ],
)
def test_a_phrase_stays_a_phrase(kept) -> None:
    phrase = kept(say("{client} holds {queues}", client="c", queues=queues(2)))
    assert said(phrase, FOREIGN) == "2 dve <- c"


def test_json_and_format_know_the_english_only() -> None:
    phrase = queues(2)
    assert json.dumps([phrase]) == '["2 queues"]'
    assert type(f"{phrase}") is str


def test_a_value_that_is_missing_is_an_error_where_the_phrase_is_made() -> None:
    with pytest.raises(KeyError, match="client"):
        say("{client} holds")


def test_a_language_that_nobody_writes_is_refused() -> None:
    with pytest.raises(KeyError, match="rmqkit writes en, zh"):
        in_language("text", "tlh")
