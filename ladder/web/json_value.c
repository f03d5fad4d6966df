/* json_value.c - JSON values: reads members, and makes values of text and points. */
#include "web/json_value.h"

const char *text_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

int64_t number_of(const json_t *object, const char *key)
{
    return (int64_t)json_integer_value(json_object_get(object, key));
}

int64_t next_of(const json_t *list)
{
    const json_t *next = json_object_get(list, "next");
    return json_is_integer(next) ? json_integer_value(next) : -1;
}

/* Text from the store as a value; what is no UTF-8 there must not cost us the rest of the page. */
json_t *text_value(const char *text)
{
    json_t *value = json_string(text);
    return value ? value : json_string("?");
}

json_t *points_value(int64_t milli)
{
    return json_real((double)milli / 1000);
}
