/* apply_result.c - one result applied to the standings, deterministically (ratings 2, 7). */
#include "standings/guard.h"
#include "base/hash.h"
#include "base/name.h"
#include "rating/elo.h"
#include "standings/team.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---------------------------------------------------------------------------------- one result */

static const char *owner_of(const struct standing *bot)
{
    return bot->owner[0] ? bot->owner : bot->name;
}

/* Why a result is not rated (ratings 7), or "". */
static void unrated_reason(const struct standings *standings, const struct ladder_result *result,
                           const struct result_change *change, char *why, size_t size)
{
    snprintf(why, size, "%s", result->unrated);
    if (why[0])
        return;
    if (strcmp(result->reason, "aborted") == 0) {
        snprintf(why, size, "aborted");
        return;
    }
    for (int i = 0; i < result->seat_count; i++) {
        const struct standing *a = &standings->bots[change->seats[i].bot];
        if (a->banned) {
            snprintf(why, size, "%s is banned", a->name);
            return;
        }
    }
    for (int i = 0; i < result->seat_count; i++) {
        for (int j = 0; j < i; j++) {
            if (result->seats[i].side == result->seats[j].side)
                continue;
            int a = change->seats[i].bot, b = change->seats[j].bot;
            const char *owner = owner_of(&standings->bots[a]);
            if (a == b)
                snprintf(why, size, "%s sits on two sides", standings->bots[a].name);
            else if (strcasecmp(owner, owner_of(&standings->bots[b])) == 0)
                snprintf(why, size, "two sides of owner %s", owner);
            if (why[0])
                return;
        }
    }
}

static void owner_met(struct entry *entry, const char *owner)
{
    if (entry->owners_met_count == PROVISIONAL_OWNERS)
        return;
    for (int i = 0; i < entry->owners_met_count; i++) {
        if (strcasecmp(entry->owners_met[i], owner) == 0)
            return;
    }
    snprintf(entry->owners_met[entry->owners_met_count++], sizeof entry->owners_met[0], "%s",
             owner);
}

/* The seats of a side become its members, in the order of the seats; a team is one member. */
static void sides_fill(const struct board *board, const struct ladder_result *result,
                       const struct result_change *change, struct elo_side *sides)
{
    for (int side = 0; side < result->side_count; side++)
        sides[side].rank = result->ranks[side];
    for (int seat = 0; seat < result->seat_count; seat++) {
        const struct entry *entry = &board->entries[change->seats[seat].entry];
        struct elo_side *side = &sides[result->seats[seat].side];
        if (board->has_teams && side->member_count == 1)
            continue;
        side->members[side->member_count++] =
            (struct elo_member){.rating = (double)entry->rating_milli / 1000.0,
                                .k = elo_k(entry->games - entry->unproven)};
    }
}

/* A bot with two seats of a side, or a team, played one result: it counts once, and its change,
 * equal on all its seats, is applied once. */
static bool seat_is_repeat(const struct result_change *change, int seat)
{
    for (int i = 0; i < seat; i++) {
        if (change->seats[i].entry == change->seats[seat].entry)
            return true;
    }
    return false;
}

static void tally(struct entry *entry, const struct ladder_result *result, int side)
{
    int first_count = 0;
    for (int i = 0; i < result->side_count; i++)
        first_count += result->ranks[i] == 1;
    entry->games++;
    if (result->ranks[side] != 1)
        entry->losses++;
    else if (first_count > 1)
        entry->ties++;
    else
        entry->wins++;
    if (result->wall_msec > entry->last_msec)
        entry->last_msec = result->wall_msec;
}

/* The store keeps a bot's entry on its latest ladder; a team's entry is not a bot's own. */
static void show_entry(struct standing *bot, const struct entry *entry)
{
    bot->rating_milli = entry->rating_milli;
    bot->games = entry->games;
    bot->wins = entry->wins;
    bot->ties = entry->ties;
    bot->losses = entry->losses;
    bot->owners_met_count = entry->owners_met_count;
    bot->unproven = entry->unproven;
}

