/* main.c - subcommands and nothing else. */
#include "cmd.h"
#include "sandbox.h"

#include <stdio.h>
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
    {"check", cmd_check, "leads one bot through everything that it may meet, and says what it got wrong"},
    {"ladder", cmd_ladder, "the ladder from the shell: add, token, top, show, history, ban, ..."},
    {"admin", cmd_admin, "asks a running daemon, or tells it: show, pause, drain, kick, reload, void"},
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
            return commands[i].run(argc - 1, argv + 1);
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "help") == 0) {
        print_help(stdout);
        return 0;
    }
    if (strcmp(argv[1], "--version") == 0) {
        printf("avondale %s\n", AVONDALE_VERSION);
        return 0;
    }
    fprintf(stderr, "avondale: no command '%s'; there are", argv[1]);
    for (int i = 0; i < COMMANDS; i++)
        fprintf(stderr, " %s", commands[i].name);
    fprintf(stderr, "\n");
    return 2;
}
