"""Dates of log lines that can be read in several ways, and servers' lines with milliseconds. Needs
no Spark."""

import re
from datetime import datetime

import pytest

from rmqkit.formats.block import Kind
from rmqkit.formats.logs.layout_table import NOISE, layout_of
from rmqkit.formats.logs.layouts import recognise_log


def _time_in(line: str) -> datetime | None:
    layout = layout_of(line)
    assert layout is not None
    match = layout.line.match(line)
    assert match is not None
    if not layout.dated:
        return None
    return datetime.strptime(match["at"].replace("/", "-"), layout.date.replace("/", "-"))


NINTH, TWENTY_FIRST = datetime(2026, 11, 9, 18, 24, 29), datetime(2026, 11, 21, 18, 24, 29)


@pytest.mark.parametrize(
    ("date", "expected"),
    [
        pytest.param("26-11-09", NINTH, id="2009 is before RocketMQ, so the year stands first"),
        pytest.param("26/11/09", NINTH, id="Spark's and log4j's slashes"),
        pytest.param("14-11-26", datetime(2026, 11, 14, 18, 24, 29), id="2014 is before Apache RocketMQ"),
        pytest.param("11/21/26", TWENTY_FIRST, id="there is no month 21"),
        pytest.param("26-11-21", None, id="November of 2021 or of 2026"),
        pytest.param("09/11/26", None, id="September or November"),
        pytest.param("16-11-02", None, id="no order gives a year of RocketMQ's"),
        pytest.param("26-13-09", None, id="no month 13 and no year 2009 of RocketMQ's"),
    ],
)
def test_a_year_of_two_digits_is_read_where_one_order_alone_is_possible(date: str, expected: datetime | None) -> None:
    assert _time_in(f"{date} 18:24:29.123 WARN [t] RocketmqClient - the consumer [g] start OK") == expected


@pytest.mark.parametrize(
    ("line", "kind", "layout"),
    [
        pytest.param(
            "2026-11-21 04:00:11,204 ERROR main - schedule CQ offset invalid. offset=1, cqMinOffset=2, queueId=3",
            Kind.ROCKETMQ_LOG,
            "server_millis",
            id="store.log with milliseconds",
        ),
        pytest.param(
            "2026-11-21 04:00:11.204 WARN PullMessageThread_9 - the consumer's group info not exist, group: g",
            Kind.BROKER_LOG,
            "server_millis",
            id="broker.log with milliseconds",
        ),
        pytest.param(
            "2026-11-21 04:00:11,204 INFO RocketmqClient - the consumer [g] start OK.",
            Kind.CLIENT_LOG,
            "client_4",
            id="a client's logger is no server's thread",
        ),
    ],
)
def test_milliseconds_do_not_make_a_server_a_client(line: str, kind: Kind, layout: str) -> None:
    shape = recognise_log([line])
    assert shape is not None
    assert (shape.kind, shape.layout) == (kind, layout)


@pytest.mark.parametrize(
    "line",
    [
        pytest.param('[admin@rmq-1 logs]$ grep "not exist" broker.log | tail -3', id="a prompt with a folder"),
        pytest.param("root@rmq-1:~# tail -n 50 broker.log", id="a prompt without brackets"),
        pytest.param("[root@rmq-1 logs]# ", id="a prompt alone"),
        pytest.param("[root@rmq-1 logs]# cd ../logs && ls", id="a prompt with any command"),
        pytest.param("$ sudo zgrep -h x broker.log.1.gz", id="with sudo"),
        pytest.param("[root@k8s ~]# kubectl logs rmq-broker-0 --tail=20", id="kubectl"),
    ],
)
def test_a_shells_prompt_is_noise(line: str) -> None:
    assert re.match(NOISE, line)
