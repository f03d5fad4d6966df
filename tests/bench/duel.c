/* Versions of the expert against each other in one process, on duplicate deals of `wikipedia`:
 *
 *   duel games N SEED A B        whole games, N pairs
 *   duel hands N SEED A B        single hands at random scores
 *   duel bids N SEED A B C       the same, but C discards and plays for both sides
 *   duel plays N SEED A B C      the same, but C bids for both sides
 *   duel calibrate N SEED A      contracts of random hands that A plays, beside what rules of thumb
 *                                make of them, for train_expert.py
 *
 * A, B, C: basic, or letters with numbers such as v2,t100: v version (think.h), t milliseconds of
 * CPU time for a hand, w worlds in place of time, n nodes of the solver. Time is that of the
 * thread, so other programs cost neither side anything. */
#include <math.h>
#include <string.h>

#include "bench.h"
#include "env/env.h"
#include "rollout.h"
#include "sense.h"
#include "stake.h"
#include "think.h"

enum { SIDES = 2, PLACES = TRICKS + 2 };

struct player {
    struct think think;
    bool basic;
    int64_t hand_usec, left_usec[4]; /* left: by seat */
    int64_t spent_usec;
    long asked[PLACES], worlds[PLACES]; /* by trick, then auction and discard */
};

static struct ruleset rules;
static int64_t end_usec;

static int64_t now_usec(void)
{
    return (int64_t)(bench_seconds(CLOCK_THREAD_CPUTIME_ID) * 1e6);
}

static int64_t left_usec(void)
{
    return end_usec - now_usec();
}

/* As the bot shares its time (thinker.c). */
static int share(const struct seen *game, const struct seen_turn *turn)
{
    static const uint8_t of_trick[TRICKS] = {22, 24, 26, 28, 30, 35, 40, 50, 60, 60};

    if (turn->phase != PHASE_PLAY)
        return turn->phase == PHASE_AUCTION ? 25 : 30;
    return of_trick[TRICKS - cardset_count(game->hand)];
}

static void make(struct player *player, const char *text)
{
    size_t bytes = solve_bytes(THINK_TABLE_BITS);
    char copy[80], *save = NULL;

    memset(player, 0, sizeof *player);
    player->basic = strcmp(text, "basic") == 0;
    player->think.left_usec = left_usec;
    if (solve_init(&player->think.solver, malloc(bytes), bytes))
        abort();
    snprintf(copy, sizeof copy, "%s", text);
    for (char *word = strtok_r(copy, ",", &save); word && !player->basic;
         word = strtok_r(NULL, ",", &save)) {
        int number = atoi(word + 1);
        if (*word == 'v')
            player->think.version = number;
        else if (*word == 't')
            player->hand_usec = 1000 * (int64_t)number;
        else if (*word == 'w')
            player->think.worlds = number;
        else if (*word == 'n')
            player->think.nodes = (uint64_t)number;
        else
            exit(2);
    }
}

static void decide(struct player *player, const struct env *env, uint64_t random,
                   struct action *action)
{
    struct seen seen;
    struct seen_turn turn;
    seat_t seat = env->game.turn;

    seen_make(&seen, &env->game, &rules, seat, &env->history);
    seen_ask(&turn, &env->game, &rules);
    if (player->basic) {
        sense_decide(&seen, &turn, SENSE_BOLD, action);
        return;
    }
    int64_t began = now_usec(), *left = &player->left_usec[seat];
    end_usec = began + *left * share(&seen, &turn) / 100;
    player->think.random = random;
    think_decide(&player->think, &seen, &turn, action);
    int64_t spent = now_usec() - began;
    player->spent_usec += spent;
    *left -= spent < *left ? spent : *left;
    int place = turn.phase == PHASE_PLAY      ? TRICKS - cardset_count(seen.hand)
                : turn.phase == PHASE_AUCTION ? TRICKS
                                              : TRICKS + 1;
    if (turn.legal_count > 1 || turn.choose) {
        player->asked[place]++;
        player->worlds[place] += player->think.note.worlds;
    }
}

/* Plays until the auction (`auction`) or the hand ends; by side: who calls, and who does the rest.
 * Returns as env_apply does. */
