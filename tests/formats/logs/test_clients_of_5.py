"""What the gRPC clients of 5.x print, in every language: line in, event and fields out."""

import pytest

from rmqkit.formats.logs.explained import explain_text
from rmqkit.formats.logs.layouts import recognise_log

LINES = [
    pytest.param(
        "2026-11-21T10:38:52.161482Z ERROR rocketmq::client: send heartbeat failed: failed to send heartbeat rpc: Grpc"
        " server unavailable, may be corrected by retrying at send_heartbeat",
        {"heartbeat_failed", "UNAVAILABLE"},
        id="Rust: a heartbeat that does not reach the proxy",
    ),
    pytest.param(
        "2026-11-21T10:38:52.161482Z  WARN rocketmq::client: query route for topic=orders failed: error=Server error at"
        " query_route, context: { code: TOPIC_NOT_FOUND }",
        {"route_failed", "CODE 40402 (TOPIC_NOT_FOUND)"},
        id="Rust: a topic that does not exist",
    ),
    pytest.param(
        "Error: Failed to create session at start, context: { peer: localhost:9876 } => tcp connect error",
        {"rust_client_error"},
        id="Rust: no session",
    ),
    pytest.param(
        "2026-11-21T10:38:52.161482Z ERROR rocketmq::push_consumer: ack message failed: Server, will deliver later.",
        {"ack_failed"},
        id="Rust: an acknowledgement that fails",
    ),
    pytest.param(
        "2026-11-21 10:38:52,161 [ERROR] h@1@0@abc startup exception:  failed to fetch topic:orders route.",
        {"consumer_start_failed", "route_not_found"},
        id="Python: a start without a route",
    ),
    pytest.param(
        "2026-11-21 10:38:52,161 [WARNING] h@1@0@abc read stream from endpoints 127.0.0.1:8081 occurred AioRpcError."
        " code: StatusCode.UNAVAILABLE, message: Connection reset",
        {"session_lost", "UNAVAILABLE"},
        id="Python: a lost session",
    ),
    pytest.param(
        "2026-11-21 10:38:52,161 [ERROR] failed to consume message, topic: orders, message_id: 01AB, list index out",
        {"consume_failed"},
        id="Python: a listener that fails",
    ),
    pytest.param(
        "2026-11-21 10:38:52,161 ERROR 4711 Fetch topic route failed after 3 attempts, clientId=h@1@0@abc, error=Error:"
        " 14 UNAVAILABLE: No connection established",
        {"consumer_start_failed", "UNAVAILABLE"},
        id="Node: a start without a proxy",
    ),
    pytest.param(
        "2026-11-21 10:38:52,161 ERROR 4711 Message consumption failed, messageId=01AB, error=TypeError: x",
        {"consume_failed"},
        id="Node: a listener that fails",
    ),
    pytest.param(
        "NotFoundException: [request-id=1-2, response-code=40402] No topic route info in name server: orders",
        {"NotFoundException", "CODE 40402 (TOPIC_NOT_FOUND)"},
        id="Node: an exception with its code",
    ),
    pytest.param(
        "2026-11-21 10:38:52.1614 ERROR [7] [4] [Org.Apache.Rocketmq.Client.Heartbeat:12] [Bug] unexpected exception"
        " raised during heartbeat, clientId=h@1@0@abc",
        {"heartbeat_failed"},
        id=".NET: a heartbeat that fails",
    ),
    pytest.param(
        'Grpc.Core.RpcException: Status(StatusCode="Unavailable", Detail="Error connecting to subchannel.")',
        {"UNAVAILABLE"},
        id=".NET: no proxy",
    ),
    pytest.param(
        "2026-11-21T10:38:52.161+0800\tERROR\tgolang/client_manager.go:98\thappened unavailable err=rpc error: code ="
        " Unavailable desc = connection refused, close rpcClient=127.0.0.1:8081",
        {"session_lost", "UNAVAILABLE", "connection_refused"},
        id="Go: no proxy",
    ),
    pytest.param(
        "panic: CODE: TOPIC_NOT_FOUND, MESSAGE: No topic route info in name server for the topic: orders",
        {"CODE 40402 (TOPIC_NOT_FOUND)", "route_not_found"},
        id="Go: a topic that does not exist",
    ),
    pytest.param(
        "2026-11-21 10:38:52.161 [--W--] [  771] Unauthorized due to lack of valid authentication credentials: Cause=x,"
        " host=ipv4:1.2.3.4:8081",
        {"answer_refused"},
        id="C++: no credentials",
    ),
]


@pytest.mark.parametrize(("line", "names"), LINES)
def test_a_line_of_a_client_of_5_says_what_it_says(line: str, names: set[str]) -> None:
    known, _ = explain_text(line)
    assert {one.name for one in known} >= names


@pytest.mark.parametrize("line", [row.values[0] for row in LINES if str(row.values[0]).startswith("2026")])
def test_its_log_is_a_clients(line: str) -> None:
    shape = recognise_log([line])
    assert shape is not None
    assert shape.layout.startswith("client_")
