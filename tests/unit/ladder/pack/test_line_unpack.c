/* test_line_unpack.c - arbitrary bytes are refused or give some text, within the given space. */
#include "packed_lines.h"
#include "pack/line_pack.h"

#include <jansson.h>

enum { ROOM = 30000 };

static struct track *track;

static int setup(void **state)
{
    (void)state;
    track = calloc(1, sizeof *track);
    return track ? 0 : -1;
}

static int teardown(void **state)
{
    (void)state;
    free(track);
    return 0;
}

/* Exactly as large as given, so that a sanitizer sees a byte beyond either. */
static size_t unpack(const uint8_t *bytes, size_t size, size_t max)
{
    uint8_t *copy = malloc(size ? size : 1);
    char *line = malloc(max ? max : 1);

    assert_non_null(copy);
    assert_non_null(line);
    memcpy(copy, bytes, size);
    size_t got = line_unpack(track, copy, size, line, max);
    assert_true(got <= max);
    assert_true(line_outline(track, copy, size, line, max) <= max);
    free(copy);
    free(line);
    return got;
}

static void damaged_records_are_text_or_refused(void **state)
{
    static const char *const presets[] = {"wikipedia", "two-handed-draft", "five-handed"};
    uint32_t random = 9;
    (void)state;
    for (int p = 0; p < 3; p++) {
        char *line = line_of_game(presets[p], 7, 150);
        size_t size = strlen(line);
        uint8_t *packed = malloc(size);
        size_t bytes = line_pack(track, line, size, packed);
        assert_true(bytes > 0);
        for (size_t i = 0; i < bytes; i++) {
            uint8_t was = packed[i];
            for (int change = 0; change < 4; change++) {
                packed[i] = (uint8_t)(change == 0   ? was ^ 1U << random_below(&random, 8)
                                      : change == 1 ? 0U
                                      : change == 2 ? random_below(&random, 32)
                                                    : random_below(&random, 256));
                unpack(packed, bytes, size);
            }
            packed[i] = was;
            unpack(packed, i, size); /* truncated */
        }
        free(packed);
        free(line);
    }
}

static void random_bytes_are_refused_or_text(void **state)
{
    uint32_t random = 4;
    uint8_t bytes[400];
    (void)state;
    for (int i = 0; i < 20000; i++) {
        size_t size = random_below(&random, sizeof bytes + 1);
        unsigned below = i % 3 == 0 ? 256 : i % 3 == 1 ? 40 : 14; /* mostly tokens */
        for (size_t b = 0; b < size; b++)
            bytes[b] = (uint8_t)random_below(&random, below);
        if (i % 2 && size > 0)
            bytes[0] = 0; /* no proof */
        unpack(bytes, size, i % 5 == 0 ? 50 : ROOM);
    }
    assert_int_equal(unpack(bytes, 0, ROOM), 0);
}

/* ------------------------------------------------------------------------------- the outline */

/* Removes what an outline may leave out: from the line what is there, from the outline what is left
 * of it. */
static void reduce(json_t *record)
{
    json_t *hand, *step;
    size_t h, s;
    assert_true(json_is_object(record));
    json_object_del(record, "fair");
    json_object_del(json_object_get(record, "result"), "scores");
    json_array_foreach(json_object_get(record, "hands"), h, hand)
    {
        json_object_del(hand, "deal");
        json_object_del(hand, "scores");
        json_object_del(hand, "d");
        json_object_del(hand, "a");
        char seats[1000], *at = seats;
        json_array_foreach(json_object_get(hand, "steps"), s, step)
        {
            assert_true(s + 1 < sizeof seats);
            *at++ = (char)('0' + json_integer_value(json_array_get(step, 0)));
        }
        if (json_is_array(json_object_get(hand, "steps")))
            json_object_set_new(hand, "steps", json_stringn(seats, (size_t)(at - seats)));
    }
}

static json_t *read_reduced(const char *text, size_t size)
{
    json_error_t error;
    json_t *record = json_loadb(text, size, 0, &error);
    if (!record)
        fail_msg("%s: %.*s", error.text, (int)size, text);
    reduce(record);
    return record;
}

struct outlined {
    size_t bytes, outlines;
    int packed;
};

static void outline_has_the_rest(void *context, const char *line, size_t size)
{
    struct outlined *sums = context;
    uint8_t *packed = malloc(size);
    char *outline = malloc(size);
    assert_non_null(packed);
    assert_non_null(outline);
    size_t bytes = line_pack(track, line, size, packed);
    size_t got = bytes > 0 ? line_outline(track, packed, bytes, outline, size) : 0;
    if (bytes > 0) { /* else it is kept as it is, and there is no outline */
        json_t *whole = read_reduced(line, size), *rest = read_reduced(outline, got);
        assert_true(json_equal(whole, rest));
        json_decref(whole);
        json_decref(rest);
        /* The next line, whole, with what the outline left in the track. */
        assert_int_equal(line_unpack(track, packed, bytes, outline, size), size);
        assert_memory_equal(outline, line, size);
        sums->packed++;
        sums->bytes += size;
        sums->outlines += got;
    }
    free(packed);
    free(outline);
}

static void outlines_have_what_is_counted(void **state)
{
    struct outlined sums = {0};
    (void)state;
    int count = lines_of_games(3, outline_has_the_rest, &sums);
    count += lines_of_files("tests/golden/show.jsonl", outline_has_the_rest, &sums);
    print_message("%d of %d records are packed: %zu bytes, %zu of outlines\n", sums.packed, count,
                  sums.bytes, sums.outlines);
    assert_true(sums.packed > count / 2);
    assert_true(sums.outlines * 2 < sums.bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(outlines_have_what_is_counted, setup, teardown),
        cmocka_unit_test_setup_teardown(damaged_records_are_text_or_refused, setup, teardown),
        cmocka_unit_test_setup_teardown(random_bytes_are_refused_or_text, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
