"""What a cell of a notebook or a part of a page shows: text for a terminal and nbval, HTML in the common look, by day,
by night and on paper.

The HTML comes of the macros in `blocks.html.j2`, without a script or an outside file. No judgement and no figure here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from jinja2 import Environment, StrictUndefined, Template
from markupsafe import Markup, escape

from rmqkit.diagnosis.claims import Severity
from rmqkit.diagnosis.render import parts
from rmqkit.diagnosis.render.parts import MOST_EVIDENCE, cut, options_whole, visible, words
from rmqkit.language import in_language, phrase_in
from rmqkit.language.wrapping import aligned, padded, wrapped
from rmqkit.language.wrapping import columns as columns_of

UNBROKEN, MOST_ROWS = 30, 16
# A name such as broker-a, or a word such as 已解释, is one word on every screen.
ONE_WORD = 9
NUMBERS = (int, float)
WIDEST_LINE = 400
# Dark enough for white letters on them, and apart for colour-blind readers; the word stands on each in any case.
COLOURS = {
    Severity.OK: "#1b7837",
    Severity.UNKNOWN: "#54585c",
    Severity.NOTICE: "#1f5fa8",
    Severity.WARNING: "#9a5b00",
    Severity.CRITICAL: "#a3122f",
}


def layout(name: str) -> str:
    """A file beside this one. Spark's workers have the package as a zip."""
    return resources.files("rmqkit").joinpath("diagnosis", "render", name).read_text("utf-8")


OF_PICTURES = layout("pictures.css")
"""A picture of plotly comes in the colours of paper. In a dark theme its light is turned round and its hues are kept.
So it is with the buttons in the colours of its clients. What plotly writes on light blocks is grey: on the dark
ones that they turn into it could not be read."""
STYLE = OF_PICTURES + layout("style.css")
"""What a theme says of itself counts for more than what the system is set to: JupyterLab and Notebook, VS Code. A class
named twice outweighs what JupyterLab says of every table and list."""


@cache
def _blocks() -> Any:  # noqa: ANN401
    """The macros. Everything that they show is escaped, and its control characters are visible."""
    environment = Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=StrictUndefined)
    environment.finalize = lambda value: visible(value) if type(value) is str else value
    for function in (advice, squeezed, in_language, cell_text, marks):
        environment.filters[function.__name__] = function
    environment.filters["in_short"] = lambda client, names: names.of(client)
    environment.globals |= {"colours": COLOURS, "parts": parts, "most": MOST_EVIDENCE}
    return environment.from_string(layout("blocks.html.j2")).make_module()


@cache
def text_template(content: str) -> Template:
    """A template of plain text, with what its filters are called."""
    environment = Environment(trim_blocks=True, lstrip_blocks=True, undefined=StrictUndefined)
    environment.filters |= {"visible": visible, "padded": padded, "wrapped": wrapped, "cut": cut}
    environment.filters["in_language"] = in_language
    environment.filters["spoken"] = lambda text, lang: visible(phrase_in(text, lang))
    return environment.from_string(content)


def block(name: str, *values: object) -> Markup:
    """A block of HTML, by its macro."""
    return Markup(getattr(_blocks(), name)(*values))


def framed(content: str) -> str:
    """HTML in the common look."""
    return f'<div class="rmqkit"><style>{STYLE}</style>{content}</div>'


def squeezed(text: str, width: int = WIDEST_LINE) -> str:
    """A printed line for reading: columns of blanks are two blanks, and a very long line is cut."""
    flat = visible(text)
    while "   " in flat:
        flat = flat.replace("   ", "  ")
    return cut(flat.strip(), width)


def advice(line: str) -> Markup:
    """A line of advice; a command in front of its words is told apart from them, to be copied."""
    command, apart, words_behind = visible(line).partition("   ")
    if not apart or not command.startswith("mqadmin "):
        return Markup(options_whole(str(escape(visible(line))), '<span class="word">', "</span>"))
    return Markup("<code>{}</code> {}").format(command, words_behind)


@dataclass(frozen=True)
class Display:
    """Something to show, be it a cell with links; Jupyter takes the one of the two that it can draw."""

    text: str
    html: str

    def __repr__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        return self.html


def table(columns: Sequence[str], rows: Sequence[Sequence[object]], empty: str, anchors: Sequence[str] = ()) -> Display:
    """Rows under headings, in the order given; `empty` is said where there are none.

    On a narrow screen each row becomes a few lines, every value behind its heading. `anchors`: an id for each row.
    """
    if not rows:
        return Display(empty, framed(Markup("<p>{}</p>").format(visible(empty))))
    return Display(table_text(columns, rows), framed(table_html(columns, rows, anchors)))


def paragraphs(lines: Sequence[str]) -> Display:
    """A list of sentences."""
    return Display("\n".join(f"- {visible(line)}" for line in lines), framed(block("listed", lines)))


def together(*blocks: Display) -> Display:
    """Several blocks as one, one below the other."""
    return Display("\n\n".join(one.text for one in blocks), "".join(one.html for one in blocks))


def folded(title: str, below: Display) -> Display:
    """A block that a page shows when its title is clicked."""
    return Display(f"{title}\n{below.text}", framed(block("folded", title, Markup(below.html))))


def as_table(below: Display, lang: str) -> Display:
    """What a picture above it shows, folded; its text is the table."""
    return Display(below.text, folded(words(lang)["as_table"], below).html)


def folded_if_long(below: Display, rows: int, lang: str) -> Display:
    """A table of more rows than a screen has shows them when it is clicked; its text is the same."""
    if rows <= MOST_ROWS:
        return below
    return Display(below.text, folded(words(lang)["rows_of"].format(f"{rows:,}"), below).html)


def table_text(columns: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """A table for a terminal."""
    return "\n".join(aligned([columns, *([cell_text(value) for value in row] for row in rows)]))


def table_markdown(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table for a chat, a ticket, an agent."""
    lines = [columns, ["-"] * len(columns), *rows]
    escaped = ((cell.replace("|", "\\|") for cell in line) for line in lines)
    return "\n".join(f"|{'|'.join(cells)}|" for cells in escaped)


def table_html(columns: Sequence[str], rows: Sequence[Sequence[object]], anchors: Sequence[str] = ()) -> Markup:
    """A table for a page."""
    known = [[row[at] for row in rows if row[at] is not None] for at in range(len(columns))]
    numeric = [bool(values) and all(isinstance(value, NUMBERS) for value in values) for values in known]
    return block("table", columns, rows, numeric, anchors)


def marks(text: str, is_number: bool) -> Markup:
    """How a cell may be broken."""
    kind = "number" if is_number else "short" if len(text) <= UNBROKEN else ""
    classes = " ".join(filter(None, (kind, "word" if columns_of(text) <= ONE_WORD else "")))
    return Markup(' class="{}"').format(classes) if classes else Markup("")


def cell_text(value: object) -> str:
    """A value in a table: a dash where it is not known, thousands apart."""
    if value is None:
        return "-"
    if isinstance(value, Display):
        return value.text
    return f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else visible(str(value))
