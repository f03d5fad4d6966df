/* test_dump_owner.c - what belongs to owners goes through a file into another store, of another
 * kind too, and is the same there; a file that says too much is refused. Runs on SQLite files; with
 * AVONDALE_TEST_STORE=postgresql://...?... from that database into a file and back. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "log/dump.h"
#include "program_place.h"
#include "store/store_hosting.h"
#include "work/work.h"

enum { ARCHIVE_BYTES = 300000 /* two parts */ };

static uint8_t archive[ARCHIVE_BYTES];
static char archive_hash[WORK_HASH_DIGITS + 1];

static void archive_add(struct store *store)
{
    for (int i = 0; i < ARCHIVE_BYTES; i++)
        archive[i] = (uint8_t)(i * 7 + i / 1000);
    work_hash(archive, ARCHIVE_BYTES, archive_hash);
    assert_int_equal(store_work_archive_add(store, archive_hash, ARCHIVE_BYTES), 0);
    assert_int_equal(store_work_archive_part_add(store, archive_hash, 0, archive, STORE_PART_BYTES),
                     0);
    assert_int_equal(store_work_archive_part_add(store, archive_hash, 1, archive + STORE_PART_BYTES,
                                                 ARCHIVE_BYTES - STORE_PART_BYTES),
                     0);
}

static void program_put(struct store *store, int64_t bot, const char *label,
                        enum program_state state, const char *why)
{
    struct store_program one = {.bot_id = bot,
                                .account = "own-1",
                                .owned = true,
                                .bytes = ARCHIVE_BYTES,
                                .state = state,
                                .made_msec = 1000,
                                .changed_msec = 2000,
                                .attempts = 2,
                                .rulesets = "wikipedia au-pagat"};
    snprintf(one.label, sizeof one.label, "%s", label);
    snprintf(one.why, sizeof one.why, "%s", why);
    memcpy(one.archive, archive_hash, sizeof one.archive);
    assert_int_equal(store_program_add(store, &one), 0);
    assert_int_equal(store_program_report_set(store, one.id, "line 1\n\"line\" 2 \xc3\xa9\n"), 0);
}

/* Two owners, three bots, two codes, and five programs with one archive. */
static void store_fill(const struct place *place)
{
    struct store_account one = {
        .name = "own-1", .party = "farm", .token_hash = {1}, .made_msec = 5};
    struct store_account two = {.name = "own-2", .party = "own-2", .token_hash = {2}};
    struct store_invite code = {.id = "aa", .uses = 3, .until_msec = 100, .code_hash = {8, 1}};
    struct store_invite endless = {.id = "bb", .uses = 1, .code_hash = {8, 2}};
    struct store *store = opened(place, 0);

    assert_int_equal(store_begin(store, true), 0);
    assert_int_equal(store_account_add(store, &one), 0);
    assert_int_equal(store_account_add(store, &two), 0);
    assert_int_equal(store_account_invite_add(store, &code), 0);
    assert_int_equal(store_account_invite_add(store, &endless), 0);
    assert_int_equal(store_account_invite_use(store, code.code_hash, 99), 0);
    int64_t ann = program_bot(store, "ann", "own-1"), bob = program_bot(store, "bob", "own-1");
    (void)program_bot(store, "cat", "");
    assert_int_equal(store_account_stop(store, bob, true), 0);
    archive_add(store);
    program_put(store, ann, "1.0", PROGRAM_REPLACED, "by version 2.0");
    program_put(store, ann, "2.0", PROGRAM_ACTIVE, "");
    program_put(store, bob, "1.0", PROGRAM_REFUSED, "it 'fails'");
    program_put(store, ann, "3.0", PROGRAM_CHECKING, "");
    program_put(store, bob, "2.0", PROGRAM_RECEIVED, "");
    assert_int_equal(store_commit(store), 0);
    store_close(store);
}

/* To be freed. */
static char *exported(const struct place *place, struct dump *dump)
{
    struct store *store = opened(place, 0);
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);

    *dump = (struct dump){.name = "export"};
    assert_int_equal(store_begin(store, false), 0);
    if (dump_export(dump, store, file))
        fail_msg("%s", dump->error);
    assert_int_equal(fclose(file), 0);
    assert_int_equal(store_commit(store), 0);
    store_close(store);
    return text;
}

static int imported(const struct place *place, const char *text, struct dump *dump)
{
    struct store *store = opened(place, 0);
    FILE *file = fmemopen((void *)(uintptr_t)text, strlen(text), "r");

    *dump = (struct dump){.name = "file"};
    assert_int_equal(store_begin(store, true), 0);
    int status = dump_import(dump, store, file);
    if (status)
        store_rollback(store);
    else
        assert_int_equal(store_commit(store), 0);
    fclose(file);
    store_close(store);
    return status;
}

/* A file beside the one of the place. */
static struct place beside(const struct place *place)
{
    struct place to = {.server = NULL};

    snprintf(to.temp.path, sizeof to.temp.path, "%s/to.db", place->temp.dir);
    snprintf(to.url, sizeof to.url, "sqlite:%s", to.temp.path);
    return to;
}

