"""What a broker says of sending, topics, transactions, pop's and the orders' bookkeeping. Data only."""

from __future__ import annotations

from rmqkit.formats.logs.catalogue.message import Message, messages

TABLE = """
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

MESSAGES: tuple[Message, ...] = messages("broker", TABLE)

MEANINGS = """
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
"""  # noqa: E501
