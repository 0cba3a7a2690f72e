"""The broker's other messages, which no rule reads. Data only: one line per wording."""

from __future__ import annotations

from rmqkit.formats.logs.catalogue.message import Message, messages

TABLE = """
channel_close_event_too_many_consumer | channel close event, too many consumer groups one channel, {any}, {address}, <<{rest}>>
occurred_when_scan_not_active_channels | Error occurred when scan not active client channels.
illegal_arguments_when_assigning_reset_offset | Illegal arguments when assigning reset offset. Topic={topic}, group={group}, queueId={queue}, offset=<<{rest}>>
load_consumer_offset_data_version_success | load consumer offset dataVersion success,{any},<<{rest}>>
invoke_producer_failed | invokeProducer failed,
invoke_producer_exception | invokeProducer exception
notify_consumer_ids_changed_consumer_null | notifyConsumerIdsChanged consumerGroup is null
reset_offset_invalid_time_stamp_offset | reset offset is invalid. topic={topic}, queueId={any}, timeStampOffset=<<{rest}>>
reset_offset_does_not_support_this | [reset-offset] the client does not support this feature. version={address}
get_consumer_status_does_not_support | [get-consumer-status] the client does not support this feature. version={address}
get_consumer_status_get_consumer_status | [get-consumer-status] get consumer status success. topic={topic}, group={group}, channelRemoteAddr={client_id}
get_consumer_status_get_consumer_status | [get-consumer-status] get consumer status exception. topic={any}, group={any}, offset=<<{rest}>>
check_transaction_failed_invoke_producer_exception | Check transaction failed because invoke producer exception. group={group}, msgId=<<{rest}>>
check_transaction_failed_invoke_producer_exception | Check transaction failed because invoke producer exception. group={group}, msgId={any}, error=<<{rest}>>
reset_offset_does_not_support_this | [reset-offset] the client does not support this feature. channel={address}, version=<<{rest}>>
get_consumer_status_does_not_support | [get-consumer-status] the client does not support this feature. channel={address}, version=<<{rest}>>
get_consumer_status_get_consumer_status | [get-consumer-status] get consumer status exception. topic={topic}, group={group}, error=<<{rest}>>
update_create_subscription_called_by | updateAndCreateSubscriptionGroup called by {address}
no_subscription_this_broker | No subscription group in this broker, client:{address}
delete_subscription_called_by | deleteSubscriptionGroup called by {address}
consume_stats_config_not_exist | consumeStats, topic config not exist, {topic}
get_all_consumer_offset_master | get all consumer offset from master error.
no_consumer_offset_this_broker | No consumer offset in this broker, client: {address}
get_consumer_status_get_consumer_status | [get-consumer-status] get consumer status by {address}. topic={topic}, group={group}
clone_offset_config_not_exist | [cloneGroupOffset], topic config not exist, {topic}
clone_offset_consumer_not_exist | [cloneGroupOffset], the consumer group[{group}], topic[{topic}] not exist
get_max_offset_not_latest_redirect | getMaxOffset topic={topic} queueId={queue} not latest, redirect: <<{rest}>>
update_logical_mapping_logical_idx_found | updateTopicLogicalQueueMapping topic={topic} queueId={queue} logicalQueueIdx={any} found same logicalQueueOffset and will replace, exist {any}, new <<{rest}>>
broker_update_create_subscription_called_by | AdminBrokerProcessor#updateAndCreateSubscriptionGroup called by {address}
unsupported_encoding_exception_get_all_subscription | UnsupportedEncodingException getAllSubscriptionGroup
broker_delete_subscription_caller | AdminBrokerProcessor#deleteSubscriptionGroup, caller={address}
broker_get_consume_stats_config_does | AdminBrokerProcessor#getConsumeStats: topic config does not exist, topic={topic}
broker_fetch_all_consume_stats_broker | AdminBrokerProcessor#fetchAllConsumeStatsInBroker: topic config does not exist, topic={topic}
set_master_flush_offset_slave | Set master flush offset in slave to <<{rest}>>
remove_cold_data_flow_ctr_config | removeColdDataFlowCtrGroupConfig, consumerGroup: {group} client: {address}
execution_time_create_subscription | executionTime of create subscriptionGroup:{group} is {any} ms
broker_update_create_subscription_list_names | AdminBrokerProcessor#updateAndCreateSubscriptionGroupList: groupNames: {any}, called by {address}
execution_time_create_update_create_subscription | executionTime of create updateAndCreateSubscriptionGroupList: {any} is {any} ms
pop_consumer_store_transfer_kv_store | PopConsumerStore transfer from kvStore to fsStore finish [{any}]
receive_pull_message_request_command | receive PullMessage request command, <<{rest}>>
fail_transfer_messages_page_cache | Fail to transfer messages from page cache to {address}
occurred_when_transferring_messages_page_cache | Error occurred when transferring messages from page cache
process_request_wrapper_process_request_over | ProcessRequestWrapper process request over, but response failed
execute_request_when_wakeup_run | ExecuteRequestWhenWakeup run
transfer_many_message_by_pagecache_failed | transfer many message by pagecache failed, {address}
transfer_many_message_by_pagecache_exception | transfer many message by pagecache exception
process_request_wrapper_process_request_over | processRequestWrapper process request over, but response failed
excute_request_when_wakeup_run | excuteRequestWhenWakeup run
slave_redirect_pull_request_master_consumer | slave redirect pullRequest to master, topic: {topic}, queueId: {queue}, consumer group: {group}, next: {any}, min: {any}, max: <<{rest}>>
under_pulling_was_previously_reset_start | The queue under pulling was previously reset to start from <<{rest}>>
execute_request_when_wakeup_run | executeRequestWhenWakeup run
bug_impossible_result_code_get_message | [BUG] impossible result code of get message: <<{rest}>>
notifyme_check_hold_request_cost | [NOTIFYME] check hold request cost {any} ms.
check_hold_request_failed | check hold request failed. topic={topic}, queueId={queue}
execute_request_when_wakeup_failed | execute request when wakeup failed.
pull_request_hold_service_check_hold | PullRequestHoldService: check hold pull request cost {any}ms
pull_request_hold_service_failed_check | PullRequestHoldService: failed to check hold request failed, topic={topic}, queueId={queue}
pull_request_hold_service_notify_message | PullRequestHoldService#notifyMessageArriving: failed to execute request when message matched, topic={topic}, queueId={queue}
pull_request_hold_service_notify_message | PullRequestHoldService#notifyMessageArriving: failed to execute request when time's up, topic={topic}, queueId={queue}
notify_master_online_wakeup | notify master online, wakeup {any} <<{rest}>>
execute_request_when_master_online_failed | execute request when master online failed.
failed_tp_get_max_offset | Failed tp get max offset in queue
put_message_exception | putMessage exception
rebalance_lock_manager_try_lock_unexpected | RebalanceLockManager#tryLock: unexpected error, group={group}, mq={mq}, clientId={client_id}
rebalance_lock_manager_try_batch_unexpected | RebalanceLockManager#tryBatch: unexpected error, group={group}, mqs={any}, clientId={client_id}
rebalance_lock_manager_unlock_batch_unexpected | RebalanceLockManager#unlockBatch: unexpected error, group={group}, mqs={any}, clientId={client_id}
clear_forbidden | clear group forbidden, {group}@{topic}
set_forbidden_old | set group forbidden, {group}@{topic} old: {any} new: <<{rest}>>
load_data_version_success | load subGroup dataVersion success,{any},<<{rest}>>
get_subscription_table_due | get sub subscription group table from {any} due to <<{rest}>>
build_default_subscription | Build default subscription error, group: {group}
producer_manager_scan_not_active_channel | ProducerManager scanNotActiveChannel lock timeout
producer_manager_do_channel_close_event | ProducerManager doChannelCloseEvent lock timeout
producer_manager_register_producer_lock_timeout | ProducerManager registerProducer lock timeout
producer_manager_unregister_producer_lock_timeout | ProducerManager unregisterProducer lock timeout
channel_list_empty | Channel list is empty. groupId={group}
check_transaction_failed_channel_table_empty | Check transaction failed, channel table is empty. groupId={group}
err_when_call_producer_change_listener | err when call producerChangeListener
channel_close_event_too_many_producer | channel close event, too many producer groups one channel, {any}, {address}, <<{rest}>>
"""  # noqa: E501

MESSAGES: tuple[Message, ...] = messages("broker", TABLE)
