/* test_botlobby.c - a bot's requests to the lobby, and its handling of the answers, in both
 * encodings. */
#include "kit_bot.h"

#define WELCOME "welcome v=1 name=ann session=s server=x\n"
#define TABLE "table code=T ruleset=x players=ann,bob seat=0 ms=1\n"
#define GAME_HERE GAME("")
#define OVER "over g=3 reason=target winners=0 scores=1,0\n"
#define BYE "bye why=done\n"
#define GREETING "hello v=1 name=ann lobby=1 redirect=1\n"

static char told[BYTES_MAX];

/* Runs the script, in both encodings: the bot sends `said` after its hello, and ends with
 * `status`. */
static void assert_says(const char *script, const struct bot_lobby *lobby, const char *said,
                        int status)
{
    for (int encoding = ENCODING_MSGPACK; encoding <= ENCODING_TEXT; encoding++) {
        size_t size = encode(script, (enum encoding)encoding, told);
        struct run *run = run_bytes(told, size, (enum encoding)encoding, decide_first, lobby);
        const char *hello_end = strchr(run->said, '\n');
        assert_non_null(hello_end);
        assert_int_equal(strstr(run->said, "lobby=1") != NULL, bot_lobby_wanted(lobby));
        assert_string_equal(hello_end + 1, said);
        assert_int_equal(run->status, status);
    }
}

static void a_bot_seeks_the_given_rulesets(void **state)
{
    (void)state;
    assert_says(WELCOME BYE, &(struct bot_lobby){0}, "", 0);
    assert_says(WELCOME BYE, &(struct bot_lobby){.rulesets = "x,y"}, "seek rulesets=x,y\n", 0);
    assert_says(WELCOME BYE, &(struct bot_lobby){.pair = true, .seek = "rated=0"},
                "seek pair=1 rated=0\n", 0);
}

static void a_bot_arranges_one_game_and_leaves(void **state)
{
    const char script[] = WELCOME TABLE GAME_HERE OVER BYE;
    (void)state;
    assert_says(script, &(struct bot_lobby){.challenge = "bob,cy", .rulesets = "x,y"},
                "challenge names=bob,cy ruleset=x\nquit\n", 0);
    assert_says(script, &(struct bot_lobby){.open = "listed=1 seats=bob,%"},
                "open listed=1 seats=bob,%\nquit\n", 0);
    assert_says(script, &(struct bot_lobby){.join = "T"}, "join code=T\nquit\n", 0);
    /* It also stays when it accepts or seeks. */
    assert_says(script, &(struct bot_lobby){.challenge = "bob", .accept = "any"},
                "challenge names=bob\n", 0);
    assert_says(script, &(struct bot_lobby){.challenge = "bob", .seek = ""},
                "seek\nchallenge names=bob\n", 0);
}

static void a_bot_without_a_game_ends_with_1(void **state)
{
    (void)state;
    assert_says(WELCOME TABLE "off code=T why=declined\n" BYE,
                &(struct bot_lobby){.challenge = "bob"}, "challenge names=bob\nquit\n", 1);
    assert_says(WELCOME "error code=absent text=nobody\n" BYE,
                &(struct bot_lobby){.challenge = "bob"}, "challenge names=bob\nquit\n", 1);
    /* The end of another table is not its own, and an error in its game does not concern the
     * table. */
    assert_says(WELCOME TABLE "off code=U why=declined\n" GAME_HERE "error code=full text=x\n" BYE,
                &(struct bot_lobby){.challenge = "bob"}, "challenge names=bob\n", 0);
}

static void a_bot_answers_invitations(void **state)
{
    const char script[] = WELCOME "invited code=I host=bob ruleset=x players=bob,ann ms=9\n" BYE;
    (void)state;
    assert_says(script, &(struct bot_lobby){.accept = "any"}, "accept code=I\n", 0);
    assert_says(script, &(struct bot_lobby){.accept = "cy,bob"}, "accept code=I\n", 0);
    assert_says(script, &(struct bot_lobby){.accept = "cy,bobby"}, "decline code=I\n", 0);
    assert_says(script, &(struct bot_lobby){0}, "decline code=I\n", 0);
}

