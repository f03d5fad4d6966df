/* test_bad_message.c - the cost of an unreadable message: an error, and a fault only if it is an
 * `act`, in the game that it names, or no message at all, in one game. Several games of one
 * connection, over socket pairs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "duel.h"
#include "arena/session.h"

enum { GAMES = 3 };

struct games {
    struct duel duel;
    struct arena_table *tables[GAMES];
    char long_text[9001]; /* longer than the limit of a message */
    char last_error[FRAME_BYTES_MAX + 1];
};

static void start(struct games *games, int count)
{
    struct duel *duel = &games->duel;

    signal(SIGPIPE, SIG_IGN);
    memset(games, 0, sizeof *games);
    memset(games->long_text, 'x', sizeof games->long_text - 1);
    assert_int_equal(duel_open(duel), 0);
    duel->policy = (struct fault_policy){.kind = FAULT_POLICY_STRIKES, .strikes = 1000};
    duel_say(duel, 0, "hello v=1 name=ann games=3");
    duel_say(duel, 1, "hello v=1 name=bob games=3");
    for (int i = 0; i < 10; i++)
        duel_turn(duel);
    for (int g = 0; g < count; g++) {
        assert_int_equal(duel_again(duel, 0), 0);
        games->tables[g] = duel->table;
        for (int i = 0; i < 4; i++)
            duel_turn(duel); /* a request is written before the next game begins */
    }
}

static void end(struct games *games)
{
    duel_close(&games->duel);
}

static int strikes(const struct games *games, int bot, int g)
{
    return table_fault_counts(games->tables[g]->table)[bot];
}

/* Sends a line. Returns the code of the one error that the bot receives. */
static const char *say(struct games *games, int bot, const char *bytes, size_t size)
{
    struct duel *duel = &games->duel;
    static char code[32];
    int errors = 0;
    const char *line;

    while (duel_line(duel, bot) != NULL)
        continue;
    assert_int_equal(send(duel->fds[bot], bytes, size, 0), size);
    for (int i = 0; i < 4; i++)
        duel_turn(duel);
    while ((line = duel_line(duel, bot)) != NULL) {
        if (sscanf(line, "error code=%31s", code) == 1) {
            snprintf(games->last_error, sizeof games->last_error, "%s", line);
            errors++;
        }
    }
    assert_int_equal(errors, 1);
    return code;
}

/* `long_from`: the rest of the line is 9,000 bytes of x. */
static const struct bad {
    const char *line;
    bool is_long;
    const char *code;
    int strikes; /* in its own game */
} bad_messages[] = {
    {"ping x=abc", false, "field", 0},
    {"ping x=1 x=2", false, "field", 0},
    {"ping x", false, "syntax", 0},
    {"ping x=", true, "too-long", 0},
    {"chat", false, "field", 0},
    {"chat say=%zz", false, "syntax", 0},
    {"chat say=", true, "too-long", 0},
    {"nonce", false, "field", 0},
    {"nonce x=1,2", false, "syntax", 0},
    {"hint n=x", false, "field", 0},
    {"seek rulesets=a,", false, "syntax", 0},
    {"seek rated=2", false, "field", 0},
    {"hello v=x name=ann", false, "field", 0},
    {"quit why", false, "syntax", 0},
    {"thinking...", false, "unknown", 0},
    {"thinking about=it", false, "unknown", 0},
    {"act g=1 n=x a=pass", false, "field", 1},
    {"act n=x a=pass", false, "field", 1},
    {"act n=x a=pass g=1", false, "field", 1},
    {"act g=1 n=1", false, "field", 1},
    {"act g=1 a=pass", false, "field", 1},
    {"act g=x n=1 a=pass", false, "field", 1},
    {"act g=1 n=1 n=1 a=pass", false, "field", 1},
    {"act g=1 n=1 a=%zz", false, "syntax", 1},
    {"act g=1 n=1 pass", false, "syntax", 1},
    {"act g=1 n=1 a=", true, "too-long", 1},
    {"act g=2 n=x a=pass", false, "field", 0}, /* no game of the bot */
    {"act g=-1 n=x a=pass", false, "field", 0},
    {"thinking about it", false, "syntax", 1},
    {"\x01\x02", false, "syntax", 1},
    {"\xff", false, "syntax", 1},
    {" act g=1 n=1 a=pass", false, "syntax", 1},
    {"", true, "too-long", 1},
};

