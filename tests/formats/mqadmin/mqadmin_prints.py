"""What mqadmin prints, by the format strings of each version's Java source; rows in, text out. No parsing."""

# ruff: noqa: UP031 (Java's format strings are percent formats, to be compared by eye)

from dataclasses import dataclass


@dataclass(frozen=True)
class Progress:
    """A layout of consumerProgress -g: the versions that print it and their format strings."""

    versions: str
    header: str
    row: str
    width: int
    owner: bool
    inflight: bool
    totals: tuple[str, ...]


def _progress(versions: str, width: int, *, owner: bool, inflight: bool = False, raw_tps: bool = False) -> Progress:
    start = f"%-{width}s  %-32s  "
    if inflight:
        head = "%-4s  %-20s  %-20s  " + ("%-20s %-20s %-20s%s" if owner else "%-20s %-20s%s")
        row = "%-4d  %-20d  %-20d  " + ("%-20s %-20d %-20d %s" if owner else "%-20d %-20d %s")
        totals: tuple[str, ...] = ("Consume TPS: %.2f", "Consume Diff Total: %d", "Consume Inflight Total: %d")
    else:
        head = "%-4s  %-20s  %-20s  " + ("%-20s %-20s  %s" if owner else "%-20s  %s")
        row = "%-4d  %-20d  %-20d  " + ("%-20s %-20d  %s" if owner else "%-20d  %s")
        totals = ("Consume TPS: %s" if raw_tps else "Consume TPS: %.2f", "Diff Total: %d")
    return Progress(versions, start + head, start + row, width, owner, inflight, totals)


PROGRESS_LAYOUTS = (
    _progress("4.0.0", 32, owner=False, raw_tps=True),
    _progress("4.1.0 to 4.3.2", 32, owner=True, raw_tps=True),
    _progress("4.4.0 to 4.9.2 with client ip", 32, owner=True),
    _progress("4.9.0 to 4.9.2 without client ip", 32, owner=False),
    _progress("4.9.3 to 5.0.0 with client ip", 64, owner=True),
    _progress("4.9.3 to 5.0.0 without client ip", 64, owner=False),
    _progress("5.1.0 and later with client ip", 64, owner=True, inflight=True),
    _progress("5.1.0 and later without client ip", 64, owner=False, inflight=True),
)
_NAMES = ("#Topic", "#Broker Name", "#QID", "#Broker Offset", "#Consumer Offset")


def consumer_progress(layout: Progress, rows: list[dict], tps: float = 12.5) -> str:
    """consumerProgress -g; rows hold topic, broker, queue, broker_offset, consumer_offset, client, inflight, time."""
    more = [
        *(["#Client IP"] if layout.owner else []),
        "#Diff",
        *(["#Inflight"] if layout.inflight else []),
        "#LastTime",
    ]
    lines = [layout.header % (*_NAMES, *more)]
    diff_total = inflight_total = 0
    for row in rows:
        diff = row["broker_offset"] - row["consumer_offset"]
        diff_total, inflight_total = diff_total + diff, inflight_total + row["inflight"]
        cells = [row["topic"][: layout.width], row["broker"][:32], row["queue"], row["broker_offset"]]
        cells += [row["consumer_offset"], *([row["client"].split("@")[0]] if layout.owner else []), diff]
        cells += [*([row["inflight"]] if layout.inflight else []), row["time"]]
        lines.append(layout.row % tuple(cells))
    values = (tps, diff_total, inflight_total)
    return "\n".join([*lines, "", *(f % v for f, v in zip(layout.totals, values, strict=False))]) + "\n"


def all_groups(width: int, rows: list[tuple]) -> str:
    """consumerProgress without -g; rows are (group, count, version, type, model, tps, diff)."""
    head = f"%-{width}s  %-6s  %-24s %-5s  %-14s  %-7s  %s"
    lines = [head % ("#Group", "#Count", "#Version", "#Type", "#Model", "#TPS", "#Diff Total")]
    lines += [f"%-{width}s  %-6d  %-24s %-5s  %-14s  %-7d  %d" % (row[0][:width], *row[1:]) for row in rows]
    return "\n".join(lines) + "\n"


def connection_without_headers(clients: list[tuple], subscriptions: list[tuple], trailer: tuple) -> str:
    """consumerConnection up to 4.9.2: clients are (id, address, language, version)."""
    text = "".join("%03d  %-32s %-22s %-8s %s\n" % (i, *client) for i, client in enumerate(clients, 1))
    text += "\nBelow is subscription:"
    text += "".join("%03d  Topic: %-40s SubExpression: %s\n" % (i, *s) for i, s in enumerate(subscriptions, 1))
    return text + "ConsumeType: %s\nMessageModel: %s\nConsumeFromWhere: %s\n" % trailer


