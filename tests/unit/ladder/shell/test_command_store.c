/* test_command_store.c - the space that a store takes, and packing the records of an older
 * program. */
#include "shell_commands.h"

static int64_t told(const char *key)
{
    assert_int_equal(run(true, "show store"), 0);
    json_t *value = parse(out);
    assert_true(json_is_integer(json_object_get(value, key)));
    int64_t number = json_integer_value(json_object_get(value, key));
    json_decref(value);
    return number;
}

static void show_store_prints_sizes(void **state)
{
    (void)state;
    play(40);
    assert_int_equal(run(false, "show store"), 0);
    assert_non_null(strstr(out, "results                   40\n"));
    assert_non_null(strstr(out, "all pages"));
    assert_null(strstr(out, "not packed"));
    assert_int_equal(told("results"), 40);
    assert_int_equal(told("records"), 40);
    assert_int_equal(told("plain_records"), 0);
    assert_true(told("bytes") > told("record_bytes"));
    /* A bot of that name is printed, too. */
    assert_int_equal(run(false, "add store"), 0);
    assert_int_equal(run(false, "show Store"), 0);
    assert_null(strstr(out, "all pages"));
}

static void compact_packs_plain_records(void **state)
{
    char expected[80], printed[80];
    (void)state;
    play(1200);
    sql("INSERT INTO record SELECT seq, '{\"game\":\"' || game || '\"}' || printf('%.3000c', ' ')"
        " FROM result");
    sql("DELETE FROM packed_record");
    assert_int_equal(run(false, "show store"), 0);
    assert_non_null(strstr(out, "not packed"));
    assert_int_equal(told("plain_records"), 1200);
    assert_int_equal(told("plain_bytes") / 1200, 3000 + 16);
    int64_t bytes = told("bytes");
    assert_int_equal(run(false, "compact"), 0);
    assert_string_equal(out, "1200 records packed\n");
    assert_int_equal(told("plain_records"), 0);
    assert_int_equal(told("records"), 1200);
    assert_true(told("free_bytes") > bytes / 2);
    int64_t before = told("bytes");
    assert_int_equal(run(true, "compact --shrink"), 0);
    snprintf(printed, sizeof printed, "%.79s", out);
    snprintf(expected, sizeof expected, "{\"packed\":0,\"freed_bytes\":%lld}\n",
             (long long)(before - told("bytes")));
    assert_string_equal(printed, expected);
    assert_int_equal(told("free_bytes"), 0);
    assert_true(told("bytes") < bytes / 2);
    assert_int_equal(run(false, "compact --shrink"), 0);
    assert_string_equal(out, "0 records packed\n0 bytes given back to the disk\n");
    assert_int_equal(run(true, "compact"), 0);
    assert_string_equal(out, "{\"packed\":0}\n");
}

/* A daemon has the store: it is left as it is. */
static void shrink_is_refused_beside_a_daemon(void **state)
{
    struct ladder *ladder = NULL;
    struct ladder_error error;
    (void)state;
    play(3);
    assert_int_equal(writer_open(&ladder, temp.url, true, &error), 0);
    assert_int_equal(run(false, "compact --shrink"), 3);
    assert_string_equal(out, "");
    assert_non_null(strstr(err, temp.path));
    assert_non_null(strstr(err, "another avondale serves from it"));
    assert_ptr_equal(strchr(err, '\n'), err + strlen(err) - 1);
    assert_int_equal(run(false, "compact"), 0);
    writer_close(ladder);
    assert_int_equal(run(false, "compact --shrink"), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(show_store_prints_sizes, setup, teardown),
        cmocka_unit_test_setup_teardown(compact_packs_plain_records, setup, teardown),
        cmocka_unit_test_setup_teardown(shrink_is_refused_beside_a_daemon, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
