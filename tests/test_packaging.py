"""What is declared is what is used: dependencies, floors, a light import, no way around the DataFrame API."""

import ast
import subprocess
import sys
import tomllib
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
import yaml

from tests.lock import declared

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "rmqkit"
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
MODULES = sorted(PACKAGE.rglob("*.py"))
DIAGNOSIS = sorted((PACKAGE / "diagnosis").rglob("*.py"))

MAY_IMPORT = {
    "environment": set(),
    "language": set(),
    "errors": {"language"},
    "formats": {"errors", "language", "time_zones"},
    "rocketmq": {"errors", "language"},
    "quick_start": set(),
    "java": {"environment", "errors", "language", "quick_start"},
    "spark_daemon": set(),
    "scratch": set(),
    "session": {"environment", "errors", "java", "language", "quick_start", "scratch"},
    "tables": {"errors", "formats", "language", "quick_start", "scratch"},
    "time_zones": {"errors", "language"},
    "evidence": {"errors", "formats", "language", "session", "tables", "time_zones"},
    "diagnosis": {"errors", "language", "formats", "rocketmq", "tables", "evidence", "time_zones"},
    "figures": {"errors", "language", "rocketmq", "diagnosis", "evidence"},
    "plan": {"errors", "language", "rocketmq", "evidence", "diagnosis"},
    "explorer": {"bench", "language", "figures"},
    "collect": {"errors", "language", "formats", "rocketmq"},
    "redact": {"errors", "formats", "language", "rocketmq", "tables"},
    "comparison": {"errors", "language", "rocketmq", "diagnosis"},
    "briefing": {"errors", "language", "rocketmq", "evidence", "diagnosis"},
    "mcp": {
        "errors",
        "language",
        "formats",
        "rocketmq",
        "tables",
        "evidence",
        "diagnosis",
        "bench",
        "briefing",
        "plan",
    },
    "bench": {"errors", "language", "rocketmq", "evidence", "diagnosis", "figures"},
    "report": {
        "bench",
        "briefing",
        "environment",
        "errors",
        "language",
        "rocketmq",
        "evidence",
        "diagnosis",
        "figures",
        "session",
        "tables",
    },
}
"""Which rooms a room may import: the lower floors that it needs. rmqkit and rmqkit.cli stand above all."""

_WORDS = {"commands", "wording"}
_CLAIMED = {"case", "claims", "facts", "relations", *_WORDS}
DIAGNOSIS_MAY_IMPORT = {
    "commands": {"facts"},
    "wording": set(),
    "facts": set(),
    "relations": {"facts"},
    "case": {"commands", "facts", "relations", "wording"},
    "timeline": {"case", "relations", "facts"},
    "claims": {"facts"},
    "judge": {"claims", "commands", "facts", "finding"},
    "healthy": _CLAIMED,
    "finding": {"claims", "drawn", "facts"},
    "explanation": {"case", "relations", "claims", "finding"},
    "finding_table": {"case", "relations", "claims", "commands", "explanation", "facts", "finding", "wording"},
    "findings": {"explanation", "finding", "finding_table", "healthy", "timeline", *_CLAIMED},
    "symptoms": {"anomalies", "claims", "decide", "diagnosis", "explanation", "facts", "finding", "findings", "judge"},
    "remedies": {"case", "relations", "commands", "explanation", "findings", "facts", "finding", "timeline", "wording"},
    "anomalies": {"case", "relations", "facts", "finding", "claims"},
    "meaning": {"anomalies", "case", "relations", "findings", "facts", "finding", "claims", "timeline"},
    "decide": {"case", "relations", "claims", "explanation", "findings", "facts", "finding", *_WORDS},
    "history": {
        "case",
        "facts",
        "relations",
        "explanation",
        "findings",
        "finding",
        "healthy",
        "judge",
        "claims",
        "timeline",
        "wording",
    },
    "drawn": {"case", "relations", "facts", "finding"},
    "impact": {"case", "relations", "drawn", "facts", "finding", "wording"},
    "retold": {"facts", "finding"},
    "render": {
        "anomalies",
        "case",
        "claims",
        "drawn",
        "explanation",
        "facts",
        "finding",
        "findings",
        "healthy",
        "impact",
        "relations",
        "retold",
        "timeline",
        "wording",
    },
    "diagnosis": {"claims", "finding", "render", "retold"},
    "patterns": {"case", "relations", "commands", "facts", "wording"},
    "verdict": {
        "case",
        "claims",
        "decide",
        "diagnosis",
        "drawn",
        "explanation",
        "findings",
        "facts",
        "finding",
        "healthy",
        "history",
        "impact",
        "judge",
        "meaning",
        "remedies",
        "patterns",
        "relations",
        "timeline",
        "wording",
    },
    "by_workers": {"facts", "verdict"},
    "zones": set(),
    "diagnose": {"by_workers", "diagnosis", "facts", "finding", "retold", "symptoms", "verdict", "zones"},
}
"""The floors within the diagnosis: facts, the case, claims and their judge, explanations, the verdict; showing it."""

