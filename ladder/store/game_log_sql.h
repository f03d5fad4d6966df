/* game_log_sql.h - the statements of game logs, as both kinds of stores run them; inside the stores
 * only. Parameters as in store_sql.h. */
#ifndef AVONDALE_GAME_LOG_SQL_H
#define AVONDALE_GAME_LOG_SQL_H

/* `number`: INTEGER or BIGINT; `blob`: BLOB or BYTEA; `end`: what follows the columns. */
#define GAME_LOG_TABLES(number, blob, end)                                                         \
    "CREATE TABLE IF NOT EXISTS game_log (game TEXT NOT NULL, bot " number " NOT NULL,"            \
    "  part " number " NOT NULL, wall_msec " number " NOT NULL, decisions " number " NOT NULL,"    \
    "  think_msec " number " NOT NULL, longest_msec " number " NOT NULL,"                          \
    "  faults " number " NOT NULL, bytes " number " NOT NULL, dictionary " number " NOT NULL,"     \
    "  log " blob " NOT NULL, PRIMARY KEY (game, bot, part))" end ";"                              \
    "CREATE INDEX IF NOT EXISTS game_log_bot ON game_log (bot, wall_msec);"                        \
    "CREATE INDEX IF NOT EXISTS game_log_wall ON game_log (wall_msec)"

#define GAME_LOG_COLUMNS                                                                           \
    "SELECT game, wall_msec, decisions, think_msec, longest_msec, faults, bytes FROM game_log "

/* The statements as entries of the table of a kind. `P` precedes their names. */
#define GAME_LOG_SQL(P)                                                                            \
    [P##GAME_LOG_ADD] = "INSERT INTO game_log (game, bot, part, wall_msec, decisions, think_msec," \
                        " longest_msec, faults, bytes, dictionary, log)"                           \
                        " VALUES ($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11) ON CONFLICT DO NOTHING",     \
    [P##GAME_LOG_FIND] = GAME_LOG_COLUMNS "WHERE game = $1 AND bot = $2 AND part = 0",             \
    [P##GAME_LOG_TEXT] = "SELECT dictionary, log, NULL, 1 FROM game_log WHERE game = $1"           \
                         " AND bot = $2 AND part = $3",                                            \
    [P##GAME_LOG_PAGE] =                                                                           \
        GAME_LOG_COLUMNS "WHERE bot = $1 AND part = 0 ORDER BY wall_msec DESC, game LIMIT $2",     \
    [P##GAME_LOG_SUM] = "SELECT CAST(coalesce(sum(bytes), 0) AS BIGINT), count(*) FROM game_log",  \
    [P##GAME_LOG_DROP] = "DELETE FROM game_log WHERE wall_msec < $1",                              \
    [P##GAME_LOG_DROP_OLDEST] = "DELETE FROM game_log WHERE wall_msec <= (SELECT wall_msec"        \
                                " FROM game_log ORDER BY wall_msec LIMIT 1 OFFSET $1)"

/* The names of the statements, as entries of the enum of a kind. */
#define GAME_LOG_STATEMENTS(P)                                                                     \
    P##GAME_LOG_ADD, P##GAME_LOG_FIND, P##GAME_LOG_TEXT, P##GAME_LOG_PAGE, P##GAME_LOG_SUM,        \
        P##GAME_LOG_DROP, P##GAME_LOG_DROP_OLDEST

#endif
