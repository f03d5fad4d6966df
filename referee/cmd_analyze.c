/* cmd_analyze.c - avondale analyze: what each play of a record cost, against best play with all
 * cards known. That is no measure of a single play, which its player could not know to be wrong;
 * over many hands it shows which bot plays better, and where. */
#include "cmd.h"
#include "engine.h"
#include "protocol.h"

#include <errno.h>
#include <getopt.h>
#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BOTS_MAX = 256, NAME_BYTES = 64, TABLE_BITS = 20 };

static const char help[] =
    "usage: avondale analyze [--nodes N] [--json] FILE...\n"
    "Plays the records of the files again (FILE - is standard input) and compares each play\n"
    "with the best one for who sees all cards. The loss is the tricks that it gave away, or,\n"
    "where tricks are not the aim (misere, hi-lo), the contract: it could be made before and\n"
    "not after, or the other way round. By bot, phase of the play (tricks 1-3, 4-7, 8-10) and\n"
    "contract. Plays without a choice, and those that stood in for a bot at fault, are not\n"
    "counted. faults%: plays with a loss in a hundred; tricks%: tricks lost in as many.\n"
    "  --nodes N  leaves out plays that take more than N nodes to solve (0: none)\n"
    "  --json     one object, with a row for each bot, phase, contract and role\n";

enum stage { STAGE_EARLY, STAGE_MIDDLE, STAGE_LATE, STAGE_COUNT };
enum role { ROLE_CONTRACTOR, ROLE_DEFENDER, ROLE_COUNT };
static const char *const stage_names[] = {"early", "middle", "late"};
static const char *const role_names[] = {"contractor", "defender"};

enum { KIND_NONE = DENOM_SPECIAL, KIND_NO_TRICK, KIND_FIVE, KIND_COUNT };
static const char *const kind_names[] = {"S",   "C",    "D",      "H",    "NT",
                                         "JNT", "none", "misere", "hi-lo"};

struct cell {
    long plays;     /* that were looked at: there was a choice */
    long faults;    /* with a loss */
    long tricks;    /* lost */
    long contracts; /* lost */
};

struct bot {
    char name[NAME_BYTES];
    struct cell cells[STAGE_COUNT][KIND_COUNT][ROLE_COUNT];
};

struct analysis {
    struct solver solver;
    uint64_t nodes;
    bool json, full;
    int bot_count;
    struct bot bots[BOTS_MAX];
    long records, differ, skipped;
    const char *file;
    long line;
};

__attribute__((format(printf, 1, 2))) static int refuse(const char *format, ...)
{
    va_list args;

    fputs("avondale analyze: ", stderr);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
    return 2;
}

/* ------------------------------------------------------------------------------------ the plays */

static struct bot *find_bot(struct analysis *analysis, const char *name)
{
    for (int i = 0; i < analysis->bot_count; i++) {
        if (strncmp(analysis->bots[i].name, name, NAME_BYTES - 1) == 0)
            return &analysis->bots[i];
    }
    if (analysis->bot_count == BOTS_MAX)
        return NULL;
    struct bot *bot = &analysis->bots[analysis->bot_count++];
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

/* What the play gave away. `played` is one of the cards solved. */
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

/* Whether the seat on turn, and not a default, played one of several cards. */
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

static bool judge_step(void *context, const struct replay_step *step)
{
    struct analysis *analysis = context;
    struct solve_result result;
    struct action action;

    if (!is_chosen(step, &action))
        return true;
    struct bot *bot = find_bot(analysis, step->names[step->game->turn]);
    if (!bot) {
        analysis->full = true;
        return false;
    }
    if (solve_play(&analysis->solver, step->game, step->rules, analysis->nodes, &result)) {
        analysis->skipped++;
        return true;
    }
    int trick = step->game->trick, loss = loss_of(&result, &action);
    enum stage stage = trick < 3 ? STAGE_EARLY : trick < 7 ? STAGE_MIDDLE : STAGE_LATE;
    enum role role = result.wants ? ROLE_CONTRACTOR : ROLE_DEFENDER;
    struct cell *cell = &bot->cells[stage][kind_of(step->game->contract.call)][role];
    cell->plays++;
    cell->faults += loss > 0;
    if (result.goal == SOLVE_TRICKS)
        cell->tricks += loss;
    else
        cell->contracts += loss;
    return true;
}

/* ------------------------------------------------------------------------------------ the files */

static void report(void *context, const char *text)
{
    const struct analysis *analysis = context;
    fprintf(stderr, "avondale analyze: %s:%ld: %s\n", analysis->file, analysis->line, text);
}

static int analyze_file(struct analysis *analysis, FILE *file)
{
    struct replay replay = {.report = report, .step = judge_step, .context = analysis};
    char *line = NULL;
    size_t capacity = 0;
    ssize_t size;
    int status = 0;

    analysis->line = 0;
    while (!status && (size = getline(&line, &capacity, file)) > 0) {
        analysis->line++;
        if (line[size - 1] == '\n')
            size--;
        if (size == 0)
            continue;
        int differences = record_replay(line, (size_t)size, &replay);
        if (differences == PROTOCOL_ERROR_MEMORY)
            status = (refuse("out of memory"), 3);
        else if (analysis->full)
            status = refuse("%s:%ld: more than %d bots", analysis->file, analysis->line, BOTS_MAX);
        analysis->differ += differences != 0;
        analysis->records++;
    }
    if (!status && !feof(file))
        status = refuse("%s: %s", analysis->file, strerror(errno));
    free(line);
    return status;
}

static int analyze_files(struct analysis *analysis, char **files, int count)
{
    int status = 0;

    for (int i = 0; i < count && !status; i++) {
        bool is_stdin = strcmp(files[i], "-") == 0;
        FILE *file = is_stdin ? stdin : fopen(files[i], "r");
        if (!file)
            return refuse("%s: %s", files[i], strerror(errno));
        analysis->file = files[i];
        status = analyze_file(analysis, file);
        if (!is_stdin)
            fclose(file);
    }
    return status;
}

/* ----------------------------------------------------------------------------------- the report */

/* Sums over what is -1. */
static struct cell sum_cells(const struct bot *bot, int stage, int kind, int role)
{
    struct cell sum = {0, 0, 0, 0};

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
            }
        }
    }
    return sum;
}

