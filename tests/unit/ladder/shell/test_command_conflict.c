/* test_command_conflict.c - the commands that write, on a server that answers any statement with
 * a conflict, like distributed relatives of PostgreSQL. Needs a server, in
 * AVONDALE_TEST_STORE=postgresql://...?host=...; each test has its own schema there. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "store_place.h"
#include "shell/command_table.h"
#include "pg_relative.h"

enum { STATEMENTS_MAX = 200, RESULTS = 40 };

struct world {
    struct place *place;
    struct pg_relative relative;
};

static int world_setup(void **state)
{
    struct world *world = calloc(1, sizeof *world);
    void *place = NULL;
    assert_int_equal(setup(&place), 0);
    world->place = place;
    if (world->place->server) {
        store_close(opened(world->place, 0));
        pg_relative_start(&world->relative, world->place->url);
    }
    *state = world;
    return 0;
}

static int world_teardown(void **state)
{
    struct world *world = *state;
    void *place = world->place;
    if (world->place->server)
        pg_relative_stop(&world->relative);
    assert_int_equal(teardown(&place), 0);
    free(world);
    return 0;
}

static char out[1 << 16], err[4096];

/* Runs the command in `line`, split at its spaces. Returns its status. */
static int run(const struct world *world, const char *line)
{
    char text[400], *argv[16];
    int argc = 0;
    snprintf(text, sizeof text, "%s", line);
    for (char *word = strtok(text, " "); word; word = strtok(NULL, " "))
        argv[argc++] = word;
    memset(out, 0, sizeof out);
    memset(err, 0, sizeof err);
    FILE *out_file = fmemopen(out, sizeof out - 1, "w"),
         *err_file = fmemopen(err, sizeof err - 1, "w");
    int status = command_table_run(world->relative.url, argc, argv, false, out_file, err_file);
    fclose(out_file);
    fclose(err_file);
    return status;
}

/* Runs the command with a conflict at its first statement, its second, and so on, later at each
 * third, until none is left to fail. `format` may have a %d, for a new name each time. */
static void conflicts(struct world *world, const char *format)
{
    int rounds = 0;
    for (bool met = true; met && rounds < STATEMENTS_MAX; rounds += rounds < 10 ? 1 : 3) {
        char line[400];
        int before = world->relative.altered;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
        snprintf(line, sizeof line, format, rounds);
#pragma GCC diagnostic pop
        world->relative.conflict_after = rounds;
        int status = run(world, line);
        met = world->relative.altered > before;
        world->relative.conflict_after = -1;
        if (status != 0 || strstr(err, "avondale ladder:"))
            fail_msg("%s, a conflict after %d statements: status %d, %s", line, rounds, status,
                     err);
    }
    assert_in_range(rounds, 5, STATEMENTS_MAX - 1);
}

static void play(const struct world *world)
{
    struct ladder *ladder = NULL;
    struct ladder_error error;
    uint64_t seed = 5;
    assert_int_equal(writer_open(&ladder, world->place->url, false, &error), 0);
    for (int i = 0; i < RESULTS; i++) {
        struct ladder_result result = random_result(&seed, i);
        assert_int_equal(writer_queue_submit(ladder, &result, NULL, NULL), 0);
    }
    writer_close(ladder);
}

static void assert_lines(const struct world *world, const char *line, const char *part, int count)
{
    int found = 0;
    assert_int_equal(run(world, line), 0);
    for (const char *at = out; (at = strstr(at, part)); at += strlen(part))
        found++;
    assert_int_equal(found, count);
}

static void test_a_conflict_at_any_statement(void **state)
{
    struct world *world = *state;
    char line[400], key[300];
    if (!world->place->server)
        skip();
    play(world);
    for (int i = 0; i < RESULTS; i++) { /* to be banned, and to be ended */
        snprintf(line, sizeof line, "add bot%d", i);
        assert_int_equal(run(world, line), 0);
        snprintf(line, sizeof line, "season start t%d --to 2099-01-01", i);
        assert_int_equal(run(world, line), 0);
    }
    static const char *const lines[] = {
        "add new%d",
        "token bot0",
        "version bot0 v%d",
        "reference bot0",
        "ban bot%d",
        "invite --uses 2",
        "event add e%d kind=season at=2099-01-01T00:00 length=2h",
        "event enter e0 bot0",
        "event remove e%d",
        "season start s%d --to 2099-01-01",
        "void g-%d",
        "recompute --repair",
        "compact",
    };
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        conflicts(world, lines[i]);
    snprintf(key, sizeof key, "%s/key", world->place->temp.dir);
    snprintf(line, sizeof line, "key %s", key);
    assert_int_equal(run(world, line), 0);
    snprintf(line, sizeof line, "season end t%%d --key %s", key);
    conflicts(world, line);
    /* Each took effect once, and the log is intact. */
    assert_int_equal(run(world, "recompute --verify"), 0);
    assert_lines(world, "event list", "kind=season", 0);
    assert_lines(world, "season list", "t1 ", 1);
    assert_int_equal(run(world, "void g-39"), 0);
}

static void test_refused_and_doubtful_commits(void **state)
{
    struct world *world = *state;
    if (!world->place->server)
        skip();
    world->relative.refuse_commits = 3;
    assert_int_equal(run(world, "add one"), 0);
    assert_int_equal(world->relative.altered, 3);
    assert_int_equal(strlen(out), 65); /* one token */
    /* Its outcome is unknown: the command does not repeat it, and says so. */
    world->relative.doubt_commits = 1;
    assert_int_equal(run(world, "add two"), 3);
    assert_int_equal(world->relative.altered, 4);
    assert_string_equal(out, "");
    assert_non_null(strstr(err, "avondale ladder: "));
    assert_int_equal(run(world, "add two"), 2);
    assert_int_equal(run(world, "token two"), 0);
    /* It gives up after a while. */
    world->relative.refuse_commits = 1000;
    assert_int_equal(run(world, "add three"), 3);
    world->relative.refuse_commits = 0;
    assert_int_equal(run(world, "add three"), 0);
}

/* The results so far under other names, as a CSV table: a file can be read again. */
static void test_input_of_a_pipe_is_not_read_again(void **state)
{
    struct world *world = *state;
    char path[300], line[400];
    if (!world->place->server)
        skip();
    play(world);
    assert_int_equal(run(world, "export --csv"), 0);
    for (char *at = out; (at = strstr(at, "g-")); at++)
        *at = 'h';
    snprintf(path, sizeof path, "%s/table", world->place->temp.dir);
    FILE *table = fopen(path, "w"), *before = stdin;
    assert_non_null(table);
    fputs(out, table);
    assert_int_equal(fclose(table), 0);
    world->relative.refuse_commits = 1;
    stdin = fopen(path, "r");
    assert_non_null(stdin);
    int status = run(world, "import -");
    fclose(stdin);
    stdin = before;
    assert_int_equal(status, 3);
    assert_non_null(strstr(err, "avondale ladder: "));
    assert_int_equal(world->relative.altered, 1);
    world->relative.refuse_commits = 1;
    snprintf(line, sizeof line, "import %s", path);
    assert_int_equal(run(world, line), 0);
    assert_int_equal(world->relative.altered, 2);
    snprintf(line, sizeof line, "%d results added, 0 were there already\n", RESULTS);
    assert_string_equal(out, line);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_a_conflict_at_any_statement, world_setup,
                                        world_teardown),
        cmocka_unit_test_setup_teardown(test_refused_and_doubtful_commits, world_setup,
                                        world_teardown),
        cmocka_unit_test_setup_teardown(test_input_of_a_pipe_is_not_read_again, world_setup,
                                        world_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
