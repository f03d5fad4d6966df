/* pairing.c - one game around one waiting bot: whom to take, and on which side. */
#include "lobby/pairing.h"
#include "lobby/lobby_random.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    COST_RECENT = 60,      /* points of distance that a recent meeting counts for */
    COST_REMATCH = 100000, /* chosen only if no other eligible bot waits */
    COST_FAR = 1000000,    /* chosen only if no nearer bot waits */
    BONUS_WAIT = 50,       /* the most for a bot that has waited long */
};
static void shuffle(uint64_t *state, int *items, int count)
{
    for (int i = count - 1; i > 0; i--) {
        int k = (int)lobby_random(state, (uint32_t)i + 1), item = items[i];
        items[i] = items[k];
        items[k] = item;
    }
}

struct opponent_owner *pairing_owner(struct lobby *lobby, const struct lobby_seeker *seeker)
{
    assert(seeker->bot >= 0);
    return &lobby->history.owners[seeker->owner];
}

/* The window widens within a tenth of it. */
usec_t pairing_game_length(const struct lobby_queue *queue)
{
    return 10 * queue->widen;
}

usec_t pairing_kept_until(const struct lobby *lobby, int number, int r, usec_t now)
{
    const struct lobby_seeker *seeker = &lobby->seekers[number];

    assert(number >= 0 && number < lobby->seeker_count && r >= 0 && r < lobby->ruleset_count);
    if (lobby->keeper < 0 || number == lobby->keeper || r == lobby->keeper_ruleset ||
        !(seeker->want.rulesets >> lobby->keeper_ruleset & 1) ||
        seeker->want.rated != lobby->seekers[lobby->keeper].want.rated || seeker->want.terms)
        return 0;
    usec_t length = pairing_game_length(&lobby->queues[r]);
    usec_t own = pairing_game_length(&lobby->queues[lobby->keeper_ruleset]);
    usec_t until = seeker->since + (length > own ? length : own);
    return until > now ? until : 0;
}

/* ------------------------------------------------------------------------- sides of a game */

/* A unit sits on one side for sure: one seeker, or as many of one owner as a side has seats. */
struct unit {
    int seekers[SEATS_MAX], count;
    int rating;
};

enum { MAY_OPPOSE = 1, MAY_PARTNER = 2 };

/* A game being formed: its units, which of them may sit together or meet, and their sides. */
struct making {
    struct lobby *lobby;
    struct lobby_queue *queue;
    int ruleset;
    bool rated;
    uint64_t terms;
    bool share; /* whether the share of the day counts */
    bool keeps; /* whether bots reserved for another one are left out */
    usec_t now;
    struct unit units[SEATS_MAX];
    int count, seats;
    uint8_t may[SEATS_MAX][SEATS_MAX];
    int side[SEATS_MAX], load[SEATS_MAX];
};

static bool wants(const struct making *making, int number)
{
    const struct lobby_seek *want = &making->lobby->seekers[number].want;
    return making->lobby->seekers[number].waiting && want->rated == making->rated &&
           want->terms == making->terms && (want->rulesets >> making->ruleset & 1) &&
           (!making->keeps ||
            !pairing_kept_until(making->lobby, number, making->ruleset, making->now));
}

static int team_rating(const struct making *making, const struct unit *unit)
{
    const struct lobby *lobby = making->lobby;
    int sum = 0;

    if (lobby->team_rating)
        return lobby->team_rating(lobby->team_context, making->ruleset, unit->seekers, unit->count);
    for (int i = 0; i < unit->count; i++)
        sum += lobby->seekers[unit->seekers[i]].want.rating[making->ruleset];
    return sum / unit->count;
}

