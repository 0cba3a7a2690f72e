"""The Java client's messages on pulling. Data only: one line per wording."""

from __future__ import annotations

from rmqkit.formats.logs.catalogue.message import Message, messages

TABLE = """
pull_rejected | execute the pull request exception, group={group}, messageQueue={mq}
pull_rejected | execute the pull request exception
pull_rejected 25 | the subscription is not latest, group={group}, messageQueue={mq}
pull_kernel_failed | pullKernelImpl exception
pull_state_not_ok | pullMessage exception, consumer state not ok
pull_state_not_ok | popMessage exception, consumer state not ok
pull_offset_illegal | the pull request offset illegal, {pull} <<{rest}>>
pull_offset_illegal | The pull request offset illegal, <<{rest}>>
pull_offset_fixed | fix the pull request offset, {pull}
pull_offset_first | the first time to pull message, so fix offset from broker. pullRequest: {pull} <<NewOffset: {rest}>>
pull_offset_first | the first time to pull message, but pull request offset larger than broker consume offset. pullRequest: {pull} <<NewOffset: {rest}>>
pull_dropped | the pull request[{pull}] is dropped.
pull_dropped | the pop request[{pull}] is dropped.
pull_without_consumer | No matched consumer for the PullRequest {pull}, drop it
pull_without_consumer | No matched consumer for the PopRequest {pull}, drop it
pull_subscription_missing | find the consumer's subscription failed, {pull}
flow_control | so do flow control, <<{any}pullRequest={pull}, flowControlTimes={rest}>>
flow_control | so do flow control, <<{rest}>>
pull_rejected | execute the pull request exception: {rest}
pull_offset_illegal | pullStatus=OFFSET_ILLEGAL, <<nextBeginOffset={offset}, minOffset={offset}, maxOffset={offset}{rest}>>
flow_control | the messages waiting to ack exceeds the threshold <<{number}, so do flow control, {rest}>>
flow_control | the consume request count exceeds threshold <<{number}, so do flow control, {rest}>>
consume_asked | consumeMessageDirectly receive new message: <<{rest}>>
consume_asked | consumeMessageDirectly Result: <<{rest}>>
pull_schedule_ended | The Pull Task is cancelled, {mq}
pull_schedule_failed | doPullTask Exception
pull_schedule_failed | Pull Task Callback not exist , <<{rest}>>
consume_dropped | run, message queue not be able to consume, because it's dropped. {mq}
"""  # noqa: E501

MESSAGES: tuple[Message, ...] = messages("client", TABLE)

MEANINGS = """
pull_rejected if code = 24 and answer ~ subscription | passing 60 | A broker refused a pull with CODE 24: its table of the group does not hold the topic ({answer}) | for some seconds around starts and reconnects; lasting, another member's heartbeats remove the topic | the same topics and tags in every client of the group, or a group of its own for each kind
pull_rejected if code | passing 60 | A broker refused a pull with CODE {code}: {answer} | CODE 24 and 25 for some seconds around starts and reconnects | what its code asks for: 24 and 25 the same subscriptions in every client of the group, 16 the permissions of topic and group, 26 mqadmin updateSubGroup
pull_rejected | passing 60 | A broker refused a pull; the code and the words below say why | CODE 24 and 25 for some seconds around starts and reconnects | what its code asks for: 24 and 25 the same subscriptions in every client of the group, 16 the permissions of topic and group, 26 mqadmin updateSubGroup
pull_kernel_failed | passing 60 | A pull could not be sent: no broker, no connection, or the client is stopping | while a broker restarts | the way from this client to the broker's address in the route (10911): firewall, and brokerIP1 in broker.conf where that address is an inner one
pull_state_not_ok | passing 60 | A pull was put off because the consumer is not running | while it starts or stops
pull_offset_illegal | fault | The broker does not have offset {offset} of queue {queue} of {topic} (OFFSET_ILLEGAL): the client goes on at the one it was told, 10 s later | after messages expired, or a queue was emptied or reset | where the repeated or skipped messages matter: mqadmin resetOffsetByTime; a fileReservedTime that is longer than a group is ever away
pull_offset_illegal | fault | The broker does not have the offset that the client asked for (OFFSET_ILLEGAL): the client goes on at the one it was told, 10 s later | after messages expired, or a queue was emptied or reset | where the repeated or skipped messages matter: mqadmin resetOffsetByTime; a fileReservedTime that is longer than a group is ever away
pull_offset_first | passing 60 | An ordered consumer that just got a queue's lock takes its offset from the broker | after every lock; `larger than broker consume offset` repeats messages
pull_dropped | routine | Pulling of a queue stopped because the client gave the queue up | at every rebalance and stop
pull_without_consumer | passing 60 | A pull belongs to a group that this process does not consume any more | at a stop
pull_subscription_missing | passing 60 | A pull was put off because the consumer has no subscription of that topic | after unsubscribe at run time
flow_control if span | passing 60 | The client of {group} does not pull more of {topic}: between the oldest and the newest message of a queue lie {span} offsets (consumeConcurrentlyMaxSpan, 2000), so one message that is not finished holds the others | for moments at peaks | a faster listener, or more of its threads (consumeThreadMin, consumeThreadMax); pullThresholdForQueue, pullThresholdSizeForQueue and consumeConcurrentlyMaxSpan are the limits
flow_control if count | passing 60 | The client waits with pulling: {count} messages of a queue lie in it unconsumed (pullThresholdForQueue, 1000), listeners are slower than messages come | for moments at peaks | a faster listener, or more of its threads (consumeThreadMin, consumeThreadMax); pullThresholdForQueue, pullThresholdSizeForQueue and consumeConcurrentlyMaxSpan are the limits
flow_control | passing 60 | The client waits with pulling because too many messages lie in it unconsumed: listeners are slower than messages come, or one message holds the others | for moments at peaks | a faster listener, or more of its threads (consumeThreadMin, consumeThreadMax); pullThresholdForQueue, pullThresholdSizeForQueue and consumeConcurrentlyMaxSpan are the limits
pull_schedule_ended | routine | A scheduled pull consumer stopped to pull a queue | at every rebalance and stop
pull_schedule_failed | fault | The application's own code of a scheduled pull consumer failed for a queue: it is pulled again later | | the application's own code that the trace below names
"""  # noqa: E501
