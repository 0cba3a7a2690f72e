import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import org.apache.rocketmq.client.apis.ClientConfiguration;
import org.apache.rocketmq.client.apis.ClientServiceProvider;
import org.apache.rocketmq.client.apis.consumer.ConsumeResult;
import org.apache.rocketmq.client.apis.consumer.FilterExpression;
import org.apache.rocketmq.client.apis.consumer.PushConsumer;
import org.apache.rocketmq.client.apis.message.MessageView;
import org.apache.rocketmq.client.java.impl.ClientImpl;
import org.apache.rocketmq.client.java.message.MessageViewImpl;

/** The lab's consumer that speaks gRPC to a proxy (rocketmq-client-java), with a ledger of what it received. */
public final class LabGrpc {
    /** Places in a receipt handle, which is words with blanks between them (ExtraInfoUtil of 5.x). */
    private static final int BROKER = 5;
    private static final int QUEUE = 6;
    private static PrintStream ledger;

    public static void main(String[] args) throws Exception {
        Properties settings = new Properties();
        try (Reader reader = new InputStreamReader(new FileInputStream(args[1]), StandardCharsets.UTF_8)) {
            settings.load(reader);
        }
        ledger = new PrintStream(new FileOutputStream(settings.getProperty("ledger"), true), false, "UTF-8");
        Map<String, FilterExpression> subscriptions = new HashMap<>();
        for (int i = 0; settings.containsKey("topic." + i); i++) {
            FilterExpression expression = new FilterExpression(settings.getProperty("expression." + i));
            subscriptions.put(settings.getProperty("topic." + i), expression);
        }
        ClientConfiguration proxy = ClientConfiguration.newBuilder()
            .setEndpoints(settings.getProperty("proxy")).enableSsl(false).build();
        PushConsumer consumer = ClientServiceProvider.loadService().newPushConsumerBuilder()
            .setClientConfiguration(proxy).setConsumerGroup(settings.getProperty("group"))
            .setSubscriptionExpressions(subscriptions).setMessageListener(LabGrpc::received).build();
        String id = ((ClientImpl) consumer).getClientId().toString();
        try (PrintStream ids = new PrintStream(new FileOutputStream(settings.getProperty("ids"), true), false, "UTF-8")) {
            ids.printf("%d\t%s%n", System.currentTimeMillis(), id);
        }
        while (true) {
            Thread.sleep(500);
            ledger.flush();
        }
    }

    /** A proxy gives every queue the number -1; the broker and the queue a message came from stand in its handle. */
    private static ConsumeResult received(MessageView view) {
        MessageViewImpl message = (MessageViewImpl) view;
        String[] handle = message.getReceiptHandle().split(" ");
        ledger.printf("%d\t%s\t%s\t%d\t%d\t%s\t%s\t%d%n", System.currentTimeMillis(), message.getTopic(),
            handle[BROKER], Integer.parseInt(handle[QUEUE]), message.getOffset(), message.getMessageId(),
            message.getTag().orElse(""),
            message.getDeliveryAttempt() - 1);
        return ConsumeResult.SUCCESS;
    }
}
