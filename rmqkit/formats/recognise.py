"""Cuts the text of one file into blocks: which command or log printed which lines,
and what its prompt tells.

One file may hold anything: several commands with their prompts, repeated snapshots, failures, log
records, prose. The blocks cover every line once, in order. Rows are read by the kinds' own modules.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from rmqkit.formats import admin_json, broker_files, metrics, settings, threads
from rmqkit.formats.block import LOG_KINDS, Block, Kind
from rmqkit.formats.characters import clean_characters, split_lines
from rmqkit.formats.cleaning import clean_lines
from rmqkit.formats.cutting import cut, cut_as_printed, is_untouched, sign_at
from rmqkit.formats.cutting import unwrapped as put_together
from rmqkit.formats.logs.json_objects import unwrapped
from rmqkit.formats.logs.layouts import recognise_log
from rmqkit.formats.moments import moment_in
from rmqkit.formats.mqadmin import command_failed, other_mqadmin
from rmqkit.formats.mqadmin.outputs import OUTPUT_MARK
from rmqkit.formats.naming import TOPIC_KINDS, asked_by, client_of, group_in_rows, named_by_file
from rmqkit.formats.output import Draft, Role
from rmqkit.formats.posted import holds_sentences, parts_of, sentences_of
from rmqkit.formats.prompts import read_command
from rmqkit.formats.threads import DumpSpan

_LOG_SAMPLE = 400


def recognise_blocks(text: str, name: str) -> list[Block]:
    """The blocks of one file, in order; together they hold every line of the text exactly once.

    `name` is the file's path: it is the last hint for a group, a topic or a client, and
    never for a kind.
    """
    raw = split_lines(text)
    if not raw:
        return []
    short = max(map(len, raw)) <= _LONGEST
    straight = cut_as_printed(raw) if short and is_untouched(text) else None
    if straight is not None:
        return _blocks(straight, raw, name, "")
    return recognise_carefully(raw, name)


def recognise_carefully(raw: Sequence[str], name: str) -> list[Block]:
    """The blocks of lines that people and tools may have put anything around; at least one line."""
    whole = raw
    raw = [line[:_LONGEST] for line in raw]
    head = raw[:_LOG_SAMPLE]
    log = recognise_log(head) if looks_like_plain_log(head) else None
    if log and not holds_sentences(raw, log):
        return [Block(log.kind, 1, tuple(map(clean_characters, raw)))]
    cleaned = clean_lines(raw)
    uncut = [
        line if len(line) < _LONGEST else clean_characters(long) for line, long in zip(cleaned, whole, strict=True)
    ]
    lines = put_together(cleaned)
    around = sentences_of(cleaned)
    # cleaning takes a comment's sign for a prefix; what is commented out sets nothing
    commented = [as_is if _COMMENT.match(as_is) else line for line, as_is in zip(cleaned, raw, strict=True)]
    as_read = {Kind.THREAD_DUMP: lines, Kind.METRICS: uncut, Kind.SETTINGS: commented}
    blocks: list[Block] = []
    first = 0
    answers = {
        DumpSpan(one.first_line - 1, one.first_line - 1 + len(one.lines), 0): one for one in admin_json.blocks(uncut)
    }
    for kind, span in _cut_out(as_read, cleaned, [(one.kind, span) for span, one in answers.items()]):
        between = lines[first : span.first]
        blocks += _blocks(cut(between), between, name, around, first) if between else []
        own = tuple(as_read.get(kind, cleaned)[span.first : span.end])
        block = Block(kind, span.first + 1, own, preamble=span.preamble)
        if kind is Kind.METRICS:
            above = [line for line in raw[first : span.first] if line.strip()]
            block = replace(block, at=moment_in(above[-1]) if above else None)
        blocks.append(_named(answers[span], name) if span in answers else block)
        first = span.end
    below = lines[first:]
    blocks += _blocks(cut(below), below, name, around, first) if below else []
    # sentences that are values in a program's objects are no prose
    for i, block in enumerate(blocks):
        own_lines = raw[block.first_line - 1 : block.first_line - 1 + len(block.lines)]
        if block.kind is Kind.PROSE and any(line.lstrip().startswith("{") for line in own_lines):
            blocks[i] = replace(block, kind=Kind.UNKNOWN)
    return blocks


_COMMENT = re.compile(r"\s*(?://|#)")


def _cut_out(
    as_read: Mapping[Kind, Sequence[str]], cleaned: Sequence[str], chosen: list[tuple[Kind, DumpSpan]]
) -> list[tuple[Kind, DumpSpan]]:
    """What is told as a whole and not line by line: what is `chosen` already, dumps, files of brokers, metrics,
    configuration.

    A line belongs to the first of these that takes it.
    """
    looked_at = (
        (Kind.THREAD_DUMP, threads.spans(as_read[Kind.THREAD_DUMP])),
        (Kind.BROKER_FILE, broker_files.spans(cleaned)),
        (Kind.METRICS, metrics.spans(as_read[Kind.METRICS])),
        (Kind.SETTINGS, settings.spans(as_read[Kind.SETTINGS])),
    )
    for kind, spans in looked_at:
        taken = [span for _, span in chosen]
        chosen = [*chosen, *((kind, span) for span in spans if not any(map(span.meets, taken)))]
    return sorted(chosen, key=lambda cut: cut[1].first)


# Nothing that is recognised here is longer; matching a line of megabytes against everything
# would take minutes.
_LONGEST = 100_000


def _blocks(drafts: Sequence[Draft], lines: Sequence[str], name: str, around: str, above: int = 0) -> list[Block]:
    """The blocks of drafts of lines that stand below `above` others in the file."""
    blocks: list[Block] = []
    for draft in drafts:
        own = tuple(lines[draft.first : draft.end])
        body, kind = own[draft.preamble :], draft.kind
        if kind in LOG_KINDS:
            shape = recognise_log(body[:_LOG_SAMPLE])
            kind = shape.kind if shape else Kind.UNKNOWN
        elif kind is Kind.COMMAND_FAILED and not (command_failed.is_rocketmq(body) or draft.command.name):
            kind = Kind.UNKNOWN
        block = Block(
            kind=kind,
            first_line=above + draft.first + 1,
            lines=own,
            command=draft.command.name,
            group=draft.command.group,
            topic=draft.command.topic,
            at=draft.at,
            client_id=draft.command.client_id,
            preamble=draft.preamble,
            name_server=draft.command.name_server,
            broker=draft.command.broker,
        )
        block = _named(block, name)
        if draft.resumes is not None:  # a table that a failure or a log record cut in two is about the same as before
            earlier = blocks[draft.resumes]
            known = {name: getattr(block, name) or getattr(earlier, name) for name in _OF_ITS_COMMAND}
            block = replace(block, **known)
        blocks.append(block)
    return [part for block in blocks for part in parts_of(block, around)]


def looks_like_plain_log(head: Sequence[str]) -> bool:
    """Whether the first lines of a file are a log from top to bottom,
    which needs no cutting into blocks.

    `head` are up to a few hundred raw lines.
    """
    if shows_output(head):
        return False
    sample = [clean_characters(line) for line in head if line.strip()]
    shape = recognise_log(sample) if sample else None
    if shape is None:
        return False
    if shape.layout == _ANY_DATED:
        cleaned = clean_lines(sample)
        signs = (sign_at(cleaned, i).role for i in range(min(len(cleaned), _LOOKED_AT)))
        fails = (line.startswith("org.apache.rocketmq.tools.command.SubCommandException: ") for line in cleaned)
        if any(role in (Role.HEADER, Role.COMMAND) for role in signs) or any(fails):
            return False
    if shape.wrapped:
        sample = [unwrapped(line, shape.wrapped) for line in sample]
    elif shape.prefix:
        sample = clean_lines(sample)
    # most lines begin records, or what does not stands below one as traces do
    roles = [sign_at(sample, i).role for i in range(min(len(sample), _LOOKED_AT))]
    starts = roles.count(Role.RECORD)
    are_records = 2 * starts >= len(roles) or (starts > 0 and _OF_LOGS.issuperset(roles))
    return are_records and _OF_OUTPUTS.isdisjoint(roles)


def shows_output(head: Sequence[str]) -> bool:
    """Whether one of the first lines begins as only mqadmin's outputs do,
    which tells it from a log at once."""
    return any(OUTPUT_MARK.match(line) for line in head[:_LOOKED_AT])


def holds_output(text: str) -> bool:
    """Whether a log's text holds anything that mqadmin prints and no log does:
    then it is a pasted session."""
    return _IN_LOGS.search(text) is not None


# the marks that are spelled like nothing else, wherever they stand in a line
_IN_LOGS = re.compile(
    r"#(?:Topic|Broker Name|ClientId|Group|Index|ClusterName)\s|Below is subscription:|#Consumer Properties#"
    r"|SubCommandException|Diff Total:|mqadmin +[a-z]|\"queueDatas\""
)


_LOOKED_AT = 120
_OF_LOGS = frozenset({Role.RECORD, Role.TRACE, Role.FAILURE})
_OF_OUTPUTS = frozenset({Role.HEADER, Role.COMMAND, Role.FOOTER, Role.BODY})
# Of lines that only begin with a date: a container's time before each line of a table
# looks the same.
_ANY_DATED = "dated"


_OF_ITS_COMMAND = ("command", "group", "topic", "at", "client_id", "name_server", "broker")


def _named(block: Block, name: str) -> Block:
    """The block with the group, topic, client and command that its lines tell,
    else its file's name."""
    body = block.lines[block.preamble :]
    if block.kind is Kind.OTHER_MQADMIN:
        return replace(block, command=block.command or other_mqadmin.command_in(body))
    if block.kind is Kind.COMMAND_FAILED:
        group, topic = command_failed.names_in(" ".join(body))
        command = block.command or command_failed.command_in(body)
        block = replace(block, command=command, group=group or block.group, topic=topic or block.topic)
        kind = asked_by(command)
        return _add_file_names(block, kind, name) if kind and not (block.group or block.topic) else block
    if block.kind is Kind.RUNNING_INFO:
        block = replace(block, client_id=block.client_id or client_of(body, name))
    asked_here = block.group and any(read_command(line) for line in block.lines[: block.preamble])
    by_rows = None if asked_here else group_in_rows(block.kind, body, named_by_file(block.kind, name))
    group = block.group or by_rows
    # What a command far above asked about, a table that names another group's retry topic alone does not answer.
    if group and by_rows and not (by_rows.startswith(group) or group.startswith(by_rows)):
        group = by_rows
    return _add_file_names(replace(block, group=group), block.kind, name)


def _add_file_names(block: Block, kind: Kind, name: str) -> Block:
    """What the lines do not name, as the file's name has it."""
    hint = named_by_file(kind, name)
    if kind in TOPIC_KINDS:
        return block if block.topic else replace(block, topic=hint, named_by_file=hint)
    return block if block.group else replace(block, group=hint, named_by_file=hint)
