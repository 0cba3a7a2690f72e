import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Properties;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.apache.rocketmq.client.consumer.AllocateMessageQueueStrategy;
import org.apache.rocketmq.client.consumer.DefaultMQPushConsumer;
import org.apache.rocketmq.client.consumer.MessageSelector;
import org.apache.rocketmq.client.consumer.listener.ConsumeConcurrentlyStatus;
import org.apache.rocketmq.client.consumer.listener.ConsumeOrderlyStatus;
import org.apache.rocketmq.client.consumer.listener.MessageListenerConcurrently;
import org.apache.rocketmq.client.consumer.listener.MessageListenerOrderly;
import org.apache.rocketmq.client.consumer.rebalance.AllocateMessageQueueAveragely;
import org.apache.rocketmq.client.consumer.rebalance.AllocateMessageQueueAveragelyByCircle;
import org.apache.rocketmq.client.consumer.rebalance.AllocateMessageQueueByConfig;
import org.apache.rocketmq.client.consumer.rebalance.AllocateMessageQueueByMachineRoom;
import org.apache.rocketmq.client.consumer.rebalance.AllocateMessageQueueConsistentHash;
import org.apache.rocketmq.client.exception.MQClientException;
import org.apache.rocketmq.client.producer.DefaultMQProducer;
import org.apache.rocketmq.client.producer.SendResult;
import org.apache.rocketmq.common.message.Message;
import org.apache.rocketmq.common.message.MessageExt;
import org.apache.rocketmq.common.message.MessageQueue;
import org.apache.rocketmq.common.protocol.heartbeat.MessageModel;

/**
 * The lab's client process, one source for every version: a consumer with a ledger of what it received, or a producer
 * with a ledger of what it sent. Imports of packages that moved in 5.0.0 are rewritten before the source is compiled.
 */
public final class LabClient {
    private static PrintStream ledger;
    private static final AtomicLong RECEIVED = new AtomicLong();

    public static void main(String[] args) throws Exception {
        Properties settings = new Properties();
        try (Reader reader = new InputStreamReader(new FileInputStream(args[1]), StandardCharsets.UTF_8)) {
            settings.load(reader);
        }
        ledger = new PrintStream(new FileOutputStream(settings.getProperty("ledger"), true), false, "UTF-8");
        if (args[0].equals("consume")) {
            consume(settings);
        } else {
            produce(settings);
        }
    }

    private static void consume(Properties settings) throws Exception {
        DefaultMQPushConsumer consumer = started(settings);
        Runtime.getRuntime().addShutdownHook(new Thread(consumer::shutdown));
        try (PrintStream ids = new PrintStream(new FileOutputStream(settings.getProperty("ids"), true), false, "UTF-8")) {
            ids.printf("%d\t%s%n", System.currentTimeMillis(), consumer.buildMQClientId());
        }
        planChanges(consumer, settings);
        while (true) {
            Thread.sleep(500);
            ledger.flush();
        }
    }

    /** What the application does to its running consumer: "change.N" is "SECONDS suspend", "SECONDS resume",
     * "SECONDS unsubscribe TOPIC", "SECONDS subscribe TOPIC EXPRESSION", or "SECONDS start GROUP TOPIC EXPRESSION",
     * which starts one more consumer in this process. */
    private static void planChanges(DefaultMQPushConsumer consumer, Properties settings) {
        ScheduledExecutorService plan = Executors.newSingleThreadScheduledExecutor();
        for (int i = 0; settings.containsKey("change." + i); i++) {
            String[] words = settings.getProperty("change." + i).split(" ", 5);
            plan.schedule(() -> change(consumer, words, settings), Long.parseLong(words[0]), TimeUnit.SECONDS);
        }
    }

    private static void change(DefaultMQPushConsumer consumer, String[] words, Properties settings) {
        try {
            switch (words[1]) {
                case "suspend": consumer.suspend(); break;
                case "resume": consumer.resume(); break;
                case "unsubscribe": consumer.unsubscribe(words[2]); break;
                case "subscribe": consumer.subscribe(words[2], words[3]); break;
                case "start": startAnother(words, settings); break;
                default: throw new IllegalArgumentException("no such change in the lab: " + words[1]);
            }
        } catch (Exception failed) {
            throw new IllegalStateException(failed);
        }
    }

