/* test_bot_process.c - the process of a bot: hello, messages, and every way to end. */
#include "bridged.h"
#include "bridge/bot_process.h"

#include <time.h>

static struct bot_process *process;
static int messages, bads, ended;
static int last_kind, last_bad;
static char why[400], name[40];
static size_t errors;
static char errors_end[16];

static void on_message(void *context, struct bot_process *of, const struct message *message)
{
    (void)context;
    assert_ptr_equal(of, process);
    messages++;
    last_kind = message->kind;
    if (message->kind == MESSAGE_HELLO)
        snprintf(name, sizeof name, "%.*s", (int)message_string(message, HELLO_NAME).size,
                 message_string(message, HELLO_NAME).data);
    if (message->kind == MESSAGE_QUIT)
        bot_process_stop(of, NULL);
}

static void on_bad(void *context, struct bot_process *of, const struct message *message, int error)
{
    (void)context;
    (void)of;
    (void)message;
    bads++;
    last_bad = error;
}

static void on_ended(void *context, struct bot_process *of, const char *text)
{
    (void)context;
    assert_false(bot_process_is_running(of));
    ended++;
    snprintf(why, sizeof why, "%s", text ? text : "(asked)");
}

static void on_errors(void *context, const char *bytes, size_t size)
{
    (void)context;
    errors += size;
    size_t last = size < sizeof errors_end - 1 ? size : sizeof errors_end - 1;
    memcpy(errors_end, bytes + size - last, last);
    errors_end[last] = '\0';
}

static bool has_errors(void)
{
    return errors > BOT_PROCESS_ERRORS_MAX / 4;
}

static bool has_ended(void)
{
    bot_process_reap(process);
    return ended > 0;
}

static bool is_ready(void)
{
    return bot_process_is_ready(process);
}

static bool has_two(void)
{
    return messages >= 2;
}

static bool has_bad(void)
{
    return bads >= 2;
}

static void start(char *script)
{
    static char shell[] = "/bin/sh", option[] = "-c";
    static char *words[4];
    const struct bot_process_config config = {.base = base,
                                              .sandbox = no_sandbox(),
                                              .words = words,
                                              .message = on_message,
                                              .bad = on_bad,
                                              .errors = on_errors,
                                              .ended = on_ended};

    messages = bads = ended = 0;
    errors = 0;
    words[0] = shell;
    words[1] = option;
    words[2] = script;
    process = bot_process_create(&config);
    assert_non_null(process);
    assert_int_equal(bot_process_start(process, "bot"), 0);
    assert_true(bot_process_is_running(process));
}

static void end(const char *wanted)
{
    turn_until(has_ended);
    if (!strstr(why, wanted))
        fail_msg("'%s' does not hold '%s'", why, wanted);
    assert_int_equal(ended, 1);
    bot_process_destroy(process);
}

static void send_ping(const char *bytes)
{
    struct message pong;

    message_init(&pong, MESSAGE_PONG);
    message_set_int(&pong, PONG_X, 3);
    bot_process_send(process, &pong, ENCODING_TEXT, bytes, strlen(bytes));
}

static void messages_go_both_ways(void **state)
{
    char script[] =
        "echo hello v=1 name=ann; read line; [ \"$line\" = 'pong x=3 new=1' ] && echo ping x=1;"
        "read line; echo quit";
    (void)state;

    start(script);
    send_ping("lost: it is not ready\n");
    turn_until(is_ready);
    assert_string_equal(name, "ann");
    assert_int_equal(bot_process_encoding(process), ENCODING_TEXT);
    send_ping("pong x=3 new=1\n");
    turn_until(has_two);
    assert_int_equal(last_kind, MESSAGE_PING);
    send_ping("\n");
    end("(asked)");
}

static void the_other_encoding_is_translated(void **state)
{
    /* {"t": "hello", "v": 1, "name": "a"}; then it wants {"t": "pong", "x": 3} */
    char script[] =
        "printf '\\203\\241t\\245hello\\241v\\001\\244name\\241a'; dd bs=1 count=10 2>/dev/null "
        "| od -An -tx1 | grep -q '82 a1 74 a4 70 6f 6e 67 a1 78' && "
        "printf '\\201\\241t\\244quit'; tail -f /dev/null";
    (void)state;

    start(script);
    turn_until(is_ready);
    assert_int_equal(bot_process_encoding(process), ENCODING_MSGPACK);
    send_ping("pong x=3\n");
    end("(asked)");
}

static void an_exit_reports_its_status(void **state)
{
    char script[] = "echo hello v=1 name=ann; exit 7", killed[] = "kill -9 $$";
    (void)state;

    start(script);
    end("status 7");
    start(killed);
    end("signal 9");
}

