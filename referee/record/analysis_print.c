/* analysis_print.c - an analysis as tables and as JSON. */
#include "record/analysis.h"
#include "ladder.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>

enum { BAR_BYTES = 24 }; /* of a number as text */

static const char *const stage_names[] = {"early", "middle", "late"};
static const char *const role_names[] = {"contractor", "defender"};

static const char *const kind_names[] = {"S",   "C",    "D",      "H",    "NT",
                                         "JNT", "none", "misere", "hi-lo"};

/* Sums over the rows with index -1. */
static struct cell sum_cells(const struct analyzed_bot *bot, int stage, int kind, int role)
{
    struct cell sum = {0};

    for (int s = 0; s < STAGE_COUNT; s++) {
        for (int k = 0; k < KIND_COUNT; k++) {
            for (int r = 0; r < ROLE_COUNT; r++) {
                const struct cell *cell = &bot->cells[s][k][r];
                if ((stage >= 0 && s != stage) || (kind >= 0 && k != kind) ||
                    (role >= 0 && r != role))
                    continue;
                sum.plays += cell->plays;
                sum.faults += cell->faults;
                sum.tricks += cell->tricks;
                sum.contracts += cell->contracts;
                sum.asked += cell->asked;
                sum.others += cell->others;
                sum.chance += cell->chance;
            }
        }
    }
    return sum;
}

static double percent(double part, long whole)
{
    return whole ? 100 * part / (double)whole : 0;
}

static void print_row(const char *bot, const char *what, struct cell cell, bool expert)
{
    if (cell.plays == 0)
        return;
    printf("%-20s %-10s %8ld %8.2f %8.2f %9ld", bot, what, cell.plays,
           percent((double)cell.faults, cell.plays), percent((double)cell.tricks, cell.plays),
           cell.contracts);
    if (expert)
        printf(" %8.2f %8.3f", percent((double)cell.others, cell.asked),
               percent(cell.chance, cell.asked));
    putchar('\n');
}

static void print_plays(const struct analysis *analysis)
{
    bool expert = analysis->expert;

    printf("%-20s %-10s %8s %8s %8s %9s", "bot", "part", "plays", "faults%", "tricks%",
           "contracts");
    printf("%s\n", expert ? "   other%  chance%" : "");
    for (int i = 0; i < analysis->bot_count; i++) {
        const struct analyzed_bot *bot = &analysis->bots[i];
        print_row(bot->name, "all", sum_cells(bot, -1, -1, -1), expert);
        for (int role = 0; role < ROLE_COUNT; role++)
            print_row("", role_names[role], sum_cells(bot, -1, -1, role), expert);
        for (int stage = 0; stage < STAGE_COUNT; stage++)
            print_row("", stage_names[stage], sum_cells(bot, stage, -1, -1), expert);
        for (int kind = 0; kind < KIND_COUNT; kind++)
            print_row("", kind_names[kind], sum_cells(bot, -1, kind, -1), expert);
    }
}

static void print_worst(const struct analysis *analysis)
{
    if (analysis->worst_count == 0)
        return;
    printf("%-20s %-6s %-9s %-6s %-6s %7s  %s\n", "worst plays", "played", "loss", "best", "expert",
           "chance%", "place");
    for (int i = 0; i < analysis->worst_count; i++) {
        const struct analyzed_play *play = &analysis->worst[i];
        char loss[32] = "-", chance[16] = "-";
        if (play->loss > 0 && play->tricks)
            snprintf(loss, sizeof loss, "%d trick%s", play->loss, play->loss > 1 ? "s" : "");
        else if (play->loss > 0)
            snprintf(loss, sizeof loss, "contract");
        if (play->expert[0])
            snprintf(chance, sizeof chance, "%.1f", 100 * play->chance);
        printf("%-20s %-6s %-9s %-6s %-6s %7s  %s\n", play->bot, play->played, loss, play->best,
               play->expert[0] ? play->expert : "-", chance, play->place);
    }
}

static json_t *worst_value(const struct analysis *analysis)
{
    json_t *list = json_array();

    for (int i = 0; i < analysis->worst_count; i++) {
        const struct analyzed_play *play = &analysis->worst[i];
        json_array_append_new(
            list, json_pack("{s:s,s:s,s:s,s:s,s:i,s:s,s:s*,s:f}", "bot", play->bot, "place",
                            play->place, "played", play->played, "best", play->best, "loss",
                            play->loss, "of", play->tricks ? "tricks" : "contract", "expert",
                            play->expert[0] ? play->expert : NULL, "chance", play->chance));
    }
    return list;
}

/* -------------------------------------------------------------------------------------- luck */

/* What is said of a bot: by blocks where records hold duplicates, else by hands. */
static struct luck_judged judge(const struct analysis *analysis, int bot)
{
    size_t first = 0, last;

    if (!luck_judge_duplicates(analysis->games, analysis->game_count))
        return luck_judge_hands(&analysis->bots[bot].luck);
    while (first < analysis->game_count && analysis->games[first].bot != bot)
        first++;
    for (last = first; last < analysis->game_count && analysis->games[last].bot == bot;)
        last++;
    return luck_judge_games(analysis->games + first, last - first);
}

/* The points of a side in a game without its luck, and their error. A game is short, so slopes and
 * variances are taken from all hands of its bot. */
