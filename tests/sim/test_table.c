/* Tables on a fake clock with fake bots, thousands of games in one process: no socket, no sleep.
 * Bots answer, are late, break rules, vanish and come back, by a seed. SEED and GAMES in the
 * environment; a failure prints the command that repeats it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "table/event_cache.h"
#include "table/table_private.h"
#include "random_game.h"

static usec_t now;

/* How a fake bot behaves. */
enum manner { POLITE, LATE, ILLEGAL, SILENT, GONE_AND_BACK, EXITS, MANNERS };

struct seat {
    enum manner manner;
    bool here, due;
    int64_t number, last_number;
    char answer[ACTION_TEXT_MAX];
    size_t answer_size;
    cardset_t may_know;        /* cards that it was shown in this hand */
    int32_t totals[SEATS_MAX]; /* by side: what `game` said, and each `delta` since then */
    long messages;
};

struct arena {
    struct table table;
    struct event_cache caches[ENCODING_COUNT];
    struct seat seats[SEATS_MAX];
    struct record *record;
    long decisions, outputs, hands;
    bool over;
    usec_t deadline;
    uint32_t texts, seconds; /* masks: seats that speak text; that have another game already */
    uint32_t fault_rate;     /* one in so many turns; 0: never */
};

static void feed(struct arena *arena, struct table_input *input);

static void deal(struct arena *arena)
{
    const struct ruleset *rules = table_config(&arena->table)->rules;
    const struct game *game = table_game(&arena->table);
    struct table_input input = {.kind = TABLE_DEAL};
    card_t deck[CARDS_MAX];

    bool same_pack = random_next_deal(game, rules, &input.deal, deck);
    record_deal(arena->record, game->dealer, game->deal_number, game->attempt, &input.deal, deck);
    if (same_pack)
        record_same_pack(arena->record);
    feed(arena, &input);
}

static void choose(struct seat *seat, const struct message *turn)
{
    const struct value *items;
    char *at = seat->answer;

    if (message_has(turn, TURN_CHOOSE)) {
        struct slice phase = message_string(turn, TURN_PHASE);
        message_list(turn, TURN_FROM, &items);
        memcpy(at, phase.data, phase.size);
        at += phase.size;
        for (int64_t i = 0; i < message_int(turn, TURN_CHOOSE); i++) {
            *at++ = ':';
            memcpy(at, items[i].string.data, items[i].string.size);
            at += items[i].string.size;
        }
    } else {
        int count = message_list(turn, TURN_LEGAL, &items);
        uint32_t i = below((uint32_t)count < 4 ? (uint32_t)count : 4);
        if (items[i].string.size == 5 && memcmp(items[i].string.data, "claim", 5) == 0)
            i = 0;
        memcpy(at, items[i].string.data, items[i].string.size);
        at += items[i].string.size;
    }
    seat->answer_size = (size_t)(at - seat->answer);
}

/* Cards named in a message must be known to the seat by the engine's own view, or lie open. */
static void check_cards(struct arena *arena, seat_t seat, const struct message *message, int field)
{
    const struct ruleset *rules = table_config(&arena->table)->rules;
    const struct value *items;
    int count = message_has(message, field) ? message_list(message, field, &items) : 0;
    (void)rules;
    for (int i = 0; i < count; i++) {
        card_t card;
        if (card_parse(items[i].string.data, items[i].string.size, &card))
            broken("seat %d is told of something that is no card", seat);
        arena->seats[seat].may_know |= CARDSET(card);
    }
}

static void take_totals(struct seat *bot, const struct message *message)
{
    const struct value *scores;
    int sides = message_list(message, GAME_SCORES, &scores);

    for (int side = 0; side < sides; side++)
        bot->totals[side] = (int32_t)scores[side].integer;
}

/* The sum of the announced deltas equals the announced scores for each seat, also after a
 * reconnect. */
static void check_totals(struct seat *bot, const struct message *message)
{
    const struct value *scores, *deltas;
    int sides = message_list(message, HAND_SCORES, &scores);

    message_list(message, HAND_DELTA, &deltas);
    for (int side = 0; side < sides; side++) {
        bot->totals[side] += (int32_t)deltas[side].integer;
        if (bot->totals[side] != scores[side].integer)
            broken("side %d: %d by what was told, but %d", side, bot->totals[side],
                   (int)scores[side].integer);
    }
}