static int play(struct env *env, struct player *const calls[SIDES],
                struct player *const cards[SIDES], bool auction, uint64_t random,
                struct hand_result *result)
{
    int done = ENV_DONE_NO;

    for (int i = 0; i < 2 * SIDES; i++) {
        struct player *player = i < SIDES ? calls[i] : cards[i - SIDES];
        for (int seat = 0; seat < 4 && (i < SIDES) == auction; seat++)
            player->left_usec[seat] = player->hand_usec;
    }
    while (done == ENV_DONE_NO && (!auction || env->game.phase == PHASE_AUCTION)) {
        struct action action;
        int side = rules.side_of[env->game.turn];
        decide(env->game.phase == PHASE_AUCTION ? calls[side] : cards[side], env,
               splitmix_next(&random), &action);
        done = env_apply(env, &rules, &action, result);
        if (done < 0)
            abort();
    }
    return done;
}

/* ----------------------------------------------------------------------------------- results */

struct sum {
    int count;
    double sum, squares;
};

static void add(struct sum *sum, double value)
{
    sum->count++;
    sum->sum += value;
    sum->squares += value * value;
}

static double mean(const struct sum *sum)
{
    return sum->sum / sum->count;
}

/* Half of the 95 % interval. */
static double bar(const struct sum *sum)
{
    double variance = sum->squares / sum->count - mean(sum) * mean(sum);
    return 1.96 * sqrt(variance / sum->count);
}

static double elo(double score)
{
    return score <= 0 ? -INFINITY : score >= 1 ? INFINITY : 400 * log10(score / (1 - score));
}

/* The contracts of each player: by level (11: misere, 12: open misere), and without trumps. */
static struct sum contracts[SIDES][13][2], made[SIDES][13][2];

static void note(int player, const struct hand_result *result)
{
    call_t call = result->contract.call;
    if (result->contract.by == SEAT_NONE || call == CALL_PASS)
        return;
    int level = call_is_bid(call) ? call_level(call) : call == CALL_MISERE ? 11 : 12;
    int plain = call_is_bid(call) && call_denomination(call) == DENOM_NT;
    int side = rules.side_of[result->contract.by];
    add(&contracts[player][level][plain], result->delta[side] - result->delta[1 - side]);
    add(&made[player][level][plain], result->delta[side] > 0);
}

static void report(const struct player players[SIDES], char **names)
{
    for (int i = 0; i < SIDES; i++) {
        printf("%s: %.2f s; worlds by trick", names[i], (double)players[i].spent_usec / 1e6);
        for (int place = 0; place < PLACES; place++)
            printf("%s%.1f", place == TRICKS ? "; auction, discard " : " ",
                   players[i].asked[place]
                       ? (double)players[i].worlds[place] / (double)players[i].asked[place]
                       : 0.0);
        putchar('\n');
        for (int level = 6; level <= 12; level++) {
            for (int plain = 0; plain < 2; plain++) {
                const struct sum *sum = &contracts[i][level][plain];
                if (sum->count > 0)
                    printf("  %s %d%s: %d, made %.0f %%, %+.0f points\n", names[i], level,
                           plain ? " NT" : "", sum->count, 100 * mean(&made[i][level][plain]),
                           mean(sum));
            }
        }
    }
}

/* The chance of side 0 to win the match after a hand. */
static double chance_after(const int32_t scores[SIDES], const struct hand_result *result)
{
    struct seen seen = {.rules = rules, .seat = 0, .scores = {scores[0], scores[1]}};

    if (result->contract.by == SEAT_NONE || result->contract.call == CALL_PASS)
        return stake_chance_now(&seen);
    return stake_chance(&seen, &result->contract,
                        result->tricks[rules.side_of[result->contract.by]]);
}

/* ------------------------------------------------------------------------------------- duels */

