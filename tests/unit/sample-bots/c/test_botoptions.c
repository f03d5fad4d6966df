/* test_botoptions.c - a bot takes the common options and its own. */
#include "kit_bot.h"

#include <sys/wait.h>

static int init(struct bot *bot, const char *const *arguments)
{
    char *argv[12] = {(char *)(uintptr_t) "bot"};
    int argc = 1;
    while (arguments[argc - 1]) {
        argv[argc] = (char *)(uintptr_t)arguments[argc - 1];
        argc++;
    }
    optind = 0; /* getopt starts again */
    opterr = 0;
    return bot_init(bot, argc, argv, "standard");
}

static void arguments_are_taken(void **state)
{
    static struct bot bot;
    (void)state;
    assert_int_equal(init(&bot, (const char *const[]){NULL}), 0);
    assert_string_equal(bot.name, "standard");
    assert_int_equal(bot.encoding, ENCODING_TEXT);
    assert_int_equal(bot.link.read_fd, 0);
    assert_int_equal(bot.link.write_fd, 1);
    assert_int_equal(
        init(&bot, (const char *const[]){"--name", "ann", "--token=t", "--encoding", "msgpack",
                                         "--seed", "77", "--verbose", NULL}),
        0);
    assert_string_equal(bot.name, "ann");
    assert_string_equal(bot.token, "t");
    assert_int_equal(bot.encoding, ENCODING_MSGPACK);
    assert_int_equal(bot.random, 77);
    assert_true(bot.verbose);
}

static void bad_arguments_are_refused(void **state)
{
    static struct bot bot;
    (void)state;
    assert_int_equal(init(&bot, (const char *const[]){"--nosuch", NULL}), 2);
    assert_int_equal(init(&bot, (const char *const[]){"--name", NULL}), 2);
    assert_int_equal(init(&bot, (const char *const[]){"--encoding", "json", NULL}), 2);
    assert_int_equal(init(&bot, (const char *const[]){"--encoding", "", NULL}), 2);
    assert_int_equal(init(&bot, (const char *const[]){"--seed", "x", NULL}), 2);
    assert_int_equal(init(&bot, (const char *const[]){"--reconnect", "soon", NULL}), 2);
    assert_int_equal(init(&bot, (const char *const[]){"--seek", "nosuch", NULL}), 2);
    assert_int_equal(init(&bot, (const char *const[]){"--connect", "nowhere", NULL}), 3);
}

/* Two options of the bot beside the common ones; one of them has the name of a common one. */
static int own_depth, own_seed;
static const struct bot_option own_options[] = {
    {"depth", "N", "how deep it looks", .number = &own_depth, .min = 1, .max = 9},
    {"seed", "N", "another thing here", .number = &own_seed, .max = 5},
    {.name = NULL},
};

static int init_own(struct bot *bot, const char *first, const char *second)
{
    char *argv[] = {(char *)(uintptr_t) "bot", (char *)(uintptr_t)first, (char *)(uintptr_t)second,
                    NULL};
    optind = 0;
    return bot_init_options(bot, second ? 3 : 2, argv, "deep", own_options);
}

static void a_bot_has_options_of_its_own(void **state)
{
    static struct bot bot;
    (void)state;
    assert_int_equal(init_own(&bot, "--depth=7", "--name=ann"), 0);
    assert_int_equal(own_depth, 7);
    assert_string_equal(bot.name, "ann");
    assert_int_equal(init_own(&bot, "--depth", "10"), 2);
    assert_int_equal(init_own(&bot, "--depth", "7x"), 2);
    assert_int_equal(init_own(&bot, "--depth", ""), 2);
    assert_int_equal(init_own(&bot, "--depth", NULL), 2);
    assert_int_equal(init_own(&bot, "--nosuch", NULL), 2);
    assert_int_equal(own_depth, 7);
    assert_int_equal(init_own(&bot, "--seed", "5"), 0); /* the bot's option */
    assert_int_equal(own_seed, 5);
    assert_false(bot.seeded);
}

static int count_of(const char *text, const char *word)
{
    int count = 0;
    for (; (text = strstr(text, word)) != NULL; text++)
        count++;
    return count;
}

static void help_names_each_option_once(void **state)
{
    static const char *const names[] = {"depth", "seed",  "connect", "name",    "token",
                                        "seek",  "nonce", "session", "version", "verbose"};
    static struct bot bot;
    static char help[8000];
    FILE *out = tmpfile();
    int status;
    (void)state;
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0) {
        dup2(fileno(out), 1);
        init_own(&bot, "--help", NULL);
        _exit(9);
    }
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    rewind(out);
    help[fread(help, 1, sizeof help - 1, out)] = '\0';
    fclose(out);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char line[40];
        snprintf(line, sizeof line, "\n  --%s ", names[i]);
        assert_int_equal(count_of(help, line), 1);
    }
    assert_non_null(strstr(help, "another thing here"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arguments_are_taken),
        cmocka_unit_test(bad_arguments_are_refused),
        cmocka_unit_test(a_bot_has_options_of_its_own),
        cmocka_unit_test(help_names_each_option_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
