/* test_snapshot_verify.c - a forged snapshot is found, and replaced. Runs on an SQLite file; with
 * AVONDALE_TEST_STORE=postgresql://...?... on that database. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "log/snapshot.h"
#include "log/snapshot_verify.h"
#include "store_place.h"

enum { RESULTS = 300 };

/* A snapshot of the current replay, kept beside its store. */
static void keep(struct log *log, int64_t seq)
{
    struct bytes bytes = {0};
    struct snapshot_place place = {seq, 0};
    assert_int_equal(snapshot_take(&log->replay.standings, place, &bytes), 0);
    assert_int_equal(snapshot_seal(&bytes, log->store), 0);
    assert_int_equal(store_commit(log->store), 0);
    assert_int_equal(store_snapshot_add(log->store, 1, 0, bytes.at, bytes.size), 0);
    assert_int_equal(store_begin(log->store, true), 0);
    bytes_fini(&bytes);
}

static struct snapshot_audit verify(struct log *log, bool repair)
{
    struct snapshot_audit audit;
    struct replay whole;
    replay_init(&whole);
    assert_int_equal(replay_load(&whole, log->store, NULL, NULL), 0);
    assert_int_equal(snapshot_verify(&whole, log->store, &audit), 0);
    if (repair) {
        assert_int_equal(store_commit(log->store), 0);
        assert_int_equal(snapshot_verify_repair(&whole, log->store), 0);
        assert_int_equal(store_begin(log->store, true), 0);
    }
    replay_fini(&whole);
    return audit;
}

static void a_forged_snapshot_is_found(void **state)
{
    const struct place *place = *state;
    struct log log;
    log_open(&log, place);
    log_bots(&log);
    log_fill(&log, 3, 0, RESULTS);
    struct snapshot_audit audit = verify(&log, false);
    assert_true(audit.proved == 0 && audit.wrong == 0);
    keep(&log, RESULTS);
    log_fill(&log, 4, RESULTS, RESULTS);
    keep(&log, 2 * RESULTS);
    log_fill(&log, 5, 2 * RESULTS, RESULTS);
    audit = verify(&log, false);
    assert_true(audit.proved == 2 && audit.wrong == 0 && audit.proved_seq == 2 * RESULTS);
    /* A forgery with the right layout and chain: it gives a bot a hundred points. */
    struct entry *entry = &log.replay.standings.boards[0].entries[0];
    entry->rating_milli += 100000;
    keep(&log, 3 * RESULTS);
    entry->rating_milli -= 100000;
    audit = verify(&log, true);
    assert_true(audit.proved == 1 && audit.wrong == 1 && audit.proved_seq == 2 * RESULTS);
    audit = verify(&log, false);
    assert_true(audit.proved == 2 && audit.wrong == 0 && audit.proved_seq == 3 * RESULTS);
    /* A snapshot that a start would not use is no forgery. */
    assert_int_equal(store_log_entry_add(log.store, LOG_ENTRY_VOID, 7, 1, ""), 0);
    audit = verify(&log, false);
    assert_true(audit.proved == 0 && audit.wrong == 0);
    assert_non_null(strstr(audit.passed_over[0], "newest"));
    assert_non_null(strstr(audit.passed_over[1], "voided"));
    log_close(&log);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_forged_snapshot_is_found, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
