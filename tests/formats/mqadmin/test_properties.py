"""Properties of recognition and the formats: what mqadmin prints comes back, and no line is ever lost."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rmqkit.formats import LOG_KINDS, Kind, parse, recognise_blocks, split_lines
from tests.formats.mqadmin import mqadmin_prints as prints

quick = settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow])

topics = st.one_of(
    st.sampled_from(["orders", "%RETRY%groupA", "ns%orders", "%LMQ%a/b", "%DLQ%groupA", "t" * 80, "订单", "a||b"]),
    # A lone `%` before blanks is a shell's prompt to everybody who pastes.
    st.from_regex(r"[%|a-zA-Z][%|a-zA-Z0-9_-]{0,90}", fullmatch=True).filter(
        lambda name: not name.startswith("|") and name != "%"
    ),
)
brokers = st.one_of(
    st.sampled_from(["broker-a", "idc@broker", "__syslo__global", "b" * 40]),
    st.from_regex(r"[a-zA-Z][a-zA-Z0-9_@-]{0,40}", fullmatch=True),
)
clients = st.sampled_from(
    [
        *("10.20.0.11@7092#80854440", "N/A", "NA", "host-7@DEFAULT", "[fe80:0:0:0:42:acff:fe11:2%eth0]@77"),
        *("a-very-long-name-that-a-user-chose-for-his-client@1@unit@STREAM", "10.0.0.1@1#2@STREAM"),
    ]
)
moments = st.datetimes(datetime(1999, 1, 1), datetime(2035, 1, 1)).map(lambda t: t.replace(microsecond=0))
offsets = st.integers(0, 2**53)
progress_rows = st.lists(
    st.fixed_dictionaries(
        {
            **{"topic": topics, "broker": brokers, "queue": st.integers(0, 4096), "client": clients},
            **{"broker_offset": offsets, "consumer_offset": st.one_of(st.just(-1), offsets)},
            **{"inflight": st.integers(-5, 10**6), "moment": st.one_of(st.none(), moments)},
        }
    ),
    min_size=1,
    max_size=8,
).map(lambda rows: [{**row, "time": str(row["moment"] or "N/A")} for row in rows])


def blocks_and_rows(text, name="paste.txt"):
    blocks = recognise_blocks(text, name)
    return blocks, [parse(block, UTC) for block in blocks if block.kind not in LOG_KINDS]


def assert_every_line_counted(text, name="paste.txt"):
    """Blocks cover the lines in order; the fates of a block's lines add up to its lines."""
    blocks, _ = blocks_and_rows(text, name)
    after = 1
    for block in blocks:
        assert block.first_line == after
        after += len(block.lines)
        if block.kind in LOG_KINDS:
            continue
        parsed = parse(block, UTC)
        fates = parsed.rows + parsed.noise + parsed.blank + parsed.continuation + len(parsed.unparsed)
        assert fates == len(block.lines)
        assert all(block.first_line <= line < after for line in parsed.unparsed)
        assert len(set(parsed.unparsed)) == len(parsed.unparsed)
        for rows in parsed.tables.values():
            assert all(block.first_line <= row["line"] < after for row in rows)
    assert after == len(split_lines(text)) + 1


def expected_progress(layout, row):
    owner = row["client"].split("@")[0]
    return {
        "topic": row["topic"][: layout.width],
        "broker": row["broker"][:32],
        "queue": row["queue"],
        "broker_offset": row["broker_offset"],
        "consumer_offset": row["consumer_offset"],
        "diff": row["broker_offset"] - row["consumer_offset"],
        "client_ip": owner if layout.owner and owner not in ("N/A", "NA") else None,
        "client_ip_shown": layout.owner,
        "inflight": row["inflight"] if layout.inflight else None,
        "last_time": row["moment"].replace(tzinfo=UTC) if row["moment"] else None,
    }


def progress_of(text):
    rows = []
    for parsed in blocks_and_rows(text)[1]:
        assert not parsed.unparsed
        rows += parsed.tables.get("progress", [])
    return [{key: value for key, value in row.items() if key not in ("line", "group")} for row in rows]


def squeezed(text):
    return re.sub(" +", " ", text)


def prefixed(prefix):
    return lambda text: "".join(f"{prefix}{line}\n" for line in text.splitlines())


def numbered(text):
    return "".join(f"out/progress.txt:{i}:{line}\n" for i, line in enumerate(text.splitlines(), 1))


