/* test_store.c - the SQLite store: which files are refused and left unchanged.
 * test_store_contract.c tests every kind of store. */
#include "store_files.h"

static void test_urls_and_missing_files(void **state)
{
    const struct temp *temp = *state;
    struct store *store;
    struct ladder_error error;
    assert_int_equal(store_open(&store, "redis:x", 0, &error), STORE_REFUSED);
    assert_non_null(strstr(error.text, "sqlite:PATH"));
    assert_int_equal(store_open(&store, "sqlite:", 0, &error), STORE_REFUSED);
    assert_int_equal(store_open(&store, temp->url, STORE_MUST_EXIST, &error), STORE_REFUSED);
    assert_int_equal(access(temp->path, F_OK), -1);
    char url[120];
    snprintf(url, sizeof url, "sqlite:%s", temp->dir);
    assert_int_equal(store_open(&store, url, 0, &error), STORE_REFUSED);
    assert_non_null(strstr(error.text, "not a regular file"));
    /* Bytes that have a meaning in a URI. */
    snprintf(url, sizeof url, "sqlite:%s/a?b#c%%20d", temp->dir);
    assert_int_equal(store_open(&store, url, 0, &error), 0);
    store_close(store);
    assert_int_equal(store_open(&store, url, STORE_MUST_EXIST, &error), 0);
    store_close(store);
    assert_int_equal(access(url + 7, F_OK), 0);
}

int main(int argc, char **argv)
{
    if (argc == 3 && strcmp(argv[1], "--count") == 0)
        return count_results(argv[2]);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_urls_and_missing_files, temp_setup, temp_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
