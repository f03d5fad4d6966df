/* basic.c - plays as a beginner is taught: bids on sure tricks, voids short suits, leads trumps as
 * contractor, wins cheaply where it can and throws low cards where it cannot. */
#include "sense.h"

static bool decide(struct bot *bot, const struct bot_game *game, const struct bot_turn *turn,
                   struct action *action)
{
    (void)bot;
    if (turn->choose)
        sense_choose(game, turn, action);
    else if (turn->phase == PHASE_PLAY)
        sense_play(game, turn, action);
    else if (turn->phase == PHASE_AUCTION)
        sense_bid(game, turn, action);
    else
        sense_decline(turn, action);
    return true;
}

int main(int argc, char **argv)
{
    static struct bot bot;
    int status = bot_init(&bot, argc, argv, "basic");
    return status ? status : bot_run(&bot, decide);
}
