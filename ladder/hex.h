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

#endif
