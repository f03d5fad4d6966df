/* test_unpacker.c - packed bytes are read to their end and not beyond; a line has no more than its
 * room. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include "pack/packer.h"
#include "pack/unpacker.h"

static struct unpacker on(const uint8_t *bytes, size_t size)
{
    return (struct unpacker){.at = bytes, .end = bytes + size};
}

static void numbers_return_as_they_were_packed(void **state)
{
    static const uint64_t numbers[] = {0, 1, 127, 128, 16383, 16384, UINT32_MAX, INT64_MAX};
    (void)state;

    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        uint8_t bytes[12];
        struct packer packer = {.out = bytes, .max = sizeof bytes};
        packer_put_number(&packer, numbers[i]);
        assert_false(packer.failed);
        struct unpacker unpacker = on(bytes, packer.size);
        assert_true(unpacker_take_number(&unpacker) == numbers[i]);
        assert_false(unpacker.failed);
        assert_ptr_equal(unpacker.at, unpacker.end);
        struct unpacker cut = on(bytes, packer.size - 1);
        (void)unpacker_take_number(&cut);
        assert_true(cut.failed);
    }
}

static void what_is_no_number_fails(void **state)
{
    uint8_t endless[12];
    (void)state;

    memset(endless, 0x80, sizeof endless);
    struct unpacker unpacker = on(endless, sizeof endless);
    (void)unpacker_take_number(&unpacker);
    assert_true(unpacker.failed);
}

static void bytes_are_within_their_bounds(void **state)
{
    static const uint8_t bytes[] = {2, 0, NOTATION_CARDS - 1, 1, NOTATION_CARDS, 3, 0};
    uint8_t cards[NOTATION_CARDS];
    struct unpacker unpacker = on(bytes, sizeof bytes);
    (void)state;

    assert_int_equal(unpacker_take_cards(&unpacker, cards), 2);
    assert_int_equal(cards[0], 0);
    assert_int_equal(cards[1], NOTATION_CARDS - 1);
    assert_false(unpacker.failed);
    (void)unpacker_take_cards(&unpacker, cards); /* no such card */
    assert_true(unpacker.failed);
    unpacker = on(bytes + 5, 2);
    (void)unpacker_take_cards(&unpacker, cards); /* two are missing */
    assert_true(unpacker.failed);
    unpacker = on(bytes, 2);
    assert_null(unpacker_take_bytes(&unpacker, 3));
    assert_true(unpacker.failed);
    unpacker = on(bytes, 2);
    assert_ptr_equal(unpacker_take_bytes(&unpacker, 2), bytes);
    assert_int_equal(unpacker_take(&unpacker), 0);
    assert_true(unpacker.failed);
}

static void a_line_has_no_more_than_its_room(void **state)
{
    static const char all[] = "a12-7[\"AS\",\"RJ\"]z";
    static const size_t size = sizeof all - 1;
    uint8_t cards[NOTATION_CARDS];
    const char list[] = "[\"AS\",\"RJ\"]";
    struct packer packer = {.line = list, .at = list, .end = list + sizeof list - 1};
    (void)state;

    assert_int_equal(packer_cards_read(&packer, cards), 2);
    for (size_t room = 0; room <= size; room++) {
        char line[sizeof all];
        memset(line, '#', sizeof line);
        struct unpacker unpacker = {.line = line, .max = room};
        unpacker_add_char(&unpacker, 'a');
        unpacker_add_text(&unpacker, "12");
        unpacker_add_number(&unpacker, -7);
        unpacker_add_cards(&unpacker, cards, 2);
        unpacker_add(&unpacker, "z", 1);
        assert_int_equal(unpacker.failed, room < size);
        assert_int_equal(line[room], '#');
        if (room == size)
            assert_memory_equal(line, all, size);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_return_as_they_were_packed),
        cmocka_unit_test(what_is_no_number_fails),
        cmocka_unit_test(bytes_are_within_their_bounds),
        cmocka_unit_test(a_line_has_no_more_than_its_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
