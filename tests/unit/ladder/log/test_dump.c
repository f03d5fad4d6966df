/* test_dump.c - a whole ladder goes through a file and is the same afterwards; an altered file
 * is refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <sys/stat.h>

#include "ladder_temp.h"
#include "store/store_retention.h"

struct world {
    struct temp temp;
    char to[128], file[96];
    char *out, err[4096]; /* of the last command */
    size_t out_bytes;
};

/* Runs a command with up to two arguments. */
static int run(struct world *world, const char *url, const char *command, const char *first,
               const char *second)
{
    char words[3][200], *argv[] = {words[0], words[1], words[2]};
    snprintf(words[0], sizeof words[0], "%s", command);
    snprintf(words[1], sizeof words[1], "%s", first ? first : "");
    snprintf(words[2], sizeof words[2], "%s", second ? second : "");
    free(world->out);
    world->out = NULL;
    memset(world->err, 0, sizeof world->err);
    FILE *out = open_memstream(&world->out, &world->out_bytes);
    FILE *err = fmemopen(world->err, sizeof world->err - 1, "w");
    int status =
        command_table_run(url, 1 + (first != NULL) + (second != NULL), argv, false, out, err);
    fclose(out);
    fclose(err);
    return status;
}

static void run_well(struct world *world, const char *url, const char *command, const char *first,
                     const char *second)
{
    if (run(world, url, command, first, second))
        fail_msg("%s: %s", command, world->err);
}

static void write_file(const struct world *world, const char *text, size_t bytes)
{
    FILE *file = fopen(world->file, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, bytes, file), bytes);
    assert_int_equal(fclose(file), 0);
}

static void on_stored(void *context, bool stored, const char *why_not)
{
    (void)context;
    (void)why_not;
    assert_true(stored);
}

/* 300 results (more than a page), bots with tokens and owners, bans and voids in the middle,
 * announced games with and without an end. */
static int setup(void **state)
{
    struct world *world = calloc(1, sizeof *world);
    struct ladder *ladder = NULL;
    struct ladder_error error;
    uint64_t seed = 5;

    temp_init(&world->temp);
    snprintf(world->to, sizeof world->to, "sqlite:%s/to.db", world->temp.dir);
    snprintf(world->file, sizeof world->file, "%s/all.jsonl", world->temp.dir);
    run_well(world, world->temp.url, "add", "b3", NULL);
    for (int part = 0; part < 3; part++) {
        assert_int_equal(writer_open(&ladder, world->temp.url, false, &error), 0);
        for (int i = part * 100; i < part * 100 + 100; i++) {
            char record[200];
            struct ladder_result result = random_result(&seed, i);
            uint8_t commitment[32] = {(uint8_t)i, 255};
            snprintf(record, sizeof record,
                     "{\"game\":\"%s\", \"odd\":\"\\u00e9 \xc3\xa9 \\\" \\\\\"}", result.game);
            result.record = i % 5 ? record : NULL;
            result.stake = i % 7 ? 0 : 110;
            if (i % 2)
                assert_int_equal(
                    writer_queue_announce(ladder, &result, commitment, on_stored, NULL), 0);
            if (i % 10 != 7)
                assert_int_equal(writer_queue_submit(ladder, &result, NULL, NULL), 0);
        }
        writer_close(ladder);
        run_well(world, world->temp.url, "void", part ? "g-101" : "g-11", NULL);
        run_well(world, world->temp.url, "ban", part == 0 ? "b1" : part == 1 ? "b2" : "b9", NULL);
    }
    run_well(world, world->temp.url, "add", "late", NULL);
    run_well(world, world->temp.url, "export", "--all", NULL);
    write_file(world, world->out, world->out_bytes);
    *state = world;
    return 0;
}

static int teardown(void **state)
{
    struct world *world = *state;
    free(world->out);
    temp_fini(&world->temp);
    free(world);
    return 0;
}

static void assert_same_output(struct world *world, const char *command, const char *option)
{
    run_well(world, world->temp.url, command, option, NULL);
    char *before = world->out;
    world->out = NULL;
    run_well(world, world->to, command, option, NULL);
    assert_true(strlen(before) > 40);
    assert_string_equal(world->out, before);
    free(before);
}

static void test_a_loaded_dump_is_the_same_log(void **state)
{
    struct world *world = *state;
    run_well(world, world->to, "import", world->file, NULL);
    assert_string_equal(world->out,
                        "13 bots, 270 results, 6 log entries, 150 announced games moved\n");
    assert_same_output(world, "export", "--all");
    assert_non_null(strstr(world->out, "\"stake\""));
    assert_same_output(world, "export", NULL);
    assert_same_output(world, "export", "--records");
    assert_same_output(world, "top", NULL);
    assert_same_output(world, "show", "b3");
    assert_same_output(world, "history", "b1");
    assert_same_output(world, "recompute", "--verify"); /* the last hash, and no difference */
    assert_non_null(strstr(world->out, "is whole"));
    assert_non_null(strstr(world->out, ": 0 differ"));
    /* An import into a ladder that is not empty is refused. */
    assert_int_equal(run(world, world->to, "import", world->file, NULL), 2);
    assert_non_null(strstr(world->err, "empty store"));
}

