/* lobby.c - the waiting bots and their order, and a pass over all of them. pairing.c chooses. */
#include "lobby/lobby.h"
#include "lobby/lobby_count.h"
#include "lobby/lobby_due.h"
#include "lobby/pairing.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static const usec_t widen_first = 1000000, widen_max = 20000000;

/* In builds with checks. A check walks over all seekers, so only simulations check crowds. */
static inline void check_small(const struct lobby *lobby)
{
    enum { CHECKED_SEEKERS = 256 };

    if (lobby->seeker_count <= CHECKED_SEEKERS)
        AVONDALE_CHECKED(lobby_check(lobby));
}

/* --------------------------------------------------------------------------- start and end */

static int queue_init(struct lobby_queue *queue, const struct ruleset *rules, int seekers_max,
                      uint64_t seed)
{
    int32_t *links = calloc((size_t)seekers_max * 4, sizeof *links);

    if (!links)
        return -1;
    queue->players = rules->players;
    queue->side_count = rules->side_count;
    for (int seat = 0; seat < rules->players; seat++) {
        queue->side_of[seat] = rules->side_of[seat];
        queue->side_size[rules->side_of[seat]]++;
    }
    queue->widen = widen_first;
    queue->away_from = -1;
    queue->next = links;
    queue->prev = links + seekers_max;
    seeker_order_init(&queue->by_rating, queue->prev + seekers_max, queue->prev + 2 * seekers_max,
                      seed);
    return 0;
}

int lobby_init(struct lobby *lobby, const struct ruleset *const *rules, int ruleset_count,
               int seekers_max, uint64_t seed)
{
    bool failed;

    assert(ruleset_count >= 1 && ruleset_count <= LOBBY_RULESETS_MAX && seekers_max >= 1);
    memset(lobby, 0, sizeof *lobby);
    opponent_history_init(&lobby->history);
    lobby->seekers_max = seekers_max;
    lobby->ruleset_count = ruleset_count;
    lobby->random = seed;
    lobby->first_free = lobby->wait_first = lobby->wait_last = -1;
    lobby->away_first = lobby->away_last = lobby->explain_next = -1;
    lobby->next = USEC_NEVER;
    lobby->seekers = calloc((size_t)seekers_max, sizeof *lobby->seekers);
    lobby->line = calloc((size_t)seekers_max, sizeof *lobby->line);
    lobby->due_links = calloc((size_t)seekers_max * 2, sizeof *lobby->due_links);
    lobby->free_rows = calloc((size_t)seekers_max, sizeof *lobby->free_rows);
    lobby->counts = calloc((size_t)seekers_max, (size_t)ruleset_count * sizeof *lobby->counts);
    failed =
        !lobby->seekers || !lobby->line || !lobby->due_links || !lobby->free_rows || !lobby->counts;
    for (int r = 0; r < ruleset_count; r++)
        failed = queue_init(&lobby->queues[r], rules[r], seekers_max, seed) || failed;
    if (failed) {
        lobby_fini(lobby);
        return -1;
    }
    lobby_due_init(lobby, lobby->due_links, seed);
    while (lobby->free_row_count < seekers_max) { /* the first is taken first */
        lobby->free_rows[lobby->free_row_count] = seekers_max - 1 - lobby->free_row_count;
        lobby->free_row_count++;
    }
    return 0;
}

void lobby_fini(struct lobby *lobby)
{
    for (int r = 0; r < LOBBY_RULESETS_MAX; r++)
        free(lobby->queues[r].next);
    free(lobby->seekers);
    free(lobby->line);
    free(lobby->due_links);
    free(lobby->free_rows);
    free(lobby->counts);
    opponent_history_fini(&lobby->history);
    memset(lobby, 0, sizeof *lobby);
}

/* ----------------------------------------------------------------------------- who waits */

