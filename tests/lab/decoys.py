"""Healthy groups that look alarming. A table; nothing in it may be called sick."""

from .scenario import Broker, Client, Command, Incident, Producer, Subscription, Topic

S = Subscription
ONE = (Broker("broker-a"),)
THREE = (Broker("broker-a"), Broker("broker-b"), Broker("broker-c"))


def _several(count: int, *subscriptions: Subscription, **settings: object) -> tuple[Client, ...]:
    return tuple(Client(subscriptions, start=2 * i, **settings) for i in range(count))


DECOYS = (
    Incident(
        name="plain",
        story="Three clients, one topic, nothing happens.",
        group="groupA",
        topics=(Topic("topicA"),),
        clients=_several(3, S("topicA")),
        versions=("4.3.0", "4.4.0", "4.9.7", "5.4.0"),
        snapshots=3,
    ),
    Incident(
        name="broadcasting_equal_ids",
        story="Three broadcasting clients on one host have one id, as broadcasting clients do.",
        group="route_refresh",
        topics=(Topic("refresh", 4),),
        clients=_several(3, S("refresh"), ip="10.20.0.11", model="BROADCASTING"),
        versions=("4.9.7", "5.3.3"),
        snapshots=3,
    ),
    Incident(
        name="more_consumers_than_queues",
        story="Six clients share three queues, so three clients have none.",
        group="burst-capacity",
        topics=(Topic("burst", 3),),
        clients=_several(6, S("burst")),
        versions=("4.9.7", "5.3.3"),
        brokers=ONE,
        snapshots=3,
        tolerated=("idle_consumers",),
    ),
    Incident(
        name="idle_topics",
        story="Two topics without a single message.",
        group="disaster-recovery",
        topics=(Topic("failover", 8), Topic("failback", 8), Topic("elsewhere", 1)),
        clients=_several(2, S("failover"), S("failback")),
        versions=("4.3.0", "5.3.3"),
        producer=Producer(rate=5, topics=("elsewhere",)),
        snapshots=3,
    ),
    Incident(
        name="circle_everywhere",
        story="All clients allocate by circle.",
        group="ROUND-robin",
        topics=(Topic("rr", 7),),
        clients=_several(3, S("rr"), strategy="AVG_BY_CIRCLE"),
        versions=("4.9.7", "5.3.3"),
        snapshots=3,
    ),
    Incident(
        name="hash_everywhere",
        story="All clients allocate by consistent hash; one of them happens to get much more than the others.",
        group="consistent",
        topics=(Topic("hash-topic", 10),),
        clients=_several(3, S("hash-topic"), strategy="CONSISTENT_HASH"),
        versions=("4.5.2", "5.3.3"),
        snapshots=3,
    ),
    Incident(
        name="same_tags_other_order",
        story="The clients write the same tags in another order.",
        group="catalog_sync",
        topics=(Topic("catalog", 8),),
        clients=(
            Client((S("catalog", "create || update || delete"),)),
            Client((S("catalog", "delete||create||update"),), start=7),
        ),
        versions=("4.8.0", "4.9.7", "5.4.0"),
        producer=Producer(tags=("create", "update", "delete")),
    ),
    Incident(
        name="ordered",
        story="Ordered listeners, each queue under its lock.",
        group="ordered_group",
        topics=(Topic("ordered-topic", 8),),
        clients=_several(3, S("ordered-topic"), orderly=True),
        versions=("4.3.0", "5.3.3"),
        snapshots=3,
    ),
    Incident(
        name="pop_everywhere",
        story="Two clients consume by pop and share all queues on purpose.",
        group="pop-group",
        topics=(Topic("pop-topic", 6),),
        clients=_several(2, S("pop-topic"), pop=True),
        versions=("5.3.3", "5.4.0"),
        brokers=(Broker("broker-a", settings={"timerWheelEnable": "true"}),),
        commands=(
            Command(
                -1, ("setConsumeMode", "-c", "{cluster}", "-t", "pop-topic", "-g", "pop-group", "-m", "POP", "-q", "0")
            ),
        ),
        snapshots=3,
    ),
    Incident(
        name="sql_everywhere",
        story="All clients filter by the same SQL92 expression.",
        group="vip_orders",
        topics=(Topic("all-orders", 6),),
        clients=_several(2, S("all-orders", "amount BETWEEN 50 AND 99 AND TAGS IS NOT NULL", "SQL92", ())),
        versions=("4.9.7",),
        snapshots=3,
    ),
    Incident(
        name="two_groups_one_topic",
        story="Two groups read one topic with different tags, each alike within itself.",
        group="analytics",
        topics=(Topic("events", 6),),
        clients=(
            *_several(2, S("events", "page || click")),
            *_several(2, S("events", "purchase"), group="finance"),
        ),
        versions=("4.9.7",),
        producer=Producer(tags=("page", "click", "purchase")),
        snapshots=3,
    ),
    Incident(
        name="most_filtered_away",
        story="The group asks for a tag that few messages have.",
        group="fraud-alerts",
        topics=(Topic("transactions", 8),),
        clients=_several(2, S("transactions", "suspicious")),
        versions=("5.3.3",),
        producer=Producer(tags=("normal",) * 40 + ("suspicious",)),
        snapshots=3,
    ),
    Incident(
        name="client_versions_mixed",
        story="Clients of three versions in one group.",
        group="long-lived",
        topics=(Topic("mixed", 9),),
        clients=(
            Client((S("mixed"),), version="4.3.0"),
            Client((S("mixed"),), version="4.9.7", start=2),
            Client((S("mixed"),), start=4),
        ),
        versions=("5.3.3",),
        snapshots=3,
    ),
    Incident(
        name="many_topics",
        story="Three clients with the same three topics in a namespace, on three brokers.",
        group="prod%GID-hub_Consumer",
        topics=(Topic("prod%in", 4), Topic("prod%out", 4), Topic("prod%err", 3)),
        clients=_several(3, S("prod%in"), S("prod%out", "a||b"), S("prod%err")),
        versions=("5.3.3",),
        brokers=THREE,
        producer=Producer(tags=("a", "b")),
        snapshots=3,
    ),
)
