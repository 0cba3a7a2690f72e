"""The store's messages: files, index, disk, dispatch, replication, delayed messages.

Data only: one line per wording.

store.log and storeerror.log (broker.log for `TIMEOUT_CLEAN_QUEUE` and slaves); several
have milliseconds.
"""

from __future__ import annotations

from rmqkit.formats.logs.catalogue.message import Message, messages

TABLE = """
store_offset_not_matched | Offset not matched. Request offset: <<{offset}, firstOffset: {offset}, lastOffset: {offset}, {rest}>>
queue_order_wrong | logic queue order maybe wrong, <<expectLogicOffset: {offset} currentLogicOffset: {offset}>> Topic: {topic} QID: {queue} Diff: {offset}
queue_order_wrong | logic queue order maybe wrong, <<{rest}>>
queue_rebuilt | Maybe try to build consume queue repeatedly <<maxPhysicOffset={offset} phyOffset={offset}>>
dispatch_unfinished | shutdown ReputMessageService, but <<{rest}>>
dispatch_unfinished | shutdown concurrentReputMessageService, but <<{rest}>>
dispatch_behind | The reputFromOffset={offset} is smaller than minPyOffset={offset}, <<{rest}>>
dispatch_failed | dispatch message to consume queue error, COMMITLOG OFFSET: <<{offset}>>
disk_full | physic disk maybe full soon <<{number}, so mark disk full{rest}>>
disk_full | logics disk maybe full soon <<{number}, so mark disk full>>
disk_full | physic disk of commitLog maybe full soon, <<used {number}, so mark disk full>>
disk_full | disk space will be full soon, but delete file failed.
disk_path_missing | disk maybe full soon, so reclaim space, <<-1.0>>
disk_cleaning | disk maybe full soon, so reclaim space, <<{rest}>>
disk_cleaning | begin to delete before <<{rest}>>
disk_ok | disk space OK <<{number}, so mark disk ok{rest}>>
disk_ok | physic disk space of commitLog OK <<{number}, so mark disk ok>>
disk_used | physic disk of commitLog used: <<{number}>>
store_file_deleted | delete file[REF:<<{any}>>] {rest}
store_files_removed | The commitlog files are deleted, and delete the consume queue files
store_file_kept | deleteExpiredFile remove failed.
store_file_kept | deleteExpiredFile has exception.
consume_queue_removed | cleanUnusedTopic: {topic} {queue} ConsumeQueue cleaned
consume_queue_removed | cleanExpiredConsumerQueue: {topic} {queue} consumer queue destroyed, <<{rest}>>
topic_files_removed | cleanUnusedTopic: {topic},topic destroyed
topic_files_removed | cleanExpiredConsumerQueue: {topic},topic destroyed
topic_files_removed | cleanUnusedTopic Failed.
topic_files_removed | DeleteTopic: ConsumeQueue has been cleaned, topic={topic}
topic_files_removed | DeleteTopic: Topic has been destroyed, topic={topic}
store_truncated | truncate dirty logic files
store_truncated | truncate dirty files to <<{number}>>
index_file_full | Over index file capacity: <<index count = {number}>>
index_failed | build index error, stop building index
index_failed | Mark index file cannot build flag
index_flushed | flush index file elapsed time(ms) <<{number}>>
store_flushed | Flush data to disk costs <<{number} ms>>
store_put_slow | in lock cost time(ms)=<<{number}, bodyLength={rest}>>
store_put_slow | not in lock elapsed time(ms)=<<{rest}>>
store_put_slow | not in lock eclipse time(ms)=<<{rest}>>
store_forbidden | message store has shutdown, so putMessage is forbidden
store_forbidden | message store has shutdown, so getMessage is forbidden
store_forbidden | message store is in slave mode, so putMessage is forbidden
store_forbidden | message store is not writeable, so putMessage is forbidden <<{number}>>
ha_client_lost | HAClient, processReadEvent read socket <<{rest}>>
ha_client_lost | HAClient, housekeeping, found this connection[{address}] expired, <<{number}>>
ha_client_lost | HAClient, reportSlaveMaxOffset error, <<{offset}>>
ha_client_lost | HAClient, dispatchReadRequest error
ha_slave_lost | ha housekeeping, found this connection[<<{any}>>] expired, {number}
ha_slave_lost | read socket[<<{any}>>] < 0
ha_slave_connected | HAService receive new connection, <<{rest}>>
ha_transfer_failed | transfer message to slave timeout, <<{rest}>>
slave_sync_failed | SyncConsumerOffset Exception, {address}
slave_sync_failed | SyncTopicConfig Exception, {address}
slave_sync_failed | SyncDelayOffset Exception, {address}
slave_sync_failed | SyncSubscriptionGroup Exception, {address}
slave_sync_failed | SyncMessageRequestMode Exception, {address}
slave_sync_failed | syncTimerCheckPoint Exception, {address}
slave_sync_failed | SyncTimerMetrics Exception, {address}
slave_sync_failed | ScheduledTask SlaveSynchronize syncAll error.
slave_synchronised | Update slave consumer offset from master, {address}
slave_synchronised | Update slave topic config from master, {address}
slave_synchronised | Update slave delay offset from master, {address}
slave_synchronised | Update slave Subscription Group from master, {address}
slave_synchronised | Update slave Message Request Mode from master, {address}
slave_master_changed | Update master address from <<{any} to {rest}>>
delay_offset_invalid | schedule CQ offset invalid. <<offset={offset}, {rest}>>
delay_offset_corrected | correct delay offset [ <<delayLevel {number} ] from {offset} to {offset}>>
delay_offset_corrected | correctDelayOffset exception
delay_deliver_failed | ScheduleMessageService, messageTimeUp execute error, <<{rest}>>
delay_deliver_failed | ScheduleMessageService, executeOnTimeUp exception
delay_deliver_failed | ScheduleMessageService put message failed. <<info: {rest}>>
delay_deliver_failed | ScheduleMessageService put message exceptionally, <<info: {rest}>>
delay_deliver_failed | ScheduleMessageService onException, <<info: {rest}>>
delay_deliver_failed | Asynchronous deliver block. <<info={rest}>>
delay_deliver_failed | Asynchronous deliver triggers flow control, <<{rest}>>
delay_message_resent | Resend message, info: <<{rest}>>
delay_message_resent | Resend message success, info: <<{rest}>>
delay_message_discarded | the real topic of schedule msg is <<{any}, discard the msg. {rest}>>
dispatch_lag_told | Dispatch task fall behind commit log <<{number}bytes>>
dispatch_lag_told | dispatch behind commit log <<{number} bytes>>
"""  # noqa: E501

