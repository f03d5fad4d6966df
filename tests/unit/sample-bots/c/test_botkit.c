/* test_botkit.c - a bot follows its game from messages and answers its turns, in both encodings. */
#include "kit_bot.h"

/* ---------------------------------------------------------------------------------- decisions */

static void a_seed_gives_the_same_numbers_below_the_bound(void **state)
{
    static struct bot a = {.random = 5}, b = {.random = 5}, c = {.random = 6};
    int same = 0, seen[7] = {0};
    (void)state;
    for (int i = 0; i < 1000; i++) {
        uint32_t number = bot_below(&a, 7);
        assert_true(number < 7);
        assert_int_equal(number, bot_below(&b, 7));
        same += number == bot_below(&c, 7);
        seen[number]++;
    }
    assert_true(same < 300);
    for (int i = 0; i < 7; i++)
        assert_in_range(seen[i], 80, 220);
}

static void cards_are_chosen_in_canonical_order(void **state)
{
    struct seen_turn turn = {.phase = PHASE_GIVE};
    struct action action;
    char text[ACTION_TEXT_MAX];
    (void)state;
    seen_choose(&turn, cards_of("RJ 4H AS 5S"), &action);
    action_format(&action, text);
    assert_string_equal(text, "give:5S:AS:4H:RJ");
    turn.phase = PHASE_DISCARD;
    seen_choose(&turn, cards_of("4H"), &action);
    action_format(&action, text);
    assert_string_equal(text, "discard:4H");
}

static void random_takes_each_that_is_legal_but_no_claim(void **state)
{
    static struct bot bot = {.random = 1};
    struct seen_turn turn = {.phase = PHASE_PLAY, .legal_count = 4};
    int seen[4] = {0};
    (void)state;
    for (int i = 0; i < 4; i++)
        turn.legal[i] = (struct action){
            .kind = i == 3 ? ACTION_CLAIM : ACTION_PLAY, .count = 1, .cards = {(card_t)i}};
    for (int i = 0; i < 300; i++) {
        struct action action;
        assert_true(bot_decide_random(&bot, NULL, &turn, &action));
        seen[action.kind == ACTION_CLAIM ? 3 : action.cards[0]]++;
    }
    assert_true(seen[0] > 50 && seen[1] > 50 && seen[2] > 50);
    assert_int_equal(seen[3], 0);
}

static void random_chooses_as_many_as_it_owes(void **state)
{
    static struct bot bot = {.random = 1};
    struct seen_turn turn = {
        .phase = PHASE_DISCARD, .choose = 3, .from = cards_of("5S 6S 7S 8S RJ")};
    cardset_t all = 0;
    (void)state;
    for (int i = 0; i < 100; i++) {
        struct action action;
        cardset_t cards = 0;
        assert_true(bot_decide_random(&bot, NULL, &turn, &action));
        assert_int_equal(action.kind, ACTION_DISCARD);
        assert_int_equal(action.count, 3);
        for (int j = 0; j < 3; j++)
            cards |= CARDSET(action.cards[j]);
        assert_int_equal(cardset_count(cards), 3);
        assert_true((cards & ~turn.from) == 0);
        all |= cards;
    }
    assert_true(all == turn.from);
}

static bool decide_nothing(struct bot *bot, const struct seen *game, const struct seen_turn *turn,
                           struct action *action)
{
    (void)bot, (void)game, (void)turn, (void)action;
    return false;
}

static void a_turn_is_answered_with_its_numbers(void **state)
{
    (void)state;
    assert_plays(GAME("") DEAL "turn g=3 n=17 phase=auction legal=pass,6S,6C\nbye why=x\n",
                 HELLO "act g=3 n=17 a=pass\n");
    assert_int_equal(seen_game.seat, 2);
    assert_int_equal(seen_turn.phase, PHASE_AUCTION);
    assert_int_equal(seen_turn.legal_count, 3);
    assert_int_equal(seen_turn.legal[1].kind, ACTION_CALL); /* not a card */
    assert_true(seen_game.hand == cards_of("5S 6S 7S 8S 9S 10S JS QS KS AS"));
    assert_int_equal(seen_game.contract.call, CALL_PASS);
}

static void games_are_kept_apart_and_end(void **state)
{
    (void)state;
    assert_plays(GAME("") "game g=4 id=y seat=1 players=a,b,c,d preset=perfect sides=0,1,0,1"
                          " scores=0,0 policy=strict set=s commit=00\n" DEAL
                          "deal g=4 d=1 attempt=0 dealer=1\n"
                          "cards g=4 hand=1 cards=RJ\n"
                          "turn g=4 n=5 phase=auction legal=pass\n"
                          "over g=3 reason=hands winners=0 scores=1,0\n"
                          "turn g=3 n=6 phase=auction legal=pass\n",
                 HELLO "act g=4 n=5 a=pass\n"); /* the game of the last turn is over */
    assert_int_equal(seen_game.seat, 1);
    assert_true(seen_game.hand == cards_of("RJ"));
}

static void no_decision_sends_nothing(void **state)
{
    (void)state;
    struct run *run = run_lines(GAME("") DEAL "turn g=3 n=17 phase=auction legal=pass\n",
                                ENCODING_TEXT, decide_nothing);
    assert_string_equal(run->said, HELLO);
    assert_int_equal(run->bot.turns, 1);
    assert_int_equal(run->bot.n, 17);
}