static double adjust_game(const struct analysis *analysis, const struct analyzed_side *row,
                          double *error)
{
    double slopes[LUCK_FOLDS];

    *error = 0;
    if (row->bot < 0)
        return 0;
    const struct luck_sum *luck = &analysis->bots[row->bot].luck;
    luck_slopes(luck, slopes);
    *error = 1.96 * sqrt(luck_adjusted_variance(luck, slopes) * (double)luck_hands(&row->luck));
    return luck_adjusted(&row->luck, slopes);
}

/* 0: too few to say. */
static const char *bar_text(double error, char text[BAR_BYTES])
{
    if (error > 0)
        snprintf(text, BAR_BYTES, "%.1f", error);
    return error > 0 ? text : "too few";
}

static void print_luck(const struct analysis *analysis)
{
    char error[BAR_BYTES], adjusted[BAR_BYTES];
    long blocks = 0;

    printf("%-20s %8s %9s %9s %9s %9s %7s %6s\n", "points a hand", "hands", "played", "+-95%",
           "adjusted", "+-95%", "saved%", "slope");
    for (int i = 0; i < analysis->bot_count; i++) {
        struct luck_judged judged = judge(analysis, i);
        if (judged.hands == 0)
            continue;
        blocks += judged.blocks;
        printf("%-20s %8ld %+9.1f %9s %+9.1f %9s %7.1f %6.2f\n", analysis->bots[i].name,
               judged.hands, judged.points, bar_text(judged.error, error), judged.adjusted,
               bar_text(judged.adjusted_error, adjusted), 100 * judged.saved, judged.slope);
    }
    if (blocks > 0)
        puts("the same deals were played several times: errors are by blocks of them");
}

static void print_games(const struct analysis *analysis)
{
    printf("%-20s %4s %-30s %7s %7s %8s %7s\n", "game", "side", "bots", "points", "luck",
           "adjusted", "+-95%");
    for (size_t i = 0; i < analysis->side_count; i++) {
        const struct analyzed_side *row = &analysis->sides[i];
        double error, points = luck_points(&row->luck);
        double adjusted = adjust_game(analysis, row, &error);
        printf("%-20s %4d %-30s %+7.0f %+7.0f %+8.0f %7.0f\n", row->game, row->side, row->bots,
               points, points - adjusted, adjusted, error);
    }
}

void analysis_print(const struct analysis *analysis, bool games, long records, long differ)
{
    if (analysis->plays)
        print_plays(analysis);
    print_worst(analysis);
    if (analysis->luck)
        print_luck(analysis);
    if (analysis->luck && games)
        print_games(analysis);
    printf("%ld records, %ld differ, %ld plays left out\n", records, differ, analysis->skipped);
}

/* ------------------------------------------------------------------------------------- JSON */

static void add_rows(json_t *rows, const struct analyzed_bot *bot)
{
    for (int stage = 0; stage < STAGE_COUNT; stage++) {
        for (int kind = 0; kind < KIND_COUNT; kind++) {
            for (int role = 0; role < ROLE_COUNT; role++) {
                struct cell cell = bot->cells[stage][kind][role];
                if (cell.plays == 0)
                    continue;
                json_array_append_new(
                    rows, json_pack("{s:s,s:s,s:s,s:s,s:I,s:I,s:I,s:I,s:I,s:I,s:f}", "bot",
                                    bot->name, "phase", stage_names[stage], "contract",
                                    kind_names[kind], "role", role_names[role], "plays",
                                    (json_int_t)cell.plays, "faults", (json_int_t)cell.faults,
                                    "tricks", (json_int_t)cell.tricks, "contracts",
                                    (json_int_t)cell.contracts, "asked", (json_int_t)cell.asked,
                                    "others", (json_int_t)cell.others, "chance", cell.chance));
            }
        }
    }
}

static json_t *luck_value(const struct luck_judged *judged)
{
    return json_pack("{s:I,s:I,s:f,s:f,s:f,s:f,s:f,s:f}", "hands", (json_int_t)judged->hands,
                     "blocks", (json_int_t)judged->blocks, "points", judged->points, "error",
                     judged->error, "adjusted", judged->adjusted, "adjusted_error",
                     judged->adjusted_error, "saved", judged->saved, "slope", judged->slope);
}

static json_t *games_value(const struct analysis *analysis)
{
    json_t *games = json_array();

    for (size_t i = 0; i < analysis->side_count; i++) {
        const struct analyzed_side *row = &analysis->sides[i];
        double error, adjusted = adjust_game(analysis, row, &error);
        json_array_append_new(games, json_pack("{s:s,s:i,s:s,s:I,s:f,s:f,s:f}", "game", row->game,
                                               "side", row->side, "bots", row->bots, "hands",
                                               (json_int_t)luck_hands(&row->luck), "points",
                                               luck_points(&row->luck), "adjusted", adjusted,
                                               "error", error));
    }
    return games;
}

void analysis_print_json(const struct analysis *analysis, long records, long differ)
{
    json_t *rows = json_array(), *luck = json_object();

    for (int i = 0; i < analysis->bot_count; i++) {
        add_rows(rows, &analysis->bots[i]);
        struct luck_judged judged = judge(analysis, i);
        if (judged.hands > 0)
            json_object_set_new(luck, analysis->bots[i].name, luck_value(&judged));
    }
    json_t *object =
        json_pack("{s:I,s:I,s:I,s:o,s:o,s:o,s:o}", "records", (json_int_t)records, "differ",
                  (json_int_t)differ, "left_out", (json_int_t)analysis->skipped, "rows", rows,
                  "luck", luck, "games", games_value(analysis), "worst", worst_value(analysis));
    if (object)
        json_dumpf(object, stdout, JSON_COMPACT);
    putchar('\n');
    json_decref(object);
}
