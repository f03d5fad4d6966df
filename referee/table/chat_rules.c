/* chat_rules.c - see chat_rules.h. */
#include "table/chat_rules.h"

#include "base/unicode.h"

#include <assert.h>
#include <string.h>

static const char *const names[] = {"none", "preset", "text"};

int chat_rules_mode_parse(const char *text, enum chat_mode *mode)
{
    for (int i = 0; i < (int)(sizeof names / sizeof names[0]); i++) {
        if (strcmp(text, names[i]) == 0) {
            *mode = (enum chat_mode)i;
            return 0;
        }
    }
    return -1;
}

const char *chat_rules_mode_name(enum chat_mode mode)
{
    assert((size_t)mode < sizeof names / sizeof names[0]);
    return names[mode];
}

/* A line that shows all that it holds: see unicode_is_shown. */
static bool is_text(struct slice say)
{
    size_t size = 0;

    if (say.size < 1 || say.size > CHAT_BYTES_MAX)
        return false;
    for (size_t i = 0; i < say.size; i += size) {
        uint32_t point;
        size = (size_t)unicode_read(say.data + i, say.size - i, &point);
        if (size == 0 || !unicode_is_shown(point))
            return false;
    }
    return true;
}

struct slice chat_rules_words(enum chat_mode mode, struct slice say)
{
    const char *text = mode == CHAT_PRESET ? phrase_text(say.data, say.size) : NULL;

    if (text)
        return (struct slice){text, strlen(text)};
    return mode == CHAT_TEXT && is_text(say) ? say : (struct slice){NULL, 0};
}

static bool is_time(bool rated, enum chat_moment moment)
{
    switch (moment) {
    case CHAT_MOMENT_BEFORE:
    case CHAT_MOMENT_AFTER:
        return true;
    case CHAT_MOMENT_HAND:
        return !rated;
    case CHAT_MOMENT_GONE:
        return false;
    }
    return false;
}

enum wire_error chat_rules_admit(struct chat *chat, enum chat_mode mode, bool rated,
                                 enum chat_moment moment, seat_t seat, struct slice say, usec_t now)
{
    assert(seat < SEATS_MAX);
    if (mode == CHAT_NONE || !is_time(rated, moment))
        return WIRE_ERROR_CHAT;
    if (!chat_rules_words(mode, say).data)
        return WIRE_ERROR_SAY;
    int said = chat->seats[seat].count;
    if (said >= CHAT_GAME_MAX || (said > 0 && now - chat->seats[seat].last < CHAT_APART_USEC))
        return WIRE_ERROR_HUSH;
    chat->seats[seat].count++;
    chat->seats[seat].last = now;
    return WIRE_ERROR_NONE;
}
