/* report.c - the state of a match or tournament so far. */
#include "match/report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

_Static_assert(2 * SCHEDULE_GAMES_MAX + 1 <= STATS_CLASSES_MAX,
               "a class for each score of a block");

/* One "key=value" of size bytes. */
static bool parse_sprt_word(const char *word, size_t size, struct sprt *sprt, unsigned *seen)
{
    static const char *const keys[] = {"elo0=", "elo1=", "alpha=", "beta="};
    double *const values[] = {&sprt->elo0, &sprt->elo1, &sprt->alpha, &sprt->beta};
    char text[32];

    if (size >= sizeof text)
        return false;
    memcpy(text, word, size);
    text[size] = '\0';
    if (strcmp(text, "model=normalized") == 0 || strcmp(text, "model=logistic") == 0) {
        sprt->model = text[6] == 'n' ? SPRT_NORMALIZED : SPRT_LOGISTIC;
        return true;
    }
    for (unsigned i = 0; i < 4; i++) {
        size_t length = strlen(keys[i]);
        char *end;
        if (strncmp(text, keys[i], length) != 0)
            continue;
        *values[i] = strtod(text + length, &end);
        *seen |= 1u << i;
        return end > text + length && *end == '\0' && isfinite(*values[i]);
    }
    return false;
}

int report_parse_sprt(const char *text, struct sprt *sprt, char error[160])
{
    unsigned seen = 0;
    bool good = true;

    *sprt = (struct sprt){.model = SPRT_NORMALIZED, .alpha = 0.05, .beta = 0.05};
    for (const char *at = text; good; at++) {
        size_t size = strcspn(at, ",");
        good = parse_sprt_word(at, size, sprt, &seen);
        at += size;
        if (*at == '\0')
            break;
    }
    if (good && (seen & 3) == 3 && sprt->elo0 < sprt->elo1 && sprt->alpha > 0 &&
        sprt->alpha < 0.5 && sprt->beta > 0 && sprt->beta < 0.5)
        return 0;
    snprintf(error, 160,
             "expected elo0=A,elo1=B with A below B, alpha= and beta= between 0 and "
             "0.5, model=normalized or logistic");
    return -1;
}

/* How the games of the entries that sit in a block ended, besides their results. */
static void count_ends(struct report *report, const struct schedule_block *block,
                       const struct runner_game *games, const int *entries, int count)
{
    for (int game = 0; game < block->game_count; game++) {
        bool unstarted[SCHEDULE_ENTRIES_MAX] = {false}, forfeited[SCHEDULE_ENTRIES_MAX] = {false};
        for (int seat = 0; seat < report->rules->players; seat++) {
            int entry = block->lineups[game].entry_of[seat];
            unstarted[entry] |= games[game].game_stats.faults[seat][FAULT_START] > 0;
            forfeited[entry] |= report->rules->side_of[seat] == games[game].outcome.forfeited;
        }
        for (int i = 0; i < count; i++) {
            report->unstarted[entries[i]] += unstarted[entries[i]];
            report->forfeits[entries[i]] += forfeited[entries[i]];
        }
    }
}

void report_fini(struct report *report)
{
    schedule_totals_fini(&report->totals);
}

bool report_add(struct report *report, const struct schedule_block *block,
                const struct runner_game *games)
{
    struct game_outcome outcomes[SCHEDULE_GAMES_MAX];
    struct game_stats all_stats[SCHEDULE_GAMES_MAX];
    int entries[SCHEDULE_SEATED_MAX], count = schedule_seated(report->rules, block, entries);

    for (int game = 0; game < block->game_count; game++) {
        outcomes[game] = games[game].outcome;
        all_stats[game] = games[game].game_stats;
    }
    if (schedule_add(&report->totals, report->entry_count, report->rules, block, outcomes)) {
        report->blocks++;
        report->games += block->game_count;
        for (int i = 0; i < count; i++)
            entry_stats_add(&report->stats[entries[i]], entries[i], report->rules, block,
                            all_stats);
        count_ends(report, block, games, entries, count);
    }
    const struct schedule_pair *pair = schedule_pair_of(&report->totals, report->entry_count, 0, 1);
    if (!report->has_sprt || pair->block_size == 0)
        return true;
    stats_sprt(pair->blocks, 2 * pair->block_size + 1, &report->sprt);
    return report->sprt.state == SPRT_CONTINUE;
}