/* Copies the file with `what` of line `number` replaced, or without the line if `what` is NULL. */
/* The file has only the hashes of deleted records, and both sides say so. */
static void test_deleted_records_stay_deleted(void **state)
{
    struct world *world = *state;
    struct store *store;
    struct ladder_error error;
    assert_int_equal(store_open(&store, world->temp.url, 0, &error), 0);
    assert_int_equal(store_begin(store, true), 0);
    assert_int_equal(store_retention_archived(store, 1, 50), 0);
    int left = store_retention_drop(store, 60, true);
    assert_true(left > 40 && left < 60);
    assert_int_equal(store_commit(store), 0);
    store_close(store);
    run_well(world, world->temp.url, "export", "--all", NULL);
    assert_non_null(strstr(world->err, "records were deleted"));
    write_file(world, world->out, world->out_bytes);
    assert_non_null(strstr(world->out, "{\"kind\":\"retention\",\"archived\":50,\"left\":60}"));
    run_well(world, world->to, "import", world->file, NULL);
    assert_same_output(world, "export", "--all");
    assert_same_output(world, "export", "--records");
    assert_non_null(strstr(world->err, "records were deleted"));
    assert_same_output(world, "recompute", "--verify");
    assert_non_null(strstr(world->out, "is whole"));
}

static void damage(const struct world *world, const char *text, int number, const char *what,
                   const char *by)
{
    char *copy = malloc(strlen(text) + 200), *to = copy;
    int line = 1;
    for (const char *at = text; *at; line++) {
        size_t bytes = strcspn(at, "\n") + 1;
        const char *found = line == number && what ? strstr(at, what) : NULL;
        if (found) {
            assert_true(found < at + bytes);
            to += sprintf(to, "%.*s%s", (int)(found - at), at, by);
            found += strlen(what);
            to += sprintf(to, "%.*s", (int)(at + bytes - found), found);
        } else if (line != number) {
            to += sprintf(to, "%.*s", (int)bytes, at);
        }
        at += bytes;
    }
    write_file(world, copy, (size_t)(to - copy));
    free(copy);
}

static void test_a_touched_file_is_refused(void **state)
{
    struct world *world = *state;
    char *text = strdup(world->out), place[32];
    int lines = 0;
    for (const char *c = text; *c; c++)
        lines += *c == '\n';
    /* 1 head, 13 bots (b3 is the first, the others in the order of their first games), results
     * from line 15 on. */
    static const struct {
        int line; /* negative: from the end */
        const char *what, *by, *says;
        int says_line;
    } damages[] = {
        {1, "ladder/1", "ladder/2", "expected the format", 1},
        {2, "\"id\":1", "\"id\":2", "id: expected 1", 2},
        {2, "\"token\":\"", "\"token\":\"x", "token: expected", 2},
        {3, "\"owner\":\"\"", "\"owner\":7", "owner: expected a text", 3},
        {3, NULL, NULL, "id: expected 2", 3},
        {15, "\"side\":0", "\"side\":1", "", 15},
        {16, "\"wall_msec\":17", "\"wall_msec\":18", "it was altered", 16},
        {17, "\\\"odd", "\\\"off", "it was altered", 17},
        {20, "\"chain\":\"", "\"chain\":null,\"x\":\"", "chain: expected", 20},
        {21, NULL, NULL, "one before it taken out", 21},
        {25, "\"seats\":[{", "\"seats\":[[],{", "", 25},
        {26, "{", "[", "expected an object", 26},
        {27, "\"kind\":\"result\"", "\"kind\":\"rumour\"", "kind 'rumour'", 27},
        {-2, "\"commitment\":\"", "\"commitment\":\"0", "commitment: expected", -2},
        {-2, NULL, NULL, "announced: expected a number from 149", -2},
        {-1, "\"results\":270", "\"results\":271", "results: expected", -1},
        {-1, NULL, NULL, "the file was cut off", -1},
    };
    for (size_t i = 0; i < sizeof damages / sizeof damages[0]; i++) {
        int line = damages[i].line, says = damages[i].says_line;
        damage(world, text, line < 0 ? lines + 1 + line : line, damages[i].what, damages[i].by);
        if (run(world, world->to, "import", world->file, NULL) != 2)
            fail_msg("damage %zu was taken: %s", i, world->err);
        snprintf(place, sizeof place, "line %d: ", says < 0 ? lines + 1 + says : says);
        if (!strstr(world->err, place) || !strstr(world->err, damages[i].says))
            fail_msg("damage %zu: %s", i, world->err);
        assert_ptr_equal(strchr(world->err, '\n'), world->err + strlen(world->err) - 1);
    }
    /* Nothing of them was stored. */
    write_file(world, text, strlen(text));
    run_well(world, world->to, "import", world->file, NULL);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_a_loaded_dump_is_the_same_log, setup, teardown),
        cmocka_unit_test_setup_teardown(test_deleted_records_stay_deleted, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_touched_file_is_refused, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
