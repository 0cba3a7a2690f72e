"""The broker's pop.log. Data only: one line per wording."""

from __future__ import annotations

from rmqkit.formats.logs.catalogue.message import Message, messages

TABLE = """
pop_buffer_scanned | [PopBuffer]scan, <<{rest}>>
pop_revive_skipped | skip revive topic because timerWheelEnable is false
pop_offset_initialised | Pop initial offset, because store is no correct, {topic_at_group},
pop_offset_initialised | PopConsumerService getMessageAsync, initial offset because store is no correct, groupId={group}, topicId={topic}, queueId={queue}, <<{rest}>>
pop_message_lost | PopConsumerService drop record, message may be lost, <<record={rest}>>
pop_message_lost | PopConsumerService revive error, message may be lost, <<record={rest}>>
pop_revive_failed | PopConsumerService revive retry msg error, <<{rest}>>
pop_revive_failed | rePut CK reach max times, drop it. {topic}, {group}, <<{rest}>>
pop_polling_full | result POLLING_FULL
pop_offset_moved_back | Commit offset, consumer offset less than store, <<{rest}>>
pop_buffer_stopped | [PopBuffer]scan stop, because eclipse too long, <<{rest}>>
pop_ack_failed | [PopBuffer]add ack fail, <<{rest}>>
pop_check_point_late | [PopBuffer] ck offset long time not commit, <<{rest}>>
pop_queue_locks | QueueLockSize=<<{rest}>>
"""  # noqa: E501

MESSAGES: tuple[Message, ...] = messages("pop", TABLE)