void report_add_void(struct report *report, const struct schedule_block *block,
                     const struct runner_game *games)
{
    report->ruled_void += block->game_count;
    for (int game = 0; game < block->game_count; game++) {
        for (int seat = 0; seat < report->rules->players; seat++) {
            int entry = block->lineups[game].entry_of[seat];
            for (int fault = 0; fault < FAULT_COUNT; fault++)
                report->stats[entry].faults[fault] += games[game].game_stats.faults[seat][fault];
        }
    }
}

/* ---------------------------------------------------------------------------------- pairings */

struct pair_numbers {
    struct block_interval interval;
    double split; /* share of blocks of several games that ended even */
};

static bool pair_numbers(const struct schedule_pair *pair, struct pair_numbers *out)
{
    int classes = 2 * pair->block_size + 1;

    memset(out, 0, sizeof *out);
    if (pair->games == 0)
        return false;
    interval_of_blocks(pair->blocks, classes, &out->interval);
    out->split = pair->blocks[pair->block_size] / out->interval.blocks;
    return true;
}

static const char *sprt_word(enum sprt_state state)
{
    switch (state) {
    case SPRT_H0:
        return "H0";
    case SPRT_H1:
        return "H1";
    case SPRT_CONTINUE:
        break;
    }
    return "undecided";
}

/* "Elo +35.2 [-12.0, +80.1] (95 %), LOS 0.931", or that there are too few blocks. */
static void print_elo(const struct report *report, const struct block_interval *interval,
                      FILE *file)
{
    bool stopped = report->has_sprt && report->sprt.state != SPRT_CONTINUE;

    fprintf(file, "  Elo %+.1f", interval->elo);
    if (interval->few)
        fprintf(file, ", too few blocks for a 95 %% interval: %.0f of at least %d",
                interval->blocks, INTERVAL_BLOCKS_MIN);
    else
        fprintf(file, " [%+.1f, %+.1f] (95 %%)%s, LOS %.3f", interval->elo_low95,
                interval->elo_high95, stopped ? ", SPRT stopped" : "", interval->los);
    if (!interval->nelo_few)
        fprintf(file, ", nElo %+.1f +- %.1f (95 %%)", interval->nelo, interval->nelo_err95);
    fputc('\n', file);
}

static const char *sprt_model(const struct sprt *sprt)
{
    return sprt->model == SPRT_NORMALIZED ? "normalized" : "logistic";
}

/* How many blocks ended with 0, a half, 1 ... points: of two games the pentanomial. */
static void print_blocks(const struct schedule_pair *pair, FILE *file)
{
    fputs("  blocks by points", file);
    for (int i = 0; i <= 2 * pair->block_size; i++)
        fprintf(file, "%s %g: %.0f", i ? "," : "", i / 2.0, pair->blocks[i]);
    fputc('\n', file);
}

static void print_pair(const struct report *report, int first, int second, FILE *file)
{
    const struct schedule_pair *pair =
        schedule_pair_of(&report->totals, report->entry_count, first, second);
    struct pair_numbers numbers;

    if (!pair_numbers(pair, &numbers))
        return;
    if (report_never_started(report, first) || report_never_started(report, second)) {
        fprintf(file, "%s vs %s: %d games, no result: %s never started\n",
                report->entries[first].name, report->entries[second].name, pair->games,
                report->entries[report_never_started(report, first) ? first : second].name);
        return;
    }
    const struct block_interval *interval = &numbers.interval;
    fprintf(file, "%s vs %s: %d games, +%d =%d -%d, score %.3f, margin %+.1f points a game\n",
            report->entries[first].name, report->entries[second].name, pair->games, pair->wins,
            pair->ties, pair->losses, interval->score, (double)pair->margin / pair->games);
    print_elo(report, interval, file);
    fprintf(file, "  %.0f blocks of %d, %.1f %% of games drawn", interval->blocks, pair->block_size,
            100.0 * pair->ties / pair->games);
    if (pair->block_size > 1)
        fprintf(file, ", %.1f %% of blocks split", 100 * numbers.split);
    fputc('\n', file);
    print_blocks(pair, file);
}

