/* openings.c - reads deals from a file. */
#include "arena/openings.h"
#include "protocol.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct list {
    struct opening *items;
    int count, capacity;
};

static bool grow(struct list *list)
{
    int capacity = list->capacity ? 2 * list->capacity : 64;
    struct opening *items = realloc(list->items, (size_t)capacity * sizeof *items);

    if (!items)
        return false;
    list->items = items;
    list->capacity = capacity;
    return true;
}

static int add(struct list *list, const char *line, size_t size, const struct ruleset *rules,
               char why[160])
{
    if (list->count == OPENINGS_MAX) {
        snprintf(why, 160, "at most %d deals", OPENINGS_MAX);
        return -1;
    }
    if (list->count == list->capacity && !grow(list)) {
        snprintf(why, 160, "out of memory");
        return -1;
    }
    struct opening *opening = &list->items[list->count];
    if (record_deal_parse(line, size, rules, &opening->deal, &opening->dealer, why))
        return -1;
    list->count++;
    return 0;
}

/* Returns 0, or -1 with `error` filled in. */
static int read_all(FILE *file, const char *name, const struct ruleset *rules, struct list *list,
                    char error[320])
{
    char *line = NULL, why[160];
    size_t capacity = 0;
    ssize_t size;
    int status = 0;

    for (long number = 1; !status && (size = getline(&line, &capacity, file)) > 0; number++) {
        if (line[size - 1] == '\n')
            size--;
        if (size > 0 && (status = add(list, line, (size_t)size, rules, why)) != 0)
            snprintf(error, 320, "%.120s line %ld: %s", name, number, why);
    }
    if (!status && !feof(file)) {
        snprintf(error, 320, "%.120s: %s", name, strerror(errno));
        status = -1;
    } else if (!status && list->count == 0) {
        snprintf(error, 320, "%.120s: expected a deal a line, got nothing", name);
        status = -1;
    }
    free(line);
    return status;
}

int openings_read(const char *name, const struct ruleset *rules, struct opening **openings,
                  char error[320])
{
    struct list list = {0};
    FILE *file = fopen(name, "r");

    *openings = NULL;
    if (!file) {
        snprintf(error, 320, "%.120s: %s", name, strerror(errno));
        return 0;
    }
    int status = read_all(file, name, rules, &list, error);
    fclose(file);
    if (status) {
        free(list.items);
        return 0;
    }
    *openings = list.items;
    return list.count;
}
