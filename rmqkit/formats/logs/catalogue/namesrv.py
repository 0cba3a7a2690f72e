"""The name server's messages. Data only: one line per wording."""

TABLE = """
name_server_started | The Name Server boot success. <<{rest}>>
config_printed | main - kvConfigPath=<<{rest}>>
broker_new | new broker registered, {address} <<HAServer: {rest}>>
broker_new | new broker registered, BrokerIdentityInfo [{any}brokerAddr={address}] <<HAService: {rest}>>
broker_new | new broker registered, <<{rest}>>
topic_registered | new topic registered, {topic} <<{rest}>>
broker_channel_closed | the broker's channel destroyed, {address}, clean it's data structure at once
broker_channel_expired | The broker channel expired, {address} <<{rest}>>
broker_unregistered | unregisterBroker, remove from brokerLiveTable <<{any}>>, BrokerIdentityInfo [{any}={address}]
broker_unregistered | unregisterBroker, remove addr from brokerAddrTable <<{any}>>, BrokerIdentityInfo [{any}={address}]
broker_unregistered | unregisterBroker, remove from brokerLiveTable <<{any}>>, {address}
broker_unregistered | unregisterBroker, remove addr from brokerAddrTable <<{any}>>, {address}
broker_unregistered | unregisterBroker, remove name from brokerAddrTable <<{any}>>, {broker}
broker_unregistered | remove brokerAddr[{any}, {address}] from brokerAddrTable, because channel destroyed
broker_unregistered | remove brokerName[{broker}] from brokerAddrTable, because channel destroyed
topic_unregistered | remove topic[{topic} QueueData [brokerName={broker}, {any}]], from topicQueueTable, {any}
topic_unregistered | remove topic[{topic} {any}], from topicQueueTable, because channel destroyed
topic_unregistered | remove topic[{topic}] all queue, from topicQueueTable, because channel destroyed
broker_write_stopped | wipe write perm of broker[{broker}], <<client: {rest}>>
broker_write_allowed | add write perm of broker[{broker}], <<client: {rest}>>
broker_channel_closed | the broker's channel destroyed, submit the unregister request at once, <<{rest}>>
broker_unregistered | unregisterBroker, remove name from clusterAddrTable <<{any}, {broker}>>
topic_unregistered | deleteTopic, remove the topic all queue {topic} <<{rest}>>
topic_unregistered | deleteTopic, remove one broker's topic <<{rest}>>
topic_route_changed | topic changed, {topic} <<OLD: {any} NEW: {rest}>>
broker_refused | Registering Broker conflicts with the existed one, just ignore<<{rest}>>
broker_refused | Can't register topicConfigWrapper=<<{rest}>>
name_server_not_ready | name server not ready. request code <<{code}>>
broker_scan_started | start scanNotActiveBroker
routes_printed | topicQueueTable Topic: {topic} <<{rest}>>
routes_printed | brokerAddrTable brokerName: <<{rest}>>
routes_printed | brokerLiveTable brokerAddr: <<{rest}>>
routes_printed | clusterAddrTable clusterName: <<{rest}>>
broker_master_changed | min broker id changed to <<{number}, notify {rest}>>
"""

MEANINGS = """
name_server_started | routine | The name server started | at every start
broker_new | routine | A broker registered for the first time | at a start of the broker or of the name server
topic_registered | routine | A topic was announced by a broker | at the topic's first use
broker_channel_closed | fault | A broker's connection broke: it is taken out of all routes at once | at a stop of the broker | that broker's process and host (a stop, a long pause, a full disk) and its way to port 9876 of every name server
broker_channel_expired | fault | A broker said nothing for two minutes: it is taken out of all routes | after a broker was killed or cut off | that broker's process and host (a stop, a long pause, a full disk) and its way to port 9876 of every name server
broker_unregistered | fault | A broker was taken out of the routes: clients stop to read its queues | at planned stops of a broker | that broker's process and host (a stop, a long pause, a full disk) and its way to port 9876 of every name server
topic_unregistered | fault | A topic is on no broker any more, as this name server knows | at planned stops of its only broker | mqadmin updateTopic -n NAMESRV -c CLUSTER -t TOPIC; the name server of the right cluster
broker_write_stopped | routine | Somebody took the write permission from a broker: consumers still read what is in it | before a broker is taken out of service
broker_write_allowed | routine | Somebody gave a broker its write permission back | after a broker was taken out of service
topic_route_changed | passing 60 | A broker announced another number of queues or another permission of a topic | after updateTopic
broker_refused | fault | A broker's registration was ignored: clients do not see its queues, or see another broker's | while a broker is replaced under its old name | a brokerName of its own for each master, and for each of its slaves another brokerId; one program for one broker
name_server_not_ready | passing 60 | The name server has just started and gives no routes yet | for 45 s after its start with needWaitForService | waitSecondsForService (45 s) and needWaitForService of the name server
broker_scan_started | routine | The name server looks for brokers that say nothing | every five seconds
routes_printed | routine | What the name server knows, printed as a whole | every ten minutes
broker_master_changed | passing 60 | A broker's master left and a slave acts in its place, or the master is back | with enableSlaveActingMaster, at a stop of the master | whether the master was meant to stop; its process and host, else
"""  # noqa: E501
