"""mqadmin, of this machine or inside a container: where it is and which version. What to ask it is in `commands`."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from rmqkit.collect.commands import Version
from rmqkit.collect.elsewhere import FIND, in_shell
from rmqkit.errors import Error
from rmqkit.language import say

_TOOLS_JAR = re.compile(r"rocketmq-tools-(?P<version>\d+(?:\.\d+)+)[\w.-]*\.jar$")
_HOW_TO_GO_ON = say(
    "Name it with --mqadmin PATH (bin/mqadmin of a RocketMQ distribution), or set ROCKETMQ_HOME; "
    "for a host without Python: rmqkit collect --script."
)


@dataclass(frozen=True)
class Mqadmin:
    """The program and its version; None where no jar beside it tells. `inside`: the words that run a program there."""

    path: Path
    version: Version | None
    inside: tuple[str, ...] = ()

    @property
    def version_text(self) -> str:
        """The version as people write it."""
        return ".".join(map(str, self.version)) if self.version else "unknown"


def find_mqadmin(
    named: Path | None, environment: Mapping[str, str] = os.environ, *, version: str | None = None
) -> Mqadmin:
    """The mqadmin that was named, or on the PATH, or in ROCKETMQ_HOME.

    `version` is what a person says of it; by default the jars beside it tell. Raises Error where there is none.
    """
    told = version_from(version) if version else None
    on_path = shutil.which("mqadmin", path=environment.get("PATH", ""))
    home = environment.get("ROCKETMQ_HOME", "")
    at_home = Path(home) / "bin" / "mqadmin"
    path = named or (Path(on_path) if on_path else at_home if home and at_home.is_file() else None)
    if path is None:
        raise Error(say("mqadmin was not found on the PATH. {advice}", advice=_HOW_TO_GO_ON))
    if not path.is_file():
        raise Error(say("{path} is no file. {advice}", path=path, advice=_HOW_TO_GO_ON))
    return Mqadmin(path.absolute(), told or version_of(path.resolve()))


def find_mqadmin_inside(
    inside: Sequence[str], named: Path | None = None, *, version: str | None = None, seconds: float = 60.0
) -> Mqadmin:
    """The mqadmin of a container: that was named, on its PATH or in its ROCKETMQ_HOME.

    `inside` is a command that runs what follows it there: `kubectl -n mq exec rocketmq-0 --`. Raises Error where it
    cannot be run, or finds none.
    """
    words = in_shell(inside, FIND, *([str(named)] if named else []))
    try:
        done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=seconds)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise Error(say("{command} could not be run: {error}", command=" ".join(inside), error=str(error))) from error
    path, *jars = done.stdout.splitlines() or [""]
    if done.returncode or not path:
        raise Error(
            say(
                "No mqadmin was found by {command} {answer}. Name its path there with --mqadmin.",
                command=" ".join(inside),
                answer=f"({done.stderr.strip()[-200:]})" if done.stderr.strip() else "",
            )
        )
    return Mqadmin(Path(path), version_from(version) if version else _jars_version(jars), tuple(inside))


def version_of(program: Path) -> Version | None:
    """The version that `lib/rocketmq-tools-VERSION.jar` names in the distribution around `bin/mqadmin`."""
    return _jars_version(jar.name for jar in (program.parent.parent / "lib").glob("rocketmq-tools-*.jar"))


def _jars_version(names: Iterable[str]) -> Version | None:
    versions = [match["version"] for name in sorted(names) if (match := _TOOLS_JAR.match(name))]
    return version_from(versions[-1]) if versions else None


def version_from(text: str) -> Version:
    """`5.3.3` as numbers. Raises Error for anything else."""
    if not re.fullmatch(r"\d+(\.\d+){1,3}", text):
        raise Error(say("{text!r} is no version; write it as 4.9.7 or 5.3.3.", text=text))
    return tuple(map(int, text.split(".")))
