/* test_follow.c - the knowledge that a bot gains from its messages. */
#include "kit_bot.h"

static void the_ruleset_is_that_of_the_game(void **state)
{
    (void)state;
    assert_plays(GAME(" options=target=1000,misere_hands=both") DEAL
                 "turn g=3 n=1 phase=auction legal=pass\n",
                 HELLO "act g=3 n=1 a=pass\n");
    assert_int_equal(seen_game.rules.target, 1000);
    assert_int_equal(seen_game.rules.misere_hands, MISERE_HANDS_BOTH);
}

/* The second is refused, with a line on standard error; the bot continues with a legal action. */
static void a_repeated_option_is_refused(void **state)
{
    (void)state;
    run_lines(GAME(" options=target=1000,target=600") DEAL
              "turn g=3 n=1 phase=auction legal=pass\n",
              ENCODING_TEXT, decide_first);
    assert_int_equal(seen_game.rules.target, 1000);
}

static void calls_and_the_contract_are_followed(void **state)
{
    (void)state;
    assert_plays(GAME("") DEAL "event g=3 k=action seat=3 phase=auction a=7H\n"
                               "event g=3 k=action seat=0 phase=auction a=pass\n"
                               "turn g=3 n=1 phase=auction legal=8S,pass\n",
                 HELLO "act g=3 n=1 a=8S\n");
    assert_int_equal(seen_game.high, CALL_BID(7, DENOM_H));
    assert_int_equal(seen_game.high_by, 3);
    assert_plays(GAME("") DEAL "event g=3 k=contract call=8S by=2 partner=0\n"
                               "event g=3 k=kitty seat=2 cards=4H,RJ,AD\n"
                               "turn g=3 n=2 phase=discard choose=3 from=4H,AD,RJ\n",
                 HELLO "act g=3 n=2 a=discard:AD:4H:RJ\n");
    assert_int_equal(seen_game.contract.call, CALL_BID(8, DENOM_S));
    assert_int_equal(seen_game.contract.partner, 0);
    assert_int_equal(cardset_count(seen_game.hand), 13);
    assert_int_equal(seen_turn.choose, 3);
    assert_true(seen_turn.from == cards_of("4H AD RJ"));
}

static void scores_are_those_of_the_latest_message(void **state)
{
    (void)state;
    run_lines("game g=3 id=x seat=2 players=a,b,c,d preset=wikipedia sides=0,1,0,1 scores=120,-80 "
              "policy=strict set=s commit=00\n" DEAL "turn g=3 n=1 phase=auction legal=pass,6S\n",
              ENCODING_TEXT, decide_first);
    assert_int_equal(seen_game.scores[0], 120);
    assert_int_equal(seen_game.scores[1], -80);
    run_lines(GAME("") DEAL "hand g=3 outcome=played call=7H by=1 tricks=4,6 delta=40,-200 "
                            "scores=40,-200\n" DEAL "turn g=3 n=1 phase=auction legal=pass,6S\n",
              ENCODING_TEXT, decide_first);
    assert_int_equal(seen_game.scores[0], 40);
    assert_int_equal(seen_game.scores[1], -200);
}

static void exchanged_cards_are_counted(void **state)
{
    (void)state;
    assert_plays(
        GAME("") DEAL
        "event g=3 k=action seat=2 phase=discard a=discard:5S:6S\n"
        "event g=3 k=action seat=0 phase=discard a=discard count=3\n"
        "event g=3 k=action seat=0 phase=give a=give:4D\n" /* to us, else it would be hidden */
        "event g=3 k=action seat=2 phase=play a=AS\n"
        "event g=3 k=action seat=3 phase=play a=AC\n"
        "event g=3 k=action seat=0 phase=play hand=1 a=AD\n"
        "turn g=3 n=9 phase=play legal=7S\n",
        HELLO "act g=3 n=9 a=7S\n");
    assert_true(seen_game.hand == cards_of("7S 8S 9S 10S JS QS KS 4D"));
    assert_true(seen_game.played == cards_of("AS AC AD"));
    assert_int_equal(seen_game.on_table, 3);
    assert_int_equal(seen_game.leader, 2);
    assert_true(cardset_has(cards_of("AS"), seen_game.table[2]));
    assert_true(cardset_has(cards_of("AD"), seen_game.table[1])); /* of the hand, not the seat */
    assert_int_equal(seen_game.named, SUIT_NONE);
    assert_true(seen_game.gone == cards_of("5S 6S")); /* its own; the others' are unknown */
    assert_int_equal(seen_game.play_count, 3);
    assert_int_equal(seen_game.plays[2].hand, 1);
    assert_true(cardset_has(cards_of("AD"), seen_game.plays[2].card));
    assert_int_equal(seen_game.dealer, 1);
    assert_int_equal(seen_game.deal_count, 1);
}

