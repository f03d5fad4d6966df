/* test_web_openapi.c - the description has all routes, with their parameters, limits and
 * methods. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "web/assets.h"
#include "data/json_value.h"
#include "web/web_site.h"

#include <string.h>

static json_t *document;

static int setup(void **state)
{
    (void)state;
    const struct web_file *file = assets_find("openapi.json");
    document = json_loadb((const char *)file->bytes, file->size, JSON_REJECT_DUPLICATES, NULL);
    return document ? 0 : -1;
}

static int teardown(void **state)
{
    (void)state;
    json_decref(document);
    return 0;
}

/* "/api/v1/bots/{NAME}" in the form of the routes. */
static void pattern_of(const char *path, char pattern[128])
{
    size_t size = 0;
    while (*path && size < 127) {
        const char *close = *path == '{' ? strchr(path, '}') : NULL;
        pattern[size++] = close ? '*' : *path;
        path = close ? close + 1 : path + 1;
    }
    pattern[size] = '\0';
}

static const struct web_route *route_of(const char *pattern)
{
    for (int i = 0; i < web_route_count; i++) {
        if (strcmp(web_routes[i].pattern, pattern) == 0)
            return &web_routes[i];
    }
    return NULL;
}

static const json_t *parameter_of(const json_t *operation, const char *name)
{
    const json_t *list = json_object_get(operation, "parameters"), *parameter;
    size_t i;
    json_array_foreach(list, i, parameter)
    {
        if (strcmp(json_value_text(parameter, "name"), name) == 0)
            return parameter;
    }
    return NULL;
}

/* The bounds of a parameter, if it is there and needs them; -1: it has none. */
static void check_parameter(const json_t *operation, const char *name, bool wanted, int64_t minimum,
                            int64_t maximum, int64_t left_out)
{
    const json_t *parameter = parameter_of(operation, name);
    if (wanted != (parameter != NULL))
        print_error("%s: %s\n", json_value_text(operation, "operationId"), name);
    assert_true(wanted == (parameter != NULL));
    if (!wanted)
        return;
    const json_t *schema = json_object_get(parameter, "schema");
    const struct {
        const char *key;
        int64_t value;
    } bounds[] = {{"minimum", minimum}, {"maximum", maximum}, {"default", left_out}};
    for (size_t i = 0; i < 3; i++) {
        assert_true((bounds[i].value >= 0) ==
                    json_is_integer(json_object_get(schema, bounds[i].key)));
        if (bounds[i].value >= 0)
            assert_int_equal(json_value_number(schema, bounds[i].key), bounds[i].value);
    }
    assert_string_equal(json_value_text(parameter, "in"), "query");
    assert_string_equal(json_value_text(schema, "type"), minimum < 0 ? "string" : "integer");
}

static void check_get(const struct web_route *route, const json_t *operation)
{
    bool parts = route->takes & (TAKES_PART | TAKES_PLACE), star = strchr(route->pattern, '*');
    bool second = star && strchr(strchr(route->pattern, '*') + 1, '*');
    size_t count = json_array_size(json_object_get(operation, "parameters"));
    bool ladder = route->takes & (TAKES_LADDER | TAKES_FILTER);
    check_parameter(operation, "ladder", ladder, -1, -1, -1);
    check_parameter(operation, "limit", parts, 1, SITE_ROWS_MAX, SITE_ROWS);
    if (route->takes & TAKES_PLACE)
        check_parameter(operation, "after", true, -1, -1, -1);
    else
        check_parameter(operation, "after", parts, 0, INT64_C(1000000000000000), -1);
    check_parameter(operation, "options", route->takes & TAKES_OPTIONS, -1, -1, -1);
    check_parameter(operation, "hand", route->takes & TAKES_HAND, 1, SITE_HAND_MAX, 1);
    static const char *const filters[] = {"bot", "against", "contract", "until"};
    for (int i = 0; i < 4; i++)
        check_parameter(operation, filters[i], route->takes & TAKES_FILTER, -1, -1, -1);
    assert_int_equal(count, (size_t)((ladder ? 1 : 0) + (route->takes & TAKES_FILTER ? 4 : 0) +
                                     (parts ? 2 : 0) + (route->takes & TAKES_HAND ? 1 : 0) +
                                     (route->takes & TAKES_OPTIONS ? 1 : 0) + (star ? 1 : 0) +
                                     (second ? 1 : 0)));
    const json_t *responses = json_object_get(operation, "responses");
    assert_non_null(json_object_get(responses, "200"));
    assert_non_null(json_object_get(responses, "400"));
    if (star)
        assert_non_null(json_object_get(responses, "404"));
}