/* The new rating of every seat; `loans`: its new loan against bots that are not established. */
static void rate_seats(struct board *board, const struct ladder_result *result,
                       const struct guard *guard, struct result_change *change, int64_t *loans)
{
    struct elo_side sides[LADDER_SEATS_MAX] = {0};
    int next[LADDER_SEATS_MAX] = {0};

    sides_fill(board, result, change, sides);
    elo_update(sides, result->side_count, RATING_FLOOR_MILLI / 1000.0);
    for (int seat = 0; seat < result->seat_count; seat++) {
        int side = result->seats[seat].side;
        const struct elo_member *member = &sides[side].members[next[side]];
        const struct entry *entry = &board->entries[change->seats[seat].entry];
        next[side] += !board->has_teams;
        change->seats[seat].before_milli = entry->rating_milli;
        change->seats[seat].k = (int)member->k;
        change->seats[seat].after_milli = guard_after(guard, sides, result->side_count, side,
                                                      member, entry->loan_milli, &loans[seat]);
    }
}

static void rate(struct standings *standings, const struct ladder_result *result,
                 struct result_change *change)
{
    struct board *board = &standings->boards[change->board];
    int64_t loans[LADDER_SEATS_MAX];
    struct guard guard;

    guard_judge(standings, board, result, change, &guard);
    change->newcomers = guard.newcomers;
    rate_seats(board, result, &guard, change, loans);
    for (int seat = 0; seat < result->seat_count; seat++) {
        if (seat_is_repeat(change, seat))
            continue;
        int side = result->seats[seat].side;
        struct entry *entry = &board->entries[change->seats[seat].entry];
        struct standing *bot = &standings->bots[change->seats[seat].bot];
        entry->rating_milli = change->seats[seat].after_milli;
        entry->loan_milli = loans[seat];
        tally(entry, result, side);
        entry->unproven += !guard_proves(&guard, result->side_count, side);
        for (int i = 0; i < result->seat_count; i++) {
            if (result->seats[i].side != side && guard.known[result->seats[i].side])
                owner_met(entry, owner_of(&standings->bots[change->seats[i].bot]));
        }
        if (!board_entry_provisional(entry))
            guard_note(board, owner_of(bot), result->wall_msec);
        if (!board->has_teams)
            show_entry(bot, entry);
    }
    board->results++;
    if (result->wall_msec > board->newest_msec)
        board->newest_msec = result->wall_msec;
}

/* The bots by seat. */
static void seat_bots(const struct ladder_result *result, const struct result_change *change,
                      int *bots)
{
    for (int seat = 0; seat < result->seat_count; seat++)
        bots[seat] = change->seats[seat].bot;
}

static int seasons_prepare(struct standings *standings, const struct ladder_result *result,
                           const struct result_change *change)
{
    int bots[LADDER_SEATS_MAX];
    seat_bots(result, change, bots);
    for (int i = 0; i < standings->season_count; i++) {
        if (season_prepare(&standings->seasons[i], bots, result->seat_count))
            return -1;
    }
    return 0;
}

static void seasons_play(struct standings *standings, const struct ladder_result *result,
                         const struct result_change *change)
{
    int bots[LADDER_SEATS_MAX];
    seat_bots(result, change, bots);
    for (int i = 0; i < standings->season_count; i++) {
        const char *board = standings->boards[change->board].name;
        if (season_has(&standings->seasons[i], board, result->wall_msec))
            season_play(&standings->seasons[i], result, bots);
    }
}

/* The rated entry at a seat. Returns -1 if out of memory. */
static int seat_entry(const struct standings *standings, struct board *board,
                      const struct ladder_result *result, const struct result_change *change,
                      int seat)
{
    int bots[LADDER_SEATS_MAX], versions[BOARD_TEAM_MAX], bot = change->seats[seat].bot;
    struct team team;
    if (!board->has_teams)
        return board_ensure(board, bot, standings->bots[bot].version, standings->bots[bot].label);
    seat_bots(result, change, bots);
    team_of_side(standings, result, bots, result->seats[seat].side, &team);
    team_versions(standings, &team, versions);
    return board_ensure_team(board, &team, versions);
}

