"""mqadmin's dates without a zone beside logs whose zone is known: looks before an incident are not looks after it."""

from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace

import pytest

from rmqkit.diagnosis import zones
from rmqkit.evidence.opening import read, read_pasted
from rmqkit.formats.logs.layout_table import JVM

GMT8 = "GMT+8"


def day(clock: str) -> datetime:
    return datetime.fromisoformat(f"2026-10-14T{clock}:00").replace(tzinfo=UTC)


def evidence(
    looks: str | None,
    logs: tuple[str, str] | None,
    layout: str = GMT8,
    zone: str = "UTC",
    written: tuple[str, str] | None = None,
    printed: str = "Thu Mar  5 10:20:00 CST 2026",
) -> SimpleNamespace:
    """One look, as read in UTC, a broker's log from one moment to another, and a client's in its JVM's zone; a date is
    printed beside the look."""
    at = day(looks) if looks else None
    spans = {"broker.log": SimpleNamespace(first=day(logs[0]), last=day(logs[1]))} if logs else {}
    clients = {"client.log": SimpleNamespace(first=day(written[0]), last=day(written[1]))} if written else {}
    of_client = SimpleNamespace(file="client.log", shape=SimpleNamespace(zone=JVM, jvm_zone=None))
    of_broker = SimpleNamespace(file="broker.log", shape=SimpleNamespace(zone=layout, jvm_zone=None))
    return SimpleNamespace(
        zone=zone, is_read_from_files=True, spark=None, address="folder",
        rows=lambda table: [{"at": one, "last_time": None} for one in (at, None)] if table == "progress" else [],
        log_summary=SimpleNamespace(spans={**spans, **clients}),
        reading=SimpleNamespace(logs=[of_broker, of_client]),
        whole_text=lambda most: [("looks.txt", 1, printed)],
    )  # fmt: skip


PRINTED, BOTH = ("Asia/Shanghai", "UTC"), ("Asia/Shanghai", None)


