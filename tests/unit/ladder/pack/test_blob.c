/* test_blob.c - a record as a store keeps it: restored exactly, small, and damage is detected. */
#include "packed_lines.h"
#include "pack/blob.h"

#include <zstd.h>

static struct blob_coder *coder;

static int setup(void **state)
{
    (void)state;
    coder = blob_coder_create();
    return coder ? 0 : -1;
}

static int teardown(void **state)
{
    (void)state;
    blob_coder_destroy(coder);
    return 0;
}

static size_t round_trip(const char *line)
{
    struct blob blob;
    char *back = NULL;

    assert_int_equal(blob_pack(coder, line, &blob), 0);
    assert_int_equal(blob_unpack(coder, blob.dictionary, blob.bytes, blob.size, &back), 0);
    assert_string_equal(back, line);
    free(back);
    free(blob.bytes);
    return blob.size;
}

struct sums {
    size_t bytes, stored;
};

static void add(void *context, const char *line, size_t size)
{
    struct sums *sums = context;
    sums->bytes += size;
    sums->stored += round_trip(line);
}

static void records_are_small(void **state)
{
    struct sums sums = {0};
    (void)state;
    int count = lines_of_files("tests/golden/show.jsonl", add, &sums);
    print_message("%d records: %zu bytes a line, %zu stored\n", count, sums.bytes / (size_t)count,
                  sums.stored / (size_t)count);
    assert_true(sums.stored * 10 < sums.bytes);
    lines_of_games(2, add, &sums);
}

static void any_text_round_trips(void **state)
{
    static const char *const texts[] = {
        "", "x", "{}", "\xff\xfe", "a line\nand another", "\x01\x02\x03"};
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        round_trip(texts[i]);
    char *line = malloc((3 << 20) + 1);
    assert_non_null(line);
    uint32_t random = 1;
    for (int i = 0; i < 3 << 20; i++)
        line[i] = (char)(1 + random_below(&random, 255));
    line[3 << 20] = '\0';
    round_trip(line);
    free(line);
    round_trip("{\"format\":\"avondale-record/1\"}");
}

static void damage_is_detected(void **state)
{
    char *line = line_of_game("wikipedia", 3, 300), *back;
    struct blob blob;
    (void)state;
    assert_int_equal(blob_pack(coder, line, &blob), 0);
    for (size_t i = 0; i < blob.size; i++) {
        for (int bit = 0; bit < 8; bit++) {
            blob.bytes[i] ^= (uint8_t)(1 << bit);
            int status = blob_unpack(coder, blob.dictionary, blob.bytes, blob.size, &back);
            if (status == 0) { /* a bit that zstd does not use */
                assert_string_equal(back, line);
                free(back);
            } else {
                assert_int_equal(status, BLOB_DAMAGED);
                assert_null(back);
            }
            blob.bytes[i] ^= (uint8_t)(1 << bit);
        }
        assert_int_equal(blob_unpack(coder, blob.dictionary, blob.bytes, i, &back), BLOB_DAMAGED);
        assert_int_equal(blob_outline(coder, blob.dictionary, blob.bytes, i, &back), BLOB_DAMAGED);
    }
    assert_int_equal(blob_unpack(coder, blob.dictionary ^ 1, blob.bytes, blob.size, &back),
                     BLOB_DAMAGED);
    free(blob.bytes);
    free(line);
}

/* The same text where it was not packed; else shorter, and none or the same where a byte was
 * altered. */
static void outlines_are_shorter(void **state)
{
    static const char *const texts[] = {"", "x", "{\"format\":\"avondale-record/1\"}"};
    char *line = line_of_game("wikipedia", 3, 300), *back;
    struct blob blob;
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        assert_int_equal(blob_pack(coder, texts[i], &blob), 0);
        assert_int_equal(blob_outline(coder, blob.dictionary, blob.bytes, blob.size, &back), 0);
        assert_string_equal(back, texts[i]);
        free(back);
        free(blob.bytes);
    }
    assert_int_equal(blob_pack(coder, line, &blob), 0);
    assert_int_equal(blob_outline(coder, blob.dictionary, blob.bytes, blob.size, &back), 0);
    char *outline = back;
    assert_true(strlen(outline) * 2 < strlen(line));
    assert_memory_equal(outline, "{\"format\":\"avondale-record/1\",", 30);
    for (size_t i = 0; i < blob.size; i++) {
        blob.bytes[i] ^= 0x10;
        int status = blob_outline(coder, blob.dictionary, blob.bytes, blob.size, &back);
        if (status == 0) { /* a bit that zstd does not use, or the length of the line */
            assert_string_equal(back, outline);
            free(back);
        } else {
            assert_int_equal(status, BLOB_DAMAGED);
        }
        blob.bytes[i] ^= 0x10;
    }
    free(outline);
    free(blob.bytes);
    free(line);
}

