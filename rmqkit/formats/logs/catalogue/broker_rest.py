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
check_transaction_failed_invoke_producer_exception | Check transaction failed because invoke producer exception. group={any}, msgId=<<{rest}>>
check_transaction_failed_invoke_producer_exception | Check transaction failed because invoke producer exception. group={any}, msgId={any}, error=<<{rest}>>
reset_offset_does_not_support_this | [reset-offset] the client does not support this feature. channel={address}, version=<<{rest}>>
get_consumer_status_does_not_support | [get-consumer-status] the client does not support this feature. channel={address}, version=<<{rest}>>
get_consumer_status_get_consumer_status | [get-consumer-status] get consumer status exception. topic={topic}, group={group}, error=<<{rest}>>
update_create_subscription_called_by | updateAndCreateSubscriptionGroup called by {address}
no_subscription_this_broker | No subscription group in this broker, client:{address}
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
channel_list_empty | Channel list is empty. groupId=<<{rest}>>
check_transaction_failed_channel_table_empty | Check transaction failed, channel table is empty. groupId=<<{rest}>>
err_when_call_producer_change_listener | err when call producerChangeListener
channel_close_event_too_many_producer | channel close event, too many producer groups one channel, {any}, {address}, <<{rest}>>
"""  # noqa: E501

MESSAGES: tuple[Message, ...] = messages("broker", TABLE)

MEANINGS = """
channel_close_event_too_many_consumer | elsewhere | One connection carries consumers of several groups, and it closed | for proxies and processes with several groups
occurred_when_scan_not_active_channels | elsewhere | Looking for dead connections failed this time |
illegal_arguments_when_assigning_reset_offset | elsewhere | A reset named a queue or offset that makes no sense |
load_consumer_offset_data_version_success | routine | The stored offsets were loaded | at every start of the broker
invoke_producer_failed | elsewhere | A producer could not be asked about a transaction | while the producer restarts | a producer of that group that is online and has a transaction listener; one group for one kind of transaction
invoke_producer_exception | elsewhere | A producer could not be asked about a transaction | while the producer restarts | a producer of that group that is online and has a transaction listener; one group for one kind of transaction
notify_consumer_ids_changed_consumer_null | elsewhere | The broker wanted to notify a group without a name |
reset_offset_invalid_time_stamp_offset | passing 60 | A reset found no offset for its time in a queue | for queues without messages
reset_offset_does_not_support_this | fault | A client is too old to be reset while it is online | for other languages' clients | the group's and the topic's name, a client of the group that is online, and mqadmin of the brokers' version
get_consumer_status_does_not_support | elsewhere | A client is too old to tell its offsets | for other languages' clients
get_consumer_status_get_consumer_status | routine | Somebody asked a client for its offsets | when mqadmin or a console looks
check_transaction_failed_invoke_producer_exception | elsewhere | A producer could not be asked about a transaction | while the producer restarts | a producer of that group that is online and has a transaction listener; one group for one kind of transaction
update_create_subscription_called_by | routine | Somebody made or changed a group; the address is theirs | after updateSubGroup
no_subscription_this_broker | elsewhere | A broker without any group was asked for its groups | on a new broker
consume_stats_config_not_exist | passing 60 | Statistics were asked for a topic that this broker does not have | after a topic was deleted
get_all_consumer_offset_master | elsewhere | A slave could not be given the offsets | while the broker starts or stops
no_consumer_offset_this_broker | elsewhere | A broker without any offset was asked for its offsets | on a new broker
clone_offset_config_not_exist | elsewhere | Offsets could not be copied: the topic is not on this broker |
clone_offset_consumer_not_exist | elsewhere | Offsets could not be copied: the group does not consume the topic |
get_max_offset_not_latest_redirect | routine | A question for a queue's end was passed on to another broker | with static topics
update_logical_mapping_logical_idx_found | routine | The mapping of a static topic's queues was replaced | while a static topic is moved
broker_update_create_subscription_called_by | routine | Somebody made or changed a group; the address is theirs | after updateSubGroup
unsupported_encoding_exception_get_all_subscription | elsewhere | The list of groups could not be written out |
broker_get_consume_stats_config_does | passing 60 | Statistics were asked for a topic that this broker does not have | after a topic was deleted
broker_fetch_all_consume_stats_broker | passing 60 | Statistics were asked for a topic that this broker does not have | after a topic was deleted
set_master_flush_offset_slave | routine | A slave was told how far its master has written to disk | with replication
remove_cold_data_flow_ctr_config | routine | Somebody removed a group's limit for reading old messages | when it was done on purpose
execution_time_create_subscription | routine | How long the making of a group took | after updateSubGroup
broker_update_create_subscription_list_names | routine | Somebody made or changed several groups; the address is theirs | after updateSubGroupList
execution_time_create_update_create_subscription | routine | How long the making of several groups took | after updateSubGroupList
pop_consumer_store_transfer_kv_store | routine | The record of popped messages was moved to another kind of store | when it was done on purpose
receive_pull_message_request_command | routine | A pull arrived | all the time, at debug level
fail_transfer_messages_page_cache | passing 60 | Messages did not reach a client: its connection broke | when clients stop or reconnect | the network to that client, and whether it stands still (garbage collection, memory); fewer messages at once
occurred_when_transferring_messages_page_cache | passing 60 | Messages could not be sent to a client | when clients stop or reconnect
process_request_wrapper_process_request_over | passing 60 | A request was done and its answer did not reach the client | when clients stop or reconnect
execute_request_when_wakeup_run | passing 60 | A waiting pull could not be taken up again | while the broker is busy
transfer_many_message_by_pagecache_failed | passing 60 | Messages did not reach a client: its connection broke | when clients stop or reconnect | the network to that client, and whether it stands still (garbage collection, memory); fewer messages at once
transfer_many_message_by_pagecache_exception | passing 60 | Messages could not be sent to a client | when clients stop or reconnect
excute_request_when_wakeup_run | passing 60 | A waiting pull could not be taken up again | while the broker is busy
slave_redirect_pull_request_master_consumer | routine | A slave sent a pull on to its master | while the slave is behind
bug_impossible_result_code_get_message | fault | The broker answered a pull with a code that it does not know itself |
notifyme_check_hold_request_cost | elsewhere | Looking through the waiting pulls took long | on busy brokers, now and then | the broker's processors and garbage collection at that moment
check_hold_request_failed | passing 60 | Waiting pulls of a queue could not be looked at this time | while the store is busy
execute_request_when_wakeup_failed | passing 60 | A waiting pull could not be taken up again | while the broker is busy
pull_request_hold_service_check_hold | elsewhere | Looking through the waiting pulls took long | on busy brokers, now and then
pull_request_hold_service_failed_check | passing 60 | Waiting pulls of a queue could not be looked at this time | while the store is busy
pull_request_hold_service_notify_message | passing 60 | A waiting pull could not be taken up again | while the broker is busy
notify_master_online_wakeup | passing 60 | The master is back: waiting pulls are taken up again | after a change of master
execute_request_when_master_online_failed | passing 60 | A waiting pull could not be taken up after the master came back | after a change of master
failed_tp_get_max_offset | passing 60 | The end of a queue could not be read for a waiting pull | while the store is busy
put_message_exception | elsewhere | A lock could not be worked on; the exception below says why | while the broker stops
rebalance_lock_manager_try_lock_unexpected | fault | A queue could not be locked; the exception below says why | while the broker stops
rebalance_lock_manager_try_batch_unexpected | fault | Queues could not be locked; the exception below says why | while the broker stops
rebalance_lock_manager_unlock_batch_unexpected | elsewhere | Locks could not be given back; they expire after a minute | while the broker stops
clear_forbidden | routine | Somebody allowed a group to consume a topic again | when it was done on purpose
set_forbidden_old | fault | Somebody forbade or allowed a group to consume a topic, or a part of it | when it was done on purpose
load_data_version_success | routine | The settings of groups were loaded | at every start of the broker
get_subscription_table_due | routine | A part of the groups' settings was asked for | in large clusters
build_default_subscription | fault | A pop without an expression could not be given a default one | | the expression, alike in every client of the group: tags as `a || b`, or SQL92 with text in single quotes; enablePropertyFilter=true in broker.conf
producer_manager_scan_not_active_channel | elsewhere | Looking for dead producers was put off | on busy brokers
producer_manager_do_channel_close_event | elsewhere | A producer's close was put off | on busy brokers
producer_manager_register_producer_lock_timeout | elsewhere | A producer could not be registered in time | on busy brokers
producer_manager_unregister_producer_lock_timeout | elsewhere | A producer could not be taken out in time | on busy brokers
channel_list_empty | elsewhere | No producer of the group is connected that could be asked about transactions | while the producer is down | a producer of that group that is online and has a transaction listener; one group for one kind of transaction
check_transaction_failed_channel_table_empty | elsewhere | No producer of the group is connected that could be asked about transactions | while the producer is down | a producer of that group that is online and has a transaction listener; one group for one kind of transaction
err_when_call_producer_change_listener | elsewhere | Somebody who wants to hear of producers could not be told |
channel_close_event_too_many_producer | elsewhere | One connection carries producers of several groups, and it closed | for proxies and processes with several groups
"""  # noqa: E501