@pytest.mark.parametrize(
    ("given", "zone"),
    [
        pytest.param(evidence("10:20", ("02:00", "02:35")), PRINTED, id="eight hours behind, and beside it"),
        pytest.param(evidence("10:40", ("02:00", "02:35")), PRINTED, id="taken right after the log's end"),
        pytest.param(
            evidence("10:20", ("02:00", "02:35"), printed="Thu Mar  5 10:20:00 UTC 2026"),
            None,
            id="a date has its zone: it was taken hours later",
        ),
        pytest.param(
            evidence(
                "07:50",
                ("02:00", "02:35"),
                printed="Script started on 2026-10-14 07:47:47+05:30",
                written=("07:40", "07:52"),
            ),
            ("Asia/Kolkata", "Asia/Kolkata"),
            id="beside a date with its zone, and a client's log as well",
        ),
        pytest.param(
            evidence(
                "07:50",
                ("02:00", "02:35"),
                printed="Script started on 2026-10-14 07:47:47+05:30",
                written=("02:10", "02:34"),
            ),
            ("Asia/Kolkata", "UTC"),
            id="beside a date with its zone, the client in UTC",
        ),
        pytest.param(
            evidence("02:20", ("02:00", "02:35"), printed="Script started on 2026-10-14 07:47:47+05:30"),
            None,
            id="a date with its zone of other hours: the program runs in UTC",
        ),
        pytest.param(evidence("02:20", ("02:00", "02:35")), None, id="the look lies within the log as it is"),
        pytest.param(evidence("03:20", ("02:00", "02:35")), None, id="the look may have been taken later"),
        pytest.param(evidence("14:20", ("02:00", "02:35")), None, id="in no zone beside the log"),
        pytest.param(evidence("10:20", ("00:00", "06:00")), None, id="hours before the end of a long log"),
        pytest.param(evidence("10:20", ("02:00", "02:35"), layout=JVM), None, id="the log's own zone is not known"),
        pytest.param(evidence("10:20", ("02:00", "02:35"), zone="Europe/Berlin"), None, id="somebody named a zone"),
        pytest.param(evidence("10:20", None), None, id="there is no log"),
        pytest.param(
            evidence(None, ("02:00", "04:13"), written=("11:36", "11:43")),
            ("UTC", "Asia/Shanghai"),
            id="a client's log behind it",
        ),
        pytest.param(
            evidence("11:50", ("02:00", "02:35"), written=("10:10", "11:34")),
            BOTH,
            id="it and a client's log, after which it was taken",
        ),
        pytest.param(
            evidence("10:20", ("02:00", "02:35"), written=("02:10", "02:34")),
            PRINTED,
            id="the look alone: the client's log lies within it",
        ),
        pytest.param(
            evidence(None, ("02:00", "04:13"), written=("08:00", "09:00")), None, id="a log of another day's hour"
        ),
        pytest.param(
            evidence(None, ("02:00", "04:13"), written=("04:00", "12:10")), None, id="a log that begins within it"
        ),
    ],
)
def test_in_which_zone_dates_were_printed(
    given: SimpleNamespace, zone: tuple[str, str] | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(zones, "_dated_alike", lambda evidence: evidence)
    monkeypatch.setattr(zones, "read", lambda spark, address, *, zone, zone_of_logs=None: (zone, zone_of_logs))
    taken, _ = zones.rezoned(given)  # type: ignore[arg-type]
    assert taken == zone if zone else taken is given


def printed_below(date: str, *last: str, behind: int = 0) -> str:
    """A look below a date, in which the newest messages that were read are from these times of the day."""
    head = (
        f"{'#Topic':32}  {'#Broker Name':32}  {'#QID':4}  {'#Broker Offset':20}  {'#Consumer Offset':20}  {'#Diff':20}"
    )
    rows = [
        f"{'paid':32}  {'broker-a':32}  {queue:<4}  {900:<20}  {900 - behind:<20}  {behind:<20}  2026-11-30 {time}"
        for queue, time in enumerate(last)
    ]
    return "\n".join([date, f"{head}  #LastTime", *rows, "", "Consume TPS: 5.00", "Diff Total: 0", ""])


SHELL, UTC_LATER, TWICE = "[2026-11-30 18:05:53]", "[2026-11-30 18:06:53]", ("10:05:52", "10:05:50")


@pytest.mark.parametrize(
    ("printed", "at"),
    [
        pytest.param([printed_below(SHELL, *TWICE)], "10:05:53", id="a shell in UTC+8, a JVM in UTC"),
        pytest.param(
            [printed_below("[2026-11-30 10:05:53]", "18:05:52", "18:05:50")],
            "18:05:53",
            id="a JVM in UTC+8, a shell in UTC",
        ),
        pytest.param(
            [printed_below("[2026-11-30 13:05:53]", "10:05:52"), printed_below("[2026-11-30 13:06:53]", "10:06:52")],
            "10:05:53",
            id="three hours, in two snapshots with other messages",
        ),
        pytest.param(
            [printed_below("[2026-11-30 10:05:53]", *TWICE)], "10:05:53", id="contradicted: both are of one zone"
        ),
        pytest.param(
            [printed_below(SHELL, *TWICE), printed_below(UTC_LATER, "18:06:52")],
            "18:05:53",
            id="contradicted: another snapshot shows one zone",
        ),
        pytest.param(
            [printed_below(SHELL, *TWICE, behind=170)], "18:05:53", id="contradicted: a backlog of eight hours"
        ),
        pytest.param(
            [printed_below(SHELL, "10:01:52", "10:01:50")], "18:05:53", id="silent: the last messages are of any time"
        ),
        pytest.param(
            [printed_below(SHELL, "10:05:52")], "18:05:53", id="too little: one queue may have got its last then"
        ),
        pytest.param(
            [printed_below("[2026-11-30 13:05:53]", *TWICE)], "13:05:53", id="too little: hours of no usual zone, once"
        ),
    ],
)
def test_a_shells_date_above_an_output_of_another_zone(printed: list[str], at: str) -> None:
    """Moments of one output are by one clock: that of the messages in it."""
    rows = zones.rezoned(read_pasted("\n".join(printed)))[0].rows("progress")
    assert f"{rows[0]['at']:%H:%M:%S}" == at


@pytest.mark.parametrize(
    ("zone", "hour"),
    [
        pytest.param("CET", 9, id="one hour east of Greenwich"),
        pytest.param("CST", 10, id="of several zones: as printed"),
    ],
)
def test_a_shell_that_names_its_zone_tells_mqadmins(tmp_path: Path, zone: str, hour: int) -> None:
    """Both have one clock, and print the same hours."""
    (tmp_path / "terminal.txt").write_text(printed_below(f"Mon Nov 30 10:05:53 {zone} 2026", *TWICE))
    evidence, in_servers_zone = zones.rezoned(read(None, str(tmp_path)))
    rows = evidence.rows("progress")
    assert {(row["at"].hour, row["last_time"].hour) for row in rows} == {(hour, hour)}
    assert not in_servers_zone
