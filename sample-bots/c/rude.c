/* rude.c - plays at random until its N-th turn, then breaks the rules in the way it was told:
 * rude --how late|illegal|garbage|silent|gone|flood|huge|wrong-number|twice [--after N] [...] */
#include "botkit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *how = "illegal";
static int after = 3;

static void flood(struct bot *bot)
{
    for (int i = 0; i < 200000; i++)
        bot_send_bytes(bot,
                       bot->encoding == ENCODING_TEXT ? "ping x=1\n" : "\x82\xa1t\xa4ping\xa1x\x01",
                       bot->encoding == ENCODING_TEXT ? 9 : 11);
}

static void huge(struct bot *bot)
{
    static char bytes[4096];
    if (bot->encoding == ENCODING_MSGPACK) {
        bot_send_bytes(bot, "\xdf\xff\xff\xff\xff", 5); /* claims four billion pairs */
        return;
    }
    memset(bytes, 'a', sizeof bytes);
    for (int i = 0; i < 64; i++)
        bot_send_bytes(bot, bytes, sizeof bytes);
}

static bool misbehave(struct bot *bot, const struct seen *game, const struct seen_turn *turn,
                      struct action *action)
{
    if (bot->turns < after)
        return bot_decide_random(bot, game, turn, action);
    if (strcmp(how, "late") == 0) {
        sleep(1);
        return bot_decide_random(bot, game, turn, action);
    }
    if (strcmp(how, "twice") == 0) {
        bot_decide_random(bot, game, turn, action);
        char word[ACTION_TEXT_MAX];
        size_t size = action_format(action, word);
        bot_send_act(bot, bot->g, bot->n, word, size);
        return true;
    }
    if (strcmp(how, "illegal") == 0)
        bot_send_act(bot, bot->g, bot->n, "17X", 3);
    else if (strcmp(how, "wrong-number") == 0)
        bot_send_act(bot, bot->g, bot->n + 1000, "pass", 4);
    else if (strcmp(how, "garbage") == 0)
        bot_send_bytes(bot, "\x80 \x01\x02 nonsense\n", 14);
    else if (strcmp(how, "gone") == 0)
        exit(3);
    else if (strcmp(how, "flood") == 0)
        flood(bot);
    else if (strcmp(how, "huge") == 0)
        huge(bot);
    return false; /* silent, and what follows the others */
}

int main(int argc, char **argv)
{
    static struct bot bot;
    const struct bot_option options[] = {
        {"how", "WORD", "what it does in place of an answer (illegal)", .text = &how},
        {"after", "N", "requests that it answers before (3)", .number = &after, .max = 1000000},
        {.name = NULL},
    };
    int status = bot_init_options(&bot, argc, argv, "rude", options);
    return status ? status : bot_run(&bot, misbehave);
}
