/* test_writer_claim.c - a new name belongs to the first bot that claims it. */
#include "writer_cases.h"
#include "base/token.h"
#include "store/store_account.h"
#include "writer/writer_claim.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/sha.h>
#include <stdatomic.h>
#include <sys/stat.h>

/* Counts the work of a token check, in place of the library's functions. The writer's thread
 * calls them, too. */
static atomic_long hashes, hashed_bytes, comparisons, compared_bytes;

unsigned char *SHA256(const unsigned char *bytes, size_t size, unsigned char *hash)
{
    hashes++;
    hashed_bytes += (long)size;
    return EVP_Digest(bytes, size, hash, NULL, EVP_sha256(), NULL) == 1 ? hash : NULL;
}

int CRYPTO_memcmp(const void *a, const void *b, size_t size)
{
    const unsigned char *left = a, *right = b;
    unsigned char differ = 0;

    comparisons++;
    compared_bytes += (long)size;
    for (size_t i = 0; i < size; i++)
        differ |= left[i] ^ right[i];
    return differ;
}

struct answers {
    int count;
    enum ladder_claim_outcome outcome[64];
    struct ladder_claim claims[64];
};

static void on_claimed(void *context, const struct ladder_claim *claim,
                       enum ladder_claim_outcome outcome)
{
    struct answers *answers = context;

    answers->outcome[answers->count] = outcome;
    answers->claims[answers->count++] = *claim;
}

static void ask(struct ladder *ladder, const char *name, const char *asker, struct answers *answers)
{
    struct ladder_claim claim = {.owner = "net-x"};

    snprintf(claim.name, sizeof claim.name, "%s", name);
    snprintf(claim.asker, sizeof claim.asker, "%s", asker);
    assert_int_equal(writer_claim_queue(ladder, &claim, on_claimed, answers), 0);
}

static bool file_has(const char *path, const char *suffix, const char *text)
{
    char name[300];
    static char bytes[4 << 20];

    snprintf(name, sizeof name, "%s%s", path, suffix);
    FILE *file = fopen(name, "r");
    size_t size = file ? fread(bytes, 1, sizeof bytes, file) : 0;
    if (file)
        fclose(file);
    return memmem(bytes, size, text, strlen(text)) != NULL;
}

static void test_the_first_claim_gets_the_name(void **state)
{
    const struct temp *temp = *state;
    struct ladder *ladder = temp_ladder(temp, true);
    struct answers answers = {0};
    struct ladder_bot bot;

    ask(ladder, "ann", "one", &answers);
    ask(ladder, "ANN", "two", &answers);
    ask(ladder, "bob", "three", &answers);
    writer_queue_wait(ladder);
    assert_int_equal(answers.count, 0); /* only the dispatch reports it */
    writer_queue_dispatch(ladder);
    assert_int_equal(answers.count, 3);
    assert_int_equal(answers.outcome[0], LADDER_CLAIM_WON);
    assert_int_equal(answers.outcome[1], LADDER_CLAIM_TAKEN);
    assert_int_equal(answers.outcome[2], LADDER_CLAIM_WON);
    assert_string_equal(answers.claims[1].asker, "two");
    assert_true(writer_view_bot(ladder, "ann", &bot));
    assert_true(bot.has_token);
    assert_true(writer_view_token_valid(ladder, "ann", answers.claims[0].token));
    assert_false(writer_view_token_valid(ladder, "ann", answers.claims[1].token));
    assert_false(writer_view_token_valid(ladder, "ann", answers.claims[2].token));
    assert_false(writer_view_token_valid(ladder, "ann", NULL));
    struct ladder_claim bad = {.name = ".hidden"};
    assert_int_equal(writer_claim_queue(ladder, &bad, on_claimed, &answers), -1);
    writer_close(ladder);
    /* On disk, and only as a hash. */
    assert_false(file_has(temp->path, "", answers.claims[0].token));
    assert_false(file_has(temp->path, "-wal", answers.claims[0].token));
    ladder = temp_ladder(temp, true);
    assert_true(writer_view_token_valid(ladder, "ann", answers.claims[0].token));
    assert_false(writer_view_token_valid(ladder, "ann", ""));
    writer_close(ladder);
    assert_no_difference(temp, 0);
}

