"""What a notebook cell shows: plain text for a terminal and nbval, HTML for a page. No judgement and no figure here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from rmqkit.diagnosis.render.card import STYLE
from rmqkit.diagnosis.render.parts import visible

UNBROKEN = 24
NUMBERS = (int, float)


@dataclass(frozen=True)
class Block:
    """Something to show; Jupyter takes the one of the two that it can draw."""

    text: str
    html: str

    def __repr__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        return self.html


def framed(content: str) -> str:
    """HTML in the common look."""
    return f'<div class="rmqkit"><style>{STYLE}{TABLE_STYLE}</style>{content}</div>'


TABLE_STYLE = """
.rmqkit table.rows{width:100%;font-size:13px}
.rmqkit table.rows th{text-align:left;border-bottom:2px solid #d5d9dd;padding:.2em 1em .2em 0;white-space:nowrap}
.rmqkit table.rows td{border-bottom:1px solid #eceff1}
.rmqkit table.rows .short{white-space:nowrap}
.rmqkit table.rows .number{text-align:right;white-space:nowrap;overflow-wrap:normal}
"""


def table(columns: Sequence[str], rows: Sequence[Sequence[object]], empty: str) -> Block:
    """Rows under headings, in the order given; `empty` is said where there are none."""
    if not rows:
        return Block(empty, framed(f"<p>{escape(empty)}</p>"))
    return Block(_text(columns, rows), framed(_html(columns, rows)))


def paragraphs(lines: Sequence[str]) -> Block:
    """A list of sentences."""
    items = "".join(f"<li>{escape(visible(each))}</li>" for each in lines)
    return Block("\n".join(f"- {visible(each)}" for each in lines), framed(f"<ul>{items}</ul>"))


def _text(columns: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    cells = [list(columns), *([_cell(each) for each in row] for row in rows)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    lines = ("  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)) for line in cells)
    return "\n".join(line.rstrip() for line in lines)


def _html(columns: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    numeric = [all(isinstance(row[at], NUMBERS) or row[at] is None for row in rows) for at in range(len(columns))]
    marks = [' class="number"' if each else "" for each in numeric]
    head = "".join(f"<th{mark}>{escape(name)}</th>" for name, mark in zip(columns, marks, strict=True))
    body = "".join(
        "<tr>" + "".join(_td(value, mark) for value, mark in zip(row, marks, strict=True)) + "</tr>" for row in rows
    )
    return f'<table class="rows"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>'


def _td(value: object, mark: str) -> str:
    text = _cell(value)
    short = ' class="short"' if len(text) <= UNBROKEN else ""
    return f"<td{mark or short}>{escape(text)}</td>"


def _cell(value: object) -> str:
    if value is None:
        return "-"
    return f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else visible(str(value))
