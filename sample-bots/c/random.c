/* random.c - plays uniformly at random, any ruleset. */
#include "botkit.h"

int main(int argc, char **argv)
{
    static struct bot bot;
    int status = bot_init(&bot, argc, argv, "random");
    return status ? status : bot_run(&bot, bot_decide_random);
}
