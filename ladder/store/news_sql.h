/* news_sql.h - the statements of news and their deliveries, as both kinds of stores run them;
 * inside the stores only. Parameters as in store_sql.h. */
#ifndef AVONDALE_NEWS_SQL_H
#define AVONDALE_NEWS_SQL_H

/* `number`: INTEGER or BIGINT; `end`: what follows the columns of a table. In place of
 * version_news, whose rows nobody told. */
#define NEWS_TABLES(number, end)                                                                   \
    "CREATE TABLE IF NOT EXISTS news (id TEXT PRIMARY KEY, kind TEXT NOT NULL,"                    \
    "  body TEXT NOT NULL, wall_msec " number " NOT NULL)" end ";"                                 \
    "CREATE INDEX IF NOT EXISTS news_wall ON news (wall_msec, id);"                                \
    "CREATE TABLE IF NOT EXISTS delivery (receiver TEXT NOT NULL, id TEXT NOT NULL,"               \
    "  kind TEXT NOT NULL, body TEXT NOT NULL, wall_msec " number " NOT NULL,"                     \
    "  due_msec " number " NOT NULL, tries " number " NOT NULL, holder TEXT NOT NULL,"             \
    "  PRIMARY KEY (receiver, id))" end ";"                                                        \
    "CREATE INDEX IF NOT EXISTS delivery_due ON delivery (receiver, due_msec, id);"                \
    "CREATE INDEX IF NOT EXISTS delivery_wall ON delivery (wall_msec);"                            \
    "DROP TABLE IF EXISTS version_news"

/* The statements as entries of the table of a kind. `P` precedes their names; `now`: the time of
 * the store in milliseconds; `skip_locked`: what keeps two nodes from waiting for one row. */
#define NEWS_SQL(P, now, skip_locked)                                                              \
    [P##NEWS_ADD] = "INSERT INTO news (id, kind, body, wall_msec) VALUES ($1,$2,$3,$4)",           \
    [P##NEWS_TRIM] = "DELETE FROM news WHERE wall_msec <= (SELECT wall_msec FROM news"             \
                     " ORDER BY wall_msec DESC LIMIT 1 OFFSET $1)",                                \
    [P##NEWS_PAGE] = "SELECT id, kind, body, wall_msec FROM news ORDER BY wall_msec, id LIMIT $1", \
    [P##NEWS_DROP] = "DELETE FROM news WHERE id = $1 RETURNING id",                                \
    [P##DELIVERY_ADD] =                                                                            \
        "INSERT INTO delivery (receiver, id, kind, body, wall_msec, due_msec, tries, holder)"      \
        " VALUES ($1,$2,$3,$4,$5," now ",0,'') ON CONFLICT DO NOTHING",                            \
    [P##DELIVERY_TRIM] =                                                                           \
        "DELETE FROM delivery WHERE receiver = $1 AND wall_msec <= (SELECT wall_msec FROM"         \
        " delivery WHERE receiver = $1 ORDER BY wall_msec DESC LIMIT 1 OFFSET $2) RETURNING id",   \
    [P##DELIVERY_EXPIRE] = "DELETE FROM delivery WHERE wall_msec < $1 RETURNING id",               \
    [P##DELIVERY_COUNT] = "SELECT count(*), count(CASE WHEN due_msec <= " now " THEN 1 END)"       \
                          " FROM delivery WHERE receiver = $1",                                    \
    [P##DELIVERY_CLAIM] =                                                                          \
        "UPDATE delivery SET holder = $1, due_msec = " now " + CAST($2 AS BIGINT),"                \
        " tries = tries + 1 WHERE receiver = $3 AND id = (SELECT id FROM delivery"                 \
        " WHERE receiver = $3 AND due_msec <= " now " ORDER BY due_msec, id LIMIT 1" skip_locked   \
        ") RETURNING id, kind, body, wall_msec, tries",                                            \
    [P##DELIVERY_DROP] =                                                                           \
        "DELETE FROM delivery WHERE receiver = $1 AND id = $2 AND holder = $3 RETURNING id",       \
    [P##DELIVERY_LATER] = "UPDATE delivery SET holder = '', due_msec = " now                       \
                          " + CAST($1 AS BIGINT) WHERE receiver = $2 AND id = $3 AND holder = $4"  \
                          " RETURNING id"

/* The names of the statements, as entries of the enum of a kind. */
#define NEWS_STATEMENTS(P)                                                                         \
    P##NEWS_ADD, P##NEWS_TRIM, P##NEWS_PAGE, P##NEWS_DROP, P##DELIVERY_ADD, P##DELIVERY_TRIM,      \
        P##DELIVERY_EXPIRE, P##DELIVERY_COUNT, P##DELIVERY_CLAIM, P##DELIVERY_DROP,                \
        P##DELIVERY_LATER

#endif
