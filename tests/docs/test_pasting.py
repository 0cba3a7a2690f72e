"""The page of what can be pasted names every kind of text, and its words are counted from the tables."""

from __future__ import annotations

from rmqkit.formats.block import Kind
from rmqkit.formats.logs.catalogue import MESSAGES
from tests.docs.test_docs import generated


def test_every_kind_of_text_is_told() -> None:
    assert set(generated.KINDS_OF_TEXT) == set(Kind)


def test_the_page_counts_what_the_tables_hold() -> None:
    page = generated.pasting_page()
    assert f"| wordings of log messages | {len(MESSAGES):,} |" in page
    assert all(f"`{kind}`" in page for kind in Kind)
