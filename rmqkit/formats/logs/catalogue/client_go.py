"""The Go client (logrus text, keys in the order in which logrus sorts them). Data only: one line per wording.

`{said}` is what stands behind a message: the quote of `msg="..."`, or the blanks that fill it up on a terminal.
"""

from __future__ import annotations

from rmqkit.formats.logs.catalogue.message import Message, messages

TABLE = """
consumer_starting | the consumer start beginning{said}consumerGroup={group} <<{rest}>>
consumer_exists | the consumer group has been created, specify another one{said}consumerGroup={group}
consumer_exists | the consumer group exist already{said}consumerGroup={group}
consumer_ids_changed | receive broker's notification to consumer group{said}consumerGroup={group}
subscription_version_updated | the MessageQueue changed, version also updated{said}<<changeTo={number} changedFrom={number}>>
rebalance_result | MessageQueue do balance done{said}<<cidAllSize={number} clientID="{client_id}" consumerGroup={group} mqAllSize={number} {any}rebalanceResultSize={number}{any}>> topic={topic}
rebalance_result | MessageQueue do balance done{said}<<cidAllSize={number} clientID={client_id} consumerGroup={group} mqAllSize={number} {any}rebalanceResultSize={number}{any}>> topic={topic}
rebalance_failed | do balance in group failed, <<get consumer id list failed>>{said}consumerGroup={group} topic={topic}
rebalance_failed | do balance in group failed, <<the topic does not exist>>{said}consumerGroup={group} topic={topic}
not_in_client_list | [BUG] ConsumerId not in cidAll{said}<<cidAll={any}>> consumerGroup={group} consumerId="{client_id}"
not_in_client_list | [BUG] ConsumerId not in cidAll{said}<<cidAll={any}>> consumerGroup={group} consumerId={client_id}
queue_dropped | remove unnecessary mq because unsubscribed{said}MessageQueue="{mq}" consumerGroup={group}
queue_dropped | remove unnecessary mq when updateProcessQueueTable{said}MessageQueue="{mq}" consumerGroup={group}
pull_paused | remove unnecessary mq because pull was expired, prepare to fix it{said}MessageQueue="{mq}" consumerGroup={group}
queue_added | updateProcessQueueTable do defaultConsumer, add a new mq{said}MessageQueue="{mq}" consumerGroup={group}
queue_lock_failed | do defaultConsumer, add a new mq failed, because lock failed{said}MessageQueue="{mq}" consumerGroup={group}
queue_add_failed | do defaultConsumer, add a new mq failed{said}MessageQueue="{mq}" consumerGroup={group}
consumer_list_failed | get consumer list of group from broker error{said}broker="{address}" consumerGroup={group} <<underlayError={rest}>>
pull_rejected | pull message from broker error{said}broker="{address}" <<underlayError="CODE: {code}, {rest}>>
pull_rejected | pull message from broker error{said}broker="{address}" <<underlayError="unknown Response Code: {code}, {rest}>>
pull_failed | pull message from broker error{said}broker="{address}" <<underlayError={rest}>>
pull_failed | pull broker timeout{said}broker="{address}"
pull_offset_illegal | the pull request offset illegal{said}<<{rest}>>
consume_failed | consumeMessageCurrently error{said}MessageQueue="{mq}" consumerGroup={group} <<{rest}>>
consume_failed | consumeMessage orderly error{said}MessageQueue="{mq}" consumerGroup={group} <<{rest}>>
consume_failed | consumeMessage Orderly return not OK{said}MessageQueue="{mq}" consumerGroup={group} <<{rest}>>
consume_failed | consumeMessageCurrently time out{said}MessageQueue="{mq}" consumerGroup={group} <<{rest}>>
offset_committed | update offset to broker success{said}MessageQueue="{mq}" consumerGroup={group} offset=<<{offset}>>
offset_commit_failed | update offset to broker error{said}MessageQueue="{mq}" consumerGroup={group} <<{rest}>>
offset_fetch_failed | fetch offset of mq from broker error{said}MessageQueue="{mq}" consumerGroup={group} <<{rest}>>
offset_forgotten | delete mq from offset table{said}MessageQueue="{mq}" consumerGroup={group}
offset_reset_received | receive reset consumer offset request...{said}broker="{address}" consumerGroup={group} <<timestamp={any}>> topic={topic}
heartbeat_failed | send heart beat to broker failed{said}brokerAddr="{address}" <<brokerId={any}>> brokerName={broker} {rest}
heartbeat_failed | send heart beat to broker error{said}<<underlayError={rest}>>
heartbeat_sent | send heart beat to broker success{said}brokerAddr="{address}" <<brokerId={number}>> brokerName={broker}
heartbeat_skipped | sending heartbeat, but no producer and no consumer
broker_offline | is offline, remove it{said}brokerAddr="{address}" brokerID={number} brokerName={broker}
broker_offline | the broker name's host is offline, remove it{said}brokerName={broker}
route_changed | the topic route info changed{said}<<{any}>> topic={topic}
route_missing | queryTopicRouteInfoFromServer return nil{said}topic={topic}
route_failed | query topic route from server error{said}<<{rest}>>
connection_failed | connect to namesrv failed.{said}<<{rest}>>
consumer_suspended | suspend consumer: {any}
queue_lock_ok | lock MessageQueue{said}MessageQueue="{mq}" consumerGroup={group} lockOK=true
queue_lock_failed | lock MessageQueue{said}MessageQueue="{mq}" consumerGroup={group} lockOK=false
queue_lock_failed | lock MessageQueue to broker invoke error{said}<<{rest}>>
queue_not_locked | the message queue not locked, so consume later{said}<<{rest}>>
queue_not_locked | the message queue lock expired, so consume later{said}<<{rest}>>
queue_not_locked | pull message later because not locked in broker{said}<<{rest}>>
pull_subscription_missing | find the consumer's subscription failed{said}<<{rest}>>
consume_dropped | the message queue not be able to consume, because it was dropped{said}<<{rest}>>
consume_failed | consumeMessageConcurrently panic{said}<<{rest}>>
flow_control | so do flow control{said}<<{rest}>>
send_back_failed | send message back to broker error when clean expired messages{said}<<{rest}>>
send_back_failed | sendMessageBackAsNormal failed to {any}{said}<<{rest}>>
send_back_failed | sendMessageBackAsNormal cannot find broker address{said}<<{rest}>>
offset_commit_failed | persist offset failed{said}<<{rest}>>
consumer_suspended | [BALANCE-SKIP] since consumer paused{said}<<{rest}>>
"""  # noqa: E501

MESSAGES: tuple[Message, ...] = messages("client", TABLE)