/* Unknown values are null. */
static json_t *real_unless(bool few, double value)
{
    return few ? json_null() : json_real(value);
}

static json_t *pair_json(const struct report *report, int first, int second)
{
    const struct schedule_pair *pair =
        schedule_pair_of(&report->totals, report->entry_count, first, second);
    struct pair_numbers numbers;
    json_t *blocks = json_array();

    if (!pair_numbers(pair, &numbers) || report_never_started(report, first) ||
        report_never_started(report, second)) {
        json_decref(blocks);
        return NULL;
    }
    const struct block_interval *interval = &numbers.interval;
    for (int i = 0; i <= 2 * pair->block_size; i++)
        json_array_append_new(blocks, json_integer((json_int_t)pair->blocks[i]));
    json_t *json =
        json_pack("{s:s,s:s,s:i,s:i,s:i,s:i,s:f,s:f,s:f,s:o,s:o,s:o,s:o,s:o,s:o}", "first",
                  report->entries[first].name, "second", report->entries[second].name, "games",
                  pair->games, "wins", pair->wins, "ties", pair->ties, "losses", pair->losses,
                  "score", interval->score, "margin", (double)pair->margin / pair->games, "elo",
                  interval->elo, "elo_low95", real_unless(interval->few, interval->elo_low95),
                  "elo_high95", real_unless(interval->few, interval->elo_high95), "los",
                  real_unless(interval->few, interval->los), "nelo",
                  real_unless(interval->nelo_few, interval->nelo), "nelo_err95",
                  real_unless(interval->nelo_few, interval->nelo_err95), "blocks", blocks);
    if (json && interval->few)
        json_object_set_new(json, "caution", json_string("too few blocks for an interval"));
    if (json && pair->block_size > 1)
        json_object_set_new(json, "split", json_real(numbers.split));
    return json;
}

/* ----------------------------------------------------------------------------------- entries */

static double msec(usec_t time)
{
    return (double)time / USEC_PER_MSEC;
}

/* "8H 12/20 9NT 1/3": made of bid, in the order of calls. */
static void print_contracts(const struct entry_stats *stats, const struct ruleset *rules,
                            FILE *file)
{
    int on_line = 0;

    for (int rank = 0; rank < rules->call_count; rank++) {
        call_t call = rules->call_order[rank];
        if (stats->bid[call] == 0)
            continue;
        fprintf(file, "%s%s %ld/%ld", on_line % 8 ? "  " : "\n    ", call_name(call),
                stats->made[call], stats->bid[call]);
        on_line++;
    }
}

static bool few_blocks(const struct entry_stats *stats)
{
    return stats->margin.blocks < INTERVAL_BLOCKS_MIN;
}

