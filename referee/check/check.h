/* check.h - drives one bot through everything that it may meet, and reports its mistakes.
 *
 * Four parts: the bot's process and its bytes (check_process.c), a game in which it has one seat of
 * a real `struct table` and a built-in player the others (check_game.c), the script of games and
 * oddities (check_script.c), and the findings (check_report.c). One thread, no event loop: all
 * waits are for this bot alone. */
#ifndef AVONDALE_CHECK_H
#define AVONDALE_CHECK_H

#include "arena/arena.h"

#include <stdio.h>

/* ------------------------------------------------------------------------- points (check_report.c)
 * P(POINT, its name, the heading of PROTOCOL.md that says so, what it means). The first ones hold
 * in every game and are named by the file that sees them broken; then one a phase, in the order of
 * enum phase; the last ones are scenarios of their own. */
#define CHECK_POINTS(P)                                                                            \
    P(HELLO, "hello", "1. The connection", "says hello first, and once")                           \
    P(MESSAGES, "messages", "1. The connection", "writes nothing but its messages")                \
    P(LIMITS, "limits", "1. The connection", "keeps to the limits of a message")                   \
    P(FLOOD, "flood", "10. Errors", "does not flood the arena")                                    \
    P(ALIVE, "alive", "5. Time and faults", "stays until it is told bye")                          \
    P(ANSWERS, "answers", "3. Turns", "answers every turn")                                        \
    P(TIME, "time", "5. Time and faults", "answers in time")                                       \
    P(NUMBER, "number", "3. Turns", "repeats game and number of the turn")                         \
    P(ONCE, "once", "3. Turns", "answers a turn once")                                             \
    P(LEGAL, "legal", "3. Turns", "acts legally")                                                  \
    P(EXPOSE, "expose", "3. Turns", "acts in phase expose")                                        \
    P(DRAW, "draw", "3. Turns", "acts in phase draw")                                              \
    P(BLIND, "blind", "3. Turns", "acts in phase blind")                                           \
    P(AUCTION, "auction", "3. Turns", "acts in phase auction")                                     \
    P(RAISE, "raise", "3. Turns", "acts in phase raise")                                           \
    P(SLAM, "slam", "3. Turns", "acts in phase slam")                                              \
    P(GIVE, "give", "3. Turns", "acts in phase give")                                              \
    P(DISCARD, "discard", "3. Turns", "acts in phase discard")                                     \
    P(SWAP, "swap", "3. Turns", "acts in phase swap")                                              \
    P(PARTNER, "partner", "3. Turns", "acts in phase partner")                                     \
    P(BREACH, "breach", "3. Turns", "acts in phase breach")                                        \
    P(PLAY, "play", "3. Turns", "acts in phase play")                                              \
    P(CLAIM, "claim", "3. Turns", "acts where it may claim")                                       \
    P(HAND, "hand", "3. Turns", "plays a hand that is not its seat's own")                         \
    P(NONCE, "nonce", "7. Fair deals", "sends the nonce that it promised")                         \
    P(BYE, "bye", "1. The connection", "ends with status 0 after bye")                             \
    P(EOF, "eof", "1. The connection", "ends when its input ends without bye")                     \
    P(KEYS, "keys", "1. The connection", "plays on where messages have unknown keys")              \
    P(UNKNOWN, "unknown", "1. The connection", "plays on after unknown messages and events")       \
    P(ERROR, "error", "10. Errors", "plays on after an error message")                             \
    P(PIECES, "pieces", "1. The connection", "puts messages together that come in pieces")         \
    P(JOINED, "joined", "1. The connection", "takes messages apart that come at once")             \
    P(SINGLE, "single", "4. What happened", "takes events that come one by one")                   \
    P(SHORT, "short", "5. Time and faults", "answers in time where little is left")                \
    P(UNLIMITED, "unlimited", "5. Time and faults", "answers where no time is named")              \
    P(SESSION, "session", "6. Coming back", "comes back to its games with its session")

#define CHECK_ENUM(point, name, heading, text) CHECK_##point,
enum check_point { CHECK_POINTS(CHECK_ENUM) CHECK_POINT_COUNT, CHECK_NO_POINT = CHECK_POINT_COUNT };
#undef CHECK_ENUM

enum check_result { CHECK_OPEN, CHECK_PASSED, CHECK_FAILED, CHECK_SKIPPED };

