"""The broker's messages: consumers, subscriptions, offsets, groups, registration, pulling, sending,
transactions. Data only: one line per wording."""

TABLE = """
consumer_group_removed | unregister consumer ok, no any connection, and remove consumer group, {group}
consumer_disconnected | SCAN: <<remove expired channel>> from ConsumerManager consumerTable. channel={address}, consumerGroup={group}
consumer_group_removed | SCAN: <<remove expired channel>> from ConsumerManager consumerTable, all clear, consumerGroup={group}
consumer_disconnected | <<unregister>> a consumer[{group}] from consumerGroupInfo {channel}
consumer_disconnected | <<unregister>> a consumer[{group}] from consumerGroupInfo {rest}
consumer_disconnected | <<NETTY EVENT: remove not active channel>>[{channel}] from ConsumerGroupInfo groupChannelTable, consumer group: {group}
consumer_disconnected | <<NETTY EVENT: remove not active channel>>[{any}] from ConsumerGroupInfo groupChannelTable, consumer group: {group}
consumer_connected | new consumer connected, group: {group} <<{any} channel: {channel}>>
consumer_connected | new consumer connected, group: {group} <<{any} channel: {rest}>>
client_id_changed_on_channel | [BUG] consumer channel exist in broker, but clientId not equal. GROUP: {group} <<OLD: {channel} NEW: {rest}>>
client_id_changed_on_channel | ConsumerGroupInfo: consumer channel exists in broker, but clientId is not the same one, group={group}, <<old clientChannelInfo={channel}{rest}>>
subscription_topic_added | subscription changed, add new topic, group: {group} <<{sub}>>
subscription_changed | subscription changed, group: {group} <<OLD: {sub}>>
subscription_topic_removed | subscription changed, group: {group} remove topic {any} <<{sub}>>
subscription_topic_removed | subscription changed, group: {group} remove topic {topic}
consumer_info_changed | ClientManageProcessor: registerConsumer info changed, SDK address={address}, consumerData=<<{consumer}>>
consumer_info_changed | registerConsumer info changed <<ConsumerData [groupName={group}, {any}]>> {address}
consumer_info_changed | registerConsumer info changed <<{rest}>>
filter_compile_failed | Client {client_id}@{group} filter message, but failed to compile expression! <<{rest}>>
consumer_ids_notify_failed | DefaultConsumerIdsChangeListen#notifyConsumerChange: unexpected error occurs
consumer_ids_notify_failed | Failed to notify consumer when some consumers changed, consumerId to notify: <<{rest}>>
consumer_ids_notify_failed | notifyConsumerIdsChanged exception, {group}
consumer_ids_notify_failed | notifyConsumerIdsChanged exception. group={group}, error=<<{rest}>>
consumer_ids_notify_failed | err when call consumerIdsChangeListener
consumer_list_missing | getAllClientId failed, {group} {address}
consumer_list_missing | getConsumerGroupInfo failed, {group} {address}
offset_moved_back | update consumer offset less than store. clientHost={address}, key={topic_at_group}, queueId={queue}, <<requestOffset={offset}, storeOffset={offset}>>
offset_commit_rejected | Update consumer offset is rejected because of previous offset-reset. Group={group}, Topic={topic}, QueueId={queue}, <<Offset={offset}>>
offset_removed | remove topic offset, {topic_at_group}
offset_removed | clean group offset {topic_at_group}
offset_removed | Clean group's offset, {topic_at_group}, <<{rest}>>
offset_removed | Clean topic's offset, {topic_at_group}, <<{rest}>>
offset_removed | Consumer offset manager clean group offset, groupName={group}, <<{rest}>>
offset_reset_started | [reset-offset] reset offset started by {address}. topic={topic}, group={group}, <<{rest}>>
offset_reset_sent | [reset-offset] reset offset success. topic={topic}, group={group}, clientId={client_id}
offset_reset_done | Reset offset OK. Topic={topic}, group={group}, queueId={queue}, <<resetOffset={offset}>>
offset_reset_done | Reset offset, topic={topic}, group={group}, <<queues={rest}>>
offset_reset_failed | Consumer not online, so can not reset offset, Group: {group} Topic: {topic} <<Timestamp: {number}>>
offset_reset_failed | [reset-offset] reset offset failed, no topic in this broker. topic={topic}
offset_reset_failed | Reset offset failed, topic does not exist. topic={topic}, group={group}
offset_reset_failed | Reset offset failed, group does not exist. topic={topic}, group={group}
offset_reset_failed | Reset offset aborted: no queues to reset
offset_reset_failed | [reset-offset] reset offset exception. topic={topic}, group={group}
offset_initialised | AdminBrokerProcessor#initConsumerOffset: consumerGroup={group}, topic={topic}, queueId={queue}, <<offset={offset}>>
topic_not_in_subscription | AdminBrokerProcessor#getConsumeStats: topic does not exist in consumer group's subscription, topic={topic}, consumer group={group}
topic_not_in_subscription | AdminBrokerProcessor#cloneGroupOffset: topic does not exist in consumer group's subscription, topic={topic}, consumer group={group}
topic_not_in_subscription | AdminBrokerProcessor#fetchAllConsumeStatsInBroker: topic does not exist in consumer group's subscription, topic={topic}, consumer group={group}
topic_not_in_subscription | consumeStats, the consumer group[{group}], topic[{topic}] not exist
group_config_updated | update subscription group config, <<old: {rest}>>
group_config_created | create new subscription group, <<{rest}>>
group_config_created | auto create a subscription group, <<{rest}>>
group_config_loaded | load exist subscription group, <<{rest}>>
group_config_deleted | delete subscription group OK, subscription group:<<{rest}>>
group_config_missing | delete subscription group failed, subscription groupName: {group} not exist
group_config_missing | No group in this broker, client: {address} group: {group}
consumer_disabled | [PROTECT_BROKER] the consumer[{group}] consume slowly, <<{number} bytes>>, disable it
assignment_failed | QueryLoad: no assignment for group[{group}], the topic[{topic}] does not exist.
assignment_failed | QueryLoad: no assignment for group[{group}] topic[{topic}], <<get consumer id list failed>>
assignment_failed | QueryLoad: no assignment for group[{group}] topic[{topic}], allocate message queue exception. <<strategy name: {rest}>>
assignment_failed | QueryLoad: unsupported strategy <<[{any}]>>,  {address}
producer_connected | new producer connected, group: <<{any} channel: {channel}>>
producer_disconnected | <<unregister a producer[{any}] from groupChannelTable {channel}>>
producer_disconnected | NETTY EVENT: remove channel[<<{channel}>>][{any}] from ProducerManager groupChannelTable, producer group: {rest}
producer_disconnected | remove expired channel[{address}] from ProducerManager groupChannelTable, <<producer group name: {rest}>>
producer_group_removed | unregister a producer group[<<{any}>>] from groupChannelTable
producer_group_removed | SCAN: remove expired channel from ProducerManager groupChannelTable, all clear, <<group={rest}>>
broker_registered | register broker to name server {address} OK
broker_registered | register broker[{number}]to name server {address} OK
broker_registered | Registering current broker to name server completed. TargetHost={address}
broker_register_failed | registerBroker Exception, <<{rest}>>
broker_register_failed | Failed to register current broker to name server. TargetHost={address}
broker_started | The broker[{broker}, {address}] boot success. <<{rest}>>
broker_started | boot success. serializeType=<<{rest}>>
topic_created | create new topic <<TopicConfig [topicName={topic}, {rest}>>
topic_created | create new topic <<[TopicConfig [topicName={topic}, {rest}>>
topic_created | Create new topic by default topic:[{any}] config:[<<TopicConfig [topicName={topic}, {rest}>>
topic_updated | update topic config, old:<<{any} new:[TopicConfig [topicName={topic}, {rest}>>
topic_deleted | delete topic config OK, topic: <<TopicConfig [topicName={topic}, {rest}>>
config_printed | main - brokerConfigPath=<<{rest}>>
config_printed | main - brokerIP1=<<{rest}>>
config_printed | main - brokerName=<<{rest}>>
config_printed | main - brokerClusterName=<<{rest}>>
broker_filters_no_sql | main - enablePropertyFilter=false
broker_makes_no_groups | main - autoCreateSubscriptionGroup=false
topic_delete_missing | delete topic config failed, topic: {topic} not exists
group_deleted_by | AdminBrokerProcessor#deleteSubscriptionGroup, caller={address}
group_deleted_by | deleteSubscriptionGroup called by {address}
topic_deleted_by | AdminBrokerProcessor#deleteTopic: broker receive request to delete topic={topic}, caller={address}
topic_deleted_by | deleteTopic called by {address}
topic_created_by | updateAndCreateTopic called by {address}
topic_created_by | Broker receive request to update or create topic={topic}, caller address={address}
group_forbidden_changed | updateAndGetGroupForbidden called by {address} for object {group}@{topic} <<readable={rest}>>
config_changed | Broker receive request to update config, caller address={address}
broker_role_changed | Receive notifyBrokerRoleChanged request, try to change brokerRole, <<request:{rest}>>
broker_role_changed | min broker id changed, prev <<{number}, new {number}>>
dead_letter_at_once | Group has unexpired lock record, which show it is ordered message, send it to DLQ right now <<group={group}>>, topic={topic}, {rest}
subscription_not_exist 24 | the consumer's subscription not exist, group: {group}, topic:{topic}
subscription_not_exist 24 | The consumer's subscription not exist, group: {group}, topic:{topic}
subscription_not_exist 24 | the consumer's subscription not exist, group: {group}
subscription_not_latest 25 | The broker's subscription is not latest, group: {group} <<{rest}>>
group_info_not_exist 24 | the consumer's group info not exist, group: {group}
group_info_not_exist 24 | The consumer's group info not exist, group: {group}
filter_data_not_latest 28 | The broker's consumer filter data is not latest, group: {group}, topic: {topic}, <<{rest}>>
subscription_parse_failed | Parse the consumer's subscription[<<{any}>>] failed, group: {group}
subscription_parse_failed | Parse the consumer's subscription[<<{any}>>] error, group: {group}
topic_not_exist 17 | the topic {topic} not exist, consumer: {address}
topic_not_exist 17 | The topic {topic} not exist, consumer: {address}
queue_illegal 1 | queueId[{queue}] is illegal, topic:[{topic}] topicConfig.readQueueNums:[<<{number}>>] consumer:[{address}]
queue_illegal 1 | queueId[{queue}] is illagal, topic:[{topic}] topicConfig.readQueueNums:[<<{number}>>] consumer:[{address}]
pull_offset_fixed | the broker store no queue data, <<fix the request offset {offset} to {offset}>>, Topic: {topic} QueueId: {queue} Consumer Group: {group}
pull_offset_fixed | the broker stores no queue data, <<fix the request offset {offset} to {offset}>>, Topic: {topic} QueueId: {queue} Consumer Group: {group}
pull_offset_overflow | request offset: <<{offset} over flow badly, {any}broker max offset: {offset}>>{any}, consumer: {address}
pull_offset_overflow | request offset:<<{offset} over flow badly, broker max offset:{offset}>> , consumer: {address}
pull_offset_too_small | request offset too small. group={group}, topic={topic}, <<requestOffset={offset}, brokerMinOffset={offset}>>, clientIp={address}
pull_offset_too_small | request offset is too small. group={group}, topic={topic}, <<requestOffset={offset}, brokerMinOffset={offset}>>, clientIp={address}
pull_offset_moved | PULL_OFFSET_MOVED:<<correction offset.>> topic={topic}, groupId={group}, requestOffset={any}, newOffset={rest}
pull_offset_not_corrected | PULL_OFFSET_MOVED:<<none correction.>> topic={topic}, groupId={group}, requestOffset={rest}
channel_not_writable | channel {address} not writable ,cid {group}
response_failed | processRequestWrapper response to {address} failed
response_failed | ProcessRequestWrapper response to {address} failed
pop_unacked | Too much msgs unacked, then stop poping. topic={topic}, group={group}, queueId={queue}
pop_unacked | Too much msgs unacked, then stop popping. topic={topic}, group={group}, queueId={queue}
pull_was_reset | The queue under pulling was previously reset to start from <<{offset}>>
broker_busy | [TIMEOUT_CLEAN_QUEUE]broker busy, start flow control for a while<<{rest}>>
broker_busy | [PCBUSY_CLEAN_QUEUE]broker busy, start flow control for a while<<{rest}>>
broker_busy | [PC_SYNCHRONIZED]broker busy, start flow control for a while
broker_busy | [REJECTREQUEST]system busy, start flow control for a while
broker_busy | [OVERLOAD]system busy, start flow control for a while
broker_busy | too many requests and system thread pool busy, RejectedExecutionException <<{rest}>>
broker_busy | OS page cache busy, please try another machine
broker_hot_read | This consumer group is reading cold data. It has been flow control
transaction_pending | The producer[{address}] end transaction in sending message,  and it's pending status.<<{rest}>>
transaction_pending | Check producer[{address}] transaction state, but it's pending status.<<{rest}>>
transaction_rolled_back | The producer[{address}] end transaction in sending message, rollback the message.<<{rest}>>
transaction_rolled_back | Check producer[{address}] transaction state, the producer rollback the message.<<{rest}>>
transaction_committed | Check producer[{address}] transaction state, the producer commit the message.<<{rest}>>
transaction_checks_begun | Begin to check prepare message, begin time:<<{number}>>
transaction_checks_done | End to check prepare message, consumed time:<<{number}>>
transaction_check_asked | Check transaction. real_topic={topic},<<uniqKey={rest}>>
transaction_check_unasked | Check transaction failed, channel is null. groupId=<<{rest}>>
transaction_given_up | has been checked too many times, so discard it
transaction_given_up | Put checked-too-many-time half message to TRANS_CHECK_MAXTIME_TOPIC <<{rest}>>
transaction_expired | Half message exceed file reserved time ,so skip it.<<messageId {rest}>>
transaction_check_failed | Message store is slave mode, so end transaction is forbidden.
transaction_check_failed | check msgOffset={offset} with opOffset={offset} failed, <<pullResult is null>>
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
send_refused | msgContentCheck: message <<{any}>>, topic={topic}, {rest}
send_refused | putMessage message topic length too long <<{rest}>>
send_refused | putMessage message topic[{topic}] length too long <<{rest}>>
send_refused | putMessage message properties length too long<<{rest}>>
send_refused | message body size exceeded, <<{rest}>>
send_refused | message size exceeded, <<{rest}>>
send_refused | PutMessages body length too long <<{rest}>>
send_refused | create mapped file failed, server is busy or broken.
send_refused | the message is illegal, maybe msg <<{rest}>>
send_refused | process SendMessage error, request : <<{rest}>>
topic_create_failed | Create new topic failed, because the default topic[{topic}] <<{rest}>>
topic_create_failed | createTopicInSendMessageMethod exception
topic_create_failed | createTopicInSendMessageBackMethod exception
topic_create_failed | Update / create topic failed for [{topic}]
topic_create_failed | create TRANS_CHECK_MAX_TIME_TOPIC exception
reply_failed | push reply message to <<{any}> return fail, {rest}>>
reply_failed | push reply message to <<{any}> fail. {rest}>>
reply_failed | is null, can not reply message
reply_failed | process reply message, store putMessage return null
transaction_store_failed | Put message failed, topic: {any}, queueId: {any}, <<msgId: {rest}>>
transaction_store_failed | Escaping message failed, topic: {any}, queueId: {any}, <<msgId: {rest}>>
transaction_store_failed | PutBackToHalfQueueReturnResult write failed, topic: {any}, queueId: {any}, <<msgId: {rest}>>
transaction_store_failed | PutBackToHalfQueueReturnResult error
transaction_store_failed | Transaction op message write failed. <<{rest}>>
transaction_store_failed | Transaction batch op message write failed. <<{rest}>>
transaction_store_failed | batchSendOp error.
transaction_store_failed | Escaping transactional message failed <<{rest}>>
transaction_store_failed | Put message back to RMQ_SYS_TRANS_HALF_TOPIC failed.
transaction_store_failed | Exception was thrown when putting message back to RMQ_SYS_TRANS_HALF_TOPIC.
transaction_store_failed | Put checked-too-many-time message to TRANS_CHECK_MAXTIME_TOPIC error. <<{rest}>>
transaction_read_empty | No matched message. GetMessageStatus=<<{any}>>, topic={any}, groupId={any}, requestOffset={offset}
transaction_read_empty | No new message. GetMessageStatus=<<{any}>>, topic={any}, groupId={any}, requestOffset={offset}
transaction_read_empty | The queue of topic is empty :<<{rest}>>
transaction_read_empty | is NO_NEW_MSG, pullResult=<<{rest}>>
transaction_read_empty | is empty, pullResult=<<{rest}>>
transaction_offset_illegal | Offset illegal. GetMessageStatus=<<{any}>>, topic={any}, groupId={any}, requestOffset={offset}
transaction_offset_illegal | illegal offset read: <<{any}>>, op offset: {offset},skip this queue
transaction_offset_illegal | is illegal, pullResult=<<{rest}>>
transaction_offset_illegal | Illegal offset, the miss offset={offset} in={mq}, continue check={any}, pull result=<<{rest}>>
transaction_read_failed | Get message from store return null. topic={any}, groupId={any}, requestOffset={offset}
transaction_read_failed | op message body is null. <<queueId={rest}>>
transaction_read_failed | Found a illegal tag in opMessageExt= <<{rest}>>
transaction_check_failed | Send check message error!
transaction_check_failed | TransactionalMessageCheckListener not init
transaction_end_late | Message commit fail [producer end]. <<{rest}>>
transaction_end_late | Message rollback fail [producer end]. <<{rest}>>
filter_failed | Message Filter error, <<{rest}>>
filter_failed | bloom filter error, <<sub={rest}>>
filter_failed | parse error: expr=<<{any}>>, topic={topic}, group={group}, error={rest}
filter_failed | load filter data error, <<{rest}>>
filter_failed | Calc filter bit map error!<<{rest}>>
filter_failed | Calc bit map error! topic={topic}, <<{rest}>>
filter_failed | [BUG] Consumer in filter manager has no <<{rest}>>
filter_data_not_latest | Ignore consumer({any}) filter(concurrent), because of version <<{rest}>>
pop_store_failed | AckMessageProcessor failed to process RequestCode: <<{any}>>, consumer: {rest}
pop_store_failed | change Invisible, put ack msg fail: <<{rest}>>
pop_store_failed | change Invisible, put new ck error: <<{rest}>>
pop_store_failed | [PopBuffer]add ack error, rqId=<<{rest}>>
pop_store_failed | [PopBuffer]put batchAckMsg to store fail: <<{rest}>>
pop_store_failed | [PopBuffer]put batch ack to store fail: <<{rest}>>
pop_store_failed | [PopBuffer]PutMessageCallback cancelCheckPoint fail, <<{rest}>>
pop_buffer_late | [PopBuffer]add ck, timeout, <<{rest}>>
pop_buffer_conflict | [PopBuffer]mergeKey conflict when add ck. ck:<<{rest}>>
pop_buffer_conflict | [PopBuffer]mergeKey conflict when add ckJustOffset. ck:<<{rest}>>
pop_service_failed | PopBufferMergeService error
pop_service_failed | QueueLockManager run error
pop_service_failed | PopConsumerCacheService revive error
pop_service_failed | checkPolling error
pop_service_failed | PopLongPollingService cleanUnusedResource
pop_service_failed | Failed to get max offset in queue. topic={topic}, queue-id={queue}
pop_service_failed | Pop getMessageAsync error
pop_service_failed | Exception in recode retry message buffer, topic={topic}
pop_revive_offset_illegal | offset illegal. GetMessageStatus=<<{any}>>, topic={any}, groupId={any}, requestOffset={offset}
pop_revive_failed | get message from store return null. topic={any}, groupId={any}, requestOffset={offset}, <<{rest}>>
pop_revive_failed | invalid ack index, <<{rest}>>
pop_revive_failed | invalid batch ack index, <<{rest}>>
pop_revive_failed | stay too long, remove from reviveRequestMap, <<{rest}>>
pop_order_lost | OrderInfo is empty, <<{rest}>>
pop_order_lost | orderInfo of queueId is null. key: {topic_at_group}, <<queueOffset: {rest}>>
pop_order_lost | orderInfo is null, key: {topic_at_group}, <<queueOffset: {rest}>>
pop_order_unlock_failed | add timeout task failed. key:{topic_at_group}, <<lockFreeTimestamp:{rest}>>
pop_order_unlock_failed | unexpect error when updateLockFreeTimestamp. topic:{topic}, group:{group}, queueId:{queue}, <<{rest}>>
pop_order_unlock_failed | unexpect error when notifyLockIsFree. key:<<{rest}>>
delay_deliver_failed | putResultProcess error, info=<<{rest}>>
delay_deliver_failed | putResultProcess skip, info=<<{rest}>>
delay_deliver_failed | HandlePutResultTask exception. info=<<{rest}>>
delay_deliver_failed | ScheduleMessageService resend not found message. info: <<{rest}>>
delay_deliver_failed | Resend message error, info: <<{rest}>>
delay_deliver_failed | ScheduleMessageService, executeOnTimeup exception
delay_deliver_failed | ScheduleMessageService, messageTimeup execute error, <<{rest}>>
delay_deliver_failed | ScheduleMessageService, a message time up, but reput it failed, topic: {topic} <<msgId {rest}>>
delay_levels_wrong | parse message delay level failed. messageDelayLevel = <<{rest}>>
delay_levels_wrong | parseDelayLevel exception
delay_pending_told | deliverPendingTable level: <<{any}, size: {number}>>
store_cleaned_by_tool | invoke deleteExpiredCommitLog <<{any}>>.
store_cleaned_by_tool | invoke cleanUnusedTopic <<{any}>>.
store_cleaned_by_tool | invoke cleanExpiredConsumeQueue <<{any}>>.
lag_uncounted | Failed to get lag stats
lag_uncounted | Failed to get inflight message stats
lag_uncounted | Failed to get available message count
lag_uncounted | failed to get config of topic {topic}[
message_query_failed | transfer query message by page cache failed,
message_query_failed | Transfer one message from page cache failed,
offset_event_failed | generateOffsetMovedEvent Exception, <<{rest}>>
offsets_unread | load consumer offset dataVersion failed <<{rest}>>
broker_register_failed | Registration to one or more name servers does NOT complete within deadline. <<{rest}>>
broker_register_failed | Query data version from name server <<{any}>> exception
broker_version_asked | Query data version from name server <<{any}>> OK,
broker_busy_stacks | broker jstack
auth_refused | authorization failed, request:<<{rest}>>
"""  # noqa: E501

