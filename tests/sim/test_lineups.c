/* Equal bots must come out even: all rulesets, formats and numbers of entries, on results drawn
 * from a model and on hands played at random. SEED is the first seed, SEEDS their number; a
 * failure prints the command that repeats it. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tournament/tournament_blocks.h"
#include "tournament/tournament_rating.h"
#include "ladder.h"
#include "match/schedule.h"
#include "random_game.h"

enum {
    MEETING_BLOCKS = 10, /* of each meeting of a tournament: so few are common there */
    DESIGNS = 3,         /* times that an individual one is played */
    BLOCKS = 40,         /* of each pair in a match */
    ENGINE_BLOCKS = 24,
    ENTRIES_MAX = 64,
    HANDS_FEW = 300, /* a hand that is passed out again and again ends here */
};

static struct ruleset rules_of(int preset, const char *hands)
{
    struct ruleset rules;
    struct ruleset_error error;
    const char *const words[] = {hands};

    if (ruleset_parse(&rules, preset_name(preset), words, hands ? 1 : 0, &error))
        broken("%s: %s", preset_name(preset), error.text);
    return rules;
}

/* Line-ups and the model know only who sits where: of presets alike in that the first stands for
 * all. */
static bool is_first_of_its_seats(int preset)
{
    struct ruleset rules = rules_of(preset, NULL);

    for (int i = 0; i < preset; i++) {
        struct ruleset other = rules_of(i, NULL);
        if (other.players == rules.players && other.side_count == rules.side_count &&
            memcmp(other.side_of, rules.side_of, rules.players) == 0)
            return false;
    }
    return true;
}

/* ------------------------------------------------------------------------ seats and shares */

struct counts {
    int seats[ENTRIES_MAX][SEATS_MAX];             /* by entry and seat */
    int shares[ENTRIES_MAX][SEATS_MAX + 1];        /* by entry and number of sides */
    int left[ENTRIES_MAX][ENTRIES_MAX][SEATS_MAX]; /* so many seats to the left of */
};

static void count_game(const struct ruleset *rules, const int *entry_of, struct counts *counts)
{
    uint8_t sides[ENTRIES_MAX] = {0};

    for (int seat = 0; seat < rules->players; seat++) {
        counts->seats[entry_of[seat]][seat]++;
        sides[entry_of[seat]] |= (uint8_t)(1 << rules->side_of[seat]);
        for (int other = 0; other < rules->players; other++)
            counts->left[entry_of[seat]][entry_of[other]]
                        [(other + rules->players - seat) % rules->players]++;
    }
    for (int entry = 0; entry < ENTRIES_MAX; entry++)
        counts->shares[entry][__builtin_popcount(sides[entry])]++;
}

static void check_even(const struct ruleset *rules, const struct schedule_config *config,
                       const struct counts *counts)
{
    for (int entry = 0; entry < config->entry_count; entry++) {
        for (int seat = 0; seat < rules->players; seat++)
            assert_int_equal(counts->seats[entry][seat], counts->seats[0][0]);
        for (int share = 1; share < rules->side_count; share++)
            assert_int_equal(counts->shares[entry][share],
                             counts->shares[0][config->solo ? share : 1]);
    }
}

/* In every block, whole cycle or not: both partners have the same. */
static void check_block(const struct ruleset *rules, const struct schedule_config *config,
                        const struct schedule_block *block)
{
    static struct counts counts;
    int a = block->lineups[0].entry_of[0], b = a;

    memset(&counts, 0, sizeof counts);
    assert_true(block->game_count >= 1 && block->game_count <= SCHEDULE_GAMES_MAX);
    assert_int_equal(block->game_count, schedule_block_size(config, rules));
    for (int game = 0; game < block->game_count; game++)
        count_game(rules, block->lineups[game].entry_of, &counts);
    for (int seat = 0; seat < rules->players; seat++) {
        b = block->lineups[0].entry_of[seat] == a ? b : block->lineups[0].entry_of[seat];
        if (config->duplicate)
            assert_int_equal(counts.seats[a][seat], counts.seats[b][seat]);
    }
    if (rules->side_count == 2)
        return;
    for (int share = 0; share <= rules->side_count; share++)
        assert_int_equal(counts.shares[a][share], counts.shares[b][share]);
    for (int place = 0; place < rules->players; place++) {
        int other = block->lineups[0].entry_of[place];
        for (int offset = 1; config->solo && offset < rules->players; offset++)
            assert_int_equal(counts.left[a][other][offset], counts.left[other][a][offset]);
    }
}

