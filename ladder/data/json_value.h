/* json_value.h - reads the members of JSON objects, and makes values of text and points. */
#ifndef AVONDALE_JSON_VALUE_H
#define AVONDALE_JSON_VALUE_H

#include <jansson.h>
#include <stdint.h>

/* A member of an object. Returns "" or 0 if there is none. */
const char *json_value_text(const json_t *object, const char *key);
int64_t json_value_number(const json_t *object, const char *key);
/* Returns the member `next` of a list, or -1 at its end; for page_next. */
int64_t json_value_next(const json_t *list);

/* Returns a new reference. Text that is not UTF-8 becomes "?", so that the rest of the page is
 * still shown. */
json_t *json_value_of_text(const char *text);
json_t *json_value_of_points(int64_t milli);

#endif
