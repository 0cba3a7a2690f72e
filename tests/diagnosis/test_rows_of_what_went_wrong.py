"""What once went wrong on evidence files, a row each: read, diagnosed, and asked what was once answered wrongly.

It uses the public interface alone, so that the same file can be run against any older state of the project: there
each of these rows fails. `test_what_went_wrong.py` tells the same faults by hand and asks for more.
"""

from __future__ import annotations

import io
import random
import re
import shutil
import tarfile
import zipfile
from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import rmqkit
from rmqkit.figures import allocation_data

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from rmqkit.diagnosis import Diagnosis

RECORDED = Path(__file__).parents[2] / "data_samples" / "recorded"
NOT_ONLINE = """\
org.apache.rocketmq.tools.command.SubCommandException: ConsumerConnectionSubCommand command failed
Caused by: org.apache.rocketmq.client.exception.MQBrokerException: \
CODE: 206  DESC: the consumer group[groupA] not online BROKER: 127.0.0.1:11911
"""
ENCRYPTED = 0x1
HOSTILE = "shop$(reboot)"

Evidence = Callable[[Path], None]
"""Writes the files of an incident into a folder."""


@dataclass(frozen=True)
class Row:
    """Evidence, and whether the answer to it is right."""

    evidence: Evidence
    is_right: Callable[[Diagnosis], bool]


def recorded(name: str, *, only: str = "") -> Evidence:
    """The evidence of a recorded incident; only the files whose path below it matches, if named."""

    def write(folder: Path) -> None:
        prefix = f"{name}/evidence/"
        with tarfile.open(RECORDED / f"{name}.tar.xz") as archive:
            for member in archive.getmembers():
                path = member.name.partition(prefix)[2]
                if member.isfile() and path and re.match(only, path):
                    target = folder / path
                    target.parent.mkdir(parents=True, exist_ok=True)
                    content = archive.extractfile(member)
                    target.write_bytes(content.read() if content else b"")

    return write


def changed(evidence: Evidence, files: str, change: Callable[[str], str]) -> Evidence:
    """The same evidence with the text of some files changed."""

    def write(folder: Path) -> None:
        evidence(folder)
        chosen = [path for path in folder.rglob("*") if path.is_file() and re.match(files, path.name)]
        assert chosen
        for path in chosen:
            path.write_text(change(path.read_text()))

    return write


def beside(name: str, content: bytes) -> Evidence:
    """A healthy group's evidence with one more file."""

    def write(folder: Path) -> None:
        recorded("plain-5.4.0")(folder)
        (folder / name).write_bytes(content)

    return write


def encrypted_zip() -> bytes:
    """A zip whose only member asks for a password: the flag stands in both headers."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("broker.log", "secret")
    content = bytearray(buffer.getvalue())
    content[content.index(b"PK\x03\x04") + 6] |= ENCRYPTED
    content[content.index(b"PK\x01\x02") + 8] |= ENCRYPTED
    return bytes(content)


def with_twenty_digits(text: str) -> str:
    """A time in running info that no calendar has."""
    changed_text, times = re.subn(r"(lastPopTimestamp[:=] ?)\d+", r"\g<1>" + "9" * 20, text)
    assert times
    return changed_text


def damaged_archive() -> bytes:
    """An archive with some wrong bytes in its middle."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:xz") as archive:
        member = tarfile.TarInfo("broker.log")
        content = random.Random(7).randbytes(30_000)
        member.size = len(content)
        archive.addfile(member, io.BytesIO(content))
    whole = buffer.getvalue()
    middle = len(whole) // 2
    return whole[:middle] + bytes(20) + whole[middle + 20 :]


def behind_a_proxy(folder: Path) -> None:
    """Offsets advance, and brokers know no client of the group: that of gRPC clients behind a cluster proxy."""
    looks = recorded("plain-5.4.0", only="consumerProgress-")
    changed(looks, "consumerProgress-", lambda text: re.sub(r"10\.20\.0\.\d+", "N/A       ", text))(folder)
    (folder / "consumerConnection-groupA.txt").write_text(NOT_ONLINE)


