/* protocol.h - bytes <-> values: messages in both encodings, streams of them, fair deals, records.
 *
 * This layer knows the engine's words. It must not know sockets, clocks, event loops or processes.
 * PROTOCOL.md beside this file is the wire document; both are made from the tables below.
 *
 * A message is a flat map from short keys to an integer, a boolean, a string or a list of those.
 * msgpack: one map, key `t` names the message. text: `NAME key=value key=value`, one line.
 */
#ifndef AVONDALE_PROTOCOL_H
#define AVONDALE_PROTOCOL_H

#include "engine.h"

#define PROTOCOL_MUST_CHECK __attribute__((warn_unused_result))

enum {
    PROTOCOL_VERSION = 1,
    MESSAGE_FIELDS_MAX = 24, /* fields of one message */
    MESSAGE_ITEMS_MAX = 160, /* list items of one message, all lists together */
    MESSAGE_TEXT_MAX = 4096, /* bytes of all strings of one message together */
    FRAME_BYTES_MAX = 8192,  /* one encoded message, either encoding, either direction */
    STRING_BYTES_MAX = 2048, /* one string */
    MESSAGE_DEPTH_MAX = 4,   /* lists and maps in one another, msgpack */
    NAME_MAX_BYTES = 32,     /* bot names: [A-Za-z0-9._-]{1,32}, no leading dot */
};

/* ------------------------------------------------------------------------------ the message table
 * F(MESSAGE, FIELD, key, type, presence): enum MESSAGE_FIELD, the key on the wire, the type, and
 * whether it must be there (REQ) or may be left out (OPT).
 * Cards, actions, calls and phases are strings of the engine's notation. Seats, sides and hands are
 * integers from 0. `g` is the number of a game on this connection. Times are milliseconds. */

/* What may differ from table to table, within what the arena allows: the same six in each message
 * about a table. */
#define FIELDS_OF_TABLE(F, M)                                                                      \
    F(M, HINTS, "hints", BOOL, OPT)    /* false: no hints */                                       \
    F(M, WATCH, "watch", BOOL, OPT)    /* false: no spectators */                                  \
    F(M, CHAT, "chat", STRING, OPT)    /* none, preset, text */                                    \
    F(M, BID_MS, "bid_ms", INT, OPT)   /* a decision in the auction */                             \
    F(M, PLAY_MS, "play_ms", INT, OPT) /* a decision in the play */                                \
    F(M, STAKE, "stake", INT, OPT)     /* chips that a seat pays: 30, 110, 275, 550 */

/* client to server */
#define FIELDS_HELLO(F)                                                                            \
    F(HELLO, V, "v", INT, REQ) /* protocol version the bot speaks */                               \
    F(HELLO, NAME, "name", STRING, REQ)                                                            \
    F(HELLO, TOKEN, "token", STRING, OPT)     /* the ladder's, where it asks for one */            \
    F(HELLO, SESSION, "session", STRING, OPT) /* from an earlier `welcome`: continue its games */  \
    F(HELLO, EAGER, "eager", BOOL, OPT)       /* send events at once */                            \
    F(HELLO, NONCE, "nonce", BOOL, OPT)       /* will send `nonce` for each game */                \
    F(HELLO, GAMES, "games", INT, OPT)        /* how many games at once, 1 by default */           \
    F(HELLO, SOFTWARE, "software", STRING, OPT)                                                    \
    F(HELLO, LOBBY, "lobby", BOOL, OPT)       /* takes no game until it asks for one */            \
    F(HELLO, REDIRECT, "redirect", BOOL, OPT) /* goes where `redirect` says */                     \
    F(HELLO, TICKET, "ticket", STRING, OPT)   /* of a `redirect`: in place of the token, once */   \
    F(HELLO, VERSION, "version", STRING, OPT) /* of the bot: with another one it is rated anew */  \
    F(HELLO, CLAIM, "claim", BOOL, OPT)       /* a new name shall be its own: wants a token */     \
    F(HELLO, INVITE, "invite", STRING, OPT)   /* the code that lets a new name in */
#define FIELDS_ACT(F)                                                                              \
    F(ACT, G, "g", INT, OPT)    /* 0 or absent: the only game */                                   \
    F(ACT, N, "n", INT, REQ)    /* the number of the request it answers */                         \
    F(ACT, A, "a", STRING, REQ) /* the action */
#define FIELDS_NONCE(F)                                                                            \
    F(NONCE, G, "g", INT, OPT)                                                                     \
    F(NONCE, X, "x", STRING, REQ) /* 0 to 32 bytes in hex */
#define FIELDS_PING(F) F(PING, X, "x", INT, OPT)
#define FIELDS_QUIT(F)                                                                             \
    F(QUIT, WHY, "why", STRING, OPT) /* plays its games to the end, takes no new one */
#define FIELDS_SEEK(F)                                                                             \
    F(SEEK, RULESETS, "rulesets", STRINGS, OPT) /* presets; absent: the daemon's first */          \
    F(SEEK, PAIR, "pair", BOOL, OPT)            /* on one side with others of its owner */         \
    F(SEEK, RATED, "rated", BOOL, OPT)          /* true by default */                              \
    F(SEEK, GAMES, "games", INT, OPT)           /* at once; not more than in `hello` */            \
    FIELDS_OF_TABLE(F, SEEK)
#define FIELDS_UNSEEK(F)
#define FIELDS_CHALLENGE(F)                                                                        \
    F(CHALLENGE, NAMES, "names", STRINGS, REQ)    /* who sits on its left, and so on */            \
    F(CHALLENGE, RULESET, "ruleset", STRING, OPT) /* by default the daemon's first */              \
    FIELDS_OF_TABLE(F, CHALLENGE)
