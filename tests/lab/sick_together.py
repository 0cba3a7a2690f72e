"""Incidents of two causes at once, of one client among many, and of rules that bind single queues. A table."""

from .scenario import Broker, Client, Command, Incident, Producer, Subscription, Topic, consume_by_pop, several

S = Subscription
ONE = (Broker("broker-a"),)


def _listed(topic: str, *queues: tuple[str, range]) -> dict[str, str]:
    """The settings of a client that takes these queues, whatever the others do."""
    return {"fixed": " ".join(f"{topic}:{broker}:{number}" for broker, numbers in queues for number in numbers)}


SICK_TOGETHER = (
    Incident(
        name="one_of_four",
        story="A release went to one client of four: it alone reads a second topic.",
        group="search-feed",
        clients=(*several(3, S("catalog")), Client((S("catalog"), S("catalog-hints")), start=14)),
        causes=("inconsistent_subscription",),
        effects=("orphan_queues", "flapping_subscription"),
    ),
    Incident(
        name="collision_and_other_topics",
        story="Two of four clients share an id, and a release of one of the others adds a topic.",
        group="stock-sync",
        topics=(Topic("stock-in", 8), Topic("stock-out", 8)),
        clients=(
            *several(3, S("stock-in"), ip=["172.17.0.2", "172.17.0.2", "172.17.0.5"], instance="1"),
            Client((S("stock-in"), S("stock-out")), ip="172.17.0.6", instance="1", start=14),
        ),
        versions=("4.9.7",),
        causes=("inconsistent_subscription", "client_id_collision"),
        effects=("orphan_queues", "duplicate_consumption", "flapping_subscription"),
        ids=("172.17.0.2@1",),
    ),
    Incident(
        name="three_services",
        story="Three services of two clients each share one group, and each reads a topic of its own.",
        group="crm_events",
        clients=tuple(
            Client((S(topic),), start=2 * place + 7 * service)
            for service, topic in enumerate(("lead", "deal", "quote"))
            for place in range(2)
        ),
        versions=("4.9.7",),
        causes=("inconsistent_subscription",),
        effects=("orphan_queues", "flapping_subscription"),
    ),
    Incident(
        name="tags_differ_in_three",
        story="Two clients want one tag and the third another; three of its queues hold what it throws away.",
        group="shelf-labels",
        topics=(Topic("labels", 9),),
        clients=(*several(2, S("labels", "paper")), Client((S("labels", "screen"),), start=14)),
        brokers=ONE,
        producer=Producer(tags=("paper", "screen")),
        causes=("inconsistent_subscription",),
        effects=("tag_mismatch_silent_loss",),
        tolerated=("flapping_subscription",),
    ),
    Incident(
        name="fixed_list",
        story="Two clients share out the queues by average; the third was given a list of four queues.",
        group="mint-press",
        clients=(
            *several(2, S("coins")),
            Client(
                (S("coins"),),
                start=6,
                strategy="CONFIG",
                settings=_listed("coins", ("broker-a", range(2)), ("broker-b", range(2))),
            ),
        ),
        versions=("4.9.7",),
        causes=("mixed_allocation_strategies",),
        effects=("orphan_queues", "duplicate_consumption"),
        tolerated=("not_shared_out_by_clients",),
    ),
    Incident(
        name="retries_without_owner",
        story="Two of three clients share an id; messages fail once, and one broker's retry queue is nobody's.",
        group="badge-print",
        topics=(Topic("badges", 8),),
        clients=several(
            3,
            S("badges"),
            ip=["172.17.0.2", "172.17.0.2", "172.17.0.5"],
            instance="1",
            listener="fail:1",
            settings={"only.tag": "TagB"},
        ),
        producer=Producer(rate=40, tags=("TagA", "TagA", "TagA", "TagB")),
        causes=("client_id_collision",),
        effects=("orphan_queues", "duplicate_consumption"),
        tolerated=("consume_failures",),
        ids=("172.17.0.2@1",),
        orphans=("%RETRY%badge-print broker-b 0",),
        status_of=("%RETRY%badge-print",),
    ),
    Incident(
        name="retries_and_a_fixed_list",
        story="Both clients were given lists of queues, which name no retry queue; what fails never comes again.",
        group="seal-check",
        topics=(Topic("seals", 4),),
        clients=several(
            2,
            S("seals"),
            strategy="CONFIG",
            listener="fail:1",
            settings=[
                _listed("seals", ("broker-a", range(4))) | {"only.tag": "TagB"},
                _listed("seals", ("broker-b", range(4))) | {"only.tag": "TagB"},
            ],
        ),
        versions=("4.9.7",),
        producer=Producer(rate=40, tags=("TagA", "TagA", "TagA", "TagB")),
        causes=("mixed_allocation_strategies",),
        effects=("orphan_queues",),
        tolerated=("consume_failures", "not_shared_out_by_clients"),
        orphans=("%RETRY%seal-check broker-a 0", "%RETRY%seal-check broker-b 0"),
        status_of=("%RETRY%seal-check",),
    ),
    Incident(
        name="reset_amid_slow_messages",
        story="An operator set the offsets to now while a slow client was amid its messages, which it committed late.",
        group="geo-fence",
        clients=several(2, S("fixes"), listener="slow:900", threads=4),
        versions=("4.9.7", "5.3.3"),
        producer=Producer(rate=40, burst=6000),
        commands=(Command(28, ("resetOffsetByTime", "-g", "geo-fence", "-t", "fixes", "-s", "now")),),
        warm_up=22,
        snapshots=5,
        every=15,
        causes=("consumer_slow",),
        past=("offsets_moved",),
        # The few threads of a client take turns, and some of its queues wait for theirs.
        tolerated=("offsets_moved", "consumer_stuck"),
    ),
    Incident(
        name="pop_never_acknowledged",
        story="Two clients consume by pop; their listeners keep every message and acknowledge none.",
        group="ocr-jobs",
        topics=(Topic("scanned", 4),),
        clients=several(2, S("scanned"), pop=True, listener="block"),
        brokers=(Broker("broker-a", settings={"timerWheelEnable": "true"}),),
        commands=consume_by_pop("scanned", "ocr-jobs", 8),
        producer=Producer(rate=10),
        warm_up=66,
        snapshots=4,
        every=16,
        causes=("consumer_stuck",),
        tolerated=("not_shared_out_by_clients",),
    ),
    Incident(
        name="static_topic",
        story="Three clients share the eight queues of a static topic: three, three and two.",
        group="city-guide",
        topics=(Topic("sights", 0),),
        clients=several(3, S("sights")),
        producer=Producer(topics=("sights",)),
        commands=(Command(-1, ("updateStaticTopic", "-c", "{cluster}", "-t", "sights", "-qn", "8")),),
        snapshots=3,
    ),
)
