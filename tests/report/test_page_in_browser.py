"""The page in a real Chromium: figures are drawn, no host is asked for anything, nothing of the evidence runs."""

from pathlib import Path
from typing import Any

import pytest

from rmqkit.report.page import html_page

from .executed import HOSTILE, heading, notebook, shown, shown_figure

PATIENCE = 120_000

pytestmark = pytest.mark.browser


def test_figures_are_drawn_and_nothing_is_asked_of_any_host(browser: Any, tmp_path: Path) -> None:
    file = tmp_path / "report #1 @上海.html"
    cells = heading("One"), shown_figure(HOSTILE), shown_figure(), shown(**{"text/plain": HOSTILE})
    file.write_text(html_page(notebook(*cells), folder=HOSTILE), encoding="utf-8")
    page = browser.new_page(viewport={"width": 1000, "height": 800})
    asked: list[str] = []
    errors: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(file.as_uri(), timeout=PATIENCE)
    page.wait_for_function("document.querySelectorAll('.js-plotly-plot .main-svg').length >= 2", timeout=PATIENCE)
    assert page.locator(".js-plotly-plot").count() == 2
    assert page.locator(".js-plotly-plot .bars .point").count() == 4
    assert [url for url in asked if not url.startswith(("file:", "data:", "blob:"))] == []
    assert errors == []
    assert page.locator("main img").count() == 0
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
