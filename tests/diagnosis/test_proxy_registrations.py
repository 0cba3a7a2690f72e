"""What gRPC clients subscribe to, by the log of the proxy that registers them: their table names nobody."""

from pathlib import Path

import pytest

import rmqkit
from rmqkit.diagnosis.facts.collect import facts_by_group
from rmqkit.diagnosis.relations.wants import client_subscriptions

APPLY, REPAY = "loan-apply-0@1@0@o12es0tmo", "loan-repay-0@1@0@o13jbxx3h"
_START = "2026-12-01 05:14:11 INFO GrpcClientManagerThreadPool-0 - "


def _connected(client: str, made: int) -> str:
    return (
        f"{_START}new consumer connected, group: loan-flow CONSUME_PASSIVELY CLUSTERING channel: ClientChannelInfo "
        f"[channel=GrpcClientChannel{{clientId={client}, remoteAddress=127.0.0.1:46268, "
        f"localAddress=127.0.0.1:20560}}, clientId={client}, language=JAVA, version=453, lastUpdateTimestamp={made}]"
    )


def _table(version: int, tag: str) -> str:
    return (
        f"SubscriptionData [classFilterMode=false, topic=loans, subString={tag}, tagsSet=[{tag}], codeSet=[1], "
        f"subVersion={version}, expressionType=TAG]"
    )


def _changed(old: int, new: int, tag: str) -> str:
    return f"{_START}subscription changed, group: loan-flow OLD: {_table(old, 'ALL')} NEW: {_table(new, tag)}"


@pytest.mark.parametrize(
    ("lines", "wanted"),
    [
        pytest.param(
            [
                _connected(APPLY, 1796073251935),
                _changed(1796073208957, 1796073251935, "APPLY"),
                _connected(REPAY, 1796073254679),
                _changed(1796073251935, 1796073254691, "REPAY"),
            ],
            {APPLY: "APPLY", REPAY: "REPAY"},
            id="a version of the moment at which a channel was made is its client's",
        ),
        pytest.param(
            [_connected(APPLY, 1796073251935), _changed(1796073208957, 1796073259935, "APPLY")],
            {},
            id="a later version may be anybody's",
        ),
        pytest.param(
            [
                _connected(APPLY, 1796073251935),
                _changed(1796073208957, 1796073251935, "APPLY"),
                _changed(1796073251935, 1796073259935, "APPLY"),
            ],
            {APPLY: "APPLY"},
            id="the same again, from whomever",
        ),
        pytest.param(
            [
                _connected(APPLY, 1796073251935),
                _changed(1796073208957, 1796073251935, "APPLY"),
                _changed(1796073251935, 1796073259935, "REPAY"),
            ],
            {},
            id="somebody changed it later while running",
        ),
        pytest.param(
            [
                _connected("10.0.0.7@1#9", 1796073251935).replace("Grpc", "Netty"),
                _changed(1796073208957, 1796073251935, "APPLY"),
            ],
            {},
            id="clients of brokers make their versions themselves, by their own clocks",
        ),
    ],
)
def test_a_proxy_s_log_tells_who_subscribes_to_what(tmp_path: Path, lines: list[str], wanted: dict[str, str]) -> None:
    (tmp_path / "broker.log").write_text("\n".join(lines) + "\n", encoding="utf-8")
    facts = facts_by_group(rmqkit.read(None, str(tmp_path)), ["loan-flow"])["loan-flow"]
    assert {who: said.topics["loans"].text for who, said in client_subscriptions(facts).items()} == wanted
