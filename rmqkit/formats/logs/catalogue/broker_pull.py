"""The broker's messages on pulling. Data only: one line per wording."""

from __future__ import annotations

from rmqkit.formats.logs.catalogue.message import Message, messages

TABLE = """
subscription_not_exist 24 | the consumer's subscription not exist, group: {group}, topic:{topic}
subscription_not_exist 24 | The consumer's subscription not exist, group: {group}, topic:{topic}
subscription_not_exist 24 | the consumer's subscription not exist, group: {group}
subscription_not_latest 25 | The broker's subscription is not latest, group: {group} <<{rest}>>
group_info_not_exist 24 | the consumer's group info not exist, group: {group}
group_info_not_exist 24 | The consumer's group info not exist, group: {group}
filter_data_not_latest 28 | The broker's consumer filter data is not latest, group: {group}, topic: {topic}, <<{rest}>>
subscription_parse_failed | Parse the consumer's subscription[<<{any}>>] failed, group: {group}
subscription_parse_failed | Parse the consumer's subscription[<<{any}>>] error, group: {group}
topic_not_exist 17 | the topic {topic} not exist, consumer: {address}
topic_not_exist 17 | The topic {topic} not exist, consumer: {address}
queue_illegal 1 | queueId[{queue}] is illegal, topic:[{topic}] topicConfig.readQueueNums:[<<{number}>>] consumer:[{address}]
queue_illegal 1 | queueId[{queue}] is illagal, topic:[{topic}] topicConfig.readQueueNums:[<<{number}>>] consumer:[{address}]
pull_offset_fixed | the broker store no queue data, <<fix the request offset {offset} to {offset}>>, Topic: {topic} QueueId: {queue} Consumer Group: {group}
pull_offset_fixed | the broker stores no queue data, <<fix the request offset {offset} to {offset}>>, Topic: {topic} QueueId: {queue} Consumer Group: {group}
pull_offset_overflow | request offset: <<{offset} over flow badly, {any}broker max offset: {offset}>>{any}, consumer: {address}
pull_offset_overflow | request offset:<<{offset} over flow badly, broker max offset:{offset}>> , consumer: {address}
pull_offset_too_small | request offset too small. group={group}, topic={topic}, <<requestOffset={offset}, brokerMinOffset={offset}>>, clientIp={address}
pull_offset_too_small | request offset is too small. group={group}, topic={topic}, <<requestOffset={offset}, brokerMinOffset={offset}>>, clientIp={address}
pull_offset_moved | PULL_OFFSET_MOVED:<<correction offset.>> topic={topic}, groupId={group}, requestOffset={any}, newOffset={rest}
pull_offset_not_corrected | PULL_OFFSET_MOVED:<<none correction.>> topic={topic}, groupId={group}, requestOffset={rest}
channel_not_writable | channel {address} not writable ,cid {group}
response_failed | processRequestWrapper response to {address} failed
response_failed | ProcessRequestWrapper response to {address} failed
pop_unacked | Too much msgs unacked, then stop poping. topic={topic}, group={group}, queueId={queue}
pop_unacked | Too much msgs unacked, then stop popping. topic={topic}, group={group}, queueId={queue}
pull_was_reset | The queue under pulling was previously reset to start from <<{offset}>>
"""  # noqa: E501

MESSAGES: tuple[Message, ...] = messages("broker", TABLE)

