/* analyze.c - avondale analyze: what each play of records cost, compared with best play with all
 * cards known, and with what expert would have done with the knowledge of the seat; and how much of
 * the scores was luck. The first says nothing about a single play, which its player could not know
 * to be wrong; over many hands it shows which bot plays better, and where. */
#include "record/analysis.h"
#include "command/command.h"
#include "base/log.h"
#include "base/options.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TABLE_BITS = 20, WORLDS_USUAL = 12, EXPERT_NODES = 40000 };

struct task {
    struct analysis analysis;
    int worlds, worst_max;
    bool json, games;
    long records, differ;
    const char *file;
    long line;
};

/* ------------------------------------------------------------------------------------ the files */

/* The context of a replay is the analysis, the first member of its task. */
static void report(void *context, const char *text)
{
    const struct task *task = context;
    log_say("avondale analyze: %s:%ld: %s", task->file, task->line, text);
}

static int analyze_file(struct task *task, FILE *file)
{
    struct replay replay = {.report = report, .step = analysis_step, .context = &task->analysis};
    char *line = NULL;
    size_t capacity = 0;
    ssize_t size;
    int status = 0;

    task->line = 0;
    while (!status && (size = getline(&line, &capacity, file)) > 0) {
        task->line++;
        task->analysis.file = task->file;
        task->analysis.line = task->line;
        if (line[size - 1] == '\n')
            size--;
        if (size == 0)
            continue;
        analysis_begin(&task->analysis);
        int differences = replay_run(line, (size_t)size, &replay);
        if (differences == PROTOCOL_ERROR_MEMORY || task->analysis.no_memory)
            status = (options_command_bad("analyze", "out of memory"), 3);
        else if (task->analysis.full)
            status = options_command_bad("analyze", "%s:%ld: more than %d bots", task->file,
                                         task->line, ANALYSIS_BOTS_MAX);
        task->differ += differences != 0;
        task->records++;
    }
    if (!status && !feof(file))
        status = options_command_bad("analyze", "%s: %s", task->file, strerror(errno));
    free(line);
    return status;
}

static int analyze_files(struct task *task, char **files, int count)
{
    int status = 0;

    for (int i = 0; i < count && !status; i++) {
        bool is_stdin = strcmp(files[i], "-") == 0;
        FILE *file = is_stdin ? stdin : fopen(files[i], "r");
        if (!file)
            return options_command_bad("analyze", "%s: %s", files[i], strerror(errno));
        task->file = files[i];
        status = analyze_file(task, file);
        if (!is_stdin)
            fclose(file);
    }
    return status;
}

/* ---------------------------------------------------------------------------------- the command */

static int take_parts(void *context, const char *value, char error[OPTION_ERROR_BYTES])
{
    struct analysis *analysis = &((struct task *)context)->analysis;
    const struct {
        const char *name;
        bool *wanted;
    } parts[] = {
        {"plays", &analysis->plays}, {"expert", &analysis->expert}, {"luck", &analysis->luck}};

    (void)error;
    analysis->plays = analysis->expert = analysis->luck = false;
    for (const char *at = value;; at++) {
        size_t size = strcspn(at, ","), part = 0;
        while (part < 3 &&
               (strlen(parts[part].name) != size || memcmp(parts[part].name, at, size) != 0))
            part++;
        if (part == 3)
            return -1;
        *parts[part].wanted = true;
        at += size;
        if (!*at)
            break;
    }
    analysis->plays = analysis->plays || analysis->expert;
    return 0;
}

static void print_columns(FILE *out, bool manual)
{
    option_print_title(out, manual, "Columns");
    option_print_term(out, manual, "faults%", "plays with a loss in a hundred");
    option_print_term(out, manual, "tricks%", "tricks lost in as many");
    option_print_term(out, manual, "other%", "where expert plays another card");
    option_print_term(out, manual, "chance%", "matches lost by that, in a hundred");
    option_print_term(out, manual, "saved%", "of the variance of the points, by the slope");
    option_print_term(out, manual, "too few", "fewer than 4 blocks, or 2 hands, have no error");
}

