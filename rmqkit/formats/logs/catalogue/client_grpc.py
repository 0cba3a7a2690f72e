"""The gRPC clients of 5.x (rocketmq-clients: Java, C#, C++, Python).

Data only: one line per wording.

Their assignments come from the server, and a queue may be assigned to several clients by design: so
these are events of their own and no `rebalance_result`, `queue_added` or `queue_dropped`.
"""

from __future__ import annotations

from rmqkit.formats.logs.catalogue.message import Message, messages

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
"""  # noqa: E501

MESSAGES: tuple[Message, ...] = messages("client", TABLE)

MEANINGS = """
consumer_ready | routine | The consumer is up | at every start
assignment_changed | passing 60 | The queues that the proxy assigned to this client changed | at starts and stops of clients
assignment_empty | passing 60 | The proxy assigned no queue to this client | at a start; lasting, nothing is read through it | the topic's route and its read permission; the group's clients, and whether all consume alike
assignment_added | routine | The client began to receive from a queue | at every start and change of assignment
assignment_dropped | routine | The client stopped to receive from a queue | at every change of assignment
receive_failed if code | passing 60 | Receiving of messages failed with code {code}; it is tried again | while the proxy restarts | the endpoints (a proxy's gRPC port, 8081) as this client reaches them, and what closes idle connections between them; the proxy's log
receive_failed | passing 60 | Receiving of messages failed; it is tried again | while the proxy restarts | the endpoints (a proxy's gRPC port, 8081) as this client reaches them, and what closes idle connections between them; the proxy's log
route_fetched | routine | The client got a topic's route | at a start and every 30 s
"""  # noqa: E501