static void print_entry(const struct report *report, int entry, FILE *file)
{
    const struct entry_stats *stats = &report->stats[entry];
    const struct think_times *think = &report->thinks[entry];
    double err95, margin = entry_stats_margin(stats, &err95);

    if (stats->games == 0)
        return;
    fprintf(file, "%s: %ld games, %+.1f ", report->entries[entry].name, stats->games, margin);
    if (few_blocks(stats))
        fputs("(too few blocks for a bar)", file);
    else
        fprintf(file, "+- %.1f (95 %%)", err95);
    fprintf(file, " points a hand, %.2f tricks a hand\n",
            stats->hands ? (double)stats->tricks / (double)stats->hands : 0);
    fprintf(file, "  contracts %ld, made %ld", stats->contracts, stats->contracts_made);
    print_contracts(stats, report->rules, file);
    fputc('\n', file);
    if (think->count > 0)
        fprintf(file, "  time a decision: median %.3f ms, 99 %% %.3f ms, worst %.3f ms\n",
                msec(entry_stats_think_quantile(think, 0.5)),
                msec(entry_stats_think_quantile(think, 0.99)), msec(think->worst));
    for (int fault = FAULT_NONE + 1; fault < FAULT_COUNT; fault++) {
        if (stats->faults[fault] > 0)
            fprintf(file, "  fault %s: %ld\n", fault_name((enum fault)fault), stats->faults[fault]);
    }
}

long report_faults(const struct report *report, int entry)
{
    long count = 0;
    for (int fault = FAULT_NONE + 1; fault < FAULT_COUNT; fault++)
        count += report->stats[entry].faults[fault];
    return count;
}

long report_all_faults(const struct report *report)
{
    long count = 0;
    for (int entry = 0; entry < report->entry_count; entry++)
        count += report_faults(report, entry);
    return count;
}

bool report_never_started(const struct report *report, int entry)
{
    return report->stats[entry].games > 0 && report->unstarted[entry] == report->stats[entry].games;
}

void report_print_faults(const struct report *report, FILE *file)
{
    for (int entry = 0; entry < report->entry_count; entry++) {
        const struct entry_stats *stats = &report->stats[entry];
        const char *before = " (";
        if (report_faults(report, entry) == 0)
            continue;
        fprintf(file, "%s: %ld faults", report->entries[entry].name, report_faults(report, entry));
        for (int fault = FAULT_NONE + 1; fault < FAULT_COUNT; fault++) {
            if (stats->faults[fault] == 0)
                continue;
            fprintf(file, "%s%s %ld", before, fault_name((enum fault)fault), stats->faults[fault]);
            before = ", ";
        }
        fprintf(file, "), %ld of %ld games lost by them%s\n", report->forfeits[entry], stats->games,
                report_never_started(report, entry) ? "; it never started" : "");
    }
}

bool report_first_fault(const struct runner_config *run, const struct schedule_block *block,
                        const struct runner_game *games, char *text, size_t size)
{
    for (int game = 0; game < block->game_count; game++) {
        for (int seat = 0; seat < run->rules.players; seat++) {
            for (int fault = FAULT_NONE + 1; fault < FAULT_COUNT; fault++) {
                if (games[game].game_stats.faults[seat][fault] == 0)
                    continue;
                snprintf(text, size, "%s: %s in game %s-%06d",
                         run->entries[block->lineups[game].entry_of[seat]].name,
                         fault_name((enum fault)fault), run->prefix, block->first_game + game + 1);
                return true;
            }
        }
    }
    return false;
}

static json_t *entry_json(const struct report *report, int entry)
{
    const struct entry_stats *stats = &report->stats[entry];
    const struct think_times *think = &report->thinks[entry];
    json_t *contracts = json_object(), *faults = json_object();
    double err95, margin = entry_stats_margin(stats, &err95);

    for (int call = 0; call < CALL_COUNT; call++) {
        if (stats->bid[call] > 0)
            json_object_set_new(
                contracts, call_name((call_t)call),
                json_pack("[I,I]", (json_int_t)stats->made[call], (json_int_t)stats->bid[call]));
    }
    for (int fault = FAULT_NONE + 1; fault < FAULT_COUNT; fault++)
        json_object_set_new(faults, fault_name((enum fault)fault),
                            json_integer(stats->faults[fault]));
    return json_pack("{s:s,s:I,s:I,s:f,s:o,s:I,s:o,s:o,s:I,s:I,s:{s:f,s:f,s:f}}", "name",
                     report->entries[entry].name, "games", (json_int_t)stats->games, "hands",
                     (json_int_t)stats->hands, "margin", margin, "margin_err95",
                     real_unless(few_blocks(stats), err95), "tricks", (json_int_t)stats->tricks,
                     "contracts", contracts, "faults", faults, "forfeits",
                     (json_int_t)report->forfeits[entry], "decisions", (json_int_t)think->count,
                     "ms", "median", msec(entry_stats_think_quantile(think, 0.5)), "p99",
                     msec(entry_stats_think_quantile(think, 0.99)), "worst", msec(think->worst));
}

