"""`python -m tests.redact.build_vocabulary`: writes the words that redaction keeps, out of what
RocketMQ prints.

Two sources: the words of the formats (what rmqkit reads), and those of the lab's recordings that
are no names there.
"""

from __future__ import annotations

import ast
import re
import tarfile
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import rmqkit
from rmqkit.formats.logs.catalogue import MESSAGES
from rmqkit.formats.mqadmin.columns import _HEADINGS
from rmqkit.redact import learning, tokens
from rmqkit.tables.files import SourceFile, source_files

ROOT = Path(rmqkit.__file__).parent
SAMPLES = ROOT.parent / "data_samples"
TARGET = ROOT / "redact" / "vocabulary.txt"
# what a lab of its own calls itself, besides what columns hold
LAB = re.compile(
    r"(?i).*(?:topic[a-z]\b|group[a-z]\b|broker-[a-z]\b|lab|incident|acme|example|paynow|shop|orders?[-.]|payments?[-.]).*"
)
HEAD = """\
# Words that RocketMQ, Java, loggers and shells print, numbers as 0. Redaction keeps these and no
# others.
# Written by tests/redact/build_vocabulary.py; what is added by hand stands in
# tests/redact/words_by_hand.txt.
"""
LEAST = 3
HOLE = re.compile(r"\{[a-z_]*\}|<<|>>")
# What is said about messages is rmqkit's own prose: its words may be names of somebody's topics.
OF_PROSE = frozenset({"explained", "next_looks", "response_codes"})
# numbers, and hexadecimal ids of channels and threads
NO_WORD = re.compile(r"[0~_.-]*|(?=.*0)(?:[0a-f-]+|[0A-F]+)")


def main() -> None:
    """Write the vocabulary."""
    tokens.vocabulary.cache_clear()
    tokens.vocabulary = lambda: frozenset()  # type: ignore[assignment]
    tokens.tells_nothing.cache_clear()
    words = {tokens.shape(word) for text in _formats() for word in tokens.TOKEN.findall(text)}
    words |= _recorded()
    by_hand = Path(__file__).with_name("words_by_hand.txt").read_text(encoding="utf-8").split()
    kept = sorted({*words, *by_hand})
    TARGET.write_text(HEAD + "\n".join(kept) + "\n", encoding="utf-8")
    print(f"{len(kept):,} words")


def _formats() -> Iterator[str]:
    """Every text of the formats' sources: headings, keys, wordings; expressions without their
    signs.
    """
    for message in MESSAGES:
        yield HOLE.sub(" ", message.template)
    yield from (text.replace(" ", "") for texts in _HEADINGS.values() for text in texts)
    for module in sorted((ROOT / "formats").rglob("*.py")):
        if module.parent.name == "catalogue" or module.stem in OF_PROSE:
            continue
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and not _is_docstring(node):
                yield re.sub(r"\\[a-zA-Z]|[|()\[\]?*+\\^${}]|\(\?P<\w+>", " ", node.value)


def _is_docstring(node: ast.Constant) -> bool:
    return node.col_offset in (0, 4) and "\n" in str(node.value) and " | " not in str(node.value)


def _recorded() -> set[str]:
    """Words of several recordings that are no name in any of them."""
    seen: Counter[str] = Counter()
    names: set[str] = set()
    for folder in _folders():
        files = source_files(str(folder))
        learned = learning.learn(files)
        names |= learned.names | learned.ambiguous
        inner = "|".join(map(re.escape, sorted(learned.names, key=len, reverse=True))) or r"(?!)"
        inside = re.compile(rf"(?<![^\W_])(?:{inner})(?![^\W_])")
        seen.update({word for file in files for word in _words(file, inside)})
    shapes = {tokens.shape(name) for name in names}
    return {
        word
        for word, times in seen.items()
        if times >= LEAST and word not in shapes and not LAB.fullmatch(word) and "w0" not in word
    }


def _words(file: SourceFile, inside: re.Pattern[str]) -> set[str]:
    text = file.read()[0].decode("utf-8", "replace")
    words = set(tokens.TOKEN.findall(text)) | set(tokens.TOKEN.findall(file.name))
    found = {tokens.shape(inside.sub("~", word)) for word in words}
    return {word for word in found if len(word) < 80 and not NO_WORD.fullmatch(word)}


def _folders() -> Iterator[Path]:
    for archive in sorted((SAMPLES / "recorded").glob("*.tar.xz")):
        with tempfile.TemporaryDirectory() as home, tarfile.open(archive) as file:
            file.extractall(home, filter="data")
            yield Path(home) / archive.name.removesuffix(".tar.xz") / "evidence"


if __name__ == "__main__":
    main()