def reset_to_now(folder: Path) -> None:
    """A reset to the queues' ends, by the brokers alone; a client still commits its old place, and is put right."""
    recorded("reset_forward-4.9.7", only="(?!client-)")(folder)
    log = folder / "broker-a" / "broker.log"
    lines = log.read_text().split("\n")
    at = max(number for number, line in enumerate(lines) if "[reset-offset]" in line)
    late = (
        f"{lines[at][:19]} WARN ClientManageThread_1 - [NOTIFYME]update consumer offset less than store. "
        "clientHost=10.20.0.12:40001, key=readings@meter_import, queueId=1, requestOffset=100, storeOffset=9759"
    )
    log.write_text("\n".join([*lines[: at + 1], late, *lines[at + 1 :]]))


def three_numbered_looks(folder: Path) -> None:
    """The looks of a group whose retry topic was left out, numbered and named after the command alone."""
    recorded("plain-5.4.0", only="consumerProgress-groupA")(folder)
    for path in sorted(folder.iterdir()):
        rows = [line for line in path.read_text().split("\n") if "%RETRY%" not in line]
        path.with_name(path.name.replace("-groupA", "")).write_text("\n".join(rows))
        path.unlink()


def hostile_name(folder: Path) -> None:
    """A group whose name a shell would run."""
    recorded("consuming_disabled-4.9.7")(folder)
    listed = next(folder.glob("consumerConnection-*"), None) or next(folder.glob("consumerProgress-*"))
    group = re.sub(r"-\d+$", "", listed.stem.partition("-")[2])
    for path in [path for path in folder.rglob("*") if path.is_file()]:
        path.write_text(path.read_text().replace(group, HOSTILE))
        if group in path.name:
            shutil.move(path, path.with_name(path.name.replace(group, "look")))


def proven(diagnosis: Diagnosis) -> set[str]:
    return {finding.id for finding in diagnosis.findings if finding.status == "proven"}


def names(cause: str) -> Callable[[Diagnosis], bool]:
    """Not OK, and the cause is proven."""
    return lambda diagnosis: str(diagnosis.severity) != "OK" and cause in proven(diagnosis)


def without(*wrong: str) -> Callable[[Diagnosis], bool]:
    """None of these is said."""
    return lambda diagnosis: not set(wrong) & {finding.id for finding in diagnosis.findings}


def not_proven(wrong: str) -> Callable[[Diagnosis], bool]:
    return lambda diagnosis: wrong not in proven(diagnosis)


def is_not_shared_out_by_clients(diagnosis: Diagnosis) -> bool:
    """The application itself chooses its queues: nobody is idle, and that all is well is not known either."""
    said = {finding.id for finding in diagnosis.findings}
    return "idle_consumers" not in said and "not_shared_out_by_clients" in said


def no_change_of_hands(diagnosis: Diagnosis) -> bool:
    return not any("changed hands" in finding.title for finding in diagnosis.findings)


def no_orphan_is_held(diagnosis: Diagnosis) -> bool:
    """No queue is proven to be nobody's that a client's own running info holds."""
    infos = [info for facts in diagnosis.facts.values() for info in facts.running]
    held = {queue.queue for info in infos for queue in info.queues}
    return not held & _queues(diagnosis, "orphan_queues")


def picture_is_proof(diagnosis: Diagnosis) -> bool:
    """Queues that the findings call read twice or unread are those that the picture draws so."""
    rows = [row for row in allocation_data(diagnosis) if not row["topic"].startswith("%RETRY%")]
    drawn = {
        state: {(row["broker"], row["queue"]) for row in rows if row["state"] == state}
        for state in ("orphan", "double")
    }
    orphans = {(queue.broker, queue.queue) for queue in _queues(diagnosis, "orphan_queues")}
    doubles = {(queue.broker, queue.queue) for queue in _queues(diagnosis, "duplicate_consumption")}
    return bool(doubles) and drawn == {"orphan": orphans, "double": doubles}


