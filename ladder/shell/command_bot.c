/* command_bot.c - avondale ladder: the commands that add a bot or change what it is. */
#include "shell/command.h"
#include "base/clock.h"
#include "base/token.h"

#include <string.h>

/* Adds an entry about the bot that the first argument names, and commits. */
static int act(struct command *command, struct standing *bot, enum log_entry_kind kind,
               const char *text)
{
    int status = command_find_bot(command, bot);
    if (status)
        return status;
    if (store_log_entry_add(command->store, kind, bot->id, clock_wall_msec(), text) ||
        store_commit(command->store))
        return command_store_failed(command);
    return EXIT_DONE;
}

int command_bot_version(struct command *command)
{
    struct standing bot;
    const char *label = command->arguments[1];
    if (!name_is_valid(label))
        return command_complain(
            command, EXIT_USAGE,
            "version '%.64s': must be 1 to 32 of A-Z a-z 0-9 . _ - and not start with "
            "a dot",
            label);
    int status = act(command, &bot, LOG_ENTRY_VERSION, label);
    if (status)
        return status;
    if (command->common.json)
        return command_print_json(command,
                                  json_pack("{s:s, s:s}", "name", bot.name, "version", label));
    fprintf(command->out, "%s is version %s from now on\n", bot.name, label);
    return EXIT_DONE;
}

int command_bot_reference(struct command *command)
{
    struct standing bot;
    bool on = !command->off;
    int status = act(command, &bot, LOG_ENTRY_REFERENCE, on ? "on" : "off");
    if (status)
        return status;
    if (command->common.json)
        return command_print_json(command,
                                  json_pack("{s:s, s:b}", "name", bot.name, "reference", on));
    fprintf(command->out, "%s is %s reference bot\n", bot.name, on ? "a" : "no");
    return EXIT_DONE;
}

static int print_token(struct command *command, const char *name, const char *hex)
{
    if (command->common.json)
        return command_print_json(command, json_pack("{s:s, s:s}", "name", name, "token", hex));
    fprintf(command->out, "%s\n", hex);
    return EXIT_DONE;
}

int command_bot_add(struct command *command)
{
    struct standing bot = {.has_token = true}, other;
    char hex[TOKEN_HEX_BYTES];
    const char *owner = command->owner;
    const char *bad = !name_is_valid(command->argument) ? command->argument : NULL;
    if (!bad && owner && !name_is_valid(owner))
        bad = owner;
    if (bad)
        return command_complain(
            command, EXIT_USAGE,
            "name '%.64s': must be 1 to 32 of A-Z a-z 0-9 . _ - and not start with a dot", bad);
    if (name_is_reserved(command->argument))
        return command_complain(command, EXIT_USAGE,
                                "name '%.64s': expected one that begins neither with " NAME_OWNER
                                " nor with " NAME_ADDRESS ", which are for owners",
                                command->argument);
    snprintf(bot.name, sizeof bot.name, "%.32s", command->arguments[0]);
    snprintf(bot.owner, sizeof bot.owner, "%s", owner ? owner : "");
    int there = store_bot_find(command->store, bot.name, &other);
    if (there == 0)
        return command_complain(command, EXIT_USAGE,
                                "'%s' is there already; 'token %s' gives it a new token",
                                other.name, other.name);
    if (there == STORE_FAILED)
        return command_store_failed(command);
    if (token_make(hex, bot.token_hash))
        return command_complain(command, EXIT_WORLD, "the system gives no random bytes");
    if (store_bot_add(command->store, &bot, clock_wall_msec()) || store_commit(command->store))
        return command_store_failed(command);
    return print_token(command, bot.name, hex);
}

int command_bot_token(struct command *command)
{
    struct standing bot;
    char hex[TOKEN_HEX_BYTES];
    int status = command_find_bot(command, &bot);
    if (status)
        return status;
    if (token_make(hex, bot.token_hash))
        return command_complain(command, EXIT_WORLD, "the system gives no random bytes");
    if (store_bot_token(command->store, bot.id, bot.token_hash) || store_commit(command->store))
        return command_store_failed(command);
    return print_token(command, bot.name, hex);
}

int command_bot_ban(struct command *command)
{
    struct standing bot;
    int status = command_find_bot(command, &bot);
    if (status)
        return status;
    if (bot.banned)
        return command_complain(command, EXIT_USAGE, "'%s' is banned already", bot.name);
    bot.banned = true;
    if (store_log_entry_add(command->store, LOG_ENTRY_BAN, bot.id, clock_wall_msec(), "") ||
        store_bot_cache(command->store, &bot) || store_commit(command->store))
        return command_store_failed(command);
    if (command->common.json)
        return command_print_json(command, json_pack("{s:s, s:b}", "name", bot.name, "banned", 1));
    fprintf(command->out, "%s is banned\n", bot.name);
    return EXIT_DONE;
}
