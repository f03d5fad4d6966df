/* option_table.h - the options of a command, or the keys of a file, as tables of rows. Parsing,
 * defaults, --help, the manual page and error messages are all made from the rows.
 *
 * It knows no command and ends no program: an error is a text, and the caller shows it. */
#ifndef AVONDALE_OPTION_TABLE_H
#define AVONDALE_OPTION_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { OPTION_ERROR_BYTES = 640, OPTION_PARTS_MAX = 10, OPTION_LIST_MAX = 128 };

enum option_kind {
    OPTION_KIND_FLAG, /* bool: takes no value, sets it to true */
    /* int, 0 or 1: --x and --x=1 set it, --x=0 clears it; so do --x 1 and --x 0 in a command
     * without operands, where no other word can follow it */
    OPTION_KIND_SWITCH,
    OPTION_KIND_NUMBER, /* int from min to max */
    OPTION_KIND_COUNT,  /* uint64_t from 0 */
    OPTION_KIND_WORD,   /* int or enum: the index of one of `words` */
    OPTION_KIND_TEXT,   /* const char *: points at the argument */
    OPTION_KIND_COPY,   /* char[size] */
    OPTION_KIND_LINES,  /* char[size]: may be repeated, one value a line */
    OPTION_KIND_LIST,   /* struct option_list: may be repeated */
    OPTION_KIND_TAKE,   /* has a grammar of its own: `take` */
};

struct option_list {
    const char *values[OPTION_LIST_MAX];
    int count;
};

struct option_row {
    const char *name; /* without the dashes */
    enum option_kind kind;
    size_t offset, size;      /* offset of the field in the context */
    const char *value;        /* name of its value in help; NULL: a flag */
    long min, max;            /* of a number */
    const char *const *words; /* of a word; ends with NULL */
    /* Returns 0, or -1 with the reason in `error`; without a reason the message shows `allowed`. */
    int (*take)(void *context, const char *value, char error[OPTION_ERROR_BYTES]);
    bool (*valid)(const char *value); /* of a text or a copy; NULL: any */
    const char *standard;             /* the default, as on a command line; NULL: none */
    const char *allowed; /* text after "expected" in messages; NULL: made from the kind */
    const char *help;    /* wrapped where it is printed */
    bool secret;         /* messages do not quote the value */
    bool live;           /* of the daemon: can change while it runs */
};

/* Rows that belong together; several commands may share them. */
struct option_part {
    const char *title; /* title of their section in help and manual; NULL: none */
    const struct option_row *rows;
    int count;
};

/* An option of earlier versions, and its replacement. */
struct option_gone {
    const char *name, *instead;
};

struct option_table {
    const char *command;  /* "match", "ladder top" */
    const char *synopsis; /* arguments in the synopsis; one line for each form of the command */
    const char *does;     /* a paragraph for help, wrapped where it is printed */
    struct {
        const struct option_part *part; /* ends with NULL */
        size_t offset;                  /* offset of its context in that of the command */
    } parts[OPTION_PARTS_MAX];
    /* The operands: "one FILE", with the number required. "": none. */
    const char *operands;
    int operands_min, operands_max;
    bool operand_ends; /* arguments after the first operand belong to it */
    /* Prints more after the options, in the form of a manual page if `manual`; NULL: nothing. */
    void (*print_more)(FILE *out, bool manual);
    const struct option_gone *gone;
    int gone_count;
};

/* The rows of a table, with the type of each field checked by the compiler. */
#define OPTION_FIELD(owner, field, type)                                                           \
    .offset =                                                                                      \
        offsetof(struct owner, field) + 0 * sizeof((type *)0 == &((struct owner *)0)->field),      \
    .size = sizeof(((struct owner *)0)->field)
#define OPTION_SIZED(owner, field)                                                                 \
    .offset = offsetof(struct owner, field), .size = sizeof(((struct owner *)0)->field)
#define OPTION_FLAG(name_, owner, field, help_)                                                    \
    .name = name_, .kind = OPTION_KIND_FLAG, OPTION_FIELD(owner, field, bool), .help = help_
