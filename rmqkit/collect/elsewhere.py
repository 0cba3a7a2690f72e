"""mqadmin and logs that are in containers: what is run there, by `kubectl exec` or whatever passes its arguments on as
they are (`docker exec`, `nerdctl exec`, `oc exec`). The three programs are POSIX shell and only read.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from rmqkit.errors import Error
from rmqkit.language import say

FIND = r"""mqadmin=${1:-$(command -v mqadmin || echo "$ROCKETMQ_HOME/bin/mqadmin")}
[ -f "$mqadmin" ] && echo "$mqadmin" && ls "$(dirname "$mqadmin")/../lib"
"""
"""Prints where mqadmin is and the jars beside it. The images of RocketMQ set ROCKETMQ_HOME and not the PATH."""

RUN = r"""folder=$(mktemp -d) && cd "$folder" || exit 125
limit=; if command -v timeout >/dev/null 2>&1; then limit="timeout $1"; fi; shift
TZ=UTC $limit sh "$@"; code=$?
for file in */*; do if [ -f "$file" ]; then printf '\n\036%s\n' "$file"; cat "$file"; fi; done
cd / && rm -rf "$folder"; exit $code
"""
"""Runs mqadmin (after the seconds that it may take) in a folder of its own and prints the files it left."""

LOGS = r"""cd "$HOME/logs" 2>/dev/null || exit 0
find . -name 'broker*.log' -o -name 'rocketmq*client.log' | while read -r file; do
    printf '\n\036%s\n' "${file#./}"; tail -c "$1" "$file"
done
"""
"""Prints the ends of the logs of a broker and of clients of 4.x and 5.x, of the bytes that are asked for at most."""

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
        raise Error(say("--logs asks for each pod of --pods SELECTOR: name both, with {pod} in --logs.", pod="{pod}"))
    for command, verb in ((shlex.split(logs), "logs"), (shlex.split(inside), "exec")):
        if verb in command:
            return Pods(tuple(command[: command.index(verb)]), selector, tuple(shlex.split(logs)))
    raise Error(say("--pods needs kubectl: by --exec 'kubectl -n NAMESPACE exec POD --', or by --logs."))


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
