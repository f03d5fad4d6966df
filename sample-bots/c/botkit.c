/* botkit.c - all of a bot but its decisions. */
#include "botkit.h"

#include "splitmix.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

uint32_t bot_below(struct bot *bot, uint32_t bound)
{
    return splitmix_below(&bot->random, bound);
}

/* ------------------------------------------------------------------------------- start */

/* Returns the next of the node addresses. */
static const char *next_home(struct bot *bot)
{
    const char *home = bot->home[bot->home_at];
    bot->home_at = (bot->home_at + 1) % bot->home_count;
    return home;
}

/* Splits the addresses of --connect, in place. Returns false if there are too many. */
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

/* Returns 0, or an exit status after a line on standard error. */
static int open_first(struct bot *bot)
{
    int status = 0;

    if (!bot->link.address)
        return bot_link_open(&bot->link, bot->name);
    if (!read_homes(bot)) {
        fprintf(stderr,
                "%s: --connect: expected HOST:PORT or unix:PATH, or at most %d with commas\n",
                bot->name, BOT_ADDRESSES_MAX);
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

/* Finds the token of its name, where none was given. Returns 0, or an exit status. */
static int find_token(struct bot *bot)
{
    if (bot->token && bot->token_file) {
        fprintf(stderr, "%s: --token and --token-file: one of them is expected\n", bot->name);
        return 2;
    }
    if (!bot->token && !bot->token_file && bot->link.address &&
        token_file_path(bot->own_token_file, sizeof bot->own_token_file, bot->link.address,
                        bot->name) == 0)
        bot->token_file = bot->own_token_file;
    if (!bot->token_file)
        return 0;
    if (token_file_read(bot->token_file, bot->kept_token)) {
        fprintf(stderr, "%s: %s: %s\n", bot->name, bot->token_file, strerror(errno));
        return 3;
    }
    if (bot->kept_token[0])
        bot->token = bot->kept_token;
    return 0;
}

int bot_init_options(struct bot *bot, int argc, char **argv, const char *name,
                     const struct bot_option *own)
{
    struct timespec now;

    memset(bot, 0, sizeof *bot);
    clock_gettime(CLOCK_REALTIME, &now);
    bot->random = (uint64_t)now.tv_nsec * 0x9e3779b97f4a7c15u ^ (uint64_t)getpid();
    bot->name = name;
    bot->encoding = ENCODING_TEXT;
    int status = bot_options_take(bot, argc, argv, own);
    if (status)
        return status;
    if (!bot_lobby_valid(bot))
        return 2;
    signal(SIGPIPE, SIG_IGN);
    status = find_token(bot);
    return status ? status : open_first(bot);
}

int bot_init(struct bot *bot, int argc, char **argv, const char *name)
{
    return bot_init_options(bot, argc, argv, name, NULL);
}

/* ------------------------------------------------------------------------------- output */

void bot_send_bytes(struct bot *bot, const void *bytes, size_t size)
{
    if (!bot_link_write(&bot->link, bytes, size) && bot->reconnect_sec == 0 && !bot->ticket[0])
        exit(0); /* the arena is gone; the next read finds out, and the bot may reconnect */
}

void bot_send(struct bot *bot, const struct message *message)
{
    char bytes[FRAME_BYTES_MAX];
    int size = scribe_message(message, bot->encoding, bytes, sizeof bytes);
    if (size > 0)
        bot_send_bytes(bot, bytes, (size_t)size);
}

/* The strings of the message are valid until the next call. Returns false if the line is no
 * message. */
static bool read_line(const char *line, struct message *message)
{
    static char bytes[STRING_BYTES_MAX + 1];
    enum encoding encoding = ENCODING_TEXT;
    size_t bad;
    int size = snprintf(bytes, sizeof bytes, "%s\n", line);

    return size < (int)sizeof bytes && !strchr(line, '\n') &&
           stream_next(&encoding, FROM_CLIENT, bytes, (size_t)size, message, &bad) == size;
}

bool bot_line_valid(const char *line)
{
    static struct message message;

    return read_line(line, &message);
}

int bot_say(struct bot *bot, const char *line)
{
    static struct message message;

    if (!read_line(line, &message))
        return -1;
    bot_send(bot, &message);
    return 0;
}

void bot_send_act(struct bot *bot, int64_t g, int64_t n, const char *word, size_t size)
{
    static struct message message;
    message_init(&message, MESSAGE_ACT);
    message_set_int(&message, ACT_G, g);
    message_set_int(&message, ACT_N, n);
    message_set_string(&message, ACT_A, word, size);
    bot_send(bot, &message);
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
    if (bot->token_file && !bot->ticket[0])
        message_set_int(&message, HELLO_CLAIM, 1);
    if (bot->invite && !bot->token && !bot->ticket[0])
        message_set_string(&message, HELLO_INVITE, bot->invite, strlen(bot->invite));
    if (bot->link.address && bot_lobby_wanted(&bot->lobby))
        message_set_int(&message, HELLO_LOBBY, 1);
    if (bot->session)
        message_set_string(&message, HELLO_SESSION, bot->session, strlen(bot->session));
    if (bot->nonce)
        message_set_int(&message, HELLO_NONCE, 1);
    if (bot->version)
        message_set_string(&message, HELLO_VERSION, bot->version, strlen(bot->version));
    bot_send(bot, &message);
}

/* Its share in the shuffle: with it no one can have chosen the cards beforehand. */
static void send_nonce(struct bot *bot, int64_t g)
{
    static struct message message;
    uint8_t bytes[16];

    const struct fair_nonce *sent = bot_fair_own(bot->fairs, g); /* asked again: the same */

    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = sent ? sent->bytes[i] : (uint8_t)bot_below(bot, 256);
    bot_fair_nonce(bot->fairs, g, bytes, sizeof bytes);
    message_init(&message, MESSAGE_NONCE);
    message_set_int(&message, NONCE_G, g);
    message_set_hex(&message, NONCE_X, bytes, sizeof bytes);
    bot_send(bot, &message);
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
    else if (bot->nonce)
        bot_fair_game(&bot->fairs, message, &game->rules);
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

/* The turn that is being decided. With a hint that is later than its message. */
static struct seen_turn turn;

static void decide_turn(struct bot *bot, bot_decide_fn *decide)
{
    struct action action;
    char word[ACTION_TEXT_MAX];
    const struct seen *game = find_game(bot, bot->g);

    if (game && decide(bot, game, &turn, &action)) {
        size_t size = action_format(&action, word);
        bot_send_act(bot, bot->g, bot->n, word, size);
    }
}

static void on_turn(struct bot *bot, const struct seen *game, const struct message *message,
                    bot_decide_fn *decide)
{
    follow_turn(&turn, game, message);
    bot->turns++;
    bot->g = game->g;
    bot->n = message_int(message, TURN_N);
    if (!bot->link.address || !bot_lobby_ask(bot, bot->g, bot->n))
        decide_turn(bot, decide);
}

/* A hint has come, or there is none. */
static void on_hint(struct bot *bot, const struct message *message, bot_decide_fn *decide)
{
    if (message->kind == MESSAGE_ADVICE) {
        struct slice word = message_string(message, ADVICE_A);
        bot_send_act(bot, bot->g, bot->n, word.data, word.size);
    } else {
        decide_turn(bot, decide);
    }
}

/* The arena sends the token once: if it cannot be stored, it is printed. */
static void keep_token(struct bot *bot, struct slice token)
{
    snprintf(bot->kept_token, sizeof bot->kept_token, "%.*s", (int)token.size, token.data);
    bot->token = bot->kept_token;
    if (token_file_write(bot->token_file, bot->kept_token))
        fprintf(stderr, "%s: the token cannot be kept (%s: %s). Keep it yourself: %s\n", bot->name,
                bot->token_file, strerror(errno), bot->kept_token);
}

/* Reconnects with the session; without one if the arena does not know it any more. */
static void on_welcome(struct bot *bot, const struct message *message)
{
    struct slice session = message_string(message, WELCOME_SESSION);

    bot->welcomed = true;
    bot->ticket[0] = 0;
    snprintf(bot->kept_session, sizeof bot->kept_session, "%.*s", (int)session.size, session.data);
    bot->session = bot->kept_session;
    if (message_has(message, WELCOME_TOKEN) && bot->token_file)
        keep_token(bot, message_string(message, WELCOME_TOKEN));
    if (bot->link.address)
        bot_lobby_begin(bot);
}

static void on_error(struct bot *bot, const struct message *message)
{
    struct slice text = message_string(message, ERROR_TEXT);
    bool unsought =
        bot->link.address && bot_lobby_seeks(&bot->lobby) && bot->welcomed && !bot->lobby.sought;
    bool forgotten = wire_error_is(message, WIRE_ERROR_SESSION);
    bool full = wire_error_is(message, WIRE_ERROR_FULL);
    bool kept_out = !bot->welcomed && !bot->ticket[0] && !forgotten && !full;

    if (wire_error_is(message, WIRE_ERROR_NONCE) && message_has(message, ERROR_G))
        bot_fair_nonce(bot->fairs, message_int(message, ERROR_G), NULL, 0); /* it came too late */
    if (bot->verbose || unsought || kept_out)
        fprintf(stderr, "%s: error: %.*s\n", bot->name, (int)text.size, text.data);
    bot->refused = bot->refused || unsought; /* it would wait forever */
    if (bot->welcomed)
        return;
    if (forgotten)
        bot->session = NULL;
    else if (!full)
        bot->refused = true;
}

/* The seed is published: what was told before must follow from it. */
static void on_over(struct bot *bot, const struct message *message)
{
    struct bot_fair_said said;
    enum bot_fair_verdict verdict = bot_fair_over(&bot->fairs, message, &said);

    if (verdict == BOT_FAIR_NOT)
        fprintf(stderr, "%s: %s was not dealt fairly: %s\n", bot->name, said.id, said.why);
    else if (verdict == BOT_FAIR && bot->verbose)
        fprintf(stderr, "%s: %s was dealt fairly: %d deals\n", bot->name, said.id, said.deals);
}

/* Refuses addresses of files: no server may send a bot to files of its own machine. */
static void send_away(struct bot *bot, struct slice address)
{
    snprintf(bot->away, sizeof bot->away, "%.*s", (int)address.size, address.data);
    if (bot_link_is_path(bot->away))
        bot->away[0] = 0;
    bot->sent = true;
}

/* To another node of the arena, where a game waits. */
static void on_redirect(struct bot *bot, const struct message *message)
{
    struct slice address = message_string(message, REDIRECT_ADDRESS);
    struct slice ticket = message_string(message, REDIRECT_TICKET);

    if (address.size >= sizeof bot->away || ticket.size >= sizeof bot->ticket)
        return;
    snprintf(bot->ticket, sizeof bot->ticket, "%.*s", (int)ticket.size, ticket.data);
    send_away(bot, address);
}

/* An arena that closes may name the address of another node. */
static void on_bye(struct bot *bot, const struct message *message)
{
    if (!message_has(message, BYE_ADDRESS) || !bot->link.address)
        return;
    struct slice address = message_string(message, BYE_ADDRESS);
    if (address.size < sizeof bot->away)
        send_away(bot, address);
}

/* Returns false when the bot should end. */
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
    if (bot->sent || (bot->refused && bot->welcomed))
        return false;
    if (message->kind == MESSAGE_GAME)
        on_game(bot, message);
    if (message->kind == MESSAGE_OVER)
        on_over(bot, message);
    bot_fair_hear(bot->fairs, message);
    if (bot->link.address && bot->welcomed)
        bot_lobby_take(bot, message);
    if (bot->on_message)
        bot->on_message(bot, message);
    if (bot_lobby_answered(bot, message))
        on_hint(bot, message, decide);
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

/* Runs one connection: until `bye`, or LOST if it ends or is redirected. */
static int play(struct bot *bot, bot_decide_fn *decide)
{
    static char in[8 * FRAME_BYTES_MAX];
    static struct message message;
    enum encoding encoding = ENCODING_UNKNOWN;
    size_t have = 0;
    ssize_t got;

    bot->welcomed = false;
    say_hello(bot);
    while ((got = bot_link_read(&bot->link, in + have, sizeof in - have)) > 0) {
        size_t used = 0, bad = 0;
        int size;
        have += (size_t)got;
        while ((size = stream_next(&encoding, FROM_SERVER, in + used, have - used, &message,
                                   &bad)) > 0) {
            used += (size_t)size;
            if (!on_message(bot, &message, decide))
                return bot->sent ? LOST : (bot->refused && bot->welcomed) || bot->lobby.failed;
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

/* Reconnects, until `until`: first to the same node, then to the other addresses. The arena sends
 * the state of each game again. */
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

/* Connects to the node of a redirect, where the name is not known yet. */
static bool move(struct bot *bot, const char *address)
{
    memset(bot->games, 0, sizeof bot->games);
    bot_fair_forget(&bot->fairs);
    bot->session = NULL;
    bot->refused = bot->sent = false;
    bot->link.quiet = true;
    bot_link_close(&bot->link);
    bot->link.address = address;
    return bot_link_open(&bot->link, bot->name) == 0;
}

/* After a connection: goes to the redirect's node; back home if that one refused; else to the same
 * node. */
static bool go_on(struct bot *bot, time_t *until)
{
    if (bot->welcomed) /* give up on a node that does not accept the bot any more */
        *until = seconds_now() + bot->reconnect_sec;
    if (bot->sent && !bot->ticket[0]) /* named with `bye`: no game waits there */
        pause_shortly();
    if (bot->sent && move(bot, bot->away))
        return true;
    bot->sent = false;
    if (bot->ticket[0]) { /* its first node has to carry its bytes */
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
        if (!go_on(bot, &until)) {
            status = 0;
            break;
        }
    }
    bot_fair_forget(&bot->fairs);
    return status;
}
