/* hex.h - bytes as hexadecimal digits; inside the ladder only. */
#ifndef AVONDALE_HEX_H
#define AVONDALE_HEX_H

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

static inline int hex_value(char digit)
{
    if (digit >= '0' && digit <= '9')
        return digit - '0';
    return digit >= 'a' && digit <= 'f' ? digit - 'a' + 10 : -1;
}

/* Exactly 2 * count small digits. Returns 0, or -1. */
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
