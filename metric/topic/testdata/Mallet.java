// Mallet's ParallelTopicModel over a file of documents, one a line, whose words
// are numbers with blanks between them.
//
//   java -cp LIB/* Mallet.java TOKENS WORDS TOPICS ITERATIONS INTERVAL BURNIN ALPHA BETA THREADS
//
// It prints {} when the documents are read, and then obeys commands, a line each:
//
//   run             fits with seed 1 and prints {"Seconds": S}
//   save SEED FILE  fits, prints the same, and writes the priors and the counts:
//                   beta, then alpha by topic, then "word topic count" lines
import cc.mallet.topics.ParallelTopicModel;
import cc.mallet.types.*;
import java.io.*;
import java.util.*;
import java.util.logging.Level;

public class Mallet {
    public static void main(String[] args) {
        int status = 0;
        try {
            obey(args);
        } catch (Exception e) {
            e.printStackTrace();
            status = 1;
        }
        System.exit(status); // Mallet's threads would go on waiting
    }

    static void obey(String[] args) throws Exception {
        Alphabet alphabet = new Alphabet();
        int words = Integer.parseInt(args[1]);
        for (int i = 0; i < words; i++) alphabet.lookupIndex(Integer.toString(i), true);
        InstanceList docs = new InstanceList(alphabet, null);
        try (BufferedReader in = new BufferedReader(new FileReader(args[0]))) {
            for (String line; (line = in.readLine()) != null; ) {
                if (line.isEmpty()) continue;
                String[] parts = line.split(" ");
                int[] ids = new int[parts.length];
                for (int i = 0; i < ids.length; i++) ids[i] = Integer.parseInt(parts[i]);
                docs.add(new Instance(new FeatureSequence(alphabet, ids), null, null, null));
            }
        }
        System.out.println("{}");
        ParallelTopicModel.logger.setLevel(Level.OFF);
        BufferedReader commands = new BufferedReader(new InputStreamReader(System.in));
        for (String line; (line = commands.readLine()) != null; ) {
            String[] c = line.split(" ", 3);
            int seed = c.length > 1 ? Integer.parseInt(c[1]) : 1;
            double seconds = 0;
            // With several threads Mallet takes one for done that has not begun
            // for 20 ms, and then mostly fails.
            for (int tries = 1; seconds == 0; tries++) {
                try {
                    seconds = fit(args, docs, seed, c.length > 2 ? c[2] : null);
                } catch (RuntimeException e) {
                    if (tries == 10) throw e;
                }
            }
            System.out.println("{\"Seconds\": " + seconds + "}");
        }
    }

    static double fit(String[] args, InstanceList docs, int seed, String file) throws IOException {
        ParallelTopicModel model = new ParallelTopicModel(Integer.parseInt(args[2]), Double.parseDouble(args[6]), Double.parseDouble(args[7]));
        model.setTopicDisplay(0, 0);
        model.printLogLikelihood = false; // it takes time of its own
        model.setNumIterations(Integer.parseInt(args[3]));
        model.setOptimizeInterval(Integer.parseInt(args[4]));
        model.setBurninPeriod(Integer.parseInt(args[5]));
        model.setNumThreads(Integer.parseInt(args[8]));
        model.setRandomSeed(seed);
        PrintStream out = System.out;
        System.setOut(System.err); // where Mallet says how far it is
        long start = System.nanoTime();
        try {
            model.addInstances(docs);
            model.estimate();
        } finally {
            System.setOut(out);
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        if (file != null) save(model, file);
        return seconds;
    }

    static void save(ParallelTopicModel model, String file) throws IOException {
        try (PrintWriter w = new PrintWriter(new BufferedWriter(new FileWriter(file)))) {
            w.println(model.beta);
            for (double a : model.alpha) w.print(a + " ");
            w.println();
            for (int word = 0; word < model.typeTopicCounts.length; word++)
                for (int e : model.typeTopicCounts[word])
                    if (e >> model.topicBits > 0) w.println(word + " " + (e & model.topicMask) + " " + (e >> model.topicBits));
        }
    }
}
