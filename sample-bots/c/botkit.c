/* botkit.c - everything of a bot but its decisions. */
#include "botkit.h"

#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

uint32_t bot_below(struct bot *bot, uint32_t bound)
{
    uint64_t z = bot->random += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return (uint32_t)(((z ^ z >> 31) >> 32) * bound >> 32);
}

/* ------------------------------------------------------------------------------- start */

static bool set_encoding(struct bot *bot, const char *word)
{
    bool msgpack = strcmp(word, "msgpack") == 0;
    bot->encoding = msgpack ? ENCODING_MSGPACK : ENCODING_TEXT;
    return msgpack || strcmp(word, "text") == 0;
}

/* The next of the addresses that it was told. */
static const char *next_home(struct bot *bot)
{
    const char *home = bot->home[bot->home_at];
    bot->home_at = (bot->home_at + 1) % bot->home_count;
    return home;
}

/* Splits the addresses of --connect, in place. False: there are too many. */
static bool read_homes(struct bot *bot)
{
    char *save = NULL;

    for (char *word = strtok_r((char *)(uintptr_t)bot->link.address, ",", &save); word;
         word = strtok_r(NULL, ",", &save)) {
        if (bot->home_count == BOT_ADDRESSES_MAX)
            return false;
        bot->home[bot->home_count++] = word;
    }
    return bot->home_count > 0;
}

/* 0, or an exit status after a line on standard error. */
static int open_first(struct bot *bot)
{
    int status = 0;

    if (!bot->link.address)
        return bot_link_open(&bot->link, bot->name);
    if (!read_homes(bot)) {
        fprintf(stderr, "%s: --connect: expected HOST:PORT, or at most %d with commas\n", bot->name,
                BOT_ADDRESSES_MAX);
        return 2;
    }
    for (int i = 0; i < bot->home_count; i++) {
        bot->link.address = next_home(bot);
        status = bot_link_open(&bot->link, bot->name);
        if (status == 0)
            break;
    }
    return status;
}

int bot_init(struct bot *bot, int argc, char **argv, const char *name)
{
    static const struct option options[] = {{"connect", required_argument, NULL, 'c'},
                                            {"name", required_argument, NULL, 'n'},
                                            {"token", required_argument, NULL, 't'},
                                            {"seed", required_argument, NULL, 's'},
                                            {"encoding", required_argument, NULL, 'e'},
                                            {"verbose", no_argument, NULL, 'v'},
                                            {"nonce", no_argument, NULL, 'x'},
                                            {"session", required_argument, NULL, 'r'},
                                            {"tls", no_argument, NULL, 'T'},
                                            {"tls-ca", required_argument, NULL, 'A'},
                                            {"tls-fingerprint", required_argument, NULL, 'F'},
                                            {"reconnect", required_argument, NULL, 'R'},
                                            {"version", required_argument, NULL, 'V'},
                                            {"ruleset", required_argument, NULL, 'P'},
                                            {NULL, 0, NULL, 0}};
    struct timespec now;
    int option;

    memset(bot, 0, sizeof *bot);
    clock_gettime(CLOCK_REALTIME, &now);
    bot->random = (uint64_t)now.tv_nsec * 0x9e3779b97f4a7c15u ^ (uint64_t)getpid();
    bot->name = name;
    bot->encoding = ENCODING_TEXT;
    while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
        switch (option) {
        case 'c':
            bot->link.address = optarg;
            break;
        case 'n':
            bot->name = optarg;
            break;
        case 't':
            bot->token = optarg;
            break;
        case 's':
            bot->seed = bot->random = strtoull(optarg, NULL, 10);
            bot->seeded = true;
            break;
        case 'V':
            bot->version = optarg;
            break;
        case 'P':
            bot->rulesets = optarg;
            break;
        case 'v':
            bot->verbose = true;
            break;
        case 'x':
            bot->nonce = true;
            break;
        case 'T':
            bot->link.tls = true;
            break;
        case 'A':
            bot->link.ca = optarg;
            break;
        case 'F':
            bot->link.fingerprint = optarg;
            break;
        case 'r':
            bot->session = optarg;
            break;
        case 'R':
            bot->reconnect_sec = atoi(optarg);
            break;
        case 'e':
            if (!set_encoding(bot, optarg)) {
                fprintf(stderr, "%s: --encoding %s: expected text or msgpack\n", name, optarg);
                return 2;
            }
            break;
        default:
            return 2;
        }
    }
    signal(SIGPIPE, SIG_IGN);
    return open_first(bot);
}

