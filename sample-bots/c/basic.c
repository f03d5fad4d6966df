/* basic.c - plays as a beginner is taught: bids on sure tricks, voids short suits, leads trumps as
 * contractor, wins cheaply where it can and throws low cards where it cannot. */
#include "sense.h"

static void decide_call(const struct bot_game *game, const struct bot_turn *turn,
                        struct action *action)
{
    bool partner_has_it = game->high_by != SEAT_NONE && game->high_by != game->seat &&
                          game->rules.side_of[game->high_by] == game->rules.side_of[game->seat];
    int partner = game->rules.side_count < game->rules.players ? 12 : game->rules.players == 5 ? 8 : 0;
    int best = -1, best_spare = -1;

    for (int i = 0; i < turn->legal_count; i++) {
        const struct action *call = &turn->legal[i];
        if (call->kind != ACTION_CALL || call->call == CALL_PASS)
            continue;
        if (call->call == CALL_MISERE && sense_is_misere(game->hand)) {
            *action = *call;
            return;
        }
        if (!call_is_bid(call->call))
            continue;
        int spare = sense_worth(game->hand, call_denomination(call->call)) + partner + 6 -
                    10 * call_level(call->call);
        if (spare > best_spare && (best < 0 || call_level(call->call) ==
                                                   call_level(turn->legal[best].call))) {
            best = i;
            best_spare = spare;
        }
    }
    *action = turn->legal[best >= 0 && !(partner_has_it && best_spare < 10) ? best : 0];
}

static bool decide(struct bot *bot, const struct bot_game *game, const struct bot_turn *turn,
                   struct action *action)
{
    (void)bot;
    if (turn->choose)
        sense_choose(game, turn, action);
    else if (turn->phase == PHASE_PLAY)
        sense_play(game, turn, action);
    else if (turn->phase == PHASE_AUCTION)
        decide_call(game, turn, action);
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
