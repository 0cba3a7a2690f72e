"""`python -m tests.redact.build_vocabulary`: writes the words that redaction keeps, out of what
RocketMQ prints.

Three sources: the words of the formats (what rmqkit reads), those of the lab's recordings that are
no names there (words_recorded.txt, which `--recordings` makes anew in some minutes), and those of
words_by_hand.txt. The vocabulary itself is written by nobody else.
"""

import ast
import re
import sys
import tarfile
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import rmqkit
from rmqkit.formats.data import rows_of
from rmqkit.formats.logs.catalogue import MESSAGES
from rmqkit.formats.logs.exceptions import EXCEPTIONS
from rmqkit.formats.mqadmin.rows import HEADINGS
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
# others. Written by `python -m tests.redact.build_vocabulary`; what is added by hand stands in
# tests/redact/words_by_hand.txt.
"""
LEAST = 3
HOLE = re.compile(r"\{[a-z_]*\}|<<|>>")
# What is said about messages is rmqkit's own prose: its words may be names of somebody's topics.
_PROSE = "exceptions explained meanings next_looks parts_of_wordings response_codes stated statements surroundings"
OF_PROSE = frozenset(_PROSE.split())
SHAPES = {
    "columns.tsv": ("column", "empty", "headings", "cell"),
    "noise.tsv": ("program", "shape"),
    "prefixes.tsv": ("tool", "use", "shape"),
    "printed.tsv": ("command", "prints", "shape"),
    "told.tsv": ("command", "program", "part", "name", "value", "group", "topic", "shape"),
}
"""Tables of what mqadmin, tools and people print."""
# numbers, and hexadecimal ids of channels and threads
NO_WORD = re.compile(r"[0~_.-]*|(?=.*0)(?:[0a-f-]+|[0A-F]+|0?x[0a-f]+)")
RECORDED, BY_HAND = (Path(__file__).with_name(name) for name in ("words_recorded.txt", "words_by_hand.txt"))


def main() -> None:
    """Write the vocabulary."""
    if "--recordings" in sys.argv[1:]:
        RECORDED.write_text("\n".join(sorted(_recorded())) + "\n", encoding="utf-8")
    TARGET.write_text(made(), encoding="utf-8")


def made() -> str:
    """The text of the vocabulary as it has to be."""
    words = {tokens.shape(word) for text in _formats() for word in tokens.TOKEN.findall(text)}
    for listed in (RECORDED, BY_HAND):
        words.update(listed.read_text(encoding="utf-8").split())
    return HEAD + "\n".join(sorted(words)) + "\n"


def _formats() -> Iterator[str]:
    """Every text of the formats' sources: headings, keys, wordings; expressions without their
    signs.
    """
    for message in MESSAGES:
        yield HOLE.sub(" ", message.template)
    yield from (words for thrown in EXCEPTIONS for all_of in thrown.words for words in all_of)
    yield from (words for text in HEADINGS for words in (text, text.replace(" ", "")))
    for file, columns in SHAPES.items():
        for row in rows_of(file, *columns):
            yield _without_signs(f"{row[columns[0]]} {row[columns[-1]]}")
    for module in sorted((ROOT / "formats").rglob("*.py")):
        if module.parent.name == "catalogue" or module.stem in OF_PROSE:
            continue
        tree = ast.parse(module.read_text(encoding="utf-8"))
        said = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        said |= {id(name) for node in ast.walk(tree) if _reads_rows(node) for name in ast.walk(node)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in said:
                yield _without_signs(node.value)


def _reads_rows(node: ast.AST) -> bool:
    """Whether it names a data file, or a column of one."""
    match node:
        case ast.Call(func=ast.Name(id="rows_of")) | ast.Subscript(value=ast.Name(id="row")):
            return True
    return False


def _without_signs(text: str) -> str:
    return re.sub(r"\{[A-Z_0-9]+\}|\\[a-zA-Z]|[|()\[\]?*+\\^${}]|\(\?P<\w+>", " ", text)


def _recorded() -> set[str]:
    """Words of several recordings that are no name in any of them, whatever the vocabulary holds today."""
    tokens.vocabulary.cache_clear()
    tokens.vocabulary = frozenset  # type: ignore[assignment]
    tokens.tells_nothing.cache_clear()
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