def wrapped(width):
    def wrap(text):
        return "".join(
            f"{line[at : at + width]}\n" for line in text.splitlines() for at in range(0, max(len(line), 1), width)
        )

    return wrap


VARIANTS = [
    pytest.param(lambda text: text, id="as printed"),
    pytest.param(lambda text: "\ufeff" + text.replace("\n", "\r\n"), id="from Windows with a byte order mark"),
    pytest.param(squeezed, id="with all columns squeezed to one blank"),
    pytest.param(lambda text: re.sub(" {2,}", "\t", text), id="with tabs between the columns"),
    pytest.param(lambda text: text.replace(" ", "\u00a0"), id="with no-break spaces"),
    pytest.param(lambda text: text.replace(" ", "\u3000"), id="with full-width spaces"),
    pytest.param(prefixed("> "), id="quoted in a mail"),
    pytest.param(prefixed("# "), id="behind comment marks"),
    pytest.param(prefixed("// "), id="behind slashes"),
    pytest.param(prefixed("| "), id="behind bars"),
    pytest.param(prefixed("    "), id="indented"),
    pytest.param(prefixed("[pod/mq-0/tools] "), id="from kubectl with its prefix"),
    pytest.param(prefixed("tools_1  | "), id="from docker compose"),
    pytest.param(prefixed("2026-11-21T10:31:00.123456789Z "), id="with the container's time"),
    pytest.param(prefixed("2026-11-21T10:31:00.123456789Z stdout F "), id="from the container's log file"),
    pytest.param(prefixed("\x1b[32m"), id="in colour"),
    pytest.param(numbered, id="out of grep -n"),
]


@pytest.mark.parametrize("variant", VARIANTS)
@given(rows=progress_rows, layout=st.sampled_from(prints.PROGRESS_LAYOUTS))
@quick
def test_progress_comes_back_from_every_version_and_paste(variant, rows, layout):
    text = variant(prints.consumer_progress(layout, rows))
    assert progress_of(text) == [expected_progress(layout, row) for row in rows]
    assert_every_line_counted(text)


@pytest.mark.parametrize("width", [80, 100, 120, 132])
@given(rows=progress_rows, layout=st.sampled_from(prints.PROGRESS_LAYOUTS))
@quick
def test_progress_comes_back_from_a_hard_wrap(width, rows, layout):
    text = wrapped(width)(prints.consumer_progress(layout, rows))
    assert progress_of(text) == [expected_progress(layout, row) for row in rows]
    assert_every_line_counted(text)


@given(rows=progress_rows, layout=st.sampled_from(prints.PROGRESS_LAYOUTS))
@quick
def test_progress_without_its_header_gives_the_same_queues(rows, layout):
    text = prints.consumer_progress(layout, rows).split("\n", 1)[1]
    assert progress_of(text) == [expected_progress(layout, row) for row in rows]


@given(
    rows=progress_rows,
    layout=st.sampled_from(prints.PROGRESS_LAYOUTS),
    tps=st.integers(0, 10**8).map(lambda n: n / 100),
)
@quick
def test_totals_come_back(rows, layout, tps):
    _, (parsed,) = blocks_and_rows(prints.consumer_progress(layout, rows, tps))
    answer = parsed.tables["answers"][0]
    assert answer["consume_tps"] == pytest.approx(tps, abs=0.006)
    assert answer["diff_total"] == sum(row["broker_offset"] - row["consumer_offset"] for row in rows)


names = st.from_regex(r"[a-zA-Z][a-zA-Z0-9_-]{0,80}", fullmatch=True)
group_rows = st.lists(
    st.one_of(
        st.tuples(names, st.just(0), st.just("OFFLINE"), st.just(""), st.just(""), st.just(0), st.integers(-9, 10**9)),
        st.tuples(
            *(names, st.integers(1, 900), st.sampled_from(["V4_9_7", "V3_5_8", "HIGHER_VERSION"])),
            *(st.just("PUSH"), st.sampled_from(["CLUSTERING", "BROADCASTING", ""])),
            *(st.integers(0, 10**7), st.integers(-9, 10**9)),
        ),
        st.tuples(names, st.just(2), st.just("V4_0_0_SNAPSHOT"), st.just("PULL"), st.just(""), st.just(3), st.just(4)),
    ),
    min_size=1,
    max_size=6,
)


