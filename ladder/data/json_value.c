/* json_value.c - JSON values: reads members, and makes values of text and points. */
#include "data/json_value.h"

const char *json_value_text(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

int64_t json_value_number(const json_t *object, const char *key)
{
    return (int64_t)json_integer_value(json_object_get(object, key));
}

int64_t json_value_next(const json_t *list)
{
    const json_t *next = json_object_get(list, "next");
    return json_is_integer(next) ? json_integer_value(next) : -1;
}

/* Text from the store as a value. Bytes that are not UTF-8 must not cost us the rest of the page.
 */
json_t *json_value_of_text(const char *text)
{
    json_t *value = json_string(text);
    return value ? value : json_string("?");
}

json_t *json_value_of_points(int64_t milli)
{
    return json_real((double)milli / 1000);
}
