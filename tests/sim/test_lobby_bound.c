/* The promises of the lobby (lobby.h), on a fake clock, whatever bots arrive, sit, leave, seek or
 * stay silent. A pass leaves no bot waiting that has a game under the rules, once it has waited for
 * two tenths of the length of a game. A pass comes LOBBY_LOOK_AGAIN later at the latest. A bot that
 * has waited for the length of a game is seated before all that came later. Every bot gets the true
 * reason why it waits.
 *
 * The rules are written here a second time, in the plainest way: the test tries all sets of
 * waiting bots, and counts the share of a day in a list of all games. AVONDALE_SEEDS is the
 * number of days, AVONDALE_SEED the first; a failure prints its seed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "lobby/lobby.h"
#include "lobby/lobby_random.h"

enum {
    BOTS = 14,
    RULESETS = 4,
    MADE_MAX = 64,
    PLAYED_MAX = 4000,
    EVENTS = 240,
#ifdef __SANITIZE_ADDRESS__
    SEEDS = 100,
#else
    SEEDS = 1000,
#endif
};
static const usec_t second = 1000000;

struct sim_bot {
    int name, owner; /* two connections may have one name */
    int number;      /* in the lobby; -1: not here */
    bool waits;
    struct lobby_seek want; /* while it waits or is away */
    bool away;
    usec_t seated;
    int games;      /* under way */
    usec_t changes; /* when it does something of its own accord */
    usec_t
        could_from; /* since when there has been a game for it after each pass; -1: there is none */
};

struct sim_game {
    struct lobby_game made;
    int bots[SEATS_MAX];
    usec_t began, ends;
};

/* A rated game that was begun: names by seat. */
struct played {
    int ruleset, names[SEATS_MAX], owners[SEATS_MAX];
};

struct sim {
    struct lobby lobby;
    struct ruleset rules[RULESETS];
    int ruleset_count;
    struct sim_bot bots[BOTS];
    int bot_count;
    int bot_of[BOTS];
    struct sim_game games[MADE_MAX];
    int game_count;
    struct played played[PLAYED_MAX];
    int played_count;
    uint64_t random, seed;
    usec_t now;
    usec_t pace; /* of a usual game */
};

static int crowd_from; /* 0: as it is */

static struct totals {
    long games, passes, looks, could, share, kept;
    usec_t longest;
} totals;

static int below(struct sim *sim, int bound)
{
    return (int)lobby_random(&sim->random, (uint32_t)bound);
}

#define CHECK(sim, condition)                                                                      \
    do {                                                                                           \
        if (!(condition))                                                                          \
            fail_msg("%s: AVONDALE_SEED=%llu AVONDALE_SEEDS=1 at %lld us", #condition,             \
                     (unsigned long long)(sim)->seed, (long long)(sim)->now);                      \
    } while (0)

/* ------------------------------------------------------------------------------ the rules again */

static int seats_of_side(const struct lobby_queue *queue, int side)
{
    int seats = 0;
    for (int i = 0; i < queue->players; i++)
        seats += queue->side_of[i] == side;
    return seats;
}

/* Whether two may meet at all: one rated and one unrated, or with other terms, may not. */
static bool same_kind(const struct lobby_seek *a, const struct lobby_seek *b)
{
    return a->rated == b->rated && a->terms == b->terms;
}

/* Whether a bot that seeks as a pair has its side together; the order of arrival decides. */
static bool side_together(const struct sim *sim, const struct sim_bot *bot, int r, int *place)
{
    const struct lobby *lobby = &sim->lobby;
    const int size = seats_of_side(&lobby->queues[r], 0);
    int own = -1, all = 0;
    int at = lobby->history.owners[lobby->history.bots[lobby->seekers[bot->number].bot].owner]
                 .first_pair;

    for (; at >= 0; at = lobby->seekers[at].pair_next) {
        const struct sim_bot *other = &sim->bots[sim->bot_of[at]];
        if (!other->waits || !same_kind(&other->want, &bot->want) ||
            !(other->want.rulesets >> r & 1))
            continue;
        if (other == bot)
            own = all;
        all++;
    }
    *place = own / size;
    return (own / size + 1) * size <= all;
}

