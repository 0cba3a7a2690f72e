"""Clients that came before a broker's log begins: only the addresses from which they register again are known."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from pathlib import Path

import pytest

import rmqkit
from rmqkit.diagnosis import Finding, diagnose

ONE, OTHER, ITS_NEXT = "10.0.0.11:41001", "10.0.0.12:41002", "10.0.0.11:41009"
BOTH, PAID = ("paid", "sent"), ("paid",)
BEGIN = datetime(2026, 11, 19, 14, 0)
LIST = """\
#ClientId            #ClientAddr        #Language  #Version
10.0.0.11@7#1234567  10.0.0.11:41001    JAVA       V5_1_4
10.0.0.12@7#1234568  10.0.0.12:41002    JAVA       V5_1_4

Below is subscription:
#Topic         #SubExpression
paid           *

ConsumeType: CONSUME_PASSIVELY
MessageModel: CLUSTERING
ConsumeFromWhere: CONSUME_FROM_LAST_OFFSET
"""

Registration = tuple[int, str, Sequence[str]]


def line(seconds: int, text: str) -> str:
    return f"{BEGIN + timedelta(seconds=seconds):%Y-%m-%d %H:%M:%S} INFO HeartbeatThread_1 - {text}\n"


def registered(seconds: int, address: str, topics: Sequence[str]) -> str:
    wanted = ", ".join(
        f"SubscriptionData [classFilterMode=false, topic={topic}, subString=*, tagsSet=[], codeSet=[], "
        f"subVersion=179506819040{at}, expressionType=TAG]"
        for at, topic in enumerate(topics)
    )
    return line(
        seconds,
        f"ClientManageProcessor: registerConsumer info changed, SDK address={address}, consumerData=ConsumerData "
        "[groupName=groupA, consumeType=CONSUME_PASSIVELY, messageModel=CLUSTERING, "
        f"consumeFromWhere=CONSUME_FROM_LAST_OFFSET, unitMode=false, subscriptionDataSet=[{wanted}]]",
    )


def every_30_s(address: str, topics: Sequence[str], since: int, until: int) -> list[Registration]:
    return [(seconds, address, topics) for seconds in range(since, until, 30)]


def difference(folder: Path, said: Sequence[Registration], end: int = 300) -> Finding | None:
    """What the diagnosis says of a broker's log with these registrations."""
    log = "".join(registered(*each) for each in sorted(said))
    (folder / "broker.log").write_text(log + line(end, "new producer connected, group: other channel: x"))
    found = diagnose(rmqkit.read(None, str(folder)), "groupA").findings
    return next((finding for finding in found if finding.id == "inconsistent_subscription"), None)


TOGETHER = [*every_30_s(ONE, BOTH, 0, 300), *every_30_s(OTHER, PAID, 10, 300)]


def test_two_that_register_in_turn_and_want_different_topics_are_two_members(tmp_path: Path) -> None:
    finding = difference(tmp_path, TOGETHER)
    assert finding is not None
    assert (finding.proven, finding.clients) == (True, (ONE, OTHER))


NOT_PROVEN = [
    pytest.param([*every_30_s(ONE, BOTH, 0, 150), *every_30_s(ITS_NEXT, PAID, 155, 300)], id="one after the other"),
    pytest.param([*every_30_s(ONE, BOTH, 0, 300), (290, OTHER, PAID)], id="the other has said it once"),
    pytest.param([*every_30_s(ONE, BOTH, 0, 300), *every_30_s(OTHER, PAID, 10, 150)], id="the other fell silent"),
    pytest.param([*every_30_s(ONE, PAID, 0, 300), *every_30_s(OTHER, PAID, 10, 300)], id="both want the same"),
    pytest.param(every_30_s(ONE, BOTH, 0, 300), id="there is one only"),
]


@pytest.mark.parametrize("said", NOT_PROVEN)
def test_less_proves_no_difference(said: Sequence[Registration], tmp_path: Path) -> None:
    finding = difference(tmp_path, said)
    assert finding is None or not finding.proven


def test_where_a_list_names_the_clients_they_are_called_by_their_ids(tmp_path: Path) -> None:
    (tmp_path / "consumerConnection.txt").write_text(LIST)
    finding = difference(tmp_path, TOGETHER)
    assert finding is not None
    assert finding.clients == ("10.0.0.11@7#1234567", "10.0.0.12@7#1234568")
