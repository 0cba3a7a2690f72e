"""What mqadmin would print about a made-up group, as the files of a folder. As facts it is in printed.py."""

from collections.abc import Iterator
from pathlib import Path

from rmqkit.diagnosis.facts.clients_words import HeldQueue, RunningInfo
from rmqkit.rocketmq import MessageQueue
from tests.formats.mqadmin import mqadmin_prints as prints

from .cluster import BASE_OFFSET, Cluster, Look, Run, World, address, at
from .printed import asked_members, listed_queues, owners_in, read_last, running_infos

_BROKER_ADDRESS = "10.0.0.{}:10911"
_STAMP = "%Y%m%d%H%M%S000"


def print_outputs(cluster: Cluster, folder: Path) -> None:
    """Write what mqadmin shows of the group at each look, and of its clients and topics at the last one."""
    run = World(cluster).run()
    for name, text in _outputs(run):
        file = folder / f"{cluster.group}-{name}"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)


def _outputs(run: Run) -> Iterator[tuple[str, str]]:
    for number, look in enumerate(run.looks, 1):
        yield f"consumerProgress-{number}.txt", _progress(run, look)
        yield f"consumerConnection-{number}.txt", _connection(run, look)
    last = run.looks[-1]
    if last.live:
        yield "consumerStatus.txt", _status(run, last)
        for info in running_infos(run, last):
            yield f"status/{info.client_id}", _running_info(run.cluster, info)
    for topic in run.cluster.topics:
        yield f"topicRoute-{topic}.txt", _asked("topicRoute", f"-t '{topic}'", last) + _route(run.cluster, topic)
        yield f"topicStatus-{topic}.txt", _asked("topicStatus", f"-t '{topic}'", last) + _topic_status(run, last, topic)


def _asked(command: str, options: str, look: Look) -> str:
    return f"=== {at(look.at):%Y-%m-%d %H:%M:%S} ===\n$ mqadmin {command} -n 10.0.0.9:9876 {options}\n"


def _of_group(run: Run, command: str, look: Look, more: str = "") -> str:
    return _asked(command, f"-g '{run.cluster.group}'{more}", look)


def _is_old(cluster: Cluster) -> bool:
    return cluster.version.startswith("4")


def _progress(run: Run, look: Look) -> str:
    owners = owners_in(run.cluster, look)
    shown = listed_queues(look)
    layout = prints.PROGRESS_LAYOUTS[4 if _is_old(run.cluster) else 6]
    rows = [_progress_row(look, queue, owners.get(queue)) for queue in shown]
    return _of_group(run, "consumerProgress", look, " -s true") + prints.consumer_progress(layout, rows)


def _progress_row(look: Look, queue: MessageQueue, owner: str | None) -> dict[str, object]:
    stored, committed = look.offsets[queue]
    return {
        "topic": queue.topic,
        "broker": queue.broker,
        "queue": queue.queue,
        "broker_offset": stored,
        "consumer_offset": committed or 0,
        "client": owner or "N/A",
        "inflight": 0,
        "time": f"{read_last(look, queue):%Y-%m-%d %H:%M:%S}",
    }


def _connection(run: Run, look: Look) -> str:
    head = _of_group(run, "consumerConnection", look)
    if not look.live:
        return head + prints.failure(
            "ConsumerConnectionSubCommand",
            "consumer",
            "org.apache.rocketmq.client.exception.MQBrokerException: CODE: 206  DESC: Not found the consumer group "
            "connection",
        )
    listed = look.channels[look.asked]
    clients = [(_id(run, index), address(index), "JAVA", _version(run.cluster)) for index in listed]
    subscriptions = [(topic, one.expression) for topic, one in look.tables[look.asked].items()]
    trailer = (look.consume_type, look.model, "CONSUME_FROM_LAST_OFFSET")
    return head + prints.connection_with_headers(clients, subscriptions, trailer)


def _id(run: Run, index: int) -> str:
    return run.cluster.members[index].client_id


def _version(cluster: Cluster) -> str:
    return "V4_9_7" if _is_old(cluster) else "V5_3_3"


def _status(run: Run, look: Look) -> str:
    told = [run.cluster.members[index] for index in asked_members(run.cluster, look)]
    clients = [(one.client_id, _version(run.cluster), f"status/{one.client_id}") for one in told if not one.silent]
    same = len({tuple(sorted(one.topics.items())) for one in told}) == 1
    return _of_group(run, "consumerStatus", look) + prints.consumer_status(clients, header=True, same=same)


def _running_info(cluster: Cluster, info: RunningInfo) -> str:
    properties = {"consumerGroup": cluster.group, "PROP_CLIENT_VERSION": _version(cluster), **info.properties}
    rates = (1.0, cluster.rate, 0.05, cluster.rate, 0.0, 0)
    version = "4.9.7" if _is_old(cluster) else "5.3.3"
    held = [_held(queue) for queue in info.queues]
    return prints.running_info(version, list(properties.items()), sorted(info.subscriptions.items()), held, rates)


def _held(held: HeldQueue) -> dict[str, object]:
    return {
        "topic": held.queue.topic,
        "broker": held.queue.broker,
        "queue": held.queue.queue,
        "offset": 0,
        "low": 0,
        "high": held.cached_count or 0,
        "count": held.cached_count or 0,
        "locked": "false",
        "unlock": 0,
        "dropped": "false",
        "pulled": f"{held.last_pull:{_STAMP}}",
        "consumed": f"{held.last_consume:{_STAMP}}",
    }


def _route(cluster: Cluster, topic: str) -> str:
    """Queues that may be written to and of which none is read have lost the right to be read."""
    rows = []
    for number, (broker, read) in enumerate(sorted(cluster.topics[topic].items()), 1):
        write = cluster.writable.get((topic, broker), read)
        address_of_it = {0: _BROKER_ADDRESS.format(number)}
        rows.append(("DefaultCluster", broker, address_of_it, read or write, write, 6 if read else 2))
    return prints.topic_route_json(rows)


def _topic_status(run: Run, look: Look, topic: str) -> str:
    moment = f"{at(look.at - 1):%Y-%m-%d %H:%M:%S},000"
    rows = [
        (broker, number, 0, _stored(run, look, MessageQueue(topic, broker, number)), moment)
        for broker, read in sorted(run.cluster.topics[topic].items())
        for number in range(max(read, run.cluster.writable.get((topic, broker), 0)))
    ]
    return prints.topic_status(rows)


def _stored(run: Run, look: Look, queue: MessageQueue) -> int:
    if queue in look.offsets:
        return look.offsets[queue][0]
    return BASE_OFFSET + int(run.cluster.rate * look.at)