/* Owners who seek a ruleset now. */
static int owners_of(const struct sim *sim, int r)
{
    const struct lobby_queue *queue = &sim->lobby.queues[r];
    int size = seats_of_side(queue, 0), count = 0;

    for (int owner = 0; owner < BOTS; owner++) {
        int pairs = 0, others = 0;
        for (int i = 0; i < sim->bot_count; i++) {
            const struct sim_bot *bot = &sim->bots[i];
            if (bot->owner != owner || !bot->want.rated || !(bot->want.rulesets >> r & 1))
                continue;
            if (bot->waits && bot->want.pair && size > 1)
                pairs++;
            else if (bot->waits || (bot->away && sim->now - bot->seated <= 10 * queue->widen))
                others++;
        }
        count += others > 0 || pairs >= size;
    }
    return count;
}

static bool share_ok(const struct sim *sim, int r, int owners, const struct sim_bot *bot,
                     const struct sim_bot *against)
{
    const struct lobby_queue *queue = &sim->lobby.queues[r];
    int all = 0, met = 0;

    for (int i = 0; i < sim->played_count; i++) {
        const struct played *played = &sim->played[i];
        int own = -1;
        bool with = false;
        if (played->ruleset != r)
            continue;
        for (int seat = 0; seat < queue->players; seat++)
            own = played->names[seat] == bot->name ? seat : own;
        for (int seat = 0; seat < queue->players && own >= 0; seat++)
            with = with || (queue->side_of[seat] != queue->side_of[own] &&
                            played->owners[seat] == against->owner);
        all += own >= 0;
        met += with;
    }
    double even = 2.0 * (queue->players - seats_of_side(queue, 0)) / (owners - 1);
    return met < OPPONENT_FREE_RESULTS || met + 1 <= (even > 0.1 ? even : 0.1) * (all + 1);
}

struct search {
    const struct sim *sim;
    int ruleset, owners;
    bool rated, share;
    int who; /* must have a seat */
    int list[BOTS], count;
    int side[BOTS]; /* of those in the list; -1: not at the table */
};

static bool fits(const struct search *search, int at, int side)
{
    const struct sim *sim = search->sim;
    const struct sim_bot *bot = &sim->bots[search->list[at]];
    const struct lobby_queue *queue = &sim->lobby.queues[search->ruleset];
    bool pairs = seats_of_side(queue, 0) > 1;
    int load = 0;

    for (int i = 0; i < at; i++) {
        const struct sim_bot *other = &sim->bots[search->list[i]];
        int place = 0, own = 0;
        if (search->side[i] < 0)
            continue;
        load += search->side[i] == side;
        if (search->side[i] != side) {
            if ((search->rated && bot->owner == other->owner) ||
                (search->rated && search->share &&
                 (!share_ok(sim, search->ruleset, search->owners, bot, other) ||
                  !share_ok(sim, search->ruleset, search->owners, other, bot))))
                return false;
            continue;
        }
        if (pairs && (bot->want.pair || other->want.pair)) {
            if (bot->want.pair != other->want.pair || bot->owner != other->owner)
                return false;
            (void)side_together(sim, bot, search->ruleset, &own);
            (void)side_together(sim, other, search->ruleset, &place);
            if (own != place)
                return false;
        } else if (bot->name == other->name) {
            return false;
        }
    }
    return load < seats_of_side(queue, side);
}

static bool search_from(struct search *search, int at, int seats)
{
    const struct lobby_queue *queue = &search->sim->lobby.queues[search->ruleset];

    if (seats == queue->players)
        return search->who < at && search->side[search->who] >= 0;
    if (at == search->count || seats + search->count - at < queue->players ||
        (at > search->who && search->side[search->who] < 0))
        return false;
    for (int side = 0; side < queue->side_count; side++) {
        search->side[at] = side;
        if (fits(search, at, side) && search_from(search, at + 1, seats + 1))
            return true;
    }
    search->side[at] = -1;
    return search_from(search, at + 1, seats);
}

