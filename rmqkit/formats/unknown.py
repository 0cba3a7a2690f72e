"""Blocks that nothing recognised: their noise is counted, every other line stays unparsed."""

from __future__ import annotations

from datetime import tzinfo

from rmqkit.formats.block import Block, Parsed
from rmqkit.formats.mqadmin.reading import Reading, read_block


def _take(reading: Reading, i: int) -> int:
    return 0


def parse(block: Block, zone: tzinfo) -> Parsed:
    """No rows: unknown is never healthy, so nothing is made of such lines."""
    return read_block(block, zone, _take)
