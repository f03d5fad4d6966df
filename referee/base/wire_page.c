/* wire_page.c - see wire_page.h. */
#include "base/wire_page.h"

#include "base/log.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BUFFER_BYTES_FIRST = 4 * 1024 };

static const char cut_line[] = "[cut here: the file is full]\n";

/* Returns false if out of memory. */
static bool reserve(struct wire_page *page, size_t size)
{
    size_t capacity = page->capacity ? page->capacity : BUFFER_BYTES_FIRST;

    while (capacity < page->size + size)
        capacity *= 2;
    if (capacity == page->capacity)
        return true;
    char *text = realloc(page->text, capacity);
    if (!text)
        return false;
    page->text = text;
    page->capacity = capacity;
    return true;
}

int wire_page_add(struct wire_page *page, int64_t usec, char mark, const char *text, size_t size)
{
    char head[64];
    int64_t msec = usec > 0 ? (usec + 500) / 1000 : 0;
    int length =
        snprintf(head, sizeof head, "%6" PRId64 ".%03d %c ", msec / 1000, (int)(msec % 1000), mark);

    if (page->full)
        return 0;
    if (!reserve(page, (size_t)length + size + 1 + sizeof cut_line))
        return -1;
    if (page->size + (size_t)length + size + sizeof cut_line > page->max) {
        memcpy(page->text + page->size, cut_line, sizeof cut_line - 1);
        page->size += sizeof cut_line - 1;
        page->full = true;
        return 0;
    }
    memcpy(page->text + page->size, head, (size_t)length);
    memcpy(page->text + page->size + length, text, size);
    page->size += (size_t)length + size;
    page->text[page->size++] = '\n';
    return 0;
}

void wire_page_fini(struct wire_page *page)
{
    free(page->text);
    *page = (struct wire_page){.max = page->max};
}

/* -------------------------------------------------------------------------------- messages */

/* The seed of a set proves its deals; other deals may still follow from the master seed. */
static void hide_secrets(struct message *message)
{
    static const char hidden[] = "(hidden)";

    if (message->kind == MESSAGE_OVER && message_has(message, OVER_SEED))
        message_set_string(message, OVER_SEED, hidden, sizeof hidden - 1);
}

static bool is_hello(const struct message *message)
{
    return message->kind == MESSAGE_HELLO || message->kind == MESSAGE_WELCOME;
}

/* `got`: what stream_next returned for it. */
static size_t show(struct message *message, int got, const char *bytes, size_t length,
                   char text[FRAME_BYTES_MAX])
{
    char wrong[WIRE_PAGE_WRONG_BYTES + 1];

    if (is_hello(message))
        return 0;
    if (got > 0 && message->kind != MESSAGE_UNKNOWN) {
        hide_secrets(message);
        int made = scribe_message(message, ENCODING_TEXT, text, FRAME_BYTES_MAX);
        if (made > 1)
            return (size_t)made - 1;
    }
    while (length > 0 && (bytes[length - 1] == '\n' || bytes[length - 1] == '\r'))
        length--;
    for (size_t i = 0; i < sizeof wrong; i++)
        wrong[i] = i < length && bytes[i] ? bytes[i] : i < length ? '?' : '\0';
    wrong[sizeof wrong - 1] = '\0';
    size_t used = (size_t)snprintf(text, FRAME_BYTES_MAX, "[%zu bytes, %s] ", length,
                                   got > 0 ? "no message that is known" : protocol_error_text(got));
    return used + log_escape(wrong, text + used, FRAME_BYTES_MAX - used);
}

size_t wire_page_read(struct message *message, enum encoding *encoding, bool from_bot,
                      const char *bytes, size_t size, char text[FRAME_BYTES_MAX], size_t *length)
{
    size_t bad = 0;
    int got =
        stream_next(encoding, from_bot ? FROM_CLIENT : FROM_SERVER, bytes, size, message, &bad);
    size_t step = got > 0 ? (size_t)got : bad;

    if (step == 0 || step > size)
        step = size;
    *length = show(message, got, bytes, step, text);
    return step;
}
