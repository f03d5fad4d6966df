/* A game is cut at every recorded fact, restored from the facts, and played on: the record, with
 * the thinking times in it, must equal that of the uninterrupted game. Random rulesets, faults,
 * claims, on a fake clock. SEED and GAMES in the environment; a failure prints the command that
 * repeats it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "random_game.h"
#include "resume/game_replay.h"
#include "table/table_private.h"

enum { FACTS_MAX = 700 };

struct facts {
    int count;
    size_t sizes[FACTS_MAX];
    char texts[FACTS_MAX][GAME_FACT_MAX];
};

/* All that happens in a game follows from its seed and from how much has happened in it. */
struct world {
    struct table table;
    struct table_config config;
    struct record *record;
    struct facts *facts;
    struct game_replay *replay; /* while it is made anew */
    int next_fact;
    usec_t now, deadline;
    bool over, too_long;
};

static void feed(struct world *world, struct table_input *input);

static void seed_moment(uint64_t what, uint64_t a, uint64_t b)
{
    random_state = (((game_seed * 31 + what) * 0x9e3779b97f4a7c15u + a) * 0x2545f4914f6cdd1du) + b;
}

static void deal(struct world *world)
{
    const struct ruleset *rules = world->config.rules;
    const struct game *game = table_game(&world->table);
    struct table_input input = {.kind = TABLE_DEAL};
    card_t deck[CARDS_MAX];

    seed_moment(1, game->deal_number, game->attempt);
    bool same_pack = random_next_deal(game, rules, &input.deal, deck);
    record_deal(world->record, game->dealer, game->deal_number, game->attempt, &input.deal, deck);
    if (same_pack)
        record_same_pack(world->record);
    feed(world, &input);
}

static void drain(struct world *world, seat_t seat)
{
    static struct message message;
    bool turn = false;

    if (world->replay) /* all seats are absent */
        return;
    while (table_message(&world->table, seat, 1, world->now, &message))
        turn |= message.kind == MESSAGE_TURN;
    if (turn) {
        struct table_input input = {.kind = TABLE_SENT, .seat = seat};
        feed(world, &input);
    }
}

static void write_down(struct world *world, const struct effect *effect)
{
    struct facts *facts = world->facts;

    if (world->replay && game_replay_effect(world->replay, effect))
        return;
    if (facts->count == FACTS_MAX) {
        world->too_long = true;
        return;
    }
    facts->sizes[facts->count] = game_facts_effect_format(effect, facts->texts[facts->count]);
    facts->count++;
}

static void carry_out(struct world *world, const struct effect *effect)
{
    const struct game *game = table_game(&world->table);
    struct table_input input = {.kind = TABLE_MIX};

    switch (effect->kind) {
    case EFFECT_OUTPUT:
        drain(world, effect->seat);
        break;
    case EFFECT_MIX:
        seed_moment(2, 0, 0);
        input.first_dealer = (seat_t)below(world->config.rules->players);
        feed(world, &input);
        break;
    case EFFECT_DEAL:
        deal(world);
        break;
    case EFFECT_STEP:
        record_step(world->record, effect->seat, effect->phase, &effect->action,
                    effect->fault ? fault_name(effect->fault) : NULL, effect->think_usec);
        write_down(world, effect);
        break;
    case EFFECT_FAULT:
        record_fault(world->record, effect->seat, fault_name(effect->fault));
        write_down(world, effect);
        break;
    case EFFECT_HAND:
        record_hand(world->record, &game->last);
        break;
    case EFFECT_OVER:
        record_result(world->record, (enum reason)game->reason, game->winners, game->scores);
        world->over = true;
        break;
    case EFFECT_DEALT:
    case EFFECT_CLOSED:
    case EFFECT_KIND_COUNT:
        break;
    }
}

static void feed(struct world *world, struct table_input *input)
{
    struct table_effects effects;
    table_step(&world->table, input, world->now, &effects);
    table_check(&world->table);
    world->deadline = effects.deadline;
    for (int i = 0; i < effects.count; i++)
        carry_out(world, &effects.items[i]);
}

static void begin(struct world *world, const struct table_config *config, struct facts *facts)
{
    static const char *const names[] = {"a", "b", "c", "d", "e", "f"};

    memset(world, 0, sizeof *world);
    world->now = 1000000;
    world->config = *config;
    world->facts = facts;
    world->record = record_create(config->rules, config->game_id, names);
    table_init(&world->table, config);
}

