/* table_message.c - the messages of a table to its seats (PROTOCOL.md).
 *
 * Each write_ function writes one message with its fields in the order of the schema, `g` first. */
#include "table/ruleset_build.h"
#include "table/table_log_private.h"

#include <assert.h>
#include <string.h>

/* Where a message is written, and the connection's number of this game. */
struct sheet {
    struct scribe scribe;
    int64_t game_number;
};

/* `g` is the first field of every message of a game but `error`. */
static struct scribe *begin(struct sheet *sheet, enum message_kind kind)
{
    scribe_begin(&sheet->scribe, kind);
    scribe_int(&sheet->scribe, 0, sheet->game_number);
    return &sheet->scribe;
}

static void put_text(struct scribe *out, int field, const char *text)
{
    scribe_string(out, field, text, strlen(text));
}

static void put_times(struct scribe *out, const struct time_control *time)
{
    const struct {
        int field;
        usec_t value;
    } fields[] = {{GAME_AUCTION, time->auction},
                  {GAME_EXCHANGE, time->exchange},
                  {GAME_PLAY, time->play},
                  {GAME_BANK, time->bank},
                  {GAME_INC, time->increment}};
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        if (fields[i].value > 0)
            scribe_int(out, fields[i].field, fields[i].value / USEC_PER_MSEC);
    }
}

static void put_options(struct scribe *out, const struct ruleset *rules)
{
    uint8_t differ[UINT8_MAX];
    int count = 0;

    assert(option_count() <= UINT8_MAX);
    for (int i = 0; i < option_count(); i++) {
        if (ruleset_differs(rules, i))
            differ[count++] = (uint8_t)i;
    }
    if (count > 0)
        scribe_list(out, GAME_OPTIONS, count);
    for (int i = 0; i < count; i++) {
        char word[RULESET_BUILD_WORD_MAX];
        scribe_add_string(out, word, (size_t)ruleset_build_word(rules, differ[i], word));
    }
}

static void put_numbers(struct scribe *out, int field, const int32_t *values, int count)
{
    scribe_list(out, field, count);
    for (int i = 0; i < count; i++)
        scribe_add_int(out, values[i]);
}

static void put_bytes(struct scribe *out, int field, const uint8_t *values, int count)
{
    scribe_list(out, field, count);
    for (int i = 0; i < count; i++)
        scribe_add_int(out, values[i]);
}

static void put_mask(struct scribe *out, int field, unsigned mask)
{
    uint8_t set[8 * sizeof mask];
    int count = 0;

    for (int i = 0; mask >> i; i++) {
        if (mask >> i & 1)
            set[count++] = (uint8_t)i;
    }
    put_bytes(out, field, set, count);
}

static bool hand_is_over(const struct table *table)
{
    for (struct table_place at = {0}; at.byte < table->hot.log_end.byte;
         at = table_log_next(table, at)) {
        if (table_event_head(table->log + at.byte).kind == EVENT_HAND)
            return true;
    }
    return false;
}

/* The scores before the hand that is sent from its deal on, so that a bot that adds up the `hand`
 * messages gets the right sums. */
static void put_scores(struct scribe *out, const struct table *table)
{
    const struct hand_result *last = &table->game.last;
    int sides = table->config.rules->side_count;
    bool over = hand_is_over(table);

    scribe_list(out, GAME_SCORES, sides);
    for (int side = 0; side < sides; side++)
        scribe_add_int(out,
                       over ? last->scores[side] - last->delta[side] : table->game.scores[side]);
}

