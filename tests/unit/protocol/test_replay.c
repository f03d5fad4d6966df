/* test_replay.c - the reader of records: valid records pass, and any error is named. */
#include "replayed.h"

/* -------------------------------------------------------------------------------------- vectors */

static void replay_file(const char *name, bool should_differ, int *records, int *steps)
{
    FILE *file = fopen(name, "r");
    char *line = NULL;
    size_t capacity = 0;
    ssize_t size;

    assert_non_null(file);
    while ((size = getline(&line, &capacity, file)) > 0) {
        struct told told = {0};
        struct replay replay = {.report = keep_text, .context = &told, .strict = true};
        told.result = replay_run(line, (size_t)size, &replay);
        if (should_differ) {
            assert_int_not_equal(told.result, 0);
            assert_int_equal(told.reports, 1);
            assert_true(told.text[0] != 0);
            /* Legal lists are compared without --strict, too. */
            replay.strict = false;
            assert_int_not_equal(replay_run(line, (size_t)size, &replay), 0);
        } else {
            assert_replays(told);
        }
        *steps += replay.steps;
        ++*records;
    }
    free(line);
    fclose(file);
}

static void test_rule_vectors(void **state)
{
    glob_t files;
    int records = 0, steps = 0;

    (void)state;
    assert_int_equal(glob("tests/vectors/rules/*.jsonl", 0, NULL, &files), 0);
    for (size_t i = 0; i < files.gl_pathc; i++)
        replay_file(files.gl_pathv[i], false, &records, &steps);
    globfree(&files);
    assert_int_equal(records, 233 + 16 * 100); /* the common ones, and 100 of each new value */
    assert_true(steps > 100000);
}

static void test_bad_vectors(void **state)
{
    int records = 0, steps = 0;

    (void)state;
    replay_file("tests/vectors/rules-bad.jsonl", true, &records, &steps);
    assert_int_equal(records, 40);
}

/* The first record of a file of vectors, which has legal lists. */
static json_t *vector(const char *name)
{
    json_error_t error;
    FILE *file = fopen(name, "r");
    assert_non_null(file);
    json_t *json = json_loadf(file, JSON_DISABLE_EOF_CHECK, &error);
    fclose(file);
    assert_non_null(json);
    assert_replays(replay_json(json));
    return json;
}

/* The values that replace a scalar, one after the other; NULL at the end. */
static json_t *another(const json_t *value, int round)
{
    char text[256];

    if (round == 0 && json_is_integer(value))
        return json_integer(json_integer_value(value) + 1);
    if (round == 0 && json_is_string(value)) {
        snprintf(text, sizeof text, "%.200sX", json_string_value(value));
        return json_string(text);
    }
    if (round == 0 && json_is_boolean(value))
        return json_boolean(!json_is_true(value));
    if (round == 1 && json_is_integer(value))
        return json_integer(INT64_MIN ^ json_integer_value(value));
    if (round == 1 && json_is_string(value))
        return json_string("");
    switch (round) {
    case 0:
    case 1:
        return json_object();
    case 2:
        return json_array();
    case 3:
        return json_is_null(value) ? json_true() : json_null();
    case 4:
        return json_real(1.5);
    case 5:
        return json_pack("[[[i]]]", 5);
    default:
        return NULL;
    }
}

struct mutation {
    json_t *root;
    int tried, missed;
    int every, counter; /* one value in this many is tried */
};

/* Keys without influence on the play, and optional keys. */
static bool is_free(const char *path)
{
    return strcmp(path, ".game") == 0 || strstr(path, ".players");
}

static bool is_optional(const char *path)
{
    static const char *const keys[] = {".deck", ".legal", ".fair", ".d", ".a", ".keys", ".version"};
    const char *last = strrchr(path, '.');
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        if (strcmp(last, keys[i]) == 0)
            return true;
    }
    return false;
}

static void must_differ(struct mutation *mutation, const char *path, const char *what)
{
    mutation->tried++;
    if (replay_json(mutation->root).result != 0)
        return;
    mutation->missed++;
    print_error("%s %s: no difference\n", path, what);
}

static void mutate(struct mutation *mutation, json_t *json, const char *path);

static void mutate_object(struct mutation *mutation, json_t *json, const char *path)
{
    json_t *names = json_array(), *name, *value; /* a copy: deleting a key moves the others */
    const char *key;
    char below[128];
    size_t i;

    json_object_foreach(json, key, value) json_array_append_new(names, json_string(key));
    json_array_foreach(names, i, name)
    {
        key = json_string_value(name);
        snprintf(below, sizeof below, "%.90s.%.30s", path, key);
        if (is_free(below))
            continue;
        mutate(mutation, json_object_get(json, key), below);
        json_t *kept = json_incref(json_object_get(json, key));
        for (int round = 0; (value = another(kept, round)); round++) {
            bool same = json_equal(value, kept);
            json_object_set_new(json, key, value);
            if (!same)
                must_differ(mutation, below, "replaced");
        }
        if (!is_optional(below)) {
            json_object_del(json, key);
            must_differ(mutation, below, "deleted");
        }
        json_object_set_new(json, key, kept);
    }
    json_decref(names);
}

