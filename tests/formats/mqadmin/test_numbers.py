"""Numbers and times of any size: what no Java type and no calendar holds breaks nothing."""

import re
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rmqkit.formats import LOG_KINDS, parse, recognise_blocks
from rmqkit.formats.moments import compact_instant, epoch_instant, instant, localise
from rmqkit.formats.mqadmin.rows import int_of, long_of
from rmqkit.tables.schemas import SCHEMAS
from tests.formats.mqadmin import mqadmin_prints as prints

TYPES = [
    pytest.param(int_of, "2147483647", 2147483647, id="the largest int"),
    pytest.param(int_of, "2147483648", None, id="one more than the largest int"),
    pytest.param(long_of, "9223372036854775807", 2**63 - 1, id="the largest long, which brokers print for no limit"),
    pytest.param(long_of, "-9223372036854775808", -(2**63), id="the smallest long"),
    pytest.param(long_of, "9223372036854775808", None, id="one more than the largest long"),
    pytest.param(long_of, "9" * 5000, None, id="more digits than Python reads"),
]


@pytest.mark.parametrize(("read", "text", "number"), TYPES)
def test_a_number_is_within_its_java_type_or_an_error(read, text, number):
    if number is not None:
        assert read(text) == number
        return
    with pytest.raises(ValueError, match="no number of"):
        read(text)


EPOCHS = [
    pytest.param("1795292295214", datetime(2026, 11, 21, 20, 18, 15, 214000, UTC), id="Java's milliseconds"),
    pytest.param("1795292295214684", datetime(2026, 11, 21, 20, 18, 15, 214684, UTC), id="microseconds"),
    pytest.param("1795292295214684465", datetime(2026, 11, 21, 20, 18, 15, 214684, UTC), id="Go's nanoseconds"),
    pytest.param("0", None, id="never"),
    pytest.param("99999999999999", None, id="milliseconds of the year 5138"),
    pytest.param("9" * 19, None, id="nanoseconds after what tables hold"),
    pytest.param("9" * 400, None, id="any number of digits"),
    pytest.param("-1", None, id="below zero"),
    pytest.param("", None, id="nothing"),
    pytest.param("²", None, id="a digit that is no decimal"),
]


@pytest.mark.parametrize(("digits", "moment"), EPOCHS)
def test_a_number_since_1970_is_read_by_its_size(digits, moment):
    assert epoch_instant(digits) == moment


COMPACT = [
    pytest.param("20261121202000641", datetime(2026, 11, 21, 20, 20, 0, 641000, UTC), id="17 digits"),
    pytest.param("19700101080000000", None, id="Java's never"),
    pytest.param("17540830224346128", None, id="a Go client's never: its zero time in nanoseconds overflows"),
    pytest.param("20260431000000000", None, id="31 April"),
    pytest.param("568925191121202000641", None, id="nanoseconds that were taken for milliseconds"),
    pytest.param("1795292295214", None, id="milliseconds"),
]


@pytest.mark.parametrize(("digits", "moment"), COMPACT)
def test_17_digits_are_a_date(digits, moment):
    assert compact_instant(digits, UTC) == moment


@pytest.mark.parametrize("hours", [-14, 0, 14])
@pytest.mark.parametrize("year", [1, 1970, 9999])
def test_a_date_at_the_end_of_the_calendar_is_no_time(year, hours):
    zone = timezone(timedelta(hours=hours))
    assert localise(datetime(year, 1, 1), zone) is None
    assert localise(datetime(year, 12, 31, 23, 59, tzinfo=zone), UTC) is None
    assert instant(f"{year:04}-01-01 00:00:00", zone) is None


ROW = {
    **{"topic": "orders", "broker": "broker-a", "queue": 3, "broker_offset": 614, "consumer_offset": 600},
    **{"client": "10.20.0.11@1", "inflight": 2, "time": "2026-11-21 10:40:41", "group": "g"},
}
QUEUE = {"topic": "orders", "broker": "broker-a", "queue": 3, "offset": 600, "low": 601, "high": 614, "count": 2}
QUEUE |= {"locked": "false", "dropped": "false", "unlock": 0}
CLIENT = ("10.20.0.11@1", "127.0.0.1:3000", "JAVA", "V4_3_0")
STARTED = ("PROP_CONSUMER_START_TIMESTAMP", "1795292295214")
ROUTE = [("DefaultCluster", "broker-a", {0: "10.0.0.1:10911"}, 8, 8, 6)]
OUTPUTS = {
    "consumerProgress": prints.consumer_progress(prints.PROGRESS_LAYOUTS[6], [ROW, ROW]),
    "consumerProgress of 4.0.0": prints.consumer_progress(prints.PROGRESS_LAYOUTS[0], [ROW]),
    "all groups": prints.all_groups(64, [("g", 2, "V4_9_7", "PUSH", "CLUSTERING", 3, 14)]),
    "consumerConnection": prints.connection_with_headers([CLIENT], [("orders", "*")], ("PUSH", "CLUSTERING", "X")),
    "consumerStatus": prints.consumer_status([("10.20.0.11@1", "V4_9_7", "1795257528579/10.20.0.11@1")], True, True),
    "running info": prints.running_info("5.3.3", [STARTED], [("orders", "*")], [QUEUE]),
    "topicStatus": prints.topic_status([("broker-a", 0, 0, 614, "2026-11-21 10:40:55,790")], True),
    "topicRoute": prints.topic_route_json(ROUTE),
    "topicRoute -l": prints.topic_route_list(ROUTE),
    "brokerConsumeStats": prints.broker_consume_stats(64, [ROW], 14),
    "a failure": prints.failure("X", "consumer", "org.apache.rocketmq.MQBrokerException: CODE: 206  DESC: away"),
}
LIMITS = {"int": 2**31, "long": 2**63}