enum { CHECK_SHOWN_MAX = 1200, CHECK_REPORTS_MAX = 2 };

struct check_finding {
    enum check_result result;
    int seen;      /* how often it could have failed */
    char why[256]; /* failed, skipped: a sentence */
    /* failed: what the bot had been sent, and what came back, as text */
    char sent[CHECK_SHOWN_MAX];
    char got[CHECK_SHOWN_MAX]; /* cut at the front where it is long */
};

struct check_process;

/* The findings of one run of the script, in one encoding. Zeroed at first. */
struct check_report {
    char label[16]; /* "text", "msgpack", or "" if the bot chose */
    struct check_finding findings[CHECK_POINT_COUNT];
    enum check_point scenario; /* the scenario; CHECK_NO_POINT: the plain games */
};

const char *check_report_point_name(enum check_point point);
const char *check_report_point_heading(enum check_point point);
const char *check_report_point_text(enum check_point point);
enum check_point check_report_point_of(enum phase phase); /* not for PHASE_DEAL and PHASE_OVER */

/* Something that belongs to this point went well (only counted in the plain games). */
void check_report_seen(struct check_report *report, enum check_point point);
/* A scenario was played to its end. */
void check_report_pass(struct check_report *report, enum check_point point);
/* Keeps the first failure of a point, with the last messages to and from `bot`. Within a scenario
 * the failure counts for the scenario, unless the point had already failed in the plain games: then
 * it is left out, and the scenario may still pass (check_report_pass). */
__attribute__((format(printf, 4, 5))) void check_report_fail(struct check_report *report,
                                                             enum check_point point,
                                                             const struct check_process *bot,
                                                             const char *format, ...);
__attribute__((format(printf, 3, 4))) void
check_report_skip(struct check_report *report, enum check_point point, const char *format, ...);
/* Decides the open points. */
void check_report_settle(struct check_report *report);
int check_report_count(const struct check_report *reports, int count, enum check_result result);

/* Each of the three writes every point of `count` reports, numbered from 1. Returns nonzero if the
 * stream failed or memory is out. */
int check_report_print(const struct check_report *reports, int count, FILE *out);
int check_report_print_json(const struct check_report *reports, int count, const char *command,
                            FILE *out);
int check_report_print_junit(const struct check_report *reports, int count, const char *command,
                             FILE *out);

/* ------------------------------------------------------------------------- the bot
 * (check_process.c) */

enum check_input {
    CHECK_INPUT_MESSAGE,
    CHECK_INPUT_BAD,  /* bytes that are no message; they are skipped unless the stream is lost */
    CHECK_INPUT_LATE, /* no message by the deadline */
    CHECK_INPUT_END,  /* its output ended */
};

enum check_delivery { CHECK_WHOLE, CHECK_BY_MESSAGE, CHECK_IN_PIECES };

struct check_shown {
    size_t size;
    char text[CHECK_SHOWN_MAX];
};

struct check_process {
    struct event_base *base; /* the loop never runs: the arena only starts and ends the process */
    struct arena *arena;
    struct peer *peer;
    pid_t pid;
    char start_error[256];
    enum encoding encoding;
    enum check_delivery delivery;
    bool extra_keys;   /* every message gets unknown keys */
    bool ended;        /* its output has ended */
    bool nonce, eager; /* named in its hello */
    char name[NAME_MAX_BYTES + 1];
    char session[2 * SESSION_BYTES + 1];
    size_t have, used;   /* bytes of `in`; used: by the message that was returned last */
    usec_t readable;     /* when the last bytes arrived */
    int bad;             /* after CHECK_INPUT_BAD: the error of stream_next */
    uint32_t messages;   /* since the last answer */
    int late;            /* answers after their deadline */
    uint64_t games_over; /* a bit for each g - 1 */
    size_t out_size;
    struct check_shown sent, got; /* since the last request */
    char in[PEER_IN_BYTES];
    char out[PEER_OUT_BYTES_MAX];
};

/* Starts the command. Returns 0, or an errno. */
int check_process_start(struct check_process *bot, const char *command,
                        const struct sandbox_config *sandbox);
/* The next message of the bot; waits until `deadline` at most. The message's slices are valid until
 * the next call. */
enum check_input check_process_next(struct check_process *bot, usec_t deadline,
                                    struct message *message);
