/* table_hint.c - the answer to `hint`: what `basic` would do in the seat's place. Only basic,
 * because it takes microseconds; solving worlds would cost other tables their time. */
#include "advice.h"
#include "table/table_log_private.h"

#include <assert.h>

/* The calls and plays of the hand, from the log. */
static void read_log(const struct table *table, struct seen_history *history)
{
    struct game then = table->game; /* only the turn of it is used */
    struct event event;

    *history = (struct seen_history){.deal_number = then.deal_number, .attempt = then.attempt};
    for (struct table_place place = {0}; place.byte < table->hot.log_end.byte;
         place = table_log_next(table, place)) {
        const uint8_t *packed = table->log + place.byte;
        if (table_event_head(packed).kind != EVENT_ACTION)
            continue;
        table_event_unpack(packed, &event);
        then.turn = event.seat;
        then.hand_due = event.hand;
        seen_note(history, &then, &event.action);
    }
}

static enum wire_error refusal(const struct table *table, seat_t seat, int64_t number)
{
    if (table->config.hints == TABLE_HINTS_NONE)
        return WIRE_ERROR_NO_HINTS;
    if (table->config.hints == TABLE_HINTS_RATED)
        return WIRE_ERROR_RATED;
    if (table->hot.state != TABLE_STATE_TURN || table->game.turn != seat ||
        table->hot.number != number || table->seats[seat].turn_due)
        return WIRE_ERROR_LATE;
    return table->seats[seat].hints_used >= TABLE_HINTS_MAX ? WIRE_ERROR_SPENT : WIRE_ERROR_NONE;
}

enum wire_error table_hint(struct table *table, seat_t seat, int64_t number, int64_t game_number,
                           struct message *message)
{
    const struct ruleset *rules = table->config.rules;
    const char *by = advice_by_name(ADVICE_BASIC);
    struct adviser adviser;
    struct advice advice;
    struct seen_history history;
    struct seen seen;
    struct seen_turn turn;
    enum wire_error error = refusal(table, seat, number);

    assert(seat < rules->players);
    if (error)
        return error;
    read_log(table, &history);
    seen_make(&seen, &table->game, rules, seat, &history);
    seen_ask(&turn, &table->game, rules);
    advice_init(&adviser, ADVICE_BASIC, 1, 0, NULL);
    advice_give(&adviser, &seen, &turn, &advice);
    table->seats[seat].hints_used++;
    message_init(message, MESSAGE_ADVICE);
    message_set_int(message, ADVICE_G, game_number);
    message_set_int(message, ADVICE_N, number);
    message_set_string(message, ADVICE_BOT, by, strlen(by));
    message_set_action(message, ADVICE_A, &advice.action);
    message_set_copy(message, ADVICE_WHY, advice.why, strlen(advice.why));
    message_set_int(message, ADVICE_LEFT, TABLE_HINTS_MAX - table->seats[seat].hints_used);
    return WIRE_ERROR_NONE;
}
