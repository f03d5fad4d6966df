/* lobby.c - the waiting bots and their order, and a pass over all of them. pairing.c chooses. */
#include "lobby/lobby.h"
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

static int queue_init(struct lobby_queue *queue, const struct ruleset *rules, int seekers_max)
{
    queue->players = rules->players;
    queue->side_count = rules->side_count;
    for (int seat = 0; seat < rules->players; seat++) {
        queue->side_of[seat] = rules->side_of[seat];
        queue->side_size[rules->side_of[seat]]++;
    }
    queue->widen = widen_first;
    queue->order = calloc((size_t)seekers_max * 3, sizeof *queue->order);
    queue->next = queue->order ? queue->order + seekers_max : NULL;
    queue->prev = queue->order ? queue->next + seekers_max : NULL;
    return queue->order ? 0 : -1;
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
    lobby->away_first = lobby->away_last = -1;
    lobby->next = USEC_NEVER;
    lobby->seekers = calloc((size_t)seekers_max, sizeof *lobby->seekers);
    lobby->line = calloc((size_t)seekers_max, sizeof *lobby->line);
    failed = !lobby->seekers || !lobby->line;
    for (int r = 0; r < ruleset_count; r++)
        failed = queue_init(&lobby->queues[r], rules[r], seekers_max) || failed;
    if (failed)
        lobby_fini(lobby);
    return failed ? -1 : 0;
}

void lobby_fini(struct lobby *lobby)
{
    for (int r = 0; r < LOBBY_RULESETS_MAX; r++)
        free(lobby->queues[r].order);
    free(lobby->seekers);
    free(lobby->line);
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
    lobby->seekers[number] = (struct lobby_seeker){.here = true, .bot = bot};
    check_small(lobby);
    return number;
}

/* The order of a ruleset: equal terms stand together, then by rating. */
static bool stands_before(const struct lobby *lobby, int r, int number, int other)
{
    const struct lobby_seek *want = &lobby->seekers[number].want;
    const struct lobby_seek *theirs = &lobby->seekers[other].want;

    if (want->terms != theirs->terms)
        return want->terms < theirs->terms;
    if (want->rating[r] != theirs->rating[r])
        return want->rating[r] < theirs->rating[r];
    return number < other;
}

