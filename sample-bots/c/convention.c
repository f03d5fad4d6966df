/* convention.c - bids by a system that its partner understands, and plays its cards as basic does:
 * convention --system natural|traditional|honours|saint-paul|francis [...] */
#include "botkit.h"
#include "sense.h"
#include "systems.h"

#include <stdio.h>
#include <string.h>

static enum system chosen = SYSTEM_TRADITIONAL;

static bool decide(struct bot *bot, const struct seen *game, const struct seen_turn *turn,
                   struct action *action)
{
    (void)bot;
    if (turn->choose)
        sense_choose(game, turn, action);
    else if (turn->phase == PHASE_PLAY)
        sense_play(game, turn, action);
    else if (turn->phase == PHASE_AUCTION || turn->phase == PHASE_RAISE)
        system_call(chosen, game, turn, action);
    else
        sense_decline(turn, action);
    return true;
}

int main(int argc, char **argv)
{
    static struct bot bot;
    int kept = 1;

    for (int i = 1; i < argc; i++) {
        const char *word = argv[i];
        if (strcmp(word, "--system") != 0) {
            argv[kept++] = argv[i];
            continue;
        }
        word = i + 1 < argc ? argv[++i] : "without a name";
        if (!system_find(word, &chosen)) {
            fprintf(
                stderr,
                "convention: --system %s: natural, traditional, honours, saint-paul or francis\n",
                word);
            return 2;
        }
    }
    argv[kept] = NULL;
    int status = bot_init(&bot, kept, argv, "convention");
    return status ? status : bot_run(&bot, decide);
}
