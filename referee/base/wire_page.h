/* wire_page.h - the messages between the arena and one bot in a game, as lines of text: the seconds
 * since the beginning of the game, `>` from the bot, `<` to it or `!` about it, and the message as
 * text, whatever encoding the bot speaks. Holds no token, session or seed. Knows no file and no
 * game. One thread at a time. */
#ifndef AVONDALE_WIRE_PAGE_H
#define AVONDALE_WIRE_PAGE_H

#include "protocol.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { WIRE_PAGE_WRONG_BYTES = 200 /* bytes that are shown if they are no message */ };

struct wire_page {
    char *text; /* heap, not terminated; NULL: empty */
    size_t size, capacity;
    size_t max; /* bytes at most; the rest is cut, and a line says so */
    bool full;
};

/* Reads the first message of `size` bytes, one at least, into `message`, and writes it as text
 * without its line feed; *length is 0 if it must not be shown. Returns the bytes that it takes. */
size_t wire_page_read(struct message *message, enum encoding *encoding, bool from_bot,
                      const char *bytes, size_t size, char text[FRAME_BYTES_MAX], size_t *length);
/* Adds a line. Returns 0, or -1 if out of memory. */
int wire_page_add(struct wire_page *page, int64_t usec, char mark, const char *text, size_t size);
void wire_page_fini(struct wire_page *page);

#endif