def _queues(diagnosis: Diagnosis, finding_id: str) -> set[rmqkit.rocketmq.MessageQueue]:
    told = [finding for finding in diagnosis.findings if finding.id == finding_id and finding.ongoing]
    return {queue for finding in told for queue in finding.queues}


def is_judged(diagnosis: Diagnosis) -> bool:
    """There is an answer at all: the group is named, and something is said of it."""
    return bool(diagnosis.facts) and bool(diagnosis.headline)


def groups_are(*expected: str) -> Callable[[Diagnosis], bool]:
    return lambda diagnosis: set(diagnosis.facts) <= set(expected)


def begins_with(cause: str, *absent: str) -> Callable[[Diagnosis], bool]:
    """Proven and first of all that is found, without what only followed from it."""
    return lambda diagnosis: (
        diagnosis.findings[0].id == cause
        and cause in proven(diagnosis)
        and not {finding.id for finding in diagnosis.findings} & set(absent)
    )


def has_no_end(diagnosis: Diagnosis) -> bool:
    """The master is gone for good: its slave serves, and nothing was reached again."""
    return begins_with("broker_lost")(diagnosis) and "reached again" not in diagnosis.to_text()


def names_both_causes(diagnosis: Diagnosis) -> bool:
    """Each proven root cause stands in the headline, and none has all of the orphan queues."""
    causes = [diagnosis.finding(cause) for cause in ("inconsistent_subscription", "client_id_collision")]
    orphans = _queues(diagnosis, "orphan_queues")
    return all(
        cause is not None and cause.title in diagnosis.headline and not orphans <= set(cause.queues) for cause in causes
    )


def quotes_the_name(diagnosis: Diagnosis) -> bool:
    """Wherever the name stands behind an option of a command, a shell takes it as a word."""
    texts = [text for finding in diagnosis.findings for text in (*finding.remedy, *finding.do_not)]
    texts += [missing.command for missing in diagnosis.missing]
    commands = [text for text in texts if re.search(r"-g \S*shop", text)]
    return bool(commands) and all(f"-g '{HOSTILE}'" in text for text in commands)


