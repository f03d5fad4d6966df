/* table_message.c - what a table tells its seats, as messages (PROTOCOL.md). */
#include "table.h"
#include "table_log.h"

#include <assert.h>
#include <string.h>

static void set_text(struct message *message, int field, const char *text)
{
    message_set_string(message, field, text, strlen(text));
}

static void set_times(struct message *message, const struct time_control *time)
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
            message_set_int(message, fields[i].field, fields[i].value / USEC_PER_MSEC);
    }
}

static void set_options(struct message *message, const struct ruleset *rules)
{
    bool begun = false;
    for (int i = 0; i < option_count(); i++) {
        char text[OPTION_TEXT_MAX * 2];
        if (!ruleset_differs(rules, i))
            continue;
        if (!begun)
            message_begin_list(message, GAME_OPTIONS);
        begun = true;
        size_t size = strlen(option_name(i));
        memcpy(text, option_name(i), size);
        text[size++] = '=';
        size += ruleset_format(rules, i, text + size);
        message_add_copy(message, GAME_OPTIONS, text, size);
    }
}

static void set_sides(struct message *message, int field, const int32_t *values, int count)
{
    message_begin_list(message, field);
    for (int side = 0; side < count; side++)
        message_add_int(message, field, values[side]);
}

static void set_mask(struct message *message, int field, unsigned mask)
{
    message_begin_list(message, field);
    for (int i = 0; mask >> i; i++) {
        if (mask >> i & 1)
            message_add_int(message, field, i);
    }
}

static void write_game(const struct table *table, seat_t seat, usec_t now, struct message *message)
{
    const struct table_config *config = &table->config;
    const struct ruleset *rules = &config->rules;
    char policy[24];

    message_init(message, MESSAGE_GAME);
    set_text(message, GAME_ID, config->game_id);
    message_set_int(message, GAME_SEAT, seat);
    message_begin_list(message, GAME_PLAYERS);
    for (int i = 0; i < rules->players; i++)
        message_add_copy(message, GAME_PLAYERS, config->seats[i].name,
                         strlen(config->seats[i].name));
    set_text(message, GAME_PRESET, preset_name(rules->preset));
    set_options(message, rules);
    message_begin_list(message, GAME_SIDES);
    for (int i = 0; i < rules->players; i++)
        message_add_int(message, GAME_SIDES, rules->side_of[i]);
    set_sides(message, GAME_SCORES, table->game.scores, rules->side_count);
    size_t size = policy_format(&config->policy, policy, sizeof policy);
    message_set_copy(message, GAME_POLICY, policy, size);
    set_times(message, &table->seats[seat].time);
    set_text(message, GAME_SET, config->set_id);
    message_set_hex(message, GAME_COMMIT, config->commitment, FAIR_BYTES);
    if (table->nonce_deadline != USEC_NEVER && config->seats[seat].nonce)
        message_set_int(message, GAME_NONCE, (table->nonce_deadline - now) / USEC_PER_MSEC);
    if (table->seats[seat].resumed)
        message_set_int(message, GAME_RESUMED, 1);
    if (config->chat != CHAT_NONE)
        set_text(message, GAME_CHAT, chat_mode_name(config->chat));
}

static void write_fair(const struct table *table, struct message *message)
{
    message_init(message, MESSAGE_FAIR);
    message_begin_list(message, FAIR_NONCES);
    for (int i = 0; i < table->contributors; i++) {
        char hex[2 * FAIR_NONCE_MAX + 1];
        hex_encode(table->nonces[i].bytes, table->nonces[i].size, hex);
        message_add_copy(message, FAIR_NONCES, hex, strlen(hex));
    }
    message_set_hex(message, FAIR_MIX, table->mix, FAIR_BYTES);
}

/* The seat's own cards where they are seen with the deal: nothing but cards lies between the two. */
static const struct table_event *cards_with_deal(const struct table *table, seat_t seat)
{
    for (int i = 1; i < table->log_count && table->log[i].kind == EVENT_CARDS; i++) {
        if (table->log[i].seat == seat)
            return &table->log[i];
    }
    return NULL;
}

static void write_deal(const struct table *table, seat_t seat, struct message *message)
{
    const struct table_event *cards = cards_with_deal(table, seat);
    struct event event;

    message_init(message, MESSAGE_DEAL);
    message_set_int(message, DEAL_D, table->deal_number);
    message_set_int(message, DEAL_ATTEMPT, table->attempt);
    message_set_int(message, DEAL_DEALER, table->log[0].seat);
    message_set_hex(message, DEAL_KEY, table->key_commitment, FAIR_BYTES);
    if (!cards)
        return;
    table_event_unpack(cards, &event);
    message_set_cards(message, DEAL_CARDS, event.cards);
}

