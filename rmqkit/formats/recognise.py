"""Cuts the text of one file into blocks: which command or log printed which lines, and what its prompt tells.

One file may hold anything: several commands with their prompts, repeated snapshots, failures, log records,
prose. The blocks cover every line once, in order. Rows are read by the kinds' own modules.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rmqkit.formats.block import LOG_KINDS, Block, Kind
from rmqkit.formats.clean import clean_characters, clean_lines, split_lines
from rmqkit.formats.cutting import cut
from rmqkit.formats.drafts import Draft
from rmqkit.formats.logs.bare import recognise_bare
from rmqkit.formats.logs.layouts import recognise_log
from rmqkit.formats.logs.wrapping import unwrapped
from rmqkit.formats.mqadmin import command_failed, other_mqadmin
from rmqkit.formats.naming import client_of, group_in_rows, is_about_topic, named_by_file
from rmqkit.formats.signs import Role, sign_at
from rmqkit.formats.unwrap import unwrapped as put_together

_LOG_SAMPLE = 400


def recognise_blocks(text: str, name: str) -> list[Block]:
    """The blocks of one file, in order; together they hold every line of the text exactly once.

    `name` is the file's path: it is the last hint for a group, a topic or a client, and never for a kind.
    """
    raw = split_lines(text)
    if not raw:
        return []
    if looks_like_plain_log(raw[:_LOG_SAMPLE]):
        shape = recognise_log(raw[:_LOG_SAMPLE])
        kind = shape.kind if shape else Kind.UNKNOWN
        return [Block(kind, 1, tuple(clean_characters(line) for line in raw))]
    lines = put_together(clean_lines(raw))
    blocks: list[Block] = []
    for draft in cut(lines):
        block = _named(_block(draft, lines), name)
        blocks.append(_resumed(block, blocks[draft.resumes]) if draft.resumes is not None else block)
    return blocks


def looks_like_plain_log(head: Sequence[str]) -> bool:
    """Whether the first lines of a file are a log from top to bottom, which needs no cutting into blocks.

    `head` are up to a few hundred raw lines.
    """
    sample = [clean_characters(line) for line in head if line.strip()]
    shape = recognise_log(sample) if sample else None
    if shape is None:
        return False
    if shape.layout == _ANY_DATED and _has_headers(clean_lines(sample)):
        return False
    if shape.wrapped:
        sample = [unwrapped(line, shape.wrapped) for line in sample]
    elif shape.prefix:
        sample = clean_lines(sample)
    roles = [sign_at(sample, i).role for i in range(min(len(sample), 120))]
    if any(role in (Role.HEADER, Role.COMMAND, Role.FOOTER, Role.BODY) for role in roles):
        return False
    starts = sum(role is Role.RECORD for role in roles)
    return 2 * starts >= len(roles) or (starts > 0 and all(role in _OF_LOGS for role in roles))


# Of lines that only begin with a date: a container's time before each line of a table looks the same.
_ANY_DATED = "dated"


def _has_headers(lines: Sequence[str]) -> bool:
    looked_at = range(min(len(lines), 120))
    return any(sign_at(lines, i).role in (Role.HEADER, Role.COMMAND) for i in looked_at) or any(
        line.startswith("org.apache.rocketmq.tools.command.SubCommandException: ") for line in lines
    )


_OF_LOGS = frozenset({Role.RECORD, Role.TRACE, Role.FAILURE})


def _block(draft: Draft, lines: Sequence[str]) -> Block:
    command = draft.command
    own = tuple(lines[draft.first : draft.end])
    return Block(
        kind=_final_kind(draft, own[draft.preamble :]),
        first_line=draft.first + 1,
        lines=own,
        command=command.name,
        group=command.group,
        topic=command.topic,
        at=draft.at,
        client_id=command.client_id,
        preamble=draft.preamble,
    )


def _resumed(block: Block, earlier: Block) -> Block:
    """A table that a failure or a log record cut in two: its second part is about the same as the first."""
    return replace(
        block,
        command=block.command or earlier.command,
        group=block.group or earlier.group,
        topic=block.topic or earlier.topic,
        at=block.at or earlier.at,
        client_id=block.client_id or earlier.client_id,
    )


def _final_kind(draft: Draft, body: Sequence[str]) -> Kind:
    if draft.kind in LOG_KINDS:
        shape = recognise_log(body[:_LOG_SAMPLE])
        return shape.kind if shape else Kind.UNKNOWN
    if draft.kind is Kind.UNKNOWN and (bare := recognise_bare(body)):
        return bare.kind
    if draft.kind is Kind.COMMAND_FAILED and not (command_failed.is_rocketmq(body) or draft.command.name):
        return Kind.UNKNOWN
    return draft.kind


def _named(block: Block, name: str) -> Block:
    body = block.lines[block.preamble :]
    if block.kind is Kind.OTHER_MQADMIN:
        return replace(block, command=block.command or other_mqadmin.command_in(body))
    if block.kind is Kind.COMMAND_FAILED:
        group, topic = command_failed.names_in(" ".join(body))
        command = block.command or command_failed.command_in(body)
        return replace(block, command=command, group=group or block.group, topic=topic or block.topic)
    hint = named_by_file(block.kind, name)
    if is_about_topic(block.kind):
        return replace(block, topic=block.topic or hint)
    if block.kind is Kind.RUNNING_INFO:
        block = replace(block, client_id=block.client_id or client_of(body, name))
    return replace(block, group=block.group or group_in_rows(block.kind, body, hint) or hint)
