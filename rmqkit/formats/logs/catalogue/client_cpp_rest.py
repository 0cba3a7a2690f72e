"""The remoting C++ client's other messages: local offsets, sending, timers, consuming. Data only."""

from __future__ import annotations

from rmqkit.formats.logs.catalogue.message import Message, messages

TABLE = """
pull_dropped | Pull request has been released
pull_dropped | Pull request is released, return
pull_dropped | the pull result is NULL or Had been dropped
pull_put_off | Submit Message to Consumer [<<{any}>>] Later and Sleep [{number}]ms.
consume_failed | Local Consume failed [<<{number}>>] times, change [{rest}
consume_failed | BROADCASTING, the message consume failed, drop it:<<{rest}>>
consume_dropped | IOService stopped or Pull request for {mq} is dropped, <<will not post {rest}>>
consume_put_off | submit consumeRequest later for mq:<<{rest}>>
consume_put_off | consume inprogress
consume_put_off | get timed_mutex timeout
consume_put_off | shutdown inprogress, break the consuming
offset_file_failed | create offset store dir:<<{rest}>>
offset_file_failed | load offset store file failed, <<{rest}>>
offset_file_failed | open offset store file failed, <<{rest}>>
offset_file_failed | persist offset store file:<<{rest}>>
offset_file_failed | can not readOffset from offsetStore.json, maybe first time consumation
offset_file_failed | offsets.Json file not exist, maybe this is the first time consumation
offset_commit_failed | updateConsumeOffsetToBroker {mq} ,offset:[<<{offset}>>] error
send_failed | send new error, broker:<<{rest}>>
send_failed | sendMessageAsync failed to addr:<<{rest}>>
send_failed | retry send exception:<<{rest}>>
send_failed | processSendResponse error remark:<<{rest}>>
offset_reset_received | offset sets to:<<{offset}>>
offset_reset_unreadable | no corresponding pullRequest found for topic:{topic}
offset_reset_unreadable | no corresponding consumer found for group:{group}
timer_told | start scheduled task:<<{rest}>>
timer_told | clientFactory:{client_id} <<start consumer_timerOperation>>
timer_told | clientFactory:{client_id} <<stop consumer_timerOperation>>
timer_told | Client factory:{client_id} <<start dorebalance for consumer:{rest}>>
name_server_fetch_failed | fetchNSAddr with domain failed, <<{rest}>>
name_server_fetch_failed | fetchNSAddr with domain is empty
settings_told | set maxCacheSize to:<<{rest}>>
settings_told | set pushConsumer:<<{rest}>>
settings_told | Update Subscribe[<<{rest}>>
settings_told | MQClient start,groupname:{group},clientID:{client_id},<<instanceName:{rest}>>
settings_told | ConsumeMessageBatchMaxSize:<<{number}>>
settings_told | MaxMsgCacheSizePerQueue:<<{number}>>
settings_told | PullMsgThreadPoolNum:<<{number}>>
settings_told | ConsumeThreadCount:<<{number}>>
settings_told | MaxReconsumeTimes:<<{number}>>
settings_told | NameServerDomain:<<{rest}>>
settings_told | AsyncPullTimeout:<<{rest}>>
"""

MESSAGES: tuple[Message, ...] = messages("client", TABLE)

MEANINGS = """
consume_put_off | passing 60 | The client waits before it consumes more of an ordered queue: it is being consumed, or the client stops | while messages of the queue are consumed
offset_file_failed | passing 60 | The client's local file of offsets (broadcasting) is missing or cannot be read or written | at the very first start | free space and the right to write in rocketmq.client.localOffsetStoreDir (.rocketmq_offsets of the user's home), which a container has to keep
timer_told | routine | The client's timers for rebalancing and heartbeats run | at every start
settings_told | routine | The client prints its settings | at every start
"""  # noqa: E501
