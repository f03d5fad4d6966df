/* record_chat.c - what was said at a table, as a record has it: bytes of UTF-8 become ASCII. */
#include "record_pack.h"

#include <stdio.h>

/* The character at the front of at least one byte; *used: the bytes that it takes. -1: no UTF-8. */
static int32_t next_character(const char *text, size_t size, size_t *used)
{
    uint8_t lead = (uint8_t)text[0];
    size_t more = lead < 0x80 ? 0 : lead < 0xe0 ? 1 : lead < 0xf0 ? 2 : 3;
    int32_t character = more == 0 ? lead : lead & (0x3f >> more);

    *used = 1;
    if ((lead >= 0x80 && lead < 0xc2) || lead > 0xf4 || more >= size)
        return -1;
    for (size_t i = 1; i <= more; i++) {
        if (((uint8_t)text[i] & 0xc0) != 0x80)
            return -1;
        character = character << 6 | ((uint8_t)text[i] & 0x3f);
    }
    *used = more + 1;
    return character;
}

/* Whatever is not plain goes in as numbers, so that neither a line nor a page can be broken by it.
 */
static void add_character(struct text *text, int32_t character)
{
    char escaped[16];

    if (character >= ' ' && character <= '~' && !strchr("\"\\<>&", (char)character)) {
        add_char(text, (char)character);
        return;
    }
    if (character < 0x10000)
        snprintf(escaped, sizeof escaped, "\\u%04x", (unsigned)character);
    else
        snprintf(escaped, sizeof escaped, "\\u%04x\\u%04x",
                 0xd800u + ((unsigned)(character - 0x10000) >> 10),
                 0xdc00u + ((unsigned)character & 0x3ff));
    add(text, escaped);
}

void record_add_chat(struct text *text, int hand, int step, seat_t seat, const char *name,
                     const char *say, size_t size)
{
    char where[48];

    snprintf(where, sizeof where, "%s[%d,%d,", text->size > 0 ? "," : "", hand, step);
    add(text, where);
    if (name) {
        add(text, "null");
    } else {
        snprintf(where, sizeof where, "%d", seat);
        add(text, where);
    }
    add(text, ",\"");
    for (size_t at = 0, used; at < size; at += used) {
        int32_t character = next_character(say + at, size - at, &used);
        if (character > 0)
            add_character(text, character);
    }
    if (name) {
        add(text, "\",\"");
        add(text, name);
    }
    add(text, "\"]");
}