#define FIELDS_ACCEPT(F) F(ACCEPT, CODE, "code", STRING, REQ)
#define FIELDS_DECLINE(F)                                                                          \
    F(DECLINE, CODE, "code", STRING, REQ) /* an invitation, or its own seat                        \
                                           */
#define FIELDS_OPEN(F)                                                                             \
    F(OPEN, RULESET, "ruleset", STRING, OPT)  /* by default the daemon's first */                  \
    F(OPEN, LISTED, "listed", BOOL, OPT)      /* `tables` shows its code to all */                 \
    F(OPEN, DELAY, "delay", INT, OPT)         /* ms from now: begins then, not before */           \
    F(OPEN, SEATS, "seats", STRINGS, OPT)     /* for whom the other seats are kept */              \
    F(OPEN, OPTIONS, "options", STRINGS, OPT) /* NAME=VALUE: changes of the ruleset */             \
    FIELDS_OF_TABLE(F, OPEN)
#define FIELDS_JOIN(F)                                                                             \
    F(JOIN, CODE, "code", STRING, REQ)                                                             \
    F(JOIN, SEAT, "seat", INT, OPT) /* by default the first free one */
#define FIELDS_TABLES(F)
#define FIELDS_HINT(F)                                                                             \
    F(HINT, G, "g", INT, OPT)                                                                      \
    F(HINT, N, "n", INT, REQ) /* the request that it is about */

#define FIELDS_CHAT(F)                                                                             \
    F(CHAT, G, "g", INT, OPT)                                                                      \
    F(CHAT, SAY, "say", STRING, REQ)   /* a phrase's key, or words, as `game` says */              \
    F(CHAT, CODE, "code", STRING, OPT) /* a table by invitation, before its game or after */

/* server to client */
#define FIELDS_WELCOME(F)                                                                          \
    F(WELCOME, V, "v", INT, REQ)                                                                   \
    F(WELCOME, NAME, "name", STRING, REQ)                                                          \
    F(WELCOME, SESSION, "session", STRING, REQ)                                                    \
    F(WELCOME, SERVER, "server", STRING, REQ) /* "avondale 0.1" */                                 \
    F(WELCOME, RATING, "rating", INT, OPT)    /* thousandths */                                    \
    F(WELCOME, TOKEN, "token", STRING, OPT) /* of the claimed name: told once, needed from now on  \
                                             */
#define FIELDS_GAME(F)                                                                             \
    F(GAME, G, "g", INT, REQ)                                                                      \
    F(GAME, ID, "id", STRING, REQ)            /* of the record */                                  \
    F(GAME, SEAT, "seat", INT, REQ)           /* the bot's own */                                  \
    F(GAME, PLAYERS, "players", STRINGS, REQ) /* names by seat */                                  \
    F(GAME, PRESET, "preset", STRING, REQ)                                                         \
    F(GAME, OPTIONS, "options", STRINGS, OPT) /* NAME=VALUE: what differs from the preset */       \
    F(GAME, SIDES, "sides", INTS, REQ)        /* side of each seat */                              \
    F(GAME, SCORES, "scores", INTS, REQ)      /* by side, before the hand that is sent next */     \
    F(GAME, POLICY, "policy", STRING, REQ)    /* strict, strikes=N, lenient */                     \
    F(GAME, AUCTION, "auction", INT, OPT)     /* ms a decision; absent: no limit */                \
    F(GAME, EXCHANGE, "exchange", INT, OPT)                                                        \
    F(GAME, PLAY, "play", INT, OPT)                                                                \
    F(GAME, BANK, "bank", INT, OPT)        /* ms for the whole game, used after those */           \
    F(GAME, INC, "inc", INT, OPT)          /* ms added to the bank a hand */                       \
    F(GAME, SET, "set", STRING, REQ)       /* fair deal: set_id */                                 \
    F(GAME, COMMIT, "commit", STRING, REQ) /* fair deal: commitment, hex */                        \
    F(GAME, NONCE, "nonce", INT, OPT)      /* ms left to send a nonce */                           \
    F(GAME, RESUMED, "resumed", BOOL, OPT)                                                         \
    F(GAME, CHAT, "chat", STRING, OPT) /* preset, text; absent: none */                            \
    F(GAME, WATCH, "watch", BOOL, OPT) /* false: no spectators */                                  \
    F(GAME, STAKE, "stake", INT, OPT)  /* chips that a seat pays; absent: the season's buy-in */
#define FIELDS_FAIR(F)                                                                             \
    F(FAIR, G, "g", INT, REQ)                                                                      \
    F(FAIR, NONCES, "nonces", STRINGS, REQ) /* hex, by contributor; empty string: none */          \
    F(FAIR, MIX, "mix", STRING, REQ)
#define FIELDS_DEAL(F)                                                                             \
    F(DEAL, G, "g", INT, REQ)                                                                      \
    F(DEAL, D, "d", INT, REQ)             /* deal number, from 1 */                                \
    F(DEAL, ATTEMPT, "attempt", INT, REQ) /* from 0 */                                             \
    F(DEAL, DEALER, "dealer", INT, REQ)                                                            \
    F(DEAL, KEY, "key", STRING,                                                                    \
      OPT) /* fair deal: key commitment, hex; absent: `same`, or a given deal */                   \
    F(DEAL, SAME, "same", BOOL, OPT) /* the pack of the deal before, not shuffled */               \
    F(DEAL, CARDS, "cards", STRINGS,                                                               \
      OPT) /* the own hand; absent in a blind start: `cards` follows */