static void write_game(const struct table *table, seat_t seat, usec_t now, struct sheet *sheet)
{
    const struct table_config *config = &table->config;
    const struct ruleset *rules = config->rules;
    struct scribe *out = begin(sheet, MESSAGE_GAME);
    struct time_control scaled;
    char policy[24];

    put_text(out, GAME_ID, config->game_id);
    scribe_int(out, GAME_SEAT, seat);
    scribe_list(out, GAME_PLAYERS, rules->players);
    for (int i = 0; i < rules->players; i++)
        scribe_add_string(out, config->seats[i].name, strlen(config->seats[i].name));
    put_text(out, GAME_PRESET, preset_name(rules->preset));
    put_options(out, rules);
    put_bytes(out, GAME_SIDES, rules->side_of, rules->players);
    put_scores(out, table);
    size_t size = fault_policy_format(&config->policy, policy, sizeof policy);
    scribe_string(out, GAME_POLICY, policy, size);
    put_times(out, time_control_at(&config->time, table->seats[seat].time_percent, &scaled));
    put_text(out, GAME_SET, config->set_id);
    scribe_hex(out, GAME_COMMIT, config->commitment, FAIR_BYTES);
    if (table->nonce_deadline != USEC_NEVER && config->seats[seat].nonce)
        scribe_int(out, GAME_NONCE, (table->nonce_deadline - now) / USEC_PER_MSEC);
    if (table->seats[seat].resumed)
        scribe_int(out, GAME_RESUMED, 1);
    if (config->chat != CHAT_NONE)
        put_text(out, GAME_CHAT, chat_rules_mode_name(config->chat));
    if (config->unwatched)
        scribe_int(out, GAME_WATCH, 0);
    if (config->stake)
        scribe_int(out, GAME_STAKE, config->stake);
}

static void write_fair(const struct table *table, struct sheet *sheet)
{
    struct scribe *out = begin(sheet, MESSAGE_FAIR);

    scribe_list(out, FAIR_NONCES, table->contributors);
    for (int i = 0; i < table->contributors; i++) {
        char hex[2 * FAIR_NONCE_MAX + 1];
        hex_encode(table->nonces[i].bytes, table->nonces[i].size, hex);
        scribe_add_string(out, hex, strlen(hex));
    }
    scribe_hex(out, FAIR_MIX, table->mix, FAIR_BYTES);
}

/* Whether the seat's own cards are sent with the deal: there are only cards events between the two.
 */
static const uint8_t *cards_with_deal(const struct table *table, seat_t seat)
{
    struct table_place place = {0};

    while ((place = table_log_next(table, place)).byte < table->hot.log_end.byte) {
        const uint8_t *packed = table->log + place.byte;
        const struct table_event event = table_event_head(packed);
        if (event.kind != EVENT_CARDS)
            break;
        if (event.seat == seat)
            return packed;
    }
    return NULL;
}

static void write_deal(const struct table *table, seat_t seat, struct sheet *sheet)
{
    const uint8_t *cards = cards_with_deal(table, seat);
    struct scribe *out = begin(sheet, MESSAGE_DEAL);
    struct event event;

    scribe_int(out, DEAL_D, table->deal_number);
    scribe_int(out, DEAL_ATTEMPT, table->attempt);
    scribe_int(out, DEAL_DEALER, table_event_head(table->log).seat);
    if (table->same_pack)
        scribe_int(out, DEAL_SAME, 1);
    else if (!table->given)
        scribe_hex(out, DEAL_KEY, table->key_commitment, FAIR_BYTES);
    if (!cards)
        return;
    table_event_unpack(cards, &event);
    scribe_cards(out, DEAL_CARDS, event.cards);
}

static void write_hand(const struct table *table, struct sheet *sheet)
{
    static const char *const outcomes[] = {"played", "passed-out", "misdealt"};
    const struct hand_result *last = &table->game.last;
    const struct contract *contract = &last->contract;
    int sides = table->config.rules->side_count;
    struct scribe *out = begin(sheet, MESSAGE_HAND);

    scribe_word(out, HAND_OUTCOME, outcomes[last->outcome]);
    if (contract->call != CALL_PASS) {
        scribe_word(out, HAND_CALL, call_name(contract->call));
        scribe_int(out, HAND_BY, contract->by);
        if (contract->partner != SEAT_NONE)
            scribe_int(out, HAND_PARTNER, contract->partner);
        if (contract->slam)
            scribe_int(out, HAND_SLAM, 1);
        if (contract->breach != SEAT_NONE)
            scribe_int(out, HAND_BREACH, contract->breach);
    }
    put_bytes(out, HAND_TRICKS, last->tricks, sides);
    put_numbers(out, HAND_DELTA, last->delta, sides);
    put_numbers(out, HAND_SCORES, last->scores, sides);
    if (last->bans)
        put_mask(out, HAND_BANS, last->bans);
}

