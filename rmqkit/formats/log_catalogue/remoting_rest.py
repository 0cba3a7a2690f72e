"""The other messages of connections, which no rule reads. Data only: one line per wording."""

from __future__ import annotations

from rmqkit.formats.log_catalogue.message import Message, messages

TABLE = """
sslcontext_created_server | SSLContext created for server
failed_create_sslcontext_server | Failed to create SSLContext for server
clients_intend_establish_ssl_connection_while | Clients intend to establish a SSL connection while this server is running in SSL disabled mode
handlers_prepended_channel_establish_ssl_connection | Handlers prepended to channel pipeline to establish SSL connection
trying_establish_ssl_connection_but_ssl | Trying to establish a SSL connection but sslContext is null
clients_intend_establish_insecure_connection_while | Clients intend to establish an insecure connection while this server is running in SSL enforcing mode
while_removing_handshake_handler | Error while removing HandshakeHandler
clients_intend_establish_ssl_connection_while | Clients intend to establish an SSL connection while this server is running in SSL disabled mode
trying_establish_ssl_connection_but_ssl | Trying to establish an SSL connection but sslContext is null
trying_establish_ssl_connection_but_ssl | Trying to establish an SSL connection but SslContext is null
close_channel_channel_removed_channel_table | closeChannel: the channel[{address}] has been removed from the channel table before
close_channel_channel_closed_before_created | closeChannel: the channel[{address}] has been closed before, and has been created again, nothing to do.
close_channel_close_channel_exception | closeChannel: close the channel exception
close_channel_exception | closeChannel exception
event_close_channel_channel_removed_channel | eventCloseChannel: the channel[{address}] has been removed from the channel table before
scan_addresses_name_server_empty | [SCAN] Addresses of name server is empty!
scan_available_name_srv_addresses_name | scanAvailableNameSrv Addresses of name server is empty!
scan_available_name_srv_addresses_name | scanAvailableNameSrv addresses of name server is null!
"""  # noqa: E501

MESSAGES: tuple[Message, ...] = messages("remoting", TABLE)
