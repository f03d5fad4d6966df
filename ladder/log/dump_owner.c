/* dump_owner.c - accounts, codes and programs as lines of JSON. */
#include "log/dump_owner.h"

#include "base/hex.h"
#include "store/store_account.h"
#include "store/store_program.h"

#include <openssl/evp.h>
#include <stdlib.h>
#include <string.h>

enum {
    PAGE = 32,
    TEXT_BYTES_MAX = (STORE_PART_BYTES + 2) / 3 * 4, /* of a part as base64 */
};

/* ----------------------------------------------------------------------------------- accounts */

static int account_put(struct dump_writer *to, const struct store_account *account)
{
    to->dump->accounts++;
    return dump_line_put(to, json_pack("{s:s, s:s, s:s, s:o, s:I}", "kind", "account", "name",
                                       account->name, "party", account->party, "token",
                                       dump_line_hash(account->token_hash, true), "made_msec",
                                       (json_int_t)account->made_msec));
}

static int invite_put(struct dump_writer *to, const struct store_invite *invite)
{
    to->dump->invites++;
    return dump_line_put(
        to, json_pack("{s:s, s:s, s:o, s:I, s:I, s:I, s:I}", "kind", "invite", "id", invite->id,
                      "code", dump_line_hash(invite->code_hash, true), "uses",
                      (json_int_t)invite->uses, "used", (json_int_t)invite->used, "until_msec",
                      (json_int_t)invite->until_msec, "made_msec", (json_int_t)invite->made_msec));
}

int dump_owner_accounts(struct dump_writer *to)
{
    struct store_account accounts[PAGE];
    struct store_invite invites[PAGE];
    char after[LADDER_NAME_MAX + 1] = "", last[STORE_INVITE_ID_MAX + 1] = "";

    for (int count = PAGE; count == PAGE;) {
        count = store_account_page(to->store, after, accounts, PAGE);
        if (count < 0)
            return dump_line_failed(to);
        for (int i = 0; i < count; i++) {
            if (account_put(to, &accounts[i]))
                return -1;
            memcpy(after, accounts[i].name, sizeof after);
        }
    }
    for (int count = PAGE; count == PAGE;) {
        count = store_account_invites(to->store, last, invites, PAGE);
        if (count < 0)
            return dump_line_failed(to);
        for (int i = 0; i < count; i++) {
            if (invite_put(to, &invites[i]))
                return -1;
            memcpy(last, invites[i].id, sizeof last);
        }
    }
    return 0;
}

static int account_import(struct dump_reader *from, const json_t *object)
{
    struct store_account account;

    if (dump_line_text(from, object, "name", account.name, sizeof account.name) ||
        dump_line_text(from, object, "party", account.party, sizeof account.party) ||
        dump_line_number(from, object, "made_msec", INT64_MIN, INT64_MAX, &account.made_msec))
        return -1;
    if (!name_is_valid(account.name) || !name_is_valid(account.party))
        return dump_line_refuse(from, "name, party: expected 1 to 32 of A-Z a-z 0-9 . _ -");
    if (dump_line_hash_parse(json_object_get(object, "token"), account.token_hash))
        return dump_line_refuse(from, "token: expected 64 hex digits");
    int status = store_account_add(from->store, &account);
    if (status == STORE_THERE)
        return dump_line_refuse(from, "account '%s': expected a name and a token of its own",
                                account.name);
    from->dump->accounts++;
    return status ? dump_line_lost(from) : 0;
}

static int invite_import(struct dump_reader *from, const json_t *object)
{
    struct store_invite invite;

    if (dump_line_text(from, object, "id", invite.id, sizeof invite.id) ||
        dump_line_number(from, object, "uses", 1, INT64_MAX, &invite.uses) ||
        dump_line_number(from, object, "used", 0, invite.uses, &invite.used) ||
        dump_line_number(from, object, "until_msec", 0, INT64_MAX, &invite.until_msec) ||
        dump_line_number(from, object, "made_msec", INT64_MIN, INT64_MAX, &invite.made_msec))
        return -1;
    if (!name_is_valid(invite.id))
        return dump_line_refuse(from, "id: expected 1 to %d of A-Z a-z 0-9 . _ -",
                                (int)STORE_INVITE_ID_MAX);
    if (dump_line_hash_parse(json_object_get(object, "code"), invite.code_hash))
        return dump_line_refuse(from, "code: expected 64 hex digits");
    int status = store_account_invite_add(from->store, &invite);
    if (status == STORE_THERE)
        return dump_line_refuse(from, "invite '%s': expected an id and a code of its own",
                                invite.id);
    from->dump->invites++;
    return status ? dump_line_lost(from) : 0;
}

