"""The gRPC clients of 5.x (rocketmq-clients: Java, C#, C++, Python). Data only: one line per
wording.

Their assignments come from the server, and a queue may be assigned to several clients by design: so
these are events of their own and no `rebalance_result`, `queue_added` or `queue_dropped`.
"""

TABLE = """
consumer_starting | Begin to start the rocketmq push consumer, clientId={client_id}
consumer_starting | Begin to start the rocketmq simple consumer, clientId={client_id}
consumer_starting | Begin to start the rocketmq {any}, clientId={client_id}
consumer_ready | The rocketmq push consumer starts successfully, clientId={client_id}
consumer_ready | The rocketmq simple consumer starts successfully, clientId={client_id}
consumer_ready | The rocketmq {any} starts successfully, clientId={client_id}
consumer_ready | PushConsumer started, groupName={group}
consumer_stopping | Begin to shutdown the rocketmq {any}, clientId={client_id}
consumer_stopped | Shutdown the rocketmq {any} successfully, clientId={client_id}
consume_service_created | Create FIFO consume service, consumerGroup={group}, clientId={client_id}
consume_service_created | Create standard consume service, consumerGroup={group}, clientId={client_id}
consume_service_created | Start concurrently consume service: {group}
assignment_changed | Assignments of topic={topic} has changed, <<{any}>>, clientId={client_id}
assignment_empty | Acquired empty assignments from remote, would scan later, topic={topic}, clientId={client_id}
assignment_empty | Attention!!! acquired empty assignments from remote, <<{any}>>, topic={topic}, clientId={client_id}
assignment_failed | Exception raised while scanning the assignments, topic={topic}, clientId={client_id}
assignment_failed | Exception raised while scanning the assignments for all topics, clientId={client_id}
assignment_failed | Exception raised while scanning the load assignments, clientId={client_id}
assignment_failed | Failed to acquire assignments for topic={topic} from load balancer. <<Cause: {rest}>>
assignment_failed | Failed to select a broker to query assignment for group={group}, topic={topic}
assignment_failed | scan topic: {topic} assignment raise exception. <<{rest}>>
assignment_added | Start to fetch message from remote, mq={broker}.{topic}.{queue}, clientId={client_id}
assignment_added | Create ProcessQueue for message queue[<<{any}>>]
assignment_dropped | Drop message queue <<according to the latest assignmentList>>, mq={broker}.{topic}.{queue}, clientId={client_id}
assignment_dropped | Drop message queue <<because it is expired>>, mq={broker}.{topic}.{queue}, clientId={client_id}
assignment_dropped | Stop receiving messages from <<{any}>> as it is not assigned to current client
receive_failed | Failed to receive messages, topic={topic}, <<endpoints={any}>>, clientId={client_id},
heartbeat_failed | Unexpected error in heartbeat, clientId={client_id},
receive_failed | Exception raised during message reception, mq={broker}.{topic}.{queue}, {any}clientId={client_id}
receive_failed | Exception raised during message reception, mq={broker}.{topic}.{queue}, <<{rest}>>
flow_control | Process queue total cached messages quantity exceeds the threshold, <<{any}>>, mq={broker}.{topic}.{queue}, clientId={client_id}
flow_control | Process queue total cached messages memory exceeds the threshold, <<{any}>>, mq={broker}.{topic}.{queue}, clientId={client_id}
consume_failed | Message listener raised an exception while consuming messages, clientId={client_id}
consume_failed | message listener raised an exception while consuming messages, topic: {topic}, <<message_id: {rest}>>
heartbeat_sent | Send heartbeat successfully, endpoints=<<{any}>>, clientId={client_id}
heartbeat_failed | Failed to send heartbeat, code=<<{any}>>, endpoints={any}, clientId={client_id}
heartbeat_failed | Failed to send heartbeat, endpoints=<<{any}>>, clientId={client_id}
heartbeat_failed | Failed to send heartbeat, endpoints=<<{any}>>, code={any}, clientId={client_id}
heartbeat_failed | Failed to send heartbeat, endpoints=<<{rest}>>
heartbeat_failed | Failed to heartbeat against {any}. <<Cause: {rest}>>
heartbeat_sent | send heartbeat to <<{any}>> success.
heartbeat_failed | send heartbeat to <<{any}>> error, {rest}
heartbeat_failed | send heartbeat to <<{any}>> exception, e: {rest}
route_failed | Failed to fetch topic route, clientId={client_id}, topic={topic}
route_failed | Failed to fetch topic route for update cache, topic={topic}, clientId={client_id}
route_failed | Failed to update topic route cache, topic={topic}
route_failed | query topic raise exception, <<{rest}>>
route_failed | Failed to resolve route for topic={topic} from <<{rest}>>
route_fetched | Fetch topic route successfully, clientId={client_id}, topic={topic}, <<topicRouteData={rest}>>
route_fetched | update topic:{topic} route<<{rest}>>
ack_failed | Failed to ack message, would attempt to re-ack later, clientId={client_id}, consumerGroup={group}, {any}mq={broker}.{topic}.{number}, <<{rest}>>
ack_failed | Failed to ack message, would attempt to re-ack later, clientId={client_id}, consumerGroup={group}, <<{rest}>>
ack_failed | Exception raised while acknowledging message, clientId={client_id}, consumerGroup={group}, <<{rest}>>
ack_failed | Failed to ack message[message-id=<<{any}>>]. Cause: {rest}
ack_failed | Failed to nack message[message-id=<<{any}>>]. Cause: {rest}
ack_failed | Failed to write Nack request to wire. <<gRPC-code: {rest}>>
ack_failed | Failed to change message invisible duration, messageId=<<{any}>>, endpoints={any}, {any}clientId={client_id}
ack_failed | Exception raised while changing message invisible duration, messageId=<<{any}>>, endpoints={any}, clientId={client_id}
ack_failed | Failed to change invisible duration, would retry later, clientId={client_id}, consumerGroup={group}, <<{rest}>>
ack_failed | Exception raised while changing invisible duration, would retry later, clientId={client_id}, consumerGroup={group}, <<{rest}>>
ack_too_late | Failed to ack message due to the invalid receipt handle, forgive to retry, clientId={client_id}, consumerGroup={group}, {any}mq={broker}.{topic}.{number}, <<{rest}>>
ack_too_late | Failed to ack message due to the invalid receipt handle, forgive to retry, clientId={client_id}, consumerGroup={group}, <<{rest}>>
ack_too_late | Failed to change invisible duration due to the invalid receipt handle, forgive to retry, clientId={client_id}, consumerGroup={group}, <<{rest}>>
ack_too_late | Broker complained bad receipt handle on ack message[<<{any}>>]
ack_too_late | receipt handle is expired
ack_too_late | response-code=40013] INVALID_RECEIPT_HANDLE
ack_too_late | CODE: INVALID_RECEIPT_HANDLE, MESSAGE: INVALID_RECEIPT_HANDLE
ack_too_late | code: 40013, message: INVALID_RECEIPT_HANDLE
ack_too_late | 40013, INVALID_RECEIPT_HANDLE
ack_too_late | InvalidReceiptHandle: <<{any}>>, host={rest}
ack_too_late | IllegalReceiptHandle: <<{any}>>. Host={rest}
ack_recovered | Finally, ack message successfully, clientId={client_id}, consumerGroup={group}, <<{rest}>>
ack_recovered | Finally, change invisible duration successfully, clientId={client_id}, consumerGroup={group} <<{rest}>>
dead_letter_failed | Failed to forward message to dead letter queue, would attempt to re-forward later, clientId={client_id}, consumerGroup={group}, <<{rest}>>
dead_letter_failed | Exception raised while forward message to DLQ, would attempt to re-forward later, clientId={client_id}, consumerGroup={group}, <<{rest}>>
dead_letter_failed | Failed to transmit SendMessageToDeadLetterQueueRequest to host=<<{rest}>>
dead_letter_sent | Forward message to dead letter queue successfully, clientId={client_id}, consumerGroup={group}, <<{rest}>>
dead_letter_sent | Re-forward message to dead letter queue successfully, clientId={client_id}, consumerGroup={group}, <<{rest}>>
dead_letter_due | Failed to consume fifo message finally, run out of attempt times, <<{any}>>, clientId={client_id}
message_corrupted | Message is corrupted for FIFO consumption, prepare to discard it, <<mq={any}>>, clientId={client_id}
message_corrupted | Message is corrupted for standard consumption, prepare to discard it, <<mq={any}>>, clientId={client_id}
message_corrupted | Message is corrupted for standard consumption, prepare to discard it,
message_corrupted | Message is corrupted for lite standard consumption, prepare to discard it, <<mq={any}>>, clientId={client_id}
message_corrupted | Discard message, <<mq={any}>>, clientId={client_id}
message_corrupted | Discard fifo message, <<mq={any}>>, clientId={client_id}
message_corrupted | failed to uncompress message body, topic={topic}, <<{rest}>>
message_corrupted | Message body checksum failed. <<MsgId={rest}>>
message_corrupted | Body of message[<<{any}>>] MD5 checksum validation failed.
message_corrupted | Body CRC32 checksum validation failed. <<{rest}>>
consume_callback_failed | [Bug] Exception raised in consumption callback, clientId={client_id}
consume_callback_failed | [Bug] Exception raised in lite standard consumption callback, clientId={client_id}
consume_callback_failed | [Bug] Exception raised while submitting scheduled consumption task, clientId={client_id}
consume_callback_failed | Message Interceptor raised an exception while consuming messages, clientId={client_id}, <<{rest}>>
consume_callback_failed | Exception raised while handing messages
receive_put_off | Try to receive message later, <<mq={any}>>, clientId={client_id}
receive_put_off | Process queue cache is full, would receive message later, <<mq={any}>>, clientId={client_id}
receive_put_off | Number of messages in <<{any}>> exceeds throttle threshold. Receive messages later.
receive_put_off | Action of receiving message is throttled. Retry after 20ms. <<Queue={rest}>>
receive_put_off | : Number of locally cached messages is <<{any}, which exceeds threshold={rest}>>
receive_put_off | : Locally cached messages take <<{any} bytes, which exceeds threshold={rest}>>
receive_stopped | Process queue has been dropped, no longer receive message, <<mq={any}>>, clientId={client_id}
receive_stopped | Stop to receive message because consumer is not running, <<mq={any}>>, clientId={client_id}
receive_stopped | Waiting for the inflight receive requests to be finished, clientId={client_id}
receive_stopped | All inflight receive requests have been finished, clientId={client_id}
receive_stopped | Timeout waiting for all inflight receive requests to be finished, clientId={client_id}, <<{rest}>>
queue_idle | Process queue is idle, <<{any}, mq={any}>>, clientId={client_id}
queue_idle | is expired. It remains idle for <<{number}ms>>
queue_idle | is expired. Remove it for now.
receive_failed | Receive message from <<{any}>> failed. Cause: {any}. Retry after 1 second.
receive_failed | [Bug] Exception raised while handling receive result, <<mq={any}>>, {any}clientId={client_id}
receive_failed | [Bug] Exception raised during message receiving, <<mq={any}>>, clientId={client_id}
receive_failed | [Bug] Failed to schedule message receiving request, <<mq={any}>>, clientId={client_id}
receive_failed | [Bug] Not recognized content for receive message response, <<mq={rest}>>
receive_failed | Failed to initiate receive message request-response-cycle for <<{rest}>>
receive_failed | Failed to receive message. <<Cause: {rest}>>
assignment_failed | Failed to acquire queue assignment of topic={topic} from <<brokerAddress={rest}>>
assignment_failed | Failed to query assignment. <<Reason: {rest}>>
assignment_failed | QueryAssignmentResponse#code is not SUCCESS. Keep assignment info intact. <<{rest}>>
queue_stats_printed | Process queue stats: clientId={client_id}, <<mq={rest}>>
queue_stats_printed | clientId={client_id}, consumerGroup={group}, <<receptionTimes={rest}>>
consumer_start_failed | Exception raised while starting the rocketmq <<{any}>>, clientId={client_id}
consumer_start_failed | Failed to query route for {topic} during starting. <<Cause: {rest}>>
consumer_start_failed | Fetch topics failed when client start, clientId={client_id}, <<topics={rest}>>
consumer_start_failed | Required message listener is missing
session_lost | Failed to renew requestObserver, attempt to renew later, <<endpoints={any}>>, clientId={client_id}
session_lost | Exception raised from stream response observer, clientId={client_id}, <<endpoints={rest}>>
session_lost | Receive completion for stream response observer, clientId={client_id}, <<endpoints={rest}>>
session_lost | Telemetry stream failed while reconnecting, clientId={client_id}, <<endpoints={rest}>>
session_lost | Telemetry stream is cancelled for reconnecting, clientId={client_id}, <<endpoints={rest}>>
session_lost | Failed to read from telemetry stream from <<{rest}>>
session_lost | Failed to write telemetry command <<{any}>> to {rest}
session_lost | Failed to telemeter settings, clientId={client_id}, <<endpoints={rest}>>
session_lost | Failed to fire write telemetry command, clientId={client_id}, <<endpoints={rest}>>
session_renewed | Try to renew requestObserver, <<endpoints={any}>>, clientId={client_id}
session_renewed | Sync setting to remote after requestObserver is renewed, <<endpoints={any}>>, clientId={client_id}
session_renewed | Receive settings from remote, <<endpoints={any}>>, clientId={client_id}
session_renewed | Init settings successfully, <<endpoints={any}>>, clientId={client_id}
session_renewed | Scheduled session reconnect to <<{any}>> after {number}ms
session_renewed | Rejoin endpoints which is isolated before, clientId={client_id}, <<endpoints={rest}>>
session_ended | Endpoints is deprecated, no longer to renew requestObserver, <<endpoints={any}>>, clientId={client_id}
session_ended | Remove client session, clientId={client_id}, <<endpoints={rest}>>
session_ended | Begin to release client session, <<endpoints={any}>>, clientId={client_id}
session_ended | Session handler is not running, forgive to renew request observer, clientId={client_id}, <<endpoints={rest}>>
session_ended | Begin to release all telemetry sessions, clientId={client_id}
session_ended | Release all telemetry sessions successfully, clientId={client_id}
session_ended | Notify remote that client is terminated, clientId={client_id}
session_asked | Receive orphaned transaction recovery command from remote, <<endpoints={any}>>, clientId={client_id}
session_asked | Receive message verification command from remote, <<endpoints={any}>>, clientId={client_id}
session_asked | Receive thread stack print command from remote, <<endpoints={any}>>, clientId={client_id}
session_asked | Receive reconnect endpoints command from remote, <<endpoints={any}>>, clientId={client_id}
transport_recovering | Try to recover transport, <<endpoints={any}>>, clientId={client_id}
transport_recovering | Failed to rebuild telemetry while recovering transport, <<endpoints={any}>>, clientId={client_id}
transport_recovering | Failed to enter idle mode while recovering transport, <<endpoints={any}>>, clientId={client_id}
transport_recovering | Failed to get RPC client, <<endpoints={any}>>, clientId={client_id}
transport_recovering | Failed to create RPC client for name server[host=<<{any}>>]
transport_recovering | Rpc client has been idle for a long time, <<endpoints={any}>>, clientId={client_id}
transport_recovering | rpc client has been idle for a long time, <<target={rest}>>
transport_recovering | Failed to send query route request to server[host=<<{any}>>]. Reason: {rest}
transport_recovering | No hosts to send heartbeat to at present
answer_refused | IllegalConsumerGroup: <<{any}>>. Host={rest}
answer_refused | IllegalConsumerGroup: <<{any}>>, host={rest}
answer_refused | ConsumerGroupNotFound: <<{any}>>, host={rest}
answer_refused | TopicNotFound: <<{any}>>. Host={rest}
answer_refused | TopicNotFound: <<{any}>>, host={rest}
answer_refused | Unauthorized: <<{any}>>. Host={rest}
answer_refused | Unauthorized: <<{any}>>, host={rest}
answer_refused | Forbidden: <<{any}>>. Host={rest}
answer_refused | Forbidden: <<{any}>>, host={rest}
answer_refused | PermissionDenied: <<{any}>>, host={rest}
answer_refused | TooManyRequest: <<{any}>>. Host={rest}
answer_refused | TooManyRequests: <<{any}>>, host={rest}
answer_refused | Unauthenticated: <<{any}>>. Host={rest}
answer_refused | Failed to sign headers, clientId={client_id}
server_failed | InternalServerError: <<{any}>>, host={rest}
server_failed | InternalServerError: <<{any}>>. Host={rest}
server_failed | GatewayTimeout: <<{any}>>. Host={rest}
server_failed | GatewayTimeout: <<{any}>>, host={rest}
send_failed | Failed to send message to <<{any}>> due to gRPC error. {rest}
send_failed | Failed to send message(s), <<{rest}>>
send_failed | Failed to send message due to <<{rest}>>
send_failed | Failed to select an addressable message queue for topic[{topic}]
metrics_set | Metric settings is satisfied by the current message meter, <<{any}>>clientId={client_id}
metrics_set | metric settings is satisfied by the current message meter, clientId={client_id}
metrics_set | Metric is off, clientId={client_id}
metrics_set | metric is off, clientId={client_id}
metrics_set | Metrics is on, <<endpoints={any}>>, clientId={client_id}
metrics_set | metrics is on, <<endpoints={any}>>, clientId={client_id}
metrics_set | Begin to shutdown client meter, clientId={client_id}, <<{rest}>>
metrics_set | Shutdown client meter successfully, clientId={client_id}, <<{rest}>>
metrics_failed | [Bug] consumerGroup is not recognized, clientId={client_id}
metrics_failed | Exception raised when resetting message meter, clientId={client_id}
metrics_failed | exception raised when resetting message meter, clientId={client_id}
client_manager_told | Begin to start the client manager, clientId={client_id}
client_manager_told | The client manager starts successfully, clientId={client_id}
client_manager_told | begin to start the client manager
client_manager_told | the client manager starts successfully
client_manager_told | Begin to shutdown the client manager, clientId={client_id}
client_manager_told | Shutdown the client manager successfully, clientId={client_id}
client_manager_told | Shutdown all rpc client(s) successfully, clientId={client_id}
client_manager_told | Shutdown the client scheduler successfully, clientId={client_id}
client_manager_told | Shutdown the client async worker successfully, clientId={client_id}
client_manager_told | Shutdown the telemetry command executor successfully, clientId={client_id}
client_manager_told | Begin to fetch topic(s) route data from remote during client startup, clientId={client_id}, <<topics={rest}>>
client_manager_told | Fetch topic route data from remote successfully during startup, clientId={client_id}, <<topics={rest}>>
client_manager_told | Start to update route cache for a new round, clientId={client_id}
client_manager_told | Start to log statistics, <<{any}>>, clientId={client_id}
client_manager_told | create rpc client success, <<target={rest}>>
client_manager_told | clientManager start syncSettings
client_manager_told | clientManager start cleanRpcClient
heartbeat_failed | send heartbeat failed: <<failed to get sessions: {rest}>>
heartbeat_failed | send heartbeat failed: <<failed to send heartbeat rpc: {rest}>>
heartbeat_failed | send heartbeat failed: <<server return error: {rest}>>
heartbeat_failed | Heartbeat failed for endpoints=<<{any}>>, clientId={client_id}, error={rest}
heartbeat_failed | [Bug] unexpected exception raised during heartbeat, clientId={client_id}
route_failed | sync route failed: <<{rest}>>
route_failed | query route for topic={topic} failed: <<error={rest}>>
route_failed | update topic raise exception when client startup, ignore it, <<{rest}>>
route_failed | Failed to update routes periodically, clientId={client_id}, <<error={rest}>>
route_failed | Fetch topic route failed during startup, will retry, clientId={client_id}, <<attempt={rest}>>
route_failed | [Bug] unexpected exception raised during topic route cache update, <<{rest}>>
route_failed | Exception raised while updating topic route cache, clientId={client_id}
route_failed | Yuck! route for {topic} is invalid. <<Cause: {rest}>>
route_fetched | update route for topic={topic}
route_fetched | Fetch topic route successfully during startup, clientId={client_id}, <<attempt={rest}>>
route_changed | TopicRouteData for topic={topic} has changed. <<{rest}>>
route_changed | route changed for <<{any}>>. old route is {any}, new route is {rest}
consumer_start_failed | Fetch topic route failed after {number} attempts, clientId={client_id}, <<error={rest}>>
consumer_start_failed | Failed to start push consumer, cleaning up resources, clientId={client_id}, <<error={rest}>>
consumer_start_failed | startup exception:  <<{rest}>>
consumer_start_failed | PushConsumer started with unexpected state. <<{rest}>>
consumer_start_failed | SimpleConsumer started with unexpected state. <<{rest}>>
consumer_start_failed | No name server resolver is configured.
consumer_ready | start simple consumer success, client_id: {client_id}
consumer_ready | PushConsumer started with external telemetry
consumer_starting | Begin to startup the rocketmq client, clientId={client_id}
consumer_stopping | Dropping all process queues, clientId={client_id}, <<queueCount={rest}>>
assignment_failed | process assignments failed: <<{rest}>>
assignment_failed | query assignment failed: <<{rest}>>
assignment_failed | query assignment failed, <<no status in response.>>
assignment_failed | handle query topic: {topic} assignment response raise exception. <<{rest}>>
assignment_empty | Acquired empty assignments from remote, would scan later,
receive_failed | receive messages error: <<{rest}>>
receive_failed | Exception in receiveMessage, mq=<<{any}>>, error={rest}
receive_failed | Failed to receive message, mq=<<{any}>>, error={rest}
receive_failed | consumer:{group} receive message exception: <<{rest}>>
receive_failed | [BUG] handle received message occur error, status is None.
receive_failed | Received temporary error from server, will retry after {any}, topic={topic}, clientId={client_id}, <<error={rest}>>
receive_stopped | end receive, because consumer is not running.
receive_stopped | end receive, because queue is dropped.
consume_failed | failed to consume message, topic: {topic}, <<message_id: {rest}>>
consume_failed | Error while consuming message, clientId={client_id}
consume_failed | Message consumption failed, <<messageId={any}>>, error={rest}
consume_callback_failed | [BUG]consume fifo raise exception, topic: {topic}, <<message_id: {rest}>>
consume_callback_failed | consume message in fifo raise exception, <<{rest}>>
consume_callback_failed | process received message raise exception, <<{rest}>>
flow_control | process queue total cached messages exceeds the threshold, <<{rest}>>
flow_control | process queue total cached message size exceeds the threshold, <<{rest}>>
flow_control | Process queue total cached messages quantity exceeds the threshold,
flow_control | Process queue total cached messages memory exceeds the threshold,
queue_idle | process queue is idle, <<idle_duration: {rest}>>
ack_failed | ack message failed: <<{any}>>, will deliver later.
ack_failed | process ack entry queue failed: <<{rest}>>
ack_failed | put ack entry to queue error <<{rest}>>
ack_failed | put nack entry to queue error <<{rest}>>
ack_failed | ack or nack raise exception, <<{rest}>>
ack_failed | Failed to change invisible duration, would retry later,
ack_lost | The ack entry sender is not set. Drop the ack message.
ack_lost | Drop the nack message due to ack entry sender is not set.
ack_lost | Drop the dlq message due to ack edntry sender is not set.
ack_too_late | failed to ack message due to the invalid receipt handle, forgive to retry, topic: {topic}, <<message_id: {rest}>>
ack_too_late | Failed to ack message due to the invalid receipt handle, forgive to retry,
ack_too_late | Failed to change invisible duration due to the invalid receipt handle,
ack_recovered | Successfully acked message finally, clientId={client_id},
dead_letter_failed | put dlq entry to queue error <<{rest}>>
dead_letter_failed | Failed to forward message to dead letter queue,
dead_letter_failed | Exception raised while forward message to DLQ, would attempt to re-forward later,
dead_letter_sent | forward message to dead letter queue successfully, consumerGroup: {group}, topic: {topic}, <<message_id: {rest}>>
dead_letter_sent | Forward message to dead letter queue successfully,
dead_letter_due | Failed to consume fifo message finally, run out of attempt times,
message_corrupted | message is corrupted for consumption, prepare to discard it, topic: {topic}, <<message_id: {rest}>>
message_corrupted | Message is corrupted for FIFO consumption, prepare to discard it,
message_corrupted | Message corrupted, discarding, <<messageId={rest}>>
message_corrupted | (body_check_sum exception, topic: {topic}, <<message_id: {rest}>>
session_lost | sync settings failed: <<{rest}>>
session_lost | Failed to sync settings, clientId={client_id}, <<error={rest}>>
session_lost | [Bug] unexpected exception raised during setting sync, clientId={client_id}
session_lost | telemetry command stream closed by server
session_lost | telemetry response error: <<{rest}>>
session_lost | Failed to refresh telemetry session, <<endpoints={any}>>, clientId={client_id}, error={rest}
session_lost | Failed to create telemetry stream, <<endpoints={any}>>, clientId={client_id}, error={rest}
session_lost | Get error status from telemetry session, <<status={any}>>, clientId={client_id}
session_lost | read stream from endpoints <<{any}>> occurred AioRpcError. {rest}
session_lost | read stream from endpoints <<{any}>> exception, {rest}
session_lost | rebuild stream_steam_call to <<{any}>> exception: {rest}
session_lost | send setting to <<{any}>> occurred AioRpcError: {rest}
session_lost | send setting to <<{any}>> exception: {rest}
session_lost | Read of initial-metadata failed from <<{rest}>>
session_lost | happened unavailable err=<<{rest}>>
session_renewed | Creating telemetry session, <<endpoints={any}>>, clientId={client_id}
session_renewed | Refreshing telemetry session, <<endpoints={any}>>, clientId={client_id}
session_renewed | Begin to establish session for <<endpoints={any}>>, clientId={client_id}
transport_recovering | create_aio_channel to [<<{any}>>] exception: {rest}
transport_recovering | retrieve or create channel exception: <<{rest}>>
transport_recovering | No name server available
answer_refused | ClientIdRequired: <<{any}>>. Host={rest}
answer_refused | UnsupportedClientType: <<{any}>>. Host={rest}
answer_refused | Unauthorized due to lack of valid authentication credentials: <<Cause={rest}>>
answer_refused | Forbidden due to insufficient permission to the resource: <<Cause={rest}>>
answer_refused | Access credential is incomplete. Check your access key/secret.
answer_unknown | Unrecognized status code=<<{rest}>>
answer_unknown | unrecognized status code:<<{rest}>>
send_failed | failed to send message to <<{any}>>, because of run out of attempt times, topic:{topic}, {rest}
send_failed | failed to send message to <<{any}>>, because of to too many requests, topic:{topic}, {rest}
send_failed | send message exception, topic: {topic}, <<{rest}>>
send_failed | Failed to send message finally, run out of attempt times,
endpoints_unreadable | client configuration parse <<{any}>> exception: {rest}
"""  # noqa: E501

