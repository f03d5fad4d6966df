/* utf8.c - reading UTF-8. */
#include "utf8.h"

/* The lengths that a lead byte announces, and the bounds of its second byte: RFC 3629. */
size_t utf8_read(const char *text, size_t size, uint32_t *character)
{
    const uint8_t *bytes = (const uint8_t *)text;
    uint8_t lead = bytes[0];

    *character = lead;
    if (lead < 0x80)
        return 1;
    size_t more = lead < 0xe0 ? 1 : lead < 0xf0 ? 2 : 3;
    uint8_t low = lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;
    uint8_t high = lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
    if (lead < 0xc2 || lead > 0xf4 || size <= more)
        return 0;
    *character = lead & (0x3fu >> more);
    for (size_t i = 1; i <= more; i++) {
        if (bytes[i] < (i == 1 ? low : 0x80) || bytes[i] > (i == 1 ? high : 0xbf))
            return 0;
        *character = *character << 6 | (bytes[i] & 0x3fu);
    }
    return more + 1;
}

bool utf8_valid(const char *text, size_t size)
{
    uint32_t character;
    for (size_t i = 0; i < size;) {
        if ((signed char)text[i] > 0) { /* most bytes, one by one */
            i++;
            continue;
        }
        size_t used = utf8_read(text + i, size - i, &character);
        if (used == 0 || character == 0)
            return false;
        i += used;
    }
    return true;
}
