"""The Java client's messages, and those of rocketmq-spring's listener container, which applications
log through. Data only: one line per wording."""

TABLE = """
queue_added | doRebalance, {group}, add a new mq, {mq}
queue_added | doRebalance, {group}, <<add a new pop mq>>, {mq}
queue_dropped | doRebalance, {group}, <<truncateMessageQueueNotMyTopic>> remove unnecessary mq, {mq}
queue_dropped | doRebalance, {group}, <<truncateMessageQueueNotMyTopic remove unnecessary pop mq>>, {mq}
queue_drop_fixed_offset | Fix Offset, {group}, remove unnecessary mq, {mq} <<Droped: {rest}>>
pull_paused | [BUG]doRebalance, {group}, try remove unnecessary mq, {mq}, <<because pull is pause, so try to fixed it>>
pull_paused | [BUG]doRebalance, {group}, remove unnecessary mq, {mq}, <<because pull is pause, so try to fixed it>>
pop_paused | [BUG]doRebalance, {group}, try remove unnecessary pop mq, {mq}, <<because pop is pause, so try to fixed it>>
queue_dropped | doRebalance, {group}, remove unnecessary mq, {mq}
queue_dropped | doRebalance, {group}, <<remove unnecessary pop mq>>, {mq}
queue_lock_failed | doRebalance, {group}, add a new mq failed, {mq}, because lock failed
queue_lock_failed | the message queue lock Failed, {group} {mq}
queue_lock_failed | message queue lock Failed, {group} {mq}
queue_lock_failed | the message queue locked Failed, Group: {group} {mq}
queue_lock_failed | lockBatchMQ exception, {mq}
queue_lock_failed | lockBatchMQ exception, <<{rest}>>
queue_lock_ok | the message queue lock OK, {group} {mq}
queue_lock_ok | message queue lock OK, {group} {mq}
queue_lock_ok | the message queue locked OK, Group: {group} {mq}
queue_unlock_ok | the message queue unlock OK, Group: {group} {mq}
queue_unlock_ok | unlock messageQueue. group:{group}, clientId:{client_id}, mq:{mq}
queue_unlock_failed | unlockBatchMQ exception, {mq}
queue_unlock_failed | unlockBatchMQ exception, <<{rest}>>
queue_not_locked | pull message later because not locked in broker, {pull}
queue_not_locked | the message queue not locked, so consume later, {mq}
queue_not_locked | the message queue lock expired, so consume later, {mq}
queue_still_consuming | [WRONG]mq is consuming, so can not unlock it, {mq}. <<maybe hanged for a while, {rest}>>
queue_add_failed | doRebalance, {group}, add new mq failed, {mq}
queue_add_failed | doRebalance, {group}, <<compute offset failed>>, {mq}
queue_already_held | doRebalance, {group}, mq already exists, {mq}
queue_already_held | doRebalance, {group}, mq pop already exists, {mq}
rebalance_failed | doRebalance, {group} {topic}, <<get consumer id list failed>>
rebalance_failed | doRebalance, {group}, <<but the topic[{any_topic}] not exist>>.
rebalance_failed | rebalanceByTopic Exception
rebalance_failed | rebalance Exception
rebalance_failed | tryQueryAssignment error.
rebalance_failed | doRebalance for consumer group [{group}] exception
rebalance_failed | doRebalance exception
allocation_failed | AllocateMessageQueueStrategy.allocate Exception. <<allocateMessageQueueStrategyName={rest}>>
allocation_failed | allocate message queue exception. <<strategy name: {rest}>>
rebalance_result | rebalanced result changed. <<allocateMessageQueueStrategyName={any}, group={group}, topic={topic}, clientId={client_id}, mqAllSize={rest}>>
rebalance_result | broker rebalanced result changed. <<allocateMessageQueueStrategyName={any}, group={group}, topic={topic}, clientId={client_id}, assignmentSet={rest}>>
queue_set_changed | messageQueueChanged {group} {topic} <<{rest}>>
subscription_version_updated | {topic} Rebalance changed, also update version: <<{number}, {number}>>
not_in_client_list | [BUG] ConsumerGroup: {group} The consumerId: {client_id} not in cidAll: <<{rest}>>
pull_request_added | doRebalance, {group}, add a new pull request <<PullRequest [consumerGroup={any}, messageQueue={mq}, nextOffset={offset}]>>
unlock_delayed | unlockDelay, <<begin>> {mq}
unlock_delayed | unlockDelay, <<execute at once>> {mq}
offset_lookup_failed | Compute consume offset exception, mq={mq}
offset_lookup_failed | Compute consume offset from last offset exception, mq={mq}, <<exception={rest}>>
client_created | Created new MQClientInstance for clientId:[{client_id}]
client_reused | Returned Previous MQClientInstance for clientId:[{client_id}]
client_created | created a new client Instance, FactoryIndex: {number} ClinetID: {client_id} <<{rest}>>
client_created | Created a new client Instance, InstanceIndex:{number}, ClientID:{client_id}, <<{rest}>>
client_started | the client factory [{client_id}] start OK
client_shutdown | the client factory [{client_id}] shutdown OK
consumer_starting | the consumer [{group}] start beginning. <<messageModel={rest}>>
consumer_starting | the consumer [{group}] start beginning.
consumer_started | the consumer [{group}] start OK
consumer_shutdown | the consumer [{group}] shutdown OK
consumer_start_failed | Start the consumer {group} fail.
consumer_start_failed | consumeThreadMin ({number}) is larger than consumeThreadMax ({any})
consumer_start_failed | consumeThreadMin Out of range [1, 1000]
consumer_start_failed | consumeThreadMax Out of range [1, 1000]
consumer_start_failed | consumeConcurrentlyMaxSpan Out of range [1, 65535]
consumer_start_failed | pullThresholdForQueue Out of range [1, 65535]
consumer_start_failed | pullThresholdForTopic Out of range [1, 6553500]
consumer_start_failed | pullThresholdSizeForQueue Out of range [1, 1024]
consumer_start_failed | pullThresholdSizeForTopic Out of range [1, 102400]
consumer_start_failed | pullInterval Out of range [0, 65535]
consumer_start_failed | consumeMessageBatchMaxSize Out of range [1, 1024]
consumer_start_failed | pullBatchSize Out of range [1, 1024]
consumer_start_failed | popBatchNums Out of range [1, 32]
consumer_start_failed | popInvisibleTime Out of range [{number}, {number}]
consumer_start_failed | MQClientException: consumeTimestamp is invalid, {rest}
consumer_start_failed | MQClientException: messageListener is null
consumer_start_failed | MQClientException: messageListener must be instanceof {rest}
consumer_start_failed | MQClientException: subscription is null
consumer_start_failed | MQClientException: messageModel is null
consumer_start_failed | MQClientException: consumeFromWhere is null
consumer_start_failed | MQClientException: allocateMessageQueueStrategy is null
consumer_start_failed | consumer consumerTimeoutMillisWhenSuspend must greater than brokerSuspendMaxTimeMillis
consumer_start_failed | Started container failed. DefaultRocketMQListenerContainer{consumerGroup='{group}', {any}topic='{any_topic}', {rest}
consumer_start_failed | Started container failed. DefaultListenerContainer{name='{any}consumerGroup='{group}', {any}topic='{any_topic}', {rest}
consumer_start_failed | Started container failed. {rest}
consumer_exists | the consumer group[{group}] exist already.
consumer_exists | The consumer group[{group}] has been created before, specify another name please.
consumer_unregistered | unregister client[Producer: {any} Consumer: {group}] from broker[{broker} <<{any}>> {address}] success
consumer_unregister_failed | unregister client exception from broker: {address}
consumer_unregister_failed | unregister client RemotingException from broker: {address}, <<{rest}>>
consumer_unregister_failed | unregister client InterruptedException from broker: {address}, <<{rest}>>
consumer_unregister_failed | unregister client MQBrokerException from broker: {address}, <<{rest}>>
consumer_suspended | suspend this consumer, {group}
consumer_resumed | resume this consumer, {group}
consumer_suspended | consumer was paused, execute pull request later. <<instanceName={any}>>, group={group}
consumer_ids_changed | receive broker's notification[{address}], the consumer group: {group} changed, rebalance immediately
heartbeat_sent | send heart beat to broker[{broker} <<{any}>> {address}] success
heartbeat_content | <<HeartbeatData [clientID={client_id}, {rest}>>
heartbeat_failed | send heart beat to broker[{broker} <<{number}>> {address}] failed
heartbeat_failed | send heart beat to broker[{broker} {address}] failed
heartbeat_failed | send heart beat to broker[{broker} <<{number}>> {address}] exception, because the broker not up, forget it
heartbeat_failed | send heart beat to broker[{broker} {address}] exception, because the broker not up, forget it
heartbeat_failed | sendHeartbeatToAllBroker exception
heartbeat_failed | ScheduledTask sendHeartbeatToAllBroker exception
heartbeat_failed | send heart beat to broker exception
heartbeat_failed | sendHeartbeatToAllBrokerWithLockV2 exception
heartbeat_skipped | sending heartbeat, but no consumer and no producer. [{client_id}]
heartbeat_skipped | sending heartbeat, but no consumer and no producer
heartbeat_skipped | lock heartBeat, but failed. [{client_id}]
heartbeat_skipped | lock heartBeat, but failed.
broker_offline | the broker addr[{broker} {address}] is offline, remove it
broker_offline | the broker[{broker}] name's host is offline, remove it
consumer_list_failed | getConsumerIdListByGroup exception, {address} {group}
route_changed | the topic[{topic}] route info changed, <<old[{any}] ,new[{rest}>>
route_stored | topicRouteTable.put. Topic = {topic}, <<TopicRouteData[{rest}>>
route_stored | topicRouteTable.put <<TopicRouteData[{rest}>>
route_missing | getTopicRouteInfoFromNameServer return null, Topic: {topic}. [{client_id}]
route_missing | getTopicRouteInfoFromNameServer return null, Topic: {topic}
route_missing | get Topic [{any_topic}] RouteInfoFromNameServer is not exist value
route_missing | No route info of this topic, {topic}
route_missing | No route info of this topic: {topic}
route_missing | Can not find Message Queue for this topic, {topic}
route_failed | updateTopicRouteInfoFromNameServer Exception
route_failed | updateTopicRouteInfoFromNameServer tryLock timeout {rest}
route_failed | ScheduledTask updateTopicRouteInfoFromNameServer exception
name_server_chosen | new name server is chosen. <<OLD: {any} , NEW: {address}. namesrvIndex = {number}>>
name_server_updated | name server address updated. <<NEW : {rest}>>
name_server_given | user specified name server address: <<{rest}>>
offset_reset_received | invoke reset offset operation from broker. brokerAddr={address}, topic={topic}, group={group}, <<timestamp={rest}>>
offset_reset_ignored | [reset-offset] consumer dose not exist. group={group}
offset_reset_ignored | [reset-offset] consumer does not exist. group={group}
offset_reset_failed | reset offset failed. group={group}, {mq}
pull_rejected | execute the pull request exception, group={group}, messageQueue={mq}
pull_rejected | execute the pull request exception
pull_rejected 25 | the subscription is not latest, group={group}, messageQueue={mq}
pull_kernel_failed | pullKernelImpl exception
pull_state_not_ok | pullMessage exception, consumer state not ok
pull_state_not_ok | popMessage exception, consumer state not ok
pull_offset_illegal | the pull request offset illegal, {pull} <<{rest}>>
pull_offset_illegal | The pull request offset illegal, <<{rest}>>
pull_offset_fixed | fix the pull request offset, {pull}
pull_offset_first | the first time to pull message, so fix offset from broker. pullRequest: {pull} <<NewOffset: {rest}>>
pull_offset_first | the first time to pull message, but pull request offset larger than broker consume offset. pullRequest: {pull} <<NewOffset: {rest}>>
pull_dropped | the pull request[{pull}] is dropped.
pull_dropped | the pop request[{pull}] is dropped.
pull_without_consumer | No matched consumer for the PullRequest {pull}, drop it
pull_without_consumer | No matched consumer for the PopRequest {pull}, drop it
pull_subscription_missing | find the consumer's subscription failed, {pull}
flow_control | so do flow control, <<{any}pullRequest={pull}, flowControlTimes={rest}>>
flow_control | so do flow control, <<{rest}>>
pull_rejected | execute the pull request exception: {rest}
pull_offset_illegal | pullStatus=OFFSET_ILLEGAL, <<nextBeginOffset={offset}, minOffset={offset}, maxOffset={offset}{rest}>>
flow_control | the messages waiting to ack exceeds the threshold <<{number}, so do flow control, popRequest={pull}, flowControlTimes={rest}>>
flow_control | the messages waiting to ack exceeds the threshold <<{number}, so do flow control, {rest}>>
flow_control | the consume request count exceeds threshold <<{number}, so do flow control, {rest}>>
consume_asked | consumeMessageDirectly receive new message: <<{rest}>>
consume_asked | consumeMessageDirectly Result: <<{rest}>>
pull_schedule_ended | The Pull Task is cancelled, {mq}
pull_schedule_failed | doPullTask Exception
offsets_restored | Setting restore state in the consumer. Using the following offsets: <<{rest}>>
pull_schedule_failed | Pull Task Callback not exist , <<{rest}>>
consume_dropped | run, message queue not be able to consume, because it's dropped. {mq}
consume_failed | consumeMessage exception: <<{any}>> Group: {group} Msgs: {any} MQ: {mq}
consume_failed | consumeMessage exception: <<{any}>> Group: {group} Msgs: {rest}
consume_failed | <<consumeMessage return null>>, Group: {group} Msgs: {any} MQ: {mq}
consume_failed | <<consumeMessage Orderly return not OK>>, Group: {group} Msgs: {any} MQ: {mq}
consume_failed | BROADCASTING, the message consume failed, drop it, <<{rest}>>
send_back_failed | sendMessageBack exception, group: {group} <<msg: {rest}>>
send_back_failed | sendMessageBack Exception, {group}
send_back_failed | Failed to send message back, consumerGroup={group}, brokerName={any}, mq={mq}, <<message={rest}>>
send_back_failed | Failed to send message back, consumerGroup={group}, brokerName={broker}, <<mq={rest}>>
sent_back | send expire msg back. topic={topic}, <<msgId={any}, storeHost={any}>>, queueId={queue}, queueOffset={number}
send_back_failed | send expired msg exception
consume_dropped | the message queue not be able to consume, because it's dropped. group={group} {mq}
consume_dropped | the message queue not be able to consume, because it's dropped(pop). group={group} {mq}
consume_dropped | the message queue not be able to consume, because it's dropped. {mq}
consume_dropped | The message queue not be able to poll, because it's dropped. group={group}, messageQueue={mq}
consume_result_dropped | processQueue is dropped without process consume result. messageQueue={mq}, <<msgs={rest}>>
consume_result_illegal | the message queue consume result is illegal, we think you want to ack these message {mq}
pop_timeout | the pop message time out so abort consume. <<popTime={any}>>, group={group} {mq}
offset_committed | [persistAll] Group: {group} ClientId: {client_id} updateConsumeOffsetToBroker {mq} <<{offset}>>
offset_committed | [persist] Group: {group} ClientId: {client_id} updateConsumeOffsetToBroker {mq} <<{offset}>>
offset_commit_failed | updateConsumeOffsetToBroker exception, {mq}
offset_commit_failed | group: {group} persistConsumerOffset exception
offset_commit_failed | Persist consumer offset error for group: {group}
offset_commit_failed | ScheduledTask persistAllConsumerOffset exception
offset_fetch_failed | consumerOffset is -1 in messageQueue [{mq}]
offset_fetch_failed | fetchConsumeOffsetFromBroker exception, {mq}
offset_forgotten | remove unused mq, {mq}, {group}
offset_forgotten | remove unnecessary messageQueue offset. group={group}, mq={mq}, <<offsetTableSize={number}>>
offset_loaded | load consumer's offset, {group} {mq} <<{number}>>
listener_container_running | running container: DefaultRocketMQListenerContainer{consumerGroup='{group}', {any}topic='{any_topic}', <<{rest}>>
listener_container_running | running container: DefaultRocketMQListenerContainer<<{rest}>>
consume_failed | consume message failed. <<messageId:{any}>>, topic:{topic}, reconsumeTimes:{number}
consume_failed | consume message failed. <<messageExt:{any}Message{topic='{topic}'{rest}>>
consume_failed | consume message failed. <<messageExt:{rest}>>
message_lock | the message queue lock {any}, {group} {mq}
message_lock | message queue lock {any}, {group} {mq}
remove_unnecessary_message_exception | removeUnnecessaryMessageQueue Exception
do_rebalance_add_pull_request | doRebalance, {group}, add a new pull request <<{rest}>>
pull_threshold_changed | The pullThresholdForQueue is changed from {any} to <<{rest}>>
pull_threshold_size_changed | The pullThresholdSizeForQueue is changed from {any} to <<{rest}>>
message_changed_exception | messageQueueChanged exception
returned_previous_produce_accumulator | Returned Previous ProduceAccumulator for clientId:[{client_id}]
created_produce_accumulator | Created new ProduceAccumulator for clientId:[{client_id}]
scheduled_task_fetch_name_server_addr | ScheduledTask fetchNameServerAddr exception
scheduled_task_adjust_thread_pool_exception | ScheduledTask adjustThreadPool exception
clean_offline_broker_exception | cleanOfflineBroker Exception
unregister_exception | unregisterClient exception
unregister_with_lock_exception | unregisterClientWithLock exception
producer_exist_already | the producer group[<<{any}>>] exist already.
exist_already | the admin group[{group}] exist already.
send_heartbeat_all_broker_v_simple | sendHeartbeatToAllBrokerV2 simple brokerName: {broker} subChange: {any} brokerAddrHeartbeatFingerprintTable: <<{rest}>>
send_heartbeat_all_broker_v_normal | sendHeartbeatToAllBrokerV2 normal brokerName: {broker} subChange: {any} brokerAddrHeartbeatFingerprintTable: <<{rest}>>
check_transaction_state_pick_producer_by | checkTransactionState, pick producer by group[<<{any}>>] failed
check_transaction_state_pick_producer_failed | checkTransactionState, pick producer group failed
check_transaction_state_decode_message_failed | checkTransactionState, decode message failed
notify_consumer_ids_changed_exception | notifyConsumerIdsChanged exception
err_when_uncompress_constant | err when uncompress constant
receive_reply_message | receive reply message :<<{rest}>>
unknown_err_when_receive_reply_msg | unknown err when receiveReplyMsg
receive_reply_message_but_not_matched | receive reply message, but not matched any request, CorrelationId: {any} , reply from host: <<{rest}>>
register_filter_message_hook_hook | register FilterMessageHook Hook, <<{rest}>>
register_consume_message_hook_hook | register consumeMessageHook Hook, <<{rest}>>
bug_pull_message_result_maybe_data | [BUG] pull message result maybe data wrong, nextBeginOffset: {any} firstMsgOffset: {any} prevRequestOffset: <<{rest}>>
execute_task_later_exception | executeTaskLater Exception
failed_compute_pull_offset_pull_result | Failed to compute pull offset, pullResult: {pull}
pop_callback_pop_result_null | pop callback popResult is null
pop_async_exception | popAsync exception
execute_hook_hook_name | execute hook error. hookName=<<{rest}>>
ack_message_fail_ack_result_extra | Ack message fail. ackResult: {any}, extraInfo: <<{rest}>>
ack_message_fail_extra_info_message | Ack message fail. extraInfo: {any}  error message: <<{rest}>>
ack_async | ack async error.
consume_message_hook_execute_hook_before | consumeMessageHook {any} executeHookBefore exception
consume_message_hook_execute_hook_after | consumeMessageHook {any} executeHookAfter exception
reconsume_times_reached_ack_msg | Reconsume times has reached {any}, so ack msg=<<{rest}>>
execute_pull_request_immediately_pull_request | executePullRequestImmediately pullRequestQueue.put
pull_message_service_run_method_exception | Pull Message Service Run Method exception
pull_message_service_scheduled_thread_shutdown | PullMessageServiceScheduledThread has shutdown
get_expired_msg_exception | getExpiredMsg exception
get_max_span_exception | getMaxSpan exception
remove_message_exception | removeMessage exception
rollback_exception | rollback exception
commit_exception | commit exception
make_message_cosume_again_exception | makeMessageToCosumeAgain exception
take_messages_exception | take Messages exception
failed_check_message_existence_process_message | Failed to check message's existence in process queue, message=<<{rest}>>
scheduled_task_fetch_message_queues_compare | ScheduledTask fetchMessageQueuesAndCompare exception
occurred_when_update_consume_offset_synchronously | An error occurred when update consume offset synchronously.
occurred_when_update_consume_offset_automatically | An error occurred when update consume offset Automatically.
submit_consume_request | Submit consumeRequest error
message_paused | Message Queue: {mq} has been paused!
occurred_pull_message_process | An error occurred in pull message process.
pull_task_cancelled_after_do_pull | The Pull Task is cancelled after doPullTask, {mq}
had_registered_listener_will_overwrite_old | Topic {topic} had been registered, new listener will overwrite the old one
failed_get_next_pull_offset | Failed to get next pull offset
polling_thread_was_interrupted | Polling thread was interrupted.
message_queues_empty_ignore_this_commit | MessageQueues is empty, Ignore this commit
schedule_at_fixed_rate_clean_expire | scheduleAtFixedRate cleanExpireMsg exception
message_not_found_process_skip_send | Message is not found in its process queue; skip send-back-procedure, topic={topic}, brokerName={broker}, queueId={queue}, queueOffset=<<{rest}>>
schedule_at_fixed_rate_lock_mqperiodically | scheduleAtFixedRate lockMQPeriodically exception
consume_too_many_times_ack_message | Consume too many times, ack message async. message <<{rest}>>
consume_too_many_times_but_delay | Consume too many times, but delay time {any} not enough. changePopInvisibleTime to delayLevel {any} . message key:<<{rest}>>
change_pop_invisible_time_async_fail | changePopInvisibleTimeAsync fail. msg:{any} error info: <<{rest}>>
change_pop_invisible_time_async_fail | changePopInvisibleTimeAsync fail, group:{group} msg:{any} errorInfo:<<{rest}>>
process_invalid_dropped_pop_timeout_message | processQueue invalid. isDropped={any}, isPopTimeout={any}, messageQueue={mq}, msgs=<<{rest}>>
process_invalid_or_pop_timeout_dropped | processQueue invalid or popTimeout. isDropped={any}, isPopTimeout={any}, messageQueue={mq}, msgs=<<{rest}>>
read_local_offset_exception_try_correct | readLocalOffset Exception, and try to correct
read_local_offset_exception | readLocalOffset Exception
load_local_offset_store_file_exception | Load local offset store file exception
load_local_offset_store_bak_file | Load local offset store bak file exception
read_local_offset_exception | readLocalOffset exception
producer_started | the producer [{any}] start OK. sendMessageWithVIPChannel=<<{rest}>>
producer_started | the producer [{any}] shutdown OK
producer_started | register sendMessage Hook, <<{rest}>>
producer_started | register endTransaction Hook, <<{rest}>>
producer_started | updateTopicPublishInfo prev is not null, <<{rest}>>
send_failed | sendKernelImpl exception, resend at once, <<{rest}>>
send_failed | sendKernelImpl exception, throw exception, <<{rest}>>
send_failed | sendKernelImpl exception
send_failed | async send msg by retry <<{any} times>>. topic={topic}, brokerAddr={any}, brokerName={broker}
send_failed | can't find broker service address. <<{rest}>>
send_failed | tryToCompressMessage exception
send_failed | failed to executeSendMessageHookBefore
send_failed | failed to executeSendMessageHookAfter
send_slow | prepare send request for <<{any} cost {number} ms>>
broker_isolated | {broker} will be isolated for <<{number} ms>>.
broker_isolated | {broker} is unreachable, it will not be used until it's reachable
broker_reachable | {broker} is reachable now, then it can be used.
broker_isolated | Unexpected exception raised while detecting service reachability
transaction_end_failed | endTransactionOneway exception
transaction_end_failed | , but end broker transaction failed
transaction_end_failed | failed to executeEndTransactionHook
transaction_end_failed | executeLocalTransactionBranch exception<<{rest}>>
transaction_told | executeLocalTransactionBranch return<<{rest}>>
transaction_told | when broker check, client rollback this transaction, <<{rest}>>
transaction_told | when broker check, client does not know this transaction state, <<{rest}>>
transaction_check_refused | Broker call checkTransactionState, but checkLocalTransactionState exception
transaction_check_refused | CheckTransactionState, pick transactionListener by group[{any}] failed
transaction_check_refused | CheckTransactionState, pick transactionCheckListener by group[{any}] failed
transaction_check_refused | checkTransactionState, pick transactionCheckListener by group[{any}] failed
trace_failed | send trace data failed, the traceData is <<{rest}>>
trace_failed | flushTraceContext error
trace_failed | buffer full{any} ,context is <<{rest}>>
offset_persist_failed | persistAll consumer offset Exception, <<{rest}>>
offset_persist_failed | persist consumer offset exception, <<{rest}>>
offset_reset_by_tool | resetOffsetByTimestamp updateConsumeOffset success, <<{rest}>>
offset_reset_by_tool | Invoke broker to reset offset success. <<{rest}>>
offset_reset_tool_failed | resetOffsetByTimestamp Exception
offset_reset_tool_failed | Invoke broker to reset offset error code={code}, <<remark={rest}>>
offset_reset_tool_failed | invokeBrokerToResetOffset getResponseCommand failed, <<{rest}>>
offset_commit_failed | updateConsumerOffsetAsync failed, <<brokerAddr={rest}>>
name_servers_changed | name server address changed, old=<<{any}>>, new={rest}
name_server_fetch_failed | fetchNameServerAddr Exception
query_failed | queryMessage exception
query_failed | queryMessage, maybe some broker failed
query_failed | queryMessage error, <<requestHeader={rest}>>
query_failed | find message key not matched, maybe hash duplicate <<{rest}>>
query_failed | getResponseCommand failed, <<{rest}>>
query_failed | getResponseCommand return null
consume_failed | consumeMessageDirectly exception: <<{any}>> Group: {group} Msgs: {any} MQ: {mq}
subscription_parse_failed | parse subscription error
broker_missing | The broker[{broker}] not exist
pop_handle_unreadable | parse extra info error. <<msg:{rest}>>
filter_class_told | register message class filter <<{rest}>>
filter_class_told | uploadFilterClassToAllFilterServer Exception<<{rest}>>
acl_failed | Failed to parse configuration to enable ACL.
acl_failed | Failed to enable ACL. Either AccessKey or secretKey is blank
acl_failed | Convert yaml file to data object error, <<{rest}>>
pull_service_started | MQPullConsumerScheduleService start OK, {group} <<{rest}>>
"""  # noqa: E501