#define FIELDS_CARDS(F)                                                                            \
    F(CARDS, G, "g", INT, REQ)                                                                     \
    F(CARDS, HAND, "hand", INT, REQ)                                                               \
    F(CARDS, CARDS, "cards", STRINGS, REQ)
/* `event` on the wire; NEWS here, as EVENT_... are the engine's kinds of event */
#define FIELDS_NEWS(F)                                                                             \
    F(NEWS, G, "g", INT, REQ)                                                                      \
    F(NEWS, K, "k", STRING, REQ) /* event_name(); the page lists them */                           \
    F(NEWS, SEAT, "seat", INT, OPT)                                                                \
    F(NEWS, HAND, "hand", INT, OPT) /* where it is not the seat's own */                           \
    F(NEWS, PHASE, "phase", STRING, OPT)                                                           \
    F(NEWS, A, "a", STRING, OPT) /* the action; its cards only for seats that may see them */      \
    F(NEWS, CARDS, "cards", STRINGS, OPT)                                                          \
    F(NEWS, COUNT, "count", INT, OPT)    /* number of cards where they are not shown */            \
    F(NEWS, WHERE, "where", STRING, OPT) /* k=up: hand, kitty, exposed */                          \
    F(NEWS, CALL, "call", STRING, OPT)   /* k=contract; and the next three */                      \
    F(NEWS, BY, "by", INT, OPT)                                                                    \
    F(NEWS, PARTNER, "partner", INT, OPT)                                                          \
    F(NEWS, OK, "ok", BOOL, OPT) /* k=claim */
#define FIELDS_TURN(F)                                                                             \
    F(TURN, G, "g", INT, REQ)                                                                      \
    F(TURN, N, "n", INT, REQ) /* to be repeated in `act` */                                        \
    F(TURN, PHASE, "phase", STRING, REQ)                                                           \
    F(TURN, HAND, "hand", INT, OPT)       /* play: the hand due, where it is not the seat's own */ \
    F(TURN, LEGAL, "legal", STRINGS, OPT) /* the legal actions in canonical order */               \
    F(TURN, CHOOSE, "choose", INT, OPT)   /* give, discard: how many of `from` */                  \
    F(TURN, FROM, "from", STRINGS, OPT)   /* cards to choose from; swap: exposed cards */          \
    F(TURN, OUT, "out", STRINGS, OPT)     /* swap: own cards */                                    \
    F(TURN, MS, "ms", INT, OPT) /* time left for this decision, bank included; absent: no limit */ \
    F(TURN, BANK, "bank", INT, OPT) /* of which bank */
#define FIELDS_HAND(F)                                                                             \
    F(HAND, G, "g", INT, REQ)                                                                      \
    F(HAND, OUTCOME, "outcome", STRING, REQ) /* played, passed-out, misdealt */                    \
    F(HAND, CALL, "call", STRING, OPT)                                                             \
    F(HAND, BY, "by", INT, OPT)                                                                    \
    F(HAND, PARTNER, "partner", INT, OPT)                                                          \
    F(HAND, SLAM, "slam", BOOL, OPT)                                                               \
    F(HAND, BREACH, "breach", INT, OPT)                                                            \
    F(HAND, TRICKS, "tricks", INTS, REQ) /* by side */                                             \
    F(HAND, DELTA, "delta", INTS, REQ)                                                             \
    F(HAND, SCORES, "scores", INTS, REQ)                                                           \
    F(HAND, BANS, "bans", INTS, OPT) /* seats */
#define FIELDS_OVER(F)                                                                             \
    F(OVER, G, "g", INT, REQ)                                                                      \
    F(OVER, REASON, "reason", STRING, REQ) /* game_reason_name(); the page lists them */           \
    F(OVER, WINNERS, "winners", INTS, REQ) /* sides */                                             \
    F(OVER, SCORES, "scores", INTS, REQ)                                                           \
    F(OVER, FORFEIT, "forfeit", INT, OPT) /* the seat whose fault ended it */                      \
    F(OVER, SEED, "seed", STRING, OPT)    /* fair deal: the proof, hex, once the set is over */    \
    F(OVER, RATING, "rating", INT, OPT)   /* thousandths, after the result is on disk */
#define FIELDS_ERROR(F)                                                                            \
    F(ERROR, CODE, "code", STRING, REQ)                                                            \
    F(ERROR, TEXT, "text", STRING, REQ)                                                            \
    F(ERROR, G, "g", INT, OPT)                                                                     \
    F(ERROR, N, "n", INT, OPT) /* the number it answers */
#define FIELDS_PONG(F) F(PONG, X, "x", INT, OPT)
#define FIELDS_BYE(F)                                                                              \
    F(BYE, WHY, "why", STRING, REQ)                                                                \
    F(BYE, ADDRESS, "address", STRING, OPT) /* of another node, where it is welcome */

#define FIELDS_REDIRECT(F)                                                                         \
    F(REDIRECT, ADDRESS, "address", STRING, REQ) /* HOST:PORT of another node of this arena */     \
    F(REDIRECT, TICKET, "ticket", STRING, REQ)   /* for the `hello` there */                       \
    F(REDIRECT, MS, "ms", INT, REQ)              /* until it lapses */

#define FIELDS_SEEKING(F)                                                                          \
    F(SEEKING, RULESETS, "rulesets", STRINGS, REQ) /* empty: it seeks nothing */                   \
    F(SEEKING, PAIR, "pair", BOOL, REQ)                                                            \
    F(SEEKING, RATED, "rated", BOOL, REQ)                                                          \
    F(SEEKING, GAMES, "games", INT, REQ)                                                           \
    FIELDS_OF_TABLE(F, SEEKING)
