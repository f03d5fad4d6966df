import java.io.*;
import java.net.Socket;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.*;

/** A bot that plays at random, any ruleset; text protocol, standard library only.
 *  --connect HOST:PORT or unix:PATH (else standard input and output), --name NAME, --token HEX */
public final class RandomBot {
    private static final Random DICE = new Random();

    static String decide(Map<String, String> turn) {
        if (turn.containsKey("choose")) { // give, discard: so many of these cards
            List<String> cards = new ArrayList<>(List.of(turn.get("from").split(",")));
            Collections.shuffle(cards, DICE);
            int count = Integer.parseInt(turn.get("choose"));
            return turn.get("phase") + ":" + String.join(":", cards.subList(0, count));
        }
        List<String> words = new ArrayList<>(List.of(turn.get("legal").split(",")));
        words.remove("claim");
        return words.get(DICE.nextInt(words.size()));
    }

    public static void main(String[] args) throws IOException {
        Map<String, String> flags = new HashMap<>(Map.of("--name", "random-java"));
        for (int i = 0; i + 1 < args.length; i += 2)
            flags.put(args[i], args[i + 1]);
        InputStream input = System.in;
        OutputStream output = System.out;
        if (flags.containsKey("--connect")) {
            String where = flags.get("--connect");
            if (where.startsWith("unix:")) {
                SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(where.substring(5)));
                input = Channels.newInputStream(channel);
                output = Channels.newOutputStream(channel);
            } else {
                int colon = where.lastIndexOf(':');
                Socket socket = new Socket(where.substring(0, colon), Integer.parseInt(where.substring(colon + 1)));
                socket.setTcpNoDelay(true);
                input = socket.getInputStream();
                output = socket.getOutputStream();
            }
        }
        BufferedReader source = new BufferedReader(new InputStreamReader(input, StandardCharsets.UTF_8));
        PrintStream sink = new PrintStream(new BufferedOutputStream(output), false, StandardCharsets.UTF_8);
        String token = flags.get("--token");
        sink.print("hello v=1 name=" + flags.get("--name") + (token == null ? "" : " token=" + token) + "\n");
        sink.flush();
        for (String line; (line = source.readLine()) != null && !line.startsWith("bye");) {
            Map<String, String> message = new HashMap<>();
            for (String pair : line.split(" ")) {
                String[] halves = pair.split("=", 2);
                message.put(halves[0], halves[halves.length - 1]);
            }
            if (line.startsWith("turn ")) {
                sink.print("act g=" + message.get("g") + " n=" + message.get("n") + " a=" + decide(message) + "\n");
                sink.flush();
            }
        }
    }
}