static void write_cards(const struct event *event, struct sheet *sheet)
{
    struct scribe *out = begin(sheet, MESSAGE_CARDS);

    scribe_int(out, CARDS_HAND, event->hand);
    scribe_cards(out, CARDS_CARDS, event->cards);
}

/* The owner of an event: a seat with its hand, or an open hand. */
static void put_place(struct scribe *out, const struct event *event)
{
    if (event->kind == EVENT_CONTRACT)
        return;
    if (event->kind != EVENT_UP)
        scribe_int(out, NEWS_SEAT, event->seat);
    if (event->kind == EVENT_UP ? event->hand < HANDS_MAX : event->hand != event->seat)
        scribe_int(out, NEWS_HAND, event->hand);
}

static const char *place_name(const struct event *event)
{
    return event->hand < HANDS_MAX ? "hand" : event->hand == EVENT_HAND_KITTY ? "kitty" : "exposed";
}

static void put_contract(struct scribe *out, const struct contract *contract)
{
    scribe_word(out, NEWS_CALL, call_name(contract->call));
    scribe_int(out, NEWS_BY, contract->by);
    if (contract->partner != SEAT_NONE)
        scribe_int(out, NEWS_PARTNER, contract->partner);
}

static void write_news(const struct event *event, struct sheet *sheet)
{
    struct scribe *out = begin(sheet, MESSAGE_NEWS);
    bool action = event->kind == EVENT_ACTION;

    scribe_word(out, NEWS_K, event_name((enum event_kind)event->kind));
    put_place(out, event);
    if (action) {
        scribe_word(out, NEWS_PHASE, game_phase_name((enum phase)event->phase));
        scribe_action(out, NEWS_A, &event->action);
    }
    if (!action && event->cards)
        scribe_cards(out, NEWS_CARDS, event->cards);
    else if (event->count > 0 && (!action || event->action.count == 0))
        scribe_int(out, NEWS_COUNT, event->count);
    if (event->kind == EVENT_UP)
        scribe_word(out, NEWS_WHERE, place_name(event));
    if (event->kind == EVENT_CONTRACT)
        put_contract(out, &event->contract);
    if (event->kind == EVENT_CLAIM || event->kind == EVENT_DRAWN)
        scribe_int(out, NEWS_OK, event->ok);
}

/* Moves to the next event of the log that this seat may see; NULL if there is none. */
static const uint8_t *next_event(struct table *table, seat_t seat)
{
    struct table_hot *hot = &table->hot;

    while (hot->cursor[seat].byte < hot->log_end.byte) {
        const uint8_t *packed = table->log + hot->cursor[seat].byte;
        const struct table_event event = table_event_head(packed);
        if (event.to >> seat & 1 && event.kind != EVENT_OVER &&
            (event.kind != EVENT_CARDS || packed != cards_with_deal(table, seat)))
            return packed;
        hot->cursor[seat] = table_log_next(table, hot->cursor[seat]);
    }
    hot->oldest[seat] = USEC_NEVER;
    return NULL;
}

/* Returns false if there is none. */
static bool write_event(struct table *table, seat_t seat, struct sheet *sheet)
{
    const uint8_t *packed = next_event(table, seat);
    struct event event, seen;

    if (!packed)
        return false;
    table->hot.cursor[seat] = table_log_next(table, table->hot.cursor[seat]);
    table_event_unpack(packed, &event);
    bool told = view_event(&event, seat, &seen);
    assert(told);
    (void)told;
    if (event.kind == EVENT_DEAL)
        write_deal(table, seat, sheet);
    else if (event.kind == EVENT_HAND)
        write_hand(table, sheet);
    else if (event.kind == EVENT_CARDS)
        write_cards(&seen, sheet);
    else
        write_news(&seen, sheet);
    return true;
}

