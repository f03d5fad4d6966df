/* test_bot_group.c - which bot gets which game, and which of its messages the server receives.
 * The bots are `cat` behind a hello: a message of the server comes back as the bot's own. */
#include "bridged.h"
#include "bridge/bot_group.h"

static struct bot_group *group;
static int ready, sent, resumed, overs, quits, broken, crashes, crashes_in_game, empty;
static char said[400]; /* on standard error */
static char last[200], broken_why[200];

static void on_ready(void *context)
{
    (void)context;
    ready++;
}

static bool on_send(void *context, const struct message *message)
{
    (void)context;
    int size = scribe_message(message, ENCODING_TEXT, last, sizeof last - 1);
    assert_true(size > 0);
    last[size - 1] = '\0';
    sent++;
    return true;
}

static void on_resume(void *context)
{
    (void)context;
    resumed++;
}

static void on_over(void *context, const struct message *over, const char *id)
{
    (void)context;
    (void)over;
    (void)id;
    overs++;
}

static void on_quit(void *context)
{
    (void)context;
    quits++;
}

static void on_broken(void *context, const char *why)
{
    (void)context;
    broken++;
    snprintf(broken_why, sizeof broken_why, "%s", why);
}

static void on_empty(void *context)
{
    (void)context;
    empty++;
}

static bool is_ready(void)
{
    return ready > 0;
}

static bool is_empty(void)
{
    bot_group_reap(group);
    return empty > 0;
}

static void on_crashed(void *context, const char *why, bool in_game, int pause)
{
    (void)context;
    assert_non_null(why);
    assert_true(pause > 0);
    crashes++;
    crashes_in_game += in_game;
}

static void on_errors(void *context, const char *bytes, size_t size)
{
    size_t have = strlen(said);
    (void)context;
    snprintf(said + have, sizeof said - have, "%.*s", (int)size, bytes);
}

static bool is_broken(void)
{
    bot_group_reap(group);
    return broken > 0;
}

static bool is_resumed(void)
{
    bot_group_reap(group);
    return resumed > 0;
}

static int wanted_sent, wanted_quits;

static bool has_quit(void)
{
    return quits >= wanted_quits;
}

static bool has_sent(void)
{
    bot_group_reap(group);
    return sent >= wanted_sent;
}

static void start(char *script, int count)
{
    static char shell[] = "/bin/sh", option[] = "-c";
    static char *words[4];
    const struct bot_group_config config = {.base = base,
                                            .sandbox = no_sandbox(),
                                            .words = words,
                                            .name = "ann",
                                            .count = count,
                                            .ready = on_ready,
                                            .send = on_send,
                                            .resume = on_resume,
                                            .over = on_over,
                                            .quit = on_quit,
                                            .broken = on_broken,
                                            .crashed = on_crashed,
                                            .errors = on_errors,
                                            .empty = on_empty};

    ready = sent = resumed = overs = quits = broken = crashes = crashes_in_game = empty = 0;
    said[0] = '\0';
    words[0] = shell;
    words[1] = option;
    words[2] = script;
    group = bot_group_create(&config);
    assert_non_null(group);
    assert_int_equal(bot_group_start(group), 0);
}

static void stop(void)
{
    bot_group_stop(group, "the end");
    turn_until(is_empty);
    bot_group_destroy(group);
}

/* The server sends this. */
static void take(const char *line)
{
    static struct message message;
    enum encoding encoding = ENCODING_TEXT;
    size_t bad;

    int size = stream_next(&encoding, FROM_SERVER, line, strlen(line), &message, &bad);
    assert_int_equal(size, strlen(line));
    bot_group_take(group, &message, ENCODING_TEXT, line, (size_t)size);
}

static void begin_game(int g, const char *id)
{
    char line[300];
    snprintf(
        line, sizeof line,
        "game g=%d id=%s seat=0 players=a,b preset=wikipedia sides=0,1 scores=0,0 policy=lenient "
        "set=s commit=00\n",
        g, id);
    take(line);
}

static void begin_turn(int g, int n)
{
    char line[100];
    snprintf(line, sizeof line, "turn g=%d n=%d phase=auction legal=pass ms=1000\n", g, n);
    take(line);
}

/* Answers each turn according to its number, without g, and first with a wrong number. */
static char answers[] =
    "echo hello v=1 name=x nonce=1 version=2; while read -r word rest; do case $word in turn) "
    "n=${rest#*n=}; n=${n%% *}; echo act n=99 a=pass; echo act g=77 n=$n a=pass; echo act n=$n "
    "a=pass; "
    "echo act n=$n a=again;; bye) exit 0;; esac; done";

