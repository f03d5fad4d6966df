/* dump_line.c - lines of JSON, written and read. */
#include "log/dump_line.h"

#include "base/hex.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { HASH_BYTES = 32 };

int dump_line_world(struct dump *dump, const char *text)
{
    dump->world = true;
    snprintf(dump->error, sizeof dump->error, "%s", text);
    return -1;
}

/* ------------------------------------------------------------------------------------- export */

int dump_line_failed(const struct dump_writer *to)
{
    return dump_line_world(to->dump, store_error(to->store));
}

/* errno says why. */
static int unwritten(struct dump *dump)
{
    char text[120];

    snprintf(text, sizeof text, "cannot write the output: %s", strerror(errno));
    return dump_line_world(dump, text);
}

int dump_line_put(struct dump_writer *to, json_t *value)
{
    int status = value ? json_dumpf(value, to->file, JSON_COMPACT) : -1;

    if (status == 0)
        fputc('\n', to->file);
    if (ferror(to->file))
        (void)unwritten(to->dump);
    else if (status)
        (void)dump_line_world(to->dump, "a text that is not UTF-8, or out of memory");
    json_decref(value);
    return status || ferror(to->file) ? -1 : 0;
}

json_t *dump_line_hash(const uint8_t hash[32], bool there)
{
    char hex[2 * HASH_BYTES + 1];

    if (!there)
        return json_null();
    hex_format(hash, HASH_BYTES, hex);
    return json_string(hex);
}

int dump_line_rows(struct dump_writer *to, const struct dump_rows *rows)
{
    char *page = calloc(STORE_PAGE, rows->size);
    int64_t after = 0;
    int count = STORE_PAGE, status = page ? 0 : dump_line_world(to->dump, "out of memory");

    while (status == 0 && count == STORE_PAGE) {
        count = rows->read(to->store, after, page, STORE_PAGE);
        if (count < 0)
            status = dump_line_failed(to);
        for (int i = 0; i < count && status == 0; i++)
            status = rows->put(to, page + (size_t)i * rows->size, &after);
    }
    free(page);
    return status;
}

/* ------------------------------------------------------------------------------------- import */

int dump_line_refuse(struct dump_reader *from, const char *format, ...)
{
    char text[400];
    va_list args;

    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    snprintf(from->dump->error, sizeof from->dump->error, "%.200s line %ld: %s", from->dump->name,
             from->line, text);
    return -1;
}

int dump_line_lost(const struct dump_reader *from)
{
    return dump_line_world(from->dump, store_error(from->store));
}

int dump_line_hash_parse(const json_t *value, uint8_t hash[32])
{
    const char *hex = json_string_value(value);

    return hex && hex_parse(hex, hash, HASH_BYTES) == 0 ? 0 : -1;
}

int dump_line_text(struct dump_reader *from, const json_t *object, const char *key, char *out,
                   size_t size)
{
    const char *text = json_string_value(json_object_get(object, key));

    if (!text || strlen(text) >= size)
        return dump_line_refuse(from, "%s: expected a text of %zu bytes at most", key, size - 1);
    memcpy(out, text, strlen(text) + 1);
    return 0;
}

int dump_line_number(struct dump_reader *from, const json_t *object, const char *key, int64_t min,
                     int64_t max, int64_t *out)
{
    const json_t *value = json_object_get(object, key);

    *out = json_integer_value(value);
    if (!json_is_integer(value) || *out < min || *out > max)
        return dump_line_refuse(from, "%s: expected a number from %lld to %lld", key,
                                (long long)min, (long long)max);
    return 0;
}
