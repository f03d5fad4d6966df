/* command_invite.c - avondale ladder invite: codes that let new names in. The store has a hash of
 * each; an id, the beginning of that hash, is what people call it by. */
#include "base/clock.h"
#include "base/hex.h"
#include "base/token.h"
#include "shell/command.h"
#include "store/store_account.h"

#include <inttypes.h>
#include <string.h>

bool command_invite_writes(const struct command *command)
{
    return !command->argument || strcmp(command->argument, "list") != 0;
}

static void id_of(const uint8_t hash[32], char id[STORE_INVITE_ID_MAX + 1])
{
    hex_format(hash, STORE_INVITE_ID_MAX / 2, id);
}

static int invite_make(struct command *command)
{
    struct store_invite invite = {.uses = command->uses ? command->uses : 1,
                                  .made_msec = clock_wall_msec()};
    char code[LADDER_CODE_MAX + 1], until[32];

    int status = command_time_option(command, "--until", command->until, &invite.until_msec);
    if (status)
        return status;
    if (command->until && invite.until_msec <= invite.made_msec)
        return command_complain(command, EXIT_USAGE, "--until '%.40s': expected a time to come",
                                command->until);
    if (token_code_make(code))
        return command_complain(command, EXIT_WORLD, "the system gives no random bytes");
    token_code_hash(code, invite.code_hash);
    id_of(invite.code_hash, invite.id);
    int added = store_account_invite_add(command->store, &invite);
    if (added == STORE_THERE)
        return command_complain(command, EXIT_WORLD, "a code has the id %s already; try again",
                                invite.id);
    if (added || store_commit(command->store))
        return command_store_failed(command);
    if (command->common.json)
        return command_print_json(command, json_pack("{s:s, s:s, s:I, s:I}", "code", code, "id",
                                                     invite.id, "uses", (json_int_t)invite.uses,
                                                     "until_msec", (json_int_t)invite.until_msec));
    fprintf(command->out, "%s\n", code);
    fprintf(command->err, "%s: %" PRId64 " new names, until %s\n", invite.id, invite.uses,
            invite.until_msec ? command_time_text(invite.until_msec, until) : "it is withdrawn");
    return EXIT_DONE;
}

static json_t *invite_value(const struct store_invite *invite)
{
    return json_pack("{s:s, s:I, s:I, s:I, s:I}", "id", invite->id, "uses",
                     (json_int_t)invite->uses, "used", (json_int_t)invite->used, "until_msec",
                     (json_int_t)invite->until_msec, "made_msec", (json_int_t)invite->made_msec);
}

static int invite_list(struct command *command)
{
    struct store_invite page[STORE_PAGE];
    char after[STORE_INVITE_ID_MAX + 1] = "", until[32], made[32];
    json_t *list = command->common.json ? json_array() : NULL;
    int count;

    if (!command->common.json)
        fprintf(command->out, "%-8s %7s %7s %-20s %s\n", "id", "used", "uses", "until", "made");
    do {
        count = store_account_invites(command->store, after, page, STORE_PAGE);
        for (int i = 0; i < count; i++) {
            if (list)
                json_array_append_new(list, invite_value(&page[i]));
            else
                fprintf(command->out, "%-8s %7" PRId64 " %7" PRId64 " %-20s %s\n", page[i].id,
                        page[i].used, page[i].uses, command_time_text(page[i].until_msec, until),
                        command_time_text(page[i].made_msec, made));
            memcpy(after, page[i].id, sizeof after);
        }
    } while (count == STORE_PAGE);
    if (count < 0) {
        json_decref(list);
        return command_store_failed(command);
    }
    return list ? command_print_json(command, list) : EXIT_DONE;
}

static int invite_withdraw(struct command *command)
{
    const char *word = command->arguments[1];
    char id[STORE_INVITE_ID_MAX + 1];
    uint8_t hash[32];

    token_code_hash(word, hash);
    id_of(hash, id);
    if (strlen(word) <= STORE_INVITE_ID_MAX)
        snprintf(id, sizeof id, "%s", word);
    int dropped = store_account_invite_drop(command->store, id);
    if (dropped == STORE_NONE)
        return command_complain(command, EXIT_USAGE,
                                "no code of that id; 'invite list' names them all");
    if (dropped || store_commit(command->store))
        return command_store_failed(command);
    if (command->common.json)
        return command_print_json(command, json_pack("{s:s}", "withdrawn", id));
    fprintf(command->out, "%s lets no more names in\n", id);
    return EXIT_DONE;
}

int command_invite(struct command *command)
{
    const char *word = command->argument;

    if (word && (command->uses || command->until))
        return command_complain(command, EXIT_USAGE,
                                "invite %.32s: --uses and --until are of a new code", word);
    if (!word)
        return invite_make(command);
    if (strcmp(word, "list") == 0 && command->argument_count == 1)
        return invite_list(command);
    if (strcmp(word, "withdraw") == 0 && command->argument_count == 2)
        return invite_withdraw(command);
    return command_complain(command, EXIT_USAGE,
                            "invite '%.32s': expected nothing, list, or withdraw CODE", word);
}
