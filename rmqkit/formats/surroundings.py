"""What people and tools put around RocketMQ's words within a line, and the pieces in which those words then stand.

Quotes of all kinds, brackets, code, emphasis, cells, HTML, strings of JSON, Go's `map[key:value]`.
Nothing here knows a wording; what stands before whole lines is in `cleaning`.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator
from itertools import chain

from rmqkit.formats.characters import clean_characters
from rmqkit.formats.logs.json_objects import in_object

_TAG = re.compile(r"</?(?:p|br|pre|code|b|i|em|strong|span|div|td|th|tr|li|a|blockquote|h[1-6]|kbd|tt)\b[^<>]*>", re.I)
_ESCAPED = re.compile(r"\\([_*\[\]()#>|`~.!{}+-])")
_ESCAPED_QUOTE = re.compile(r"(?<!\\)\\+\"|(?<=\w)\"\"(?=\w)")
_ESCAPED_BREAK = re.compile(r"(?<![A-Z:\\])\\+(?:r\\+)?[nrt](?![a-z]{2}[\\/])")
# a name that is set as code within a text: the brackets around it are RocketMQ's
_CODE_IN_TEXT = re.compile(r"(?<=[\[<:=])`(?P<name>[\w%@.:#-]+)`")
# what no text holds: where a tag stood, and a quote within a string
BOUNDARY, QUOTE_IN_STRING = "\x1f", "\x1d"

PAIRS = dict(zip("([{<「『《【（〈«", ")]}>」』》】）〉»", strict=True))
"""What opens a piece of text, and what closes it."""
_MARKS = re.compile(r"(?<![\w*~`])(?P<mark>\*{1,3}|~~|__|_|`{1,3})(?=\S)(?P<inside>.+?)(?<=\S)(?P=mark)(?![\w*~])")
_CELL = re.compile(r"\x1f|\t|(?:(?<=\s)|^)\|(?=\s|$)|(?<=[^\s|])\|(?=\s*$)|^\s*\|(?!\|)")
_OPENS_BEHIND = frozenset(" \t=:([{,<>|\x1f（「『《【：，。、；")
_WORD = re.compile(r"[A-Za-z0-9_]")

_GO_MAP = re.compile(r"\s*(?:(?:fields|data|context|kv)\s*[:=]\s*)?map\[(?P<pairs>.*)\]", re.IGNORECASE)
_GO_KEY = re.compile(r"(?:^| )(?P<key>[A-Za-z][\w]*(?: [a-z]+)?):(?=\S|$)")
_BARE = re.compile(r"[A-Za-z0-9._/@^+-]+")
_MOST_STRINGS = 40


def plain_texts(line: str) -> list[str]:
    """The line as its program printed it; or the texts in its JSON, the record itself first."""
    text = _marked(clean_characters(line))
    # Go's fields as logrus writes them, behind the text
    if "map[" in text and (found := _GO_MAP.search(text)) and (keys := list(_GO_KEY.finditer(found["pairs"]))):
        ends = [key.start() for key in keys[1:]] + [len(found["pairs"])]
        values = [found["pairs"][key.end() : end] for key, end in zip(keys, ends, strict=True)]
        quoted = [value if _BARE.fullmatch(value) else f'"{value}"' for value in values]
        fields = [f"{key['key']}={value}" for key, value in zip(keys, quoted, strict=True)]
        text = " ".join([text[: found.start()].rstrip(), *fields])
    if "{" in line and '"' in line and (inside := _json_texts(clean_characters(line))):
        return inside
    return [text]


def _marked(line: str) -> str:
    if "&" in line:
        line = html.unescape(line).replace("\u00a0", " ")
    if "<" in line:
        line = _TAG.sub(BOUNDARY, line)
    if "`" in line:
        line = _CODE_IN_TEXT.sub(r"\g<name>", line)
    if "\\" in line or '""' in line:
        line = _ESCAPED_BREAK.sub("  ", _ESCAPED_QUOTE.sub(QUOTE_IN_STRING, line))
        line = _ESCAPED.sub(r"\1", line)
    return line


def _json_texts(line: str) -> list[str]:
    """The texts in the first JSON object of a line, as its program wrote them."""
    begin = line.find("{")
    try:
        value, end = json.JSONDecoder().raw_decode(line, begin)
    except (ValueError, RecursionError):
        return []
    if not isinstance(value, dict):
        return []
    whole = in_object(line[begin:end])
    record = [] if whole == line[begin:end] else [whole]
    strings = [text for text in _strings(value) if not any(text in other for other in record)]
    around = [text for text in (line[:begin], line[end:]) if text.strip()]
    texts = [*record, *strings[:_MOST_STRINGS], *around]
    return [_marked(part) for text in texts for part in text.split("\n")]


def _strings(value: object) -> Iterator[str]:
    """Every text in a JSON value, and in texts that are JSON themselves, with the key that names it."""
    if isinstance(value, str):
        yield from _json_texts(value) or [value]
    elif isinstance(value, dict):
        numbers = {key: inner for key, inner in value.items() if isinstance(inner, int | float)}
        yield from (f"{key}={number}" for key, number in numbers.items())
        yield from chain.from_iterable(map(_strings, value.values()))
    elif isinstance(value, list):
        yield from chain.from_iterable(map(_strings, value))


def pieces(text: str) -> list[tuple[int, int]]:
    """The bounds of what something encloses in a line, smallest first; the whole line is the last."""
    spans = {(0, len(text)), *_enclosed(text), *_cells(text)}
    spans |= {(mark.start("inside"), mark.end("inside")) for mark in _MARKS.finditer(text)}
    return sorted(spans, key=lambda span: span[1] - span[0])


def _cells(text: str) -> Iterator[tuple[int, int]]:
    ends = [0, *(end for cell in _CELL.finditer(text) for end in cell.span()), len(text)]
    for begin, end in zip(ends[::2], ends[1::2], strict=True):
        inside = text[begin:end]
        if inside.strip():
            yield begin + len(inside) - len(inside.lstrip()), begin + len(inside.rstrip())


def _enclosed(text: str) -> Iterator[tuple[int, int]]:
    """What stands in brackets and quotes, innermost first."""
    open_places: list[tuple[str, int]] = []
    for place, sign in enumerate(text):
        if sign in PAIRS:
            open_places.append((PAIRS[sign], place + 1))
        elif sign in "\"'\x1d" and _opens(text, place, [closer for closer, _ in open_places]):
            open_places.append((sign, place + 1))
        elif (begin := _closed(sign, text, place, open_places)) is not None:
            yield begin, place


def _opens(text: str, place: int, closers: list[str]) -> bool:
    """Whether a quote opens: `'` in no word; within the same quotes only a value behind its key."""
    sign, before, behind = text[place], text[place - 1 : place], text[place + 1 : place + 2]
    if sign == "'" and (_WORD.match(before) or not behind.strip()):
        return False
    if sign in closers:
        return before == "=" and bool(behind.strip())
    return not before or before in _OPENS_BEHIND or not (before.isascii() and behind.isascii()) or sign != "'"


def _closed(sign: str, text: str, place: int, open_places: list[tuple[str, int]]) -> int | None:
    """Where what a sign closes began; what was opened within and never closed is forgotten."""
    if sign == "'" and _WORD.match(text[place + 1 : place + 2]):
        return None
    for depth in range(len(open_places) - 1, -1, -1):
        if open_places[depth][0] == sign:
            begin = open_places[depth][1]
            del open_places[depth:]
            return begin
    return None


_NAME_ENDS = re.compile(r"(?:\.{2,}|…)$")
_AROUND_NAMES = "\"'`“”‘’«»„<>()（）[]{}【】「」『』《》*,;，。；、!?！？\x1d\x1f|"


def without_quotes(name: str) -> str:
    """A name without the quotes around it; whatever else a name holds is its own."""
    quoted = len(name) > 2 and name[0] == name[-1] and name[0] in "\"'`"
    return name[1:-1] if quoted else name


def plain_name(value: str) -> str:
    """A name without what encloses it; empty where it was cut or stands for any name (<group>)."""
    inside = value.strip().strip(_AROUND_NAMES).rstrip(".:：")
    return "" if _NAME_ENDS.search(value.strip().strip(_AROUND_NAMES)) else inside
