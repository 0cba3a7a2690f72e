"""The notebooks as people use them: JupyterLab in a real Chromium, all cells run, controls turned."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbconvert import HTMLExporter

from tests.jupyterlab import PATIENCE, ROOT, Person, Server, bare_copy, jupyterlab

expect = pytest.importorskip("playwright.sync_api").expect
pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the server serves from; samples are found in the checkout."""
    return tmp_path_factory.mktemp("lab")


@pytest.fixture(scope="module")
def lab(folder: Path) -> Iterator[Server]:
    with jupyterlab(folder) as server:
        yield server


@pytest.fixture
def person(browser: Any, lab: Server) -> Iterator[Person]:
    page = browser.new_page(viewport={"width": 1300, "height": 1700})
    somebody = Person(page)
    yield somebody
    page.close()
    lab.stops_all_kernels()
    assert somebody.errors == []


@dataclass(frozen=True)
class Case:
    """A notebook on a sample; the explanation that is right, a wrong one, and how many queues contradict that."""

    notebook: str
    sample: str
    right: str
    wrong: str
    contradicting: int

    @property
    def path(self) -> Path:
        return ROOT / "notebooks" / f"{self.notebook}.ipynb"

    @property
    def evidence(self) -> str:
        return str(ROOT / "data_samples" / self.sample)


FLAPPING = Case(
    "flapping_subscription", "two-topics-one-group",
    "inconsistent_subscription (proven)", "healthy: all clients use AVG", 16,
)  # fmt: skip
COLLISION = Case(
    "client_id_collision", "colliding-client-ids",
    "client_id_collision (proven)", "healthy: all clients use AVG", 5,
)  # fmt: skip

VERDICT = ".rmqkit-bench-verdict"
# Pixels: a line for the topic and its broker, then half of the first strip.
BELOW_A_HEADING = 36
BENCH = ".jp-OutputArea-output .widget-vbox"
CROSSES = f"{BENCH} .js-plotly-plot >> nth=0 >> .scatterlayer .points path.point"


def test_a_person_tries_explanations_on_the_bench_and_reads_in_every_theme(
    lab: Server, folder: Path, person: Person
) -> None:
    runs(FLAPPING, lab, folder, person)
    tries_explanations_on_the_bench(person, FLAPPING)
    reads_in_each_theme_whatever_the_system_prefers(person)


def test_a_person_tries_explanations_of_two_processes_with_one_id(lab: Server, folder: Path, person: Person) -> None:
    runs(COLLISION, lab, folder, person)
    tries_explanations_on_the_bench(person, COLLISION)


def runs(case: Case, lab: Server, folder: Path, person: Person) -> None:
    """All cells of a case's notebook."""
    bare_copy(case.path, folder, folder=case.evidence)
    person.opens(lab.page_of(case.path.name))
    person.runs_all_cells()
    person.takes_pictures(case.notebook)


def tries_explanations_on_the_bench(person: Person, case: Case) -> None:
    page = person.page
    assert page.locator(".rmqkit .headline").filter(has_text="CRITICAL").count() >= 1
    assert page.locator("table.dataframe tbody tr").count() >= 10

    chooses(page, case.wrong)
    sees_crosses(page, case.contradicting)
    sees_state(page, "contradicted")
    assert cites_a_line(page)
    takes_a_picture_of_the_bench(person, f"{case.notebook}-wrong")

    chooses(page, case.right)
    sees_crosses(page, 0)
    sees_state(page, "holds")
    expect(page.locator(".rmqkit-contradictions table")).to_have_count(0, timeout=PATIENCE)
    takes_a_picture_of_the_bench(person, f"{case.notebook}-right")

    page.locator(BENCH).get_by_label("is gone").first.check()
    sees_state(page, "contradicted")
    expect(page.locator(f"{BENCH} select").first.locator("option:checked")).to_have_text(
        "changed by hand", timeout=PATIENCE
    )
    assert page.locator(CROSSES).count() > 0

    clicks_and_reads(person)


# plotly's script in the browser then waits until it is let.
A_SLOW_BROWSER = """
from rmqkit.figures import live
wait = "globalThis.waiting ??= new Promise(done => globalThis.letPlotlyLoad = done); await globalThis.waiting;"
live.PLOTLY = wait + live.PLOTLY
"""