/* Whether the public and this seat may see the event and know the same of it. Deals and results of
 * hands are rendered from more than the event; cards events differ by seat. */
static bool is_open(struct table_event event, seat_t seat)
{
    const uint8_t both = (uint8_t)(1u << seat | 1u << SEAT_PUBLIC);
    const unsigned more =
        1u << EVENT_DEAL | 1u << EVENT_HAND | 1u << EVENT_CARDS | 1u << EVENT_OVER;

    return (event.to & event.seen_by & both) == both && !(more >> event.kind & 1);
}

int table_message_public_run(struct table *table, seat_t seat, uint32_t *first)
{
    const struct table_seat_state *state = &table->seats[seat];
    const struct table_hot *hot = &table->hot;

    assert(seat < table->config.rules->players);
    *first = 0;
    if (state->game_due || state->error_count > 0 || state->fair_due || !next_event(table, seat))
        return 0;
    const struct table_place start = hot->cursor[seat];
    struct table_place end = start;
    while (end.byte < hot->log_end.byte && is_open(table_event_head(table->log + end.byte), seat))
        end = table_log_next(table, end);
    *first = hot->log_serial + start.event + 1u;
    return end.event - start.event;
}

void table_message_pass_events(struct table *table, seat_t seat, int count)
{
    struct table_place *cursor = &table->hot.cursor[seat];

    for (int i = 0; i < count; i++) {
        assert(cursor->byte < table->hot.log_end.byte);
        *cursor = table_log_next(table, *cursor);
    }
    AVONDALE_CHECKED(table_check(table));
}

void table_message_public_again(struct table *table)
{
    table->hot.public_cursor = (struct table_place){0};
}

bool table_message_public_event(struct table *table, struct event *seen)
{
    struct table_place *cursor = &table->hot.public_cursor;

    while (cursor->byte < table->hot.log_end.byte) {
        struct event event;
        table_event_unpack(table->log + cursor->byte, &event);
        *cursor = table_log_next(table, *cursor);
        if (view_event(&event, SEAT_PUBLIC, seen))
            return true;
    }
    return false;
}

static void put_legal(struct scribe *out, const struct table *table, const struct legal *legal)
{
    struct action list[LEGAL_LIST_MAX];

    /* Nearly always plain cards that name no suit. */
    if (legal->phase == PHASE_PLAY && legal->words == 0 &&
        !(legal->joker_suits[0] | legal->joker_suits[1])) {
        scribe_cards(out, TURN_LEGAL, legal->cards);
        return;
    }
    int count = legal_list(legal, table->config.rules, list);
    scribe_list(out, TURN_LEGAL, count);
    for (int i = 0; i < count; i++)
        scribe_add_action(out, &list[i]);
}

static void write_turn(const struct table *table, seat_t seat, usec_t now, struct sheet *sheet)
{
    const struct table_seat_state *state = &table->seats[seat];
    struct time_control scaled;
    const struct time_control *time =
        time_control_at(&table->config.time, state->time_percent, &scaled);
    enum phase phase = (enum phase)table->game.phase;
    struct scribe *out = begin(sheet, MESSAGE_TURN);
    struct legal legal;

    game_legal(&table->game, table->config.rules, &legal);
    scribe_int(out, TURN_N, table->hot.number);
    scribe_word(out, TURN_PHASE, game_phase_name(phase));
    if (phase == PHASE_PLAY && legal.hand != seat)
        scribe_int(out, TURN_HAND, legal.hand);
    if (legal.choose) {
        scribe_int(out, TURN_CHOOSE, legal.choose);
        scribe_cards(out, TURN_FROM, legal.cards);
    } else {
        put_legal(out, table, &legal);
    }
    if (phase == PHASE_SWAP) {
        scribe_cards(out, TURN_FROM, legal.cards);
        scribe_cards(out, TURN_OUT, legal.swap_out);
    }
    usec_t left = time_control_left(&state->clock, time, phase, now);
    if (left != USEC_NEVER) {
        scribe_int(out, TURN_MS, left / USEC_PER_MSEC);
        if (time->bank > 0)
            scribe_int(out, TURN_BANK, state->clock.bank / USEC_PER_MSEC);
    }
}

