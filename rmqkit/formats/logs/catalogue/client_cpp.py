"""The C++ client of the remoting protocol (rocketmq-client-cpp 1.x and 2.x, and Python on top of
it). Data only."""

TABLE = """
rebalance_result | Allocation result for [Consumer Group: {group}, Topic: {topic}, Current Consumer ID: {client_id}] is changed.
rebalance_failed | [ERROR] Get empty consumer IDs. Consumer Group: {group}, Topic: {topic}[
rebalance_failed | Allocate message queue for ConsumerGroup[{group}],Topic[{topic}] failed.
not_in_client_list | could not find clientId from Broker
allocation_empty | allocated queue is empty for topic:{topic}[
queue_added | Add mq:{mq}, <<request initial offset:{offset}>>
queue_add_failed | Failed to add pull request for {mq} due to failure of querying consume offset
queue_add_failed | Failed to producer pull message task for {mq}, Remove it from Request table
pull_first | Start to pull {mq}, <<offset:{offset}>>, GroupName {group}[
queue_dropped | Drop mq:{mq},<<because not responsive>>
queue_dropped | Drop mq:{mq} <<according Pull timeout>>
queue_lock_let_go | the message queue locked OK, but it is released, mq:{mq}
queue_lock_failed | the message queue locked Failed, mq:{mq}
queue_lock_ok | the message queue locked OK, mq:{mq}
queue_lock_ok | LockBatchResponseBody MQ:{mq}
queue_lock_failed | lockBatchMQ fails of mq:{mq}
queue_lock_failed | lock fails of mq:{mq}
queue_lock_ok | lockBatchMQ success of mq:{mq}
queue_lock_ok | lock success of mq:{mq}
pull_failed | Pullrequest for:{mq} occurs exception, reproduce it after
pull_failed | Pull {mq} occur exception, restart 1s
heartbeat_failed | sendHeartbeat to broker:{address} failed
heartbeat_skipped | sendheartbeat brokeradd is empty
offset_commit_failed | updateConsumeOffset of mq:{mq} error
offset_committed | oneway updateConsumeOffsetToBroker of mq:{mq}, its offset is:<<{offset}>>
queue_lock_failed | lock findBrokerAddressInSubscribe ret null for broker:{broker}[
queue_not_locked | message queue:{mq} was not locked
queue_unlock_failed | unlock fails of mq:{mq}
queue_unlock_failed | unlockBatchMQ fails of mq:{mq}
pull_dropped | Pull request for queue[{mq}] has been set as dropped
pull_dropped | Pull request is set as dropped with mq:{mq},
pull_dropped | Pull request for {mq} is dropped, which will be released in next re-balance
flow_control | Pull request for [{mq}] has Cached with <<{number} Messages>>
offset_reset_received | resetOffset setDropped for mq:{mq}
route_failed | Get topic[{topic}] route failed [<<{any}>>]
topic_not_exist | The topic:[{topic}] not exist
consumer_starting | DefaultMQPushConsumerImpl:{group} start[
consumer_starting | DefaultMQPullConsumerImpl:{group} start[
client_version_told | ###Current Push Consumer@<<{rest}>>
client_version_told | ###Current Pull Consumer@<<{rest}>>
name_servers_changed | name server address changed, old: <<{any}>>, new: {rest}
broker_offline | Remove broker address: {address}[
send_back_failed | Send message back fail, MQ is:{mq}, <<its msgId is:{rest}>>
consume_failed | Consumer's code is buggy. <<Un-caught exception raised>>
pull_subscription_missing | Can not get SubscriptionData of Pull request for [{mq}], <<Sleep 1s.>>
flow_control | Sync Pull request for {mq} has Cached with <<{number} Messages {rest}>>
pull_state_not_ok | pullrequest for:{mq} in shutdown, return
pull_dropped | [Dropped]Remove pullmsg event of mq:{mq}
pull_dropped | Get pull result but the queue has been marked as dropped. Queue: {mq}
offset_told | CONSUME_FROM_LAST_OFFSET, lastOffset of mq:{mq} is:<<{offset}>>
offset_told | CONSUME_FROM_FIRST_OFFSET, lastOffset of mq:{mq} is:<<{offset}>>
offset_told | CONSUME_FROM_TIMESTAMP, lastOffset of mq:{mq} is:<<{offset}>>
offset_lookup_failed | CONSUME_FROM_LAST_OFFSET error, lastOffset of mq:{mq} is -1
offset_lookup_failed | CONSUME_FROM_LAST_OFFSET, lastOffset of mq:{mq} is -1
pull_expired | PullRequest for [{mq}] has been expired <<{number} ms{rest}>>
broker_missing | The broker not exist
connection_failed | can not connect to server:{address}
connection_failed | can not connect to:{address}
connection_closed | tcpTransport with server disconnected, erase server:{address}
connection_closed | go to fault state, erase:{address} from tcpMap, and reconnect it
connection_closed | closeTransport: disconnect:{address} with state:{number}
connection_opened | connect server with addr:{address} success
consumer_shutdown | DefaultMQPullConsumerImpl:{group} shutdown
consumer_stopped | DefaultMQPushConsumerImpl shutdown
consume_service_created | start orderly consume service:{group}
consume_service_created | start concurrently consume service:{group}
client_started | MQClientFactory:{client_id} start
client_shutdown | MQClientFactory:{client_id} shutdown
route_changed | updateTopicRouteInfoFromNameServer changed:{topic}
route_changed | updateTopicRouteInfoFromNameServer changed with broker name:<<{broker}>>
name_server_given | user specfied name server address: <<{rest}>>
broker_offline | Broker name: {broker} is purged from client
heartbeat_skipped | sendheartbeat heartbeatData empty
consumer_unregistered | unregisterClient to:{address} success
consumer_unregister_failed | unregisterClient fail:{address},{code}
pull_failed | pullMessageAsync failed of addr:{address}, mq:{mq}
pull_failed | PullCallback is NULL, AsyncPull could not continue
pull_failed | Async pull exception of opaque:<<{number}>>
queue_lock_failed | lockBatchMQ fails
queue_lock_failed | lock mq on broker:<<{any} failed>>
queue_lock_failed | lockAll findBrokerAddressInSubscribe ret null for broker:{broker}
queue_unlock_failed | unlockBatchMQ fails
rebalance_failed | Queues to allocate are empty. Msg: <<{rest}>>
offset_told | CONSUME_FROM_LAST_OFFSET, maxOffset of mq:{mq} is:<<{offset}>>
offset_lookup_failed | CONSUME_FROM_LAST_OFFSET error, lastOffset  of mq:{mq} is -1
offset_lookup_failed | CONSUME_FROM_TIMESTAMP error, lastOffset  of mq:{mq}<<{rest}>>
offset_commit_failed | updateConsumeOffsetToBroker {mq} ,<<offset:[{offset}] error>>
pull_dropped | Pull request for[{mq}] has been released
pull_dropped | Pull request is set drop with mq:{mq}, return
pull_dropped | Pull request is invalid. Maybe it is dropped before.
pull_dropped | Stop pullmsg event of mq:{mq}
pull_put_off | Produce Pull request [{mq}] Later and Sleep [<<{number}]ms.>>
consume_dropped | the pull request for {mq} Had been dropped before
consume_dropped | Pull request for {mq} is dropped, will not post ConsumeRequest.
consume_failed | Local Consume failed [<<{number}] times, change>> [{mq}] delay to 5s.
consume_failed | Client side re-consume launched due to both message consuming and SDK send-back retry failure
send_back_failed | messages back to mq:{mq} failed, call reconsume again after 1s.
consume_long | Continuely consume {mq} more than 60s, consume it 1s later
offset_reset_received | ResetOffsetBody brokerName:{broker}, queueID:{queue}, topic:{topic}, <<offset:{offset}>>
offset_reset_failed | resetOffset failed as received data could not be unserialized
consumer_ids_changed | ):notifyConsumerIdsChanged:{group}
consumer_ids_changed | ] notifyConsumerIdsChanged:{group}
running_info_asked | ):getConsumerRunningInfo:{group}
running_info_asked | ] getConsumerRunningInfo:{group}
connection_failed | wait response timeout of heartbeat, so closeTransport of addr:{address}
connection_failed | wait response timeout or get NULL response of code:<<{number}>>, so closeTransport of addr:{address}
connection_failed | invokeAsync failed of addr:{address}
connection_failed | invokeOneway failed. addr:{address}, <<code:{number}>>
heartbeat_failed | get error response:<<{number}>> of heartbeat to addr:{address}
pull_dropped | Pull request has been released
pull_dropped | Pull request is released, return
pull_dropped | the pull result is NULL or Had been dropped
pull_put_off | Submit Message to Consumer [<<{any}>>] Later and Sleep [{number}]ms.
consume_failed | Local Consume failed [<<{number}>>] times, change [{rest}
consume_failed | BROADCASTING, the message consume failed, drop it:<<{rest}>>
consume_dropped | IOService stopped or Pull request for {mq} is dropped, <<will not post {rest}>>
consume_put_off | submit consumeRequest later for mq:<<{rest}>>
consume_put_off | consume inprogress
consume_put_off | get timed_mutex timeout
consume_put_off | shutdown inprogress, break the consuming
offset_file_failed | create offset store dir:<<{rest}>>
offset_file_failed | load offset store file failed, <<{rest}>>
offset_file_failed | open offset store file failed, <<{rest}>>
offset_file_failed | persist offset store file:<<{rest}>>
offset_file_failed | can not readOffset from offsetStore.json, maybe first time consumation
offset_file_failed | offsets.Json file not exist, maybe this is the first time consumation
offset_commit_failed | updateConsumeOffsetToBroker {mq} ,offset:[<<{offset}>>] error
send_failed | send new error, broker:<<{rest}>>
send_failed | sendMessageAsync failed to addr:<<{rest}>>
send_failed | retry send exception:<<{rest}>>
send_failed | processSendResponse error remark:<<{rest}>>
offset_reset_received | offset sets to:<<{offset}>>
offset_reset_unreadable | no corresponding pullRequest found for topic:{topic}
offset_reset_unreadable | no corresponding consumer found for group:{group}
timer_told | start scheduled task:<<{rest}>>
timer_told | clientFactory:{client_id} <<start consumer_timerOperation>>
timer_told | clientFactory:{client_id} <<stop consumer_timerOperation>>
timer_told | Client factory:{client_id} <<start dorebalance for consumer:{rest}>>
name_server_fetch_failed | fetchNSAddr with domain failed, <<{rest}>>
name_server_fetch_failed | fetchNSAddr with domain is empty
settings_told | set maxCacheSize to:<<{rest}>>
settings_told | set pushConsumer:<<{rest}>>
settings_told | Update Subscribe[<<{rest}>>
settings_told | MQClient start,groupname:{group},clientID:{client_id},<<instanceName:{rest}>>
settings_told | ConsumeMessageBatchMaxSize:<<{number}>>
settings_told | MaxMsgCacheSizePerQueue:<<{number}>>
settings_told | PullMsgThreadPoolNum:<<{number}>>
settings_told | ConsumeThreadCount:<<{number}>>
settings_told | MaxReconsumeTimes:<<{number}>>
settings_told | NameServerDomain:<<{rest}>>
settings_told | AsyncPullTimeout:<<{rest}>>
"""  # noqa: E501