ROWS: Collection[object] = [
    pytest.param(
        Row(recorded("pop_refused-5.3.3"), names("not_permitted")),
        id="1 false OK: the broker refuses every pop",
    ),
    pytest.param(
        Row(recorded("own_strategy_takes_everything-4.9.7"), names("mixed_allocation_strategies")),
        id="1 false OK: a strategy of the user's own gives every queue to both clients",
    ),
    pytest.param(
        Row(recorded("reset_back-5.4.0"), names("offsets_moved")),
        id="1 false OK: offsets reset back under a healthy group",
    ),
    pytest.param(
        Row(recorded("fewer_read_queues-5.4.0"), names("unreadable_queues")),
        id="1 false OK: half of the messages in queues that nobody may read",
    ),
    pytest.param(
        Row(recorded("broker_lost-5.3.3"), names("broker_lost")),
        id="1 false OK: a broker of three is gone with what it stores",
    ),
    pytest.param(
        Row(behind_a_proxy, not_proven("group_offline")),
        id="2 wrong proof: CODE 206 while the offsets advance",
    ),
    pytest.param(
        Row(recorded("unsubscribed-4.9.7", only=r"consumerConnection|consumerStatus|\d+/"), no_orphan_is_held),
        id="2 wrong proof: a queue that a client itself holds is nobody's",
    ),
    pytest.param(
        Row(recorded("lite_pull_assigned-5.3.3"), without("idle_consumers")),
        id="2 wrong proof: lite pull clients that assign are idle",
    ),
    pytest.param(
        Row(recorded("pull_consumer-4.9.7"), is_not_shared_out_by_clients),
        id="2 wrong proof: of a pull consumer everything is known",
    ),
    pytest.param(
        Row(reset_to_now, no_change_of_hands),
        id="2 wrong proof: a reset to now is a change of hands",
    ),
    pytest.param(
        Row(recorded("mixed_average_and_circle-5.4.0", only="consumer(Progress|Connection)-"), picture_is_proof),
        id="3 the picture is not the proof: three clients, one by circle, owners only",
    ),
    pytest.param(Row(recorded("go_alone-4.9.7"), is_judged), id="4 crash: Go clients alone"),
    pytest.param(Row(recorded("go_beside_java-5.3.3"), is_judged), id="4 crash: a Go client beside Java ones"),
    pytest.param(Row(beside("logs.zip", encrypted_zip()), is_judged), id="4 crash: an encrypted archive"),
    pytest.param(Row(beside("logs.tar.xz", damaged_archive()), is_judged), id="4 crash: a damaged archive"),
    pytest.param(
        Row(changed(recorded("pop_everywhere-5.4.0"), r"10\.20", with_twenty_digits), is_judged),
        id="4 crash: a number of twenty digits in running info",
    ),
    pytest.param(
        Row(three_numbered_looks, groups_are("(group not named)")),
        id="4 odd: looks numbered 1, 2 and 3 become groups of these names",
    ),
    pytest.param(
        Row(recorded("late_commits-5.3.3"), without("duplicate_consumption")),
        id="5 wrong and sure: commits that came late are messages consumed again",
    ),
    pytest.param(
        Row(recorded("sql_refused-5.3.3"), begins_with("start_refused", "connection_problem")),
        id="5 wrong and sure: a refused start is a broker that cannot be reached",
    ),
    pytest.param(
        Row(recorded("sql_refused-4.9.7"), begins_with("start_refused", "consumer_stuck")),
        id="5 wrong and sure: refused clients that go on without a heartbeat are stuck",
    ),
    pytest.param(
        Row(recorded("group_twice-4.5.2"), begins_with("start_refused", "duplicate_consumption")),
        id="5 a footnote: the second consumer of the group in a process was refused",
    ),
    pytest.param(
        Row(recorded("topic_missing-5.3.3"), begins_with("topic_missing", "not_permitted")),
        id="5 wrong and sure: the group does not exist where its topic does not",
    ),
    pytest.param(
        Row(recorded("master_gone-5.3.3"), has_no_end),
        id="5 wrong and sure: a master that is gone for good could be reached again",
    ),
    pytest.param(
        Row(recorded("pop_never_acknowledged-5.3.3"), groups_are("ocr-jobs")),
        id="5 wrong: the retry topic of a pop consumer is a group that is offline",
    ),
    pytest.param(
        Row(recorded("static_topic-5.3.3"), without("idle_consumers")),
        id="5 wrong: clients with three, three and two queues of a static topic have none",
    ),
    pytest.param(
        Row(recorded("two_topics_and_collision-5.3.3"), names_both_causes),
        id="5 half: of colliding ids and different subscriptions one is the headline and has all orphans",
    ),
    pytest.param(
        Row(recorded("fixed_list-4.9.7"), without("not_shared_out_by_clients")),
        id="5 odd: what a fixed list gives cannot be recomputed, beside owners that are all as predicted",
    ),
    pytest.param(Row(hostile_name, quotes_the_name), id="4 odd: a name that a shell would run stands in a remedy"),
]


def outcome(diagnosis: Diagnosis) -> str:
    """What was answered, in a line."""
    findings = [f"{finding.id} {finding.status}" for finding in diagnosis.findings]
    return f"{diagnosis.severity}: {', '.join(findings) or 'no finding'} ({', '.join(diagnosis.facts)})"


@pytest.mark.parametrize("row", ROWS)
def test_what_once_went_wrong(row: Row, spark: SparkSession, tmp_path: Path) -> None:
    row.evidence(tmp_path)
    diagnosis = rmqkit.diagnose(rmqkit.read(spark, str(tmp_path)))
    assert row.is_right(diagnosis), outcome(diagnosis)
