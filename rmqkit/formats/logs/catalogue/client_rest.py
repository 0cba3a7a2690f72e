"""The Java client's other messages, which no rule reads. Data only: one line per wording."""

from __future__ import annotations

from rmqkit.formats.logs.catalogue.message import Message, messages

TABLE = """
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
"""  # noqa: E501

MESSAGES: tuple[Message, ...] = messages("client", TABLE)

MEANINGS = """
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
process_invalid_dropped_pop_timeout_message | passing 60 | Popped messages were consumed too late or for a queue given up: they come again | at rebalances, and when listeners are slow | an invisible time (popInvisibleTime, invisibleDuration) longer than the listener needs, or fewer messages at once
process_invalid_or_pop_timeout_dropped | passing 60 | Popped messages were consumed too late or for a queue given up: they come again | at rebalances, and when listeners are slow | an invisible time (popInvisibleTime, invisibleDuration) longer than the listener needs, or fewer messages at once
read_local_offset_exception_try_correct | elsewhere | A broadcasting client's file of offsets is damaged; it tries the copy | after a crash or a full disk | free space and the right to write in rocketmq.client.localOffsetStoreDir (.rocketmq_offsets of the user's home), which a container has to keep
read_local_offset_exception | fault | A broadcasting client cannot read its offsets: it begins where ConsumeFromWhere says | after a crash or a full disk | free space and the right to write in rocketmq.client.localOffsetStoreDir (.rocketmq_offsets of the user's home), which a container has to keep
load_local_offset_store_file_exception | elsewhere | A broadcasting client's file of offsets is damaged; it tries the copy | after a crash or a full disk | free space and the right to write in rocketmq.client.localOffsetStoreDir (.rocketmq_offsets of the user's home), which a container has to keep
load_local_offset_store_bak_file | fault | A broadcasting client cannot read its offsets: it begins where ConsumeFromWhere says | after a crash or a full disk | free space and the right to write in rocketmq.client.localOffsetStoreDir (.rocketmq_offsets of the user's home), which a container has to keep
"""  # noqa: E501
