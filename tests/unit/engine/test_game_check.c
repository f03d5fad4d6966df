/* test_game_check.c - each invariant of a game: a sound game passes at each step of a hand, and
 * a game corrupted in one place fails at the assert that names it. */
#include "play.h"

#include "death.h"

static void check(void *context)
{
    const struct play *play = context;
    game_check(&play->game, &play->rules);
}

static void card_is_lost(struct game *game)
{
    game->hands[3] &= game->hands[3] - 1;
}
static void card_is_doubled(struct game *game)
{
    game->kitty |= game->hands[3] & (~game->hands[3] + 1);
}
static void card_is_foreign(struct game *game)
{
    game->out |= CARDSET(CARD(SUIT_S, RANK_2));
}
static void turn_is_no_seat(struct game *game)
{
    game->turn = 4;
}
static void end_without_reason(struct game *game)
{
    game->phase = PHASE_OVER;
    game->turn = SEAT_NONE;
}
static void winner_before_the_end(struct game *game)
{
    game->winners = 1;
}
static void dealer_is_no_seat(struct game *game)
{
    game->dealer = 4;
}
static void ban_of_no_seat(struct game *game)
{
    game->bans = 1 << 4;
}
static void caller_is_no_seat(struct game *game)
{
    game->callers |= 1 << 5;
}
static void contract_without_contractor(struct game *game)
{
    game->contract = (struct contract){.call = CALL_MISERE, .by = SEAT_NONE, .partner = SEAT_NONE};
}
static void partner_is_the_contractor(struct game *game)
{
    game->contract.by = game->contract.partner = 1;
}
static void seat_decides_between_hands(struct game *game)
{
    game->phase = PHASE_DEAL;
    game->turn = 0;
}

/* In the phase of play. */
static void trick_is_not_taken(struct game *game)
{
    game->trick_count = game->players_in;
}
static void trick_is_won_twice(struct game *game)
{
    game->won[1]++;
}
static void hand_due_is_not_next(struct game *game)
{
    game->hand_due = game->leader;
    game->turn = game->owner[game->leader];
}
static void other_seat_decides(struct game *game)
{
    game->turn = (seat_t)((game->turn + 1) % 4);
}
static void folded_hand_plays(struct game *game)
{
    game->folded = 1 << 2;
}
static void nothing_is_led(struct game *game)
{
    game->led = SUIT_NONE;
}
static void forced_card_is_not_held(struct game *game)
{
    game->must_play = 1;
    game->forced = game->table[game->leader];
}
static void played_card_is_held_again(struct game *game)
{
    game->hands[game->leader] |= CARDSET(game->table[game->leader]);
}

struct corruption {
    void (*corrupt)(struct game *game);
    const char *why;
};

static void assert_each_fails(const struct play *play, const struct corruption *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct play bad = *play;
        rows[i].corrupt(&bad.game);
        assert_dies(check, &bad, rows[i].why);
    }
}

static void each_invariant_of_a_hand_fails_alone(void **state)
{
    static const struct corruption rows[] = {
        {card_is_lost, "before the play each card has its place"},
        {card_is_doubled, "no card lies at two places"},
        {card_is_foreign, "each card is of the deck"},
        {turn_is_no_seat, "turn < rules->players"},
        {end_without_reason, "an end has a reason"},
        {winner_before_the_end, "winners"},
        {dealer_is_no_seat, "dealer < rules->players"},
        {ban_of_no_seat, "bans"},
        {caller_is_no_seat, "callers"},
        {contract_without_contractor, "who plays it"},
        {partner_is_the_contractor, "partner != contract->by"},
        {seat_decides_between_hands, "no seat decides"},
    };
    struct play play;
    (void)state;

    play_start(&play, ruleset("wikipedia", NULL), 3);
    check(&play);
    assert_each_fails(&play, rows, sizeof rows / sizeof rows[0]);
}

static void each_invariant_of_the_play_fails_alone(void **state)
{
    static const struct corruption rows[] = {
        {trick_is_not_taken, "a complete trick is taken at once"},
        {trick_is_won_twice, "each complete trick is won by one hand at most"},
        {hand_due_is_not_next, "the next hand of the trick is due"},
        {other_seat_decides, "owner[game->hand_due] == game->turn"},
        {folded_hand_plays, "a folded hand does not play"},
        {nothing_is_led, "a suit is led, or is not"},
        {forced_card_is_not_held, "must_play"},
        {card_is_lost, "cards of a hand"},
        {played_card_is_held_again, "cards of a hand"},
    };
    struct play play;
    (void)state;

    play_start(&play, ruleset("wikipedia", NULL), 3);
    play_words(&play, "7S pass pass pass");
    play_default_while(&play, PHASE_DISCARD);
    for (int i = 0; i < 6; i++) { /* one trick, and two cards of the next */
        struct action standard;
        check(&play);
        default_action(&play.game, &play.rules, &standard);
        assert_int_equal(game_apply(&play.game, &play.rules, &standard, &play.events), ENGINE_OK);
    }
    assert_int_equal(play.game.trick_count, 2);
    check(&play);
    assert_each_fails(&play, rows, sizeof rows / sizeof rows[0]);
}

/* All presets, with default actions and the cheapest contract: the game is sound after each
 * step. */
static void a_game_of_each_preset_is_sound_at_each_step(void **state)
{
    (void)state;
    for (int preset = 0; preset < preset_count(); preset++) {
        struct play play;
        play_begin(&play, ruleset(preset_name(preset), NULL), 0);
        for (int hand = 0; hand < 4 && play.game.phase != PHASE_OVER; hand++) {
            play_deal(&play, NULL, NULL);
            for (int step = 0; play.game.phase != PHASE_DEAL && play.game.phase != PHASE_OVER;
                 step++) {
                struct action list[LEGAL_LIST_MAX], next;
                struct legal legal;
                check(&play);
                game_legal(&play.game, &play.rules, &legal);
                int count = legal_list(&legal, &play.rules, list);
                default_action(&play.game, &play.rules, &next);
                if (play.game.phase == PHASE_AUCTION && step < 1 && count > 1)
                    next = list[1];
                assert_int_equal(game_apply(&play.game, &play.rules, &next, &play.events), 0);
            }
            check(&play);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_invariant_of_a_hand_fails_alone),
        cmocka_unit_test(each_invariant_of_the_play_fails_alone),
        cmocka_unit_test(a_game_of_each_preset_is_sound_at_each_step),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
