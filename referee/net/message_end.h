/* message_end.h - where a message ends in a stream of bytes of either encoding, which comes in
 * pieces of any size. Pure; trusts the bytes, which are ours. */
#ifndef AVONDALE_MESSAGE_END_H
#define AVONDALE_MESSAGE_END_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct message_end {
    bool binary;       /* msgpack; else a message ends with its line feed */
    bool inside;       /* some of a message has been seen, and not its end */
    uint64_t objects;  /* of the message that are still to begin */
    uint64_t skip;     /* bytes of the current object that say nothing about others */
    uint32_t length;   /* as far as it has been read */
    int length_left;   /* its bytes that are still to come */
    uint8_t unit;      /* what the length counts: objects of each (1, 2), or bytes (0) */
    uint8_t more_skip; /* bytes beside those that the length counts */
};

void message_end_init(struct message_end *end, bool binary);

/* Looks at bytes (1 or more) that follow those it has seen, as far as the end of a message. Returns
 * how many it has looked at; `inside` is false if the last of them ends a message. */
size_t message_end_find(struct message_end *end, const uint8_t *bytes, size_t size);

#endif