/* An unregistered name stays unregistered: no client takes it from the bots that play under it. */
static void test_a_name_without_a_token_is_not_taken(void **state)
{
    const struct temp *temp = *state;
    struct ladder *ladder = temp_ladder(temp, true);
    struct answers answers = {0};
    struct ladder_bot bot;

    assert_int_equal(writer_queue_register(ladder, "free"), 0);
    ask(ladder, "free", "thief", &answers);
    writer_queue_wait(ladder);
    writer_queue_dispatch(ladder);
    assert_int_equal(answers.outcome[0], LADDER_CLAIM_TAKEN);
    assert_true(writer_view_bot(ladder, "free", &bot));
    assert_false(bot.has_token);
    writer_close(ladder);
}

/* Two processes, like two nodes: one claim of each name wins, and both then know which. */
static void test_one_of_two_processes_wins(void **state)
{
    enum { NAMES = 32 };
    const struct temp *temp = *state;
    struct ladder *nodes[2] = {temp_ladder(temp, true), temp_ladder(temp, false)};
    static struct answers answers[2];
    char name[16];

    memset(answers, 0, sizeof answers);
    for (int i = 0; i < NAMES; i++) {
        snprintf(name, sizeof name, "bot%d", i);
        ask(nodes[i % 2], name, "a", &answers[i % 2]);
        ask(nodes[1 - i % 2], name, "b", &answers[1 - i % 2]);
    }
    for (int node = 0; node < 2; node++) {
        writer_queue_wait(nodes[node]);
        writer_queue_dispatch(nodes[node]);
        assert_int_equal(answers[node].count, NAMES);
    }
    for (int i = 0; i < NAMES; i++) {
        bool first = answers[0].outcome[i] == LADDER_CLAIM_WON;
        const struct ladder_claim *won = &answers[first ? 0 : 1].claims[i],
                                  *lost = &answers[first ? 1 : 0].claims[i];
        assert_int_equal(answers[first ? 0 : 1].outcome[i], LADDER_CLAIM_WON);
        assert_int_equal(answers[first ? 1 : 0].outcome[i], LADDER_CLAIM_TAKEN);
        assert_string_equal(won->name, lost->name);
        /* The loser's process had it from the store before its claim was answered. */
        assert_true(writer_view_token_valid(nodes[first ? 1 : 0], won->name, won->token));
        assert_false(writer_view_token_valid(nodes[first ? 1 : 0], won->name, lost->token));
    }
    writer_close(nodes[1]);
    writer_close(nodes[0]);
    assert_no_difference(temp, 0);
}

/* A code for `uses` names, as `avondale ladder invite` makes it. */
static void invite(const struct temp *temp, const char *code, int uses, int64_t until_msec)
{
    struct store_invite invite = {.uses = uses, .until_msec = until_msec};
    struct ladder_error error;
    struct store *store;

    token_code_hash(code, invite.code_hash);
    snprintf(invite.id, sizeof invite.id, "%.8s", code);
    assert_int_equal(store_open(&store, temp->url, 0, &error), 0);
    assert_int_equal(store_begin(store, true), 0);
    assert_int_equal(store_account_invite_add(store, &invite), 0);
    assert_int_equal(store_commit(store), 0);
    store_close(store);
}

static void ask_with(struct ladder *ladder, const char *name, const char *code,
                     struct answers *answers)
{
    struct ladder_claim claim = {.invited = true};

    snprintf(claim.name, sizeof claim.name, "%s", name);
    snprintf(claim.code, sizeof claim.code, "%s", code);
    assert_int_equal(writer_claim_queue(ladder, &claim, on_claimed, answers), 0);
}

