/* Nanoseconds a message, both encodings, both directions: a `turn` with ten legal cards, an `event`, an
 * `act`. The floor is a memcpy of the same bytes.
 *
 * `codec encode|decode text|msgpack turn|event|act N` does one of them N times and prints nothing: for
 * counts.sh, which counts the instructions of that function alone. */
#include <string.h>

#include "bench.h"
#include "protocol.h"

enum { TIMES = 400000, BYTES = FRAME_BYTES_MAX };

static void make_turn(struct message *message)
{
    message_init(message, MESSAGE_TURN);
    message_set_int(message, TURN_G, 1);
    message_set_int(message, TURN_N, 123);
    message_set_string(message, TURN_PHASE, "play", 4);
    message_begin_list(message, TURN_LEGAL);
    for (int i = 0; i < 10; i++) {
        char text[CARD_TEXT_MAX];
        size_t size = card_format((card_t)(i * 6 + 3), text);
        message_add_copy(message, TURN_LEGAL, text, size);
    }
    message_set_int(message, TURN_MS, 2000);
}

static void make_event(struct message *message)
{
    message_init(message, MESSAGE_NEWS);
    message_set_int(message, NEWS_G, 1);
    message_set_string(message, NEWS_K, "action", 6);
    message_set_int(message, NEWS_SEAT, 2);
    message_set_string(message, NEWS_PHASE, "play", 4);
    message_set_string(message, NEWS_A, "10H", 3);
}

static void make_act(struct message *message)
{
    message_init(message, MESSAGE_ACT);
    message_set_int(message, ACT_G, 1);
    message_set_int(message, ACT_N, 123);
    message_set_string(message, ACT_A, "10H", 3);
}

static int sink;

__attribute__((noinline)) static double time_make(void (*make)(struct message *),
                                                  enum encoding encoding, int times)
{
    static struct message message;
    char out[BYTES];
    double start = bench_cpu();
    for (int i = 0; i < times; i++) {
        make(&message);
        sink += message_encode(&message, encoding, out, sizeof out);
    }
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

static void measure(const char *name, void (*make)(struct message *), enum encoding encoding,
                    enum message_from from)
{
    static struct message message;
    char bytes[BYTES], label[64];
    make(&message);
    int size = message_encode(&message, encoding, bytes, sizeof bytes);
    if (size < 0)
        abort();
    double encode[BENCH_ROUNDS], decode[BENCH_ROUNDS], copy[BENCH_ROUNDS];
    for (int round = 0; round < BENCH_ROUNDS; round++) {
        encode[round] = time_make(make, encoding, TIMES);
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
    void (*make)(struct message *);
    enum message_from from;
} subjects[] = {
    {"turn", make_turn, FROM_SERVER},
    {"event", make_event, FROM_SERVER},
    {"act", make_act, FROM_CLIENT},
};
enum { SUBJECTS = sizeof subjects / sizeof subjects[0] };

static int do_one(char **words)
{
    static struct message message;
    char bytes[BYTES];
    enum encoding encoding = strcmp(words[1], "text") == 0 ? ENCODING_TEXT : ENCODING_MSGPACK;
    int times = atoi(words[3]);
    for (int i = 0; i < SUBJECTS; i++) {
        const struct subject *subject = &subjects[i];
        if (strcmp(words[2], subject->name) != 0)
            continue;
        subject->make(&message);
        int size = message_encode(&message, encoding, bytes, sizeof bytes);
        if (size < 0)
            abort();
        if (strcmp(words[0], "encode") == 0)
            return time_make(subject->make, encoding, times) < 0;
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
            measure(subjects[k].name, subjects[k].make, encodings[i], subjects[k].from);
    }
    return sink == 1;
}