static void a_failed_start_reports_its_reason(void **state)
{
    static char program[] = "/nonexistent/bot";
    char *words[] = {program, NULL};
    const struct bot_process_config config = {
        .base = base, .sandbox = no_sandbox(), .words = words, .ended = on_ended};
    (void)state;

    process = bot_process_create(&config);
    assert_int_equal(bot_process_start(process, "bot"), -1);
    assert_false(bot_process_is_running(process));
    bot_process_destroy(process);
}

static void a_first_message_is_hello(void **state)
{
    char script[] = "echo act n=1 a=pass; cat >/dev/null", junk[] = "echo junk; cat >/dev/null";
    (void)state;

    start(script);
    end("not hello");
    assert_int_equal(messages, 0);
    start(junk);
    end("not hello");
}

static void bad_messages_are_reported_up_to_a_limit(void **state)
{
    char script[] = "echo hello v=1 name=ann; echo act n=1; echo act n=x; cat >/dev/null";
    char endless[] = "echo hello v=1 name=ann; while :; do echo act; done";
    char line[] = "echo hello v=1 name=ann; while :; do printf xxxxxxxx; done";
    (void)state;

    start(script);
    turn_until(has_bad);
    assert_int_equal(last_bad, PROTOCOL_ERROR_FIELD);
    bot_process_stop(process, NULL);
    end("(asked)");
    start(endless);
    end("no message");
    assert_int_equal(bads, BOT_PROCESS_BAD_MAX);
    start(line);
    end("no message");
}

static bool writes_on(void)
{
    char bytes[4000];
    memset(bytes, 'x', sizeof bytes - 1);
    bytes[sizeof bytes - 1] = '\0';
    for (int i = 0; i < 100; i++)
        send_ping(bytes);
    return !bot_process_is_ready(process);
}

static void a_bot_that_reads_nothing_is_ended(void **state)
{
    char script[] = "echo hello v=1 name=ann; tail -f /dev/null", first[] = "pong\n";
    (void)state;

    start(script);
    turn_until(is_ready);
    assert_true(bot_process_reads(process));
    send_ping(first);
    turn_until(writes_on);
    assert_false(bot_process_reads(process));
    end("does not read");
}

/* It ignores the end of its input and SIGTERM, and so does its child in another session. */
static void a_stubborn_bot_is_killed_with_its_children(void **state)
{
    char script[] =
        "trap '' TERM; echo hello v=1 name=ann; setsid sh -c \"trap '' TERM; while :; do "
        "tail -f /dev/null; done\" & while :; do tail -f /dev/null; done";
    (void)state;

    start(script);
    turn_until(is_ready);
    bot_process_stop(process, NULL);
    bot_process_stop(process, "twice changes nothing");
    assert_false(bot_process_is_ready(process));
    end("(asked)");
}

static void a_closed_output_is_an_end(void **state)
{
    char script[] = "echo hello v=1 name=ann; exec >&-; tail -f /dev/null";
    (void)state;

    start(script);
    end("");
    assert_string_not_equal(why, "(asked)");
}

/* Also its last bytes, written before it ended. */
static void standard_error_is_read(void **state)
{
    char script[] = "echo hello v=1 name=x; echo first >&2; sleep 0.1; echo last >&2; exit 3";
    (void)state;
    start(script);
    turn_until(has_ended);
    assert_string_equal(errors_end, "last\n");
    assert_int_equal(errors, strlen("first\nlast\n"));
    bot_process_destroy(process);
}

/* Its output is limited to a number of bytes a second, and its other messages get through. */
static void a_flood_on_standard_error_waits(void **state)
{
    char script[] = "echo hello v=1 name=x; yes >&2 & echo seek; wait";
    struct timespec from, to;
    (void)state;
    clock_gettime(CLOCK_MONOTONIC, &from);
    start(script);
    turn_until(has_two);
    turn_until(has_errors);
    clock_gettime(CLOCK_MONOTONIC, &to);
    double seconds = (double)(to.tv_sec - from.tv_sec) + 1e-9 * (double)(to.tv_nsec - from.tv_nsec);
    assert_true((double)errors < (seconds + 1) * BOT_PROCESS_ERRORS_MAX);
    bot_process_stop(process, NULL);
    turn_until(has_ended);
    bot_process_destroy(process);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(messages_go_both_ways),
        cmocka_unit_test(the_other_encoding_is_translated),
        cmocka_unit_test(an_exit_reports_its_status),
        cmocka_unit_test(a_failed_start_reports_its_reason),
        cmocka_unit_test(a_first_message_is_hello),
        cmocka_unit_test(bad_messages_are_reported_up_to_a_limit),
        cmocka_unit_test(a_bot_that_reads_nothing_is_ended),
        cmocka_unit_test(a_stubborn_bot_is_killed_with_its_children),
        cmocka_unit_test(a_closed_output_is_an_end),
        cmocka_unit_test(standard_error_is_read),
        cmocka_unit_test(a_flood_on_standard_error_waits),
    };
    bridged_begin(argc, argv);
    int status = cmocka_run_group_tests(tests, NULL, NULL);
    event_base_free(base);
    return status;
}
