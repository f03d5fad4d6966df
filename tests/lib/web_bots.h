/* web_bots.h - bots that have pages, for the tests of the web. */
#ifndef AVONDALE_TEST_WEB_BOTS_H
#define AVONDALE_TEST_WEB_BOTS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <time.h>
#include "web_fixture.h"

static const int64_t day_msec = 24 * 60 * 60 * INT64_C(1000);

static inline json_t *ask_json(const struct fixture *fixture, const char *path, int code)
{
    assert_int_equal(ask(fixture, "GET", path), code);
    json_t *value = json_loads(body(), 0, NULL);
    assert_non_null(value);
    return value;
}

static inline const char *text(const json_t *object, const char *key)
{
    const char *found = json_string_value(json_object_get(object, key));
    return found ? found : "";
}

static inline void play(const struct fixture *fixture, const char *game, const char *ruleset,
                        const char *a, const char *b, int64_t days)
{
    struct ladder_result result = duel(game, a, b, 2);
    snprintf(result.ruleset, sizeof result.ruleset, "%s", ruleset);
    result.wall_msec += days * day_msec;
    submit(fixture, result, NULL);
}

#endif