    /** What it prints if it fails is what its application's own log would have. */
    private static void startAnother(String[] words, Properties settings) throws Exception {
        Properties others = new Properties();
        settings.stringPropertyNames().stream().filter(name -> !name.matches("(topic|kind|expression)\\.\\d+"))
            .forEach(name -> others.setProperty(name, settings.getProperty(name)));
        others.setProperty("group", words[2]);
        others.setProperty("topic.0", words[3]);
        others.setProperty("kind.0", "TAG");
        others.setProperty("expression.0", words[4]);
        try {
            consumer(others).start();
        } catch (MQClientException failed) {
            failed.printStackTrace();
        }
    }

    /** On a busy machine the first request to the name server can fail, and start with it: then it is tried again. */
    private static DefaultMQPushConsumer started(Properties settings) throws Exception {
        for (int attempt = 1; ; attempt++) {
            DefaultMQPushConsumer consumer = consumer(settings);
            try {
                consumer.start();
                return consumer;
            } catch (MQClientException failed) {
                if (attempt == Integer.parseInt(settings.getProperty("attempts", "4"))) {
                    throw failed;
                }
                consumer.shutdown();
                Thread.sleep(1000);
            }
        }
    }

    private static DefaultMQPushConsumer consumer(Properties settings) throws Exception {
        DefaultMQPushConsumer consumer = new DefaultMQPushConsumer(settings.getProperty("group"));
        consumer.setNamesrvAddr(settings.getProperty("namesrv"));
        consumer.setClientIP(settings.getProperty("ip"));
        if (settings.containsKey("instance")) {
            consumer.setInstanceName(settings.getProperty("instance"));
        }
        if (settings.containsKey("unit")) {
            consumer.setUnitName(settings.getProperty("unit"));
        }
        consumer.setMessageModel(MessageModel.valueOf(settings.getProperty("model", "CLUSTERING")));
        consumer.setAllocateMessageQueueStrategy(strategy(settings));
        consumer.setPullInterval(Long.parseLong(settings.getProperty("pull_interval", "0")));
        consumer.setConsumeThreadMax(Integer.getInteger("lab.threads", 20));
        consumer.setConsumeThreadMin(Integer.getInteger("lab.threads", 20));
        consumer.setMaxReconsumeTimes(Integer.parseInt(settings.getProperty("max_reconsume", "-1")));
        consumeFromWhere(consumer, settings.getProperty("from", "CONSUME_FROM_FIRST_OFFSET"));
        if (settings.containsKey("heartbeat")) {
            consumer.setHeartbeatBrokerInterval(Integer.parseInt(settings.getProperty("heartbeat")));
        }
        if (Boolean.parseBoolean(settings.getProperty("pop", "false"))) {
            consumer.getClass().getMethod("setClientRebalance", boolean.class).invoke(consumer, false);
        }
        for (int i = 0; settings.containsKey("topic." + i); i++) {
            subscribe(consumer, settings.getProperty("topic." + i), settings.getProperty("kind." + i),
                settings.getProperty("expression." + i));
        }
        listen(consumer, settings, Boolean.parseBoolean(settings.getProperty("orderly", "false")));
        return consumer;
    }

    private static AllocateMessageQueueStrategy strategy(Properties settings) {
        String name = settings.getProperty("strategy", "AVG");
        switch (name) {
            case "CONFIG": return fixedList(settings);
            case "MACHINE_ROOM": return rooms(settings);
            case "AVG": return new AllocateMessageQueueAveragely();
            case "AVG_BY_CIRCLE": return new AllocateMessageQueueAveragelyByCircle();
            case "CONSISTENT_HASH": return new AllocateMessageQueueConsistentHash();
            default: return new OwnStrategy(name);
        }
    }

