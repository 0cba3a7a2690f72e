"""Blocks that nothing recognised: their noise is counted, every other line stays unparsed."""

from __future__ import annotations

from datetime import tzinfo

from rmqkit.formats.block import Block, Kind, Parsed
from rmqkit.formats.mqadmin.reading import OpenBlock, read_block
from rmqkit.formats.output import Draft, LineSign, Output


def _take(reading: OpenBlock, i: int) -> int:
    return 0


def parse(block: Block, zone: tzinfo) -> Parsed:
    """No rows: unknown is never healthy, so nothing is made of such lines."""
    return read_block(block, zone, _take)


def _follows(draft: Draft, sign: LineSign) -> bool:
    return False


def _takes(draft: Draft, line: str) -> bool:
    return True


OUTPUT = Output(kind=Kind.UNKNOWN, parse=parse, follows=_follows, takes=_takes)
