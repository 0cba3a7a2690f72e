"""What every RocketMQ process prints: its service threads. Data only: one line per wording."""

from __future__ import annotations

from rmqkit.formats.logs.catalogue.message import Message, messages

TABLE = """
service_starting | Try to start service thread:<<{rest}>>
service_starting | Start service thread:<<{rest}>>
service_started |  service started
service_stopping | Shutdown service thread:<<{rest}>>
service_stopping | shutdown thread <<{rest}>>
service_joined | join thread <<{rest}>>
service_joined | Join thread:<<{rest}>>
service_ended |  service end
service_failed |  service has exception.
"""

MESSAGES: tuple[Message, ...] = messages("any", TABLE)