    /** "fixed" is TOPIC:BROKER:QUEUE, blanks between them. */
    private static AllocateMessageQueueStrategy fixedList(Properties settings) {
        List<MessageQueue> queues = new ArrayList<>();
        for (String queue : settings.getProperty("fixed").split(" ")) {
            String[] words = queue.split(":");
            queues.add(new MessageQueue(words[0], words[1], Integer.parseInt(words[2])));
        }
        AllocateMessageQueueByConfig strategy = new AllocateMessageQueueByConfig();
        strategy.setMessageQueueList(queues);
        return strategy;
    }

    /** "rooms" are those whose brokers the client reads, blanks between them. */
    private static AllocateMessageQueueStrategy rooms(Properties settings) {
        AllocateMessageQueueByMachineRoom strategy = new AllocateMessageQueueByMachineRoom();
        strategy.setConsumeridcs(new HashSet<>(Arrays.asList(settings.getProperty("rooms").split(" "))));
        return strategy;
    }

    /** A strategy as users write them: a rule that RocketMQ does not know decides which queues a client takes. */
    private static final class OwnStrategy implements AllocateMessageQueueStrategy {
        private final String rule;

        private OwnStrategy(String rule) {
            this.rule = rule;
        }

        @Override
        public List<MessageQueue> allocate(String group, String id, List<MessageQueue> queues, List<String> ids) {
            List<MessageQueue> taken = new ArrayList<>();
            for (int i = 0; i < queues.size(); i++) {
                if (takes(queues.get(i), i, ids.indexOf(id), ids.size())) {
                    taken.add(queues.get(i));
                }
            }
            return taken;
        }

        private boolean takes(MessageQueue queue, int number, int place, int clients) {
            switch (rule) {
                case "OWN_EVERYTHING": return true;
                case "OWN_FIRST_TWICE": return Math.max(0, number % (clients + 1) - 1) == place;
                case "OWN_BY_QUEUE_ID": return (queue.getQueueId() + 1) % clients == place;
                case "OWN_BY_BROKER": return (queue.getBrokerName().hashCode() & 0xFF) % clients == place;
                case "OWN_PLACE_KEPT_FREE": return number % (clients + 1) == place;
                case "OWN_WITH_NEIGHBOUR": return number % clients == place || (number + 1) % clients == place;
                default: throw new IllegalArgumentException("no such strategy in the lab: " + rule);
            }
        }

        @Override
        public String getName() {
            return rule;
        }
    }

    /** The enum's package moved in 5.x, so it is reached through the setter's own parameter type. */
    @SuppressWarnings({"unchecked", "rawtypes"})
    private static void consumeFromWhere(DefaultMQPushConsumer consumer, String name) throws Exception {
        for (java.lang.reflect.Method method : DefaultMQPushConsumer.class.getMethods()) {
            if (method.getName().equals("setConsumeFromWhere")) {
                method.invoke(consumer, Enum.valueOf((Class<Enum>) method.getParameterTypes()[0], name));
            }
        }
    }

    private static void subscribe(DefaultMQPushConsumer consumer, String topic, String kind, String expression)
        throws Exception {
        if (kind.equals("SQL92")) {
            consumer.subscribe(topic, MessageSelector.bySql(expression));
        } else {
            consumer.subscribe(topic, expression);
        }
    }

    private static void listen(DefaultMQPushConsumer consumer, Properties settings, boolean orderly) {
        if (orderly) {
            consumer.registerMessageListener((MessageListenerOrderly) (messages, context) ->
                received(messages, context.getMessageQueue(), settings)
                    ? ConsumeOrderlyStatus.SUCCESS : ConsumeOrderlyStatus.SUSPEND_CURRENT_QUEUE_A_MOMENT);
        } else {
            consumer.registerMessageListener((MessageListenerConcurrently) (messages, context) ->
                received(messages, context.getMessageQueue(), settings)
                    ? ConsumeConcurrentlyStatus.CONSUME_SUCCESS : ConsumeConcurrentlyStatus.RECONSUME_LATER);
        }
    }