static void check_cycle(int preset, struct schedule_config config)
{
    static struct counts counts;
    struct ruleset rules = rules_of(preset, NULL);
    struct schedule_block block;

    memset(&counts, 0, sizeof counts);
    for (int i = 0; i < schedule_cycle(&config, &rules); i++) {
        schedule_block(&config, &rules, i, &block);
        check_block(&rules, &config, &block);
        for (int game = 0; game < block.game_count; game++)
            count_game(&rules, block.lineups[game].entry_of, &counts);
    }
    check_even(&rules, &config, &counts);
}

static void seats_and_shares_are_even(void **state)
{
    (void)state;
    for (int preset = 0; preset < preset_count(); preset++) {
        int players = rules_of(preset, NULL).players;
        if (!is_first_of_its_seats(preset))
            continue;
        for (int duplicate = 0; duplicate < 2; duplicate++) {
            for (int entries = 2; entries <= 7; entries++)
                check_cycle(preset, (struct schedule_config){.entry_count = entries,
                                                             .duplicate = duplicate});
            for (int entries = players; entries <= players + 2; entries++)
                check_cycle(preset, (struct schedule_config){.entry_count = entries,
                                                             .duplicate = duplicate,
                                                             .solo = true});
        }
    }
}

/* ------------------------------------------------------------------------------- the model */

static double normal(void)
{
    double sum = -6;
    for (int i = 0; i < 12; i++)
        sum += below(1 << 20) / (double)(1 << 20);
    return sum;
}

/* What a block's deals do to each side, the same in all of its games. */
static void draw_deals(const struct ruleset *rules, double cards[SEATS_MAX])
{
    int dealer = (int)below(rules->players);

    /* A seat near the dealer has an advantage, and more so on one side of it. */
    for (int side = 0; side < rules->side_count; side++)
        cards[side] = normal() + 1.5 / (1 + (side + dealer) % rules->side_count);
}

static void draw_outcome(const struct ruleset *rules, const double cards[SEATS_MAX],
                         struct game_outcome *outcome)
{
    int best = INT32_MIN;

    memset(outcome, 0, sizeof *outcome);
    outcome->reason = REASON_TARGET;
    outcome->forfeited = below(20) == 0 ? (int8_t)below(rules->side_count) : -1;
    for (int side = 0; side < rules->side_count; side++) {
        /* So coarse that some are level. */
        outcome->scores[side] = 50 * (int32_t)lround(2 * (cards[side] + normal()));
        if (side != outcome->forfeited && outcome->scores[side] > best)
            best = outcome->scores[side];
    }
    for (int side = 0; side < rules->side_count; side++) {
        if (side != outcome->forfeited && outcome->scores[side] == best)
            outcome->winners |= (uint8_t)(1 << side);
    }
}

/* ------------------------------------------------------------------------- what came of it */

struct sums {
    long intervals, hold; /* 95 % intervals, and those that hold 0 */
    double n, sum;        /* block scores less one half, of all pairs */
    double squares;       /* of the sums of each seed: those of one are not independent */
    double margin;
};

static void add_pairs(const struct schedule_totals *totals, int entries, int blocks_min,
                      struct sums *sums)
{
    double sum = 0;

