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

MEANINGS = """
queue_added | routine | The client took over a queue and starts to pull it | at every start and rebalance
queue_dropped | routine | The client gave up a queue, which another client should take | at every rebalance
queue_drop_fixed_offset | passing 60 | The client dropped a queue to go on with it at a corrected offset | after an illegal offset or a reset
pull_paused | fault | The client had not pulled a queue for two minutes and gives it up to take it anew: its pulls hang | after a long stop of the process (garbage collection, suspended machine)
queue_lock_failed | passing 60 | An ordered consumer of {group} could not lock queue {queue} of {topic} on {broker}: another client holds the lock, and nobody reads the queue through this one until that lets go | for up to a minute after a rebalance: a lock expires 60 s after its owner last renewed it | the other client of the group that holds the queue (mqadmin consumerStatus): one that is gone, hangs, or shares this one's work; the same group is for one set of ordered consumers
queue_lock_failed | passing 60 | An ordered consumer could not lock a queue: another client holds the lock, or the broker did not answer, and nobody reads the queue through this one until it has it | for up to a minute after a rebalance: a lock expires 60 s after its owner last renewed it | the other client of the group that holds the queue (mqadmin consumerStatus)
queue_lock_ok | routine | An ordered consumer holds the lock of a queue | every 20 s after a rebalance
queue_unlock_ok | routine | An ordered consumer gave back the lock of a queue | at rebalances and stops
queue_unlock_failed | passing 60 | A lock could not be given back: it expires by itself after a minute | while a broker restarts
queue_not_locked | passing 60 | An ordered consumer waits with a queue because it does not hold its lock | for up to a minute after a rebalance | whether the client that holds the lock still lives: it expires a minute after its last renewal
queue_still_consuming | passing 60 | The client should give up a queue whose listener is still at work: it tries again | while a listener works long; for minutes: it hangs | time limits for the listener's own calls
queue_add_failed | passing 60 | The client could not take over a queue, mostly since its offset could not be read: it tries again in 20 s | while a broker restarts
queue_already_held | routine | A queue that the client wanted to add is in its table already | at quick rebalances
rebalance_failed if topic ~ %RETRY% and absent | passing 60 | The client has no route of {topic} yet: the brokers make it with the group's first heartbeat, so a broker must take one first | in the first seconds of a group's first start | heartbeats of this client to every broker of the topic (10911), which the line or the exception beside it says more of
rebalance_failed if absent | passing 60 | The client could not share out {topic}: it has no route of it, so the name server knows no such topic | in the first seconds of a start | mqadmin updateTopic -n NAMESRV -c CLUSTER -t {topic}, or the name server of the right cluster
rebalance_failed | passing 60 | The client could not share out a topic: it got no list of members, or no route; it keeps what it has | in the first seconds of a start, and while a broker restarts | heartbeats of this client to every broker of the topic (10911), which the line or the exception beside it says more of
allocation_failed | fault | The strategy that gives out queues failed: the client keeps what it had | | one strategy (setAllocateMessageQueueStrategy) in all clients of the group, and no more clients than queues
rebalance_result | passing 60 | The client's share of a topic changed, with the numbers of queues and of clients that it counted | at every start, stop and change of route
queue_set_changed | routine | The set of a topic's queues that this client reads changed | at every rebalance
subscription_version_updated | routine | The client gave its subscription a new version because its queues changed; the broker then prints `subscription changed` | at every rebalance
not_in_client_list | passing 60 | The list of members that the broker gave for {group} does not hold this client itself, {client_id}: it takes no queue from that list | for some seconds at its start; lasting, its heartbeats do not reach that broker | this client's heartbeats to the broker that was asked, and a client id of its own (setInstanceName)
not_in_client_list | passing 60 | The list of members that the broker gave does not hold this client itself: it takes no queue from that list | for some seconds at its start; lasting, its heartbeats do not reach that broker | this client's heartbeats to the broker that was asked, and a client id of its own (setInstanceName)
pull_request_added | routine | The client begins to pull a queue at the offset named | at every start and rebalance
unlock_delayed | routine | The lock of a queue is given back a little later, to let messages in hand finish | at rebalances of ordered consumers
offset_lookup_failed | passing 60 | The client could not learn where to begin in a queue: it tries again in 20 s | while a broker restarts | the way to the broker that holds the queue (10911); what the exception says
"""  # noqa: E501
