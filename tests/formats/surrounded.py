"""What people and tools put around RocketMQ's words: each surrounding as a text that holds a wording. No tests here."""

import html
import json
import re
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC

from rmqkit.formats.logs.catalogue import FIELDS, Message, find_message
from rmqkit.formats.statements import statements
from rmqkit.tables.reading import read_text
from tests.formats.logs.test_catalogue import VALUES

SURROUNDINGS: dict[str, Callable[[str], str]] = {
    "behind Chinese prose, in its quotes": lambda said: f"消费者一直报错“{said}”，重启也没用，怎么办？",
    "in double quotes within a sentence": lambda said: f'Our service prints "{said}" and stops, any idea?',
    "as code in Markdown": lambda said: f"We see `{said}` on two hosts.",
    "a Markdown heading": lambda said: f"### {said}",
    "a list's item": lambda said: f"1. first we restarted\n2. {said}\n",
    "a quoted mail": lambda said: f"> On Monday he wrote:\n> > {said}\n",
    "a cell of a Markdown table": lambda said: f"| when | what |\n|---|---|\n| 10:01 | {said} | often |",
    "a fence": lambda said: f"This is what it says:\n```text\n{said}\n```\nThanks!",
    "a chat's line": lambda said: f"[10:24] alice: {said}",
    "a ticket's line": lambda said: f"INC-4711 | prod | {said}",
    "a string of JSON": lambda said: json.dumps({"code": "E7", "level": "error", "msg": said}),
    "a JSON body within JSON": lambda said: json.dumps(
        {"status": 500, "body": json.dumps({"error": {"detail": said}})}
    ),
    "logfmt": lambda said: f'time="2026-11-21T10:24:29+08:00" level=error msg="{said}"',
    "before Go's map of fields": lambda said: f"{said} fields: map[instance:7]",
    "a status of Rust": lambda said: f'Error: Status {{ code: 40000, message: "{said}" }}',
    "an exception of Python": lambda said: f'Traceback (most recent call last):\n  File "a.py", line 7\nE: {said}',
    "HTML": lambda said: f"<p>It says <code>{html.escape(said)}</code> since noon.</p>",
}
"""Name -> the text around a wording."""


def printed(message: Message) -> str:
    """The wording as its program prints it, its holes filled; Go's fields as on a terminal, behind two blanks."""
    plain = message.template.replace("<<", "").replace(">>", "")
    return re.sub(r"\{([a-z_]*)\}", lambda hole: "  " if hole[1] == "said" else VALUES[hole[1]], plain)


def expected(message: Message) -> tuple[str, dict[str, str]]:
    """The event and the fields that the wording gives where it stands alone."""
    text = printed(message)
    found = find_message(text)
    match = found.regex.search(text) if found else None
    if match is None:  # another wording's needle stands first
        found, match = message, message.regex.search(text)
    assert found is not None and match is not None, text
    return found.event, {name: value for name, value in match.groupdict().items() if value}


def agree(fields: dict[str, str], wanted: dict[str, str]) -> bool:
    """Whether fields are those that are wanted; of `detail` the end may hold more, where nothing closes it."""
    own = {name: value for name, value in fields.items() if name in wanted and name != "detail"}
    others = {name: value for name, value in wanted.items() if name != "detail"}
    detail = wanted.get("detail", "").strip().strip('"')
    return own == others and fields.get("detail", "").strip().strip('"').startswith(detail)


def missed(messages: Iterable[Message]) -> list[str]:
    """The wordings that `explain` or `diagnose` does not find in one of the surroundings, with what is around them."""
    found = []
    for message in messages:
        event, fields = expected(message)
        for name, around in SURROUNDINGS.items():
            text = around(printed(message))
            said = [dict(one.fields) for one in statements(text) if one.name == event]
            reading = read_text("post.txt", text, UTC)
            rows = [_fields(row) for row in reading.tables.get("statements", []) if row["name"] == event]
            # What is laid out as a log, or as mqadmin prints it, is its own reader's.
            elsewhere = {row["kind"] for row in reading.ledger} - {"statements", "prose", "unknown"}
            read = bool(reading.logs) or bool(elsewhere) or any(agree(row, fields) for row in rows)
            if not (read and any(agree(own, fields) for own in said)):
                found.append(f"{name}: {message.template}")
    return found


def _fields(row: Mapping[str, object]) -> dict[str, str]:
    """What a row names; a code may come from what the wording stands for."""
    return {name: str(row[name]) for name in FIELDS if row.get(name) is not None}