static void test_routes(void **state)
{
    (void)state;
    json_t *paths = json_object_get(document, "paths"), *operations;
    json_t *ids = json_object();
    const char *path;
    int data = 0;
    size_t operation_count = 0;
    for (int i = 0; i < web_route_count; i++)
        data += (web_routes[i].takes & ROUTE_DATA) != 0;
    assert_int_equal(json_object_size(paths), data);
    json_object_foreach(paths, path, operations)
    {
        char pattern[128];
        const char *method;
        json_t *operation;
        pattern_of(path, pattern);
        const struct web_route *route = route_of(pattern);
        if (!route)
            print_error("%s\n", path);
        assert_true(route && route->takes & ROUTE_DATA);
        assert_non_null(json_object_get(operations, "get"));
        assert_true((json_object_get(operations, "post") != NULL) ==
                    ((route->takes & TAKES_POST) != 0));
        assert_true((json_object_get(operations, "delete") != NULL) ==
                    ((route->takes & TAKES_DELETE) != 0));
        assert_true((json_object_get(operations, "put") != NULL) ==
                    ((route->takes & TAKES_PUT) != 0));
        json_object_foreach(operations, method, operation)
        {
            assert_true(strcmp(method, "get") == 0 || strcmp(method, "post") == 0 ||
                        strcmp(method, "delete") == 0 || strcmp(method, "put") == 0);
            assert_true(json_value_text(operation, "operationId")[0]);
            json_object_set_new(ids, json_value_text(operation, "operationId"), json_true());
            operation_count++;
        }
        check_get(route, json_object_get(operations, "get"));
    }
    assert_int_equal(json_object_size(ids), operation_count);
    json_decref(ids);
}

static void test_head(void **state)
{
    (void)state;
    assert_string_equal(
        json_value_text(json_array_get(json_object_get(document, "servers"), 0), "url"), "/");
    assert_true(json_is_array(json_object_get(document, "security"))); /* not for these */
    assert_int_equal(json_array_size(json_object_get(document, "security")), 0);
}

/* Numbers in the text of the description equal those of the program. */
static void test_numbers(void **state)
{
    (void)state;
    const json_t *bot = json_object_get(
        json_object_get(json_object_get(json_object_get(document, "components"), "schemas"),
                        "BotDetails"),
        "properties");
    char words[64];
    snprintf(words, sizeof words, "the newest %d results", (int)SITE_RECORDS_MAX);
    assert_non_null(strstr(json_value_text(json_object_get(bot, "records"), "description"), words));
    const json_t *events = json_object_get(
        json_object_get(json_object_get(document, "paths"), "/api/v1/tables/{TABLE}/events"),
        "get");
    snprintf(words, sizeof words, "%d KiB", LIVE_BYTES_MAX / 1024);
    assert_non_null(strstr(json_value_text(events, "summary"), words));
    snprintf(words, sizeof words, "the newest %d", (int)SITE_HISTORY_MAX);
    assert_non_null(strstr(json_value_text(json_object_get(bot, "results"), "description"), words));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_routes),
        cmocka_unit_test(test_head),
        cmocka_unit_test(test_numbers),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