/* The account must have been on a line before. */
static int account_check(struct dump_reader *from, const char *name)
{
    struct store_account account;
    int status = store_account_find(from->store, name, &account);

    return status == STORE_NONE ? dump_line_refuse(from, "account: no account '%s'", name)
           : status             ? dump_line_lost(from)
                                : 0;
}

int dump_owner_bot(struct dump_reader *from, const struct standing *bot, const json_t *object)
{
    const json_t *stopped = json_object_get(object, "stopped");
    char account[LADDER_NAME_MAX + 1];

    if (stopped && !json_is_true(stopped))
        return dump_line_refuse(from, "stopped: expected true, or nothing");
    if (stopped && store_account_stop(from->store, bot->id, true))
        return dump_line_lost(from);
    if (!json_object_get(object, "account"))
        return 0;
    if (dump_line_text(from, object, "account", account, sizeof account) ||
        account_check(from, account))
        return -1;
    return store_account_give(from->store, bot->id, account) ? dump_line_lost(from) : 0;
}

/* ----------------------------------------------------------------------------------- archives */

/* Reads all parts and hashes them. Returns whether they are what the name says. */
static bool archive_whole(struct store *store, const char *name, int64_t bytes, uint8_t *part)
{
    uint8_t digest[SHA256_DIGEST_LENGTH];
    char hex[WORK_HASH_DIGITS + 1];
    SHA256_CTX context;
    int size = 0;

    SHA256_Init(&context);
    for (int64_t number = 0, at = 0; at < bytes; number++, at += size) {
        if (store_work_archive_part(store, name, number, part, &size) || size < 1)
            return false;
        SHA256_Update(&context, part, (size_t)size);
    }
    SHA256_Final(digest, &context);
    hex_format(digest, sizeof digest, hex);
    return strcmp(hex, name) == 0;
}

static int parts_put(struct dump_writer *to, const char *name, int64_t bytes, uint8_t *part,
                     char *text)
{
    int status = dump_line_put(to, json_pack("{s:s, s:s, s:I}", "kind", "archive", "hash", name,
                                             "bytes", (json_int_t)bytes));
    int size = 0;

    for (int64_t number = 0, at = 0; status == 0 && at < bytes; number++, at += size) {
        if (store_work_archive_part(to->store, name, number, part, &size))
            return dump_line_failed(to);
        EVP_EncodeBlock((unsigned char *)text, part, size);
        status = dump_line_put(to, json_pack("{s:s, s:I, s:s}", "kind", "part", "number",
                                             (json_int_t)number, "base64", text));
    }
    return status;
}

static int archive_put(struct dump_writer *to, const char *name)
{
    uint8_t *part = malloc(STORE_PART_BYTES);
    char *text = malloc(TEXT_BYTES_MAX + 1);
    int64_t bytes = 0;
    int status = store_work_archive_size(to->store, name, &bytes);

    if (!part || !text)
        status = dump_line_world(to->dump, "out of memory");
    else if (status == STORE_FAILED)
        status = dump_line_failed(to);
    else if (status == 0 && archive_whole(to->store, name, bytes, part))
        status = parts_put(to, name, bytes, part, text);
    else {
        to->dump->damaged++;
        status = 0;
    }
    free(part);
    free(text);
    return status;
}

static int archive_import(struct dump_owner *owner, struct dump_reader *from, const json_t *object)
{
    uint8_t hash[SHA256_DIGEST_LENGTH];
    int64_t bytes;

    if (dump_line_hash_parse(json_object_get(object, "hash"), hash))
        return dump_line_refuse(from, "hash: expected 64 hex digits");
    if (dump_line_number(from, object, "bytes", 1, WORK_ARCHIVE_BYTES_MAX, &bytes))
        return -1;
    memset(owner, 0, sizeof *owner);
    hex_format(hash, sizeof hash, owner->archive);
    owner->bytes = bytes;
    SHA256_Init(&owner->context);
    int status = store_work_archive_add(from->store, owner->archive, bytes);
    return status == STORE_THERE
               ? dump_line_refuse(from, "archive %.12s: expected one that was not there yet",
                                  owner->archive)
           : status ? dump_line_lost(from)
                    : 0;
}

