/* test_assets.c - the files that browsers load. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include <string.h>

#include "ladder.h"
#include "web/assets.h"

static void files_are_found_by_name(void **state)
{
    (void)state;
    for (int i = 0; i < web_file_count; i++) {
        assert_ptr_equal(assets_find(web_files[i].name), &web_files[i]);
        assert_true(web_files[i].size > 0);
    }
    const struct web_file *style = assets_find("style.css");
    assert_non_null(style);
    assert_non_null(memmem(style->bytes, style->size, "body", 4));
    assert_null(assets_find("style"));
    assert_null(assets_find("../style.css"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_are_found_by_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
