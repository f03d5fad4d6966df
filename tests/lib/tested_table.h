/* tested_table.h - one table on a clock that the test moves, for the tests of table.c. In deck
 * order the hands of `wikipedia` are one suit each, dealer 3, so seat 0 calls first. */
#ifndef AVONDALE_TESTS_TESTED_TABLE_H
#define AVONDALE_TESTS_TESTED_TABLE_H

#include "play.h"

#include "table/table_private.h"

enum { MSEC = USEC_PER_MSEC, SECOND = 1000000 };

struct tested {
    struct table table;
    struct table_effects effects; /* of the last input */
    usec_t now;
};

/* A test has a few tables at most. */
static inline struct table_config config_of(struct ruleset rules, struct time_control time,
                                            struct fault_policy policy)
{
    static struct ruleset kept[8];
    static unsigned next;
    struct ruleset *its = &kept[next++ % 8];
    *its = rules;
    struct table_config config = {.rules = its,
                                  .time = time,
                                  .policy = policy,
                                  .event_hold_usec = SECOND,
                                  .game_id = "g-1",
                                  .set_id = "s-1"};
    for (int seat = 0; seat < rules.players; seat++) {
        config.seats[seat].here = true;
        snprintf(config.seats[seat].name, sizeof config.seats[seat].name, "bot%d", seat);
    }
    return config;
}

static const struct time_control usual_time = {.auction = 100 * MSEC,
                                               .exchange = 100 * MSEC,
                                               .play = 100 * MSEC,
                                               .startup = 2 * SECOND,
                                               .lag = 10 * MSEC};
static const struct fault_policy strikes3 = {.kind = FAULT_POLICY_STRIKES, .strikes = 3};

static inline struct table_config usual(void)
{
    return config_of(ruleset("wikipedia", NULL), usual_time, strikes3);
}

static inline void step(struct tested *tested, struct table_input input)
{
    table_step(&tested->table, &input, tested->now, &tested->effects);
    table_check(&tested->table);
}

#define STEP(tested, ...) step(tested, (struct table_input){__VA_ARGS__})

static inline int count_effects(const struct tested *tested, enum effect_kind kind)
{
    int count = 0;
    for (int i = 0; i < tested->effects.count; i++)
        count += tested->effects.items[i].kind == kind;
    return count;
}

static inline const struct effect *find_effect(const struct tested *tested, enum effect_kind kind)
{
    for (int i = 0; i < tested->effects.count; i++) {
        if (tested->effects.items[i].kind == kind)
            return &tested->effects.items[i];
    }
    fail_msg("no such effect among %d", tested->effects.count);
    return NULL;
}

static inline bool has_output(const struct tested *tested, seat_t seat)
{
    for (int i = 0; i < tested->effects.count; i++) {
        if (tested->effects.items[i].kind == EFFECT_OUTPUT && tested->effects.items[i].seat == seat)
            return true;
    }
    return false;
}

/* The names of all messages for a seat, an error with its code; *last is the last. */
static inline const char *told(struct tested *tested, seat_t seat, struct message *last)
{
    static char text[8000];
    static struct message message;
    size_t used = 0;
    text[0] = 0;
    while (table_message(&tested->table, seat, 9, tested->now, &message)) {
        const char *name = message_schema((enum message_kind)message.kind)->name;
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%s", used ? " " : "", name);
        if (message.kind == MESSAGE_ERROR) {
            struct slice code = message_string(&message, ERROR_CODE);
            used += (size_t)snprintf(text + used, sizeof text - used, ":%.*s", (int)code.size,
                                     code.data);
        }
        assert_true(used < sizeof text);
        if (last)
            *last = message;
    }
    return text;
}

static inline void tell_all(struct tested *tested)
{
    for (seat_t seat = 0; seat < table_config(&tested->table)->rules->players; seat++)
        told(tested, seat, NULL);
}

/* Dealt in deck order; all seats have their events, and the first request is written. */
static inline void begin_with(struct tested *tested, const struct table_config *config)
{
    tested->now = 50 * SECOND;
    table_init(&tested->table, config);
    assert_int_equal(table_state(&tested->table), TABLE_STATE_NEW);
    STEP(tested, .kind = TABLE_START);
    find_effect(tested, EFFECT_MIX);
    STEP(tested, .kind = TABLE_MIX, .first_dealer = (seat_t)(config->rules->players - 1));
    find_effect(tested, EFFECT_DEAL);
    assert_int_equal(table_state(&tested->table), TABLE_STATE_DEAL);
    STEP(tested, .kind = TABLE_DEAL, .deal = play_make_deal(config->rules, NULL, NULL));
    find_effect(tested, EFFECT_DEALT);
    assert_int_equal(table_state(&tested->table), TABLE_STATE_TURN);
    tell_all(tested);
    STEP(tested, .kind = TABLE_SENT, .seat = 0);
}

static inline struct tested *begin(void)
{
    static struct tested tested;
    struct table_config config = usual();
    begin_with(&tested, &config);
    return &tested;
}

static inline void answer_number(struct tested *tested, seat_t seat, const char *word,
                                 int64_t number)
{
    STEP(tested, .kind = TABLE_ACT, .seat = seat, .number = number, .text = {word, strlen(word)});
}

static inline void answer(struct tested *tested, seat_t seat, const char *word)
{
    answer_number(tested, seat, word, table_number(&tested->table));
}

/* The next request is rendered and written at once. */
static inline void serve(struct tested *tested)
{
    seat_t seat = table_game(&tested->table)->turn;
    tell_all(tested);
    STEP(tested, .kind = TABLE_SENT, .seat = seat);
}

/* ----------------------------------------------------------------------------------- the bank */

static inline struct time_control banked(void)
{
    struct time_control time = usual_time;
    time.bank = 500 * MSEC;
    time.increment = 30 * MSEC;
    return time;
}

#endif
