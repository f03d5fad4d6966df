/* analysis.c - judges plays and hands during a replay. */
#include "record/analysis.h"

#include "best_list.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------------------------ the plays */

static struct analyzed_bot *find_bot(struct analysis *analysis, const char *name)
{
    for (int i = 0; i < analysis->bot_count; i++) {
        if (strncmp(analysis->bots[i].name, name, ANALYSIS_NAME_BYTES - 1) == 0)
            return &analysis->bots[i];
    }
    if (analysis->bot_count == ANALYSIS_BOTS_MAX)
        return NULL;
    struct analyzed_bot *bot = &analysis->bots[analysis->bot_count++];
    snprintf(bot->name, sizeof bot->name, "%s", name);
    return bot;
}

static int kind_of(call_t call)
{
    if (call_is_bid(call))
        return call_denomination(call);
    if (call == CALL_HI_LO)
        return KIND_FIVE;
    return call_is_no_trick(call) ? KIND_NO_TRICK : KIND_NONE;
}

/* The loss by the play. `played` is one of the solved cards. */
static int loss_of(const struct solve_result *result, const struct action *played)
{
    card_t card = played->cards[0];
    uint8_t named = card_is_joker(card) ? played->joker[card - CARD_RJ] : (uint8_t)SUIT_NONE;

    for (int i = 0; i < result->count; i++) {
        if (result->cards[i].card == card && result->cards[i].named == named)
            return abs((int)result->value - (int)result->cards[i].value);
    }
    return 0;
}

/* Whether the seat on turn itself, not a default action, chose among several cards. */
static bool is_chosen(const struct replay_step *step, struct action *action)
{
    struct legal legal;

    if (step->game->phase != PHASE_PLAY || step->fault || step->seat != step->game->turn ||
        action_parse(step->word, strlen(step->word), action))
        return false;
    action_settle(action, PHASE_PLAY);
    game_legal(step->game, step->rules, &legal);
    return action->kind == ACTION_PLAY && legal_has(&legal, step->game, step->rules, action) &&
           (cardset_count(legal.cards) > 1 || legal.joker_suits[0] || legal.joker_suits[1]);
}

static struct cell *cell_of(struct analyzed_bot *bot, const struct game *game, bool wants)
{
    enum stage stage = game->trick < 3 ? STAGE_EARLY : game->trick < 7 ? STAGE_MIDDLE : STAGE_LATE;
    return &bot->cells[stage][kind_of(game->contract.call)]
                      [wants ? ROLE_CONTRACTOR : ROLE_DEFENDER];
}

/* Compares with expert, which gets only what the seat knew. */
static void ask_expert(struct analysis *analysis, const struct replay_step *step,
                       const struct action *action, struct cell *cell, struct analyzed_play *play)
{
    struct seen seen;
    struct seen_turn turn;
    struct advice advice;
    bool differs;

    seen_make(&seen, step->game, step->rules, step->game->turn, &analysis->history);
    seen_ask(&turn, step->game, step->rules);
    advice_give(&analysis->adviser, &seen, &turn, &advice);
    double loss = advice_loss(&analysis->adviser, &turn, action, &differs);
    if (loss < 0)
        return;
    cell->asked++;
    cell->others += differs;
    cell->chance += loss;
    play->chance = loss;
    if (differs)
        action_format(&advice.action, play->expert);
}

static bool is_worse(const void *one, const void *other)
{
    const struct analyzed_play *a = one, *b = other;

    return a->chance > b->chance || (a->chance == b->chance && a->loss > b->loss);
}

/* Of plays with equal cost the first ones stay. */
static void keep_play(struct analysis *analysis, const struct analyzed_play *play)
{
    if (play->loss != 0 || play->chance > 0)
        analysis->worst_count = best_list_add(analysis->worst, analysis->worst_count,
                                              analysis->worst_max, play, sizeof *play, is_worse);
}

