"""The broker on consumers, subscriptions, offsets, groups and registration.

Data only: one line per wording.
"""

from __future__ import annotations

from rmqkit.formats.logs.catalogue.message import Message, messages

TABLE = """
consumer_group_removed | unregister consumer ok, no any connection, and remove consumer group, {group}
consumer_disconnected | SCAN: <<remove expired channel>> from ConsumerManager consumerTable. channel={address}, consumerGroup={group}
consumer_group_removed | SCAN: <<remove expired channel>> from ConsumerManager consumerTable, all clear, consumerGroup={group}
consumer_disconnected | <<unregister>> a consumer[{group}] from consumerGroupInfo {channel}
consumer_disconnected | <<unregister>> a consumer[{group}] from consumerGroupInfo {rest}
consumer_disconnected | <<NETTY EVENT: remove not active channel>>[{channel}] from ConsumerGroupInfo groupChannelTable, consumer group: {group}
consumer_disconnected | <<NETTY EVENT: remove not active channel>>[{any}] from ConsumerGroupInfo groupChannelTable, consumer group: {group}
consumer_connected | new consumer connected, group: {group} <<{any} channel: {channel}>>
consumer_connected | new consumer connected, group: {group} <<{any} channel: {rest}>>
client_id_changed_on_channel | [BUG] consumer channel exist in broker, but clientId not equal. GROUP: {group} <<OLD: {channel} NEW: {rest}>>
client_id_changed_on_channel | ConsumerGroupInfo: consumer channel exists in broker, but clientId is not the same one, group={group}, <<old clientChannelInfo={channel}{rest}>>
subscription_topic_added | subscription changed, add new topic, group: {group} <<{sub}>>
subscription_changed | subscription changed, group: {group} <<OLD: {sub}>>
subscription_topic_removed | subscription changed, group: {group} remove topic {any} <<{sub}>>
subscription_topic_removed | subscription changed, group: {group} remove topic {topic}
consumer_info_changed | ClientManageProcessor: registerConsumer info changed, SDK address={address}, consumerData=<<{consumer}>>
consumer_info_changed | registerConsumer info changed <<ConsumerData [groupName={group}, {any}]>> {address}
consumer_info_changed | registerConsumer info changed <<{rest}>>
filter_compile_failed | Client {client_id}@{group} filter message, but failed to compile expression! <<{rest}>>
consumer_ids_notify_failed | DefaultConsumerIdsChangeListen#notifyConsumerChange: unexpected error occurs
consumer_ids_notify_failed | Failed to notify consumer when some consumers changed, consumerId to notify: <<{rest}>>
consumer_ids_notify_failed | notifyConsumerIdsChanged exception, {group}
consumer_ids_notify_failed | notifyConsumerIdsChanged exception. group={group}, error=<<{rest}>>
consumer_ids_notify_failed | err when call consumerIdsChangeListener
consumer_list_missing | getAllClientId failed, {group} {address}
consumer_list_missing | getConsumerGroupInfo failed, {group} {address}
offset_moved_back | update consumer offset less than store. clientHost={address}, key={topic_at_group}, queueId={queue}, <<requestOffset={offset}, storeOffset={offset}>>
offset_commit_rejected | Update consumer offset is rejected because of previous offset-reset. Group={group}, Topic={topic}, QueueId={queue}, <<Offset={offset}>>
offset_removed | remove topic offset, {topic_at_group}
offset_removed | clean group offset {topic_at_group}
offset_removed | Clean group's offset, {topic_at_group}, <<{rest}>>
offset_removed | Clean topic's offset, {topic_at_group}, <<{rest}>>
offset_removed | Consumer offset manager clean group offset, groupName={group}, <<{rest}>>
offset_reset_started | [reset-offset] reset offset started by {address}. topic={topic}, group={group}, <<{rest}>>
offset_reset_done | [reset-offset] reset offset success. topic={topic}, group={group}, clientId={client_id}
offset_reset_done | Reset offset OK. Topic={topic}, group={group}, queueId={queue}, <<resetOffset={offset}>>
offset_reset_done | Reset offset, topic={topic}, group={group}, <<queues={rest}>>
offset_reset_failed | Consumer not online, so can not reset offset, Group: {group} Topic: {topic} <<Timestamp: {number}>>
offset_reset_failed | [reset-offset] reset offset failed, no topic in this broker. topic={topic}
offset_reset_failed | Reset offset failed, topic does not exist. topic={topic}, group={group}
offset_reset_failed | Reset offset failed, group does not exist. topic={topic}, group={group}
offset_reset_failed | Reset offset aborted: no queues to reset
offset_reset_failed | [reset-offset] reset offset exception. topic={topic}, group={group}
offset_initialised | AdminBrokerProcessor#initConsumerOffset: consumerGroup={group}, topic={topic}, queueId={queue}, <<offset={offset}>>
topic_not_in_subscription | AdminBrokerProcessor#getConsumeStats: topic does not exist in consumer group's subscription, topic={topic}, consumer group={group}
topic_not_in_subscription | AdminBrokerProcessor#cloneGroupOffset: topic does not exist in consumer group's subscription, topic={topic}, consumer group={group}
topic_not_in_subscription | AdminBrokerProcessor#fetchAllConsumeStatsInBroker: topic does not exist in consumer group's subscription, topic={topic}, consumer group={group}
topic_not_in_subscription | consumeStats, the consumer group[{group}], topic[{topic}] not exist
group_config_updated | update subscription group config, <<old: {rest}>>
group_config_created | create new subscription group, <<{rest}>>
group_config_created | auto create a subscription group, <<{rest}>>
group_config_loaded | load exist subscription group, <<{rest}>>
group_config_deleted | delete subscription group OK, subscription group:<<{rest}>>
group_config_missing | delete subscription group failed, subscription groupName: {group} not exist
group_config_missing | No group in this broker, client: {address} group: {group}
consumer_disabled | [PROTECT_BROKER] the consumer[{group}] consume slowly, <<{number} bytes>>, disable it
assignment_failed | QueryLoad: no assignment for group[{group}], the topic[{topic}] does not exist.
assignment_failed | QueryLoad: no assignment for group[{group}] topic[{topic}], <<get consumer id list failed>>
assignment_failed | QueryLoad: no assignment for group[{group}] topic[{topic}], allocate message queue exception. <<strategy name: {rest}>>
assignment_failed | QueryLoad: unsupported strategy <<[{any}]>>,  {address}
producer_connected | new producer connected, group: <<{any} channel: {channel}>>
producer_disconnected | <<unregister a producer[{any}] from groupChannelTable {channel}>>
producer_disconnected | NETTY EVENT: remove channel[<<{channel}>>][{any}] from ProducerManager groupChannelTable, producer group: {rest}
producer_disconnected | remove expired channel[{address}] from ProducerManager groupChannelTable, <<producer group name: {rest}>>
producer_group_removed | unregister a producer group[<<{any}>>] from groupChannelTable
producer_group_removed | SCAN: remove expired channel from ProducerManager groupChannelTable, all clear, <<group={rest}>>
broker_registered | register broker to name server {address} OK
broker_registered | register broker[{number}]to name server {address} OK
broker_registered | Registering current broker to name server completed. TargetHost={address}
broker_register_failed | registerBroker Exception, <<{rest}>>
broker_register_failed | Failed to register current broker to name server. TargetHost={address}
broker_started | The broker[{broker}, {address}] boot success. <<{rest}>>
broker_started | boot success. serializeType=<<{rest}>>
topic_created | create new topic <<TopicConfig [topicName={topic}, {rest}>>
topic_created | create new topic <<[TopicConfig [topicName={topic}, {rest}>>
topic_created | Create new topic by default topic:[{any}] config:[<<TopicConfig [topicName={topic}, {rest}>>
topic_updated | update topic config, old:<<{any} new:[TopicConfig [topicName={topic}, {rest}>>
topic_deleted | delete topic config OK, topic: <<TopicConfig [topicName={topic}, {rest}>>
config_printed | main - brokerConfigPath=<<{rest}>>
config_printed | main - brokerIP1=<<{rest}>>
config_printed | main - brokerName=<<{rest}>>
config_printed | main - brokerClusterName=<<{rest}>>
topic_delete_missing | delete topic config failed, topic: {topic} not exists
group_deleted_by | AdminBrokerProcessor#deleteSubscriptionGroup, caller={address}
group_deleted_by | deleteSubscriptionGroup called by {address}
topic_deleted_by | AdminBrokerProcessor#deleteTopic: broker receive request to delete topic={topic}, caller={address}
topic_deleted_by | deleteTopic called by {address}
topic_created_by | updateAndCreateTopic called by {address}
topic_created_by | Broker receive request to update or create topic={topic}, caller address={address}
group_forbidden_changed | updateAndGetGroupForbidden called by {address} for object {group}@{topic} <<readable={rest}>>
config_changed | Broker receive request to update config, caller address={address}
broker_role_changed | Receive notifyBrokerRoleChanged request, try to change brokerRole, <<request:{rest}>>
broker_role_changed | min broker id changed, prev <<{number}, new {number}>>
dead_letter_at_once | Group has unexpired lock record, which show it is ordered message, send it to DLQ right now <<group={group}>>, topic={topic}, {rest}
"""  # noqa: E501

