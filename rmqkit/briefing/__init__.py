"""Evidence and verdict as one Markdown text that fits into a head: a chat, a ticket, an agent."""

from rmqkit.briefing.writing import brief, onset_of, unknown_line

__all__ = ["brief", "onset_of", "unknown_line"]
