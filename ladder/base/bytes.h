/* bytes.h - numbers and texts as bytes, written in sequence and read back; inside the ladder only.
 *
 * A number takes one byte for each seven bits, least first, with its sign in the lowest bit: small
 * numbers are short, and the same on every machine. A text has its length before it. A reader never
 * reads past its end and knows the range of each number, so untrusted bytes are safe to read: an
 * invalid value sets `failed`, and all later values are 0 or "". */
#ifndef AVONDALE_BYTES_H
#define AVONDALE_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { BYTES_NUMBER_MAX = 10 /* bytes of a number */ };

struct bytes { /* all zeros: empty */
    uint8_t *at;
    size_t size, capacity;
    bool failed; /* out of memory: later writes are lost */
};

void bytes_fini(struct bytes *bytes);
/* Makes room for `more`. Returns false, with `failed` set, if out of memory. */
bool bytes_room(struct bytes *bytes, size_t more);
void bytes_number(struct bytes *bytes, int64_t number);
void bytes_text(struct bytes *bytes, const char *text); /* at most 255 long */
void bytes_raw(struct bytes *bytes, const void *raw, size_t size);

struct bytes_reader {
    const uint8_t *at, *end;
    bool failed;
};

/* Reads a number from `least` to `most`; any other one fails. */
int64_t bytes_read_number(struct bytes_reader *reader, int64_t least, int64_t most);
/* Reads a text of up to `size` - 1 bytes without a NUL; any other one fails. */
void bytes_read_text(struct bytes_reader *reader, char *text, size_t size);
/* Reads how many rows follow, each of which takes at least `row` bytes: never more than the bytes
 * can hold. */
int bytes_read_count(struct bytes_reader *reader, size_t row, int most);

#endif
