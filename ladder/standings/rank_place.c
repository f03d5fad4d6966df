/* rank_place.c - see rank_place.h. */
#include "standings/rank_place.h"
#include "standings/team.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* An exact text, valid in an address. */
static uint64_t bits_of(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static double value_of(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* Many clients would read "+" in an address as a space. */
static void swap(char *text, char from, char to)
{
    for (; *text; text++)
        *text = *text == from ? to : *text;
}

void rank_place_format(const struct ladder_row *row, const struct ladder_batch *batch,
                       char text[LADDER_PLACE_MAX + 1])
{
    assert(row->name[0]);
    snprintf(
        text, LADDER_PLACE_MAX + 1, "p%d_%" PRIx64 "_%" PRIx64 "_%" PRId64 "_%d_%" PRId64 "_%s",
        (row->provisional ? 2 : 0) + (row->in_batch ? 1 : 0), bits_of(row->rating),
        bits_of(row->err95), row->rating_milli, row->games, batch ? batch->last_seq : 0, row->name);
    swap(text, '+', '~');
}

/* Parses a whole number and the underscore after it. */
static bool take_number(const char **text, int base, int64_t *value)
{
    char *end;
    size_t size = strspn(*text, base == 16 ? "0123456789abcdef" : "-0123456789");
    if (size == 0 || size > 20 || (*text)[size] != '_')
        return false;
    *value = base == 16 ? (int64_t)strtoull(*text, &end, base) : strtoll(*text, &end, base);
    bool whole = end == *text + size;
    *text += size + 1;
    return whole;
}

int rank_place_parse(const char *text, struct rank_place *place)
{
    int64_t flags, rating, err95, milli, games, seq;
    *place = (struct rank_place){.table_seq = 0};
    if (*text++ != 'p' || !take_number(&text, 10, &flags) || !take_number(&text, 16, &rating) ||
        !take_number(&text, 16, &err95) || !take_number(&text, 10, &milli) ||
        !take_number(&text, 10, &games) || !take_number(&text, 10, &seq) || flags < 0 ||
        flags > 3 || games < 0 || games > INT32_MAX || !*text || strlen(text) > LADDER_TEAM_MAX)
        return -1;
    place->row = (struct ladder_row){.provisional = flags & 2,
                                     .in_batch = flags & 1,
                                     .rating = value_of((uint64_t)rating),
                                     .err95 = value_of((uint64_t)err95),
                                     .rating_milli = milli,
                                     .games = (int)games};
    snprintf(place->row.name, sizeof place->row.name, "%s", text);
    swap(place->row.name, '~', '+');
    place->table_seq = seq;
    return 0;
}

int rank_place_find(const struct rank_index *index, const struct standings *standings, int board,
                    const struct rank_place *place)
{
    struct ladder_row row;
    int at = team_entry_find(standings, &standings->boards[board], place->row.name);
    int64_t seq = index->has_batch ? index->batch.last_seq : 0;
    int low = 0, high = index->by_place.count, listed;
    assert(board >= 0 && board < standings->board_count);
    if (seq != place->table_seq) {
        listed = rank_index_place(index, standings, board, at);
        if (listed >= 0)
            return listed + 1;
    }
    while (low <
           high) { /* rows before `low` come up to the place, those from `high` on behind it */
        int middle = low + (high - low) / 2;
        bool there = rank_index_rows(index, standings, board, middle, &row, 1) == 1;
        struct ladder_row end = place->row;
        if (there && strcasecmp(row.name, end.name) == 0) /* there is one line of a name */
            memcpy(end.version, row.version, sizeof end.version);
        if (there && rank_list_compare(&row, &end) <= 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}