static void each_request_gets_one_answer(void **state)
{
    struct message hello;
    (void)state;

    start(answers, 1);
    turn_until(is_ready);
    message_init(&hello, MESSAGE_HELLO);
    bot_group_describe(group, &hello);
    assert_true(message_has(&hello, HELLO_NONCE));
    assert_true(message_has(&hello, HELLO_VERSION));
    assert_false(message_has(&hello, HELLO_EAGER));
    bot_group_connect(group);
    take("welcome v=1 name=ann session=5555 server=x token=7777\n");
    begin_game(5, "g-1");
    assert_int_equal(bot_group_games(group), 1);
    begin_turn(5, 3);
    wanted_sent = 1;
    turn_until(has_sent);
    assert_string_equal(last, "act g=5 n=3 a=pass");
    begin_turn(5, 4);
    wanted_sent = 2;
    turn_until(has_sent);
    turn_often();
    assert_int_equal(sent, 2);
    assert_string_equal(last, "act g=5 n=4 a=pass");
    take("over g=5 reason=target winners=0 scores=500,0\n");
    assert_int_equal(overs, 1);
    assert_int_equal(bot_group_games(group), 0);
    take("over g=5 reason=target winners=0 scores=500,0\n"); /* of no game */
    assert_int_equal(overs, 1);
    stop();
}

static void each_game_has_its_process(void **state)
{
    (void)state;
    start(answers, 2);
    turn_until(is_ready);
    bot_group_connect(group);
    take("welcome v=1 name=ann session=5555 server=x\n");
    begin_game(1, "g-1");
    begin_game(2, "g-2");
    begin_game(3, "g-3"); /* one too many */
    assert_int_equal(bot_group_games(group), 2);
    begin_turn(2, 9);
    wanted_sent = 1;
    turn_until(has_sent);
    assert_string_equal(last, "act g=2 n=9 a=pass");
    begin_turn(3, 9);
    begin_turn(1, 8);
    wanted_sent = 2;
    turn_until(has_sent);
    turn_often();
    assert_int_equal(sent, 2);
    assert_string_equal(last, "act g=1 n=8 a=pass");
    stop();
}

static void a_game_resumes_under_another_number(void **state)
{
    (void)state;
    start(answers, 2);
    turn_until(is_ready);
    bot_group_connect(group);
    take("welcome v=1 name=ann session=5555 server=x\n");
    begin_game(1, "g-1");
    begin_game(2, "g-2");
    bot_group_connect(group); /* after a lost connection */
    begin_turn(1, 5);         /* of no game of this one */
    begin_game(1, "g-2");
    begin_turn(1, 6);
    wanted_sent = 1;
    turn_until(has_sent);
    turn_often();
    assert_int_equal(sent, 1);
    begin_game(2, "g-9"); /* takes the place of g-1, which was not resumed */
    assert_int_equal(bot_group_games(group), 2);
    bot_group_forget(group);
    assert_int_equal(bot_group_games(group), 0);
    stop();
}

static void a_bot_that_ends_in_a_game_resumes_it(void **state)
{
    char script[] = "echo hello v=1 name=x; while read -r word rest; do case $word in turn) echo "
                    "no >&2; exit 3;; bye) exit "
                    "0;; esac; done";
    (void)state;

    start(script, 1);
    turn_until(is_ready);
    bot_group_connect(group);
    take("welcome v=1 name=ann session=5555 server=x\n");
    begin_game(1, "g-1");
    begin_turn(1, 1);
    turn_until(is_resumed);
    assert_int_equal(ready, 1);
    assert_int_equal(crashes_in_game, 1);
    assert_string_equal(said, "no\n");
    stop();
}

static void a_bot_that_ends_again_and_again_is_given_up(void **state)
{
    char script[] = "exit 4";
    (void)state;

    start(script, 3);
    turn_until(is_broken);
    assert_non_null(strstr(broken_why, "status 4"));
    assert_int_equal(crashes_in_game, 0);
    stop();
}

static void lobby_messages_need_a_single_process(void **state)
{
    char script[] =
        "echo hello v=1 name=x; echo seek; echo ping x=1; echo nonsense; echo =; echo hint n=1; "
        "echo quit; while read -r word rest; do [ $word != bye ] || exit 0; done";
    (void)state;

    for (int count = 1; count <= 2; count++) {
        start(script, count);
        turn_until(is_ready);
        wanted_quits = count;
        turn_until(has_quit);
        assert_int_equal(sent, count == 1); /* the seek; there is no game for a hint */
        stop();
    }
}

static void a_flood_of_lobby_messages_is_not_sent(void **state)
{
    char script[] = "echo hello v=1 name=x; i=0; while [ $i -lt 500 ]; do echo tables; i=$((i + "
                    "1)); done; echo "
                    "quit; while read -r word rest; do [ $word != bye ] || exit 0; done";
    (void)state;

    start(script, 1);
    wanted_quits = 1;
    turn_until(has_quit);
    assert_in_range(sent, BOT_GROUP_SPOKEN_MAX, 200); /* a slow machine takes some seconds */
    stop();
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_request_gets_one_answer),
        cmocka_unit_test(each_game_has_its_process),
        cmocka_unit_test(a_game_resumes_under_another_number),
        cmocka_unit_test(a_bot_that_ends_in_a_game_resumes_it),
        cmocka_unit_test(a_bot_that_ends_again_and_again_is_given_up),
        cmocka_unit_test(lobby_messages_need_a_single_process),
        cmocka_unit_test(a_flood_of_lobby_messages_is_not_sent),
    };
    bridged_begin(argc, argv);
    int status = cmocka_run_group_tests(tests, NULL, NULL);
    event_base_free(base);
    return status;
}