/* The parts have the sizes that work.c makes. */
static int part_import(struct dump_owner *owner, struct dump_reader *from, const json_t *object)
{
    const json_t *value = json_object_get(object, "base64");
    const char *text = json_string_value(value);
    uint8_t digest[SHA256_DIGEST_LENGTH], *part;
    char hex[WORK_HASH_DIGITS + 1];
    int64_t left = owner->bytes - owner->read, number;
    size_t size = left < STORE_PART_BYTES ? (size_t)left : STORE_PART_BYTES;
    size_t digits = (size + 2) / 3 * 4;

    if (left == 0)
        return dump_line_refuse(from, "expected a part behind its archive only");
    if (dump_line_number(from, object, "number", owner->number, owner->number, &number))
        return -1;
    if (!text || json_string_length(value) != digits)
        return dump_line_refuse(from, "base64: expected %zu bytes as %zu digits", size, digits);
    part = malloc(digits);
    if (!part)
        return dump_line_world(from->dump, "out of memory");
    int decoded = EVP_DecodeBlock(part, (const unsigned char *)text, (int)digits);
    if (decoded != (int)(digits / 4 * 3)) {
        free(part);
        return dump_line_refuse(from, "base64: expected digits of base64");
    }
    SHA256_Update(&owner->context, part, size);
    int status = store_work_archive_part_add(from->store, owner->archive, number, part, (int)size);
    free(part);
    if (status)
        return dump_line_lost(from);
    owner->read += (int64_t)size;
    owner->number++;
    if (owner->read < owner->bytes)
        return 0;
    SHA256_Final(digest, &owner->context);
    hex_format(digest, sizeof digest, hex);
    return strcmp(hex, owner->archive) == 0
               ? 0
               : dump_line_refuse(from, "archive %.12s: it was altered", owner->archive);
}

/* ----------------------------------------------------------------------------------- programs */

static int program_put(struct dump_writer *to, const void *row, int64_t *number)
{
    const struct store_program *program = row;
    char *report = NULL;
    int64_t first = 0;

    *number = program->id;
    if (store_program_first(to->store, program->archive, &first) ||
        store_program_report(to->store, program->id, &report))
        return dump_line_failed(to);
    int status = first == program->id ? archive_put(to, program->archive) : 0;
    if (status == 0)
        status = dump_line_put(
            to, json_pack(
                    "{s:s, s:s, s:s, s:s, s:s, s:s, s:b, s:I, s:s, s:s, s:s, s:I, s:I, s:I}",
                    "kind", "program", "bot", program->bot, "account", program->account, "label",
                    program->label, "rulesets", program->rulesets, "archive", program->archive,
                    "owned", (int)program->owned, "bytes", (json_int_t)program->bytes, "state",
                    store_program_states[program->state], "why", program->why, "report", report,
                    "made_msec", (json_int_t)program->made_msec, "changed_msec",
                    (json_int_t)program->changed_msec, "attempts", (json_int_t)program->attempts));
    free(report);
    to->dump->programs++;
    return status;
}

static int programs_read(struct store *store, int64_t after, void *page, int max)
{
    return store_program_all(store, after, page, max);
}

int dump_owner_programs(struct dump_writer *to)
{
    static const struct dump_rows rows = {sizeof(struct store_program), programs_read, program_put};

    return dump_line_rows(to, &rows);
}

static int state_parse(struct dump_reader *from, const json_t *object, enum program_state *state)
{
    const char *text = json_string_value(json_object_get(object, "state"));
    int i = 0;

    while (text && i < PROGRAM_STATES && strcmp(text, store_program_states[i]) != 0)
        i++;
    if (!text || i == PROGRAM_STATES)
        return dump_line_refuse(from, "state: expected received, building, checking, refused, "
                                      "active, replaced or stopped");
    *state = (enum program_state)i;
    return 0;
}

