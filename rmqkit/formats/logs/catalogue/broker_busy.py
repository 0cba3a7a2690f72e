"""A broker that is too busy, and transactions. Data only: one line per wording."""

from __future__ import annotations

from rmqkit.formats.logs.catalogue.message import Message, messages

TABLE = """
broker_busy | [TIMEOUT_CLEAN_QUEUE]broker busy, start flow control for a while<<{rest}>>
broker_busy | [PCBUSY_CLEAN_QUEUE]broker busy, start flow control for a while<<{rest}>>
broker_busy | [PC_SYNCHRONIZED]broker busy, start flow control for a while
broker_busy | [REJECTREQUEST]system busy, start flow control for a while
broker_busy | [OVERLOAD]system busy, start flow control for a while
broker_busy | too many requests and system thread pool busy, RejectedExecutionException <<{rest}>>
broker_busy | OS page cache busy, please try another machine
broker_hot_read | This consumer group is reading cold data. It has been flow control
transaction_pending | The producer[{address}] end transaction in sending message,  and it's pending status.<<{rest}>>
transaction_pending | Check producer[{address}] transaction state, but it's pending status.<<{rest}>>
transaction_rolled_back | The producer[{address}] end transaction in sending message, rollback the message.<<{rest}>>
transaction_rolled_back | Check producer[{address}] transaction state, the producer rollback the message.<<{rest}>>
transaction_committed | Check producer[{address}] transaction state, the producer commit the message.<<{rest}>>
transaction_checks_begun | Begin to check prepare message, begin time:<<{number}>>
transaction_checks_done | End to check prepare message, consumed time:<<{number}>>
transaction_check_asked | Check transaction. real_topic={topic},<<uniqKey={rest}>>
transaction_check_asked | Check transaction failed, channel is null. groupId=<<{rest}>>
transaction_given_up | has been checked too many times, so discard it
transaction_given_up | Put checked-too-many-time half message to TRANS_CHECK_MAXTIME_TOPIC <<{rest}>>
transaction_expired | Half message exceed file reserved time ,so skip it.<<messageId {rest}>>
transaction_check_failed | Message store is slave mode, so end transaction is forbidden.
transaction_check_failed | check msgOffset={offset} with opOffset={offset} failed, <<pullResult is null>>
"""

MESSAGES: tuple[Message, ...] = messages("broker", TABLE)

MEANINGS = """
broker_busy | elsewhere | The broker threw a request away because it waited too long or there were too many: producers must send again | for moments on busy brokers; often: the broker is too slow (disk, memory, CPU) | faster disks or fewer sends; sendMessageThreadPoolNums, and waitTimeMillsInSendQueue (200 ms), which is the limit
broker_hot_read | fault | The broker slows this group down because it reads old messages from disk | while a group catches up on a broker with coldDataFlowControlEnable | coldDataFlowControlEnable=false, or a higher threshold for the group
transaction_pending | routine | A producer has not decided yet whether a message counts; consumers do not see it so far | while local transactions run; for hours: the producer never decides
transaction_rolled_back | routine | A producer took a message back: consumers never see it, by design | whenever a local transaction fails
transaction_committed | routine | A producer confirmed a message when it was asked: consumers see it from now on | after a lost commit
transaction_checks_begun | routine | The broker looks for messages that no producer has decided about | every 30 to 60 s (transactionCheckInterval)
transaction_checks_done | routine | The broker has asked producers about undecided messages | every 30 to 60 s (transactionCheckInterval)
transaction_check_asked | routine | The broker asks a producer whether a message counts | while transactions stay undecided
transaction_given_up | elsewhere | A message was never decided about and is set aside: consumers will not see it | | a checkLocalTransaction that answers COMMIT or ROLLBACK within transactionCheckMax checks (15); what was given up lies in TRANS_CHECK_MAX_TIME_TOPIC
transaction_expired | elsewhere | A message that was never decided about is too old to be asked about: consumers will not see it | | a checkLocalTransaction that answers COMMIT or ROLLBACK within transactionCheckMax checks (15); what was given up lies in TRANS_CHECK_MAX_TIME_TOPIC
transaction_check_failed | elsewhere | Undecided messages could not be checked this time | while the store is busy or a slave acts as master | a checkLocalTransaction that can tell how each transaction ended, since the broker asks it; the way from producer to broker
"""  # noqa: E501