/* Whether it is held for another bot's larger table, and not to play this ruleset. */
static bool is_kept(const struct sim *sim, const struct sim_bot *bot, int r)
{
    const struct lobby *lobby = &sim->lobby;
    int keeper = lobby->keeper, large = lobby->keeper_ruleset;

    if (keeper < 0 || large == r || keeper == bot->number || !(bot->want.rulesets >> large & 1) ||
        !same_kind(&bot->want, &lobby->seekers[keeper].want))
        return false;
    usec_t length = 10 * lobby->queues[r].widen, own = 10 * lobby->queues[large].widen;
    return sim->now - lobby->seekers[bot->number].since < (own > length ? own : length);
}

/* Whether there is a game of this ruleset for that bot among the waiting bots that are `free`,
 * that is not held for another. */
static bool could(const struct sim *sim, int index, int r, bool share, bool free)
{
    const struct sim_bot *bot = &sim->bots[index];
    struct search search = {.sim = sim, .ruleset = r, .rated = bot->want.rated, .share = share};
    bool pairs = seats_of_side(&sim->lobby.queues[r], 0) > 1;
    int place;

    search.owners = owners_of(sim, r);
    search.who = -1;
    for (int i = 0; i < sim->bot_count; i++) {
        const struct sim_bot *other = &sim->bots[i];
        if (!other->waits || !same_kind(&other->want, &bot->want) ||
            !(other->want.rulesets >> r & 1) ||
            (pairs && other->want.pair && !side_together(sim, other, r, &place)) ||
            (free && is_kept(sim, other, r)))
            continue;
        if (i == index)
            search.who = search.count;
        search.list[search.count++] = i;
    }
    return search.who >= 0 && search_from(&search, 0, 0);
}

/* --------------------------------------------------------------------------------- what happens */

static void come(struct sim *sim, struct sim_bot *bot)
{
    char name[16], owner[16];

    snprintf(name, sizeof name, "bot%d", bot->name);
    snprintf(owner, sizeof owner, "owner%d", bot->owner);
    bot->number = lobby_enter(&sim->lobby, name, owner);
    CHECK(sim, bot->number >= 0);
    sim->bot_of[bot->number] = (int)(bot - sim->bots);
}

static void draw_want(struct sim *sim, struct sim_bot *bot)
{
    uint32_t all = (1u << sim->ruleset_count) - 1;

    bot->want = (struct lobby_seek){.rulesets = 1 + (uint32_t)below(sim, (int)all),
                                    .pair = below(sim, 4) == 0,
                                    .rated = below(sim, 8) != 0,
                                    .games = below(sim, 4) ? 1 : 1 + below(sim, 3)};
    if (!bot->want.rated) /* of those who do not play for rating, every second has terms */
        bot->want.terms = (uint64_t)below(sim, 4) * (uint64_t)below(sim, 2);
    for (int r = 0; r < RULESETS; r++)
        bot->want.rating[r] = 800 + below(sim, below(sim, 3) ? 400 : 2000);
}

static void seek(struct sim *sim, struct sim_bot *bot)
{
    lobby_seek(&sim->lobby, bot->number, &bot->want, sim->now);
    lobby_check(&sim->lobby);
    bot->waits = true;
    bot->away = false;
}

static void stop(struct sim *sim, struct sim_bot *bot)
{
    lobby_unseek(&sim->lobby, bot->number);
    bot->waits = bot->away = false;
}

/* Arrives, seeks anew, withdraws its seek, or leaves, whatever it is doing. */
static void change(struct sim *sim, struct sim_bot *bot)
{
    bot->changes = sim->now + below(sim, below(sim, 3) ? 40 : 600) * second / 2;
    bot->could_from = -1;
    if (bot->number < 0) {
        come(sim, bot);
        if (below(sim, 4)) {
            draw_want(sim, bot);
            seek(sim, bot);
        } /* else silent */
    } else if (below(sim, 3) == 0) {
        lobby_leave(&sim->lobby, bot->number);
        bot->number = -1;
        bot->waits = bot->away = false;
    } else if (below(sim, 3) == 0) {
        stop(sim, bot);
    } else if (bot->games == 0) {
        draw_want(sim, bot);
        seek(sim, bot);
    }
}

