"""What RocketMQ prints: texts in, blocks and rows out. Pure Python; no Spark, no files, no judgement.

The road of a text: `recognise_blocks` cuts it into blocks (each the output of one command, or a log), `parse` turns one
block into rows; logs are read elsewhere. A kind of output is one object (`output`), listed in `mqadmin.outputs`: its
marks, headers, continuation and parser. What mqadmin printed and nobody touched goes the straight road: each line is a
row, header or total by itself. Everything else is cleaned first (`cleaning`, with the
prefixes that logs know as well) and cut then, by the same cutter; rows are the same on both roads.
"""

from __future__ import annotations

from datetime import tzinfo

from rmqkit.formats import admin_json
from rmqkit.formats.block import LOG_KINDS, Block, Kind, Parsed
from rmqkit.formats.characters import split_lines
from rmqkit.formats.cleaning import clean_lines
from rmqkit.formats.mqadmin.outputs import BY_KIND
from rmqkit.formats.recognise import holds_output, looks_like_plain_log, recognise_blocks, shows_output


def parse(block: Block, zone: tzinfo) -> Parsed:
    """The rows of one block and the fate of each of its lines.

    `zone` is that of the JVM (or shell) that printed the dates. Raises ValueError for a log: its
    records are read by the log engine, line by line, and not here.
    """
    if block.kind in LOG_KINDS:
        raise ValueError(f"a {block.kind.value} has no rows here: logs are read by the log engine")
    return admin_json.parse(block, zone) if admin_json.is_answer(block) else BY_KIND[block.kind].parse(block, zone)


__all__ = [
    "LOG_KINDS", "Block", "Kind", "Parsed", "clean_lines", "holds_output",
    "looks_like_plain_log", "parse", "recognise_blocks", "shows_output", "split_lines",
]  # fmt: skip
