/* Whole games through the table and the codec, with their records, as arena.c runs them, without a socket:
 * microseconds of CPU a decision, the bots' part included.
 *
 * `table text|msgpack GAMES` plays so many games and prints how many decisions they took: for counts.sh, which
 * counts the instructions of `serve_` functions alone: not those of the bots. */
#include <string.h>

#include "bench.h"
#include "telling.h"

enum { GAMES = 60, OUT_BYTES = 1 << 15 };

struct play {
    enum encoding encoding;
    uint64_t seed;
    struct table table;
    struct telling telling;
    struct record *record;
    uint8_t set_seed[FAIR_BYTES];
    long decisions;
    size_t sizes[SEATS_MAX]; /* of what each seat is told last */
    char out[SEATS_MAX][OUT_BYTES];
};

static void feed(struct play *play, const struct table_input *input);

static void give_mix(struct play *play)
{
    struct table_input input = {.kind = TABLE_MIX, .contributors = 4};
    const struct table_config *config = table_config(&play->table);
    card_t deck[CARDS_MAX];
    int count = deck_cards(&config->rules, deck);

    input.nonces = table_nonces(&play->table);
    fair_mix(config->commitment, deck, count, input.nonces, 4, input.mix);
    input.first_dealer = fair_first_dealer(play->set_seed, input.mix, config->rules.players);
    feed(play, &input);
}

static void give_deal(struct play *play)
{
    struct table_input input = {.kind = TABLE_DEAL};
    const struct ruleset *rules = &table_config(&play->table)->rules;
    const struct game *game = table_game(&play->table);
    uint8_t key[FAIR_BYTES];
    card_t deck[CARDS_MAX];
    int count = deck_cards(rules, deck);

    fair_key(play->set_seed, play->table.mix, game->deal_number, game->attempt, key);
    fair_key_commitment(key, input.key_commitment);
    fair_shuffle(key, deck, count);
    deal_from_deck(&input.deal, rules, deck, game->dealer);
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
    static struct message message;
    size_t *size = &play->sizes[seat];

    *size = 0;
    size_t added;

    do {
        if (OUT_BYTES - *size < FRAME_BYTES_MAX)
            abort();
        added = telling_next(&play->telling, &play->table, seat, 1, 0, play->encoding, &message,
                             play->out[seat] + *size);
        *size += added;
    } while (added > 0);
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
        play->decisions++;
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

/* ------------------------------------------------------------------- what is counted: the arena's part */

__attribute__((noinline)) static void serve_start(struct play *play, const struct ruleset *rules)
{
    struct table_config config = {
        .rules = *rules, .event_hold_usec = 1000000, .set_id = "bench", .game_id = "bench"};
    const char *names[SEATS_MAX];
    struct table_input input = {.kind = TABLE_START};

    for (int seat = 0; seat < config.rules.players; seat++) {
        snprintf(config.seats[seat].name, sizeof config.seats[seat].name, "bot%d", seat);
        config.seats[seat].here = true;
        names[seat] = config.seats[seat].name;
    }
    for (size_t i = 0; i < FAIR_BYTES; i++)
        play->set_seed[i] = (uint8_t)bench_random(&play->seed);
    fair_commitment(config.set_id, play->set_seed, config.commitment);
    play->record = record_create(&config.rules, config.game_id, names);
    if (!play->record)
        abort();
    table_init(&play->table, &config);
    feed(play, &input);
}

__attribute__((noinline)) static void serve_answer(struct play *play, const char *bytes,
                                                   size_t size)
{
    static struct message message;
    struct table_input input = {.kind = TABLE_SENT, .seat = table_game(&play->table)->turn};
    size_t bad;

    feed(play, &input);
    if (stream_next(&play->encoding, FROM_CLIENT, bytes, size, &message, &bad) != (int)size)
        abort();
    input.kind = TABLE_ACT;
    input.number = message_int(&message, ACT_N);
    input.text = message_string(&message, ACT_A);
    feed(play, &input);
}

/* ------------------------------------------------------------------------------------ the bots */

/* The last of the messages that the seat on turn was told. */
static void read_turn(struct play *play, struct message *turn)
{
    seat_t seat = table_game(&play->table)->turn;
    size_t used = 0, bad;

    while (used < play->sizes[seat]) {
        int size = stream_next(&play->encoding, FROM_SERVER, play->out[seat] + used,
                               play->sizes[seat] - used, turn, &bad);
        if (size <= 0)
            abort();
        used += (size_t)size;
    }
    if (turn->kind != MESSAGE_TURN)
        abort();
}

/* Takes one of the first four calls, as calls far up end hands at once. */
static size_t choose(struct play *play, const struct message *turn, char *word)
{
    const struct value *items;

    if (!message_has(turn, TURN_CHOOSE)) {
        int count = message_list(turn, TURN_LEGAL, &items);
        uint32_t i = bench_below(&play->seed, (uint32_t)(count < 4 ? count : 4));
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
    char word[ACTION_TEXT_MAX], bytes[FRAME_BYTES_MAX];

    read_turn(play, &turn);
    message_init(&act, MESSAGE_ACT);
    message_set_int(&act, ACT_G, message_int(&turn, TURN_G));
    message_set_int(&act, ACT_N, message_int(&turn, TURN_N));
    message_set_string(&act, ACT_A, word, choose(play, &turn, word));
    int size = message_encode(&act, play->encoding, bytes, sizeof bytes);
    if (size < 0)
        abort();
    serve_answer(play, bytes, (size_t)size);
}

static struct play play;

static long play_games(enum encoding encoding, int games)
{
    struct ruleset rules;
    uint8_t digest[FAIR_BYTES];

    if (ruleset_preset(&rules, "wikipedia", 9, NULL))
        abort();
    fair_commitment("bench", play.set_seed, digest); /* wakes libcrypto up */
    play.encoding = encoding;
    play.seed = 500;
    play.decisions = 0;
    for (int game = 0; game < games; game++) {
        serve_start(&play, &rules);
        while (table_state(&play.table) != TABLE_STATE_CLOSED)
            answer(&play);
        record_destroy(play.record);
    }
    return play.decisions;
}

int main(int argc, char **argv)
{
    static const char *const names[] = {"table.msgpack.decision", "table.text.decision"};
    static const enum encoding encodings[] = {ENCODING_MSGPACK, ENCODING_TEXT};
    double usec[BENCH_ROUNDS];

    if (argc == 3) {
        bool text = strcmp(argv[1], "text") == 0;
        printf("%ld decisions\n",
               play_games(text ? ENCODING_TEXT : ENCODING_MSGPACK, atoi(argv[2])));
        return 0;
    }
    for (int i = 0; i < 2; i++) {
        for (int round = 0; round < BENCH_ROUNDS; round++) {
            double start = bench_cpu();
            long decisions = play_games(encodings[i], GAMES);
            usec[round] = (bench_cpu() - start) / (double)decisions * 1e6;
        }
        bench_print(names[i], bench_median(usec, BENCH_ROUNDS), "us", 0);
    }
    return 0;
}
