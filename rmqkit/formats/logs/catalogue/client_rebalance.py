"""The Java client's messages on rebalance. Data only: one line per wording."""

from __future__ import annotations

from rmqkit.formats.logs.catalogue.message import Message, messages

TABLE = """
queue_added | doRebalance, {group}, add a new mq, {mq}
queue_added | doRebalance, {group}, <<add a new pop mq>>, {mq}
queue_dropped | doRebalance, {group}, <<truncateMessageQueueNotMyTopic>> remove unnecessary mq, {mq}
queue_dropped | doRebalance, {group}, <<truncateMessageQueueNotMyTopic remove unnecessary pop mq>>, {mq}
queue_drop_fixed_offset | Fix Offset, {group}, remove unnecessary mq, {mq} <<Droped: {rest}>>
pull_paused | [BUG]doRebalance, {group}, try remove unnecessary mq, {mq}, <<because pull is pause, so try to fixed it>>
pull_paused | [BUG]doRebalance, {group}, remove unnecessary mq, {mq}, <<because pull is pause, so try to fixed it>>
pull_paused | [BUG]doRebalance, {group}, try remove unnecessary pop mq, {mq}, <<because pop is pause, so try to fixed it>>
queue_dropped | doRebalance, {group}, remove unnecessary mq, {mq}
queue_dropped | doRebalance, {group}, <<remove unnecessary pop mq>>, {mq}
queue_lock_failed | doRebalance, {group}, add a new mq failed, {mq}, because lock failed
queue_lock_failed | the message queue lock Failed, {group} {mq}
queue_lock_failed | message queue lock Failed, {group} {mq}
queue_lock_failed | the message queue locked Failed, Group: {group} {mq}
queue_lock_failed | lockBatchMQ exception, {mq}
queue_lock_failed | lockBatchMQ exception, <<{rest}>>
queue_lock_ok | the message queue lock OK, {group} {mq}
queue_lock_ok | message queue lock OK, {group} {mq}
queue_lock_ok | the message queue locked OK, Group: {group} {mq}
queue_unlock_ok | the message queue unlock OK, Group: {group} {mq}
queue_unlock_ok | unlock messageQueue. group:{group}, clientId:{client_id}, mq:{mq}
queue_unlock_failed | unlockBatchMQ exception, {mq}
queue_unlock_failed | unlockBatchMQ exception, <<{rest}>>
queue_not_locked | pull message later because not locked in broker, {pull}
queue_not_locked | the message queue not locked, so consume later, {mq}
queue_not_locked | the message queue lock expired, so consume later, {mq}
queue_still_consuming | [WRONG]mq is consuming, so can not unlock it, {mq}. <<maybe hanged for a while, {rest}>>
queue_add_failed | doRebalance, {group}, add new mq failed, {mq}
queue_add_failed | doRebalance, {group}, <<compute offset failed>>, {mq}
queue_already_held | doRebalance, {group}, mq already exists, {mq}
queue_already_held | doRebalance, {group}, mq pop already exists, {mq}
rebalance_failed | doRebalance, {group} {topic}, <<get consumer id list failed>>
rebalance_failed | doRebalance, {group}, <<but the topic[{topic}] not exist>>.
rebalance_failed | rebalanceByTopic Exception
rebalance_failed | rebalance Exception
rebalance_failed | tryQueryAssignment error.
rebalance_failed | doRebalance for consumer group [{group}] exception
rebalance_failed | doRebalance exception
allocation_failed | AllocateMessageQueueStrategy.allocate Exception. <<allocateMessageQueueStrategyName={rest}>>
allocation_failed | allocate message queue exception. <<strategy name: {rest}>>
rebalance_result | rebalanced result changed. <<allocateMessageQueueStrategyName={any}, group={group}, topic={topic}, clientId={client_id}, mqAllSize={rest}>>
rebalance_result | broker rebalanced result changed. <<allocateMessageQueueStrategyName={any}, group={group}, topic={topic}, clientId={client_id}, assignmentSet={rest}>>
queue_set_changed | messageQueueChanged {group} {topic} <<{rest}>>
subscription_version_updated | {topic} Rebalance changed, also update version: <<{number}, {number}>>
not_in_client_list | [BUG] ConsumerGroup: {group} The consumerId: {client_id} not in cidAll: <<{rest}>>
pull_request_added | doRebalance, {group}, add a new pull request <<PullRequest [consumerGroup={any}, messageQueue={mq}, nextOffset={offset}]>>
unlock_delayed | unlockDelay, <<begin>> {mq}
unlock_delayed | unlockDelay, <<execute at once>> {mq}
offset_lookup_failed | Compute consume offset exception, mq={mq}
offset_lookup_failed | Compute consume offset from last offset exception, mq={mq}, <<exception={rest}>>
"""  # noqa: E501

MESSAGES: tuple[Message, ...] = messages("client", TABLE)
