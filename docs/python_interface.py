"""What a user calls in Python: the names, an example of them, and the page that is made of both, in each language.

What a name does its own docstring says; no sentence about it stands here.
"""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Iterator
from dataclasses import dataclass

from rmqkit.language import in_language, message


@dataclass(frozen=True)
class Part:
    """Some names of a module that are used together, and an example that uses all of them."""

    title: str
    module: str
    names: tuple[str, ...]
    example: str

    def docstrings(self) -> Iterator[tuple[str, str]]:
        """Each name as it is called, and the first paragraph of its docstring."""
        module = importlib.import_module(self.module)
        for name in self.names:
            called = getattr(module, name)
            yield _called(f"{self.module}.{name}", called), _first_paragraph(called)


PARTS = (
    Part(
        message("From a folder to a verdict"),
        "rmqkit",
        ("session", "read", "diagnose", "show_zone", "Error"),
        """\
import rmqkit

rmqkit.show_zone("Asia/Shanghai")
spark = rmqkit.session()
evidence = rmqkit.read(spark, "data_samples/two-topics-one-group")
try:
    diagnosis = rmqkit.diagnose(evidence, group="groupA")
    print(diagnosis.spoken("zh"))
except rmqkit.Error as error:
    print(error)
evidence.create_views()
spark.sql(rmqkit.QUESTIONS[0].sql).show()
""",
    ),
    Part(
        message("Text in, text out"),
        "rmqkit",
        ("paste", "brief", "try_hypothesis"),
        """\
import rmqkit

print(rmqkit.paste("WARN subscription changed, group: groupA remove topic topicA"))
evidence = rmqkit.read(None, "data_samples/two-topics-one-group")
print(rmqkit.brief(evidence, budget=4000, lang="zh"))
tried = rmqkit.try_hypothesis(evidence, "{causes: [client_id_collision]}")
print(tried.word)
""",
    ),
    Part(
        message("Figures and their data"),
        "rmqkit.figures",
        (
            "incident_timeline_figure",
            "incident_timeline_data",
            "owners_figure",
            "owners_data",
            "allocation_data",
            "lag_figure",
            "lag_data",
            "subscription_timeline_figure",
            "subscription_timeline_data",
            "clients_data",
            "spoken",
        ),
        """\
import rmqkit
from rmqkit import figures

diagnosis = rmqkit.diagnose(rmqkit.read(None, "data_samples/two-topics-one-group"))
for draw in (
    figures.incident_timeline_figure,
    figures.owners_figure,
    figures.lag_figure,
    figures.subscription_timeline_figure,
):
    figures.spoken(draw(diagnosis), "zh").to_html()
unread = [row for row in figures.allocation_data(diagnosis) if row["state"] == "orphan"]
contradicted = [row for row in figures.owners_data(diagnosis) if row["says"] == "contradicts"]
happened = figures.incident_timeline_data(diagnosis, group="groupA")
behind = figures.lag_data(diagnosis, topic="topicA")
overwritten = figures.subscription_timeline_data(diagnosis)
names = {row["name"]: row["client_id"] for row in figures.clients_data(diagnosis)}
""",
    ),
    Part(
        message("Simulating a change"),
        "rmqkit.figures",
        ("rollout_figure", "rollout_data"),
        """\
from rmqkit import figures
from rmqkit.plan import plan_from_text

plan = plan_from_text(
    "{group: groupA, topics: {topicA: {broker-a: 8}}, pods: 2, subscriptions: {topicA: '*'}, change: {pods: 3}}"
)
print(plan.text("zh"))
figures.spoken(figures.rollout_figure(plan), "zh").to_html()
moved = [row["queues_moved"] for row in figures.rollout_data(plan)]
""",
    ),
    Part(
        message("The bench, in a notebook"),
        "rmqkit.bench",
        ("open",),
        """\
import rmqkit

evidence = rmqkit.read(None, "data_samples/colliding-client-ids")
rmqkit.bench.open(evidence, lang="zh")
""",
    ),
    Part(
        message("Queue allocation"),
        "rmqkit.rocketmq",
        (
            "MessageQueue",
            "allocation",
            "Averagely",
            "AveragelyByCircle",
            "ConsistentHash",
            "SubscriptionAware",
            "encode_mark",
            "strategy_named",
        ),
        """\
from rmqkit.rocketmq import Averagely, AveragelyByCircle, ConsistentHash, MessageQueue
from rmqkit.rocketmq import SubscriptionAware, allocation, encode_mark, strategy_named

queues = [MessageQueue("topicA", "broker-a", number) for number in range(8)]
clients = ["10.0.0.1@7", "10.0.0.2@9"]
for strategy in (Averagely(), AveragelyByCircle(), ConsistentHash(), strategy_named("AVG")):
    print(allocation("groupA", queues, clients, strategy).shares)
marked = [f"{client}@{encode_mark([topic])}" for client, topic in zip(clients, ["topicA", "topicB"])]
print(allocation("groupA", queues, marked, SubscriptionAware()).shares)
""",
    ),
    Part(
        message("Parts of a client id"),
        "rmqkit.rocketmq",
        ("Client", "Interface", "client_id", "local_address", "explain_client_id"),
        """\
from rmqkit.rocketmq import Client, Interface, client_id, explain_client_id, local_address

interfaces = [Interface("docker0", ["172.17.0.1"], bridge=True), Interface("eth0", ["10.0.0.5"])]
print(local_address(interfaces, version="4.8.0"))
print(client_id(Client(version="4.8.0", pid=7, interfaces=interfaces)))
print(explain_client_id("172.17.0.1@7").why_equal)
""",
    ),
    Part(
        message("Simulating a group"),
        "rmqkit.rocketmq",
        ("Subscription", "Member", "Traffic", "Scenario", "simulate"),
        """\
from rmqkit.rocketmq import Member, Scenario, Subscription, Traffic, simulate

topics = {"topicA": {"broker-a": 4}, "topicB": {"broker-a": 4}}
members = (
    Member("10.0.0.1@7", (Subscription("topicA"),)),
    Member("10.0.0.2@9", (Subscription("topicB"),), start=5_000),
)
outcome = simulate(Scenario("groupA", topics, members, traffic=Traffic(rate=5)), until=120_000)
print(outcome.owners)
""",
    ),
)
"""In the order of the page."""

