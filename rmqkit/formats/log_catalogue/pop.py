"""The broker's pop.log. Data only: one line per wording."""

from __future__ import annotations

from rmqkit.formats.log_catalogue.message import Message, messages

TABLE = """
pop_buffer_scanned | [PopBuffer]scan, <<{rest}>>
pop_revive_skipped | skip revive topic because timerWheelEnable is false
pop_queue_locks | QueueLockSize=<<{rest}>>
"""

MESSAGES: tuple[Message, ...] = messages("pop", TABLE)
