"""A saved web page (a wiki's, an issue tracker's, a console's) as the text that it shows. No files, no rows.

Pages turn line ends into `<br>`, and put what was pasted into paragraphs and tables: here the lines come back. What
they make of blanks and quotes is for `characters`.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass, field

# Comments and an XML declaration may stand before the first element.
HEAD = 1_024
_PAGE = re.compile(r"<!doctype\s+html\b|<html[\s>]", re.IGNORECASE)
_TAG = re.compile(r"<(?P<end>/?)(?P<name>[A-Za-z][A-Za-z0-9:-]{0,30})(?=[\s/>])[^<>]{0,4000}>|<!(?:--)?[^<>]{0,4000}>")
# what a browser does not show, as a text; its end is the next of its name
_HIDDEN = frozenset({"script", "style", "head", "template"})
_AS_WRITTEN = frozenset({"pre", "textarea", "xmp"})
_OTHER_BLOCKS = """
address article aside blockquote body caption dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5
h6 header hr html li main nav ol p section summary table tbody tfoot thead title ul
"""
_BLOCKS = _AS_WRITTEN | frozenset(_OTHER_BLOCKS.split())
# Marked as Markdown does: what a heading says is said of what stands below.
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_BLANKS = re.compile(r"[ \t\r\n\f]+")
# Within a text: a row begins, a cell begins, a row ends. No page shows these.
_ROW, _CELL, _END = "\x1e", "\x1f", "\x1d"
_INNERMOST = re.compile(f"{_ROW}[^{_ROW}{_END}]*{_END}")
_MARKS = re.compile(f"[{_ROW}{_CELL}{_END}]")
_MOST_TABLES_WITHIN = 3
# What the tags are in a text that are no blocks, by whether they end something: each `<br>` ends a line.
_SIGNS = {
    ("br", False): "\n", ("br", True): "\n",
    ("tr", False): _ROW, ("tr", True): _END,
    ("td", False): _CELL, ("th", False): _CELL,
}  # fmt: skip


def is_web_page(head: str) -> bool:
    """Whether a text is a web page's source, by its first characters."""
    begins = head[:HEAD].lstrip("\ufeff \t\r\n")
    return begins.startswith("<") and _PAGE.search(begins) is not None


def shown_text(page: str) -> str:
    """The text of a page, line by line: a row of a table on one line, its cells apart by tabs, but for those of which a
    cell has several lines: their cells stand one below the other."""
    text = "".join(_pieces(_MARKS.sub("", page)))
    for _ in range(_MOST_TABLES_WITHIN):
        text = _INNERMOST.sub(_told_row, text)
    lines = (line.rstrip(" ") for line in _MARKS.sub("\n", text).split("\n"))
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip("\n") + "\n"


def _pieces(page: str) -> list[str]:
    """What stands between tags, and what each tag is in a text."""
    shown = _Shown()
    place = 0
    for tag in _TAG.finditer(page):
        shown.read_text(page[place : tag.start()])
        shown.read_tag((tag["name"] or "").lower(), ends=bool(tag["end"]))
        place = tag.end()
    shown.read_text(page[place:])
    return shown.pieces


@dataclass
class _Shown:
    """What a page shows as far as it was read: its pieces, within how many elements it stands whose text stands as it
    was written, and within which element that is not shown."""

    pieces: list[str] = field(default_factory=lambda: ["\n"])
    as_written: int = 0
    hidden: str | None = None

    def read_text(self, source: str) -> None:
        """What stands between two tags."""
        if self.hidden is None:
            self._add(_text(source, self.pieces[-1], as_written=self.as_written > 0))

    def read_tag(self, name: str, *, ends: bool) -> None:
        """A tag; a comment has no name."""
        if self.hidden is None:
            self._add(_sign(name, self.pieces[-1], ends=ends))
            self.hidden = name if name in _HIDDEN and not ends else None
        elif ends and name == self.hidden:
            self.hidden = None
        if name in _AS_WRITTEN:
            self.as_written = max(0, self.as_written - 1) if ends else self.as_written + 1

    def _add(self, piece: str) -> None:
        """Nothing is no piece: the one before it stays the last one."""
        if piece:
            self.pieces.append(piece)


def _text(source: str, before: str, *, as_written: bool) -> str:
    """A piece of text: outside of what stands as it was written, blanks are one, and none begins a line."""
    if as_written:
        return html.unescape(source.replace("\r\n", "\n"))
    text = _BLANKS.sub(" ", source)
    return html.unescape(text.lstrip(" ") if before.endswith((" ", "\n", _ROW, _CELL, _END)) else text)


def _sign(name: str, before: str, *, ends: bool) -> str:
    """What a tag is in a text; nothing for one that only changes how it looks, or where a line has just ended."""
    if name not in _BLOCKS:
        return _SIGNS.get((name, ends), "")
    line_end = "" if before.endswith(("\n", _END)) else "\n"
    return line_end + "## " if name in _HEADINGS and not ends else line_end


def _told_row(row: re.Match[str]) -> str:
    cells = [cell.strip(" \n") for cell in row[0].strip(_ROW + _END).split(_CELL)]
    told = cells[1:] if not cells[0] else cells
    return ("\n" if any("\n" in cell for cell in told) else "\t").join(told) + "\n"
