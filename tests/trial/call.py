"""One call of a tool of `rmqkit mcp`, by the reference client of the Python SDK, for agents that have but a shell.

`mcp` lists the tools; `mcp lines '{"folder": ".", "words": "registerConsumer"}'` asks one of them. The folder of the
case is the only root.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Sequence

from mcp import Client, StdioServerParameters


def main(arguments: Sequence[str]) -> int:
    """Print the answer's text."""
    root = os.environ.get("TRIAL_CASE", ".")
    server = StdioServerParameters(
        command=sys.executable,
        args=["-m", "rmqkit.cli", "mcp", "--root", root],
        env={**os.environ, "SPARK_LOCAL_IP": "127.0.0.1"},
    )
    print(asyncio.run(_answer(server, arguments)))
    return 0


async def _answer(server: StdioServerParameters, arguments: Sequence[str]) -> str:
    async with Client(server, read_timeout_seconds=600) as client:
        if not arguments:
            tools = (await client.list_tools()).tools
            return "\n\n".join(f"{tool.name}: {tool.description}\n{json.dumps(tool.input_schema)}" for tool in tools)
        given = json.loads(arguments[1]) if len(arguments) > 1 else {}
        answer = await client.call_tool(arguments[0], given)
        return "\n".join(getattr(part, "text", str(part)) for part in answer.content)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
