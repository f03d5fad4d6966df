/* unicode.h - which characters may be shown to people as part of a line. Pure. */
#ifndef AVONDALE_UNICODE_H
#define AVONDALE_UNICODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Reads the UTF-8 character at the beginning of `text`, which has `size` bytes. Returns its bytes,
 * or 0 if it is not valid. */
int unicode_read(const char *text, size_t size, uint32_t *point);

/* Returns false for characters that move a cursor, end a line, change the direction of writing or
 * show nothing: controls (Cc), formats (Cf: zero width, direction marks, tags), line and paragraph
 * separators, surrogates, those that Unicode calls ignorable (fillers, variation selectors), and
 * noncharacters. */
bool unicode_is_shown(uint32_t point);

#endif
