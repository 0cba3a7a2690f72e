"""Incidents that somebody's command or a lost machine makes under a running group. A table."""

from .scenario import Broker, Client, Command, Incident, Producer, Subscription, Topic

S = Subscription


def _several(count: int, *subscriptions: Subscription, **settings: object) -> tuple[Client, ...]:
    return tuple(Client(subscriptions, start=2 * i, **settings) for i in range(count))


OPERATOR_INCIDENTS = (
    Incident(
        name="reset_back",
        story="An operator set the group's offsets back by twenty seconds.",
        group="recommend-feed",
        topics=(Topic("feed", 8),),
        clients=_several(3, S("feed")),
        versions=("5.4.0",),
        commands=(Command(32, ("resetOffsetByTime", "-g", "recommend-feed", "-t", "feed", "-s", "{ago:20}")),),
        warm_up=55,
        snapshots=3,
        past=("offsets_moved", "duplicate_consumption"),
        tolerated=("offsets_moved",),
    ),
    Incident(
        name="reset_forward",
        story="An operator set the group's offsets to now, over a backlog that nobody had read.",
        group="meter_import",
        topics=(Topic("readings", 6),),
        clients=_several(2, S("readings"), listener="slow:100", threads=1, settings={"only.before": "300"}),
        versions=("4.9.7",),
        producer=Producer(rate=40, burst=3000),
        commands=(Command(20, ("resetOffsetByTime", "-g", "meter_import", "-t", "readings", "-s", "now")),),
        warm_up=50,
        snapshots=3,
        past=("offsets_moved",),
        tolerated=("offsets_moved",),
    ),
    Incident(
        name="fewer_read_queues",
        story="Somebody halved the read queues of a topic and left its write queues.",
        group="cart-sync",
        topics=(Topic("carts", 8),),
        clients=_several(2, S("carts")),
        versions=("5.4.0",),
        commands=tuple(
            Command(12, ("updateTopic", "-b", f"{{broker:{broker}}}", "-t", "carts", "-r", "4", "-w", "8", "-p", "6"))
            for broker in ("broker-a", "broker-b")
        ),
        warm_up=60,
        snapshots=3,
        causes=("unreadable_queues",),
        tolerated=("orphan_queues",),
    ),
    Incident(
        name="topic_write_only",
        story="Somebody took the read permission away from a topic.",
        group="seat-map",
        topics=(Topic("seat-changes", 4),),
        clients=_several(2, S("seat-changes")),
        versions=("4.9.7",),
        commands=tuple(
            Command(
                15,
                ("updateTopic", "-b", f"{{broker:{broker}}}", "-t", "seat-changes", "-r", "4", "-w", "4", "-p", "2"),
            )
            for broker in ("broker-a", "broker-b")
        ),
        warm_up=60,
        snapshots=3,
        causes=("unreadable_queues", "not_permitted"),
        tolerated=("orphan_queues", "idle_consumers"),
    ),
    Incident(
        name="topic_read_only",
        story="Somebody took the write permission away from a topic; its clients read it to its end.",
        group="archive_reader",
        topics=(Topic("old-orders", 4), Topic("new-orders", 4)),
        clients=_several(2, S("old-orders"), S("new-orders")),
        versions=("5.3.3",),
        commands=tuple(
            Command(
                15,
                ("updateTopic", "-b", f"{{broker:{broker}}}", "-t", "old-orders", "-r", "4", "-w", "4", "-p", "4"),
            )
            for broker in ("broker-a", "broker-b")
        ),
        warm_up=50,
        snapshots=3,
    ),
    Incident(
        name="topic_deleted",
        story="Somebody deleted one of the two topics that the group still subscribes to.",
        group="promo",
        topics=(Topic("promo-live", 6), Topic("promo-beta", 6)),
        clients=_several(2, S("promo-live"), S("promo-beta")),
        versions=("5.3.3",),
        # Without the timer wheel a 5.x broker fails in the middle of deleting a topic.
        brokers=tuple(Broker(name, settings={"timerWheelEnable": "true"}) for name in ("broker-a", "broker-b")),
        commands=(Command(15, ("deleteTopic", "-c", "{cluster}", "-t", "promo-beta")),),
        warm_up=50,
        snapshots=3,
        causes=("not_permitted",),
        # Without the clients' refused pulls, that the topic is not there is what is seen.
        tolerated=("orphan_queues", "topic_missing"),
    ),
    Incident(
        name="broker_lost",
        story="One of three brokers died; the route forgets it and what it stores waits.",
        group="stock-level",
        topics=(Topic("stock", 6),),
        clients=_several(3, S("stock")),
        versions=("5.3.3",),
        brokers=(Broker("broker-a"), Broker("broker-b", kill=18), Broker("broker-c")),
        warm_up=60,
        snapshots=3,
        causes=("broker_lost",),
        tolerated=("connection_problem",),
    ),
)
