/* test_sqlite_account.c - an index finds the owner of a token, however many there are.
 * test_store_account.c tests the rows for every kind of store. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include "store_place.h"

static int plan_scans(void *context, int count, char **values, char **names)
{
    int *scans = context;
    (void)names;
    for (int i = 0; i < count; i++)
        *scans += values[i] && strncmp(values[i], "SCAN account", 12) == 0;
    for (int i = 0; i < count; i++)
        *scans += values[i] && strncmp(values[i], "SCAN bot", 8) == 0;
    return 0;
}

static void a_token_is_looked_up_by_an_index(void **state)
{
    static const char *const plans[] = {
        "EXPLAIN QUERY PLAN SELECT 1, name, token_hash FROM account WHERE token_hash = ?1"
        " UNION ALL SELECT 0, name, token_hash FROM bot WHERE token_hash = ?1 LIMIT 1",
        "EXPLAIN QUERY PLAN SELECT name FROM bot WHERE account = ?1 ORDER BY id",
    };
    struct place *place = *state;
    sqlite3 *db = NULL;

    store_close(opened(place, 0));
    assert_int_equal(sqlite3_open(place->temp.path, &db), SQLITE_OK);
    for (size_t i = 0; i < sizeof plans / sizeof plans[0]; i++) {
        int scans = 0;
        assert_int_equal(sqlite3_exec(db, plans[i], plan_scans, &scans, NULL), SQLITE_OK);
        assert_int_equal(scans, 0);
    }
    sqlite3_close(db);
}

static int setup_file(void **state)
{
    unsetenv("AVONDALE_TEST_STORE");
    return setup(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_token_is_looked_up_by_an_index, setup_file, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
