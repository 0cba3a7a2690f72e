"""Data files: sentences in two languages, and which row is malformed."""

import pickle
from pathlib import Path

import pytest

from rmqkit.language import MalformedData, Text, in_language, read_rows, read_toml

QUEUES = Text(
    en="{number} queues of {group} have no consumer",
    zh="{group} 有 {number} 个队列无消费者",
    one="{number} queue of {group} has no consumer",
)


@pytest.mark.parametrize(
    ("number", "language", "says"),
    [
        pytest.param(1, "en", "1 queue of g has no consumer", id="one"),
        pytest.param(3, "en", "3 queues of g have no consumer", id="several"),
        pytest.param(1, "zh", "g 有 1 个队列无消费者", id="Chinese has one form"),
    ],
)
def test_a_text_is_said_in_its_form_and_language(number: int, language: str, says: str) -> None:
    said = QUEUES.say(number=number, group="g")
    assert in_language(said, language) == says
    assert in_language(pickle.loads(pickle.dumps(said)), language) == says


def test_phrases_among_the_values_are_said_in_the_language_too() -> None:
    outer = Text(en="Now {what}", zh="现在 {what}")
    assert in_language(outer.say(what=QUEUES.say(number=2, group="g")), "zh") == "现在 g 有 2 个队列无消费者"


def test_tables_of_both_languages_become_texts(tmp_path: Path) -> None:
    file = tmp_path / "t.toml"
    file.write_text(
        'rank = 3\n[a]\ntitle.en = "x {y}"\ntitle.zh = "{y} 的 x"\n[[a.rows]]\ntext = { en = "p", zh = "甲" }\n'
    )
    read = read_toml(file)
    assert read == {"rank": 3, "a": {"title": Text("x {y}", "{y} 的 x"), "rows": [{"text": Text("p", "甲")}]}}
    assert read["a"]["title"].places == {"y"}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        pytest.param('a.en = "x"', "a: zh is missing", id="no Chinese"),
        pytest.param('a.b.en = "{x}"\na.b.zh = "{y}"', r"a\.b: en has \['x'\], zh has \['y'\]", id="other places"),
        pytest.param(
            'a = [{ en = "x", zh = "甲", wt = "y" }]', r"a\[0\]: wt is missing or not known", id="a mistyped key"
        ),
        pytest.param("a = ]", "line 1", id="no TOML"),
        pytest.param('a.en = "{"\na.zh = "甲"', "a: ", id="a brace without its twin"),
    ],
)
def test_a_malformed_table_names_file_and_row(tmp_path: Path, text: str, says: str) -> None:
    file = tmp_path / "t.toml"
    file.write_text(text)
    with pytest.raises(MalformedData, match=says) as raised:
        read_toml(file)
    assert str(file) in str(raised.value)


def test_rows_are_read_below_their_header(tmp_path: Path) -> None:
    file = tmp_path / "t.tsv"
    file.write_text("# what it is\nevent\tcode\ttemplate\n\nqueue_added\t\tdoRebalance, {group}\nshort\n")
    assert read_rows(file, ("event", "code", "template")) == [
        {"event": "queue_added", "code": "", "template": "doRebalance, {group}"},
        {"event": "short", "code": "", "template": ""},
    ]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        pytest.param("event\n", "first row", id="another header"),
        pytest.param("event\tcode\na\tb\tc\n", ":2: 3 cells", id="a row too long"),
    ],
)
def test_a_malformed_row_is_named(tmp_path: Path, text: str, says: str) -> None:
    file = tmp_path / "t.tsv"
    file.write_text(text)
    with pytest.raises(MalformedData, match=says):
        read_rows(file, ("event", "code"))
