"""The C++ client of the remoting protocol (rocketmq-client-cpp 1.x and 2.x, and Python on top of it). Data only."""

from __future__ import annotations

from rmqkit.formats.logs.catalogue.message import Message, messages

TABLE = """
rebalance_result | Allocation result for [Consumer Group: {group}, Topic: {topic}, Current Consumer ID: {client_id}] is changed.
rebalance_failed | [ERROR] Get empty consumer IDs. Consumer Group: {group}, Topic: {topic}[
rebalance_failed | Allocate message queue for ConsumerGroup[{group}],Topic[{topic}] failed.
not_in_client_list | could not find clientId from Broker
allocation_empty | allocated queue is empty for topic:{topic}[
queue_added | Add mq:{mq}, <<request initial offset:{offset}>>
queue_add_failed | Failed to add pull request for {mq} due to failure of querying consume offset
queue_add_failed | Failed to producer pull message task for {mq}, Remove it from Request table
pull_first | Start to pull {mq}, <<offset:{offset}>>, GroupName {group}[
queue_dropped | Drop mq:{mq},<<because not responsive>>
queue_dropped | Drop mq:{mq} <<according Pull timeout>>
queue_lock_failed | lockBatchMQ fails of mq:{mq}
queue_lock_failed | lock fails of mq:{mq}
queue_lock_ok | lockBatchMQ success of mq:{mq}
queue_lock_ok | lock success of mq:{mq}
pull_failed | Pullrequest for:{mq} occurs exception, reproduce it after
pull_failed | Pull {mq} occur exception, restart 1s
heartbeat_failed | sendHeartbeat to broker:{address} failed
heartbeat_skipped | sendheartbeat brokeradd is empty
offset_commit_failed | updateConsumeOffset of mq:{mq} error
offset_committed | oneway updateConsumeOffsetToBroker of mq:{mq}, its offset is:<<{offset}>>
queue_lock_failed | lock findBrokerAddressInSubscribe ret null for broker:{broker}[
queue_not_locked | message queue:{mq} was not locked
queue_unlock_failed | unlock fails of mq:{mq}
queue_unlock_failed | unlockBatchMQ fails of mq:{mq}
pull_dropped | Pull request for queue[{mq}] has been set as dropped
pull_dropped | Pull request is set as dropped with mq:{mq},
pull_dropped | Pull request for {mq} is dropped, which will be released in next re-balance
flow_control | Pull request for [{mq}] has Cached with <<{number} Messages>>
offset_reset_received | resetOffset setDropped for mq:{mq}
route_failed | Get topic[{topic}] route failed [<<{any}>>]
topic_not_exist | The topic:[{topic}] not exist
consumer_starting | DefaultMQPushConsumerImpl:{group} start[
consumer_starting | DefaultMQPullConsumerImpl:{group} start[
client_version_told | ###Current Push Consumer@<<{rest}>>
client_version_told | ###Current Pull Consumer@<<{rest}>>
name_servers_changed | name server address changed, old: <<{any}>>, new: {rest}
broker_offline | Remove broker address: {address}[
send_back_failed | Send message back fail, MQ is:{mq}, <<its msgId is:{rest}>>
consume_failed | Consumer's code is buggy. <<Un-caught exception raised>>
"""  # noqa: E501

MESSAGES: tuple[Message, ...] = messages("client", TABLE)
