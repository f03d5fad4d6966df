/* dump_line.h - the lines of the file of dump.h: how they are written and read, whatever they are
 * about; for dump.c and those that write lines for it. */
#ifndef AVONDALE_DUMP_LINE_H
#define AVONDALE_DUMP_LINE_H

#include "log/dump.h"

/* An export. */
struct dump_writer {
    struct dump *dump;
    struct store *store;
    FILE *file;
    struct store_retention retention; /* dump.c: how far records left */
    struct log_entry next; /* dump.c: the log entry to be written next; id 0: there is none */
};

/* An import. */
struct dump_reader {
    struct dump *dump;
    struct store *store;
    struct standings standings; /* what the lines so far make */
    long line;                  /* the number of the line that is read, from 1 */
};

/* The world's failure, with this text. Returns -1. */
int dump_line_world(struct dump *dump, const char *text);

/* ---- export */
/* The store failed. Returns -1. */
int dump_line_failed(const struct dump_writer *to);
/* Writes an object as a line, and releases it; NULL: out of memory. Returns 0, or -1. */
LADDER_MUST_CHECK int dump_line_put(struct dump_writer *to, json_t *value);
/* A hash as 64 hex digits, or null where there is none. Returns a new reference. */
json_t *dump_line_hash(const uint8_t hash[32], bool there);

/* A kind of rows that are read page by page. */
struct dump_rows {
    size_t size; /* of a row */
    /* Reads rows after that number, as the functions of a store do. */
    int (*read)(struct store *store, int64_t after, void *page, int max);
    /* Writes a row, and sets its number. Returns 0, or -1. */
    int (*put)(struct dump_writer *to, const void *row, int64_t *number);
};
/* Writes all rows. Returns 0, or -1. */
LADDER_MUST_CHECK int dump_line_rows(struct dump_writer *to, const struct dump_rows *rows);

/* ---- import */
/* The line is wrong: sets the error, with its number. Returns -1. */
int dump_line_refuse(struct dump_reader *from, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* The store failed. Returns -1. */
int dump_line_lost(const struct dump_reader *from);
/* Reads 64 hex digits. Returns 0, or -1 without an error: the value is no hash. */
LADDER_MUST_CHECK int dump_line_hash_parse(const json_t *value, uint8_t hash[32]);
/* Copies a text that must be there and fit. Returns 0, or -1. */
LADDER_MUST_CHECK int dump_line_text(struct dump_reader *from, const json_t *object,
                                     const char *key, char *out, size_t size);
/* Reads a number that must be there and from `min` to `max`. Returns 0, or -1. */
LADDER_MUST_CHECK int dump_line_number(struct dump_reader *from, const json_t *object,
                                       const char *key, int64_t min, int64_t max, int64_t *out);

#endif