#define FIELDS_INVITED(F)                                                                          \
    F(INVITED, CODE, "code", STRING, REQ)                                                          \
    F(INVITED, HOST, "host", STRING, REQ)                                                          \
    F(INVITED, RULESET, "ruleset", STRING, REQ)                                                    \
    F(INVITED, PLAYERS, "players", STRINGS, REQ) /* names by seat */                               \
    F(INVITED, MS, "ms", INT, REQ)               /* until it lapses */                             \
    F(INVITED, OPTIONS, "options", STRINGS, OPT) /* what differs from the preset, as in game */    \
    FIELDS_OF_TABLE(F, INVITED)
#define FIELDS_TABLE(F)                                                                            \
    F(TABLE, CODE, "code", STRING, REQ)                                                            \
    F(TABLE, RULESET, "ruleset", STRING, REQ)                                                      \
    F(TABLE, PLAYERS, "players", STRINGS, REQ) /* who sits, by seat; empty string: a free seat */  \
    F(TABLE, SEAT, "seat", INT, REQ)           /* the bot's own */                                 \
    F(TABLE, MS, "ms", INT, REQ)               /* until it lapses */                               \
    F(TABLE, DELAY, "delay", INT, OPT)         /* ms until it may begin */                         \
    F(TABLE, OPTIONS, "options", STRINGS, OPT) /* what differs from the preset, as in game */      \
    FIELDS_OF_TABLE(F, TABLE)
#define FIELDS_OFF(F)                                                                              \
    F(OFF, CODE, "code", STRING, REQ)                                                              \
    F(OFF, WHY, "why", STRING, REQ)
#define FIELDS_WAITING(F)                                                                          \
    F(WAITING, RULESETS, "rulesets", STRINGS, REQ) /* all that are played here */                  \
    F(WAITING, SEEKING, "seeking", INTS, REQ)      /* bots that seek each of them */               \
    F(WAITING, PLAYING, "playing", INTS, REQ)      /* tables under way of each */                  \
    F(WAITING, CODES, "codes", STRINGS, REQ)       /* listed tables that wait for players */       \
    F(WAITING, HOSTS, "hosts", STRINGS, REQ)       /* who opened each of them */                   \
    F(WAITING, PLAYED, "played", STRINGS, REQ)     /* the ruleset of each of them */               \
    F(WAITING, FREE, "free", INTS, REQ)            /* free seats of each of them */                \
    F(WAITING, DELAYS, "delays", INTS, REQ)        /* ms until each of them may begin */           \
    F(WAITING, DIFFER, "differ", INTS, OPT)        /* options by which the rules of each differ */ \
    F(WAITING, WHY, "why", STRING, OPT)            /* why the bot itself waits; a word */          \
    F(WAITING, AWAY, "away", INTS, OPT)            /* bots in a game that sought each of them */
#define FIELDS_ADVICE(F)                                                                           \
    F(ADVICE, G, "g", INT, REQ)                                                                    \
    F(ADVICE, N, "n", INT, REQ)        /* the request that it is about */                          \
    F(ADVICE, BOT, "bot", STRING, REQ) /* whose decision it would be */                            \
    F(ADVICE, A, "a", STRING, REQ)     /* the action */                                            \
    F(ADVICE, WHY, "why", STRING, REQ)                                                             \
    F(ADVICE, LEFT, "left", INT, REQ) /* hints that are left in this hand */
#define FIELDS_SAID(F)                                                                             \
    F(SAID, G, "g", INT, REQ)                                                                      \
    F(SAID, SEAT, "seat", INT, REQ) /* the sender */                                               \
    F(SAID, SAY, "say", STRING, REQ)                                                               \
    F(SAID, CODE, "code", STRING, OPT) /* of the table by invitation; `g` is 0 then */
#define FIELDS_HEARD(F)                                                                            \
    F(HEARD, G, "g", INT, REQ)                                                                     \
    F(HEARD, NAME, "name", STRING, REQ) /* chosen by the spectator */                              \
    F(HEARD, SAY, "say", STRING, REQ)