static const struct option_row rows[] = {
    {OPTION_TAKE("parts", "LIST", take_parts, "plays,expert,luck", "what is looked at"),
     .allowed = "plays, expert, luck, joined by commas"},
    {OPTION_NUMBER("worlds", "N", task, worlds, 1, ADVICE_WORLDS_MAX, "12",
                   "how many worlds expert looks at")},
    {OPTION_COUNT("nodes", "N", task, analysis.nodes, "0",
                  "leaves out plays that take more than N nodes to solve; 0: none")},
    {OPTION_NUMBER("worst", "N", task, worst_max, 1, ANALYSIS_WORST_MAX, NULL,
                   "lists the N plays that cost most: what was played, what it lost with all cards "
                   "known, the best card, expert's card and what it thinks that cost, and the "
                   "place, for avondale rules --explain and avondale hint")},
    {OPTION_FLAG("games", task, games, "a row for each side of each game as well")},
    {OPTION_FLAG("json", task, json,
                 "one object, with a row for each bot, phase, contract and role")},
};
static const struct option_part part = OPTION_PART(NULL, rows);

const struct option_table analyze_options = {
    .command = "analyze",
    .synopsis = "[OPTION...] FILE...",
    .does =
        "Plays the records of the files again (FILE - is standard input) and judges what happened. "
        "Plays: each is compared with the best one when all cards are known. The loss is the "
        "tricks that it gave away, or, where tricks are not the aim (misere, hi-lo), the contract: "
        "it could be made before and not after, or the other way round. And with what the bot "
        "expert would have played, knowing what the seat knew. By bot, phase of the play (tricks "
        "1-3, 4-7, 8-10) and contract. Plays without a choice, and those that stood in for a bot "
        "at fault, are not counted. Luck: points that a side leads by, a hand, with their 95 % "
        "error; and the same less what the cards are worth when basic plays them in every seat, "
        "times the slope: how much of it the bot makes, by its hands of other deals. Games that "
        "begin with the same deal, as those of a duplicate match, are judged as one block.",
    .parts = {{&part, 0}},
    .operands = "at least one FILE",
    .operands_min = 1,
    .operands_max = INT_MAX,
    .print_more = print_columns,
};

/* Memory for the solver and for expert. */
static bool prepare(struct task *task, void *memory[2])
{
    struct analysis *analysis = &task->analysis;

    memory[0] = malloc(solve_bytes(TABLE_BITS));
    memory[1] = malloc(advice_bytes(ADVICE_EXPERT));
    analysis->worst = calloc((size_t)analysis->worst_max + 1, sizeof *analysis->worst);
    if (!memory[0] || !memory[1] || !analysis->worst ||
        solve_init(&analysis->solver, memory[0], solve_bytes(TABLE_BITS)))
        return false;
    advice_init(&analysis->adviser, ADVICE_EXPERT, task->worlds, EXPERT_NODES, memory[1]);
    return true;
}

int analyze_main(int argc, char **argv)
{
    struct task *task = calloc(1, sizeof *task);
    void *memory[2] = {NULL, NULL};
    int first, status;

    if (!task)
        return options_command_bad("analyze", "out of memory"), 3;
    status = options_take(&analyze_options, task, argc, argv, &first);
    if (status)
        goto out;
    task->analysis.worst_max = task->worst_max;
    if (task->analysis.worst_max > 0 && !task->analysis.plays) {
        status = options_command_bad("analyze", "--worst: expected plays or expert among --parts");
        goto out;
    }
    status = prepare(task, memory) ? 0 : (options_command_bad("analyze", "out of memory"), 3);
    if (!status)
        status = analyze_files(task, argv + first, argc - first);
    if (status)
        goto out;
    analysis_end(&task->analysis);
    if (task->json)
        analysis_print_json(&task->analysis, task->records, task->differ);
    else
        analysis_print(&task->analysis, task->games, task->records, task->differ);
    status = task->differ > 0;
    if (fflush(stdout) || ferror(stdout))
        status = (options_command_bad("analyze", "standard output: %s", strerror(errno)), 3);
out:
    free(memory[0]);
    free(memory[1]);
    free(task->analysis.worst);
    analysis_fini(&task->analysis);
    free(task);
    return status;
}
