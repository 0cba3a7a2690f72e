"""Statistics and watermarks of a server. Data only: one line per wording."""

from __future__ import annotations

from rmqkit.formats.logs.catalogue.message import Message, messages

TABLE = """
sent_back_counted | [SNDBCK_PUT_NUMS] [{topic_at_group}] Stats In One Minute, SUM: <<{positive} {rest}>>
stats_printed | Stats In One Minute, <<{rest}>>
stats_printed | Stats In One Hour, <<{rest}>>
stats_printed | Stats In One Day, <<{rest}>>
watermark_printed | [WATERMARK] <<{rest}>>
stats_every_minutes_value | [{any}] [{any}] Stats Every 5 Minutes, Value: <<{rest}>>
resource_sought | Looking for a resource file of name [<<{any}>>]
resource_sought | No resource file with name [<<{any}>>]
command_printed | - RemotingCommand [code=<<{number}, language={rest}>>
"""

MESSAGES: tuple[Message, ...] = messages("stats", TABLE)

MEANINGS = """
sent_back_counted | fault | So many messages clients of the group sent back in that minute: their listeners failed, or took too long | for single messages now and then | the exception in the application's log of that minute
stats_printed | routine | Counters of the last minute, hour or day | every minute
watermark_printed | routine | How long the broker's queues of requests are, and how old their heads | every second
stats_every_minutes_value | routine | A value that is measured every five minutes | every five minutes
resource_sought | routine | The server looked for an extension and uses its own part instead | at every start
command_printed | passing 60 | A request or answer, printed whole because it could not be delivered | when clients stop or reconnect
"""  # noqa: E501
