/* utf8.h - reading UTF-8 (RFC 3629). Private to the protocol. */
#ifndef AVONDALE_UTF8_H
#define AVONDALE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Reads the character that the text, of at least one byte, begins with. Returns its bytes, or 0 if
 * it is not UTF-8. */
size_t utf8_read(const char *text, size_t size, uint32_t *character);
/* Returns true if the text is UTF-8 without a NUL. */
bool utf8_valid(const char *text, size_t size);

#endif
