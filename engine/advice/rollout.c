/* rollout.c - plays a hand by sense.h. */
#include "rollout.h"

#include "sense.h"

#include <assert.h>
#include <string.h>

/* Fills in what a rule of thumb reads about the seat on turn. The rest of `seen` is the same for
 * all seats. */
static void look(struct seen *seen, const struct game *play, const struct ruleset *rules)
{
    struct view view;

    view_make(&view, play, rules, play->turn);
    seen->seat = play->turn;
    seen->hand = view.hands[play->hand_due];
    seen->played = view.played;
    seen->gone = view.discards | view.out;
    memcpy(seen->table, view.table, sizeof seen->table);
    seen->leader = view.leader;
    seen->on_table = view.trick_count;
    seen->named = view.trick_count ? view.led : (uint8_t)SUIT_NONE;
}

int rollout_play(struct game *play, const struct ruleset *rules)
{
    struct seen seen = {.rules = *rules, .contract = play->contract};
    const struct contract *contract = &play->last.contract;
    struct seen_turn turn;
    struct action action;

    assert(play->phase == PHASE_PLAY);
    do {
        look(&seen, play, rules);
        seen_ask(&turn, play, rules);
        sense_play(&seen, &turn, &action);
        int status = game_apply(play, rules, &action, NULL);
        assert(status == 0);
        (void)status;
    } while (play->phase == PHASE_PLAY);
    if (contract->by == SEAT_NONE)
        return 0;
    int side = rules->side_of[contract->by], tricks = play->last.tricks[side];
    if (contract->partner != SEAT_NONE && rules->side_of[contract->partner] != side)
        tricks += play->last.tricks[rules->side_of[contract->partner]];
    return tricks;
}
