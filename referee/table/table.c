/* table.c - one game as a state machine: (state, input, now) -> effects. */
#include "table/table_log_private.h"

#include <assert.h>
#include <string.h>

const char *table_state_name(enum table_state state)
{
    static const char *const names[] = {"new", "nonces", "deal", "turn", "over", "closed"};
    assert(state < TABLE_STATE_COUNT);
    return names[state];
}

/* The states that may follow each one. TURN follows itself after each decision, and DEAL itself if
 * a hand ends before any seat is asked. */
static const uint8_t followers[TABLE_STATE_COUNT] = {
    [TABLE_STATE_NEW] = 1 << TABLE_STATE_NONCES | 1 << TABLE_STATE_OVER,
    [TABLE_STATE_NONCES] = 1 << TABLE_STATE_DEAL | 1 << TABLE_STATE_OVER,
    [TABLE_STATE_DEAL] = 1 << TABLE_STATE_DEAL | 1 << TABLE_STATE_TURN | 1 << TABLE_STATE_OVER,
    [TABLE_STATE_TURN] = 1 << TABLE_STATE_TURN | 1 << TABLE_STATE_DEAL | 1 << TABLE_STATE_OVER,
    [TABLE_STATE_OVER] = 1 << TABLE_STATE_CLOSED,
};

/* The only function that changes the state. The owner of the table logs it: this room writes no
 * log. */
static void set_state(struct table *table, enum table_state state)
{
    assert(followers[table->hot.state] >> state & 1);
    table->hot.state = state;
    if (state > TABLE_STATE_NONCES)
        table->nonce_deadline = USEC_NEVER; /* also set if the game ends before its first deal */
}

static struct effect *effect_add(struct table_effects *effects, enum effect_kind kind, seat_t seat)
{
    assert(effects->count < TABLE_EFFECTS_MAX);
    struct effect *effect = &effects->items[effects->count++];
    memset(effect, 0, sizeof *effect);
    effect->kind = kind;
    effect->seat = seat;
    return effect;
}

static void output(struct table_effects *effects, seat_t seat)
{
    for (int i = 0; i < effects->count; i++) {
        if (effects->items[i].kind == EFFECT_OUTPUT && effects->items[i].seat == seat)
            return;
    }
    effect_add(effects, EFFECT_OUTPUT, seat);
}

static void output_all(const struct table *table, struct table_effects *effects)
{
    for (seat_t seat = 0; seat < table->hot.players; seat++) {
        if (table->hot.here[seat])
            output(effects, seat);
    }
}

static void tell_error(struct table *table, seat_t seat, enum wire_error code, int64_t number,
                       struct table_effects *effects)
{
    struct table_seat_state *state = &table->seats[seat];
    if (!table->hot.here[seat] || state->error_count == TABLE_ERRORS_MAX)
        return;
    state->errors[state->error_count++] = (struct table_error){.code = code, .number = number};
    output(effects, seat);
}

/* The table's time control with a seat's handicap; computed in *scaled if the seat has one. */
static const struct time_control *time_of(const struct table *table, seat_t seat,
                                          struct time_control *scaled)
{
    return time_control_at(&table->config.time, table->seats[seat].time_percent, scaled);
}

static void start_clock(struct table *table, seat_t seat, usec_t now)
{
    struct time_control scaled;
    time_control_start(&table->seats[seat].clock, time_of(table, seat, &scaled),
                       (enum phase)table->game.phase, now);
}

/* How long the seat on turn has thought so far. */
static usec_t stop_clock(struct table *table, usec_t now)
{
    seat_t seat = table->game.turn;
    struct time_control scaled;
    bool late;

    if (!table->seats[seat].clock.running)
        return 0;
    return time_control_stop(&table->seats[seat].clock, time_of(table, seat, &scaled), now, &late);
}

