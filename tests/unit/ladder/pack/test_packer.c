/* test_packer.c - which parts of a record's line are read, and where packed bytes end. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include "pack/packer.h"

static struct packer on(const char *line)
{
    return (struct packer){.line = line, .at = line, .end = line + strlen(line)};
}

static void numbers_have_one_spelling(void **state)
{
    static const struct {
        const char *text;
        bool read;
        uint32_t number;
        size_t taken;
    } cases[] = {
        {"0,", true, 0, 1},
        {"7", true, 7, 1},
        {"120]", true, 120, 3},
        {"4294967295", true, UINT32_MAX, 10},
        {"4294967296", false, 0, 0},
        {"01", false, 0, 0},
        {"", false, 0, 0},
        {"-1", false, 0, 0},
        {"99999999999", false, 0, 0},
        {"x", false, 0, 0},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct packer packer = on(cases[i].text);
        uint32_t number = 1;
        assert_int_equal(packer_number_read(&packer, &number), cases[i].read);
        if (cases[i].read) {
            assert_int_equal(number, cases[i].number);
            assert_int_equal(packer.at - packer.line, cases[i].taken);
        }
    }
}

static void hex_ends_at_the_line(void **state)
{
    struct packer packer = on("00ff1"), capital = on("0F");
    uint8_t bytes[3];
    (void)state;
    assert_true(packer_hex_read(&packer, bytes, 2));
    assert_memory_equal(bytes, "\x00\xff", 2);
    assert_false(packer_hex_read(&packer, bytes, 1));
    assert_false(packer_hex_read(&capital, bytes, 1)); /* records have none */
}

static void lists_of_cards_are_packed(void **state)
{
    static const struct {
        const char *text;
        int count;
    } cases[] = {
        {"[]", 0},         {"[\"AS\",\"10H\",\"RJ\"]", 3},
        {"[\"AS\",]", -1}, {"[\"AS\"", -1},
        {"[\"1S\"]", -1},  {"\"AS\"", -1},
        {"[\"AS\" ]", -1}, {"", -1},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct packer packer = on(cases[i].text);
        uint8_t cards[NOTATION_CARDS];
        assert_int_equal(packer_cards_read(&packer, cards), cases[i].count);
    }
}

static void an_overflow_is_a_failure(void **state)
{
    uint8_t out[3] = {0};
    struct packer packer = on("abc");
    (void)state;
    packer.out = out;
    packer.max = 2;
    packer_put_number(&packer, 300); /* two bytes, the lowest seven bits first */
    assert_int_equal(out[0], 0xac);
    assert_int_equal(out[1], 2);
    assert_false(packer.failed);
    packer_put_bytes(&packer, "", 0);
    assert_false(packer.failed);
    packer_put(&packer, 1);
    assert_true(packer.failed);
    packer.failed = false;
    packer_put_bytes(&packer, "x", 1);
    assert_true(packer.failed);
    assert_int_equal(packer.size, 2);
    assert_int_equal(out[2], 0);
    assert_true(packer_skip(&packer, "ab"));
    assert_false(packer_skip(&packer, "cd")); /* not past the end */
    assert_true(packer_skip(&packer, "c"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_have_one_spelling),
        cmocka_unit_test(hex_ends_at_the_line),
        cmocka_unit_test(lists_of_cards_are_packed),
        cmocka_unit_test(an_overflow_is_a_failure),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
