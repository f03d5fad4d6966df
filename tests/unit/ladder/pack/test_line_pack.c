/* test_line_pack.c - every record is restored byte for byte, and most are packed much shorter. */
#include "packed_lines.h"
#include "pack/line_pack.h"

struct sums {
    struct track track;
    long lines, packed_lines;
    size_t bytes, packed;
};

/* A line that cannot be packed is refused; every other one must be restored. */
static void check(void *context, const char *line, size_t size)
{
    struct sums *sums = context;
    uint8_t *packed = malloc(size + 1);
    char *back = malloc(size + 1);

    assert_non_null(packed);
    assert_non_null(back);
    size_t bytes = line_pack(&sums->track, line, size, packed);
    assert_true(bytes <= size);
    sums->lines++;
    if (bytes > 0) {
        assert_int_equal(line_unpack(&sums->track, packed, bytes, back, size), size);
        assert_memory_equal(back, line, size);
        sums->packed_lines++;
        sums->bytes += size;
        sums->packed += bytes;
        /* With one byte less of space it fails. */
        assert_int_equal(line_unpack(&sums->track, packed, bytes, back, size - 1), 0);
    }
    free(packed);
    free(back);
}

static void games_of_all_presets_round_trip(void **state)
{
    struct sums *sums = calloc(1, sizeof *sums);
    (void)state;
    assert_non_null(sums);
    assert_true(lines_of_games(6, check, sums) >= 6 * 30);
    assert_int_equal(sums->lines, sums->packed_lines);
    /* Records of random actions, with faults and chat; no compression yet. */
    print_message("%ld records: %zu bytes, packed %zu\n", sums->lines, sums->bytes, sums->packed);
    assert_true(sums->packed * 6 < sums->bytes);
    free(sums);
}

static void vectors_and_golden_records_round_trip(void **state)
{
    struct sums *sums = calloc(1, sizeof *sums);
    (void)state;
    assert_non_null(sums);
    assert_true(lines_of_files("tests/vectors/rules/*.jsonl", check, sums) > 100);
    assert_true(lines_of_files("tests/golden/show.jsonl", check, sums) > 0);
    assert_int_equal(sums->lines, sums->packed_lines);
    lines_of_files("tests/vectors/rules-bad.jsonl", check, sums);
    lines_of_files("tests/golden/season-1.jsonl", check, sums);
    free(sums);
}

/* Each byte of a record in turn is another one: whatever that makes of it, it comes back or is
 * refused. */
static void altered_records_round_trip_or_are_refused(void **state)
{
    static const char others[] = "\"0[]{},:-ASxJ ~";
    struct sums *sums = calloc(1, sizeof *sums);
    char *line = line_of_game("wikipedia", 5, 200);
    size_t size = strlen(line);
    long same = 0;
    (void)state;
    assert_non_null(sums);
    for (size_t i = 0; i < size; i++) {
        char was = line[i];
        line[i] = others[(i * 7 + i / 15) % (sizeof others - 1)];
        uint8_t *packed = malloc(size);
        char *back = malloc(size);
        size_t bytes = line_pack(&sums->track, line, size, packed);
        if (bytes > 0 && line_unpack(&sums->track, packed, bytes, back, size) == size &&
            memcmp(back, line, size) == 0)
            same++;
        free(packed);
        free(back);
        line[i] = was;
    }
    print_message("%ld of %zu lines with another byte can be packed\n", same, size);
    assert_true(same * 2 > (long)size);
    free(line);
    free(sums);
}

static void other_texts_round_trip_or_are_refused(void **state)
{
    static const char *const texts[] = {
        "",
        "x",
        "{}",
        "[",
        "\"",
        "]",
        ",",
        "n",
        "null",
        "{\"format\":\"avondale-record/1\",\"game\":\"",
        ",\"deal\":{\"hands\":[[",
        "3,\"deal\":{\"hands\":[[\"AS\"]],\"kitty\":[],\"deck\":[\"AS\"]",
        "},\"steps\":[",
        "},\"steps\":[]",
        "},\"steps\":[[0,\"play\",\"AS\"]]",
        ",\"ms\":[",
        ",\"ms\":[]",
        "],\"scores\":[",
        "],\"scores\":[]",
        ",\"d\":4294967295,\"a\":4294967295",
        ",\"d\":4294967296,\"a\":0",
        ",\"d\":01,\"a\":0",
        ",\"fair\":{\"version\":1,\"set\":\"",
        "\x01",
        "\x7f",
        "\xc3\xa9",
        "0123456789abcdef0123456789abcdef0",
        ",\"contract\":{\"call\":\"",
        "},{\"dealer\":0"};
    struct sums *sums = calloc(1, sizeof *sums);
    (void)state;
    assert_non_null(sums);
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        check(sums, texts[i], strlen(texts[i]));
    free(sums);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_of_all_presets_round_trip),
        cmocka_unit_test(vectors_and_golden_records_round_trip),
        cmocka_unit_test(altered_records_round_trip_or_are_refused),
        cmocka_unit_test(other_texts_round_trip_or_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