/* The unit in which a seeker would play now. Returns false if others of its side are missing. */
static bool make_unit(const struct making *making, int number, struct unit *unit)
{
    struct lobby *lobby = making->lobby;
    const struct lobby_seeker *seeker = &lobby->seekers[number];
    int size = making->queue->side_size[0], looked = 0;
    bool found = false;

    unit->count = 0;
    unit->rating = seeker->want.rating[making->ruleset];
    if (!seeker->want.pair || size == 1) {
        unit->seekers[unit->count++] = number;
        return true;
    }
    for (int other = pairing_owner(lobby, seeker)->first_pair;
         other >= 0 && looked < LOBBY_PAIRS_LOOK && !(found && unit->count == size);
         other = lobby->seekers[other].pair_next, looked++) {
        if (!wants(making, other))
            continue;
        if (unit->count == size)
            unit->count = 0; /* that side is complete without it: take the next one */
        unit->seekers[unit->count++] = other;
        found = found || other == number;
    }
    if (!found || unit->count < size)
        return false;
    unit->rating = team_rating(making, unit);
    return true;
}

/* Whether two bots may meet in a rated game: different owners, and each within its share. */
static bool may_meet(const struct making *making, int a, int b)
{
    struct opponent_history *history = &making->lobby->history;
    int bot_a = making->lobby->seekers[a].bot, bot_b = making->lobby->seekers[b].bot;
    int owner_a = history->bots[bot_a].owner, owner_b = history->bots[bot_b].owner;
    int opponents = making->queue->players - making->queue->side_size[0];
    int owners = making->queue->owners, r = making->ruleset;

    if (owner_a == owner_b || !making->share)
        return owner_a != owner_b;
    return opponent_history_share_ok(history, bot_a, owner_b, r, owners, opponents, making->now) &&
           opponent_history_share_ok(history, bot_b, owner_a, r, owners, opponents, making->now);
}

static int relation(const struct making *making, const struct unit *a, const struct unit *b)
{
    const struct lobby_seeker *seekers = making->lobby->seekers;
    int may = MAY_OPPOSE;

    if (a->count + b->count <= making->queue->side_size[0])
        may |= MAY_PARTNER;
    for (int i = 0; i < a->count; i++) {
        for (int k = 0; k < b->count; k++) {
            if (a->seekers[i] == b->seekers[k])
                return 0;
            if (seekers[a->seekers[i]].bot == seekers[b->seekers[k]].bot)
                may &= ~MAY_PARTNER;
            if (making->rated && !may_meet(making, a->seekers[i], b->seekers[k]))
                may &= ~MAY_OPPOSE;
        }
    }
    return may;
}

static enum opponent_recency met_again(const struct making *making, const struct unit *a,
                                       const struct unit *b)
{
    enum opponent_recency worst = OPPONENT_NEW;

    for (int i = 0; i < a->count; i++) {
        for (int k = 0; k < b->count; k++) {
            enum opponent_recency again = opponent_history_again(
                &making->lobby->history, making->lobby->seekers[a->seekers[i]].bot,
                making->lobby->seekers[b->seekers[k]].bot);
            if (again > worst)
                worst = again;
        }
    }
    return worst;
}

/* Seats units from `at` on, trying the sides in random order. Returns false if it cannot be done.
 */
static bool assign(struct making *making, int at)
{
    int sides[SEATS_MAX];

    if (at == making->count)
        return true;
    for (int i = 0; i < making->queue->side_count; i++)
        sides[i] = i;
    shuffle(&making->lobby->random, sides, making->queue->side_count);
    for (int i = 0; i < making->queue->side_count; i++) {
        int side = sides[i];
        bool fits = making->load[side] + making->units[at].count <= making->queue->side_size[side];
        for (int k = 0; k < at && fits; k++)
            fits = making->may[at][k] & (making->side[k] == side ? MAY_PARTNER : MAY_OPPOSE);
        if (!fits)
            continue;
        making->side[at] = side;
        making->load[side] += making->units[at].count;
        if (assign(making, at + 1))
            return true;
        making->load[side] -= making->units[at].count;
    }
    return false;
}

