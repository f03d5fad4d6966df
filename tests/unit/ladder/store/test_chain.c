/* test_chain.c - the hash chain of the log: every alteration is found, at its place. */
#include "chained.h"

static void the_chain_is_whole(void **state)
{
    struct chain_audit audit = verify(), again;
    (void)state;
    assert_string_equal(audit.wrong, "");
    assert_int_equal(audit.results, RESULTS);
    assert_int_equal(audit.actions, 3);
    assert_int_equal(audit.unchained, 0);
    /* Ratings are not part of it: a recompute changes nothing. */
    sql("UPDATE bot SET rating_milli = 1; UPDATE result_seat SET after_milli = 7");
    again = verify();
    assert_string_equal(again.wrong, "");
    assert_memory_equal(audit.last, again.last, CHAIN_BYTES);
}

/* A file from before the chain: old results are counted, new ones are chained. */
static void a_file_without_a_chain_continues_with_one(void **state)
{
    (void)state;
    sql("UPDATE result SET chain = NULL WHERE seq <= 600; UPDATE action SET chain = NULL");
    struct chain_audit audit = verify();
    assert_int_equal(audit.unchained, RESULTS);
    assert_int_equal(audit.results, 0);
    play(RESULTS, RESULTS + 20);
    audit = verify();
    assert_string_equal(audit.wrong, "");
    assert_int_equal(audit.results, 20);
    sql("UPDATE result SET reason = 'floor' WHERE seq = 605");
    audit = verify();
    assert_non_null(strstr(audit.wrong, "605"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_chain_is_whole, setup, teardown),
        cmocka_unit_test_setup_teardown(a_file_without_a_chain_continues_with_one, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