int lobby_enter(struct lobby *lobby, const char *name, const char *owner)
{
    assert(strlen(name) <= NAME_MAX_BYTES && owner);
    int number = lobby->first_free;
    int bot = opponent_history_add_bot(&lobby->history, name, owner);

    if (bot < 0 || (number < 0 && lobby->seeker_count == lobby->seekers_max))
        return -1;
    if (number >= 0)
        lobby->first_free = lobby->seekers[number].wait_next;
    else
        number = lobby->seeker_count++;
    lobby->seekers[number] = (struct lobby_seeker){.here = true, .bot = bot, .due = LOBBY_DUE_NOT};
    check_small(lobby);
    return number;
}

/* The order of a ruleset: equal terms stand together, then by rating. */
struct rating_order {
    const struct lobby *lobby;
    int ruleset;
};

static bool stands_before(const void *context, int number, int other)
{
    const struct rating_order *order = context;
    const struct lobby_seek *want = &order->lobby->seekers[number].want;
    const struct lobby_seek *theirs = &order->lobby->seekers[other].want;
    int r = order->ruleset;

    if (want->terms != theirs->terms)
        return want->terms < theirs->terms;
    if (want->rating[r] != theirs->rating[r])
        return want->rating[r] < theirs->rating[r];
    return number < other;
}

static void line_up(struct lobby *lobby, int number)
{
    struct lobby_seeker *seeker = &lobby->seekers[number];

    seeker->ticket = ++lobby->tickets;
    seeker->wait_next = -1;
    seeker->wait_prev = lobby->wait_last;
    if (lobby->wait_last >= 0)
        lobby->seekers[lobby->wait_last].wait_next = number;
    else
        lobby->wait_first = number;
    lobby->wait_last = number;
}

static void leave_line(struct lobby *lobby, int number)
{
    struct lobby_seeker *seeker = &lobby->seekers[number];

    lobby_due_forget(lobby, number);
    if (lobby->explain_next == number)
        lobby->explain_next = seeker->wait_next;
    if (seeker->wait_prev >= 0)
        lobby->seekers[seeker->wait_prev].wait_next = seeker->wait_next;
    else
        lobby->wait_first = seeker->wait_next;
    if (seeker->wait_next >= 0)
        lobby->seekers[seeker->wait_next].wait_prev = seeker->wait_prev;
    else
        lobby->wait_last = seeker->wait_prev;
}

/* New bots are appended, so the first have waited longest. */
static void join_pairs(struct lobby *lobby, int number)
{
    struct lobby_seeker *seeker = &lobby->seekers[number];
    struct opponent_owner *owner = pairing_owner(lobby, seeker);
    int *at = &owner->first_pair, last = -1;

    while (*at >= 0) {
        last = *at;
        at = &lobby->seekers[last].pair_next;
    }
    *at = number;
    seeker->pair_prev = last;
    seeker->pair_next = -1;
}

static void leave_pairs(struct lobby *lobby, int number)
{
    struct lobby_seeker *seeker = &lobby->seekers[number];

    if (seeker->pair_prev >= 0)
        lobby->seekers[seeker->pair_prev].pair_next = seeker->pair_next;
    else
        pairing_owner(lobby, seeker)->first_pair = seeker->pair_next;
    if (seeker->pair_next >= 0)
        lobby->seekers[seeker->pair_next].pair_prev = seeker->pair_prev;
}

/* Enters it into all that is kept of the seekers of a ruleset. */
static void enter_queues(struct lobby *lobby, int number)
{
    for (int r = 0; r < lobby->ruleset_count; r++) {
        struct lobby_queue *queue = &lobby->queues[r];
        struct rating_order order = {lobby, r};
        if (!(lobby->seekers[number].want.rulesets >> r & 1))
            continue;
        struct seeker_between at =
            seeker_order_add(&queue->by_rating, number, stands_before, &order);
        queue->prev[number] = at.before;
        queue->next[number] = at.after;
        if (at.before >= 0)
            queue->next[at.before] = number;
        if (at.after >= 0)
            queue->prev[at.after] = number;
        queue->count++;
    }
    lobby_count_waiting(lobby, number, 1);
}

