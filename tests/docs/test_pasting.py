"""The page of what can be pasted names every kind of text, its words are counted from the tables; the front page has
the table of symptoms."""

from rmqkit.formats.block import Kind
from rmqkit.formats.logs.catalogue import MESSAGES
from tests.docs.test_docs import ROOT, generated


def test_every_kind_of_text_is_told() -> None:
    assert set(generated.KINDS_OF_TEXT) == set(Kind)


def test_the_page_counts_what_the_tables_hold() -> None:
    page = generated.pasting_page()
    assert f"| wordings of log messages | {len(MESSAGES):,} |" in page
    assert all(f"`{kind}`" in page for kind in Kind)


def test_the_front_page_has_the_table_of_symptoms() -> None:
    assert generated.symptoms_table() in (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