/* ------------------------------------------------------------------------------- output */

void bot_send_bytes(struct bot *bot, const void *bytes, size_t size)
{
    if (!bot_link_write(&bot->link, bytes, size) && bot->reconnect_sec == 0 && !bot->ticket[0])
        exit(0); /* the arena is gone; who may come back finds that at the next read */
}

static void send_message(struct bot *bot, const struct message *message)
{
    char bytes[FRAME_BYTES_MAX];
    int size = message_encode(message, bot->encoding, bytes, sizeof bytes);
    if (size > 0)
        bot_send_bytes(bot, bytes, (size_t)size);
}

void bot_send_act(struct bot *bot, int64_t g, int64_t n, const char *word, size_t size)
{
    static struct message message;
    message_init(&message, MESSAGE_ACT);
    message_set_int(&message, ACT_G, g);
    message_set_int(&message, ACT_N, n);
    message_set_string(&message, ACT_A, word, size);
    send_message(bot, &message);
}

static void say_hello(struct bot *bot)
{
    static struct message message;
    message_init(&message, MESSAGE_HELLO);
    message_set_int(&message, HELLO_V, PROTOCOL_VERSION);
    message_set_string(&message, HELLO_NAME, bot->name, strlen(bot->name));
    if (bot->link.address && !bot->stays)
        message_set_int(&message, HELLO_REDIRECT, 1);
    if (bot->ticket[0])
        message_set_string(&message, HELLO_TICKET, bot->ticket, strlen(bot->ticket));
    else if (bot->token)
        message_set_string(&message, HELLO_TOKEN, bot->token, strlen(bot->token));
    if (bot->rulesets && bot->link.address)
        message_set_int(&message, HELLO_LOBBY, 1);
    if (bot->session)
        message_set_string(&message, HELLO_SESSION, bot->session, strlen(bot->session));
    if (bot->nonce)
        message_set_int(&message, HELLO_NONCE, 1);
    if (bot->version)
        message_set_string(&message, HELLO_VERSION, bot->version, strlen(bot->version));
    send_message(bot, &message);
}

/* Only these: without a word it gets games of the arena's first. */
static void send_seek(struct bot *bot)
{
    static struct message message;

    message_init(&message, MESSAGE_SEEK);
    message_begin_list(&message, SEEK_RULESETS);
    for (const char *at = bot->rulesets; *at; at += *at == ',') {
        size_t size = strcspn(at, ",");
        message_add_copy(&message, SEEK_RULESETS, at, size);
        at += size;
    }
    send_message(bot, &message);
}

/* Its share in the shuffle: with that nobody can have chosen the cards beforehand. */
static void send_nonce(struct bot *bot, int64_t g)
{
    static struct message message;
    uint8_t bytes[16];

    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)bot_below(bot, 256);
    message_init(&message, MESSAGE_NONCE);
    message_set_int(&message, NONCE_G, g);
    message_set_hex(&message, NONCE_X, bytes, sizeof bytes);
    send_message(bot, &message);
}

/* ------------------------------------------------------------------------ what it learns */

static struct seen *find_game(struct bot *bot, int64_t g)
{
    for (size_t i = 0; i < sizeof bot->games / sizeof bot->games[0]; i++) {
        if (bot->games[i].g == g)
            return &bot->games[i];
    }
    return NULL;
}

/* With --seed a game depends on nothing that was played before it. */
static void seed_game(struct bot *bot, const struct message *message)
{
    struct slice id = message_string(message, GAME_ID);

    bot->random = bot->seed * 31 + (uint64_t)message_int(message, GAME_SEAT);
    for (size_t i = 0; i < id.size; i++)
        bot->random = (bot->random ^ (unsigned char)id.data[i]) * 0x100000001b3u;
}

static void on_game(struct bot *bot, const struct message *message)
{
    struct seen *game = find_game(bot, message_int(message, GAME_G));
    struct ruleset_error error;

    if (!game && !(game = find_game(bot, 0)))
        return;
    if (bot->seeded)
        seed_game(bot, message);
    if (follow_game(game, message, &error))
        fprintf(stderr, "%s: ruleset: %s\n", bot->name, error.text);
    if (message_has(message, GAME_NONCE))
        send_nonce(bot, game->g);
}