static void leave_queues(struct lobby *lobby, int number)
{
    for (int r = 0; r < lobby->ruleset_count; r++) {
        struct lobby_queue *queue = &lobby->queues[r];
        struct rating_order order = {lobby, r};
        if (!(lobby->seekers[number].want.rulesets >> r & 1))
            continue;
        seeker_order_remove(&queue->by_rating, number, stands_before, &order);
        int next = queue->next[number], prev = queue->prev[number];
        if (prev >= 0)
            queue->next[prev] = next;
        if (next >= 0)
            queue->prev[next] = prev;
        queue->count--;
    }
    lobby_count_waiting(lobby, number, -1);
}

static void become_away(struct lobby *lobby, int number, usec_t now)
{
    struct lobby_seeker *seeker = &lobby->seekers[number];

    if (seeker->want.terms) /* no bot waits for one that plays only with bots of its own kind */
        return;
    seeker->away = seeker->want.rulesets;
    seeker->seated = now;
    for (int r = 0; r < lobby->ruleset_count; r++)
        lobby->queues[r].away += (int)(seeker->away >> r & 1);
    seeker->away_next = -1;
    seeker->away_prev = lobby->away_last;
    if (lobby->away_last >= 0)
        lobby->seekers[lobby->away_last].away_next = number;
    else
        lobby->away_first = number;
    lobby->away_last = number;
    lobby_count_away(lobby, number);
}

/* A bot that was seated is back, or lost: it is no longer expected. */
static void forget_away(struct lobby *lobby, int number)
{
    struct lobby_seeker *seeker = &lobby->seekers[number];

    if (seeker->away == 0)
        return;
    for (int r = 0; r < lobby->ruleset_count; r++)
        lobby->queues[r].away -= (int)(seeker->away >> r & 1);
    lobby_count_returned(lobby, number);
    seeker->away = 0;
    if (seeker->away_prev >= 0)
        lobby->seekers[seeker->away_prev].away_next = seeker->away_next;
    else
        lobby->away_first = seeker->away_next;
    if (seeker->away_next >= 0)
        lobby->seekers[seeker->away_next].away_prev = seeker->away_prev;
    else
        lobby->away_last = seeker->away_prev;
}

void lobby_seek(struct lobby *lobby, int number, const struct lobby_seek *want, usec_t now)
{
    struct lobby_seeker *seeker = &lobby->seekers[number];
    bool waited = seeker->waiting;

    assert(number >= 0 && number < lobby->seeker_count);
    assert(seeker->here && want->games >= 1 && want->rulesets &&
           want->rulesets >> lobby->ruleset_count == 0 && (want->terms == 0 || !want->rated));
    forget_away(lobby, number);
    lobby->next = 0;
    if (waited) { /* it keeps its place in the line */
        leave_queues(lobby, number);
        if (seeker->want.pair)
            leave_pairs(lobby, number);
    } else {
        line_up(lobby, number);
        seeker->since = now;
        seeker->why = LOBBY_WHY_NONE;
        seeker->waiting = true;
        lobby->waiting_count++;
    }
    seeker->want = *want;
    seeker->owner = lobby->history.bots[seeker->bot].owner;
    enter_queues(lobby, number);
    if (want->pair)
        join_pairs(lobby, number);
    lobby_due_came(lobby, number, now);
    lobby_due_near(lobby, number, now);
    check_small(lobby);
}

static void stop_waiting(struct lobby *lobby, int number)
{
    struct lobby_seeker *seeker = &lobby->seekers[number];

    leave_queues(lobby, number);
    leave_line(lobby, number);
    if (seeker->want.pair)
        leave_pairs(lobby, number);
    seeker->waiting = false;
    lobby->waiting_count--;
}

