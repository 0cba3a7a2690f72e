"""What is declared is what is used: dependencies, floors, a light import, no way around the DataFrame API."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "rmqkit"
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
MODULES = sorted(PACKAGE.rglob("*.py"))

MAY_IMPORT = {
    "errors": set(),
    "formats": {"errors"},
    "rocketmq": {"errors"},
    "java": {"errors"},
    "warm_start": {"errors", "java"},
    "session": {"errors", "java", "warm_start"},
    "tables": {"errors", "formats"},
    "evidence": {"errors", "formats", "tables"},
    "diagnosis": {"errors", "formats", "rocketmq", "tables", "evidence"},
    "figures": {"errors", "rocketmq", "diagnosis", "evidence"},
    "plan": {"errors", "rocketmq"},
    "explorer": {"errors", "rocketmq", "figures"},
    "report": {"errors", "rocketmq", "evidence", "diagnosis", "figures", "session"},
}
"""Which rooms a room may import: the lower floors that it needs. rmqkit and rmqkit.cli stand above all."""

DIAGNOSIS_MAY_IMPORT = {
    "texts": set(),
    "wording": set(),
    "facts": set(),
    "case": {"facts"},
    "finding": {"facts", "case"},
    "rules": {"facts", "case", "finding", "texts", "wording"},
    "render": {"finding", "texts", "wording"},
    "diagnosis": {"finding", "render"},
    "diagnose": {"facts", "case", "finding", "diagnosis", "rules", "texts"},
}
"""The floors within the diagnosis: facts, then the case, then the rules; showing a verdict knows no rule."""

STANDARD_LIBRARY_ONLY = ("formats", "rocketmq", "errors", "java", "warm_start")
FORBIDDEN = {"sparkContext", "rdd", "_jvm", "_jsc", "_jdf", "_sc"}
"""What Spark Connect does not have."""


def room_of(module: Path) -> str:
    return module.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imported_names(module: Path) -> Iterator[str]:
    """Every module that is named by an import, at any depth of the code."""
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module}: a relative import hides which floor it reaches"
            yield node.module or ""
            if node.module == "rmqkit":
                yield from (f"rmqkit.{alias.name}" for alias in node.names)


def requirement_name(requirement: str) -> str:
    return re.split(r"[\[<>=!~; ]", requirement)[0].lower()


def declared(*extras: str) -> set[str]:
    project = PYPROJECT["project"]
    listed = [*project["dependencies"], *(each for name in extras for each in project["optional-dependencies"][name])]
    return {requirement_name(each) for each in listed}


def test_every_room_is_known_to_the_floor_plan() -> None:
    rooms = {room_of(module) for module in MODULES} - {"__init__", "cli"}
    assert rooms - MAY_IMPORT.keys() == set()


@pytest.mark.parametrize("module", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_a_lower_floor_never_imports_a_higher_one(module: Path) -> None:
    room = room_of(module)
    if room in ("__init__", "cli"):
        return
    reached = {name.split(".")[1] for name in imported_names(module) if name.startswith("rmqkit.")}
    assert reached - MAY_IMPORT[room] - {room} == set()


@pytest.mark.parametrize("module", sorted((PACKAGE / "diagnosis").rglob("*.py")), ids=lambda path: path.stem)
def test_the_diagnosis_has_floors_of_its_own(module: Path) -> None:
    room = module.relative_to(PACKAGE / "diagnosis").parts[0].removesuffix(".py")
    if room == "__init__":
        return
    reached = {name.split(".")[2] for name in imported_names(module) if name.startswith("rmqkit.diagnosis.")}
    assert reached - DIAGNOSIS_MAY_IMPORT[room] - {room} == set()


@pytest.mark.parametrize("room", STANDARD_LIBRARY_ONLY)
def test_the_ground_floor_needs_nothing_but_python(room: str) -> None:
    modules = [module for module in MODULES if room_of(module) == room]
    outside = {name.split(".")[0] for module in modules for name in imported_names(module)}
    assert modules
    assert outside - sys.stdlib_module_names - {"rmqkit"} == set()


@pytest.mark.parametrize("module", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_spark_is_used_through_dataframes_only(module: Path) -> None:
    tree = ast.parse(module.read_text(encoding="utf-8"))
    assert {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)} & FORBIDDEN == set()


def test_what_is_imported_is_declared() -> None:
    distributions = packages_distributions()
    outside = {name.split(".")[0] for module in MODULES for name in imported_names(module)}
    outside -= sys.stdlib_module_names | {"rmqkit"}
    needed = {distributions[name][0].lower() for name in outside}
    assert needed - declared("notebook") == set()


def test_conda_and_pip_install_the_same() -> None:
    environment = yaml.safe_load((ROOT / "environment.yml").read_text(encoding="utf-8"))
    listed = {each for each in environment["dependencies"] if isinstance(each, str)}
    project = PYPROJECT["project"]
    wanted = {*project["dependencies"], *project["optional-dependencies"]["notebook"]}
    assert listed - {"openjdk=17", "pip"} == wanted | {f"python{project['requires-python']}"}
    assert {"pip": ["-e ."]} in environment["dependencies"]


def test_importing_rmqkit_is_light_and_needs_no_java() -> None:
    code = (
        "import rmqkit, sys; print(sorted({'pyspark', 'pandas', 'polars', 'plotly', 'pyarrow'} & sys.modules.keys()))"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env={"PATH": ""})
    assert told.stdout.strip() == "[]"


def test_every_public_name_can_be_reached() -> None:
    import rmqkit

    assert set(rmqkit.__all__) == {"Error", "diagnose", "figures", "read", "rocketmq", "session"}
    for name in rmqkit.__all__:
        assert getattr(rmqkit, name) is not None
    assert set(rmqkit.__all__) <= set(dir(rmqkit))
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        _ = rmqkit.nonsense


@pytest.mark.parametrize("module", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_every_module_opens_with_what_it_is(module: Path) -> None:
    assert ast.get_docstring(ast.parse(module.read_text(encoding="utf-8")))
