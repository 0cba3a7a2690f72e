"""Queue locks of ordered consumers (lock.log, from 5.1.1 filter.log). Data only: one line per wording."""

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
"""  # noqa: E501

MESSAGES: tuple[Message, ...] = messages("lock", TABLE)
