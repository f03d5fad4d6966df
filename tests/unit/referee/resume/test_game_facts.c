/* test_game_facts.c - writes the facts of a game and reads them back; refuses other text. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "resume/game_facts.h"

static void make_game(struct game_facts_game *game, const char *preset)
{
    static const char *const words[] = {"max_hands=3", "target=700"};
    struct ruleset_error error;

    memset(game, 0, sizeof *game);
    if (ruleset_parse(&game->rules, preset, words, 2, &error))
        fail_msg("%s", error.text);
    snprintf(game->id, sizeof game->id, "g-1a2b-000017");
    snprintf(game->unrated, sizeof game->unrated, "sought as unrated");
    game->time =
        (struct time_control){.auction = 5000000, .play = 1, .bank = 86400000000, .lag = 20000};
    game->policy = (struct fault_policy){.kind = FAULT_POLICY_STRIKES, .strikes = 3};
    game->number_before = 123456789012;
    game->options = (struct table_options){
        .watch = true, .chat = CHAT_PRESET, .bid_msec = 1500, .play_msec = 86400000};
    game->named = true;
    memset(game->seed, 0xa5, sizeof game->seed);
    for (int seat = 0; seat < game->rules.players; seat++) {
        struct game_facts_seat *saved = &game->seats[seat];
        memset(saved->name, 'x', NAME_MAX_BYTES); /* the longest name */
        saved->name[0] = (char)('A' + seat);
        memset(saved->session, 'a' + seat, GAME_FACT_SESSION_BYTES - 1);
        saved->slot = (uint8_t)(seat * 9);
        saved->nonce.size = (uint8_t)(seat % 2 ? FAIR_NONCE_MAX : 0);
        memset(saved->nonce.bytes, seat, saved->nonce.size);
    }
}

static void test_a_game_of_each_preset(void **state)
{
    static struct game_facts_game game, again;
    static char text[GAME_FACT_GAME_MAX];
    (void)state;
    for (int preset = 0; preset < preset_count(); preset++) {
        make_game(&game, preset_name(preset));
        size_t size = game_facts_game_format(&game, text);
        assert_true(size > 0);
        assert_int_equal(game_facts_game_parse(text, size, &again), 0);
        assert_memory_equal(&game, &again, sizeof game);
    }
}

/* Truncated anywhere, or with any byte changed: it is refused, or is a consistent game. */
static void test_altered_games(void **state)
{
    static struct game_facts_game game, again;
    static char text[GAME_FACT_GAME_MAX], other[GAME_FACT_GAME_MAX];
    (void)state;
    make_game(&game, "everything");
    size_t size = game_facts_game_format(&game, text);
    const char *last = memrchr(text, '\n', size);
    for (size_t i = 0; i < (size_t)(last - text); i++)
        assert_int_equal(game_facts_game_parse(text, i, &again), -1); /* too few seats */
    for (size_t i = 0; i < size; i++) {
        for (const char *byte = " \n9zA\x80-"; *byte; byte++) {
            memcpy(other, text, size);
            other[i] = *byte;
            if (game_facts_game_parse(other, size, &again) == 0)
                assert_true(again.rules.players >= 2 && again.id[0] && again.seats[1].name[0]);
        }
    }
    text[size - 4] = 0;
    assert_int_equal(game_facts_game_parse(text, size, &again), -1);
}

static void test_steps_and_faults(void **state)
{
    static const char *const words[] = {
        "8H", "pass", "discard:JS:KC:4D", "RJ=S", "claim:RJ=H:BJ:AS", "swap:4D:5D"};
    char text[GAME_FACT_MAX];
    struct game_fact fact;
    (void)state;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        for (int phase = PHASE_AUCTION; phase <= PHASE_PLAY; phase += PHASE_PLAY - PHASE_AUCTION) {
            struct effect step = {.kind = EFFECT_STEP,
                                  .seat = 5,
                                  .phase = (enum phase)phase,
                                  .fault = FAULT_TIME,
                                  .think_usec = 86400000000};
            assert_int_equal(action_parse(words[i], strlen(words[i]), &step.action), 0);
            action_settle(&step.action, step.phase);
            size_t size = game_facts_effect_format(&step, text);
            assert_int_equal(game_facts_parse(text, size, &fact), 0);
            assert_int_equal(fact.kind, GAME_FACT_STEP);
            assert_int_equal(fact.seat, 5);
            assert_int_equal(fact.phase, phase);
            assert_int_equal(fact.fault, FAULT_TIME);
            assert_true(fact.think_usec == step.think_usec);
            assert_memory_equal(&fact.action, &step.action, sizeof fact.action);
        }
    }
    struct effect fault = {.kind = EFFECT_FAULT, .seat = 1, .fault = FAULT_GARBAGE};
    assert_int_equal(game_facts_parse(text, game_facts_effect_format(&fault, text), &fact), 0);
    assert_int_equal(fact.kind, GAME_FACT_FAULT);
    assert_int_equal(fact.fault, FAULT_GARBAGE);
}

static void test_seats_and_ends(void **state)
{
    struct game_facts_seat seat = {.slot = 63, .session = "0123456789abcdef0123456789abcdef"};
    char text[GAME_FACT_MAX];
    struct game_fact fact;
    (void)state;
    assert_int_equal(game_facts_parse(text, game_facts_seat_format(3, &seat, text), &fact), 0);
    assert_int_equal(fact.kind, GAME_FACT_SEAT);
    assert_int_equal(fact.seat, 3);
    assert_int_equal(fact.seated.slot, 63);
    assert_string_equal(fact.seated.session, seat.session);
    assert_int_equal(game_facts_parse(text, game_facts_end_format(false, text), &fact), 0);
    assert_int_equal(fact.kind, GAME_FACT_OVER);
    assert_int_equal(game_facts_parse(text, game_facts_end_format(true, text), &fact), 0);
    assert_int_equal(fact.kind, GAME_FACT_VOID);
}

static void test_malformed_facts_are_refused(void **state)
{
    static const char *const texts[] = {"",
                                        "x",
                                        "o ",
                                        "vv",
                                        "s",
                                        "s ",
                                        "s 6 0 12 0 5H",
                                        "s 0 99 12 0 5H",
                                        "s 0 0 14 0 5H",
                                        "s 0 0 12 -1 5H",
                                        "s 0 0 12 0 ",
                                        "s 0 0 12 0 XX",
                                        "s 0 0 12 9999999999999999999999 5H",
                                        "f 0 0",
                                        "f 0 1 2",
                                        "f 0",
                                        "c 0 256 0123456789abcdef0123456789abcdef",
                                        "c 0 1 ab",
                                        "c 0 1 0123456789abcdef0123456789abcdef0",
                                        "s 0 0 12 0 5H 6H",
                                        "s00 12 0 5H",
                                        "g\nid a"};
    char text[GAME_FACT_MAX] = "o";
    struct game_fact fact;
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        if (game_facts_parse(texts[i], strlen(texts[i]), &fact) == 0)
            fail_msg("'%s' is taken for a fact", texts[i]);
    }
    assert_int_equal(game_facts_parse(text, sizeof text, &fact), -1);
    assert_int_equal(game_facts_parse(text, 2, &fact), -1); /* a NUL in it */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_game_of_each_preset),
        cmocka_unit_test(test_altered_games),
        cmocka_unit_test(test_steps_and_faults),
        cmocka_unit_test(test_seats_and_ends),
        cmocka_unit_test(test_malformed_facts_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