static void a_bot_joins_the_first_listed_table_that_fits(void **state)
{
    const char script[] = WELCOME "waiting rulesets=x,y seeking=0,0 playing=0,0 codes=A,B,C "
                                  "hosts=a,b,c played=x,y,y free=1,0,2 delays=0,0,0\n" BYE;
    (void)state;
    assert_says(script, &(struct bot_lobby){.join = "listed", .rulesets = "y"},
                "tables\njoin code=C\n", 0);
    assert_says(script, &(struct bot_lobby){.join = "listed"}, "tables\njoin code=A\n", 0);
    assert_says(script, &(struct bot_lobby){.join = "listed", .rulesets = "z"}, "tables\nquit\n",
                1);
}

static void a_bot_sends_its_line_where_chat_is_allowed(void **state)
{
    (void)state;
    assert_says(WELCOME GAME(" chat=text") BYE, &(struct bot_lobby){.say = "good luck, all"},
                "chat g=3 say=good%20luck%2C%20all\n", 0);
    assert_says(WELCOME GAME_HERE BYE, &(struct bot_lobby){.say = "luck"}, "", 0);
    assert_says(WELCOME GAME(" chat=text resumed=1") BYE, &(struct bot_lobby){.say = "luck"}, "",
                0);
}

static void a_hint_comes_before_the_decision(void **state)
{
    const struct bot_lobby lobby = {.hints = true};
    (void)state;
#define TURN DEAL "turn g=3 n=1 phase=auction legal=pass,6S,6H\n"
    assert_says(WELCOME GAME_HERE TURN "advice g=3 n=1 bot=basic a=6H why=x left=1\n" BYE, &lobby,
                "hint g=3 n=1\nact g=3 n=1 a=6H\n", 0);
    assert_says(WELCOME GAME_HERE TURN "error code=spent text=x\n" BYE, &lobby,
                "hint g=3 n=1\nact g=3 n=1 a=pass\n", 0);
    /* Another error, and advice for another request, are not the answer. */
    assert_says(WELCOME GAME_HERE TURN
                "error code=hush text=x\nadvice g=3 n=7 bot=basic a=6H why=x left=1\n" BYE,
                &lobby, "hint g=3 n=1\n", 0);
}

static void options_that_cannot_be_meant_are_refused(void **state)
{
    struct bot bot = {.name = "ann"};
    (void)state;
    bot.lobby = (struct bot_lobby){.join = "T", .open = ""};
    assert_false(bot_lobby_valid(&bot));
    bot.lobby = (struct bot_lobby){.open = "listed"};
    assert_false(bot_lobby_valid(&bot));
    bot.lobby = (struct bot_lobby){.challenge = "a b"};
    assert_false(bot_lobby_valid(&bot));
    bot.lobby = (struct bot_lobby){.seek = "rated=0\nquit"};
    assert_false(bot_lobby_valid(&bot));
    bot.lobby = (struct bot_lobby){.challenge = "bob", .rulesets = "x", .seek = "rated=0"};
    assert_true(bot_lobby_valid(&bot));
    assert_int_equal(bot_say(&bot, "no message"), -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_bot_seeks_the_given_rulesets),
        cmocka_unit_test(a_bot_arranges_one_game_and_leaves),
        cmocka_unit_test(a_bot_without_a_game_ends_with_1),
        cmocka_unit_test(a_bot_answers_invitations),
        cmocka_unit_test(a_bot_joins_the_first_listed_table_that_fits),
        cmocka_unit_test(a_bot_sends_its_line_where_chat_is_allowed),
        cmocka_unit_test(a_hint_comes_before_the_decision),
        cmocka_unit_test(options_that_cannot_be_meant_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
