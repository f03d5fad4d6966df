/* Nanoseconds a message, both encodings, both directions: a `turn` with ten legal cards, an
 * `event`, an `act`. The floor is a memcpy of the same bytes.
 *
 * `codec encode|decode text|msgpack turn|event|act N` does one of them N times and prints nothing:
 * for counts.sh, which counts the instructions of that function alone. */
#include <string.h>

#include "bench.h"
#include "protocol.h"

enum { TIMES = 400000, BYTES = FRAME_BYTES_MAX };

/* As the daemon writes them: as their fields are told. */
static int write_turn(enum encoding encoding, char *out, size_t size)
{
    struct scribe scribe;
    cardset_t cards = 0;

    for (int i = 0; i < 10; i++)
        cards |= CARDSET(i * 6 + 3);
    scribe_init(&scribe, encoding, out, size);
    scribe_begin(&scribe, MESSAGE_TURN);
    scribe_int(&scribe, TURN_G, 1);
    scribe_int(&scribe, TURN_N, 123);
    scribe_word(&scribe, TURN_PHASE, "play");
    scribe_cards(&scribe, TURN_LEGAL, cards);
    scribe_int(&scribe, TURN_MS, 2000);
    return scribe_end(&scribe);
}

static int write_event(enum encoding encoding, char *out, size_t size)
{
    struct action action = {
        .kind = ACTION_PLAY, .count = 1, .cards = {CARD(SUIT_H, RANK_10)}, .joker = {255, 255}};
    struct scribe scribe;

    scribe_init(&scribe, encoding, out, size);
    scribe_begin(&scribe, MESSAGE_NEWS);
    scribe_int(&scribe, NEWS_G, 1);
    scribe_word(&scribe, NEWS_K, "action");
    scribe_int(&scribe, NEWS_SEAT, 2);
    scribe_word(&scribe, NEWS_PHASE, "play");
    scribe_action(&scribe, NEWS_A, &action);
    return scribe_end(&scribe);
}

/* As bots make it. */
static int write_act(enum encoding encoding, char *out, size_t size)
{
    static struct message message;

    message_init(&message, MESSAGE_ACT);
    message_set_int(&message, ACT_G, 1);
    message_set_int(&message, ACT_N, 123);
    message_set_string(&message, ACT_A, "10H", 3);
    return scribe_message(&message, encoding, out, size);
}

typedef int write_fn(enum encoding encoding, char *out, size_t size);

static int sink;

__attribute__((noinline)) static double time_make(write_fn *write, enum encoding encoding,
                                                  int times)
{
    char out[BYTES];
    double start = bench_cpu();
    for (int i = 0; i < times; i++)
        sink += write(encoding, out, sizeof out);
    return (bench_cpu() - start) / times * 1e9;
}

__attribute__((noinline)) static double time_decode(const char *bytes, size_t size,
                                                    enum encoding encoding, enum message_from from,
                                                    int times)
{
    static struct message message;
    size_t bad;
    double start = bench_cpu();
    for (int i = 0; i < times; i++) {
        enum encoding known = encoding;
        sink += stream_next(&known, from, bytes, size, &message, &bad);
    }
    return (bench_cpu() - start) / times * 1e9;
}

static double time_copy(const char *bytes, size_t size)
{
    char out[BYTES];
    double start = bench_cpu();
    for (int i = 0; i < TIMES; i++) {
        memcpy(out, bytes, size);
        __asm__ volatile("" : : "r"(out) : "memory");
    }
    return (bench_cpu() - start) / TIMES * 1e9;
}

static void measure(const char *name, write_fn *write, enum encoding encoding,
                    enum message_from from)
{
    char bytes[BYTES], label[64];
    int size = write(encoding, bytes, sizeof bytes);
    if (size < 0)
        abort();
    double encode[BENCH_ROUNDS], decode[BENCH_ROUNDS], copy[BENCH_ROUNDS];
    for (int round = 0; round < BENCH_ROUNDS; round++) {
        encode[round] = time_make(write, encoding, TIMES);
        decode[round] = time_decode(bytes, (size_t)size, encoding, from, TIMES);
        copy[round] = time_copy(bytes, (size_t)size);
    }
    double floor = bench_median(copy, BENCH_ROUNDS);
    const char *how = encoding == ENCODING_TEXT ? "text" : "msgpack";
    snprintf(label, sizeof label, "codec.%s.%s.encode", how, name);
    bench_print(label, bench_median(encode, BENCH_ROUNDS), "ns", floor);
    snprintf(label, sizeof label, "codec.%s.%s.decode", how, name);
    bench_print(label, bench_median(decode, BENCH_ROUNDS), "ns", floor);
}

static const struct subject {
    const char *name;
    write_fn *write;
    enum message_from from;
} subjects[] = {
    {"turn", write_turn, FROM_SERVER},
    {"event", write_event, FROM_SERVER},
    {"act", write_act, FROM_CLIENT},
};
enum { SUBJECTS = sizeof subjects / sizeof subjects[0] };

static int do_one(char **words)
{
    char bytes[BYTES];
    enum encoding encoding = strcmp(words[1], "text") == 0 ? ENCODING_TEXT : ENCODING_MSGPACK;
    int times = atoi(words[3]);
    for (int i = 0; i < SUBJECTS; i++) {
        const struct subject *subject = &subjects[i];
        if (strcmp(words[2], subject->name) != 0)
            continue;
        int size = subject->write(encoding, bytes, sizeof bytes);
        if (size < 0)
            abort();
        if (strcmp(words[0], "encode") == 0)
            return time_make(subject->write, encoding, times) < 0;
        return time_decode(bytes, (size_t)size, encoding, subject->from, times) < 0;
    }
    return 2;
}

int main(int argc, char **argv)
{
    static const enum encoding encodings[] = {ENCODING_MSGPACK, ENCODING_TEXT};
    if (argc == 5)
        return do_one(argv + 1);
    for (int i = 0; i < 2; i++) {
        for (int k = 0; k < SUBJECTS; k++)
            measure(subjects[k].name, subjects[k].write, encodings[i], subjects[k].from);
    }
    return sink == 1;
}