def rows_of(text):
    """The rows of every table that the text gives, after a check that each line is counted once."""
    rows = []
    for block in recognise_blocks(text, "x.txt"):
        if block.kind in LOG_KINDS:
            continue
        parsed = parse(block, timezone(timedelta(hours=8)))
        fates = parsed.rows + parsed.noise + parsed.blank + parsed.continuation + len(parsed.unparsed)
        assert fates == len(block.lines)
        rows += [(table, row) for table, found in parsed.tables.items() for row in found]
    return rows


def assert_columns_hold(rows):
    for table, row in rows:
        for field in SCHEMAS[table].fields:
            limit = LIMITS.get(field.dataType.simpleString().replace("bigint", "long"))
            value = row.get(field.name)
            assert limit is None or value is None or -limit <= value < limit, (table, field.name, value)


numbers = st.one_of(st.integers(0, 10**25).map(str), st.integers(1, 60).map(lambda n: "9" * n), st.just("9" * 5000))


@pytest.mark.parametrize("name", OUTPUTS)
@given(data=st.data())
@settings(max_examples=60, deadline=None)
def test_any_digits_anywhere_in_an_output_are_counted_and_fit_their_columns(name, data):
    text = OUTPUTS[name]
    places = [match.span() for match in re.finditer(r"[0-9]+", text)]
    start, end = data.draw(st.sampled_from(places))
    assert_columns_hold(rows_of(text[:start] + data.draw(numbers) + text[end:]))


@pytest.mark.parametrize("name", OUTPUTS)
def test_every_number_of_an_output_may_be_of_20_digits(name):
    text = OUTPUTS[name]
    for match in re.finditer(r"[0-9]+", text):
        assert_columns_hold(rows_of(text[: match.start()] + "12345678901234567890" + text[match.end() :]))
    assert_columns_hold(rows_of(re.sub(r"[0-9]+", "12345678901234567890", text)))


def test_a_number_beyond_a_long_leaves_its_line_unparsed_and_the_others_read():
    text = OUTPUTS["consumerProgress"].replace("614", "12345678901234567890", 1)
    (block,) = recognise_blocks(text, "x.txt")
    parsed = parse(block, UTC)
    assert (len(parsed.tables["progress"]), parsed.unparsed) == (1, [2])


def test_a_route_with_one_broken_broker_keeps_the_other():
    rows = [*ROUTE, ("DefaultCluster", "broker-b", {0: "10.0.0.2:10911"}, 99999999999, 8, 6)]
    (block,) = recognise_blocks(prints.topic_route_json(rows), "x.txt")
    parsed = parse(block, UTC)
    assert [row["broker"] for row in parsed.tables["topic_queues"]] == ["broker-a"]
    assert len(parsed.unparsed) > 0


def test_a_routes_row_is_cited_by_the_line_that_names_its_broker():
    printed = prints.topic_route_json(ROUTE)
    (block,) = recognise_blocks(printed, "x.txt")
    lines = [row["line"] for row in parse(block, UTC).tables["topic_queues"]]
    assert [printed.splitlines()[line - 1].strip() for line in lines] == ['"brokerName":"broker-a",']


def test_the_queues_of_a_static_topic_belong_to_its_route():
    held = '"bname":"{}",\n"currIdMap":{{0:0,1:1\n}},\n"dirty":false,\n"epoch":1,\n"scope":"__global__",'
    brokers = ",\n".join(
        f'"{name}":{{\n{held.format(name)}\n"topic":"t",\n"totalQueues":4\n}}' for name in ("broker-a", "broker-b")
    )
    printed = prints.topic_route_json(ROUTE).removesuffix("\n}\n")
    text = f'{printed},\n"topicQueueMappingByBroker":{{\n{brokers}\n}}\n}}\n'
    (block,) = recognise_blocks(text, "x.txt")
    parsed = parse(block, UTC)
    assert ([row["broker"] for row in parsed.tables["topic_queues"]], parsed.unparsed) == (["broker-a"], [])
