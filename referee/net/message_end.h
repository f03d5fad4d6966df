/* message_end.h - finds where a message ends in a stream of bytes of either encoding, which comes
 * in pieces of any size. Pure; trusts the bytes, which are our own. */
#ifndef AVONDALE_MESSAGE_END_H
#define AVONDALE_MESSAGE_END_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct message_end {
    bool binary;       /* msgpack; else a message ends with its line feed */
    bool inside;       /* part of a message has been seen, but not its end */
    uint64_t objects;  /* objects of the message that have not begun yet */
    uint64_t skip;     /* bytes of the current object after its length */
    uint32_t length;   /* the length, as far as it has been read */
    int length_left;   /* bytes of the length that are still to come */
    uint8_t unit;      /* what the length counts: objects, 1 or 2 each, or bytes (0) */
    uint8_t more_skip; /* bytes that follow the length and that it does not count */
};

void message_end_init(struct message_end *end, bool binary);

/* Scans bytes (1 or more) that follow those of earlier calls, up to the end of a message. Returns
 * how many it has scanned; `inside` is false if the last of them ends a message. */
size_t message_end_find(struct message_end *end, const uint8_t *bytes, size_t size);

#endif
