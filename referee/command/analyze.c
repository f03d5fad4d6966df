/* analyze.c - avondale analyze: what each play of records cost, against best play with all
 * cards known and against what expert would have done with what the seat knew; and how much of the
 * scores was luck. The first is no measure of a single play, which its player could not know to be
 * wrong; over many hands it shows which bot plays better, and where. */
#include "record/analysis.h"
#include "command/command.h"
#include "base/log.h"
#include "base/options.h"

#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TABLE_BITS = 20, WORLDS_USUAL = 12, EXPERT_NODES = 40000 };

static const char help[] =
    "usage: avondale analyze [OPTION...] FILE...\n"
    "Plays the records of the files again (FILE - is standard input) and judges what happened.\n"
    "Plays: each is compared with the best one for who sees all cards. The loss is the tricks "
    "that\n"
    "it gave away, or, where tricks are not the aim (misere, hi-lo), the contract: it could be "
    "made\n"
    "before and not after, or the other way round. And with what the bot expert would have "
    "played,\n"
    "knowing what the seat knew. By bot, phase of the play (tricks 1-3, 4-7, 8-10) and contract.\n"
    "Plays without a choice, and those that stood in for a bot at fault, are not counted.\n"
    "  faults%   plays with a loss in a hundred      tricks%  tricks lost in as many\n"
    "  other%    where expert plays another card     chance%  matches lost by that, in a hundred\n"
    "Luck: points that a side leads by, a hand, with their 95 % error; and the same less what\n"
    "the cards are worth when basic plays them in every seat, times the slope: how much of it\n"
    "the bot makes, by its hands of other deals. saved%: of the variance.\n"
    "  --parts LIST  of plays, expert, luck; all of them unless told\n"
    "  --worlds N    how many worlds expert looks at, 1 to 160 (12)\n"
    "  --nodes N     leaves out plays that take more than N nodes to solve (0: none)\n"
    "  --worst N     lists the N plays that cost most, up to 1000: what was played, what it lost "
    "with\n"
    "                all cards known, the best card, expert's card and what it thinks that cost,\n"
    "                and the place, for avondale rules --explain and avondale hint\n"
    "  --games       a row for each side of each game as well\n"
    "  --json        one object, with a row for each bot, phase, contract and role\n";

struct task {
    struct analysis analysis;
    int worlds;
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
        int differences = record_replay(line, (size_t)size, &replay);
        if (differences == PROTOCOL_ERROR_MEMORY || task->analysis.no_memory)
            status = (command_bad("analyze", "out of memory"), 3);
        else if (task->analysis.full)
            status = command_bad("analyze", "%s:%ld: more than %d bots", task->file, task->line,
                                 ANALYSIS_BOTS_MAX);
        task->differ += differences != 0;
        task->records++;
    }
    if (!status && !feof(file))
        status = command_bad("analyze", "%s: %s", task->file, strerror(errno));
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
            return command_bad("analyze", "%s: %s", files[i], strerror(errno));
        task->file = files[i];
        status = analyze_file(task, file);
        if (!is_stdin)
            fclose(file);
    }
    return status;
}

/* ---------------------------------------------------------------------------------- the command */

/* Those that take an option return -1 to go on, or the exit status. */
static int take_number(const char *name, uint64_t min, uint64_t max, uint64_t *number)
{
    char *end;

    errno = 0;
    *number = strtoull(optarg, &end, 10);
    if (optarg[0] >= '0' && optarg[0] <= '9' && !*end && !errno && *number >= min && *number <= max)
        return -1;
    if (min == 0)
        return command_bad("analyze", "--%s %s: allowed: a number, 0: no limit", name, optarg);
    return command_bad("analyze", "--%s %s: allowed: %d to %d", name, optarg, (int)min, (int)max);
}

