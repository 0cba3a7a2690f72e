"""Messages that clients, brokers and name servers have in common: connections, TLS and settings,
statistics and watermarks, service threads. Data only: one line per wording."""

TABLE = """
connection_failed | createChannel: connect remote host[{address}] failed, <<{rest}>>
connection_failed | createChannel: connect remote host[{address}] timeout <<{any}ms>>, {rest}
connection_failed | createChannel: create channel exception
connection_failed | getAndCreateNameserverChannel: create name server channel exception
connection_failed | invokeSync: wait response timeout exception, the channel[addr={address}, id={any}]
connection_failed | invokeSync: wait response timeout exception, the channel[{address}]
connection_failed | invokeSync: send request exception, so close the channel[addr={address}, id={any}]
connection_failed | invokeSync: send request exception, so close the channel[{address}]
connection_failed | invokeSync: close socket because of timeout, <<{number}ms>>, channel[addr={address}, id={any}]
connection_failed | invokeSync: close socket because of timeout, <<{number}ms>>, {address}
connection_closed | closeChannel: the channel[addr={address}, id={any}] was removed from channel table
connection_closed | closeChannel: the channel[{address}] was removed from channel table
connection_closed | NETTY CLIENT PIPELINE: CLOSE channel[addr={address}, id={any}]
connection_closed | NETTY CLIENT PIPELINE: CLOSE {address}
connection_closed | NETTY CLIENT PIPELINE: DISCONNECT {address}
connection_closed | NETTY CLIENT PIPELINE: channelInactive, the channel[addr={address}, id={any}]
connection_closed | NETTY CLIENT PIPELINE: channelInactive, the channel[{address}]
connection_closed | NETTY SERVER PIPELINE: channelInactive, the channel[{address}]
connection_closed | NETTY SERVER PIPELINE: channelUnregistered, the channel[{address}]
connection_failed | invokeAsync: send request exception, so close the channel[addr={address}, id={any}]
connection_failed | invokeAsync: send request exception, so close the channel[{address}]
connection_failed | invokeOneway: send request exception, so close the channel[addr={address}, id={any}]
connection_failed | invokeOneway: send request exception, so close the channel[{address}]
connection_failed | scanAvailableNameSrv get channel of {address} failed
connection_closed | closeChannel: close the connection to remote address[{address}] result: {rest}
connection_idle | NETTY CLIENT PIPELINE: IDLE exception channel[addr={address}, id={any}]
connection_idle | NETTY CLIENT PIPELINE: IDLE exception [{address}]
connection_idle | NETTY SERVER PIPELINE: IDLE exception [{address}]
connection_error | NETTY CLIENT PIPELINE: exceptionCaught channel[addr={address}, id={any}]
connection_error | NETTY CLIENT PIPELINE: exceptionCaught exception.
connection_error | NETTY CLIENT PIPELINE: exceptionCaught {address}
connection_error | NETTY SERVER PIPELINE: exceptionCaught exception.
connection_error | NETTY SERVER PIPELINE: exceptionCaught {address}
connection_begun | createChannel: begin to connect remote host[{address}] asynchronously
connection_opened | createChannel: connect remote host[{address}] success, <<{rest}>>
connection_opened | NETTY CLIENT PIPELINE: CONNECT  {any} => {address}
connection_opened | NETTY CLIENT PIPELINE: ACTIVE, {address}
connection_opened | NETTY SERVER PIPELINE: channelActive, the channel[{address}]
connection_opened | NETTY SERVER PIPELINE: channelRegistered {address}
channel_event_dropped | over the limit [{number}], so drop this event <<NettyEvent [type={any}, remoteAddr={address}, {rest}>>
channel_event_dropped | enough, so drop this event <<NettyEvent [type={any}, remoteAddr={address}, {rest}>>
request_not_sent | write send a request command to channel <{any}> failed.
request_not_sent | send a request command to channel </{address}>
request_not_sent | send a request command to channel <{address}>
request_not_supported | {address} request type <<{number}>> not supported
request_timed_out | remove timeout request, <<{rest}>>
response_unmatched | receive response, but not matched any request, {address}
response_unmatched | but not matched any request, address={address}, channelId=
request_failed | process request exception, remoteAddr: {address}
callback_rejected | execute callback in executor exception, maybe executor busy
server_listening | RemotingServer started, listening <<{rest}>>
sslcontext_created_server | SSLContext created for server
failed_create_sslcontext_server | Failed to create SSLContext for server
clients_intend_establish_ssl_connection_while | Clients intend to establish a SSL connection while this server is running in SSL disabled mode
handlers_prepended_channel_establish_ssl_connection | Handlers prepended to channel pipeline to establish SSL connection
trying_establish_ssl_connection_but_ssl | Trying to establish a SSL connection but sslContext is null
clients_intend_establish_insecure_connection_while | Clients intend to establish an insecure connection while this server is running in SSL enforcing mode
while_removing_handshake_handler | Error while removing HandshakeHandler
clients_intend_establish_ssl_connection_while | Clients intend to establish an SSL connection while this server is running in SSL disabled mode
trying_establish_ssl_connection_but_ssl | Trying to establish an SSL connection but sslContext is null
channel_turns_writable_bytes_buffer_before | Channel[{address}] turns writable, bytes to buffer before changing channel to un-writable: <<{rest}>>
channel_auto_read_disabled_bytes_drain | Channel[{address}] auto-read is disabled, bytes to drain before it turns writable: <<{rest}>>
trying_establish_ssl_connection_but_ssl | Trying to establish an SSL connection but SslContext is null
close_channel_begin_close_channel_found | closeChannel: begin close the channel[{address}] Found: <<{rest}>>
close_channel_channel_removed_channel_table | closeChannel: the channel[{address}] has been removed from the channel table before
close_channel_channel_closed_before_created | closeChannel: the channel[{address}] has been closed before, and has been created again, nothing to do.
close_channel_close_channel_exception | closeChannel: close the channel exception
close_channel_try_lock_channel_table | closeChannel: try to lock channel table, but timeout, {any}ms
close_channel_exception | closeChannel exception
event_close_channel_channel_removed_channel | eventCloseChannel: the channel[{address}] has been removed from the channel table before
get_create_nameserver_channel_try_lock | getAndCreateNameserverChannel: try to lock name server, but timeout, {any}ms
create_channel_try_lock_channel_table | createChannel: try to lock channel table, but timeout, {any}ms
scan_addresses_name_server_empty | [SCAN] Addresses of name server is empty!
scan_no_response_after_name_server | [SCAN] No response after {any} from name server {address}, so close it!
scan_available_name_srv_addresses_name | scanAvailableNameSrv Addresses of name server is empty!
scan_available_name_srv_addresses_name | scanAvailableNameSrv addresses of name server is null!
close_channel_begin_close_channel_addr | closeChannel: begin close the channel[addr={address}, id={any}] Found: <<{rest}>>
close_channel_channel_addr_removed_channel | closeChannel: the channel[addr={address}, id={any}] has been removed from the channel table before
close_channel_channel_addr_closed_before | closeChannel: the channel[addr={address}, id={any}] has been closed before, and has been created again, nothing to do.
event_close_channel_channel_addr_removed | eventCloseChannel: the channel[addr={address}, id={any}] has been removed from the channel table before
close_channel_close_channel_exception | closeChannel: close the channel[id={any}] exception
routes_printed | topicQueueTable SIZE: <<{number}>>
routes_printed | brokerAddrTable SIZE: <<{number}>>
routes_printed | brokerLiveTable SIZE: <<{number}>>
routes_printed | clusterAddrTable SIZE: <<{number}>>
routes_printed | configTable SIZE: <<{number}>>
routes_printed | configTable NS: <<{any} Key: {rest}>>
topic_registered | Register topic route:{topic}, <<{rest}>>
topic_registered | Topic route already <<{rest}>>
broker_conflict | Register topic contains illegal broker, {topic}, <<{rest}>>
broker_conflict | Registered Broker conflicts with the existed one, just ignore.: Cluster:{any}, BrokerName:{broker}, <<{rest}>>
broker_register_damaged | receive registerBroker request,crc32 not match,from <<{rest}>>
broker_unregistered | unregisterBroker, remove cluster from clusterAddrTable <<{rest}>>
broker_unregistered | remove brokerName[{broker}], <<clusterName[{any}]>> from clusterAddrTable, because channel destroyed
broker_unregistered | remove the clusterName[<<{any}>>] from clusterAddrTable, because channel destroyed and no broker in this cluster
broker_unregister_failed | Couldn't submit the unregister broker request to handler, <<broker info: {rest}>>
broker_unregister_failed | Handle unregister broker request failed
topic_unregistered | removeTopicByBrokerName, remove one broker's topic {broker} <<{rest}>>
topic_unregistered | removeTopicByBrokerName, remove the topic all queue {topic}
broker_master_changed | cluster [<<{any}>>] brokerName [{broker}] master address change from {any} to {rest}
name_server_failed | registerTopic Exception
name_server_failed | pickupTopicRouteData Exception
name_server_failed | scanNotActiveBroker exception
name_server_failed | onChannelDestroy Exception
name_server_failed | unregisterBroker Exception
name_server_failed | getAllTopicList Exception
name_server_failed | getTopicsByCluster Exception
name_server_failed | getSystemTopicList Exception
name_server_failed | operateWritePermOfBrokerByLock Exception
name_server_failed | printAllPeriodically Exception
config_kept | putKVConfig create new Namespace <<{rest}>>
config_kept | putKVConfig update config item, <<Namespace: {rest}>>
config_kept | putKVConfig create new config item, <<Namespace: {rest}>>
config_kept | deleteKVConfig delete a config item, <<Namespace: {rest}>>
config_kept | load KV config table OK
config_kept_failed | Load KV config table exception
config_kept_failed | persist kvconfig Exception, <<{rest}>>
config_changed | Replace, key: <<{rest}>>
config_changed | updateConfig called by <<{rest}>>
config_failed | updateConfig byte array to string error:
config_failed | updateConfig MixAll.string2Properties error <<{rest}>>
config_failed | persist string2File error,
config_failed | string2Properties error
tls_told | SSL enabled for client
tls_told | Prepend SSL handler
tls_told | Server is running in TLS <<{any}>> mode
tls_told | Using OpenSSL provider
tls_told | Using JDK SSL provider
tls_told | Tls config file doesn't exist, skip it
tls_told | Log the final used tls related configuration
tls_told | SslContext created for server
tls_told | SslContext reloaded for <<{rest}>>
tls_failed | Failed to create SslContext
tls_failed | Failed to create SSLContext
tls_failed | Connections are insecure as SSLContext is null!
tls_failed | Connections are insecure as SslContext is null!
tls_failed | Unknown TLS mode
tls_failed | Error while removing TlsModeHandler
tls_failed | grpc tls set failed. <<msg: {rest}>>
buffers_told | server set SO_SNDBUF to <<{rest}>>
buffers_told | server set SO_RCVBUF to <<{rest}>>
buffers_told | client set SO_SNDBUF to <<{rest}>>
buffers_told | client set SO_RCVBUF to <<{rest}>>
buffers_told | set netty WRITE_BUFFER_WATER_MARK to <<{rest}>>
codes_counted | Port: <<{any}, RequestCode Distribution: {rest}>>
codes_counted | Port: <<{any}, ResponseCode Distribution: {rest}>>
command_broken | Failed field [<<{any}>>] decoding
command_broken | Failed to access field [<<{any}>>]
command_broken | decodeCommandCustomHeader exception
response_failed | process request over, but response failed
request_failed | process request exception
response_failed | Failed to write response[request code: <<{rest}>>
connection_failed | Get and create channel of <<{any}>> failed
connection_failed | Failed to write a request command to <<{any}>>, caused by underlying I/O operation failure
go_away_received | Receive go away from channelId=<<{rest}>>
go_away_received | proxy is shutting down, write response GO_AWAY. <<{rest}>>
go_away_received | invokeImpl receive GO_AWAY, <<{rest}>>
name_server_dropped | scanAvailableNameSrv remove invalid address <<{rest}>>
name_server_dropped | scanAvailableNameSrv remove unconnected address <<{rest}>>
callback_failed | execute callback in executor exception, and callback throw
callback_failed | executeInvokeCallback Exception
callback_failed | execute callback in requestFail, and callback throw
callback_failed | scanResponseTable, operationComplete Exception
callback_failed | scanResponseTable exception
"""  # noqa: E501