MESSAGES: tuple[Message, ...] = messages("broker", TABLE)

MEANINGS = """
consumer_group_removed | passing 60 | The last client of the group left this broker: from here on the broker knows no consumer of the group | when the whole application stops, and at a restart of its only process
consumer_disconnected | passing 60 | One client of the group left this broker: it said goodbye, its connection closed, or it sent nothing for two minutes (`expired`) | at every stop and deployment
consumer_connected | passing 60 | A client of the group registered with this broker: all clients share the queues out again | at every start and reconnect
client_id_changed_on_channel | fault | One connection registered a second client id for the group: two consumers of one process, or a proxy, share a connection | while a client changes its instance name | one client id for each connection: no two consumers of the group in one process without an instance name of their own
subscription_topic_added | passing 60 | A heartbeat brought {topic}, which the table of {group} did not have | at starts and after the first deployment with a new topic; again and again: clients with different subscriptions
subscription_topic_added | passing 60 | A heartbeat brought a topic that the group's table did not have | at starts and after the first deployment with a new topic; again and again: clients with different subscriptions
subscription_changed | passing 60 | A heartbeat replaced the group's subscription of a topic; with equal topic, expression and type only the version is new and nothing changed | at every start and rebalance, as a pair that differs in the version alone
subscription_topic_removed | passing 60 | A heartbeat without {topic} removed it from the table of {group}: pulls of it are refused until another client's heartbeat brings it back | once, when an application stops to subscribe to it | the same topics and tags in every client of the group, or a group of its own for each kind
subscription_topic_removed | passing 60 | A heartbeat without this topic removed it from the group's table: pulls of it are refused until another client's heartbeat brings it back | once, when an application stops to subscribe to it | the same topics and tags in every client of the group, or a group of its own for each kind
consumer_info_changed | passing 60 | A client's registration changed, with its whole subscription as it stands now | at every start and rebalance
filter_compile_failed | fault | The broker cannot understand a client's SQL92 expression: that client gets no messages of the topic | | the expression, alike in every client of the group: tags as `a || b`, or SQL92 with text in single quotes; enablePropertyFilter=true in broker.conf
consumer_ids_notify_failed | passing 60 | A client could not be told that the group's members changed; it notices by itself within 20 s | while that client disconnects
consumer_list_missing | passing 60 | A client asked for the group's members and the broker knows none | in the first seconds of the group's first client | heartbeats of this client to every broker of the topic (10911), which the line or the exception beside it says more of
offset_moved_back | passing 60 | A client of {group} committed offset {offset} of {topic}, queue {queue}, lower than the {stored} that was stored: whoever starts on the queue now gets the messages between again | once for a client's own late commit, for a queue that changed hands, and after a reset; again and again: two consumers of one queue | one group for one application; two programs that commit for one group overwrite each other
offset_moved_back | passing 60 | A client committed a lower offset than the one stored: whoever starts on the queue now gets the messages between again | once for a client's own late commit, for a queue that changed hands, and after a reset; again and again: two consumers of one queue | one group for one application; two programs that commit for one group overwrite each other
offset_commit_rejected | passing 60 | A commit was refused because somebody reset this queue's offset a moment before | in the seconds after a reset
offset_removed | fault | The stored offsets of the group or topic were deleted: the next start begins where ConsumeFromWhere says | after the group or topic was deleted on purpose, and for topics left long ago whose messages expired (`remove topic offset`) | where nobody meant it: mqadmin resetOffsetByTime -n NAMESRV -g GROUP -t TOPIC -s TIME, to the moment from which the group shall read
offset_reset_started | fault | Somebody asked to move the group's offsets to another time: messages are repeated or skipped | when it was done on purpose | where nobody meant it: mqadmin resetOffsetByTime -n NAMESRV -g GROUP -t TOPIC -s TIME, to the moment from which the group shall read
offset_reset_done | fault | The group's offset was moved: backward repeats messages, forward skips them | when it was done on purpose | where nobody meant it: mqadmin resetOffsetByTime -n NAMESRV -g GROUP -t TOPIC -s TIME, to the moment from which the group shall read
offset_reset_failed | elsewhere | A reset of offsets did not happen | when the group is offline, the topic unknown, or there is nothing to reset | the group's and the topic's name, a client of the group that is online, and mqadmin of the brokers' version
offset_initialised | fault | An administrator set the group's offset of a queue | when it was done on purpose | where nobody meant it: mqadmin resetOffsetByTime -n NAMESRV -g GROUP -t TOPIC -s TIME, to the moment from which the group shall read
topic_not_in_subscription | passing 60 | Statistics were asked for a topic that the group's table does not hold at this moment | for topics that the group once consumed; alternating, the table is being overwritten
group_config_updated | routine | The settings of a group were changed (retries, broadcasting, consuming allowed) | after updateSubGroup
group_config_created | routine | The broker made a group: by command, or by the first client of an unknown group | at the group's first client with autoCreateSubscriptionGroup
group_config_loaded | routine | The broker read the settings of a group from disk | at every start of the broker
group_config_deleted | fault | The group was deleted on this broker: its clients are refused with CODE 26 unless it is made again | after deleteSubGroup on purpose | mqadmin updateSubGroup -n NAMESRV -c CLUSTER -g GROUP
group_config_missing | elsewhere | A command named a group that this broker does not have | | mqadmin updateSubGroup -n NAMESRV -c CLUSTER -g GROUP
consumer_disabled | fault | The broker stopped the group because it is too far behind: its pulls are refused | | mqadmin updateSubGroup -n NAMESRV -c CLUSTER -g GROUP -s true; disableConsumeIfConsumerReadSlowly=false in broker.conf
assignment_failed | fault | A client could not be told which queues are its own | for moments at a start, while the topic's route or the members are unknown | the topic's route and its read permission; the group's clients, and whether all consume alike
producer_connected | routine | A producer connected | at every start of a producer; every consumer has one of its own for retries
producer_disconnected | routine | A producer left | at every stop of a producer
producer_group_removed | routine | The last producer of its group left | at every stop
broker_registered | routine | The broker registered with a name server | every 30 s
broker_register_failed | passing 60 | The broker could not register with a name server: clients of that one lose its queues after two minutes | at starts, and while the name server restarts
broker_started | passing 60 | The broker started: all clients register anew | at every start of the broker
topic_created | routine | The broker made a topic; retry topics are made with the group's first heartbeat | at the first use
topic_updated | passing 60 | A topic's settings changed: fewer read than write queues, or no read permission, leave messages unread | after updateTopic or updateTopicPerm on purpose
topic_deleted | fault | A topic was deleted on this broker: what was unread in it is lost and pulls are refused with CODE 17 | after deleteTopic on purpose | mqadmin updateTopic -n NAMESRV -c CLUSTER -t TOPIC; the name server of the right cluster
config_printed | routine | A setting that the broker started with | at every start
topic_delete_missing | elsewhere | A command wanted to delete a topic that this broker does not have |
group_deleted_by | fault | Somebody deleted a group; the address is theirs | after deleteSubGroup on purpose | mqadmin updateSubGroup -n NAMESRV -c CLUSTER -g GROUP
topic_deleted_by | fault | Somebody deleted a topic; the address is theirs | after deleteTopic on purpose | mqadmin updateTopic -n NAMESRV -c CLUSTER -t TOPIC; the name server of the right cluster
topic_created_by | routine | Somebody made or changed a topic; the address is theirs | after updateTopic
group_forbidden_changed | passing 60 | Somebody forbade or allowed a group to consume a topic | when it was done on purpose
config_changed | routine | Somebody changed the broker's settings while it runs; the address is theirs | after updateBrokerConfig
broker_role_changed | passing 60 | The broker changed its role: a slave became master, or the other way round | at a stop or start of the master | whether the master was meant to stop; its process and host, else
dead_letter_at_once | fault | An ordered message failed and went to the dead-letter queue at once | | why the listener failed on it; maxReconsumeTimes; %DLQ%GROUP holds what was given up
"""  # noqa: E501
