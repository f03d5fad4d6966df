/* test_botkit.c - a bot learns of its game from messages and answers its turns, in both encodings.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <arpa/inet.h>
#include <getopt.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
/* cmocka wants the first four above. */
#include <cmocka.h>

#include "botkit.h"

enum { BYTES_MAX = 60000 /* less than a pipe holds */ };

static cardset_t cards_of(const char *text)
{
    cardset_t cards = 0;
    while (*text) {
        size_t size = strcspn(text, " ");
        card_t card;
        assert_int_equal(card_parse(text, size, &card), 0);
        cards |= CARDSET(card);
        text += size + (text[size] == ' ');
    }
    return cards;
}

/* ---------------------------------------------------------------------------------- arguments */

static int init(struct bot *bot, const char *const *arguments)
{
    char *argv[12] = {(char *)(uintptr_t) "bot"};
    int argc = 1;
    while (arguments[argc - 1]) {
        argv[argc] = (char *)(uintptr_t)arguments[argc - 1];
        argc++;
    }
    optind = 0; /* getopt begins anew */
    opterr = 0;
    return bot_init(bot, argc, argv, "standard");
}

static void arguments_are_taken(void **state)
{
    static struct bot bot;
    (void)state;
    assert_int_equal(init(&bot, (const char *const[]){NULL}), 0);
    assert_string_equal(bot.name, "standard");
    assert_int_equal(bot.encoding, ENCODING_TEXT);
    assert_int_equal(bot.link.read_fd, 0);
    assert_int_equal(bot.link.write_fd, 1);
    assert_int_equal(
        init(&bot, (const char *const[]){"--name", "ann", "--token=t", "--encoding", "msgpack",
                                         "--seed", "77", "--verbose", NULL}),
        0);
    assert_string_equal(bot.name, "ann");
    assert_string_equal(bot.token, "t");
    assert_int_equal(bot.encoding, ENCODING_MSGPACK);
    assert_int_equal(bot.random, 77);
    assert_true(bot.verbose);
}

static void bad_arguments_are_refused(void **state)
{
    static struct bot bot;
    (void)state;
    assert_int_equal(init(&bot, (const char *const[]){"--nosuch", NULL}), 2);
    assert_int_equal(init(&bot, (const char *const[]){"--name", NULL}), 2);
    assert_int_equal(init(&bot, (const char *const[]){"--encoding", "json", NULL}), 2);
    assert_int_equal(init(&bot, (const char *const[]){"--encoding", "", NULL}), 2);
    assert_int_equal(init(&bot, (const char *const[]){"--connect", "nowhere", NULL}), 3);
}

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

/* ---------------------------------------------------------------------------------- whole games */

/* Lines of text in the bot's encoding. */
static size_t encode(const char *lines, enum encoding encoding, char *out)
{
    static struct message message;
    enum encoding text = ENCODING_TEXT;
    size_t used = 0, bad;
    const char *end = lines + strlen(lines);

    while (lines < end) {
        int size = stream_next(&text, FROM_SERVER, lines, (size_t)(end - lines), &message, &bad);
        if (size <= 0)
            fail_msg("the test holds a bad line: %.60s", lines);
        lines += size;
        int made = message_encode(&message, encoding, out + used, BYTES_MAX - used);
        assert_true(made > 0);
        used += (size_t)made;
    }
    return used;
}

/* What a bot writes, as text, without the lists of `hello`. */
static void decode(enum encoding encoding, const char *bytes, size_t size, char *out)
{
    static struct message message;
    size_t used = 0, bad;
    int taken;
    out[0] = 0;
    while ((taken = stream_next(&encoding, FROM_CLIENT, bytes, size, &message, &bad)) > 0) {
        int made = message_encode(&message, ENCODING_TEXT, out + used, 2000);
        assert_true(made > 0);
        used += (size_t)made;
        out[used] = 0;
        bytes += taken;
        size -= (size_t)taken;
    }
    assert_int_equal(taken, 0);
}

struct run {
    int status;
    struct bot bot;
    char said[8000];
};

static struct seen seen_game; /* at the latest turn */
static struct seen_turn seen_turn;

static bool decide_first(struct bot *bot, const struct seen *game, const struct seen_turn *turn,
                         struct action *action)
{
    (void)bot;
    seen_game = *game;
    seen_turn = *turn;
    if (turn->choose)
        return bot_decide_random(bot, game, turn, action);
    *action = turn->legal[0];
    return true;
}

static bool decide_nothing(struct bot *bot, const struct seen *game, const struct seen_turn *turn,
                           struct action *action)
{
    (void)bot, (void)game, (void)turn, (void)action;
    return false;
}

static struct run *run_bytes(const char *bytes, size_t size, enum encoding encoding,
                             bot_decide_fn *decide)
{
    static struct run run;
    static char bytes_said[BYTES_MAX];
    int in[2], out[2];

    memset(&run, 0, sizeof run);
    assert_true(pipe(in) == 0 && pipe(out) == 0);
    assert_int_equal(write(in[1], bytes, size), (ssize_t)size);
    close(in[1]);
    run.bot = (struct bot){.random = 1,
                           .name = "ann",
                           .encoding = encoding,
                           .link.read_fd = in[0],
                           .link.write_fd = out[1]};
    run.status = bot_run(&run.bot, decide);
    close(out[1]);
    close(in[0]);
    ssize_t got = read(out[0], bytes_said, sizeof bytes_said);
    close(out[0]);
    decode(encoding, bytes_said, got > 0 ? (size_t)got : 0, run.said);
    return &run;
}

