/* traffic.h - what bots and floors of the benches send: answers without a thought, and messages as
 * large as those of an arena. Each function returns its bytes, or -1 where `max` is too few. */
#ifndef AVONDALE_BENCH_TRAFFIC_H
#define AVONDALE_BENCH_TRAFFIC_H

#include <string.h>

#include "bench.h"
#include "protocol.h"

/* The answer to a turn: its first cards, or one of the first four legal actions. Calls far up would
 * end hands at once; a low one makes games of the usual length. *seed is the state of the
 * generator. */
static inline int traffic_answer(const struct message *turn, uint64_t *seed, enum encoding encoding,
                                 char *bytes, size_t max)
{
    static struct message act;
    char word[ACTION_TEXT_MAX];
    const struct value *items;
    size_t size = 0;

    if (message_has(turn, TURN_CHOOSE)) {
        struct slice phase = message_string(turn, TURN_PHASE);
        message_list(turn, TURN_FROM, &items);
        memcpy(word, phase.data, phase.size);
        size = phase.size;
        for (int64_t i = 0; i < message_int(turn, TURN_CHOOSE); i++) {
            word[size++] = ':';
            memcpy(word + size, items[i].string.data, items[i].string.size);
            size += items[i].string.size;
        }
    } else {
        int count = message_list(turn, TURN_LEGAL, &items);
        uint32_t i = splitmix_below(seed, (uint32_t)(count < 4 ? count : 4));
        size = items[i].string.size;
        memcpy(word, items[i].string.data, size);
    }
    message_init(&act, MESSAGE_ACT);
    message_set_int(&act, ACT_G, message_int(turn, TURN_G));
    message_set_int(&act, ACT_N, message_int(turn, TURN_N));
    message_set_string(&act, ACT_A, word, size);
    return scribe_message(&act, encoding, bytes, max);
}

/* News of seat 2, of at least `want` bytes. */
static inline int traffic_news(enum encoding encoding, int want, char *bytes, size_t max)
{
    static struct message news;
    int all = 0;

    message_init(&news, MESSAGE_NEWS);
    message_set_int(&news, NEWS_G, 1);
    message_set_string(&news, NEWS_K, "action", 6);
    message_set_int(&news, NEWS_SEAT, 2);
    do {
        int size = scribe_message(&news, encoding, bytes + all, max - (size_t)all);
        if (size < 0)
            return -1;
        all += size;
    } while (all < want);
    return all;
}

/* A turn behind as many events as fit, padded by its list to at least `want` bytes, if a list of 59
 * cards is enough. */
static inline int traffic_request(enum encoding encoding, int want, char *bytes, size_t max)
{
    enum { TURN_BYTES = 60 };
    static struct message message;
    int events = 0, size;

    message_init(&message, MESSAGE_NEWS);
    message_set_int(&message, NEWS_G, 1);
    message_set_string(&message, NEWS_K, "action", 6);
    message_set_int(&message, NEWS_SEAT, 2);
    message_set_string(&message, NEWS_PHASE, "play", 4);
    message_set_string(&message, NEWS_A, "10H", 3);
    while ((size = scribe_message(&message, encoding, bytes + events, max - (size_t)events)) > 0 &&
           events + size + TURN_BYTES <= want)
        events += size;
    for (int cards = 1; cards < 60 && size >= 0; cards++) {
        message_init(&message, MESSAGE_TURN);
        message_set_int(&message, TURN_G, 1);
        message_set_int(&message, TURN_N, 100);
        message_set_string(&message, TURN_PHASE, "play", 4);
        message_begin_list(&message, TURN_LEGAL);
        for (int i = 0; i < cards; i++)
            message_add_copy(&message, TURN_LEGAL, "QS", 2);
        size = scribe_message(&message, encoding, bytes + events, max - (size_t)events);
        if (events + size >= want)
            break;
    }
    return size < 0 ? -1 : events + size;
}

#endif
