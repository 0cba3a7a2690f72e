"""Messages of the connections, alike in clients, brokers and name servers.

Data only: one line per wording.
"""

from __future__ import annotations

from rmqkit.formats.logs.catalogue.message import Message, messages

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
"""

MESSAGES: tuple[Message, ...] = messages("remoting", TABLE)

MEANINGS = """
connection_idle | passing 60 | A connection was closed because nothing came over it for two minutes | for connections to name servers and unused brokers | what stands between the two (a firewall or load balancer that closes idle connections), and whether the other side restarted
connection_error | passing 60 | A connection broke: reset by the peer or by something between | when processes are killed | what stands between the two (a firewall or load balancer that closes idle connections), and whether the other side restarted
connection_begun | routine | A connection is being made | at starts and reconnects
"""  # noqa: E501