MEANINGS = """
queue_added | routine | The client took over a queue and starts to pull it | at every start and rebalance
queue_dropped | routine | The client gave up a queue, which another client should take | at every rebalance
queue_drop_fixed_offset | passing 60 | The client dropped a queue to go on with it at a corrected offset | after an illegal offset or a reset
pull_paused | fault | The client had not pulled a queue for two minutes and gives it up to take it anew: its pulls hang | after a long stop of the process (garbage collection, suspended machine)
pop_paused | passing 60 | The client had not popped from its queues for two minutes, or never yet, and gives them up to take them anew | at a client's first rebalance before 5.2.0, which counts a new pop queue as never popped | a thread dump of the client; the broker's pop.log
queue_lock_failed | passing 60 | An ordered consumer of {group} could not lock queue {queue} of {topic} on {broker}, and nobody reads the queue through this one until it has the lock: mostly the broker gave it to another client of the group, or did not answer | for up to a minute after a rebalance: a lock expires 60 s after its owner last renewed it | the other client of the group that holds the queue (mqadmin consumerStatus): one that is gone, hangs, or shares this one's work; the same group is for one set of ordered consumers
queue_lock_failed | passing 60 | An ordered consumer could not lock a queue, and nobody reads the queue through this one until it has the lock: mostly the broker gave it to another client of the group, or did not answer | for up to a minute after a rebalance: a lock expires 60 s after its owner last renewed it | the other client of the group that holds the queue (mqadmin consumerStatus)
queue_lock_ok | routine | An ordered consumer holds the lock of a queue | every 20 s after a rebalance
queue_unlock_ok | routine | An ordered consumer gave back the lock of a queue | at rebalances and stops
queue_unlock_failed | passing 60 | A lock could not be given back: it expires by itself after a minute | while a broker restarts
queue_not_locked | passing 60 | An ordered consumer waits with a queue because it does not hold its lock | for up to a minute after a rebalance | whether the client that holds the lock still lives: it expires a minute after its last renewal
queue_still_consuming | passing 60 | The client should give up a queue whose listener is still at work: it tries again | while a listener works long; for minutes: it hangs | time limits for the listener's own calls
queue_add_failed | passing 60 | The client could not take over a queue, mostly since its offset could not be read: it tries again in 20 s | while a broker restarts
queue_already_held | routine | A queue that the client wanted to add is in its table already | at quick rebalances
rebalance_failed if topic ~ %RETRY% and absent | passing 60 | The client has no route of {topic} yet: the brokers make it with the group's first heartbeat, so a broker must take one first | in the first seconds of a group's first start | heartbeats of this client to every broker of the topic (10911), which the line or the exception beside it says more of
rebalance_failed if absent | passing 60 | The client could not share out {topic}: it has no route of it, so the name server knows no such topic | in the first seconds of a start | mqadmin updateTopic -n NAMESRV -c CLUSTER -t {topic}, or the name server of the right cluster
rebalance_failed | passing 60 | The client could not share out a topic: it got no list of members, or no route; it keeps what it has | in the first seconds of a start, and while a broker restarts | heartbeats of this client to every broker of the topic (10911), which the line or the exception beside it says more of
allocation_failed | fault | The strategy that gives out queues failed: the client keeps what it had | | one strategy (setAllocateMessageQueueStrategy) in all clients of the group, and no more clients than queues
rebalance_result | passing 60 | The client's share of a topic changed, with the numbers of queues and of clients that it counted | at every start, stop and change of route
queue_set_changed | routine | The set of a topic's queues that this client reads changed | at every rebalance
subscription_version_updated | routine | The client gave its subscription a new version because its queues changed; the broker then prints `subscription changed` | at every rebalance
not_in_client_list | passing 60 | The list of members that the broker gave for {group} does not hold this client itself, {client_id}: it takes no queue from that list | for some seconds at its start; lasting, its heartbeats do not reach that broker | this client's heartbeats to the broker that was asked, and a client id of its own (setInstanceName)
not_in_client_list | passing 60 | The list of members that the broker gave does not hold this client itself: it takes no queue from that list | for some seconds at its start; lasting, its heartbeats do not reach that broker | this client's heartbeats to the broker that was asked, and a client id of its own (setInstanceName)
pull_request_added | routine | The client begins to pull a queue at the offset named | at every start and rebalance
unlock_delayed | routine | The lock of a queue is given back a little later, to let messages in hand finish | at rebalances of ordered consumers
offset_lookup_failed | passing 60 | The client could not learn where to begin in a queue: it tries again in 20 s | while a broker restarts | the way to the broker that holds the queue (10911); what the exception says
client_created | routine | A client started in this process, with the id named | at every start
client_reused | routine | A second consumer or producer of this process uses the client that exists already | where one process has several with equal instance names and name servers
client_started | routine | The client is up | at every start
client_shutdown | routine | The client stopped in good order | at every stop
consumer_starting | routine | A consumer of the group starts, with its model | at every start
consumer_started | routine | A consumer of the group is up | at every start
consumer_shutdown | routine | A consumer of the group stopped in good order | at every stop
consumer_start_failed | fault | A consumer of {group} could not start: it consumes nothing | | what the exception names; a new consumer object after a failed start
consumer_start_failed | fault | A consumer of the group could not start: it consumes nothing | | what the exception names; a new consumer object after a failed start
consumer_exists | fault | This process has a consumer of this group already: the second one does not run | | one consumer and one producer of a group for the process; another instance name (setInstanceName) or another group for a second one
consumer_unregistered | routine | The client told a broker that it leaves | at every stop
consumer_unregister_failed | passing 60 | The client could not tell a broker that it leaves: the broker notices by the closed connection, or after two minutes | while that broker is down
consumer_suspended | fault | The application paused this consumer: it takes no messages until it is resumed | when the application does so on purpose | resume() in the application
consumer_resumed | routine | The application let this consumer go on | after a pause
consumer_ids_changed | passing 60 | A broker said that the group's members changed: the client shares the queues out at once | at every start and stop of a client
heartbeat_sent | routine | A heartbeat reached a broker | printed for one in twenty, every ten minutes
heartbeat_content | routine | What the client says of itself: its groups, models and subscriptions | printed with one heartbeat in twenty
heartbeat_failed | passing 60 | A heartbeat did not reach {broker} ({address}); after two minutes without one the broker forgets the client | while a broker restarts; `forget it` marks brokers that left the route | the way from this client to the broker's address in the route (10911): firewall, and brokerIP1 in broker.conf where that address is an inner one
heartbeat_failed if code | passing 60 | A heartbeat was answered with code {code}; after some time without one the server forgets the client | while a proxy or broker restarts | the way from this client to the broker's address in the route (10911): firewall, and brokerIP1 in broker.conf where that address is an inner one
heartbeat_failed | passing 60 | A heartbeat did not reach a broker; after two minutes without one the broker forgets the client | while a broker restarts; `forget it` marks brokers that left the route | the way from this client to the broker's address in the route (10911): firewall, and brokerIP1 in broker.conf where that address is an inner one
heartbeat_skipped | passing 60 | The client sent no heartbeat: nothing is registered with it, or another one is under way | before the first start and after the last stop in the process
broker_offline | fault | The client dropped {broker}, which is in no route any more: its queues are not read until it comes back | at planned stops of a broker | that broker's process and host (a stop, a long pause, a full disk) and its way to port 9876 of every name server
broker_offline | fault | The client dropped a broker that is in no route any more: its queues are not read until it comes back | at planned stops of a broker | that broker's process and host (a stop, a long pause, a full disk) and its way to port 9876 of every name server
consumer_list_failed if answer ~ no consumer | passing 60 | A broker answered that it knows no client of the group: no heartbeat of this client has reached it | in the first seconds of a start | heartbeats of this client to every broker of the topic (10911), which the line or the exception beside it says more of
consumer_list_failed if code | passing 60 | A broker did not tell the group's members: it answered CODE {code} | in the first seconds of a start, and while a broker restarts | heartbeats of this client to every broker of the topic (10911), which the line or the exception beside it says more of
consumer_list_failed if silent | passing 60 | A broker did not tell the group's members: no answer came from it ({silent}) | while a broker restarts | heartbeats of this client to every broker of the topic (10911), which the line or the exception beside it says more of
consumer_list_failed | passing 60 | A broker did not tell the group's members: unreachable, or it knows none | in the first seconds of a start, and while a broker restarts | heartbeats of this client to every broker of the topic (10911), which the line or the exception beside it says more of
route_changed | passing 60 | The topic's brokers or queues changed for this client, from old to new | at the first look after a start, and when brokers come, go or change the topic
route_stored | routine | The route that the client uses from now on | after every change of route
route_missing if topic ~ RMQ_SYS_TRACE_TOPIC | elsewhere | No name server knows {topic}, the topic of message traces: the client traces (enableMsgTrace) and no broker has made that topic; messages themselves are not touched | | traceTopicEnable=true in a broker's broker.conf, which makes it at its start; or tracing off in the client (enableMsgTrace=false, rocketmq.producer.enable-msg-trace in Spring)
route_missing if topic ~ rmq_sys_TRACE_DATA | elsewhere | No name server knows {topic}, the topic of message traces of a cloud's instance: the client traces with AccessChannel.CLOUD; messages themselves are not touched | | setAccessChannel(AccessChannel.LOCAL) for clusters of one's own, or tracing off in the client (enableMsgTrace=false)
route_missing if topic ~ %RETRY% | passing 60 | No name server knows {topic} yet: the brokers make it with the group's first heartbeat | for retry topics of a group's first start | mqadmin updateTopic -n NAMESRV -c CLUSTER -t TOPIC; the name server of the right cluster
route_missing | passing 60 | No name server knows {topic}: nothing of it can be read | for a moment before the topic is made | mqadmin updateTopic -n NAMESRV -c CLUSTER -t {topic}, or the name server of the right cluster
route_missing | passing 60 | No name server knows the topic: nothing of it can be read | for retry topics of a group's first start, and for a moment before the topic is made | mqadmin updateTopic -n NAMESRV -c CLUSTER -t TOPIC; the name server of the right cluster
route_failed if topic ~ RMQ_SYS_TRACE_TOPIC and code = 17 | elsewhere | The client traces messages (enableMsgTrace) and no broker has the topic of traces: it asks for that topic's route again and again and writes a warning each time; messages themselves are not touched | | traceTopicEnable=true in a broker's broker.conf, which makes {topic} at its start; or tracing off in the client (enableMsgTrace=false, rocketmq.producer.enable-msg-trace in Spring)
route_failed if http | passing 60 | The address server, which should tell the name servers, answered HTTP {http}: the client has no name server from it | while that server restarts | the name servers' addresses themselves (setNamesrvAddr, NAMESRV_ADDR) instead of an address server
route_failed if answer ~ exist | passing 60 | The name server answered that it does not know the topic: {answer} | for a moment before the topic is made | mqadmin updateTopic -n NAMESRV -c CLUSTER -t TOPIC, or the name server of the right cluster
route_failed if code = 17 | passing 60 | The name server answered CODE 17: no broker has registered the topic with it | for a moment before the topic is made | mqadmin updateTopic -n NAMESRV -c CLUSTER -t TOPIC, or the name server of the right cluster
route_failed if code | passing 60 | The name server answered CODE {code} instead of a route: the client goes on with the route that it has | while a name server restarts | namesrvAddr of this client, and its way to port 9876 of each name server
route_failed if silent | passing 60 | The name server did not answer ({silent}): the client goes on with the route that it has | while a name server restarts | namesrvAddr of this client, and its way to port 9876 of each name server
route_failed if answer | passing 60 | The client could not get a topic's route ({answer}): it goes on with the route that it has | while a name server restarts | namesrvAddr of this client, and its way to port 9876 of each name server
route_failed | passing 60 | The client could not get a topic's route, and the exception says why: it goes on with the route that it has | while a name server restarts | namesrvAddr of this client, and its way to port 9876 of each name server
name_server_chosen | routine | The client talks to another name server | at the start and when one fails
name_server_updated | routine | The list of name servers changed | at the start and when the list is changed
name_server_given | routine | The name servers that the client was configured with | at every start
offset_reset_ignored | elsewhere | A broker sent a reset of offsets and this client ignored it: only a push consumer takes one up; a pull or lite pull consumer does not, and commits its old place on | where the group has clients of another kind as well | stop all consumers of the group and reset while it is offline (mqadmin then writes the offset into the broker), or consumer.seek() of the lite pull consumer
offset_reset_received | fault | A broker told this client to move its offsets, as somebody's reset asks: messages are repeated or skipped | when it was done on purpose | where nobody meant it: mqadmin resetOffsetByTime -n NAMESRV -g GROUP -t TOPIC -s TIME, to the moment from which the group shall read
pull_rejected if code = 24 and answer ~ subscription | passing 60 | A broker refused a pull with CODE 24: its table of the group does not hold the topic ({answer}) | for some seconds around starts and reconnects; lasting, another member's heartbeats remove the topic | the same topics and tags in every client of the group, or a group of its own for each kind
pull_rejected if code | passing 60 | A broker refused a pull with CODE {code}: {answer} | CODE 24 and 25 for some seconds around starts and reconnects | what its code asks for: 24 and 25 the same subscriptions in every client of the group, 16 the permissions of topic and group, 26 mqadmin updateSubGroup
pull_rejected | passing 60 | A broker refused a pull; the code and the words below say why | CODE 24 and 25 for some seconds around starts and reconnects | what its code asks for: 24 and 25 the same subscriptions in every client of the group, 16 the permissions of topic and group, 26 mqadmin updateSubGroup
pull_kernel_failed | passing 60 | A pull could not be sent: no broker, no connection, or the client is stopping | while a broker restarts | the way from this client to the broker's address in the route (10911): firewall, and brokerIP1 in broker.conf where that address is an inner one
pull_state_not_ok | passing 60 | A pull was put off because the consumer is not running | while it starts or stops
pull_offset_illegal | fault | The broker does not have offset {offset} of queue {queue} of {topic} (OFFSET_ILLEGAL): the client goes on at the one it was told, 10 s later | after messages expired, or a queue was emptied or reset | where the repeated or skipped messages matter: mqadmin resetOffsetByTime; a fileReservedTime that is longer than a group is ever away
pull_offset_illegal | fault | The broker does not have the offset that the client asked for (OFFSET_ILLEGAL): the client goes on at the one it was told, 10 s later | after messages expired, or a queue was emptied or reset | where the repeated or skipped messages matter: mqadmin resetOffsetByTime; a fileReservedTime that is longer than a group is ever away
pull_offset_first | passing 60 | An ordered consumer that just got a queue's lock takes its offset from the broker | after every lock; `larger than broker consume offset` repeats messages
pull_dropped | routine | Pulling of a queue stopped because the client gave the queue up | at every rebalance and stop
pull_without_consumer | passing 60 | A pull belongs to a group that this process does not consume any more | at a stop
pull_subscription_missing | passing 60 | A pull was put off because the consumer has no subscription of that topic | after unsubscribe at run time
flow_control if span | passing 60 | The client of {group} does not pull more of {topic}: between the oldest and the newest message of a queue lie {span} offsets (consumeConcurrentlyMaxSpan, 2000), so one message that is not finished holds the others | for moments at peaks | a faster listener, or more of its threads (consumeThreadMin, consumeThreadMax); pullThresholdForQueue, pullThresholdSizeForQueue and consumeConcurrentlyMaxSpan are the limits
flow_control if count | passing 60 | The client waits with pulling: {count} messages of a queue lie in it unconsumed (pullThresholdForQueue, 1000), listeners are slower than messages come | for moments at peaks | a faster listener, or more of its threads (consumeThreadMin, consumeThreadMax); pullThresholdForQueue, pullThresholdSizeForQueue and consumeConcurrentlyMaxSpan are the limits
flow_control | passing 60 | The client waits with pulling because too many messages lie in it unconsumed: listeners are slower than messages come, or one message holds the others | for moments at peaks | a faster listener, or more of its threads (consumeThreadMin, consumeThreadMax); pullThresholdForQueue, pullThresholdSizeForQueue and consumeConcurrentlyMaxSpan are the limits
pull_schedule_ended | routine | A scheduled pull consumer stopped to pull a queue | at every rebalance and stop
offsets_restored | elsewhere | Flink's source goes on at the offsets of its own checkpoint or savepoint, whatever the brokers have stored, and writes them there: where they lie behind the group's, what was read since comes again | when a job is restarted from its newest checkpoint | the checkpoint or savepoint that the job was started from (flink run -s)
pull_schedule_failed | fault | The application's own code of a scheduled pull consumer failed for a queue: it is pulled again later | | the application's own code that the trace below names
consume_failed if retries >= 16 | fault | The listener failed on a message that had been tried {retries} times before: by default this was its last retry, and it goes to the dead-letter queue %DLQ% of the group | | the listener (its exception stands in the application's log); maxReconsumeTimes
consume_failed if retries >= 3 | fault | The listener failed on a message that had failed {retries} times before: retries do not cure it; after 16 of them it goes to the dead-letter queue %DLQ% of the group | | the listener (its exception stands in the application's log); maxReconsumeTimes
consume_failed if attempts >= 2 | fault | The listener failed on attempt {attempts} at a message: retries do not cure it | | the listener (its exception stands in the application's log)
consume_failed | fault | The listener failed on messages of {topic}: they are retried later, or dropped where the group is broadcasting | single failures that a retry cures | the application's own exception in the listener; catch what no retry can cure
consume_failed | fault | The listener failed on messages: they are retried later, or dropped where the group is broadcasting | single failures that a retry cures | the application's own exception in the listener; catch what no retry can cure
send_back_failed if retries >= 1 | fault | A message that had failed {retries} times before could not be sent to the retry topic: it is tried again in this process after five seconds | while a broker restarts | the way to the broker, and the account's right on the group (its retry topic) where access control is on
send_back_failed | fault | A failed message could not be sent to the retry topic: it is tried again in this process after five seconds | while a broker restarts | the way to the broker, and the account's right on the group (its retry topic) where access control is on
sent_back | fault | A message lay in the client too long (consumeTimeout, 15 minutes) and was sent to the retry topic | where listeners may take long | consumeTimeout (minutes) longer than the slowest message takes, or a faster listener
consume_dropped | routine | Messages in hand were thrown away because their queue was given up: the next owner gets them | at every rebalance and stop
consume_result_dropped | passing 60 | Messages were consumed whose queue was given up meanwhile: they count as not consumed and come again | at rebalances under load
consume_result_illegal | fault | An ordered listener answered with what is not allowed there; it was taken for success | | SUCCESS or SUSPEND_CURRENT_QUEUE_A_MOMENT from an ordered listener that commits by itself
pop_timeout | fault | Popped messages were not acknowledged within their invisible time (popInvisibleTime, 60 s): the broker makes them visible again and delivers them once more, here or to another client, so they are consumed twice; this client skips those that it has not begun | when listeners are slow | an invisible time (setPopInvisibleTime) longer than a whole batch takes: popBatchNums (32) times the time of one message, divided by the threads; or a lower popBatchNums and popThresholdForQueue, or more threads; a listener that bears a message twice
offset_committed | routine | The client told a broker how far it is | every 5 s for queues that moved
offset_commit_failed if code | passing 60 | A broker refused a commit with CODE {code}: after a restart messages since the last one come again | while a broker restarts | the way to the broker that holds the queue (10911); what the exception says
offset_commit_failed | passing 60 | A commit did not reach its broker: after a restart messages since the last one come again | while a broker restarts | the way to the broker that holds the queue (10911); what the exception says
offset_fetch_failed | passing 60 | The broker did not tell the stored offset of a queue | at the first start of a group, and while a broker restarts | the way to the broker that holds the queue (10911); what the exception says
offset_forgotten | routine | The client forgets the offset of a queue that it gave up | at every rebalance
offset_loaded | routine | A broadcasting client read its own offset from its disk | at every start
listener_container_running | routine | A listener of rocketmq-spring runs, with its group, topic and expression | at every start
message_lock | passing 60 | An ordered consumer tried to lock a queue; OK or Failed | at every rebalance
remove_unnecessary_message_exception | fault | A queue could not be given up properly; the exception below says why |
do_rebalance_add_pull_request | routine | The client begins to pull a queue | at every start and rebalance
pull_threshold_changed | routine | How many messages of one queue the client holds at most was computed anew | at rebalances with pullThresholdForTopic
pull_threshold_size_changed | routine | How much of one queue the client holds at most was computed anew | at rebalances with pullThresholdSizeForTopic
message_changed_exception | fault | The application's own listener of queue changes failed | | the application's own code that the trace below names
returned_previous_produce_accumulator | routine | Producers of this process share what collects batches | at a start
created_produce_accumulator | routine | What collects batches was made | at a start
scheduled_task_fetch_name_server_addr | passing 60 | The address list of name servers could not be fetched | while the address server restarts | the address server (rocketmq.namesrv.domain), or fixed addresses in namesrvAddr
scheduled_task_adjust_thread_pool_exception | elsewhere | The size of the listener's thread pool could not be adjusted |
clean_offline_broker_exception | elsewhere | Brokers that left the routes could not be forgotten this time |
unregister_exception | passing 60 | The client could not tell a broker that it leaves | while that broker is down
unregister_with_lock_exception | passing 60 | The client could not tell brokers that it leaves | while a broker is down
producer_exist_already | fault | This process has a producer of this group already: the second one does not run | | one consumer and one producer of a group for the process; another instance name (setInstanceName) or another group for a second one
exist_already | fault | This process has an admin client of this name already | | one consumer and one producer of a group for the process; another instance name (setInstanceName) or another group for a second one
send_heartbeat_all_broker_v_simple | routine | A heartbeat went out in its short form | with useHeartbeatV2
send_heartbeat_all_broker_v_normal | routine | A heartbeat went out in its long form | with useHeartbeatV2
check_transaction_state_pick_producer_by | elsewhere | A broker asked about a transaction of a producer that this process does not have | after a producer group was renamed | a producer of that group that is online and has a transaction listener; one group for one kind of transaction
check_transaction_state_pick_producer_failed | elsewhere | A broker asked about a transaction without naming its producer | | a producer of that group that is online and has a transaction listener; one group for one kind of transaction
check_transaction_state_decode_message_failed | elsewhere | A broker asked about a transaction with a message that cannot be read |
notify_consumer_ids_changed_exception | passing 60 | A notice that members changed could not be handled; the client notices by itself within 20 s | while it stops
err_when_uncompress_constant | fault | A message's body cannot be unpacked | | one kind of compression that all clients know (compressType, compressMsgBodyOverHowmuch of the producer), and clients of one version
receive_reply_message | routine | A reply to a request arrived | with request and reply
unknown_err_when_receive_reply_msg | elsewhere | A reply to a request could not be handled |
receive_reply_message_but_not_matched | passing 60 | A reply came after nobody waited for it any more | when replies are slow | a longer timeout of request(), or a faster replier
register_filter_message_hook_hook | routine | The application filters messages by code of its own: what it filters is never consumed | at a start
register_consume_message_hook_hook | routine | Something watches the consuming (tracing, metrics) | at a start
bug_pull_message_result_maybe_data | fault | A pull brought messages from before the place that was asked for: they come again | after a reset or a change of master
execute_task_later_exception | elsewhere | Work that was put off could not be done |
failed_compute_pull_offset_pull_result | fault | The client cannot tell where to go on after a pull |
pop_callback_pop_result_null | fault | A pop was answered with nothing |
pop_async_exception | passing 60 | A pop could not be sent | while a broker restarts
execute_hook_hook_name | elsewhere | A hook of the application failed | | the application's own code that the trace below names
ack_message_fail_ack_result_extra | passing 60 | An acknowledgement was refused: the message may come again | when the invisible time is over | an invisible time (popInvisibleTime, invisibleDuration) longer than the listener needs, or fewer messages at once
ack_message_fail_extra_info_message | passing 60 | An acknowledgement failed: the message may come again | while a broker restarts | the way to the proxy or broker; a listener that takes the same message twice without harm
ack_async | passing 60 | An acknowledgement could not be sent: the message may come again | while a broker restarts | the way to the proxy or broker; a listener that takes the same message twice without harm
consume_message_hook_execute_hook_before | elsewhere | What watches the consuming failed before the listener |
consume_message_hook_execute_hook_after | elsewhere | What watches the consuming failed after the listener |
reconsume_times_reached_ack_msg | fault | A popped message failed as often as is allowed and is given up | | why the listener failed on it; maxReconsumeTimes; %DLQ%GROUP holds what was given up
execute_pull_request_immediately_pull_request | fault | A pull could not be put in line: the queue may not be read any more |
pull_message_service_run_method_exception | fault | A pull failed in the client; the exception below says why | | what the exception below names
pull_message_service_scheduled_thread_shutdown | routine | Work was put off after the client had stopped | at every stop
get_expired_msg_exception | elsewhere | Looking for messages that lie too long failed | while the client stops
get_max_span_exception | elsewhere | The span of messages in hand could not be computed | while the client stops
remove_message_exception | elsewhere | Consumed messages could not be taken out of the client's memory | while the client stops
rollback_exception | elsewhere | Messages could not be put back in the client's memory | while the client stops
commit_exception | elsewhere | An ordered consumer could not take note of what it consumed | while the client stops
make_message_cosume_again_exception | elsewhere | Messages could not be put back to be consumed again | while the client stops
take_messages_exception | elsewhere | Messages could not be taken out of the client's memory | while the client stops
failed_check_message_existence_process_message | elsewhere | The client could not tell whether it still holds a message |
scheduled_task_fetch_message_queues_compare | passing 60 | The list of a topic's queues could not be compared | while a name server restarts
occurred_when_update_consume_offset_synchronously | passing 60 | A commit of a pull consumer failed | while a broker restarts
occurred_when_update_consume_offset_automatically | passing 60 | A commit of a pull consumer failed | while a broker restarts
submit_consume_request | passing 60 | Messages could not be handed to the application | while the consumer stops
message_paused | fault | The application paused this queue: nothing of it is read until it resumes | when the application does so on purpose | resume() in the application
occurred_pull_message_process | passing 60 | A pull of a lite pull consumer failed; the exception below says why | while a broker restarts
pull_task_cancelled_after_do_pull | routine | Pulling of a queue stopped because it was given up | at every rebalance
had_registered_listener_will_overwrite_old | passing 60 | A second listener for a topic's queue changes replaced the first | at a start
failed_get_next_pull_offset | fault | A lite pull consumer cannot tell where to go on in a queue | while a broker restarts
polling_thread_was_interrupted | routine | Waiting for messages was interrupted | at a stop
message_queues_empty_ignore_this_commit | routine | A commit without any queue was left out | in applications that commit by hand
schedule_at_fixed_rate_clean_expire | elsewhere | Messages that lie too long could not be looked for |
message_not_found_process_skip_send | routine | A message that should be retried was done meanwhile | when a listener is late
schedule_at_fixed_rate_lock_mqperiodically | passing 60 | An ordered consumer could not renew its locks | while a broker restarts
consume_too_many_times_ack_message | fault | A popped message failed as often as is allowed and is given up | | why the listener failed on it; maxReconsumeTimes; %DLQ%GROUP holds what was given up
consume_too_many_times_but_delay | fault | A popped message failed as often as is allowed; it waits once more before it is given up | | why the listener failed on it; maxReconsumeTimes; %DLQ%GROUP holds what was given up
change_pop_invisible_time_async_fail | passing 60 | A popped message could not be put off: it comes again when its time is over | while a broker restarts
process_invalid_dropped_pop_timeout_message | passing 60 | Popped messages were consumed and not acknowledged, since their invisible time was over or their queue was given up: the broker delivers them once more | at rebalances, and when listeners are slow | an invisible time (popInvisibleTime, invisibleDuration) longer than the listener needs, or fewer messages at once
process_invalid_or_pop_timeout_dropped | passing 60 | Popped messages were consumed and not acknowledged, since their invisible time was over or their queue was given up: the broker delivers them once more | at rebalances, and when listeners are slow | an invisible time (popInvisibleTime, invisibleDuration) longer than the listener needs, or fewer messages at once
read_local_offset_exception_try_correct | elsewhere | A broadcasting client's file of offsets is damaged; it tries the copy | after a crash or a full disk | free space and the right to write in rocketmq.client.localOffsetStoreDir (.rocketmq_offsets of the user's home), which a container has to keep
read_local_offset_exception | fault | A broadcasting client cannot read its offsets: it begins where ConsumeFromWhere says | after a crash or a full disk | free space and the right to write in rocketmq.client.localOffsetStoreDir (.rocketmq_offsets of the user's home), which a container has to keep
load_local_offset_store_file_exception | elsewhere | A broadcasting client's file of offsets is damaged; it tries the copy | after a crash or a full disk | free space and the right to write in rocketmq.client.localOffsetStoreDir (.rocketmq_offsets of the user's home), which a container has to keep
load_local_offset_store_bak_file | fault | A broadcasting client cannot read its offsets: it begins where ConsumeFromWhere says | after a crash or a full disk | free space and the right to write in rocketmq.client.localOffsetStoreDir (.rocketmq_offsets of the user's home), which a container has to keep
producer_started | routine | A producer starts, stops or learns its routes | at every start and stop of a producer
send_slow | elsewhere | Preparing to send took long: the producer's own threads or the name server are slow | | why that broker is slow or not reached; sendLatencyFaultEnable=true leaves such brokers out
broker_isolated | elsewhere | A producer leaves a slow or unreachable broker out for a while; consumers are not touched | | why that broker is slow or not reached; sendLatencyFaultEnable=true leaves such brokers out
broker_reachable | routine | A producer uses a broker again | after it was left out
transaction_told | routine | How a local transaction ended, as the producer told the broker | with transactional messages
transaction_check_refused | elsewhere | The broker asked how a transaction ended and the producer could not say: its message stays invisible to consumers until the broker gives up | | a checkLocalTransaction that answers COMMIT or ROLLBACK within transactionCheckMax checks (15); what was given up lies in TRANS_CHECK_MAX_TIME_TOPIC
offset_persist_failed | fault | The client could not write its local offsets (broadcasting): after a restart it reads again or skips | | free space and the right to write in rocketmq.client.localOffsetStoreDir (.rocketmq_offsets of the user's home), which a container has to keep
offset_reset_by_tool | fault | Somebody's tool set a group's offsets: messages are skipped or come again | | where nobody meant it: mqadmin resetOffsetByTime -n NAMESRV -g GROUP -t TOPIC -s TIME, to the moment from which the group shall read
offset_reset_tool_failed | elsewhere | A tool could not reset offsets: they stay as they were | | the group's and the topic's name, a client of the group that is online, and mqadmin of the brokers' version
query_failed | elsewhere | A query for messages or an administrator's question failed; consuming is not touched | | what the exception says; mqadmin of the brokers' version, and its access key
pop_handle_unreadable | fault | A popped message carries no readable handle, so it cannot be acknowledged and comes again | | clients and brokers of versions that fit
filter_class_told | routine | A filter class was sent to filter servers (4.x) | with subscriptions by class
acl_failed | elsewhere | The access control of a tool or client could not be set up from its file | | conf/tools.yml (accessKey, secretKey) or the file that the tool was given
pull_service_started | routine | A scheduled pull consumer runs | at every start
"""  # noqa: E501