static void check_each(int bot_is_on_turn)
{
    static struct games games;

    for (size_t i = 0; i < sizeof bad_messages / sizeof bad_messages[0]; i++) {
        const struct bad *bad = &bad_messages[i];
        static char line[10000];
        start(&games, 1);
        int turn = table_game(games.duel.table->table)->turn;
        int bot = bot_is_on_turn ? turn : 1 - turn;
        int size =
            snprintf(line, sizeof line, "%s%s\n", bad->line, bad->is_long ? games.long_text : "");
        const char *code = say(&games, bot, line, (size_t)size);
        if (strcmp(code, bad->code) != 0 || strikes(&games, bot, 0) != bad->strikes)
            fail_msg("'%s': %s and %d strikes", bad->line, code, strikes(&games, bot, 0));
        assert_int_equal(strikes(&games, 1 - bot, 0), 0);
        assert_int_equal(peer_state(games.duel.peers[bot]), PEER_STATE_READY);
        /* A strike names its game. */
        assert_int_equal(strstr(games.last_error, " g=1") != NULL, bad->strikes);
        end(&games);
    }
}

static void test_on_turn(void **state)
{
    (void)state;
    check_each(true);
}

static void test_not_on_turn(void **state)
{
    (void)state;
    check_each(false);
}

static void assert_strikes(const struct games *games, int bot, int first, int second, int third)
{
    assert_int_equal(strikes(games, bot, 0), first);
    assert_int_equal(strikes(games, bot, 1), second);
    assert_int_equal(strikes(games, bot, 2), third);
}

/* All games have the same deal, so the same bot is asked first in each. */
static void test_several_games(void **state)
{
    static struct games games;
    (void)state;

    start(&games, GAMES);
    int bot = table_game(games.tables[0]->table)->turn, other = 1 - bot;
    assert_string_equal(say(&games, bot, "ping x=abc\n", 11), "field");
    assert_strikes(&games, bot, 0, 0, 0);
    assert_string_equal(say(&games, bot, "act n=x a=pass\n", 15), "field"); /* names no game */
    assert_strikes(&games, bot, 0, 0, 0);
    assert_string_equal(say(&games, bot, "act n=x a=pass g=3\n", 19), "field");
    assert_strikes(&games, bot, 0, 0, 1);
    assert_non_null(strstr(games.last_error, " g=3"));
    /* The third game has moved on; of the others the first has waited longer. */
    assert_string_equal(say(&games, bot, "what now\n", 9), "syntax");
    assert_strikes(&games, bot, 1, 0, 1);
    assert_string_equal(say(&games, bot, "what now\n", 9), "syntax");
    assert_strikes(&games, bot, 1, 1, 1);
    /* Nothing is asked of it now. */
    assert_int_equal(table_game(games.tables[0]->table)->turn, other);
    assert_string_equal(say(&games, bot, "what now\n", 9), "syntax");
    assert_strikes(&games, bot, 2, 1, 1);
    assert_strikes(&games, other, 0, 0, 0);
    end(&games);
}

/* Such bytes end the connection, and only one of its games records a fault. */
static void test_a_stream_that_cannot_be_read(void **state)
{
    static struct games games;
    (void)state;

    start(&games, GAMES);
    int bot = table_game(games.tables[0]->table)->turn;
    for (int i = 0; i < 4; i++)
        send(games.duel.fds[bot], games.long_text, sizeof games.long_text - 1, MSG_NOSIGNAL);
    for (int i = 0; i < 8; i++)
        duel_turn(&games.duel);
    assert_int_equal(peer_state(games.duel.peers[bot]), PEER_STATE_CLOSED);
    assert_strikes(&games, bot, 1, 0, 0);
    end(&games);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_on_turn),
        cmocka_unit_test(test_not_on_turn),
        cmocka_unit_test(test_several_games),
        cmocka_unit_test(test_a_stream_that_cannot_be_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