static void write_hand(const struct table *table, struct message *message)
{
    static const char *const outcomes[] = {"played", "passed-out", "misdealt"};
    const struct hand_result *last = &table->game.last;
    const struct contract *contract = &last->contract;
    int sides = table->config.rules.side_count;

    message_init(message, MESSAGE_HAND);
    set_text(message, HAND_OUTCOME, outcomes[last->outcome]);
    if (contract->call != CALL_PASS) {
        set_text(message, HAND_CALL, call_name(contract->call));
        message_set_int(message, HAND_BY, contract->by);
        if (contract->partner != SEAT_NONE)
            message_set_int(message, HAND_PARTNER, contract->partner);
        if (contract->slam)
            message_set_int(message, HAND_SLAM, 1);
        if (contract->breach != SEAT_NONE)
            message_set_int(message, HAND_BREACH, contract->breach);
    }
    message_begin_list(message, HAND_TRICKS);
    for (int side = 0; side < sides; side++)
        message_add_int(message, HAND_TRICKS, last->tricks[side]);
    set_sides(message, HAND_DELTA, last->delta, sides);
    set_sides(message, HAND_SCORES, last->scores, sides);
    if (last->bans)
        set_mask(message, HAND_BANS, last->bans);
}

static void write_contract(const struct event *event, struct message *message)
{
    set_text(message, NEWS_CALL, call_name(event->contract.call));
    message_set_int(message, NEWS_BY, event->contract.by);
    if (event->contract.partner != SEAT_NONE)
        message_set_int(message, NEWS_PARTNER, event->contract.partner);
}

static void write_news(const struct event *event, struct message *message)
{
    message_init(message, MESSAGE_NEWS);
    set_text(message, NEWS_K, event_name((enum event_kind)event->kind));
    if (event->kind == EVENT_UP) {
        bool of_hand = event->hand < HANDS_MAX;
        set_text(message, NEWS_WHERE,
                 of_hand                           ? "hand"
                 : event->hand == EVENT_HAND_KITTY ? "kitty"
                                                   : "exposed");
        if (of_hand)
            message_set_int(message, NEWS_HAND, event->hand);
    } else if (event->kind == EVENT_CONTRACT) {
        write_contract(event, message);
    } else {
        message_set_int(message, NEWS_SEAT, event->seat);
        if (event->hand != event->seat)
            message_set_int(message, NEWS_HAND, event->hand);
    }
    if (event->kind == EVENT_ACTION) {
        set_text(message, NEWS_PHASE, phase_name((enum phase)event->phase));
        message_set_action(message, NEWS_A, &event->action);
        if (event->action.count == 0 && event->count > 0)
            message_set_int(message, NEWS_COUNT, event->count);
    } else if (event->cards) {
        message_set_cards(message, NEWS_CARDS, event->cards);
    } else if (event->count > 0) {
        message_set_int(message, NEWS_COUNT, event->count);
    }
    if (event->kind == EVENT_CLAIM || event->kind == EVENT_DRAWN)
        message_set_int(message, NEWS_OK, event->ok);
}

/* Goes to the next event of the log that this seat is told of; NULL when there is none. */
static const struct table_event *next_event(struct table *table, seat_t seat)
{
    struct table_seat_state *state = &table->seats[seat];

    for (; state->cursor < table->log_count; state->cursor++) {
        const struct table_event *logged = &table->log[state->cursor];
        if (!(logged->to >> seat & 1) || logged->kind == EVENT_OVER ||
            (logged->kind == EVENT_CARDS && logged == cards_with_deal(table, seat)))
            continue;
        return logged;
    }
    state->oldest = USEC_NEVER;
    return NULL;
}

/* False when there is none. */
static bool write_event(struct table *table, seat_t seat, struct message *message)
{
    const struct table_event *logged = next_event(table, seat);
    struct event event, seen;

    if (!logged)
        return false;
    table->seats[seat].cursor++;
    table_event_unpack(logged, &event);
    bool told = event_for_seat(&event, seat, &seen);
    assert(told);
    (void)told;
    if (event.kind == EVENT_DEAL) {
        write_deal(table, seat, message);
    } else if (event.kind == EVENT_HAND) {
        write_hand(table, message);
    } else if (event.kind == EVENT_CARDS) {
        message_init(message, MESSAGE_CARDS);
        message_set_int(message, CARDS_HAND, event.hand);
        message_set_cards(message, CARDS_CARDS, seen.cards);
    } else {
        write_news(&seen, message);
    }
    return true;
}

/* The public and this seat are told of it, and may know the same. The deal and what comes of a hand are rendered from
 * more than the event; cards are those of who sees them. */
static bool is_open(const struct table_event *event, seat_t seat)
{
    const uint8_t both = (uint8_t)(1u << seat | 1u << SEAT_PUBLIC);
    const unsigned more =
        1u << EVENT_DEAL | 1u << EVENT_HAND | 1u << EVENT_CARDS | 1u << EVENT_OVER;

    return (event->to & event->seen_by & both) == both && !(more >> event->kind & 1);
}

int table_public_run(struct table *table, seat_t seat, uint32_t *first)
{
    struct table_seat_state *state = &table->seats[seat];
    int end;

    *first = 0;
    if (state->game_due || state->error_count > 0 || state->fair_due || !next_event(table, seat))
        return 0;
    *first = table->log_serial + state->cursor + 1u;
    for (end = state->cursor; end < table->log_count && is_open(&table->log[end], seat); end++)
        ;
    return end - state->cursor;
}

