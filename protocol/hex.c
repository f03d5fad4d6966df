/* hex.c - bytes as hexadecimal digits. */
#include "protocol.h"

void hex_encode(const uint8_t *bytes, size_t size, char *text)
{
    static const char digits[] = "0123456789abcdef";
    for (size_t i = 0; i < size; i++) {
        text[2 * i] = digits[bytes[i] >> 4];
        text[2 * i + 1] = digits[bytes[i] & 15];
    }
    text[2 * size] = 0;
}

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

int hex_decode(const char *text, size_t text_size, uint8_t *bytes, size_t max)
{
    if (text_size % 2 || text_size / 2 > max)
        return PROTOCOL_ERROR_SYNTAX;
    for (size_t i = 0; i < text_size / 2; i++) {
        int high = hex_digit(text[2 * i]), low = hex_digit(text[2 * i + 1]);
        if (high < 0 || low < 0)
            return PROTOCOL_ERROR_SYNTAX;
        bytes[i] = (uint8_t)(high << 4 | low);
    }
    return (int)(text_size / 2);
}
