/* test_store_record.c - records in every kind of store: packed, of older stores, damaged. With
 * AVONDALE_TEST_STORE=postgresql://...?... in a database, else in a file. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include "store_place.h"
#include "log/chain_verify.h"
#include "pack/blob.h"

enum { LINES = 8 };

/* Real records, and texts that are no records. */
static char *lines[LINES];

static int lines_read(void **state)
{
    FILE *file = fopen("tests/golden/show.jsonl", "r");
    size_t room = 0;
    (void)state;
    assert_non_null(file);
    for (int i = 0; i < LINES; i++) {
        char *line = NULL;
        if (i < LINES - 2 && getline(&line, &room, file) > 0)
            line[strcspn(line, "\n")] = '\0';
        else
            line = (free(line), strdup(i % 2 ? "" : "no record, but a text: \xc3\xa9"));
        lines[i] = line;
        room = 0;
    }
    fclose(file);
    return 0;
}

static int lines_free(void **state)
{
    (void)state;
    for (int i = 0; i < LINES; i++)
        free(lines[i]);
    return 0;
}

static void log_records(struct log *log, const struct place *place)
{
    log_open(log, place);
    log_ann_and_bob(log);
    for (int i = 0; i < LINES; i++) {
        char game[16];
        snprintf(game, sizeof game, "g-%d", i);
        struct ladder_result result = duel(game, "ann", "bob", i % 2);
        result.record = lines[i];
        (void)log_result(log, &result);
    }
    struct ladder_result bare = duel("g-bare", "ann", "bob", 1);
    (void)log_result(log, &bare);
}

static void assert_records(struct store *store)
{
    char game[16], *text;
    for (int i = 0; i < LINES; i++) {
        snprintf(game, sizeof game, "g-%d", i);
        if (store_record(store, game, &text))
            fail_msg("%s", store_error(store));
        assert_string_equal(text, lines[i]);
        free(text);
    }
    assert_int_equal(store_record(store, "g-bare", &text), STORE_NONE);
    assert_int_equal(store_record(store, "g-none", &text), STORE_NONE);
    assert_null(text);
}

/* ------------------------------------------------------------------------------- the outlines */

struct outlines {
    const struct store_result *results;
    int calls, shorter;
};

static void see_outline(void *context, int index, const char *text)
{
    struct outlines *seen = context;
    int number = atoi(seen->results[index].result.game + 2);
    const char *line = lines[number];
    assert_int_equal(index, LINES - number); /* behind that of the game without a record */
    assert_int_equal(strncmp(text, line, 60), 0);
    assert_true(strlen(text) <= strlen(line));
    seen->shorter += strlen(text) < strlen(line);
    seen->calls++;
}

/* Those of all results, then of a part; returns how many are shorter than their lines. */
static int assert_outlines(struct store *store)
{
    struct store_result results[LINES + 2];
    struct outlines seen = {.results = results};
    struct standing ann;
    assert_int_equal(store_bot_find(store, "ann", &ann), 0);
    int count = store_results_before(store, ann.id, INT64_MAX, results, LINES + 2);
    assert_int_equal(count, LINES + 1);
    if (store_outlines(store, ann.id, results, count, see_outline, &seen))
        fail_msg("%s", store_error(store));
    assert_int_equal(seen.calls, LINES); /* the newest result has no record */
    struct outlines part = {.results = results};
    assert_int_equal(store_outlines(store, ann.id, results, 3, see_outline, &part), 0);
    assert_int_equal(part.calls, 2);
    assert_int_equal(store_outlines(store, ann.id, results, 1, see_outline, &part), 0);
    assert_int_equal(store_outlines(store, ann.id, results, 0, see_outline, &part), 0);
    assert_int_equal(part.calls, 2);
    return seen.shorter;
}

static void outlines_are_those_of_the_results(void **state)
{
    const struct place *place = *state;
    struct log log;
    log_records(&log, place);
    log_close(&log);
    struct store *store = opened(place, STORE_MUST_EXIST);
    assert_int_equal(store_begin(store, false), 0);
    assert_int_equal(assert_outlines(store), LINES - 2); /* all but the texts */
    store_rollback(store);
    store_close(store);
}

