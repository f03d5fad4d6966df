/* calendar_sql.h - the statements of the calendar, as both kinds of stores run them; inside the
 * stores only. Parameters as in
 * store_sql.h. */
#ifndef AVONDALE_CALENDAR_SQL_H
#define AVONDALE_CALENDAR_SQL_H

/* `number`: INTEGER or BIGINT; `end`: what follows the columns of a table. */
#define CALENDAR_TABLES(number, end)                                                               \
    "CREATE TABLE IF NOT EXISTS calendar_event (name TEXT PRIMARY KEY, spec TEXT NOT NULL,"        \
    "  due_msec " number " NOT NULL, file TEXT NOT NULL)" end ";"                                  \
    "CREATE INDEX IF NOT EXISTS calendar_event_due ON calendar_event (due_msec, name)"             \
    "  WHERE due_msec > 0;"                                                                        \
    "CREATE TABLE IF NOT EXISTS calendar_run (event TEXT NOT NULL, due_msec " number " NOT NULL,"  \
    "  name TEXT NOT NULL UNIQUE, spec TEXT NOT NULL, started_msec " number " NOT NULL,"           \
    "  ended_msec " number " NOT NULL, until_msec " number " NOT NULL, state " number " NOT NULL," \
    "  node TEXT NOT NULL, why TEXT NOT NULL, file TEXT NOT NULL,"                                 \
    "  PRIMARY KEY (event, due_msec))" end ";"                                                     \
    "CREATE INDEX IF NOT EXISTS calendar_run_open ON calendar_run (due_msec) WHERE state = 0;"     \
    "CREATE INDEX IF NOT EXISTS calendar_run_due ON calendar_run (due_msec);"                      \
    "CREATE TABLE IF NOT EXISTS calendar_entry (event TEXT NOT NULL, bot TEXT NOT NULL,"           \
    "  wall_msec " number " NOT NULL, PRIMARY KEY (event, bot))" end

#define CALENDAR_RUN_COLUMNS                                                                       \
    "name, event, spec, due_msec, started_msec, ended_msec, until_msec, state, node, why"

/* The statements as entries of the table of a kind. `P` precedes their names. */
#define CALENDAR_SQL(P)                                                                            \
    [P##CALENDAR_PUT] =                                                                            \
        "INSERT INTO calendar_event (name, spec, due_msec, file) VALUES ($1,$2,$3,$4)"             \
        " ON CONFLICT (name) DO UPDATE SET spec = excluded.spec, due_msec = excluded.due_msec,"    \
        " file = excluded.file",                                                                   \
    [P##CALENDAR_DROP] = "DELETE FROM calendar_event WHERE name = $1 RETURNING name",              \
    [P##CALENDAR_ENTRIES_DROP] = "DELETE FROM calendar_entry WHERE event = $1",                    \
    [P##CALENDAR_FIND] = "SELECT name, spec, due_msec, file FROM calendar_event WHERE name = $1",  \
    [P##CALENDAR_PAGE] =                                                                           \
        "SELECT name, spec, due_msec FROM calendar_event WHERE name > $1 ORDER BY name LIMIT $2",  \
    [P##CALENDAR_DUE] =                                                                            \
        "SELECT name, spec, due_msec FROM calendar_event WHERE due_msec > 0 AND due_msec <= $1"    \
        " ORDER BY due_msec, name LIMIT $2",                                                       \
    [P##CALENDAR_SET_DUE] = "UPDATE calendar_event SET due_msec = $1 WHERE name = $2",             \
    [P##CALENDAR_RUN_ADD] =                                                                        \
        "INSERT INTO calendar_run (" CALENDAR_RUN_COLUMNS ", file)"                                \
        " VALUES ($1,$2,$3,$4,$5,0,$6,0,$7,$8,$9) ON CONFLICT DO NOTHING RETURNING name",          \
    [P##CALENDAR_RUN_END] = "UPDATE calendar_run SET state = $1, ended_msec = $2, why = $3 WHERE " \
                            "name = $4 AND state = 0 RETURNING name",                              \
    [P##CALENDAR_RUN_TAKE] = "UPDATE calendar_run SET node = $1 WHERE name = $2",                  \
    [P##CALENDAR_RUN_FIND] =                                                                       \
        "SELECT " CALENDAR_RUN_COLUMNS ", file FROM calendar_run WHERE name = $1",                 \
    [P##CALENDAR_RUNS] = "SELECT " CALENDAR_RUN_COLUMNS " FROM calendar_run WHERE event = $1"      \
                         " ORDER BY due_msec DESC, name LIMIT $2",                                 \
    [P##CALENDAR_RUNS_ALL] =                                                                       \
        "SELECT " CALENDAR_RUN_COLUMNS " FROM calendar_run ORDER BY due_msec DESC, name LIMIT $1", \
    [P##CALENDAR_ENTRY_ADD] = "INSERT INTO calendar_entry (event, bot, wall_msec) VALUES "         \
                              "($1,$2,$3) ON CONFLICT DO NOTHING"                                  \
                              " RETURNING bot",                                                    \
    [P##CALENDAR_ENTRY_DROP] =                                                                     \
        "DELETE FROM calendar_entry WHERE event = $1 AND bot = $2 RETURNING bot",                  \
    [P##CALENDAR_ENTRIES] = "SELECT bot, wall_msec FROM calendar_entry WHERE event = $1 AND bot "  \
                            "> $2 ORDER BY bot LIMIT $3"

#endif