def test_a_picture_that_loads_late_shows_what_was_chosen_meanwhile_and_what_it_showed_last_stays_in_the_notebook(
    lab: Server, folder: Path, person: Person
) -> None:
    """Between the two the bench is worked by keyboard alone."""
    case = COLLISION
    notebook = bare_copy(case.path, folder, A_SLOW_BROWSER, folder=case.evidence)
    page = person.page
    person.opens(lab.page_of(notebook.name))
    person.runs_all_cells()
    page.wait_for_function("() => Boolean(globalThis.letPlotlyLoad)", timeout=PATIENCE)
    chooses(page, case.wrong)
    page.locator(VERDICT).filter(has_text=f"{case.contradicting} of").wait_for(timeout=PATIENCE)
    assert person.sees(f"{BENCH} .js-plotly-plot") == 0
    page.evaluate("globalThis.letPlotlyLoad()")
    sees_crosses(page, case.contradicting)
    works_the_bench_by_keyboard_alone(person, case)
    chooses(page, case.wrong)
    sees_crosses(page, case.contradicting)
    before = saved_picture(page, notebook, case.wrong)
    chooses(page, case.right)
    sees_crosses(page, 0)
    after = saved_picture(page, notebook, case.right, other_than=before)
    expect(page.locator(KEPT)).to_be_hidden()

    lab.stops_all_kernels()
    page.goto("about:blank")
    person.opens(lab.page_of(notebook.name))
    left = page.locator(f".jp-OutputArea-output img[src$='{after[-60:].strip()}']")
    left.scroll_into_view_if_needed(timeout=PATIENCE)
    expect(left).to_be_visible()
    person.takes_picture_of(page.locator(".jp-NotebookPanel").first, "bench-reopened-without-a-kernel")
    page_of_it, _ = HTMLExporter().from_filename(str(notebook))
    assert after[-60:].strip() in page_of_it


def chooses(page: Any, explanation: str) -> None:
    """In the first list of the bench."""
    page.locator(f"{BENCH} select").first.select_option(label=explanation)


def sees_crosses(page: Any, count: int) -> None:
    """As many queues are marked, once the picture has followed."""
    expect(page.locator(CROSSES)).to_have_count(count, timeout=PATIENCE)


def sees_state(page: Any, state: str) -> None:
    """The line in words says so."""
    expect(page.locator(VERDICT)).to_have_attribute("data-state", state, timeout=PATIENCE)


def cites_a_line(page: Any) -> bool:
    places = page.locator(".rmqkit-contradictions table .where").all_inner_texts()
    return bool(places) and all(re.search(r"\S+:\d+$", place) for place in places)


def takes_a_picture_of_the_bench(person: Person, name: str) -> None:
    person.takes_picture_of(person.page.locator(BENCH).first, name)


def clicks_and_reads(person: Person) -> None:
    """A queue and a client's name that are clicked, and a moment that is chosen, each show their records."""
    page = person.page
    records = page.locator(f"{BENCH} .rmqkit h4")
    person.points_and_clicks(page.locator(f"{BENCH} .js-plotly-plot").nth(0).locator(".nsewdrag"), 12, BELOW_A_HEADING)
    records.filter(has_text="broker-a 0:").wait_for(timeout=PATIENCE)
    takes_a_picture_of_the_bench(person, "records-of-a-queue")
    page.locator(f"{BENCH} .jupyter-button").first.click()
    records.filter(has_text="@").wait_for(timeout=PATIENCE)
    page.locator(BENCH).get_by_label("moment").select_option(index=1)
    records.filter(has_text=" at ").wait_for(timeout=PATIENCE)
    assert page.locator(".rmqkit-records .where").count() > 0
    takes_a_picture_of_the_bench(person, "records-of-a-moment")


def works_the_bench_by_keyboard_alone(person: Person, case: Case) -> None:
    page = person.page
    cells = page.locator(".jp-Notebook .jp-Cell")
    before, records = cells.count(), page.locator(f"{BENCH} .rmqkit h4")

    chooses(page, case.right)
    sees_state(page, "holds")
    explanation = page.locator(f"{BENCH} select").first
    explanation.focus()
    page.keyboard.press("ArrowUp")
    sees_state(page, "contradicted")
    expect(explanation).to_be_focused()
    for key in ("b", "a", "d", "d", "x", "m", "Enter"):
        page.keyboard.press(key)
    page.keyboard.press("Escape")
    explanation.focus()
    expect(cells).to_have_count(before)

    goes_by_tab_to(page, "queue")
    page.keyboard.press("ArrowDown")
    records.filter(has_text=" 0:").wait_for(timeout=PATIENCE)
    goes_by_tab_to(page, "moment")
    page.keyboard.press("ArrowDown")
    records.filter(has_text=" at ").wait_for(timeout=PATIENCE)
    takes_a_picture_of_the_bench(person, "bench-by-keyboard")
    goes_by_tab_to(page, "is gone")
    page.keyboard.press("Space")
    sees_state(page, "contradicted")
    row = page.locator(".rmqkit-client").first
    expect(row).to_have_attribute("role", "group")
    expect(row).to_have_attribute("aria-label", "C1a")
    goes_by_tab_to(page, "one more client")
    page.keyboard.press("Enter")
    expect(page.locator(".rmqkit-client")).to_have_count(4, timeout=PATIENCE)
    page.keyboard.press("b")
    expect(cells).to_have_count(before)

    page.keyboard.press("Escape")
    page.keyboard.press("b")
    expect(cells).to_have_count(before + 1)


