"""The Java client's messages on its life, heartbeats, routes and notifications.

Data only: one line per wording.
"""

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

MEANINGS = """
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
route_missing if topic ~ %RETRY% | passing 60 | No name server knows {topic} yet: the brokers make it with the group's first heartbeat | for retry topics of a group's first start | mqadmin updateTopic -n NAMESRV -c CLUSTER -t TOPIC; the name server of the right cluster
route_missing | passing 60 | No name server knows {topic}: nothing of it can be read | for a moment before the topic is made | mqadmin updateTopic -n NAMESRV -c CLUSTER -t {topic}, or the name server of the right cluster
route_missing | passing 60 | No name server knows the topic: nothing of it can be read | for retry topics of a group's first start, and for a moment before the topic is made | mqadmin updateTopic -n NAMESRV -c CLUSTER -t TOPIC; the name server of the right cluster
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
offset_reset_received | fault | A broker told this client to move its offsets, as somebody's reset asks: messages are repeated or skipped | when it was done on purpose | where nobody meant it: mqadmin resetOffsetByTime -n NAMESRV -g GROUP -t TOPIC -s TIME, to the moment from which the group shall read
"""  # noqa: E501