void table_init(struct table *table, const struct table_config *config)
{
    struct table_hot *hot = &table->hot;

    assert(config->rules->players >= 2 && config->rules->players <= SEATS_MAX);
    memset(table, 0, sizeof *table);
    table->config = *config;
    hot->players = config->rules->players;
    hot->number = config->number_before;
    hot->hold_usec = config->event_hold_usec;
    table->forfeited = -1;
    table->nonce_deadline = USEC_NEVER;
    game_init(&table->game, config->rules, 0);
    for (seat_t seat = 0; seat < config->rules->players; seat++) {
        struct table_seat_state *state = &table->seats[seat];
        struct time_control scaled;
        int percent = config->seats[seat].time_percent;
        state->time_percent = (uint16_t)(percent ? percent : 100);
        time_control_init(&state->clock, time_of(table, seat, &scaled));
        bool here = config->seats[seat].here;
        hot->here[seat] = here;
        hot->eager[seat] = config->seats[seat].eager;
        hot->oldest[seat] = USEC_NEVER;
        state->dead = !here;
        state->gone = here ? FAULT_NONE : FAULT_START;
        state->game_due = true;
    }
    AVONDALE_CHECKED(table_check(table));
}

/* ---------------------------------------------------------------------------------- the log */

static void log_events(struct table *table, const struct events *events, usec_t now,
                       struct table_effects *effects)
{
    struct table_hot *hot = &table->hot;

    if (hot->log_end.byte >= TABLE_LOG_FULL)
        table_log_drop_middle(table);
    for (int i = 0; i < events->count; i++) {
        struct table_place *end = &hot->log_end;
        assert(end->byte + TABLE_EVENT_BYTES <= TABLE_LOG_MAX);
        end->byte =
            (uint16_t)(end->byte + table_event_pack(&events->items[i], table->log + end->byte));
        end->event++;
    }
    for (seat_t seat = 0; seat < hot->players; seat++) {
        if (hot->here[seat] && hot->oldest[seat] == USEC_NEVER && events->count > 0)
            hot->oldest[seat] = now;
        if (hot->here[seat] && (hot->eager[seat] || hot->log_end.byte >= TABLE_LOG_FULL))
            output(effects, seat);
    }
}

/* ------------------------------------------------------------------------------ turns and hands */

/* Asks the seat on turn. Its clock starts when the owner reports that the request was written; for
 * an absent seat it starts now. */
static void request(struct table *table, usec_t now, struct table_effects *effects)
{
    seat_t seat = table->game.turn;
    struct table_seat_state *state = &table->seats[seat];

    set_state(table, TABLE_STATE_TURN);
    table->hot.number++;
    if (table->hot.here[seat]) {
        state->turn_due = true;
        output(effects, seat);
    } else {
        start_clock(table, seat, now);
    }
}

static void end_game(struct table *table, struct table_effects *effects)
{
    assert(table->game.phase == PHASE_OVER);
    set_state(table, TABLE_STATE_OVER);
    for (int seat = 0; seat < table->hot.players; seat++)
        table->seats[seat].turn_due = false;
    effect_add(effects, EFFECT_OVER, SEAT_NONE);
}

static void end_hand(struct table *table, struct table_effects *effects)
{
    effect_add(effects, EFFECT_HAND, SEAT_NONE);
    output_all(table, effects);
    table->hands++;
    if (table->game.phase != PHASE_OVER && table->hands == TABLE_HANDS_MAX)
        game_stop(&table->game, table->config.rules, REASON_ABORTED, 0);
    if (table->game.phase == PHASE_OVER) {
        end_game(table, effects);
        return;
    }
    set_state(table, TABLE_STATE_DEAL);
    effect_add(effects, EFFECT_DEAL, SEAT_NONE);
}

/* Applies a legal action of the seat on turn; the referee itself plays the card that a void claim
 * forces. */
static void apply(struct table *table, const struct action *action, enum fault fault, usec_t think,
                  usec_t now, struct table_effects *effects)
{
    struct action next = *action;
    struct events events;

    do {
        struct effect *effect = effect_add(effects, EFFECT_STEP, table->game.turn);
        effect->phase = (enum phase)table->game.phase;
        effect->fault = fault;
        effect->think_usec = think;
        effect->action = next;
        int status = game_apply(&table->game, table->config.rules, &next, &events);
        assert(status == 0);
        (void)status;
        log_events(table, &events, now, effects);
        fault = FAULT_NONE;
        think = 0;
        if (table->game.must_play)
            default_action(&table->game, table->config.rules, &next);
    } while (table->game.phase == PHASE_PLAY && table->game.must_play);
    if (table->game.phase == PHASE_DEAL || table->game.phase == PHASE_OVER)
        end_hand(table, effects);
    else
        request(table, now, effects);
}

