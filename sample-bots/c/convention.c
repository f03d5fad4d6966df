/* convention.c - bids by a system that its partner understands, and plays its cards as basic does:
 * convention --system natural|traditional|honours|saint-paul|francis [...] */
#include "botkit.h"
#include "sense.h"
#include "systems.h"

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

static bool take_system(struct bot *bot, const char *word)
{
    (void)bot;
    return system_find(word, &chosen);
}

int main(int argc, char **argv)
{
    static struct bot bot;
    const struct bot_option options[] = {
        {"system", "NAME", "natural, traditional, honours, saint-paul or francis",
         .take = take_system},
        {.name = NULL},
    };
    int status = bot_init_options(&bot, argc, argv, "convention", options);
    return status ? status : bot_run(&bot, decide);
}