MEANINGS = """
queue_lock_let_go | fault | The broker granted the lock of queue {queue} of {topic} to this client, and the client itself threw it away: a bug of the C++ client's branch re_dev until January 2021, which looks for its part of the queue before that is made. "lock failed" below it follows from that; nobody else is in the way, and the ordered listener gets nothing | | a newer state of that branch (RebalanceImpl::lock was mended in January 2021), or a released client (2.x); until then a concurrent listener
queue_lock_let_go | fault | The broker granted the lock of a queue to this client, and the client itself threw it away: a bug of the C++ client's branch re_dev until January 2021; its ordered listeners get nothing | | a newer state of that branch (RebalanceImpl::lock was mended in January 2021), or a released client (2.x); until then a concurrent listener
allocation_empty | passing 60 | The client's share of the topic is empty | while there are more clients than queues, and at a start | one strategy (setAllocateMessageQueueStrategy) in all clients of the group, and no more clients than queues
pull_first | routine | The client begins to pull a queue at the offset named | at every start and rebalance
client_version_told | routine | The client's own version | at every start
name_servers_changed | routine | The list of name servers changed | at the start and when the list is changed
offset_told | routine | The broker told the stored offset of a queue | at every start and rebalance
pull_expired | passing 60 | A queue had not been pulled for a while; it is taken anew | after a long stop of the process
connection_opened | routine | A connection was made | at starts and reconnects
consumer_stopped | routine | The consumer stopped in good order | at every stop
consume_service_created | routine | The threads for the listener are ready | at every start
pull_put_off | routine | The next pull of a queue waits a moment | while there are no messages or too many lie in the client
consume_long | fault | An ordered listener worked for more than a minute without a pause | with much lag | time limits for the listener's own calls
consume_put_off | passing 60 | The client waits before it consumes more of an ordered queue: it is being consumed, or the client stops | while messages of the queue are consumed
offset_file_failed | passing 60 | The client's local file of offsets (broadcasting) is missing or cannot be read or written | at the very first start | free space and the right to write in rocketmq.client.localOffsetStoreDir (.rocketmq_offsets of the user's home), which a container has to keep
timer_told | routine | The client's timers for rebalancing and heartbeats run | at every start
settings_told | routine | The client prints its settings | at every start
"""  # noqa: E501
