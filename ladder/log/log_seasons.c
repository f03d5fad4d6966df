/* log_seasons.c - reads the seasons of a log. */
#include "log/log_seasons.h"

#include <stdlib.h>
#include <string.h>

static int add(struct log_seasons *seasons, const struct log_entry *entry)
{
    struct season season = {.name = ""};

    if (entry->kind != LOG_ENTRY_SEASON || season_parse(entry->text, &season))
        return 0;
    struct season *grown =
        realloc(seasons->items, (size_t)(seasons->count + 1) * sizeof *seasons->items);
    if (!grown)
        return -1;
    seasons->items = grown;
    seasons->items[seasons->count++] = season;
    return 0;
}

int log_seasons_read(struct log_seasons *seasons, struct store *store, const char **why)
{
    struct log_entry *page = calloc(STORE_PAGE, sizeof *page);
    int64_t after = 0;
    int count = page ? STORE_PAGE : 0;
    int status = page ? 0 : -1;

    *why = "out of memory";
    while (status == 0 && count == STORE_PAGE) {
        count = store_log_entries(store, after, page, STORE_PAGE);
        if (count < 0) {
            *why = store_error(store);
            status = -1;
        }
        for (int i = 0; i < count && status == 0; i++) {
            after = page[i].id;
            status = add(seasons, &page[i]);
        }
    }
    free(page);
    return status;
}

void log_seasons_free(struct log_seasons *seasons)
{
    free(seasons->items);
    *seasons = (struct log_seasons){NULL, 0};
}

static bool contains(const struct season *season, int64_t wall_msec)
{
    return wall_msec >= season->from_msec && wall_msec < season->to_msec;
}

const char *log_seasons_at(const struct log_seasons *seasons, int64_t wall_msec)
{
    const char *name = "";

    for (int i = 0; i < seasons->count; i++) {
        if (contains(&seasons->items[i], wall_msec))
            name = seasons->items[i].name;
    }
    return name;
}

bool log_seasons_have(const struct log_seasons *seasons, const char *name, int64_t wall_msec)
{
    for (int i = 0; i < seasons->count; i++) {
        if (contains(&seasons->items[i], wall_msec) && strcmp(seasons->items[i].name, name) == 0)
            return true;
    }
    return false;
}
