/* ini_file.c - reads a file of sections and keys with inih. */
#include "base/ini_file.h"

#include <ctype.h>
#include <errno.h>
#include <ini.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

struct source {
    const struct ini_file_handler *handler;
    char *error; /* of the caller; "" without an error */
    FILE *file;
    char *line; /* the last section */
    size_t capacity;
    int number, bad_line;
    bool has_key;     /* the section has a key: inih joins an indented line to its value */
    char *long_value; /* of the last line, if it is longer than inih takes; into `line` */
};

static void refuse(struct source *source, const char *what)
{
    if (!source->error[0])
        snprintf(source->error, INI_FILE_ERROR_BYTES, "%s", what);
    source->bad_line = source->bad_line ? source->bad_line : source->number;
}

/* Removes blanks at both ends, in place. */
static char *strip(char *text)
{
    char *end = text + strlen(text);

    while (end > text && isspace((unsigned char)end[-1]))
        *--end = '\0';
    return text + strspn(text, " \t\r\n");
}

/* As in inih: a comment begins after a blank and a semicolon. */
static void cut_comment(char *value)
{
    for (char *at = value; *at; at++) {
        if (*at == ';' && (at == value || isspace((unsigned char)at[-1]))) {
            *at = '\0';
            return;
        }
    }
}

static void tell_heading(struct source *source)
{
    const char *start = source->line + strspn(source->line, " \t");
    const char *end = *start == '[' ? strchr(start, ']') : NULL;
    char name[INI_FILE_LINE_BYTES_MAX];

    if (!end || (source->has_key && start > source->line))
        return;
    source->has_key = false;
    if (!source->handler->heading)
        return;
    snprintf(name, sizeof name, "%.*s", (int)(end - start - 1), start + 1);
    source->handler->heading(source->handler->context, source->number, name);
}

/* Without a callback for headings a file may have none. */
static const char *expected(const struct source *source)
{
    return source->handler->heading ? "expected [SECTION] or NAME = VALUE"
                                    : "expected NAME = VALUE";
}

/* Puts "NAME = -" into `text`, from which inih takes section and key, and keeps the value aside. */
static void shorten(struct source *source, char *text, int size)
{
    char *start = source->line + strspn(source->line, " \t");
    size_t name = strcspn(start, "=:");

    if (*start == ';' || *start == '#') {
        strcpy(text, "\n");
    } else if (*start == '[' || !start[name] || name > (size_t)size - 8) {
        refuse(source, expected(source));
        strcpy(text, "\n");
    } else {
        snprintf(text, (size_t)size, "%.*s = -\n", (int)name, start);
        cut_comment(start + name + 1);
        source->long_value = strip(start + name + 1);
    }
}

static char *next_line(char *text, int size, void *context)
{
    struct source *source = context;
    ssize_t length = getline(&source->line, &source->capacity, source->file);

    source->long_value = NULL;
    if (length < 1) {
        if (ferror(source->file))
            refuse(source, strerror(errno));
        return NULL;
    }
    source->number++;
    if (length > INI_FILE_LINE_BYTES_MAX) {
        snprintf(text, (size_t)size, "expected at most %d bytes", INI_FILE_LINE_BYTES_MAX);
        refuse(source, text);
        return NULL;
    }
    if (strlen(source->line) != (size_t)length) {
        refuse(source, "a byte 0");
        return NULL;
    }
    tell_heading(source);
    if (length < size)
        memcpy(text, source->line, (size_t)length + 1);
    else
        shorten(source, text, size);
    return text;
}

static int take_key(void *context, const char *section, const char *name, const char *value)
{
    struct source *source = context;

    source->has_key = true;
    if (!source->error[0])
        source->handler->key(source->handler->context, source->number, section, name,
                             source->long_value ? source->long_value : value);
    return 1;
}

int ini_file_read(const char *path, const struct ini_file_handler *handler,
                  char error[INI_FILE_ERROR_BYTES])
{
    struct source source = {.handler = handler, .error = error, .file = fopen(path, "r")};

    error[0] = '\0';
    if (!source.file) {
        snprintf(error, INI_FILE_ERROR_BYTES, "%s", strerror(errno));
        return -1;
    }
    int line = ini_parse_stream(next_line, &source, take_key, &source);
    if (line && !error[0]) {
        source.number = line;
        refuse(&source, line > 0 ? expected(&source) : "out of memory");
    }
    free(source.line);
    fclose(source.file);
    return source.bad_line > 0 ? source.bad_line : error[0] ? -1 : 0;
}
