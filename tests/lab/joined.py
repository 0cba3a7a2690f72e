"""Incidents that are told right only where two witnesses are put together, or a setting is read. A table."""

from .scenario import Broker, Client, Command, Incident, Producer, Subscription, Topic

S = Subscription
ONE = (Broker("broker-a"),)


def _several(count: int, *subscriptions: Subscription, **settings: object) -> tuple[Client, ...]:
    return tuple(Client(subscriptions, start=2 * i, **settings) for i in range(count))


JOINED = (
    Incident(
        name="staging_beside",
        story="In production two of three clients share an id; staging, with the same names, was looked at later.",
        group="order-paid",
        topics=(Topic("orders", 8),),
        clients=(
            Client((S("orders"),), ip="172.17.0.2", instance="1"),
            Client((S("orders"),), ip="172.17.0.2", instance="1", start=2),
            Client((S("orders"),), ip="172.17.0.3", instance="1", start=4),
        ),
        staging=(
            Client((S("orders"),), ip="172.17.0.2", instance="1"),
            Client((S("orders"),), ip="172.17.0.3", instance="1", start=2),
        ),
        versions=("4.9.7",),
        brokers=ONE,
        producer=Producer(rate=30),
        snapshots=3,
        causes=("client_id_collision",),
        effects=("orphan_queues", "duplicate_consumption"),
        ids=("172.17.0.2@1",),
    ),
    Incident(
        name="drained_and_stopped",
        story="The producer was stopped, the group read everything, and then its clients were shut down in order.",
        group="season-import",
        topics=(Topic("season-items", 6),),
        clients=(Client((S("season-items"),), stop=36), Client((S("season-items"),), start=2, stop=39)),
        versions=("5.3.3",),
        producer=Producer(seconds=24),
        snapshots=3,
        tolerated=("group_offline",),
    ),
    Incident(
        name="rare_heartbeats",
        story="One of three clients was configured to send a heartbeat every five minutes; brokers drop it after two.",
        group="price-watch",
        topics=(Topic("quotes", 6),),
        clients=(
            Client((S("quotes"),)),
            Client((S("quotes"),), start=2, settings={"heartbeat": "300000"}),
            Client((S("quotes"),), start=4),
        ),
        versions=("5.3.3",),
        producer=Producer(rate=30),
        warm_up=110,
        snapshots=5,
        every=14,
        causes=("connection_problem",),
        tolerated=("duplicate_consumption", "rebalance_storm", "consumer_stuck", "orphan_queues"),
    ),
    Incident(
        name="retry_topic_write_only",
        story="Somebody took the read permission away from the retry topic; what fails never comes again.",
        group="refund-notify",
        topics=(Topic("refunds", 6),),
        clients=_several(2, S("refunds"), listener="fail", settings={"only.tag": "card"}),
        versions=("4.9.7",),
        producer=Producer(rate=30, tags=("card", "cash", "cash")),
        commands=tuple(
            Command(
                16,
                (
                    *("updateTopic", "-b", f"{{broker:{broker}}}", "-t", "%RETRY%refund-notify"),
                    *("-r", "1", "-w", "1", "-p", "2"),
                ),
            )
            for broker in ("broker-a", "broker-b")
        ),
        warm_up=60,
        snapshots=3,
        causes=("consume_failures", "unreadable_queues"),
        tolerated=("orphan_queues",),
        orphans=("%RETRY%refund-notify broker-a 0", "%RETRY%refund-notify broker-b 0"),
        status_of=("%RETRY%refund-notify",),
    ),
    Incident(
        name="frozen_and_back",
        story="One of three clients stood still until brokers had dropped it, woke, and wrote its old offsets back.",
        group="route-plan",
        topics=(Topic("legs", 6),),
        clients=(
            Client((S("legs"),)),
            Client((S("legs"),), start=2, frozen=(20, 164)),
            Client((S("legs"),), start=4),
        ),
        versions=("4.9.7",),
        producer=Producer(rate=24),
        warm_up=152,
        snapshots=4,
        past=("duplicate_consumption",),
        tolerated=("offsets_moved", "consumer_stuck", "rebalance_storm", "connection_problem"),
    ),
    Incident(
        name="twins_of_one_broker",
        story="Two clients share an id, and one of them reaches one of two brokers only.",
        group="seat-hold",
        topics=(Topic("holds", 8),),
        clients=(
            Client((S("holds"),), ip="172.17.0.4", instance="1", name_server=1),
            Client((S("holds"),), ip="172.17.0.9", instance="1", name_server=1, start=2),
            Client((S("holds"),), ip="172.17.0.4", instance="1", name_server=0, start=4),
        ),
        versions=("5.3.3",),
        brokers=(Broker("broker-a", (0, 1)), Broker("broker-b", (1,))),
        name_servers=2,
        producer=Producer(rate=30),
        snapshots=5,
        causes=("client_id_collision", "broker_disagreement"),
        effects=("duplicate_consumption",),
        tolerated=("orphan_queues", "rebalance_storm", "connection_problem"),
        ids=("172.17.0.4@1",),
    ),
    Incident(
        name="topic_given_up",
        story="A release that read a second topic was rolled back; messages still go to that topic.",
        group="basket",
        topics=(Topic("baskets", 6), Topic("basket-hints", 6)),
        clients=(
            Client((S("baskets"), S("basket-hints")), stop=36),
            Client((S("baskets"), S("basket-hints")), start=2, stop=38),
            Client((S("baskets"),), start=41),
            Client((S("baskets"),), start=43),
        ),
        versions=("4.9.7",),
        producer=Producer(rate=30),
        warm_up=24,
        snapshots=5,
        every=15,
        effects=("orphan_queues",),
        tolerated=("group_offline", "duplicate_consumption"),
    ),
    Incident(
        name="name_server_slow",
        story="The name server hung for seconds, twice: while clients asked it and during one snapshot.",
        group="fare-cache",
        topics=(Topic("fares", 6),),
        clients=_several(4, S("fares")),
        versions=("5.3.3",),
        producer=Producer(rate=30),
        name_server_stalls=((28.5, 6), (56.9, 9)),
        snapshots=4,
        tolerated=("duplicate_consumption",),
    ),
)
"""Each stands for a kind of fault that evidence which nobody had seen before brought up."""