static void take_message(struct arena *arena, seat_t seat, const struct message *message)
{
    struct seat *bot = &arena->seats[seat];

    bot->messages++;
    if (message->kind == MESSAGE_GAME)
        take_totals(bot, message);
    if (message->kind == MESSAGE_HAND)
        check_totals(bot, message);
    if (message->kind == MESSAGE_DEAL) {
        bot->may_know = 0;
        check_cards(arena, seat, message, DEAL_CARDS);
    } else if (message->kind == MESSAGE_TURN) {
        if (table_game(&arena->table)->turn != seat)
            broken("seat %d is asked out of turn", seat);
        bot->number = message_int(message, TURN_N);
        if (bot->number < bot->last_number)
            broken("the number of a request went down");
        bot->last_number = bot->number;
        choose(bot, message);
        bot->due = true;
    } else if (message->kind == MESSAGE_HAND && seat == 0) {
        arena->hands++;
    }
}

/* Reads the bytes that its twin, which shares nothing, sends the seat. Returns their size. */
static size_t tell_twin(struct arena *arena, struct table *twin, seat_t seat, int64_t game_number,
                        enum encoding encoding, char *out, size_t size, bool *turn)
{
    static struct message message;
    size_t used = 0;

    while (table_message(twin, seat, game_number, now, &message)) {
        int made = scribe_message(&message, encoding, out + used, size - used);
        if (made <= 0)
            broken("seat %d is told what cannot be written", seat);
        if (*turn && message.kind != MESSAGE_OVER)
            broken("something follows the request");
        take_message(arena, seat, &message);
        *turn = message.kind == MESSAGE_TURN;
        used += (size_t)made;
    }
    return used;
}

/* The bytes for a seat, many of them copied from another seat's, equal those of a twin table.
 * Sometimes the buffer is too small for all of them, and now and then nothing is cached. */
static void drain(struct arena *arena, seat_t seat)
{
    static struct table twin;
    static char shared[8 * FRAME_BYTES_MAX], own[8 * FRAME_BYTES_MAX];
    enum encoding encoding = arena->texts >> seat & 1 ? ENCODING_TEXT : ENCODING_MSGPACK;
    int64_t game_number = 1 + (arena->seconds >> seat & 1);
    bool turn = false, more = true;
    size_t size = 0;

    arena->outputs++;
    twin = arena->table;
    while (more) {
        size_t room = FRAME_BYTES_MAX + (size_t)(arena->outputs % 3) * 100;
        if (sizeof shared - size < room)
            broken("seat %d is told without end", seat);
        struct event_cache *cache = arena->outputs % 16 ? &arena->caches[encoding] : NULL;
        size += event_cache_write(cache, &arena->table, seat, game_number, now, encoding,
                                  shared + size, room, &more);
    }
    if (tell_twin(arena, &twin, seat, game_number, encoding, own, sizeof own, &turn) != size ||
        memcmp(shared, own, size) != 0)
        broken("seat %d is told something else than its messages", seat);
    if (memcmp(&twin, &arena->table, sizeof twin) != 0)
        broken("output for seat %d changed more than what it got", seat);
    if (turn) {
        struct table_input input = {.kind = TABLE_SENT, .seat = seat};
        feed(arena, &input);
    }
}

static void vanish(struct arena *arena, seat_t seat, enum fault fault)
{
    struct table_input input = {.kind = TABLE_GONE, .seat = seat, .fault = fault};
    arena->seats[seat].here = arena->seats[seat].due = false;
    feed(arena, &input);
}

/* Between the end of a hand and what follows it. */
static void some_come_back(struct arena *arena)
{
    for (seat_t seat = 0; seat < table_config(&arena->table)->rules->players; seat++) {
        struct table_input back = {.kind = TABLE_BACK, .seat = seat};
        if (!arena->seats[seat].here || !arena->fault_rate || below(4) > 0)
            continue;
        vanish(arena, seat, FAULT_GONE);
        arena->seats[seat].here = true;
        feed(arena, &back);
    }
}

