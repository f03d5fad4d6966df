/* test_season_close.c - a season ends once, with a table that the log names. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "ladder_temp.h"
#include "log/season_close.h"
#include "store/store.h"

static void a_season_ends_with_a_document_and_an_entry(void **state)
{
    const struct temp *temp = *state;
    struct ladder_error error;
    struct store *store;
    struct log_entry entries[4];
    char path[120], digest[SIGN_KEY_HEX], expected[160], *text = NULL;
    snprintf(path, sizeof path, "%s/key", temp->dir);
    assert_int_equal(sign_key_make(path, &error), 0);
    struct sign_key *key = sign_key_read(path, &error);
    assert_int_equal(store_open(&store, temp->url, 0, &error), 0);
    assert_int_equal(store_begin(store, true), 0);
    assert_int_equal(season_close(store, "spring", key, 9, digest, &error), -1);
    assert_non_null(strstr(error.text, "no such season"));
    assert_int_equal(store_log_entry_add(store, LOG_ENTRY_SEASON, 0, 1, "spring 1 1000 0 0 -"), 0);
    assert_int_equal(season_close(store, "spring", key, 9, digest, &error), 0);
    assert_int_equal(store_log_entries(store, 0, entries, 4), 2);
    snprintf(expected, sizeof expected, "spring %s", digest);
    assert_string_equal(entries[1].text, expected);
    assert_int_equal(store_document(store, "season/spring", &text), 0);
    free(text);
    sign_key_free(key);
    store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_season_ends_with_a_document_and_an_entry, temp_setup,
                                        temp_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
