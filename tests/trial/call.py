"""One call of a tool of `rmqkit mcp`, for agents that have but a shell.

`mcp` lists the tools, `mcp lines '{"folder": ".", "contains": "registerConsumer"}'` asks one, `mcp stop` ends it all.
As with every client of the protocol, one server answers all calls: the first call starts who keeps it, behind a socket
(`python -m tests.trial.call --keep SOCKET ROOT`; by the reference client of the Python SDK; it ends when nobody asked
for a while). Its root is the folder of all cases; `.` means the case that is asked about.
"""

import asyncio
import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from mcp import Client, StdioServerParameters

SECONDS_TO_START = 60.0
SECONDS_WITHOUT_A_CALL = 600.0
LONGEST_QUESTION = 1 << 20
STOP, KEEP = "stop", "--keep"


def main(arguments: Sequence[str]) -> int:
    """Print the answer's text."""
    case = Path(os.environ.get("TRIAL_CASE", ".")).resolve()
    door = Path(os.environ["HOME"]) / "mcp.sock"
    tool, given = arguments[0] if arguments else "", json.loads(arguments[1]) if len(arguments) > 1 else {}
    if "folder" in given:
        given["folder"] = str(case / given["folder"])
    print(asked(door, case.parent, {"tool": tool, "given": given}))
    return 0


def asked(door: Path, root: Path, question: object) -> str:
    """What the server says; starts it where none answers."""
    try:
        return _through(door, question)
    except (FileNotFoundError, ConnectionRefusedError):
        door.unlink(missing_ok=True)
    subprocess.Popen(
        [sys.executable, "-m", "tests.trial.call", KEEP, str(door), str(root)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    until = time.monotonic() + SECONDS_TO_START
    while not door.exists() and time.monotonic() < until:
        time.sleep(0.05)
    return _through(door, question)


def _through(door: Path, question: object) -> str:
    with socket.socket(socket.AF_UNIX) as line:
        line.connect(str(door))
        line.sendall(json.dumps(question).encode() + b"\n")
        with line.makefile("rb") as told:
            return told.read().decode()


async def keep(door: Path, root: Path) -> None:
    """Hold one server and pass questions to it, one after the other, until nobody asks any more."""
    server = StdioServerParameters(
        command=sys.executable,
        args=["-m", "rmqkit.cli", "mcp", "--root", str(root)],
        env={**os.environ, "SPARK_LOCAL_IP": "127.0.0.1"},
    )
    last = time.monotonic()
    async with Client(server, read_timeout_seconds=600) as client:

        async def answer(told: asyncio.StreamReader, said: asyncio.StreamWriter) -> None:
            nonlocal last
            question = json.loads(await told.readline())
            ends = question["tool"] == STOP
            said.write(("" if ends else await _answer(client, question["tool"], question["given"])).encode())
            await said.drain()
            said.close()
            last = -SECONDS_WITHOUT_A_CALL if ends else time.monotonic()

        async with await asyncio.start_unix_server(answer, door, limit=LONGEST_QUESTION):
            while time.monotonic() - last < SECONDS_WITHOUT_A_CALL:
                await asyncio.sleep(1)
    door.unlink(missing_ok=True)


async def _answer(client: Client, tool: str, given: dict[str, object]) -> str:
    if not tool:
        tools = (await client.list_tools()).tools
        return "\n\n".join(f"{tool.name}: {tool.description}\n{json.dumps(tool.input_schema)}" for tool in tools)
    answer = await client.call_tool(tool, given)
    return "\n".join(getattr(part, "text", str(part)) for part in answer.content)


if __name__ == "__main__":
    if sys.argv[1:2] == [KEEP]:
        asyncio.run(keep(*map(Path, sys.argv[2:])))
    else:
        sys.exit(main(sys.argv[1:]))
