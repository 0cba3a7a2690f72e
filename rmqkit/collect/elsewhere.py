"""mqadmin, of this machine or inside a container: where it is and which version; and logs that are in containers.

What is run there, by `kubectl exec` or whatever passes its arguments on as they are (`docker exec`, `nerdctl exec`,
`oc exec`), are three programs of POSIX shell that only read. What to ask is in `commands`.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from rmqkit.collect.commands import Version
from rmqkit.errors import Error
from rmqkit.language import say

FIND, RUN, LOGS = (
    Path(__file__).with_name(f"{name}.sh").read_text(encoding="utf-8") for name in ("find", "run", "logs")
)
"""What prints where mqadmin is and the jars beside it (the images of RocketMQ set ROCKETMQ_HOME and not the PATH); what
runs mqadmin (after the seconds that it may take) in a folder of its own and prints the files it left; what prints the
ends of the logs of a broker and of clients of 4.x and 5.x, of the bytes that are asked for at most."""

MOST_BYTES = 256 * 1024 * 1024

_MARK = b"\n\x1e"
_A_NAME = re.compile(r"[\w%@#.:+-]+(?:/[\w%@#.:+-]+)*")


def in_shell(inside: Sequence[str], program: str, *arguments: str) -> list[str]:
    """The words that run one of these programs there."""
    return [*inside, "sh", "-c", program, "sh", *arguments]


def pods_in(table: str) -> Iterator[str]:
    """The pods that `kubectl get pods` prints a row of."""
    rows = [line.split() for line in table.splitlines()]
    header = next((number for number, row in enumerate(rows) if row[:1] == ["NAME"]), len(rows))
    yield from (row[0] for row in rows[header + 1 :] if row)


@dataclass(frozen=True)
class Pods:
    """The pods of brokers and of clients: `kubectl` with its namespace, their label, what prints the log of `{pod}`."""

    kubectl: tuple[str, ...]
    selector: str
    logs: tuple[str, ...] = ()

    def table(self) -> list[str]:
        """Prints the pods with addresses and nodes: pods on a host's network have its address."""
        return [*self.kubectl, "get", "pods", "-l", self.selector, "-o", "wide"]

    def printed_by(self, pod: str) -> list[str]:
        """Prints what the pod's program wrote to its output."""
        return [word.replace("{pod}", pod) for word in self.logs]

    def inside(self, pod: str) -> list[str]:
        """Runs what follows in the pod."""
        return [*self.kubectl, "exec", pod, "--"]


def pods_of(selector: str, logs: str, inside: str) -> Pods | None:
    """`kubectl` and its namespace are those of `--logs` or `--exec`. Raises Error where neither says them."""
    if not (selector or logs):
        return None
    if not selector or (logs and "{pod}" not in logs):
        raise Error("--logs runs for each pod of --pods SELECTOR: set both, with {pod} in --logs.", pod="{pod}")
    for command, verb in ((shlex.split(logs), "logs"), (shlex.split(inside), "exec")):
        if verb in command:
            return Pods(tuple(command[: command.index(verb)]), selector, tuple(shlex.split(logs)))
    raise Error("--pods needs kubectl: use --exec 'kubectl -n NAMESPACE exec POD --', or --logs.")


def files_taken_out(output: Path, folder: Path) -> list[str]:
    """Write the files that a program printed behind its own output below the folder; their names.

    A name that leads out of the folder is no name: what it heads stays in the output.
    """
    own, *parts = output.read_bytes().split(_MARK)
    names = []
    for part in parts:
        head, _, content = part.partition(b"\n")
        name = head.decode(errors="replace")
        if not _A_NAME.fullmatch(name) or ".." in name.split("/"):
            own += _MARK + part
            continue
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
        names.append(name)
    output.write_bytes(own)
    return names


_TOOLS_JAR = re.compile(r"rocketmq-tools-(?P<version>\d+(?:\.\d+)+)[\w.-]*\.jar$")
_HOW_TO_GO_ON = say(
    "Give its path with --mqadmin PATH (bin/mqadmin of a RocketMQ distribution), or set ROCKETMQ_HOME; "
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
        raise Error("mqadmin was not found on the PATH. {advice}", advice=_HOW_TO_GO_ON)
    if not path.is_file():
        raise Error("{path} is not a file. {advice}", path=path, advice=_HOW_TO_GO_ON)
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
        raise Error("{command} could not be run: {error}", command=" ".join(inside), error=str(error)) from error
    path, *jars = done.stdout.splitlines() or [""]
    if done.returncode or not path:
        raise Error(
            "{command} found no mqadmin {answer}. Give its path on that host with --mqadmin.",
            command=" ".join(inside),
            answer=f"({done.stderr.strip()[-200:]})" if done.stderr.strip() else "",
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
        raise Error("{text!r} is not a version; write it as 4.9.7 or 5.3.3.", text=text)
    return tuple(map(int, text.split(".")))