/* Makes room for the changes by a rated result, so that nothing can fail half-way. */
static int rate_prepare(struct standings *standings, const struct ladder_result *result,
                        struct result_change *change)
{
    const char *owners[LADDER_SEATS_MAX];
    char format[BOARD_FORMAT_MAX + 1];
    for (int seat = 0; seat < result->seat_count; seat++)
        owners[seat] = owner_of(&standings->bots[change->seats[seat].bot]);
    board_format(result, owners, format);
    int board = standings_board_of(standings, result->ruleset, format);
    for (int seat = 0; seat < result->seat_count && board >= 0; seat++) {
        change->seats[seat].entry =
            seat_entry(standings, &standings->boards[board], result, change, seat);
        if (change->seats[seat].entry < 0)
            return -1;
    }
    change->board = board;
    return board < 0 || seasons_prepare(standings, result, change) ? -1 : 0;
}

int apply_result(struct standings *standings, const struct ladder_result *result, bool voided,
                 struct result_change *change)
{
    memset(change, 0, sizeof *change);
    change->board = -1;
    for (int seat = 0; seat < LADDER_SEATS_MAX; seat++)
        change->seats[seat].bot = change->seats[seat].entry = -1;
    for (int seat = 0; seat < result->seat_count; seat++) {
        int index = standings_find(standings, result->seats[seat].bot);
        assert(index >= 0);
        change->seats[seat].bot = index;
        change->seats[seat].before_milli = standings->bots[index].rating_milli;
        change->seats[seat].after_milli = standings->bots[index].rating_milli;
    }
    if (voided) {
        snprintf(change->unrated, sizeof change->unrated, "void");
        return 0;
    }
    unrated_reason(standings, result, change, change->unrated, sizeof change->unrated);
    change->rated = change->unrated[0] == '\0';
    if (change->rated && rate_prepare(standings, result, change))
        return -1;
    if (change->rated) {
        rate(standings, result, change);
        seasons_play(standings, result, change);
    }
    for (int seat = 0; seat < result->seat_count; seat++) {
        struct standing *bot = &standings->bots[change->seats[seat].bot];
        if (result->wall_msec > bot->last_msec)
            bot->last_msec = result->wall_msec;
    }
    if (result->wall_msec > standings->newest_msec)
        standings->newest_msec = result->wall_msec;
    STANDINGS_CHECKED(standings);
    return 0;
}

/* ------------------------------------------------------------------------------------- views */

void apply_result_view(const struct standing *bot, struct ladder_bot *view)
{
    assert(bot->name[0]);
    memset(view, 0, sizeof *view);
    memcpy(view->name, bot->name, sizeof view->name);
    memcpy(view->owner, bot->owner, sizeof view->owner);
    memcpy(view->version, bot->label, sizeof view->version);
    view->rating_milli = bot->rating_milli;
    view->games = bot->games;
    view->wins = bot->wins;
    view->ties = bot->ties;
    view->losses = bot->losses;
    view->provisional = bot->games - bot->unproven < PROVISIONAL_GAMES ||
                        bot->owners_met_count < PROVISIONAL_OWNERS;
    view->banned = bot->banned;
    view->has_token = bot->has_token;
    view->stopped = bot->stopped;
    memcpy(view->account, bot->account, sizeof view->account);
    view->last_msec = bot->last_msec;
}

void apply_result_summary(const struct ladder_result *result, struct ladder_game *game)
{
    assert(result->seat_count >= 1 && result->seat_count <= LADDER_SEATS_MAX);
    memset(game, 0, sizeof *game);
    memcpy(game->game, result->game, sizeof game->game);
    memcpy(game->ruleset, result->ruleset, sizeof game->ruleset);
    memcpy(game->reason, result->reason, sizeof game->reason);
    game->wall_msec = result->wall_msec;
    char *end = game->players;
    for (int i = 0; i < result->seat_count; i++) { /* 6 * 33 bytes: always fits */
        if (i > 0)
            *end++ = ' ';
        size_t size = strlen(result->seats[i].bot);
        memcpy(end, result->seats[i].bot, size);
        end += size;
    }
    size_t used = 0;
    for (int i = 0; i < result->side_count && used < sizeof game->score;
         i++) /* otherwise cut off */
        used += (size_t)snprintf(game->score + used, sizeof game->score - used, "%s%d",
                                 i ? ":" : "", (int)result->scores[i]);
}