static void bytes_of_others_are_refused(void **state)
{
    uint32_t random = 2;
    uint8_t bytes[300];
    char *back;
    (void)state;
    for (int i = 0; i < 20000; i++) {
        size_t size = random_below(&random, sizeof bytes + 1);
        for (size_t b = 0; b < size; b++)
            bytes[b] = (uint8_t)random_below(&random, 256);
        if (size > 0)
            bytes[0] = (uint8_t)(1 + i % 2);
        int64_t number = blob_dictionary_number(NULL, 0);
        size_t dictionary_size;
        const uint8_t *dictionary = blob_dictionary(&dictionary_size);
        if (i % 10)
            number = blob_dictionary_number(dictionary, dictionary_size);
        if (blob_outline(coder, number, bytes, size, &back) == 0)
            free(back);
        if (blob_unpack(coder, number, bytes, size, &back) == 0)
            free(back);
    }
    /* A blob that claims many megabytes: no memory is allocated for it. */
    static const uint8_t large[] = {1, 0xff, 0xff, 0xff, 0xff, 0x7f, 0, 0, 0};
    assert_int_equal(blob_unpack(coder, 0, large, sizeof large, &back), BLOB_DAMAGED);
}

/* A store filled by a program with another dictionary. */
static void dictionaries_of_other_programs_are_learned(void **state)
{
    static const char text[] = "a dictionary of plain text, as zstd takes any";
    const uint8_t *bytes = (const uint8_t *)text;
    static const char line[] = "text, as zstd takes any";
    int64_t number = blob_dictionary_number(bytes, sizeof text);
    uint8_t blob[200] = {2, sizeof line - 1};
    char *back;
    (void)state;
    ZSTD_CCtx *context = ZSTD_createCCtx();
    uint8_t frame[200];
    size_t size = ZSTD_compress_usingDict(context, frame, sizeof frame, line, sizeof line - 1, text,
                                          sizeof text, 1);
    ZSTD_freeCCtx(context);
    assert_false(ZSTD_isError(size));
    memcpy(blob + 2, frame + 4, size - 4);
    assert_false(blob_coder_knows(coder, number));
    assert_int_equal(blob_unpack(coder, number, blob, size - 2, &back), BLOB_DAMAGED);
    assert_int_equal(blob_coder_learn(coder, number + 1, bytes, sizeof text), BLOB_DAMAGED);
    assert_int_equal(blob_coder_learn(coder, number, bytes, 0), BLOB_DAMAGED);
    assert_int_equal(blob_coder_learn(coder, number, bytes, sizeof text), 0);
    assert_true(blob_coder_knows(coder, number));
    assert_int_equal(blob_unpack(coder, number, blob, size - 2, &back), 0);
    assert_string_equal(back, line);
    free(back);
    /* More than it keeps: the store's own dictionary stays. */
    for (uint8_t i = 0; i < 40; i++) {
        uint8_t other[3] = {i, 1, 2};
        int64_t others = blob_dictionary_number(other, sizeof other);
        assert_int_equal(blob_coder_learn(coder, others, other, sizeof other), 0);
        assert_true(blob_coder_knows(coder, others));
    }
    round_trip("{\"format\":\"avondale-record/1\"}");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(records_are_small, setup, teardown),
        cmocka_unit_test_setup_teardown(any_text_round_trips, setup, teardown),
        cmocka_unit_test_setup_teardown(damage_is_detected, setup, teardown),
        cmocka_unit_test_setup_teardown(outlines_are_shorter, setup, teardown),
        cmocka_unit_test_setup_teardown(bytes_of_others_are_refused, setup, teardown),
        cmocka_unit_test_setup_teardown(dictionaries_of_other_programs_are_learned, setup,
                                        teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
