"""A fresh environment is the same from day to day: what is declared is locked, nothing floats, make installs by it."""

import os
from importlib import metadata

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.lock import ROOT, declared, lines_of, locked, newer, version_of

DECLARED = [(part, each) for part, listed in declared().items() for each in listed]
BROUGHT_BY_PYTHON = {"pip", "setuptools"}
"""`python -m venv` may put them there, before anything is installed by the lock."""
not_the_newest = pytest.mark.skipif("RMQKIT_NEWEST" in os.environ, reason="made of the newest versions, by make newest")


@pytest.mark.parametrize(("part", "wanted"), DECLARED, ids=lambda value: str(value))
def test_what_is_declared_is_locked_within_its_bounds(part: str, wanted: Requirement) -> None:
    line = locked()[canonicalize_name(wanted.name)]
    assert line.specifier and str(line.specifier).startswith("==")
    assert wanted.specifier.contains(version_of(line), prereleases=True)


@not_the_newest
def test_what_is_installed_is_what_is_locked() -> None:
    """Where this fails: make, or pip install with --constraint constraints.txt."""
    assert {name: versions for name, versions in newer().items() if name not in BROUGHT_BY_PYTHON} == {}


@not_the_newest
def test_nothing_that_a_locked_package_needs_floats() -> None:
    lines = locked()
    installed = [each for each in metadata.distributions() if canonicalize_name(each.name) in lines]
    needed = [Requirement(text) for package in installed for text in package.requires or []]
    here = {canonicalize_name(each.name) for each in needed if not each.marker or each.marker.evaluate({"extra": ""})}
    assert here - lines.keys() == set()


def test_the_makefile_installs_by_the_lock() -> None:
    recipes = [line for line in (ROOT / "Makefile").read_text(encoding="utf-8").splitlines() if "pip install" in line]
    assert recipes
    assert [line for line in recipes if "--constraint $(LOCK)" not in line] == []


def test_a_line_says_where_its_package_is_needed() -> None:
    packages = [
        {"name": "A_B", "version": "1", "requires_dist": ["c; python_version < '3.12'", "d; extra == 'x'", "e"]},
        *({"name": name, "version": "2"} for name in "cde"),
    ]
    assert lines_of(packages) == ["a-b==1", 'c==2; python_version < "3.12"', "d==2", "e==2"]
