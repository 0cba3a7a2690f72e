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

MEANINGS = """
service_starting | routine | A service of the process is being started | at every start
service_started | routine | A service of the process runs | at every start
service_stopping | routine | A service of the process is being stopped | at every stop
service_joined | routine | The process waited for a service to end | at every stop
service_ended | routine | A service of the process ended | at every stop
service_failed | fault | A service of the process failed and goes on with its next round; the exception below says why | | what the exception below names
"""  # noqa: E501
