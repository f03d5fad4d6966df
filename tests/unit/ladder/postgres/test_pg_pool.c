/* test_pg_pool.c - the pooler option of a URL. pgbouncer.sh tests the pooler itself. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#if __has_include("libpq-fe.h")
#include "postgres/pg.h"

static void the_mode_is_taken_out_of_the_url(void **state)
{
    static const struct {
        const char *url, *plain;
        int pooled; /* -1: refused */
    } cases[] = {
        {"postgresql://h/d", "postgresql://h/d", 0},
        {"postgresql://h/d?pool_mode=transaction", "postgresql://h/d", 1},
        {"postgresql://h/d?pool_mode=session", "postgresql://h/d", 0},
        {"postgresql://h/d?pool_mode=transaction&sslmode=require",
         "postgresql://h/d?sslmode=require", 1},
        {"postgresql://h/d?sslmode=require&pool_mode=transaction&port=6432",
         "postgresql://h/d?sslmode=require&port=6432", 1},
        {"postgresql://h/d?sslmode=require&pool_mode=session", "postgresql://h/d?sslmode=require",
         0},
        {"postgresql://h/d?pool_mode=statement", NULL, -1},
        {"postgresql://h/d?pool_mode=", NULL, -1},
        {"postgresql://h/d?pool_mode=transactions", NULL, -1},
        {"postgresql://h/d?spool_mode=transaction", "postgresql://h/d?spool_mode=transaction", 0},
        {"postgresql://pool_mode=transaction@h/d", "postgresql://pool_mode=transaction@h/d", 0},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char url[100];
        bool pooled = false;
        snprintf(url, sizeof url, "%s", cases[i].url);
        assert_int_equal(pg_pool_url(url, &pooled), cases[i].pooled < 0 ? -1 : 0);
        if (cases[i].pooled < 0)
            continue;
        assert_string_equal(url, cases[i].plain);
        assert_int_equal(pooled, cases[i].pooled);
    }
}
#else
static void the_mode_is_taken_out_of_the_url(void **state)
{
    (void)state;
    skip();
}
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_mode_is_taken_out_of_the_url),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
