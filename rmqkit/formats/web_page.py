"""A saved web page (a wiki's, an issue tracker's, a console's) as the text that it shows. No files, no rows.

Pages turn line ends into `<br>`, and put what was pasted into paragraphs and tables: here the lines come back. What
they make of blanks and quotes is for `characters`.
"""

from __future__ import annotations

import html
import re

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
    pieces = ["\n"]
    place, depth, hidden = 0, 0, None
    for tag in _TAG.finditer(page):
        name, ends = (tag["name"] or "").lower(), bool(tag["end"])
        if hidden is None:
            pieces.append(_text(page[place : tag.start()], pieces[-1], as_written=depth > 0) or pieces.pop())
            pieces.append(_sign(name, pieces[-1], ends=ends) or pieces.pop())
            hidden = name if name in _HIDDEN and not ends else None
        elif ends and name == hidden:
            hidden = None
        if name in _AS_WRITTEN:
            depth = max(0, depth - 1) if ends else depth + 1
        place = tag.end()
    return [*pieces, "" if hidden else _text(page[place:], pieces[-1], as_written=depth > 0)]


def _text(source: str, before: str, *, as_written: bool) -> str:
    """A piece of text: outside of what stands as it was written, blanks are one, and none begins a line."""
    if as_written:
        return html.unescape(source.replace("\r\n", "\n"))
    text = _BLANKS.sub(" ", source)
    return html.unescape(text.lstrip(" ") if before.endswith((" ", "\n", _ROW, _CELL, _END)) else text)


def _sign(name: str, before: str, *, ends: bool) -> str:
    """What a tag is in a text; nothing for one that only changes how it looks, or where a line has just ended."""
    if name in _HEADINGS and not ends:
        return "## " if before.endswith(("\n", _END)) else "\n## "
    if name in _BLOCKS or name == "br":
        return "" if name != "br" and before.endswith(("\n", _END)) else "\n"
    if name == "tr":
        return _END if ends else _ROW
    return _CELL if name in ("td", "th") and not ends else ""


def _told_row(row: re.Match[str]) -> str:
    cells = [cell.strip(" \n") for cell in row[0].strip(_ROW + _END).split(_CELL)]
    told = cells[1:] if not cells[0] else cells
    return ("\n" if any("\n" in cell for cell in told) else "\t").join(told) + "\n"
