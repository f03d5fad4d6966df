/* decimal.h - whole numbers as text, without a call. Private to the protocol. */
#ifndef AVONDALE_DECIMAL_H
#define AVONDALE_DECIMAL_H

#include <stddef.h>
#include <stdint.h>

enum { DECIMAL_MAX = 20 }; /* a sign and 19 digits */

/* Writes the number at the end of `text`, without a NUL. Returns where it begins. */
static inline const char *decimal_format(int64_t value, char text[DECIMAL_MAX])
{
    size_t at = DECIMAL_MAX;
    uint64_t rest = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;

    do {
        text[--at] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest);
    if (value < 0)
        text[--at] = '-';
    return text + at;
}

#endif
