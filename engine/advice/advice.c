/* advice.c - asks basic, expert or expert-2, and puts the reason into words. */
#include "advice.h"

#include "sense.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static const char *const names[] = {"basic", "expert", "expert-2"};

const char *advice_by_name(enum advice_by by)
{
    assert(by < ADVICE_BY_COUNT);
    return names[by];
}

bool advice_by_find(const char *name, enum advice_by *by)
{
    for (int i = 0; i < ADVICE_BY_COUNT; i++) {
        if (strcmp(name, names[i]) == 0) {
            *by = (enum advice_by)i;
            return true;
        }
    }
    return false;
}

size_t advice_bytes(enum advice_by by)
{
    assert(by < ADVICE_BY_COUNT);
    return by != ADVICE_BASIC ? solve_bytes(THINK_TABLE_BITS) : 0;
}

void advice_init(struct adviser *adviser, enum advice_by by, int worlds, uint64_t nodes,
                 void *memory)
{
    assert(worlds >= 1 && worlds <= ADVICE_WORLDS_MAX);
    memset(adviser, 0, sizeof *adviser);
    adviser->by = by;
    adviser->think.worlds = worlds;
    adviser->think.nodes = nodes;
    adviser->think.version = by == ADVICE_EXPERT_2 ? 2 : 0;
    if (by == ADVICE_BASIC)
        return;
    int status = solve_init(&adviser->think.solver, memory, advice_bytes(by));
    assert(status == 0);
    (void)status;
}

/* -------------------------------------------------------------------------------- basic's reasons
 */

static double tricks(int tenths)
{
    return tenths / 10.0;
}

/* The tricks that basic expects in a denomination. */
static int count_on(const struct seen *seen, int denom)
{
    return sense_worth(&seen->rules, seen->hand, denom) + sense_partner(seen) + SENSE_BOLD;
}

/* Returns the bid nearest to what it expects, of the lowest legal level; CALL_PASS if no bid is
 * legal. */
static call_t nearest_bid(const struct seen *seen, const struct seen_turn *turn)
{
    call_t best = CALL_PASS;
    for (int i = 0; i < turn->legal_count; i++) {
        call_t call = turn->legal[i].call;
        if (turn->legal[i].kind != ACTION_CALL || !call_is_bid(call))
            continue;
        if (best == CALL_PASS ||
            count_on(seen, call_denomination(call)) - 10 * call_level(call) >
                count_on(seen, call_denomination(best)) - 10 * call_level(best))
            best = call;
    }
    return best;
}

static void explain_pass(const struct seen *seen, const struct seen_turn *turn, char *why)
{
    call_t bid = nearest_bid(seen, turn);
    if (bid == CALL_PASS) {
        snprintf(why, ADVICE_WHY_MAX, "no bid is legal");
        return;
    }
    int counted = count_on(seen, call_denomination(bid));
    if (counted >= 10 * call_level(bid))
        snprintf(why, ADVICE_WHY_MAX, "its partner's %s stands, and %s would gain too little",
                 call_name(seen->high), call_name(bid));
    else
        snprintf(why, ADVICE_WHY_MAX, "the nearest bid, %s, needs %d tricks, and it counts on %.1f",
                 call_name(bid), call_level(bid), tricks(counted));
}

static void explain_call(const struct seen *seen, const struct seen_turn *turn, call_t call,
                         char *why)
{
    if (call == CALL_PASS)
        explain_pass(seen, turn, why);
    else if (call_is_no_trick(call))
        snprintf(why, ADVICE_WHY_MAX, "its cards are too low to win a trick");
    else if (!call_is_bid(call))
        snprintf(why, ADVICE_WHY_MAX, "the first that is legal");
    else
        snprintf(why, ADVICE_WHY_MAX,
                 "needs %d tricks: its hand is worth %.1f, its partner %.1f, luck %.1f",
                 call_level(call),
                 tricks(sense_worth(&seen->rules, seen->hand, call_denomination(call))),
                 tricks(sense_partner(seen)), tricks(SENSE_BOLD));
}

