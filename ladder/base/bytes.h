/* bytes.h - numbers and texts as bytes, written in a row and read back; inside the ladder only.
 *
 * A number takes one byte for each seven bits, least first, with its sign in the lowest bit: so
 * small ones are short, and the same on every machine. A text has its length before it. A reader
 * never looks behind its end and knows the range of each number, so bytes from anywhere are safe to
 * read: what does not fit sets `failed`, and what is read from then on is 0 or "".
 */
#ifndef AVONDALE_BYTES_H
#define AVONDALE_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { BYTES_NUMBER_MAX = 10 /* bytes of a number */ };

struct bytes { /* all zeros: empty */
    uint8_t *at;
    size_t size, capacity;
    bool failed; /* out of memory: what is written from then on is lost */
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

/* A number from `least` to `most`; another one fails. */
int64_t bytes_read_number(struct bytes_reader *reader, int64_t least, int64_t most);
/* A text of up to `size` - 1 bytes without a NUL; another one fails. */
void bytes_read_text(struct bytes_reader *reader, char *text, size_t size);
/* How many rows follow, each of which takes `row` bytes at least: never more than can be there. */
int bytes_read_count(struct bytes_reader *reader, size_t row, int most);

#endif
