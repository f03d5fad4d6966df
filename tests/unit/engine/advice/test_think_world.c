/* test_think_world.c - a sampled world is set up as the game that the solver receives; the
 * called card. */
#include "seen_game.h"

/* The solver receives the present position: the same cards face up, the same choice. */
static void check_replayed(const struct history *history, const struct seen *game,
                           const struct world *world)
{
    const struct game *truth = &history->play.game;
    struct game play;
    struct legal now, then;

    assert_true(think_world_set_up(&play, game, &game->contract, world, world->hands[game->seat]));
    for (int i = 0; i < game->play_count; i++) {
        struct action action = {.kind = ACTION_PLAY,
                                .count = 1,
                                .joker = {SUIT_NONE, SUIT_NONE},
                                .cards = {game->plays[i].card}};
        if (card_is_joker(action.cards[0]))
            action.joker[action.cards[0] - CARD_RJ] = game->plays[i].named;
        assert_int_equal(game_apply(&play, &game->rules, &action, NULL), ENGINE_OK);
    }
    game_legal(&play, &game->rules, &now);
    game_legal(truth, &game->rules, &then);
    assert_true(now.cards == then.cards && play.hand_due == truth->hand_due);
    for (int hand = 2; hand < 4; hand++) {
        assert_true(play.hands[hand] == truth->hands[hand]);
        assert_int_equal(play.down_count[hand], truth->down_count[hand]);
        for (int i = 0; i < play.down_count[hand]; i++)
            assert_true(cardset_has(world->hands[hand], play.down[hand][i]) ||
                        play.over[hand][i] == CARD_NONE);
    }
}

static void cards_under_others_are_imagined(void **state)
{
    static struct history history;
    static struct seen game;
    struct sampler sampler;
    struct world world;
    int plays = 0;
    (void)state;
    for (int hand = 0; hand < 25; hand++) {
        play_begin(&history.play, preset("two-handed-table"), 0);
        shuffle_and_deal(&history);
        while (history.play.game.phase != PHASE_DEAL && history.play.game.phase != PHASE_OVER) {
            const struct game *truth = &history.play.game;
            see(&history, truth->turn, &game);
            if (truth->phase == PHASE_PLAY) {
                assert_true(sample_init(&sampler, &game, game.hand));
                sample_draw(&sampler, &dice, &world);
                for (int i = 0; i < 4; i++)
                    assert_int_equal(cardset_count(world.hands[i]),
                                     cardset_count(truth->hands[i]) + truth->down_count[i]);
                check_replayed(&history, &game, &world);
                plays++;
            }
            step(&history);
        }
    }
    assert_true(plays > 200);
}

static void the_card_to_call_is_the_best_that_is_missing(void **state)
{
    static struct seen game;
    (void)state;
    memset(&game, 0, sizeof game);
    game.rules = preset("five-handed");
    game.hand = cards("JH AH KH");
    assert_int_equal(think_world_call_card(&game, DENOM_H, game.rules.cards),
                     cardset_first(cards("JD")));
    game.hand |= cards("JD");
    assert_int_equal(think_world_call_card(&game, DENOM_H, game.rules.cards),
                     cardset_first(cards("QH")));
    game.rules.partner_cards = PARTNER_CARDS_ANY;
    assert_true(card_is_joker(think_world_call_card(&game, DENOM_H, game.rules.cards)));
    assert_int_equal(think_world_call_card(&game, DENOM_H, cards("JH AH")), CARD_NONE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cards_under_others_are_imagined),
        cmocka_unit_test(the_card_to_call_is_the_best_that_is_missing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
