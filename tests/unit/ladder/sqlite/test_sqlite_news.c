/* test_sqlite_news.c - a file from before the news gets their tables, and loses the old one.
 * test_store_news.c tests every kind of store. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "store/store_news.h"
#include "store/store_work.h"
#include "store_place.h"

static void a_file_of_version_13_is_migrated(void **state)
{
    const struct place *place = *state;
    struct store_news news = {.id = "a", .kind = "event-over", .body = "{}"}, list[2];
    if (place->server)
        skip();
    store_close(opened(place, 0));
    sql(place, "DROP TABLE news; DROP TABLE delivery; ALTER TABLE program DROP COLUMN rulesets;"
               "CREATE TABLE version_news (id TEXT PRIMARY KEY) STRICT;"
               "PRAGMA user_version = 13");
    struct store *store = opened(place, 0);
    assert_int_equal(store_work_begin(store), 0);
    assert_int_equal(store_news_add(store, &news), 0);
    assert_int_equal(store_news_page(store, list, 2), 1);
    assert_int_equal(store_commit(store), 0);
    store_close(store);
    sql(place, "CREATE TABLE version_news (id TEXT)"); /* it is free */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_file_of_version_13_is_migrated, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