static void act(struct world *world, seat_t seat)
{
    struct table_input input = {
        .kind = TABLE_ACT, .seat = seat, .number = table_number(&world->table)};
    const struct game *game = table_game(&world->table);
    struct action action, claim;
    struct legal legal;
    char word[ACTION_TEXT_MAX];

    random_action(game, world->config.rules, &action);
    game_legal(game, world->config.rules, &legal);
    if (game->phase == PHASE_PLAY &&
        below(10) == 0) { /* most are void: the arena plays the card itself */
        choose_claim(game, &legal, &claim);
        if (legal_has(&legal, game, world->config.rules, &claim))
            action = claim;
    }
    input.text = (struct slice){word, action_format(&action, word)};
    feed(world, &input);
}

static bool limited(const struct world *world)
{
    const struct time_control *time = &world->config.time;
    enum phase phase = (enum phase)table_game(&world->table)->phase;
    return time->auction > 0 || time->bank > 0 ||
           (phase != PHASE_BLIND && phase != PHASE_AUCTION && phase != PHASE_RAISE);
}

/* One input: mostly an answer; some are late, illegal, out of turn, or from no seat. */
static void happen(struct world *world)
{
    seat_t seat = table_game(&world->table)->turn;
    struct table_input input = {.kind = TABLE_GARBAGE, .seat = seat, .error = WIRE_ERROR_SYNTAX};

    seed_moment(3, (uint64_t)world->facts->count, 0);
    uint32_t what = below(24);
    if (what != 1) /* a clock that was running when the game was cut begins anew: none does here */
        world->now += below(90000);
    if (what == 0) {
        input.fault = below(2) ? FAULT_GARBAGE : FAULT_ILLEGAL;
        feed(world, &input);
    } else if (what == 1) {
        input.seat = (seat_t)below(world->config.rules->players);
        input.fault = FAULT_GARBAGE;
        feed(world, &input);
    } else if (what == 3 || (what == 2 && limited(world))) {
        struct table_input tick = {.kind = TABLE_TICK}, back = {.kind = TABLE_BACK, .seat = seat};
        input.kind = TABLE_GONE;
        input.fault = FAULT_GONE;
        if (what == 3)
            feed(world, &input);
        int64_t number = table_number(&world->table);
        while (!world->over && table_number(&world->table) == number &&
               table_state(&world->table) == TABLE_STATE_TURN) {
            world->now = world->deadline > world->now ? world->deadline : world->now;
            feed(world, &tick);
        }
        if (what == 3 && !world->over)
            feed(world, &back);
    } else {
        act(world, seat);
    }
}

static void play_on(struct world *world)
{
    struct table_input stop = {.kind = TABLE_VOID};
    while (!world->over && !world->too_long)
        happen(world);
    if (!world->over)
        feed(world, &stop);
}

static void make_config(struct table_config *config)
{
    static struct ruleset rules;
    struct ruleset_error error;

    seed_moment(4, 0, 0);
    memset(config, 0, sizeof *config);
    random_ruleset(&rules);
    config->rules = &rules;
    if (below(2) &&
        (ruleset_set(&rules, "claims", 6, "yes", 3, &error) || ruleset_finish(&rules, &error)))
        broken("%s", error.text);
    snprintf(config->game_id, sizeof config->game_id, "sim-%llu", (unsigned long long)game_seed);
    snprintf(config->set_id, sizeof config->set_id, "sim");
    config->time = (struct time_control){.auction = below(4) ? 100000 : 0,
                                         .exchange = 100000,
                                         .play = 100000,
                                         .bank = below(2) ? 50000 : 0,
                                         .increment = 1000,
                                         .startup = 1000000,
                                         .lag = 1000};
    config->policy = (struct fault_policy){
        .kind = below(3) ? FAULT_POLICY_LENIENT : FAULT_POLICY_STRIKES, .strikes = 9};
    config->event_hold_usec = 1000000;
    for (int seat = 0; seat < config->rules->players; seat++)
        config->seats[seat].here = true;
}

/* ---------------------------------------------------------------------------------- cut, and made
 * anew */

static bool next_fact(void *context, const char **fact, size_t *size)
{
    struct world *world = context;
    const struct facts *facts = world->facts;

    if (world->next_fact == facts->count)
        return false;
    *fact = facts->texts[world->next_fact];
    *size = facts->sizes[world->next_fact++];
    return true;
}

static void feed_at(void *context, struct table_input *input, usec_t now)
{
    struct world *world = context;
    world->now = now;
    feed(world, input);
}

