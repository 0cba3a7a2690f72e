"""Does a made incident show what was ordered? Checks a folder's evidence against its ledgers. No diagnosis."""

import json
import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

Truth = dict[str, Any]


def doubts(folder: Path) -> list[str]:
    """What speaks against the truth of this folder, one sentence each; empty if it is plausible."""
    truth: Truth = json.loads((folder / "truth.json").read_text())
    # Where several clusters lie side by side, one of them is what the truth is about.
    evidence = folder / "evidence" / truth.get("folder", "")
    found = _missing_evidence(truth, evidence)
    asked = [folder / "evidence" / command["file"] for command in truth["commands"]]
    found += [f"{file.name} is empty" for file in asked if not file.stat().st_size]
    ordered = [(name, CHECKS) for name in truth["causes"] + truth["effects"]]
    ordered += [(name, CHECKS | WHILE_IT_LASTED) for name in truth["past"]]
    for name, checks in ordered:
        check = checks.get(name)
        if check is not None and not check(truth, evidence):
            found.append(f"nothing shows {name}")
    return found + _unordered_harm(truth)


def _missing_evidence(truth: Truth, evidence: Path) -> list[str]:
    found = [f"no log of {b}" for b in truth["brokers"] if not (evidence / b / "broker.log").exists()]
    for client in truth["clients"]:
        never = not any(life["id"] for life in client["lives"])
        if never and not client.get("refused") and "connection_problem" not in truth["causes"]:
            found.append(f"{client['client']} never started")
        if client["lives"] and not list((evidence / client["client"]).glob("*.log")):
            found.append(f"no log of {client['client']}")
    return found


def _unordered_harm(truth: Truth) -> list[str]:
    known = set(truth["causes"] + truth["effects"] + truth["tolerated"])
    explained: dict[str, set[str]] = {
        "queues_read_by_nobody": {
            "orphan_queues",
            "consumer_stuck",
            "group_offline",
            "not_permitted",
            "tag_mismatch_silent_loss",
            "connection_problem",
            "broker_disagreement",
            "message_model_mismatch",
            "consume_failures",
            "unreadable_queues",
            "broker_lost",
        },
        "queues_read_by_several": {
            "duplicate_consumption",
            "message_model_mismatch",
            "rebalance_storm",
            "broker_disagreement",
        },
        "messages_lost": {"tag_mismatch_silent_loss", "offsets_moved"},
    }
    alive = [client for client in truth["clients"] if not client["lives"][-1].get("ended")]
    broadcasting = all(client["model"] == "BROADCASTING" for client in alive or truth["clients"])
    if all(client.get("pop") for client in truth["clients"]):
        # What was popped counts as passed, although a blocked client has it and its listener has not.
        explained["messages_lost"].add("consumer_stuck")
    if any(client.get("settings", {}).get("from") == "CONSUME_FROM_LAST_OFFSET" for client in truth["clients"]):
        explained.pop("messages_lost")
    return [
        f"{fact} although nothing of it was ordered: {json.dumps(truth[fact])[:160]}"
        for fact, reasons in explained.items()
        if truth[fact] and not reasons & known and not (broadcasting and fact == "queues_read_by_several")
    ]


def _in_files(evidence: Path, pattern: str, text: str, times: int = 1) -> bool:
    found = sum(len(re.findall(text, file.read_text(errors="replace"))) for file in evidence.glob(pattern))
    return found >= times


def _progress(evidence: Path) -> list[dict[tuple[str, str, int], tuple[int, int]]]:
    """Per snapshot: (broker offset, consumer offset) of each queue."""
    files = sorted(evidence.glob("consumerProgress-*-[0-9]*.txt"), key=lambda file: int(file.stem.rsplit("-", 1)[1]))
    snapshots = []
    for file in files:
        rows = [line.split() for line in file.read_text().splitlines()]
        snapshots.append(
            {
                (row[0], row[1], int(row[2])): (int(row[3]), int(row[4]))
                for row in rows
                if len(row) > 5 and row[2].isdigit() and row[3].isdigit() and row[4].isdigit()
            }
        )
    return [snapshot for snapshot in snapshots if snapshot]


def _stands_still(truth: Truth, evidence: Path) -> bool:
    snapshots = _progress(evidence)
    first, last = snapshots[0], snapshots[-1]
    return any(q in last and last[q][1] == first[q][1] and last[q][0] > first[q][0] for q in first)


def _falls_behind(truth: Truth, evidence: Path) -> bool:
    snapshots = _progress(evidence)
    behind = [sum(stored - read for stored, read in snapshot.values()) for snapshot in snapshots]
    return behind[-1] > min(behind) + 100


def _orphans(truth: Truth, evidence: Path) -> bool:
    # In idle topics nothing is waiting, so no ledger can show an orphan.
    idle = not any(topic in line for topic in truth["topics"] for line in _progress_lines(evidence))
    unread = truth["queues_read_by_nobody"] or truth.get("orphans")
    return bool(unread) or idle or "idle" in truth["name"]


def _progress_lines(evidence: Path) -> list[str]:
    return [line for file in evidence.glob("consumerProgress-*.txt") for line in file.read_text().splitlines()]