static void test_a_code_lets_in_or_says_why_not(void **state)
{
    const struct temp *temp = *state;
    struct ladder *ladder = temp_ladder(temp, true);
    static struct answers answers;
    struct ladder_bot bot;

    memset(&answers, 0, sizeof answers);
    invite(temp, "twice000", 2, 0);
    invite(temp, "over0000", 2, 1);
    ask_with(ladder, "ann", "twice000", &answers);
    ask_with(ladder, "ANN", "twice000", &answers); /* taken: no use of the code */
    ask_with(ladder, "bob", "over0000", &answers);
    ask_with(ladder, "bob", "unknown0", &answers);
    ask_with(ladder, "bob", "", &answers);
    ask_with(ladder, "bob", "twice000", &answers);
    ask_with(ladder, "carol", "twice000", &answers);
    writer_queue_wait(ladder);
    writer_queue_dispatch(ladder);
    static const enum ladder_claim_outcome expected[] = {
        LADDER_CLAIM_WON,     LADDER_CLAIM_TAKEN, LADDER_CLAIM_CODE_OVER, LADDER_CLAIM_NO_CODE,
        LADDER_CLAIM_NO_CODE, LADDER_CLAIM_WON,   LADDER_CLAIM_CODE_USED};
    assert_int_equal(answers.count, 7);
    for (int i = 0; i < answers.count; i++)
        assert_int_equal(answers.outcome[i], expected[i]);
    assert_false(writer_view_bot(ladder, "carol", &bot));
    writer_close(ladder);
    assert_no_difference(temp, 0);
}

/* Two processes, like two nodes: together they admit no more names than the code allows. */
static void test_two_processes_count_one_code(void **state)
{
    enum { NAMES = 24, USES = 7 };
    const struct temp *temp = *state;
    struct ladder *nodes[2] = {temp_ladder(temp, true), temp_ladder(temp, false)};
    static struct answers answers[2];
    char name[16];
    int won = 0, used = 0;

    memset(answers, 0, sizeof answers);
    invite(temp, "seven000", USES, 0);
    for (int i = 0; i < NAMES; i++) {
        snprintf(name, sizeof name, "bot%d", i);
        ask_with(nodes[i % 2], name, "seven000", &answers[i % 2]);
        if (i % 5 == 0)
            writer_queue_wait(nodes[i % 2]);
    }
    for (int node = 0; node < 2; node++) {
        writer_queue_wait(nodes[node]);
        writer_queue_dispatch(nodes[node]);
        for (int i = 0; i < answers[node].count; i++) {
            won += answers[node].outcome[i] == LADDER_CLAIM_WON;
            used += answers[node].outcome[i] == LADDER_CLAIM_CODE_USED;
        }
    }
    assert_int_equal(won, USES);
    assert_int_equal(used, NAMES - USES);
    writer_close(nodes[1]);
    writer_close(nodes[0]);
    assert_no_difference(temp, 0);
}

/* Whether a code is unknown, expired, used up or invalid, and however much of it is right: an
 * attempt looks up one hash, and writes nothing. */
