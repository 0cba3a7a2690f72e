"""The evidence and its verdict as one Markdown text that fits into a head: for a chat, a ticket, an agent. No rule."""

from rmqkit.briefing.writing import brief, onset_of, unknown_line

__all__ = ["brief", "onset_of", "unknown_line"]
