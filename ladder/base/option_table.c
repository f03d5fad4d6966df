/* option_table.c - the options of a command as tables of rows: finding, setting, parsing. */
#include "base/option_table.h"
#include "levenshtein.h"

#include <assert.h>
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { SHOWN_MAX = 80, NAME_MAX_BYTES = 40, NEAREST_MAX = 3 };

/* ------------------------------------------------------------------------------------- errors */

int option_table_refuse(char error[OPTION_ERROR_BYTES], const char *format, ...)
{
    va_list args;

    va_start(args, format);
    vsnprintf(error, OPTION_ERROR_BYTES, format, args);
    va_end(args);
    return -1;
}

/* The value as messages quote it. The URL of a store may hold a password. */
static void show_value(const struct option_row *row, const char *value, char shown[SHOWN_MAX + 4])
{
    bool hides = row->secret && strncmp(value, "sqlite:", 7) != 0 && strpbrk(value, "/@");

    if (hides)
        strcpy(shown, "...");
    else
        snprintf(shown, SHOWN_MAX + 4, "%.*s%s", SHOWN_MAX, value,
                 strlen(value) > SHOWN_MAX ? "..." : "");
}

/* "a, b or c" */
static void list_words(const char *const *words, char *text, size_t size)
{
    size_t used = 0;

    text[0] = '\0';
    for (int i = 0; words[i] && used < size; i++)
        used += (size_t)snprintf(text + used, size - used, "%s%s",
                                 i == 0         ? ""
                                 : words[i + 1] ? ", "
                                                : " or ",
                                 words[i]);
}

static void describe_allowed(const struct option_row *row, char *text, size_t size)
{
    if (row->allowed)
        snprintf(text, size, "%s", row->allowed);
    else if (row->kind == OPTION_KIND_NUMBER && row->max < INT32_MAX)
        snprintf(text, size, "a number from %ld to %ld", row->min, row->max);
    else if (row->kind == OPTION_KIND_NUMBER)
        snprintf(text, size, "a number from %ld", row->min);
    else if (row->kind == OPTION_KIND_SWITCH)
        snprintf(text, size, "a number from 0 to 1");
    else if (row->kind == OPTION_KIND_COUNT)
        snprintf(text, size, "a number from 0");
    else if (row->kind == OPTION_KIND_WORD)
        list_words(row->words, text, size);
    else
        snprintf(text, size, "%s", row->help);
}

int option_table_refuse_value(const struct option_row *row, const char *value, const char *prefix,
                              const char *allowed, char error[OPTION_ERROR_BYTES])
{
    char shown[SHOWN_MAX + 4], text[320];

    show_value(row, value, shown);
    describe_allowed(row, text, sizeof text);
    return option_table_refuse(error, "%s%s=%s: expected %s", prefix, row->name, shown,
                               allowed ? allowed : text);
}

/* ------------------------------------------------------------------------------------- setting */

int option_table_number(const char *text, long min, long max, int *out)
{
    char *end;

    errno = 0;
    long value = strtol(text, &end, 10);
    if ((*text != '-' && (*text < '0' || *text > '9')) || *end || errno || value < min ||
        value > max)
        return -1;
    *out = (int)value;
    return 0;
}

static int parse_count(const char *text, uint64_t *out)
{
    char *end;

    errno = 0;
    uint64_t value = strtoull(text, &end, 10);
    if (*text < '0' || *text > '9' || *end || errno || value == UINT64_MAX)
        return -1;
    *out = value;
    return 0;
}

static int find_word(const char *const *words, const char *text)
{
    for (int i = 0; words[i]; i++) {
        if (strcmp(words[i], text) == 0)
            return i;
    }
    return -1;
}

static int set_word(const struct option_row *row, void *field, const char *value)
{
    int index = find_word(row->words, value);

    if (index < 0)
        return -1;
    assert(row->size == sizeof index);
    memcpy(field, &index, sizeof index);
    return 0;
}

