/* main.c - subcommands and nothing else. */
#include "command/command.h"
#include "base/log.h"
#include "base/out_of_memory.h"
#include "sandbox/sandbox.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct command {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *does;
};

static const struct command commands[] = {
    {"serve", cmd_serve, "the daemon: referees games between bots that connect, keeps a ladder"},
    {"match", cmd_match, "plays bots against one another here: results with error bars"},
    {"tournament", cmd_tournament, "a whole competition from one file"},
    {"worker", cmd_worker, "plays what tournaments and matches on other machines give out"},
    {"check", cmd_check,
     "leads one bot through everything that it may meet, and says what it got wrong"},
    {"ladder", cmd_ladder, "the ladder from the shell: add, token, top, show, history, ban, ..."},
    {"admin", cmd_admin,
     "asks a running daemon, or tells it: show, pause, drain, kick, reload, void"},
    {"replay", cmd_replay, "plays records again and says where they and the rules part"},
    {"rules", cmd_rules, "lists presets, prints and checks rulesets"},
    {"solve", cmd_solve, "best play of a deal or a position with all cards known"},
    {"analyze", cmd_analyze, "what each play of records cost against best play"},
    {"hint", cmd_hint, "what a sample bot would do in a position, and why"},
};
enum { COMMANDS = sizeof commands / sizeof commands[0] };

static void print_help(FILE *out)
{
    fprintf(out, "usage: avondale COMMAND [ARGUMENT...]\n\n");
    for (int i = 0; i < COMMANDS; i++)
        fprintf(out, "  %-10s %s\n", commands[i].name, commands[i].does);
    fprintf(out, "\navondale COMMAND --help says more; avondale --version\n");
}

/* Where there is no memory for a value of JSON, what follows may be wrong without anybody noticing:
 * the library itself may lose a byte of a string and go on. So a command that answers and ends ends
 * here. The daemon lives on. */
static int run(const struct command *command, int argc, char **argv)
{
    if (command->run != cmd_serve)
        json_set_alloc_funcs(memory_take, free);
    return command->run(argc, argv);
}

static int no_command(const char *name)
{
    char names[200] = "";

    for (int i = 0; i < COMMANDS; i++) {
        size_t used = strlen(names);
        snprintf(names + used, sizeof names - used, " %s", commands[i].name);
    }
    log_say("avondale: no command '%s'; there are%s", name, names);
    return 2;
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        print_help(stderr);
        return 2;
    }
    if (strcmp(argv[1], SANDBOX_CHILD_WORD) == 0)
        return sandbox_child(argc, argv);
    for (int i = 0; i < COMMANDS; i++) {
        if (strcmp(argv[1], commands[i].name) == 0)
            return run(&commands[i], argc - 1, argv + 1);
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "help") == 0) {
        print_help(stdout);
        return 0;
    }
    if (strcmp(argv[1], "--version") == 0) {
        printf("avondale %s\n", AVONDALE_VERSION);
        return 0;
    }
    return no_command(argv[1]);
}
