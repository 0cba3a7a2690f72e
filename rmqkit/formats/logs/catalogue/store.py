"""What servers say of their parts: files, index, disk, dispatch, replication, delayed and timed
messages, controllers, RocksDB, tiered storage, administration (4.0.0 to 5.4). Data only: one line
per wording.

store.log and storeerror.log (broker.log for `TIMEOUT_CLEAN_QUEUE` and slaves); several
have milliseconds.
"""

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
read_corrected | consumer request topic: {topic}, offset: {offset}, minOffset: {offset}, maxOffset: {offset}, but access logic queue failed. <<{rest}>>
read_corrected | consumer request topic: {topic}offset: {offset} minOffset: {offset} maxOffset: {offset}, but access logic queue failed.<<{rest}>>
read_failed | getMessage Failed. cid: {group}, topic: {topic}, queueId: {queue}, <<offset: {rest}>>
read_failed | message store is not readable, so getMessage is forbidden <<{rest}>>
read_failed | selectMappedBuffer request pos invalid, <<{rest}>>
read_failed | Get data failed pos:<<{rest}>>
read_failed | matched, but hold failed, request pos: <<{rest}>>
offset_by_time_failed | getOffsetInQueueByTime Failed. topic: {topic}, queueId: {queue}, <<{rest}>>
offset_by_time_failed | getMinOffsetInQueue Failed. topic: {topic}, queueId: {queue}
pull_size_cut | The max pull size is too large <<maxPullSize={any}>> topic={topic} queueId={queue}
queue_repeated | Build consume queue repeatedly, <<expectLogicOffset: {offset} currentLogicOffset: {offset}>> Topic: {topic} QID: {queue} Diff: {offset}
queue_repeated | Build  consume queue repeatedly, <<expectLogicOffset: {offset} currentLogicOffset: {offset}>> Topic: {topic} QID: {queue} Diff: {offset}
queue_repeated | Build batch consume queue repeatedly, <<{rest}>>
queue_unwritable | [BUG]put commit log position info to {topic}:{queue} <<{any}>> failed, retry {number} times
queue_unwritable | [NOTIFYME]put commit log position info to batch consume queue {topic}:{queue} <<{any}>> failed, retry {number} times
queue_unwritable | [BUG]consume queue can not write, {topic} {queue}
queue_unwritable | [NOTIFYME]batch consume queue can not write, {topic} {queue}
queue_unwritable | [BUG]logic queue order is wrong<<{rest}>>
queue_checked | CorrectLogicOffsetService.needCorrect. <<{rest}>>
queue_checked | maybe ConsumeQueue was created just now. topic={topic} queueId={queue} <<{rest}>>
queue_checked | Correct min offset found null cq file topic:{topic} queue:{queue} <<{rest}>>
queue_checked | [TooSmallCqOffset] <<maxPhysicalPosInLogicQueue={rest}>>
queue_checked | Exception thrown when correctMinOffset
queue_checked | [Bug] Failed to scan consume queue entries from file on correcting min offset: <<{rest}>>
store_damaged | found a illegal magic code <<{rest}>>
store_damaged | CRC check failed. <<bodyCRC={rest}>>
store_damaged | [BUG]read total count not equals msg total size. <<{rest}>>
store_damaged | [BUG]The mappedFile queue's data is damaged, <<{rest}>>
store_damaged | length not matched message store config value, <<{rest}>>
store_damaged | offset <<{any}>> is not align, truncate failed, need manual fix
store_damaged | found a half message at <<{any}>>, it will be truncated.
store_damaged | the store may be wrong, so shutdown abnormally, and keep abort file.
file_made_late | create mmap timeout <<{rest}>>
file_made_late | this mmap request expired, maybe cause timeout <<{rest}>>
file_made_late | never expected here,  maybe cause timeout <<{rest}>>
file_made_late | [NOTIFYME]TransientStorePool is not enough, <<{rest}>>
file_made_late | TransientStorePool only remain <<{number} sheets>>.
file_made_late | create mappedFile spent time(ms) <<{rest}>>
file_made_late | find preallocate mmap failed, this never happen
file_failed | create mapped file1 error, topic: {topic} <<clientAddr: {rest}>>
file_failed | create mapped file2 error, topic: {topic} <<clientAddr: {rest}>>
file_failed | Create mapped file1 error, topic: {topic} <<clientAddr: {rest}>>
file_failed | Create mapped file2 error, topic: {topic} <<clientAddr: {rest}>>
file_failed | create mappedFile exception
file_failed | Failed to create file <<{rest}>>
file_failed | Failed to map file <<{rest}>>
file_failed | Failed to write to mappedFile <<{rest}>>
file_failed | Error occurred when append message to mappedFile.
file_failed | Error occurred when force data to disk.
file_failed | Error occurred when commit data to FileChannel.
file_failed | MappedFile.appendMessage return null, <<wrotePosition: {rest}>>
file_failed | getLastMappedFile has exception.
file_failed | getFirstMappedFile has exception.
file_failed | findMappedFileByOffset Exception
file_held | in flush, hold failed, <<flush offset = {rest}>>
file_held | in commit, hold failed, <<commit offset = {rest}>>
file_held | have not shutdown, stop unmapping.
file_held | have cleanup, do not do it again.
file_held | the mappedFile was destroyed once, but still alive, <<{rest}>>
file_held | the mappedFile re delete failed, <<{rest}>>
file_held | destroy mapped file[REF:<<{any}>>] {any} Failed. {rest}
flush_timed_out | do groupcommit, wait for flush failed, topic: {topic} tags: <<{any}>> client address: {rest}
flush_timed_out | do sync transfer other node, wait return, but failed, topic: {topic} tags: <<{any}>> client address: {rest}
flush_timed_out | An exception occurred while waiting for flushing disk to complete. <<{rest}>>
flush_timed_out | transfer messsage to slave timeout, <<{rest}>>
store_put_slow | DefaultMessageStore#putMessage: CommitLog#putMessage cost <<{any}>>, topic={topic}, bodyLength={number}
store_forbidden | message store is slave mode, so putMessage is forbidden
store_forbidden | broke role is slave, so putMessage is forbidden
store_forbidden | DefaultMessageStore has shutdown, so putMessages is forbidden
store_forbidden | DefaultMessageStore is in slave mode, so putMessages is forbidden
store_forbidden | DefaultMessageStore is not writable, so putMessages is forbidden <<{rest}>>
store_forbidden | the message store is not writable. It may be caused by one of the following reasons: <<{rest}>>
store_forbidden | message store is not available, broker config enableLmq and enableMultiDispatch, <<{rest}>>
store_forbidden | message store has shutdown, so <<{any}>> is forbidden
ha_client_lost | master pushed offset not equal the max phy offset in slave, <<SLAVE: {rest}>>
ha_client_lost | reportSlaveMaxOffset this.socketChannel.write exception
ha_client_lost | HAClient connect to master <<{any}>> failed
ha_client_lost | HAClient, master not response some time, so close connection
ha_client_lost | AutoRecoverHAClient, master not response some time, so close connection
ha_client_lost | closeMaster exception.
ha_slave_lost | processReadEvent exception
ha_slave_lost | processReadEvent error
ha_slave_lost | new HAConnection exception
ha_slave_ahead | slave[<<{any}>>] request offset={offset} greater than local commitLog offset={offset}.
ha_flow_limited | Trigger HA flow control, <<max transfer speed {rest}>>
index_failed | putKey exception, Key: <<{rest}>>
index_failed | putKey error commitlog <<{rest}>>
index_failed | selectPhyOffset exception
index_failed | getLastIndexFile exception
index_failed | queryMsg exception
index_file_full | Index file [<<{any}>>] is full, trying to create another one
query_hash_equal | queryMessage hash duplicate, <<{rest}>>
extend_failed | Save consume queue extend fail, So just save tagsCode! <<{any}>>, topic:{topic}, queueId:{queue}, offset:{offset}
extend_failed | [BUG] can't find consume queue extend file content!<<{rest}>>
extend_failed | [BUG] Consume queue extend unit(<<{any}>>) is not found!
extend_failed | Save consume queue extend error, <<{rest}>>
timer_progress | [ASYNC_MASTER]Timer progress-check <<{rest}>>
timer_progress | [SYNC_MASTER]Timer progress-check <<{rest}>>
timer_progress | [SLAVE]Timer progress-check <<{rest}>>
escape_refused | Put message failed, enableSlaveActingMaster=<<{any}, enableRemoteEscape={rest}>>
escape_refused | Put message to specific queue failed, enableSlaveActingMaster=<<{any}, enableRemoteEscape={rest}>>
slave_behind_told | slave fall behind master <<{number}bytes>>
slave_behind_told | Slave fall behind master: <<{number} bytes>>
pop_revive_scanned | reviveQueueId={number},find ack, <<{rest}>>
pop_revive_scanned | reviveQueueId={number}, find batch ack, <<{rest}>>
pop_revive_skipped_by_slave | slave skip ck process, revive topic=<<{rest}>>
pop_revive_skipped_by_slave | slave skip offset correct topic=<<{rest}>>
acl_conf_printed | Broker plain acl conf data is : <<{rest}>>
sql_filter_registered | New consumer filter registered: <<{rest}>>
sql_filter_registered | Consumer filter info change, old: <<{rest}>>
sql_filter_registered | Re alive consumer filter: <<{rest}>>
sql_filter_removed | Remove filter consumer <<{any}, died too long!>>
sql_filter_removed | Unregister consumer filter: <<{rest}>>
min_broker_changed | Min broker changed, old: <<{rest}>>
local_offset_skipped | Note: Get local offset for mq:{mq} failed, may be it is updated before. skip
transaction_checked | Before check, the queue={mq} msgOffset=<<{offset} opOffset={offset}>>
transaction_checked | After check, {mq} opOffset=<<{rest}>>
service_status_changed | ScheduleServiceStatus changed to <<{rest}>>
service_status_changed | TransactionCheckService status changed to <<{rest}>>
service_status_changed | Set PopReviveService Status to <<{rest}>>
recovery_told | recover last 3 physics file over, last mapped file <<{rest}>>
recovery_told | recover next physics file, <<{rest}>>
timer_failed | Shutdown error in timer check point
timer_failed | Append blank error for timer log
timer_failed | Append error for timer log
timer_failed | Error in cleaning timerLog
timer_failed | Error in dequeue_read_timerlog
timer_failed | Error in flush timerCheckpoint
timer_failed | Recover timerLog error
timer_failed | [CheckAndReviseMetrics]<<{rest}>>
timer_failed | reviseQueueOffset check cq offset error
timer_failed | Check latch failed delayedTime:<<{rest}>>
timer_failed | Fail to read msg from commitLog offsetPy:{any} sizePy:<<{rest}>>
timer_failed | Timer currQueueOffset:{any} is larger than maxOffsetInQueue:<<{rest}>>
timer_failed | Timer currQueueOffset:{any} is smaller than minOffsetInQueue:<<{rest}>>
timer_failed | Timer recheck because of minFirst:{any} processOffset:<<{rest}>>
timer_failed | Trying do put delete timer msg:[{any}] roll:[{any}]
timer_failed | dequeue time:{any} but read nothing from timerLog
timer_failed | reviseQueueOffset check cq offset fail, msg in cq is not found.{any}, <<{rest}>>
timer_failed | Shutdown error in timer wheel
controller_trouble | Broker preOnline error
controller_trouble | HAService is null, maybe broker config is wrong. For example, duplicationEnable is true
controller_trouble | syncBrokerMemberGroup from namesrv error, start service failed, will try later
controller_trouble | wait for handshake completion failed, HA connection lost
controller_trouble | Check and find that metadata/tempMetadata invalid, you can modify the broker config to make them valid
controller_trouble | Check syncStateSet error
sync_state_kept | Error happen when change SyncStateSet, broker:{broker}, masterAddress:{address}, masterEpoch:{any}, oldSyncStateSet:<<{any}, newSyncStateSet:{any}>>, syncStateSetEpoch:{rest}
sync_state_kept | Slave {any} is still in syncStateSet, <<but has lost its connection>>. So new offset can't be compute
controller_trouble | Failed to create temp metadata file, nextBrokerId: <<{rest}>>
controller_trouble | Failed to init controller metadata, maybe the controllers in {any} is not available
controller_trouble | Failed to register broker to controller
controller_trouble | Failed to start replicasManager
controller_trouble | Failed to update controller metadata
controller_trouble | Register to broker failed 5 times
controller_trouble | The brokerName: {any} in broker metadata is different from the brokerName: {any} in broker config
controller_trouble | The brokerName: {any} in broker temp metadata is different from the brokerName: {any} in broker config
controller_trouble | The clusterName: {any} in broker metadata is different from the clusterName: {any} in broker config
controller_trouble | The clusterName: {any} in broker temp metadata is different from the clusterName: {any} in broker config
controller_trouble | fail to apply broker id: <<{rest}>>
controller_trouble | fail to get next broker id from controller
controller_trouble | fail to send registerBrokerToController request to controller
controller_trouble | update and persist temp broker metadata file failed
controller_trouble | Error happen when get broker {any}'s metadata
controller_trouble | Failed to start replicasManager, retry times:{any}, current state:{any}, try it again
controller_trouble | Now no master in broker set
controller_trouble | scanAvailableControllerAddresses addresses of controller is null!
controller_trouble | scanAvailableControllerAddresses remove invalid address <<{rest}>>
controller_trouble | scanAvailableControllerAddresses remove unconnected address <<{rest}>>
controller_trouble | Failed to get replica-info for broker-set: {any} when OnBrokerInactive
controller_trouble | Failed to notify broker {any} that role changed
controller_trouble | Failed to trigger elect-master in broker-set: <<{rest}>>
controller_trouble | Failed to trigger elect-master in broker-set: {any}, retryCount: <<{rest}>>
controller_trouble | Notify broker role change failed, because member group is not null but the new master brokerId is empty, entry:<<{rest}>>
controller_trouble | The broker with brokerId: {any} in broker-set: {any} has been inactive
controller_trouble | Controller leader append initial log failed, try {any} times
controller_trouble | Error happen in EventScheduler when append event
controller_trouble | Error happen when controller leader append initial request to DLedger
controller_trouble | Failed to append entry to DLedger
controller_trouble | Failed to append event to DLedger, the response is {any}, try cancel the future
controller_trouble | Controller leader append initial log failed too many times, please wait a while
controller_trouble | Apply to none leader controller, controller state is <<{rest}>>
controller_trouble | Encountered an error={any} on StateMachine {any}, node {any}, raft may stop working since some error occurs, you should figure out the cause and repair or remove this node
controller_trouble | Failed to append to jRaft node, error is: <<{rest}>>
controller_trouble | check not active broker through raft failed
controller_trouble | get broker live info failed
controller_trouble | get broker live info through raft failed
controller_trouble | on broker close channel through raft failed
controller_trouble | on broker heartbeat through raft failed
controller_trouble | json serialize notActiveBrokerIdentityInfoList {any} error
controller_trouble | json serialize resBrokerLiveTable {any} error
controller_trouble | Broker expired, brokerInfo {any}, expired {any}ms
controller_trouble | GetBrokerLiveInfo failed, brokerIdentityInfo: {any} not exist
controller_trouble | onBrokerCloseChannel failed, brokerIdentityInfo is null
controller_trouble | Receive an ElectMasterEvent which contains the un-registered broker, event = <<{rest}>>
controller_trouble | deserialize replicaInfoTable or syncStateSetInfoTable error
controller_trouble | serialize replicaInfoTable or syncStateSetInfoTable error
controller_trouble | Failed to elect a new master for broker <<{rest}>>
replication_trouble | Close the selector of AutoRecoverHAClient error
replication_trouble | AcceptSocketService shutdown exception
replication_trouble | Wait HA connection establish with {any} timeout
replication_trouble | AutoSwitchHAClient<<{rest}>>
replication_trouble | Failed to find a {any} point between masterEpoch:{any} and slaveEpoch:<<{rest}>>
replication_trouble | Failed to truncate slave log to <<{rest}>>
replication_trouble | State not matched, masterState:{any}, slaveState:{any}, bodySize:{any}, offset:{any}, masterEpoch:{any}, masterEpochStartOffset:{any}, confirmOffset:<<{rest}>>
replication_trouble | Close the selector of AutoSwitchHAClient error
replication_trouble | AutoSwitchHAConnection<<{rest}>>
replication_trouble | Can't find a bigger epochEntry than epoch <<{rest}>>
replication_trouble | Failed to find an epochEntry to match nextTransferFromWhere <<{rest}>>
replication_trouble | Failed to find epochEntry with epoch {any} when build msg header
replication_trouble | Error happen when change ha to slave
replication_trouble | Error happen when flush epochEntries to epochCheckpointFile
replication_trouble | Error happen when init epoch entries from epochFile
replication_trouble | The appending entry's lastEpoch or endOffset {any} is not bigger than lastEntry {any}, append failed
rocksdb_failed | consumer offset persist Failed
rocksdb_failed | kv remove consumerOffset Failed, <<{rest}>>
rocksdb_failed | load json consumerOffset dataVersion error, startup will exit
rocksdb_failed | load json consumerOffset info failed, startup will exit
rocksdb_failed | update consumer offset dataVersion error
rocksdb_failed | import forbidden config to rocksdb failed, group=<<{rest}>>
rocksdb_failed | load json subGroup dataVersion error, startup will exit
rocksdb_failed | update group config dataVersion error
rocksdb_failed | kv remove topic Failed, <<{rest}>>
rocksdb_failed | load json topic dataVersion error, startup will exit
rocksdb_failed | load topic config from json file error, startup will exit
rocksdb_failed | update topic config dataVersion error
rocksdb_failed | Unsafe not available and POOLED_ALLOCATOR cannot work correctly
rocksdb_failed | raised an exception while performing flush-and-sync WAL on exit
rocksdb_failed | Failed to commit consumer offset
rocksdb_failed | Failed to commit pull offset. group={any}, topic={any}, queueId={any}, offset=<<{rest}>>
rocksdb_failed | Failed to consumer offsets by group=<<{rest}>>
rocksdb_failed | Failed to queryPullOffset. group={any}, topic={any}, queueId=<<{rest}>>
rocksdb_failed | Failed to removeConsumerOffset, topicAtGroup=<<{rest}>>
rocksdb_failed | Failed to delete topic config by topicName=<<{rest}>>
rocksdb_failed | Failed to load data version of topic
rocksdb_failed | PopConsumerRocksdbStore init error, filePath=<<{rest}>>
rocksdb_failed | RocksDB shutdown failed. <<{rest}>>
rocksdb_failed | flush rocksdb wal failed when shutdown
rocksdb_failed | reload rocksdb Failed. <<{rest}>>
rocksdb_failed | rocksdb db closeE failed when shutdown
rocksdb_failed | rocksdb sync wal failed when shutdown
rocksdb_failed | CombineConsumeQueueStore<<{rest}>>
rocksdb_failed | RocksDBConsumeQueue<<{rest}>>
rocksdb_failed | get cq from rocksdb failed. topic: {any}, queueId: <<{rest}>>
rocksdb_failed | getEarliestUnitAndStoreTime Failed. topic: {any}, queueId: <<{rest}>>
rocksdb_failed | getLatestUnit Failed. topic: {any}, queueId: {any}, <<{rest}>>
rocksdb_failed | getMaxOffsetInQueue Failed. topic: {any}, queueId: <<{rest}>>
rocksdb_failed | getMessageTotalInQueue Failed. topic: {any}, queueId: {any}, <<{rest}>>
rocksdb_failed | getUnitAndStoreTime Failed. topic: {any}, queueId: <<{rest}>>
rocksdb_failed | iterateFrom0 - find nothing, startIndex:{any}, count:<<{rest}>>
rocksdb_failed | Max offset of consume-queue[topic={any}, queue-id={any}] regressed. prev-max={any}, current-max=<<{rest}>>
rocksdb_failed | iterateOffsetTable2MarkDirtyCQ Failed
rocksdb_failed | getMinOffsetInQueue miss heap. topic: {any}, queueId: {any}, old: {any}, new: <<{rest}>>
rocksdb_failed | Failed to maximum consume queue offset
rocksdb_failed | Failed to truncate maximum offset of consume queue[topic={any}, queue-id={any}]
rocksdb_failed | Failed to scan queueIds for topic. topic=<<{rest}>>
rocksdb_failed | cqOffset invalid1. old: {any}, now: <<{rest}>>
rocksdb_failed | Put cq Failed. retryTime: <<{rest}>>
rocksdb_failed | binarySearchInCQByTimeStamp Failed. topic: {any}, queueId: {any}, timestamp: {any}, result: null
rocksdb_failed | Failed to build consume queue in RocksDB
rocksdb_failed | RocksGroupCommitService#buffer is full, 3s elapsed before space becomes available
compaction_done | this compaction elapsed <<{number} milliseconds>>
controller_leader_known | Update controller leader address to {address}
ha_state_changed | change state to <<{rest}>>
ha_transfer_begun | Master transfer data to slave {address}, from offset:<<{offset}, currentEpoch:{rest}>>
rocksdb_failed | manualCompaction Failed. minPhyOffset: <<{rest}>>
tiered_store_failed | GetMessageAsync from tiered store failed
tiered_store_failed | TieredMessageStore<<{rest}>>
tiered_store_failed | GetMessageAsync not found and message is not in next store, result: {any}, topic: {any}, queue: {any}, queue offset: {any}, offset range: {any}-<<{rest}>>
tiered_store_failed | MessageDispatcher#<<{rest}>>
tiered_store_failed | MessageStore dispatch error
tiered_store_failed | MessageStore dispatch error, topic={any}, queueId=<<{rest}>>
tiered_store_failed | MessageFetcher<<{rest}>>
tiered_store_failed | MessageStoreFetcherImpl<<{rest}>>
tiered_store_failed | FlatAppendFile<<{rest}>>
tiered_store_failed | FlatFileStore<<{rest}>>
tiered_store_failed | IndexStoreFile<<{rest}>>
tiered_store_failed | IndexStoreService<<{rest}>>
tiered_store_failed | [BUG] IndexStoreService destroy remote file, timestamp: <<{rest}>>
tiered_store_failed | FileSegment<<{rest}>>
tiered_store_failed | Get file size error after commit, FileName: {any}, Commit: {any}, Content: {any}, Expect: {any}, Append: <<{rest}>>
tiered_store_failed | Destroy Posix FileSegment failed, filePath: <<{rest}>>
tiered_store_failed | PosixFileSegment#createFile: create file {any} failed
tiered_store_failed | Destroy Posix FileSegment error, filePath: <<{rest}>>
tiered_store_failed | MessageFormatUtil<<{rest}>>
store_trouble | appendData getLastMappedFile error <<{rest}>>
store_trouble | checkFileInPageCache call the LibC.INSTANCE.mincore error, fileName: {any}, fileSize: <<{rest}>>
store_trouble | checkMessageAndReturnSize failed, may can not dispatch
store_trouble | confirmOffset {any} is larger than lastConfirmValidMsgPhyOffset {any}, correct confirmOffset to lastConfirmValidMsgPhyOffset
store_trouble | confirmOffset {any} is larger than processOffset {any}, correct confirmOffset to processOffset
store_trouble | confirmOffset {any} is less than minPhyOffset {any}, correct confirmOffset to minPhyOffset
store_trouble | getLastMappedFile error. offset:<<{rest}>>
store_trouble | initPageSize error, coldDataCheckEnable force setting to be false
store_trouble | setFileReadMode error fileName: {any}, madvise: {any}, mode:<<{rest}>>
store_trouble | setFileReadMode mappedFile is null
store_trouble | CommitLog#checkAndDispatchMessage: failed to check message CRC, expected CRC={any}, actual CRC=<<{rest}>>
store_trouble | CommitLog#checkAndDispatchMessage: failed to check message CRC, not found CRC in properties
store_trouble | DupInfo in properties check failed. dupInfo=<<{rest}>>
store_trouble | get bulk data size out of range, correct to max offset. offset: {any}, size: {any}, max: <<{rest}>>
store_trouble | [BUG]. Raw should NOT be 0
store_trouble | [Bug][InconsistentState] ConsumeQueue file {any} should have been deleted
store_trouble | [bug] queues.length!=queueOffsets.length
store_trouble | Failed to query store timestamp for commit log offset: <<{rest}>>
store_trouble | Size of cq ext unit is greater than {any}, <<{rest}>>
store_trouble | [BUG] address {any} of consume queue extend not found!
store_trouble | DefaultMessageStore#appendToCommitLog: failed to append data to commitLog, physical offset={any}, data length=<<{rest}>>
store_trouble | Load AutoSwitch HA Service: <<{rest}>>
store_trouble | Load default HA Service: <<{rest}>>
store_trouble | haServer is null or duplication is enable or enableDLegerCommitLog is true
store_trouble | getMinOffset has exception
store_trouble | Found a hanged consume queue file, attempting to delete it
store_trouble | size is 0, auto delete. is_ok: <<{rest}>>
store_trouble | MessageStoreState transition from {any} to {any} failed; Time in previous state={any}ms, Total time={any}ms
store_trouble | [BUG] get file queue snapshot failed. fileQueue: {any}, currentFile: <<{rest}>>
store_trouble | HandleAppend return false due to error code <<{rest}>>
store_trouble | Should not set confirm offset {any} for dleger commitlog
store_trouble | in swapMap, hold failed, fileName: <<{rest}>>
store_trouble | DeleteTopic: ConsumeQueue cleans error!, topic={any}, queueId=<<{rest}>>
store_trouble | Failed to getStoreTime
store_trouble | Failed caching offset and time on BCQ [Topic: {any}, QueueId: {any}, File: {any}]
store_trouble | [NOTIFYME]unexpected dispatch request in batch consume queue topic:{any} queue:{any} offset:<<{rest}>>
store_trouble | cache is not working on BCQ [Topic: {any}, QueueId: {any}] for msgOffset: {any}, targetBcq: <<{rest}>>
store_trouble | cache is not working on BCQ [Topic: {any}, QueueId: {any}] for timestamp: {any}, targetBcq: <<{rest}>>
store_trouble | Exception occurs while recover consume queue concurrently
store_trouble | Exception occurs while recover consume queue concurrently, topic={any}, queueId=<<{rest}>>
store_trouble | [BUG] Data racing, lmqTopicQueueTable should NOT contain key=<<{rest}>>
admin_request_failed | AdminBrokerProcessor#getAllDelayOffset: no delay offset in this broker, caller=<<{rest}>>
admin_request_failed | AdminBrokerProcessor#getAllDelayOffset: unexpected error, caller=<<{rest}>>
admin_request_failed | AdminBrokerProcessor#getBrokerConfig: unexpected error, caller=<<{rest}>>
admin_request_failed | AdminBrokerProcessor#getTimerCheckPoint: checkpoint is null, caller=<<{rest}>>
admin_request_failed | AdminBrokerProcessor#updateBrokerConfig: unexpected error, caller=<<{rest}>>
admin_request_failed | The timer message store is null, client: <<{rest}>>
admin_request_failed | UnsupportedEncodingException getSubscriptionGroup: group=<<{rest}>>
admin_request_failed | UnsupportedEncodingException getTopicConfig: topic=<<{rest}>>
admin_request_failed | Update static topic failed for [{any}]
admin_request_failed | list acl error, subjectFilter:{any}, resourceFilter:<<{rest}>>
admin_request_failed | removeColdDataFlowCtrGroupConfig string parse error
admin_request_failed | set commitlog readahead mode failed
admin_request_failed | updateColdDataFlowCtrGroupConfig properties on entry error, key: {any}, val: <<{rest}>>
transaction_trouble | Init TransactionBridge error
transaction_trouble | Force add remove op data. queueId=<<{rest}>>
transaction_trouble | Send transactionHeartbeat to broker err. brokerAddr: <<{rest}>>
transaction_trouble | add producer group err in txHeartBeat. groupId: {any}, err: <<{rest}>>
transaction_trouble | get broker add in cluster failed in tx. clusterName: <<{rest}>>
transaction_trouble | get cluster data failed in txHeartBeat. topic: {any}, err: <<{rest}>>
broker_task_failed | BrokerController#initialize: unexpected error occurs
broker_task_failed | BrokerController: failed to clean unused timer metrics
broker_task_failed | BrokerController: failed to persist config file of consumerFilter or consumerOrderInfo
broker_task_failed | BrokerController: failed to persist config file of consumerOffset
broker_task_failed | BrokerController: failed to print broker watermark
broker_task_failed | BrokerController: failed to protectBroker
broker_task_failed | BrokerController: failed to record broker stats
broker_task_failed | Failed to fetch nameServer address
broker_task_failed | Failed to print diff of master and slave
broker_task_failed | Failed to print dispatchBehindBytes
broker_task_failed | Failed to sync all config for slave
broker_task_failed | Failed to update nameServer address list
broker_task_failed | ScheduledTask refresh metadata exception
broker_task_failed | Update min broker error, <<{rest}>>
broker_task_failed | retrieve master ha info exception, <<{rest}>>
broker_task_failed | sync BrokerMemberGroup error
broker_task_failed | syncBrokerMemberGroup from namesrv failed
broker_task_failed | Couldn't find any broker member from namesrv in {any}/<<{rest}>>
broker_task_failed | shutdown ScheduledExecutorService was Interrupted!
broker_task_failed | metricsGrpcExporterHeader is not valid: <<{rest}>>
broker_task_failed | metricsLabel is not valid: <<{rest}>>
broker_task_failed | dataVersion changed, currentDataVersion: {any}, newDataVersion: <<{rest}>>
broker_task_failed | invokeAsync failed in sendMessageToSpecificBrokerAsync, msgId=<<{rest}>>
broker_task_failed | processSendResponse in sendMessageToSpecificBrokerAsync failed, msgId=<<{rest}>>
broker_task_failed | query dataversion from nameserver countDownLatch await Exception
broker_task_failed | Execute single topic registration task failed, topic {any}, broker name <<{rest}>>
broker_task_failed | Registration single topic to one or more name servers timeout. Timeout threshold: {any}ms
broker_task_failed | deliverExecutorService awaitTermination error
broker_task_failed | handleExecutorService awaitTermination error
broker_task_failed | scheduleAtFixedRate flush exception
broker_task_failed | HandlePutResultTask shutdown, info=<<{rest}>>
broker_task_failed | load topic metadata dataVersion failed<<{rest}>>
broker_task_failed | ScheduledTask: failed to pull TopicRouteData from NameServer
broker_task_failed | Can not add broker to container when duplicationEnable is true currently
broker_task_failed | addBroker config path is empty
broker_task_failed | addBroker load config from {any} failed, <<{rest}>>
broker_task_failed | addBroker properties empty
broker_task_failed | start broker exception
namesrv_failed | FileWatchService created error, can't load the certificate dynamically
namesrv_failed | Get broker member group exception
proxy_trouble | err when shutdown rocketmq-proxy
proxy_trouble | [BUG]grpc request pipe is not been executed
proxy_trouble | fillTransactionData failed. messageQueue: {any}, sendResult: <<{rest}>>
proxy_trouble | castRunnable exception. class:<<{rest}>>
proxy_trouble | error when headSlowTimeMills
proxy_trouble | Forward HAProxyMessage from Remoting to gRPC server error
proxy_trouble | Http2ProxyBackendHandler#exceptionCaught
proxy_trouble | Http2ProxyFrontendHandler#exceptionCaught
proxy_trouble | create topic on broker failed. topic:{any}, broker:<<{rest}>>
proxy_trouble | Failed to initialize TLS certificate watch service
proxy_trouble | Failed to notify TLS context reload to listener: <<{rest}>>
proxy_trouble | Fail to process recallMessage command
proxy_trouble | Failed to process sendMessage command
proxy_trouble | Queue offset [{any}] of msg is strange, not equal to the stored in msg, <<{rest}>>
tool_query_failed | deleteTopicInBroker error. topic={any}, broker=<<{rest}>>
tool_query_failed | getTopicStatsInfo error. topic=<<{rest}>>
tool_query_failed | queryConsumeTimeSpan error. topic={any}, group=<<{rest}>>
tool_query_failed | queryTopicsByConsumer error. group=<<{rest}>>
tool_query_failed | resetOffsetByTimestampOld error. addr={any}, topic={any}, group={any},timestamp=<<{rest}>>
tool_query_failed | resetOffsetNewConcurrent error. addr={any}, topic={any}, group={any},timestamp=<<{rest}>>
tool_query_failed | the msgId maybe created by new client. msgId=<<{rest}>>
tool_query_failed | the producer group not online. brokerAddr={any}, group=<<{rest}>>
tool_query_failed | examineConsumeStats or examineConsumerConnectionInfo exception, <<{rest}>>
address_server_failed | fetch name server address exception
address_server_failed | fetch nameserver address failed. statusCode=<<{rest}>>
address_server_failed | fetch nameserver address is null
"""  # noqa: E501

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
read_corrected | fault | A queue's index could not be read at the offset asked for; the consumer is sent to another offset: messages between are skipped | | free space on that disk; with the broker stopped, the queue's folder of store/consumequeue away, so that it is built again from the commit log
read_failed | fault | The broker could not read messages that a consumer asked for | | free space, the right to write, and memory maps (vm.max_map_count) on that host
offset_by_time_failed | elsewhere | An offset of a queue could not be found (by a time, or its smallest): a reset or a statistic fails | | free space, the right to write, and memory maps (vm.max_map_count) on that host
pull_size_cut | routine | A consumer asked for more messages at once than the broker gives; it gets the most that is allowed | with pullBatchSize above the broker's bound
queue_repeated | routine | Messages are put into their queue that stand there already; the second time does nothing | after an unclean stop, while the broker starts
queue_unwritable | fault | The broker could not write a queue's index: stored messages do not reach their consumers | | free space on that disk; with the broker stopped, the queue's folder of store/consumequeue away, so that it is built again from the commit log
queue_checked | elsewhere | The broker looked at where a queue begins and may have corrected it |
store_damaged | elsewhere | The store's files are damaged or do not fit their settings; what stands behind the damage is cut off at a start | | the same mappedFileSizeCommitLog and mappedFileSizeConsumeQueue as when the files were made, where a length does not match; else with the broker stopped the damaged consume queue away: it is built again from the commit log
file_made_late | elsewhere | The store's next file was not ready in time: producers wait, on slow disks or with too little memory | | a faster disk with nothing else on it, and memory that is left for the page cache (a heap that is not too large)
file_failed | elsewhere | The store could not make, map or write a file: producers are refused | | free space, the right to write, and memory maps (vm.max_map_count) on that host
file_held | elsewhere | A file of the store is still in use and could not be released or deleted; it is tried again | | free space, the right to write, and memory maps (vm.max_map_count) on that host
flush_timed_out | elsewhere | A message was not on disk or on the slave in time: with synchronous flush or SYNC_MASTER its producer was told so | | the disk (SYNC_FLUSH), or the slave's disk and network (SYNC_MASTER); syncFlushTimeout and slaveTimeout are the limits; ASYNC_FLUSH and ASYNC_MASTER do not wait
ha_slave_ahead | elsewhere | A slave has more than its master: one of them was another's master or lost files | | which of the two has what must be kept; the other one's store away while it is stopped, so that it copies all of it
ha_flow_limited | elsewhere | The master slows down what it sends to a slave |
query_hash_equal | routine | Two keys of the index have one hash; the other message is left out of the answer | with queries by key, now and then
extend_failed | elsewhere | The extended part of a queue's entry (for filters by SQL) could not be written or read |
timer_progress | routine | How far the timer wheel has come (5.0.0 and later): where it reads its queue, how many messages lie behind that place (offsetBehind), how late it delivers (readBehind) | every 10 s; offsetBehind near 0 | the same line later: a place that stands while more lies behind it takes up nothing
escape_refused | fault | A slave that acts as master could not store a message that it hands on (a delayed message that fell due, one that pop gives back, a transaction's): a slave stores nothing itself, and it may not send to another broker (enableRemoteEscape, off by default; 5.0.0 and later) | for a moment while a master comes or goes | the master of that broker, started again; enableRemoteEscape=true on brokers that act as master, so that they send such messages to another broker
slave_behind_told | elsewhere | How many bytes of the commit log the slave has not copied yet: much more than 0 for long means that the slave is stopped, cut off or too slow, and cannot stand in for its master | a few thousand bytes under load | the slave's own log, its haMasterAddress and the master's port haListenPort (10912), brokerIP2 of the master
acl_conf_printed | routine | The accounts and rights of plain_acl.yml that this broker checks remoting requests against (aclEnable); requests through a proxy of 5.0 to 5.2 are checked by the proxy only | at every start, and when the file changes
sql_filter_registered | routine | A group's SQL92 filter was compiled on this broker | when a client with an SQL92 subscription starts or changes it
sql_filter_removed | routine | A group's SQL92 filter is kept no longer, since no client of it is there | after its clients stopped
min_broker_changed | passing 60 | Another broker of the same name has the lowest id now: a master went away or came back | while a master restarts | whether the master was meant to stop; its process and host, else
local_offset_skipped | routine | The C++ client skipped an offset that was taken in before | when messages of a queue are finished out of order
transaction_checked | routine | The broker looks for half messages whose transaction is undecided | every minute
service_status_changed | routine | A service of the broker was switched on or off, as its role wants it | at starts and when roles change
recovery_told | routine | The store goes over its last files at a start | at every start
pop_revive_skipped_by_slave | routine | A slave leaves bringing back unacknowledged messages to its master | on slaves
compaction_done | routine | The broker compacted its compacted topics (cleanup.policy=COMPACTION): the last message of each key stays and the numbers of the others are missing, so that a reader of the old part leaps, and a difference of offsets is more than what there is to read | at intervals (compactionScheduleInternal, 15 minutes) where a topic is compacted
controller_leader_known | routine | A broker learned which controller leads | at every start and every 10 s in controller mode
ha_state_changed | routine | A connection between a master and a slave came to another step (handshake, transfer, shutdown) | at starts and reconnects of a slave
ha_transfer_begun | routine | A master began to send a slave what that lacks | when a slave connects
timer_failed | elsewhere | The broker's part for timed messages (an exact delivery time or delay, timerWheelEnable) failed at a step: messages of that kind may come late or not at all; other messages are not touched | while the store is busy or the broker stops | the exception below it; the newest 5.x; free space on that disk
sync_state_kept | fault | A master could not change its SyncStateSet, since no controller leader answers: a replica that is gone stays in it. From 5.1.1 to 5.1.4, and later with allAckInSyncStateSet=true, the master then enters nothing new into its queues: it stores messages that nobody can read, and no lag shows them | while controllers elect a leader, and for a moment after a replica went | the controllers (a majority of controllerAddr has to run and be reached); then the master takes the replica out by itself
controller_trouble | elsewhere | A broker and the controllers (which elect masters) could not do a step together: while no master is elected nobody writes there, and offsets are not stored | at elections, and while controllers restart | controllerAddr with all controllers, all of them running and able to reach the brokers
replication_trouble | elsewhere | Replication between a master and a slave failed at a step: the slave may lag; consumers of the master go on | while one of them restarts, and when roles change | the port haListenPort (10912) open between both, brokerIP2
rocksdb_failed | fault | The RocksDB store of a broker (queues, offsets or settings kept there) failed at a step: queues or offsets may be read or kept wrongly | while the broker stops | free space on that disk, one broker for one directory, the newest 5.x
tiered_store_failed | elsewhere | The broker's tiered store (old messages on other storage) failed at a step: old messages may not be found there; new ones are not touched | while the broker stops | what that storage is, and its settings
store_trouble | fault | The broker's store failed or found something wrong at its files (commit log, consume queues, checkpoint): the exception or figures beside it say what | while the broker starts after a crash, or stops | free space and the right to write on that disk; for a damaged consume queue: with the broker stopped its files away, they are built again from the commit log
admin_request_failed | elsewhere | The broker failed at a request of mqadmin, a dashboard or an exporter; clients are not touched | for tools of another version | mqadmin of the brokers' version
transaction_trouble | elsewhere | The broker (or proxy) could not do a step for transactions: half messages may stay undecided for longer | while brokers restart | a checkLocalTransaction that can tell how each transaction ended, since the broker asks it; the way from producer to broker
broker_task_failed | elsewhere | A task that the broker does at intervals (register, save offsets and settings, heartbeats to controllers) failed once: the words beside it say which | while name servers or controllers restart | the exception below it; free space and the right to write for what is saved, the network for what is sent
namesrv_failed | fault | The name server failed at a request: a route or registration may be missing | while it restarts | namesrv.log around it
proxy_trouble | fault | The proxy failed at a step for a client or at its own start or end: the exception below it says why | while the proxy or a broker behind it restarts | proxy.log around it
tool_query_failed | elsewhere | A tool (mqadmin, the dashboard) could not ask a broker: its output lacks that part; clients are not touched | while that broker restarts | the address of that broker as it is reached from the tool (brokerIP1)
address_server_failed | fault | The client or broker could not fetch the list of name servers from the address server: without any list it finds no topic | for moments, with a list fetched before | rocketmq.namesrv.domain, or name servers given directly (namesrvAddr)
"""  # noqa: E501
