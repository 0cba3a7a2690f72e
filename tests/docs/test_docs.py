"""The documentation builds without a warning, and has a page or an entry for whatever the package's tables hold."""

import html
import subprocess
import sys
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from rmqkit.diagnosis.findings import EXPLANATIONS
from rmqkit.evidence.questions import QUESTIONS
from rmqkit.formats.block import Kind
from rmqkit.formats.logs.catalogue import MEANINGS, MESSAGES
from rmqkit.tables.schemas import SCHEMAS, VIEWS

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "docs"))

import generated  # noqa: E402


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built pages; a warning ends the build."""
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "docs", str(folder)]
    built = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert built.returncode == 0, built.stderr
    return folder


@pytest.mark.parametrize("finding_id", [explanation.id for explanation in EXPLANATIONS])
def test_every_finding_has_a_page_that_says_how_to_confirm_it(site: Path, finding_id: str) -> None:
    page = (site / "findings" / f"{finding_id}.html").read_text(encoding="utf-8")
    assert f"<h1>{finding_id}" in page
    assert 'id="confirm"' in page


def test_every_message_of_the_catalogue_is_told(site: Path) -> None:
    page = (site / "messages.html").read_text(encoding="utf-8")
    assert {event for event in MEANINGS if f">{event}<" not in page} == set()


def test_every_column_of_every_table_is_told(site: Path) -> None:
    page = (site / "tables.html").read_text(encoding="utf-8")
    columns = {(name, column.name) for name, schema in {**SCHEMAS, **VIEWS}.items() for column in schema}
    assert {
        name for name, column in columns if f">{column}<" not in page or f'id="{name.replace("_", "-")}"' not in page
    } == set()


def test_every_table_has_an_example_question(site: Path) -> None:
    page = (site / "questions.html").read_text(encoding="utf-8")

    assert {question.table for question in QUESTIONS} == {*SCHEMAS, *VIEWS}
    assert [question.asked for question in QUESTIONS if html.escape(question.asked, quote=False) not in page] == []


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        pytest.param("MessageQueue [topic=A]", "MessageQueue [topic=A]", id="brackets make no link"),
        pytest.param("%RETRY%a_b_c", "%RETRY%a_b_c", id="underscores make no emphasis"),
        pytest.param("it waits for <init>", "it waits for &lt;init&gt;", id="angles make no tag"),
        pytest.param("2 * 3 * 4", "2 * 3 * 4", id="stars make no emphasis"),
    ],
)
def test_a_text_is_shown_as_it_is(text: str, shown: str) -> None:
    assert MarkdownIt().renderInline(generated.plain(text)) == shown


def test_every_kind_of_text_is_told() -> None:
    assert set(generated.KINDS_OF_TEXT) == set(Kind)


def test_the_page_counts_what_the_tables_hold() -> None:
    page = generated.pasting_page()
    assert f"| wordings of log messages | {len(MESSAGES):,} |" in page
    assert all(f"`{kind}`" in page for kind in Kind)


def test_the_front_page_has_the_table_of_symptoms() -> None:
    assert generated.symptoms_table() in (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