    for (int pair = 0; pair < entries * (entries - 1) / 2; pair++) {
        const struct schedule_pair *counted = &totals->pairs[pair];
        struct block_interval interval;
        double blocks = 0;
        for (int i = 0; i <= 2 * counted->block_size; i++) {
            double off = counted->block_size ? i / (2.0 * counted->block_size) - 0.5 : 0;
            blocks += counted->blocks[i];
            sums->n += counted->blocks[i];
            sum += counted->blocks[i] * off;
        }
        sums->margin += (double)counted->margin;
        if (blocks < blocks_min)
            continue;
        interval_of_blocks(counted->blocks, 2 * counted->block_size + 1, &interval);
        sums->intervals++;
        sums->hold += interval.elo_low95 <= 0 && interval.elo_high95 >= 0;
    }
    sums->sum += sum;
    sums->squares += sum * sum;
}

static double error_of(const struct sums *sums)
{
    return sqrt(sums->squares) / sums->n;
}

static void check_sums(const char *what, const struct sums *sums)
{
    double mean = sums->sum / sums->n, error = error_of(sums);
    double share = (double)sums->hold / (double)sums->intervals;

    if (getenv("VERBOSE"))
        printf("%s: score %.4f +- %.4f, %.1f %% of %ld intervals hold 0\n", what, 0.5 + mean, error,
               100 * share, sums->intervals);
    if (fabs(mean) > 6 * error)
        broken("%s: the score of the same bot is %.4f +- %.4f", what, 0.5 + mean, error);
    /* Results of one seed are not independent; the limit is 5 deviations of independent ones. */
    double slack = 5 * sqrt(0.95 * 0.05 / (double)sums->intervals);
    if (share < 0.94 - slack)
        broken("%s: %.1f %% of %ld intervals hold 0", what, 100 * share, sums->intervals);
}

static void add_sums(struct sums *all, const struct sums *sums)
{
    all->intervals += sums->intervals;
    all->hold += sums->hold;
}

static void check_all(const char *what, const struct sums *all)
{
    double share = (double)all->hold / (double)all->intervals;
    double slack = 3 * sqrt(0.95 * 0.05 / (double)all->intervals);

    printf("%s: %.2f %% of %ld intervals hold 0\n", what, 100 * share, all->intervals);
    assert_true(share > 0.93 - slack && share < 0.97 + slack);
}

/* Each kind of match or tournament has draws of its own. */
static void seed_kind(uint64_t seed, const char *what)
{
    seed_game(seed);
    for (; *what; what++)
        random_state = (random_state ^ (uint8_t)*what) * 0x100000001b3u;
}

static uint64_t seed_count(uint64_t standard)
{
    return random_env("SEEDS", standard / RANDOM_SHARE);
}

/* --------------------------------------------------------------------------------- matches */

static void play_match(const struct ruleset *rules, const struct schedule_config *config,
                       struct sums *sums)
{
    struct schedule_totals totals = {.pairs = NULL};
    struct game_outcome outcomes[SCHEDULE_GAMES_MAX];
    struct schedule_block block;
    double cards[SEATS_MAX];
    int pairs = config->solo ? 1 : config->entry_count * (config->entry_count - 1) / 2;

    /* Not a whole number of cycles, as it comes. */
    for (int i = 0; i < BLOCKS * pairs + (int)below(4); i++) {
        schedule_block(config, rules, i, &block);
        draw_deals(rules, cards);
        for (int game = 0; game < block.game_count; game++)
            draw_outcome(rules, cards, &outcomes[game]);
        schedule_add(&totals, config->entry_count, rules, &block, outcomes);
    }
    add_pairs(&totals, config->entry_count, BLOCKS / 2, sums);
    schedule_totals_fini(&totals);
}