static void after_bye_nothing_is_read(void **state)
{
    (void)state;
    assert_plays(GAME("") DEAL "bye why=closing\nturn g=3 n=1 phase=auction legal=pass\n", HELLO);
}

static void a_malformed_message_ends_the_bot(void **state)
{
    (void)state;
    assert_int_equal(run_bytes("what is this?\n", 14, ENCODING_TEXT, decide_first, NULL)->status,
                     1);
    assert_int_equal(run_bytes("", 0, ENCODING_TEXT, decide_first, NULL)->status, 0);
    assert_int_equal(run_bytes("turn g=3 n", 10, ENCODING_TEXT, decide_first, NULL)->status,
                     0); /* cut off */
    assert_int_equal(run_bytes("\x81\xa1t\xa4", 4, ENCODING_MSGPACK, decide_first, NULL)->status,
                     0);
}

/* ------------------------------------------------------------------------------ several nodes */

enum { VISITS_MAX = 4 };

/* A node of an arena: for each visit it reads a line and gives one answer. */
struct node {
    int listener, visits;
    char address[32];
    const char *answers[VISITS_MAX];
    char said[VISITS_MAX][200];
    pthread_t thread;
};

static void *node_serve(void *context)
{
    struct node *node = context;
    for (int i = 0; i < VISITS_MAX && node->answers[i]; i++) {
        int fd = accept(node->listener, NULL, NULL);
        if (fd < 0)
            break; /* the bot went to another node and the test is over */
        ssize_t got = read(fd, node->said[i], sizeof node->said[i] - 1);
        node->visits += got > 0 && write(fd, node->answers[i], strlen(node->answers[i])) > 0;
        close(fd);
    }
    return NULL;
}

static void node_open(struct node *node)
{
    struct sockaddr_in name = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof name;
    node->listener = socket(AF_INET, SOCK_STREAM, 0);
    assert_true(node->listener >= 0);
    assert_int_equal(bind(node->listener, (struct sockaddr *)&name, sizeof name), 0);
    assert_int_equal(listen(node->listener, VISITS_MAX), 0);
    assert_int_equal(getsockname(node->listener, (struct sockaddr *)&name, &size), 0);
    snprintf(node->address, sizeof node->address, "127.0.0.1:%d", ntohs(name.sin_port));
    assert_int_equal(pthread_create(&node->thread, NULL, node_serve, node), 0);
}

static void node_close(struct node *node)
{
    shutdown(node->listener, SHUT_RDWR); /* wakes its accept */
    assert_int_equal(pthread_join(node->thread, NULL), 0);
    close(node->listener);
}

#define WELCOME(session) "welcome v=1 name=ann session=" session " server=x\n"

/* A bot at `home`, which redirects it to `address` in its first visit; `home`'s next answer is
 * its last. */
static int visit(struct node *home, const char *address)
{
    static struct bot bot;
    static char first[200];
    snprintf(first, sizeof first, WELCOME("one") "redirect address=%s ticket=f01c ms=10000\n",
             address);
    home->answers[0] = first;
    node_open(home);
    bot = (struct bot){.name = "ann",
                       .token = "77",
                       .encoding = ENCODING_TEXT,
                       .link = {.address = home->address}};
    assert_int_equal(bot_link_open(&bot.link, bot.name), 0);
    int status = bot_run(&bot, decide_first);
    bot_link_close(&bot.link);
    node_close(home);
    return status;
}

static void a_bot_follows_a_redirect(void **state)
{
    struct node home = {0}, there = {.answers = {WELCOME("two") "bye why=done\n"}};
    (void)state;
    node_open(&there);
    assert_int_equal(visit(&home, there.address), 0);
    node_close(&there);
    assert_string_equal(home.said[0], "hello v=1 name=ann token=77 redirect=1\n");
    assert_string_equal(there.said[0], "hello v=1 name=ann redirect=1 ticket=f01c\n");
    assert_int_equal(home.visits, 1);
}

/* And it stays there from then on. */
static void a_bot_returns_if_the_other_server_refuses_it(void **state)
{
    struct node refuses = {.answers = {"error code=token text=no\n"}};
    (void)state;
    node_open(&refuses);
    const char *const nowhere[] = {refuses.address, "127.0.0.1:1", "nowhere",
                                   "unix:/nonexistent/bots"};
    for (size_t i = 0; i < sizeof nowhere / sizeof nowhere[0]; i++) {
        struct node home = {.answers = {NULL, WELCOME("three") "bye why=done\n"}};
        assert_int_equal(visit(&home, nowhere[i]), 0);
        assert_int_equal(home.visits, 2);
        assert_string_equal(home.said[1], "hello v=1 name=ann token=77\n");
    }
    node_close(&refuses);
    assert_string_equal(refuses.said[0], "hello v=1 name=ann redirect=1 ticket=f01c\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_seed_gives_the_same_numbers_below_the_bound),
        cmocka_unit_test(cards_are_chosen_in_canonical_order),
        cmocka_unit_test(random_takes_each_that_is_legal_but_no_claim),
        cmocka_unit_test(random_chooses_as_many_as_it_owes),
        cmocka_unit_test(a_turn_is_answered_with_its_numbers),
        cmocka_unit_test(games_are_kept_apart_and_end),
        cmocka_unit_test(no_decision_sends_nothing),
        cmocka_unit_test(after_bye_nothing_is_read),
        cmocka_unit_test(a_malformed_message_ends_the_bot),
        cmocka_unit_test(a_bot_follows_a_redirect),
        cmocka_unit_test(a_bot_returns_if_the_other_server_refuses_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