/* Adds a unit if all can still be seated with it. */
static bool add_unit(struct making *making, const struct unit *unit)
{
    int at = making->count;

    if (at == SEATS_MAX || making->seats + unit->count > making->queue->players)
        return false;
    making->units[at] = *unit;
    for (int k = 0; k < at; k++)
        making->may[at][k] = making->may[k][at] =
            (uint8_t)relation(making, unit, &making->units[k]);
    making->count++;
    memset(making->load, 0, sizeof making->load);
    if (!assign(making, 0)) {
        making->count--;
        return false;
    }
    making->seats += unit->count;
    return true;
}

static void remove_unit(struct making *making)
{
    making->count--;
    making->seats -= making->units[making->count].count;
}

static int rematches(const struct making *making)
{
    int count = 0;

    for (int i = 0; i < making->count; i++) {
        for (int k = 0; k < i; k++)
            count += making->side[i] != making->side[k] &&
                     met_again(making, &making->units[i], &making->units[k]) == OPPONENT_LAST_GAME;
    }
    return count;
}

/* Partners are drawn at random: of a few draws the one with the fewest rematches. */
static void draw_sides(struct making *making, struct lobby_game *game)
{
    int best[SEATS_MAX], fewest = -1, filled[SEATS_MAX] = {0};

    for (int draw = 0; draw < 4 && fewest != 0; draw++) {
        memset(making->load, 0, sizeof making->load);
        (void)assign(making, 0);
        int count = rematches(making);
        if (fewest < 0 || count < fewest) {
            fewest = count;
            memcpy(best, making->side, sizeof best);
        }
    }
    *game = (struct lobby_game){.ruleset = making->ruleset, .rated = making->rated};
    int members[SEATS_MAX][SEATS_MAX];
    for (int i = 0; i < making->count; i++) {
        for (int k = 0; k < making->units[i].count; k++)
            members[best[i]][filled[best[i]]++] = making->units[i].seekers[k];
    }
    for (int side = 0; side < making->queue->side_count; side++)
        shuffle(&making->lobby->random, members[side], filled[side]);
    for (int seat = 0; seat < making->queue->players; seat++) {
        int side = making->queue->side_of[seat];
        game->seekers[seat] = members[side][--filled[side]];
    }
}

/* ---------------------------------------------------------------------------- the choice */

/* How far a waiting bot looks by now. */
struct reach {
    int window;        /* rating points */
    bool rematch, all; /* accepts its last opponents again, and examines all waiting bots */
};

static struct reach reach_of(const struct lobby_queue *queue, const struct lobby_seeker *seeker,
                             usec_t now)
{
    usec_t wait = now - seeker->since;
    struct reach reach = {.window = LOBBY_NEAR, .rematch = true};

    if (queue->away > 0 && wait < queue->widen) {
        reach.window =
            LOBBY_WINDOW + (int)((LOBBY_NEAR - LOBBY_WINDOW) * (double)wait / (double)queue->widen);
        reach.rematch = false;
    }
    reach.all = wait >= 10 * queue->widen;
    return reach;
}

struct candidate {
    struct unit unit;
    int64_t cost;
};

/* The cost of a candidate at a table with `unit`; negative: it cannot play there. */
static int64_t cost_of(const struct making *making, const struct reach *reach,
                       const struct unit *unit, const struct unit *candidate)
{
    int distance = abs(candidate->rating - unit->rating);
    enum opponent_recency again = met_again(making, unit, candidate);

    if (distance > reach->window || (again == OPPONENT_LAST_GAME && !reach->rematch))
        return -1;
    return distance + (distance > LOBBY_NEAR ? COST_FAR : 0) +
           (again == OPPONENT_LAST_GAME  ? COST_REMATCH
            : again == OPPONENT_RECENTLY ? COST_RECENT
                                         : 0);
}

/* A long wait lowers the cost a little, but never below the distance by more than that. */
static int64_t bonus_of(const struct making *making, int number)
{
    usec_t wait = making->now - making->lobby->seekers[number].since;
    return wait >= making->queue->widen ? BONUS_WAIT : BONUS_WAIT * wait / making->queue->widen;
}

/* Whether enough candidates have its owner: the others at a table must be of other owners, and
 * those may be further away. */