static void check_match(int preset, struct schedule_config config, struct sums *all)
{
    struct ruleset rules = rules_of(preset, NULL);
    struct sums sums = {0};
    uint64_t first = random_env("SEED", 1);
    char what[96];

    snprintf(what, sizeof what, "match of %d, %s%s%s", config.entry_count, preset_name(preset),
             config.duplicate ? ", duplicate" : "", config.solo ? ", solo" : "");
    for (uint64_t i = 0; i < seed_count(60); i++) {
        seed_kind(first + i, what);
        play_match(&rules, &config, &sums);
    }
    check_sums(what, &sums);
    add_sums(all, &sums);
}

static void matches_of_the_same_are_even(void **state)
{
    struct sums all = {0};
    (void)state;

    for (int preset = 0; preset < preset_count(); preset++) {
        int players = rules_of(preset, NULL).players;
        for (int duplicate = 0; is_first_of_its_seats(preset) && duplicate < 2; duplicate++) {
            for (int entries = 2; entries <= 5; entries++)
                check_match(
                    preset,
                    (struct schedule_config){.entry_count = entries, .duplicate = duplicate}, &all);
            for (int entries = players; players > 2 && entries <= players + 1; entries++)
                check_match(preset,
                            (struct schedule_config){
                                .entry_count = entries, .duplicate = duplicate, .solo = true},
                            &all);
        }
    }
    check_all("matches", &all);
}

/* ----------------------------------------------------------------------------- tournaments */

struct entry_sums {
    double n, sum, squares; /* share of the points of its meetings less one half */
};

static void play_competition(const struct ruleset *rules, const struct tournament_config *config,
                             bool duplicate, struct sums *sums, struct entry_sums *entries)
{
    struct schedule_totals totals = {.pairs = NULL};
    struct game_outcome outcomes[SCHEDULE_GAMES_MAX];
    struct tournament_blocks blocks;
    struct tournament tournament;
    struct schedule_block block;
    double cards[SEATS_MAX];

    tournament_init(&tournament, config);
    tournament_blocks_init(&blocks, &tournament, rules,
                           config->format == TOURNAMENT_INDIVIDUAL ? DESIGNS : MEETING_BLOCKS,
                           duplicate);
    while (tournament_blocks_next(&blocks, &block) == RUNNER_BLOCK) {
        draw_deals(rules, cards);
        for (int game = 0; game < block.game_count; game++)
            draw_outcome(rules, cards, &outcomes[game]);
        tournament_blocks_count(&blocks, &block, outcomes);
        schedule_add(&totals, config->entry_count, rules, &block, outcomes);
    }
    add_pairs(&totals, config->entry_count, MEETING_BLOCKS, sums);
    schedule_totals_fini(&totals);
    for (int i = 0; i < tournament.meeting_count; i++) {
        const struct tournament_meeting *meeting = &tournament.meetings[i];
        double games = meeting->halves_a + meeting->halves_b;
        if (meeting->b < 0)
            continue;
        double off = meeting->halves_a / games - 0.5;
        const int met[] = {meeting->a, meeting->b};
        for (int k = 0; k < 2; k++) {
            entries[met[k]].n++;
            entries[met[k]].sum += k ? -off : off;
            entries[met[k]].squares += off * off;
        }
    }
    tournament_blocks_fini(&blocks);
    tournament_fini(&tournament);
}

static void check_competition(int preset, enum tournament_format format, int entries,
                              bool duplicate, struct sums *all)
{
    struct ruleset rules = rules_of(preset, NULL);
    struct entry_sums by_entry[ENTRIES_MAX] = {{0}};
    struct tournament_config config;
    struct sums sums = {0};
    uint64_t first = random_env("SEED", 1);
    char what[96], error[160];

    tournament_defaults(&config, format);
    config.entry_count = entries;
    if (tournament_check(&config, error))
        return;
    snprintf(what, sizeof what, "%s of %d, %s%s", tournament_format_name(format), entries,
             preset_name(preset), duplicate ? ", duplicate" : "");
    for (uint64_t i = 0; i < seed_count(40); i++) {
        seed_kind(first + i, what);
        play_competition(&rules, &config, duplicate, &sums, by_entry);
    }
    check_sums(what, &sums);
    add_sums(all, &sums);
    for (int i = 0; i < entries; i++) {
        double error_sum = sqrt(by_entry[i].squares);
        if (fabs(by_entry[i].sum) > 5 * error_sum)
            broken("%s: entry %d has %.4f of the points", what, i,
                   0.5 + by_entry[i].sum / by_entry[i].n);
    }
}