STATISTICS = """
sent_back_counted | [SNDBCK_PUT_NUMS] [{topic_at_group}] {any}Minute, <<{rest}>>
failures_counted | [CONSUME_FAILED_TPS] [{topic_at_group}] Stats In One Minute, <<{rest}>>
successes_counted | [CONSUME_OK_TPS] [{topic_at_group}] Stats In One Minute, <<{rest}>>
pulls_counted | [PULL_TPS] [{topic_at_group}] Stats In One Minute, <<{rest}>>
listener_timed | [CONSUME_RT] [{topic_at_group}] Stats In One Minute, <<{rest}>>
stats_printed | Stats In One Minute, <<{rest}>>
stats_printed | Stats In One Hour, <<{rest}>>
stats_printed | Stats In One Day, <<{rest}>>
pull_queue_printed | [WATERMARK] Pull Queue Size: <<{rest}>>
lite_pull_queue_printed | [WATERMARK] Lite Pull Queue Size: <<{rest}>>
ack_queue_printed | [WATERMARK] Ack Queue Size: <<{rest}>>
watermark_printed | [WATERMARK] <<{rest}>>
stats_every_minutes_value | [{any}] [{any}] Stats Every 5 Minutes, Value: <<{rest}>>
resource_sought | Looking for a resource file of name [<<{any}>>]
resource_sought | No resource file with name [<<{any}>>]
command_printed | - RemotingCommand [code=<<{number}, language={rest}>>
"""

