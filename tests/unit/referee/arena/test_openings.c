/* test_openings.c - a file of given deals. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cards.h"
#include "arena/openings.h"

static char name[] = "/tmp/avondale-openings-XXXXXX";

static int read_text(const char *text, struct opening **openings, char error[320])
{
    struct ruleset rules = ruleset("wikipedia", NULL);
    FILE *file = fopen(name, "w");
    fputs(text, file);
    fclose(file);
    error[0] = 0;
    return openings_read(name, &rules, openings, error);
}

static const char deal_a[] =
    "{\"dealer\":2,\"hands\":[[\"5S\",\"6S\",\"7S\",\"8S\",\"9S\",\"10S\",\"JS\",\"QS\",\"KS\","
    "\"AS\"],"
    "[\"5C\",\"6C\",\"7C\",\"8C\",\"9C\",\"10C\",\"JC\",\"QC\",\"KC\",\"AC\"],"
    "[\"4D\",\"5D\",\"6D\",\"7D\",\"8D\",\"9D\",\"10D\",\"JD\",\"QD\",\"KD\"],"
    "[\"4H\",\"5H\",\"6H\",\"7H\",\"8H\",\"9H\",\"10H\",\"JH\",\"QH\",\"KH\"]],"
    "\"kitty\":[\"AD\",\"AH\",\"RJ\"]}";

static void a_line_is_a_deal(void **state)
{
    struct opening *openings;
    char error[320], text[2000];
    (void)state;
    assert_int_equal(mkstemp(name) >= 0, true);
    snprintf(text, sizeof text, "%s\n%s", deal_a, deal_a); /* the last one without a newline */
    assert_int_equal(read_text(text, &openings, error), 2);
    assert_int_equal(openings[1].dealer, 2);
    assert_int_equal(openings[0].deal.hands[0][0], card("5S"));
    assert_int_equal(openings[0].deal.kitty[2], card("RJ"));
    free(openings);
    unlink(name);
}

static void bad_lines_are_named_with_their_number(void **state)
{
    struct opening *openings;
    char error[320], text[2000];
    (void)state;
    snprintf(text, sizeof text, "%s\n{\"hands\":[]}\n", deal_a);
    assert_int_equal(read_text(text, &openings, error), 0);
    assert_non_null(strstr(error, " line 2: "));
    assert_null(openings);
    assert_int_equal(read_text("", &openings, error), 0);
    assert_non_null(strstr(error, "expected a deal a line"));
    unlink(name);
    struct ruleset rules = ruleset("wikipedia", NULL);
    assert_int_equal(openings_read(name, &rules, &openings, error), 0);
    assert_non_null(strstr(error, "No such file"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_is_a_deal),
        cmocka_unit_test(bad_lines_are_named_with_their_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
