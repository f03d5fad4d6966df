/* result.c - one result applied to the standings, deterministically (ratings 2, 7). */
#include "result.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define DAY_MSEC (24 * 60 * 60 * INT64_C(1000))

/* ------------------------------------------------------------------------------------- names */

static bool word_valid(const char *word, size_t bytes_max)
{
    size_t bytes = strspn(word, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                                "0123456789._-");
    return bytes >= 1 && bytes <= bytes_max && word[bytes] == '\0' && word[0] != '.';
}

bool result_name_valid(const char *name)
{
    return word_valid(name, LADDER_NAME_MAX);
}

bool result_game_valid(const char *game)
{
    return word_valid(game, LADDER_GAME_ID_MAX);
}

/* Case is ASCII only, as in SQLite's NOCASE: the index and the file must agree on what is equal. */
static uint32_t name_hash(const char *name)
{
    uint32_t hash = 2166136261u;
    for (; *name; name++) {
        unsigned char c = (unsigned char)*name;
        if (c >= 'A' && c <= 'Z')
            c = (unsigned char)(c + 32);
        hash = (hash ^ c) * 16777619u;
    }
    return hash;
}

/* --------------------------------------------------------------------------------- standings */

void standings_init(struct standings *standings)
{
    memset(standings, 0, sizeof *standings);
}

void standings_fini(struct standings *standings)
{
    free(standings->bots);
    free(standings->slots);
    memset(standings, 0, sizeof *standings);
}

int standings_find(const struct standings *standings, const char *name)
{
    if (standings->slot_count == 0)
        return -1;
    uint32_t mask = standings->slot_count - 1;
    for (uint32_t at = name_hash(name) & mask; standings->slots[at]; at = (at + 1) & mask) {
        int index = standings->slots[at] - 1;
        if (strcasecmp(standings->bots[index].name, name) == 0)
            return index;
    }
    return -1;
}

static void slot_insert(int32_t *slots, uint32_t slot_count, const char *name, int index)
{
    uint32_t mask = slot_count - 1, at = name_hash(name) & mask;
    while (slots[at])
        at = (at + 1) & mask;
    slots[at] = index + 1;
}

/* At most half of the slots are taken, so a search always meets an empty one. */
static bool standings_grow(struct standings *standings)
{
    int capacity = standings->capacity ? standings->capacity * 2 : 64;
    uint32_t slot_count = (uint32_t)capacity * 2;
    struct standing *bots = realloc(standings->bots, (size_t)capacity * sizeof *bots);
    if (!bots)
        return false;
    standings->bots = bots;
    int32_t *slots = calloc(slot_count, sizeof *slots);
    if (!slots)
        return false;
    for (int i = 0; i < standings->count; i++)
        slot_insert(slots, slot_count, bots[i].name, i);
    free(standings->slots);
    standings->slots = slots;
    standings->slot_count = slot_count;
    standings->capacity = capacity;
    return true;
}

int standings_add(struct standings *standings, const char *name, const char *owner)
{
    assert(result_name_valid(name) && standings_find(standings, name) < 0);
    assert(owner[0] == '\0' || result_name_valid(owner));
    if (standings->count >= STANDINGS_BOTS_MAX)
        return -1;
    if (standings->count == standings->capacity && !standings_grow(standings))
        return -1;
    int index = standings->count++;
    struct standing *bot = &standings->bots[index];
    memset(bot, 0, sizeof *bot);
    snprintf(bot->name, sizeof bot->name, "%s", name);
    snprintf(bot->owner, sizeof bot->owner, "%s", owner);
    bot->rating_milli = RATING_START_MILLI;
    slot_insert(standings->slots, standings->slot_count, name, index);
    return index;
}

int standings_put(struct standings *standings, const struct standing *bot)
{
    int index = standings_find(standings, bot->name);
    if (index < 0)
        index = standings_add(standings, bot->name, bot->owner);
    if (index >= 0)
        standings->bots[index] = *bot;
    return index;
}

/* ------------------------------------------------------------------------------------ ranks */

/* Better sides have the greater key: winners, then the others by score, the side that forfeited
 * last. */
static int64_t rank_key(const struct ladder_result *result, uint32_t winners, int forfeited,
                        int side)
{
    if (side == forfeited)
        return INT64_MIN;
    return winners >> side & 1 ? INT64_MAX : result->scores[side];
}

