"""Incidents of Go clients, alone and beside Java ones, and of groups whose queues no stock strategy gives out: pop,
pull, own strategies, a proxy. A table."""

from .scenario import Broker, Client, Incident, Producer, Subscription, Topic, consume_by_pop, several

S = Subscription
ORPHANS = ("orphan_queues", "flapping_subscription")
# A Go client's subVersion is in nanoseconds, which wins over every Java client's whatever their clocks say.
NANOSECONDS = ("clock_skew",)
NOT_SHARED_OUT = ("not_shared_out_by_clients",)
OWN_RULE = ("mixed_allocation_strategies",)


def _with_timer_wheel(*names: str) -> tuple[Broker, ...]:
    return tuple(Broker(name, settings={"timerWheelEnable": "true"}) for name in names)


OTHER_CLIENTS = (
    Incident(
        name="go_alone",
        story="Three Go clients, nothing happens.",
        group="gateway-audit",
        topics=(Topic("audit", 8),),
        clients=several(3, S("audit"), program="go"),
        versions=("4.9.7",),
        snapshots=3,
        tolerated=NANOSECONDS,
    ),
    Incident(
        name="go_beside_java",
        story="A Go client and two Java clients with the same subscription share the queues.",
        group="rewrite_in_go",
        topics=(Topic("quotes", 9),),
        clients=(Client((S("quotes"),)), *several(1, S("quotes"), program="go"), Client((S("quotes"),), start=3)),
        snapshots=3,
        tolerated=NANOSECONDS,
    ),
    Incident(
        name="go_equal_names",
        story="Two of three Go clients were given one instance name on one address.",
        group="billing-go",
        topics=(Topic("usage", 9),),
        clients=(
            *several(2, S("usage"), program="go", ip="172.17.0.2", instance="billing"),
            Client((S("usage"),), program="go", start=5),
        ),
        versions=("5.4.0",),
        snapshots=3,
        causes=("client_id_collision",),
        effects=("orphan_queues", "duplicate_consumption"),
        tolerated=NANOSECONDS,
        ids=("172.17.0.2@billing",),
    ),
    Incident(
        name="go_other_topic",
        story="A Java client and a Go client of one group subscribe to a topic each.",
        group="fleet",
        clients=(Client((S("positions"),)), Client((S("alarms"),), program="go", start=8)),
        versions=("4.9.7",),
        causes=("inconsistent_subscription",),
        effects=ORPHANS,
        tolerated=NANOSECONDS,
    ),
    Incident(
        name="go_other_tags",
        story="A Java client and a Go client of one group want different tags of one topic.",
        group="tickets",
        topics=(Topic("ticket-events", 8),),
        clients=(
            Client((S("ticket-events", "opened"),)),
            Client((S("ticket-events", "closed"),), program="go", start=8),
        ),
        producer=Producer(tags=("opened", "closed")),
        causes=("inconsistent_subscription",),
        effects=("tag_mismatch_silent_loss",),
        tolerated=NANOSECONDS,
    ),
    Incident(
        name="pop_refused",
        story="Three clients consume by pop, and the brokers refuse it for want of the timer wheel.",
        group="mail-out",
        clients=several(3, S("mails"), pop=True),
        commands=consume_by_pop("mails", "mail-out", 8),
        snapshots=3,
        causes=("not_permitted",),
        tolerated=("orphan_queues", *NOT_SHARED_OUT),
    ),
    Incident(
        name="pop_in_shares",
        story="Three clients consume by pop, each from its share and two queues of its neighbours.",
        group="thumbnail",
        clients=several(3, S("uploads"), pop=True),
        versions=("5.2.0",),
        brokers=_with_timer_wheel("broker-a", "broker-b"),
        commands=consume_by_pop("uploads", "thumbnail", 2),
        snapshots=3,
        tolerated=NOT_SHARED_OUT,
    ),
    Incident(
        name="lite_pull_subscribed",
        story="Three lite pull consumers subscribe and share out the queues as push consumers do.",
        group="ledger_export",
        topics=(Topic("bookings", 8),),
        clients=several(3, S("bookings"), program="lite"),
        versions=("4.9.7",),
        snapshots=3,
    ),
    Incident(
        name="lite_pull_assigned",
        story="Two lite pull consumers assign themselves every second queue each.",
        group="stream-join",
        topics=(Topic("clicks", 8),),
        clients=tuple(
            Client((S("clicks"),), program="assign", start=2 * i, settings={"share": f"{i + 1}/2"}) for i in range(2)
        ),
        snapshots=3,
        tolerated=NOT_SHARED_OUT,
    ),
    Incident(
        name="pull_consumer",
        story="An application of one process pulls all queues in a loop of its own.",
        group="nightly_copy",
        clients=several(1, S("rows"), program="pull"),
        versions=("4.9.7",),
        snapshots=3,
        tolerated=NOT_SHARED_OUT,
    ),
    Incident(
        name="lite_never_commits",
        story="Two lite pull consumers read everything; autoCommit is off, and their application commits nothing.",
        group="risk-score",
        topics=(Topic("scores", 4),),
        clients=several(2, S("scores"), program="lite", settings={"auto_commit": "false"}),
        producer=Producer(rate=40),
        snapshots=5,
        causes=("offset_held_back",),
    ),
    Incident(
        name="own_strategy",
        story="Three clients take queues by their numbers, each queue one of them.",
        group="shard-writer",
        topics=(Topic("shards", 8),),
        clients=several(3, S("shards"), strategy="OWN_BY_QUEUE_ID"),
        snapshots=3,
        tolerated=NOT_SHARED_OUT,
    ),
    Incident(
        name="own_strategy_takes_everything",
        story="A strategy of the application's own gives every queue to both clients.",
        group="price_cache",
        clients=several(2, S("prices"), strategy="OWN_EVERYTHING"),
        versions=("4.9.7",),
        snapshots=3,
        causes=OWN_RULE,
        effects=("duplicate_consumption",),
        tolerated=NOT_SHARED_OUT,
    ),
    Incident(
        name="own_strategy_leaves_a_gap",
        story="A strategy of the application's own keeps a share for a third client that does not exist.",
        group="geo-index",
        clients=several(2, S("places"), strategy="OWN_PLACE_KEPT_FREE"),
        versions=("5.4.0",),
        snapshots=3,
        causes=OWN_RULE,
        effects=("orphan_queues",),
        tolerated=NOT_SHARED_OUT,
    ),
    Incident(
        name="behind_a_proxy",
        story="Two gRPC clients consume through a proxy in cluster mode.",
        group="push-notify",
        clients=several(2, S("notices"), program="grpc"),
        brokers=_with_timer_wheel("broker-a"),
        proxy=True,
        snapshots=3,
        tolerated=("insufficient_evidence", *NOT_SHARED_OUT),
    ),
)
