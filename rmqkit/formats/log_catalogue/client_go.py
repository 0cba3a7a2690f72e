"""The Go client (logrus text, keys in the order in which logrus sorts them). Data only: one line per wording."""

from __future__ import annotations

from rmqkit.formats.log_catalogue.message import Message, messages

TABLE = """
consumer_starting | msg="the consumer start beginning" consumerGroup={group} <<{rest}>>
consumer_exists | msg="the consumer group has been created, specify another one" consumerGroup={group}
consumer_exists | msg="the consumer group exist already" consumerGroup={group}
consumer_ids_changed | msg="receive broker's notification to consumer group" consumerGroup={group}
subscription_version_updated | msg="the MessageQueue changed, version also updated" <<changeTo={number} changedFrom={number}>>
rebalance_result | msg="MessageQueue do balance done" <<cidAllSize={number} clientID="{client_id}" consumerGroup={group} mqAllSize={number} {any}rebalanceResultSize={number}{any}>> topic={topic}
rebalance_result | msg="MessageQueue do balance done" <<cidAllSize={number} clientID={client_id} consumerGroup={group} mqAllSize={number} {any}rebalanceResultSize={number}{any}>> topic={topic}
rebalance_failed | msg="do balance in group failed, <<get consumer id list failed>>" consumerGroup={group} topic={topic}
rebalance_failed | msg="do balance in group failed, <<the topic does not exist>>" consumerGroup={group} topic={topic}
not_in_client_list | msg="[BUG] ConsumerId not in cidAll" <<cidAll={any}>> consumerGroup={group} consumerId="{client_id}"
not_in_client_list | msg="[BUG] ConsumerId not in cidAll" <<cidAll={any}>> consumerGroup={group} consumerId={client_id}
queue_dropped | msg="remove unnecessary mq because unsubscribed" MessageQueue="{mq}" consumerGroup={group}
queue_dropped | msg="remove unnecessary mq when updateProcessQueueTable" MessageQueue="{mq}" consumerGroup={group}
pull_paused | msg="remove unnecessary mq because pull was expired, prepare to fix it" MessageQueue="{mq}" consumerGroup={group}
queue_added | add a new mq" MessageQueue="{mq}" consumerGroup={group}
queue_lock_failed | add a new mq failed, because lock failed" MessageQueue="{mq}" consumerGroup={group}
queue_add_failed | msg="do defaultConsumer, add a new mq failed" MessageQueue="{mq}" consumerGroup={group}
consumer_list_failed | msg="get consumer list of group from broker error" broker="{address}" consumerGroup={group} <<underlayError={rest}>>
pull_rejected | msg="pull message from broker error" broker="{address}" <<underlayError={rest}>>
pull_failed | msg="pull broker timeout" broker="{address}"
pull_offset_illegal | msg="the pull request offset illegal" <<{rest}>>
consume_failed | msg="consumeMessageCurrently error" MessageQueue="{mq}" consumerGroup={group} <<{rest}>>
consume_failed | msg="consumeMessage orderly error" MessageQueue="{mq}" consumerGroup={group} <<{rest}>>
consume_failed | msg="consumeMessage Orderly return not OK" MessageQueue="{mq}" consumerGroup={group} <<{rest}>>
consume_failed | msg="consumeMessageCurrently time out" MessageQueue="{mq}" consumerGroup={group} <<{rest}>>
offset_committed | msg="update offset to broker success" MessageQueue="{mq}" consumerGroup={group} offset=<<{offset}>>
offset_commit_failed | msg="update offset to broker error" MessageQueue="{mq}" consumerGroup={group} <<{rest}>>
offset_fetch_failed | msg="fetch offset of mq from broker error" MessageQueue="{mq}" consumerGroup={group} <<{rest}>>
offset_forgotten | msg="delete mq from offset table" MessageQueue="{mq}" consumerGroup={group}
offset_reset_received | msg="receive reset consumer offset request..." broker="{address}" consumerGroup={group} <<timestamp={any}>> topic={topic}
heartbeat_failed | msg="send heart beat to broker failed" brokerAddr="{address}" <<brokerId={any}>> brokerName={broker} {rest}
heartbeat_failed | msg="send heart beat to broker error" <<underlayError={rest}>>
heartbeat_sent | msg="send heart beat to broker success" brokerAddr="{address}" <<brokerId={number}>> brokerName={broker}
heartbeat_skipped | msg="sending heartbeat, but no producer and no consumer"
broker_offline | is offline, remove it" brokerAddr="{address}" brokerID={number} brokerName={broker}
broker_offline | msg="the broker name's host is offline, remove it" brokerName={broker}
route_changed | msg="the topic route info changed" <<{any}>> topic={topic}
route_missing | msg="queryTopicRouteInfoFromServer return nil" topic={topic}
route_failed | msg="query topic route from server error" <<{rest}>>
connection_failed | msg="connect to namesrv failed." <<{rest}>>
consumer_suspended | msg="suspend consumer: {any}"
"""  # noqa: E501

MESSAGES: tuple[Message, ...] = messages("client", TABLE)
