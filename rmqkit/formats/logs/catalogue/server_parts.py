"""The parts of servers that seldom fail, and what some print at work. Data only: one line per wording.

Timed messages, controllers, replication, RocksDB, tiered storage, administration (4.0.0 to 5.4).
"""

from __future__ import annotations

from rmqkit.formats.logs.catalogue.message import Message, messages

TABLE = """
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
controller_trouble | Error happen when change SyncStateSet, broker:{any}, masterAddress:{any}, masterEpoch:{any}, oldSyncStateSet:{any}, newSyncStateSet:{any}, syncStateSetEpoch:<<{rest}>>
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
replication_trouble | Slave {any} is still in syncStateSet, but has lost its connection. So new offset can't be compute
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

MESSAGES: tuple[Message, ...] = messages("store", TABLE)

MEANINGS = """
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
timer_failed | elsewhere | The broker's part for timed messages (an exact delivery time or delay, timerWheelEnable) failed at a step: messages of that kind may come late or not at all; other messages are not touched | while the store is busy or the broker stops | the exception below it; the newest 5.x; free space on that disk
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
