/* record_chat.c - chat lines in a record: UTF-8 becomes ASCII. */
#include "record_pack.h"
#include "utf8.h"

#include <stdio.h>

/* All but plain characters become numbers, so that no text can break a line or a page. */
static void add_character(struct text *text, uint32_t character)
{
    char escaped[16];

    if (character >= ' ' && character <= '~' && !strchr("\"\\<>&", (char)character)) {
        add_char(text, (char)character);
        return;
    }
    if (character < 0x10000)
        snprintf(escaped, sizeof escaped, "\\u%04x", character);
    else
        snprintf(escaped, sizeof escaped, "\\u%04x\\u%04x", 0xd800u + ((character - 0x10000) >> 10),
                 0xdc00u + (character & 0x3ff));
    add(text, escaped);
}

void record_chat_add(struct text *text, int hand, int step, seat_t seat, const char *name,
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
    for (size_t at = 0; at < size;) {
        uint32_t character;
        size_t used = utf8_read(say + at, size - at, &character);
        if (used > 0 && character != 0)
            add_character(text, character);
        at += used > 0 ? used : 1;
    }
    if (name) {
        add(text, "\",\"");
        add(text, name);
    }
    add(text, "\"]");
}
