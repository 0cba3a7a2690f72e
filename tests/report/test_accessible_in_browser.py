"""The report of recorded incidents for those who do not see it: what axe-core finds in a real Chromium."""

from pathlib import Path
from typing import Any

import axe_playwright_python
import pytest

import rmqkit
from tests.lab.recorded import RECORDED, unpack

from .incidents import incident_page
from .test_incident_page_in_browser import DESKTOP, PHONE, SMALL_LAPTOP, opened

AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
RECORDINGS = ("two_topics-4.3.0", "collision_two_of_three-5.4.0", "failing_listener-5.3.3")
pytestmark = pytest.mark.browser


@pytest.fixture(scope="module", params=RECORDINGS)
def report(request: Any, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The whole report of a recording, as its notebook makes it."""
    scratch = tmp_path_factory.mktemp("recorded")
    folder = unpack(RECORDED / f"{request.param}.tar.xz", scratch) / "evidence"
    evidence = rmqkit.read(None, str(folder))
    page = scratch / f"{request.param}.html"
    page.write_text(incident_page(rmqkit.diagnose(evidence), evidence=evidence), encoding="utf-8")
    return page


def complaints(page: Any) -> list[str]:
    """What axe-core calls serious or critical, each with the first place where it is so."""
    page.evaluate(AXE)
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")["violations"]
    return [f"{violation['id']} ({violation['impact']}): {violation['nodes'][0]['html']}" for violation in found]


def unfold_everything(page: Any) -> None:
    page.evaluate("document.querySelectorAll('details').forEach((part) => (part.open = true))")


def test_axe_finds_nothing_to_complain_of_and_nothing_is_scrolled_sideways(browser: Any, report: Path) -> None:
    """By night on a phone, folded and unfolded, and unfolded by day on a desktop."""
    page = opened(browser, report, PHONE, color_scheme="dark")
    assert complaints(page) == []
    unfold_everything(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    assert complaints(page) == []
    page.close()
    page = opened(browser, report, SMALL_LAPTOP, color_scheme="light")
    unfold_everything(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= SMALL_LAPTOP[0]
    page.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})
    assert complaints(page) == []
    page.close()