def goes_by_tab_to(page: Any, label: str) -> None:
    """From where the focus is, to the next control of this name."""
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("(document.activeElement.labels?.[0] ?? document.activeElement).textContent.trim()") == label:
            return
    raise AssertionError(f"{label} is not reached by Tab")


KEPT = ".rmqkit-live + .jp-OutputArea-child"


def saved_picture(page: Any, notebook: Path, explanation: str, other_than: str = "") -> str:
    """The picture that a notebook holds of the bench, once it is the one of this explanation.

    The words come from the kernel and the picture, a moment later, from the browser: until it is `other_than` the one
    before, the notebook may hold the new words with the old picture.
    """
    for _ in range(60):
        page.keyboard.press("Control+s")
        page.wait_for_timeout(1000)
        cells = nbformat.read(notebook, as_version=4).cells
        outputs = [output.get("data", {}) for cell in cells for output in cell.get("outputs", [])]
        kept = [data for data in outputs if data.get("text/plain", "").startswith(explanation)]
        pictures = [str(data["image/png"]) for data in kept if "image/png" in data]
        if pictures and pictures[0] != other_than:
            return pictures[0]
    raise AssertionError(f"no new picture of {explanation} was saved")


# Of every text in our blocks: how it stands out from what is behind it (WCAG 2), the worst first.
CONTRASTS = """() => {
  const parts = (colour) => colour.match(/[0-9.]+/g).map(Number);
  const light = (colour) => {
    const [r, g, b] = parts(colour).slice(0, 3).map((part) => part / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const paper = (element) => {
    const colour = getComputedStyle(element).backgroundColor;
    return parts(colour)[3] === 0 && element.parentElement ? paper(element.parentElement) : colour;
  };
  const hasText = (element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
  return [...document.querySelectorAll(".rmqkit, .rmqkit *")]
    .filter((element) => element.tagName !== "STYLE" && hasText(element) && element.checkVisibility())
    .map((element) => {
      const [ink, behind] = [light(getComputedStyle(element).color), light(paper(element))];
      const stands = (Math.max(ink, behind) + 0.05) / (Math.min(ink, behind) + 0.05);
      return [stands, element.tagName, element.className, element.textContent.slice(0, 40)];
    })
    .sort((one, other) => one[0] - other[0]);
}"""


# A theme, what the system prefers, and the colour of our blocks' paper then.
THEMES = [
    ("JupyterLab Dark", "light", "rgb(22, 25, 28)"),
    ("JupyterLab Dark High Contrast", "dark", "rgb(22, 25, 28)"),
    ("JupyterLab Light", "dark", "rgb(255, 255, 255)"),
]


def reads_in_each_theme_whatever_the_system_prefers(person: Person) -> None:
    page = person.page
    for theme, system, paper in THEMES:
        page.emulate_media(color_scheme=system)
        person.chooses_the_theme(theme)
        contrasts = page.evaluate(CONTRASTS)
        assert len(contrasts) > 20
        assert [text for text in contrasts if text[0] < 4.5] == [], theme
        blocks = page.locator(".rmqkit").first
        expect(blocks).to_have_css("background-color", paper)
        turned = page.locator(".js-plotly-plot").evaluate_all("(all) => all.map((it) => getComputedStyle(it).filter)")
        assert len(turned) >= 3
        assert {"invert" in filters for filters in turned} == {"Dark" in theme}, theme
        person.takes_pictures(f"flapping-{theme.replace(' ', '-')}")


OTHERS = [
    pytest.param("incident", ".rmqkit .headline", "CRITICAL", id="incident"),
    pytest.param("rollout_plan", ".jp-OutputArea-output pre", "their own consumer group", id="rollout plan"),
]


@pytest.mark.parametrize(("notebook", "where", "text"), OTHERS)
def test_a_person_runs_a_notebook_and_reads_what_it_says(
    notebook: str, where: str, text: str, lab: Server, folder: Path, person: Person
) -> None:
    bare_copy(ROOT / "notebooks" / f"{notebook}.ipynb", folder)
    person.opens(lab.page_of(f"{notebook}.ipynb"))
    person.runs_all_cells()
    person.takes_pictures(notebook)
    assert person.page.locator(where).filter(has_text=re.compile(text, re.IGNORECASE)).count() >= 1
    assert person.sees(".js-plotly-plot .main-svg") >= 1


def test_a_person_turns_the_controls_of_the_explorer(lab: Server, folder: Path, person: Person) -> None:
    bare_copy(ROOT / "notebooks" / "allocation_explorer.ipynb", folder)
    person.opens(lab.page_of("allocation_explorer.ipynb"))
    person.runs_all_cells()
    person.takes_pictures("allocation_explorer")
    person.page.locator(f"{BENCH} select").filter(has_text="none").last.select_option(label="A = B")
    title = person.page.locator(f"{BENCH} .js-plotly-plot .gtitle")
    title.filter(has_text=re.compile(r"[1-9]\d* read by nobody, [1-9]\d* read by several")).wait_for(timeout=PATIENCE)
