"""The proxy's messages (5.x). Data only: one line per wording."""

TABLE = """
queue_lock_failed | LockBatchMQ exception, group={group}
queue_lock_failed | LockBatchMQ failed, group={group}
queue_unlock_failed | UnlockBatchMQ failed, group={group}
telemetry_on | telemetry on error
process_telemetry_command_failed_request | process client telemetryCommand failed. request:<<{rest}>>
remove_grpc_channel_when_unregister_channel | remove grpc channel when client unregister. group:{group}, clientChannelInfo:{channel}, removed:<<{rest}>>
save_settings_sync_other_proxy_channel | save client settings sync from other proxy. group:{group}, channelInfo:{channel}, settings:<<{rest}>>
telemetry_command_observer_null_when_try | telemetry command observer is null when try to write data. command:{any}, channel:<<{rest}>>
write_telemetry_failed_command | write telemetry failed. command:<<{rest}>>
convert_settings_json_data_failed_settings | convert settings to json data failed. settings:<<{rest}>>
convert_settings_json_data_settings_failed | convert settings json data to settings failed. data:<<{rest}>>
remove_unused_grpc_settings_settings | remove unused grpc client settings. group:{any}, settings:<<{rest}>>
check_expired_grpc_settings_failed | check expired grpc client settings failed. clientId:{client_id}
sync_register_heart_beat_data | sync register heart beat. topic:{any}, data:<<{rest}>>
heartbeat_register_broadcast_failed_channel_info | heartbeat register broadcast failed. group:{group}, clientChannelInfo:{channel}, consumeType:{any}, messageModel:{any}, consumeFromWhere:{any}, subList:<<{rest}>>
heartbeat_submit_register_broadcast_failed_channel | heartbeat submit register broadcast failed. group:{group}, clientChannelInfo:{channel}, consumeType:{any}, messageModel:{any}, consumeFromWhere:{any}, subList:<<{rest}>>
sync_unregister_heart_beat_data | sync unregister heart beat. topic:{any}, data:<<{rest}>>
heartbeat_unregister_broadcast_failed_channel_info | heartbeat unregister broadcast failed. group:{group}, clientChannelInfo:{channel}, consumeType:<<{rest}>>
heartbeat_submit_unregister_broadcast_failed_channel | heartbeat submit unregister broadcast failed. group:{group}, clientChannelInfo:{channel}, consumeType:<<{rest}>>
start_process_remote_channel_data_channel | start process remote channel. data:{any}, clientChannelInfo:{channel}
heartbeat_consume_message_failed_msg_data | heartbeat consume message failed. msg:{any}, data:<<{rest}>>
send_system_message_failed_data | send system message failed. data: {any}, topic: <<{rest}>>
send_system_message_failed_data_send | send system message failed. data: {any}, topic: {any}, sendResult:<<{rest}>>
add_renew_task_failed_size | add renew task failed. queueSize:<<{rest}>>
unexpect_when_schedule_renew_task | unexpect error when schedule renew task
scan_renewal_done_cost | scan for renewal done. cost:{any}ms
when_renew_message_msg_handle_str | error when renew message. msgID:{any}, handleStr:<<{rest}>>
handle_exceed_max_renew_retry_times | handle has exceed max renewRetryTimes. handle:<<{rest}>>
when_renew_handle | error when renew. handle:<<{rest}>>
renew_response_not_ok_result_handle | renew response is not ok. result:{any}, handle:<<{rest}>>
subscription_config_null_when_renew_handle | group's subscriptionGroupConfig is null when renew. handle: <<{rest}>>
when_nack_renew_handle | error when nack in renew. handle:<<{rest}>>
unexpect_when_renew_message_stop_renew | unexpect error when renew message, stop to renew it. handle:<<{rest}>>
when_clear_handle_key | error when clear handle for group. key:{topic_at_group}
start_clear_all_handle_receipt_handle | start clear all handle in receiptHandleProcessor
clear_all_handle_receipt_handle_done | clear all handle in receiptHandleProcessor done
clear_handle_this_when_unregister_channel | clear handle of this client when client unregister. group:{group}, clientChannelInfo:{channel}
remove_remoting_channel_when_unregister_channel | remove remoting channel when client unregister. clientChannelInfo:{channel}
unregister_producer_failed_channel_not_exist | unregister producer failed, channel not exist, may has been removed, producerGroup={any}, channel=<<{rest}>>
unregister_consumer_failed_channel_not_exist | unregister consumer failed, channel not exist, may has been removed, consumerGroup={group}, channel=<<{rest}>>
check_transaction_failed_channel_empty_request | check transaction failed, channel is empty. groupId={any}, requestHeader:<<{rest}>>
proxy_error | - internal server error
proxy_error | grpc server has exception. errorMsg:<<{rest}>>
proxy_cancelled | client has cancelled the request. response to write: <<{rest}>>
proxy_write_failed | err when write receive message response
proxy_write_failed | err when complete receive message response
proxy_started | rocketmq-proxy startup successfully
proxy_started | grpc server start successfully.
proxy_started | grpc server has built. port: <<{rest}>>
proxy_stopping | try to shutdown server
proxy_stopping | grpc server shutdown successfully.
proxy_route_failed | reload topic route from namesrv. topic: {topic}
proxy_config_failed | load subscription config failed. consumerGroup:{group}
proxy_config_failed | load topic config failed. topic:{topic}
proxy_inflight_expired | expired in-flight requests is cleaned.
proxy_handle_expired | HandleData lock expired, <<{rest}>>
proxy_pop_limited | change maxNums from {number} to <<{number}>> for pop request, with info: topic:{topic}, group:{group}
proxy_forward_failed | Failed to process popMessage command
proxy_forward_failed | Fail to process ackMessage command
proxy_forward_failed | Fail to process changeInvisibleTime command
proxy_forward_failed | Fail to process sendMessageBack command
proxy_filter_failed | process filterMessage failed. requestHeader:<<{rest}>>
queue_unlock_failed | UnlockBatchMQ exception, group={group}
proxy_not_authorised | - authenticate failed, request:<<{rest}>>
proxy_not_authorised | - authorize failed, request:<<{rest}>>
proxy_handle_missing | pop message from broker but handle is empty. <<{rest}>>
proxy_forward_failed | Fail to process batchAckMessage command
proxy_config_failed | build addressable message queue fail, messageQueue = <<{rest}>>
proxy_error | find an unexpect err.
proxy_client_nameless | ClientId is unexpected null or empty
proxy_listener_failed | process ssl protocol negotiator failed.
proxy_listener_failed | process proxy protocol negotiator failed.
proxy_listener_failed | SslContext init error
"""  # noqa: E501

