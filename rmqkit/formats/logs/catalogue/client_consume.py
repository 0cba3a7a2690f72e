"""The Java client's messages on listeners, send-back and offsets. Data only: one line per wording."""

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