@pytest.mark.parametrize("width", [32, 64])
@given(rows=group_rows, squeeze=st.booleans(), header=st.booleans())
@quick
def test_the_listing_of_groups_comes_back(width, rows, squeeze, header):
    text = prints.all_groups(width, rows)
    text = squeezed(text) if squeeze else text
    blocks, (parsed,) = blocks_and_rows(text if header else text.split("\n", 1)[1])
    columns = ("group", "count", "version", "type", "model", "tps", "diff_total")
    found = [tuple(row[column] for column in columns) for row in parsed.tables["groups"]]
    assert found == [(row[0][:width], *(None if cell == "" else cell for cell in row[1:])) for row in rows]
    assert blocks[0].kind is Kind.CONSUMER_PROGRESS_ALL
    assert not parsed.unparsed


connection_rows = st.lists(
    st.tuples(
        clients.filter(lambda client: "@" in client),
        st.sampled_from(["127.0.0.1:34450", "[fe80::1%eth0]:10911", "mq-7.local:1"]),
        st.sampled_from(["JAVA", "CPP", "NODE_JS", "null"]),
        st.sampled_from(["V4_9_7", "V4_2_0_SNAPSHOT", "V5_0_0_ALPHA", "HIGHER_VERSION"]),
    ),
    min_size=1,
    max_size=5,
)
subscriptions = st.lists(
    st.tuples(names, st.sampled_from(["*", "TagA", "TagA || TagB", "a > 3 AND b = 'x  y'", "订单"])), max_size=4
)
TRAILER = ("CONSUME_PASSIVELY", "CLUSTERING", "CONSUME_FROM_LAST_OFFSET")


@pytest.mark.parametrize(
    "render",
    [
        pytest.param(prints.connection_without_headers, id="up to 4.9.2, without headers"),
        pytest.param(prints.connection_with_headers, id="4.9.3 and later"),
    ],
)
@given(rows=connection_rows, topics=subscriptions)
@quick
def test_connections_and_subscriptions_come_back(render, rows, topics):
    text = render(rows, topics, TRAILER)
    blocks, (parsed,) = blocks_and_rows(text)
    found = [(r["client_id"], r["address"], r["language"], r["version"]) for r in parsed.tables["connections"]]
    assert found == rows
    assert [(r["topic"], r["expression"]) for r in parsed.tables.get("subscriptions", [])] == topics
    answer = parsed.tables["answers"][0]
    assert (answer["consume_type"], answer["message_model"], answer["consume_from_where"]) == TRAILER
    assert blocks[0].kind is Kind.CONSUMER_CONNECTION
    assert not parsed.unparsed
    assert_every_line_counted(text)


status_rows = st.lists(
    st.tuples(clients.filter(lambda client: "@" in client), st.sampled_from(["V4_9_7", "V3_5_8"])).map(
        lambda row: (*row, f"1795257528579/{row[0]}")
    ),
    min_size=1,
    max_size=4,
)


@given(rows=status_rows, header=st.booleans(), same=st.booleans())
@quick
def test_status_comes_back_with_and_without_its_header(rows, header, same):
    blocks, (parsed,) = blocks_and_rows(prints.consumer_status(rows, header, same))
    assert [(r["client_id"], r["version"]) for r in parsed.tables["connections"]] == [row[:2] for row in rows]
    answer = parsed.tables["answers"][0]
    assert answer["subscription_verdict"] == ("same" if same else "different")
    assert answer.get("rebalance_verdict") == ("OK" if same else None)
    assert blocks[0].kind is Kind.CONSUMER_STATUS
    assert not parsed.unparsed


queue_details = st.lists(
    st.fixed_dictionaries(
        {
            **{"topic": topics.filter(lambda t: "|" not in t), "broker": brokers, "queue": st.integers(0, 99)},
            **{"offset": st.integers(-1, 10**12), "low": offsets, "high": offsets, "count": st.integers(0, 9999)},
            **{"locked": st.sampled_from(["true", "false"]), "dropped": st.sampled_from(["true", "false"])},
            "unlock": st.integers(0, 99),
        }
    ),
    max_size=6,
    unique_by=lambda q: (q["topic"], q["broker"], q["queue"]),
)