MEANINGS = """
telemetry_on | passing 60 | A gRPC client's stream of settings and commands broke | when clients stop or reconnect | the endpoints (a proxy's gRPC port, 8081) as this client reaches them, and what closes idle connections between them; the proxy's log
process_telemetry_command_failed_request | passing 60 | A gRPC client's settings or command could not be handled | with clients of another version | clients and proxies of versions that fit
remove_grpc_channel_when_unregister_channel | routine | A gRPC client left | at every stop
save_settings_sync_other_proxy_channel | routine | A proxy learned a client's settings from another proxy | with several proxies
telemetry_command_observer_null_when_try | passing 60 | A command for a gRPC client could not be sent: its stream is gone | when clients stop or reconnect | clients that wait longer than a long poll takes (requestTimeout), and what closes connections between
write_telemetry_failed_command | passing 60 | A command for a gRPC client could not be sent | when clients stop or reconnect | clients that wait longer than a long poll takes (requestTimeout), and what closes connections between
convert_settings_json_data_failed_settings | elsewhere | A client's settings could not be passed to other proxies |
convert_settings_json_data_settings_failed | elsewhere | A client's settings from another proxy could not be read | with proxies of different versions | clients and proxies of versions that fit
remove_unused_grpc_settings_settings | routine | Settings of clients that left were forgotten | every minute
check_expired_grpc_settings_failed | elsewhere | Settings of clients that left could not be checked |
sync_register_heart_beat_data | routine | A proxy learned of a client from another proxy | with several proxies
heartbeat_register_broadcast_failed_channel_info | passing 60 | Other proxies could not be told of a client | while a broker restarts
heartbeat_submit_register_broadcast_failed_channel | passing 60 | Other proxies could not be told of a client | while the proxy is busy
sync_unregister_heart_beat_data | routine | A proxy learned from another proxy that a client left | with several proxies
heartbeat_unregister_broadcast_failed_channel_info | passing 60 | Other proxies could not be told that a client left | while a broker restarts
heartbeat_submit_unregister_broadcast_failed_channel | passing 60 | Other proxies could not be told that a client left | while the proxy is busy
start_process_remote_channel_data_channel | routine | A request for a client of another proxy is handled | with several proxies
heartbeat_consume_message_failed_msg_data | passing 60 | What another proxy says of its clients could not be read | with proxies of different versions | clients and proxies of versions that fit
send_system_message_failed_data | passing 60 | Other proxies could not be told of clients | while a broker restarts
send_system_message_failed_data_send | passing 60 | Other proxies could not be told of clients | while a broker restarts
add_renew_task_failed_size | fault | The proxy is too busy to keep messages for clients that are still at work: they may come again | under load | the proxy's way to the brokers, and its load; a listener that takes the same message twice without harm
unexpect_when_schedule_renew_task | fault | The proxy could not look for messages whose time runs out: they may come again | | the proxy's way to the brokers, and its load; a listener that takes the same message twice without harm
scan_renewal_done_cost | routine | The proxy looked for messages whose time runs out | every few seconds
when_renew_message_msg_handle_str | fault | The time of a message in work could not be prolonged: it may come again | while a broker restarts | the proxy's way to the brokers, and its load; a listener that takes the same message twice without harm
handle_exceed_max_renew_retry_times | fault | The time of a message could not be prolonged several times: it comes again | | the proxy's way to the brokers, and its load; a listener that takes the same message twice without harm
when_renew_handle | fault | The time of a message in work could not be prolonged: it may come again | while a broker restarts | the proxy's way to the brokers, and its load; a listener that takes the same message twice without harm
renew_response_not_ok_result_handle | fault | A broker refused to prolong a message's time: it comes again | when the time was over already | an invisible time (popInvisibleTime, invisibleDuration) longer than the listener needs, or fewer messages at once
subscription_config_null_when_renew_handle | fault | The group of a message in work has no settings: its time is not prolonged | after the group was deleted | mqadmin updateSubGroup -n NAMESRV -c CLUSTER -g GROUP
when_nack_renew_handle | fault | A message that lay too long could not be given back | while a broker restarts | the proxy's way to the brokers, and its load; a listener that takes the same message twice without harm
unexpect_when_renew_message_stop_renew | fault | The time of a message is not prolonged any more: it comes again | | the proxy's way to the brokers, and its load; a listener that takes the same message twice without harm
when_clear_handle_key | elsewhere | What a client that left held could not be given back | while a broker restarts
start_clear_all_handle_receipt_handle | routine | The proxy gives back all messages in work | at its stop
clear_all_handle_receipt_handle_done | routine | The proxy gave back all messages in work | at its stop
clear_handle_this_when_unregister_channel | routine | What a client that left held is given back | at every stop of a client
remove_remoting_channel_when_unregister_channel | routine | A client of the remoting protocol left the proxy | at every stop
unregister_producer_failed_channel_not_exist | routine | A producer left that the proxy had forgotten already | at stops
unregister_consumer_failed_channel_not_exist | routine | A consumer left that the proxy had forgotten already | at stops
check_transaction_failed_channel_empty_request | elsewhere | No producer is connected that could be asked about a transaction | while the producer is down | a producer of that group that is online and has a transaction listener; one group for one kind of transaction
proxy_error | fault | The proxy failed at a request; the exception below says why | while a broker restarts | proxy.log at that moment, and whether the proxy reaches the name server and the brokers (namesrvAddr in rmq-proxy.json, brokerIP1)
proxy_cancelled | passing 60 | A gRPC client did not wait for the answer: messages in it come again | when clients stop, or wait shorter than the proxy works | clients that wait longer than a long poll takes (requestTimeout), and what closes connections between
proxy_write_failed | passing 60 | Messages could not be written to a gRPC client: they come again | when clients stop or reconnect | clients that wait longer than a long poll takes (requestTimeout), and what closes connections between
proxy_started | routine | The proxy is up | at every start
proxy_stopping | routine | The proxy stops | at every stop
proxy_route_failed | passing 60 | The proxy could not get a topic's route | while a name server restarts | proxy.log at that moment, and whether the proxy reaches the name server and the brokers (namesrvAddr in rmq-proxy.json, brokerIP1)
proxy_config_failed | passing 60 | The proxy could not get the settings of a group or topic | while a broker restarts; lasting, the group or topic does not exist | proxy.log at that moment, and whether the proxy reaches the name server and the brokers (namesrvAddr in rmq-proxy.json, brokerIP1)
proxy_inflight_expired | elsewhere | The proxy gave up requests that it waited for | while brokers are slow | proxy.log at that moment, and whether the proxy reaches the name server and the brokers (namesrvAddr in rmq-proxy.json, brokerIP1)
proxy_handle_expired | elsewhere | The proxy's work on one message took too long | under load
proxy_pop_limited | routine | A client asked for more messages at once than a pop may bring | for large batches
proxy_forward_failed | passing 60 | The broker inside this proxy could not do a request | while it starts or stops | proxy.log at that moment, and whether the proxy reaches the name server and the brokers (namesrvAddr in rmq-proxy.json, brokerIP1)
proxy_filter_failed | fault | The proxy could not filter messages for a client | | the SQL92 expression, and properties of the kind that it compares
proxy_not_authorised | fault | The proxy refused a client: its user or permission is wrong | | accessKey and secretKey of that client, and the user's rights: mqadmin getUser, getAcl and createAcl (5.3 and later), plain_acl.yml before
proxy_handle_missing | fault | A broker gave out a message without what is needed to acknowledge it: it comes again |
proxy_client_nameless | fault | A client came without an id: it is not registered | with probes of load balancers | the header x-mq-client-id kept by what stands between
proxy_listener_failed | fault | The proxy could not set up TLS or read what stands before a connection: clients cannot connect | with probes of load balancers | TLS alike on both sides: tls.server.mode (disabled, permissive, enforcing) and the key files of the server, tls.enable (useTLS) of the client
"""  # noqa: E501