MESSAGES: tuple[Message, ...] = messages("store", TABLE)

MEANINGS = """
store_offset_not_matched if delays | fault | The thread that delivers delayed messages asks for a place outside the files of its level's queue, beyond their end or before their beginning: what waits on that delay level is not delivered | | with the broker stopped, the level's offset in config/delayOffset.json: one that its queue of SCHEDULE_TOPIC_XXXX holds
store_offset_not_matched | fault | Something asked the store for a place outside its files, beyond their end or before their beginning: messages there were deleted or files are missing | after old files were cleaned, for readers far behind | the offset of whoever reads there: one that the queue holds (mqadmin topicStatus)
queue_order_wrong | fault | A queue's index has a gap or an entry at the wrong place: messages between may not be found | at the first messages after a crash, while the index is rebuilt | free space on that disk; with the broker stopped, the queue's folder of store/consumequeue away, so that it is built again from the commit log
queue_rebuilt | passing 600 | The store builds a queue's index again over messages that it already has | after a crash or a change of master
dispatch_unfinished | passing 600 | The broker stopped before all stored messages had reached their queues: consumers see them only after the next start | at the shutdown of a busy broker | a faster disk, and a fileReservedTime that leaves time to catch up
dispatch_behind | fault | Stored messages expired before they reached their queues: no consumer will ever see them | | a faster disk, and a fileReservedTime that leaves time to catch up
dispatch_failed | fault | A stored message could not be put into its queue: consumers do not see it | | free space on that disk; with the broker stopped, the queue's folder of store/consumequeue away, so that it is built again from the commit log
disk_full | elsewhere | The broker's disk is so full that it refuses new messages and deletes old files: what is unread in them is lost | | free space on that disk; fileReservedTime; diskMaxUsedSpaceRatio and diskSpaceWarningLevelRatio are the limits
disk_path_missing | elsewhere | The use of the disk reads -1.0, since the path of the commit log (storePathCommitLog) does not exist there or cannot be read: nothing is full | on a new broker until its first message is stored | storePathRootDir and storePathCommitLog, the right to read them, and what is mounted there
disk_cleaning | elsewhere | The broker deletes old files earlier than planned because its disk fills up | on brokers whose disks run full; messages that nobody read in time are lost | free space on that disk; fileReservedTime; diskMaxUsedSpaceRatio and diskSpaceWarningLevelRatio are the limits
disk_ok | routine | The disk has room again and the broker accepts messages | after cleaning
disk_used | routine | How full the commit log's disk is | every ten seconds, when the store looks for files to clean
store_file_deleted | routine | The broker deleted an old file of the store, with all messages in it | daily at deleteWhen (4 o'clock), or when the disk fills up
store_files_removed | elsewhere | The commit log's files are gone and their queues are removed with them | after somebody cleared the store
store_file_kept | elsewhere | An old file could not be deleted and takes up disk | while something still reads it | free space, the right to write, and memory maps (vm.max_map_count) on that host
consume_queue_removed | routine | A queue without messages, or of a deleted topic, was removed from disk | after a topic was deleted or all its messages expired
topic_files_removed | routine | The queues of a deleted topic were removed: what was unread there is lost | after deleteTopic
store_truncated | elsewhere | The store cut its files back to the last message that is whole | at a start after a crash, or after a change of master
index_file_full | routine | An index file is full and the next one is begun | on brokers with many messages
index_failed | elsewhere | The index for queries by key could not be written: messages are consumed, but not found by key | | with the broker stopped, the damaged file of store/index away; messageIndexEnable
index_flushed | routine | An index file was written to disk | whenever one is full
store_flushed | elsewhere | Writing to disk took long | on slow disks, now and then | a faster disk with nothing else on it, and memory that is left for the page cache (a heap that is not too large)
store_put_slow | elsewhere | Storing a message took long: producers feel it | on busy brokers, now and then | memory that is left for the page cache and a faster disk; transientStorePoolEnable=true where the page cache is what is slow; the slave's disk and network where SYNC_MASTER waits for it
store_forbidden | passing 60 | The broker does not store messages at the moment: it stops, it is a slave, or its disk is full | while a broker stops or changes its role | space on that disk, and the broker's role: a slave takes no messages
ha_client_lost | elsewhere | This slave lost its connection to the master and connects again | at a restart of the master | haListenPort of the master (10912) and its listenPort open for the slave; brokerIP2 of the master where it has several addresses; an access key for the slave where access control is on
ha_slave_lost | elsewhere | This master lost the connection to a slave | at a restart of the slave | haListenPort of the master (10912) and its listenPort open for the slave; brokerIP2 of the master where it has several addresses; an access key for the slave where access control is on
ha_slave_connected | routine | A slave connected to this master | at a start of the slave
ha_transfer_failed | elsewhere | A message did not reach the slave in time: with SYNC_MASTER its producer was told so | while the slave restarts | the disk (SYNC_FLUSH), or the slave's disk and network (SYNC_MASTER); syncFlushTimeout and slaveTimeout are the limits; ASYNC_FLUSH and ASYNC_MASTER do not wait
slave_sync_failed | elsewhere | This slave could not copy the master's consumer offsets or settings: clients that read from it later may start at old offsets | while the master restarts | haListenPort of the master (10912) and its listenPort open for the slave; brokerIP2 of the master where it has several addresses; an access key for the slave where access control is on
slave_synchronised | routine | This slave copied the master's offsets or settings | every few seconds to a minute
slave_master_changed | passing 60 | This slave was told another master's address; `to null` means that it has no master now | while the master restarts; `to null` is normal for a moment | haListenPort of the master (10912) and its listenPort open for the slave; brokerIP2 of the master where it has several addresses; an access key for the slave where access control is on
delay_offset_invalid | elsewhere | The place from which delayed messages of one level are delivered lies outside the queue | after files expired or a slave took over | config/delayOffset.json of that broker, and whether its store lost files
delay_offset_corrected | fault | Delayed messages of one level (retries too) go on from another place: back means again, ahead means never delivered | after files expired, at a start; forward over a large span loses retries | config/delayOffset.json of that broker, and whether its store lost files
delay_deliver_failed | passing 60 | A delayed message (a retry, too) could not be delivered and is tried again | while the store is busy | config/delayOffset.json of that broker, and whether its store lost files
delay_message_resent | routine | A delayed message is delivered once more after a failed try | after delay_deliver_failed
delay_message_discarded | fault | A delayed message was thrown away: its real topic is a system topic | | no system topic as the topic of a delayed message
dispatch_lag_told | routine | How many stored bytes have not reached their queues yet | every minute; much more than 0 for long means that consumers see messages late
"""  # noqa: E501