MEANINGS = """
subscription_not_exist | passing 60 | A client of {group} pulled {topic}, and the group's table on this broker does not hold that topic: the pull was refused with CODE 24 | for some seconds around starts and reconnects; lasting, another member's heartbeats remove the topic | the same topics and tags in every client of {group}, or a group of its own for each kind
subscription_not_exist | passing 60 | A client pulled a topic that the group's table on this broker does not hold: the pull was refused with CODE 24 | for some seconds around starts and reconnects; lasting, another member's heartbeats remove the topic | the same topics and tags in every client of the group, or a group of its own for each kind
subscription_not_latest | passing 60 | A client pulled with a newer subscription than the broker has: refused with CODE 25 until its next heartbeat | at starts and rebalances
group_info_not_exist | passing 60 | A client pulled for {group}, of which this broker knows no client: refused with CODE 24 | for some seconds around starts and reconnects; lasting, its heartbeats do not reach this broker | a client of the group whose heartbeats reach this broker (10911)
group_info_not_exist | passing 60 | A client pulled for a group of which this broker knows no client: refused with CODE 24 | for some seconds around starts and reconnects; lasting, its heartbeats do not reach this broker | a client of the group whose heartbeats reach this broker (10911)
filter_data_not_latest | passing 60 | A client pulled with a newer SQL92 expression than the broker has: refused with CODE 28 until its next heartbeat | at starts and rebalances
subscription_parse_failed | fault | The broker cannot read the expression of a pull: the client gets no messages of the topic | | the expression, alike in every client of the group: tags as `a || b`, or SQL92 with text in single quotes; enablePropertyFilter=true in broker.conf
topic_not_exist | passing 60 | The client {address} asked for {topic}, which this broker does not have | for a moment before the topic is made; for retry topics of clients behind a proxy | mqadmin updateTopic -n NAMESRV -c CLUSTER -t {topic}
topic_not_exist | passing 60 | A client asked for a topic that this broker does not have | for a moment before the topic is made; for retry topics of clients behind a proxy | mqadmin updateTopic -n NAMESRV -c CLUSTER -t TOPIC; the name server of the right cluster
queue_illegal | fault | A client pulled queue {queue} of {topic}, which the topic does not have (any more): it is refused | for up to 30 s after the number of read queues was reduced | as many read queues as before (mqadmin updateTopic -r), until all clients have the new route
queue_illegal | fault | A client pulled a queue that the topic does not have (any more): it is refused | for up to 30 s after the number of read queues was reduced | as many read queues as before (mqadmin updateTopic -r), until all clients have the new route
pull_offset_fixed | fault | An offset that the queue does not have was replaced by one that it has: back repeats messages, ahead skips them | for new or emptied queues, and after files expired | where the repeated or skipped messages matter: mqadmin resetOffsetByTime; a fileReservedTime that is longer than a group is ever away
pull_offset_overflow | fault | A client asked beyond the queue's end: the store is younger than the offset (lost or replaced data, a slave behind) | for a moment after a change of master | where the repeated or skipped messages matter: mqadmin resetOffsetByTime; a fileReservedTime that is longer than a group is ever away
pull_offset_too_small | fault | A client asked for messages that are deleted already: it goes on with the oldest that are left, the rest is lost for it | for groups that were away longer than messages are kept | where the repeated or skipped messages matter: mqadmin resetOffsetByTime; a fileReservedTime that is longer than a group is ever away
pull_offset_not_corrected | fault | A slave does not have the offset that a client of {group} asked for in {topic}: it has not copied as much, moved nothing and sent the client back to the master | for a moment after a change of roles | mqadmin brokerStatus of that slave and its master (how far it is behind); whether the master is there at all
pull_offset_not_corrected | fault | A slave does not have the offset that a client asked for: it has not copied as much, moved nothing and sent the client back to the master | for a moment after a change of roles | mqadmin brokerStatus of that slave and its master (how far it is behind); whether the master is there at all
pull_offset_moved | fault | The broker moved a client's offset because the queue does not have it: back repeats messages, ahead skips them | for groups that were away longer than messages are kept | where the repeated or skipped messages matter: mqadmin resetOffsetByTime; a fileReservedTime that is longer than a group is ever away
channel_not_writable | passing 60 | A client does not take what the broker sends: its network or its process is slow | for moments under load | the network to that client, and whether it stands still (garbage collection, memory); fewer messages at once
response_failed | passing 60 | An answer did not reach its client: the connection broke meanwhile | when clients stop or reconnect | the network to that client, and whether it stands still (garbage collection, memory); fewer messages at once
pop_unacked | fault | Clients took many messages by pop and did not acknowledge them: the broker gives out no more of this queue | while listeners are slow or hang | a listener that acknowledges in time; popInflightMessageThreshold of the broker is the limit that was met
pull_was_reset | fault | A pull was answered from the place to which somebody reset the queue | after a reset on purpose | where nobody meant it: mqadmin resetOffsetByTime -n NAMESRV -g GROUP -t TOPIC -s TIME, to the moment from which the group shall read
"""  # noqa: E501
