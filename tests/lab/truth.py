"""truth.json and received/: what is known of an incident, from its ledgers and from what was ordered."""

import gzip
import json
from pathlib import Path

from . import ledgers
from .capture import Capture
from .clients import ClientProcess, ProducerProcess
from .ledgers import Queue, Receipt
from .scenario import Incident, Subscription

WINDOW = 40.0


def write_truth(
    incident: Incident,
    version: str,
    folder: Path,
    capture: Capture,
    clients: list[ClientProcess],
    producer: ProducerProcess,
) -> None:
    """Write truth.json, received/ and sent.tsv.gz beside evidence/; call it when all processes have ended."""
    group = [client for client in clients if client.group == incident.group]
    # What comes later is the lab's own doing: it ends the clients one by one.
    received = {client.name: [row for row in _receipts(client) if row.at <= capture.ended] for client in clients}
    _write_ledgers(folder, received, producer)
    ours = sorted(row for client in group for row in received[client.name])
    truth = declared(incident, version) | {
        "ended": capture.ended,
        "clients": [_told(client) for client in clients],
        "commands": capture.commands,
        "operations": capture.operations,
        "servers": capture.servers,
        "trimmed_logs": capture.trimmed,
    }
    truth |= _proved(capture, ours, group, producer)
    (folder / "truth.json").write_text(json.dumps(truth, indent=1, ensure_ascii=False) + "\n")


def declared(incident: Incident, version: str) -> dict[str, object]:
    """The part of the truth that the table of incidents tells."""
    return {
        "name": incident.name,
        "story": incident.story,
        "causes": list(incident.causes),
        "effects": list(incident.effects),
        "past": list(incident.past),
        "tolerated": list(incident.tolerated),
        "healthy": incident.healthy,
        "ids": list(incident.ids),
        "orphans": list(incident.orphans),
        "group": incident.group,
        "topics": [topic.name for topic in incident.topics],
        "brokers": [broker.name for broker in incident.brokers],
        "version": version,
        "client_version": incident.client_version or version,
    }


def _told(process: ClientProcess) -> dict[str, object]:
    client = process.client
    return {
        "client": process.name,
        "group": process.group,
        "version": process.version,
        "program": client.program,
        "subscriptions": [{"topic": s.topic, "expression": s.expression, "kind": s.kind} for s in client.subscriptions],
        "strategy": client.strategy,
        "model": client.model,
        "orderly": client.orderly,
        "pop": client.pop,
        "listener": client.listener,
        "clock_ahead": client.clock_ahead,
        "refused": client.refused,
        "frozen": client.frozen,
        "settings": dict(client.settings),
        "lives": [
            {"id": id_, "started": life.started, "ended": life.ended, "how": life.how}
            for id_, life in zip(process.ids(), process.lives, strict=True)
        ],
    }


def _proved(
    capture: Capture, received: list[Receipt], group: list[ClientProcess], producer: ProducerProcess
) -> dict[str, object]:
    until, since = capture.ended, capture.ended - WINDOW
    stored = ledgers.sent(producer.ledger.read_text()) if producer.ledger.exists() else []
    stored = ledgers.as_clients_name_them(stored, received)
    readers = ledgers.receivers(received, since, until)
    wanted = _wanted(group)
    # A topic that nobody subscribes to any more still has its messages.
    ever = {subscription.topic for process in group for subscription in process.client.subscriptions}
    ours = [message for message in stored if message.queue.topic in ever]
    several = ledgers.read_by_several(received, since, until)
    lost = ledgers.lost(ours, received, _committed(capture.evidence, capture.incident.group), wanted)
    return {
        "receivers_in_the_last_40s": [queue._asdict() | {"receivers": names} for queue, names in readers.items()],
        "messages_received_by_all_receivers": _counted(ledgers.received_by_all(received), "messages"),
        "queues_read_by_nobody": [queue._asdict() for queue in ledgers.read_by_nobody(ours, readers, since, until)],
        "queues_read_by_several": _counted(several, "messages"),
        "reconsumed": ledgers.reconsumed(received),
        "messages_lost": _counted(lost, "by_tag"),
        "messages_sent": len(stored),
        "messages_received": len(received),
    }


def _counted(per_queue: dict[Queue, object], name: str) -> list[dict[str, object]]:
    return [queue._asdict() | {name: value} for queue, value in per_queue.items()]


def _wanted(group: list[ClientProcess]) -> dict[str, set[str] | None]:
    """The tags that clients alive at the end want, or all clients if none is alive, per topic; None for all tags."""
    alive = [process.client for process in group if process.lives and process.lives[-1].ended is None]
    alive = alive or [process.client for process in group]
    wanted: dict[str, set[str] | None] = {}
    for subscription in (s for client in alive for s in client.subscriptions):
        before, tags = wanted.get(subscription.topic, set()), lets(subscription)
        wanted[subscription.topic] = None if before is None or tags is None else before | tags
    return wanted


def lets(subscription: Subscription) -> set[str] | None:
    """The tags that a subscription asks for, None for all; none where SQL92 asks for what no ledger tells."""
    if subscription.lets is not None:
        return set(subscription.lets)
    if subscription.kind != "TAG":
        return set()
    if subscription.expression in ("*", ""):
        return None
    return {tag.strip() for tag in subscription.expression.split("||")}


def _committed(evidence: Path, group: str) -> dict[Queue, int]:
    """The largest consumer offset that a snapshot of the group shows, per queue."""
    committed: dict[Queue, int] = {}
    for file in evidence.glob(f"consumerProgress-{group}-*.txt"):
        for line in file.read_text().splitlines():
            words = line.split()
            if len(words) > 5 and words[2].isdigit() and words[4].isdigit():
                queue = Queue(words[0], words[1], int(words[2]))
                committed[queue] = max(committed.get(queue, 0), int(words[4]))
    return committed


def _receipts(process: ClientProcess) -> list[Receipt]:
    if not process.ledger.exists():
        return []
    return ledgers.receipts(process.ledger.read_text(), process.name, process.client.clock_ahead)


def _write_ledgers(folder: Path, received: dict[str, list[Receipt]], producer: ProducerProcess) -> None:
    (folder / "received").mkdir()
    for name, rows in received.items():
        lines = (
            f"{round(row.at * 1000)}\t{row.queue.topic}\t{row.queue.broker}\t{row.queue.queue}\t{row.offset}"
            f"\t{row.message_id}\t{row.tag}\t{row.reconsumed}\n"
            for row in rows
        )
        _write_gz(folder / "received" / f"{name}.tsv.gz", "".join(lines))
    if producer.ledger.exists():
        _write_gz(folder / "sent.tsv.gz", producer.ledger.read_text())


def _write_gz(file: Path, text: str) -> None:
    # Stored, not deflated: the recording around it is compressed, and better so.
    file.write_bytes(gzip.compress(text.encode(), compresslevel=0, mtime=0))
