/* program_sql.h - the statements of programs that owners handed in, as both kinds of stores run
 * them; inside the stores only. Parameters as in store_sql.h. */
#ifndef AVONDALE_PROGRAM_SQL_H
#define AVONDALE_PROGRAM_SQL_H

/* `number`: INTEGER or BIGINT; `end`: what follows the columns of a table. A program is due while
 * its state is below 3, and plays in state 4: enum program_state. */
#define PROGRAM_TABLES(number, end)                                                                \
    "CREATE TABLE IF NOT EXISTS program (id " number " PRIMARY KEY, bot " number " NOT NULL,"      \
    "  account TEXT NOT NULL, label TEXT NOT NULL, archive TEXT NOT NULL,"                         \
    "  owned " number " NOT NULL, bytes " number " NOT NULL, state " number " NOT NULL,"           \
    "  why TEXT NOT NULL, report TEXT NOT NULL, made_msec " number " NOT NULL,"                    \
    "  changed_msec " number " NOT NULL, attempts " number " NOT NULL, holder TEXT NOT NULL,"      \
    "  until_msec " number " NOT NULL, UNIQUE (bot, label))" end ";"                               \
    "CREATE INDEX IF NOT EXISTS program_account ON program (account, made_msec);"                  \
    "CREATE INDEX IF NOT EXISTS program_archive ON program (archive);"                             \
    "CREATE INDEX IF NOT EXISTS program_due ON program (account, id) WHERE state < 3;"             \
    "CREATE INDEX IF NOT EXISTS program_active ON program (id) WHERE state = 4;"                   \
    "CREATE TABLE IF NOT EXISTS version_news (id TEXT PRIMARY KEY, bot TEXT NOT NULL,"             \
    "  account TEXT NOT NULL, label TEXT NOT NULL, state TEXT NOT NULL, why TEXT NOT NULL,"        \
    "  wall_msec " number " NOT NULL)" end ";"                                                     \
    "CREATE INDEX IF NOT EXISTS version_news_wall ON version_news (wall_msec, id)"

/* Since version 15 of SQLite, 18 of PostgreSQL; `unless`: "IF NOT EXISTS" where the kind has it. */
#define PROGRAM_RULESETS(unless)                                                                   \
    "ALTER TABLE program ADD COLUMN " unless " rulesets TEXT NOT NULL DEFAULT ''"

#define PROGRAM_COLUMNS                                                                            \
    "SELECT p.id, p.bot, b.name, p.account, p.label, p.archive, p.owned, p.bytes, p.state,"        \
    " p.why, p.made_msec, p.changed_msec, p.attempts, p.rulesets FROM program p JOIN bot b ON "    \
    "b.id = p.bot "

/* The next one that is due: of the owner with the fewest before it. */
#define PROGRAM_NEXT(now)                                                                          \
    "(SELECT due.id FROM program AS due WHERE due.state < 3 AND due.until_msec <= " now            \
    " ORDER BY (SELECT count(*) FROM program AS other WHERE other.state < 3"                       \
    " AND other.account = due.account AND other.id < due.id), due.id LIMIT 1"