static void carry_out(struct arena *arena, const struct effect *effect)
{
    const struct game *game = table_game(&arena->table);
    struct table_input input = {.kind = TABLE_MIX};

    switch (effect->kind) {
    case EFFECT_OUTPUT:
        drain(arena, effect->seat);
        break;
    case EFFECT_MIX:
        input.contributors = table_config(&arena->table)->rules->players;
        input.nonces = table_nonces(&arena->table);
        input.first_dealer = (seat_t)below((uint32_t)input.contributors);
        feed(arena, &input);
        break;
    case EFFECT_DEAL:
        some_come_back(arena);
        deal(arena);
        break;
    case EFFECT_STEP:
        arena->decisions++;
        record_step(arena->record, effect->seat, effect->phase, &effect->action,
                    effect->fault ? fault_name(effect->fault) : NULL, -1);
        break;
    case EFFECT_FAULT:
        record_fault(arena->record, effect->seat, fault_name(effect->fault));
        break;
    case EFFECT_HAND:
        record_hand(arena->record, &game->last);
        break;
    case EFFECT_OVER:
        record_result(arena->record, (enum reason)game->reason, game->winners, game->scores);
        some_come_back(arena);
        input.kind = TABLE_TOLD;
        feed(arena, &input);
        break;
    case EFFECT_CLOSED:
        arena->over = true;
        break;
    case EFFECT_DEALT:
    case EFFECT_KIND_COUNT:
        break;
    }
}

static void feed(struct arena *arena, struct table_input *input)
{
    struct table_effects effects;
    table_step(&arena->table, input, now, &effects);
    table_check(&arena->table);
    arena->deadline = effects.deadline; /* what the effects feed in turn comes later */
    for (int i = 0; i < effects.count; i++)
        carry_out(arena, &effects.items[i]);
}

static void tick(struct arena *arena)
{
    struct table_input input = {.kind = TABLE_TICK};
    if (arena->deadline == USEC_NEVER)
        broken("nothing is due and the game is not over");
    if (arena->deadline > now)
        now = arena->deadline;
    feed(arena, &input);
}

static void answer(struct arena *arena, seat_t seat, const char *word, size_t size, int64_t number)
{
    struct table_input input = {.kind = TABLE_ACT, .seat = seat, .number = number};
    input.text = (struct slice){word, size};
    feed(arena, &input);
}

/* One decision of the seat on turn, in its manner. */
static void act(struct arena *arena, seat_t seat)
{
    struct seat *bot = &arena->seats[seat];
    char word[ACTION_TEXT_MAX];
    size_t size = bot->answer_size;
    int64_t number = bot->number;
    bool misbehaves = arena->fault_rate && below(arena->fault_rate) == 0;

    memcpy(word, bot->answer, size);
    bot->due = false;
    now += below(2000);
    switch (misbehaves ? bot->manner : POLITE) {
    case POLITE:
        answer(arena, seat, word, size, number);
        break;
    case LATE:
        tick(arena);
        if (!arena->over)
            answer(arena, seat, word, size, number); /* after its time: late, not counted */
        break;
    case ILLEGAL:
        answer(arena, seat, "17X", 3, number);
        break;
    case SILENT:
        tick(arena);
        break;
    case GONE_AND_BACK: {
        struct table_input back = {.kind = TABLE_BACK, .seat = seat};
        vanish(arena, seat, FAULT_GONE);
        bot->here = true;
        feed(arena, &back);
        if (!arena->over && table_game(&arena->table)->turn == seat && !bot->due)
            broken("seat %d came back and was not asked again", seat);
        break;
    }
    case EXITS:
        vanish(arena, seat, FAULT_EXIT);
        break;
    case MANNERS:
        break;
    }
}

static void make_config(struct table_config *config, enum fault_policy_kind policy)
{
    static struct ruleset rules;
    struct ruleset_error error;
    const char *preset = preset_name((int)below((uint32_t)preset_count()));

    memset(config, 0, sizeof *config);
    config->rules = &rules;
    if (ruleset_preset(&rules, preset, strlen(preset), &error) ||
        ruleset_set(&rules, "max_hands", 9, "3", 1, &error) || ruleset_finish(&rules, &error))
        broken("%s", error.text);
    snprintf(config->game_id, sizeof config->game_id, "sim-%llu", (unsigned long long)game_seed);
    snprintf(config->set_id, sizeof config->set_id, "sim");
    config->time = (struct time_control){.auction = 100000,
                                         .exchange = 100000,
                                         .play = 100000,
                                         .bank = below(2) ? 500000 : 0,
                                         .startup = 1000000,
                                         .lag = 1000};
    config->policy = (struct fault_policy){.kind = policy, .strikes = 3};
    config->event_hold_usec = 1000000;
    for (int seat = 0; seat < config->rules->players; seat++) {
        snprintf(config->seats[seat].name, sizeof config->seats[seat].name, "bot%d", seat);
        config->seats[seat].here = true;
        config->seats[seat].eager = below(8) == 0;
    }
}

