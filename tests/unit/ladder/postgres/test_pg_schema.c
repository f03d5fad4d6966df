/* test_pg_schema.c - a schema change that was interrupted after any statement is continued, also
 * where a server commits each statement by itself. Needs a server, in
 * AVONDALE_TEST_STORE=postgresql://...?..., except for the tests without one. */
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include "store_place.h"
#if __has_include("libpq-fe.h")
#include "postgres/pg.h"

enum { SQL_BYTES = 8000, STATEMENTS_MAX = 200 };

/* Cuts a step into statements, in `text`. Returns their number. */
static int statements_of(const struct pg_migration *step, char text[SQL_BYTES], char **statements)
{
    int count = 0;
    char *rest = text;
    assert_true(strlen(step->sql) < SQL_BYTES);
    strcpy(text, step->sql);
    for (char *at; (at = strsep(&rest, ";"));) {
        assert_true(at[0] != '\0' && count < STATEMENTS_MAX);
        statements[count++] = at;
    }
    return count;
}

static bool begins(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

static bool repeatable(const char *text)
{
    return begins(text, "CREATE TABLE IF NOT EXISTS ") ||
           begins(text, "CREATE INDEX IF NOT EXISTS ") || begins(text, "DROP TABLE IF EXISTS ") ||
           (begins(text, "INSERT INTO ") && strstr(text, " ON CONFLICT DO NOTHING")) ||
           (begins(text, "ALTER TABLE ") && (strstr(text, " ADD COLUMN IF NOT EXISTS ") ||
                                             strstr(text, " DROP CONSTRAINT IF EXISTS "))) ||
           strcmp(text, "SELECT 1") == 0;
}

static void each_statement_can_be_repeated(void **state)
{
    char text[SQL_BYTES], *statements[STATEMENTS_MAX], name[80];
    int to = 0;
    (void)state;
    for (int i = 0; i < pg_migration_count; i++) {
        const struct pg_migration *step = &pg_migrations[i];
        assert_true(step->to == to || step->to == to + 1);
        to = step->to;
        int count = statements_of(step, text, statements);
        for (int s = 0; s < count; s++) {
            /* The last statement of a conditional step ends the condition. */
            if (!repeatable(statements[s]) && !(step->when && s == count - 1))
                fail_msg("version %d: %s", to, statements[s]);
            /* Tables of other programs are not taken for ours. */
            if (sscanf(statements[s], "CREATE TABLE IF NOT EXISTS %78[a-z_]", name + 1) == 1) {
                name[0] = '\'';
                strcat(name, "'");
                if (!strstr(pg_schema_tables, name))
                    fail_msg("pg_schema_tables lacks %s", name);
            }
        }
    }
    assert_int_equal(to, pg_version_newest);
}

/* ---- on a server, with connections of our own */
static PGconn *connected(const struct place *place)
{
    PGconn *conn = PQconnectdb(place->url);
    assert_int_equal(PQstatus(conn), CONNECTION_OK);
    PQclear(PQexec(conn, "SET client_min_messages = error"));
    return conn;
}

static void execute(PGconn *conn, const char *text)
{
    PGresult *result = PQexec(conn, text);
    ExecStatusType said = PQresultStatus(result);
    if (said != PGRES_COMMAND_OK && said != PGRES_TUPLES_OK)
        fail_msg("%s: %s", text, PQerrorMessage(conn));
    PQclear(result);
}

static char *text_of(PGconn *conn, const char *query)
{
    PGresult *result = PQexec(conn, query);
    if (PQresultStatus(result) != PGRES_TUPLES_OK)
        fail_msg("%s: %s", query, PQerrorMessage(conn));
    assert_int_equal(PQntuples(result), 1);
    char *text = strdup(PQgetvalue(result, 0, 0));
    assert_non_null(text);
    PQclear(result);
    return text;
}

static bool holds(PGconn *conn, const char *count)
{
    char *text = text_of(conn, count);
    bool answer = strcmp(text, "0") != 0;
    free(text);
    return answer;
}

/* Columns, indexes and constraints, without the names of the schema and of constraints. */
static char *schema_of(const struct place *place)
{
    PGconn *conn = connected(place);
    char *text = text_of(
        conn,
        "SELECT concat((SELECT string_agg(concat(table_name, '.', column_name, ' ', data_type, ' ',"
        " is_nullable, ' ', column_default), E'\\n' ORDER BY table_name, column_name)"
        " FROM information_schema.columns WHERE table_schema = current_schema()), E'\\n',"
        " (SELECT string_agg(replace(replace(indexdef, current_schema() || '.', ''), 'entry_pkey',"
        " 'action_pkey'), E'\\n' ORDER BY tablename, indexdef) FROM pg_indexes"
        " WHERE schemaname = current_schema()), E'\\n',"
        " (SELECT string_agg(concat(conrelid::regclass, ' ', pg_get_constraintdef(oid)), E'\\n'"
        " ORDER BY conrelid::regclass::text, pg_get_constraintdef(oid)) FROM pg_constraint"
        " WHERE connamespace = current_schema()::regnamespace))");
    PQfinish(conn);
    return text;
}

static void goes_on(const struct place *place, const char *expected, const char *behind)
{
    struct store *store = opened(place, 0);
    store_close(store);
    char *found = schema_of(place);
    if (strcmp(found, expected) != 0) {
        size_t same = 0;
        while (found[same] == expected[same])
            same++;
        while (same > 0 && found[same - 1] != '\n')
            same--;
        fail_msg("cut behind: %s\nnow: %.200s\nexpected: %.200s", behind, found + same,
                 expected + same);
    }
    free(found);
}

/* Runs the statements of the steps from version `from` to `to` without a transaction, and stops
 * after number *cut, which becomes the next one to stop at: after the first and in the middle of
 * each step, because each statement may be repeated (as the first test says). Returns whether there
 * were more; *last is the last one. */
static bool run_until(PGconn *conn, int from, int to, int *cut, char last[SQL_BYTES])
{
    static char text[SQL_BYTES];
    char *statements[STATEMENTS_MAX];
    int done = 0;
    for (int i = 0; i < pg_migration_count; i++) {
        const struct pg_migration *step = &pg_migrations[i];
        if (step->to <= from || step->to > to || (step->when && !holds(conn, step->when)))
            continue;
        int count = statements_of(step, text, statements);
        for (int s = 0; s < count; s++) {
            if (done++ == *cut) {
                *cut += s < count / 2 ? count / 2 - s : count - s + 1;
                return true;
            }
            execute(conn, statements[s]);
            strcpy(last, statements[s]);
        }
    }
    return false;
}

static char *whole_schema(struct place *place)
{
    store_close(opened(place, 0));
    return schema_of(place);
}

static void a_new_schema_continues_within_each_step(void **state)
{
    struct place *place = *state;
    char last[SQL_BYTES] = "";
    bool more = true;
    int cut = 1;
    if (!place->server)
        skip();
    char *expected = whole_schema(place);
    while (more) {
        fresh(place);
        PGconn *conn = connected(place);
        more = run_until(conn, 0, pg_version_newest, &cut, last);
        PQfinish(conn);
        goes_on(place, expected, last);
    }
    free(expected);
}

/* The leftovers of an older program of version 3: log entries without a text, of two kinds. */
static void make_version_3(PGconn *conn)
{
    char last[SQL_BYTES];
    (void)run_until(conn, 0, 3, &(int){INT_MAX}, last);
    execute(conn, "DROP TABLE action;"
                  "CREATE TABLE action (id BIGINT PRIMARY KEY, after_seq BIGINT NOT NULL,"
                  "  wall_msec BIGINT NOT NULL, kind TEXT NOT NULL CHECK (kind IN ('ban', 'void')),"
                  "  bot BIGINT REFERENCES bot, result BIGINT REFERENCES result,"
                  "  chain BYTEA CHECK (chain IS NULL OR octet_length(chain) = 32),"
                  "  CHECK ((kind = 'ban') = (bot IS NOT NULL) AND"
                  "  (kind = 'void') = (result IS NOT NULL)));"
                  "INSERT INTO bot VALUES (1, 'ann', 'ann', '', NULL, 1, 0, 0, 0, 0, 0, 0, 0, 0);"
                  "INSERT INTO action VALUES (1, 0, 7, 'ban', 1, NULL, NULL);"
                  "UPDATE ladder SET avondale_version = 3, last_bot = 1, last_action = 1");
}

static void entries_of_version_3_survive_each_cut(void **state)
{
    struct place *place = *state;
    char last[SQL_BYTES] = "";
    if (!place->server)
        skip();
    char *expected = whole_schema(place);
    for (int at = 0; !strstr(last, " document "); at++) {
        int cut = at; /* behind every statement: rows are moved here */
        fresh(place);
        PGconn *conn = connected(place);
        make_version_3(conn);
        assert_true(run_until(conn, 3, pg_version_newest, &cut, last));
        goes_on(place, expected, last);
        if (!holds(conn,
                   "SELECT count(*) FROM action WHERE kind = 'ban' AND bot = 1 AND text = ''"))
            fail_msg("the entry is lost behind: %s", last);
        PQfinish(conn);
    }
    free(expected);
}

/* Like a store that a migration left at a version in between. */
static void each_version_is_noted_and_not_repeated(void **state)
{
    struct place *place = *state;
    if (!place->server)
        skip();
    char *expected = whole_schema(place);
    for (int version = 1; version < pg_version_newest; version++) {
        char text[80];
        snprintf(text, sizeof text, "UPDATE ladder SET avondale_version = %d", version);
        sql(place, text);
        goes_on(place, expected, text);
        PGconn *conn = connected(place);
        char *now = text_of(conn, "SELECT avondale_version FROM ladder");
        assert_int_equal(atoi(now), pg_version_newest);
        free(now);
        PQfinish(conn);
    }
    free(expected);
}

static void tables_of_others_are_left_alone(void **state)
{
    struct place *place = *state;
    struct ladder_error error;
    struct store *store;
    if (!place->server)
        skip();
    sql(place, "CREATE TABLE worker (wage INTEGER)");
    assert_int_equal(store_open(&store, place->url, 0, &error), STORE_REFUSED);
    if (!strstr(error.text, "its table 'worker' is not one of avondale's"))
        fail_msg("%s", error.text);
    PGconn *conn = connected(place);
    assert_false(holds(conn, "SELECT count(*) FROM information_schema.tables"
                             " WHERE table_schema = current_schema() AND table_name <> 'worker'"));
    PQfinish(conn);
}

/* PostgreSQL does not know the setting, and reports no error; a server that knows it sets it. */
static void keys_are_in_order(void **state)
{
    struct place *place = *state;
    char text[400], *end;
    if (!place->server)
        skip();
    PGconn *conn = connected(place);
    assert_false(holds(conn, pg_schema_keys));
    snprintf(text, sizeof text, "%s", pg_schema_keys);
    end = strrchr(text, '=');
    strcpy(end, "= 'enable_mergejoin'");
    assert_true(holds(conn, text));
    char *now = text_of(conn, "SHOW enable_mergejoin");
    assert_string_equal(now, "off");
    free(now);
    PQfinish(conn);
}
#endif

int main(void)
{
#if __has_include("libpq-fe.h")
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_statement_can_be_repeated),
        cmocka_unit_test_setup_teardown(a_new_schema_continues_within_each_step, setup, teardown),
        cmocka_unit_test_setup_teardown(entries_of_version_3_survive_each_cut, setup, teardown),
        cmocka_unit_test_setup_teardown(each_version_is_noted_and_not_repeated, setup, teardown),
        cmocka_unit_test_setup_teardown(tables_of_others_are_left_alone, setup, teardown),
        cmocka_unit_test_setup_teardown(keys_are_in_order, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
#else
    return 0;
#endif
}