static void assert_whole(const struct place *place)
{
    struct chain_audit audit;
    struct store *store = opened(place, STORE_MUST_EXIST);
    assert_int_equal(store_begin(store, false), 0);
    assert_records(store);
    assert_int_equal(chain_verify(store, &audit), 0);
    assert_string_equal(audit.wrong, "");
    assert_int_equal(audit.results, LINES + 1);
    store_rollback(store);
    store_close(store);
}

static void records_round_trip(void **state)
{
    const struct place *place = *state;
    struct store_sizes sizes;
    struct log log;
    log_records(&log, place);
    assert_records(log.store);
    assert_int_equal(store_sizes(log.store, &sizes), 0);
    assert_int_equal(sizes.results, LINES + 1);
    assert_int_equal(sizes.records, LINES);
    assert_int_equal(sizes.plain, 0);
    assert_int_equal(sizes.plain_bytes, 0);
    assert_int_equal(sizes.dictionaries, 1);
    size_t plain = 0;
    for (int i = 0; i < LINES; i++)
        plain += strlen(lines[i]);
    assert_true(sizes.record_bytes > 0 && (size_t)sizes.record_bytes * 5 < plain);
    assert_true(sizes.bytes > 0);
    log_close(&log);
    assert_whole(place);
}

/* As the writer does it: the thread of the game has packed it. */
static void a_packed_record_is_taken_as_it_is(void **state)
{
    const struct place *place = *state;
    struct blob_coder *coder = blob_coder_create();
    struct ladder_result result = duel("g-0", "ann", "bob", 1);
    struct blob blob;
    struct log log;
    char *text;
    assert_non_null(coder);
    assert_int_equal(blob_pack(coder, lines[0], &blob), 0);
    log_open(&log, place);
    log_ann_and_bob(&log);
    result.record = lines[0];
    result.blob = &blob;
    (void)log_result(&log, &result);
    assert_int_equal(store_record(log.store, "g-0", &text), 0);
    assert_string_equal(text, lines[0]);
    free(text);
    log_close(&log);
    free(blob.bytes);
    blob_coder_destroy(coder);
}

/* The records as an older program wrote them, unpacked. */
static void records_unpack(const struct place *place)
{
    for (int i = 0; i < LINES; i++) {
        char *quoted = malloc(2 * strlen(lines[i]) + 200), *out = quoted;
        assert_non_null(quoted);
        out += sprintf(out, "INSERT INTO record (seq, text) VALUES (%d, '", i + 1);
        for (const char *in = lines[i]; *in; in++) {
            if (*in == '\'')
                *out++ = '\'';
            *out++ = *in;
        }
        strcpy(out, "')");
        sql(place, quoted);
        free(quoted);
    }
    sql(place, "DELETE FROM packed_record");
}

static void old_records_are_read_and_compacted(void **state)
{
    const struct place *place = *state;
    struct store_sizes sizes;
    struct log log;
    log_records(&log, place);
    log_close(&log);
    records_unpack(place);
    assert_whole(place);
    struct store *store = opened(place, STORE_MUST_EXIST);
    int packed = 0, count;
    do { /* a page at a time, each in a transaction */
        assert_int_equal(store_begin(store, true), 0);
        count = store_compact(store, 3);
        assert_true(count >= 0);
        assert_int_equal(store_commit(store), 0);
        packed += count;
        assert_int_equal(store_begin(store, false), 0);
        assert_records(store);
        (void)assert_outlines(store);
        store_rollback(store);
    } while (count > 0);
    assert_int_equal(packed, LINES);
    assert_int_equal(store_shrink(store), 0);
    assert_int_equal(store_begin(store, false), 0);
    assert_int_equal(store_sizes(store, &sizes), 0);
    assert_int_equal(sizes.records, LINES);
    assert_int_equal(sizes.plain, 0);
    store_rollback(store);
    store_close(store);
    assert_whole(place);
}

