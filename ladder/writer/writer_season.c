/* writer_season.c - the published view of seasons. */
#include "writer/writer_season.h"
#include "writer/writer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void describe(const struct season *season, struct ladder_season *out)
{
    memset(out, 0, sizeof *out);
    memcpy(out->name, season->name, sizeof out->name);
    memcpy(out->board, season->board, sizeof out->board);
    out->from_msec = season->from_msec;
    out->to_msec = season->to_msec;
    out->chips = season->chips;
    out->buy_in = season->buy_in;
    out->over = season->close_action != 0;
    out->bots = season->bots;
}

int writer_season_list(struct ladder *ladder, struct ladder_season *seasons, int max)
{
    pthread_mutex_lock(&ladder->mutex);
    int count = ladder->view.season_count < max ? ladder->view.season_count : max;
    for (int i = 0; i < count; i++)
        describe(&ladder->view.seasons[ladder->view.season_count - 1 - i], &seasons[i]);
    pthread_mutex_unlock(&ladder->mutex);
    return count;
}

bool writer_season_find(struct ladder *ladder, const char *name, struct ladder_season *season)
{
    pthread_mutex_lock(&ladder->mutex);
    int index = standings_season(&ladder->view, name);
    if (index >= 0)
        describe(&ladder->view.seasons[index], season);
    pthread_mutex_unlock(&ladder->mutex);
    return index >= 0;
}

static int purse_compare(const void *left, const void *right)
{
    const struct ladder_purse *a = left, *b = right;
    if (a->chips != b->chips)
        return a->chips < b->chips ? 1 : -1;
    return strcmp(a->name, b->name);
}

int writer_season_purses(struct ladder *ladder, const char *name, struct ladder_purse *purses,
                         int max)
{
    int count = 0;
    pthread_mutex_lock(&ladder->mutex);
    int index = standings_season(&ladder->view, name);
    const struct season *season = index >= 0 ? &ladder->view.seasons[index] : NULL;
    struct ladder_purse *all = season ? calloc((size_t)season->purse_count + 1, sizeof *all) : NULL;
    for (int bot = 0; all && bot < season->purse_count; bot++) {
        if (season->purse[bot] == 0)
            continue;
        memcpy(all[count].name, ladder->view.bots[bot].name, sizeof all[count].name);
        all[count++].chips = season_chips(season, bot);
    }
    pthread_mutex_unlock(&ladder->mutex);
    if (count > 1)
        qsort(all, (size_t)count, sizeof *all, purse_compare);
    count = count < max ? count : max;
    if (count > 0)
        memcpy(purses, all, (size_t)count * sizeof *purses);
    free(all);
    return count;
}

bool writer_season_purse(struct ladder *ladder, const char *season, const char *name,
                         int64_t *chips)
{
    pthread_mutex_lock(&ladder->mutex);
    int index = standings_season(&ladder->view, season);
    int bot = standings_find(&ladder->view, name);
    if (index >= 0 && bot >= 0)
        *chips = season_chips(&ladder->view.seasons[index], bot);
    pthread_mutex_unlock(&ladder->mutex);
    return index >= 0 && bot >= 0;
}

/* Whether a season includes games of this ruleset and shape, with or without partners. */
static bool season_is_about(const struct season *season, const char *ruleset, int side_count,
                            int seat_count)
{
    static const char *const kinds[] = {"mixed", "pairs"};
    struct board board;
    char format[BOARD_FORMAT_MAX + 1];

    if (!season->board[0])
        return true;
    for (int i = 0; i < 2; i++) {
        if (side_count == seat_count)
            snprintf(format, sizeof format, "solo-%d", side_count);
        else
            snprintf(format, sizeof format, "%s-%dof%d", kinds[i], side_count, seat_count);
        board_init(&board, ruleset, format);
        if (strcmp(board.name, season->board) == 0)
            return true;
    }
    return false;
}

static bool is_open(const struct season *season, int64_t now_msec)
{
    return season->chips > 0 && season->close_action == 0 && now_msec >= season->from_msec &&
           now_msec < season->to_msec;
}

bool writer_season_can_stake(struct ladder *ladder, const char *name, const char *ruleset,
                             int side_count, int seat_count, int64_t now_msec, int64_t stake)
{
    bool some = false, can = true;
    pthread_mutex_lock(&ladder->mutex);
    int bot = standings_find(&ladder->view, name);
    for (int i = 0; i < ladder->view.season_count; i++) {
        const struct season *season = &ladder->view.seasons[i];
        if (!is_open(season, now_msec) || !season_is_about(season, ruleset, side_count, seat_count))
            continue;
        some = true;
        can = can && (bot < 0 ? season->chips : season_chips(season, bot)) >= stake;
    }
    pthread_mutex_unlock(&ladder->mutex);
    return some && can;
}

bool writer_season_can_pay(struct ladder *ladder, const char *name, const char *ruleset,
                           int side_count, int seat_count, int64_t now_msec)
{
    bool can = true;
    pthread_mutex_lock(&ladder->mutex);
    int bot = standings_find(&ladder->view, name);
    for (int i = 0; i < ladder->view.season_count && bot >= 0; i++) {
        const struct season *season = &ladder->view.seasons[i];
        if (is_open(season, now_msec) && season_chips(season, bot) < season->buy_in &&
            season_is_about(season, ruleset, side_count, seat_count))
            can = false;
    }
    pthread_mutex_unlock(&ladder->mutex);
    return can;
}
