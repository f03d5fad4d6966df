/* test_watch_json.c - games for the viewer: every played card is where the document says, tricks
 * add up, bad records give their valid part. */
#include <setjmp.h>
#include <stdbool.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <glob.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record/watch_json.h"

enum { HANDS_OF_ALL = 6, TEXT_MAX = 400 };

static json_int_t integer(const json_t *object, const char *key)
{
    return json_integer_value(json_object_get(object, key));
}

static const char *string(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

/* Removes a card from a list of cards, which must have it. */
static void take_card(char *cards, const char *card)
{
    char padded[TEXT_MAX + 2], word[16];
    snprintf(padded, sizeof padded, " %s ", cards);
    snprintf(word, sizeof word, " %.*s ", (int)strcspn(card, "="), card);
    char *at = strstr(padded, word);
    assert_non_null(at);
    memmove(at, at + strlen(word) - 1, strlen(at + strlen(word) - 1) + 1);
    size_t size = strlen(padded);
    snprintf(cards, TEXT_MAX, "%.*s", size > 2 ? (int)(size - 2) : 0, padded + 1);
}

/* Each action is among the legal ones; a card as such or with the suit that a joker names. */
static void check_legal(const json_t *step, const char *action)
{
    char legal[4000], word[300];
    bool choose = integer(step, "choose") > 0, claim = strncmp(action, "claim", 5) == 0;
    const char *first = choose ? strchr(action, ':') : NULL,
               *swap = strncmp(action, "swap:", 5) == 0 ? action : NULL;
    snprintf(legal, sizeof legal, " %s ", string(step, "legal"));
    assert_true(strlen(legal) > 2);
    if (swap) /* two cards, from two sets */
        return;
    if (choose)
        snprintf(word, sizeof word, " %.*s ", (int)strcspn(first + 1, ":"), first + 1);
    else
        snprintf(word, sizeof word, " %s ", claim ? "claim" : action);
    assert_non_null(strstr(legal, word));
}

/* Follows a hand like the script of the page. Returns the number of tricks. */
static int follow_hand(const json_t *watch, const json_t *hand)
{
    char cards[HANDS_OF_ALL][TEXT_MAX] = {""};
    const json_t *steps = json_object_get(hand, "steps"), *step, *list;
    size_t i, count = (size_t)integer(watch, "hand_count");
    int tricks = 0, table = 0;
    assert_int_equal(json_array_size(json_object_get(hand, "hands")), count);
    for (i = 0; i < count; i++)
        snprintf(cards[i], TEXT_MAX, "%s",
                 json_string_value(json_array_get(json_object_get(hand, "hands"), i)));
    json_array_foreach(steps, i, step)
    {
        const char *index, *action = string(step, "action");
        assert_in_range(integer(step, "seat"), 0, integer(watch, "seats") - 1);
        check_legal(step, action);
        if (strcmp(string(step, "phase"), "play") == 0 && strncmp(action, "claim", 5) != 0) {
            take_card(cards[integer(step, "hand")], action);
            table++;
        }
        json_object_foreach(json_object_get(step, "hands"), index, list)
            snprintf(cards[atoi(index)], TEXT_MAX, "%s", json_string_value(list));
        if (json_object_get(step, "winner")) {
            assert_true(table >= 2 && table <= (int)count);
            table = 0;
            tricks++;
        }
    }
    return tricks;
}

static void follow_record(const char *line, int *claims)
{
    json_t *record = json_loads(line, 0, NULL);
    char *text = watch_json_game(line);
    assert_non_null(text);
    json_t *watch = json_loads(text, 0, NULL);
    const json_t *hands = json_object_get(watch, "hands"), *hand;
    size_t i;
    assert_true(json_is_true(json_object_get(watch, "complete")));
    assert_int_equal(json_array_size(hands), json_array_size(json_object_get(record, "hands")));
    json_array_foreach(hands, i, hand)
    {
        const json_t *counts = json_object_get(hand, "tricks"), *number;
        int taken = follow_hand(watch, hand), expected = 0;
        size_t k;
        json_array_foreach(counts, k, number) expected += (int)json_integer_value(number);
        assert_true(taken <= expected || !json_is_array(counts));
        *claims += taken < expected;
    }
    json_decref(watch);
    json_decref(record);
    free(text);
}

static void test_rule_vectors(void **state)
{
    glob_t files;
    int records = 0, claims = 0;
    char *line = NULL;
    size_t capacity = 0;
    (void)state;
    assert_int_equal(glob("tests/vectors/rules/*.jsonl", 0, NULL, &files), 0);
    for (size_t i = 0; i < files.gl_pathc; i++) {
        FILE *file = fopen(files.gl_pathv[i], "r");
        assert_non_null(file);
        for (; getline(&line, &capacity, file) > 0; records++)
            follow_record(line, &claims);
        fclose(file);
    }
    free(line);
    globfree(&files);
    assert_int_equal(records, 1833);
    assert_in_range(claims, 1, 400); /* tricks that were claimed, not played */
}

/* Records that break the rules are shown up to that step, with a note; text that is no record
 * gives none. */
static void test_bad_records(void **state)
{
    char *line = NULL;
    size_t capacity = 0;
    int shown = 0, whole = 0;
    FILE *file = fopen("tests/vectors/rules-bad.jsonl", "r");
    (void)state;
    assert_non_null(file);
    while (getline(&line, &capacity, file) > 0) {
        char *text = watch_json_game(line);
        json_t *watch = text ? json_loads(text, 0, NULL) : NULL;
        shown += watch != NULL;
        whole += json_is_true(json_object_get(watch, "complete"));
        json_decref(watch);
        free(text);
    }
    free(line);
    fclose(file);
    assert_in_range(shown, 20, 40);
    assert_int_equal(whole, 0);
    assert_null(watch_json_game(""));
    assert_null(watch_json_game("{}"));
    assert_null(watch_json_game("{\"ruleset\":{\"preset\":\"none\",\"options\":{}}}"));
    assert_null(
        watch_json_game("{\"ruleset\":{\"preset\":\"wikipedia\",\"options\":{\"target\":7}}}"));
}

/* A hint for each step; for a seat that follows hints it equals the action. */
static void test_hints(void **state)
{
    char *line = NULL;
    size_t capacity = 0, hints = 0;
    FILE *file = fopen("tests/vectors/rules/set.jsonl", "r");
    (void)state;
    assert_non_null(file);
    while (getline(&line, &capacity, file) > 0) {
        json_t *record = json_loads(line, 0, NULL);
        const json_t *hands = json_object_get(record, "hands");
        for (size_t hand = 0; hand < json_array_size(hands); hand++) {
            const json_t *steps = json_object_get(json_array_get(hands, hand), "steps"), *hint;
            char *text = watch_json_hints(line, (int)hand + 1);
            json_t *list = text ? json_loads(text, 0, NULL) : NULL;
            size_t i;
            assert_int_equal(json_array_size(list), json_array_size(steps));
            json_array_foreach(list, i, hint)
            {
                assert_true(strlen(string(hint, "action")) >= 2);
                assert_true(strlen(string(hint, "why")) > 5);
                hints++;
            }
            json_decref(list);
            free(text);
        }
        assert_null(watch_json_hints(line, (int)json_array_size(hands) + 1));
        json_decref(record);
    }
    free(line);
    fclose(file);
    assert_true(hints > 300);
    assert_null(watch_json_hints("", 1));
    assert_null(watch_json_hints("{}", 1));
}

/* Chat lines are passed on; a malformed list, or one without a valid seat, is not. */
static void test_chat(void **state)
{
    char *line = NULL;
    size_t capacity = 0;
    FILE *file = fopen("tests/vectors/rules/set.jsonl", "r");
    (void)state;
    assert_non_null(file);
    assert_true(getline(&line, &capacity, file) > 0);
    fclose(file);
    json_t *record = json_loads(line, 0, NULL);
    json_object_set_new(record, "chat",
                        json_pack("[[i,i,i,s],[i,i,i,s],[i,i,i,s],[i,i,s,s],s,[i,i,i],[],[i,i,n,s,"
                                  "s],[i,i,n,s],[i,i,n,s,s]]",
                                  1, 2, 0, "<b>", 1, 2, -1, "a", 1, 2, 9, "b", 1, 2, "0", "c", "d",
                                  1, 2, 0, 1, 3, "<u>", "eve", 1, 3, "e", 1, 3, "f", "<script>"));
    char *said = json_dumps(record, 0), *text = watch_json_game(said);
    json_t *watch = json_loads(text, 0, NULL);
    json_t *expected =
        json_pack("[{s:i, s:i, s:i, s:s}, {s:i, s:i, s:s, s:s}]", "hand", 1, "step", 2, "seat", 0,
                  "text", "<b>", "hand", 1, "step", 3, "watcher", "eve", "text", "<u>");
    assert_true(json_equal(json_object_get(watch, "chat"), expected));
    assert_true(json_is_true(json_object_get(watch, "complete")));
    json_decref(expected);
    json_decref(watch);
    json_decref(record);
    free(text);
    free(said);
    free(line);
}

static void test_rules(void **state)
{
    char *text = watch_json_rules(NULL);
    json_t *all = json_loads(text, 0, NULL);
    const json_t *presets = json_object_get(all, "presets"), *preset;
    size_t i;
    (void)state;
    assert_in_range(json_array_size(presets), 20, 100);
    json_array_foreach(presets, i, preset)
    {
        char *one = watch_json_rules(string(preset, "name"));
        json_t *value = json_loads(one, 0, NULL);
        assert_string_equal(string(value, "summary"), string(preset, "summary"));
        const json_t *options = json_object_get(value, "options");
        assert_true(json_array_size(options) > 40);
        const json_t *first = json_array_get(options, 0);
        assert_string_equal(string(first, "name"), "players");
        assert_int_equal(json_array_size(json_object_get(first, "choices")), 5);
        assert_string_equal(json_string_value(json_array_get(json_object_get(first, "choices"), 4)),
                            "6");
        assert_non_null(string(first, "group"));
        json_decref(value);
        free(one);
    }
    assert_null(watch_json_rules("nobody-plays-this"));
    assert_null(watch_json_rules(""));
    json_decref(all);
    free(text);
}

/* A game that a forfeit ended in the middle of a hand: the contract of that hand, and who
 * forfeited and why. */
static void check_cut_off(const char *line, int *cut)
{
    json_t *record = json_loads(line, 0, NULL), *hands = json_object_get(record, "hands");
    json_t *hand = json_array_get(hands, json_array_size(hands) - 1);
    json_t *contract = json_incref(json_object_get(hand, "contract"));
    json_t *steps = json_object_get(hand, "steps"), *step;
    static const char *const numbers[] = {"contract", "tricks", "delta", "scores", "bans"};
    size_t i, last = 0;
    json_array_foreach(steps, i, step)
    {
        if (last == 0 && strcmp(json_string_value(json_array_get(step, 1)), "play") == 0)
            last = i + 1; /* the first card is played */
    }
    if (json_is_object(contract) && last > 0 && !json_object_get(hand, "legal")) {
        while (json_array_size(steps) > last)
            json_array_remove(steps, last);
        for (i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
            json_object_del(hand, numbers[i]);
        json_object_set_new(hand, "faults", json_pack("[[nis]]", 1, "time"));
        json_object_set_new(json_object_get(record, "result"), "reason", json_string("forfeit"));
        char *changed = json_dumps(record, JSON_COMPACT), *text = watch_json_game(changed);
        json_t *watch = json_loads(text, 0, NULL);
        const json_t *list = json_object_get(watch, "hands");
        const json_t *seen =
            json_object_get(json_array_get(list, json_array_size(list) - 1), "contract");
        const json_t *forfeit = json_object_get(watch, "forfeit");
        assert_string_equal(string(seen, "call"), string(contract, "call"));
        assert_int_equal(integer(seen, "by"), integer(contract, "by"));
        assert_int_equal(integer(forfeit, "seat"), 1);
        assert_string_equal(string(forfeit, "cause"), "time");
        json_decref(watch);
        free(text);
        free(changed);
        *cut += 1;
    }
    json_decref(contract);
    json_decref(record);
}

static void test_cut_off(void **state)
{
    (void)state;
    glob_t files;
    char *line = NULL;
    size_t room = 0;
    int cut = 0;
    assert_int_equal(glob("tests/vectors/rules/*.jsonl", 0, NULL, &files), 0);
    for (size_t i = 0; i < files.gl_pathc && cut < 200; i++) {
        FILE *file = fopen(files.gl_pathv[i], "r");
        while (getline(&line, &room, file) > 0 && cut < 200) {
            json_t *record = json_loads(line, 0, NULL);
            json_t *hands = json_object_get(record, "hands"), *hand;
            size_t k;
            json_array_foreach(hands, k, hand) json_object_del(hand, "legal");
            char *plain = json_dumps(record, JSON_COMPACT);
            check_cut_off(plain, &cut);
            free(plain);
            json_decref(record);
        }
        fclose(file);
    }
    assert_true(cut >= 50);
    free(line);
    globfree(&files);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cut_off),     cmocka_unit_test(test_rule_vectors),
        cmocka_unit_test(test_bad_records), cmocka_unit_test(test_hints),
        cmocka_unit_test(test_chat),        cmocka_unit_test(test_rules),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