@pytest.mark.parametrize("version", ["4.1.0", "4.9.2", "4.9.7", "5.3.3"])
@given(queues=queue_details)
@quick
def test_running_info_comes_back(version, queues):
    text = prints.running_info(version, [("consumerGroup", "groupA"), ("subscription", "{}")], [("t", "*")], queues)
    blocks, (parsed,) = blocks_and_rows(text, "1795257528579/10.20.0.12@17982#15")
    columns = {"consumer_offset": "offset", "cached_min_offset": "low", "cached_max_offset": "high"}
    columns |= {"topic": "topic", "broker": "broker", "queue": "queue", "cached_count": "count"}
    found = [{column: row[column] for column in columns} for row in parsed.tables.get("client_queues", [])]
    assert found == [{column: queue[key] for column, key in columns.items()} for queue in queues]
    for row, queue in zip(parsed.tables.get("client_queues", []), queues, strict=True):
        assert (str(row["locked"]).lower(), str(row["dropped"]).lower()) == (queue["locked"], queue["dropped"])
        assert row["last_pull"] == datetime(2026, 11, 21, 10, 40, 44, 378000, UTC)
    assert (blocks[0].kind, blocks[0].group, blocks[0].client_id) == (
        *(Kind.RUNNING_INFO, "groupA"),
        "10.20.0.12@17982#15",
    )
    assert len(parsed.tables.get("client_topics", [])) == len({queue["topic"] for queue in queues})
    assert not parsed.unparsed
    assert_every_line_counted(text)


status_queues = st.lists(
    st.tuples(brokers, st.integers(0, 99), offsets, offsets, st.one_of(st.none(), moments)), min_size=1, max_size=5
)


@given(rows=status_queues, put_tps=st.booleans())
@quick
def test_topic_status_comes_back(rows, put_tps):
    text = prints.topic_status([(*row[:4], f"{row[4]},007" if row[4] else "") for row in rows], put_tps)
    _, (parsed,) = blocks_and_rows(text, "topicStatus-orders.txt")
    columns = ("topic", "broker", "queue", "min_offset", "max_offset", "last_updated")
    found = [tuple(row[column] for column in columns) for row in parsed.tables["topic_queues"]]
    late = timedelta(milliseconds=7)
    assert found == [
        ("orders", row[0][:32], *row[1:4], row[4].replace(tzinfo=UTC) + late if row[4] else None) for row in rows
    ]
    assert not parsed.unparsed


routes = st.lists(
    st.tuples(
        st.sampled_from(["DefaultCluster", "rmq-cluster"]),
        brokers,
        st.sampled_from([{0: "10.0.0.1:10911"}, {0: "10.0.0.1:10911", 1: "10.0.0.2:10911"}, {2: "b:1", 3: "c:2"}]),
        *(st.integers(0, 64), st.integers(0, 64), st.sampled_from([0, 2, 4, 6])),
    ),
    min_size=1,
    max_size=4,
    unique_by=lambda row: row[1],
)
FORMS = [
    pytest.param(prints.topic_route_list, id="the list of -l"),
    pytest.param(prints.topic_route_json, id="fastjson's pretty print"),
    pytest.param(lambda rows: re.sub(r"\s+", "", prints.topic_route_json(rows)), id="squeezed JSON"),
    pytest.param(lambda rows: prints.topic_route_json(rows, "topicSynFlag"), id="JSON up to 4.8.0"),
    pytest.param(
        lambda rows: re.sub(r"(\d+):\"", r'"\1":"', prints.topic_route_json(rows)), id="JSON with quoted keys"
    ),
]


@pytest.mark.parametrize("render", FORMS)
@given(rows=routes)
@quick
def test_routes_come_back(render, rows):
    text = render(rows)
    blocks, (parsed,) = blocks_and_rows(text, "dir/topicRoute-orders.txt")
    columns = ("topic", "cluster", "broker", "address", "read_queues", "write_queues", "perm")
    found = [tuple(row[column] for column in columns) for row in parsed.tables["topic_queues"]]
    assert found == [
        ("orders", cluster, broker, next(iter(addresses.values())), *numbers)
        for cluster, broker, addresses, *numbers in rows
    ]
    assert [block.kind for block in blocks] == [Kind.TOPIC_ROUTE]
    assert not parsed.unparsed
    assert_every_line_counted(text)


