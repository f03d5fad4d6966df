/* board.c - the ratings of one ruleset in one format (ratings 7). */
#include "board.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { LABEL_MAX = 32, LABEL_CUT = 23 };
#define WORD_BYTES "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-"

/* -------------------------------------------------------------------------------------- names */

static uint32_t text_hash(const char *text)
{
    uint32_t hash = 2166136261u;
    for (; *text; text++)
        hash = (hash ^ (unsigned char)*text) * 16777619u;
    return hash;
}

/* A ruleset as part of an address: itself where it can be, else its beginning and a hash of it. */
static void label_make(const char *ruleset, char label[LABEL_MAX + 1])
{
    size_t size = strlen(ruleset), plain = strspn(ruleset, WORD_BYTES);
    if (plain == size && size >= 1 && size <= LABEL_MAX && ruleset[0] != '.') {
        snprintf(label, LABEL_MAX + 1, "%s", ruleset);
        return;
    }
    size_t kept = plain < LABEL_CUT ? plain : LABEL_CUT;
    snprintf(label, LABEL_MAX + 1, "%.*s-%08x", ruleset[0] == '.' ? 0 : (int)kept, ruleset,
             (unsigned)text_hash(ruleset));
}

void board_format(const struct ladder_result *result, const char *const owners[LADDER_SEATS_MAX],
                  char format[BOARD_FORMAT_MAX + 1])
{
    bool pairs = true;
    if (result->seat_count == result->side_count) {
        snprintf(format, BOARD_FORMAT_MAX + 1, "solo-%d", result->side_count);
        return;
    }
    for (int i = 0; i < result->seat_count; i++) {
        for (int j = 0; j < i; j++) {
            if (result->seats[i].side == result->seats[j].side)
                pairs = pairs && strcasecmp(owners[i], owners[j]) == 0;
        }
    }
    snprintf(format, BOARD_FORMAT_MAX + 1, "%s-%dof%d", pairs ? "pairs" : "mixed",
             result->side_count, result->seat_count);
}

void board_init(struct board *board, const char *ruleset, const char *format)
{
    char label[LABEL_MAX + 1];
    memset(board, 0, sizeof *board);
    snprintf(board->ruleset, sizeof board->ruleset, "%s", ruleset);
    snprintf(board->format, sizeof board->format, "%s", format);
    label_make(ruleset, label);
    snprintf(board->name, sizeof board->name, "%s.%s", label, format);
}

void board_fini(struct board *board)
{
    free(board->entries);
    free(board->newest);
    memset(board, 0, sizeof *board);
}

/* ------------------------------------------------------------------------------------ entries */

int board_find(const struct board *board, int bot)
{
    return bot < board->newest_count ? board->newest[bot] - 1 : -1;
}

static bool newest_grow(struct board *board, int bot)
{
    if (bot < board->newest_count)
        return true;
    int count = bot < 32 ? 64 : bot * 2;
    int32_t *newest = realloc(board->newest, (size_t)count * sizeof *newest);
    if (!newest)
        return false;
    memset(newest + board->newest_count, 0, (size_t)(count - board->newest_count) * sizeof *newest);
    board->newest = newest;
    board->newest_count = count;
    return true;
}

static bool entries_grow(struct board *board)
{
    if (board->count < board->capacity)
        return true;
    int capacity = board->capacity ? board->capacity * 2 : 16;
    struct entry *entries = realloc(board->entries, (size_t)capacity * sizeof *entries);
    if (!entries)
        return false;
    board->entries = entries;
    board->capacity = capacity;
    return true;
}

int board_ensure(struct board *board, int bot, int version, const char *label)
{
    int before = board_find(board, bot);
    if (before >= 0 && board->entries[before].version == version)
        return before;
    if (!newest_grow(board, bot) || !entries_grow(board))
        return -1;
    int at = board->count++;
    struct entry *entry = &board->entries[at];
    *entry = (struct entry){
        .bot = bot, .version = version, .before = before, .rating_milli = RATING_START_MILLI};
    snprintf(entry->label, sizeof entry->label, "%s", label);
    if (before >= 0)
        entry->rating_milli = board->entries[before].rating_milli;
    board->bots += before < 0;
    board->newest[bot] = at + 1;
    return at;
}

int board_put(struct board *board, int at, const struct entry *entry)
{
    assert(at >= 0);
    if (at > board->count || !newest_grow(board, entry->bot) ||
        (at == board->count && !entries_grow(board)))
        return -1;
    board->count += at == board->count;
    board->entries[at] = *entry;
    board->bots += board->newest[entry->bot] == 0;
    if (at >= board->newest[entry->bot])
        board->newest[entry->bot] = at + 1;
    return 0;
}

bool entry_provisional(const struct entry *entry)
{
    return entry->games < PROVISIONAL_GAMES || entry->owners_met_count < PROVISIONAL_OWNERS;
}
