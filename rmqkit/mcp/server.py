"""The tools by the protocol. What they are and do, with their arguments and descriptions, is in `desk`."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from functools import wraps
from importlib.metadata import version
from pathlib import Path
from typing import Any

from mcp.server import MCPServer
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import ToolAnnotations

from rmqkit.errors import Error
from rmqkit.language import in_language
from rmqkit.mcp.desk import Desk, Roots
from rmqkit.tables.progress import Show, shown_by

# Instructions, descriptions and names of fields stay English: a model reads them, not a person, and every model that
# speaks the protocol reads English. What a tool answers with is for people, and is said in the language of `--lang`.
INSTRUCTIONS = Path(__file__).with_name("instructions.md").read_text(encoding="utf-8")

_READS = ToolAnnotations(read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False)


def serve(roots: Sequence[Path], zone: str = "UTC", lang: str = "en") -> None:
    """Answer on standard input and output until it ends. Raises Error for a root that is no folder."""
    server(Desk(Roots.of(roots), zone, lang)).run("stdio")


class _Server(MCPServer):
    """Tells whoever waits for a tool's answer, and asked for progress, what is being read and for how long."""

    async def call_tool(self, name: str, arguments: dict[str, Any], context: Context[Any, Any] | None = None) -> Any:  # noqa: ANN401
        if context is None:
            return await super().call_tool(name, arguments)
        with shown_by(_line_of(context)):
            return await super().call_tool(name, arguments, context)


def _line_of(context: Context[Any, Any]) -> Show:
    """Tools run in threads of their own; notifications leave by the loop that the request came by."""
    loop, begin = asyncio.get_running_loop(), time.monotonic()

    def show(text: str) -> None:
        if text:
            seconds = time.monotonic() - begin
            asyncio.run_coroutine_threadsafe(context.report_progress(seconds, message=text), loop)

    return show


def server(desk: Desk) -> MCPServer:
    """The server with its tools."""
    number = version("rmqkit")
    made = _Server("rmqkit", instructions=INSTRUCTIONS, version=number, log_level="WARNING")
    tools: tuple[Callable[..., dict[str, Any]], ...] = (
        desk.brief, desk.diagnose, desk.try_hypothesis, desk.explain, desk.lines, desk.evidence_lines, desk.sql,
        desk.what_would_decide, desk.plan, desk.scan,
    )  # fmt: skip
    for ask in tools:
        made.add_tool(_answered(desk, ask), annotations=_READS)
    return made


def _answered(desk: Desk, ask: Callable[..., dict[str, Any]]) -> Callable[..., dict[str, Any]]:
    """A tool of the desk, one question at a time, for Spark starts once. rmqkit's own errors say what to do next: an
    agent gets them as they are."""

    @wraps(ask)
    def tool(*given: object, **named: object) -> dict[str, Any]:
        try:
            with desk.one_at_a_time:
                return ask(*given, **named)
        except Error as error:
            raise ToolError(in_language(error.args[0], desk.lang) if error.args else "") from error

    return tool
