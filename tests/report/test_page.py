"""The page: one file, no other host, nothing of the evidence acts, no code, a table of contents, both languages."""

import gzip
import re
from base64 import b64decode
from typing import Any

import pytest
from nbformat.v4 import new_code_cell, new_output
from plotly.offline import get_plotlyjs

from rmqkit.report.page import contents, html_page, script_json

from .executed import HOSTILE, failed, heading, notebook, shown, shown_figure


def page(*cells: Any, lang: str = "en") -> str:
    return html_page(notebook(*cells), folder=HOSTILE, lang=lang)


def without_plotly(html: str) -> str:
    return re.sub(r'<script id="plotly" type="text/plain">.*?</script>', "", html, count=1)


def test_the_page_carries_plotly_once_and_only_for_figures() -> None:
    with_figures = page(shown_figure(), shown_figure())
    packed = re.findall(r'<script id="plotly" type="text/plain">(.*?)</script>', with_figures)
    assert [gzip.decompress(b64decode(script)).decode() for script in packed] == [get_plotlyjs()]
    assert len(with_figures) < 2_200_000
    assert len(page(shown(**{"text/plain": "x"}))) < 20_000


def test_nothing_is_loaded_from_elsewhere() -> None:
    html = page(heading("One"), shown_figure(), shown(**{"text/html": "<b>x</b>"}), failed())
    assert "default-src 'none'" in html
    assert not re.findall(r"<(?:script|link|img|iframe)[^>]+(?:src|href)=", without_plotly(html))


def test_text_of_the_evidence_is_text() -> None:
    html = without_plotly(page(shown(**{"text/plain": HOSTILE}), shown_figure(HOSTILE), failed()))
    assert "<img" not in html
    assert "</script><script>fetch" not in html
    assert html.count("&lt;img") >= 4


def test_no_code_is_shown() -> None:
    assert "a_call()" not in page(shown(**{"text/plain": "x"}))


def test_an_error_is_told_without_the_terminals_colours() -> None:
    html = page(failed())
    assert "This report is not complete" in html
    assert "ValueError" in html
    assert "\x1b" not in html


@pytest.mark.parametrize(
    ("name", "unexplained"),
    [
        pytest.param("NothingUsable", False, id="what rmqkit tells is a sentence"),
        pytest.param("ValueError", True, id="what nobody foresaw has its traceback, folded"),
    ],
)
def test_only_an_unforeseen_error_has_a_traceback(name: str, unexplained: bool) -> None:
    said = "The folder is empty. Put mqadmin output into it."
    error = new_output("error", ename=name, evalue=said, traceback=["Traceback (most recent call last)"])
    html = page(new_code_cell("boom()", outputs=[error]))
    assert said in html
    assert ("Traceback" in html, f"{name}:" in html) == (unexplained, unexplained)


def test_the_contents_lead_to_the_headings() -> None:
    first, second = heading("Verdict"), heading("What was read")
    made = notebook(first, shown(**{"text/plain": "x"}), second)
    assert contents(made) == [(first.id, "Verdict"), (second.id, "What was read")]
    html = html_page(made, folder="x")
    assert f'<a href="#{first.id}">Verdict</a>' in html
    assert f'id="{first.id}"' in html


def test_chinese_takes_the_text_of_the_catalogue() -> None:
    html = page(heading("Verdict", prose=""), heading("Untranslated"), lang="zh")
    assert '<html lang="zh-CN">' in html
    assert "结论</a>" in html
    assert ">Verdict<" not in html
    assert "Untranslated" in html


@pytest.mark.parametrize("value", ["</script>", "<!--", "\u2028", {"a": ["<b>", None]}])
def test_json_in_a_script_cannot_end_it(value: Any) -> None:
    text = script_json(value)
    assert "<" not in text
    assert "\u2028" not in text
