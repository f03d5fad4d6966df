/* site.h - the state of the pages of a ladder, and a request for one of them. All of it belongs to
 * the thread of the pages. */
#ifndef AVONDALE_SITE_H
#define AVONDALE_SITE_H

#include "base/name_rate.h"
#include "data/web_feed.h"
#include "store/store.h"
#include "writer/ladder_db.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

struct intake;
struct judge;
struct later_list;
struct live;
struct site_facts;
struct web_answer;
struct web_query;

enum {
    SITE_ROWS_MAX = 500,     /* rows of one page or answer */
    SITE_OPTIONS_MAX = 2000, /* bytes of the changes of a ruleset */
    SITE_ROWS = 50,          /* rows if none are asked for */
    SITE_HISTORY_MAX = 200,  /* results of a bot that its page reads; data_history.h has all */
    SITE_RECORDS_MAX = 50,   /* records of a bot that are scanned */
    SITE_CACHE = 32,
    SITE_GAMES_KEPT = 128,                       /* cached pages of games */
    SITE_GAME_BYTES_MAX = 256 * 1024,            /* bytes of a cached page */
    SITE_TOURNAMENTS_MAX = 200,                  /* tournaments that are listed */
    SITE_KEPT_NAME = 2 * LADDER_GAME_ID_MAX + 2, /* bytes of the name of a cached page */
    SITE_CUPS = 4,                               /* tournaments that are kept as they were read */
    SITE_CROSS_MAX = 64,                         /* entries of a crosstable */
    SITE_HAND_MAX = 1000000, /* the highest that a request may name; no game has as many */
    SITE_TALKERS = 256,      /* addresses that chatted last */
    SITE_DEEDS_MAX = 60,     /* changes of bots from one address in a minute */
    SITE_SECRET_BYTES = 32,
    SITE_BASES = 4096, /* ratings of a week ago that are kept */
};

/* Statistics from the records of a bot, valid until its next result. */
struct site_cache {
    char bot[LADDER_NAME_MAX + 1];
    int64_t newest_seq;
    struct site_facts *facts; /* data.h */
};

struct site_talker {
    uint64_t key;      /* the address */
    int64_t full_msec; /* when its budget of lines is full again */
};

/* A page of a game that is kept (kept_game.h), valid while what it was made of does not change. */
struct site_game {
    char name[SITE_KEPT_NAME]; /* GAME, or TOURNAMENT/GAME */
    uint64_t made_of;          /* writer_view_past_changes, or data_tournament_stamp */
    char *page;
    size_t size;
};

/* A rating of a week ago; see data_week.h. */
struct site_base {
    uint64_t key; /* of the ladder and the row */
    int64_t rating_milli;
};
struct site_week {
    int64_t day; /* since 1970: the ratings are those of its midnight */
    uint64_t past;
    int64_t seq; /* the first result since then */
    struct site_base bases[SITE_BASES];
};

/* A tournament as it was read, until its file changes. */
struct site_cup {
    char id[LADDER_GAME_ID_MAX + 1]; /* "": none */
    int64_t changed_nsec, bytes, inode;
    json_t *results, *value; /* value: NULL until it is asked for */
};

struct web_site {
    struct ladder *ladder;
    struct store *store;
    struct web_feed feed;
    struct live *live; /* NULL: no spectators; not owned */
    char bots[128];
    char tournaments[256]; /* a directory, or "" */
    json_t *summaries;     /* of tournaments, by name, until their files change; NULL: none yet */
    struct site_cup cups[SITE_CUPS];
    int cup_next;
    struct site_cache cache[SITE_CACHE];
    int cache_next;
    struct site_week week;
    struct site_game games[SITE_GAMES_KEPT];
    int game_next;
    struct web_counters counters;
    struct web_waits waits;
    char *play;                              /* JSON of /api/v1/play; NULL: not set yet */
    struct histogram requests;               /* durations of answers */
    unsigned char secret[SITE_SECRET_BYTES]; /* signs the passes of spectators that chat */
    struct site_talker talkers[SITE_TALKERS];
    int bots_per_owner; /* 0: there are no owners */
    bool owner_by_address;
    uint8_t address_key[32];         /* see address.h */
    struct intake *intake;           /* NULL: no programs are handed in */
    bool new_names;                  /* a program may come for a name that no bot has */
    int programs_of_day;             /* of an owner in 24 hours */
    int64_t program_bytes_max;       /* of an archive, */
    int64_t programs_bytes_max;      /* and of all archives of programs */
    struct name_rate puts;           /* programs, and changes of them, by address */
    struct name_rate created, deeds; /* accounts made, and changes by owners, by address */
    struct name_rate failures;       /* wrong tokens, by address */
    struct later_list *laters;       /* answers that wait for the database */
    struct judge *judge;             /* of chances of finished games; NULL: none are computed */
    bool alive;                      /* the arena has sent its counters lately, or never */
};

/* A request that matched a route. */
enum { SEGMENT_MAX = LADDER_GAME_ID_MAX };
struct call {
    struct web_site *site;
    const struct web_query *query;
    struct web_answer *answer;
    char segment[SEGMENT_MAX + 1];    /* the name in place of the star */
    char second[SEGMENT_MAX + 1];     /* that in place of a second star */
    int64_t after;                    /* -1: not given */
    char place[LADDER_PLACE_MAX + 1]; /* `after` as a place in the standings; "": not given */
    int limit;                        /* SITE_ROWS if it is not given */
    bool limit_given;                 /* by the request */
    int hand;                         /* from 1, also if it is not given */
    char board[LADDER_BOARD_MAX + 1]; /* "": not given */
    struct {
        char bot[LADDER_NAME_MAX + 1], against[LADDER_NAME_MAX + 1]; /* "": not given */
        char contract[24];
        int64_t until_msec; /* the begin of a day; 0: not given */
    } wanted;
    char part[LADDER_NAME_MAX + 1];     /* of a name that is searched; "": not given */
    char options[SITE_OPTIONS_MAX + 1]; /* of a ruleset, decoded; "": not given */
};

#endif