static void write_over(const struct table *table, seat_t seat, struct sheet *sheet)
{
    const struct game *game = &table->game;
    struct scribe *out = begin(sheet, MESSAGE_OVER);

    scribe_word(out, OVER_REASON, game_reason_name((enum reason)game->reason));
    put_mask(out, OVER_WINNERS, game->winners);
    put_numbers(out, OVER_SCORES, game->scores, table->config.rules->side_count);
    if (table->forfeited >= 0)
        scribe_int(out, OVER_FORFEIT, table->forfeited);
    if (table->has_seed)
        scribe_hex(out, OVER_SEED, table->seed, FAIR_BYTES);
    if (table->has_ratings)
        scribe_int(out, OVER_RATING, table->ratings_milli[seat]);
}

static void write_error(struct table_seat_state *state, struct sheet *sheet)
{
    struct table_error error = state->errors[0];
    struct scribe *out = &sheet->scribe;

    memmove(state->errors, state->errors + 1, sizeof state->errors - sizeof state->errors[0]);
    state->error_count--;
    scribe_begin(out, MESSAGE_ERROR);
    put_text(out, ERROR_CODE, wire_error_code(error.code));
    put_text(out, ERROR_TEXT, wire_error_text(error.code));
    scribe_int(out, ERROR_G, sheet->game_number);
    if (error.number > 0)
        scribe_int(out, ERROR_N, error.number);
}

static bool take(bool *due)
{
    bool was = *due;
    *due = false;
    return was;
}

static bool write_next(struct table *table, seat_t seat, usec_t now, struct sheet *sheet)
{
    struct table_seat_state *state = &table->seats[seat];

    if (take(&state->game_due)) {
        write_game(table, seat, now, sheet);
        state->resumed = false;
    } else if (state->error_count > 0) {
        write_error(state, sheet);
    } else if (take(&state->fair_due)) {
        write_fair(table, sheet);
    } else if (write_event(table, seat, sheet)) {
        return true;
    } else if (take(&state->turn_due)) {
        write_turn(table, seat, now, sheet);
    } else if (take(&state->over_due)) {
        write_over(table, seat, sheet);
    } else {
        return false;
    }
    return true;
}

size_t table_message_write(struct table *table, seat_t seat, int64_t game_number, usec_t now,
                           enum encoding encoding, char out[FRAME_BYTES_MAX])
{
    struct sheet sheet = {.game_number = game_number};

    assert(seat < table->hot.players);
    scribe_init(&sheet.scribe, encoding, out, FRAME_BYTES_MAX);
    if (!write_next(table, seat, now, &sheet))
        return 0;
    int size = scribe_end(&sheet.scribe);
    assert(size > 0); /* fits by the limits of rulesets and names */
    AVONDALE_CHECKED(table_check(table));
    return (size_t)size;
}

bool table_message(struct table *table, seat_t seat, int64_t game_number, usec_t now,
                   struct message *message)
{
    static _Thread_local char bytes[FRAME_BYTES_MAX];
    enum encoding encoding = ENCODING_MSGPACK;
    size_t bad, size = table_message_write(table, seat, game_number, now, encoding, bytes);

    if (size == 0)
        return false;
    int taken = stream_next(&encoding, FROM_SERVER, bytes, size, message, &bad);
    assert(taken == (int)size);
    (void)taken;
    return true;
}