STANDARD_LIBRARY_ONLY = ("formats", "rocketmq", "environment", "errors", "java", "scratch")
FORBIDDEN = {"sparkContext", "rdd", "_jvm", "_jsc", "_jdf", "_sc"}
"""What Spark Connect does not have."""


def room_of(module: Path) -> str:
    return module.relative_to(PACKAGE).parts[0].removesuffix(".py")


@cache
def imported_names(module: Path) -> set[str]:
    """Every module that is named by an import, at any depth of the code."""
    names: set[str] = set()
    for node in ast.walk(tree_of(module)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module}: a relative import hides which floor it reaches"
            names.add(node.module or "")
            if node.module == "rmqkit":
                names |= {f"rmqkit.{alias.name}" for alias in node.names}
    return names


def tree_of(module: Path) -> ast.Module:
    return ast.parse(module.read_text(encoding="utf-8"))


def attributes_in(tree: ast.AST) -> set[str]:
    return {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}


def test_every_room_is_known_to_the_floor_plan() -> None:
    rooms = {room_of(module) for module in MODULES} - {"__init__", "cli"}
    assert rooms - MAY_IMPORT.keys() == set()


def test_a_lower_floor_never_imports_a_higher_one() -> None:
    for module in MODULES:
        room = room_of(module)
        reached = {name.split(".")[1] for name in imported_names(module) if name.startswith("rmqkit.")}
        assert room in ("__init__", "cli") or reached - MAY_IMPORT[room] - {room} == set(), module


def test_the_diagnosis_has_floors_of_its_own() -> None:
    for module in DIAGNOSIS:
        room = module.relative_to(PACKAGE / "diagnosis").parts[0].removesuffix(".py")
        reached = {name.split(".")[2] for name in imported_names(module) if name.startswith("rmqkit.diagnosis.")}
        assert room == "__init__" or reached - DIAGNOSIS_MAY_IMPORT[room] - {room} == set(), module


def attributes_of(name: str, module: Path) -> set[str]:
    """Every `name.X` that the module says outside of comparisons."""
    tree = tree_of(module)
    compared = {id(part) for node in ast.walk(tree) if isinstance(node, ast.Compare) for part in ast.walk(node)}
    said = [node for node in ast.walk(tree) if isinstance(node, ast.Attribute) and id(node) not in compared]
    return {node.attr for node in said if isinstance(node.value, ast.Name) and node.value.id == name}


@pytest.mark.parametrize(
    ("kind", "word", "gives"),
    [
        pytest.param("Status", "PROVEN", "judge.py", id="only the judge says proven"),
        pytest.param("Status", "REFUTED", "judge.py", id="only the judge says refuted"),
        pytest.param("Severity", "OK", "verdict.py", id="only the verdict says that a whole is OK"),
    ],
)
def test_who_gives_which_word(kind: str, word: str, gives: str) -> None:
    diagnosis = [path for path in DIAGNOSIS if path.parent.name != "render"]
    assert {path.name for path in diagnosis if word in attributes_of(kind, path)} == {gives}


@pytest.mark.parametrize("word", ["proven", "OK"])
def test_the_words_are_given_as_words_nowhere_else(word: str) -> None:
    """A string in their place would be a second judge; tables of translations and of columns may name them."""
    said = {path.name for path in DIAGNOSIS if word in assigned_strings(path)}
    assert said - {"finding.py"} == set()


