/* test_sql.c - statements of SQLite: bound, stepped, reset. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include "ladder_temp.h"
#include "sqlite/sql.h"

static void text_is_truncated_to_its_buffer(void **state)
{
    const struct temp *temp = *state;
    struct store *store;
    struct ladder_error error;
    char text[5] = "";
    assert_int_equal(store_open(&store, temp->url, 0, &error), 0);
    assert_int_equal(store_begin(store, true), 0);
    assert_int_equal(store_document_add(store, "name", "a longer text"), 0);
    sqlite3_stmt *find = sql_statement(store, DOCUMENT_FIND);
    assert_non_null(find);
    assert_int_equal(sql_bind(store, find, "s", "name"), 0);
    assert_int_equal(sql_step(store, find), 1);
    sql_column_text(find, 0, text, sizeof text);
    assert_string_equal(text, "a lo");
    assert_int_equal(sql_step(store, find), 0);
    sql_done(find);
    assert_ptr_equal(sql_statement(store, DOCUMENT_FIND), find); /* it is cached */
    assert_int_equal(sql_bind(store, find, "s", "none"), 0);
    assert_int_equal(sql_step(store, find), 0);
    sql_done(find);
    assert_int_equal(store_commit(store), 0);
    store_close(store);
}

static void a_refused_statement_has_a_message(void **state)
{
    const struct temp *temp = *state;
    struct store *store;
    struct ladder_error error;
    assert_int_equal(store_open(&store, temp->url, 0, &error), 0);
    assert_int_equal(store_begin(store, true), 0);
    assert_int_equal(store_document_add(store, "name", "text"), 0);
    assert_int_equal(store_document_add(store, "name", "other"), -1);
    assert_non_null(strstr(store_error(store), "UNIQUE"));
    assert_non_null(strstr(store_error(store), temp->path));
    store_rollback(store);
    store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(text_is_truncated_to_its_buffer, temp_setup, temp_teardown),
        cmocka_unit_test_setup_teardown(a_refused_statement_has_a_message, temp_setup,
                                        temp_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
