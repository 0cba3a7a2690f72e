// Runs the real allocation strategies over the cases on standard input, one answer line for each case line.
// The format of both is described in cases.py.

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.rocketmq.client.consumer.AllocateMessageQueueStrategy;
import org.apache.rocketmq.client.consumer.rebalance.AllocateMachineRoomNearby;
import org.apache.rocketmq.client.consumer.rebalance.AllocateMessageQueueAveragely;
import org.apache.rocketmq.client.consumer.rebalance.AllocateMessageQueueAveragelyByCircle;
import org.apache.rocketmq.client.consumer.rebalance.AllocateMessageQueueByConfig;
import org.apache.rocketmq.client.consumer.rebalance.AllocateMessageQueueByMachineRoom;
import org.apache.rocketmq.client.consumer.rebalance.AllocateMessageQueueConsistentHash;
import org.apache.rocketmq.client.impl.factory.MQClientInstance;
import org.apache.rocketmq.common.message.MessageQueue;

public class StrategyParity {
    public static void main(String[] args) throws Exception {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        BufferedWriter out = new BufferedWriter(new OutputStreamWriter(System.out, StandardCharsets.US_ASCII));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            out.write(answer(line.split("\t", -1)));
            out.write('\n');
        }
        out.flush();
    }

    static String answer(String[] field) throws Exception {
        List<MessageQueue> given = queues(field[3]);
        List<String> givenIds = strings(field[4]);
        AllocateMessageQueueStrategy strategy = strategy(field[0], field[2], given);
        List<MessageQueue> queues = given == null ? null : new ArrayList<>(given);
        List<String> ids = givenIds == null ? null : new ArrayList<>(givenIds);
        if (field[1].equals("sort")) {
            Collections.sort(queues);
            Collections.sort(ids);
        }
        StringBuilder text = new StringBuilder(indexes(queues, given)).append('|').append(escapeAll(ids));
        for (String client : asked(ids)) {
            text.append('|').append(call(strategy, client, queues, ids, given));
        }
        return text.append('\t').append(field[5].equals("route") ? allocateMQ(given, givenIds) : "").toString();
    }

    static List<String> asked(List<String> ids) {
        List<String> asked = new ArrayList<>(ids == null ? new LinkedHashSet<String>() : new LinkedHashSet<>(ids));
        asked.addAll(Arrays.asList("not-in-the-list", "", null));
        return asked;
    }

    static String call(AllocateMessageQueueStrategy strategy, String client, List<MessageQueue> queues,
        List<String> ids, List<MessageQueue> given) {
        try {
            return indexes(strategy.allocate("group", client, queues, ids), given);
        } catch (IllegalArgumentException e) {
            return "!" + escape(e.getMessage());
        } catch (NullPointerException e) {
            return "!null";
        }
    }

    /** What `mqadmin allocateMQ` computes from a topic's route and the ids as they were typed. */
    static String allocateMQ(List<MessageQueue> given, List<String> ids) throws Exception {
        Set<MessageQueue> queues = subscribeInfo(given);
        AllocateMessageQueueAveragely averagely = new AllocateMessageQueueAveragely();
        Map<String, String> result = new LinkedHashMap<>();
        for (String id : ids) {
            result.put(id, indexes(averagely.allocate("aa", id, new ArrayList<>(queues), ids), given));
        }
        List<String> lines = new ArrayList<>();
        for (Map.Entry<String, String> entry : result.entrySet()) {
            lines.add(escape(entry.getKey()) + "=" + entry.getValue());
        }
        return String.join(";", lines);
    }

    @SuppressWarnings("unchecked")
    static Set<MessageQueue> subscribeInfo(List<MessageQueue> given) throws Exception {
        Map<String, Integer> counts = new LinkedHashMap<>();
        for (MessageQueue queue : given) {
            counts.merge(queue.getBrokerName(), 1, Integer::sum);
        }
        Class<?> routeClass = routeClass("TopicRouteData");
        Class<?> queueDataClass = routeClass("QueueData");
        List<Object> queueDatas = new ArrayList<>();
        for (Map.Entry<String, Integer> entry : counts.entrySet()) {
            Object queueData = queueDataClass.getConstructor().newInstance();
            queueDataClass.getMethod("setBrokerName", String.class).invoke(queueData, entry.getKey());
            queueDataClass.getMethod("setReadQueueNums", int.class).invoke(queueData, entry.getValue());
            queueDataClass.getMethod("setPerm", int.class).invoke(queueData, 6);
            queueDatas.add(queueData);
        }
        Object route = routeClass.getConstructor().newInstance();
        routeClass.getMethod("setQueueDatas", List.class).invoke(route, queueDatas);
        Method method = MQClientInstance.class.getMethod("topicRouteData2TopicSubscribeInfo", String.class, routeClass);
        return (Set<MessageQueue>) method.invoke(null, given.get(0).getTopic(), route);
    }

    static Class<?> routeClass(String name) throws ClassNotFoundException {
        try {
            return Class.forName("org.apache.rocketmq.remoting.protocol.route." + name);
        } catch (ClassNotFoundException before5) {
            return Class.forName("org.apache.rocketmq.common.protocol.route." + name);
        }
    }

    static AllocateMessageQueueStrategy strategy(String spec, String rooms, List<MessageQueue> given) {
        String[] part = spec.split(":", 2);
        switch (part[0]) {
            case "AVG":
                return new AllocateMessageQueueAveragely();
            case "AVG_BY_CIRCLE":
                return new AllocateMessageQueueAveragelyByCircle();
            case "CONSISTENT_HASH":
                return new AllocateMessageQueueConsistentHash(Integer.parseInt(part[1]));
            case "MACHINE_ROOM":
                AllocateMessageQueueByMachineRoom byRoom = new AllocateMessageQueueByMachineRoom();
                byRoom.setConsumeridcs(rooms.equals("~") ? null : new HashSet<>(strings(rooms)));
                return byRoom;
            case "CONFIG":
                AllocateMessageQueueByConfig byConfig = new AllocateMessageQueueByConfig();
                byConfig.setMessageQueueList(configured(part[1], given));
                return byConfig;
            default:
                return new AllocateMachineRoomNearby(strategy(part[1], rooms, given), new BeforeTheDash());
        }
    }

    static class BeforeTheDash implements AllocateMachineRoomNearby.MachineRoomResolver {
        public String brokerDeployIn(MessageQueue messageQueue) {
            return before(messageQueue.getBrokerName());
        }

        public String consumerDeployIn(String clientID) {
            return before(clientID);
        }

        static String before(String text) {
            int dash = text.indexOf('-');
            return dash < 0 ? text : text.substring(0, dash);
        }
    }

    static List<MessageQueue> configured(String every, List<MessageQueue> given) {
        List<MessageQueue> list = new ArrayList<>();
        for (int i = 0; given != null && i < given.size(); i += Integer.parseInt(every)) {
            list.add(given.get(i));
        }
        return list;
    }

    static List<MessageQueue> queues(String text) {
        List<String> flat = strings(text);
        if (flat == null) {
            return null;
        }
        List<MessageQueue> queues = new ArrayList<>();
        for (int i = 0; i < flat.size(); i += 3) {
            queues.add(new MessageQueue(flat.get(i), flat.get(i + 1), Integer.parseInt(flat.get(i + 2))));
        }
        return queues;
    }

    static List<String> strings(String text) {
        if (text.equals("~")) {
            return null;
        }
        List<String> list = new ArrayList<>();
        if (!text.isEmpty()) {
            for (String item : text.split(",", -1)) {
                list.add(unescape(item.substring(1)));
            }
        }
        return list;
    }

    static String indexes(List<MessageQueue> queues, List<MessageQueue> given) {
        if (queues == null) {
            return "~";
        }
        List<String> indexes = new ArrayList<>();
        for (MessageQueue queue : queues) {
            indexes.add(Integer.toString(given.indexOf(queue)));
        }
        return String.join(",", indexes);
    }

    static String escapeAll(List<String> texts) {
        if (texts == null) {
            return "~";
        }
        List<String> escaped = new ArrayList<>();
        for (String text : texts) {
            escaped.add("'" + escape(text));
        }
        return String.join(",", escaped);
    }

    static String escape(String text) {
        StringBuilder out = new StringBuilder();
        for (char unit : text.toCharArray()) {
            boolean plain = unit < 128 && (Character.isLetterOrDigit(unit) || "@#%_.-".indexOf(unit) >= 0);
            out.append(plain ? String.valueOf(unit) : String.format("\\u%04x", (int) unit));
        }
        return out.toString();
    }

    static String unescape(String text) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) == '\\') {
                out.append((char) Integer.parseInt(text.substring(i + 2, i + 6), 16));
                i += 5;
            } else {
                out.append(text.charAt(i));
            }
        }
        return out.toString();
    }
}
