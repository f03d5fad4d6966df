/* test_chain_verify.c - alterations of the log are found. */
#include "chained.h"

static void every_alteration_is_found(void **state)
{
    static const struct {
        const char *sql, *word;
    } alterations[] = {
        {"UPDATE result SET reason = 'floor' WHERE seq = 100", "(number 100)"},
        {"UPDATE result SET ruleset = 'wikipedia' WHERE seq = 1", "(number 1)"},
        {"UPDATE result SET wall_msec = wall_msec + 1 WHERE seq = 255", "(number 255)"},
        {"UPDATE result SET asked = 'why not' WHERE seq = 256", "(number 256)"},
        {"UPDATE result SET scores = '9' || substr(scores, 2) WHERE seq = 257", "(number 257)"},
        {"UPDATE result_seat SET rank = 3 - rank WHERE seq = 300 AND rank IN (1, 2)",
         "(number 300)"},
        {"UPDATE result_seat SET bot = bot % 12 + 1 WHERE seq = 301 AND seat = 1", "(number 301)"},
        {"DELETE FROM packed_record WHERE seq = 2; INSERT INTO record VALUES (2,"
         " '{\"game\":\"x\"} ')",
         "(number 2)"},
        {"DELETE FROM packed_record WHERE seq = 5", "(number 5)"},
        {"DELETE FROM packed_record WHERE seq = 5; INSERT INTO record VALUES (5, '{}')",
         "(number 5)"},
        {"INSERT INTO record VALUES (1, 'x')", "(number 1)"},
        {"DELETE FROM result WHERE seq = 40", "(number 41)"},
        {"UPDATE result SET chain = NULL WHERE seq = 50", "(number 50)"},
        {"UPDATE result SET chain = randomblob(32) WHERE seq = 600", "(number 600)"},
        {"UPDATE action SET wall_msec = wall_msec + 1 WHERE id = 1", "ban 1 after result 300"},
        {"UPDATE action SET result = 19 WHERE id = 2", "void 2 after result 300"},
        {"UPDATE action SET bot = 1 WHERE id = 3", "ban 3 after result 600"},
        {"DELETE FROM action WHERE id = 1", "void 2 after result 300"},
    };
    (void)state;

    for (size_t i = 0; i < sizeof alterations / sizeof alterations[0]; i++) {
        char keep[400], back[400];
        snprintf(keep, sizeof keep, "cp %s %s/keep", temp.path, temp.dir);
        snprintf(back, sizeof back, "mv %s/keep %s && rm -f %s-wal %s-shm", temp.dir, temp.path,
                 temp.path, temp.path);
        assert_int_equal(system(keep), 0);
        sql(alterations[i].sql);
        struct chain_audit audit = verify();
        if (!strstr(audit.wrong, alterations[i].word))
            fail_msg("%s: expected %s, got '%s'", alterations[i].sql, alterations[i].word,
                     audit.wrong);
        assert_int_equal(system(back), 0);
    }
    struct chain_audit audit = verify();
    assert_string_equal(audit.wrong, "");
}

/* A log without its end is consistent in itself: only its last hashes differ from the published
 * ones. */
static void a_missing_end_changes_a_last_hash(void **state)
{
    struct chain_audit whole = verify(), cut;
    (void)state;

    sql("DELETE FROM action WHERE id = 3");
    cut = verify();
    assert_string_equal(cut.wrong, "");
    assert_memory_equal(whole.last, cut.last, CHAIN_BYTES);
    assert_memory_not_equal(whole.entry, cut.entry, CHAIN_BYTES);
    assert_int_equal(whole.entry_id, 3);

    sql("DELETE FROM action");
    assert_int_equal(verify().entry_id, 0);

    sql("DELETE FROM packed_record WHERE seq = 600; DELETE FROM result_seat WHERE seq = 600;"
        "DELETE FROM result WHERE seq = 600");
    cut = verify();
    assert_string_equal(cut.wrong, "");
    assert_memory_not_equal(whole.last, cut.last, CHAIN_BYTES);
}

/* The documented gaps of the chain: a change that closes one must update the documents, too. */
static void changes_outside_the_log_are_not_covered(void **state)
{
    static const char *const alterations[] = {
        "UPDATE bot SET owner = 'somebody'",
        "UPDATE bot SET token_hash = randomblob(32)",
        ("INSERT INTO announced (game, ruleset, wall_msec, seats, commitment, open)"
         " VALUES ('g-x', 'wikipedia', 1, 'a:0 b:1', randomblob(32), 0)"),
        "DELETE FROM announced",
    };
    (void)state;

    for (size_t i = 0; i < sizeof alterations / sizeof alterations[0]; i++) {
        sql(alterations[i]);
        assert_string_equal(verify().wrong, "");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(every_alteration_is_found, setup, teardown),
        cmocka_unit_test_setup_teardown(a_missing_end_changes_a_last_hash, setup, teardown),
        cmocka_unit_test_setup_teardown(changes_outside_the_log_are_not_covered, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
