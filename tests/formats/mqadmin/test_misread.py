"""Tables that a machine read off a picture: what arithmetic bears out is put right, and nothing else is taken."""

from __future__ import annotations

from datetime import UTC

import pytest

from rmqkit.formats import Kind
from rmqkit.formats.mqadmin.misread import corrections
from rmqkit.tables.reading import read_text

HEADER = "#Topic  #Broker Name  #QID  #Broker Offset  #Consumer Offset  #Client IP  #Diff  #LastTime"
PLAIN = "orders  broker-a  0  120  100  10.0.0.1  20  2026-02-10 14:46:27"
CASES = [
    pytest.param(
        "orders  broker-a  1  44O1833  4401829  10.0.0.1  4  2026-02-10 14:46:27",
        "orders  broker-a  1  4401833  4401829  10.0.0.1  4  2026-02-10 14:46:27",
        id="a letter for a digit, which the difference bears out",
    ),
    pytest.param(
        "orders  broker-a  l  44Ol833  44O1829  1O.0.0.1  4  2O26-02-1O  14:46:27",
        "orders  broker-a  1  4401833  4401829  10.0.0.1  4  2026-02-10 14:46:27",
        id="letters in an address, a queue and a date, and a wide blank in it",
    ),
    pytest.param(
        "orders  broker-a  1  44O1833  4401765  10.0.0.1  60  2026-02-10 14:46:27",
        "orders  broker-a  1  4401833  4401765  10.0.0.1  68  2026-02-10 14:46:27",
        id="a digit that can only be wrong in the difference",
    ),
    pytest.param(
        "orders  broker-a  1  44lO992  4470987  10.0.0.1  5  2026-02-10 14:46:27",
        None,
        id="a digit that may be wrong in either offset",
    ),
    pytest.param(
        "orders  broker-a  1  44O1833  4401829  10.0.0.1  9  2026-02-10 14:46:27",
        None,
        id="digits that nothing looks like",
    ),
    pytest.param(
        "orders  broker-a  O  4401833  4401829  10.0.0.1  4  2026-02-10 14:46:27",
        None,
        id="a queue that the table has already",
    ),
    pytest.param(
        "orders  broker\u2014a  1  44O1833  4401829  10.0.0.1  4  2026-02-10 14:46:27",
        "orders  broker-a  1  4401833  4401829  10.0.0.1  4  2026-02-10 14:46:27",
        id="a dash in a name that another row has with a hyphen",
    ),
    pytest.param(
        "orders  broker\u2014b  1  44O1833  4401829  10.0.0.1  4  2026-02-10 14:46:27",
        "orders  broker\u2014b  1  4401833  4401829  10.0.0.1  4  2026-02-10 14:46:27",
        id="a dash in a name that stands nowhere else",
    ),
    pytest.param(
        "lO  Il0  1  44O1833  4401829  10.0.0.1  4  2026-02-10 14:46:27",
        "lO  Il0  1  4401833  4401829  10.0.0.1  4  2026-02-10 14:46:27",
        id="names keep their letters",
    ),
]


@pytest.mark.parametrize(("line", "printed"), CASES)
def test_a_row_is_put_right_where_its_numbers_bear_it_out(line, printed):
    found = corrections([HEADER, PLAIN, line])
    assert found.lines == ({2: printed} if printed else {})
    assert found.left == (frozenset() if printed else {2})


@pytest.mark.parametrize(
    "lines",
    [
        pytest.param([HEADER, PLAIN.replace("20  2026", "21  2026")], id="a row of a table that shows no letter"),
        pytest.param(["I think O is right", HEADER, PLAIN.replace("20  2026", "28  2026")], id="letters in a sentence"),
        pytest.param(
            ["#Broker Name  #QID  #Min Offset  #Max Offset", "b  l  1O  2"], id="a table that tells nothing twice"
        ),
    ],
)
def test_what_shows_no_sign_of_a_picture_stays(lines):
    assert corrections(lines) == corrections([])


def test_a_dash_alone_is_a_word_processors():
    found = corrections(
        [HEADER, PLAIN, PLAIN.replace("broker-a  0", "broker\u2013a  1").replace("20  2026", "21  2026")]
    )
    assert [text.split()[1] for text in found.lines.values()] == ["broker-a"]
    assert not found.left


def test_the_ledger_tells_what_was_put_right_and_rows_that_do_not_add_up_are_none():
    text = "\n".join(
        [
            HEADER,
            PLAIN,
            "orders  broker-a  1  l20  100  10.0.0.1  20  2026-02-10 14:46:27",
            "orders  broker-a  2  120  100  10.0.0.1  29  2026-02-10 14:46:27",
            "",
            "Consume TPS: 1O.84",
            "Diff Tota1: 4O",
        ]
    )
    reading = read_text("screen.txt", text, UTC)
    (ledger,) = reading.ledger
    assert (ledger["kind"], ledger["rows"], ledger["unparsed"]) == (Kind.CONSUMER_PROGRESS, 2, 1)
    assert ledger["problem"].startswith("3 lines were read off a picture")
    assert "1 could not be" in ledger["problem"]
    assert [row["queue"] for row in reading.tables["progress"]] == [0, 1]
    assert [(row["consume_tps"], row["diff_total"]) for row in reading.tables["answers"]] == [(10.84, 40)]
