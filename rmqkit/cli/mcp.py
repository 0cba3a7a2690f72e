"""`rmqkit mcp`: a door for agents, by the Model Context Protocol over stdio. The tools stand in
mcp/.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from rmqkit.cli.run import Run, command
from rmqkit.errors import Error
from rmqkit.language import say

Root = Annotated[
    list[Path],
    typer.Option("--root", help="A folder that evidence may be read from; may be given several times."),
]


@command("zone")
def mcp(root: Root, run: Run) -> None:
    """Answer an agent's questions about evidence below --root, by MCP on standard input and output.

    Every tool only reads. Needs the extra `mcp`: pip install 'rmqkit[mcp]'.
    """
    try:
        from rmqkit.mcp import serve
    except ImportError as error:
        raise Error(
            say(
                "The MCP server needs more packages ({error}): pip install 'rmqkit[mcp]'",
                error=error,
            )
        ) from error
    serve(root, run.zone, run.lang)