/* ---------------------------------------------------------------------------------- the whole */

void report_print(const struct report *report, FILE *file)
{
    for (int first = 0; first < report->entry_count; first++) {
        for (int second = first + 1; second < report->entry_count; second++)
            print_pair(report, first, second, file);
    }
    for (int entry = 0; entry < report->entry_count; entry++)
        print_entry(report, entry, file);
    if (report->totals.blocks_void > 0)
        fprintf(file, "%d blocks void\n", report->totals.blocks_void);
    if (report->has_sprt)
        fprintf(file, "SPRT %s: LLR %.2f (%.2f, %.2f), H0 %+.1f, H1 %+.1f, %s\n",
                sprt_word(report->sprt.state), report->sprt.llr, report->sprt.lower,
                report->sprt.upper, report->sprt.elo0, report->sprt.elo1,
                sprt_model(&report->sprt));
}

json_t *report_json(const struct report *report)
{
    json_t *pairs = json_array(), *entries = json_array(), *sprt = json_null();
    json_t *faults = json_object(), *never = json_array();

    for (int first = 0; first < report->entry_count; first++) {
        for (int second = first + 1; second < report->entry_count; second++) {
            json_t *pair = pair_json(report, first, second);
            if (pair)
                json_array_append_new(pairs, pair);
        }
        json_array_append_new(entries, entry_json(report, first));
        json_object_set_new(faults, report->entries[first].name,
                            json_integer(report_faults(report, first)));
        if (report_never_started(report, first))
            json_array_append_new(never, json_string(report->entries[first].name));
    }
    if (report->has_sprt)
        sprt = json_pack("{s:s,s:f,s:f,s:f,s:f,s:f,s:f,s:f,s:s}", "state",
                         sprt_word(report->sprt.state), "llr", report->sprt.llr, "lower",
                         report->sprt.lower, "upper", report->sprt.upper, "elo0", report->sprt.elo0,
                         "elo1", report->sprt.elo1, "alpha", report->sprt.alpha, "beta",
                         report->sprt.beta, "model", sprt_model(&report->sprt));
    return json_pack("{s:I,s:I,s:i,s:o,s:o,s:o,s:o,s:o}", "games", (json_int_t)report->games,
                     "blocks", (json_int_t)report->blocks, "blocks_void",
                     report->totals.blocks_void, "pairs", pairs, "entries", entries, "faults",
                     faults, "never_started", never, "sprt", sprt);
}

void report_brief(const struct report *report, char *text, size_t size)
{
    struct pair_numbers numbers;
    long faults = 0;
    int length = 0;

    text[0] = '\0';
    if (report->entry_count == 2 &&
        pair_numbers(schedule_pair_of(&report->totals, 2, 0, 1), &numbers)) {
        length = snprintf(text, size, "Elo %+.1f", numbers.interval.elo);
        if (!numbers.interval.few)
            length += snprintf(text + length, size - (size_t)length, " [%+.1f, %+.1f]",
                               numbers.interval.elo_low95, numbers.interval.elo_high95);
        if (report->has_sprt)
            length += snprintf(text + length, size - (size_t)length, ", LLR %.2f (%.2f, %.2f)",
                               report->sprt.llr, report->sprt.lower, report->sprt.upper);
    }
    for (int entry = 0; entry < report->entry_count; entry++)
        faults += report_faults(report, entry);
    if (faults > 0)
        snprintf(text + length, size - (size_t)length, "%s%ld faults", length ? ", " : "", faults);
}
