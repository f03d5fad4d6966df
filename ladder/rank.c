/* rank.c - who stands where on one ladder (ratings 7). */
#include "rank.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define DAY_MSEC (24 * 60 * 60 * INT64_C(1000))

static void row_fill(const struct standings *standings, const struct entry *entry,
                     struct ladder_row *row)
{
    const struct standing *bot = &standings->bots[entry->bot];
    memset(row, 0, sizeof *row);
    memcpy(row->name, bot->name, sizeof row->name);
    memcpy(row->owner, bot->owner[0] ? bot->owner : bot->name, sizeof row->owner);
    row->rating_milli = entry->rating_milli;
    row->games = entry->games;
    row->wins = entry->wins;
    row->ties = entry->ties;
    row->losses = entry->losses;
    row->provisional = entry_provisional(entry);
    row->last_msec = entry->last_msec;
}

static int compare(const void *left, const void *right)
{
    const struct ladder_row *a = left, *b = right;
    if (a->provisional != b->provisional)
        return a->provisional ? 1 : -1;
    if (a->rating_milli != b->rating_milli)
        return a->rating_milli < b->rating_milli ? 1 : -1;
    if (a->games != b->games)
        return a->games < b->games ? 1 : -1;
    return strcasecmp(a->name, b->name);
}

struct ladder_row *rank_rows(const struct standings *standings, int board, int *count)
{
    const struct board *from = &standings->boards[board];
    struct ladder_row *rows = calloc((size_t)from->count + 1, sizeof *rows);
    *count = 0;
    for (int i = 0; rows && i < from->count; i++) {
        const struct entry *entry = &from->entries[i];
        bool inactive = entry->last_msec < from->newest_msec - INACTIVE_DAYS * DAY_MSEC;
        if (board_find(from, entry->bot) == i && !inactive && !standings->bots[entry->bot].banned)
            row_fill(standings, entry, &rows[(*count)++]);
    }
    return rows;
}

void rank_order(struct ladder_row *rows, int count)
{
    if (count > 1)
        qsort(rows, (size_t)count, sizeof *rows, compare);
    for (int i = 0; i < count; i++)
        rows[i].rank = rows[i].provisional ? 0 : i + 1;
}

void rank_describe(const struct standings *standings, int board, struct ladder_board *out)
{
    const struct board *from = &standings->boards[board];
    memset(out, 0, sizeof *out);
    memcpy(out->name, from->name, sizeof out->name);
    memcpy(out->ruleset, from->ruleset, sizeof out->ruleset);
    memcpy(out->format, from->format, sizeof from->format);
    out->results = from->results;
    out->newest_msec = from->newest_msec;
    for (int i = 0; i < from->newest_count; i++)
        out->bots += from->newest[i] > 0;
}