static void begin(struct sim *sim, const struct lobby_game *made)
{
    const struct lobby_queue *queue = &sim->lobby.queues[made->ruleset];
    struct sim_game *game = &sim->games[sim->game_count++];
    struct played *played = &sim->played[sim->played_count];
    int lengths[] = {1, 2, 3, 10, 400};

    CHECK(sim, sim->game_count <= MADE_MAX && sim->played_count < PLAYED_MAX);
    *game = (struct sim_game){.made = *made, .began = sim->now};
    game->ends = sim->now + sim->pace * lengths[below(sim, 50) ? below(sim, 4) : 4] / 2 + 1;
    played->ruleset = made->ruleset;
    for (int seat = 0; seat < queue->players; seat++) {
        struct sim_bot *bot = &sim->bots[game->bots[seat] = sim->bot_of[made->seekers[seat]]];
        CHECK(sim, bot->waits || bot->want.games == 0);
        CHECK(sim, bot->want.rulesets >> made->ruleset & 1 && bot->want.rated == made->rated &&
                       bot->want.terms == sim->bots[game->bots[0]].want.terms);
        for (int k = 0; k < seat; k++)
            CHECK(sim, made->seekers[k] != made->seekers[seat]);
        played->names[seat] = bot->name;
        played->owners[seat] = bot->owner;
        bot->games++;
        bot->could_from = -1;
        if (--bot->want.games == 0) {
            bot->waits = false;
            bot->away = true;
            bot->seated = sim->now;
        }
    }
    for (int seat = 0; seat < queue->players; seat++) {
        for (int k = 0; k < seat && made->rated; k++)
            CHECK(sim, queue->side_of[seat] == queue->side_of[k] ||
                           played->owners[seat] != played->owners[k]);
    }
    sim->played_count += made->rated;
    totals.games++;
}

static void end(struct sim *sim, int index)
{
    struct sim_game game = sim->games[index];

    sim->games[index] = sim->games[--sim->game_count];
    /* Some never began. */
    lobby_over(&sim->lobby, game.made.ruleset, below(sim, 20) ? sim->now - game.began : 0);
    for (int seat = 0; seat < sim->lobby.queues[game.made.ruleset].players; seat++) {
        struct sim_bot *bot = &sim->bots[game.bots[seat]];
        bot->games--;
        if (bot->number < 0 || !(bot->away || bot->waits))
            continue; /* it left meanwhile, or does not want to play on */
        bot->want.games = 1;
        seek(sim, bot);
    }
}

/* ----------------------------------------------------------------------------------- the promise
 */

/* It may not wait any longer for a nearer opponent. */
static bool is_due(const struct sim *sim, const struct sim_bot *bot, int r)
{
    const struct lobby_queue *queue = &sim->lobby.queues[r];
    usec_t wait = sim->now - sim->lobby.seekers[bot->number].since;

    return queue->away == 0 || wait >= 2 * queue->widen;
}

static void check_why(const struct sim *sim, const struct sim_bot *bot, bool open, bool shared)
{
    enum lobby_why why = sim->lobby.seekers[bot->number].why;

    CHECK(sim, (why == LOBBY_WHY_SOON) == shared);
    CHECK(sim, (why == LOBBY_WHY_SHARE) == (open && !shared));
    CHECK(sim,
          shared || open ||
              (why == LOBBY_WHY_OWNERS || why == LOBBY_WHY_PARTNER || why == LOBBY_WHY_PLAYERS));
    totals.share += why == LOBBY_WHY_SHARE;
}

