/* chat_rules.h - who may write what at a table, and when. Pure: values in, a verdict out; time is
 * an argument. table_chat.c delivers the lines. */
#ifndef AVONDALE_CHAT_RULES_H
#define AVONDALE_CHAT_RULES_H

#include "table/time_control.h" /* usec_t */
#include "engine.h"
#include "protocol.h"

enum chat_mode { CHAT_NONE, CHAT_PRESET /* phrases */, CHAT_TEXT };
enum { CHAT_GAME_MAX = 20 /* of a seat */, CHAT_APART_USEC = 1000000 };

/* Returns 0, or -1: expected none, preset or text. */
int chat_rules_mode_parse(const char *text, enum chat_mode *mode);
const char *chat_rules_mode_name(enum chat_mode mode);

/* The state of one game: zeroed at its start. */
struct chat {
    struct {
        usec_t last; /* when the seat wrote last */
        int count;
    } seats[SEATS_MAX];
};

/* The phase of a table in which a line comes. */
enum chat_moment {
    CHAT_MOMENT_BEFORE, /* the game has begun, and no cards are dealt */
    CHAT_MOMENT_HAND,   /* a hand is under way */
    CHAT_MOMENT_AFTER,  /* the game is over, and its seats do not have the result yet */
    CHAT_MOMENT_GONE,   /* there is no game */
};

/* Checks whether the seat may write that line now. Returns WIRE_ERROR_NONE, and counts it; or the
 * error to refuse it with, and changes nothing. `say` is UTF-8, as all strings of a message.
 * `rated`: the game counts. */
enum wire_error chat_rules_admit(struct chat *chat, enum chat_mode mode, bool rated,
                                 enum chat_moment moment, seat_t seat, struct slice say,
                                 usec_t now);

/* The line in plain words: the text of a phrase, or the line itself. Its data is NULL if no seat
 * may write it. */
struct slice chat_rules_words(enum chat_mode mode, struct slice say);

#endif
