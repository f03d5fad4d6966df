/* Whole games through the table and the codec, with their records, as arena.c runs them, without a
 * socket: microseconds of CPU a decision, the bots' part included.
 *
 * `table text|msgpack GAMES [TABLES]` plays so many games, at so many tables in turns, and prints
 * how many decisions they took: for counts.sh, which counts the instructions of `serve_` functions
 * alone: not those of the bots. */
#include <string.h>

#include "bench.h"
#include "table/event_cache.h"
#include "table/table_private.h"

enum { GAMES = 60, TABLES_MAX = 9000, OUT_BYTES = 1 << 15 };

/* An arena's data on a game, and the answer that waits in the socket of the seat to move. */
struct play {
    struct table table;
    struct event_cache cache;
    struct record *record;
    uint8_t set_seed[FAIR_BYTES];
    int act_size;
    char act[64];
};

static enum encoding encoding;
static uint64_t seed;
static long decisions;
/* The latest messages to each seat of the table that was fed last. */
static char out[SEATS_MAX][OUT_BYTES];
static size_t sizes[SEATS_MAX];

static void feed(struct play *play, const struct table_input *input);

static void give_mix(struct play *play)
{
    struct table_input input = {.kind = TABLE_MIX, .contributors = 4};
    const struct table_config *config = table_config(&play->table);
    card_t deck[CARDS_MAX];
    int count = deck_cards(config->rules, deck);

    input.nonces = table_nonces(&play->table);
    fair_mix(config->commitment, deck, count, input.nonces, 4, input.mix);
    input.first_dealer = fair_first_dealer(play->set_seed, input.mix, config->rules->players);
    feed(play, &input);
}

static void give_deal(struct play *play)
{
    struct table_input input = {.kind = TABLE_DEAL};
    const struct ruleset *rules = table_config(&play->table)->rules;
    const struct game *game = table_game(&play->table);
    uint8_t key[FAIR_BYTES];
    card_t deck[CARDS_MAX];
    int count = deck_cards(rules, deck);

    fair_key(play->set_seed, play->table.mix, game->deal_number, game->attempt, key);
    fair_key_commitment(key, input.key_commitment);
    fair_shuffle(key, deck, count);
    deck_deal(&input.deal, rules, deck, game->dealer);
    record_deal(play->record, game->dealer, game->deal_number, game->attempt, &input.deal, deck);
    feed(play, &input);
}

static void finish(struct play *play)
{
    struct table_input input = {.kind = TABLE_TOLD, .seed = play->set_seed};
    const struct game *game = table_game(&play->table);
    static struct record_fair fair;

    record_result(play->record, (enum reason)game->reason, game->winners, game->scores);
    strcpy(fair.set_id, table_config(&play->table)->set_id);
    memcpy(fair.seed, play->set_seed, FAIR_BYTES);
    fair.contributors = 4;
    fair.deals_follow = true;
    if (record_fair(play->record, &fair))
        abort();
    char *line = record_line(play->record);
    if (!line)
        abort();
    free(line);
    feed(play, &input);
}

static void tell(struct play *play, seat_t seat)
{
    bool more;

    sizes[seat] = event_cache_write(&play->cache, &play->table, seat, 1, 0, encoding, out[seat],
                                    OUT_BYTES, &more);
    if (more)
        abort();
}

static void carry_out(struct play *play, const struct effect *effect)
{
    switch (effect->kind) {
    case EFFECT_OUTPUT:
        tell(play, effect->seat);
        break;
    case EFFECT_MIX:
        give_mix(play);
        break;
    case EFFECT_DEAL:
        give_deal(play);
        break;
    case EFFECT_STEP:
        decisions++;
        if (record_step(play->record, effect->seat, effect->phase, &effect->action, NULL, 0))
            abort();
        break;
    case EFFECT_HAND:
        if (record_hand(play->record, &table_game(&play->table)->last))
            abort();
        break;
    case EFFECT_OVER:
        finish(play);
        break;
    case EFFECT_FAULT:
        abort();
    case EFFECT_DEALT:
    case EFFECT_CLOSED:
    case EFFECT_KIND_COUNT:
        break;
    }
}

static void feed(struct play *play, const struct table_input *input)
{
    struct table_effects effects;

    table_step(&play->table, input, 0, &effects);
    for (int i = 0; i < effects.count; i++)
        carry_out(play, &effects.items[i]);
}

/* ------------------------------------------------------------------- what is counted: the arena's
 * part */

__attribute__((noinline)) static void serve_start(struct play *play, const struct ruleset *rules)
{
    struct table_config config = {
        .rules = rules, .event_hold_usec = 1000000, .set_id = "bench", .game_id = "bench"};
    const char *names[SEATS_MAX];
    struct table_input input = {.kind = TABLE_START};

    for (int seat = 0; seat < config.rules->players; seat++) {
        snprintf(config.seats[seat].name, sizeof config.seats[seat].name, "bot%d", seat);
        config.seats[seat].here = true;
        names[seat] = config.seats[seat].name;
    }
    for (size_t i = 0; i < FAIR_BYTES; i++)
        play->set_seed[i] = (uint8_t)splitmix_next(&seed);
    fair_commitment(config.set_id, play->set_seed, config.commitment);
    play->record = record_create(config.rules, config.game_id, names);
    if (!play->record)
        abort();
    table_init(&play->table, &config);
    feed(play, &input);
}