static void check_record(struct arena *arena)
{
    struct replay replay = {.strict = true};
    char *line = record_line(arena->record);
    if (!line || replay_run(line, strlen(line), &replay) != 0)
        broken("the record does not replay: %s", line ? line : "-");
    free(line);
}

static void play_game(struct arena *arena, const struct table_config *config, uint32_t fault_rate)
{
    static const char *const names[] = {"a", "b", "c", "d", "e", "f"};
    struct table_input input = {.kind = TABLE_START};

    memset(arena, 0, sizeof *arena);
    arena->fault_rate = fault_rate;
    arena->texts = below(2) * below(64);
    arena->seconds = below(2) * below(64);
    arena->record = record_create(config->rules, config->game_id, names);
    for (int seat = 0; seat < config->rules->players; seat++)
        arena->seats[seat] = (struct seat){.manner = (enum manner)below(MANNERS), .here = true};
    table_init(&arena->table, config);
    feed(arena, &input);
    for (long steps = 0; !arena->over; steps++) {
        seat_t seat = table_game(&arena->table)->turn;
        if (steps > 20000) {
            struct table_input stop = {.kind = TABLE_VOID}; /* passed out for ever */
            feed(arena, &stop);
        } else if (seat < SEATS_MAX && arena->seats[seat].due && arena->seats[seat].here) {
            act(arena, seat);
        } else {
            tick(arena);
        }
    }
    check_record(arena);
    record_destroy(arena->record);
}

static void seed_table(uint64_t i)
{
    random_program = "sim_test_table";
    seed_game(random_env("SEED", 1) + i);
    now = 1000000;
}

static struct arena arena;

static void games_with_faults_end_and_replay(void **context)
{
    (void)context;
    for (uint64_t i = 0; i < random_games(1500); i++) {
        struct table_config config;
        seed_table(i);
        make_config(&config, (enum fault_policy_kind)below(3));
        play_game(&arena, &config, 2 + below(60));
    }
}

/* Held back: about one output for each decision, not for each seat. */
static void a_decision_costs_about_one_output(void **context)
{
    long decisions = 0, outputs = 0;
    (void)context;
    for (uint64_t i = 0; i < 200; i++) {
        struct table_config config;
        seed_table(i);
        make_config(&config, FAULT_POLICY_STRICT);
        for (int seat = 0; seat < SEATS_MAX; seat++)
            config.seats[seat].eager = false;
        play_game(&arena, &config, 0);
        for (int seat = 0; seat < config.rules->players; seat++)
            assert_int_equal(table_fault_counts(&arena.table)[seat], 0);
        decisions += arena.decisions;
        outputs += arena.outputs;
    }
    printf("%ld decisions, %ld outputs\n", decisions, outputs);
    assert_true(outputs < decisions * 13 / 10);
}

static void strict_forfeits_at_the_first_fault(void **context)
{
    (void)context;
    for (uint64_t i = 0; i < 200; i++) {
        struct table_config config;
        seed_table(i);
        make_config(&config, FAULT_POLICY_STRICT);
        play_game(&arena, &config, 20);
        int faults = 0, seat = table_forfeited(&arena.table);
        for (int other = 0; other < config.rules->players; other++)
            faults += table_fault_counts(&arena.table)[other];
        assert_true(faults <= 1);
        if (faults == 1) {
            assert_int_equal(table_game(&arena.table)->reason, REASON_FORFEIT);
            assert_true(seat >= 0);
            assert_false(table_game(&arena.table)->winners >> config.rules->side_of[seat] & 1);
            assert_true(table_game(&arena.table)->winners != 0);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(games_with_faults_end_and_replay),
                                       cmocka_unit_test(a_decision_costs_about_one_output),
                                       cmocka_unit_test(strict_forfeits_at_the_first_fault)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