/* As arena_restore does. */
static bool make_anew(struct world *world, const struct table_config *config, struct facts *facts)
{
    struct table_input start = {.kind = TABLE_START};
    struct game_replay replay = {.next = next_fact, .feed = feed_at, .context = world};

    begin(world, config, facts);
    replay.now = world->now;
    replay.table = &world->table;
    world->replay = &replay;
    for (seat_t seat = 0; seat < config->rules->players; seat++) {
        struct table_input gone = {.kind = TABLE_GONE, .seat = seat, .fault = FAULT_GONE};
        feed(world, &gone);
    }
    feed(world, &start);
    bool done = game_replay_run(&replay);
    world->replay = NULL;
    return done;
}

static void play_whole(struct world *world, const struct table_config *config, struct facts *facts)
{
    struct table_input start = {.kind = TABLE_START};

    facts->count = 0;
    begin(world, config, facts);
    feed(world, &start);
    play_on(world);
}

static void check_cut(const struct world *whole, const char *line, int cut, struct facts *facts)
{
    struct table_input resume = {.kind = TABLE_RESUME};
    static struct world again;

    *facts = *whole->facts;
    facts->count = cut;
    if (!make_anew(&again, &whole->config, facts))
        broken("cut at %d: it does not play again", cut);
    again.now = 5000000000; /* long afterwards */
    if (!again.over)
        feed(&again, &resume);
    play_on(&again);
    char *other = record_line(again.record);
    if (facts->count != whole->facts->count)
        broken("cut at %d: %d facts instead of %d", cut, facts->count, whole->facts->count);
    if (strcmp(line, other) != 0)
        broken("cut at %d:\n%s\n%s", cut, line, other);
    if (memcmp(&again.table.game, &whole->table.game, sizeof again.table.game) != 0 ||
        memcmp(again.table.fault_counts, whole->table.fault_counts,
               sizeof whole->table.fault_counts) != 0)
        broken("cut at %d: the end is another one", cut);
    free(other);
    record_destroy(again.record);
}

static struct facts whole_facts, cut_facts;
static struct world whole;

static void a_cut_game_continues_where_it_was(void **context)
{
    long cuts = 0, claims = 0, faults = 0;
    (void)context;
    for (uint64_t i = 0; i < random_games(120); i++) {
        struct table_config config;
        seed_game(random_env("SEED", 1) + i);
        make_config(&config);
        play_whole(&whole, &config, &whole_facts);
        char *line = record_line(whole.record);
        assert_non_null(line);
        for (int cut = 0; !whole.too_long && cut <= whole_facts.count;
             cut += 1 + whole_facts.count / 250) {
            check_cut(&whole, line, cut, &cut_facts);
            cuts++;
        }
        claims += strstr(line, "claim:") != NULL;
        for (int seat = 0; seat < config.rules->players; seat++)
            faults += table_fault_counts(&whole.table)[seat];
        free(line);
        record_destroy(whole.record);
    }
    printf("%ld cuts, %ld games with claims, %ld faults\n", cuts, claims, faults);
    if (!getenv("GAMES")) /* else nothing was shown */
        assert_true(cuts > 1000 && faults > 50 && claims > 5);
}

/* Whatever the facts hold: they replay or are refused; nothing crashes. */
static void altered_facts_replay_or_are_refused(void **context)
{
    long refused = 0, runs = 0;
    static struct world again;
    (void)context;
    for (uint64_t i = 0; i < random_games(60); i++) {
        struct table_config config;
        seed_game(random_env("SEED", 1) + i);
        make_config(&config);
        play_whole(&whole, &config, &whole_facts);
        for (int n = 0; n < 40 && whole_facts.count > 0; n++, runs++) {
            cut_facts = whole_facts;
            seed_moment(5, (uint64_t)n, 0);
            int at = (int)below((uint32_t)cut_facts.count),
                other = (int)below((uint32_t)cut_facts.count);
            if (n % 3 == 0) { /* one stands in another's place */
                memcpy(cut_facts.texts[at], cut_facts.texts[other], GAME_FACT_MAX);
                cut_facts.sizes[at] = cut_facts.sizes[other];
            } else if (n % 3 == 1) {
                cut_facts.texts[at][below((uint32_t)cut_facts.sizes[at])] =
                    "0123456789 sfvoc:QKR"[below(20)];
            } else {
                cut_facts.sizes[at] = 1 + below((uint32_t)cut_facts.sizes[at]);
            }
            refused += !make_anew(&again, &config, &cut_facts);
            record_destroy(again.record);
        }
        record_destroy(whole.record);
    }
    printf("%ld of %ld do not play again\n", refused, runs);
    assert_true(refused > runs / 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_cut_game_continues_where_it_was),
                                       cmocka_unit_test(altered_facts_replay_or_are_refused)};
    random_program = "sim_test_restore";
    return cmocka_run_group_tests(tests, NULL, NULL);
}
