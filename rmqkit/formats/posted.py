"""Text that people write around what RocketMQ prints: prose, and lines in which RocketMQ's words
stand. Blocks in, blocks and rows out.

What is found in a line is for `statements`; here lines are divided, and statements become rows.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import tzinfo
from itertools import accumulate, groupby, pairwise

from rmqkit.formats.block import LOG_KINDS, Block, Kind, Parsed, Row
from rmqkit.formats.known_words import is_about_rocketmq, names_rocketmq, rocketmqs_name
from rmqkit.formats.logs.catalogue import find_message
from rmqkit.formats.logs.exceptions import SHARED
from rmqkit.formats.logs.layouts import LogShape, bare_lines, is_record_start
from rmqkit.formats.mqadmin.command_failed import continues_failure, names_in
from rmqkit.formats.prompts import is_noise
from rmqkit.formats.prose import is_prose
from rmqkit.formats.settings.keys import without_secrets
from rmqkit.formats.statements import Statement, What, statements

# A text of more lines is no post: only its beginning is read so.
MOST_LINES = 5_000


# -- which lines are what -------------------------------------------------------------------------


def parts_of(block: Block, around: str = "") -> list[Block]:
    """The block in parts: RocketMQ's words, people's sentences, and lines that are neither.

    Blocks that a format recognised stay as they are. `around`: the sentences of the whole text, one of which may say
    that it is about RocketMQ.
    """
    if block.kind is not Kind.UNKNOWN:
        return [block]
    lines = block.lines[:MOST_LINES]
    read = {one.line for one in told(statements("\n".join(lines)), "\n".join([*lines, around]))}
    own_kinds: list[Kind | None] = [None]
    for number, line in enumerate(lines, start=1):
        own_kinds.append(Kind.STATEMENTS if number in read else _kind(line, above=own_kinds[-1]))
    # a blank or a fence is what stands before it
    first = next(filter(None, own_kinds), Kind.UNKNOWN)
    kinds = list(accumulate(own_kinds[1:], lambda above, kind: kind or above, initial=first))[1:]
    kinds += [Kind.UNKNOWN] * (len(block.lines) - len(kinds))
    parts: list[Block] = []
    begin = 0
    for kind, run in groupby(kinds):
        end = begin + len(list(run))
        preamble = max(0, block.preamble - begin) if kind is Kind.UNKNOWN else 0
        own = replace(block, kind=kind, first_line=block.first_line + begin, lines=block.lines[begin:end])
        parts.append(replace(own, preamble=min(preamble, end - begin)))
        begin = end
    return parts or [block]


def _kind(line: str, above: Kind | None) -> Kind | None:
    """What a line is in which nothing was read; None for one that says nothing by itself."""
    is_indented = line[:1].isspace() and line.strip() != "" and not is_prose(line)
    if above is Kind.STATEMENTS and (continues_failure(line) or is_indented):
        return above
    if not line.strip() or is_noise(line):
        return None
    return Kind.PROSE if is_prose(line) else Kind.UNKNOWN


# A longer text is a log, whatever sentences stand in it.
_LONGEST_STORY = 200


def sentences_of(lines: Sequence[str]) -> str:
    """What people wrote in a text that is no long log."""
    return "\n".join(filter(is_prose, lines)) if len(lines) <= _LONGEST_STORY else ""


def told(said: Sequence[Statement], around: str = "") -> list[Statement]:
    """The statements of a text that is about RocketMQ; none where only other programs' exceptions
    stand in it, and nothing around them names RocketMQ."""
    is_likely = around.count("\n") <= _LONGEST_STORY and is_about_rocketmq(around)
    is_ours = (
        any(map(_is_rocketmqs, said)) or rocketmqs_name(around) or (is_likely and any(map(_is_known_failure, said)))
    )
    return list(said) if is_ours else []


def _is_rocketmqs(one: Statement) -> bool:
    if one.what is not What.EXCEPTION or (one.name[0].islower() and one.name not in SHARED):
        return True
    return names_rocketmq(one.class_name)


# -- posts ----------------------------------------------------------------------------------------

# A text of more lines is a log, whatever sentences stand in it.
_LONGEST_POST, _SENTENCES_IN_POST = 1_000, 0.05


def is_post(lines: Sequence[str], shape: LogShape) -> bool:
    """Whether a person wrote around the log that the lines hold: first, last, or more than programs did.

    A remark here and there (a chat's) leaves it one log.
    """
    said = _sentences(lines, shape)
    return any(said) and (said[0] or said[-1] or 2 * sum(said) > len(said))


def holds_sentences(lines: Sequence[str], shape: LogShape) -> bool:
    """Whether a log that is read piece by piece is to be cut at people's sentences: a few among
    many records may be an application's own words."""
    said = _sentences(lines, shape)
    return any(said) and (said[0] or said[-1] or sum(said) > _SENTENCES_IN_POST * len(said))


def _sentences(lines: Sequence[str], shape: LogShape) -> list[bool]:
    """For each line that tells anything whether a person wrote it: none of them in a long log."""
    if len(lines) > _LONGEST_POST:
        return []
    texts = [line for line in lines if line.strip() and not is_noise(line)]
    prose = [not line[:1].isspace() and is_prose(line) for line in texts]
    if not any(prose):
        return prose
    bare = bare_lines(texts, shape)
    lines_said = zip(prose, bare, strict=True)
    return [is_said and not is_record_start(line.strip()) for is_said, line in lines_said]


# -- rows -----------------------------------------------------------------------------------------

_COLUMNS = ("group", "topic", "client_id", "address", "broker", "detail")
_PROGRAMS = ("broker", "client", "namesrv")


def parse_statements(block: Block, zone: tzinfo) -> Parsed:
    """A row of `statements` for each, one of `answers` for answers and exceptions in no record."""
    text = "\n".join(block.lines)
    said = statements(text)
    parsed = Parsed()
    rows = {one.line for one in said if one.within is None or one.within.line != one.line}
    for number, line in enumerate(block.lines, start=1):
        if not line.strip():
            parsed.blank += 1
        elif number in rows:
            parsed.rows += 1
        elif is_noise(line):
            parsed.noise += 1
        else:
            parsed.continuation += 1
    for table, rows_of_table in _rows(block, said).items():
        parsed.tables[table] = rows_of_table
    return parsed


def _rows(block: Block, said: Sequence[Statement]) -> dict[str, list[Row]]:
    """The rows of statements; where nothing is said, what is only named is an answer."""
    tables = {
        "statements": [_row(block, one, said) for one in said],
        "answers": [_answer(block, one) for one in _answering(said)],
    }
    return {table: rows for table, rows in tables.items() if rows}


def _answering(said: Sequence[Statement]) -> list[Statement]:
    """Answers and failures, but for those that only hold another; where there are only settings, these."""
    if all(one.what is What.SETTING for one in said):
        return list(said)
    holding = {id(one.within) for one in said}
    # a code, or a sentence that is known, says something whatever stands within it
    return [
        one
        for one in said
        if _is_answer(one) and (one.what is What.CODE or one.name[0].islower() or id(one) not in holding)
    ]


def said_in_records(block: Block) -> dict[str, list[Row]]:
    """Rows of what stands in a short log's records that are no message of the catalogue: an application's own lines
    with RocketMQ's exceptions in them, and what a server's record says by an exception alone."""
    is_short = len(block.lines) <= MOST_RECORD_LINES and sum(map(len, block.lines)) <= _MOST_RECORD_CHARACTERS
    if block.kind not in LOG_KINDS or not is_short:
        return {}
    # For each line of a record whose event the reader of logs does not tell the record's text; lines above the first
    # beginning are none, and without any the whole is one record.
    numbered = enumerate(block.lines, start=1)
    begins = [number for number, line in numbered if is_record_start(line.strip())] or [1]
    unnamed: dict[int, str] = {}
    for begin, end in pairwise([*begins, len(block.lines) + 1]):
        record = "\n".join(block.lines[begin - 1 : end - 1])
        message = find_message(record)
        if message is None or not any(re.search(shape, record) for shape in (message.pattern, *message.partials)):
            unnamed |= dict.fromkeys(range(begin, end), record)
    within = [one for one in statements("\n".join(block.lines)) if one.line in unnamed and one.what is not What.SETTING]
    if block.kind is Kind.APP_LOG:  # whose records hold anybody's words, a server's only an exception that is known
        within = [one for one in within if rocketmqs_name(unnamed[one.line]) is not None or _is_rocketmqs(one)]
    else:
        within = list(filter(_is_known_failure, within))
    tables = _rows(block, within)
    for row in tables.get("answers", ()):
        number = row["line"] - block.first_line + 1
        line = block.lines[number - 1]
        told = unnamed[number].partition(line)[0] + line  # to the end of its line
        row["record"] = without_secrets(told[-_MOST_OF_RECORD:])
    return tables


_MOST_OF_RECORD = 1_000


def _is_known_failure(one: Statement) -> bool:
    # a sentence that is known, a status of gRPC, or a class of others that the table has
    return one.what is What.EXCEPTION and (one.name[0].islower() or one.name.isupper() or one.name in SHARED)


MOST_RECORD_LINES = 100
_MOST_RECORD_CHARACTERS = 500_000


def _is_answer(one: Statement) -> bool:
    """Whether it is an answer or a failure by itself, and not what a record says of one: words that several messages
    share as a part may be anybody's (`, consumerGroup=`)."""
    in_record = any(holder.what is What.EVENT and (holder.is_whole or not holder.others) for holder in _holders(one))
    return one.what in (What.CODE, What.EXCEPTION) and not in_record


def _holders(one: Statement) -> list[Statement]:
    return [one.within, *_holders(one.within)] if one.within else []


def _row(block: Block, one: Statement, said: Sequence[Statement]) -> Row:
    inside = [other for other in said if one in _holders(other)]
    last = max([one.line, *(other.line for other in inside)])
    # the code that it names, or that is the first within it
    answered = next((other.name for other in inside if other.what is What.CODE), None)
    family = one.message.family if one.message and one.is_whole else None  # a whole wording tells its program
    return {
        "line": block.first_line + one.line - 1, "column": one.column, "what": str(one.what), "name": one.name,
        **{name: one.fields.get(name) for name in _COLUMNS},
        "queue": _number(one.fields.get("queue")), "code": _number(one.fields.get("code") or answered),
        "source": family if family in _PROGRAMS else "other",
        "whole": one.is_whole, "others": ", ".join(one.others) or None,
        "within": block.first_line + one.within.line - 1 if one.within else None,
        "text": without_secrets("\n".join([one.text, *block.lines[one.line : last]])),
    }  # fmt: skip


def _number(text: str | None) -> int | None:
    return int(text) if text is not None and text.lstrip("-").isdigit() and len(text) < 10 else None


def _answer(block: Block, one: Statement) -> Row:
    named = f"{one.name}={one.fields['value']}" if one.what is What.SETTING else one.text
    text = without_secrets(one.fields.get("answer") or named)
    group, topic = names_in(one.text)
    return {
        "line": block.first_line + one.line - 1, "kind": Kind.STATEMENTS.value, "command": None,
        "group": group, "topic": topic, "code": int(one.name) if one.what is What.CODE else None, "text": text,
    }  # fmt: skip


def parse_prose(block: Block, zone: tzinfo) -> Parsed:
    """Sentences are no evidence, and count as noise."""
    parsed = Parsed()
    parsed.count(block.lines, ())
    return parsed
