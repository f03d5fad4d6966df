/* basic.c - plays as a beginner is taught: bids on sure tricks, voids short suits, leads trumps as
 * contractor, wins cheaply where it can and throws low cards where it cannot. --bold N (6) is how
 * many tenths of a trick it trusts to luck when it bids. */
#include "botkit.h"
#include "sense.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int bold = SENSE_BOLD;

static bool decide(struct bot *bot, const struct seen *game, const struct seen_turn *turn,
                   struct action *action)
{
    (void)bot;
    sense_decide(game, turn, bold, action);
    return true;
}

int main(int argc, char **argv)
{
    static struct bot bot;
    int kept = 1;

    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--bold") != 0 || i + 1 == argc)
            argv[kept++] = argv[i];
        else
            bold = atoi(argv[++i]);
    }
    argv[kept] = NULL;
    int status = bot_init(&bot, kept, argv, "basic");
    return status ? status : bot_run(&bot, decide);
}