static void describe_play(const struct analysis *analysis, const struct replay_step *step,
                          const struct solve_result *result, const struct action *action,
                          struct analyzed_play *play)
{
    struct action best = *action;

    snprintf(play->place, sizeof play->place, "%s:%ld:%d:%d", analysis->file, analysis->line,
             step->hand, step->step);
    snprintf(play->bot, sizeof play->bot, "%s", step->names[step->game->turn]);
    action_format(action, play->played);
    for (int i = 0; i < result->count; i++) {
        const struct solve_card *card = &result->cards[i];
        if (card->value != result->value)
            continue;
        memset(best.joker, SUIT_NONE, sizeof best.joker);
        best.cards[0] = card->card;
        if (card_is_joker(card->card))
            best.joker[card->card - CARD_RJ] = card->named;
        action_format(&best, play->best);
        return;
    }
}

/* Returns false if there are too many bots. */
static bool judge_play(struct analysis *analysis, const struct replay_step *step,
                       const struct action *action)
{
    struct solve_result result;
    struct analyzed_play play = {.chance = 0};
    struct analyzed_bot *bot = find_bot(analysis, step->names[step->game->turn]);

    if (!bot)
        return false;
    if (solve_play(&analysis->solver, step->game, step->rules, analysis->nodes, &result)) {
        analysis->skipped++;
        return true;
    }
    struct cell *cell = cell_of(bot, step->game, result.wants);
    int loss = loss_of(&result, action);
    cell->plays++;
    cell->faults += loss > 0;
    if (result.goal == SOLVE_TRICKS)
        cell->tricks += loss;
    else
        cell->contracts += loss;
    if (analysis->expert)
        ask_expert(analysis, step, action, cell, &play);
    if (analysis->worst_max > 0) {
        play.loss = loss;
        play.tricks = result.goal == SOLVE_TRICKS;
        describe_play(analysis, step, &result, action, &play);
        keep_play(analysis, &play);
    }
    return true;
}

/* ------------------------------------------------------------------------------------- the luck */

static void name_side(struct analyzed_side *row, const struct replay_step *step, int side)
{
    size_t used = 0;

    for (int seat = 0; seat < step->rules->players && used < sizeof row->bots; seat++) {
        if (step->rules->side_of[seat] == side)
            used += (size_t)snprintf(row->bots + used, sizeof row->bots - used, "%s%.30s",
                                     used ? " " : "", step->names[seat]);
    }
}

/* Makes rows for the sides of a game. Returns false if out of memory. */
static bool begin_game(struct analysis *analysis, const struct replay_step *step)
{
    size_t wanted = analysis->side_count + SEATS_MAX;

    if (wanted > analysis->side_capacity) {
        size_t capacity = 2 * wanted;
        struct analyzed_side *more = realloc(analysis->sides, capacity * sizeof *analysis->sides);
        if (!more)
            return false;
        analysis->sides = more;
        analysis->side_capacity = capacity;
    }
    analysis->first_side = analysis->side_count;
    analysis->first_game = analysis->game_count;
    for (int side = 0; side < step->rules->side_count; side++) {
        struct analyzed_side *row = &analysis->sides[analysis->side_count++];
        memset(row, 0, sizeof *row);
        row->side = side;
        row->bot = -1;
        snprintf(row->game, sizeof row->game, "%s", step->game_id);
        name_side(row, step, side);
    }
    return true;
}

/* False: no memory. */
static bool add_to_game(struct analysis *analysis, int bot, double points, double worth)
{
    size_t at = analysis->first_game;

    while (at < analysis->game_count && analysis->games[at].bot != bot)
        at++;
    if (at == analysis->game_capacity) {
        size_t capacity = 2 * analysis->game_capacity + SEATS_MAX;
        struct luck_game *more = realloc(analysis->games, capacity * sizeof *more);
        if (!more) {
            analysis->no_memory = true;
            return false;
        }
        analysis->games = more;
        analysis->game_capacity = capacity;
    }
    struct luck_game *game = &analysis->games[at];
    if (at == analysis->game_count) {
        *game = (struct luck_game){.bot = bot, .deals = analysis->deals};
        analysis->game_count++;
    }
    game->hands++;
    game->points += points;
    game->worth += worth;
    return true;
}

