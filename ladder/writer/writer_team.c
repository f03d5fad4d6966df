/* writer_team.c - the published view of partners that are rated as a team. */
#include "writer/writer_team.h"
#include "standings/team.h"
#include "writer/writer.h"

#include <stdio.h>
#include <string.h>

/* With the mutex held. */
static int teams_of(const struct ladder *ladder, int index, int bot, struct ladder_line *teams,
                    int max)
{
    const struct board *board = &ladder->view.boards[index];
    int count = 0;
    for (int team = board_next_team(board, bot, -1); team >= 0 && count < max;
         team = board_next_team(board, bot, team)) {
        if (!rank_index_find(&ladder->ranks[index], &ladder->view, index, board_newest(board, team),
                             &teams[count].row))
            continue;
        memcpy(teams[count++].board, board->name, sizeof board->name);
    }
    return count;
}

int writer_team_list(struct ladder *ladder, const char *name, struct ladder_line *teams, int max)
{
    int count = 0;
    pthread_mutex_lock(&ladder->mutex);
    int bot = standings_find(&ladder->view, name);
    for (int i = 0; i < ladder->rank_count && bot >= 0; i++)
        count += teams_of(ladder, i, bot, teams + count, max - count);
    pthread_mutex_unlock(&ladder->mutex);
    return count;
}

/* The entry of the team in which a bot played last, or -1. */
static int latest_of(const struct board *board, int bot)
{
    int latest = -1;
    for (int team = board_next_team(board, bot, -1); team >= 0;
         team = board_next_team(board, bot, team)) {
        int at = board_newest(board, team);
        if (latest < 0 || board->entries[at].last_msec > board->entries[latest].last_msec)
            latest = at;
    }
    return latest;
}

/* With the mutex held. Unknown bots have no team; a single bot has the one in which it played last.
 */
static int entry_of(const struct standings *standings, const struct board *board,
                    const char *const *names, int count)
{
    struct team team;
    if (!team_of_names(standings, names, count, &team))
        return -1;
    return count == 1 ? latest_of(board, team.bots[0]) : board_find_team(board, &team);
}

int64_t writer_team_rating(struct ladder *ladder, const char *const *names, int count,
                           const char *ruleset, int side_count, int seat_count)
{
    struct board wanted;
    char format[BOARD_FORMAT_MAX + 1];
    int64_t rating = RATING_START_MILLI;
    snprintf(format, sizeof format, "pairs-%dof%d", side_count, seat_count);
    board_init(&wanted, ruleset, format);
    pthread_mutex_lock(&ladder->mutex);
    int index = standings_board(&ladder->view, wanted.name);
    const struct board *board = index < 0 ? NULL : &ladder->view.boards[index];
    int at = board ? entry_of(&ladder->view, board, names, count) : -1;
    if (at >= 0)
        rating = board->entries[at].rating_milli;
    pthread_mutex_unlock(&ladder->mutex);
    return rating;
}
