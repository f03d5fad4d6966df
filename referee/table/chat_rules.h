/* chat_rules.h - who may say what at a table, and when. Pure: values in, a verdict out; time is an
 * argument. What is then said is carried out by table_chat.c. */
#ifndef AVONDALE_CHAT_RULES_H
#define AVONDALE_CHAT_RULES_H

#include "table/time_control.h" /* usec_t */
#include "engine.h"
#include "protocol.h"

enum chat_mode { CHAT_NONE, CHAT_PRESET /* phrases */, CHAT_TEXT };
enum { CHAT_GAME_MAX = 20 /* of a seat */, CHAT_APART_USEC = 1000000 };

/* 0, or -1: expected none, preset or text. */
int chat_rules_mode_parse(const char *text, enum chat_mode *mode);
const char *chat_rules_mode_name(enum chat_mode mode);

/* One game's: zeroed at its start. */
struct chat {
    struct {
        usec_t last; /* when the seat spoke last */
        int count;
    } seats[SEATS_MAX];
};

/* When something is said. */
enum chat_moment {
    CHAT_MOMENT_BEFORE, /* the game has begun, and no card is dealt */
    CHAT_MOMENT_HAND,   /* a hand is under way */
    CHAT_MOMENT_AFTER,  /* the game is over, and its seats do not have the result yet */
    CHAT_MOMENT_GONE,   /* there is no game */
};

/* May the seat say that now? Returns WIRE_ERROR_NONE, and it is counted; or the error that refuses
 * it, and nothing changes. `say` is UTF-8, as every string of a message. `rated`: the game counts.
 */
enum wire_error chat_rules_admit(struct chat *chat, enum chat_mode mode, bool rated,
                                 enum chat_moment moment, seat_t seat, struct slice say,
                                 usec_t now);

/* What is said in words that anybody can read: those of the phrase, or itself. Its data NULL:
 * no seat may say it. */
struct slice chat_rules_words(enum chat_mode mode, struct slice say);

#endif