static void tournaments_of_the_same_are_even(void **state)
{
    struct sums all = {0};
    (void)state;

    for (int preset = 0; preset < preset_count(); preset++) {
        if (!is_first_of_its_seats(preset))
            continue;
        for (int more = 0; more < 5; more += 2)
            check_competition(preset, TOURNAMENT_INDIVIDUAL, rules_of(preset, NULL).players + more,
                              more, &all);
        for (int format = 0; format < TOURNAMENT_INDIVIDUAL; format++) {
            for (int entries = 2; entries <= 6; entries++)
                check_competition(preset, (enum tournament_format)format, entries, entries % 2,
                                  &all);
        }
    }
    check_all("tournaments", &all);
}

/* -------------------------------------------------------------------------------- ratings */

/* The ratings that a tournament prints, all relative to their mean. */
static void rate_competition(const struct ruleset *rules, const struct tournament_config *config,
                             struct sums *sums)
{
    static struct runner_game games[SCHEDULE_GAMES_MAX];
    struct game_outcome outcomes[SCHEDULE_GAMES_MAX];
    struct tournament_ratings ratings = {.games = NULL};
    struct tournament_blocks blocks;
    struct tournament tournament;
    struct schedule_block block;
    double cards[SEATS_MAX];

    tournament_init(&tournament, config);
    tournament_blocks_init(&blocks, &tournament, rules,
                           config->format == TOURNAMENT_INDIVIDUAL ? 1 : MEETING_BLOCKS, true);
    while (tournament_blocks_next(&blocks, &block) == RUNNER_BLOCK) {
        draw_deals(rules, cards);
        for (int game = 0; game < block.game_count; game++) {
            draw_outcome(rules, cards, &outcomes[game]);
            games[game].outcome = outcomes[game];
        }
        tournament_blocks_count(&blocks, &block, outcomes);
        if (tournament_rating_add(&ratings, rules, &block, games))
            broken("out of memory");
    }
    if (tournament_rating_make(&ratings, config->entry_count))
        broken("out of memory");
    for (int entry = 0; entry < config->entry_count; entry++) {
        const struct rated_player *player = tournament_rating_of(&ratings, entry);
        if (!player || player->few)
            continue;
        sums->intervals++;
        sums->hold += fabs(player->rating) <= player->err95;
    }
    tournament_rating_fini(&ratings);
    tournament_blocks_fini(&blocks);
    tournament_fini(&tournament);
}

static void ratings_of_the_same_are_at_zero(void **state)
{
    /* Divisions of a league never meet: a bar of the distance to the mean of all says so. */
    static const enum tournament_format formats[] = {TOURNAMENT_ROUND_ROBIN, TOURNAMENT_SWISS,
                                                     TOURNAMENT_INDIVIDUAL};
    struct sums all = {0};
    uint64_t first = random_env("SEED", 1);
    (void)state;

    for (int preset = 0; preset < preset_count(); preset++) {
        for (int i = 0; is_first_of_its_seats(preset) && i < 3; i++) {
            struct ruleset rules = rules_of(preset, NULL);
            struct tournament_config config;
            struct sums sums = {0};
            tournament_defaults(&config, formats[i]);
            config.entry_count = formats[i] == TOURNAMENT_INDIVIDUAL ? rules.players + 2 : 5;
            for (uint64_t k = 0; k < seed_count(12); k++) {
                seed_kind(first + k, tournament_format_name(formats[i]));
                rate_competition(&rules, &config, &sums);
            }
            if (getenv("VERBOSE"))
                printf("ratings of %s, %s: %ld of %ld hold 0\n", tournament_format_name(formats[i]),
                       preset_name(preset), sums.hold, sums.intervals);
            add_sums(&all, &sums);
        }
    }
    check_all("ratings", &all);
}

