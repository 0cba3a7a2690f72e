import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.rocketmq.tools.command.MQAdminStartup;

/**
 * Runs mqadmin commands one after another in one JVM. Each line of standard input is an output file and the command's
 * arguments, separated by tabs; what the command prints, on both streams, goes to the file, byte for byte as a process
 * of its own would have printed it: a stack trace loses the two frames that this class adds below MQAdminStartup.main.
 */
public final class LabAdmin {
    private static final int FRAMES_BELOW = 2;
    private static final Pattern FRAME = Pattern.compile("\tat LabAdmin\\..*\n");
    private static final Pattern MORE = Pattern.compile("\t\\.\\.\\. (\\d+) more");

    public static void main(String[] args) throws Exception {
        PrintStream done = System.out;
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            String[] words = line.split("\t");
            run(words[0], Arrays.copyOfRange(words, 1, words.length));
            done.println("done");
            done.flush();
        }
        Runtime.getRuntime().halt(0);
    }

    private static void run(String file, String[] command) throws Exception {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        PrintStream stream = new PrintStream(printed, true, "UTF-8");
        System.setOut(stream);
        System.setErr(stream);
        MQAdminStartup.main(command);
        stream.flush();
        Files.write(Paths.get(file), asAProcessOfItsOwn(printed.toString("UTF-8")).getBytes(StandardCharsets.UTF_8));
    }

    private static String asAProcessOfItsOwn(String printed) {
        Matcher more = MORE.matcher(FRAME.matcher(printed).replaceAll(""));
        StringBuffer text = new StringBuffer();
        while (more.find()) {
            int frames = Integer.parseInt(more.group(1));
            more.appendReplacement(text, "\t... " + (frames > FRAMES_BELOW ? frames - FRAMES_BELOW : frames) + " more");
        }
        return more.appendTail(text).toString();
    }
}
