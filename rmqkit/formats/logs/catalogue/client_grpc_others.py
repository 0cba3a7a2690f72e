"""What only the Rust, Python, Node, .NET, Go and C++ clients of 5.x print (rocketmq-clients).

Data only: one line per wording. The rest they share with the Java client.
"""

from __future__ import annotations

from rmqkit.formats.logs.catalogue.message import Message, messages

TABLE = """
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

MESSAGES: tuple[Message, ...] = messages("client", TABLE)

MEANINGS = """
ack_lost | fault | The client stopped before it could acknowledge a message: it comes again | at a stop | the way to the proxy or broker; a listener that takes the same message twice without harm
answer_unknown | fault | The server answered with a status that this client does not know: it is newer than the client | with much newer proxies | clients and proxies of versions that fit
endpoints_unreadable | fault | The endpoints of the client cannot be read: it connects to nothing | | endpoints as host:8081, several with semicolons between them
"""  # noqa: E501
