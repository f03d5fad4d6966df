/* test_event_table.c - the table of an event: signed, named by the log, and copied with it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <jansson.h>

#include "ladder_temp.h"
#include "log/event_table.h"
#include "store/store.h"

static char file_text[] = "[tournament]\n";

static struct store *opened(const struct temp *temp)
{
    struct ladder_error error;
    struct store *store;
    assert_int_equal(store_open(&store, temp->url, 0, &error), 0);
    assert_int_equal(store_begin(store, true), 0);
    return store;
}

static struct sign_key *key_of(const struct temp *temp)
{
    struct ladder_error error;
    char path[120];
    snprintf(path, sizeof path, "%s/key", temp->dir);
    if (access(path, F_OK))
        assert_int_equal(sign_key_make(path, &error), 0);
    return sign_key_read(path, &error);
}

static void a_table_is_checked(void **state)
{
    const struct temp *temp = *state;
    const struct calendar_run run = {.name = "cup-1",
                                     .event = "cup",
                                     .spec = "kind=tournament",
                                     .due_msec = 5,
                                     .file = file_text};
    struct sign_key *key = key_of(temp);
    struct ladder_error error;
    struct json_t *sealed = NULL;
    char public[SIGN_KEY_HEX], other[SIGN_KEY_HEX];
    struct store *store = opened(temp);
    assert_int_equal(event_table_freeze(store, &run, "no JSON", "00", key, 7, &error), -1);
    assert_int_equal(event_table_freeze(store, &run, "{\"b\":1,\"a\":2}", "00", key, 7, &error), 0);
    assert_null(event_table_check(store, "cup-1", NULL, &sealed));
    const char *table = json_string_value(json_object_get(sealed, "table"));
    assert_non_null(strstr(table, "\"results\":{\"a\":2,\"b\":1}"));
    assert_non_null(strstr(table, "\"run\":\"cup-1\""));
    json_decref(sealed);
    assert_int_equal(sign_public(key, public), 0);
    assert_null(event_table_check(store, "cup-1", public, &sealed));
    json_decref(sealed);
    memset(other, '0', sizeof other - 1);
    other[sizeof other - 1] = '\0';
    assert_string_equal(event_table_check(store, "cup-1", other, &sealed),
                        "the signature is not that of this table");
    json_decref(sealed);
    assert_non_null(event_table_check(store, "cup-2", NULL, &sealed));
    assert_null(sealed);
    /* A signed table that the log does not name. */
    assert_int_equal(store_document_add(store, "event/forged", "{}"), 0);
    assert_non_null(event_table_check(store, "forged", NULL, &sealed));
    json_decref(sealed);
    sign_key_free(key);
    assert_int_equal(store_commit(store), 0);
    store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_table_is_checked, temp_setup, temp_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