/* M(MESSAGE, name on the wire, FROM_CLIENT or FROM_SERVER) */
#define MESSAGES(M)                                                                                \
    M(HELLO, "hello", FROM_CLIENT)                                                                 \
    M(ACT, "act", FROM_CLIENT)                                                                     \
    M(NONCE, "nonce", FROM_CLIENT)                                                                 \
    M(PING, "ping", FROM_CLIENT)                                                                   \
    M(QUIT, "quit", FROM_CLIENT)                                                                   \
    M(SEEK, "seek", FROM_CLIENT)                                                                   \
    M(UNSEEK, "unseek", FROM_CLIENT)                                                               \
    M(CHALLENGE, "challenge", FROM_CLIENT)                                                         \
    M(ACCEPT, "accept", FROM_CLIENT)                                                               \
    M(DECLINE, "decline", FROM_CLIENT)                                                             \
    M(OPEN, "open", FROM_CLIENT)                                                                   \
    M(JOIN, "join", FROM_CLIENT)                                                                   \
    M(TABLES, "tables", FROM_CLIENT)                                                               \
    M(HINT, "hint", FROM_CLIENT)                                                                   \
    M(CHAT, "chat", FROM_CLIENT)                                                                   \
    M(WELCOME, "welcome", FROM_SERVER)                                                             \
    M(GAME, "game", FROM_SERVER)                                                                   \
    M(FAIR, "fair", FROM_SERVER)                                                                   \
    M(DEAL, "deal", FROM_SERVER)                                                                   \
    M(CARDS, "cards", FROM_SERVER)                                                                 \
    M(NEWS, "event", FROM_SERVER)                                                                  \
    M(TURN, "turn", FROM_SERVER)                                                                   \
    M(HAND, "hand", FROM_SERVER)                                                                   \
    M(OVER, "over", FROM_SERVER)                                                                   \
    M(ERROR, "error", FROM_SERVER)                                                                 \
    M(PONG, "pong", FROM_SERVER)                                                                   \
    M(BYE, "bye", FROM_SERVER)                                                                     \
    M(REDIRECT, "redirect", FROM_SERVER)                                                           \
    M(SEEKING, "seeking", FROM_SERVER)                                                             \
    M(INVITED, "invited", FROM_SERVER)                                                             \
    M(TABLE, "table", FROM_SERVER)                                                                 \
    M(OFF, "off", FROM_SERVER)                                                                     \
    M(WAITING, "waiting", FROM_SERVER)                                                             \
    M(ADVICE, "advice", FROM_SERVER)                                                               \
    M(SAID, "said", FROM_SERVER)                                                                   \
    M(HEARD, "heard", FROM_SERVER)

