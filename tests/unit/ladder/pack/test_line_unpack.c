/* test_line_unpack.c - arbitrary bytes are refused or give some text, within the given space. */
#include "packed_lines.h"
#include "pack/line_pack.h"

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(damaged_records_are_text_or_refused, setup, teardown),
        cmocka_unit_test_setup_teardown(random_bytes_are_refused_or_text, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
