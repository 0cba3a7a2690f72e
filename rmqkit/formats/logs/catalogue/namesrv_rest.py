"""The name server's other messages, and those of TLS and settings in any process. Data only: one line per wording."""

from __future__ import annotations

from rmqkit.formats.logs.catalogue.message import Message, messages

TABLE = """
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

MESSAGES: tuple[Message, ...] = messages("remoting", TABLE)

MEANINGS = """
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
"""  # noqa: E501
