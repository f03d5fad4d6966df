/* test_bundle_header.c - headers of archives that could be read in two ways. */
#include "bundled.h"

/* Writes a header by hand. Returns the bytes, whole blocks. */
static size_t put_header(uint8_t *at, const char *name, size_t name_size, char kind, size_t size)
{
    unsigned sum = 0;

    memset(at, 0, 512);
    memcpy(at, name, name_size);
    memcpy(at + 100, "0000755", 7);
    memcpy(at + 108, "0000000", 7);
    memcpy(at + 116, "0000000", 7);
    snprintf((char *)at + 124, 12, "%011zo", size);
    memcpy(at + 136, "00000000000", 11);
    memset(at + 148, ' ', 8);
    at[156] = (uint8_t)kind;
    memcpy(at + 257, "ustar\00000", 8);
    for (int i = 0; i < 512; i++)
        sum += at[i];
    snprintf((char *)at + 148, 8, "%06o", sum);
    return 512;
}

static size_t put_entry(uint8_t *at, const char *name, size_t name_size, char kind,
                        const char *data, size_t size)
{
    put_header(at, name, name_size, kind, size);
    memset(at + 512, 0, (size + 511) / 512 * 512);
    memcpy(at + 512, data, size);
    return 512 + (size + 511) / 512 * 512;
}

static void test_nul_in_names(void **state)
{
    static const struct {
        const char *name;
        size_t name_size;
        char kind;
        const char *data;
        size_t size;
        const char *words; /* NULL: it is valid */
    } cases[] = {
        {"bot", 3, '0', "x", 1, NULL},
        {"bot\0evil", 8, '0', "x", 1, "a NUL in a name"},
        {"\0bot", 4, '0', "x", 1, "a NUL in a name"},
        {"fine", 4, 'x', "12 path=bot\n", 12, NULL},
        {"fine", 4, 'x', "17 path=bot\0evil\n", 17, "a NUL in a name"},
        {"fine", 4, 'g', "17 path=bot\0evil\n", 17, "a NUL in a name"},
        {"fine", 4, 'x', "11 size=99\n", 11, "its size twice"},
        {"././@LongLink", 13, 'L', "bot\0", 4, NULL},
        {"././@LongLink", 13, 'L', "bot\0evil", 8, "a NUL in a name"},
        {"bot", 3, 'S', "", 0, "of another kind"},
        {"bot", 3, 'V', "", 0, "of another kind"},
    };
    struct place *place = *state;
    struct made *made = calloc(1, sizeof *made);

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        size_t size = put_entry(made->bytes, cases[i].name, cases[i].name_size, cases[i].kind,
                                cases[i].data, cases[i].size);
        size += put_entry(made->bytes + size, "other", 5, '0', "x", 1);
        memset(made->bytes + size, 0, 1024);
        made->size = size + 1024;
        if (cases[i].words)
            refused_look(place, made, cases[i].words);
        else
            assert_int_equal(bundle_unpack(made->bytes, made->size, 1 << 20, NULL, place->error),
                             0);
    }
    free(made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_nul_in_names, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