def _repeated(truth: Truth, evidence: Path) -> bool:
    return bool(truth["queues_read_by_several"] or truth["reconsumed"])


def _collided(truth: Truth, evidence: Path) -> bool:
    """In some list: each is of one broker, and not every one need know both processes."""
    lists = [file.read_text() for file in evidence.glob("consumerConnection-*.txt")]
    return all(any(text.count(f"{id_} ") > 1 for text in lists) for id_ in truth["ids"])


def _connected_twice(truth: Truth, evidence: Path) -> bool:
    """In some list, or by the log of a broker that let in each of two connections of one id."""
    twice = [
        _in_files(evidence, "*/broker.log", rf"new consumer connected, .*clientId={re.escape(i)},", 2)
        for i in truth["ids"]
    ]
    return _collided(truth, evidence) or all(twice)


def _refused(truth: Truth, evidence: Path) -> bool:
    if any(client.get("pop") for client in truth["clients"]) and truth["messages_received"]:
        return False
    # From 5.1.1 a broker drops the heartbeats of a group it does not know, so no pull is ever there to be refused.
    unknown = _in_files(evidence, "*/broker.log", "getConsumerGroupInfo failed", 4)
    refused = r"CODE: (16|17|26) |is forbidden because|TOPIC_NOT_EXIST|NO_PERMISSION"
    return unknown or _in_files(evidence, "client-*/*.log", refused)


def _offsets_moved(truth: Truth, evidence: Path) -> bool:
    logged = _in_files(evidence, "*/broker.log", r"\[reset-offset\]|PULL_OFFSET_MOVED:correction")
    return logged and bool(truth["reconsumed"] or truth["messages_lost"])


def _unreadable(truth: Truth, evidence: Path) -> bool:
    """A route with fewer read than write queues or without the permission to read, and messages that nobody got; or
    queues with messages in them that later snapshots do not list."""
    routes = [file.read_text() for file in evidence.glob("topicRoute-*.txt")]
    queues = [re.findall(r'"(perm|readQueueNums|writeQueueNums)":\s*(\d+)', route) for route in routes]
    values = [dict(found[i : i + 3]) for found in queues for i in range(0, len(found), 3)]
    hidden = [v for v in values if not int(v["perm"]) & 4 or int(v["readQueueNums"]) < int(v["writeQueueNums"])]
    first, *_, last = _progress(evidence)
    taken_away = any(
        broker_offset > consumed and queue not in last for queue, (broker_offset, consumed) in first.items()
    )
    return taken_away or bool(hidden and (truth["queues_read_by_nobody"] or truth.get("orphans")))


def _left_the_route(truth: Truth, evidence: Path) -> bool:
    route = (evidence / f"topicRoute-{truth['topics'][0]}.txt").read_text()
    return any(f'"{broker}"' not in route for broker in truth["brokers"])


def _held_back(truth: Truth, evidence: Path) -> bool:
    """Some queue's offset stands although its later messages were received."""
    received = {(row["topic"], row["broker"], row["queue"]) for row in truth["receivers_in_the_last_40s"]}
    first, last = _progress(evidence)[0], _progress(evidence)[-1]
    return any(queue in last and last[queue][1] == first[queue][1] for queue in first if queue in received)


CHECKS: dict[str, Callable[[Truth, Path], bool]] = {
    "orphan_queues": _orphans,
    "duplicate_consumption": _repeated,
    "tag_mismatch_silent_loss": lambda truth, evidence: bool(truth["messages_lost"]),
    "flapping_subscription": lambda truth, evidence: _in_files(evidence, "*/broker.log", "remove topic", 4),
    "client_id_collision": _collided,
    "consumer_stuck": _stands_still,
    "consumer_slow": _falls_behind,
    "group_offline": lambda truth, evidence: _in_files(evidence, "consumerConnection-*", "CODE: 206"),
    "consume_failures": lambda truth, evidence: _in_files(evidence, "*.txt", r"%RETRY%\S+ +\S+ +\d+ +[1-9]"),
    "not_permitted": _refused,
    "connection_problem": lambda truth, evidence: _in_files(
        evidence, "client-*/*.log", r"connect to|closed|timeout|heartbeatBrokerInterval=\d{6}"
    ),
    "offsets_moved": _offsets_moved,
    "offset_held_back": _held_back,
    "unreadable_queues": _unreadable,
    "broker_lost": _left_the_route,
    "rebalance_storm": lambda truth, evidence: _in_files(evidence, "*/broker.log", "new consumer connected", 12),
}


def _stood_still_once(truth: Truth, evidence: Path) -> bool:
    snapshots = _progress(evidence)
    return any(
        queue in later and later[queue][1] == earlier[queue][1] and later[queue][0] > earlier[queue][0]
        for earlier, later in pairwise(snapshots)
        for queue in earlier
    )


def _right_was_taken(truth: Truth, evidence: Path) -> bool:
    return any(re.search(r" -p [02] ", f"{operation['command']} ") for operation in truth["operations"])


WHILE_IT_LASTED: dict[str, Callable[[Truth, Path], bool]] = {
    "client_id_collision": _connected_twice,
    "consumer_stuck": _stood_still_once,
    "unreadable_queues": _right_was_taken,
}
"""What shows in some snapshot, or in what was done, that is over at the end."""
