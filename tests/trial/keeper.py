"""Holds one `rmqkit mcp`, by the reference client of the Python SDK, and passes to it what `tests.trial.call` asks:
`python -m tests.trial.keeper SOCKET ROOT`. Ends when nobody asked for a while."""

from __future__ import annotations

import asyncio
import json
import os
import sys
import time
from pathlib import Path

from mcp import Client, StdioServerParameters

SECONDS_WITHOUT_A_CALL = 600.0
LONGEST_QUESTION = 1 << 20
STOP = "stop"


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
    asyncio.run(keep(Path(sys.argv[1]), Path(sys.argv[2])))