void lobby_unseek(struct lobby *lobby, int number)
{
    assert(number >= 0 && number < lobby->seeker_count && lobby->seekers[number].here);
    lobby->next = 0;
    forget_away(lobby, number);
    if (!lobby->seekers[number].waiting)
        return;
    stop_waiting(lobby, number);
    check_small(lobby);
}

void lobby_leave(struct lobby *lobby, int number)
{
    struct lobby_seeker *seeker = &lobby->seekers[number];

    assert(number >= 0 && number < lobby->seeker_count && seeker->here);
    lobby_unseek(lobby, number);
    seeker->here = false;
    seeker->wait_next = lobby->first_free;
    lobby->first_free = number;
    check_small(lobby);
}

/* ------------------------------------------------------------------------------ a pass */

void lobby_begin_pass(struct lobby *lobby, usec_t now)
{
    assert(now >= 0);
    lobby_count_refresh(lobby, now);
    lobby->scan = LOBBY_SCAN_ALL;
    for (int r = 0; r < lobby->ruleset_count; r++)
        lobby->queues[r].began = lobby->queues[r].count;
}

/* Whether bots are to be reserved for one that waits for this ruleset. */
static bool is_keeper(struct lobby *lobby, int number, int r, usec_t longest, usec_t now)
{
    const struct lobby_seeker *seeker = &lobby->seekers[number];
    const struct lobby_queue *queue = &lobby->queues[r];
    usec_t wait = now - seeker->since;
    int available = queue->available[seeker->want.rated];

    return seeker->want.terms == 0 && (seeker->want.rulesets >> r & 1) &&
           wait >= pairing_game_length(queue) && wait < LOBBY_KEEP_GAMES * longest &&
           available < queue->players &&
           available + queue->coming[seeker->want.rated] >= queue->players &&
           pairing_is_unit(lobby, number, r);
}

/* Whether a table lacks bots that may be about to return. */
static bool lacks(const struct lobby *lobby)
{
    for (int r = 0; r < lobby->ruleset_count; r++) {
        const struct lobby_queue *queue = &lobby->queues[r];
        for (int rated = 0; rated < 2; rated++) {
            int available = queue->available[rated];
            if (available > 0 && available < queue->players &&
                available + queue->coming[rated] >= queue->players)
                return true;
        }
    }
    return false;
}

/* The first in the line for which bots are to be reserved. */
static void find_keeper(struct lobby *lobby, usec_t now)
{
    usec_t longest = 0;

    lobby->keeper = -1;
    if (lobby->ruleset_count == 1 || !lacks(lobby))
        return;
    for (int r = 0; r < lobby->ruleset_count; r++) {
        usec_t length = pairing_game_length(&lobby->queues[r]);
        longest = length > longest ? length : longest;
    }
    for (int number = lobby->wait_first; number >= 0; number = lobby->seekers[number].wait_next) {
        for (int r = 0; r < lobby->ruleset_count; r++) {
            if (is_keeper(lobby, number, r, longest, now)) {
                lobby->keeper = number;
                lobby->keeper_ruleset = r;
                return;
            }
        }
    }
}

static void seat(struct lobby *lobby, const struct lobby_game *game, usec_t now)
{
    struct lobby_queue *queue = &lobby->queues[game->ruleset];
    int bots[SEATS_MAX], sides[SEATS_MAX];

    queue->playing++;
    for (int i = 0; i < queue->players; i++) {
        struct lobby_seeker *seeker = &lobby->seekers[game->seekers[i]];
        bots[i] = seeker->bot;
        sides[i] = queue->side_of[i];
        if (--seeker->want.games > 0) {
            leave_line(lobby, game->seekers[i]);
            line_up(lobby, game->seekers[i]);
            seeker->since = now;
            lobby_count_why(lobby, game->seekers[i], LOBBY_WHY_NONE);
            lobby_due_came(lobby, game->seekers[i], now);
        } else {
            stop_waiting(lobby, game->seekers[i]);
            become_away(lobby, game->seekers[i], now);
        }
    }
    if (game->rated)
        opponent_history_note(&lobby->history, game->ruleset, bots, sides, queue->players, now);
}

