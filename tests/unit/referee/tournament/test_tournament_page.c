/* test_tournament_page.c - a tournament as one page. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tournament_done.h"
#include "tournament/tournament_page.h"

static void a_page_is_self_contained_and_escaped(void **state)
{
    static char page[200000];
    FILE *out = fmemopen(page, sizeof page - 1, "w");
    (void)state;
    tournament_done_make();
    snprintf(tournament_done.file.entries[1].name, sizeof tournament_done.file.entries[1].name,
             "b<o>b");
    tournament_page_write(&tournament_done, out);
    fclose(out);
    assert_true(strncmp(page, "<!doctype html>", 15) == 0 ||
                strncmp(page, "<!DOCTYPE html>", 15) == 0);
    assert_non_null(strstr(page, "Cup &lt;script&gt;"));
    assert_non_null(strstr(page, "b&lt;o&gt;b"));
    assert_null(strstr(page, "<script"));
    assert_null(strstr(page, "b<o>b"));
    assert_null(strstr(page, "src="));
    assert_null(strstr(page, "http:"));
    const char *ann = strstr(page, "ann"), *bob = strstr(page, "b&lt;o&gt;b");
    assert_true(ann && bob && bob < ann); /* the winner comes first */
    assert_non_null(strstr(page, "</html>"));
    tournament_done_free();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_page_is_self_contained_and_escaped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
