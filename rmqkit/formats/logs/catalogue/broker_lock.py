"""Queue locks of ordered consumers (lock.log, from 5.1.1 filter.log).

Data only: one line per wording.
"""

from __future__ import annotations

from rmqkit.formats.logs.catalogue.message import Message, messages

TABLE = """
queue_locked | tryLock, message queue not locked, I got it. Group: {group} NewClientId: {client_id} {mq}
queue_locked | tryLockBatch, message queue not locked, I got it. Group: {group} NewClientId: {client_id} {mq}
queue_locked | tryLock: lock a message queue which has not been locked yet, group={group}, clientId={client_id}, mq={mq}
queue_locked | tryLockBatch: lock a message which has not been locked yet, group={group}, clientId={client_id}, mq={mq}
queue_lock_expired | message queue lock expired, I got it. Group: {group} <<OldClientId: {any}>> NewClientId: {client_id} {mq}
queue_lock_expired | try to lock a expired message queue, group={group}, mq={mq}, <<old client id={any}>>, new client id={client_id}
queue_locked_by_other | message queue locked by other client. Group: {group} <<OtherClientId: {any}>> NewClientId: {client_id} {mq}
queue_locked_by_other | message queue has been locked by other client, group={group}, mq={mq}, <<locked client id={any}>>, current client id={client_id}
queue_unlocked | unlockBatch, Group: {group} {mq} {client_id}
queue_unlocked | unlockBatch: unlock mq, group={group}, clientId={client_id}, mqs={mq}
queue_unlock_refused | unlockBatch, but mq locked by other client: <<{any}>>, Group: {group} {mq} {client_id}
queue_unlock_refused | unlockBatch: mq locked by other client, group={group}, <<locked clientId={any}>>, current clientId={client_id}, mqs={mq}
queue_unlock_refused | unlockBatch, but mq not locked, Group: {group} {mq} {client_id}
queue_unlock_refused | unlockBatch: mq not locked, group={group}, clientId={client_id}, mq={mq}
queue_unlock_refused | unlockBatch, group not exist, Group: {group} {client_id}
queue_unlock_refused | unlockBatch: group not exist, group={group}, clientId={client_id}, <<mqs={rest}>>
queue_lock_relayed | lockBatchMQAsync on <<{any} failed, {rest}>>
queue_lock_relayed | lockBatchMQ exception on <<{rest}>>
queue_lock_relayed | unlockBatchMQ exception on <<{rest}>>
"""  # noqa: E501

MESSAGES: tuple[Message, ...] = messages("lock", TABLE)

MEANINGS = """
queue_locked | routine | A client of an ordered group locked a queue | after every rebalance of ordered consumers
queue_lock_expired | passing 60 | A client took over a lock that its holder did not renew for a minute: the holder died, hangs, or lost the broker | after a process was killed
queue_locked_by_other | passing 60 | A client wanted a queue that another client has locked: it waits | for moments after a rebalance; lasting, two clients believe that the queue is theirs | whether the client that holds the lock still lives: it expires a minute after its last renewal
queue_unlocked | routine | A client gave back the lock of a queue | after every rebalance and at every stop
queue_unlock_refused | passing 60 | A client wanted to give back a lock that it does not hold | after a lock expired
queue_lock_relayed | passing 60 | A lock could not be taken or given back on the other brokers of a static topic's group | while one of them restarts
"""  # noqa: E501