    /** Writes the ledger first, then behaves as told: whether the message counts as consumed. */
    private static boolean received(List<MessageExt> messages, MessageQueue from, Properties settings) {
        boolean consumed = true;
        for (MessageExt message : messages) {
            String topic = from.getTopic().startsWith("%RETRY%") ? from.getTopic() : message.getTopic();
            ledger.printf("%d\t%s\t%s\t%d\t%d\t%s\t%s\t%d%n", System.currentTimeMillis(), topic, from.getBrokerName(),
                message.getQueueId(), message.getQueueOffset(), message.getMsgId(), message.getTags(),
                message.getReconsumeTimes());
            if (concerned(message, from, settings)) {
                consumed &= behave(message, settings);
            }
        }
        return consumed;
    }

    private static boolean concerned(MessageExt message, MessageQueue from, Properties settings) {
        long number = RECEIVED.incrementAndGet();
        return number > Long.parseLong(settings.getProperty("only.after", "0"))
            && number <= Long.parseLong(settings.getProperty("only.before", "" + Long.MAX_VALUE))
            && settings.getProperty("only.queue", "" + message.getQueueId()).equals("" + message.getQueueId())
            && settings.getProperty("only.broker", from.getBrokerName()).equals(from.getBrokerName())
            && settings.getProperty("only.topic", message.getTopic()).equals(message.getTopic())
            && settings.getProperty("only.tag", "" + message.getTags()).equals("" + message.getTags());
    }

    private static boolean behave(MessageExt message, Properties settings) {
        String[] listener = settings.getProperty("listener", "ok").split(":");
        switch (listener[0]) {
            case "block":
                ledger.flush();
                while (true) {
                    LockSupport.park();
                }
            case "slow":
                pause(Long.parseLong(listener[1]));
                return true;
            case "fail":
                return listener.length > 1 && message.getReconsumeTimes() >= Integer.parseInt(listener[1]);
            case "throw":
                throw new IllegalStateException("order not found: " + message.getKeys());
            default:
                return true;
        }
    }

    private static void produce(Properties settings) throws Exception {
        DefaultMQProducer producer = new DefaultMQProducer("lab_producer");
        producer.setNamesrvAddr(settings.getProperty("namesrv"));
        producer.setSendMsgTimeout(2000);
        producer.start();
        Runtime.getRuntime().addShutdownHook(new Thread(producer::shutdown));
        String[] topics = settings.getProperty("topics").split(" ");
        String[] tags = settings.getProperty("tags").split(" ");
        long burst = Long.parseLong(settings.getProperty("burst", "0"));
        double gap = 1000.0 / Double.parseDouble(settings.getProperty("rate"));
        long until = System.currentTimeMillis() + Long.parseLong(settings.getProperty("seconds", "3600")) * 1000;
        Random random = new Random(7);
        double due = System.currentTimeMillis();
        for (long i = 0; System.currentTimeMillis() < until; i++) {
            send(producer, topics[(int) (i % topics.length)], tags[random.nextInt(tags.length)], i);
            if (i >= burst) {
                due = Math.max(due + gap, System.currentTimeMillis() - 1000);
                pause((long) (due - System.currentTimeMillis()));
            }
            if (i % 20 == 0) {
                ledger.flush();
            }
        }
        ledger.flush();
        Thread.sleep(Long.MAX_VALUE);
    }

    private static void send(DefaultMQProducer producer, String topic, String tag, long number) {
        try {
            Message message = new Message(topic, tag, "order-" + number, ("order " + number).getBytes());
            message.putUserProperty("amount", "" + number % 100);
            SendResult sent = producer.send(message);
            ledger.printf("%d\t%s\t%s\t%d\t%d\t%s\t%s%n", System.currentTimeMillis(), topic,
                sent.getMessageQueue().getBrokerName(), sent.getMessageQueue().getQueueId(), sent.getQueueOffset(),
                sent.getMsgId(), tag);
        } catch (Exception failed) {
            ledger.printf("%d\t%s\t-\t-1\t-1\t%s\t%s%n", System.currentTimeMillis(), topic,
                failed.getClass().getSimpleName(), tag);
            pause(200);
        }
    }

    private static void pause(long milliseconds) {
        if (milliseconds > 0) {
            LockSupport.parkNanos(milliseconds * 1_000_000);
        }
    }
}
