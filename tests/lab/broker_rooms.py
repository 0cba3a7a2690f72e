"""Incidents that brokers and thread dumps tell of: levels, slaves, locks, listeners, offsets. A table."""

from .scenario import Broker, Client, Command, Incident, Producer, Subscription, Topic, several

S = Subscription
LEVELS = "1s 1s 1s 2s 8s 8s 8s 8s"


BROKER_ROOMS = (
    Incident(
        name="blocked_listener",
        story="Every thread of one client waits for ever in the listener's call; two thread dumps show it.",
        group="mail-out",
        topics=(Topic("mails", 4),),
        clients=several(
            2, S("mails"), start=[0, 3], listener=["block", "ok"], threads=[4, 20], settings=[{"only.after": "40"}, {}]
        ),
        brokers=(Broker("broker-a"),),
        warm_up=50,
        snapshots=3,
        every=20,
        dumped=(1,),
        causes=("consumer_stuck", "listener_blocked"),
    ),
    Incident(
        name="lock_of_a_killed_client",
        story="One of two ordered clients was killed; its locks keep the other one off its queues for a minute.",
        group="ledger-booking",
        topics=(Topic("bookings", 8),),
        clients=(Client((S("bookings"),), orderly=True, kill=48), Client((S("bookings"),), orderly=True, start=3)),
        versions=("4.9.7",),
        brokers=(Broker("broker-a"),),
        warm_up=56,
        snapshots=3,
        every=8,
        causes=("lock_held",),
        tolerated=("orphan_queues", "duplicate_consumption"),
    ),
    Incident(
        name="slave_stands",
        story="The slave of a broker hangs; its master stores on.",
        group="audit-trail",
        topics=(Topic("audits", 4),),
        clients=several(2, S("audits")),
        brokers=(
            Broker("broker-a", settings={"brokerRole": "ASYNC_MASTER", "haHousekeepingInterval": "600000"}),
            Broker("broker-a-s", settings={"brokerId": "1", "brokerRole": "SLAVE"}, of="broker-a", freeze=35),
        ),
        warm_up=50,
        snapshots=3,
        every=20,
        asked=(("haStatus", "-b", "{broker:broker-a}"),),
        causes=("slave_behind",),
        tolerated=("connection_problem",),
    ),
    Incident(
        name="levels_taken_away",
        story="A broker was restarted with fewer delay levels; retries that waited in the others stay there.",
        group="push-gateway",
        topics=(Topic("pushes", 4),),
        clients=several(2, S("pushes"), listener="fail"),
        versions=("4.9.7",),
        brokers=(
            Broker(
                "broker-a",
                settings={"messageDelayLevel": LEVELS},
                changed={"messageDelayLevel": "1s 1s 1s 2s"},
                restart=40,
            ),
        ),
        producer=Producer(rate=20),
        warm_up=75,
        snapshots=3,
        every=25,
        asked=(("brokerStatus", "-b", "{broker:broker-a}"), ("getBrokerConfig", "-b", "{broker:broker-a}")),
        causes=("delay_delivery_stands", "consume_failures"),
        tolerated=("connection_problem", "rebalance_storm", "duplicate_consumption"),
    ),
    Incident(
        name="topic_made_anew",
        story="A topic was deleted and made anew while its group was stopped; the group's offsets stayed.",
        group="price-import",
        topics=(Topic("prices", 4),),
        clients=(Client((S("prices"),), stop=26), Client((S("prices"),), start=2, stop=27)),
        versions=("4.9.7",),
        brokers=(Broker("broker-a"),),
        producer=Producer(seconds=22),
        commands=(
            Command(34, ("deleteTopic", "-c", "{cluster}", "-t", "prices")),
            Command(44, ("updateTopic", "-b", "{broker:broker-a}", "-t", "prices", "-r", "4", "-w", "4", "-p", "6")),
        ),
        warm_up=60,
        snapshots=3,
        every=20,
        # Two things are wrong: nobody is connected to the end, and whoever comes finds the offsets beyond it.
        causes=("offset_outside_queue", "group_offline"),
    ),
)
