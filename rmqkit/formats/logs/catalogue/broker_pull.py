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
pull_offset_moved | PULL_OFFSET_MOVED:<<none correction.>> topic={topic}, groupId={group}, requestOffset={rest}
channel_not_writable | channel {address} not writable ,cid {group}
response_failed | processRequestWrapper response to {address} failed
response_failed | ProcessRequestWrapper response to {address} failed
pop_unacked | Too much msgs unacked, then stop poping. topic={topic}, group={group}, queueId={queue}
pop_unacked | Too much msgs unacked, then stop popping. topic={topic}, group={group}, queueId={queue}
"""  # noqa: E501

MESSAGES: tuple[Message, ...] = messages("broker", TABLE)