static void explain_basic(const struct seen *seen, const struct seen_turn *turn,
                          const struct action *action, char *why)
{
    if (turn->choose)
        snprintf(why, ADVICE_WHY_MAX, "%s",
                 call_is_no_trick(seen->contract.call)
                     ? "keeps its low cards, as the aim is to take no trick"
                     : "keeps trumps, aces and guarded kings, and empties short suits");
    else if (action->kind == ACTION_PLAY && turn->legal_count == 1)
        snprintf(why, ADVICE_WHY_MAX, "no other card is legal");
    else if (action->kind == ACTION_PLAY)
        snprintf(why, ADVICE_WHY_MAX, "%s", sense_play_reason(seen, action->cards[0]));
    else if (action->kind == ACTION_CALL)
        explain_call(seen, turn, action->call, why);
    else
        snprintf(why, ADVICE_WHY_MAX, "the usual answer to what it cannot judge");
}

static void give_basic(const struct seen *seen, const struct seen_turn *turn, struct advice *advice)
{
    sense_decide(seen, turn, SENSE_BOLD, &advice->action);
    explain_basic(seen, turn, &advice->action, advice->why);
}

/* ------------------------------------------------------------------------------- expert's reasons
 */

bool advice_is_same(const struct action *a, const struct action *b)
{
    return a->kind == b->kind && a->call == b->call && a->count == b->count &&
           memcmp(a->cards, b->cards, a->count) == 0 &&
           memcmp(a->joker, b->joker, sizeof a->joker) == 0;
}

/* The chance of the action and of the best other one. Returns false if the action was not compared
 * with others. */
static bool explain_chances(const struct think_note *note, const struct seen_turn *turn,
                            const struct action *action, char *why)
{
    int own = -1, next = -1;
    char word[ACTION_TEXT_MAX];

    for (int i = 0; i < note->count; i++) {
        if (advice_is_same(&turn->legal[i], action))
            own = i;
        else if (note->chance[i] >= 0 && (next < 0 || note->chance[i] > note->chance[next]))
            next = i;
    }
    if (own < 0 || note->chance[own] < 0 || next < 0)
        return false;
    action_format(&turn->legal[next], word);
    snprintf(why, ADVICE_WHY_MAX,
             "wins the match in %.1f %% (%d worlds that fit what it saw%s), %s in %.1f %%",
             100 * note->chance[own], note->worlds,
             note->learned ? ", and what it learned from auctions" : "", word,
             100 * note->chance[next]);
    return true;
}

static void give_expert(struct adviser *adviser, const struct seen *seen,
                        const struct seen_turn *turn, struct advice *advice)
{
    struct think *think = &adviser->think;

    think->random = 1; /* the answer does not depend on earlier questions */
    solve_forget(&think->solver);
    think_decide(think, seen, turn, &advice->action);
    if (think->note.worlds > 0 && explain_chances(&think->note, turn, &advice->action, advice->why))
        return;
    if (think->note.worlds > 0 && turn->choose)
        snprintf(advice->why, ADVICE_WHY_MAX, "best on average in %d worlds that fit what it saw",
                 think->note.worlds);
    else
        explain_basic(seen, turn, &advice->action, advice->why);
}

void advice_decide(const struct seen *seen, const struct seen_turn *turn, int bold,
                   struct action *action)
{
    sense_decide(seen, turn, bold, action);
}

double advice_loss(const struct adviser *adviser, const struct seen_turn *turn,
                   const struct action *action, bool *differs)
{
    const struct think_note *note = &adviser->think.note;
    double best = -1, own = -1;

    *differs = false;
    for (int i = 0; note->worlds > 0 && i < note->count; i++) {
        if (advice_is_same(&turn->legal[i], action))
            own = note->chance[i];
        best = note->chance[i] > best ? note->chance[i] : best;
    }
    *differs = own >= 0 && best > own;
    return own < 0 ? -1 : best - own;
}

void advice_give(struct adviser *adviser, const struct seen *seen, const struct seen_turn *turn,
                 struct advice *advice)
{
    assert(turn->legal_count > 0 || turn->choose > 0);
    memset(advice, 0, sizeof *advice);
    if (adviser->by != ADVICE_BASIC)
        give_expert(adviser, seen, turn, advice);
    else
        give_basic(seen, turn, advice);
}