/* ------------------------------------------------------------------------------- decisions */

bool bot_decide_random(struct bot *bot, const struct seen *game, const struct seen_turn *turn,
                       struct action *action)
{
    cardset_t left = turn->from, chosen = 0;
    int count = turn->legal_count;
    (void)game;

    if (turn->choose == 0) {
        if (count > 1 && turn->legal[count - 1].kind == ACTION_CLAIM)
            count--;
        *action = turn->legal[bot_below(bot, (uint32_t)count)];
        return true;
    }
    for (int i = 0; i < turn->choose; i++) {
        cardset_t at = left;
        for (uint32_t skip = bot_below(bot, (uint32_t)cardset_count(left)); skip > 0; skip--)
            at &= at - 1;
        chosen |= CARDSET(cardset_first(at));
        left &= ~CARDSET(cardset_first(at));
    }
    seen_choose(turn, chosen, action);
    return true;
}

static void on_turn(struct bot *bot, const struct seen *game, const struct message *message,
                    bot_decide_fn *decide)
{
    static struct seen_turn turn;
    struct action action;
    char word[ACTION_TEXT_MAX];

    follow_turn(&turn, game, message);
    bot->turns++;
    bot->g = game->g;
    bot->n = message_int(message, TURN_N);
    if (decide(bot, game, &turn, &action)) {
        size_t size = action_format(&action, word);
        bot_send_act(bot, bot->g, bot->n, word, size);
    }
}

/* The session is what it comes back with; where the arena does not know it any more, without one.
 */
static void on_welcome(struct bot *bot, const struct message *message)
{
    struct slice session = message_string(message, WELCOME_SESSION);

    bot->welcomed = true;
    bot->ticket[0] = 0;
    snprintf(bot->kept_session, sizeof bot->kept_session, "%.*s", (int)session.size, session.data);
    bot->session = bot->kept_session;
    if (bot->rulesets && bot->link.address)
        send_seek(bot); /* after each connection: what was sought before is forgotten */
}

static void on_error(struct bot *bot, const struct message *message)
{
    struct slice code = message_string(message, ERROR_CODE),
                 text = message_string(message, ERROR_TEXT);

    bool unsought = bot->rulesets && bot->welcomed && !bot->sought;

    if (bot->verbose || unsought)
        fprintf(stderr, "%s: error: %.*s\n", bot->name, (int)text.size, text.data);
    bot->refused = bot->refused || unsought; /* it would wait for ever */
    if (bot->welcomed)
        return;
    if (code.size == 7 && memcmp(code.data, "session", 7) == 0)
        bot->session = NULL;
    else if (code.size != 4 || memcmp(code.data, "full", 4) != 0)
        bot->refused = true;
}

/* To another node of the arena, where a game waits. */
static void on_redirect(struct bot *bot, const struct message *message)
{
    struct slice address = message_string(message, REDIRECT_ADDRESS);
    struct slice ticket = message_string(message, REDIRECT_TICKET);

    if (address.size >= sizeof bot->away || ticket.size >= sizeof bot->ticket)
        return;
    snprintf(bot->away, sizeof bot->away, "%.*s", (int)address.size, address.data);
    snprintf(bot->ticket, sizeof bot->ticket, "%.*s", (int)ticket.size, ticket.data);
    bot->sent = true;
}

/* An arena that closes may say where another node of it is. */
static void on_bye(struct bot *bot, const struct message *message)
{
    if (!message_has(message, BYE_ADDRESS) || !bot->link.address)
        return;
    struct slice address = message_string(message, BYE_ADDRESS);
    if (address.size >= sizeof bot->away)
        return;
    snprintf(bot->away, sizeof bot->away, "%.*s", (int)address.size, address.data);
    bot->sent = true;
}