/* ---------------------------------------------------------------------------------- faults */

/* The sides without fault win; if there are several, the one (or those) with the highest score. */
static uint8_t winners_without(const struct table *table, seat_t seat)
{
    const struct ruleset *rules = table->config.rules;
    int32_t best = INT32_MIN;
    uint8_t winners = 0;

    for (int side = 0; side < rules->side_count; side++) {
        int32_t score = table->game.scores[side];
        if (side == rules->side_of[seat] || score < best)
            continue;
        if (score > best)
            winners = 0;
        best = score;
        winners |= (uint8_t)(1 << side);
    }
    return winners;
}

static void forfeit(struct table *table, seat_t seat, enum fault fault,
                    struct table_effects *effects)
{
    effect_add(effects, EFFECT_FAULT, seat)->fault = fault;
    table->forfeited = seat;
    game_stop(&table->game, table->config.rules, REASON_FORFEIT, winners_without(table, seat));
    end_game(table, effects);
}

/* A fault of the seat on turn: the default action replaces its own, or the game is lost. */
static void fault_on_turn(struct table *table, enum fault fault, enum wire_error error, usec_t now,
                          struct table_effects *effects)
{
    seat_t seat = table->game.turn;
    struct table_seat_state *state = &table->seats[seat];
    usec_t think = stop_clock(table, now);

    state->turn_due = false;
    tell_error(table, seat, error, table->hot.number, effects);
    if (fault_policy_loses(&table->config.policy, ++table->fault_counts[seat])) {
        forfeit(table, seat, fault, effects);
        return;
    }
    struct action action;
    default_action(&table->game, table->config.rules, &action);
    apply(table, &action, fault, think, now, effects);
}

static bool on_turn(const struct table *table, seat_t seat)
{
    return table->hot.state == TABLE_STATE_TURN && table->game.turn == seat;
}

static void garbage(struct table *table, const struct table_input *input, usec_t now,
                    struct table_effects *effects)
{
    seat_t seat = input->seat;
    enum fault fault = input->fault;

    if (table->hot.state >= TABLE_STATE_OVER)
        return;
    if (on_turn(table, seat)) {
        fault_on_turn(table, fault, input->error, now, effects);
        return;
    }
    tell_error(table, seat, input->error, 0, effects);
    if (fault_policy_loses(&table->config.policy, ++table->fault_counts[seat]))
        forfeit(table, seat, fault, effects);
    else
        effect_add(effects, EFFECT_FAULT, seat)->fault = fault;
}

/* When the decision that is due is lost. A seat that cannot come back loses it at once; one that
 * can has the start-up time if nothing else limits it. */
static usec_t own_deadline(const struct table *table)
{
    const struct table_seat_state *state = &table->seats[table->game.turn];
    struct time_control scaled;

    if (state->dead)
        return state->gone_since;
    usec_t deadline =
        time_control_deadline(&state->clock, time_of(table, table->game.turn, &scaled));
    if (deadline == USEC_NEVER && !table->hot.here[table->game.turn])
        deadline = state->gone_since + table->config.time.startup;
    return deadline;
}

static usec_t turn_deadline(const struct table *table)
{
    return table->seats[table->game.turn].doubted ? USEC_NEVER : own_deadline(table);
}

usec_t table_turn_deadline(const struct table *table)
{
    return table->hot.state == TABLE_STATE_TURN ? turn_deadline(table) : USEC_NEVER;
}

/* ---------------------------------------------------------------------------------- the inputs */

static void start(struct table *table, usec_t now, struct table_effects *effects)
{
    bool awaited = false;

    assert(table->hot.state == TABLE_STATE_NEW);
    set_state(table, TABLE_STATE_NONCES);
    for (int seat = 0; seat < table->hot.players; seat++) {
        if (table->config.seats[seat].nonce && table->hot.here[seat])
            awaited = true;
        table->seats[seat].gone_since = now;
    }
    if (awaited) {
        table->nonce_deadline = now + table->config.nonce_usec;
        output_all(table, effects);
        return;
    }
    effect_add(effects, EFFECT_MIX, SEAT_NONE);
}