/* ------------------------------------------------------------------------------ real hands */

static void play_game(const struct ruleset *rules, uint64_t deals, uint64_t play,
                      struct game_outcome *outcome)
{
    struct game game;
    struct action action;
    struct deal deal;

    random_state = deals;
    game_init(&game, rules, (seat_t)below(rules->players));
    for (int dealt = 0; game.phase != PHASE_OVER && dealt < HANDS_FEW; dealt++) {
        random_state = deals + (uint64_t)dealt + 1;
        random_state = play += 0x51ed270b;
        random_next_deal(&game, rules, &deal, NULL);
        if (game_deal(&game, rules, &deal, NULL))
            broken("a deal is refused");
        while (game.phase != PHASE_DEAL && game.phase != PHASE_OVER) {
            random_action(&game, rules, &action);
            if (game_apply(&game, rules, &action, NULL))
                broken("a legal action is refused");
            game_check(&game, rules);
        }
    }
    memset(outcome, 0, sizeof *outcome);
    memcpy(outcome->scores, game.scores, sizeof outcome->scores);
    outcome->winners = game.winners;
    outcome->reason = REASON_TARGET;
    outcome->forfeited = -1;
}

static void check_hands(int preset, struct schedule_config config, struct sums *all)
{
    struct schedule_totals totals = {.pairs = NULL};
    struct ruleset rules = rules_of(preset, "max_hands=2");
    struct game_outcome outcomes[SCHEDULE_GAMES_MAX];
    struct schedule_block block;
    struct sums sums = {0};
    uint64_t first = random_env("SEED", 1);
    char what[96];

    for (uint64_t i = 0; i < seed_count(40); i++) {
        for (int k = 0; k < ENGINE_BLOCKS; k++) {
            seed_kind((first + i) * ENGINE_BLOCKS + (uint64_t)k, preset_name(preset));
            uint64_t deals = random_state;
            schedule_block(&config, &rules, k, &block);
            for (int game = 0; game < block.game_count; game++)
                play_game(&rules, deals, deals + ((uint64_t)game + 1) * 0x9e3779b1u,
                          &outcomes[game]);
            schedule_add(&totals, config.entry_count, &rules, &block, outcomes);
        }
        add_pairs(&totals, config.entry_count, ENGINE_BLOCKS, &sums);
        schedule_totals_fini(&totals);
    }
    snprintf(what, sizeof what, "hands of %s%s", preset_name(preset), config.solo ? ", solo" : "");
    check_sums(what, &sums);
    add_sums(all, &sums);
}

static void hands_at_random_are_even(void **state)
{
    struct sums all = {0};
    (void)state;

    for (int preset = 0; preset < preset_count(); preset++) {
        int players = rules_of(preset, NULL).players;
        check_hands(preset, (struct schedule_config){.entry_count = 2, .duplicate = true}, &all);
        if (rules_of(preset, NULL).side_count > 2)
            check_hands(
                preset,
                (struct schedule_config){.entry_count = players, .duplicate = true, .solo = true},
                &all);
    }
    check_all("hands", &all);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(seats_and_shares_are_even),
        cmocka_unit_test(matches_of_the_same_are_even),
        cmocka_unit_test(tournaments_of_the_same_are_even),
        cmocka_unit_test(ratings_of_the_same_are_at_zero),
        cmocka_unit_test(hands_at_random_are_even),
    };
    random_program = "sim_test_lineups";
    return cmocka_run_group_tests(tests, NULL, NULL);
}
