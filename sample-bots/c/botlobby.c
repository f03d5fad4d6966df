/* botlobby.c - see botlobby.h. */
#include "botlobby.h"

#include "botkit.h"

#include <stdio.h>
#include <string.h>

static bool is(struct slice text, const char *word)
{
    return text.size == strlen(word) && memcmp(text.data, word, text.size) == 0;
}

/* Whether `name` is one of the words of a list with commas. */
static bool among(const char *list, struct slice name)
{
    while (*list) {
        size_t size = strcspn(list, ",");
        if (size == name.size && memcmp(list, name.data, size) == 0)
            return true;
        list += size + (list[size] == ',');
    }
    return false;
}

static bool arranges(const struct bot_lobby *lobby)
{
    return lobby->challenge || lobby->open || lobby->join;
}

/* It does not leave after the arranged game. */
static bool stays(const struct bot_lobby *lobby)
{
    return lobby->accept || lobby->seek;
}

bool bot_lobby_seeks(const struct bot_lobby *lobby)
{
    return lobby->seek || (!arranges(lobby) && (lobby->rulesets || lobby->pair));
}

bool bot_lobby_wanted(const struct bot_lobby *lobby)
{
    return bot_lobby_seeks(lobby) || arranges(lobby) || lobby->accept;
}

/* --------------------------------------------------------------------------- what it asks for */

/* The line of its `seek`. Returns its size, or a larger number than there is room for. */
static int seek_line(const struct bot_lobby *lobby, char *line, size_t room)
{
    const char *rulesets = arranges(lobby) ? NULL : lobby->rulesets;

    return snprintf(line, room, "seek%s%s%s%s%s", rulesets ? " rulesets=" : "",
                    rulesets ? rulesets : "", lobby->pair ? " pair=1" : "",
                    lobby->seek && *lobby->seek ? " " : "", lobby->seek ? lobby->seek : "");
}

/* " ruleset=" and the first of its rulesets, for a challenge or a table; or "". */
static void first_ruleset(const struct bot_lobby *lobby, char *words, size_t room)
{
    *words = '\0';
    if (lobby->rulesets)
        snprintf(words, room, " ruleset=%.*s", (int)strcspn(lobby->rulesets, ","), lobby->rulesets);
}

/* The line that arranges its game. */
static int arranging_line(const struct bot_lobby *lobby, char *line, size_t room)
{
    char ruleset[128];

    first_ruleset(lobby, ruleset, sizeof ruleset);
    if (lobby->challenge)
        return snprintf(line, room, "challenge names=%s%s", lobby->challenge, ruleset);
    if (lobby->open)
        return snprintf(line, room, "open%s%s%s", ruleset, *lobby->open ? " " : "", lobby->open);
    if (strcmp(lobby->join, "listed") == 0)
        return snprintf(line, room, "tables");
    return snprintf(line, room, "join code=%s", lobby->join);
}

static bool line_valid(const char *line, int size)
{
    return size < STRING_BYTES_MAX && bot_line_valid(line);
}

bool bot_lobby_valid(const struct bot *bot)
{
    const struct bot_lobby *lobby = &bot->lobby;
    char line[STRING_BYTES_MAX];

    if (!line_valid(line, seek_line(lobby, line, sizeof line))) {
        fprintf(stderr, "%s: --seek %s: expected words of a seek, \"rated=0 chat=none\"\n",
                bot->name, lobby->seek ? lobby->seek : "");
        return false;
    }
    if ((lobby->challenge ? 1 : 0) + (lobby->open ? 1 : 0) + (lobby->join ? 1 : 0) > 1) {
        fprintf(stderr, "%s: --challenge, --open and --join: one of them is expected\n", bot->name);
        return false;
    }
    if (arranges(lobby) && !line_valid(line, arranging_line(lobby, line, sizeof line))) {
        const char *option = "--join", *value = lobby->join;
        if (lobby->challenge || lobby->open) {
            option = lobby->challenge ? "--challenge" : "--open";
            value = lobby->challenge ? lobby->challenge : lobby->open;
        }
        fprintf(stderr,
                "%s: %s %s: expected names with commas, words of an open (\"listed=1\"), a code\n",
                bot->name, option, value);
        return false;
    }
    return true;
}

void bot_lobby_begin(struct bot *bot)
{
    struct bot_lobby *lobby = &bot->lobby;
    char line[STRING_BYTES_MAX];

    lobby->sought = false;
    lobby->hint_n = 0;
    if (bot_lobby_seeks(lobby)) { /* after each connection: the arena forgets an earlier `seek` */
        seek_line(lobby, line, sizeof line);
        bot_say(bot, line);
    }
    if (arranges(lobby) && !lobby->playing) {
        arranging_line(lobby, line, sizeof line);
        bot_say(bot, line);
    }
}

static void say_code(struct bot *bot, const char *name, struct slice code)
{
    char line[128];

    snprintf(line, sizeof line, "%s code=%.*s", name, (int)code.size, code.data);
    bot_say(bot, line);
}

/* There is no game: says why, and leaves. */
static void fail(struct bot *bot, struct slice why)
{
    bot->lobby.code[0] = '\0';
    if (stays(&bot->lobby))
        return;
    fprintf(stderr, "%s: no game: %.*s\n", bot->name, (int)why.size, why.data);
    bot->lobby.failed = true;
    bot_say(bot, "quit");
}