# queue locks of ordered consumers (lock.log, from 5.1.1 filter.log)
LOCKS = """
queue_locked | tryLock, message queue not locked, I got it. Group: {group} NewClientId: {client_id} {mq}
queue_locked | tryLockBatch, message queue not locked, I got it. Group: {group} NewClientId: {client_id} {mq}
queue_locked | tryLock: lock a message queue which has not been locked yet, group={group}, clientId={client_id}, mq={mq}
queue_locked | tryLockBatch: lock a message which has not been locked yet, group={group}, clientId={client_id}, mq={mq}
queue_lock_expired | message queue lock expired, I got it. Group: {group} <<OldClientId: {any}>> NewClientId: {client_id} {mq}
queue_lock_expired | try to lock a expired message queue, group={group}, mq={mq}, <<old client id={any}>>, new client id={client_id}
queue_locked_by_other | message queue locked by other client. Group: {group} <<OtherClientId: {any}>> NewClientId: {client_id} {mq}
queue_locked_by_other | message queue has been locked by other client, group={group}, mq={mq}, <<locked client id={any}>>, current client id={client_id}
queue_unlocked | unlockBatch, Group: {group} {mq} {client_id}
queue_unlocked | unlockBatch: unlock mq, group={group}, clientId={client_id}, mqs={mq}
queue_unlock_refused | unlockBatch, but mq locked by other client: <<{any}>>, Group: {group} {mq} {client_id}
queue_unlock_refused | unlockBatch: mq locked by other client, group={group}, <<locked clientId={any}>>, current clientId={client_id}, mqs={mq}
queue_unlock_refused | unlockBatch, but mq not locked, Group: {group} {mq} {client_id}
queue_unlock_refused | unlockBatch: mq not locked, group={group}, clientId={client_id}, mq={mq}
queue_unlock_refused | unlockBatch, group not exist, Group: {group} {client_id}
queue_unlock_refused | unlockBatch: group not exist, group={group}, clientId={client_id}, <<mqs={rest}>>
queue_lock_relayed | lockBatchMQAsync on <<{any} failed, {rest}>>
queue_lock_relayed | lockBatchMQ exception on <<{rest}>>
queue_lock_relayed | unlockBatchMQ exception on <<{rest}>>
"""  # noqa: E501