static void open_cards_are_known(void **state)
{
    (void)state;
    assert_plays(GAME("") DEAL "event g=3 k=up where=kitty cards=4H\n"
                               "event g=3 k=up where=exposed cards=AC,AD,AH\n"
                               "event g=3 k=action seat=1 phase=expose a=take:AD\n"
                               "event g=3 k=action seat=3 phase=slam a=slam\n"
                               "event g=3 k=action seat=3 phase=partner a=partner:QD\n"
                               "event g=3 k=action seat=0 phase=breach a=breach\n"
                               "event g=3 k=show seat=3 cards=KC,KD\n"
                               "event g=3 k=show seat=3 hand=1 cards=JC\n"
                               "event g=3 k=action seat=3 phase=play a=KC\n"
                               "turn g=3 n=9 phase=play legal=7S ms=900 bank=700\n",
                 HELLO "act g=3 n=9 a=7S\n");
    assert_true(seen_game.kitty_up == cards_of("4H AD"));
    assert_true(seen_game.exposed == cards_of("AC AH"));
    assert_true(seen_game.shown[3] == cards_of("KD"));
    assert_true(seen_game.shown[1] == cards_of("JC"));
    assert_int_equal(seen_game.contract.slam, 1);
    assert_int_equal(seen_game.contract.breach, 0);
    assert_true(cardset_has(cards_of("QD"), seen_game.contract.partner_card));
    assert_int_equal(seen_turn.ms, 900);
    assert_int_equal(seen_turn.bank, 700);
    assert_plays(GAME("") DEAL "turn g=3 n=9 phase=play legal=7S\n", HELLO "act g=3 n=9 a=7S\n");
    assert_int_equal(seen_turn.ms, -1);
    assert_true(seen_game.shown[3] == 0);
}

static void a_trick_ends_and_the_next_begins(void **state)
{
    (void)state;
    assert_plays(GAME("") DEAL "event g=3 k=action seat=3 phase=play a=AC\n"
                               "event g=3 k=trick seat=3\n"
                               "event g=3 k=action seat=1 phase=play a=RJ=H\n"
                               "turn g=3 n=9 phase=play hand=0 legal=7S\n",
                 HELLO "act g=3 n=9 a=7S\n");
    assert_int_equal(seen_game.on_table, 1);
    assert_int_equal(seen_game.leader, 1);
    assert_int_equal(seen_game.named, SUIT_H);
    assert_int_equal(seen_game.table[3], CARD_NONE);
    assert_int_equal(seen_turn.hand, 0);
}

/* Keep the first card; drop the first and keep the second; then take one exposed card for one of
 * its own. */
static void cards_that_are_drawn_and_swapped_are_its_own(void **state)
{
    (void)state;
    assert_plays("game g=3 id=x seat=0 players=a,b preset=two-handed-draw sides=0,1 scores=0,0"
                 " policy=strict set=s commit=00\n"
                 "deal g=3 d=1 attempt=0 dealer=1 cards=%\n"
                 "event g=3 k=drawn seat=0 cards=5S ok=0\n"
                 "event g=3 k=action seat=0 phase=draw a=keep\n"
                 "event g=3 k=drawn seat=0 cards=6S ok=0\n"
                 "event g=3 k=action seat=1 phase=draw a=keep\n"
                 "event g=3 k=drawn seat=0 cards=7S ok=0\n"
                 "event g=3 k=action seat=0 phase=draw a=drop\n"
                 "event g=3 k=drawn seat=0 cards=8S ok=1\n"
                 "turn g=3 n=9 phase=auction legal=pass\n",
                 HELLO "act g=3 n=9 a=pass\n");
    assert_true(seen_game.hand == cards_of("5S 8S"));
    assert_true(seen_game.gone == cards_of("6S 7S"));
    assert_plays(GAME("") DEAL "event g=3 k=action seat=2 phase=swap a=swap:4H:5S\n"
                               "event g=3 k=up where=exposed cards=5S,9D\n"
                               "event g=3 k=action seat=1 phase=swap a=swap:5S\n"
                               "turn g=3 n=9 phase=play legal=6S\n",
                 HELLO "act g=3 n=9 a=6S\n");
    assert_true(seen_game.hand == cards_of("4H 6S 7S 8S 9S 10S JS QS KS AS"));
    assert_true(seen_game.exposed == cards_of("9D"));
    assert_true(seen_game.gone == cards_of("5S"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_ruleset_is_that_of_the_game),
        cmocka_unit_test(a_repeated_option_is_refused),
        cmocka_unit_test(calls_and_the_contract_are_followed),
        cmocka_unit_test(scores_are_those_of_the_latest_message),
        cmocka_unit_test(exchanged_cards_are_counted),
        cmocka_unit_test(open_cards_are_known),
        cmocka_unit_test(a_trick_ends_and_the_next_begins),
        cmocka_unit_test(cards_that_are_drawn_and_swapped_are_its_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