MEANINGS = """
consumer_ready | routine | The consumer is up | at every start
assignment_changed | passing 60 | The queues that the proxy assigned to this client changed | at starts and stops of clients
assignment_empty | passing 60 | The proxy assigned no queue to this client | at a start; lasting, nothing is read through it | the topic's route and its read permission; the group's clients, and whether all consume alike
assignment_added | routine | The client began to receive from a queue | at every start and change of assignment
assignment_dropped | routine | The client stopped to receive from a queue | at every change of assignment
receive_failed if code | passing 60 | Receiving of messages failed with code {code}; it is tried again | while the proxy restarts | the endpoints (a proxy's gRPC port, 8081) as this client reaches them, and what closes idle connections between them; the proxy's log
receive_failed | passing 60 | Receiving of messages failed; it is tried again | while the proxy restarts | the endpoints (a proxy's gRPC port, 8081) as this client reaches them, and what closes idle connections between them; the proxy's log
route_fetched | routine | The client got a topic's route | at a start and every 30 s
ack_failed | passing 60 | The client could not tell the proxy that a message was consumed; it tries again, and the message may be delivered twice | while the proxy restarts | the way to the proxy or broker; a listener that takes the same message twice without harm
ack_too_late | fault | The client acknowledged a message after its invisible time: it was or will be delivered again | | an invisible time (popInvisibleTime, invisibleDuration) longer than the listener needs, or fewer messages at once
ack_recovered | routine | An acknowledgement succeeded after failed tries | after ack_failed
dead_letter_failed | passing 60 | A message that failed too often could not be put into the dead letter queue; it is tried again | while the proxy restarts | the way to the proxy or broker; a listener that takes the same message twice without harm
dead_letter_sent | fault | A message failed as often as is allowed and went to the dead letter queue: the group will not get it again | | why the listener failed on it; maxReconsumeTimes; %DLQ%GROUP holds what was given up
dead_letter_due | fault | A message of an ordered queue failed as often as is allowed and goes to the dead letter queue | | why the listener failed on it; maxReconsumeTimes; %DLQ%GROUP holds what was given up
message_corrupted | fault | A message's body is damaged or cannot be unpacked; the client discards it without calling the listener | | one kind of compression that all clients know (compressType, compressMsgBodyOverHowmuch of the producer), and clients of one version
consume_callback_failed | fault | The client's own processing around the listener failed: these messages come again | | the application's own code that the trace below names
receive_put_off | passing 60 | The client waits before it asks for more messages: it holds as many as it may, or the server asked it to slow down | for some seconds when many messages arrive at once; lasting, consuming is slower than sending | a faster listener, or more of its threads
receive_stopped | routine | The client stopped asking for messages of a queue | when a queue is given to another client, and at a stop
queue_idle | passing 60 | No messages were asked of a queue for long; the client drops it and begins anew | after a long pause of the network | the endpoints (a proxy's gRPC port, 8081) as this client reaches them, and what closes idle connections between them; the proxy's log
queue_stats_printed | routine | Counters of what the client received and consumed | every minute
session_lost | passing 60 | The client lost its session with the proxy, through which settings and commands come; it is opened again | while the proxy restarts | the endpoints (a proxy's gRPC port, 8081) as this client reaches them, and what closes idle connections between them; the proxy's log
session_renewed | routine | The client opened its session with the proxy and got its settings | at a start and after a lost session
session_ended | routine | The client closed a session with a proxy | at a stop, and when a proxy leaves the route
session_asked | routine | The proxy asked the client for something: a check of a transaction or a message, its threads, to connect anew | when somebody asks for it
transport_recovering | passing 60 | The client has no working connection to a proxy and builds it anew | while the proxy restarts | the endpoints (a proxy's gRPC port, 8081) as this client reaches them, and what closes idle connections between them; the proxy's log
answer_refused | fault | The server refused the client's request: a group or topic that it does not know, no permission, or too many requests | | what the code asks for: the topic and the group as they are on the server, the account's rights, or fewer requests
server_failed | passing 60 | The server could not answer: an inner failure, or what stands behind the proxy did not answer in time | while a broker behind the proxy restarts | proxy.log at that moment, and whether the proxy reaches the name server and the brokers (namesrvAddr in rmq-proxy.json, brokerIP1)
send_failed | elsewhere | A producer could not send a message | | what its exception or code says; the topic's route, and the broker's address in it
metrics_set | routine | The client switched its metrics on or off as the proxy told it | at every start
metrics_failed | elsewhere | The client could not count something for its metrics; consuming is not touched |
client_manager_told | routine | The client starts, stops or keeps its connections and routes | at every start and stop
ack_lost | fault | The client stopped before it could acknowledge a message: it comes again | at a stop | the way to the proxy or broker; a listener that takes the same message twice without harm
answer_unknown | fault | The server answered with a status that this client does not know: it is newer than the client | with much newer proxies | clients and proxies of versions that fit
endpoints_unreadable | fault | The endpoints of the client cannot be read: it connects to nothing | | endpoints as host:8081, several with semicolons between them
"""  # noqa: E501