static bool crowded(const struct making *making, const struct candidate *candidates, int count,
                    int number)
{
    const struct lobby *lobby = making->lobby;
    int owner = lobby->history.bots[lobby->seekers[number].bot].owner, same = 0;

    for (int i = 0; i < count && making->rated; i++)
        same +=
            lobby->history.bots[lobby->seekers[candidates[i].unit.seekers[0]].bot].owner == owner;
    return same >= LOBBY_OWNER_CHOICE;
}

/* The next in an order of ratings, of the same terms; -1: none. */
static int further(const struct lobby *lobby, const int32_t *order, int number)
{
    int next = order[number];
    return next >= 0 && lobby->seekers[next].want.terms == lobby->seekers[number].want.terms ? next
                                                                                             : -1;
}

/* The nearest eligible ones, upwards and downwards from the first seeker. */
static int gather(struct making *making, const struct reach *reach, int number,
                  struct candidate candidates[LOBBY_CHOICE])
{
    struct lobby *lobby = making->lobby;
    const struct lobby_queue *queue = making->queue;
    int below = further(lobby, queue->prev, number), above = further(lobby, queue->next, number);
    int count = 0, most = reach->all ? lobby->scan : LOBBY_SCAN;
    int own = lobby->seekers[number].want.rating[making->ruleset], r = making->ruleset;

    for (int scan = 0; (below >= 0 || above >= 0) && count < LOBBY_CHOICE && scan < most; scan++) {
        struct candidate *candidate = &candidates[count];
        bool up = below < 0 || (above >= 0 && lobby->seekers[above].want.rating[r] - own <
                                                  own - lobby->seekers[below].want.rating[r]);
        int other = up ? above : below;
        lobby->steps--;
        *(up ? &above : &below) = further(lobby, up ? queue->next : queue->prev, other);
        /* For single seekers all further ones are more distant. */
        if (abs(lobby->seekers[other].want.rating[r] - own) > reach->window &&
            !lobby->seekers[number].want.pair && !lobby->seekers[other].want.pair)
            break;
        if (!wants(making, other) || crowded(making, candidates, count, other) ||
            !make_unit(making, other, &candidate->unit))
            continue;
        candidate->cost = cost_of(making, reach, &making->units[0], &candidate->unit);
        if (candidate->cost < 0 || !relation(making, &making->units[0], &candidate->unit))
            continue;
        candidate->cost += BONUS_WAIT - bonus_of(making, other);
        count++;
    }
    return count;
}

static int cheapest(const struct candidate *candidates, int count)
{
    int best = 0;
    for (int i = 1; i < count; i++) {
        if (candidates[i].cost < candidates[best].cost)
            best = i;
    }
    return best;
}

/* Takes the cheapest candidates one after another, as long as all can still be seated. */
static void fill_cheaply(struct making *making, const struct reach *reach,
                         struct candidate *candidates, int count)
{
    while (count > 0 && making->seats < making->queue->players) {
        int best = cheapest(candidates, count);
        struct unit chosen = candidates[best].unit;
        candidates[best] = candidates[--count];
        if (!add_unit(making, &chosen))
            continue;
        for (int i = count - 1; i >= 0; i--) { /* the others join that one */
            int64_t more = cost_of(making, reach, &chosen, &candidates[i].unit);
            candidates[i].cost += more;
            if (more < 0)
                candidates[i] = candidates[--count];
        }
    }
}

/* If the cheapest cannot sit together, takes any candidates that can: those from `at` on. */
static bool fill_somehow(struct making *making, const struct candidate *candidates, int count,
                         int at, int *tries)
{
    if (making->seats == making->queue->players)
        return true;
    for (int i = at; i<count && * tries> 0; i++) {
        --*tries;
        if (!add_unit(making, &candidates[i].unit))
            continue;
        if (fill_somehow(making, candidates, count, i + 1, tries))
            return true;
        remove_unit(making);
    }
    return false;
}

/* A game of one ruleset around one seeker: finds its units. `all`: any of the waiting bots that can
 * sit together. */
