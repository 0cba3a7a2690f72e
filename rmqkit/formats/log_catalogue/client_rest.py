"""The Java client's other messages, which no rule reads. Data only: one line per wording."""

from __future__ import annotations

from rmqkit.formats.log_catalogue.message import Message, messages

TABLE = """
remove_unnecessary_message_exception | removeUnnecessaryMessageQueue Exception
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
check_transaction_state_pick_producer_by | checkTransactionState, pick producer by group[{group}] failed
check_transaction_state_pick_producer_failed | checkTransactionState, pick producer group failed
check_transaction_state_decode_message_failed | checkTransactionState, decode message failed
notify_consumer_ids_changed_exception | notifyConsumerIdsChanged exception
err_when_uncompress_constant | err when uncompress constant
unknown_err_when_receive_reply_msg | unknown err when receiveReplyMsg
execute_task_later_exception | executeTaskLater Exception
pop_callback_pop_result_null | pop callback popResult is null
pop_async_exception | popAsync exception
ack_async | ack async error.
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
scheduled_task_fetch_message_queues_compare | ScheduledTask fetchMessageQueuesAndCompare exception
occurred_when_update_consume_offset_synchronously | An error occurred when update consume offset synchronously.
occurred_when_update_consume_offset_automatically | An error occurred when update consume offset Automatically.
submit_consume_request | Submit consumeRequest error
occurred_pull_message_process | An error occurred in pull message process.
had_registered_listener_will_overwrite_old | Topic {topic} had been registered, new listener will overwrite the old one
failed_get_next_pull_offset | Failed to get next pull offset
polling_thread_was_interrupted | Polling thread was interrupted.
message_queues_empty_ignore_this_commit | MessageQueues is empty, Ignore this commit
schedule_at_fixed_rate_clean_expire | scheduleAtFixedRate cleanExpireMsg exception
schedule_at_fixed_rate_lock_mqperiodically | scheduleAtFixedRate lockMQPeriodically exception
read_local_offset_exception_try_correct | readLocalOffset Exception, and try to correct
read_local_offset_exception | readLocalOffset Exception
load_local_offset_store_file_exception | Load local offset store file exception
load_local_offset_store_bak_file | Load local offset store bak file exception
read_local_offset_exception | readLocalOffset exception
"""

MESSAGES: tuple[Message, ...] = messages("client", TABLE)
