"""The commands that bring evidence, each with what it tells:
what `missing` and `what would decide` name."""

from __future__ import annotations

import re

from rmqkit.diagnosis.facts.group import UNNAMED, GroupFacts, derived
from rmqkit.diagnosis.facts.logs import topics_in
from rmqkit.formats.prompts import shell_word
from rmqkit.language import Phrase, filled
from rmqkit.rocketmq.internal_topics import is_user_topic

PROGRESS = "mqadmin consumerProgress -n NAMESRV -g {group} -s true   (twice, 30 s apart; before 4.3 without -s)"
CONNECTION = "mqadmin consumerConnection -n NAMESRV -g {group}"
STAYING = "mqadmin consumerConnection -n NAMESRV -g {group}   (twice, two minutes apart; or broker.log of any broker)"
EACH_BROKER = (
    "mqadmin consumerConnection -n NAMESRV -g {group} -b BROKER   "
    "(for each broker's address, with its broker.log; -b from mqadmin 4.9.4 on)"
)
STATUS = "mqadmin consumerStatus -n NAMESRV -g {group}   (and the files that it writes)"
THREADS = "mqadmin consumerStatus -n NAMESRV -g {group} -i CLIENT -s   (with the thread dump of that client)"
GROUPS = "mqadmin consumerProgress -n NAMESRV   (lists the groups of the cluster behind this name server)"
CLUSTER = "date; mqadmin clusterList -n NAMESRV   (with every snapshot, to show its cluster and time)"
CONSUME_STATS = "date; mqadmin brokerConsumeStats -n NAMESRV -b BROKER   (twice, 30 s apart)"
BROKER_CONFIG = "mqadmin getBrokerConfig -n NAMESRV -b BROKER   (timerWheelEnable, brokerPermission)"
BROKER_STATUS = "date; mqadmin brokerStatus -n NAMESRV -b BROKER   (twice, five minutes apart)"
BROKER_METRICS = "date; curl -s BROKER:5557/metrics   (twice, two minutes apart; metricsExporterType=PROM)"
HA_STATUS = "date; mqadmin haStatus -n NAMESRV -b MASTER   (twice, a minute apart)"
ROUTE = "mqadmin topicRoute -n NAMESRV -t TOPIC"
ROUTE_AND_ENDS = f"{ROUTE}; mqadmin topicStatus -n NAMESRV -t TOPIC"
TOPICS = "mqadmin topicList -n NAMESRV; mqadmin clusterList -n NAMESRV   (the cluster's topics and its brokers)"
TOPIC_STATUS = "mqadmin topicStatus -n NAMESRV -t TOPIC"
BROKER_LOG = "broker.log of every broker, the last ten minutes"
CLIENT_LOG = "rocketmq_client.log of every client, the last ten minutes"


def for_group(command: str, group: str) -> Phrase:
    """The command with the group's name as a shell's word; GROUP where the evidence does not name it."""
    return filled(_add_word, command, "GROUP" if group == UNNAMED else shell_word(group))


def _add_word(command: str, word: str) -> str:
    return command.format(group=word)


@derived
def known_names(facts: GroupFacts) -> dict[str, str]:
    """What the evidence tells for a command's capitals, as a shell's words; nothing where it tells several."""
    topics = {*facts.topics, *topics_in(facts.events)}
    routed = [held for route in facts.routes.values() for held in route]
    known = {
        "GROUP": {facts.group} - {UNNAMED},
        "TOPIC": set(filter(is_user_topic, topics)),
        "NAMESRV": facts.servers_asked or name_servers(facts) or _addresses(facts, ":9876"),
        "BROKER": {one.address for one in routed if one.address} or _addresses(facts, ":10911"),
        "CLUSTER": {one.cluster for one in routed if one.cluster},
    }
    return {name: shell_word(*names) for name, names in known.items() if len(names) == 1}


def name_servers(facts: GroupFacts) -> set[str]:
    """What the clients that were asked have as their name servers: one list each, as -n takes it."""
    return {";".join(sorted(info.name_servers)) for info in facts.newest_running.values() if info.name_servers}


def _addresses(facts: GroupFacts, port: str) -> set[str]:
    """By RocketMQ's default ports (`NamesrvStartup`, `BrokerStartup`)."""
    return {event.address for event in facts.events if event.address and event.address.endswith(port)}


_GROUP = re.compile(r"(?P<option>-g )?GROUP")


def with_group(text: str, group: str) -> str:
    """A text with the group's name for GROUP: as it is in a sentence, as a shell's word behind a command's -g."""
    return _GROUP.sub(lambda place: f"-g {shell_word(group)}" if place["option"] else group, text)
