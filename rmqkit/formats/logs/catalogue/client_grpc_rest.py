"""The gRPC clients' other messages: sessions, acknowledging, processing, transport. Data only: one line per wording."""

from __future__ import annotations

from rmqkit.formats.logs.catalogue.message import Message, messages

TABLE = """
ack_failed | Failed to ack message, would attempt to re-ack later, clientId={client_id}, consumerGroup={group}, <<{rest}>>
ack_failed | Exception raised while acknowledging message, clientId={client_id}, consumerGroup={group}, <<{rest}>>
ack_failed | Failed to ack message[message-id=<<{any}>>]. Cause: {rest}
ack_failed | Failed to nack message[message-id=<<{any}>>]. Cause: {rest}
ack_failed | Failed to write Nack request to wire. <<gRPC-code: {rest}>>
ack_failed | Failed to change message invisible duration, messageId=<<{any}>>, endpoints={any}, {any}clientId={client_id}
ack_failed | Exception raised while changing message invisible duration, messageId=<<{any}>>, endpoints={any}, clientId={client_id}
ack_failed | Failed to change invisible duration, would retry later, clientId={client_id}, consumerGroup={group}, <<{rest}>>
ack_failed | Exception raised while changing invisible duration, would retry later, clientId={client_id}, consumerGroup={group}, <<{rest}>>
ack_too_late | Failed to ack message due to the invalid receipt handle, forgive to retry, clientId={client_id}, consumerGroup={group}, <<{rest}>>
ack_too_late | Failed to change invisible duration due to the invalid receipt handle, forgive to retry, clientId={client_id}, consumerGroup={group}, <<{rest}>>
ack_too_late | Broker complained bad receipt handle on ack message[<<{any}>>]
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
"""  # noqa: E501

MESSAGES: tuple[Message, ...] = messages("client", TABLE)

MEANINGS = """
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
"""  # noqa: E501
