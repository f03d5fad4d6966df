/* unicode.h - which characters may be shown to people as part of a line. Pure. */
#ifndef AVONDALE_UNICODE_H
#define AVONDALE_UNICODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Reads the UTF-8 character that `text`, of `size` bytes, begins with. Returns its bytes, or 0 if
 * it is none. */
int unicode_read(const char *text, size_t size, uint32_t *point);

/* False for what moves a cursor, ends a line, turns the direction of writing or shows nothing:
 * controls (Cc), formats (Cf: zero width, direction marks, tags), line and paragraph separators,
 * surrogates, what Unicode says may be ignored (fillers, variation selectors), and what is no
 * character. */
bool unicode_is_shown(uint32_t point);

#endif