void table_pass_events(struct table *table, seat_t seat, int count)
{
    assert(table->seats[seat].cursor + count <= table->log_count);
    table->seats[seat].cursor = (uint16_t)(table->seats[seat].cursor + count);
}

void table_public_again(struct table *table)
{
    table->public_cursor = 0;
}

bool table_public_event(struct table *table, struct event *seen)
{
    while (table->public_cursor < table->log_count) {
        struct event event;
        table_event_unpack(&table->log[table->public_cursor++], &event);
        if (event_for_seat(&event, SEAT_PUBLIC, seen))
            return true;
    }
    return false;
}

static void write_legal(const struct table *table, const struct legal *legal,
                        struct message *message)
{
    struct action list[LEGAL_LIST_MAX];

    /* Nearly always cards that name no suit, and nothing else. */
    if (legal->phase == PHASE_PLAY && legal->words == 0 &&
        !(legal->joker_suits[0] | legal->joker_suits[1])) {
        message_set_cards(message, TURN_LEGAL, legal->cards);
        return;
    }
    int count = legal_list(legal, &table->config.rules, list);
    message_begin_list(message, TURN_LEGAL);
    for (int i = 0; i < count; i++)
        message_add_action(message, TURN_LEGAL, &list[i]);
}

static void write_turn(const struct table *table, seat_t seat, usec_t now, struct message *message)
{
    const struct table_seat_state *state = &table->seats[seat];
    const struct time_control *time = &state->time;
    enum phase phase = (enum phase)table->game.phase;
    struct legal legal;

    game_legal(&table->game, &table->config.rules, &legal);
    message_init(message, MESSAGE_TURN);
    message_set_int(message, TURN_N, table->number);
    set_text(message, TURN_PHASE, phase_name(phase));
    if (phase == PHASE_PLAY && legal.hand != seat)
        message_set_int(message, TURN_HAND, legal.hand);
    if (legal.choose) {
        message_set_int(message, TURN_CHOOSE, legal.choose);
        message_set_cards(message, TURN_FROM, legal.cards);
    } else {
        write_legal(table, &legal, message);
    }
    if (phase == PHASE_SWAP) {
        message_set_cards(message, TURN_FROM, legal.cards);
        message_set_cards(message, TURN_OUT, legal.swap_out);
    }
    usec_t left = budget_left(&state->budget, time, phase, now);
    if (left != USEC_NEVER) {
        message_set_int(message, TURN_MS, left / USEC_PER_MSEC);
        if (time->bank > 0)
            message_set_int(message, TURN_BANK, state->budget.bank / USEC_PER_MSEC);
    }
}

static void write_over(const struct table *table, seat_t seat, struct message *message)
{
    const struct game *game = &table->game;

    message_init(message, MESSAGE_OVER);
    set_text(message, OVER_REASON, reason_name((enum reason)game->reason));
    set_mask(message, OVER_WINNERS, game->winners);
    set_sides(message, OVER_SCORES, game->scores, table->config.rules.side_count);
    if (table->forfeited >= 0)
        message_set_int(message, OVER_FORFEIT, table->forfeited);
    if (table->has_seed)
        message_set_hex(message, OVER_SEED, table->seed, FAIR_BYTES);
    if (table->has_ratings)
        message_set_int(message, OVER_RATING, table->ratings_milli[seat]);
}

static void write_error(struct table_seat_state *state, struct message *message)
{
    struct table_error error = state->errors[0];

    memmove(state->errors, state->errors + 1, sizeof state->errors - sizeof state->errors[0]);
    state->error_count--;
    message_init(message, MESSAGE_ERROR);
    set_text(message, ERROR_CODE, wire_error_code(error.code));
    set_text(message, ERROR_TEXT, wire_error_text(error.code));
    if (error.number > 0)
        message_set_int(message, ERROR_N, error.number);
}

static bool take(bool *due)
{
    bool was = *due;
    *due = false;
    return was;
}

bool table_message(struct table *table, seat_t seat, int64_t game_number, usec_t now,
                   struct message *message)
{
    struct table_seat_state *state = &table->seats[seat];

    assert(seat < table->config.rules.players);
    if (take(&state->game_due)) {
        write_game(table, seat, now, message);
        state->resumed = false;
    } else if (state->error_count > 0) {
        write_error(state, message);
        message_set_int(message, ERROR_G, game_number);
        return true;
    } else if (take(&state->fair_due)) {
        write_fair(table, message);
    } else if (write_event(table, seat, message)) {
        ;
    } else if (take(&state->turn_due)) {
        write_turn(table, seat, now, message);
    } else if (take(&state->over_due)) {
        write_over(table, seat, message);
    } else {
        return false;
    }
    /* `g` is the first field of every message of a game. */
    message_set_int(message, 0, game_number);
    return true;
}