static void take_nonce(struct table *table, const struct table_input *input,
                       struct table_effects *effects)
{
    seat_t seat = input->seat;
    if (table->hot.state != TABLE_STATE_NONCES || table->nonce_deadline == USEC_NEVER ||
        table->nonces_in >> seat & 1) {
        tell_error(table, seat, WIRE_ERROR_NONCE, 0, effects);
        return;
    }
    table->nonces[seat] = input->nonce;
    table->nonces_in |= (uint8_t)(1 << seat);
    for (int other = 0; other < table->hot.players; other++) {
        if (table->config.seats[other].nonce && table->hot.here[other] &&
            !(table->nonces_in >> other & 1))
            return;
    }
    table->nonce_deadline = USEC_NEVER;
    effect_add(effects, EFFECT_MIX, SEAT_NONE);
}

static void take_mix(struct table *table, const struct table_input *input,
                     struct table_effects *effects)
{
    assert(table->hot.state == TABLE_STATE_NONCES && !table->mixed);
    memcpy(table->mix, input->mix, FAIR_BYTES);
    table->mixed = true;
    assert(input->contributors >= 0 && input->contributors <= SEATS_MAX);
    table->contributors = (uint8_t)input->contributors;
    for (int i = 0; i < input->contributors; i++)
        table->nonces[i] = input->nonces[i];
    game_init(&table->game, table->config.rules, input->first_dealer);
    for (int seat = 0; seat < table->hot.players; seat++)
        table->seats[seat].fair_due = true;
    set_state(table, TABLE_STATE_DEAL);
    effect_add(effects, EFFECT_DEAL, SEAT_NONE);
}

static void take_deal(struct table *table, const struct table_input *input, usec_t now,
                      struct table_effects *effects)
{
    struct events events;

    assert(table->hot.state == TABLE_STATE_DEAL && table->game.phase == PHASE_DEAL);
    struct effect *dealt = effect_add(effects, EFFECT_DEALT, SEAT_NONE);
    dealt->dealer = table->game.dealer;
    dealt->deal_number = table->deal_number = table->game.deal_number;
    dealt->attempt = table->attempt = table->game.attempt;
    memcpy(table->key_commitment, input->key_commitment, FAIR_BYTES);
    table->given = input->given;
    table->same_pack = table->game.same_pack;
    table->hot.log_serial += table->hot.log_end.event;
    table->hot.log_end = table->hot.public_cursor = (struct table_place){0};
    for (int seat = 0; seat < SEATS_MAX; seat++)
        table->seats[seat].hints_used = 0;
    for (seat_t seat = 0; seat < table->hot.players; seat++) {
        struct time_control scaled;
        table->hot.cursor[seat] = (struct table_place){0};
        table->hot.oldest[seat] = USEC_NEVER;
        time_control_next_hand(&table->seats[seat].clock, time_of(table, seat, &scaled));
    }
    int status = game_deal(&table->game, table->config.rules, &input->deal, &events);
    assert(status == 0);
    (void)status;
    log_events(table, &events, now, effects);
    if (table->game.phase == PHASE_DEAL)
        end_hand(table, effects);
    else
        request(table, now, effects);
}

static void take_answer(struct table *table, const struct table_input *input, usec_t now,
                        struct table_effects *effects)
{
    seat_t seat = input->seat;
    struct table_seat_state *state = &table->seats[seat];
    struct action action;
    struct legal legal;

    if (!on_turn(table, seat) || input->number != table->hot.number || state->turn_due) {
        tell_error(table, seat, WIRE_ERROR_LATE, input->number, effects);
        return;
    }
    if (state->doubted && now > own_deadline(table))
        return;
    if (now > turn_deadline(table)) {
        fault_on_turn(table, FAULT_TIME, WIRE_ERROR_TIME, now, effects);
        return;
    }
    int status = action_parse(input->text.data, input->text.size, &action);
    if (status == 0) {
        action_settle(&action, (enum phase)table->game.phase);
        game_legal(&table->game, table->config.rules, &legal);
        if (!legal_has(&legal, &table->game, table->config.rules, &action))
            status = ENGINE_ERROR_ILLEGAL;
    }
    if (status) {
        fault_on_turn(table, FAULT_ILLEGAL, WIRE_ERROR_ILLEGAL, now, effects);
        return;
    }
    usec_t think = stop_clock(table, now);
    apply(table, &action, FAULT_NONE, think, now, effects);
}

