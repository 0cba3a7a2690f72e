"""The Go client (logrus text, keys in the order in which logrus sorts them). Data only: one line
per wording.

`{said}` is what stands behind a message: the quote of `msg="..."`, or the blanks that fill it up
on a terminal.
"""

TABLE = """
consumer_starting | the consumer start beginning{said}consumerGroup={group} <<{rest}>>
consumer_exists | the consumer group has been created, specify another one{said}consumerGroup={group}
consumer_exists | the consumer group exist already{said}consumerGroup={group}
consumer_ids_changed | receive broker's notification to consumer group{said}consumerGroup={group}
subscription_version_updated | the MessageQueue changed, version also updated{said}<<changeTo={number} changedFrom={number}>>
rebalance_result | MessageQueue do balance done{said}<<cidAllSize={number} clientID="{client_id}" consumerGroup={group} mqAllSize={number} {any}rebalanceResultSize={number}{any}>> topic={topic}
rebalance_result | MessageQueue do balance done{said}<<cidAllSize={number} clientID={client_id} consumerGroup={group} mqAllSize={number} {any}rebalanceResultSize={number}{any}>> topic={topic}
rebalance_failed | do balance in group failed, <<get consumer id list failed>>{said}consumerGroup={group} topic={topic}
rebalance_failed | do balance in group failed, <<the topic does not exist>>{said}consumerGroup={group} topic={topic}
not_in_client_list | [BUG] ConsumerId not in cidAll{said}<<cidAll={any}>> consumerGroup={group} consumerId="{client_id}"
not_in_client_list | [BUG] ConsumerId not in cidAll{said}<<cidAll={any}>> consumerGroup={group} consumerId={client_id}
queue_dropped | remove unnecessary mq because unsubscribed{said}MessageQueue="{mq}" consumerGroup={group}
queue_dropped | remove unnecessary mq when updateProcessQueueTable{said}MessageQueue="{mq}" consumerGroup={group}
pull_paused | remove unnecessary mq because pull was expired, prepare to fix it{said}MessageQueue="{mq}" consumerGroup={group}
queue_added | updateProcessQueueTable do defaultConsumer, add a new mq{said}MessageQueue="{mq}" consumerGroup={group}
queue_lock_failed | do defaultConsumer, add a new mq failed, because lock failed{said}MessageQueue="{mq}" consumerGroup={group}
queue_add_failed | do defaultConsumer, add a new mq failed{said}MessageQueue="{mq}" consumerGroup={group}
consumer_list_failed | get consumer list of group from broker error{said}broker="{address}" consumerGroup={group} <<underlayError={rest}>>
pull_rejected | pull message from broker error{said}broker="{address}" <<underlayError="CODE: {code}, {rest}>>
pull_rejected | pull message from broker error{said}broker="{address}" <<underlayError="unknown Response Code: {code}, {rest}>>
pull_failed | pull message from broker error{said}broker="{address}" <<underlayError={rest}>>
pull_failed | pull broker timeout{said}broker="{address}"
pull_offset_illegal | the pull request offset illegal{said}<<{rest}>>
consume_failed | consumeMessageCurrently error{said}MessageQueue="{mq}" consumerGroup={group} <<{rest}>>
consume_failed | consumeMessage orderly error{said}MessageQueue="{mq}" consumerGroup={group} <<{rest}>>
consume_failed | consumeMessage Orderly return not OK{said}MessageQueue="{mq}" consumerGroup={group} <<{rest}>>
consume_failed | consumeMessageCurrently time out{said}MessageQueue="{mq}" consumerGroup={group} <<{rest}>>
offset_committed | update offset to broker success{said}MessageQueue="{mq}" consumerGroup={group} offset=<<{offset}>>
offset_commit_failed | update offset to broker error{said}MessageQueue="{mq}" consumerGroup={group} <<{rest}>>
offset_fetch_failed | fetch offset of mq from broker error{said}MessageQueue="{mq}" consumerGroup={group} <<{rest}>>
offset_forgotten | delete mq from offset table{said}MessageQueue="{mq}" consumerGroup={group}
offset_reset_received | receive reset consumer offset request...{said}broker="{address}" consumerGroup={group} <<timestamp={any}>> topic={topic}
heartbeat_failed | send heart beat to broker failed{said}brokerAddr="{address}" <<brokerId={any}>> brokerName={broker} {rest}
heartbeat_failed | send heart beat to broker error{said}<<underlayError={rest}>>
heartbeat_sent | send heart beat to broker success{said}brokerAddr="{address}" <<brokerId={number}>> brokerName={broker}
heartbeat_skipped | sending heartbeat, but no producer and no consumer
broker_offline | is offline, remove it{said}brokerAddr="{address}" brokerID={number} brokerName={broker}
broker_offline | the broker name's host is offline, remove it{said}brokerName={broker}
route_changed | the topic route info changed{said}<<{any}>> topic={topic}
route_missing | queryTopicRouteInfoFromServer return nil{said}topic={topic}
route_failed | query topic route from server error{said}<<{rest}>>
connection_failed | connect to namesrv failed.{said}<<{rest}>>
consumer_suspended | suspend consumer: {any}
queue_lock_ok | lock MessageQueue{said}MessageQueue="{mq}" consumerGroup={group} lockOK=true
queue_lock_failed | lock MessageQueue{said}MessageQueue="{mq}" consumerGroup={group} lockOK=false
queue_lock_failed | lock MessageQueue to broker invoke error{said}<<{rest}>>
queue_not_locked | the message queue not locked, so consume later{said}<<{rest}>>
queue_not_locked | the message queue lock expired, so consume later{said}<<{rest}>>
queue_not_locked | pull message later because not locked in broker{said}<<{rest}>>
pull_subscription_missing | find the consumer's subscription failed{said}<<{rest}>>
consume_dropped | the message queue not be able to consume, because it was dropped{said}<<{rest}>>
consume_failed | consumeMessageConcurrently panic{said}<<{rest}>>
flow_control | so do flow control{said}<<{rest}>>
send_back_failed | send message back to broker error when clean expired messages{said}<<{rest}>>
send_back_failed | sendMessageBackAsNormal failed to {any}{said}<<{rest}>>
send_back_failed | sendMessageBackAsNormal cannot find broker address{said}<<{rest}>>
offset_commit_failed | persist offset failed{said}<<{rest}>>
consumer_suspended | [BALANCE-SKIP] since consumer paused{said}<<{rest}>>
consumer_resumed | resume consumer: {group}
pull_offset_fixed | fix the pull request offset: [ConsumerGroup: {group}, Topic: {topic}, MessageQueue: brokerName={broker}, queueId={queue}, <<nextOffset={offset}>>]
pull_offset_first | offset maybe changed{said}PullRequest="[ConsumerGroup: {group}, Topic: {topic}, MessageQueue: brokerName={broker}, queueId={queue}, <<nextOffset={offset}]" {rest}>>
pull_offset_first | pull request offset larger than {any}broker consume offset{said}<<{rest}>>
pull_offset_first | the first time to pull message, so fix offset from broker, <<{rest}>>
flow_control | so do flow control{said}<<{any}PullRequest="[ConsumerGroup: {group}, Topic: {topic}, MessageQueue: brokerName={broker}, queueId={queue}, {rest}>>
offset_fetched | fetch offset of mq from broker success{said}MessageQueue="{mq}" consumerGroup={group} <<{rest}>>
offset_fetched | fetch offset of mq from broker success{said}<<{rest}>>
offset_lookup_failed | computePullFromWhere from broker error{said}<<underlayError={rest}>>
offset_lookup_failed | query max offset error{said}<<{rest}>>
broker_missing | no broker found for mq{said}<<{rest}>>
subscription_empty | not subscribe any topic yet{said}<<{rest}>>
running_info_asked | receive get consumer running info request...<<{rest}>>
consume_asked | receive consume message directly request...<<{rest}>>
consumer_status_asked | receive get consumer status from client request...<<{rest}>>
connection_closed | conn error, close connection{said}<<{rest}>>
connection_failed | namesrv list empty. UpdateNameServerAddress should be called first.
route_missing | queryTopicRouteInfoFromServer failed{said}<<{rest}>>
route_changed | change the route for clients
sent_back | send expire msg back. {any}<<{rest}>>
sent_back | msg will be send to retry topic due to ReconsumeTimes <<{rest}>>
send_back_failed | sendMessageBackAsNormal find publish message queue error{said}<<{rest}>>
consume_failed | BROADCASTING, the message consume failed, drop it{said}<<{rest}>>
consume_result_dropped | processQueue is dropped without process consume result.<<{rest}>>
ordered_consume_dropped | the message queue not be able to consume, because it's dropped.{said}MessageQueue="{mq}"
ordered_consume_dropped | the message queue not be able to consume, because it's dropped.{said}<<{rest}>>
pull_dropped | push consumer quit pullMessage for dropped queue.{said}<<{rest}>>
consumer_stopping | push consumer close pullMessage.{said}<<{rest}>>
consumer_stopping | push consumer close message handle.{said}<<{rest}>>
consumer_stopping | push consumer close pullConsumer listener.{said}<<{rest}>>
consumer_stopping | push consumer close tick.{said}<<{rest}>>
consumer_stopping | The RMQClient stopping <<{rest}>>
pull_state_not_ok | consumer state not ok{said}<<{rest}>>
pull_state_not_ok | consumer state error{said}<<{rest}>>
name_servers_differ | different namesrv option in the same instance{said}<<{rest}>>
queue_unlock_ok | unlock MessageQueue{said}<<{rest}>>
rebalance_result | PullConsumer rebalance result changed <<{rest}>>
queues_assigned_by_user | pull consumer assign new mqs{said}<<{rest}>>
pull_offset_sought | pull consumer seek offset{said}<<{rest}>>
pull_state_unknown | unknown pull status: <<{rest}>>
name_server_snapshot | name server snapshot <<{rest}>>
consume_result_illegal | the message queue consume result is illegal, we think you want to ack these message: <<{rest}>>
bug_pull_message_result_maybe_data | [BUG] pull message result maybe data wrong{said}<<{rest}>>
consumer_start_failed | the consumer group option validate fail{said}consumerGroup={group} <<{rest}>>
consumer_start_failed | the consumer group option validate fail{said}<<{rest}>>
read_local_offset_exception_try_correct | read from local store error, try to use bak file{said}<<{rest}>>
read_local_offset_exception | read from local store bak file error{said}<<{rest}>>
pull_threshold_changed | The PullThresholdForQueue is changed{said}<<{rest}>>
pull_threshold_size_changed | The PullThresholdSizeForQueue is changed{said}<<{rest}>>
client_shutdown | will remove client from clientMap{said}<<{rest}>>
producer_exist_already | the producer group exist already{said}<<{rest}>>
pull_dropped | defaultPullConsumer quit pullMessage for dropped queue.{said}<<{rest}>>
pull_offset_sought | pull consumer assign new offset{said}<<{rest}>>
stats_printed | Stats In One Minute.{said}<<{rest}>>
response_failed | send response to broker error{said}<<{rest}>>
connection_closed | close remoting conn error{said}<<{rest}>>
route_failed | decode TopicRouteData error: <<{rest}>>
admin_asked | Get all group list success
admin_asked | Fetch all topic list success
admin_asked | create topic success
admin_asked | delete topic success
admin_failed | Get all group list error
admin_failed | Get all group list decode error
admin_failed | Fetch all topic list error
admin_failed | Fetch all topic list decode error
admin_failed | create topic error
admin_failed | delete topic in broker error
admin_failed | delete topic in nameserver error
queue_lock_failed | Unmarshal lock mq body error
offset_fetch_failed | unmarshal local offset error
pull_schedule_ended | defaultPullConsumer close PullRequest listener.
pull_schedule_ended | push consumer close cleanExpiredMsg listener.
pull_schedule_ended | defaultPullConsumer close pullMessage.
pull_schedule_ended | defaultPullConsumer close message handle.
route_missing | defaultPullConsumer.Shutdown . route info not found, it may not exist
pull_queue_missing | get next mq error
pull_queue_missing | defaultPullConsumer.getNextQueueOf len is 0
pull_queue_chosen | defaultPullConsumer.getNextQueueOf
pull_state_not_ok | defaultPullConsumer state error
pull_offset_fixed | defaultPullConsumer fix the pull request offset: <<{rest}>>
offset_reset_unreadable | received reset offset command from: {address}, but <<missing params>>.
offset_reset_unreadable | received reset offset command from: {address}, but <<parse time error{rest}>>
offset_reset_unreadable | received reset offset command from: {address}, but <<parse offset table{rest}>>
offset_reset_unreadable | parse reset offset table json get nothing in body
allocation_failed | [BUG] AllocateByConsistentHash err: <<{rest}>>
push_reply_received | receive push reply to client request...
push_reply_received | receive reply message, but not matched any request
producer_exist_already | the producer group has been created, specify another one
producer_exist_already | producer group is not equal
heartbeat_failed | marshal heartbeatData error
command_unread | decode RemotingCommand error
command_unread | receive broker's requests, but no func to handle
command_unread | scanner split panic
route_missing | topic route info is nil or empty
trace_failed | send trace data error
trace_failed | traceDispatcher is closed.
trace_failed | fetch publish message queues failed
trace_failed | could not fetch any publish message queue
trace_sent | ------end trace send <<{rest}>>
name_server_fetch_failed | name server http fetch failed
name_server_fetch_failed | name server read http response failed
name_server_fetch_failed | name server domain, can't get user home directory
send_failed | start retrying to send,
send_failed | can not find proper message queue
transaction_end_failed | send ReqENDTransaction to broker error
transaction_end_failed | executeLocalTransaction but state unexpected
"""  # noqa: E501