static void what_is_moved_can_be_used(const struct place *place)
{
    struct store *store = opened(place, 0);
    struct store_holder holder;
    struct store_invite invite;
    struct store_program program;
    struct store_hosted hosted[4];
    struct standing bots[4];
    uint8_t *part = malloc(STORE_PART_BYTES);
    int64_t number = 0;
    int size = 0;

    assert_int_equal(store_begin(store, false), 0);
    assert_int_equal(store_account_holder(store, (const uint8_t[32]){1}, &holder), 0);
    assert_true(holder.account);
    assert_string_equal(holder.name, "own-1");
    assert_int_equal(store_account_invite_find(store, (const uint8_t[32]){8, 1}, &invite), 0);
    assert_int_equal(invite.used, 1);
    assert_int_equal(invite.until_msec, 100);
    assert_int_equal(store_account_bots(store, "own-1", bots, 4), 2);
    assert_false(bots[0].stopped);
    assert_true(bots[1].stopped);
    assert_int_equal(store_hosting_page(store, 0, hosted, 4), 1);
    assert_string_equal(hosted[0].program.label, "2.0");
    assert_int_equal(store_program_find(store, bots[1].id, "1.0", &program), 0);
    assert_int_equal(program.state, PROGRAM_REFUSED);
    assert_string_equal(program.why, "it 'fails'");
    assert_int_equal(program.changed_msec, 2000);
    assert_int_equal(program.attempts, 2);
    assert_string_equal(program.rulesets, "wikipedia au-pagat");
    assert_int_equal(store_program_since(store, "own-1", 999, &number), 0);
    assert_int_equal(number, 5); /* the quota of a day is not made new */
    assert_int_equal(store_work_archive_part(store, archive_hash, 1, part, &size), 0);
    assert_int_equal(size, ARCHIVE_BYTES - STORE_PART_BYTES);
    assert_memory_equal(part, archive + STORE_PART_BYTES, (size_t)size);
    assert_int_equal(store_commit(store), 0);
    free(part);
    /* A worker goes on with what was being checked: no lease was moved. */
    assert_int_equal(store_work_begin(store), 0);
    assert_int_equal(store_program_claim(store, "w", 1000, &program), 0);
    assert_string_equal(program.label, "3.0");
    store_rollback(store);
    store_close(store);
}

static void what_owners_have_is_moved(void **state)
{
    struct place *place = *state, to = beside(place);
    struct dump dump;

    store_fill(place);
    char *text = exported(place, &dump);
    assert_int_equal(dump.accounts, 2);
    assert_int_equal(dump.invites, 2);
    assert_int_equal(dump.programs, 5);
    const char *first = strstr(text, "{\"kind\":\"archive\"");
    assert_non_null(first);
    assert_null(strstr(first + 1, "{\"kind\":\"archive\"")); /* once, for all that have it */
    if (imported(&to, text, &dump))
        fail_msg("%s", dump.error);
    assert_int_equal(dump.programs, 5);
    char *moved = exported(&to, &dump);
    assert_string_equal(moved, text);
    what_is_moved_can_be_used(&to);
    fresh(place);
    if (imported(place, moved, &dump))
        fail_msg("%s", dump.error);
    char *back = exported(place, &dump);
    assert_string_equal(back, text);
    what_is_moved_can_be_used(place);
    /* Owners alone make a store that is not empty. */
    assert_int_equal(imported(place, text, &dump), -1);
    assert_non_null(strstr(dump.error, "empty store"));
    free(text);
    free(moved);
    free(back);
}

/* A store with an account, but without a bot. */
static void an_account_is_not_mixed_with_those_of_a_file(void **state)
{
    struct place *place = *state, to = beside(place);
    struct store_account own = {.name = "own-7", .party = "own-7", .token_hash = {7}};
    struct dump dump;

    store_fill(place);
    char *text = exported(place, &dump);
    struct store *store = opened(&to, 0);
    assert_int_equal(store_begin(store, true), 0);
    assert_int_equal(store_account_add(store, &own), 0);
    assert_int_equal(store_commit(store), 0);
    store_close(store);
    assert_int_equal(imported(&to, text, &dump), -1);
    assert_non_null(strstr(dump.error, "empty store"));
    free(text);
}

static void an_older_file_is_imported(void **state)
{
    struct place *place = *state;
    struct dump dump;

    assert_int_equal(imported(place,
                              "{\"kind\":\"ladder\",\"format\":\"avondale-ladder/1\"}\n"
                              "{\"kind\":\"bot\",\"id\":1,\"name\":\"ann\",\"owner\":\"\","
                              "\"token\":null}\n"
                              "{\"kind\":\"end\",\"bots\":1,\"results\":0,\"actions\":0,"
                              "\"announced\":0}\n",
                              &dump),
                     0);
    assert_int_equal(dump.bots, 1);
}

/* The text with the first `what` replaced. Where `by` is NULL its line is taken out. To be freed.
 */