/* Values of OPTION_KIND_LINES are stored one a line: a line feed in one would split it. */
static int set_copy(const struct option_row *row, char *field, const char *value)
{
    size_t used = row->kind == OPTION_KIND_LINES ? strlen(field) : 0;

    if (used + strlen(value) + 2 > row->size || strchr(value, '\n'))
        return -1;
    snprintf(field + used, row->size - used, "%s%s", used ? "\n" : "", value);
    return 0;
}

static int add_to_list(const struct option_row *row, struct option_list *list, const char *value,
                       const char *prefix, char error[OPTION_ERROR_BYTES])
{
    if (list->count == OPTION_LIST_MAX)
        return option_table_refuse(error, "%s%s: at most %d", prefix, row->name, OPTION_LIST_MAX);
    list->values[list->count++] = value;
    return 0;
}

static int take(const struct option_row *row, void *context, const char *value, const char *prefix,
                char error[OPTION_ERROR_BYTES])
{
    char reason[OPTION_ERROR_BYTES] = "", shown[SHOWN_MAX + 4];

    if (row->take(context, value, reason) == 0)
        return 0;
    if (!reason[0])
        return option_table_refuse_value(row, value, prefix, NULL, error);
    show_value(row, value ? value : "", shown);
    return option_table_refuse(error, "%s%s%s%s: %.400s", prefix, row->name, value ? "=" : "",
                               shown, reason);
}

int option_table_set(const struct option_row *row, void *context, const char *value,
                     const char *prefix, char error[OPTION_ERROR_BYTES])
{
    void *field = (char *)context + row->offset;
    int status = 0;

    if (row->valid && !row->valid(value))
        return option_table_refuse_value(row, value, prefix, NULL, error);
    switch (row->kind) {
    case OPTION_KIND_FLAG:
        *(bool *)field = true;
        break;
    case OPTION_KIND_SWITCH:
        status = value ? option_table_number(value, 0, 1, field) : (*(int *)field = 1, 0);
        break;
    case OPTION_KIND_NUMBER:
        status = option_table_number(value, row->min, row->max, field);
        break;
    case OPTION_KIND_COUNT:
        status = parse_count(value, field);
        break;
    case OPTION_KIND_WORD:
        status = set_word(row, field, value);
        break;
    case OPTION_KIND_TEXT:
        *(const char **)field = value;
        break;
    case OPTION_KIND_COPY:
    case OPTION_KIND_LINES:
        status = set_copy(row, field, value);
        break;
    case OPTION_KIND_LIST:
        return add_to_list(row, field, value, prefix, error);
    case OPTION_KIND_TAKE:
        return take(row, context, value, prefix, error);
    }
    return status ? option_table_refuse_value(row, value, prefix, NULL, error) : 0;
}

void option_table_format(const struct option_row *row, const void *context, char *text, size_t size)
{
    const void *field = (const char *)context + row->offset;
    int index;

    switch (row->kind) {
    case OPTION_KIND_SWITCH:
    case OPTION_KIND_NUMBER:
        snprintf(text, size, "%d", *(const int *)field);
        return;
    case OPTION_KIND_WORD:
        memcpy(&index, field, sizeof index);
        snprintf(text, size, "%s", row->words[index]);
        return;
    case OPTION_KIND_COPY:
    case OPTION_KIND_LINES:
        snprintf(text, size, "%s", (const char *)field);
        return;
    case OPTION_KIND_FLAG:
    case OPTION_KIND_COUNT:
    case OPTION_KIND_TEXT:
    case OPTION_KIND_LIST:
    case OPTION_KIND_TAKE:
        break;
    }
    assert(false && "a row that stands in no file");
}

void option_table_set_part_defaults(const struct option_part *part, void *context)
{
    char error[OPTION_ERROR_BYTES];

    for (int i = 0; i < part->count; i++) {
        const struct option_row *row = &part->rows[i];
        if (row->kind == OPTION_KIND_COPY || row->kind == OPTION_KIND_LINES)
            ((char *)context)[row->offset] = '\0';
        if (row->standard && option_table_set(row, context, row->standard, "--", error))
            assert(false && "a default that the row refuses");
    }
}

void option_table_set_defaults(const struct option_table *table, void *context)
{
    for (int i = 0; i < OPTION_PARTS_MAX && table->parts[i].part; i++)
        option_table_set_part_defaults(table->parts[i].part,
                                       (char *)context + table->parts[i].offset);
}

