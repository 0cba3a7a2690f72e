"""The versions that a fresh environment gets: `make lock` writes the newest that fit together into constraints.txt.

    python -m tests.lock python3.12 python3.13     for this Python and for these
    python -m tests.lock --newer                   what this environment has newer than the lock

Asks pip what it would install, and installs nothing.
"""

import argparse
import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Mapping
from importlib import metadata
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
LOCK = ROOT / "constraints.txt"
TOOLS = ("pip", "setuptools", "hatchling")
"""What installs and builds: nobody declares it, and it would be another one tomorrow."""
_HEAD = """\
# The versions of every environment that the Makefile and environment.yml make, for Python {pythons}.
# `make lock` writes this file; `make newest` tries the newest versions in its place.
# Made on Linux: what only another system needs (appnope, colorama, pywinpty) is not held.
"""


def declared() -> dict[str, list[Requirement]]:
    """What pyproject.toml asks for, by part: the package, its extras, its groups, and what builds it."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    parts = {
        "dependencies": project["project"]["dependencies"],
        "build": project["build-system"]["requires"],
        **project["project"]["optional-dependencies"],
        **project["dependency-groups"],
    }
    asked = {part: [Requirement(each) for each in listed] for part, listed in parts.items()}
    # An extra may take up another one of the package itself.
    return {part: [each for each in listed if each.name != "rmqkit"] for part, listed in asked.items()}


def locked(text: str | None = None) -> dict[str, Requirement]:
    """The lines of the lock by name."""
    lines = (LOCK.read_text(encoding="utf-8") if text is None else text).splitlines()
    found = [Requirement(line) for line in lines if line and not line.startswith("#")]
    return {canonicalize_name(each.name): each for each in found}


def version_of(line: Requirement) -> str:
    """The one version that a line of the lock allows."""
    return str(line.specifier).removeprefix("==")


def newer() -> dict[str, str]:
    """What is installed here in another version than the lock has: `locked -> installed`."""
    here = {canonicalize_name(each.name): each.version for each in metadata.distributions()}
    lines = {name: version_of(line) for name, line in locked().items()}
    return {
        name: f"{lines[name]} -> {here[name]}" for name in sorted(lines) if here.get(name, lines[name]) != lines[name]
    }


def _resolved(python: str, constraints: str) -> list[dict[str, Any]]:
    """What pip would install for a Python, as its report has it."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    extras, groups = project["project"]["optional-dependencies"], project["dependency-groups"]
    with TemporaryDirectory() as folder:
        Path(folder, "fixed.txt").write_text(constraints, encoding="utf-8")
        words = [
            sys.executable,
            "-m",
            "pip",
            "--python",
            python,
            "install",
            "--dry-run",
            "--ignore-installed",
            "--quiet",
        ]
        words += ["--report", "-", "--constraint", f"{folder}/fixed.txt", f".[{','.join(extras)}]", *TOOLS]
        words += [word for group in groups for word in ("--group", group)]
        report = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    if report.returncode:
        sys.exit(report.stderr)
    return [each["metadata"] for each in json.loads(report.stdout)["install"] if each["metadata"]["name"] != "rmqkit"]


def lines_of(packages: Iterable[Mapping[str, Any]]) -> list[str]:
    """The lock's lines: name, version, and where it is needed if that is not everywhere."""
    found = {canonicalize_name(each["name"]): each for each in packages}
    wanted_where: dict[str, set[str]] = {}
    asked = [Requirement(each) for package in found.values() for each in package.get("requires_dist", [])]
    for each in [*asked, *(each for listed in declared().values() for each in listed)]:
        if "extra" not in str(each.marker or ""):
            wanted_where.setdefault(canonicalize_name(each.name), set()).add(str(each.marker or ""))
    lines = []
    for name, package in sorted(found.items()):
        where = wanted_where.get(name, {""})
        marker = "" if "" in where else "; " + " or ".join(sorted(where))
        lines.append(f"{name}=={package['version']}{marker}")
    return lines


def main() -> int:
    """Write the lock, or tell what is newer than it."""
    parser = argparse.ArgumentParser(prog="python -m tests.lock")
    parser.add_argument("pythons", nargs="*", help="other Pythons that the versions have to fit")
    parser.add_argument(
        "--newer", action="store_true", help="tell what is installed newer than the lock, write nothing"
    )
    options = parser.parse_args()
    if options.newer:
        print("\n".join(f"{name} {versions}" for name, versions in newer().items()) or "nothing is newer than the lock")
        return 0
    pythons = [sys.executable, *options.pythons]
    packages: dict[str, dict[str, Any]] = {}
    for python in pythons:
        fixed = "\n".join(f"{name}=={each['version']}" for name, each in packages.items())
        packages |= {canonicalize_name(each["name"]): each for each in _resolved(python, fixed)}
    versions = [subprocess.check_output([python, "--version"], text=True).split()[1] for python in pythons]
    minors = ", ".join(re.sub(r"\.\d+$", "", version) for version in versions)
    LOCK.write_text(_HEAD.format(pythons=minors) + "\n".join(lines_of(packages.values())) + "\n", encoding="utf-8")
    print(f"{LOCK.name}: {len(packages)} packages, for Python {minors}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
