/* hosting_sql.h - the statements of hosted programs, as both kinds of stores run them; inside the
 * stores only. Parameters as in store_sql.h, each kind numbers them in the order in which they
 * appear first. */
#ifndef AVONDALE_HOSTING_SQL_H
#define AVONDALE_HOSTING_SQL_H

/* A row for each bot, so that two versions of one never have a turn at once. */
#define HOSTING_TABLES(number, end)                                                                \
    "CREATE TABLE IF NOT EXISTS hosting (bot " number " PRIMARY KEY, program " number              \
    " NOT NULL, holder TEXT NOT NULL, until_msec " number " NOT NULL, turn_msec " number           \
    " NOT NULL, failures " number " NOT NULL, games TEXT NOT NULL)" end

/* `now`: the time of the store in milliseconds. What another version of the bot left counts only
 * while it has its turn. */
#define HOSTING_COLUMNS(now)                                                                       \
    "SELECT p.id, p.bot, b.name, p.account, p.label, p.archive, p.owned, p.bytes, p.state,"        \
    " p.why, p.made_msec, p.changed_msec, p.attempts, p.rulesets, coalesce(h.turn_msec, 0),"       \
    " CASE WHEN h.program = p.id OR h.holder <> '' THEN h.until_msec - " now " ELSE 0 END,"        \
    " CASE WHEN h.holder <> '' AND h.until_msec > " now " THEN 1 ELSE 0 END,"                      \
    " CASE WHEN h.program = p.id THEN h.failures ELSE 0 END,"                                      \
    " CASE WHEN h.program = p.id THEN h.games ELSE '' END FROM program p"                          \
    " JOIN bot b ON b.id = p.bot LEFT JOIN hosting h ON h.bot = p.bot "
#define HOSTING_MAY "p.state = 4 AND b.stopped = 0 AND b.banned = 0 AND b.account <> ''"
#define HOSTING_SAME "CASE WHEN hosting.program = excluded.program THEN hosting."

/* The statements as entries of the table of a kind. `P` precedes their names. */
#define HOSTING_SQL(P, now)                                                                        \
    [P##HOSTING_PAGE] =                                                                            \
        HOSTING_COLUMNS(now) "WHERE " HOSTING_MAY " AND p.id > $1 ORDER BY p.id LIMIT $2",         \
    [P##HOSTING_HELD] = HOSTING_COLUMNS(now) "WHERE p.id = $1 AND h.holder = $2",                  \
    [P##HOSTING_TAKE] =                                                                            \
        "INSERT INTO hosting (program, bot, holder, until_msec, turn_msec, failures, games)"       \
        " SELECT p.id, p.bot, CAST($1 AS TEXT), " now " + CAST($2 AS BIGINT), " now ", 0, ''"      \
        " FROM program p JOIN bot b ON b.id = p.bot WHERE " HOSTING_MAY " AND p.id = $3"           \
        " ON CONFLICT (bot) DO UPDATE SET holder = excluded.holder,"                               \
        " until_msec = excluded.until_msec, turn_msec = excluded.turn_msec,"                       \
        " failures = " HOSTING_SAME "failures ELSE 0 END,"                                         \
        " games = " HOSTING_SAME "games ELSE '' END, program = excluded.program"                   \
        " WHERE hosting.until_msec <= " now                                                        \
        " OR (hosting.holder = '' AND hosting.program <> excluded.program) RETURNING bot",         \
    [P##HOSTING_RENEW] = "UPDATE hosting SET until_msec = " now " + CAST($1 AS BIGINT)"            \
                         " WHERE bot = $2 AND holder = $3 RETURNING bot",                          \
    [P##HOSTING_LEAVE] = "UPDATE hosting SET holder = '', until_msec = " now                       \
                         " + CAST($1 AS BIGINT), failures = $2, games = $3"                        \
                         " WHERE bot = $4 AND holder = $5 RETURNING bot"

/* The names of the statements, as entries of the enum of a kind. */
#define HOSTING_STATEMENTS(P)                                                                      \
    P##HOSTING_PAGE, P##HOSTING_HELD, P##HOSTING_TAKE, P##HOSTING_RENEW, P##HOSTING_LEAVE

#endif