@pytest.mark.parametrize("width", [32, 64])
@given(rows=progress_rows, group=names)
@quick
def test_broker_consume_stats_come_back(width, rows, group):
    rows = [{**row, "group": group} for row in rows]
    blocks, (parsed,) = blocks_and_rows(prints.broker_consume_stats(width, rows, 77))
    found = [(r["topic"], r["group"], r["broker"], r["diff"]) for r in parsed.tables["progress"]]
    assert found == [
        (r["topic"][:width], group, r["broker"][:32], r["broker_offset"] - r["consumer_offset"]) for r in rows
    ]
    assert parsed.tables["answers"][0]["diff_total"] == 77
    assert blocks[0].kind is Kind.BROKER_CONSUME_STATS
    assert not parsed.unparsed


SAMPLE_ROWS = [
    {
        **{
            "topic": "orders",
            "broker": "broker-a",
            "queue": queue,
            "broker_offset": 537,
            "consumer_offset": 500 + queue,
        },
        **{"client": "10.20.0.11@1", "inflight": 3, "time": "2026-11-21 10:40:41"},
    }
    for queue in range(4)
]
ROUTE = [("DefaultCluster", "broker-a", {0: "10.0.0.1:10911"}, 8, 8, 6)]
CLIENT = ("10.20.0.11@1", "127.0.0.1:3000", "JAVA", "V4_3_0")
PASTE = "\n".join(
    [
        "[root@mq bin]# sh mqadmin consumerProgress -n 127.0.0.1:9876 -g groupA -s true",
        "RocketMQLog:WARN No appenders could be found for logger (io.netty.util.internal.PlatformDependent0).",
        prints.consumer_progress(prints.PROGRESS_LAYOUTS[6], SAMPLE_ROWS),
        "=== 2026-11-21 10:31:00",
        prints.consumer_progress(prints.PROGRESS_LAYOUTS[1], SAMPLE_ROWS),
        "bash-4.2$ sh mqadmin consumerConnection -g groupA",
        prints.connection_with_headers([CLIENT], [("orders", "a || b")], TRAILER),
        prints.connection_without_headers([CLIENT], [("orders", "*")], TRAILER),
        "看起来有一半队列没有消费者",
        prints.topic_route_json(ROUTE),
        prints.topic_route_list(ROUTE),
        prints.topic_status([("broker-a", 0, 0, 614, "2026-11-21 10:40:55,790"), ("broker-a", 1, 0, 0, "")], True),
        prints.consumer_status([("10.20.0.11@1", "V4_9_7", "1795257528579/10.20.0.11@1")], True, True),
        prints.running_info("5.3.3", [("consumerGroup", "groupA")], [("orders", "*")], []),
        "2026-11-21 18:36:14,311 WARN RebalanceService - doRebalance, groupA, get consumer id list failed",
        prints.failure(
            "ConsumerStatusSubCommand",
            "consumer",
            "org.apache.rocketmq.client.exception.MQBrokerException: CODE: 206  DESC: the consumer group[groupA] away",
        ),
    ]
)


@given(cut=st.integers(0, len(PASTE)), start=st.integers(0, len(PASTE)))
@settings(max_examples=60, deadline=None)
def test_a_paste_cut_at_any_character_loses_no_line(cut, start):
    assert_every_line_counted(PASTE[start:][:cut])


@given(lines=st.lists(st.sampled_from(PASTE.split("\n")), max_size=30))
@settings(max_examples=60, deadline=None)
def test_lines_in_any_order_are_each_counted_once(lines):
    assert_every_line_counted("\n".join(lines))


@given(text=st.text(st.sampled_from("#TopicQID -|\t\n\r09:.,[]{}%@>=\"'N/A \u3000\x1b"), max_size=200))
@settings(max_examples=100, deadline=None)
def test_any_text_is_counted_without_an_error(text):
    assert_every_line_counted(text)


@given(cut=st.integers(1, len(prints.consumer_progress(prints.PROGRESS_LAYOUTS[6], SAMPLE_ROWS))))
@quick
def test_a_cut_table_never_shows_a_wrong_number(cut):
    whole = prints.consumer_progress(prints.PROGRESS_LAYOUTS[6], SAMPLE_ROWS)
    expected = [expected_progress(prints.PROGRESS_LAYOUTS[6], {**row, "moment": None}) for row in SAMPLE_ROWS]
    _, results = blocks_and_rows(whole[:cut])
    found = [row for parsed in results for row in parsed.tables.get("progress", [])]
    for row, right in zip(found, expected, strict=False):
        assert all(row[key] == right[key] for key in right if key not in ("last_time", "inflight"))
        assert row["inflight"] in (right["inflight"], None)
