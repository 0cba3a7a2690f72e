"""Statistics and watermarks of a server. Data only: one line per wording."""

from __future__ import annotations

from rmqkit.formats.logs.catalogue.message import Message, messages

TABLE = """
stats_printed | Stats In One Minute, <<{rest}>>
stats_printed | Stats In One Hour, <<{rest}>>
stats_printed | Stats In One Day, <<{rest}>>
watermark_printed | [WATERMARK] <<{rest}>>
stats_every_minutes_value | [{any}] [{any}] Stats Every 5 Minutes, Value: <<{rest}>>
"""

MESSAGES: tuple[Message, ...] = messages("stats", TABLE)
