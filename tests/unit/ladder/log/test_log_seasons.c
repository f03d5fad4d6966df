/* test_log_seasons.c - the seasons of a log, by name and by moment. With
 * AVONDALE_TEST_STORE=postgresql://...?... in a database, else in a file. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include "retained.h"
#include "log/log_seasons.h"

static void add(struct store *store, enum log_entry_kind kind, int64_t bot, const char *text)
{
    assert_int_equal(store_log_entry_add(store, kind, bot, 1, text), 0);
}

/* Of two that overlap, the one that was entered last; a season ends before its last moment. */
static void seasons_are_found(void **state)
{
    static const struct {
        int64_t msec;
        const char *at;
        bool spring, cup;
    } moments[] = {
        {0, "", false, false},    {99, "", false, false},       {100, "spring", true, false},
        {150, "cup", true, true}, {180, "spring", true, false}, {200, "", false, false},
    };
    const struct place *place = *state;
    struct log_seasons seasons = {NULL, 0};
    const char *why;
    retained_make(place, 0);
    struct store *store = retained_begin(place, true);
    assert_int_equal(log_seasons_read(&seasons, store, &why), 0);
    assert_int_equal(seasons.count, 0);
    assert_string_equal(log_seasons_at(&seasons, 150), "");
    add(store, LOG_ENTRY_SEASON, 0, "spring 100 200 0 0 -");
    for (int i = 0; i < STORE_PAGE; i++) /* they are on two pages */
        add(store, LOG_ENTRY_BAN, 1, "");
    add(store, LOG_ENTRY_SEASON, 0, "cup 150 180 0 0 -");
    assert_int_equal(log_seasons_read(&seasons, store, &why), 0);
    assert_int_equal(seasons.count, 2);
    for (size_t i = 0; i < sizeof moments / sizeof moments[0]; i++) {
        assert_string_equal(log_seasons_at(&seasons, moments[i].msec), moments[i].at);
        assert_int_equal(log_seasons_have(&seasons, "spring", moments[i].msec), moments[i].spring);
        assert_int_equal(log_seasons_have(&seasons, "cup", moments[i].msec), moments[i].cup);
        assert_false(log_seasons_have(&seasons, "Cup", moments[i].msec));
    }
    log_seasons_free(&seasons);
    assert_int_equal(seasons.count, 0);
    retained_end(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(seasons_are_found, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