static void take_gone(struct table *table, const struct table_input *input, usec_t now)
{
    struct table_seat_state *state = &table->seats[input->seat];

    table->hot.here[input->seat] = false;
    state->dead =
        state->dead || input->for_good || input->fault == FAULT_EXIT || input->fault == FAULT_START;
    state->gone = input->fault;
    state->gone_since = now;
    state->turn_due = false;
    table->hot.oldest[input->seat] = USEC_NEVER;
    state->error_count = 0;
    if (on_turn(table, input->seat) && !state->clock.running)
        start_clock(table, input->seat, now);
}

static void take_back(struct table *table, seat_t seat, struct table_effects *effects)
{
    struct table_seat_state *state = &table->seats[seat];

    table->hot.here[seat] = true;
    state->dead = false;
    state->gone = FAULT_NONE;
    table->hot.cursor[seat] = (struct table_place){0};
    state->game_due = state->resumed = true;
    state->fair_due = table->mixed;
    state->turn_due = on_turn(table, seat);
    state->over_due = table->hot.state == TABLE_STATE_CLOSED && !table->lost;
    output(effects, seat);
}

/* The arena did not see the time pass, so no seat is charged: the running clock restarts. */
static void take_resume(struct table *table, const struct table_input *input,
                        struct table_effects *effects)
{
    if (table->hot.number <= input->number)
        table->hot.number = input->number + 1;
    for (seat_t seat = 0; seat < table->hot.players; seat++) {
        table->seats[seat].clock.running = false;
        take_back(table, seat, effects);
    }
}

/* Asks a seat again, with its full time, if the arena's own failure has used up that time. */
static void take_judged(struct table *table, const struct table_input *input, usec_t now,
                        struct table_effects *effects)
{
    struct table_seat_state *state = &table->seats[input->seat];

    if (!state->doubted)
        return;
    bool late = on_turn(table, input->seat) && state->clock.running && now > own_deadline(table);
    state->doubted = false;
    if (input->blame || !state->clock.running)
        return;
    state->clock.running = false;
    if (late && table->hot.here[input->seat]) {
        state->turn_due = true;
        output(effects, input->seat);
    } else if (on_turn(table, input->seat)) {
        start_clock(table, input->seat, now);
    }
}

static void tick(struct table *table, usec_t now, struct table_effects *effects)
{
    if (table->hot.state == TABLE_STATE_NONCES && now >= table->nonce_deadline) {
        table->nonce_deadline = USEC_NEVER;
        effect_add(effects, EFFECT_MIX, SEAT_NONE);
        return;
    }
    if (table->hot.state == TABLE_STATE_TURN && now >= turn_deadline(table)) {
        seat_t seat = table->game.turn;
        fault_on_turn(table, table->hot.here[seat] ? FAULT_TIME : table->seats[seat].gone,
                      WIRE_ERROR_TIME, now, effects);
        return;
    }
    for (seat_t seat = 0; seat < table->hot.players; seat++) {
        usec_t oldest = table->hot.oldest[seat];
        if (oldest != USEC_NEVER && now >= oldest + table->hot.hold_usec)
            output(effects, seat);
    }
}

static void tell_result(struct table *table, const struct table_input *input,
                        struct table_effects *effects)
{
    assert(table->hot.state == TABLE_STATE_OVER);
    if (input->seed) {
        memcpy(table->seed, input->seed, FAIR_BYTES);
        table->has_seed = true;
    }
    if (input->ratings_milli) {
        memcpy(table->ratings_milli, input->ratings_milli,
               table->hot.players * sizeof table->ratings_milli[0]);
        table->has_ratings = true;
    }
    for (int seat = 0; seat < table->hot.players; seat++)
        table->seats[seat].over_due = true;
    set_state(table, TABLE_STATE_CLOSED);
    output_all(table, effects);
    effect_add(effects, EFFECT_CLOSED, SEAT_NONE);
}

