/* test_table.c - the state machine of one game, one input at a time, on a clock that moves when
 * told. In deck order the hands of `wikipedia` are one suit each, dealer 3, so seat 0 calls first.
 */
#include <stdlib.h>

#include "play.h"

#include "table.h"
#include "table_log.h"

enum { MSEC = USEC_PER_MSEC, SECOND = 1000000 };

struct tested {
    struct table table;
    struct table_effects effects; /* of the last input */
    usec_t now;
};

static struct table_config config_of(struct ruleset rules, struct time_control time,
                                     struct policy policy)
{
    struct table_config config = {.rules = rules,
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
static const struct policy strikes3 = {.kind = POLICY_STRIKES, .strikes = 3};

static struct table_config usual(void)
{
    return config_of(ruleset("wikipedia", NULL), usual_time, strikes3);
}

static void step(struct tested *tested, struct table_input input)
{
    table_step(&tested->table, &input, tested->now, &tested->effects);
}

#define STEP(tested, ...) step(tested, (struct table_input){__VA_ARGS__})

static int count_effects(const struct tested *tested, enum effect_kind kind)
{
    int count = 0;
    for (int i = 0; i < tested->effects.count; i++)
        count += tested->effects.items[i].kind == kind;
    return count;
}

static const struct effect *find_effect(const struct tested *tested, enum effect_kind kind)
{
    for (int i = 0; i < tested->effects.count; i++) {
        if (tested->effects.items[i].kind == kind)
            return &tested->effects.items[i];
    }
    fail_msg("no such effect among %d", tested->effects.count);
    return NULL;
}

static bool has_output(const struct tested *tested, seat_t seat)
{
    for (int i = 0; i < tested->effects.count; i++) {
        if (tested->effects.items[i].kind == EFFECT_OUTPUT && tested->effects.items[i].seat == seat)
            return true;
    }
    return false;
}

/* The names of all messages that are there for a seat, the code of an error with it; *last is the
 * last. */
static const char *told(struct tested *tested, seat_t seat, struct message *last)
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

static void tell_all(struct tested *tested)
{
    for (seat_t seat = 0; seat < table_config(&tested->table)->rules.players; seat++)
        told(tested, seat, NULL);
}

/* Dealt in deck order, everybody told, the first request written. */
static void begin_with(struct tested *tested, const struct table_config *config)
{
    tested->now = 50 * SECOND;
    table_init(&tested->table, config);
    assert_int_equal(table_state(&tested->table), TABLE_STATE_NEW);
    STEP(tested, .kind = TABLE_START);
    find_effect(tested, EFFECT_MIX);
    STEP(tested, .kind = TABLE_MIX, .first_dealer = (seat_t)(config->rules.players - 1));
    find_effect(tested, EFFECT_DEAL);
    assert_int_equal(table_state(&tested->table), TABLE_STATE_DEAL);
    STEP(tested, .kind = TABLE_DEAL, .deal = play_make_deal(&config->rules, NULL, NULL));
    find_effect(tested, EFFECT_DEALT);
    assert_int_equal(table_state(&tested->table), TABLE_STATE_TURN);
    tell_all(tested);
    STEP(tested, .kind = TABLE_SENT, .seat = 0);
}

static struct tested *begin(void)
{
    static struct tested tested;
    struct table_config config = usual();
    begin_with(&tested, &config);
    return &tested;
}

static void answer_number(struct tested *tested, seat_t seat, const char *word, int64_t number)
{
    STEP(tested, .kind = TABLE_ACT, .seat = seat, .number = number, .text = {word, strlen(word)});
}

static void answer(struct tested *tested, seat_t seat, const char *word)
{
    answer_number(tested, seat, word, tested->table.number);
}

/* The next request is read and written at once. */
static void serve(struct tested *tested)
{
    seat_t seat = table_game(&tested->table)->turn;
    tell_all(tested);
    STEP(tested, .kind = TABLE_SENT, .seat = seat);
}

/* ----------------------------------------------------------------------------------- the start */

static void a_game_begins_with_game_fair_and_deal(void **state)
{
    struct tested tested = {.now = 7};
    struct table_config config = usual();
    (void)state;
    table_init(&tested.table, &config);
    STEP(&tested, .kind = TABLE_START);
    assert_int_equal(tested.effects.count, 1); /* nobody promised a nonce */
    STEP(&tested, .kind = TABLE_MIX, .first_dealer = 3);
    STEP(&tested, .kind = TABLE_DEAL, .deal = play_make_deal(&config.rules, NULL, NULL));
    assert_true(has_output(&tested, 0));
    assert_false(has_output(&tested, 1)); /* kept back: it need not act */
    assert_int_equal(tested.effects.deadline, 7 + SECOND);
    assert_string_equal(told(&tested, 0, NULL), "game fair deal turn");
    assert_string_equal(told(&tested, 1, NULL), "game fair deal");
    assert_string_equal(told(&tested, 0, NULL), "");
}

static void nonces_are_awaited(void **state)
{
    struct tested tested = {.now = 7};
    struct table_config config = usual();
    (void)state;
    config.seats[1].nonce = config.seats[2].nonce = true;
    config.nonce_usec = 300 * MSEC;
    table_init(&tested.table, &config);
    STEP(&tested, .kind = TABLE_START);
    assert_int_equal(table_state(&tested.table), TABLE_STATE_NONCES);
    assert_int_equal(count_effects(&tested, EFFECT_MIX), 0);
    assert_int_equal(tested.effects.deadline, 7 + 300 * MSEC);
    struct fair_nonce nonce = {.size = 2, .bytes = {8, 9}};
    STEP(&tested, .kind = TABLE_NONCE, .seat = 1, .nonce = nonce);
    STEP(&tested, .kind = TABLE_NONCE, .seat = 1); /* the second is not taken */
    assert_int_equal(count_effects(&tested, EFFECT_MIX), 0);
    assert_int_equal(table_nonces(&tested.table)[1].size, 2);
    assert_string_equal(told(&tested, 1, NULL), "game error:nonce");
    STEP(&tested, .kind = TABLE_NONCE, .seat = 2, .nonce = nonce);
    assert_int_equal(count_effects(&tested, EFFECT_MIX), 1);
}

static void nonces_are_not_awaited_for_ever(void **state)
{
    struct tested tested = {.now = 7};
    struct table_config config = usual();
    (void)state;
    config.seats[1].nonce = true;
    config.nonce_usec = 300 * MSEC;
    table_init(&tested.table, &config);
    STEP(&tested, .kind = TABLE_START);
    tested.now += 300 * MSEC - 1;
    STEP(&tested, .kind = TABLE_TICK);
    assert_int_equal(count_effects(&tested, EFFECT_MIX), 0);
    tested.now++;
    STEP(&tested, .kind = TABLE_TICK);
    assert_int_equal(count_effects(&tested, EFFECT_MIX), 1);
    STEP(&tested, .kind = TABLE_MIX, .first_dealer = 0);
    STEP(&tested, .kind = TABLE_NONCE, .seat = 1);
    assert_int_equal(table_nonces(&tested.table)[1].size, 0); /* too late */
    assert_string_equal(told(&tested, 1, NULL), "game error:nonce fair");
}

/* ----------------------------------------------------------------------------------- answers */

static void an_answer_is_applied_and_the_next_seat_asked(void **state)
{
    struct tested *tested = begin();
    struct message turn;
    (void)state;
    tested->now += 40 * MSEC;
    int64_t number = tested->table.number;
    answer(tested, 0, "6S");
    const struct effect *made = find_effect(tested, EFFECT_STEP);
    assert_int_equal(made->seat, 0);
    assert_int_equal(made->phase, PHASE_AUCTION);
    assert_int_equal(made->fault, FAULT_NONE);
    assert_int_equal(made->think_usec, 40 * MSEC);
    assert_int_equal(made->action.call, CALL_BID(6, DENOM_S));
    assert_true(has_output(tested, 1));
    assert_string_equal(told(tested, 1, &turn), "event turn");
    assert_int_equal(message_int(&turn, TURN_N), number + 1);
    assert_int_equal(message_int(&turn, TURN_MS), 100);
}

static void a_repeated_number_changes_nothing(void **state)
{
    struct tested *tested = begin();
    struct game before;
    (void)state;
    int64_t number = tested->table.number;
    answer(tested, 0, "6S");
    serve(tested);
    before = *table_game(&tested->table);
    for (int64_t wrong = number - 1; wrong <= number + 2; wrong++) {
        answer_number(tested, 0, "7S", wrong); /* not its turn, whatever the number */
        assert_string_equal(told(tested, 0, NULL), "error:late");
    }
    answer_number(tested, 1, "7S", number); /* its turn, but an old number */
    assert_string_equal(told(tested, 1, NULL), "error:late");
    answer_number(tested, 1, "7S", number + 2); /* or one that is to come */
    assert_string_equal(told(tested, 1, NULL), "error:late");
    assert_memory_equal(&before, table_game(&tested->table), sizeof before);
    for (int seat = 0; seat < 4; seat++)
        assert_int_equal(table_fault_counts(&tested->table)[seat], 0);
    answer(tested, 1, "7S");
    assert_int_equal(table_game(&tested->table)->high, CALL_BID(7, DENOM_S));
}

/* Before the request was rendered there is nothing to answer, whatever number is guessed. */
static void a_guessed_number_is_no_answer(void **state)
{
    struct tested *tested = begin();
    (void)state;
    answer(tested, 0, "6S");
    answer(tested, 1, "7S");
    assert_int_equal(table_game(&tested->table)->high, CALL_BID(6, DENOM_S));
    assert_string_equal(told(tested, 1, NULL), "error:late event turn");
}

static void an_answer_at_the_deadline_counts_and_after_it_does_not(void **state)
{
    (void)state;
    for (int after = 0; after < 2; after++) {
        struct tested *tested = begin();
        assert_int_equal(tested->table.config.time.auction, 100 * MSEC);
        tested->now += 110 * MSEC + after;
        answer(tested, 0, "6S");
        assert_int_equal(find_effect(tested, EFFECT_STEP)->fault, after ? FAULT_TIME : FAULT_NONE);
        assert_int_equal(table_game(&tested->table)->high,
                         after ? CALL_PASS : CALL_BID(6, DENOM_S));
        assert_int_equal(table_fault_counts(&tested->table)[0], after);
        assert_string_equal(told(tested, 0, NULL), after ? "error:time event" : "event");
    }
}

/* The answer that comes after the default one stood in is told so and is not a second fault. */
static void a_late_answer_is_one_fault(void **state)
{
    struct tested *tested = begin();
    (void)state;
    int64_t number = tested->table.number;
    tested->now += 110 * MSEC;
    STEP(tested, .kind = TABLE_TICK);
    assert_int_equal(find_effect(tested, EFFECT_STEP)->fault, FAULT_TIME);
    assert_int_equal(table_game(&tested->table)->turn, 1);
    answer_number(tested, 0, "6S", number);
    assert_int_equal(table_fault_counts(&tested->table)[0], 1);
    assert_string_equal(told(tested, 0, NULL), "error:time error:late event");
}

static void a_tick_before_the_deadline_is_nothing(void **state)
{
    struct tested *tested = begin();
    (void)state;
    assert_int_equal(tested->effects.deadline, tested->now + 110 * MSEC);
    tested->now += 110 * MSEC - 1;
    STEP(tested, .kind = TABLE_TICK);
    assert_int_equal(tested->effects.count, 0);
    assert_int_equal(table_game(&tested->table)->turn, 0);
}

/* The clock runs from the moment the request was written, not from when it was made. */
static void no_clock_runs_before_the_request_is_written(void **state)
{
    struct tested *tested = begin();
    (void)state;
    answer(tested, 0, "6S");
    tested->now += 3600 * (usec_t)SECOND;
    STEP(tested, .kind = TABLE_TICK);
    assert_int_equal(count_effects(tested, EFFECT_STEP), 0);
    assert_int_equal(table_game(&tested->table)->turn, 1);
    serve(tested);
    assert_int_equal(tested->effects.deadline, tested->now + 110 * MSEC);
    STEP(tested, .kind = TABLE_SENT, .seat = 1); /* said twice: it runs on */
    assert_int_equal(tested->effects.deadline, tested->now + 110 * MSEC);
}

static void what_is_not_legal_is_a_fault(void **state)
{
    static const char *const words[] = {"5S",   "17X",        "",      "look", "AS",
                                        "play", "discard:AS", "claim", "6S 7S"};
    (void)state;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        struct tested *tested = begin();
        answer(tested, 0, words[i]);
        const struct effect *made = find_effect(tested, EFFECT_STEP);
        assert_int_equal(made->fault, FAULT_ILLEGAL);
        assert_int_equal(made->action.call, CALL_PASS);
        assert_int_equal(table_fault_counts(&tested->table)[0], 1);
        assert_string_equal(told(tested, 0, NULL), "error:illegal event");
    }
}

/* ----------------------------------------------------------------------------------- the bank */

static struct time_control banked(void)
{
    struct time_control time = usual_time;
    time.bank = 500 * MSEC;
    time.increment = 30 * MSEC;
    return time;
}

static void the_bank_pays_and_is_told(void **state)
{
    struct table_config config = config_of(ruleset("wikipedia", NULL), banked(), strikes3);
    struct tested tested;
    struct message turn;
    (void)state;
    begin_with(&tested, &config);
    /* The first hand has its increment too. */
    assert_int_equal(tested.effects.deadline, tested.now + (100 + 530 + 10) * MSEC);
    tested.now += 310 * MSEC; /* 200 over */
    answer(&tested, 0, "6S");
    assert_int_equal(find_effect(&tested, EFFECT_STEP)->fault, FAULT_NONE);
    for (seat_t seat = 1; seat < 4; seat++) {
        serve(&tested);
        answer(&tested, seat, seat == 1 ? "7S" : "pass");
    }
    assert_string_equal(told(&tested, 0, &turn), "event turn");
    assert_int_equal(message_int(&turn, TURN_BANK), 330);
    assert_int_equal(message_int(&turn, TURN_MS), 430);
}

static void an_empty_bank_is_a_fault(void **state)
{
    struct table_config config = config_of(ruleset("wikipedia", NULL), banked(), strikes3);
    struct tested tested;
    (void)state;
    begin_with(&tested, &config);
    tested.now += 640 * MSEC;
    STEP(&tested, .kind = TABLE_TICK);
    assert_int_equal(find_effect(&tested, EFFECT_STEP)->fault, FAULT_TIME);
    assert_int_equal(tested.table.seats[0].budget.bank, 0);
    assert_int_equal(tested.table.seats[1].budget.bank, 530 * MSEC); /* each its own */
}

/* All pass: the next hand adds to every bank. */
static void the_increment_comes_with_the_deal(void **state)
{
    struct table_config config = config_of(ruleset("wikipedia", NULL), banked(), strikes3);
    struct tested tested;
    (void)state;
    begin_with(&tested, &config);
    for (seat_t seat = 0; seat < 4; seat++) {
        answer(&tested, seat, "pass");
        serve(&tested);
    }
    assert_int_equal(table_state(&tested.table), TABLE_STATE_DEAL);
    STEP(&tested, .kind = TABLE_DEAL, .deal = play_make_deal(&config.rules, NULL, NULL));
    for (int seat = 0; seat < 4; seat++)
        assert_int_equal(tested.table.seats[seat].budget.bank, 560 * MSEC);
}

/* --------------------------------------------------------------------------- strikes and forfeits
 */

static void the_third_strike_loses(void **state)
{
    struct tested *tested = begin();
    (void)state;
    STEP(tested, .kind = TABLE_GARBAGE, .seat = 2, .fault = FAULT_GARBAGE); /* not on turn */
    assert_int_equal(find_effect(tested, EFFECT_FAULT)->fault, FAULT_GARBAGE);
    assert_int_equal(table_state(&tested->table), TABLE_STATE_TURN);
    answer(tested, 0, "17X");
    serve(tested);
    STEP(tested, .kind = TABLE_GARBAGE, .seat = 2, .fault = FAULT_GARBAGE);
    assert_int_equal(table_state(&tested->table), TABLE_STATE_TURN);
    STEP(tested, .kind = TABLE_GARBAGE, .seat = 2, .fault = FAULT_FLOOD);
    assert_int_equal(table_state(&tested->table), TABLE_STATE_OVER);
    assert_int_equal(table_forfeited(&tested->table), 2);
    assert_int_equal(table_fault_counts(&tested->table)[2], 3);
    assert_int_equal(table_fault_counts(&tested->table)[0], 1);
    assert_int_equal(table_game(&tested->table)->reason, REASON_FORFEIT);
    assert_int_equal(table_game(&tested->table)->winners, 1 << 1); /* the other pair */
    assert_int_equal(find_effect(tested, EFFECT_FAULT)->seat, 2);
    find_effect(tested, EFFECT_OVER);
}

static void strict_loses_at_once_and_lenient_never(void **state)
{
    struct table_config config = usual();
    struct tested tested;
    (void)state;
    config.policy = (struct policy){.kind = POLICY_STRICT};
    begin_with(&tested, &config);
    answer(&tested, 0, "17X");
    assert_int_equal(table_forfeited(&tested.table), 0);
    assert_int_equal(count_effects(&tested, EFFECT_STEP), 0); /* no default action any more */
    config.policy = (struct policy){.kind = POLICY_LENIENT};
    begin_with(&tested, &config);
    for (int i = 0; i < 50 && table_state(&tested.table) == TABLE_STATE_TURN; i++) {
        answer(&tested, table_game(&tested.table)->turn, "17X");
        serve(&tested);
    }
    assert_int_equal(table_state(&tested.table), TABLE_STATE_DEAL); /* passed out by faults */
    assert_int_equal(table_forfeited(&tested.table), -1);
}

/* Three sides of one: who leads wins, ties together. */
static void a_forfeit_is_won_by_the_best_of_the_others(void **state)
{
    struct table_config config = config_of(ruleset("three-handed", NULL), usual_time,
                                           (struct policy){.kind = POLICY_STRICT});
    static const struct {
        int32_t scores[3];
        unsigned winners;
    } cases[] = {{{0, 0, 0}, 5}, {{-20, 400, 10}, 4}, {{30, 0, 30}, 5}, {{-10, 5, -20}, 1}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct tested tested;
        begin_with(&tested, &config);
        memcpy(tested.table.game.scores, cases[i].scores, sizeof cases[i].scores);
        STEP(&tested, .kind = TABLE_GARBAGE, .seat = 1, .fault = FAULT_GARBAGE);
        assert_int_equal(table_game(&tested.table)->winners, cases[i].winners);
    }
}

/* ------------------------------------------------------------------------------- gone and back */

static void who_comes_back_gets_its_view_and_its_request(void **state)
{
    struct tested *tested = begin();
    struct message game, turn;
    (void)state;
    answer(tested, 0, "6S");
    serve(tested);
    tested->now += 20 * MSEC;
    STEP(tested, .kind = TABLE_GONE, .seat = 1, .fault = FAULT_GONE);
    assert_int_equal(tested->effects.deadline, tested->now + 90 * MSEC); /* its clock runs on */
    tested->now += 30 * MSEC;
    STEP(tested, .kind = TABLE_BACK, .seat = 1);
    assert_true(table_message(&tested->table, 1, 9, tested->now, &game));
    assert_int_equal(game.kind, MESSAGE_GAME);
    assert_int_equal(message_int(&game, GAME_RESUMED), 1);
    assert_string_equal(told(tested, 1, &turn), "fair deal event turn");
    assert_int_equal(message_int(&turn, TURN_MS), 50);
    assert_int_equal(message_int(&turn, TURN_N), tested->table.number);
    answer(tested, 1, "7S");
    assert_int_equal(table_game(&tested->table)->high, CALL_BID(7, DENOM_S));
    assert_int_equal(table_fault_counts(&tested->table)[1], 0);
}

/* After a restart of the arena: what it did not see is nobody's time. */
static void all_come_back_and_the_clock_begins_anew(void **state)
{
    struct tested *tested = begin();
    struct message game, turn;
    (void)state;
    answer(tested, 0, "6S");
    serve(tested);
    tested->now += 20 * MSEC;
    for (seat_t seat = 0; seat < 4; seat++)
        STEP(tested, .kind = TABLE_GONE, .seat = seat, .fault = FAULT_GONE);
    tested->now += 100000 * MSEC;
    int64_t number = tested->table.number;
    STEP(tested, .kind = TABLE_RESUME, .number = number + 7);
    for (seat_t seat = 0; seat < 4; seat++) {
        assert_true(table_message(&tested->table, seat, 9, tested->now, &game));
        assert_int_equal(game.kind, MESSAGE_GAME);
        assert_int_equal(message_int(&game, GAME_RESUMED), 1);
        assert_string_equal(told(tested, seat, &turn),
                            seat == 1 ? "fair deal event turn" : "fair deal event");
        if (seat == 1)
            assert_int_equal(message_int(&turn, TURN_MS), 100);
    }
    assert_int_equal(tested->table.number, number + 8);
    STEP(tested, .kind = TABLE_SENT, .seat = 1);
    assert_int_equal(tested->effects.deadline, tested->now + 110 * MSEC);
    answer(tested, 1, "7S");
    assert_int_equal(table_game(&tested->table)->high, CALL_BID(7, DENOM_S));
    assert_int_equal(table_fault_counts(&tested->table)[1], 0);
}

static void who_comes_back_out_of_turn_is_asked_nothing(void **state)
{
    struct tested *tested = begin();
    (void)state;
    STEP(tested, .kind = TABLE_GONE, .seat = 2, .fault = FAULT_GONE);
    answer(tested, 0, "6S");
    STEP(tested, .kind = TABLE_BACK, .seat = 2);
    assert_string_equal(told(tested, 2, NULL), "game fair deal event");
}

static void who_stays_away_is_at_fault_for_being_gone(void **state)
{
    struct tested *tested = begin();
    (void)state;
    STEP(tested, .kind = TABLE_GONE, .seat = 0, .fault = FAULT_GONE);
    tested->now += 110 * MSEC;
    STEP(tested, .kind = TABLE_TICK);
    assert_int_equal(find_effect(tested, EFFECT_STEP)->fault, FAULT_GONE);
    assert_false(has_output(tested, 0));
}

/* Without a limit the time of a start is the grace. */
static void without_a_clock_there_is_still_a_grace(void **state)
{
    struct table_config config = config_of(ruleset("wikipedia", NULL),
                                           (struct time_control){.startup = 2 * SECOND}, strikes3);
    struct tested tested;
    (void)state;
    begin_with(&tested, &config);
    assert_int_equal(tested.effects.deadline, USEC_NEVER);
    STEP(&tested, .kind = TABLE_GONE, .seat = 0, .fault = FAULT_GONE);
    assert_int_equal(tested.effects.deadline, tested.now + 2 * SECOND);
}

/* A process that ended cannot come back: nobody waits for it. */
static void the_dead_are_not_waited_for(void **state)
{
    struct tested *tested = begin();
    (void)state;
    STEP(tested, .kind = TABLE_GONE, .seat = 0, .fault = FAULT_EXIT);
    assert_int_equal(tested->effects.deadline, tested->now);
    STEP(tested, .kind = TABLE_TICK);
    assert_int_equal(find_effect(tested, EFFECT_STEP)->fault, FAULT_EXIT);
}

static void who_did_not_start_is_dead(void **state)
{
    struct table_config config = usual();
    struct tested tested = {.now = 7};
    (void)state;
    config.seats[0].here = false;
    table_init(&tested.table, &config);
    STEP(&tested, .kind = TABLE_START);
    STEP(&tested, .kind = TABLE_MIX, .first_dealer = 3);
    STEP(&tested, .kind = TABLE_DEAL, .deal = play_make_deal(&config.rules, NULL, NULL));
    assert_false(has_output(&tested, 0));
    assert_true(tested.effects.deadline <= tested.now);
    STEP(&tested, .kind = TABLE_TICK);
    assert_int_equal(find_effect(&tested, EFFECT_STEP)->fault, FAULT_START);
}

/* ---------------------------------------------------------------------------------- news kept back
 */

static void news_is_kept_back_for_a_second(void **state)
{
    struct tested *tested = begin();
    (void)state;
    answer(tested, 0, "6S");
    usec_t since = tested->now;
    assert_false(has_output(tested, 2));
    told(tested, 1, NULL);
    tested->now = since + SECOND - 1;
    STEP(tested, .kind = TABLE_TICK);
    assert_false(has_output(tested, 2));
    assert_int_equal(tested->effects.deadline, since + SECOND);
    tested->now = since + SECOND;
    STEP(tested, .kind = TABLE_TICK);
    assert_true(has_output(tested, 2) && has_output(tested, 3));
}

static void the_eager_are_told_at_once(void **state)
{
    struct table_config config = usual();
    struct tested tested;
    (void)state;
    config.seats[2].eager = true;
    begin_with(&tested, &config);
    answer(&tested, 0, "6S");
    assert_true(has_output(&tested, 2));
    assert_false(has_output(&tested, 3));
}

/* ------------------------------------------------------------------------------------- the end */

static void a_void_game_is_nobodys(void **state)
{
    struct tested *tested = begin();
    struct message over;
    (void)state;
    STEP(tested, .kind = TABLE_VOID);
    assert_int_equal(table_state(&tested->table), TABLE_STATE_OVER);
    assert_int_equal(table_game(&tested->table)->reason, REASON_ABORTED);
    assert_int_equal(table_game(&tested->table)->winners, 0);
    assert_int_equal(table_forfeited(&tested->table), -1);
    assert_int_equal(count_effects(tested, EFFECT_OVER), 1);
    STEP(tested, .kind = TABLE_VOID); /* once is enough */
    assert_int_equal(tested->effects.count, 0);
    STEP(tested, .kind = TABLE_GARBAGE, .seat = 0, .fault = FAULT_GARBAGE);
    assert_int_equal(table_fault_counts(&tested->table)[0], 0); /* nor a fault any more */
    assert_string_equal(told(tested, 0, NULL), "");             /* not before it is on disk */
    uint8_t seed[FAIR_BYTES] = {0xab};
    const int64_t ratings[SEATS_MAX] = {1500000, 1, 2, 3};
    STEP(tested, .kind = TABLE_TOLD, .seed = seed, .ratings_milli = ratings);
    assert_int_equal(count_effects(tested, EFFECT_CLOSED), 1);
    assert_int_equal(table_state(&tested->table), TABLE_STATE_CLOSED);
    assert_string_equal(told(tested, 0, &over), "over");
    assert_int_equal(message_int(&over, OVER_RATING), 1500000);
    assert_memory_equal(message_string(&over, OVER_SEED).data, "ab00", 4);
    assert_string_equal(told(tested, 1, &over), "over");
    assert_int_equal(message_int(&over, OVER_RATING), 1);
}

static void an_answer_after_the_end_is_late(void **state)
{
    struct tested *tested = begin();
    (void)state;
    STEP(tested, .kind = TABLE_VOID);
    answer(tested, 0, "6S");
    assert_string_equal(told(tested, 0, NULL), "error:late");
    STEP(tested, .kind = TABLE_TICK);
    assert_int_equal(tested->effects.deadline, USEC_NEVER);
}

static void who_comes_back_after_the_end_is_told_of_it(void **state)
{
    struct tested *tested = begin();
    (void)state;
    STEP(tested, .kind = TABLE_GONE, .seat = 3, .fault = FAULT_GONE);
    STEP(tested, .kind = TABLE_VOID);
    STEP(tested, .kind = TABLE_TOLD);
    STEP(tested, .kind = TABLE_BACK, .seat = 3);
    assert_string_equal(told(tested, 3, NULL), "game fair deal over");
}

static void states_have_names(void **state)
{
    static const char *const names[] = {"new", "nonces", "deal", "turn", "over", "closed"};
    (void)state;
    assert_int_equal(TABLE_STATE_COUNT, sizeof names / sizeof names[0]);
    for (int i = 0; i < TABLE_STATE_COUNT; i++)
        assert_string_equal(table_state_name((enum table_state)i), names[i]);
}

static void is_kept(const struct event *event)
{
    struct table_event packed;
    struct event back;

    table_event_pack(event, &packed);
    memset(&back, 0xff, sizeof back);
    table_event_unpack(&packed, &back);
    assert_int_equal(back.kind, event->kind);
    assert_int_equal(back.phase, event->phase);
    assert_int_equal(back.seat, event->seat);
    assert_int_equal(back.hand, event->hand);
    assert_int_equal(back.ok, event->ok);
    assert_int_equal(back.to, event->to);
    assert_int_equal(back.seen_by, event->seen_by);
    assert_int_equal(back.count, event->count);
    assert_memory_equal(&back.action, &event->action, sizeof event->action);
    assert_memory_equal(&back.contract, &event->contract, sizeof event->contract);
    assert_true(back.cards == event->cards);
}

static void an_event_comes_out_of_the_log_as_it_went_in(void **state)
{
    (void)state;
    for (int kind = 0; kind < EVENT_KIND_COUNT; kind++) {
        struct event event = {.kind = (uint8_t)kind,
                              .phase = PHASE_PLAY,
                              .seat = 3,
                              .hand = EVENT_HAND_KITTY,
                              .ok = 1,
                              .to = 0x55,
                              .seen_by = 0x11,
                              .count = 7};
        if (kind == EVENT_ACTION)
            memset(&event.action, 0x2a, sizeof event.action);
        else if (kind == EVENT_CONTRACT)
            memset(&event.contract, 0x2b, sizeof event.contract);
        else
            event.cards = CARDSET(CARD_RJ) | CARDSET(CARD_BJ) | CARDSET(0);
        is_kept(&event);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_event_comes_out_of_the_log_as_it_went_in),
        cmocka_unit_test(a_game_begins_with_game_fair_and_deal),
        cmocka_unit_test(nonces_are_awaited),
        cmocka_unit_test(nonces_are_not_awaited_for_ever),
        cmocka_unit_test(an_answer_is_applied_and_the_next_seat_asked),
        cmocka_unit_test(a_repeated_number_changes_nothing),
        cmocka_unit_test(a_guessed_number_is_no_answer),
        cmocka_unit_test(an_answer_at_the_deadline_counts_and_after_it_does_not),
        cmocka_unit_test(a_late_answer_is_one_fault),
        cmocka_unit_test(a_tick_before_the_deadline_is_nothing),
        cmocka_unit_test(no_clock_runs_before_the_request_is_written),
        cmocka_unit_test(what_is_not_legal_is_a_fault),
        cmocka_unit_test(the_bank_pays_and_is_told),
        cmocka_unit_test(an_empty_bank_is_a_fault),
        cmocka_unit_test(the_increment_comes_with_the_deal),
        cmocka_unit_test(the_third_strike_loses),
        cmocka_unit_test(strict_loses_at_once_and_lenient_never),
        cmocka_unit_test(a_forfeit_is_won_by_the_best_of_the_others),
        cmocka_unit_test(who_comes_back_gets_its_view_and_its_request),
        cmocka_unit_test(all_come_back_and_the_clock_begins_anew),
        cmocka_unit_test(who_comes_back_out_of_turn_is_asked_nothing),
        cmocka_unit_test(who_stays_away_is_at_fault_for_being_gone),
        cmocka_unit_test(without_a_clock_there_is_still_a_grace),
        cmocka_unit_test(the_dead_are_not_waited_for),
        cmocka_unit_test(who_did_not_start_is_dead),
        cmocka_unit_test(news_is_kept_back_for_a_second),
        cmocka_unit_test(the_eager_are_told_at_once),
        cmocka_unit_test(a_void_game_is_nobodys),
        cmocka_unit_test(an_answer_after_the_end_is_late),
        cmocka_unit_test(who_comes_back_after_the_end_is_told_of_it),
        cmocka_unit_test(states_have_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