/* The statements as entries of the table of a kind. `P` precedes their names. */
#define PROGRAM_SQL(P)                                                                             \
    [P##PROGRAM_ADD] =                                                                             \
        "INSERT INTO program (id, bot, account, label, archive, owned, bytes, state, why, report," \
        " made_msec, changed_msec, attempts, rulesets, holder, until_msec) VALUES"                 \
        " ((SELECT coalesce(max(id), 0) + 1 FROM "                                                 \
        "program),$1,$2,$3,$4,$5,$6,$7,$8,'',$9,$10,$11,$12,"                                      \
        "'',0)"                                                                                    \
        " ON CONFLICT (bot, label) DO NOTHING RETURNING id",                                       \
    [P##PROGRAM_FIND] = PROGRAM_COLUMNS "WHERE p.bot = $1 AND p.label = $2",                       \
    [P##PROGRAM_NUMBERED] = PROGRAM_COLUMNS "WHERE p.id = $1",                                     \
    [P##PROGRAM_PAGE] =                                                                            \
        PROGRAM_COLUMNS "WHERE p.bot = $1 AND p.id < $2 ORDER BY p.id DESC LIMIT $3",              \
    [P##PROGRAMS_ALL] = PROGRAM_COLUMNS "WHERE p.id > $1 ORDER BY p.id LIMIT $2",                  \
    [P##PROGRAM_FIRST] = "SELECT id FROM program WHERE archive = $1 ORDER BY id LIMIT 1",          \
    [P##PROGRAMS_ACTIVE] =                                                                         \
        PROGRAM_COLUMNS "WHERE p.state = 4 AND p.id > $1 ORDER BY p.id LIMIT $2",                  \
    [P##PROGRAM_REPORT] = "SELECT report FROM program WHERE id = $1",                              \
    [P##PROGRAM_SET] =                                                                             \
        "UPDATE program SET state = $1, why = $2, changed_msec = $3, until_msec = CASE WHEN $4"    \
        " = 0 THEN 0 ELSE until_msec END, holder = CASE WHEN $4 = 0 THEN '' ELSE holder END"       \
        " WHERE id = $5 AND state = $6 AND ($7 = '' OR holder = $7) RETURNING id",                 \
    [P##PROGRAM_REPORT_SET] = "UPDATE program SET report = $1 WHERE id = $2",                      \
    [P##PROGRAM_BUILT] = "UPDATE program SET archive = $1, owned = $2, bytes = $3 WHERE id = $4",  \
    [P##PROGRAM_SINCE] = "SELECT count(*) FROM program WHERE account = $1 AND made_msec > $2",     \
    [P##PROGRAM_BYTES] = "SELECT CAST(coalesce(sum(bytes), 0) AS BIGINT) FROM program"             \
                         " WHERE owned = 1",                                                       \
    [P##PROGRAM_OLD] =                                                                             \
        PROGRAM_COLUMNS "WHERE p.bot = $1 AND p.state IN (3, 5, 6) AND p.made_msec < $2"           \
                        " AND p.id NOT IN (SELECT id FROM program WHERE bot = $1"                  \
                        " ORDER BY id DESC LIMIT $3) AND NOT EXISTS (SELECT 1 FROM calendar_run r" \
                        " WHERE r.state = 0 AND r.file LIKE '%' || p.archive || '%')"              \
                        " ORDER BY p.id LIMIT 1",                                                  \
    [P##PROGRAM_DROP] = "DELETE FROM program WHERE id = $1",                                       \
    [P##PROGRAM_PARTS_DROP] = "DELETE FROM archive_part WHERE hash = $1"                           \
                              " AND NOT EXISTS (SELECT 1 FROM program WHERE archive = $1)",        \
    [P##PROGRAM_ARCHIVE_DROP] = "DELETE FROM archive WHERE hash = $1"                              \
                                " AND NOT EXISTS (SELECT 1 FROM program WHERE archive = $1)"

/* The names of the statements, as entries of the enum of a kind. */
#define PROGRAM_STATEMENTS(P)                                                                      \
    P##PROGRAM_ADD, P##PROGRAM_FIND, P##PROGRAM_NUMBERED, P##PROGRAM_PAGE, P##PROGRAMS_ALL,        \
        P##PROGRAM_FIRST, P##PROGRAMS_ACTIVE, P##PROGRAM_REPORT, P##PROGRAM_SET,                   \
        P##PROGRAM_REPORT_SET, P##PROGRAM_BUILT, P##PROGRAM_SINCE, P##PROGRAM_BYTES,               \
        P##PROGRAM_OLD, P##PROGRAM_DROP, P##PROGRAM_PARTS_DROP, P##PROGRAM_ARCHIVE_DROP,           \
        P##PROGRAM_CLAIM, P##PROGRAM_RENEW

#endif
