// Prints the interfaces as Java lists them, then the id that the real ClientConfig makes for each setting.

import java.lang.reflect.Method;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.rocketmq.client.ClientConfig;

public class ClientIdParity {
    public static void main(String[] args) throws Exception {
        for (NetworkInterface nif : Collections.list(NetworkInterface.getNetworkInterfaces())) {
            List<String> addresses = new ArrayList<>();
            for (InetAddress address : Collections.list(nif.getInetAddresses())) {
                addresses.add(address.getHostAddress());
            }
            boolean bridge = new java.io.File("/sys/class/net/" + nif.getName() + "/bridge").exists();
            System.out.println("interface\t" + nif.getName() + "\t" + String.join(",", addresses) + "\t" + bridge + "\t"
                + nif.isVirtual() + "\t" + nif.isPointToPoint() + "\t" + nif.isUp());
        }
        System.out.println("pid\t" + ProcessHandle.current().pid());
        for (String name : new String[] {"DEFAULT", "app", "", "a@b"}) {
            for (String unit : new String[] {null, "", " ", "unit", "u@v"}) {
                for (boolean stream : new boolean[] {false, true}) {
                    for (boolean clustering : new boolean[] {false, true}) {
                        print(name, unit, stream, clustering);
                    }
                }
            }
        }
    }

    static void print(String name, String unit, boolean stream, boolean clustering) throws Exception {
        ClientConfig config = new ClientConfig();
        config.setInstanceName(name);
        config.setUnitName(unit);
        try {
            Method method = ClientConfig.class.getMethod("setEnableStreamRequestType", boolean.class);
            method.invoke(config, stream);
        } catch (NoSuchMethodException before494) {
            // The setting does not exist there, and no id can carry it.
        }
        if (clustering) {
            config.changeInstanceNameToPID();
        }
        System.out.println("id\t" + name + "\t" + (unit == null ? "~" : unit) + "\t" + stream + "\t" + clustering + "\t"
            + config.buildMQClientId());
    }
}