static void games(struct player players[SIDES], int pairs, uint64_t seed)
{
    struct sum score = {0}, points = {0};
    int hands = 0;

    for (int pair = 1; pair <= pairs; pair++) {
        double won = 0, ahead = 0;
        int played = 0;
        for (int turned = 0; turned < 2; turned++) {
            struct player *sides[SIDES] = {&players[turned], &players[1 - turned]};
            struct hand_result result;
            struct env env;
            env_reset(&env, &rules, ENV_EPISODE_GAME, seed * 1000003 + (uint64_t)pair * 7919);
            do {
                played++;
                uint64_t random = seed + (uint64_t)(pair * 1000 + played * 2 + turned);
                if (play(&env, sides, sides, false, random, &result) == ENV_DONE_GAME)
                    env.legal = 0;
                ahead += (result.delta[0] - result.delta[1]) * (turned ? -1 : 1);
                note(turned ^ (result.contract.by < 4 && rules.side_of[result.contract.by]),
                     &result);
            } while (env.legal);
            won += env.game.winners == 3 ? 0.25 : env.game.winners == 1u << turned ? 0.5 : 0;
        }
        hands += played;
        add(&score, won);
        add(&points, ahead / played);
        if (pair % 10 && pair < pairs)
            continue;
        printf(
            "%d games: Elo %+.0f (%+.0f to %+.0f), %+.1f ± %.1f points a hand, %.1f hands a game\n",
            2 * pair, elo(mean(&score)), elo(mean(&score) - bar(&score)),
            elo(mean(&score) + bar(&score)), mean(&points), bar(&points), hands / 2.0 / pair);
        fflush(stdout);
    }
}

/* A third of the hands at the start of a game, the others anywhere. */
static void draw_scores(uint64_t *random, int32_t scores[SIDES])
{
    bool begun = splitmix_below(random, 3) > 0;
    for (int i = 0; i < SIDES; i++)
        scores[i] = begun ? ((int32_t)splitmix_below(random, 70) - 22) * 10 : 0;
}

static bool same_calls(const struct seen_history *a, const struct seen_history *b)
{
    return a->call_count == b->call_count &&
           memcmp(a->calls, b->calls, sizeof a->calls[0] * (size_t)a->call_count) == 0;
}

/* `third`: NULL, or who bids (`bids`: who plays) for both sides. */
static void hands(struct player players[SIDES], struct player *third, bool bids, int count,
                  uint64_t seed)
{
    struct sum chance = {0}, points = {0};
    struct player *thirds[SIDES] = {third, third};
    int alike = 0;

    for (int hand = 1; hand <= count; hand++) {
        uint64_t random = seed * 77777 + (uint64_t)hand * 104729;
        double after[2] = {0}, ahead[2] = {0};
        struct seen_history history[2];
        bool same = false;
        int32_t scores[SIDES];
        draw_scores(&random, scores);
        for (int turned = 0; turned < 2 && !same; turned++) {
            struct player *sides[SIDES] = {&players[turned], &players[1 - turned]};
            struct hand_result result = {.contract = {.by = SEAT_NONE}};
            struct env env;
            env_reset(&env, &rules, ENV_EPISODE_GAME, seed * 1000003 + (uint64_t)hand * 7919);
            memcpy(env.game.scores, scores, sizeof scores);
            struct player *const *calls = third && !bids ? thirds : sides;
            struct player *const *cards = third && bids ? thirds : sides;
            int done = play(&env, calls, cards, true, random, &result);
            history[turned] = env.history;
            same = turned && third && bids && same_calls(&history[0], &history[1]);
            if (!done && !same)
                play(&env, calls, cards, false, random, &result);
            note(turned ^ (result.contract.by < 4 && rules.side_of[result.contract.by]), &result);
            after[turned] = chance_after(scores, &result);
            ahead[turned] = result.delta[0] - result.delta[1];
        }
        alike += same;
        add(&chance, same ? 0 : (after[0] - after[1]) / 2);
        add(&points, same ? 0 : (ahead[0] - ahead[1]) / 2);
        if (hand % 100 && hand < count)
            continue;
        printf("%d hands, %d with the same calls: chance to win %+.4f ± %.4f, points %+.1f ± %.1f "
               "a hand\n",
               hand, alike, mean(&chance), bar(&chance), mean(&points), bar(&points));
        fflush(stdout);
    }
}

/* ------------------------------------------------------------------------------- calibration */

/* The seat `by` makes its call, as if the bids had come that some calls wait for, and the others
 * pass; of the calls only this one is told. */