#define OPTION_NUMBER(name_, value_, owner, field, min_, max_, standard_, help_)                   \
    .name = name_, .kind = OPTION_KIND_NUMBER, .value = value_, OPTION_FIELD(owner, field, int),   \
    .min = min_, .max = max_, .standard = standard_, .help = help_
#define OPTION_COUNT(name_, value_, owner, field, standard_, help_)                                \
    .name = name_, .kind = OPTION_KIND_COUNT, .value = value_,                                     \
    OPTION_FIELD(owner, field, uint64_t), .standard = standard_, .help = help_
#define OPTION_TEXT(name_, value_, owner, field, standard_, help_)                                 \
    .name = name_, .kind = OPTION_KIND_TEXT, .value = value_,                                      \
    OPTION_FIELD(owner, field, const char *), .standard = standard_, .help = help_
#define OPTION_WORD(name_, value_, owner, field, words_, standard_, help_)                         \
    .name = name_, .kind = OPTION_KIND_WORD, .value = value_, OPTION_SIZED(owner, field),          \
    .words = words_, .standard = standard_, .help = help_
#define OPTION_LIST(name_, value_, owner, field, help_)                                            \
    .name = name_, .kind = OPTION_KIND_LIST, .value = value_,                                      \
    OPTION_FIELD(owner, field, struct option_list), .help = help_
#define OPTION_TAKE(name_, value_, take_, standard_, help_)                                        \
    .name = name_, .kind = OPTION_KIND_TAKE, .value = value_, .take = take_,                       \
    .standard = standard_, .help = help_
#define OPTION_PART(title_, rows_)                                                                 \
    {                                                                                              \
        .title = title_, .rows = rows_, .count = sizeof rows_ / sizeof rows_[0]                    \
    }

/* Sets the defaults; other fields stay as they are. */
void option_table_set_defaults(const struct option_table *table, void *context);
void option_table_set_part_defaults(const struct option_part *part, void *context);

enum option_result {
    OPTION_OK,
    OPTION_BAD = -1,    /* `error` has the reason */
    OPTION_HELP = -2,   /* --help or -h was given */
    OPTION_MANUAL = -3, /* --help-man: for the build */
};
/* Takes the options out of argv[1] .. argv[argc - 1] and moves the operands to its end:
 * argv[*first] .. argv[argc - 1]. Options may be shortened to an unambiguous beginning. All
 * arguments after `--` are operands. */
enum option_result option_table_parse(const struct option_table *table, void *context, int argc,
                                      char **argv, int *first, char error[OPTION_ERROR_BYTES]);

/* Returns the row with that whole name, and the context of its part; NULL if there is none. */
const struct option_row *option_table_find(const struct option_table *table, const char *name,
                                           void *context, void **part_context);
/* Returns the replacement of an option of earlier versions; NULL if it was none. */
const char *option_table_gone(const struct option_table *table, const char *name);
/* Returns the name most similar to `name`, or NULL if none is near. */
const char *option_table_nearest(const struct option_table *table, const char *name);
/* Iterates over all rows. Returns the next one and moves *at, which starts at 0; NULL after the
 * last. */
const struct option_row *option_table_next(const struct option_table *table, int *at);

/* Sets one value. Returns 0, or -1 with "PREFIXname=VALUE: expected ..." in `error`. */
int option_table_set(const struct option_row *row, void *context, const char *value,
                     const char *prefix, char error[OPTION_ERROR_BYTES]);
/* Makes the message for a value that was found wrong later, in the same form; "expected" is
 * followed by `allowed`, or by the row's text (NULL). Returns -1. */
int option_table_refuse_value(const struct option_row *row, const char *value, const char *prefix,
                              const char *allowed, char error[OPTION_ERROR_BYTES]);
/* The value in the form of a file. Only for rows of a file: no text, list or own grammar. */
void option_table_format(const struct option_row *row, const void *context, char *text,
                         size_t size);

/* Writes a reason for `take`. Returns -1. */
__attribute__((format(printf, 2, 3))) int option_table_refuse(char error[OPTION_ERROR_BYTES],
                                                              const char *format, ...);
/* Parses a whole number from min to max. Returns 0, or -1 if it is not one. */
int option_table_number(const char *text, long min, long max, int *out);

#endif