static void print_row(const char *bot, const char *what, struct cell cell)
{
    if (cell.plays == 0)
        return;
    printf("%-20s %-10s %8ld %8.2f %8.2f %9ld\n", bot, what, cell.plays,
           100.0 * (double)cell.faults / (double)cell.plays,
           100.0 * (double)cell.tricks / (double)cell.plays, cell.contracts);
}

static void print_text(const struct analysis *analysis)
{
    printf("%-20s %-10s %8s %8s %8s %9s\n", "bot", "part", "plays", "faults%", "tricks%",
           "contracts");
    for (int i = 0; i < analysis->bot_count; i++) {
        const struct bot *bot = &analysis->bots[i];
        print_row(bot->name, "all", sum_cells(bot, -1, -1, -1));
        for (int role = 0; role < ROLE_COUNT; role++)
            print_row("", role_names[role], sum_cells(bot, -1, -1, role));
        for (int stage = 0; stage < STAGE_COUNT; stage++)
            print_row("", stage_names[stage], sum_cells(bot, stage, -1, -1));
        for (int kind = 0; kind < KIND_COUNT; kind++)
            print_row("", kind_names[kind], sum_cells(bot, -1, kind, -1));
    }
    printf("%ld records, %ld differ, %ld plays left out\n", analysis->records, analysis->differ,
           analysis->skipped);
}

static void add_rows(json_t *rows, const struct bot *bot)
{
    for (int stage = 0; stage < STAGE_COUNT; stage++) {
        for (int kind = 0; kind < KIND_COUNT; kind++) {
            for (int role = 0; role < ROLE_COUNT; role++) {
                struct cell cell = bot->cells[stage][kind][role];
                if (cell.plays == 0)
                    continue;
                json_array_append_new(
                    rows, json_pack("{s:s,s:s,s:s,s:s,s:I,s:I,s:I,s:I}", "bot", bot->name, "phase",
                                    stage_names[stage], "contract", kind_names[kind], "role",
                                    role_names[role], "plays", (json_int_t)cell.plays, "faults",
                                    (json_int_t)cell.faults, "tricks", (json_int_t)cell.tricks,
                                    "contracts", (json_int_t)cell.contracts));
            }
        }
    }
}

static void print_json(const struct analysis *analysis)
{
    json_t *rows = json_array();

    for (int i = 0; i < analysis->bot_count; i++)
        add_rows(rows, &analysis->bots[i]);
    json_t *object = json_pack("{s:I,s:I,s:I,s:o}", "records", (json_int_t)analysis->records,
                               "differ", (json_int_t)analysis->differ, "left_out",
                               (json_int_t)analysis->skipped, "rows", rows);
    if (object)
        json_dumpf(object, stdout, JSON_COMPACT);
    putchar('\n');
    json_decref(object);
}

/* ---------------------------------------------------------------------------------- the command */

/* -1: go on; else the exit status. */
static int read_options(int argc, char **argv, struct analysis *analysis)
{
    static const struct option options[] = {{"nodes", required_argument, NULL, 'n'},
                                            {"json", no_argument, NULL, 'j'},
                                            {"help", no_argument, NULL, 'h'},
                                            {NULL, 0, NULL, 0}};
    int option;
    char *end;

    opterr = 0;
    optind = 1;
    while ((option = getopt_long(argc, argv, ":", options, NULL)) != -1) {
        if (option == 'h')
            return fputs(help, stdout) < 0 ? 3 : 0;
        if (option == ':')
            return refuse("%s: expected a value", argv[optind - 1]);
        if (option == '?')
            return refuse("%s: no such option; allowed: --nodes --json --help", argv[optind - 1]);
        if (option == 'j') {
            analysis->json = true;
            continue;
        }
        errno = 0;
        analysis->nodes = strtoull(optarg, &end, 10);
        if (optarg[0] < '0' || optarg[0] > '9' || *end || errno)
            return refuse("--nodes %s: allowed: a number, 0: no limit", optarg);
    }
    return optind < argc ? -1 : refuse("expected at least one FILE; see avondale analyze --help");
}

int cmd_analyze(int argc, char **argv)
{
    struct analysis *analysis = calloc(1, sizeof *analysis);
    void *memory = NULL;
    int status = analysis ? read_options(argc, argv, analysis) : (refuse("out of memory"), 3);

    if (status >= 0)
        goto out;
    memory = malloc(solve_bytes(TABLE_BITS));
    if (!memory || solve_init(&analysis->solver, memory, solve_bytes(TABLE_BITS))) {
        status = (refuse("out of memory"), 3);
        goto out;
    }
    status = analyze_files(analysis, argv + optind, argc - optind);
    if (status)
        goto out;
    if (analysis->json)
        print_json(analysis);
    else
        print_text(analysis);
    status = analysis->differ > 0;
    if (fflush(stdout) || ferror(stdout))
        status = (refuse("standard output: %s", strerror(errno)), 3);
out:
    free(memory);
    free(analysis);
    return status;
}
