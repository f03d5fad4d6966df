/* test_page_series.c - the table of a series as a page and as data. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include "web_json.h"

static void a_series_is_shown(void **state)
{
    const struct fixture *fixture = *state;
    struct ladder_error error;
    struct store *store;
    assert_int_equal(ask(fixture, "GET", "/series/league"), 404);
    json_decref(ask_json(fixture, "/api/v1/series/league", 404));
    assert_int_equal(store_open(&store, fixture->temp.url, 0, &error), 0);
    assert_int_equal(store_begin(store, true), 0);
    assert_int_equal(
        store_document_put(store, "series/league",
                           "{\"format\":\"avondale-series/1\",\"series\":\"league\",\"runs\":"
                           "[\"cup-1\",\"<b>\"],\"rows\":[{\"rank\":1,\"entry\":\"ann\",\"points\":"
                           "2550,\"events\":2,\"places\":[1,1]},{\"rank\":2,\"entry\":\"<i>\","
                           "\"points\":1200,\"events\":1,\"places\":[0,1]}]}"),
        0);
    assert_int_equal(store_commit(store), 0);
    store_close(store);
    assert_int_equal(ask(fixture, "GET", "/series/league"), 200);
    assert_non_null(strstr(body(), "<h1>league</h1>"));
    assert_non_null(strstr(body(), "<td class=\"number\">25.50</td><td class=\"number\">2</td>"));
    assert_non_null(strstr(body(), "<td class=\"number\">12</td>"));
    assert_non_null(strstr(body(), "avondale ladder event series league"));
    assert_null(strstr(body(), "<i>"));
    assert_null(strstr(body(), "<b>"));
    json_t *value = ask_json(fixture, "/api/v1/series/league", 200);
    assert_int_equal(json_array_size(json_object_get(value, "rows")), 2);
    json_decref(value);
    assert_int_equal(ask(fixture, "GET", "/series/%3Cb%3E"), 404);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_series_is_shown, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
