/* command_act.c - avondale ladder: entries of the log that say what a bot is. */
#include "shell/command.h"
#include "base/clock.h"

#include <string.h>

/* Adds an entry about the bot that the first argument names, and commits. */
static int act(struct command *command, struct standing *bot, enum store_action_kind kind,
               const char *text)
{
    int status = bot_named(command, bot);
    if (status)
        return status;
    if (store_action_add(command->store, kind, bot->id, clock_wall_msec(), text) ||
        store_commit(command->store))
        return store_trouble(command);
    return EXIT_DONE;
}

int command_version(struct command *command)
{
    struct standing bot;
    const char *label = command->arguments[1];
    if (!result_name_valid(label))
        return complain(command, EXIT_USAGE,
                        "version '%.64s': must be 1 to 32 of A-Z a-z 0-9 . _ - and not start with "
                        "a dot",
                        label);
    int status = act(command, &bot, STORE_ACTION_VERSION, label);
    if (status)
        return status;
    if (command->json)
        return print_json(command, json_pack("{s:s, s:s}", "name", bot.name, "version", label));
    fprintf(command->out, "%s is version %s from here on\n", bot.name, label);
    return EXIT_DONE;
}

int command_reference(struct command *command)
{
    struct standing bot;
    bool on = !command_option(command, "--off");
    int status = act(command, &bot, STORE_ACTION_REFERENCE, on ? "on" : "off");
    if (status)
        return status;
    if (command->json)
        return print_json(command, json_pack("{s:s, s:b}", "name", bot.name, "reference", on));
    fprintf(command->out, "%s is %s reference bot\n", bot.name, on ? "a" : "no");
    return EXIT_DONE;
}