def connection_with_headers(clients: list[tuple], subscriptions: list[tuple], trailer: tuple) -> str:
    """consumerConnection from 4.9.3 on."""
    row = "%-36s %-22s %-10s %s\n"
    text = row % ("#ClientId", "#ClientAddr", "#Language", "#Version") + "".join(row % client for client in clients)
    text += "\nBelow is subscription:\n" + "%-20s %s\n" % ("#Topic", "#SubExpression")
    text += "".join("%-20s %s\n" % subscription for subscription in subscriptions)
    return text + "\nConsumeType: %s\nMessageModel: %s\nConsumeFromWhere: %s\n" % trailer


def consumer_status(clients: list[tuple], header: bool, same: bool, findings: str = "") -> str:
    """consumerStatus without -i: clients are (id, version, file)."""
    row = "%-10d %-40s %-20s %s\n" if header else "%03d  %-40s %-20s %s\n"
    text = "%-10s %-40s %-20s %s\n" % ("#Index", "#ClientId", "#Version", "#ConsumerRunningInfoFile") if header else ""
    text += "".join(row % (i, *client) for i, client in enumerate(clients, 1))
    if same:
        return text + f"\n\nSame subscription in the same group of consumer\n\nRebalance OK\n{findings}"
    return text + "\n\nWARN: Different subscription in the same group of consumer!!!"


RATES = (199.81, 15, 0.05, 15, 0.25, 7)


def running_info(
    version: str, properties: list[tuple], subscriptions: list[tuple], queues: list[dict], rates: tuple = RATES
) -> str:
    """ConsumerRunningInfo#formatString; version is "4.1.0", "4.9.2", "4.9.7" or "5.3.3"; `rates` are each topic's."""
    wide = version in ("4.9.7", "5.3.3")
    place = "%-64s  %-32s  %-4s  %-20s\n" if wide else "%-32s  %-32s  %-4s  %-20s\n"
    names = ("#Topic", "#Broker Name", "#QID")
    text = "#Consumer Properties#\n" + "".join("%-40s: %s\n" % pair for pair in properties)
    text += "\n\n#Consumer Subscription#\n"
    text += "".join(
        "%03d Topic: %-40s ClassFilter: %-8s SubExpression: %s\n" % (i, topic, "false", expression)
        for i, (topic, expression) in enumerate(subscriptions, 1)
    )
    text += "\n\n#Consumer Offset#\n" + place % (*names, "#Consumer Offset")
    text += "".join("%-32s  %-32s  %-4d  %-20d\n" % (q["topic"], q["broker"], q["queue"], q["offset"]) for q in queues)
    text += "\n\n#Consumer MQ Detail#\n" + place % (*names, "#ProcessQueueInfo")
    row = "%-64s  %-32s  %-4d  %s\n" if wide else "%-32s  %-32s  %-4d  %s\n"
    text += "".join(row % (q["topic"], q["broker"], q["queue"], process_queue_info(version, q)) for q in queues)
    if version == "5.3.3":
        text += "\n\n#Consumer Pop Detail#\n" + "%-32s  %-32s  %-4s  %-20s\n" % (*names, "#ProcessQueueInfo")
    text += "\n\n#Consumer RT&TPS#\n"
    text += ("%-64s" if wide else "%-32s") % "#Topic" + "  %14s %14s %14s %14s %18s %25s\n" % (
        *("#Pull RT", "#Pull TPS", "#Consume RT", "#ConsumeOK TPS"),
        *("#ConsumeFailed TPS", "#ConsumeFailedMsgsInHour"),
    )
    for topic in dict.fromkeys(q["topic"] for q in queues):
        text += "%-32s  %14.2f %14.2f %14.2f %14.2f %18.2f %25d\n" % (topic, *rates)
    return text + ("\n\n#User Consume Info#\n" if version == "5.3.3" else "")


def process_queue_info(version: str, queue: dict) -> str:
    """ProcessQueueInfo#toString; up to 4.1.0 without the size."""
    size = "" if version == "4.1.0" else ", cachedMsgSizeInMiB=0"
    return (
        "ProcessQueueInfo [commitOffset={offset}, cachedMsgMinOffset={low}, cachedMsgMaxOffset={high}, "
        "cachedMsgCount={count}{size}, transactionMsgMinOffset=0, transactionMsgMaxOffset=0, transactionMsgCount=0, "
        "locked={locked}, tryUnlockTimes={unlock}, lastLockTimestamp=20261121103853503, droped={dropped}, "
        "lastPullTimestamp={pulled}, lastConsumeTimestamp={consumed}]"
    ).format(**{"size": size, "pulled": "20261121104044378", "consumed": "20261121103853503", **queue})


