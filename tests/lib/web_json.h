/* web_json.h - the answers of the interface as values, for the tests of the web. */
#ifndef AVONDALE_TEST_WEB_JSON_H
#define AVONDALE_TEST_WEB_JSON_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <time.h>
#include <unistd.h>
#include "web_fixture.h"

/* A JSON answer; the caller frees it. */
static inline json_t *ask_json(const struct fixture *fixture, const char *path, int code)
{
    assert_int_equal(ask(fixture, "GET", path), code);
    assert_non_null(strstr(reply, "\r\nContent-Type: application/json\r\n"));
    json_t *value = json_loads(body(), 0, NULL);
    assert_non_null(value);
    return value;
}

static inline json_int_t integer_at(const json_t *object, const char *key)
{
    assert_true(json_is_integer(json_object_get(object, key)));
    return json_integer_value(json_object_get(object, key));
}

#endif
