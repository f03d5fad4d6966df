/* sqlite_file.h - changes a file of SQLite past the store, for tests of what such a store is worth.
 */
#ifndef AVONDALE_TEST_SQLITE_FILE_H
#define AVONDALE_TEST_SQLITE_FILE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <sqlite3.h>

static inline void sqlite_file_run(const char *path, const char *text)
{
    sqlite3 *db = NULL;
    char *error = NULL;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    if (sqlite3_exec(db, text, NULL, NULL, &error) != SQLITE_OK)
        fail_msg("%s: %s", text, error);
    sqlite3_close(db);
}

#endif