void result_ranks(struct ladder_result *result, uint32_t winners, int forfeited)
{
    assert(result->side_count >= 2 && result->side_count <= LADDER_SEATS_MAX);
    for (int i = 0; i < result->side_count; i++) {
        int rank = 1;
        for (int j = 0; j < result->side_count; j++)
            rank +=
                rank_key(result, winners, forfeited, j) > rank_key(result, winners, forfeited, i);
        result->ranks[i] = rank;
    }
}

/* ---------------------------------------------------------------------------------- one result */

static bool text_ends(const char *text, size_t size)
{
    return memchr(text, '\0', size) != NULL;
}

const char *result_check(const struct ladder_result *result)
{
    int members[LADDER_SEATS_MAX] = {0};
    if (!text_ends(result->game, sizeof result->game) || !result_game_valid(result->game))
        return "a game id is 1 to 64 of A-Z a-z 0-9 . _ - and does not start with a dot";
    if (!text_ends(result->ruleset, sizeof result->ruleset) ||
        !text_ends(result->reason, sizeof result->reason) ||
        !text_ends(result->unrated, sizeof result->unrated))
        return "a text has no end";
    if (result->side_count < 2 || result->side_count > LADDER_SEATS_MAX ||
        result->seat_count < result->side_count || result->seat_count > LADDER_SEATS_MAX)
        return "a result has 2 to 6 sides and 2 to 6 seats";
    for (int seat = 0; seat < result->seat_count; seat++) {
        const struct ladder_seat *at = &result->seats[seat];
        if (!text_ends(at->bot, sizeof at->bot) || !result_name_valid(at->bot))
            return "a name is 1 to 32 of A-Z a-z 0-9 . _ - and does not start with a dot";
        if (at->side < 0 || at->side >= result->side_count)
            return "a seat's side is out of range";
        members[at->side]++;
    }
    for (int side = 0; side < result->side_count; side++) {
        if (members[side] < 1 || members[side] > 3)
            return "a side has 1 to 3 seats";
        if (result->ranks[side] < 1 || result->ranks[side] > result->side_count)
            return "a side's rank is out of range";
    }
    return NULL;
}

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

static void owner_met(struct standing *bot, const char *owner)
{
    for (int i = 0; i < bot->owners_met_count; i++) {
        if (strcasecmp(bot->owners_met[i], owner) == 0)
            return;
    }
    if (bot->owners_met_count < PROVISIONAL_OWNERS)
        snprintf(bot->owners_met[bot->owners_met_count++], sizeof bot->owners_met[0], "%s", owner);
}

/* The seats of a side become its members, in the order of the seats. */
static void sides_fill(const struct standings *standings, const struct ladder_result *result,
                       const struct result_change *change, struct elo_side *sides)
{
    for (int side = 0; side < result->side_count; side++)
        sides[side].rank = result->ranks[side];
    for (int seat = 0; seat < result->seat_count; seat++) {
        const struct standing *bot = &standings->bots[change->seats[seat].bot];
        struct elo_side *side = &sides[result->seats[seat].side];
        side->members[side->member_count++] = (struct elo_member){
            .rating = (double)bot->rating_milli / 1000.0, .k = elo_k(bot->games)};
    }
}

/* A bot that holds two seats of a side played one result: it counts once, and its change, equal on
 * both seats, is taken once. */
static bool seat_is_repeat(const struct result_change *change, int seat)
{
    for (int i = 0; i < seat; i++) {
        if (change->seats[i].bot == change->seats[seat].bot)
            return true;
    }
    return false;
}

static void tally(struct standing *bot, const struct ladder_result *result, int side)
{
    int first_count = 0;
    for (int i = 0; i < result->side_count; i++)
        first_count += result->ranks[i] == 1;
    bot->games++;
    if (result->ranks[side] != 1)
        bot->losses++;
    else if (first_count > 1)
        bot->ties++;
    else
        bot->wins++;
}

static void rate(struct standings *standings, const struct ladder_result *result,
                 struct result_change *change)
{
    struct elo_side sides[LADDER_SEATS_MAX] = {0};
    int next[LADDER_SEATS_MAX] = {0};
    sides_fill(standings, result, change, sides);
    elo_update(sides, result->side_count, RATING_FLOOR_MILLI / 1000.0);
    for (int seat = 0; seat < result->seat_count; seat++) {
        int side = result->seats[seat].side;
        const struct elo_member *member = &sides[side].members[next[side]++];
        change->seats[seat].after_milli = member->rating_new_milli;
        change->seats[seat].k = (int)member->k;
    }
    for (int seat = 0; seat < result->seat_count; seat++) {
        if (seat_is_repeat(change, seat))
            continue;
        int side = result->seats[seat].side;
        struct standing *bot = &standings->bots[change->seats[seat].bot];
        bot->rating_milli = change->seats[seat].after_milli;
        tally(bot, result, side);
        for (int i = 0; i < result->seat_count; i++) {
            if (result->seats[i].side != side)
                owner_met(bot, owner_of(&standings->bots[change->seats[i].bot]));
        }
    }
}

