/* kit_bot.h - a bot of the kit that gets messages from a test. */
#ifndef AVONDALE_TEST_KIT_BOT_H
#define AVONDALE_TEST_KIT_BOT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <arpa/inet.h>
#include <getopt.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
/* cmocka.h needs the first four headers above. */
#include <cmocka.h>
#include "botkit.h"

enum { BYTES_MAX = 60000 /* less than a pipe can hold */ };

static inline cardset_t cards_of(const char *text)
{
    cardset_t cards = 0;
    while (*text) {
        size_t size = strcspn(text, " ");
        card_t card;
        assert_int_equal(card_parse(text, size, &card), 0);
        cards |= CARDSET(card);
        text += size + (text[size] == ' ');
    }
    return cards;
}

/* ---------------------------------------------------------------------------------- whole games */

/* Lines of text in the bot's encoding. */
static inline size_t encode(const char *lines, enum encoding encoding, char *out)
{
    static struct message message;
    enum encoding text = ENCODING_TEXT;
    size_t used = 0, bad;
    const char *end = lines + strlen(lines);

    while (lines < end) {
        int size = stream_next(&text, FROM_SERVER, lines, (size_t)(end - lines), &message, &bad);
        if (size <= 0)
            fail_msg("the test holds a bad line: %.60s", lines);
        lines += size;
        int made = scribe_message(&message, encoding, out + used, BYTES_MAX - used);
        assert_true(made > 0);
        used += (size_t)made;
    }
    return used;
}

/* What a bot writes, as text, without the lists of `hello`. */
static inline void decode(enum encoding encoding, const char *bytes, size_t size, char *out)
{
    static struct message message;
    size_t used = 0, bad;
    int taken;
    out[0] = 0;
    while ((taken = stream_next(&encoding, FROM_CLIENT, bytes, size, &message, &bad)) > 0) {
        int made = scribe_message(&message, ENCODING_TEXT, out + used, 2000);
        assert_true(made > 0);
        used += (size_t)made;
        out[used] = 0;
        bytes += taken;
        size -= (size_t)taken;
    }
    assert_int_equal(taken, 0);
}

struct run {
    int status;
    struct bot bot;
    char said[8000];
};

static struct seen seen_game; /* at the latest turn */

static struct seen_turn seen_turn;

static inline bool decide_first(struct bot *bot, const struct seen *game,
                                const struct seen_turn *turn, struct action *action)
{
    (void)bot;
    seen_game = *game;
    seen_turn = *turn;
    if (turn->choose)
        return bot_decide_random(bot, game, turn, action);
    *action = turn->legal[0];
    return true;
}

/* `lobby`: what a bot at an arena wants of its lobby, or NULL for a bot in a match. */
static inline struct run *run_bytes(const char *bytes, size_t size, enum encoding encoding,
                                    bot_decide_fn *decide, const struct bot_lobby *lobby)
{
    static struct run run;
    static char bytes_said[BYTES_MAX];
    int in[2], out[2];

    memset(&run, 0, sizeof run);
    assert_true(pipe(in) == 0 && pipe(out) == 0);
    assert_int_equal(write(in[1], bytes, size), (ssize_t)size);
    close(in[1]);
    run.bot = (struct bot){.random = 1,
                           .name = "ann",
                           .encoding = encoding,
                           .link.read_fd = in[0],
                           .link.write_fd = out[1]};
    if (lobby) {
        run.bot.lobby = *lobby;
        run.bot.link.address = "unix:test";
    }
    run.status = bot_run(&run.bot, decide);
    close(out[1]);
    close(in[0]);
    ssize_t got = read(out[0], bytes_said, sizeof bytes_said);
    close(out[0]);
    decode(encoding, bytes_said, got > 0 ? (size_t)got : 0, run.said);
    return &run;
}

static inline struct run *run_lines(const char *lines, enum encoding encoding,
                                    bot_decide_fn *decide)
{
    static char bytes[BYTES_MAX];
    return run_bytes(bytes, encode(lines, encoding, bytes), encoding, decide, NULL);
}

#define GAME(more)                                                                                 \
    "game g=3 id=x seat=2 players=a,b,c,d preset=wikipedia" more                                   \
    " sides=0,1,0,1 scores=0,0 policy=strict set=s commit=00\n"

#define DEAL "deal g=3 d=1 attempt=0 dealer=1 cards=5S,6S,7S,8S,9S,10S,JS,QS,KS,AS\n"

#define HELLO "hello v=1 name=ann\n"

/* Runs the bot in both encodings. */
static inline void assert_plays(const char *lines, const char *said)
{
    for (int encoding = ENCODING_MSGPACK; encoding <= ENCODING_TEXT; encoding++) {
        struct run *run = run_lines(lines, (enum encoding)encoding, decide_first);
        assert_string_equal(run->said, said);
        assert_int_equal(run->status, 0);
    }
}

#endif