static void test_ten_thousand_codes_cost_and_tell_nothing(void **state)
{
    enum { TRIES = 10000, AT_ONCE = 50 };
    const struct temp *temp = *state;
    struct ladder *ladder = temp_ladder(temp, true);
    static const char *const codes[] = {"over0000", "used0000", "unknown0", "", "used000"};
    static struct answers answers;
    struct stat before, after;
    char wal[300];

    invite(temp, "over0000", 2, 1);
    invite(temp, "used0000", 1, 0);
    memset(&answers, 0, sizeof answers);
    ask_with(ladder, "ann", "used0000", &answers);
    writer_queue_wait(ladder);
    writer_queue_dispatch(ladder);
    assert_int_equal(answers.outcome[0], LADDER_CLAIM_WON);
    snprintf(wal, sizeof wal, "%s-wal", temp->path);
    assert_int_equal(stat(wal, &before), 0);
    hashes = 0;
    for (int i = 0; i < TRIES; i += AT_ONCE) {
        memset(&answers, 0, sizeof answers);
        for (int j = 0; j < AT_ONCE; j++)
            ask_with(ladder, "bob", codes[j % 5], &answers);
        writer_queue_wait(ladder);
        writer_queue_dispatch(ladder);
        assert_int_equal(answers.count, AT_ONCE);
        for (int j = 0; j < AT_ONCE; j++)
            assert_int_equal(answers.outcome[j], j % 5 == 0   ? LADDER_CLAIM_CODE_OVER
                                                 : j % 5 == 1 ? LADDER_CLAIM_CODE_USED
                                                              : LADDER_CLAIM_NO_CODE);
    }
    assert_int_equal(hashes, 2L * TRIES); /* of the token that was drawn, and of the code */
    assert_int_equal(stat(wal, &after), 0);
    assert_int_equal(after.st_size, before.st_size);
    assert_int_equal(after.st_mtim.tv_sec, before.st_mtim.tv_sec);
    assert_int_equal(after.st_mtim.tv_nsec, before.st_mtim.tv_nsec);
    writer_close(ladder);
}

/* Any attempt costs one hash of 32 bytes and one comparison of all of them, and no use of the
 * store. */
static void test_ten_thousand_tries_cost_and_tell_nothing(void **state)
{
    enum { TRIES = 10000 };
    const struct temp *temp = *state;
    struct ladder *ladder = temp_ladder(temp, true);
    struct answers answers = {0};
    struct ladder_health before, after;
    char text[80];

    ask(ladder, "ann", "one", &answers);
    writer_queue_wait(ladder);
    writer_queue_dispatch(ladder);
    writer_view_health(ladder, &before);
    hashes = hashed_bytes = comparisons = compared_bytes = 0;
    for (int i = 0; i < TRIES; i++) {
        /* Prefixes of the right token with a wrong end; too short ones, too long ones, none. */
        int keep = i % 64;
        snprintf(text, sizeof text, "%.*s%0*d", keep, answers.claims[0].token, 64 - keep, 0);
        if (strcmp(text, answers.claims[0].token) == 0)
            text[0] = text[0] == '0' ? '1' : '0';
        if (i % 7 == 0)
            text[keep] = '\0';
        else if (i % 11 == 0)
            strcat(text, "00");
        else if (i % 13 == 0)
            text[keep] = 'x';
        assert_false(writer_view_token_valid(ladder, "ann", i % 17 == 0 ? NULL : text));
        assert_int_equal(hashes, i + 1);
        assert_int_equal(comparisons, i + 1);
    }
    assert_int_equal(hashed_bytes, 32L * TRIES);
    assert_int_equal(compared_bytes, 32L * TRIES);
    writer_queue_wait(ladder);
    writer_view_health(ladder, &after);
    assert_memory_equal(after.commits.counts, before.commits.counts, sizeof before.commits.counts);
    assert_true(writer_view_token_valid(ladder, "ann", answers.claims[0].token));
    writer_close(ladder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_the_first_claim_gets_the_name, temp_setup,
                                        temp_teardown),
        cmocka_unit_test_setup_teardown(test_a_name_without_a_token_is_not_taken, temp_setup,
                                        temp_teardown),
        cmocka_unit_test_setup_teardown(test_one_of_two_processes_wins, temp_setup, temp_teardown),
        cmocka_unit_test_setup_teardown(test_a_code_lets_in_or_says_why_not, temp_setup,
                                        temp_teardown),
        cmocka_unit_test_setup_teardown(test_two_processes_count_one_code, temp_setup,
                                        temp_teardown),
        cmocka_unit_test_setup_teardown(test_ten_thousand_codes_cost_and_tell_nothing, temp_setup,
                                        temp_teardown),
        cmocka_unit_test_setup_teardown(test_ten_thousand_tries_cost_and_tell_nothing, temp_setup,
                                        temp_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
