"""The broker's pop.log. Data only: one line per wording."""

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
pop_refused 1 | pop message is forbidden because timerWheelEnable is false
pop_refused 1 | pop message is forbidden
pop_refused | pop message's num is greater than 32
pop_too_late | pop message is timeout too much
pop_revive_offset_illegal | reviveQueueId={number}, OFFSET_ILLEGAL <<{offset}, {rest}>>
pop_revive_at_end | reviveQueueId={number}, reach tail,<<offset {offset}>>
pop_revive_done | reviveQueueId={queue}, revive finish,<<{rest}>>
pop_revive_done | reviveQueueId={queue},revive finish,<<{rest}>>
pop_revive_done | reviveQueueId={queue}, has no new msg, <<{rest}>>
pop_revive_done | reviveQueueId={queue},has no new msg ,<<{rest}>>
pop_revive_scanned | reviveQueueId={number}, old offset is <<{offset}{rest}>>
pop_revive_scanned | reviveQueueId={number}, ck listSize=<<{rest}>>
pop_revive_scanned | reviveQueueId={number},ck listSize=<<{rest}>>
pop_revive_scanned | reviveQueueId={number}, scan timeout <<{rest}>>
pop_revive_scanned | reviveQueueId={number}, find ack, <<{rest}>>
pop_revive_scanned | reviveQueueId={number},find ack, <<{rest}>>
pop_revive_scanned | reviveQueueId={number}, find batch ack, <<{rest}>>
pop_revive_scanned | reviveQueueId={number}, find ck, <<{rest}>>
pop_revive_scanned | reviveQueueId={number},find ck, <<{rest}>>
pop_revived | reviveQueueId={number},retry msg, <<{rest}>>
pop_revived | reviveQueueId={number},retry msg , <<{rest}>>
pop_revive_failed | reviveQueueId={number}, revive error<<{rest}>>
pop_revive_failed | reviveQueueId={number},revive error<<{rest}>>
pop_revive_failed | PopConsumerService revive error
pop_revive_orphaned | reviveQueueId={number}, can not get normal topic <<{rest}>>
pop_revive_orphaned | reviveQueueId={number}, can not get cid <<{rest}>>
pop_revive_orphaned | reviveQueueId={number}, can not get biz msg, <<{rest}>>
pop_revive_orphaned | reviveQueueId={number},can not get normal topic <<{rest}>>
pop_revive_orphaned | reviveQueueId={number},can not get cid <<{rest}>>
pop_revive_orphaned | reviveQueueId={number},can not get biz msg <<{rest}>>
pop_revive_orphaned | reviveQueueId={number}, can not get biz msg topic is <<{rest}>>
pop_revive_started | start revive topic={topic}, <<reviveQueueId={number}>>
pop_revive_skipped | skip start revive topic={topic}, <<reviveQueueId={number}>>
pop_ack_without_check_point | cannot find ck, skip this ack. <<{rest}>>
pop_buffer_late | [PopBuffer]ck finish fail, stay too long, <<{rest}>>
pop_buffer_full | [PopBuffer]add ck, max size, <<{rest}>>
pop_store_failed | [PopBuffer]put ck to store fail: <<{rest}>>
pop_store_failed | [PopBuffer]put ack to store fail: <<{rest}>>
pop_ack_failed | [PopBuffer]Invalid index of ack, <<{rest}>>
pop_ack_failed | put ack msg error<<{rest}>>
pop_polling_done | result POLLING_TIMEOUT
pop_polling_done | result POLLING_SUC
pop_failed | Pop message error, <<{rest}>>
pop_failed | Exception in popMsgFromQueue
pop_order_lost | popTime is not equal to orderInfo saved. key: <<{rest}>>
pop_order_lost | OrderInfo not found commit offset, <<{rest}>>
pop_order_lost | OrderInfo is null, <<{rest}>>
pop_order_forgotten | Clean order info, <<{rest}>>
pop_ack_failed | Illegal topic or queue found when batch ack <<{rest}>>
pop_ack_failed | append checkpoint or ack origin failed
pop_ack_failed | change invisible, put new ck error<<{rest}>>
pop_failed | PopProcessor execute callback error
pop_failed | PopConsumerService popAsync error
pop_failed | PopConsumerService popAsync get message error
pop_offset_initialised | PopConsumerService init offset, groupId={group}, topicId={topic}, queueId={queue}, <<{rest}>>
pop_revived | PopConsumerService revive backoff retry, <<record={rest}>>
pop_revive_done | PopConsumerService, key size=<<{rest}>>
pop_revive_done | PopConsumerService, revive count=<<{rest}>>
pop_offset_moved_back | PopConsumerCache, consumer offset less than store, groupId={group}, topicId={topic}, queueId={queue}, <<offset={offset}>>
pop_polling_counted | pollingMapSize=<<{number},tmpTotalSize={rest}>>
pop_revive_scanned | reviveQueueId={number}, 1st ck, <<startOffset={rest}>>
"""  # noqa: E501

MEANINGS = """
pop_buffer_scanned | routine | The broker looked through the messages that were popped and not acknowledged yet | every few seconds with pop consumers
pop_revive_skipped | routine | The broker does not bring back popped messages that nobody acknowledged: timerWheelEnable is false, or it is a slave; such a broker refuses every pop | all the time on such brokers; it concerns only groups that pop
pop_offset_initialised | passing 60 | A pop group began in a queue for which no offset was stored | at the first pop of a group
pop_message_lost | fault | Popped messages that nobody acknowledged could not be brought back: they may be lost | | that broker's store (a slow or full disk) and its pop.log around it; the newest 5.x
pop_revive_failed | fault | Popped messages that nobody acknowledged could not be brought back this time | while the store is busy | that broker's store (a slow or full disk) and its pop.log around it; the newest 5.x
pop_polling_full | passing 60 | A client that waits for messages was sent away because too many wait | with very many pop clients | fewer clients that wait at once; maxPopPollingSize and popPollingSize of the broker
pop_offset_moved_back | fault | The offset of a pop group would have gone back | after a reset, or with pull and pop consumers in one group
pop_buffer_stopped | passing 60 | The buffer of popped messages is slow; the broker uses the disk instead | under load | that broker's store (a slow or full disk) and its pop.log around it; the newest 5.x
pop_ack_failed | passing 60 | An acknowledgement came too late or could not be kept: the message may come again | when listeners are slower than the invisible time | an invisible time (popInvisibleTime, invisibleDuration) longer than the listener needs, or fewer messages at once
pop_check_point_late | fault | Popped messages were not acknowledged for long, and hold the group's offset | while listeners hang | a listener that acknowledges in time; popInflightMessageThreshold of the broker is the limit that was met
pop_queue_locks | routine | How many locks of queues pop uses | every minute with pop consumers
pop_refused | fault | The broker refuses every pop: nothing is consumed through it (timerWheelEnable is false, or pop is not allowed) | | timerWheelEnable=true in broker.conf, where the words say so
pop_too_late | passing 60 | A pop reached the broker after its client had stopped waiting | on busy brokers
pop_revive_offset_illegal | fault | The queue of acknowledgements does not have the offset asked for; the broker goes on at another: messages may come again | after files expired, or after a change of master
pop_revive_at_end | routine | There is nothing more to bring back | all the time with pop consumers
pop_revive_done if stands | routine | A round of bringing back unacknowledged messages ended at the offset {stands} where it began | while nothing waits in that queue of acknowledgements. Where acknowledgements without their check point (ck) stand at its end, 5.0.0 reads them again in each round, so that CID_RMQ_SYS_REVIVE_GROUP seems to lag: harmless, no message is lost by it | nothing; a broker of 5.1.0 or later skips such acknowledgements after a while (enableSkipLongAwaitingAck), and new pop traffic moves the offset as well
pop_revive_done | routine | The broker finished one round of bringing back unacknowledged messages | all the time with pop consumers
pop_revive_scanned | routine | The broker reads the record of popped and acknowledged messages | all the time with pop consumers
pop_revived | fault | A popped message was not acknowledged in time and is delivered again by the retry topic | when a listener fails or is slow | an invisible time (popInvisibleTime, invisibleDuration) longer than the listener needs, or fewer messages at once
pop_revive_orphaned | elsewhere | A popped message's topic, group or body is gone: it is not delivered again | after the topic or the group was deleted
pop_revive_started | routine | The broker began to bring back unacknowledged messages | at a start of the broker and at a change of master
pop_ack_without_check_point | passing 60 | An acknowledgement has no popped message to it and is skipped | after a restart of the broker
pop_buffer_late | passing 60 | Popped messages stayed in memory too long and are written to disk | under load
pop_buffer_full | passing 60 | The buffer of popped messages is full; the broker uses the disk | under load | that broker's store (a slow or full disk) and its pop.log around it; the newest 5.x
pop_store_failed | fault | The record of a pop or an acknowledgement could not be stored: messages may come again | while the store is busy | that broker's store (a slow or full disk) and its pop.log around it; the newest 5.x
pop_polling_done | routine | A client waited for messages and none came, or one did | all the time with pop consumers
pop_failed | fault | A pop failed inside the broker; the exception below says why | | that broker's store (a slow or full disk) and its pop.log around it; the newest 5.x
pop_order_lost | fault | An ordered pop message was acknowledged too late or out of turn: it and those behind it come again | when listeners are slower than the invisible time
pop_order_forgotten | routine | The order of popped messages of a queue is not kept any more | after the topic or group was deleted or not used for long
pop_polling_counted | routine | How many pop clients wait for messages | every minute with pop consumers
"""  # noqa: E501