__attribute__((noinline)) static void serve_answer(struct play *play)
{
    static struct message message;
    struct table_input input = {.kind = TABLE_SENT, .seat = table_game(&play->table)->turn};
    size_t bad;

    feed(play, &input);
    if (stream_next(&encoding, FROM_CLIENT, play->act, (size_t)play->act_size, &message, &bad) !=
        play->act_size)
        abort();
    input.kind = TABLE_ACT;
    input.number = message_int(&message, ACT_N);
    input.text = message_string(&message, ACT_A);
    feed(play, &input);
}

/* ------------------------------------------------------------------------------------ the bots */

/* Reads the last message that was sent to the seat on turn. */
static void read_turn(const struct play *play, struct message *turn)
{
    seat_t seat = table_game(&play->table)->turn;
    size_t used = 0, bad;

    while (used < sizes[seat]) {
        int size =
            stream_next(&encoding, FROM_SERVER, out[seat] + used, sizes[seat] - used, turn, &bad);
        if (size <= 0)
            abort();
        used += (size_t)size;
    }
    if (turn->kind != MESSAGE_TURN)
        abort();
}

/* Takes one of the first four calls, as calls far up end hands at once. */
static size_t choose(const struct message *turn, char *word)
{
    const struct value *items;

    if (!message_has(turn, TURN_CHOOSE)) {
        int count = message_list(turn, TURN_LEGAL, &items);
        uint32_t i = splitmix_below(&seed, (uint32_t)(count < 4 ? count : 4));
        memcpy(word, items[i].string.data, items[i].string.size);
        return items[i].string.size;
    }
    struct slice phase = message_string(turn, TURN_PHASE);
    size_t size = phase.size;
    message_list(turn, TURN_FROM, &items);
    memcpy(word, phase.data, size);
    for (int64_t i = 0; i < message_int(turn, TURN_CHOOSE); i++) {
        word[size++] = ':';
        memcpy(word + size, items[i].string.data, items[i].string.size);
        size += items[i].string.size;
    }
    return size;
}

static void answer(struct play *play)
{
    static struct message turn, act;
    char word[ACTION_TEXT_MAX];

    read_turn(play, &turn);
    message_init(&act, MESSAGE_ACT);
    message_set_int(&act, ACT_G, message_int(&turn, TURN_G));
    message_set_int(&act, ACT_N, message_int(&turn, TURN_N));
    message_set_string(&act, ACT_A, word, choose(&turn, word));
    play->act_size = scribe_message(&act, encoding, play->act, sizeof play->act);
    if (play->act_size < 0)
        abort();
}

/* ------------------------------------------------------------------------------------ all tables
 */

static struct ruleset rules;
static struct play *plays; /* by table */

static void sit_down(struct play *play)
{
    memset(play, 0, sizeof *play);
    serve_start(play, &rules);
    answer(play);
}

/* One decision; false: the game is over. */
static bool decide(struct play *play)
{
    serve_answer(play);
    if (table_state(&play->table) != TABLE_STATE_CLOSED) {
        answer(play);
        return true;
    }
    record_destroy(play->record);
    return false;
}

static long play_games(enum encoding spoken, int games, int tables)
{
    uint8_t digest[FAIR_BYTES], any[FAIR_BYTES] = {0};
    int begun = 0, over = 0;

    if (ruleset_preset(&rules, "wikipedia", 9, NULL))
        abort();
    fair_commitment("bench", any, digest); /* wakes libcrypto up */
    encoding = spoken;
    seed = 500;
    decisions = 0;
    for (; begun < tables; begun++)
        sit_down(&plays[begun]);
    while (over < games) {
        for (int i = 0; i < tables; i++) {
            /* In an order that no processor predicts; a prime, so each table has its turn. */
            struct play *play = &plays[(long)i * 9973 % tables];
            if (!play->record || decide(play))
                continue;
            over++;
            play->record = NULL;
            if (begun++ < games)
                sit_down(play);
        }
    }
    return decisions;
}

static void measure(const char *name, enum encoding spoken, int tables)
{
    double usec[BENCH_ROUNDS];

    for (int round = 0; round < BENCH_ROUNDS; round++) {
        double start = bench_cpu();
        long made = play_games(spoken, tables > GAMES ? tables : GAMES, tables);
        usec[round] = (bench_cpu() - start) / (double)made * 1e6;
    }
    bench_print(name, bench_median(usec, BENCH_ROUNDS), "us", 0);
}

int main(int argc, char **argv)
{
    plays = aligned_alloc(_Alignof(struct play), TABLES_MAX * sizeof *plays);
    if (!plays)
        return 3;
    if (argc >= 3) {
        int games = atoi(argv[2]), tables = argc > 3 ? atoi(argv[3]) : 1;
        if (games < 1 || tables < 1 || tables > TABLES_MAX || tables > games)
            return 2;
        printf("%ld decisions\n",
               play_games(strcmp(argv[1], "text") == 0 ? ENCODING_TEXT : ENCODING_MSGPACK, games,
                          tables));
        return 0;
    }
    measure("table.msgpack.decision", ENCODING_MSGPACK, 1);
    measure("table.text.decision", ENCODING_TEXT, 1);
    measure("table.msgpack.decision-128", ENCODING_MSGPACK, 128);
    measure("table.msgpack.decision-2500", ENCODING_MSGPACK, 2500);
    return 0;
}
