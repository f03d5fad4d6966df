/* main.c - subcommands and nothing else. */
#include "command/command.h"
#include "base/log.h"
#include "base/memory.h"
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
    {"serve", serve_main, "the daemon: referees games between bots that connect, keeps a ladder"},
    {"match", match_main, "plays bots against one another here: results with error bars"},
    {"tournament", tournament_main, "a whole competition from one file"},
    {"worker", worker_main, "plays the blocks of tournaments and matches on other machines"},
    {"check", check_main, "tests one bot in everything that it may meet, and reports its mistakes"},
    {"connect", connect_main, "joins an arena with a bot that speaks on standard input and output"},
    {"account", account_main,
     "an owner's bots on an arena elsewhere: take over, stop, renew tokens"},
    {"submit", submit_main, "hands in a bot to an arena elsewhere"},
    {"logs", logs_main, "what a bot of yours said and heard in a game on an arena elsewhere"},
    {"ladder", ladder_main, "the ladder from the shell: add, token, top, show, history, ban, ..."},
    {"admin", admin_client_main,
     "controls a running daemon: show, pause, drain, kick, reload, void"},
    {"replay", replay_main, "replays records and says where they break the rules"},
    {"rules", rules_main, "lists presets, prints and checks rulesets"},
    {"solve", solve_main, "best play of a deal or a position with all cards known"},
    {"analyze", analyze_main, "what each play of records cost against best play"},
    {"hint", hint_main, "what a sample bot would do in a position, and why"},
};
enum { COMMANDS = sizeof commands / sizeof commands[0] };

static void print_help(FILE *out)
{
    fprintf(out, "usage: avondale COMMAND [ARGUMENT...]\n\n");
    for (int i = 0; i < COMMANDS; i++)
        fprintf(out, "  %-10s %s\n", commands[i].name, commands[i].does);
    fprintf(out, "\navondale COMMAND --help says more; avondale --version\n");
}

/* If there is no memory for a JSON value, the output may be wrong without notice: the library
 * itself may drop a byte of a string and continue. So a command that answers and ends stops here.
 * The daemon continues. */
static int run(const struct command *command, int argc, char **argv)
{
    if (command->run != serve_main)
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
    log_say("avondale: no command '%.80s%s'; there are%s", name, strlen(name) > 80 ? "..." : "",
            names);
    return 2;
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        print_help(stderr);
        return 2;
    }
    if (strcmp(argv[1], SANDBOX_CHILD_WORD) == 0)
        return supervisor_main(argc, argv);
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