void result_apply(struct standings *standings, const struct ladder_result *result, bool voided,
                  struct result_change *change)
{
    memset(change, 0, sizeof *change);
    for (int seat = 0; seat < LADDER_SEATS_MAX; seat++)
        change->seats[seat].bot = -1;
    for (int seat = 0; seat < result->seat_count; seat++) {
        int index = standings_find(standings, result->seats[seat].bot);
        assert(index >= 0);
        change->seats[seat].bot = index;
        change->seats[seat].before_milli = standings->bots[index].rating_milli;
        change->seats[seat].after_milli = standings->bots[index].rating_milli;
    }
    if (voided) {
        snprintf(change->unrated, sizeof change->unrated, "void");
        return;
    }
    unrated_reason(standings, result, change, change->unrated, sizeof change->unrated);
    change->rated = change->unrated[0] == '\0';
    if (change->rated)
        rate(standings, result, change);
    for (int seat = 0; seat < result->seat_count; seat++) {
        struct standing *bot = &standings->bots[change->seats[seat].bot];
        if (result->wall_msec > bot->last_msec)
            bot->last_msec = result->wall_msec;
    }
    if (result->wall_msec > standings->newest_msec)
        standings->newest_msec = result->wall_msec;
}

/* -------------------------------------------------------------------------------- rank list */

void result_view(const struct standing *bot, struct ladder_bot *view)
{
    memset(view, 0, sizeof *view);
    memcpy(view->name, bot->name, sizeof view->name);
    memcpy(view->owner, bot->owner, sizeof view->owner);
    view->rating_milli = bot->rating_milli;
    view->games = bot->games;
    view->wins = bot->wins;
    view->ties = bot->ties;
    view->losses = bot->losses;
    view->provisional =
        bot->games < PROVISIONAL_GAMES || bot->owners_met_count < PROVISIONAL_OWNERS;
    view->banned = bot->banned;
    view->has_token = bot->has_token;
    view->last_msec = bot->last_msec;
}

static int rank_compare(const void *left, const void *right)
{
    const struct ladder_bot *a = left, *b = right;
    if (a->provisional != b->provisional)
        return a->provisional ? 1 : -1;
    if (a->rating_milli != b->rating_milli)
        return a->rating_milli < b->rating_milli ? 1 : -1;
    if (a->games != b->games)
        return a->games < b->games ? 1 : -1;
    return strcasecmp(a->name, b->name);
}

int result_rank_list(struct ladder_bot *bots, int count, int64_t newest_msec)
{
    int kept = 0;
    for (int i = 0; i < count; i++) {
        bool inactive =
            bots[i].last_msec > 0 && bots[i].last_msec < newest_msec - INACTIVE_DAYS * DAY_MSEC;
        if (!bots[i].banned && !inactive)
            bots[kept++] = bots[i];
    }
    if (kept > 1)
        qsort(bots, (size_t)kept, sizeof *bots, rank_compare);
    return kept;
}

void result_summary(const struct ladder_result *result, struct ladder_game *game)
{
    memset(game, 0, sizeof *game);
    memcpy(game->game, result->game, sizeof game->game);
    memcpy(game->ruleset, result->ruleset, sizeof game->ruleset);
    memcpy(game->reason, result->reason, sizeof game->reason);
    game->wall_msec = result->wall_msec;
    size_t used = 0;
    for (int i = 0; i < result->seat_count; i++) /* 6 * 33 bytes: always fits */
        used += (size_t)snprintf(game->players + used, sizeof game->players - used, "%s%s",
                                 i ? " " : "", result->seats[i].bot);
    used = 0;
    for (int i = 0; i < result->side_count && used < sizeof game->score; i++) /* else cut short */
        used += (size_t)snprintf(game->score + used, sizeof game->score - used, "%s%d",
                                 i ? ":" : "", (int)result->scores[i]);
}