MEANINGS = """
consumer_group_removed | passing 60 | The last client of the group left this broker: from here on the broker knows no consumer of the group | when the whole application stops, and at a restart of its only process
consumer_disconnected | passing 60 | One client of the group left this broker: it said goodbye, its connection closed, or it sent nothing for two minutes (`expired`) | at every stop and deployment
consumer_connected | passing 60 | A client of the group registered with this broker: all clients share the queues out again | at every start and reconnect
client_id_changed_on_channel | fault | One connection registered a second client id for the group: two consumers of one process, or a proxy, share a connection | while a client changes its instance name | one client id for each connection: no two consumers of the group in one process without an instance name of their own
subscription_topic_added | passing 60 | A heartbeat brought {topic}, which the table of {group} did not have | at starts and after the first deployment with a new topic; again and again: clients with different subscriptions
subscription_topic_added | passing 60 | A heartbeat brought a topic that the group's table did not have | at starts and after the first deployment with a new topic; again and again: clients with different subscriptions
subscription_changed | passing 60 | A heartbeat replaced the group's subscription of a topic; with equal topic, expression and type only the version is new and nothing changed | at every start and rebalance, as a pair that differs in the version alone
subscription_topic_removed | passing 60 | A heartbeat without {topic} removed it from the table of {group}: pulls of it are refused until another client's heartbeat brings it back | once, when an application stops to subscribe to it | the same topics and tags in every client of the group, or a group of its own for each kind
subscription_topic_removed | passing 60 | A heartbeat without this topic removed it from the group's table: pulls of it are refused until another client's heartbeat brings it back | once, when an application stops to subscribe to it | the same topics and tags in every client of the group, or a group of its own for each kind
consumer_info_changed | passing 60 | A client's registration changed, with its whole subscription as it stands now | at every start and rebalance
filter_compile_failed | fault | The broker cannot understand a client's SQL92 expression: that client gets no messages of the topic | | the expression, alike in every client of the group: tags as `a || b`, or SQL92 with text in single quotes; enablePropertyFilter=true in broker.conf
consumer_ids_notify_failed | passing 60 | A client could not be told that the group's members changed; it notices by itself within 20 s | while that client disconnects
consumer_list_missing | passing 60 | A client asked for the group's members and the broker knows none | in the first seconds of the group's first client | heartbeats of this client to every broker of the topic (10911), which the line or the exception beside it says more of
offset_moved_back | passing 60 | A client of {group} committed offset {offset} of {topic}, queue {queue}, lower than the {stored} that was stored: whoever starts on the queue now gets the messages between again | once for a client's own late commit, for a queue that changed hands, and after a reset; again and again: two consumers of one queue | one group for one application; two programs that commit for one group overwrite each other
offset_moved_back | passing 60 | A client committed a lower offset than the one stored: whoever starts on the queue now gets the messages between again | once for a client's own late commit, for a queue that changed hands, and after a reset; again and again: two consumers of one queue | one group for one application; two programs that commit for one group overwrite each other
offset_commit_rejected | passing 60 | A commit was refused because somebody reset this queue's offset a moment before | in the seconds after a reset
offset_removed | fault | The stored offsets of the group or topic were deleted: the next start begins where ConsumeFromWhere says | after the group or topic was deleted on purpose, and for topics left long ago whose messages expired (`remove topic offset`) | where nobody meant it: mqadmin resetOffsetByTime -n NAMESRV -g GROUP -t TOPIC -s TIME, to the moment from which the group shall read
offset_reset_started | fault | Somebody asked to move the group's offsets to another time: messages are repeated or skipped | when it was done on purpose | where nobody meant it: mqadmin resetOffsetByTime -n NAMESRV -g GROUP -t TOPIC -s TIME, to the moment from which the group shall read
offset_reset_done | fault | The group's offset was moved: backward repeats messages, forward skips them | when it was done on purpose | where nobody meant it: mqadmin resetOffsetByTime -n NAMESRV -g GROUP -t TOPIC -s TIME, to the moment from which the group shall read
offset_reset_sent | fault | The broker sent a reset of offsets to a client of the group: "success" is that it was sent. A push consumer takes it up within 10 s; pull and lite pull consumers ignore it and commit their old place on | when it was done on purpose | where nothing was read again: stop all consumers of the group and reset then (the tool writes the offset into the broker itself), or consumer.seek() of a lite pull consumer; where nobody meant it: mqadmin resetOffsetByTime -n NAMESRV -g GROUP -t TOPIC -s TIME, to the moment from which the group shall read
offset_reset_failed | elsewhere | A reset of offsets did not happen | when the group is offline, the topic unknown, or there is nothing to reset | the group's and the topic's name, a client of the group that is online, and mqadmin of the brokers' version
offset_initialised | fault | An administrator set the group's offset of a queue | when it was done on purpose | where nobody meant it: mqadmin resetOffsetByTime -n NAMESRV -g GROUP -t TOPIC -s TIME, to the moment from which the group shall read
topic_not_in_subscription | passing 60 | Statistics were asked for a topic that the group's table does not hold at this moment | for topics that the group once consumed; alternating, the table is being overwritten
group_config_updated | routine | The settings of a group were changed (retries, broadcasting, consuming allowed) | after updateSubGroup
group_config_created | routine | The broker made a group: by command, or by the first client of an unknown group | at the group's first client with autoCreateSubscriptionGroup
group_config_loaded | routine | The broker read the settings of a group from disk | at every start of the broker
group_config_deleted | fault | The group was deleted on this broker: its clients are refused with CODE 26 unless it is made again | after deleteSubGroup on purpose | mqadmin updateSubGroup -n NAMESRV -c CLUSTER -g GROUP
group_config_missing | elsewhere | A command named a group that this broker does not have | | mqadmin updateSubGroup -n NAMESRV -c CLUSTER -g GROUP
consumer_disabled | fault | The broker stopped the group because it is too far behind: its pulls are refused | | mqadmin updateSubGroup -n NAMESRV -c CLUSTER -g GROUP -s true; disableConsumeIfConsumerReadSlowly=false in broker.conf
assignment_failed | passing 60 | A client could not be told which queues are its own | for moments at a start, while the topic's route or the members are unknown | the topic's route and its read permission; the group's clients, and whether all consume alike
producer_connected | routine | A producer connected | at every start of a producer; every consumer has one of its own for retries
producer_disconnected | routine | A producer left | at every stop of a producer
producer_group_removed | routine | The last producer of its group left | at every stop
broker_registered | routine | The broker registered with a name server | every 30 s
broker_register_failed | passing 60 | The broker could not register with a name server: clients of that one lose its queues after two minutes | at starts, and while the name server restarts
broker_started | passing 60 | The broker started: all clients register anew | at every start of the broker
topic_created | routine | The broker made a topic; retry topics are made with the group's first heartbeat | at the first use
topic_updated | passing 60 | A topic's settings changed: fewer read than write queues, or no read permission, leave messages unread | after updateTopic or updateTopicPerm on purpose
topic_deleted | fault | A topic was deleted on this broker: what was unread in it is lost and pulls are refused with CODE 17 | after deleteTopic on purpose | mqadmin updateTopic -n NAMESRV -c CLUSTER -t TOPIC; the name server of the right cluster
config_printed | routine | A setting that the broker started with | at every start
broker_filters_no_sql | routine | The broker refuses subscriptions with SQL92 expressions (enablePropertyFilter=false) | where only tags are used
broker_makes_no_groups | routine | The broker makes no group by itself (autoCreateSubscriptionGroup=false) | where groups are made by command
topic_delete_missing | elsewhere | A command wanted to delete a topic that this broker does not have |
group_deleted_by | fault | Somebody deleted a group; the address is theirs | after deleteSubGroup on purpose | mqadmin updateSubGroup -n NAMESRV -c CLUSTER -g GROUP
topic_deleted_by | fault | Somebody deleted a topic; the address is theirs | after deleteTopic on purpose | mqadmin updateTopic -n NAMESRV -c CLUSTER -t TOPIC; the name server of the right cluster
topic_created_by | routine | Somebody made or changed a topic; the address is theirs | after updateTopic
group_forbidden_changed | passing 60 | Somebody forbade or allowed a group to consume a topic | when it was done on purpose
config_changed | routine | Somebody changed the broker's settings while it runs; the address is theirs | after updateBrokerConfig
broker_role_changed | passing 60 | The broker changed its role: a slave became master, or the other way round | at a stop or start of the master | whether the master was meant to stop; its process and host, else
dead_letter_at_once | fault | An ordered message failed and went to the dead-letter queue at once | | why the listener failed on it; maxReconsumeTimes; %DLQ%GROUP holds what was given up
subscription_not_exist | passing 60 | A client of {group} pulled {topic}, and the group's table on this broker does not hold that topic: the pull was refused with CODE 24 | for some seconds around starts and reconnects; lasting, another member's heartbeats remove the topic | the same topics and tags in every client of {group}, or a group of its own for each kind
subscription_not_exist | passing 60 | A client pulled a topic that the group's table on this broker does not hold: the pull was refused with CODE 24 | for some seconds around starts and reconnects; lasting, another member's heartbeats remove the topic | the same topics and tags in every client of the group, or a group of its own for each kind
subscription_not_latest | passing 60 | A client pulled with a newer subscription than the broker has: refused with CODE 25 until its next heartbeat | at starts and rebalances
group_info_not_exist | passing 60 | A client pulled for {group}, of which this broker knows no client: refused with CODE 24 | for some seconds around starts and reconnects; lasting, its heartbeats do not reach this broker | a client of the group whose heartbeats reach this broker (10911)
group_info_not_exist | passing 60 | A client pulled for a group of which this broker knows no client: refused with CODE 24 | for some seconds around starts and reconnects; lasting, its heartbeats do not reach this broker | a client of the group whose heartbeats reach this broker (10911)
filter_data_not_latest | passing 60 | A client pulled with a newer SQL92 expression than the broker has: refused with CODE 28 until its next heartbeat | at starts and rebalances
subscription_parse_failed | fault | The broker cannot read the expression of a pull: the client gets no messages of the topic | | the expression, alike in every client of the group: tags as `a || b`, or SQL92 with text in single quotes; enablePropertyFilter=true in broker.conf
topic_not_exist | passing 60 | The client {address} asked for {topic}, which this broker does not have | for a moment before the topic is made; for retry topics of clients behind a proxy | mqadmin updateTopic -n NAMESRV -c CLUSTER -t {topic}
topic_not_exist | passing 60 | A client asked for a topic that this broker does not have | for a moment before the topic is made; for retry topics of clients behind a proxy | mqadmin updateTopic -n NAMESRV -c CLUSTER -t TOPIC; the name server of the right cluster
queue_illegal | fault | A client pulled queue {queue} of {topic}, which the topic does not have (any more): it is refused | for up to 30 s after the number of read queues was reduced | as many read queues as before (mqadmin updateTopic -r), until all clients have the new route
queue_illegal | fault | A client pulled a queue that the topic does not have (any more): it is refused | for up to 30 s after the number of read queues was reduced | as many read queues as before (mqadmin updateTopic -r), until all clients have the new route
pull_offset_fixed | fault | An offset that the queue does not have was replaced by one that it has: back repeats messages, ahead skips them | for new or emptied queues, and after files expired | where the repeated or skipped messages matter: mqadmin resetOffsetByTime; a fileReservedTime that is longer than a group is ever away
pull_offset_overflow | fault | A client asked beyond the queue's end: the store is younger than the offset (lost or replaced data, a slave behind) | for a moment after a change of master | where the repeated or skipped messages matter: mqadmin resetOffsetByTime; a fileReservedTime that is longer than a group is ever away
pull_offset_too_small | fault | A client asked for messages that are deleted already: it goes on with the oldest that are left, the rest is lost for it | for groups that were away longer than messages are kept | where the repeated or skipped messages matter: mqadmin resetOffsetByTime; a fileReservedTime that is longer than a group is ever away
pull_offset_not_corrected | fault | A slave does not have the offset that a client of {group} asked for in {topic}: it has not copied as much, moved nothing and sent the client back to the master | for a moment after a change of roles | mqadmin brokerStatus of that slave and its master (how far it is behind); whether the master is there at all
pull_offset_not_corrected | fault | A slave does not have the offset that a client asked for: it has not copied as much, moved nothing and sent the client back to the master | for a moment after a change of roles | mqadmin brokerStatus of that slave and its master (how far it is behind); whether the master is there at all
pull_offset_moved | fault | The broker moved a client's offset because the queue does not have it: back repeats messages, ahead skips them | for groups that were away longer than messages are kept | where the repeated or skipped messages matter: mqadmin resetOffsetByTime; a fileReservedTime that is longer than a group is ever away
channel_not_writable | passing 60 | A client does not take what the broker sends: its network or its process is slow | for moments under load | the network to that client, and whether it stands still (garbage collection, memory); fewer messages at once
response_failed | passing 60 | An answer did not reach its client: the connection broke meanwhile | when clients stop or reconnect | the network to that client, and whether it stands still (garbage collection, memory); fewer messages at once
pop_unacked | fault | Clients took many messages by pop and did not acknowledge them: the broker gives out no more of this queue | while listeners are slow or hang | a listener that acknowledges in time; popInflightMessageThreshold of the broker is the limit that was met
pull_was_reset | fault | A pull was answered from the place to which somebody reset the queue | after a reset on purpose | where nobody meant it: mqadmin resetOffsetByTime -n NAMESRV -g GROUP -t TOPIC -s TIME, to the moment from which the group shall read
broker_busy | elsewhere | The broker threw a request away because it waited too long or there were too many: producers must send again | for moments on busy brokers; often: the broker is too slow (disk, memory, CPU) | faster disks or fewer sends; sendMessageThreadPoolNums, and waitTimeMillsInSendQueue (200 ms), which is the limit
broker_hot_read | fault | The broker slows this group down because it reads old messages from disk | while a group catches up on a broker with coldDataFlowControlEnable | coldDataFlowControlEnable=false, or a higher threshold for the group
transaction_pending | routine | A producer has not decided yet whether a message counts; consumers do not see it so far | while local transactions run; for hours: the producer never decides
transaction_rolled_back | routine | A producer took a message back: consumers never see it, by design | whenever a local transaction fails
transaction_committed | routine | A producer confirmed a message when it was asked: consumers see it from now on | after a lost commit
transaction_checks_begun | routine | The broker looks for messages that no producer has decided about | every 30 to 60 s (transactionCheckInterval)
transaction_checks_done | routine | The broker has asked producers about undecided messages | every 30 to 60 s (transactionCheckInterval)
transaction_check_asked | routine | The broker asks a producer whether a message counts | while transactions stay undecided
transaction_given_up | elsewhere | A message was never decided about and is set aside: consumers will not see it | | a checkLocalTransaction that answers COMMIT or ROLLBACK within transactionCheckMax checks (15); what was given up lies in TRANS_CHECK_MAX_TIME_TOPIC
transaction_expired | elsewhere | A message that was never decided about is too old to be asked about: consumers will not see it | | a checkLocalTransaction that answers COMMIT or ROLLBACK within transactionCheckMax checks (15); what was given up lies in TRANS_CHECK_MAX_TIME_TOPIC
transaction_check_unasked | elsewhere | The broker wants to ask how a transaction ended, and no producer of that producer group is connected: nobody can be asked, and the half message stays invisible to consumers | while the producers of the group restart | keep a producer of that group running as long as the process lives (no shutdown() while a transaction is undecided); any other instance of the same producer group answers as well, if its checkLocalTransaction sees the same database. After transactionCheckMax (15) checks the message is given up (TRANS_CHECK_MAX_TIME_TOPIC)
transaction_check_failed | elsewhere | Undecided messages could not be checked this time | while the store is busy or a slave acts as master | a checkLocalTransaction that can tell how each transaction ended, since the broker asks it; the way from producer to broker
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
send_refused | elsewhere | The broker refused a message because of its size, name or properties, or could not store it: its producer was told | | what the line names: maxMessageSize (4 MiB) of broker and producer, a shorter topic, fewer properties; else that broker's store.log
topic_create_failed | elsewhere | A topic could not be made on the fly or by a tool: its producer was refused | | mqadmin updateTopic -n NAMESRV -c CLUSTER -t TOPIC, with a name of letters, digits, %, - and _ only
reply_failed | elsewhere | A reply to a request message could not be handed to the one who asked | | a longer timeout of request(), or a faster replier
transaction_store_failed | elsewhere | A half message or its end could not be written: the transaction is checked again and its message comes later | | a checkLocalTransaction that can tell how each transaction ended, since the broker asks it; the way from producer to broker
transaction_read_empty | routine | The broker looked for half messages or their ends and found no more | with transactional messages, at every check
transaction_offset_illegal | elsewhere | The broker's own place in the half messages lies outside their queue; it goes on from the next one that exists | at the end of that queue (OFFSET_OVERFLOW_ONE), at each round of checks
transaction_read_failed | elsewhere | A half message or the record of its end could not be read: the transaction is checked again | | a checkLocalTransaction that can tell how each transaction ended, since the broker asks it; the way from producer to broker
transaction_end_late | elsewhere | A producer ended a transaction after its time: the broker asks it once more | | a checkLocalTransaction that can tell how each transaction ended, since the broker asks it; the way from producer to broker
filter_failed | fault | A filter by SQL could not be parsed or applied: messages may be delivered that the filter would leave out, or not at all | | the SQL92 expression, and properties of the kind that it compares
pop_buffer_conflict | passing 60 | Two check points of pop have one key; the second is stored instead of held in memory | on busy brokers, now and then
pop_service_failed | passing 60 | A part of the broker that serves pop failed in one round and goes on with the next | while the store is busy | that broker's store (a slow or full disk) and its pop.log around it; the newest 5.x
pop_order_unlock_failed | passing 60 | The end of an ordered queue's lock could not be told to waiting clients; they notice it by themselves a little later | while the broker starts or stops
delay_levels_wrong | elsewhere | The broker's messageDelayLevel cannot be read: delayed messages and retries do not work | | messageDelayLevel as `1s 5s 10s 1m 2h`
delay_pending_told | routine | How many delayed messages of a level are being delivered | every minute, with asynchronous delivery
store_cleaned_by_tool | routine | Somebody asked the broker to delete expired files or unused queues | after a command of mqadmin
lag_uncounted | elsewhere | A lag could not be counted for the metrics; consuming is not touched |
message_query_failed | elsewhere | The answer to a query for messages could not be sent; consuming is not touched |
offset_event_failed | elsewhere | The event that tells of a moved offset could not be stored; the offset itself moved all the same |
offsets_unread | elsewhere | The version of the stored offsets could not be read |
broker_version_asked | routine | The broker asked a name server whether it has to register anew | every 30 s
broker_busy_stacks | elsewhere | The broker was so slow to answer that it printed its threads | | the broker's processors and garbage collection at that moment
auth_refused | fault | The broker's access control refused a request: who it was and what he asked for stand behind it | | accessKey and secretKey of that client, and the user's rights: mqadmin getUser, getAcl and createAcl (5.3 and later), plain_acl.yml before
queue_locked | routine | A client of an ordered group locked a queue | after every rebalance of ordered consumers
queue_lock_expired | passing 60 | A client took over a lock that its holder did not renew for a minute: the holder died, hangs, or lost the broker | after a process was killed
queue_locked_by_other | passing 60 | A client wanted a queue that another client has locked: it waits | for moments after a rebalance; lasting, two clients believe that the queue is theirs | whether the client that holds the lock still lives: it expires a minute after its last renewal
queue_unlocked | routine | A client gave back the lock of a queue | after every rebalance and at every stop
queue_unlock_refused | passing 60 | A client wanted to give back a lock that it does not hold | after a lock expired
queue_lock_relayed | passing 60 | A lock could not be taken or given back on the other brokers of a static topic's group | while one of them restarts
"""  # noqa: E501
