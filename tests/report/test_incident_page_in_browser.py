"""What a person sees of a report in a real Chromium: on a phone, by night, on paper, following links."""

import re
from pathlib import Path
from typing import Any

import pytest

from .executed import HOSTILE
from .incidents import INCIDENTS, collision, large, written
from .test_page_in_browser import PATIENCE

expect = pytest.importorskip("playwright.sync_api").expect
PHONE, TABLET, SMALL_LAPTOP, DESKTOP = (390, 844), (800, 1000), (1000, 800), (1280, 900)
CONTRAST = """() => {
  const light = (colour) => {
    const parts = colour.match(/[0-9.]+/g).slice(0, 3).map((part) => part / 255);
    const [r, g, b] = parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const style = getComputedStyle(document.querySelector(".rmqkit"));
  const [ink, paper] = [light(style.color), light(style.backgroundColor)];
  return (Math.max(ink, paper) + 0.05) / (Math.min(ink, paper) + 0.05);
}"""

LEGEND = """() => {
  const figure = document.querySelector("#figure-timeline-shown > div");
  const { top, height } = figure.querySelector(".legend .bg").getBoundingClientRect();
  const ticks = [...figure.querySelectorAll(".xtick text")].map((tick) => tick.getBoundingClientRect().bottom);
  return [top - Math.max(...ticks), figure.getBoundingClientRect().bottom - top - height];
}"""
"""How much room there is above the legend and below it."""

NOTHING_BEYOND = """(width) => document.documentElement.scrollWidth <= width
  && [...document.querySelectorAll("main table, main code, main dd")]
    .every((place) => place.getBoundingClientRect().right <= innerWidth + 1)"""
"""It is so once tables and pictures have followed the window."""

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("reports")
    return {name: written(made(), folder / f"{name}.html") for name, made in INCIDENTS.items()}


def opened(browser: Any, file: Path, size: tuple[int, int], **options: Any) -> Any:
    page = browser.new_page(viewport={"width": size[0], "height": size[1]}, **options)
    page.goto(file.as_uri(), timeout=PATIENCE)
    page.wait_for_selector(".js-plotly-plot .main-svg", state="attached", timeout=PATIENCE)
    return page


@pytest.fixture(scope="module")
def on_phones(browser: Any, reports: dict[str, Path]) -> dict[str, Any]:
    """Each report on a phone, opened once for all tests that leave it as it is."""
    return {name: opened(browser, report, PHONE) for name, report in reports.items()}


@pytest.mark.parametrize("name", sorted(INCIDENTS))
def test_the_verdict_stands_on_a_phones_first_screen(on_phones: dict[str, Any], name: str) -> None:
    page = on_phones[name]
    card = page.locator(".card").bounding_box()
    assert card["y"] < 150
    assert card["y"] + card["height"] <= PHONE[1]
    assert page.locator(".card .level").is_visible()
    assert not page.locator("nav.beside").is_visible()
    assert page.locator("nav.below").bounding_box()["y"] > card["y"] + card["height"]


@pytest.mark.parametrize(
    "size", [DESKTOP, SMALL_LAPTOP, TABLET, PHONE], ids=["desktop", "small laptop", "tablet", "phone"]
)
@pytest.mark.parametrize("name", sorted(INCIDENTS))
def test_nothing_has_to_be_scrolled_sideways(on_phones: dict[str, Any], name: str, size: tuple[int, int]) -> None:
    page = on_phones[name]
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.wait_for_function(NOTHING_BEYOND, arg=size[0], timeout=PATIENCE)


def the_legend_follows_the_axis(page: Any) -> None:
    above, below = page.evaluate(f"drawn.then({LEGEND})")
    assert 5 <= above <= 25
    assert 0 <= below <= 10


@pytest.mark.parametrize("size", [TABLET, DESKTOP], ids=["tablet", "desktop"])
def test_a_legend_has_the_room_that_it_needs_and_no_more(
    browser: Any, reports: dict[str, Path], size: tuple[int, int]
) -> None:
    page = opened(browser, reports["collision"], size)
    the_legend_follows_the_axis(page)
    page.close()


