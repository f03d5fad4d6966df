/* line.h - builds a line of text in the caller's buffer. Private to the engine, which has no stdio.
 * Text that does not fit is cut off; the result always ends in a NUL. */
#ifndef AVONDALE_LINE_H
#define AVONDALE_LINE_H

#include <string.h>

/* Returns the first `wanted` among `size` bytes, or NULL. */
static inline const char *line_find(const char *text, char wanted, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        if (text[i] == wanted)
            return text + i;
    }
    return NULL;
}

struct line {
    char *text;
    size_t size; /* of the buffer, at least 1 */
    size_t used; /* without the NUL */
};

static inline struct line line_start(char *text, size_t size)
{
    text[0] = 0;
    return (struct line){.text = text, .size = size};
}

static inline void line_add_bytes(struct line *line, const char *text, size_t size)
{
    size_t room = line->size - 1 - line->used;
    size_t taken = size < room ? size : room;
    memcpy(line->text + line->used, text, taken);
    line->used += taken;
    line->text[line->used] = 0;
}

static inline void line_add(struct line *line, const char *text)
{
    line_add_bytes(line, text, strlen(text));
}

static inline void line_add_number(struct line *line, int number)
{
    char digits[12];
    size_t at = sizeof digits;
    unsigned rest = number < 0 ? 0u - (unsigned)number : (unsigned)number;
    do {
        digits[--at] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest > 0);
    if (number < 0)
        digits[--at] = '-';
    line_add_bytes(line, digits + at, sizeof digits - at);
}

#endif