static void make_contract(struct env *env, seat_t by, call_t call)
{
    env->game.high_level = 10;
    while (env->game.phase == PHASE_AUCTION) {
        struct action action = {.kind = ACTION_CALL,
                                .call = env->game.turn == by ? call : CALL_PASS,
                                .joker = {SUIT_NONE, SUIT_NONE}};
        if (env_apply(env, &rules, &action, NULL) != ENV_DONE_NO)
            abort();
    }
    env->history.call_count = 1;
    env->history.calls[0] = (struct seen_call){by, call};
}

static int by_thumb(const struct env *env)
{
    struct env copy = *env;
    struct player basic = {.basic = true};
    struct action action;

    while (copy.game.phase != PHASE_PLAY) {
        decide(&basic, &copy, 0, &action);
        if (env_apply(&copy, &rules, &action, NULL) != ENV_DONE_NO)
            abort();
    }
    return rollout_play(&copy.game, &rules);
}

/* How high a hand is for a misere. */
static int height(cardset_t hand)
{
    int sum = 0;
    while (hand) {
        card_t card = cardset_pop(&hand);
        sum += card_is_joker(card)         ? 60
               : card_rank(card) > RANK_10 ? (int)card_rank(card) - RANK_10
                                           : 0;
    }
    return sum;
}

/* A line a contract: call, worth of the contractor's hand and of its partner's, tricks by rules of
 * thumb, tricks of the player. */
static void calibrate(struct player *player, int count, uint64_t seed)
{
    struct player *sides[SIDES] = {player, player};

    for (int i = 0; i < 4 * count; i++) {
        struct hand_result result;
        struct env env;
        env_reset(&env, &rules, ENV_EPISODE_GAME, seed * 1000003 + (uint64_t)(i / 4) * 7919);
        const cardset_t *dealt = env.game.hands;
        uint64_t random = seed + (uint64_t)i;
        seat_t by = (seat_t)splitmix_below(&random, 4);
        int denom = i % 4 == 0 ? DENOM_S : DENOM_NT;
        for (int other = DENOM_S; i % 4 == 0 && other <= DENOM_H; other++)
            denom = sense_worth(&rules, dealt[by], other) > sense_worth(&rules, dealt[by], denom)
                        ? other
                        : denom;
        for (seat_t seat = 0; i % 4 && seat < 4; seat++) {
            bool better = i % 4 == 1 ? sense_worth(&rules, dealt[seat], DENOM_NT) >
                                           sense_worth(&rules, dealt[by], DENOM_NT)
                                     : height(dealt[seat]) < height(dealt[by]);
            by = better ? seat : by;
        }
        call_t call = i % 4 < 2    ? CALL_BID(7 + (int)splitmix_below(&random, 2), denom)
                      : i % 4 == 2 ? CALL_MISERE
                                   : CALL_OPEN_MISERE;
        int own = sense_worth(&rules, dealt[by], denom),
            mate = sense_worth(&rules, dealt[(by + 2) & 3], denom);
        make_contract(&env, by, call);
        int thumb = by_thumb(&env);
        play(&env, sides, sides, false, random, &result);
        printf("%s %d %d %d %d\n", call_name(call), own, mate, thumb,
               result.tricks[rules.side_of[by]]);
        fflush(stdout);
    }
}

int main(int argc, char **argv)
{
    struct player players[3];
    struct ruleset_error error;

    if (argc < 5 || ruleset_preset(&rules, "wikipedia", strlen("wikipedia"), &error))
        return 2;
    const char *what = argv[1];
    int count = atoi(argv[2]), given = argc - 4;
    uint64_t seed = (uint64_t)atoi(argv[3]);
    for (int i = 0; i < given && i < 3; i++)
        make(&players[i], argv[4 + i]);
    if (strcmp(what, "games") == 0 && given == 2)
        games(players, count, seed);
    else if (strcmp(what, "hands") == 0 && given == 2)
        hands(players, NULL, false, count, seed);
    else if ((strcmp(what, "bids") == 0 || strcmp(what, "plays") == 0) && given == 3)
        hands(players, &players[2], *what == 'b', count, seed);
    else if (strcmp(what, "calibrate") == 0 && given == 1)
        calibrate(&players[0], count, seed);
    else
        return 2;
    if (given > 1)
        report(players, argv + 4);
    return 0;
}