static void check_left(struct sim *sim)
{
    lobby_why_explain(&sim->lobby, sim->now);
    for (int i = 0; i < sim->bot_count; i++) {
        struct sim_bot *bot = &sim->bots[i];
        bool open = false, shared = false;
        if (!bot->waits)
            continue;
        for (int r = 0; r < sim->ruleset_count; r++) {
            if (!(bot->want.rulesets >> r & 1) || !could(sim, i, r, false, false))
                continue;
            open = true;
            if (!could(sim, i, r, true, false))
                continue;
            shared = true;
            if (!is_due(sim, bot, r))
                continue;
            CHECK(sim, !could(sim, i, r, true, true));
            totals.kept++;
        }
        check_why(sim, bot, open, shared);
        totals.looks++;
        totals.could += shared;
        if (!shared)
            bot->could_from = -1;
        else if (bot->could_from < 0)
            bot->could_from = sim->now;
        if (shared && sim->now - bot->could_from > totals.longest)
            totals.longest = sim->now - bot->could_from;
    }
}

/* The bot that has waited longest, if that is the length of a game and there is one for it; else
 * -1. */
static int first_in_line(const struct sim *sim)
{
    int number = sim->lobby.wait_first, index = number < 0 ? -1 : sim->bot_of[number];

    for (int r = 0; r < sim->ruleset_count && index >= 0; r++) {
        usec_t wait = sim->now - sim->lobby.seekers[number].since;
        if ((sim->bots[index].want.rulesets >> r & 1) && wait >= 10 * sim->lobby.queues[r].widen &&
            could(sim, index, r, true, false))
            return index;
    }
    return -1;
}

/* The bot for which others are held: it waits, and has waited for the length of a game. */
static void check_keeper(const struct sim *sim, int keeper)
{
    const struct lobby *lobby = &sim->lobby;

    if (keeper < 0)
        return;
    usec_t wait = sim->now - lobby->seekers[keeper].since;
    CHECK(sim, lobby->seekers[keeper].want.rulesets >> lobby->keeper_ruleset & 1);
    CHECK(sim, !lobby->seekers[keeper].waiting || wait == 0 ||
                   wait >= 10 * lobby->queues[lobby->keeper_ruleset].widen);
}

static void pass(struct sim *sim)
{
    static struct lobby_game made[MADE_MAX];
    int first = first_in_line(sim);
    usec_t since = first < 0 ? 0 : sim->lobby.seekers[sim->bots[first].number].since;
    int count = lobby_pair(&sim->lobby, sim->now, made, MADE_MAX);
    lobby_check(&sim->lobby);

    for (int i = 0; i < count; i++)
        begin(sim, &made[i]);
    CHECK(sim, first < 0 || !sim->bots[first].waits ||
                   sim->lobby.seekers[sim->bots[first].number].since > since);
    usec_t next = lobby_next(&sim->lobby);
    CHECK(sim, (next == USEC_NEVER) == (sim->lobby.waiting_count == 0));
    CHECK(sim, next == USEC_NEVER || next <= sim->now + LOBBY_LOOK_AGAIN);
    CHECK(sim, next > sim->now);
    check_keeper(sim, sim->lobby.keeper);
    check_left(sim);
    totals.passes++;
}

/* ------------------------------------------------------------------------------------- one day */

/* How many of the first `count` bots an owner has. */
static int owned(const struct sim *sim, int count, int owner)
{
    int same = 0;
    for (int i = 0; i < count; i++)
        same += sim->bots[i].owner == owner;
    return same;
}

