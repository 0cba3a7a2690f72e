"""The proxy's messages (5.x). Data only: one line per wording."""

from __future__ import annotations

from rmqkit.formats.log_catalogue.message import Message, messages

TABLE = """
telemetry_on | telemetry on error
check_expired_grpc_settings_failed | check expired grpc client settings failed. clientId:{client_id}
unexpect_when_schedule_renew_task | unexpect error when schedule renew task
when_clear_handle_key | error when clear handle for group. key:{topic_at_group}
start_clear_all_handle_receipt_handle | start clear all handle in receiptHandleProcessor
clear_all_handle_receipt_handle_done | clear all handle in receiptHandleProcessor done
clear_handle_this_when_unregister_channel | clear handle of this client when client unregister. group:{group}, clientChannelInfo:{channel}
remove_remoting_channel_when_unregister_channel | remove remoting channel when client unregister. clientChannelInfo:{channel}
"""  # noqa: E501

MESSAGES: tuple[Message, ...] = messages("proxy", TABLE)
