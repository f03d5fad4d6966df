/* test_dictionary.c - the dictionary of this program: a store may keep it, and it saves space. */
#include "packed_lines.h"
#include "pack/blob.h"
#include "pack/line_pack.h"

#include <zstd.h>

static void the_dictionary_fits_and_is_made_by_zstd(void **state)
{
    size_t size;
    const uint8_t *bytes = blob_dictionary(&size);
    (void)state;
    assert_true(size > 1000 && size <= BLOB_DICTIONARY_MAX);
    assert_true(ZSTD_getDictID_fromDict(bytes, size) != 0);
    int64_t number = blob_dictionary_number(bytes, size);
    assert_true(number >= 0 && number <= INT32_MAX);
}

struct sums {
    struct track track;
    size_t with, without;
};

static void add(void *context, const char *line, size_t size)
{
    struct sums *sums = context;
    struct blob_coder *coder = blob_coder_create();
    struct blob blob;
    uint8_t *packed = malloc(size), frame[1 << 16];

    assert_non_null(coder);
    assert_int_equal(blob_pack(coder, line, &blob), 0);
    sums->with += blob.size;
    size_t bytes = line_pack(&sums->track, line, size, packed);
    sums->without += ZSTD_compress(frame, sizeof frame, packed, bytes, 1);
    free(packed);
    free(blob.bytes);
    blob_coder_destroy(coder);
}

static void the_dictionary_saves_a_tenth(void **state)
{
    struct sums *sums = calloc(1, sizeof *sums);
    (void)state;
    assert_non_null(sums);
    lines_of_files("tests/golden/show.jsonl", add, sums);
    print_message("%zu bytes with it, %zu without\n", sums->with, sums->without);
    assert_true(sums->with * 10 < sums->without * 9);
    free(sums);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_dictionary_fits_and_is_made_by_zstd),
        cmocka_unit_test(the_dictionary_saves_a_tenth),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
