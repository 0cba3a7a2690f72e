"""What names of files tell: their order, their series, and what they are called without a look's number."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rmqkit.formats.naming import client_of, current_log, natural_order, series_of, without_number


@pytest.mark.parametrize(
    ("names", "ordered"),
    [
        pytest.param(["look-10", "look-2", "look-1"], ["look-1", "look-2", "look-10"], id="numbers as people count"),
        pytest.param(["b/1", "a/20", "a/3"], ["a/3", "a/20", "b/1"], id="folders first"),
        pytest.param(["x²", "x1"], ["x1", "x²"], id="a raised two is no number"),
    ],
)
def test_files_sort_as_people_count(names: list[str], ordered: list[str]) -> None:
    assert sorted(names, key=natural_order) == ordered


@given(st.lists(st.text(max_size=8), min_size=2, max_size=5))
def test_any_names_can_be_sorted(names: list[str]) -> None:
    assert sorted(sorted(names, key=natural_order)) == sorted(names)


@pytest.mark.parametrize(
    ("name", "series", "without"),
    [
        pytest.param("progress-1.txt", "progress-#.txt", "progress-1.txt", id="an ending follows"),
        pytest.param("orders-12", "orders-#", "orders", id="a look's number"),
        pytest.param("orders", "orders", "orders", id="no number"),
    ],
)
def test_looks_of_one_series(name: str, series: str, without: str) -> None:
    assert (series_of(name), without_number(name)) == (series, without)


@pytest.mark.parametrize(
    ("part", "log"),
    [
        pytest.param("mq/broker.log", "mq/broker.log", id="the newest part"),
        pytest.param("mq/otherdays/broker.1.log.gz", "mq/broker.log", id="as logback rolls it"),
        pytest.param("otherdays/broker-a/broker.12.log.gz", "broker-a/broker.log", id="rolled beside other brokers'"),
        pytest.param("broker.2026-01-02.1.log.gz", "broker.log", id="with the day"),
        pytest.param("broker.log.3", "broker.log", id="as logrotate does"),
        pytest.param("broker-a.log", "broker-a.log", id="the name of a broker is no number"),
        pytest.param("progress.txt", None, id="no log"),
    ],
)
def test_the_current_log_of_a_rolled_part(part: str, log: str | None) -> None:
    assert current_log(part) == log


@pytest.mark.parametrize(
    ("name", "client"),
    [
        pytest.param("1726650460000/10.44.2.11@1#5512", "10.44.2.11@1#5512", id="as mqadmin names it"),
        pytest.param("ops/status_1036_10.66.5.101@1#77.txt", "10.66.5.101@1#77", id="with somebody's words before it"),
        pytest.param("pod-3@consumer", "pod-3@consumer", id="an id that begins otherwise"),
        pytest.param("running.txt", None, id="no id"),
    ],
)
def test_a_running_infos_file_is_named_after_its_client(name: str, client: str | None) -> None:
    assert client_of([], name) == client