def topic_status(rows: list[tuple], put_tps: bool = False) -> str:
    """topicStatus: rows are (broker, queue, min, max, time)."""
    text = "%-32s  %-4s  %-20s  %-20s    %s\n" % ("#Broker Name", "#QID", "#Min Offset", "#Max Offset", "#Last Updated")
    text += "".join("%-32s  %-4d  %-20d  %-20d    %s\n" % (row[0][:32], *row[1:]) for row in rows)
    return text + ("\nTopic Put TPS: 0.0\n" if put_tps else "")


def topic_route_list(rows: list[tuple]) -> str:
    """topicRoute -l: rows are (cluster, broker, addresses by id, read, write, perm)."""
    line = "%-45s %-32s %-50s %-10s %-11s %-5s\n"
    text = line % ("#ClusterName", "#BrokerName", "#BrokerAddrs", "#ReadQueue", "#WriteQueue", "#Perm")
    for cluster, broker, addresses, *numbers in rows:
        text += line % (cluster, broker, "{" + ", ".join(f"{k}={v}" for k, v in addresses.items()) + "}", *numbers)
    return (
        text + "-" * 158 + "\n" + line % ("Total:", len(rows), "", sum(r[3] for r in rows), sum(r[4] for r in rows), "")
    )


def topic_route_json(rows: list[tuple], key: str = "topicSysFlag") -> str:
    """topicRoute by fastjson 1.2 with pretty printing; rows as in topic_route_list."""
    brokers = ",".join(
        '\n\t\t{\n\t\t\t"brokerAddrs":{' + ",".join(f'{k}:"{v}"' for k, v in addresses.items()) + "\n\t\t\t},"
        f'\n\t\t\t"brokerName":"{broker}",\n\t\t\t"cluster":"{cluster}"\n\t\t}}'
        for cluster, broker, addresses, *_ in rows
    )
    queues = ",".join(
        f'\n\t\t{{\n\t\t\t"brokerName":"{broker}",\n\t\t\t"perm":{perm},\n\t\t\t"readQueueNums":{read},'
        f'\n\t\t\t"{key}":0,\n\t\t\t"writeQueueNums":{write}\n\t\t}}'
        for _, broker, _, read, write, perm in rows
    )
    return f'{{\n\t"brokerDatas":[{brokers}\n\t],\n\t"filterServerTable":{{}},\n\t"queueDatas":[{queues}\n\t]\n}}\n'


def broker_consume_stats(width: int, rows: list[dict], total: int) -> str:
    """brokerConsumeStats: 32 up to 4.9.2, 64 later; the group is never cut."""
    groups = width
    head = f"%-{width}s  %-{groups}s  %-32s  %-4s  %-20s  %-20s  %-20s  %s\n"
    text = head % (
        "#Topic",
        "#Group",
        "#Broker Name",
        "#QID",
        "#Broker Offset",
        "#Consumer Offset",
        "#Diff",
        "#LastTime",
    )
    row = f"%-{width}s  %-{groups}s  %-32s  %-4d  %-20d  %-20d  %-20d  %s\n"
    for r in rows:
        diff = r["broker_offset"] - r["consumer_offset"]
        place = (r["topic"][:width], r["group"], r["broker"][:32], r["queue"], r["broker_offset"])
        text += row % (*place, r["consumer_offset"], diff, r["time"])
    return text + f"\nDiff Total: {total}\n"


def failure(java_class: str, package: str, cause: str) -> str:
    """An exception as MQAdminStartup prints it from 4.1.0 on."""
    place = f"org.apache.rocketmq.tools.command.{package}.{java_class}.execute({java_class}.java:145)"
    return (
        f"org.apache.rocketmq.tools.command.SubCommandException: {java_class} command failed\n"
        f"\tat {place}\n\tat org.apache.rocketmq.tools.command.MQAdminStartup.main0(MQAdminStartup.java:149)\n"
        "\tat org.apache.rocketmq.tools.command.MQAdminStartup.main(MQAdminStartup.java:100)\n"
        f"Caused by: {cause}\n"
        "\tat org.apache.rocketmq.tools.admin.DefaultMQAdminExt.examineConsumeStats(DefaultMQAdminExt.java:277)\n"
        f"\tat {place}\n\t... 2 more\n"
    )