#define MESSAGE_ENUM(message, name, from) MESSAGE_##message,
enum message_kind { MESSAGES(MESSAGE_ENUM) MESSAGE_KIND_COUNT, MESSAGE_UNKNOWN = 255 };
#undef MESSAGE_ENUM
#define FIELD_ENUM(message, field, key, type, presence) message##_##field,
#define FIELDS_ENUM(message, name, from)                                                           \
    enum { FIELDS_##message(FIELD_ENUM) message##_FIELD_COUNT };
MESSAGES(FIELDS_ENUM)
#undef FIELDS_ENUM
#undef FIELD_ENUM

enum field_type { FIELD_INT, FIELD_BOOL, FIELD_STRING, FIELD_INTS, FIELD_STRINGS };
enum field_presence { FIELD_REQ, FIELD_OPT };
enum message_from { FROM_CLIENT, FROM_SERVER };

struct field_schema {
    const char *key;
    enum field_type type;
    enum field_presence presence;
};
struct message_schema {
    const char *name;
    enum message_from from;
    int field_count;
    const struct field_schema *fields;
};
const struct message_schema *message_schema(enum message_kind kind); /* not for MESSAGE_UNKNOWN */

/* ------------------------------------------------------------- error codes that bots get */
#define WIRE_ERRORS(X)                                                                             \
    X(SYNTAX, "syntax", "this is not a message")                                                   \
    X(UNKNOWN, "unknown", "there is no such message")                                              \
    X(FIELD, "field", "a field is missing or of the wrong type")                                   \
    X(TOO_LONG, "too-long", "the message is longer than allowed")                                  \
    X(HELLO, "hello", "say hello first, and once")                                                 \
    X(VERSION, "version", "this protocol version is not spoken here")                              \
    X(NAME, "name", "a name is 1 to 32 of A-Z a-z 0-9 . _ - without a leading dot")                \
    X(BOT_VERSION, "bot-version",                                                                  \
      "a bot's version is 1 to 32 of A-Z a-z 0-9 . _ -, and one plays at a time")                  \
    X(TOKEN, "token", "this name needs its token")                                                 \
    X(CLAIM, "claim", "a new name is claimed here: say claim=1 and keep the token of welcome")     \
    X(INVITE, "invite", "a new name needs a code that the operator gave out: say invite=CODE")     \
    X(INVITE_OVER, "invite-over", "this code let new names in until its time; it is over")         \
    X(INVITE_USED, "invite-used", "this code let in as many new names as it may")                  \
    X(STOPPED, "stopped", "its owner stopped this bot; it plays once its owner starts it again")   \
    X(TLS, "tls", "from elsewhere only TLS is spoken here")                                        \
    X(SESSION, "session", "no such session")                                                       \
    X(GAME, "game", "no such game here")                                                           \
    X(LATE, "late", "that request is answered or over; ignored")                                   \
    X(ILLEGAL, "illegal", "not a legal action; the default action stands in")                      \
    X(TIME, "time", "no answer in time; the default action stands in")                             \
    X(NONCE, "nonce", "no nonce is awaited, or it is not 0 to 32 bytes of hex; ignored")           \
    X(FLOOD, "flood", "too many messages")                                                         \
    X(FULL, "full", "no room for more")                                                            \
    X(CLOSING, "closing", "the arena is closing")                                                  \
    X(RULESET, "ruleset", "that ruleset is not played here")                                       \
    X(TABLE, "table", "no such table, or no seat at it for this bot")                              \
    X(OPTION, "option", "that option is not allowed at a table here")                              \
    X(ABSENT, "absent", "too few others of these names are here and take challenges")              \
    X(NO_HINTS, "no-hints", "no hints are given here")                                             \
    X(RATED, "rated", "no hints are given in a game that counts")                                  \
    X(SPENT, "spent", "the hints for this hand are used up")                                       \
    X(CHAT, "chat", "no chat here now")                                                            \
    X(SAY, "say", "not one of the phrases, or not 1 to 200 bytes without control characters")      \
    X(HUSH, "hush", "one chat a second, and 20 a game")                                            \
    X(STORE, "store", "the game is over, and its result could not be stored: it is not told")
#define WIRE_ERROR_ENUM(name, code, text) WIRE_ERROR_##name,
/* Functions that may refuse something return WIRE_ERROR_NONE, or the error code to answer with. */
enum wire_error { WIRE_ERROR_NONE, WIRE_ERRORS(WIRE_ERROR_ENUM) WIRE_ERROR_COUNT };
#undef WIRE_ERROR_ENUM
/* Of an error, not of WIRE_ERROR_NONE. */
const char *wire_error_code(enum wire_error error);
const char *wire_error_text(enum wire_error error);
struct message;
/* Whether a message `error` has that code. */
bool wire_error_is(const struct message *message, enum wire_error error);

/* --------------------------------------------------------------- phrases of a preset chat
 * (phrase.c) P(key on the wire, what it says) */
#define PHRASES(P)                                                                                 \
    P("hello", "Hello!")                                                                           \
    P("luck", "Good luck!")                                                                        \
    P("fun", "Have fun!")                                                                          \
    P("well-bid", "Well bid!")                                                                     \
    P("well-played", "Well played!")                                                               \
    P("nice-try", "Nice try!")                                                                     \
    P("bad-luck", "Bad luck!")                                                                     \
    P("wow", "Wow!")                                                                               \
    P("oops", "Oops!")                                                                             \
    P("sorry", "Sorry!")                                                                           \
    P("thanks", "Thank you!")                                                                      \
    P("close", "That was close!")                                                                  \
    P("thinking", "Let me think.")                                                                 \
    P("good-game", "Good game!")                                                                   \
    P("again", "Another game?")                                                                    \
    P("bye", "Goodbye!")

enum { CHAT_BYTES_MAX = 200 }; /* of what is said */
/* Returns the text of a phrase, or NULL if no phrase has that key. */
const char *phrase_text(const char *key, size_t size);
/* Returns the key with that index, from 0, or NULL after the last. */
const char *phrase_key(int index);

/* ---------------------------------------------------------------- messages as values (message.c)
 */
struct slice {
    const char *data; /* not NUL-terminated */
    size_t size;
};

/* Returns true for a name that a bot or its version may have: 1 to NAME_MAX_BYTES bytes of
 * A-Z a-z 0-9 . _ -, the first of them not a dot. */
bool name_valid(struct slice name);
/* Returns true for 1 to bytes_max of the bytes that names are made of, [A-Za-z0-9._-]. */
bool name_bytes_valid(struct slice name, size_t bytes_max);

struct value {
    union {
        int64_t integer;     /* FIELD_INT, FIELD_BOOL, items of FIELD_INTS */
        struct slice string; /* FIELD_STRING, items of FIELD_STRINGS */
        struct {
            uint16_t first, count; /* in message->items */
        } list;
    };
};

/* One message. Its strings are in itself, in slices that setters were given, or, after decoding, in
 * the input buffer: it is valid as long as those are. Not zeroed as a whole: message_init is cheap.
 */
struct message {
    uint8_t kind;   /* enum message_kind */
    uint8_t failed; /* a setter did not fit: encoding will fail (errors stick) */
    uint16_t item_count;
    uint32_t present; /* mask of fields */
    uint32_t text_size;
    struct slice unknown; /* MESSAGE_UNKNOWN: its name */
    struct value fields[MESSAGE_FIELDS_MAX];
    struct value items[MESSAGE_ITEMS_MAX];
    char text[MESSAGE_TEXT_MAX]; /* strings that had to be made */
};

void message_init(struct message *message, enum message_kind kind);

/* Setters. The type must be that of the field (asserted). Strings: _copy copies into the message,
 * the other keeps the pointer. Lists: begin once, then add items in order; a list may be empty. */
void message_set_int(struct message *message, int field, int64_t value); /* FIELD_INT, FIELD_BOOL */
void message_set_string(struct message *message, int field, const char *text, size_t size);
void message_set_copy(struct message *message, int field, const char *text, size_t size);
void message_set_hex(struct message *message, int field, const uint8_t *bytes, size_t size);
void message_begin_list(struct message *message, int field);
void message_add_int(struct message *message, int field, int64_t value);
void message_add_copy(struct message *message, int field, const char *text, size_t size);
void message_set_action(struct message *message, int field, const struct action *action);

static inline bool message_has(const struct message *message, int field)
{
    return message->present >> field & 1;
}
/* Getters: the field is present (asserted). */
int64_t message_int(const struct message *message, int field);
struct slice message_string(const struct message *message, int field);
int message_list(const struct message *message, int field,
                 const struct value **items); /* its length */
/* The cards of a list of words, whose other words are passed over; 0: it has no such field. */
cardset_t message_cards(const struct message *message, int field);

/* ------------------------- encodings (scribe.c; msgpack.c, text.c read them), streams (stream.c)
 */
enum encoding { ENCODING_UNKNOWN, ENCODING_MSGPACK, ENCODING_TEXT, ENCODING_COUNT };

#define PROTOCOL_ERRORS(X)                                                                         \
    X(PROTOCOL_ERROR_SYNTAX, "not a message")                                                      \
    X(PROTOCOL_ERROR_FIELD, "a field is missing or of the wrong type")                             \
    X(PROTOCOL_ERROR_TOO_LONG, "too long")                                                         \
    X(PROTOCOL_ERROR_LOST, "the stream cannot be read any further")                                \
    X(PROTOCOL_ERROR_SPACE, "does not fit the buffer")                                             \
    X(PROTOCOL_ERROR_RECORD, "not a record")                                                       \
    X(PROTOCOL_ERROR_MEMORY, "out of memory")
#define PROTOCOL_ERROR_NAME(name, text) name##_INDEX,
enum protocol_error_index { PROTOCOL_ERRORS(PROTOCOL_ERROR_NAME) PROTOCOL_ERROR_COUNT };
#undef PROTOCOL_ERROR_NAME
#define PROTOCOL_ERROR_NAME(name, text) name = -1 - name##_INDEX,
enum protocol_error { PROTOCOL_OK = 0, PROTOCOL_ERRORS(PROTOCOL_ERROR_NAME) };
#undef PROTOCOL_ERROR_NAME
const char *protocol_error_text(int error);

/* Encodes one message (in text with its line feed) into out[size]. Returns the number of bytes, or
 * PROTOCOL_ERROR_SPACE. Leaves absent fields out. Never allocates. */
PROTOCOL_MUST_CHECK int scribe_message(const struct message *message, enum encoding encoding,
                                       char *out, size_t size);

/* Writes a message field by field, without a struct message in between, for messages that are sent
 * thousands of times a second: scribe_begin, the present fields in the order of the schema with
 * their types (both asserted), scribe_end. If something does not fit, scribe_end reports it, and
 * the next message begins at the end of the last one that did fit. Never allocates. */
struct wire_writer {
    char *at, *end;
    bool full; /* something did not fit */
};
struct scribe {
    struct wire_writer out;
    char *start; /* of the message */
    const struct message_schema *schema;
    const struct codec_word *keys;
    int last;    /* field */
    int pairs;   /* with the name */
    bool text;   /* or msgpack */
    bool listed; /* the list has an item already */
};

/* `encoding`: text or msgpack. */
void scribe_init(struct scribe *scribe, enum encoding encoding, char *out, size_t size);
void scribe_begin(struct scribe *scribe, enum message_kind kind);
void scribe_int(struct scribe *scribe, int field, int64_t value); /* FIELD_INT, FIELD_BOOL */
void scribe_string(struct scribe *scribe, int field, const char *text, size_t size);
/* One that needs no escape in text: the name of a call, of a phase. */
void scribe_word(struct scribe *scribe, int field, const char *word);
void scribe_hex(struct scribe *scribe, int field, const uint8_t *bytes,
                size_t size); /* 32 at most */
void scribe_action(struct scribe *scribe, int field, const struct action *action);
void scribe_cards(struct scribe *scribe, int field, cardset_t cards); /* a list in deck order */
/* A list: `count` items follow. */
void scribe_list(struct scribe *scribe, int field, int count);
void scribe_add_int(struct scribe *scribe, int64_t value);
void scribe_add_string(struct scribe *scribe, const char *text, size_t size);
void scribe_add_action(struct scribe *scribe, const struct action *action);
/* Returns the size of the message in bytes, or PROTOCOL_ERROR_SPACE. */
PROTOCOL_MUST_CHECK int scribe_end(struct scribe *scribe);

/* Takes the next message off bytes[size] of a stream.
 *    > 0   this number of bytes makes one message, now in *message (kind MESSAGE_UNKNOWN: known
 * shape, no such name; unknown keys were skipped). Slices point into `bytes` or into the message. 0
 * no whole message yet: call again with more bytes, the same ones first. PROTOCOL_ERROR_SYNTAX,
 * _FIELD, _TOO_LONG: one bad message of *bad bytes: skip these and continue. *message holds what
 * could be read of it: its kind (MESSAGE_UNKNOWN where it has no name that is known), and the
 * fields that are good and not given twice. PROTOCOL_ERROR_LOST: the end of the bad message cannot
 * be found; close the connection. *encoding is set from the first byte while it is
 * ENCODING_UNKNOWN: a msgpack map, else text. Blank lines of text are skipped as part of the next
 * message. Never allocates, never reads more than FRAME_BYTES_MAX bytes ahead, checks sizes and
 * depth before it believes a length. `from` says whose messages are known. */
PROTOCOL_MUST_CHECK int stream_next(enum encoding *encoding, enum message_from from,
                                    const char *bytes, size_t size, struct message *message,
                                    size_t *bad);

/* ----------------------------------------------------------------- fair deals (fair.c)
 * fair-deal version 1. All digests are FAIR_BYTES long. Functions cannot fail (a broken libcrypto
 * ends the program). */
enum { FAIR_BYTES = 32, FAIR_NONCE_MAX = 32, FAIR_SET_ID_MAX = 64, FAIR_CONTRIBUTORS_MAX = 64 };

struct fair_nonce {
    uint8_t size; /* 0 .. 32 */
    uint8_t bytes[FAIR_NONCE_MAX];
};

bool fair_set_id_valid(const char *set_id);
void fair_commitment(const char *set_id, const uint8_t seed[FAIR_BYTES],
                     uint8_t commitment[FAIR_BYTES]);
void fair_mix(const uint8_t commitment[FAIR_BYTES], const card_t *deck, int card_count,
              const struct fair_nonce *nonces, int contributors, uint8_t mix[FAIR_BYTES]);
void fair_key(const uint8_t seed[FAIR_BYTES], const uint8_t mix[FAIR_BYTES], uint32_t deal_number,
              uint32_t attempt, uint8_t key[FAIR_BYTES]);
void fair_key_commitment(const uint8_t key[FAIR_BYTES], uint8_t commitment[FAIR_BYTES]);
void fair_shuffle(const uint8_t key[FAIR_BYTES], card_t *deck, int card_count);
seat_t fair_first_dealer(const uint8_t seed[FAIR_BYTES], const uint8_t mix[FAIR_BYTES], int seats);
bool fair_equal(const uint8_t *a, const uint8_t *b, size_t size); /* in constant time */
void fair_wipe(void *bytes, size_t size);

/* Derives the seed number `index` from a master seed (match --seed): HMAC-SHA256(master, "avondale
 * set " || u32). */
void fair_derive_seed(const uint8_t master[FAIR_BYTES], uint32_t index, uint8_t seed[FAIR_BYTES]);

void hex_encode(const uint8_t *bytes, size_t size, char *text); /* 2 * size + 1 bytes */
/* Returns the number of bytes decoded, or PROTOCOL_ERROR_SYNTAX if it is not hex or longer than
 * max. */
PROTOCOL_MUST_CHECK int hex_decode(const char *text, size_t text_size, uint8_t *bytes, size_t max);

/* ------------------------------------------------------------------------- records (record.c)
 * A record grows in memory while its game is played and becomes one line of JSON at its end. */
struct record;

struct record_fair { /* written under "fair" */
    char set_id[FAIR_SET_ID_MAX + 1];
    uint8_t seed[FAIR_BYTES];
    int contributors;
    bool deals_follow; /* replay derives every deal from the seed and compares */
    /* last: those beyond the contributors are not copied */
    struct fair_nonce nonces[FAIR_CONTRIBUTORS_MAX];
};

/* Heap; NULL when out of memory. `names`: one a seat, copied. */
struct record *record_create(const struct ruleset *rules, const char *game,
                             const char *const *names);
void record_destroy(struct record *record); /* NULL is fine */
/* Each returns 0 or PROTOCOL_ERROR_MEMORY; an error sticks and shows at record_line. */
int record_deal(struct record *record, seat_t dealer, uint32_t deal_number, uint32_t attempt,
                const struct deal *deal, const card_t *deck /* shuffled, or NULL */);
/* The deal that was recorded last follows from the one before it (all_pass=same-pack), so it has no
 * key. */
void record_same_pack(struct record *record);
/* `fault`: NULL, or the cause for which the action is the default one. ms < 0: not recorded. */
int record_step(struct record *record, seat_t seat, enum phase phase, const struct action *action,
                const char *fault, int64_t ms);
/* Whether a fault may have that cause in a record; and all such causes, for messages. */
bool record_cause_is_known(const char *cause);
const char *record_causes(void);
/* A fault without a step (a forfeit, a disconnect out of turn). */
int record_fault(struct record *record, seat_t seat, const char *cause);
int record_hand(struct record *record, const struct hand_result *result);
/* A seat's chat line in UTF-8, after the step that was recorded last. */
int record_chat(struct record *record, seat_t seat, const char *text, size_t size);
/* A spectator's chat line; the name needs no escaping. */
int record_heard(struct record *record, const char *name, const char *text, size_t size);
int record_result(struct record *record, enum reason reason, uint8_t winners,
                  const int32_t *scores);
int record_fair(struct record *record, const struct record_fair *fair);
/* Returns one line of JSON without a line feed, keys in the order of records.md, or NULL if out of
 * memory; the same calls give the same bytes. The caller frees it. */
char *record_line(const struct record *record);

/* Parses one deal from a line of JSON: an object as `deal` in a hand of a record, and the seat that
 * deals as `dealer` (*dealer is SEAT_NONE if it is missing); other keys are ignored. Returns 0 if
 * the deal is possible under the rules, else PROTOCOL_ERROR_RECORD with the reason as one line in
 * `error`. */
PROTOCOL_MUST_CHECK int record_deal_parse(const char *line, size_t size,
                                          const struct ruleset *rules, struct deal *deal,
                                          seat_t *dealer, char error[160]);

/* Replays one line. Returns the number of differences (0: it replays), PROTOCOL_ERROR_RECORD if it
 * is no record, or PROTOCOL_ERROR_MEMORY. Reports each difference through `report` as a sentence
 * without the file's name ("hand 3 step 12: expected ..., got ..."; both count from 1); at most one
 * for a record unless `all`. Compares legal lists wherever they are given. strict: actions must be
 * written canonically, and odd values of optional keys (slam, breach, bans, ms, faults) are
 * differences, too. */
struct replay_step { /* as the record has it, before it is checked and done */
    const struct ruleset *rules;
    const struct game *game; /* at this moment */
    const char *game_id, *names[SEATS_MAX];
    int hand, step;           /* from 1 */
    int64_t seat;             /* -1: the record has no number */
    const char *phase, *word; /* "": the record has no string; `word` is the action */
    const char *fault; /* the action is the default one that stood in, for this cause; or NULL */
};

struct replay {
    int hands, steps; /* out: what was replayed */
    void (*report)(void *context, const char *text);
    bool (*step)(void *context,
                 const struct replay_step *step); /* or NULL; false ends the replay there */
    void *context;
    bool strict, all;
};
PROTOCOL_MUST_CHECK int replay_run(const char *line, size_t size, struct replay *replay);

/* ----------------------------------------------- a game as its messages tell it (follow.c) */

struct seen; /* engine/advice/seen.h */
struct seen_turn;

/* Begins with a message `game`. Returns 0, or PROTOCOL_ERROR_FIELD with error->text if it names no
 * ruleset. */
PROTOCOL_MUST_CHECK int follow_game(struct seen *seen, const struct message *message,
                                    struct ruleset_error *error);
/* Takes in deal, cards, event and hand; other messages change nothing. */
void follow_message(struct seen *seen, const struct message *message);
/* Reads a message `turn` of the game. */
void follow_turn(struct seen_turn *turn, const struct seen *seen, const struct message *message);

#endif
