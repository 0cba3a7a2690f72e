"""The broker on consumers, subscriptions, offsets, groups and registration. Data only: one line per wording."""

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
"""  # noqa: E501

MESSAGES: tuple[Message, ...] = messages("broker", TABLE)
