/* import.c - adds results from elsewhere to the log. */
#include "log/import.h"
#include "log/csv.h"
#include "log/replay.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static int fail_store(struct import *import, const struct store *store)
{
    import->world = true;
    snprintf(import->error, sizeof import->error, "%s", store_error(store));
    return -1;
}

static int ensure_bots(struct import *import, struct store *store, struct standings *standings,
                       const struct ladder_result *result)
{
    for (int seat = 0; seat < result->seat_count; seat++) {
        int index = standings_find(standings, result->seats[seat].bot);
        if (index < 0)
            index = standings_add(standings, result->seats[seat].bot, "");
        if (index < 0) {
            import->world = true;
            snprintf(import->error, sizeof import->error, "out of memory, or too many bots");
            return -1;
        }
        if (standings->bots[index].id == 0 &&
            store_bot_add(store, &standings->bots[index], result->wall_msec))
            return fail_store(import, store);
    }
    return 0;
}

static int add_result(struct import *import, struct store *store, struct standings *standings,
                      const struct ladder_result *result)
{
    struct result_change change;
    int64_t seq;
    int there = store_result_find(store, result->game, &seq);

    if (there == STORE_FAILED)
        return fail_store(import, store);
    if (there == 0) {
        import->there++;
        return 0;
    }
    if (ensure_bots(import, store, standings, result))
        return -1;
    if (apply_result(standings, result, false, &change)) {
        import->world = true;
        snprintf(import->error, sizeof import->error, "out of memory");
        return -1;
    }
    if (store_result_add(store, result, standings, &change, &seq))
        return fail_store(import, store);
    for (int seat = 0; seat < result->seat_count; seat++) {
        if (store_bot_cache(store, &standings->bots[change.seats[seat].bot]))
            return fail_store(import, store);
    }
    import->added++;
    return 0;
}

static int read_line(struct import *import, FILE *file, char *line, long number)
{
    if (!fgets(line, CSV_LINE_MAX, file))
        return 0;
    size_t size = strlen(line);
    if (size == CSV_LINE_MAX - 1 && line[size - 1] != '\n') {
        snprintf(import->error, sizeof import->error, "%.200s line %ld: longer than %d bytes",
                 import->name, number, CSV_LINE_MAX - 2);
        return -1;
    }
    while (size > 0 && (line[size - 1] == '\n' || line[size - 1] == '\r'))
        line[--size] = 0;
    return 1;
}

/* Reads a row, or a blank line, which is none. */
static int import_row(struct import *import, struct store *store, struct standings *standings,
                      char *line, const struct csv_head *head, char why[160])
{
    struct ladder_result result;

    if (!line[0])
        return 0;
    if (csv_read_row(line, head, import->wall_msec, &result, why))
        return -1;
    return add_result(import, store, standings, &result);
}

static int import_rows(struct import *import, struct store *store, struct standings *standings,
                       FILE *file)
{
    char line[CSV_LINE_MAX], why[160] = "";
    struct csv_head head;
    int status;
    long number = 1;

    for (; (status = read_line(import, file, line, number)) > 0; number++) {
        int bad = number == 1 ? csv_read_head(line, &head, why)
                              : import_row(import, store, standings, line, &head, why);
        if (bad && !import->error[0])
            snprintf(import->error, sizeof import->error, "%.200s line %ld: %s", import->name,
                     number, why);
        if (bad)
            return -1;
    }
    if (status)
        return status;
    if (ferror(file))
        snprintf(import->error, sizeof import->error, "%.200s: %s", import->name, strerror(errno));
    else if (number == 1)
        snprintf(import->error, sizeof import->error, "%.200s: expected a table, got nothing",
                 import->name);
    return import->error[0] ? -1 : 0;
}

int import_csv(struct import *import, struct store *store, FILE *file)
{
    struct replay replay;

    import->added = import->there = 0;
    import->world = false;
    import->error[0] = 0;
    replay_init(&replay);
    int status = replay_load(&replay, store, NULL, NULL);
    if (status) {
        import->world = true;
        snprintf(import->error, sizeof import->error, "%s", replay.error);
    } else {
        status = import_rows(import, store, &replay.standings, file);
    }
    replay_fini(&replay);
    return status ? -1 : 0;
}