MEANINGS = """
ordered_consume_dropped | passing 60 | An ordered Go consumer wanted to go on with a queue that it gave away in a rebalance: another client reads it now | once for each queue at every rebalance and stop; thousands a second are a bug of Go clients up to 2.1.0-rc5, whose loop does not end for such a queue | where it comes thousands of times a second: a newer client (2.1.0 or later), and until then a restart of the process that was there before the rebalance
pull_failed | passing 60 | A pull got no usable answer: timed out, connection lost, unknown code | while a broker restarts | the address that it names: brokerIP1 in broker.conf where it is an inner one, the firewall for 9876, 10911 and 10909; else the load of that server
connection_failed if host | passing 60 | The name {host} could not be turned into an address, so no connection was made | while DNS fails for a moment | the name in the client's settings, DNS or /etc/hosts
connection_failed if http | passing 60 | The address server, which should tell the name servers, answered HTTP {http} | while that server restarts | the name servers' addresses themselves (setNamesrvAddr, NAMESRV_ADDR) instead of an address server
connection_failed | passing 60 | A connection to {address} could not be made, or no answer came from there in time | while that server restarts | the address that it names: brokerIP1 in broker.conf where it is an inner one, the firewall for 9876, 10911 and 10909; else the load of that server
connection_failed | passing 60 | A connection to a broker or name server could not be made, or no answer came in time | while that server restarts | the address that it names: brokerIP1 in broker.conf where it is an inner one, the firewall for 9876, 10911 and 10909; else the load of that server
offset_fetched | routine | The broker told the stored offset of a queue | at every start and rebalance
broker_missing | passing 60 | The client knows no address of the broker that has a queue | after that broker left the route | the way from this client to the broker's address in the route (10911): firewall, and brokerIP1 in broker.conf where that address is an inner one
subscription_empty | fault | The consumer was started without any subscription: it reads nothing | | subscribe(topic, expression) before start()
running_info_asked | routine | Somebody asked this client what it is doing (consumerStatus) | when mqadmin or a console looks
consume_asked | routine | Somebody sent this client one message directly (mqadmin, console) | when it was done on purpose
consumer_status_asked | routine | Somebody asked this client for its offsets | when mqadmin or a console looks
connection_closed | passing 60 | A connection was closed by this process or by its peer | at restarts of either side, and when nothing was sent for two minutes | what stands between the two (a firewall or load balancer that closes idle connections), and whether the other side restarted
consumer_stopping | routine | The consumer is being stopped | at every stop
name_servers_differ | fault | Two clients of this process have one instance name and different name servers: the second talks to the first one's cluster | | another instance name (setInstanceName) for the client of the other cluster
queues_assigned_by_user | routine | The application picked its queues itself: RocketMQ's strategies do not decide here | with assign() of a pull consumer
pull_offset_sought | fault | The application set the offset of a queue itself: messages are repeated or skipped | where the application seeks on purpose
pull_state_unknown | fault | A broker answered a pull with a status that this client does not know | with much newer brokers
name_server_snapshot | routine | The client keeps a copy of the list of name servers on its disk | at every start with a name server domain
admin_asked | routine | An administrator's request was answered | when a program manages topics through the client
admin_failed | elsewhere | An administrator's request failed; consuming is not touched | | what the exception says; mqadmin of the brokers' version, and its access key
pull_queue_missing | passing 60 | The pull consumer has no queue to read from next | until the first rebalance
pull_queue_chosen | routine | The pull consumer chose the queue that it reads next | at every poll
offset_reset_unreadable | fault | The client could not read the command to reset offsets: it goes on where it was |
push_reply_received | routine | A reply to a request message arrived | with request and reply messages
command_unread | passing 60 | The client could not read what a server sent on a connection | while a connection breaks; lasting, something that is no RocketMQ answers at that port | the port that is meant for this protocol (remoting 9876 and 10911, gRPC 8081), TLS alike on both sides, and versions that fit
trace_failed | elsewhere | A record of message tracing could not be sent; the messages themselves are not touched | | the trace topic (traceTopicEnable=true on one broker)
trace_sent | routine | A record of message tracing was sent | with tracing switched on
name_server_fetch_failed | passing 60 | The list of name servers could not be fetched from its web address; the known ones stay in use | while that address does not answer | the address server (rocketmq.namesrv.domain), or fixed addresses in namesrvAddr
transaction_end_failed | elsewhere | The producer could not tell the broker how a transaction ended: the broker will ask | | a checkLocalTransaction that can tell how each transaction ended, since the broker asks it; the way from producer to broker
"""  # noqa: E501