/* ------------------------------------------------------------------------- what it is answered */

static void on_waiting(struct bot *bot, const struct message *message)
{
    const struct value *codes, *played, *seats;
    int count = message_list(message, WAITING_CODES, &codes);
    const char *rulesets = bot->lobby.rulesets;
    static const char none[] = "no listed table has a free seat";

    if (!bot->lobby.join || strcmp(bot->lobby.join, "listed") != 0 || bot->lobby.code[0] ||
        bot->lobby.playing)
        return;
    if (message_list(message, WAITING_PLAYED, &played) < count ||
        message_list(message, WAITING_FREE, &seats) < count)
        return;
    for (int i = 0; i < count; i++) {
        if (seats[i].integer > 0 && (!rulesets || among(rulesets, played[i].string))) {
            say_code(bot, "join", codes[i].string);
            return;
        }
    }
    fail(bot, (struct slice){none, sizeof none - 1});
}

static void on_table(struct bot *bot, const struct message *message)
{
    struct slice code = message_string(message, TABLE_CODE);
    struct bot_lobby *lobby = &bot->lobby;

    if (!arranges(lobby) || is(code, lobby->code) || code.size >= sizeof lobby->code)
        return;
    snprintf(lobby->code, sizeof lobby->code, "%.*s", (int)code.size, code.data);
    fprintf(stderr, "%s: table %s\n", bot->name, lobby->code);
}

static void on_error(struct bot *bot, const struct message *message)
{
    static const enum wire_error no_table[] = {WIRE_ERROR_RULESET, WIRE_ERROR_OPTION,
                                               WIRE_ERROR_TABLE, WIRE_ERROR_ABSENT,
                                               WIRE_ERROR_FULL};

    for (size_t i = 0; i < sizeof no_table / sizeof no_table[0]; i++) {
        if (wire_error_is(message, no_table[i]) && arranges(&bot->lobby) && !bot->lobby.code[0] &&
            !bot->lobby.playing)
            fail(bot, message_string(message, ERROR_TEXT));
    }
}

static void on_game(struct bot *bot, const struct message *message)
{
    static struct message chat;
    const char *say = bot->lobby.say;

    bot->lobby.playing = true;
    if (!say || !message_has(message, GAME_CHAT) ||
        (message_has(message, GAME_RESUMED) && message_int(message, GAME_RESUMED)))
        return;
    message_init(&chat, MESSAGE_CHAT);
    message_set_int(&chat, CHAT_G, message_int(message, GAME_G));
    message_set_string(&chat, CHAT_SAY, say, strlen(say));
    bot_send(bot, &chat);
}

static void on_over(struct bot *bot)
{
    struct bot_lobby *lobby = &bot->lobby;

    lobby->playing = false;
    lobby->hint_n = 0;
    if (arranges(lobby) && lobby->code[0] && !stays(lobby))
        bot_say(bot, "quit");
}

void bot_lobby_take(struct bot *bot, const struct message *message)
{
    struct bot_lobby *lobby = &bot->lobby;

    if (message->kind == MESSAGE_SEEKING)
        lobby->sought = true;
    else if (message->kind == MESSAGE_WAITING)
        on_waiting(bot, message);
    else if (message->kind == MESSAGE_INVITED) {
        bool wanted =
            lobby->accept && (strcmp(lobby->accept, "any") == 0 ||
                              among(lobby->accept, message_string(message, INVITED_HOST)));
        say_code(bot, wanted ? "accept" : "decline", message_string(message, INVITED_CODE));
    } else if (message->kind == MESSAGE_TABLE)
        on_table(bot, message);
    else if (message->kind == MESSAGE_OFF && is(message_string(message, OFF_CODE), lobby->code))
        fail(bot, message_string(message, OFF_WHY));
    else if (message->kind == MESSAGE_ERROR)
        on_error(bot, message);
    else if (message->kind == MESSAGE_GAME)
        on_game(bot, message);
    else if (message->kind == MESSAGE_OVER)
        on_over(bot);
}

/* ------------------------------------------------------------------------------------- hints */

bool bot_lobby_ask(struct bot *bot, int64_t g, int64_t n)
{
    static struct message hint;

    if (!bot->lobby.hints)
        return false;
    message_init(&hint, MESSAGE_HINT);
    message_set_int(&hint, HINT_G, g);
    message_set_int(&hint, HINT_N, n);
    bot_send(bot, &hint);
    bot->lobby.hint_g = g;
    bot->lobby.hint_n = n;
    return true;
}

bool bot_lobby_answered(struct bot *bot, const struct message *message)
{
    struct bot_lobby *lobby = &bot->lobby;
    bool answered = false;

    if (lobby->hint_n == 0)
        return false;
    if (message->kind == MESSAGE_ADVICE)
        answered = message_int(message, ADVICE_N) == lobby->hint_n &&
                   message_int(message, ADVICE_G) == lobby->hint_g;
    if (message->kind == MESSAGE_ERROR)
        answered = wire_error_is(message, WIRE_ERROR_NO_HINTS) ||
                   wire_error_is(message, WIRE_ERROR_RATED) ||
                   wire_error_is(message, WIRE_ERROR_SPENT);
    if (answered)
        lobby->hint_n = 0;
    return answered;
}