/* False when it is time to go. */
static bool on_message(struct bot *bot, const struct message *message, bot_decide_fn *decide)
{
    struct seen *game = NULL;

    if (message->kind == MESSAGE_BYE) {
        on_bye(bot, message);
        return false;
    }
    if (message->kind == MESSAGE_WELCOME)
        on_welcome(bot, message);
    if (message->kind == MESSAGE_ERROR)
        on_error(bot, message);
    if (message->kind == MESSAGE_REDIRECT && bot->link.address && !bot->stays)
        on_redirect(bot, message);
    if (message->kind == MESSAGE_SEEKING)
        bot->sought = true;
    if (bot->sent || (bot->refused && bot->welcomed))
        return false;
    if (message->kind == MESSAGE_GAME)
        on_game(bot, message);
    if (message->kind < MESSAGE_DEAL || message->kind > MESSAGE_OVER)
        return true;
    if (!(game = find_game(bot, message_int(message, 0)))) /* `g` comes first in all of those */
        return true;
    if (message->kind == MESSAGE_TURN)
        on_turn(bot, game, message, decide);
    else if (message->kind == MESSAGE_OVER)
        game->g = 0;
    else
        follow_message(game, message);
    return true;
}

enum { LOST = -1 };

/* One connection: until bye, or LOST at its end or when it is sent elsewhere. */
static int play(struct bot *bot, bot_decide_fn *decide)
{
    static char in[8 * FRAME_BYTES_MAX];
    static struct message message;
    enum encoding encoding = ENCODING_UNKNOWN;
    size_t have = 0;
    ssize_t got;

    bot->welcomed = bot->sought = false;
    say_hello(bot);
    while ((got = bot_link_read(&bot->link, in + have, sizeof in - have)) > 0) {
        size_t used = 0, bad = 0;
        int size;
        have += (size_t)got;
        while ((size = stream_next(&encoding, FROM_SERVER, in + used, have - used, &message,
                                   &bad)) > 0) {
            used += (size_t)size;
            if (!on_message(bot, &message, decide))
                return bot->sent ? LOST : bot->refused && bot->welcomed;
        }
        if (size < 0) {
            fprintf(stderr, "%s: bad message: %s\n", bot->name, protocol_error_text(size));
            return 1;
        }
        have -= used;
        memmove(in, in + used, have);
    }
    return LOST;
}

static time_t seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec;
}

static void pause_shortly(void)
{
    const struct timespec pause = {.tv_nsec = 200000000};
    nanosleep(&pause, NULL);
}

/* Connects again, until `until`, to the same node first, then to those that it was told. The arena
 * tells all there is to know of each game once more. */
static bool come_back(struct bot *bot, time_t until)
{
    bot->link.quiet = true;
    memset(bot->games, 0, sizeof bot->games);
    while (!bot->refused && bot->link.address && seconds_now() < until) {
        bot_link_close(&bot->link);
        pause_shortly();
        if (bot_link_open(&bot->link, bot->name) == 0)
            return true;
        bot->link.address = next_home(bot);
    }
    return false;
}

/* Connects to that node, where it is nobody that they know. */
static bool move(struct bot *bot, const char *address)
{
    memset(bot->games, 0, sizeof bot->games);
    bot->session = NULL;
    bot->refused = bot->sent = false;
    bot->link.quiet = true;
    bot_link_close(&bot->link);
    bot->link.address = address;
    return bot_link_open(&bot->link, bot->name) == 0;
}

/* After a connection: to where it was sent; back home if nobody there took it; or to the same
 * again. */
static bool go_on(struct bot *bot, time_t *until)
{
    if (bot->welcomed) /* one that lets nobody in any more is not tried for ever */
        *until = seconds_now() + bot->reconnect_sec;
    if (bot->sent && !bot->ticket[0]) /* said with bye: nobody waits for it there */
        pause_shortly();
    if (bot->sent && move(bot, bot->away))
        return true;
    bot->sent = false;
    if (bot->ticket[0]) { /* its first node has to carry what it says */
        bot->ticket[0] = 0;
        bot->stays = true;
        return move(bot, next_home(bot)) || come_back(bot, *until);
    }
    return come_back(bot, *until);
}

int bot_run(struct bot *bot, bot_decide_fn *decide)
{
    time_t until = 0;
    int status;

    if (bot->home_count == 0 && bot->link.address)
        bot->home[bot->home_count++] = bot->link.address;
    while ((status = play(bot, decide)) == LOST) {
        if (!go_on(bot, &until))
            return 0;
    }
    return status;
}
