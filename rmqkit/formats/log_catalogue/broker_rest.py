"""The broker's other messages, which no rule reads. Data only: one line per wording."""

from __future__ import annotations

from rmqkit.formats.log_catalogue.message import Message, messages

TABLE = """
occurred_when_scan_not_active_channels | Error occurred when scan not active client channels.
invoke_producer_failed | invokeProducer failed,
invoke_producer_exception | invokeProducer exception
notify_consumer_ids_changed_consumer_null | notifyConsumerIdsChanged consumerGroup is null
reset_offset_does_not_support_this | [reset-offset] the client does not support this feature. version={address}
get_consumer_status_does_not_support | [get-consumer-status] the client does not support this feature. version={address}
get_consumer_status_get_consumer_status | [get-consumer-status] get consumer status success. topic={topic}, group={group}, channelRemoteAddr={client_id}
update_create_subscription_called_by | updateAndCreateSubscriptionGroup called by {address}
no_subscription_this_broker | No subscription group in this broker, client:{address}
delete_subscription_called_by | deleteSubscriptionGroup called by {address}
consume_stats_config_not_exist | consumeStats, topic config not exist, {topic}
get_all_consumer_offset_master | get all consumer offset from master error.
no_consumer_offset_this_broker | No consumer offset in this broker, client: {address}
get_consumer_status_get_consumer_status | [get-consumer-status] get consumer status by {address}. topic={topic}, group={group}
clone_offset_config_not_exist | [cloneGroupOffset], topic config not exist, {topic}
clone_offset_consumer_not_exist | [cloneGroupOffset], the consumer group[{group}], topic[{topic}] not exist
broker_update_create_subscription_called_by | AdminBrokerProcessor#updateAndCreateSubscriptionGroup called by {address}
unsupported_encoding_exception_get_all_subscription | UnsupportedEncodingException getAllSubscriptionGroup
broker_delete_subscription_caller | AdminBrokerProcessor#deleteSubscriptionGroup, caller={address}
broker_get_consume_stats_config_does | AdminBrokerProcessor#getConsumeStats: topic config does not exist, topic={topic}
broker_fetch_all_consume_stats_broker | AdminBrokerProcessor#fetchAllConsumeStatsInBroker: topic config does not exist, topic={topic}
remove_cold_data_flow_ctr_config | removeColdDataFlowCtrGroupConfig, consumerGroup: {group} client: {address}
fail_transfer_messages_page_cache | Fail to transfer messages from page cache to {address}
occurred_when_transferring_messages_page_cache | Error occurred when transferring messages from page cache
process_request_wrapper_process_request_over | ProcessRequestWrapper process request over, but response failed
execute_request_when_wakeup_run | ExecuteRequestWhenWakeup run
transfer_many_message_by_pagecache_failed | transfer many message by pagecache failed, {address}
transfer_many_message_by_pagecache_exception | transfer many message by pagecache exception
process_request_wrapper_process_request_over | processRequestWrapper process request over, but response failed
excute_request_when_wakeup_run | excuteRequestWhenWakeup run
execute_request_when_wakeup_run | executeRequestWhenWakeup run
check_hold_request_failed | check hold request failed. topic={topic}, queueId={queue}
execute_request_when_wakeup_failed | execute request when wakeup failed.
pull_request_hold_service_failed_check | PullRequestHoldService: failed to check hold request failed, topic={topic}, queueId={queue}
pull_request_hold_service_notify_message | PullRequestHoldService#notifyMessageArriving: failed to execute request when message matched, topic={topic}, queueId={queue}
pull_request_hold_service_notify_message | PullRequestHoldService#notifyMessageArriving: failed to execute request when time's up, topic={topic}, queueId={queue}
execute_request_when_master_online_failed | execute request when master online failed.
failed_tp_get_max_offset | Failed tp get max offset in queue
put_message_exception | putMessage exception
clear_forbidden | clear group forbidden, {group}@{topic}
build_default_subscription | Build default subscription error, group: {group}
producer_manager_scan_not_active_channel | ProducerManager scanNotActiveChannel lock timeout
producer_manager_do_channel_close_event | ProducerManager doChannelCloseEvent lock timeout
producer_manager_register_producer_lock_timeout | ProducerManager registerProducer lock timeout
producer_manager_unregister_producer_lock_timeout | ProducerManager unregisterProducer lock timeout
channel_list_empty | Channel list is empty. groupId={group}
check_transaction_failed_channel_table_empty | Check transaction failed, channel table is empty. groupId={group}
err_when_call_producer_change_listener | err when call producerChangeListener
"""  # noqa: E501

MESSAGES: tuple[Message, ...] = messages("broker", TABLE)