SERVICE_THREADS = """
service_starting | Try to start service thread:<<{rest}>>
service_starting | Start service thread:<<{rest}>>
service_started |  service started
service_stopping | Shutdown service thread:<<{rest}>>
service_stopping | shutdown thread <<{rest}>>
service_joined | join thread <<{rest}>>
service_joined | Join thread:<<{rest}>>
service_ended |  service end
service_failed |  service has exception.
"""

MEANINGS = """
connection_idle | passing 60 | A connection was closed because nothing came over it for two minutes | for connections to name servers and unused brokers | what stands between the two (a firewall or load balancer that closes idle connections), and whether the other side restarted
connection_error | passing 60 | A connection broke: reset by the peer or by something between | when processes are killed | what stands between the two (a firewall or load balancer that closes idle connections), and whether the other side restarted
connection_begun | routine | A connection is being made | at starts and reconnects
channel_event_dropped | elsewhere | So many connections came or went that one event was not handled | in storms of reconnects
request_not_supported | elsewhere | A server was asked for something that it does not know: it is older than who asks. Request 200050 is a pop, by which proxies read for gRPC clients (5.0.0 and later): a broker of 4.x that is asked for it is read by none of them | for newer tools and exporters against older brokers | brokers of 5.x before gRPC clients, where the number is 200050
request_not_sent | passing 60 | A request could not be written to its connection | when the peer stops | the way from this client to the broker's address in the route (10911): firewall, and brokerIP1 in broker.conf where that address is an inner one
request_timed_out | passing 60 | An answer did not come in time and is not waited for any more | while the peer is busy or restarts | the way from this client to the broker's address in the route (10911): firewall, and brokerIP1 in broker.conf where that address is an inner one
response_unmatched | passing 60 | An answer came after nobody waited for it any more | while the peer is slow
request_failed | fault | A request failed inside this process; the exception below says why | while the broker stops | what the exception below names
callback_rejected | elsewhere | This process is too busy to handle an answer by its thread pool | under load
server_listening | routine | The server listens on its port | at every start
sslcontext_created_server | routine | TLS is set up | at every start
failed_create_sslcontext_server | fault | TLS could not be set up: clients with TLS cannot connect | | TLS alike on both sides: tls.server.mode (disabled, permissive, enforcing) and the key files of the server, tls.enable (useTLS) of the client
clients_intend_establish_ssl_connection_while | fault | A client wanted TLS and this server has it switched off: it cannot connect | | TLS alike on both sides: tls.server.mode (disabled, permissive, enforcing) and the key files of the server, tls.enable (useTLS) of the client
handlers_prepended_channel_establish_ssl_connection | routine | A connection uses TLS | at every connection with TLS
trying_establish_ssl_connection_but_ssl | fault | A client wanted TLS and this server has no certificate: it cannot connect | | TLS alike on both sides: tls.server.mode (disabled, permissive, enforcing) and the key files of the server, tls.enable (useTLS) of the client
clients_intend_establish_insecure_connection_while | fault | A client came without TLS and this server requires it: it cannot connect | | TLS alike on both sides: tls.server.mode (disabled, permissive, enforcing) and the key files of the server, tls.enable (useTLS) of the client
while_removing_handshake_handler | elsewhere | The first step of a connection could not be cleaned up | when a peer closes at once
channel_turns_writable_bytes_buffer_before | passing 60 | A peer takes data again after it was too slow | under load
channel_auto_read_disabled_bytes_drain | passing 60 | A peer takes data too slowly: nothing more is read from it for now | under load | the network to that client, and whether it stands still (garbage collection, memory); fewer messages at once
close_channel_begin_close_channel_found | passing 60 | A connection is being closed | at restarts of either side
close_channel_channel_removed_channel_table | routine | A connection that is closed was closed already | at restarts of either side
close_channel_channel_closed_before_created | routine | A connection that is closed was replaced already | at reconnects
close_channel_close_channel_exception | elsewhere | A connection could not be closed properly | while the process stops
close_channel_try_lock_channel_table | elsewhere | A connection's close had to wait too long | under load
close_channel_exception | elsewhere | A connection could not be closed properly | while the process stops
event_close_channel_channel_removed_channel | routine | A connection that is closed was closed already | at restarts of either side
get_create_nameserver_channel_try_lock | passing 60 | A connection to a name server had to wait too long | while name servers cannot be reached | namesrvAddr of this client, and its way to port 9876 of each name server
create_channel_try_lock_channel_table | passing 60 | A connection had to wait too long | while peers cannot be reached | the way from this client to the broker's address in the route (10911): firewall, and brokerIP1 in broker.conf where that address is an inner one
scan_addresses_name_server_empty | fault | The client knows no name server | | setNamesrvAddr("host:9876"), NAMESRV_ADDR, or rocketmq.name-server in Spring
scan_no_response_after_name_server | passing 60 | A name server does not answer: its connection is closed | while that name server restarts | namesrvAddr of this client, and its way to port 9876 of each name server
scan_available_name_srv_addresses_name | fault | The client knows no name server | | setNamesrvAddr("host:9876"), NAMESRV_ADDR, or rocketmq.name-server in Spring
close_channel_begin_close_channel_addr | passing 60 | A connection is being closed | at restarts of either side
close_channel_channel_addr_removed_channel | routine | A connection that is closed was closed already | at restarts of either side
close_channel_channel_addr_closed_before | routine | A connection that is closed was replaced already | at reconnects
event_close_channel_channel_addr_removed | routine | A connection that is closed was closed already | at restarts of either side
broker_conflict | elsewhere | A broker registers under a name or address that another one has; it is left out | | a brokerName of its own for each master, and for each of its slaves another brokerId; one program for one broker
broker_register_damaged | elsewhere | What a broker registered arrived damaged and was left out; it registers again within 30 s |
broker_unregister_failed | elsewhere | A broker's farewell could not be carried out: routes name it until it is found to be silent |
name_server_failed | elsewhere | A request to the name server, or one of its own rounds, failed; the next one is tried as usual |
config_kept | routine | A setting kept by the name server was read, set or deleted | after a command of mqadmin, and at every start
config_kept_failed | elsewhere | The settings kept by the name server could not be read or written | | the file that it names: there, readable, and writable where it is kept
config_failed | elsewhere | A process's settings could not be read, changed or written | | the file that it names: there, readable, and writable where it is kept
tls_told | routine | How a process encrypts its connections | at every start
tls_failed | passing 60 | A process could not set up its encryption: connections stay open to read, or are refused | while certificates are exchanged | TLS alike on both sides: tls.server.mode (disabled, permissive, enforcing) and the key files of the server, tls.enable (useTLS) of the client
buffers_told | routine | The sizes of a process's network buffers | at every start
codes_counted | routine | How often each kind of request or answer came in the last minute | every minute
command_broken | passing 60 | A process could not read or write what goes over a connection: the two sides are of versions that do not fit, or something else speaks there | once, while a connection breaks | the port that is meant for this protocol (remoting 9876 and 10911, gRPC 8081), TLS alike on both sides, and versions that fit
go_away_received | passing 60 | The other side is about to stop and asked for connections to be made anew | while a proxy or broker stops
name_server_dropped | passing 60 | A name server's connection was given up: it is no longer listed or does not answer | after the list of name servers changed | namesrvAddr of this client, and its way to port 9876 of each name server
callback_failed | elsewhere | What a process does after an answer failed by itself; the answer had come | | the application's own code that the trace below names
sent_back_counted | routine | How many messages clients of the group sent back in that minute: more than none where listeners fail, or take too long | every minute
failures_counted | routine | How many messages of the topic the client's listener failed on in that minute | every minute
successes_counted | routine | How many messages of the topic the client's listener consumed in that minute | every minute
pulls_counted | routine | How many messages of the topic came to the client in that minute | every minute
listener_timed | routine | How often the client's listener was called in that minute, and how long it took on average | every minute
stats_printed | routine | Counters of the last minute, hour or day | every minute
pull_queue_printed | routine | How many pulls wait in the broker's queue for them, and for how long the first one has waited | every second
lite_pull_queue_printed | routine | How many pulls of lite pull consumers wait in the broker's queue for them, and for how long the first one has waited | every second
ack_queue_printed | routine | How many acknowledgements wait in the broker's queue for them, and for how long the first one has waited | every second
watermark_printed | routine | How long the broker's queues of requests are, and how old their heads | every second
stats_every_minutes_value | routine | A value that is measured every five minutes | every five minutes
resource_sought | routine | The server looked for an extension and uses its own part instead | at every start
command_printed | passing 60 | A request or answer, printed whole because it could not be delivered | when clients stop or reconnect
service_starting | routine | A service of the process is being started | at every start
service_started | routine | A service of the process runs | at every start
service_stopping | routine | A service of the process is being stopped | at every stop
service_joined | routine | The process waited for a service to end | at every stop
service_ended | routine | A service of the process ended | at every stop
service_failed | fault | A service of the process failed and goes on with its next round; the exception below says why | | what the exception below names
"""  # noqa: E501
