"""What a notebook cell shows: text for a terminal and nbval, HTML for a page. No judgement and no figure here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from rmqkit.diagnosis.render.html import framed
from rmqkit.diagnosis.render.parts import visible
from rmqkit.language.wrapping import aligned
from rmqkit.language.wrapping import columns as columns_of
from rmqkit.report.words import labels

UNBROKEN, MOST_ROWS = 30, 16
# A name such as broker-a, or a word such as 已解释, is one word on every screen.
ONE_WORD = 9
NUMBERS = (int, float)


@dataclass(frozen=True)
class Display:
    """Something to show; Jupyter takes the one of the two that it can draw."""

    text: str
    html: str

    def __repr__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        return self.html


@dataclass(frozen=True)
class Cell:
    """A cell of a table whose HTML is more than its text: with links in it. The HTML is escaped by who makes it."""

    text: str
    html: str


def table(
    columns: Sequence[str],
    rows: Sequence[Sequence[object]],
    empty: str,
    anchors: Sequence[str] = (),
) -> Display:
    """Rows under headings, in the order given; `empty` is said where there are none.

    On a narrow screen each row becomes a few lines, every value behind its heading. `anchors`: an id for each row.
    """
    if not rows:
        return Display(empty, framed(f"<p>{escape(empty)}</p>"))
    return Display(table_text(columns, rows), framed(table_html(columns, rows, anchors)))


def paragraphs(lines: Sequence[str]) -> Display:
    """A list of sentences."""
    items = "".join(f"<li>{escape(visible(line))}</li>" for line in lines)
    return Display("\n".join(f"- {visible(line)}" for line in lines), framed(f"<ul>{items}</ul>"))


def together(*blocks: Display) -> Display:
    """Several blocks as one, one below the other."""
    return Display(
        "\n\n".join(block.text for block in blocks),
        "".join(block.html for block in blocks),
    )


def folded(title: str, block: Display) -> Display:
    """A block that a page shows when its title is clicked."""
    html = f"<details><summary>{escape(title)}</summary>{block.html}</details>"
    return Display(f"{title}\n{block.text}", framed(html))


def as_table(block: Display, lang: str) -> Display:
    """What a picture above it shows, folded; its text is the table."""
    return Display(block.text, folded(labels(lang)["as_table"], block).html)


def folded_if_long(block: Display, rows: int, lang: str) -> Display:
    """A table of more rows than a screen has shows them when it is clicked; its text is the same."""
    if rows <= MOST_ROWS:
        return block
    return Display(block.text, folded(labels(lang)["rows_of"].format(f"{rows:,}"), block).html)


def broken(lines: Sequence[str]) -> str:
    """Sentences below each other, as HTML."""
    return "<br>".join(escape(visible(line)) for line in lines)


def table_text(columns: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """A table for a terminal."""
    return "\n".join(aligned([columns, *([cell_text(value) for value in row] for row in rows)]))


def table_html(columns: Sequence[str], rows: Sequence[Sequence[object]], anchors: Sequence[str] = ()) -> str:
    """A table for a page."""
    numeric = []
    for at in range(len(columns)):
        known = [row[at] for row in rows if row[at] is not None]
        numeric.append(bool(known) and all(isinstance(value, NUMBERS) for value in known))
    heads = zip(columns, numeric, strict=True)
    head = "".join(f"<th{_mark(name, is_number)}>{escape(name)}</th>" for name, is_number in heads)
    body = ""
    for number, row in enumerate(rows):
        cells = ""
        for name, value, is_number in zip(columns, row, numeric, strict=True):
            text = cell_text(value)
            content = value.html if isinstance(value, Cell) else escape(text)
            cells += f'<td data-label="{escape(name)}"{_mark(text, is_number)}>{content}</td>'
        anchor = f' id="{escape(anchors[number])}"' if anchors else ""
        body += f"<tr{anchor}>{cells}</tr>"
    return f'<table class="rows"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>'


def _mark(text: str, is_number: bool) -> str:
    word = "word" if columns_of(text) <= ONE_WORD else ""
    kind = "number" if is_number else "short" if len(text) <= UNBROKEN else ""
    classes = " ".join(filter(None, (kind, word)))
    return f' class="{classes}"' if classes else ""


def cell_text(value: object) -> str:
    """A value in a table: a dash where it is not known, thousands apart."""
    if value is None:
        return "-"
    if isinstance(value, Cell):
        return value.text
    return f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else visible(str(value))
