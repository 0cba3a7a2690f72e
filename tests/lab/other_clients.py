"""Incidents of groups with Go clients, alone and beside Java ones. A table."""

from .scenario import Client, Incident, Producer, Subscription, Topic, several

S = Subscription
ORPHANS = ("orphan_queues", "flapping_subscription")
# A Go client's subVersion is in nanoseconds, which wins over every Java client's whatever their clocks say.
NANOSECONDS = ("clock_skew",)


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
        snapshots=4,
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
)