static struct run *run_lines(const char *lines, enum encoding encoding, bot_decide_fn *decide)
{
    static char bytes[BYTES_MAX];
    return run_bytes(bytes, encode(lines, encoding, bytes), encoding, decide);
}

#define GAME(more)                                                                                 \
    "game g=3 id=x seat=2 players=a,b,c,d preset=wikipedia" more                                   \
    " sides=0,1,0,1 scores=0,0 policy=strict set=s commit=00\n"
#define DEAL "deal g=3 d=1 attempt=0 dealer=1 cards=5S,6S,7S,8S,9S,10S,JS,QS,KS,AS\n"
#define HELLO "hello v=1 name=ann\n"

/* With both encodings. */
static void assert_plays(const char *lines, const char *said)
{
    for (int encoding = ENCODING_MSGPACK; encoding <= ENCODING_TEXT; encoding++) {
        struct run *run = run_lines(lines, (enum encoding)encoding, decide_first);
        assert_string_equal(run->said, said);
        assert_int_equal(run->status, 0);
    }
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

static void the_ruleset_is_the_games(void **state)
{
    (void)state;
    assert_plays(GAME(" options=target=1000,misere_hands=both") DEAL
                 "turn g=3 n=1 phase=auction legal=pass\n",
                 HELLO "act g=3 n=1 a=pass\n");
    assert_int_equal(seen_game.rules.target, 1000);
    assert_int_equal(seen_game.rules.misere_hands, MISERE_HANDS_BOTH);
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

static void cards_that_go_and_come_are_counted(void **state)
{
    (void)state;
    assert_plays(
        GAME("") DEAL
        "event g=3 k=action seat=2 phase=discard a=discard:5S:6S\n"
        "event g=3 k=action seat=0 phase=discard a=discard count=3\n"
        "event g=3 k=action seat=0 phase=give a=give:4D\n" /* to us, or it were not shown */
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
    assert_true(seen_game.gone == cards_of("5S 6S")); /* its own; what others threw is not known */
    assert_int_equal(seen_game.play_count, 3);
    assert_int_equal(seen_game.plays[2].hand, 1);
    assert_true(cardset_has(cards_of("AD"), seen_game.plays[2].card));
    assert_int_equal(seen_game.dealer, 1);
    assert_int_equal(seen_game.deal_count, 1);
}

static void what_lies_open_is_known(void **state)
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

/* Keep the first; drop the first and keep the second; then one exposed card for one of the own. */
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
                               "event g=3 k=action seat=1 phase=swap a=swap:5S:6C\n"
                               "turn g=3 n=9 phase=play legal=6S\n",
                 HELLO "act g=3 n=9 a=6S\n");
    assert_true(seen_game.hand == cards_of("4H 6S 7S 8S 9S 10S JS QS KS AS"));
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
                 HELLO "act g=4 n=5 a=pass\n"); /* the last turn is of no game any more */
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

static void what_is_no_message_ends_the_bot(void **state)
{
    (void)state;
    assert_int_equal(run_bytes("what is this?\n", 14, ENCODING_TEXT, decide_first)->status, 1);
    assert_int_equal(run_bytes("", 0, ENCODING_TEXT, decide_first)->status, 0);
    assert_int_equal(run_bytes("turn g=3 n", 10, ENCODING_TEXT, decide_first)->status,
                     0); /* cut off */
    assert_int_equal(run_bytes("\x81\xa1t\xa4", 4, ENCODING_MSGPACK, decide_first)->status, 0);
}

/* ------------------------------------------------------------------------------ several nodes */

enum { VISITS_MAX = 4 };

/* A node of an arena: for each visit a line is read, and one answer given. */
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
            break; /* the bot went elsewhere and the test is over */
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

/* A bot at `home`, which is told in its first visit to go to `address`; what `home` says next is
 * the last. */
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

static void it_goes_where_it_is_sent(void **state)
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

/* And stays there from then on. */
static void it_comes_back_from_where_nobody_takes_it(void **state)
{
    struct node refuses = {.answers = {"error code=token text=no\n"}};
    (void)state;
    node_open(&refuses);
    const char *const nowhere[] = {refuses.address, "127.0.0.1:1", "nowhere"};
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
        cmocka_unit_test(arguments_are_taken),
        cmocka_unit_test(bad_arguments_are_refused),
        cmocka_unit_test(a_seed_gives_the_same_numbers_below_the_bound),
        cmocka_unit_test(cards_are_chosen_in_canonical_order),
        cmocka_unit_test(random_takes_each_that_is_legal_but_no_claim),
        cmocka_unit_test(random_chooses_as_many_as_it_owes),
        cmocka_unit_test(a_turn_is_answered_with_its_numbers),
        cmocka_unit_test(the_ruleset_is_the_games),
        cmocka_unit_test(calls_and_the_contract_are_followed),
        cmocka_unit_test(scores_are_those_of_the_latest_message),
        cmocka_unit_test(cards_that_go_and_come_are_counted),
        cmocka_unit_test(what_lies_open_is_known),
        cmocka_unit_test(a_trick_ends_and_the_next_begins),
        cmocka_unit_test(cards_that_are_drawn_and_swapped_are_its_own),
        cmocka_unit_test(games_are_kept_apart_and_end),
        cmocka_unit_test(no_decision_sends_nothing),
        cmocka_unit_test(after_bye_nothing_is_read),
        cmocka_unit_test(what_is_no_message_ends_the_bot),
        cmocka_unit_test(it_goes_where_it_is_sent),
        cmocka_unit_test(it_comes_back_from_where_nobody_takes_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