static bool fill_game(struct making *making, const struct reach *reach, int number, bool all)
{
    struct candidate candidates[LOBBY_CHOICE], left[LOBBY_CHOICE];
    struct unit first;
    int tries = LOBBY_TRIES;

    making->count = making->seats = 0;
    if (!make_unit(making, number, &first) || !add_unit(making, &first))
        return false;
    int count = gather(making, reach, number, candidates);
    memcpy(left, candidates, (size_t)count * sizeof *left);
    fill_cheaply(making, reach, left, count);
    if (making->seats == making->queue->players || !all)
        return making->seats == making->queue->players;
    while (making->count > 1)
        remove_unit(making);
    bool filled = fill_somehow(making, candidates, count, 0, &tries);
    making->lobby->steps -= (LOBBY_TRIES - tries) * LOBBY_TRY_STEPS;
    return filled;
}

bool pairing_choose(struct lobby *lobby, int number, enum pairing_round round, usec_t now,
                    struct lobby_game *game)
{
    const struct lobby_seeker *seeker = &lobby->seekers[number];
    int first = (int)lobby_random(&lobby->random, (uint32_t)lobby->ruleset_count);
    bool keeps = lobby->keeper >= 0 && seeker->since > lobby->seekers[lobby->keeper].since;

    assert(number >= 0 && number < lobby->seeker_count && lobby->seekers[number].waiting);
    for (int i = 0; i < lobby->ruleset_count; i++) {
        int r = (first + i) % lobby->ruleset_count;
        struct lobby_queue *queue = &lobby->queues[r];
        struct reach reach = reach_of(queue, seeker, now);
        usec_t wait = now - seeker->since;
        struct making making = {.lobby = lobby,
                                .queue = queue,
                                .ruleset = r,
                                .now = now,
                                .rated = seeker->want.rated,
                                .terms = seeker->want.terms,
                                .share = true,
                                .keeps = keeps};
        if (!(seeker->want.rulesets >> r & 1) || queue->began < queue->players ||
            (round == PAIRING_ROUND_PATIENCE && !reach.all) ||
            (round == PAIRING_ROUND_FAR && queue->away > 0 && wait < 2 * queue->widen))
            continue;
        usec_t kept = keeps ? pairing_kept_until(lobby, number, r, now) : 0;
        if (kept > 0) {
            lobby->next = kept < lobby->next ? kept : lobby->next;
            continue;
        }
        if (round != PAIRING_ROUND_NEAR)
            reach.window = INT16_MAX;
        if (fill_game(&making, &reach, number, round != PAIRING_ROUND_NEAR)) {
            draw_sides(&making, game);
            return true;
        }
        usec_t again = now + (wait < 2 * queue->widen ? queue->widen / 8 + 1000 : LOBBY_LOOK_AGAIN);
        if (again < lobby->next)
            lobby->next = again;
    }
    return false;
}

bool pairing_possible(struct lobby *lobby, int number, int r, bool share, usec_t now)
{
    assert(number >= 0 && number < lobby->seeker_count && r >= 0 && r < lobby->ruleset_count);
    struct reach reach = {.window = INT16_MAX, .rematch = true, .all = true};
    struct making making = {.lobby = lobby,
                            .queue = &lobby->queues[r],
                            .ruleset = r,
                            .now = now,
                            .rated = lobby->seekers[number].want.rated,
                            .terms = lobby->seekers[number].want.terms,
                            .share = share};
    uint64_t random = lobby->random;
    bool could = fill_game(&making, &reach, number, true);

    lobby->random = random;
    return could;
}

bool pairing_is_unit(struct lobby *lobby, int number, int r)
{
    assert(number >= 0 && number < lobby->seeker_count && r >= 0 && r < lobby->ruleset_count);
    struct making making = {.lobby = lobby,
                            .queue = &lobby->queues[r],
                            .ruleset = r,
                            .rated = lobby->seekers[number].want.rated,
                            .terms = lobby->seekers[number].want.terms};
    struct unit unit;

    return make_unit(&making, number, &unit);
}