/* A result that is not on disk may differ after a restart. */
static void lose_result(struct table *table, struct table_effects *effects)
{
    assert(table->hot.state == TABLE_STATE_OVER);
    table->lost = true;
    for (int seat = 0; seat < table->hot.players; seat++)
        tell_error(table, (seat_t)seat, WIRE_ERROR_STORE, 0, effects);
    set_state(table, TABLE_STATE_CLOSED);
    output_all(table, effects);
    effect_add(effects, EFFECT_CLOSED, SEAT_NONE);
}

static usec_t next_deadline(const struct table *table)
{
    usec_t next = table->hot.state == TABLE_STATE_NONCES ? table->nonce_deadline : USEC_NEVER;

    if (table->hot.state == TABLE_STATE_TURN)
        next = turn_deadline(table);
    for (int seat = 0; seat < table->hot.players; seat++) {
        usec_t oldest = table->hot.oldest[seat];
        if (oldest != USEC_NEVER && oldest + table->hot.hold_usec < next)
            next = oldest + table->hot.hold_usec;
    }
    return next;
}

void table_step(struct table *table, const struct table_input *input, usec_t now,
                struct table_effects *effects)
{
    assert(input->seat < table->hot.players ||
           input->seat == SEAT_NONE); /* NONE: a fault of no seat */
    effects->count = 0;
    switch (input->kind) {
    case TABLE_START:
        start(table, now, effects);
        break;
    case TABLE_NONCE:
        take_nonce(table, input, effects);
        break;
    case TABLE_MIX:
        take_mix(table, input, effects);
        break;
    case TABLE_DEAL:
        take_deal(table, input, now, effects);
        break;
    case TABLE_ACT:
        take_answer(table, input, now, effects);
        break;
    case TABLE_GARBAGE:
        garbage(table, input, now, effects);
        break;
    case TABLE_GONE:
        take_gone(table, input, now);
        break;
    case TABLE_BACK:
        take_back(table, input->seat, effects);
        break;
    case TABLE_RESUME:
        take_resume(table, input, effects);
        break;
    case TABLE_DOUBT:
        table->seats[input->seat].doubted = true;
        break;
    case TABLE_JUDGED:
        take_judged(table, input, now, effects);
        break;
    case TABLE_SENT:
        if (on_turn(table, input->seat) && !table->seats[input->seat].clock.running)
            start_clock(table, input->seat, now);
        break;
    case TABLE_TICK:
        tick(table, now, effects);
        break;
    case TABLE_VOID:
        if (table->hot.state < TABLE_STATE_OVER) {
            game_stop(&table->game, table->config.rules, REASON_ABORTED, 0);
            end_game(table, effects);
        }
        break;
    case TABLE_TOLD:
        tell_result(table, input, effects);
        break;
    case TABLE_LOST:
        lose_result(table, effects);
        break;
    case TABLE_INPUT_COUNT:
        assert(false && "an input");
    }
    effects->deadline = next_deadline(table);
    AVONDALE_CHECKED(table_check(table));
}

enum table_state table_state(const struct table *table)
{
    return table->hot.state;
}
int64_t table_number(const struct table *table)
{
    return table->hot.number;
}
usec_t table_asked_at(const struct table *table, seat_t seat)
{
    const struct table_seat_state *state = &table->seats[seat];

    assert(seat < table->hot.players);
    return on_turn(table, seat) && !state->turn_due && state->clock.running ? state->clock.started
                                                                            : USEC_NEVER;
}
const struct game *table_game(const struct table *table)
{
    return &table->game;
}
const struct table_config *table_config(const struct table *table)
{
    return &table->config;
}
const struct fair_nonce *table_nonces(const struct table *table)
{
    return table->nonces;
}
bool table_mixed(const struct table *table)
{
    return table->mixed;
}
const uint8_t *table_mix(const struct table *table)
{
    assert(table->mixed);
    return table->mix;
}
uint32_t table_deal_number(const struct table *table)
{
    return table->deal_number;
}
bool table_clock_runs(const struct table *table, seat_t seat)
{
    assert(seat < table->hot.players);
    return table->seats[seat].clock.running;
}
int table_forfeited(const struct table *table)
{
    return table->forfeited;
}
const int *table_fault_counts(const struct table *table)
{
    return table->fault_counts;
}
