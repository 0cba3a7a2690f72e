"""Incidents of clients whose start or subscription is refused, and say so. A table."""

from .scenario import Broker, Client, Incident, Subscription, Topic, several

S = Subscription
ONE = (Broker("broker-a"),)

REFUSED = (
    Incident(
        name="sql_refused",
        story="All clients filter by SQL92, which the brokers were not told to allow; none of them starts.",
        group="promo-filter",
        clients=several(2, S("offers", "amount > 50", "SQL92"), start=[0, 3], refused=True),
        versions=("4.9.7", "5.3.3"),
        brokers=tuple(Broker(name, settings={"enablePropertyFilter": "false"}) for name in ("broker-a", "broker-b")),
        snapshots=3,
        causes=("start_refused",),
        tolerated=("group_offline",),
    ),
    Incident(
        name="sql_refused_in_one",
        story="A new client that filters by SQL92 is refused by the brokers; the two old ones go on.",
        group="fraud-check",
        clients=(
            *several(2, S("payments-done")),
            Client((S("payments-done", "amount > 50", "SQL92"),), refused=True, start=20),
        ),
        brokers=(Broker("broker-a", settings={"enablePropertyFilter": "false"}),),
        snapshots=3,
        causes=("start_refused",),
        tolerated=("inconsistent_subscription", "orphan_queues", "flapping_subscription"),
    ),
    Incident(
        name="sql_unreadable_in_one",
        story="A new client's SQL92 expression ends in its middle; the old ones go on with the whole one.",
        group="bill-watch",
        clients=(
            *several(2, S("bills-sent", "amount > 50", "SQL92")),
            Client((S("bills-sent", "amount >", "SQL92"),), refused=True, start=25),
        ),
        topics=(Topic("bills-sent", 8),),
        brokers=(Broker("broker-a", settings={"enablePropertyFilter": "true"}),),
        versions=("4.9.7",),
        snapshots=3,
        causes=("start_refused",),
        tolerated=("inconsistent_subscription", "flapping_subscription", "consumer_stuck"),
    ),
    Incident(
        name="group_twice",
        story="The application of one of two clients starts its group a second time in the same process.",
        group="audit-trail",
        topics=(Topic("audit-lines", 8),),
        clients=several(2, S("audit-lines"), settings=[{}, {"change.0": "16 start audit-trail audit-lines *"}]),
        versions=("4.5.2",),
        snapshots=3,
        causes=("start_refused",),
    ),
    Incident(
        name="topic_missing",
        story="The group subscribes to two topics, and nobody created the second.",
        group="loyalty",
        topics=(Topic("card-used", 6), Topic("card-lost", 0)),
        clients=several(2, S("card-used"), S("card-lost")),
        snapshots=3,
        causes=("topic_missing",),
    ),
)