/* Each waiting bot chooses once, the longest waiting first. Returns the number of games. A crowd
 * that finds no games may use up the steps of a pass: the next pass continues after it. */
static int choose_all(struct lobby *lobby, enum pairing_round round, usec_t now,
                      struct lobby_game *games, int max)
{
    int waiting = 0, count = 0;

    for (int number = lobby->wait_first; number >= 0; number = lobby->seekers[number].wait_next)
        lobby->line[waiting++] = number;
    for (int i = 0; i < waiting && count < max && lobby->steps > 0; i++) {
        int at = (lobby->line_start + i) % waiting;
        if (lobby->seekers[lobby->line[at]].waiting &&
            pairing_choose(lobby, lobby->line[at], round, now, &games[count])) {
            seat(lobby, &games[count], now);
            count++;
        }
        if (lobby->steps <= 0)
            lobby->line_start = at + 1;
    }
    return count;
}

/* Tries all who wait. */
static int pair_all(struct lobby *lobby, usec_t now, struct lobby_game *games, int max)
{
    int count = 0, before;

    do { /* a bot that wants several games at once chooses several times */
        before = count;
        lobby->next = USEC_NEVER;
        for (int round = 0; round < PAIRING_ROUND_COUNT; round++)
            count += choose_all(lobby, (enum pairing_round)round, now, games + count, max - count);
    } while (count > before && count < max && lobby->steps > 0);
    if (lobby->steps > 0)
        lobby->line_start = 0;
    if ((count == max || lobby->steps <= 0) && lobby->waiting_count > 0)
        lobby->next = now;
    return count;
}

/* A bot chooses in that round. One that is patient for some rulesets only has no other turn for the
 * others. */
static bool choose_due(struct lobby *lobby, int number, enum lobby_due round, usec_t now,
                       struct lobby_game *game)
{
    static const enum pairing_round rounds[] = {
        [LOBBY_DUE_PATIENCE] = PAIRING_ROUND_PATIENCE,
        [LOBBY_DUE_NEAR] = PAIRING_ROUND_NEAR,
        [LOBBY_DUE_FAR] = PAIRING_ROUND_FAR,
    };

    lobby->steps -= LOBBY_TRY_STEPS;
    if (pairing_choose(lobby, number, rounds[round], now, game))
        return true;
    return round == LOBBY_DUE_PATIENCE &&
           lobby_due_patience(lobby, number, now) <
               __builtin_popcount(lobby->seekers[number].want.rulesets) &&
           (pairing_choose(lobby, number, PAIRING_ROUND_NEAR, now, game) ||
            pairing_choose(lobby, number, PAIRING_ROUND_FAR, now, game));
}

/* Those who are due in one round choose, the longest waiting first, while more steps than
 * `reserve` are left. */
static int choose_round(struct lobby *lobby, enum lobby_due round, int reserve, usec_t now,
                        struct lobby_game *games, int max)
{
    int count = 0;

    for (int number;
         count < max && lobby->steps > reserve && (number = lobby_due_first(lobby, round)) >= 0;) {
        /* It may have come to wait for the length of a game since it became due. */
        enum lobby_due as = lobby_due_patience(lobby, number, now) > 0 ? LOBBY_DUE_PATIENCE : round;
        lobby->scan = lobby->seekers[number].looks_at_all ? LOBBY_SCAN_ALL : LOBBY_SCAN;
        if (choose_due(lobby, number, as, now, &games[count]))
            seat(lobby, &games[count++], now);
        else
            lobby_due_tried(lobby, number, as, now);
    }
    return count;
}