static char *changed(const char *text, const char *what, const char *by)
{
    const char *at = strstr(text, what);
    char *copy = malloc(strlen(text) + 200);

    assert_non_null(at);
    const char *rest = at + strlen(what);
    if (!by) {
        while (at > text && at[-1] != '\n')
            at--;
        rest = strchr(rest, '\n') + 1;
    }
    sprintf(copy, "%.*s%s%s", (int)(at - text), text, by ? by : "", rest);
    return copy;
}

static void a_file_that_says_too_much_is_refused(void **state)
{
    static const struct {
        const char *what, *by, *says;
    } damages[] = {
        /* Bots and programs of owners that are not in the file. */
        {"\"account\":\"own-1\"", "\"account\":\"own-9\"", "no account 'own-9'"},
        {"\"bot\":\"ann\",\"account\":\"own-1\"", "\"bot\":\"ann\",\"account\":\"own-9\"",
         "no account 'own-9'"},
        {"\"bot\":\"ann\",\"account\"", "\"bot\":\"zoe\",\"account\"", "no bot 'zoe'"},
        {"\"kind\":\"account\",\"name\":\"own-1\"", NULL, "no account 'own-1'"},
        /* One owner's token is another's, or none at all. */
        {"\"token\":\"02", "\"token\":\"01", "a token of its own"},
        {"\"token\":\"02", "\"token\":\"0x", "token: expected 64 hex digits"},
        {"\"name\":\"own-2\"", "\"name\":\"own-1\"", "a name and a token of its own"},
        {"\"party\":\"farm\"", "\"party\":\"a farm\"", "name, party: expected"},
        {"\"uses\":3,\"used\":1", "\"uses\":3,\"used\":4", "used: expected a number from 0 to 3"},
        {"\"code\":\"0802", "\"code\":\"0801", "an id and a code of its own"},
        {"\"stopped\":true", "\"stopped\":false", "stopped: expected true"},
        /* Archives that are altered, cut off or too long, and parts without an archive. */
        {"\"base64\":\"AAcO", "\"base64\":\"AAcP", "it was altered"},
        {"\"base64\":\"AAcO", "\"base64\":\"A!cO", "digits of base64"},
        {"\"base64\":\"AAcO", "\"base64\":\"", "base64: expected 262144 bytes"},
        {"\"kind\":\"part\",\"number\":1", NULL, "expected part 1 of archive"},
        {"\"kind\":\"part\",\"number\":1", "\"kind\":\"part\",\"number\":2",
         "number: expected a number from 1 to 1"},
        {"\"kind\":\"archive\"", NULL, "behind its archive only"},
        {"\"bytes\":300000}", "\"bytes\":67108865}", "bytes: expected a number from 1 to 67108864"},
        {"\"bytes\":300000}", "\"bytes\":262144}", "it was altered"},
        /* Programs. */
        {"\"bytes\":300000,", "\"bytes\":-300000,", "bytes: expected a number from 0"},
        {"\"state\":\"replaced\"", "\"state\":\"active\"", "has an active program already"},
        {"\"state\":\"replaced\"", "\"state\":\"approved\"", "state: expected received"},
        {"\"owned\":true", "\"owned\":1", "owned: expected"},
        {"\"label\":\"3.0\"", "\"label\":\"1.0\"", "expected a new one of 'ann'"},
        {"\"label\":\"3.0\"", "\"label\":\"../3\"", "label: expected"},
        {"\"report\":\"line", "\"report\":7,\"x\":\"line", "report: expected a text"},
        {"\"programs\":5", "\"programs\":4", "programs: expected"},
        {"\"label\":\"3.0\"", NULL, "programs: expected"},
        {",\"accounts\":2", "", "accounts: expected"},
    };
    struct place *place = *state, to = beside(place);
    struct dump dump;

    store_fill(place);
    char *text = exported(place, &dump);
    for (size_t i = 0; i < sizeof damages / sizeof damages[0]; i++) {
        char *copy = changed(text, damages[i].what, damages[i].by);
        if (imported(&to, copy, &dump) == 0)
            fail_msg("damage %zu was taken", i);
        if (!strstr(dump.error, damages[i].says) || dump.world)
            fail_msg("damage %zu: %s", i, dump.error);
        free(copy);
    }
    if (imported(&to, text, &dump)) /* nothing of them was stored */
        fail_msg("%s", dump.error);
    free(text);
}

/* It does not keep the rest of a ladder from being moved. */
static void a_damaged_archive_is_left_out(void **state)
{
    struct place *place = *state, to = beside(place);
    struct dump dump;

    store_fill(place);
    sql(place, "DELETE FROM archive_part WHERE number = 1");
    char *text = exported(place, &dump);
    assert_int_equal(dump.damaged, 1);
    assert_null(strstr(text, "\"kind\":\"archive\""));
    assert_int_equal(imported(&to, text, &dump), 0);
    assert_int_equal(dump.programs, 5);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(what_owners_have_is_moved, setup, teardown),
        cmocka_unit_test_setup_teardown(an_account_is_not_mixed_with_those_of_a_file, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(an_older_file_is_imported, setup, teardown),
        cmocka_unit_test_setup_teardown(a_file_that_says_too_much_is_refused, setup, teardown),
        cmocka_unit_test_setup_teardown(a_damaged_archive_is_left_out, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
