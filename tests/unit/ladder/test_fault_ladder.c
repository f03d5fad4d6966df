/* test_fault_ladder.c - one system call fails, then the next one, until a ladder is opened,
 * filled and closed without a failure. A result is stored whole or not at all, reported only if
 * it is there, and the file stays usable. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <sqlite3.h>

#include "log/chain_verify.h"
#include "fault.h"
#include "ladder_temp.h"
#include "log/replay.h"

enum { CALLS_MAX = 20000 };

struct ladder_run {
    bool opened;
    int announced_calls, announced; /* completions; of which stored */
    int done_calls, status;
};

static void on_announced(void *context, bool stored, const char *why_not)
{
    if (!stored)
        assert_true(why_not[0] != '\0');
    struct ladder_run *run = context;
    run->announced_calls++;
    run->announced += stored;
}

static void on_done(void *context, const struct ladder_done *done)
{
    struct ladder_run *run = context;
    run->done_calls++;
    run->status = done->status;
    if (done->status == LADDER_NOT_STORED)
        assert_true(done->text[0] != '\0');
}

static const char record[] = "{\"game\":\"g-1\"}";

/* Opens, announces a game, stores its result, closes. */
static void ladder_scenario(const struct temp *temp, struct ladder_run *run)
{
    struct ladder *ladder = NULL;
    struct ladder_error error = {""};
    struct ladder_result result = duel("g-1", "ann", "bob", 2);
    const uint8_t commitment[32] = {1};
    int submitted = 0, announced = 0;

    memset(run, 0, sizeof *run);
    run->status = -1;
    if (writer_open(&ladder, temp->url, true, &error)) {
        assert_null(ladder);
        assert_true(error.text[0] != '\0');
        return;
    }
    run->opened = true;
    (void)!writer_queue_register(ladder, "ann");
    (void)!writer_queue_register(ladder, "bob");
    announced = writer_queue_announce(ladder, &result, commitment, on_announced, run) == 0;
    writer_queue_wait(ladder);
    result.record = record;
    submitted = writer_queue_submit(ladder, &result, on_done, run) == 0;
    writer_queue_wait(ladder);
    writer_queue_dispatch(ladder);
    writer_close(ladder);
    assert_int_equal(run->announced_calls, announced);
    assert_int_equal(run->done_calls, submitted);
}

/* The content of the disk afterwards. `certain`: the store reports an error only if nothing was
 * stored. */
static void ladder_inspect(const struct temp *temp, const struct ladder_run *run, bool certain)
{
    struct ladder *ladder;
    struct ladder_error error;
    struct store *store;
    struct replay replay;
    struct replay_audit audit = {0};
    struct chain_audit chain = {0};
    int64_t seq;
    char *text = NULL;

    if (writer_open(&ladder, temp->url, true, &error)) /* voids interrupted games */
        fail_msg("not usable afterwards: %s", error.text);
    int cut_off = writer_view_voided_at_start(ladder);
    writer_close(ladder);
    assert_int_equal(store_open(&store, temp->url, STORE_MUST_EXIST, &error), 0);
    assert_int_equal(store_begin(store, false), 0);
    bool there = store_result_find(store, "g-1", &seq) == 0;
    bool played = there && cut_off == 0;
    if (run->status == 0)
        assert_true(played);
    else if (certain)
        assert_false(played);
    if (run->announced)
        assert_true(there);
    if (played) {
        assert_int_equal(store_record(store, "g-1", &text), 0);
        assert_string_equal(text, record);
        free(text);
    }
    replay_init(&replay);
    assert_int_equal(replay_recompute(&replay, store, false, &audit), 0);
    assert_int_equal(audit.differ, 0);
    assert_int_equal(chain_verify(store, &chain), 0);
    assert_string_equal(chain.wrong, "");
    replay_fini(&replay);
    store_close(store);
}

/* `step`: from one run to the next; with 1 each call fails, in its own run. */
static void ladder_with(enum fault_kind kind, long step, long more, int value)
{
    long n = 1;
    int lost = 0;

    for (bool fired = true; fired; n += step) {
        struct temp temp;
        struct ladder_run run;
        assert_true(n < CALLS_MAX);
        temp_init(&temp);
        fault_arm(kind, n, more, value);
        ladder_scenario(&temp, &run);
        fired = fault_disarm();
        lost += run.status != 0;
        /* After a failed fsync the content of the disk is unknown. */
        ladder_inspect(&temp, &run, kind != FAULT_SQL_SYNC);
        if (!fired)
            assert_int_equal(run.status, 0);
        temp_fini(&temp);
    }
    n -= step; /* the one that passed */
    print_message("kind %d, value %d, %ld more: %ld calls, %ld runs, %d lost a result\n", (int)kind,
                  value, more, n - 1, n / step, lost);
    assert_true(n > 1);
}

static void test_ladder_memory(void **state)
{
    (void)state;
    ladder_with(FAULT_MEMORY, 1, 0, ENOMEM);
    ladder_with(FAULT_SQL_MEMORY, 41, 0, ENOMEM); /* thousands of calls, and not in our code */
}

static void test_ladder_disk(void **state)
{
    (void)state;
    ladder_with(FAULT_SQL_WRITE, 1, 0, ENOSPC);
    ladder_with(FAULT_SQL_WRITE, 1, 3, EIO);
    ladder_with(FAULT_SQL_READ, 1, 0, EIO);
    ladder_with(FAULT_SQL_SYNC, 1, 0, EIO);
}

static void test_ladder_steps(void **state)
{
    (void)state;
    ladder_with(FAULT_SQL_STEP, 1, 0, SQLITE_IOERR);
    ladder_with(FAULT_SQL_STEP, 1, 0, SQLITE_FULL);
    ladder_with(FAULT_SQL_STEP, 1, 2, SQLITE_BUSY);
}

static void test_ladder_signals(void **state)
{
    (void)state;
    ladder_with(FAULT_READ, 1, 0, EINTR);
    ladder_with(FAULT_WRITE, 1, 0, EAGAIN);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ladder_memory),
        cmocka_unit_test(test_ladder_disk),
        cmocka_unit_test(test_ladder_steps),
        cmocka_unit_test(test_ladder_signals),
    };
    fault_install();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
