/* test_env_observe.c - a seat's observation, as numbers. */
#include "env_games.h"

static int8_t *field_at(int8_t *bytes, const struct ruleset *rules, const char *name,
                        struct env_field *field)
{
    for (int i = 0; i < env_observe_field_count(); i++) {
        env_observe_field(rules, i, field);
        if (strcmp(field->name, name) == 0)
            return bytes + field->offset;
    }
    fail_msg("no field %s", name);
    return NULL;
}

static void test_fields_lie_side_by_side(void **state)
{
    (void)state;
    for (int p = 0; p < preset_count(); p++) {
        struct ruleset rules = preset(p);
        int offset = 0;
        for (int i = 0; i < env_observe_field_count(); i++) {
            struct env_field field;
            env_observe_field(&rules, i, &field);
            assert_int_equal(field.offset, offset);
            offset += field.rows * field.width;
        }
        assert_int_equal(offset, env_observe_size(&rules));
        if (rules.players == 4)
            assert_int_equal(offset, 1514);
    }
}

/* Each seat sees its own cards first, and the number of the others' cards. */
static void test_a_seat_sees_its_own_hand(void **state)
{
    struct ruleset rules = preset(0);
    struct env env;
    int8_t bytes[4096];
    (void)state;
    env_reset(&env, &rules, ENV_EPISODE_HAND, 8);
    for (seat_t seat = 0; seat < rules.players; seat++) {
        struct env_field field;
        env_observe(&env, &rules, seat, bytes);
        const int8_t *hands = field_at(bytes, &rules, "hands", &field);
        for (int card = 0; card < CARDS_MAX; card++)
            assert_int_equal(hands[card], cardset_has(env.game.hands[seat], (card_t)card));
        for (int i = CARDS_MAX; i < field.rows * field.width; i++)
            assert_int_equal(hands[i], 0);
        const int8_t *counts = field_at(bytes, &rules, "counts", &field);
        for (int row = 0; row < field.rows; row++)
            assert_int_equal(counts[row], HAND_CARDS);
    }
}

/* Other cards in the other hands and in the kitty: the seat's observation is the same. */
static void mix_hidden(struct env *env, const struct ruleset *rules, seat_t seat, uint64_t *random)
{
    struct game *game = &env->game;
    for (int times = 0; times < 40; times++) {
        seat_t a = (seat_t)sample_below(random, rules->players);
        seat_t b = (seat_t)sample_below(random, rules->players);
        if (a == b || a == seat || b == seat || !game->hands[a] || !game->hands[b])
            continue;
        if ((game->shown >> a | game->shown >> b) & 1)
            continue;
        card_t x = cardset_first(game->hands[a]), y = cardset_first(game->hands[b]);
        game->hands[a] ^= CARDSET(x) | CARDSET(y);
        game->hands[b] ^= CARDSET(x) | CARDSET(y);
    }
}

static void test_hidden_cards_are_not_observed(void **state)
{
    static int8_t one[8192], other[8192];
    (void)state;
    for (int p = 0; p < preset_count(); p++) {
        struct ruleset rules = preset(p);
        uint64_t random = (uint64_t)p + 9;
        struct env env;
        if (rules.two_handed != TWO_HANDED_NONE)
            continue; /* table hands are open, drawn cards are in the stock */
        env_reset(&env, &rules, ENV_EPISODE_HAND, (uint64_t)p);
        for (int step = 0; step < 200; step++) {
            struct env mixed = env;
            seat_t seat = (seat_t)sample_below(&random, rules.players);
            assert_true((size_t)env_observe_size(&rules) <= sizeof one);
            mix_hidden(&mixed, &rules, seat, &random);
            if (seat != env.game.turn)
                mixed.chosen = 0;
            env_observe(&env, &rules, seat, one);
            env_observe(&mixed, &rules, seat, other);
            assert_memory_equal(one, other, (size_t)env_observe_size(&rules));
            assert_true(env_step(&env, &rules, choose(&env, &random), NULL) >= 0);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fields_lie_side_by_side),
        cmocka_unit_test(test_a_seat_sees_its_own_hand),
        cmocka_unit_test(test_hidden_cards_are_not_observed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