/* Tries those who are due. No round uses up the steps of those after it. */
static int pair_due(struct lobby *lobby, usec_t now, struct lobby_game *games, int max)
{
    int count = 0;

    while (count < max && lobby->steps > 0 && lobby_due_rounds(lobby) > 0) {
        for (int round = 0; round < LOBBY_DUE_LATER; round++) {
            int rounds = lobby_due_rounds(lobby);
            int reserve = rounds > 1 ? lobby->steps - lobby->steps / rounds : 0;
            count += choose_round(lobby, (enum lobby_due)round, reserve, now, games + count,
                                  max - count);
        }
    }
    return count;
}

/* Tries some of those who are not due. */
static int sweep(struct lobby *lobby, usec_t now, struct lobby_game *games, int max)
{
    usec_t steps = lobby->sweep_steps + (now - lobby->sweep_time) / LOBBY_SWEEP_STEP_USEC;
    int count = 0, left = lobby->waiting_count;

    lobby->sweep_steps = steps < LOBBY_SWEEP_STEPS ? (int)steps : LOBBY_SWEEP_STEPS;
    lobby->sweep_time = now;
    lobby->scan = LOBBY_SCAN_ALL;
    for (; count < max && lobby->steps > 0 && lobby->sweep_steps > 0 && left > 0; left--) {
        int number = lobby->sweep_next >= 0 ? lobby->sweep_next : lobby->wait_first;
        int before = lobby->steps;
        if (number < 0)
            break;
        lobby->sweep_next = lobby->seekers[number].wait_next;
        bool patient = lobby_due_patience(lobby, number, now) > 0;
        if (choose_due(lobby, number, patient ? LOBBY_DUE_PATIENCE : LOBBY_DUE_NEAR, now,
                       &games[count]) ||
            (!patient && choose_due(lobby, number, LOBBY_DUE_FAR, now, &games[count])))
            seat(lobby, &games[count++], now);
        lobby->sweep_steps -= before - lobby->steps;
    }
    return count;
}

/* A pass of a crowd. */
static int pair_crowd(struct lobby *lobby, usec_t now, struct lobby_game *games, int max)
{
    int count = 0, swept;

    do { /* of those that a sweep seats some seek more games */
        count += pair_due(lobby, now, games + count, max - count);
        swept = sweep(lobby, now, games + count, max - count);
        count += swept;
    } while (swept > 0);
    lobby->next = lobby_due_next(lobby);
    if (lobby_due_rounds(lobby) > 0)
        lobby->next = now;
    return count;
}

int lobby_pair(struct lobby *lobby, usec_t now, struct lobby_game *games, int max)
{
    assert(now >= 0 && max >= 0);
    lobby_begin_pass(lobby, now);
    lobby_due_begin(lobby, now);
    find_keeper(lobby, now);
    lobby->steps = LOBBY_STEPS;
    int count = (lobby->crowd ? pair_crowd : pair_all)(lobby, now, games, max);
    if (lobby->next > now + LOBBY_LOOK_AGAIN && lobby->waiting_count > 0)
        lobby->next = now + LOBBY_LOOK_AGAIN;
    check_small(lobby);
    return count;
}

usec_t lobby_next(const struct lobby *lobby)
{
    return lobby->waiting_count > 0 ? lobby->next : USEC_NEVER;
}

/* The window follows the length of games: a moving mean of about the last twelve. */
void lobby_over(struct lobby *lobby, int ruleset, usec_t took)
{
    assert(ruleset >= 0 && ruleset < lobby->ruleset_count);
    struct lobby_queue *queue = &lobby->queues[ruleset];
    assert(queue->playing > 0);
    queue->playing--;
    lobby->next = 0;
    check_small(lobby);
    if (took <= 0)
        return;
    if (took / 10 > widen_max)
        took = widen_max * 10;
    queue->widen += (took / 10 - queue->widen) / 8;
    if (queue->widen < 1)
        queue->widen = 1;
}
