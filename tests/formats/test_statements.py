"""The one reader: what RocketMQ says is found wherever it stands, with what it names and what it stands in."""

import pytest

from rmqkit.formats.logs.catalogue import MESSAGES
from rmqkit.formats.statements import Statement, What, statements
from tests.formats.surrounded import SURROUNDINGS, agree, expected, printed

SOME = MESSAGES[::41]
"""Of the catalogue's wordings, for every run of the tests; all of them are for `make fuzz`."""


def told(text: str) -> list[tuple[str, str]]:
    return [(str(one.what), one.name) for one in statements(text)]


def the(text: str, name: str) -> Statement:
    return next(one for one in statements(text) if one.name == name)


@pytest.mark.parametrize("around", SURROUNDINGS)
def test_a_wording_is_found_in_every_surrounding_with_the_same_fields(around: str) -> None:
    missed = []
    for message in SOME:
        event, fields = expected(message)
        said = statements(SURROUNDINGS[around](printed(message)))
        if not any(one.name == event and agree(dict(one.fields), fields) for one in said):
            missed.append((message.template, said))
    assert missed == []


REMARK = "the consumer's subscription not exist"


@pytest.mark.parametrize(
    ("text", "names"),
    [
        pytest.param(REMARK, ["subscription_not_exist"], id="a remark as a client shows it"),
        pytest.param(f"Since Monday: {REMARK}, help!", ["subscription_not_exist"], id="in a sentence"),
        pytest.param(f"CODE: 24  DESC: {REMARK}", ["24"], id="an answer; its words are no second thing"),
        pytest.param(f"CODE: 24 DESE: {REMARK}", ["24"], id="an answer as old clients misspell it"),
        pytest.param(f"一直报CODE：24 DESC：{REMARK}", ["24"], id="behind Chinese, with wide colons"),
        pytest.param("&quot;CODE: 17  DESC: topic[orders] not exist&quot;", ["17"], id="HTML's entities"),
        pytest.param(f'Status {{ code: 24, message: "{REMARK}" }}', ["24"], id="a status as Rust prints it"),
        pytest.param(
            'level=warning msg="pull message from broker error" broker="10.0.0.1:10911" '
            'underlayError="CODE: 17, DESC: topic not exist"',
            ["pull_rejected", "17"],
            id="a Go client's line and the answer in it",
        ),
        pytest.param(
            "pull message from broker error fields: map[broker:10.0.0.1:10911 underlayError:CODE: 17, DESC: no]",
            ["pull_rejected", "17"],
            id="the same as Go prints a map",
        ),
        pytest.param(
            "RemotingCommand [code=24, language=JAVA, version=399, opaque=7, flag(B)=1, remark=the consumer's group "
            "info not exist, extFields=null, serializeTypeCurrentRPC=JSON]",
            ["24"],
            id="a response of the remoting protocol",
        ),
        pytest.param(
            "RemotingCommand [code=11, language=JAVA, version=395, opaque=7, flag(B)=0, remark=null, "
            "extFields={consumerGroup=pay, topic=orders}, serializeTypeCurrentRPC=JSON]",
            [],
            id="a request of the remoting protocol, whose number is no answer",
        ),
        pytest.param(
            "MQClientException: The consumer group[pay] has been created before, specify another name please.\n"
            "See #40 for further details.\n"
            "at org.apache.rocketmq.client.impl.consumer.Impl.start(DefaultMQPushConsumerImpl.java:7)",
            ["MQClientException", "consumer_exists"],
            id="frames below a link are explained by what stands above it",
        ),
        pytest.param("ERROR: SUBSCRIPTION_GROUP_NOT_EXIST", ["26"], id="the name of a code"),
        pytest.param("why is `autoCreateTopicEnable=true` bad?", ["autoCreateTopicEnable"], id="a setting"),
        pytest.param("autoCreateTopicEnable is on, isn't it?", [], id="a setting that is named and not set"),
        pytest.param("I ran mqadmin updateTopic twice", [], id="a command in a sentence"),
        pytest.param("extends DefaultMQPushConsumerImpl {", [], id="a class"),
        pytest.param("Hello, my cat is called Tom.", [], id="prose"),
        pytest.param("The process ended with exit code 1.", [], id="another program's code"),
    ],
)
def test_what_is_said(text: str, names: list[str]) -> None:
    assert [one.name for one in statements(text)] == names


TRACE = """org.springframework.beans.factory.BeanCreationException: Error creating bean with name 'listener'
\tat org.springframework.Some.method(Some.java:7)
Caused by: org.apache.rocketmq.client.exception.MQClientException: No route info of this topic: orders
See http://rocketmq.apache.org/docs/faq/ for further details."""


def test_a_cause_stands_in_what_it_caused() -> None:
    said = statements(TRACE)
    assert [(one.name, one.within.name if one.within else None) for one in said] == [
        ("BeanCreationException", None),
        ("MQClientException", "BeanCreationException"),
        ("route_missing", "MQClientException"),
    ]


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        pytest.param("the consumer [`order-mailer`] start OK", {"group": "order-mailer"}, id="set as code"),
        pytest.param("the consumer ['order-mailer'] start OK", {"group": "order-mailer"}, id="in quotes"),
        pytest.param("the consumer [order-mai...] start OK", {}, id="a name that was cut is none"),
        pytest.param("the consumer [<group>] start OK", {"group": "group"}, id="in angles"),
    ],
)
def test_names_lose_what_stands_around_them(text: str, fields: dict[str, str]) -> None:
    assert the(text, "consumer_started").fields == fields


def test_several_wordings_that_fit_are_all_named() -> None:
    one = the("it just says: the consumer's subscription not exist, group", "subscription_not_exist")
    assert (one.is_whole, one.others) == (False, ())
    several = [one for one in statements("[BUG] ConsumerId not in cidAll and so on") if one.what is What.EVENT]
    assert [one.name for one in several] == ["not_in_client_list"]


def test_a_statement_knows_its_place() -> None:
    one = the(f"Hello,\n\nwe see: {REMARK}", "subscription_not_exist")
    assert (one.line, one.column, one.text) == (3, 9, REMARK)


def test_a_code_that_a_wording_itself_prints_is_no_answer() -> None:
    line = "PULL_OFFSET_MOVED:none correction. topic=t, groupId=g, requestOffset=9, suggestBrokerId=0"
    assert [(one.what, one.name) for one in statements(line)] == [(What.EVENT, "pull_offset_not_corrected")]