/* ------------------------------------------------------------------------------------- finding */

const struct option_row *option_table_next(const struct option_table *table, int *at)
{
    int index = (*at)++;

    for (int i = 0; i < OPTION_PARTS_MAX && table->parts[i].part; i++) {
        const struct option_part *part = table->parts[i].part;
        if (index < part->count)
            return &part->rows[index];
        index -= part->count;
    }
    return NULL;
}

const struct option_row *option_table_find(const struct option_table *table, const char *name,
                                           void *context, void **part_context)
{
    for (int i = 0; i < OPTION_PARTS_MAX && table->parts[i].part; i++) {
        const struct option_part *part = table->parts[i].part;
        for (int k = 0; k < part->count; k++) {
            if (strcmp(part->rows[k].name, name) != 0)
                continue;
            if (part_context)
                *part_context = (char *)context + table->parts[i].offset;
            return &part->rows[k];
        }
    }
    return NULL;
}

const char *option_table_gone(const struct option_table *table, const char *name)
{
    for (int i = 0; i < table->gone_count; i++) {
        if (strcmp(table->gone[i].name, name) == 0)
            return table->gone[i].instead;
    }
    return NULL;
}

const char *option_table_nearest(const struct option_table *table, const char *name)
{
    const struct option_row *row;
    const char *nearest = NULL;
    size_t size = strlen(name);
    int at = 0, best = NEAREST_MAX + 1;

    while ((row = option_table_next(table, &at)) && size <= NAME_MAX_BYTES) {
        int steps = levenshtein_distance(name, size, row->name, strlen(row->name));
        if (steps < best && 2 * steps <= (int)size) {
            best = steps;
            nearest = row->name;
        }
    }
    return nearest;
}

/* ------------------------------------------------------------------------------------- parsing */

static const char help_name[] = "help", manual_name[] = "help-man";

struct parse {
    const struct option_table *table;
    void *context;
    int argc, at; /* the argument being read */
    char **argv, *error;
};

/* Lists the names that begin like this, as "--a, --b or --c"; *count: how many. */
static const char *list_matches(const struct option_table *table, const char *name,
                                char text[OPTION_ERROR_BYTES / 2], int *count)
{
    const struct option_row *row;
    const char *last = NULL;
    size_t used = 0, length = strlen(name);
    int at = 0;

    text[0] = '\0';
    *count = 0;
    do {
        row = option_table_next(table, &at);
        const char *known = row ? row->name : help_name;
        if (strncmp(known, name, length) != 0)
            continue;
        if (last && used < OPTION_ERROR_BYTES / 2)
            used += (size_t)snprintf(text + used, OPTION_ERROR_BYTES / 2 - used, "%s--%s",
                                     used ? ", " : "", last);
        last = known;
        (*count)++;
    } while (row);
    if (*count > 1 && used < OPTION_ERROR_BYTES / 2)
        snprintf(text + used, OPTION_ERROR_BYTES / 2 - used, " or --%s", last);
    return last;
}

static int refuse_unknown(const struct parse *parse, const char *word, size_t size)
{
    char name[NAME_MAX_BYTES + 1];
    int shown = size > 2 * NAME_MAX_BYTES ? 2 * NAME_MAX_BYTES : (int)size;

    snprintf(name, sizeof name, "%s", size < 2 ? "" : word + 2);
    name[strcspn(name, "=")] = '\0';
    const char *command = parse->table->command, *cut = shown < (int)size ? "..." : "";
    const char *nearest = option_table_nearest(parse->table, name);
    const char *instead = option_table_gone(parse->table, name);

    if (instead)
        return option_table_refuse(parse->error, "--%s: no longer an option; %s", name, instead);
    if (nearest)
        return option_table_refuse(parse->error,
                                   "%.*s%s: no such option, --%s is; see avondale %s --help", shown,
                                   word, cut, nearest, command);
    return option_table_refuse(parse->error, "%.*s%s: no such option; see avondale %s --help",
                               shown, word, cut, command);
}

