"""The other messages of connections, which no rule reads. Data only: one line per wording."""

from __future__ import annotations

from rmqkit.formats.logs.catalogue.message import Message, messages

TABLE = """
channel_event_dropped | over the limit [{number}], so drop this event <<NettyEvent [type={any}, remoteAddr={address}, {rest}>>
channel_event_dropped | enough, so drop this event <<NettyEvent [type={any}, remoteAddr={address}, {rest}>>
request_not_sent | write send a request command to channel <{any}> failed.
request_not_sent | send a request command to channel </{address}>
request_not_sent | send a request command to channel <{address}>
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
"""  # noqa: E501

MESSAGES: tuple[Message, ...] = messages("remoting", TABLE)

MEANINGS = """
channel_event_dropped | elsewhere | So many connections came or went that one event was not handled | in storms of reconnects
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
"""  # noqa: E501