def assigned_strings(module: Path) -> set[str]:
    """Strings that are given to a name, a field or an argument."""
    given = (ast.Assign, ast.keyword, ast.Return)
    values = [node.value for node in ast.walk(tree_of(module)) if isinstance(node, given)]
    return {value.value for value in values if isinstance(value, ast.Constant) and isinstance(value.value, str)}


MATCHES_ITS_OWN_WORDS = {"commands.py", "parts.py", "text.py", "document.py", "names.py", "settings_written.py"}
"""The templates of commands and remedies, how a text is laid out for a screen, and the expressions that a table of
settings holds for values: none reads evidence's text."""


def test_no_expression_over_text_above_the_formats() -> None:
    assert {module.name for module in DIAGNOSIS if "re" in imported_names(module)} <= MATCHES_ITS_OWN_WORDS


def test_a_records_text_is_read_in_one_place_of_the_diagnosis() -> None:
    """What logs carry is typed in `formats/logs/carried`; `Event.carried` hands it to the rules."""
    read = [module for module in DIAGNOSIS if attributes_in(tree_of(module)) & {"raw", "detail", "last_detail"}]
    assert read == [PACKAGE / "diagnosis" / "facts" / "logs.py"]


def test_no_word_is_looked_for_in_a_text() -> None:
    """An answer's or a witness's text is for people; `Answer.said` tells what it means."""
    for module in DIAGNOSIS:
        asked = [node for node in ast.walk(tree_of(module)) if isinstance(node, ast.Compare) and _is_membership(node)]
        texts = [ast.unparse(node) for node in asked if "text" in set().union(*map(attributes_in, node.comparators))]
        assert texts == [], module


def _is_membership(node: ast.Compare) -> bool:
    return any(isinstance(operator, (ast.In, ast.NotIn)) for operator in node.ops)


@pytest.mark.parametrize("room", STANDARD_LIBRARY_ONLY)
def test_the_ground_floor_needs_nothing_but_python(room: str) -> None:
    modules = [module for module in MODULES if room_of(module) == room]
    outside = {name.split(".")[0] for module in modules for name in imported_names(module)}
    assert modules
    # Configuration is YAML, which PyYAML reads.
    assert outside - sys.stdlib_module_names - {"rmqkit", *({"yaml"} if room == "formats" else ())} == set()


def test_spark_is_used_through_dataframes_only() -> None:
    assert [module for module in MODULES if attributes_in(tree_of(module)) & FORBIDDEN] == []


def test_what_is_imported_is_declared() -> None:
    distributions = packages_distributions()
    outside = {name.split(".")[0] for module in MODULES for name in imported_names(module)}
    outside -= sys.stdlib_module_names | {"rmqkit"}
    # PySpark brings its own bridge to Java along, in the one version that fits.
    needed = {distributions.get(name, [name])[0].lower() for name in outside - {"py4j"}}
    parts = declared()
    listed = {each.name.lower() for part in ("dependencies", "report", "notebook", "mcp") for each in parts[part]}
    assert needed - listed == set()


def test_conda_and_pip_install_the_same() -> None:
    environment = yaml.safe_load((ROOT / "environment.yml").read_text(encoding="utf-8"))
    python = f"python{PYPROJECT['project']['requires-python']},<3.14"
    by_pip = ["-c constraints.txt", "-e .[notebook]"]
    assert environment["dependencies"] == [python, "openjdk=17", "pip", {"pip": by_pip}]


def test_importing_rmqkit_is_light_and_needs_no_java() -> None:
    code = (
        "import rmqkit, sys; print(sorted({'pyspark', 'pandas', 'polars', 'plotly', 'pyarrow'} & sys.modules.keys()))"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env={"PATH": ""})
    assert told.stdout.strip() == "[]"


def test_every_public_name_can_be_reached() -> None:
    import rmqkit

    assert set(rmqkit.__all__) == {
        "QUESTIONS",
        "Error",
        "bench",
        "brief",
        "diagnose",
        "figures",
        "paste",
        "read",
        "rocketmq",
        "session",
        "show_zone",
        "try_hypothesis",
    }
    for name in rmqkit.__all__:
        assert getattr(rmqkit, name) is not None
    assert set(rmqkit.__all__) <= set(dir(rmqkit))
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        _ = rmqkit.nonsense


def test_every_module_opens_with_what_it_is() -> None:
    assert [module for module in MODULES if not ast.get_docstring(tree_of(module))] == []