/* A bot that holds several seats of a side has its hand once. False: too many bots, or no memory.
 */
static bool add_to_bots(struct analysis *analysis, const struct replay_step *step, int side,
                        double points, double worth)
{
    struct analyzed_side *row = &analysis->sides[analysis->first_side + (size_t)side];

    for (int seat = 0; seat < step->rules->players; seat++) {
        bool told = step->rules->side_of[seat] != side;
        for (int before = 0; before < seat && !told; before++)
            told = step->rules->side_of[before] == side &&
                   strcmp(step->names[before], step->names[seat]) == 0;
        if (told)
            continue;
        struct analyzed_bot *bot = find_bot(analysis, step->names[seat]);
        if (!bot)
            return false;
        luck_add(&bot->luck, analysis->fold, points, worth);
        if (!add_to_game(analysis, (int)(bot - analysis->bots), points, worth))
            return false;
        if (row->bot < 0)
            row->bot = (int)(bot - analysis->bots);
    }
    return true;
}

/* A hand that was played to its end. */
static bool end_hand(struct analysis *analysis, const struct replay_step *step,
                     const struct game *after)
{
    double points[SEATS_MAX];

    luck_margins(step->rules, after->last.delta, points);
    for (int side = 0; side < step->rules->side_count; side++) {
        struct analyzed_side *row = &analysis->sides[analysis->first_side + (size_t)side];
        luck_add(&row->luck, analysis->fold, points[side], analysis->worth[side]);
        if (!add_to_bots(analysis, step, side, points[side], analysis->worth[side]))
            return false;
    }
    return true;
}

/* ------------------------------------------------------------------------------------- the steps
 */

void analysis_begin(struct analysis *analysis)
{
    analysis->hand = 0;
    memset(&analysis->history, 0, sizeof analysis->history);
}

void analysis_fini(struct analysis *analysis)
{
    free(analysis->sides);
    free(analysis->games);
    analysis->sides = NULL;
    analysis->games = NULL;
}

void analysis_end(struct analysis *analysis)
{
    luck_judge_sort(analysis->games, analysis->game_count);
}

/* Applies an action that the rules allow. */
static bool follow(struct analysis *analysis, const struct replay_step *step,
                   const struct action *action)
{
    struct game after = *step->game;

    seen_note(&analysis->history, step->game, action);
    if (!analysis->luck || game_apply(&after, step->rules, action, NULL) ||
        (after.phase != PHASE_DEAL && after.phase != PHASE_OVER) ||
        after.last.outcome == HAND_MISDEALT)
        return true;
    return end_hand(analysis, step, &after);
}

bool analysis_step(void *context, const struct replay_step *step)
{
    struct analysis *analysis = context;
    struct action action;

    if (analysis->luck && analysis->hand == 0 && !begin_game(analysis, step)) {
        analysis->no_memory = true;
        return false;
    }
    if (analysis->luck && analysis->hand != step->hand) {
        luck_worth(step->game, step->rules, analysis->worth);
        uint64_t deal = luck_deal(step->game);
        if (analysis->hand == 0)
            analysis->deals = deal;
        analysis->fold = luck_fold(deal);
    }
    analysis->hand = step->hand;
    if (analysis->plays && is_chosen(step, &action) && !judge_play(analysis, step, &action)) {
        analysis->full = true;
        return false;
    }
    if (action_parse(step->word, strlen(step->word), &action))
        return true;
    action_settle(&action, (enum phase)step->game->phase);
    bool done = follow(analysis, step, &action);
    analysis->full = !done && !analysis->no_memory;
    return done;
}
