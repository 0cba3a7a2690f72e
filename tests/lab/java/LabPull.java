import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeSet;
import org.apache.rocketmq.client.consumer.DefaultLitePullConsumer;
import org.apache.rocketmq.client.consumer.DefaultMQPullConsumer;
import org.apache.rocketmq.client.consumer.PullResult;
import org.apache.rocketmq.client.consumer.PullStatus;
import org.apache.rocketmq.common.message.MessageExt;
import org.apache.rocketmq.common.message.MessageQueue;

/**
 * The lab's consumers that fetch messages themselves, one source for every version from 4.6.0 on: DefaultLitePullConsumer
 * with subscribe ("lite") or with assign ("assign"), and DefaultMQPullConsumer ("pull"). "share" says which of a topic's
 * queues the application picks: "K/N" every N-th from the K-th on, in the order of broker and queue number; "balanced",
 * for "pull" only, those that the client's rebalance gives it.
 */
public final class LabPull {
    private static PrintStream ledger;

    public static void main(String[] args) throws Exception {
        Properties settings = new Properties();
        try (Reader reader = new InputStreamReader(new FileInputStream(args[1]), StandardCharsets.UTF_8)) {
            settings.load(reader);
        }
        ledger = new PrintStream(new FileOutputStream(settings.getProperty("ledger"), true), false, "UTF-8");
        if (args[0].equals("pull")) {
            pull(settings);
        } else {
            lite(settings, args[0].equals("assign"));
        }
    }

    private static void lite(Properties settings, boolean assign) throws Exception {
        DefaultLitePullConsumer consumer = new DefaultLitePullConsumer(settings.getProperty("group"));
        consumer.setNamesrvAddr(settings.getProperty("namesrv"));
        consumer.setClientIP(settings.getProperty("ip"));
        if (settings.containsKey("instance")) {
            consumer.setInstanceName(settings.getProperty("instance"));
        }
        consumer.setAutoCommit(Boolean.parseBoolean(settings.getProperty("auto_commit", "true")));
        for (String topic : assign ? new ArrayList<String>() : topics(settings)) {
            consumer.subscribe(topic, "*");
        }
        consumer.start();
        Runtime.getRuntime().addShutdownHook(new Thread(consumer::shutdown));
        joined(settings, consumer.buildMQClientId());
        if (assign) {
            List<MessageQueue> picked = new ArrayList<>();
            for (String topic : topics(settings)) {
                picked.addAll(share(consumer.fetchMessageQueues(topic), settings));
            }
            consumer.assign(picked);
        }
        while (true) {
            consumer.poll(500).forEach(LabPull::received);
            ledger.flush();
        }
    }

    private static void pull(Properties settings) throws Exception {
        DefaultMQPullConsumer consumer = new DefaultMQPullConsumer(settings.getProperty("group"));
        consumer.setNamesrvAddr(settings.getProperty("namesrv"));
        consumer.setClientIP(settings.getProperty("ip"));
        if (settings.containsKey("instance")) {
            consumer.setInstanceName(settings.getProperty("instance"));
        }
        consumer.setRegisterTopics(new HashSet<>(topics(settings)));
        consumer.start();
        Runtime.getRuntime().addShutdownHook(new Thread(consumer::shutdown));
        joined(settings, consumer.buildMQClientId());
        Map<MessageQueue, Long> next = new HashMap<>();
        while (true) {
            List<MessageQueue> picked = new ArrayList<>();
            for (String topic : topics(settings)) {
                picked.addAll(pick(consumer, topic, settings));
            }
            next.keySet().retainAll(picked);
            for (MessageQueue queue : picked) {
                long from = next.containsKey(queue) ? next.get(queue) : consumer.fetchConsumeOffset(queue, true);
                next.put(queue, pullOnce(consumer, queue, Math.max(0, from)));
            }
            ledger.flush();
            Thread.sleep(200);
        }
    }

    /** The client commits offsets only of the queues that its own rebalance gave it, whatever it pulls from. */
    private static Collection<MessageQueue> pick(DefaultMQPullConsumer consumer, String topic, Properties settings)
        throws Exception {
        if (settings.getProperty("share", "").equals("balanced")) {
            return consumer.fetchMessageQueuesInBalance(topic);
        }
        return share(consumer.fetchSubscribeMessageQueues(topic), settings);
    }

    /** A request that fails is made again in the next round, as an application's loop would do. */
    private static long pullOnce(DefaultMQPullConsumer consumer, MessageQueue queue, long from) throws Exception {
        try {
            PullResult result = consumer.pull(queue, "*", from, 32, 3000);
            if (result.getPullStatus() == PullStatus.FOUND) {
                result.getMsgFoundList().forEach(LabPull::received);
            }
            consumer.updateConsumeOffset(queue, result.getNextBeginOffset());
            return result.getNextBeginOffset();
        } catch (Exception failed) {
            System.err.println(queue + ": " + failed);
            return from;
        }
    }

    private static List<MessageQueue> share(Collection<MessageQueue> queues, Properties settings) {
        String[] share = settings.getProperty("share", "1/1").split("/");
        List<MessageQueue> ordered = new ArrayList<>(new TreeSet<>(queues));
        List<MessageQueue> picked = new ArrayList<>();
        for (int i = Integer.parseInt(share[0]) - 1; i < ordered.size(); i += Integer.parseInt(share[1])) {
            picked.add(ordered.get(i));
        }
        return picked;
    }

    private static List<String> topics(Properties settings) {
        List<String> topics = new ArrayList<>();
        for (int i = 0; settings.containsKey("topic." + i); i++) {
            topics.add(settings.getProperty("topic." + i));
        }
        return topics;
    }

    private static void joined(Properties settings, String id) throws Exception {
        try (PrintStream ids = new PrintStream(new FileOutputStream(settings.getProperty("ids"), true), false, "UTF-8")) {
            ids.printf("%d\t%s%n", System.currentTimeMillis(), id);
        }
    }

    private static void received(MessageExt message) {
        ledger.printf("%d\t%s\t%s\t%d\t%d\t%s\t%s\t%d%n", System.currentTimeMillis(), message.getTopic(),
            message.getBrokerName(), message.getQueueId(), message.getQueueOffset(), message.getMsgId(),
            message.getTags(), message.getReconsumeTimes());
    }
}
