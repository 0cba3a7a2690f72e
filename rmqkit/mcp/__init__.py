"""A door for agents: the Model Context Protocol over standard input and output, on the official
SDK.

Tools that read and never write, below folders that were named at the start. Verdicts are made in
diagnosis/.
"""

from rmqkit.mcp.server import serve

__all__ = ["serve"]
