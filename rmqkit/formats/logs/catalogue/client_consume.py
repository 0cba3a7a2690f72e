"""The Java client's messages on listeners, send-back and offsets.
Data only: one line per wording."""

from __future__ import annotations

from rmqkit.formats.logs.catalogue.message import Message, messages

TABLE = """
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
"""

MESSAGES: tuple[Message, ...] = messages("client", TABLE)

MEANINGS = """
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
pop_timeout | fault | The listener began so late that the broker gives the messages to another client: they are skipped here and come again | when listeners are slow | an invisible time (popInvisibleTime, invisibleDuration) longer than the listener needs, or fewer messages at once
offset_committed | routine | The client told a broker how far it is | every 5 s for queues that moved
offset_commit_failed if code | passing 60 | A broker refused a commit with CODE {code}: after a restart messages since the last one come again | while a broker restarts | the way to the broker that holds the queue (10911); what the exception says
offset_commit_failed | passing 60 | A commit did not reach its broker: after a restart messages since the last one come again | while a broker restarts | the way to the broker that holds the queue (10911); what the exception says
offset_fetch_failed | passing 60 | The broker did not tell the stored offset of a queue | at the first start of a group, and while a broker restarts | the way to the broker that holds the queue (10911); what the exception says
offset_forgotten | routine | The client forgets the offset of a queue that it gave up | at every rebalance
offset_loaded | routine | A broadcasting client read its own offset from its disk | at every start
"""  # noqa: E501
