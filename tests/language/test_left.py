"""What speaks English alone, each with its reason: a list that may only become shorter. Sentences that code puts
together by f-strings, and errors of others, cannot be said in another language."""

import ast
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.language.english import english_in
from tests.language.extraction import KEYWORDS, ROOT

PACKAGE = ROOT / "rmqkit"
_OF_JAVA = "the exceptions of RocketMQ's own classes, in their own words: logs print them so"
_OF_CODE = "a mistake in code that calls it, which no person and no evidence can make"
KEEPS_ENGLISH: Mapping[str, str] = {
    "__init__.py": "the words of Python's own AttributeError",
    "formats/__init__.py": _OF_CODE,
    "formats/json_text.py": "caught by the reader of the text, which is then no JSON; nobody reads it",
    "formats/mqadmin/rows.py": "caught by the reader of the line, which stays unparsed; nobody reads it",
    "language/data_files.py": "a malformed file of the package itself, which no person and no evidence can make",
    "rocketmq/machine_room.py": _OF_JAVA,
    "rocketmq/strategy.py": _OF_JAVA,
    "scratch.py": "caught where the scratch is made; what is done in its place is said there",
}
"""By module. Elsewhere English stays by its kind: descriptions of MCP's tools, which models read (mcp/server.py), the
shell script of `collect`, which must run in any locale, and the comments of columns, which are the data dictionary."""


def without_say(module: Path) -> list[str]:
    """The English that a module puts together by f-strings, or raises as it is written."""
    tree = ast.parse(module.read_text(encoding="utf-8"))
    composed = [_text(node) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr)]
    raised = [_text(text) for node in ast.walk(tree) if isinstance(node, ast.Raise) for text in _arguments(node)]
    return [text for text in (*composed, *raised) if english_in(text)]


def _arguments(node: ast.Raise) -> list[ast.expr]:
    """What other errors than rmqkit's, whose sentences the catalogue has, are raised with."""
    own = isinstance(node.exc, ast.Call) and isinstance(node.exc.func, ast.Name) and node.exc.func.id in KEYWORDS
    return node.exc.args if isinstance(node.exc, ast.Call) and not own else []


def _text(node: ast.expr) -> str:
    if isinstance(node, ast.JoinedStr):
        return "".join(map(_text, node.values))
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else "·"


def test_what_keeps_english_is_listed_with_its_reason() -> None:
    left = {str(path.relative_to(PACKAGE)) for path in PACKAGE.rglob("*.py") if without_say(path)}
    assert left == set(KEEPS_ENGLISH)


@pytest.mark.parametrize(
    ("code", "left"),
    [
        pytest.param('told = f"{name} holds no such queue"', True, id="a sentence by an f-string"),
        pytest.param('raise ValueError("there is no such queue")', True, id="an error of others as it is written"),
        pytest.param('raise Error("there is no such queue")', False, id="an error of rmqkit's, which is said"),
        pytest.param('command = f"mqadmin topicRoute -t {topic}"', False, id="a command"),
    ],
)
def test_english_without_say_is_noticed(code: str, left: bool, tmp_path: Path) -> None:
    module = tmp_path / "module.py"
    module.write_text(code)
    assert bool(without_say(module)) == left