def test_a_picture_fits_a_phone_and_a_phone_that_is_turned(browser: Any, reports: dict[str, Path]) -> None:
    page = opened(browser, reports["collision"], PHONE)
    the_legend_follows_the_axis(page)
    page.set_viewport_size({"width": PHONE[1], "height": PHONE[0]})
    expect(page.locator("#figure-timeline-shown .main-svg").first).to_have_css("width", "812px", timeout=PATIENCE)
    the_legend_follows_the_axis(page)
    page.close()


def test_on_a_phone_a_table_says_what_each_value_is(on_phones: dict[str, Any]) -> None:
    page = on_phones["inconsistent"]
    assert not page.locator("table.rows thead").first.is_visible()
    label = "getComputedStyle(document.querySelector('td[data-label]'), '::before').content"
    assert page.evaluate(label) != "none"


def test_a_thousand_queues_and_a_hundred_clients_are_read_before_they_are_drawn(browser: Any, tmp_path: Path) -> None:
    page = browser.new_page(viewport={"width": DESKTOP[0], "height": DESKTOP[1]})
    page.goto(written(large(), tmp_path / "large.html").as_uri(), timeout=PATIENCE)
    # Times of a machine that others use too: a reader sees the verdict after a quarter of a second.
    assert page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime") < 5_000
    assert page.evaluate("drawn.then(() => document.querySelectorAll('.js-plotly-plot .main-svg').length)") >= 3
    assert not page.locator("main details[open]").count()
    page.close()


def follows_a_line_and_its_way_back(page: Any) -> None:
    page.locator("#finding-2 a[href^='#line-']").first.click()
    line = page.locator("li:target")
    assert line.count() == 1
    in_view = "(place) => { const box = place.getBoundingClientRect(); return box.top >= 0 && box.top < innerHeight; }"
    assert line.evaluate(in_view)
    line.locator("a[href='#finding-2']").click()
    assert page.locator("section.finding:target").get_attribute("id") == "finding-2"
    assert page.locator("#finding-2").evaluate(in_view)


def is_readable(page: Any, *, dark: bool) -> None:
    assert page.evaluate(CONTRAST) >= 7
    paper = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert (paper == "rgb(22, 25, 28)") == dark
    ink = page.locator("#figure-owners-drawn .ytick text").first.evaluate("(text) => getComputedStyle(text).fill")
    assert ink == ("rgb(230, 233, 236)" if dark else "rgb(29, 35, 39)")


def test_by_day_text_is_readable_and_a_line_is_followed(browser: Any, reports: dict[str, Path]) -> None:
    page = opened(browser, reports["inconsistent"], DESKTOP, color_scheme="light")
    is_readable(page, dark=False)
    follows_a_line_and_its_way_back(page)
    page.close()


def test_by_night_text_is_readable_and_paper_is_white(browser: Any, reports: dict[str, Path]) -> None:
    page = opened(browser, reports["inconsistent"], (700, 900), color_scheme="dark")
    is_readable(page, dark=True)
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert page.evaluate("document.documentElement.scrollWidth") <= 700
    assert not page.locator("nav.beside").is_visible()
    assert len(re.findall(rb"/Type\s*/Page[^s]", page.pdf(format="A4"))) <= 4
    page.close()


def test_the_picture_says_in_words_what_its_colours_show(on_phones: dict[str, Any]) -> None:
    words = on_phones["inconsistent"].locator("#figure-owners-drawn .heatmap-label").all_text_contents()
    assert {"C1", "C2", "–"} <= set(words)


def test_nothing_of_the_evidence_runs(browser: Any, tmp_path: Path) -> None:
    page = browser.new_page()
    spoken: list[str] = []
    page.on("dialog", lambda dialog: spoken.append(dialog.message))
    page.on("pageerror", lambda error: spoken.append(str(error)))
    page.goto(written(collision(HOSTILE), tmp_path / "hostile.html").as_uri(), timeout=PATIENCE)
    page.wait_for_selector(".js-plotly-plot .main-svg", state="attached", timeout=PATIENCE)
    assert spoken == []
    assert page.locator("main img, main iframe").count() == 0
    page.close()