/* Puts a message into the buffer; with CHECK_BY_MESSAGE it is sent at once. */
void check_process_put(struct check_process *bot, const struct message *message);
/* Puts a message of a kind that this version of the protocol does not have. */
void check_process_put_unknown(struct check_process *bot);
/* Writes the buffer, and waits up to `wait` for a bot that does not read. Returns false if
 * something is left. */
bool check_process_flush(struct check_process *bot, usec_t wait);
void check_process_forget(struct check_process *bot); /* a new request: forgets earlier answers */
void check_process_close_input(struct check_process *bot);
/* Waits for its end. Returns its wait status, or -1 if it has not ended by `deadline`. */
int check_process_wait(struct check_process *bot, usec_t deadline);
/* Ends the process, by force if necessary, and frees everything. Then start_error has the reason if
 * it never ran. */
void check_process_end(struct check_process *bot);

/* Adds the extra keys to one encoded message of `size` bytes at `bytes`, which has room for
 * CHECK_KEYS_MAX more. Returns the new size. */
enum { CHECK_KEYS_MAX = 64 };
size_t check_process_add_keys(enum encoding encoding, char *bytes, size_t size);

/* ------------------------------------------------------------------------ a game (check_game.c) */

/* How the built-in player calls in a hand, so that the bot meets every phase. */
enum check_mood {
    CHECK_MOOD_EXCHANGE, /* the bot's partner wins, if possible with a call after which both
                            exchange cards */
    CHECK_MOOD_ANY,
    CHECK_MOOD_WIN, /* as high as possible */
    CHECK_MOOD_PASS,
    CHECK_MOOD_COUNT
};

struct check_game {
    struct check_report *report;
    struct check_process *bot;
    struct ruleset rules;
    const char *ruleset; /* as the user wrote it, for messages */
    struct time_control time;
    usec_t unlimited;            /* how long to wait for an answer without a time limit, */
    usec_t patience;             /* and after a missed deadline */
    seat_t seat;                 /* the bot's */
    int64_t g;                   /* 1 .. PEER_GAMES_MAX */
    int number;                  /* of the game, from 1; determines its deals */
    int hands_max;               /* then it is stopped */
    bool put_unknown, put_error; /* the oddity before each request */
    bool leave_over; /* the end of the game stays in the buffer, to be sent with the next one */
    uint64_t random;

    /* the rest is private to check_game.c */
    struct table_room room;
    struct table *table; /* in `room` */
    uint8_t seed[FAIR_BYTES];
    usec_t deadline;
    enum check_mood mood;
    int hands, acts;
    int64_t asked, answered; /* numbers of requests: the latest one sent, the latest one answered */
    bool due;                /* the bot has an open request */
    bool offered_claim, other_hand;
    bool nonce_due;
    bool stumbled; /* its answer to the open request was wrong */
    bool broken, closed;
};

/* Plays the game to its end. Returns false if the bot fails in a way that ends it. */
bool check_game_play(struct check_game *game);
/* The same in two halves, for a bot that reconnects: plays until the bot has answered `acts`
 * requests and the next one is open, then continues with another process. */
bool check_game_play_until(struct check_game *game, int acts);
bool check_game_resume(struct check_game *game, struct check_process *bot);

/* The bot's hello, and the answer. Returns false, with a finding, if it is missing or wrong. */
bool check_game_greet(struct check_report *report, struct check_process *bot, usec_t patience,
                      const char *session);

/* --------------------------------------------------------------------- the script (check_script.c)
 */

struct check_config {
    const char *command;
    const char *session_option;  /* the bot reconnects with OPTION SESSION; or NULL */
    const char *const *rulesets; /* PRESET [OPTION=VALUE...] each */
    int ruleset_count;
    usec_t time;    /* a decision */
    usec_t startup; /* from start to hello */
    int hands;      /* of each ruleset at most */
    struct sandbox_config sandbox;
    void (*progress)(void *context, const char *what); /* or NULL */
    void *context;
};

/* The presets that together contain every phase. */
extern const char *const check_rulesets[];
extern const int check_ruleset_count;

/* Returns 0, or -1 with a line in `error` if a ruleset does not exist. */
int check_script_parse_ruleset(const char *text, struct ruleset *rules,
                               struct ruleset_error *error);

/* Runs the script. Returns 0, or -1 with the reason in `error` if the bot could not be started or
 * sent nothing at all. */
int check_script_run(const struct check_config *config, struct check_report *report,
                     char error[256]);

#endif