static void mutate_array(struct mutation *mutation, json_t *json, const char *path)
{
    char below[128];
    json_t *value;

    for (size_t i = 0; i < json_array_size(json); i++) {
        snprintf(below, sizeof below, "%.100s.%zu", path, i);
        mutate(mutation, json_array_get(json, i), below);
        if (mutation->counter++ % mutation->every)
            continue;
        json_t *kept = json_incref(json_array_get(json, i));
        for (int round = 0; (value = another(kept, round)); round++) {
            bool same = json_equal(value, kept);
            json_array_set_new(json, i, value);
            if (!same)
                must_differ(mutation, below, "replaced");
        }
        json_array_remove(json, i);
        must_differ(mutation, below, "removed");
        json_array_insert(json, i, kept);
        json_array_insert(json, i, kept);
        must_differ(mutation, below, "doubled");
        json_array_remove(json, i);
        json_decref(kept);
    }
}

static void mutate(struct mutation *mutation, json_t *json, const char *path)
{
    if (json_is_object(json))
        mutate_object(mutation, json, path);
    else if (json_is_array(json))
        mutate_array(mutation, json, path);
}

static void mutate_all(json_t *json, int every)
{
    struct mutation mutation = {.root = json, .every = every};
    json_t *before = json_deep_copy(json);

    mutate(&mutation, json, "");
    assert_true(mutation.tried > 500);
    assert_int_equal(mutation.missed, 0);
    assert_true(json_equal(json, before)); /* otherwise the mutations would add up */
    json_decref(before);
    json_decref(json);
}

/* A changed, missing or mistyped value gives a difference, and never a crash. */
static void test_mutations(void **state)
{
    (void)state;
    mutate_all(sample("wikipedia", 3), 5);
    mutate_all(sample("five-handed", 4), 7);
    mutate_all(sample("two-handed-table", 5), 5);
    mutate_all(sample("two-handed-draft", 6), 5);
    mutate_all(sample("two-handed-draw", 7), 5);
    mutate_all(vector("tests/vectors/rules/everything.jsonl"), 11);
}

/* ------------------------------------------------------------------- games that were stopped */

/* A forfeit may come anywhere; winners and scores are taken as written, but their form is
 * checked. */
static void test_forfeit(void **state)
{
    json_t *json = sample("wikipedia", 14), *copy;
    json_t *hand = hand_of(json, 1);

    (void)state;
    json_array_remove(json_object_get(hand, "steps"),
                      json_array_size(json_object_get(hand, "steps")) - 1);
    json_object_set_new(
        json, "result",
        json_pack("{s:s,s:[i],s:[i,i]}", "reason", "forfeit", "winners", 1, "scores", -12345, 0));
    assert_replays(replay_json(json)); /* contract and numbers of the last hand are unchanged */

    copy = json_deep_copy(json);
    json_array_set_new(json_object_get(json_object_get(copy, "result"), "winners"), 0,
                       json_integer(2));
    assert_names(copy, "result: winners");
    copy = json_deep_copy(json);
    json_array_append_new(json_object_get(json_object_get(copy, "result"), "scores"),
                          json_integer(2));
    assert_names(copy, "result: scores");
    copy = json_deep_copy(json);
    json_object_set_new(json_object_get(copy, "result"), "reason", json_string("hands"));
    assert_names(copy, "hand 2: expected a step in phase play");
    /* Only the last hand may stop. */
    copy = json_deep_copy(json);
    json_array_remove(json_object_get(hand_of(copy, 0), "steps"),
                      json_array_size(json_object_get(hand_of(copy, 0), "steps")) - 1);
    assert_names(copy, "hand 1: expected a step in phase play");
    json_decref(json);

    /* Only the rules decide a game that is over. */
    json = sample("wikipedia", 14);
    json_object_set_new(json_object_get(json, "result"), "reason", json_string("aborted"));
    assert_names(json, "result: expected reason hands");
}

/* ----------------------------------------------------------------------------- hostile bytes */

static void assert_no_record(const char *bytes, size_t size)
{
    struct told told = replay_line(bytes, size, false);
    assert_int_equal(told.result, PROTOCOL_ERROR_RECORD);
    assert_int_equal(told.reports, 1);
}

static void test_no_json(void **state)
{
    static const char *const lines[] = {"",
                                        " ",
                                        "null",
                                        "7",
                                        "[]",
                                        "\"x\"",
                                        "{}",
                                        "{",
                                        "}",
                                        "{\"a\":1,\"a\":1}",
                                        "{\"format\":\"avondale-record/1\",\"format\":1}",
                                        "\xff\xfe",
                                        "{\"format\":\"avondale-record/2\"}"};
    char deep[5000];

    (void)state;
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        assert_no_record(lines[i], strlen(lines[i]));
    memset(deep, '[', sizeof deep);
    assert_no_record(deep, sizeof deep);
    assert_no_record("{\"format\":\"a\0b\"}", 16);
}

/* A truncated record is refused. It is allocated at its exact size, so that asan sees a read
 * beyond it. */
static void test_cut_off(void **state)
{
    json_t *json = sample("wikipedia", 16);
    char *line = json_dumps(json, JSON_COMPACT);
    size_t size = strlen(line);

    (void)state;
    for (size_t i = 0; i < size; i += 1 + i / 100) {
        char *bytes = malloc(i ? i : 1);
        memcpy(bytes, line, i);
        assert_no_record(bytes, i);
        free(bytes);
    }
    free(line);
    json_decref(json);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rule_vectors), cmocka_unit_test(test_bad_vectors),
        cmocka_unit_test(test_mutations),    cmocka_unit_test(test_forfeit),
        cmocka_unit_test(test_no_json),      cmocka_unit_test(test_cut_off),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