TITLE = message("The Python interface")
INTRODUCTION = message(
    "The functions and classes for Python and notebooks, with signatures; `help(rmqkit.read)` shows the rest: fields, "
    "limits, exceptions. Every example runs unchanged in a clone of the repository."
)


def python_page(lang: str) -> str:
    """The page of the interface in a language."""
    parts = [f"# {in_language(TITLE, lang)}\n", f"{in_language(INTRODUCTION, lang)}\n"]
    for part in PARTS:
        parts += [f"## {in_language(part.title, lang)}\n", f"```python\n{part.example}```\n"]
        parts += [f"`{signature}`\n: {in_language(says, lang)}\n" for signature, says in part.docstrings()]
    return "\n".join(parts)


def _first_paragraph(called: object) -> str:
    paragraph, _, _ = (inspect.getdoc(called) or "").partition("\n\n")
    return " ".join(paragraph.split())


def _called(name: str, called: object) -> str:
    """A name with its parameters; an exception is not called."""
    if inspect.isclass(called) and issubclass(called, Exception):
        return name
    signature = inspect.signature(called)  # type: ignore[arg-type]
    parameters = []
    for parameter in signature.parameters.values():
        if parameter.kind is parameter.KEYWORD_ONLY and "*" not in parameters:
            parameters.append("*")
        parameters.append(_parameter(parameter))
    given = "" if inspect.isclass(called) else f" -> {signature.return_annotation}"
    return f"{name}({', '.join(parameters)}){given}"


def _parameter(parameter: inspect.Parameter) -> str:
    if parameter.kind is parameter.VAR_KEYWORD:
        return f"**{parameter.name}"
    told = f"{parameter.name}: {parameter.annotation}"
    if parameter.default is parameter.empty:
        return told
    default = repr(parameter.default)
    # Objects and sets are told by their type.
    return f"{told} = {default if len(default) < 20 and '<' not in default else '...'}"
