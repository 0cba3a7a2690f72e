"""The Java client's messages on its life, heartbeats, routes and notifications. Data only: one line per wording."""

from __future__ import annotations

from rmqkit.formats.logs.catalogue.message import Message, messages

TABLE = """
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
route_missing | get Topic [{topic}] RouteInfoFromNameServer is not exist value
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
offset_reset_failed | [reset-offset] consumer dose not exist. group={group}
offset_reset_failed | [reset-offset] consumer does not exist. group={group}
offset_reset_failed | reset offset failed. group={group}, {mq}
"""  # noqa: E501

MESSAGES: tuple[Message, ...] = messages("client", TABLE)
