"""Saved web pages: which texts are one, and what they show."""

from __future__ import annotations

import time

import pytest

from rmqkit.formats.web_page import is_web_page, shown_text

PAGE = "<!DOCTYPE html>\n<html><head><title>Incident</title><style>p {{}}</style></head>\n<body>{}</body></html>\n"


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        pytest.param(PAGE.format("<p>a</p>"), True, id="a page"),
        pytest.param(
            '\ufeff<?xml version="1.0"?>\n<!-- saved -->\n<html lang="en"><body>', True, id="what stands before"
        ),
        pytest.param("<pre>#Topic  #QID</pre>", False, id="a piece of a page"),
        pytest.param("see <html> in the mail", False, id="a sentence about one"),
        pytest.param("2026-11-21 10:00:00 INFO a - <!doctype html>", False, id="a log that prints one"),
    ],
)
def test_which_texts_are_pages(text: str, holds: bool) -> None:
    assert is_web_page(text) == holds


@pytest.mark.parametrize(
    ("body", "shown"),
    [
        pytest.param("<p>one<br/>two</p><p>three</p>", "one\ntwo\nthree", id="breaks and paragraphs"),
        pytest.param("<h2>10:44</h2><p>one</p>", "## 10:44\none", id="headings are marked"),
        pytest.param("<p>  one\n   two </p>", "one two", id="blanks of the source are one"),
        pytest.param("<pre>one\n   two</pre>", "one\n   two", id="what stands as it was written"),
        pytest.param("<p>a&nbsp;&nbsp; &lt;b&gt; &ldquo;c&rdquo;</p>", "a\xa0\xa0 <b> “c”", id="signs with names"),
        pytest.param("<table><tr><th>a</th><td>b</td></tr><tr><td>c</td></tr></table>", "a\tb\nc", id="rows"),
        pytest.param("<table><tr><td>{<br>}</td><td>x</td></tr></table>", "{\n}\nx", id="cells of several lines"),
        pytest.param(
            "<table><tr><td><table><tr><td>a</td></tr></table></td><td>b</td></tr></table>", "a\tb", id="tables"
        ),
        pytest.param("<p>a</p><script>if (1 < 2) {}</script><p>b", "a\nb", id="what is not shown, what is not ended"),
        pytest.param("<p>1 < 2 and <b>bold</b></p>", "1 < 2 and bold", id="signs that are no tags"),
    ],
)
def test_what_a_page_shows(body: str, shown: str) -> None:
    assert shown_text(PAGE.format(body)).strip() == shown


@pytest.mark.parametrize("piece", ["<", "<a ", "<tr><td>", "<!--", "</pre>", "<p>\n", "&amp"])
def test_the_work_grows_with_the_page(piece: str) -> None:
    begin = time.process_time()
    shown_text(PAGE.format(piece * 50_000))
    assert time.process_time() - begin < 5
