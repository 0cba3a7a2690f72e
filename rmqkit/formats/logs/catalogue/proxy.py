"""The proxy's messages (5.x). Data only: one line per wording."""

from __future__ import annotations

from rmqkit.formats.logs.catalogue.message import Message, messages

TABLE = """
queue_lock_failed | LockBatchMQ exception, group={group}
queue_lock_failed | LockBatchMQ failed, group={group}
queue_unlock_failed | UnlockBatchMQ failed, group={group}
telemetry_on | telemetry on error
process_telemetry_command_failed_request | process client telemetryCommand failed. request:<<{rest}>>
remove_grpc_channel_when_unregister_channel | remove grpc channel when client unregister. group:{group}, clientChannelInfo:{channel}, removed:<<{rest}>>
save_settings_sync_other_proxy_channel | save client settings sync from other proxy. group:{group}, channelInfo:{channel}, settings:<<{rest}>>
telemetry_command_observer_null_when_try | telemetry command observer is null when try to write data. command:{any}, channel:<<{rest}>>
write_telemetry_failed_command | write telemetry failed. command:<<{rest}>>
convert_settings_json_data_failed_settings | convert settings to json data failed. settings:<<{rest}>>
convert_settings_json_data_settings_failed | convert settings json data to settings failed. data:<<{rest}>>
remove_unused_grpc_settings_settings | remove unused grpc client settings. group:{any}, settings:<<{rest}>>
check_expired_grpc_settings_failed | check expired grpc client settings failed. clientId:{client_id}
sync_register_heart_beat_data | sync register heart beat. topic:{any}, data:<<{rest}>>
heartbeat_register_broadcast_failed_channel_info | heartbeat register broadcast failed. group:{group}, clientChannelInfo:{channel}, consumeType:{any}, messageModel:{any}, consumeFromWhere:{any}, subList:<<{rest}>>
heartbeat_submit_register_broadcast_failed_channel | heartbeat submit register broadcast failed. group:{group}, clientChannelInfo:{channel}, consumeType:{any}, messageModel:{any}, consumeFromWhere:{any}, subList:<<{rest}>>
sync_unregister_heart_beat_data | sync unregister heart beat. topic:{any}, data:<<{rest}>>
heartbeat_unregister_broadcast_failed_channel_info | heartbeat unregister broadcast failed. group:{group}, clientChannelInfo:{channel}, consumeType:<<{rest}>>
heartbeat_submit_unregister_broadcast_failed_channel | heartbeat submit unregister broadcast failed. group:{group}, clientChannelInfo:{channel}, consumeType:<<{rest}>>
start_process_remote_channel_data_channel | start process remote channel. data:{any}, clientChannelInfo:{channel}
heartbeat_consume_message_failed_msg_data | heartbeat consume message failed. msg:{any}, data:<<{rest}>>
send_system_message_failed_data | send system message failed. data: {any}, topic: <<{rest}>>
send_system_message_failed_data_send | send system message failed. data: {any}, topic: {any}, sendResult:<<{rest}>>
add_renew_task_failed_size | add renew task failed. queueSize:<<{rest}>>
unexpect_when_schedule_renew_task | unexpect error when schedule renew task
scan_renewal_done_cost | scan for renewal done. cost:{any}ms
when_renew_message_msg_handle_str | error when renew message. msgID:{any}, handleStr:<<{rest}>>
handle_exceed_max_renew_retry_times | handle has exceed max renewRetryTimes. handle:<<{rest}>>
when_renew_handle | error when renew. handle:<<{rest}>>
renew_response_not_ok_result_handle | renew response is not ok. result:{any}, handle:<<{rest}>>
subscription_config_null_when_renew_handle | group's subscriptionGroupConfig is null when renew. handle: <<{rest}>>
when_nack_renew_handle | error when nack in renew. handle:<<{rest}>>
unexpect_when_renew_message_stop_renew | unexpect error when renew message, stop to renew it. handle:<<{rest}>>
when_clear_handle_key | error when clear handle for group. key:{topic_at_group}
start_clear_all_handle_receipt_handle | start clear all handle in receiptHandleProcessor
clear_all_handle_receipt_handle_done | clear all handle in receiptHandleProcessor done
clear_handle_this_when_unregister_channel | clear handle of this client when client unregister. group:{group}, clientChannelInfo:{channel}
remove_remoting_channel_when_unregister_channel | remove remoting channel when client unregister. clientChannelInfo:{channel}
unregister_producer_failed_channel_not_exist | unregister producer failed, channel not exist, may has been removed, producerGroup={any}, channel=<<{rest}>>
unregister_consumer_failed_channel_not_exist | unregister consumer failed, channel not exist, may has been removed, consumerGroup={group}, channel=<<{rest}>>
check_transaction_failed_channel_empty_request | check transaction failed, channel is empty. groupId={group}, requestHeader:<<{rest}>>
"""  # noqa: E501

MESSAGES: tuple[Message, ...] = messages("proxy", TABLE)
