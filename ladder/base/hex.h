/* hex.h - bytes as hexadecimal digits; inside the ladder only. */
#ifndef AVONDALE_HEX_H
#define AVONDALE_HEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* `hex`: 2 * count small digits and a NUL. */
static inline void hex_format(const uint8_t *bytes, size_t count, char *hex)
{
    for (size_t i = 0; i < count; i++) {
        *hex++ = "0123456789abcdef"[bytes[i] >> 4];
        *hex++ = "0123456789abcdef"[bytes[i] & 15];
    }
    *hex = '\0';
}

/* Returns the value of a lower-case digit, or -1 if it is not one. */
static inline int hex_value(char digit)
{
    if (digit >= '0' && digit <= '9')
        return digit - '0';
    return digit >= 'a' && digit <= 'f' ? digit - 'a' + 10 : -1;
}

/* Returns true if the text is exactly that many lower-case digits. */
static inline bool hex_valid(const char *hex, size_t digits)
{
    size_t at = 0;
    while (at < digits && hex_value(hex[at]) >= 0)
        at++;
    return at == digits && hex[digits] == '\0';
}

/* Reads exactly 2 * count small digits. Returns 0, or -1 if the text is anything else. */
static inline int hex_parse(const char *hex, uint8_t *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        int high = hex_value(hex[2 * i]), low = high < 0 ? -1 : hex_value(hex[2 * i + 1]);
        if (low < 0)
            return -1;
        bytes[i] = (uint8_t)(high << 4 | low);
    }
    return hex[2 * count] ? -1 : 0;
}

#endif