/* One line names the game; the other records can be read. */
static void damage_is_an_error_that_names_the_game(void **state)
{
    static const char *const damages[] = {
        "UPDATE packed_record SET dictionary = 5 WHERE seq = 3",
        "DELETE FROM dictionary; UPDATE packed_record SET dictionary = 7 WHERE seq = 3",
        "INSERT INTO dictionary VALUES (8, (SELECT bytes FROM packed_record WHERE seq = 1));"
        "UPDATE packed_record SET dictionary = 8 WHERE seq = 3",
        "UPDATE packed_record SET bytes = (SELECT substr(bytes, 1, 30) FROM packed_record"
        " WHERE seq = 3) WHERE seq = 3",
        "UPDATE packed_record SET bytes = (SELECT substr(bytes, 2) FROM packed_record"
        " WHERE seq = 3) WHERE seq = 3",
        "UPDATE packed_record SET bytes = (SELECT substr(bytes, 1, 0) FROM packed_record"
        " WHERE seq = 3) WHERE seq = 3",
    };
    struct place *place = *state;
    for (size_t i = 0; i < sizeof damages / sizeof damages[0]; i++) {
        struct chain_audit audit;
        struct log log;
        char *text;
        fresh(place);
        log_records(&log, place);
        log_close(&log);
        sql(place, damages[i]);
        struct store *store = opened(place, STORE_MUST_EXIST);
        assert_int_equal(store_begin(store, false), 0);
        assert_int_equal(store_record(store, "g-2", &text), STORE_FAILED);
        assert_null(text);
        assert_non_null(strstr(store_error(store), "the record of game 'g-2' "));
        struct store_result results[LINES + 2];
        struct outlines seen = {.results = results};
        struct standing ann;
        assert_int_equal(store_bot_find(store, "ann", &ann), 0);
        int count = store_results_before(store, ann.id, INT64_MAX, results, LINES + 2);
        assert_int_equal(store_outlines(store, ann.id, results, count, see_outline, &seen), -1);
        assert_non_null(strstr(store_error(store), "the record of game 'g-2' "));
        assert_int_equal(seen.calls, LINES - 3);
        assert_int_equal(store_record(store, "g-1", &text), 0);
        assert_string_equal(text, lines[1]);
        free(text);
        assert_int_equal(chain_verify(store, &audit), 0);
        assert_string_equal(audit.wrong, "result g-2 (number 3): its record is damaged");
        assert_int_equal(audit.records_wrong, 1);
        assert_int_equal(audit.results, LINES + 1);
        store_rollback(store);
        store_close(store);
    }
}

/* Another record in its place is not damaged, but the chain detects it. */
static void another_record_breaks_the_chain(void **state)
{
    const struct place *place = *state;
    struct chain_audit audit;
    struct log log;
    log_records(&log, place);
    log_close(&log);
    sql(place, "UPDATE packed_record SET bytes = (SELECT bytes FROM packed_record WHERE seq = 2)"
               " WHERE seq = 3");
    struct store *store = opened(place, STORE_MUST_EXIST);
    assert_int_equal(store_begin(store, false), 0);
    assert_int_equal(chain_verify(store, &audit), 0);
    assert_non_null(strstr(audit.wrong, "(number 3)"));
    store_rollback(store);
    store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(records_round_trip, setup, teardown),
        cmocka_unit_test_setup_teardown(a_packed_record_is_taken_as_it_is, setup, teardown),
        cmocka_unit_test_setup_teardown(outlines_are_those_of_the_results, setup, teardown),
        cmocka_unit_test_setup_teardown(old_records_are_read_and_compacted, setup, teardown),
        cmocka_unit_test_setup_teardown(damage_is_an_error_that_names_the_game, setup, teardown),
        cmocka_unit_test_setup_teardown(another_record_breaks_the_chain, setup, teardown),
    };
    return cmocka_run_group_tests(tests, lines_read, lines_free);
}
