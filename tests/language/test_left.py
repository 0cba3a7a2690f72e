"""What still speaks English alone: a list that may only become shorter. Sentences that code puts together by f-strings
cannot be said in another language; `say` can."""

from __future__ import annotations

import ast
from pathlib import Path

from tests.language.english import english_in
from tests.language.extraction import ROOT

PACKAGE = ROOT / "rmqkit"
ENGLISH_ONLY = frozenset(
    {
        "__init__.py",
        "bench/comparing.py",
        "bench/controls.py",
        "bench/hypothesis.py",
        "bench/showing.py",
        "bench/supposing.py",
        "bench/widget.py",
        "cli/options.py",
        "collect/collecting.py",
        "collect/tool.py",
        "diagnosis/diagnose.py",
        "figures/allocation_explorer.py",
        "figures/rollout.py",
        "formats/__init__.py",
        "formats/logs/carried/offsets.py",
        "formats/mqadmin/numbers.py",
        "java.py",
        "mcp/confined.py",
        "mcp/desk.py",
        "plan/from_evidence.py",
        "plan/planning.py",
        "plan/situation.py",
        "plan/ways.py",
        "redact/folder.py",
        "redact/key.py",
        "redact/pseudonyms.py",
        "rocketmq/client_id.py",
        "rocketmq/client_id_meaning.py",
        "rocketmq/local_address.py",
        "rocketmq/machine_room.py",
        "rocketmq/subscription_mark.py",
        "rocketmq/version.py",
        "session.py",
        "tables/archives.py",
        "tables/files.py",
        "tables/log_needles.py",
        "tables/places.py",
        "tables/reading.py",
        "tables/remote.py",
        "tables/saved.py",
        "tables/workers.py",
    }
)
"""Most are errors of readers and tools, and the words of pictures, plans, comparisons and the bench."""


def spoken_by_f_strings(module: Path) -> bool:
    """Whether any f-string of a module holds three English words in a row."""
    tree = ast.parse(module.read_text(encoding="utf-8"))
    return any(english_in(_text(node)) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr))


def _text(node: ast.JoinedStr) -> str:
    return "".join(part.value if isinstance(part, ast.Constant) else "·" for part in node.values)


def test_what_is_left_to_convert_is_listed() -> None:
    left = {str(path.relative_to(PACKAGE)) for path in PACKAGE.rglob("*.py") if spoken_by_f_strings(path)}
    assert left == set(ENGLISH_ONLY)
