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
producer_exist_already | the producer group[{group}] exist already.
exist_already | the admin group[{group}] exist already.
send_heartbeat_all_broker_v_simple | sendHeartbeatToAllBrokerV2 simple brokerName: {broker} subChange: {any} brokerAddrHeartbeatFingerprintTable: <<{rest}>>
send_heartbeat_all_broker_v_normal | sendHeartbeatToAllBrokerV2 normal brokerName: {broker} subChange: {any} brokerAddrHeartbeatFingerprintTable: <<{rest}>>
check_transaction_state_pick_producer_by | checkTransactionState, pick producer by group[{group}] failed
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
