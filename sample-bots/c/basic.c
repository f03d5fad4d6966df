/* basic.c - plays as a beginner is taught: bids on sure tricks, voids short suits, leads trumps as
 * contractor, wins cheaply where it can and throws low cards where it cannot. --bold N (6) is how
 * many tenths of a trick it trusts to luck when it bids. */
#include "botkit.h"
#include "sense.h"

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
    const struct bot_option options[] = {
        {"bold", "N", "tenths of a trick that it trusts to luck when it bids (6)", .number = &bold,
         .min = -100, .max = 100},
        {.name = NULL},
    };
    int status = bot_init_options(&bot, argc, argv, "basic", options);
    return status ? status : bot_run(&bot, decide);
}