static void set_up(struct sim *sim, uint64_t seed)
{
    static const char *const presets[] = {"two-handed-dead", "wikipedia",   "three-handed",
                                          "six-handed",      "five-handed", "six-handed-cutthroat"};
    const struct ruleset *list[RULESETS];
    struct ruleset_error error;

    memset(sim, 0, sizeof *sim);
    sim->seed = sim->random = seed;
    sim->ruleset_count = 1 + below(sim, RULESETS);
    for (int r = 0; r < sim->ruleset_count; r++) {
        assert_int_equal(ruleset_parse(&sim->rules[r], presets[below(sim, 6 - r)], NULL, 0, &error),
                         0);
        list[r] = &sim->rules[r];
    }
    sim->bot_count = 2 + below(sim, BOTS - 1);
    sim->pace = (usec_t[]){second / 20, 3 * second, 200 * second}[below(sim, 3)];
    int owners = 1 + below(sim, sim->bot_count);
    for (int i = 0; i < sim->bot_count; i++) {
        struct sim_bot *bot = &sim->bots[i];
        bot->name = i > 0 && below(sim, 8) == 0 ? sim->bots[i - 1].name : i;
        bot->owner = bot->name < i ? sim->bots[i - 1].owner : below(sim, owners);
        while (bot->name == i && owned(sim, i, bot->owner) >= LOBBY_OWNER_CHOICE)
            bot->owner = (bot->owner + 1) % BOTS; /* of more a search does not take all */
        bot->number = -1;
        bot->could_from = -1;
        bot->changes = below(sim, 30) * second;
    }
    assert_int_equal(lobby_init(&sim->lobby, list, sim->ruleset_count, BOTS, seed), 0);
    if (crowd_from)
        sim->lobby.crowd_from = crowd_from;
}

/* The next moment at which something happens. */
static usec_t next_moment(const struct sim *sim)
{
    usec_t next = lobby_next(&sim->lobby);

    for (int i = 0; i < sim->bot_count; i++)
        next = sim->bots[i].changes < next ? sim->bots[i].changes : next;
    for (int i = 0; i < sim->game_count; i++)
        next = sim->games[i].ends < next ? sim->games[i].ends : next;
    return next > sim->now ? next : sim->now;
}

static void run_day(uint64_t seed)
{
    static struct sim sim;

    set_up(&sim, seed);
    for (int event = 0; event < EVENTS && sim.played_count < PLAYED_MAX - MADE_MAX; event++) {
        sim.now = next_moment(&sim);
        for (int i = sim.game_count - 1; i >= 0; i--) {
            if (sim.games[i].ends <= sim.now)
                end(&sim, i);
        }
        for (int i = 0; i < sim.bot_count; i++) {
            if (sim.bots[i].changes <= sim.now)
                change(&sim, &sim.bots[i]);
        }
        if (lobby_next(&sim.lobby) <= sim.now)
            pass(&sim);
    }
    lobby_fini(&sim.lobby);
}

static uint64_t number_of(const char *variable, uint64_t standard)
{
    const char *text = getenv(variable);
    return text ? strtoull(text, NULL, 10) : standard;
}

static void every_bot_that_can_play_gets_a_game(void **context)
{
    uint64_t first = number_of("AVONDALE_SEED", 1), count = number_of("AVONDALE_SEEDS", SEEDS);
    (void)context;
    for (uint64_t seed = first; seed < first + count; seed++)
        run_day(seed);
    printf("%d seeds from %d: %ld games, %ld passes, %ld looks at one who waits; there was a game "
           "for %ld of them, who waited for somebody nearer, %.1f s at most; the share alone "
           "forbade %ld; kept for another %ld\n",
           (int)count, (int)first, totals.games, totals.passes, totals.looks, totals.could,
           (double)totals.longest / 1e6, totals.share, totals.kept);
    assert_true(count < 100 || (totals.could > 0 && totals.share > 0 && totals.kept > 0));
}

/* Where a pass tries those who are due first, and the others by the sweep. */
static void and_so_it_does_in_a_crowd(void **context)
{
    uint64_t first = number_of("AVONDALE_SEED", 1), count = number_of("AVONDALE_SEEDS", SEEDS / 10);
    (void)context;
    memset(&totals, 0, sizeof totals);
    crowd_from = 1;
    for (uint64_t seed = first; seed < first + count; seed++)
        run_day(seed);
    crowd_from = 0;
    printf("as a crowd: %ld games, %ld passes\n", totals.games, totals.passes);
    assert_true(count < 100 || (totals.could > 0 && totals.kept > 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_bot_that_can_play_gets_a_game),
                                       cmocka_unit_test(and_so_it_does_in_a_crowd)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