/* The position that a seeker has or would have in the order of a ruleset. */
static int place_of(const struct lobby *lobby, int r, int number)
{
    const struct lobby_queue *queue = &lobby->queues[r];
    int low = 0, high = queue->count;

    while (low < high) {
        int middle = low + (high - low) / 2;
        if (stands_before(lobby, r, queue->order[middle], number))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void line_up(struct lobby *lobby, int number)
{
    struct lobby_seeker *seeker = &lobby->seekers[number];

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

static void enter_orders(struct lobby *lobby, int number)
{
    for (int r = 0; r < lobby->ruleset_count; r++) {
        struct lobby_queue *queue = &lobby->queues[r];
        if (!(lobby->seekers[number].want.rulesets >> r & 1))
            continue;
        int at = place_of(lobby, r, number);
        memmove(queue->order + at + 1, queue->order + at,
                (size_t)(queue->count - at) * sizeof *queue->order);
        queue->order[at] = number;
        queue->count++;
    }
}

static void leave_orders(struct lobby *lobby, int number)
{
    for (int r = 0; r < lobby->ruleset_count; r++) {
        struct lobby_queue *queue = &lobby->queues[r];
        if (!(lobby->seekers[number].want.rulesets >> r & 1))
            continue;
        int at = place_of(lobby, r, number);
        assert(queue->order[at] == number);
        queue->count--;
        memmove(queue->order + at, queue->order + at + 1,
                (size_t)(queue->count - at) * sizeof *queue->order);
    }
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
}

/* A bot that was seated is back, or lost: it is no longer expected. */
static void forget_away(struct lobby *lobby, int number)
{
    struct lobby_seeker *seeker = &lobby->seekers[number];

    if (seeker->away == 0)
        return;
    for (int r = 0; r < lobby->ruleset_count; r++)
        lobby->queues[r].away -= (int)(seeker->away >> r & 1);
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
        leave_orders(lobby, number);
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
    enter_orders(lobby, number);
    if (want->pair)
        join_pairs(lobby, number);
    check_small(lobby);
}

/* Removes it from all lists but the orders by rating: a pass removes many from them at once. */
static void stop_waiting(struct lobby *lobby, int number)
{
    struct lobby_seeker *seeker = &lobby->seekers[number];

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
    leave_orders(lobby, number);
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

/* Counts an owner once, and as a pair when a side is complete. */
static void count_owner(struct lobby *lobby, struct lobby_queue *queue,
                        const struct lobby_seeker *seeker, bool waits)
{
    struct opponent_owner *owner = pairing_owner(lobby, seeker);
    int size = queue->side_size[0];
    bool whole = true;

    if (owner->counted != lobby->counts) {
        owner->counted = lobby->counts;
        owner->pairs = 0;
        owner->seeks = false;
    }
    if (waits && seeker->want.pair && size > 1) {
        owner->pairs++;
        whole = owner->pairs >= size;
        queue->available[1] += owner->pairs == size ? size : whole;
    } else {
        queue->available[1] += waits;
    }
    queue->owners += whole && !owner->seeks;
    owner->seeks = owner->seeks || whole;
}

/* Counts who seeks a ruleset now (see lobby.h). */
static void count_queue(struct lobby *lobby, int r, usec_t now)
{
    struct lobby_queue *queue = &lobby->queues[r];

    lobby->counts++;
    queue->owners = queue->available[0] = queue->available[1] = 0;
    queue->coming[0] = queue->coming[1] = 0;
    for (int i = 0; i < queue->count; i++) {
        const struct lobby_seeker *seeker = &lobby->seekers[queue->order[i]];
        if (seeker->want.rated)
            count_owner(lobby, queue, seeker, true);
        else
            queue->available[0] += seeker->want.terms == 0;
    }
    for (int number = lobby->away_last; number >= 0; number = lobby->seekers[number].away_prev) {
        const struct lobby_seeker *seeker = &lobby->seekers[number];
        if (now - seeker->seated > pairing_game_length(queue))
            break;
        if (!(seeker->away >> r & 1))
            continue;
        queue->coming[seeker->want.rated]++;
        if (seeker->want.rated)
            count_owner(lobby, queue, seeker, false);
    }
}

void lobby_begin_pass(struct lobby *lobby, usec_t now)
{
    assert(now >= 0);
    for (int r = 0; r < lobby->ruleset_count; r++) {
        struct lobby_queue *queue = &lobby->queues[r];
        for (int i = 0, before = -1; i < queue->count; before = queue->order[i++]) {
            int number = queue->order[i];
            bool same = before >= 0 &&
                        lobby->seekers[before].want.terms == lobby->seekers[number].want.terms;
            queue->next[number] = -1;
            queue->prev[number] = same ? before : -1;
            if (same)
                queue->next[before] = number;
        }
        count_queue(lobby, r, now);
    }
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

/* The first in the line for which bots are to be reserved. */
static void find_keeper(struct lobby *lobby, usec_t now)
{
    usec_t longest = 0;

    lobby->keeper = -1;
    for (int r = 0; r < lobby->ruleset_count; r++) {
        usec_t length = pairing_game_length(&lobby->queues[r]);
        longest = length > longest ? length : longest;
    }
    for (int number = lobby->wait_first; number >= 0 && lobby->ruleset_count > 1;
         number = lobby->seekers[number].wait_next) {
        for (int r = 0; r < lobby->ruleset_count; r++) {
            if (is_keeper(lobby, number, r, longest, now)) {
                lobby->keeper = number;
                lobby->keeper_ruleset = r;
                return;
            }
        }
    }
}

/* Rebuilds the orders without the bots that no longer wait. */
static void end_pass(struct lobby *lobby)
{
    for (int r = 0; r < lobby->ruleset_count; r++) {
        struct lobby_queue *queue = &lobby->queues[r];
        int kept = 0;
        for (int i = 0; i < queue->count; i++) {
            if (lobby->seekers[queue->order[i]].waiting)
                queue->order[kept++] = queue->order[i];
        }
        queue->count = kept;
    }
}

static void unlink_seeker(struct lobby *lobby, int number)
{
    for (int r = 0; r < lobby->ruleset_count; r++) {
        struct lobby_queue *queue = &lobby->queues[r];
        if (!(lobby->seekers[number].want.rulesets >> r & 1))
            continue;
        int next = queue->next[number], prev = queue->prev[number];
        if (prev >= 0)
            queue->next[prev] = next;
        if (next >= 0)
            queue->prev[next] = prev;
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
            seeker->why = LOBBY_WHY_NONE;
        } else {
            unlink_seeker(lobby, game->seekers[i]);
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

int lobby_pair(struct lobby *lobby, usec_t now, struct lobby_game *games, int max)
{
    int count = 0, before;

    assert(now >= 0 && max >= 0);
    lobby_begin_pass(lobby, now);
    find_keeper(lobby, now);
    lobby->steps = LOBBY_STEPS;
    do { /* a bot that wants several games at once chooses several times */
        before = count;
        lobby->next = USEC_NEVER;
        for (int round = 0; round < PAIRING_ROUND_COUNT; round++)
            count += choose_all(lobby, (enum pairing_round)round, now, games + count, max - count);
    } while (count > before && count < max && lobby->steps > 0);
    end_pass(lobby);
    if (lobby->steps > 0)
        lobby->line_start = 0;
    if ((count == max || lobby->steps <= 0) && lobby->waiting_count > 0)
        lobby->next = now;
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