/* Sets the row with the value after `equals`, or with the next argument. */
static int read_value(struct parse *parse, const struct option_row *row, void *context,
                      const char *equals)
{
    const char *value = equals ? equals + 1 : NULL;
    const char *next = parse->at + 1 < parse->argc ? parse->argv[parse->at + 1] : "-";
    bool is_switch = row->kind == OPTION_KIND_SWITCH;

    if (equals && !row->value && !is_switch)
        return option_table_refuse(parse->error, "--%s: takes no value", row->name);
    if (is_switch && !value && parse->table->operands_max == 0 && next[0] != '-')
        value = parse->argv[++parse->at];
    if (!value && row->value && !is_switch) {
        if (parse->at + 1 >= parse->argc)
            return option_table_refuse(parse->error, "--%s: expected a value, %s: %s", row->name,
                                       row->value, row->help);
        value = parse->argv[++parse->at];
    }
    return option_table_set(row, context, value, "--", parse->error);
}

static enum option_result read_option(struct parse *parse)
{
    const char *word = parse->argv[parse->at], *equals = strchr(word, '=');
    char name[NAME_MAX_BYTES + 1], matches[OPTION_ERROR_BYTES / 2];
    size_t size = equals ? (size_t)(equals - word) : strlen(word);
    void *context = NULL;
    int count = 0;

    if (strcmp(word, "-h") == 0)
        return OPTION_HELP;
    if (word[1] != '-' || size < 3 || size - 2 > NAME_MAX_BYTES)
        return refuse_unknown(parse, word, size);
    snprintf(name, sizeof name, "%.*s", (int)size - 2, word + 2);
    if (strcmp(name, manual_name) == 0)
        return OPTION_MANUAL;
    const struct option_row *row = option_table_find(parse->table, name, parse->context, &context);
    if (!row) {
        const char *known = list_matches(parse->table, name, matches, &count);
        if (count == 1 && known == help_name)
            return OPTION_HELP;
        if (count > 1)
            return option_table_refuse(parse->error, "--%s: may be %s", name, matches);
        if (count == 0)
            return refuse_unknown(parse, word, size);
        row = option_table_find(parse->table, known, parse->context, &context);
    }
    return read_value(parse, row, context, equals);
}

/* Checks the number of operands. The messages name the missing ones, or the first extra one. */
static enum option_result check_operands(const struct parse *parse, int first)
{
    const struct option_table *table = parse->table;
    int count = parse->argc - first;

    if (count > table->operands_max && table->operands_max == 0)
        return option_table_refuse(parse->error, "'%.80s' is no option; see avondale %s --help",
                                   parse->argv[first], table->command);
    if (count < table->operands_min || count > table->operands_max)
        return option_table_refuse(parse->error, "expected %s; see avondale %s --help",
                                   table->operands, table->command);
    return OPTION_OK;
}

enum option_result option_table_parse(const struct option_table *table, void *context, int argc,
                                      char **argv, int *first, char error[OPTION_ERROR_BYTES])
{
    struct parse parse = {
        .table = table, .context = context, .argc = argc, .at = 1, .argv = argv, .error = error};
    char **operands = calloc((size_t)argc + 1, sizeof *operands);
    enum option_result result = OPTION_OK;
    int count = 0, used = 1;

    *first = argc;
    if (!operands)
        return option_table_refuse(error, "out of memory");
    for (; parse.at < argc && result == OPTION_OK; parse.at++) {
        char *word = argv[parse.at];
        bool is_option = word[0] == '-' && word[1] != '\0', ends = strcmp(word, "--") == 0;
        int begin = parse.at;
        if (ends || (!is_option && table->operand_ends)) {
            for (parse.at += ends; parse.at < argc; parse.at++)
                operands[count++] = argv[parse.at];
            if (ends)
                argv[used++] = word;
        } else if (!is_option) {
            operands[count++] = word;
        } else {
            result = read_option(&parse);
            for (int i = begin; i <= parse.at && i < argc; i++)
                argv[used++] = argv[i];
        }
    }
    if (result == OPTION_OK) {
        assert(used + count == argc);
        memcpy(argv + used, operands, (size_t)count * sizeof *operands);
        *first = used;
        result = check_operands(&parse, used);
    }
    free(operands);
    return result;
}