/* A bot has one active program at most. */
static int active_check(struct dump_reader *from, const struct store_program *program)
{
    struct store_program page[PAGE];
    int64_t before = INT64_MAX;

    for (int count = PAGE; program->state == PROGRAM_ACTIVE && count == PAGE;) {
        count = store_program_page(from->store, program->bot_id, before, page, PAGE);
        if (count < 0)
            return dump_line_lost(from);
        for (int i = 0; i < count; i++) {
            if (page[i].state == PROGRAM_ACTIVE)
                return dump_line_refuse(from, "state: bot '%s' has an active program already",
                                        program->bot);
            before = page[i].id;
        }
    }
    return 0;
}

static int program_parse(struct dump_reader *from, const json_t *object,
                         struct store_program *program)
{
    const json_t *owned = json_object_get(object, "owned");
    uint8_t hash[SHA256_DIGEST_LENGTH];

    memset(program, 0, sizeof *program);
    if (dump_line_text(from, object, "bot", program->bot, sizeof program->bot) ||
        dump_line_text(from, object, "account", program->account, sizeof program->account) ||
        dump_line_text(from, object, "label", program->label, sizeof program->label) ||
        dump_line_text(from, object, "rulesets", program->rulesets, sizeof program->rulesets) ||
        dump_line_text(from, object, "why", program->why, sizeof program->why) ||
        dump_line_number(from, object, "bytes", 0, WORK_ARCHIVE_BYTES_MAX, &program->bytes) ||
        dump_line_number(from, object, "made_msec", INT64_MIN, INT64_MAX, &program->made_msec) ||
        dump_line_number(from, object, "changed_msec", INT64_MIN, INT64_MAX,
                         &program->changed_msec) ||
        dump_line_number(from, object, "attempts", 0, INT64_MAX, &program->attempts) ||
        state_parse(from, object, &program->state) || account_check(from, program->account))
        return -1;
    if (!name_is_valid(program->label))
        return dump_line_refuse(from, "label: expected 1 to 32 of A-Z a-z 0-9 . _ -");
    if (!json_is_boolean(owned))
        return dump_line_refuse(from, "owned: expected true or false");
    program->owned = json_is_true(owned);
    if (dump_line_hash_parse(json_object_get(object, "archive"), hash))
        return dump_line_refuse(from, "archive: expected 64 hex digits");
    hex_format(hash, sizeof hash, program->archive);
    int bot = standings_find(&from->standings, program->bot);
    if (bot < 0)
        return dump_line_refuse(from, "bot: no bot '%s'", program->bot);
    program->bot_id = from->standings.bots[bot].id;
    return active_check(from, program);
}

static int program_import(struct dump_reader *from, const json_t *object)
{
    const char *report = json_string_value(json_object_get(object, "report"));
    struct store_program program;

    if (program_parse(from, object, &program))
        return -1;
    if (!report || strlen(report) > PROGRAM_REPORT_MAX)
        return dump_line_refuse(from, "report: expected a text of %d bytes at most",
                                (int)PROGRAM_REPORT_MAX);
    int status = store_program_add(from->store, &program);
    if (status == STORE_THERE)
        return dump_line_refuse(from, "label '%s': expected a new one of '%s'", program.label,
                                program.bot);
    if (status || store_program_report_set(from->store, program.id, report))
        return dump_line_lost(from);
    from->dump->programs++;
    return 0;
}

int dump_owner_import(struct dump_owner *owner, struct dump_reader *from, const char *kind,
                      const json_t *object)
{
    if (strcmp(kind, "part") == 0)
        return part_import(owner, from, object);
    if (owner->read < owner->bytes)
        return dump_line_refuse(from, "expected part %lld of archive %.12s",
                                (long long)owner->number, owner->archive);
    if (strcmp(kind, "account") == 0)
        return account_import(from, object);
    if (strcmp(kind, "invite") == 0)
        return invite_import(from, object);
    if (strcmp(kind, "archive") == 0)
        return archive_import(owner, from, object);
    if (strcmp(kind, "program") == 0)
        return program_import(from, object);
    return DUMP_OWNER_OTHER;
}