static int take_parts(struct analysis *analysis)
{
    const struct {
        const char *name;
        bool *wanted;
    } parts[] = {
        {"plays", &analysis->plays}, {"expert", &analysis->expert}, {"luck", &analysis->luck}};

    analysis->plays = analysis->expert = analysis->luck = false;
    for (const char *at = optarg; *at;) {
        size_t size = strcspn(at, ","), part = 0;
        while (part < 3 &&
               (strlen(parts[part].name) != size || memcmp(parts[part].name, at, size) != 0))
            part++;
        if (part == 3)
            break;
        *parts[part].wanted = true;
        at += size + (at[size] == ',');
        if (!*at)
            goto done;
    }
    return command_bad("analyze", "--parts %s: allowed: plays, expert, luck, joined by commas",
                       optarg);
done:
    analysis->plays = analysis->plays || analysis->expert;
    return -1;
}

static int take_option(struct task *task, int option)
{
    uint64_t number;
    int status = -1;

    switch (option) {
    case 'p':
        return take_parts(&task->analysis);
    case 'w':
        status = take_number("worlds", 1, ADVICE_WORLDS_MAX, &number);
        task->worlds = (int)number;
        return status;
    case 'n':
        return take_number("nodes", 0, UINT64_MAX - 1, &task->analysis.nodes);
    case 'k':
        status = take_number("worst", 1, ANALYSIS_WORST_MAX, &number);
        task->analysis.worst_max = (int)number;
        return status;
    case 'g':
        task->games = true;
        return -1;
    default:
        task->json = true;
        return -1;
    }
}

/* -1: go on; else the exit status. */
static int read_options(int argc, char **argv, struct task *task)
{
    static const struct option options[] = {
        {"nodes", required_argument, NULL, 'n'}, {"worlds", required_argument, NULL, 'w'},
        {"parts", required_argument, NULL, 'p'}, {"worst", required_argument, NULL, 'k'},
        {"games", no_argument, NULL, 'g'},       {"json", no_argument, NULL, 'j'},
        {"help", no_argument, NULL, 'h'},        {NULL, 0, NULL, 0}};
    int option;

    opterr = 0;
    optind = 1;
    while ((option = getopt_long(argc, argv, ":", options, NULL)) != -1) {
        if (option == 'h')
            return fputs(help, stdout) < 0 ? 3 : 0;
        if (option == ':')
            return command_bad("analyze", "%s: expected a value", argv[optind - 1]);
        if (option == '?')
            return command_bad(
                "analyze",
                "%s: no such option; allowed: --parts --worlds --nodes --worst --games --json "
                "--help",
                argv[optind - 1]);
        int status = take_option(task, option);
        if (status >= 0)
            return status;
    }
    return optind < argc
               ? -1
               : command_bad("analyze", "expected at least one FILE; see avondale analyze --help");
}

/* Memory for the solver, and for expert's. */
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

int cmd_analyze(int argc, char **argv)
{
    struct task *task = calloc(1, sizeof *task);
    void *memory[2] = {NULL, NULL};
    int status;

    if (!task)
        return command_bad("analyze", "out of memory"), 3;
    task->worlds = WORLDS_USUAL;
    task->analysis.plays = task->analysis.expert = task->analysis.luck = true;
    status = read_options(argc, argv, task);
    if (status >= 0)
        goto out;
    if (task->analysis.worst_max > 0 && !task->analysis.plays) {
        status = command_bad("analyze", "--worst: expected plays or expert among --parts");
        goto out;
    }
    status = prepare(task, memory) ? 0 : (command_bad("analyze", "out of memory"), 3);
    if (!status)
        status = analyze_files(task, argv + optind, argc - optind);
    if (status)
        goto out;
    if (task->json)
        analysis_print_json(&task->analysis, task->records, task->differ);
    else
        analysis_print(&task->analysis, task->games, task->records, task->differ);
    status = task->differ > 0;
    if (fflush(stdout) || ferror(stdout))
        status = (command_bad("analyze", "standard output: %s", strerror(errno)), 3);
out:
    free(memory[0]);
    free(memory[1]);
    free(task->analysis.worst);
    analysis_fini(&task->analysis);
    free(task);
    return status;
}
