/* option_meaning.c - what each option of a ruleset means, in a sentence for people, and what it is
 * about. */
#include "engine.h"

#include <assert.h>
#include <string.h>

/* Of a name with a dot the part before it, too, where there is no row of the whole name. */
static const struct {
    const char *name, *words;
} meanings[] = {
    {"players", "How many sit at the table."},
    {"teams", "Who plays together: partners opposite, each alone, or the teams of six players."},
    {"deck", "How many cards the pack has: low cards are left out, jokers come in."},
    {"deal", "In which packets cards are dealt; K stands for the kitty."},
    {"dead_hands", "Whether a hand that nobody owns and sees is dealt, too."},
    {"two_handed", "The game for two: a second hand on the table, a draft, or a draw."},
    {"misdeal", "Which hands are so poor that the deal is void."},
    {"kitty_up", "Whether the last card of the kitty lies face up."},
    {"draft_kitty", "Cards that the draft for two deals to the kitty."},
    {"scoring", "The table of points for bids."},
    {"calls", "Which special calls there are beside the bids."},
    {"value", "What the call is worth, where it is not the usual number."},
    {"value.slam", "What a slam that was declared is worth, in a suit."},
    {"value.slam-nt", "What a slam that was declared is worth, without trumps."},
    {"above", "The bid that the call outbids just so; value: it ranks by its worth."},
    {"kitty", "Whether who makes the call takes the kitty."},
    {"open", "When the hand of the call is laid open."},
    {"shields_hand", "Whose hand is shown in shields."},
    {"from", "The level that a bid must have reached before the call may be made."},
    {"jack_nt", "Bids without trumps in which the jack is the highest of each suit."},
    {"no_calls", "Whether 6NO is another name of 6NT, as a signal to the partner."},
    {"min_level", "The lowest level that can be bid."},
    {"slam_call", "Whether the contractor may declare that it takes all tricks, for a bonus."},
    {"auction", "Whether calling goes round and round, or once."},
    {"inkles", "Whether the first two may bid at level 6 only to tell something."},
    {"rebid", "When a player who passed may call again."},
    {"raise", "Whether the winner of the auction may go higher afterwards."},
    {"all_pass", "What happens when nobody calls."},
    {"redeals", "How often the same dealer deals again when nobody calls."},
    {"misere_hands", "Whether the partner's hand lies open in a misere and may be played."},
    {"partner_call", "How the contractor of five players finds a partner."},
    {"partner_cards", "Which cards can be named to find a partner."},
    {"joker_order", "Which of two jokers is the higher one."},
    {"joker_nt", "When a joker may be played where there are no trumps."},
    {"claims", "Whether the contractor may claim the remaining tricks."},
    {"claim_penalty", "What a claim that does not hold costs."},
    {"failed", "Whether a failed contract costs its value, or the others score it."},
    {"slam_bonus", "What all tricks are worth at least, on a cheaper bid."},
    {"trick_points", "What each trick brings the opponents of the contractor."},
    {"misere_points", "What the opponents score when the contractor must lose tricks."},
    {"partner_share", "How much of the value the partner of the contractor scores, of five."},
    {"ban", "By how many tricks a bid must fail to bar its caller from the next auction."},
    {"breach", "Whether defenders may wager that the contract fails by two."},
    {"breach_value", "What such a wager is worth."},
    {"breach_when", "When the defenders may wager."},
    {"target", "The score that wins the game."},
    {"target_exact", "Whether the target must be met exactly."},
    {"must_bid", "Whether one wins only by a contract, not by points of defence."},
    {"both_over", "Who wins if two sides reach the target in one hand."},
    {"bust", "The score that loses the game by being too high; 0: none."},
    {"floor", "The score that loses the game by being too low."},
    {"back_door", "Whether a side at the floor loses also while all others are there or below."},
    {"spread", "The lead that ends the game; 0: none."},
    {"max_hands", "After how many hands the game ends; 0: only by points."},
    {"early_finish", "Whether the game ends within a hand once the target is sure."},
};

const char *option_meaning(int index)
{
    const char *name = option_name(index), *dot = strchr(name, '.'), *found = NULL;
    size_t group = dot ? (size_t)(dot - name) : strlen(name);
    for (size_t i = 0; i < sizeof meanings / sizeof meanings[0]; i++) {
        if (strcmp(meanings[i].name, name) == 0)
            return meanings[i].words;
        if (strlen(meanings[i].name) == group && strncmp(meanings[i].name, name, group) == 0)
            found = meanings[i].words;
    }
    return found;
}

const char *option_group(int index)
{
    /* Each begins with an option, in the order of the rules page. */
    static const struct {
        const char *first, *name;
    } groups[] = {{"players", "Players, pack and deal"},
                  {"scoring", "Calls and what they are worth"},
                  {"auction", "Auction"},
                  {"misere_hands", "Partners and play"},
                  {"failed", "Score and the end of the game"}};

    assert(index >= 0 && index < option_count());
    for (int at = index; at >= 0; at--) {
        for (size_t i = 0; i < sizeof groups / sizeof groups[0]; i++) {
            if (strcmp(groups[i].first, option_name(at)) == 0)
                return groups[i].name;
        }
    }
    return NULL;
}
