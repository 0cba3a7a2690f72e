"""Statistics and watermarks of a server. Data only: one line per wording."""

from __future__ import annotations

from rmqkit.formats.log_catalogue.message import Message, messages

TABLE = """
stats_printed | Stats In One Minute, <<{rest}>>
stats_printed | Stats In One Hour, <<{rest}>>
stats_printed | Stats In One Day, <<{rest}>>
watermark_printed | [WATERMARK] <<{rest}>>
stats_every_minutes_value | [{any}] [{any}] Stats Every 5 Minutes, Value: <<{rest}>>
watermark_send_size_slow_time_mills | [WATERMARK] Send Queue Size: {any} SlowTimeMills: <<{rest}>>
watermark_pull_size_slow_time_mills | [WATERMARK] Pull Queue Size: {any} SlowTimeMills: <<{rest}>>
watermark_query_size_slow_time_mills | [WATERMARK] Query Queue Size: {any} SlowTimeMills: <<{rest}>>
watermark_transaction_size_slow_time_mills | [WATERMARK] Transaction Queue Size: {any} SlowTimeMills: <<{rest}>>
watermark_lite_pull_size_slow_time | [WATERMARK] Lite Pull Queue Size: {any} SlowTimeMills: <<{rest}>>
watermark_manager_size_slow_time_mills | [WATERMARK] ClientManager Queue Size: {any} SlowTimeMills: <<{rest}>>
watermark_heartbeat_size_slow_time_mills | [WATERMARK] Heartbeat Queue Size: {any} SlowTimeMills: <<{rest}>>
watermark_ack_size_slow_time_mills | [WATERMARK] Ack Queue Size: {any} SlowTimeMills: <<{rest}>>
watermark_size_slow_time_mills | [WATERMARK] Admin Queue Size: {any} SlowTimeMills: <<{rest}>>
watermark_size_slow_time_mills | [WATERMARK] {any} Queue Size: {any} SlowTimeMills: <<{rest}>>
"""

MESSAGES: tuple[Message, ...] = messages("stats", TABLE)
