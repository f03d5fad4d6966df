/* test_game_replay.c - a game is replayed from its facts, or the reason is given why it cannot
 * be. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include "tested_table.h"
#include "resume/game_facts.h"
#include "resume/game_replay.h"

enum { FACTS_MAX = 400 };

static char facts[FACTS_MAX][GAME_FACT_MAX];
static size_t sizes[FACTS_MAX];
static int fact_count, next_fact;
static struct tested again;
static struct game_replay replay;

static void keep_facts(const struct tested *tested)
{
    for (int i = 0; i < tested->effects.count; i++) {
        const struct effect *effect = &tested->effects.items[i];
        if (effect->kind == EFFECT_STEP || effect->kind == EFFECT_FAULT) {
            sizes[fact_count] = game_facts_effect_format(effect, facts[fact_count]);
            fact_count++;
        }
    }
}

static bool next(void *context, const char **fact, size_t *size)
{
    (void)context;
    if (next_fact == fact_count)
        return false;
    *fact = facts[next_fact];
    *size = sizes[next_fact++];
    return true;
}

static void feed(void *context, struct table_input *input, usec_t now)
{
    (void)context;
    table_step(&again.table, input, now, &again.effects);
    for (int i = 0; i < again.effects.count; i++) {
        const struct effect *effect = &again.effects.items[i];
        if (effect->kind == EFFECT_STEP || effect->kind == EFFECT_FAULT)
            (void)game_replay_effect(&replay, effect);
    }
}

/* A table whose game began like the other's, with all seats absent. */
static bool play_again(const struct table_config *config)
{
    begin_with(&again, config);
    for (seat_t seat = 0; seat < 4; seat++)
        STEP(&again, .kind = TABLE_GONE, .seat = seat);
    next_fact = 0;
    replay =
        (struct game_replay){.table = &again.table, .now = again.now, .next = next, .feed = feed};
    return game_replay_run(&replay);
}

/* Seven steps; the third one is a default after an illegal word. */
static struct tested *play_first(void)
{
    static const char *const words[] = {"7S", "pass", "pass", "pass"};
    struct tested *first = begin();
    fact_count = 0;
    for (int i = 0; i < 4; i++) {
        seat_t seat = table_game(&first->table)->turn;
        first->now += 5 * MSEC;
        answer(first, seat, words[i]);
        keep_facts(first);
        serve(first);
    }
    assert_int_equal(fact_count, 4);
    return first;
}

static void the_same_facts_make_the_same_game(void **state)
{
    (void)state;
    struct tested *first = play_first();
    struct game game = *table_game(&first->table);
    struct table_config config = *table_config(&first->table);
    assert_true(play_again(&config));
    assert_memory_equal(table_game(&again.table), &game, sizeof game);
}

static void other_facts_are_refused(void **state)
{
    (void)state;
    struct tested *first = play_first();
    struct table_config config = *table_config(&first->table);
    char *word = strstr(facts[0], "7S");
    assert_non_null(word);
    *word = '5'; /* no such call */
    assert_false(play_again(&config));
    *word = '7';
    sizes[1] /= 2; /* half a fact */
    assert_false(play_again(&config));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_facts_make_the_same_game),
        cmocka_unit_test(other_facts_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
