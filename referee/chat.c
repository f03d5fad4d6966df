/* chat.c - see chat.h. */
#include "chat.h"

#include <assert.h>
#include <string.h>

static const char *const names[] = {"none", "preset", "text"};

int chat_mode_parse(const char *text, enum chat_mode *mode)
{
    for (int i = 0; i < (int)(sizeof names / sizeof names[0]); i++) {
        if (strcmp(text, names[i]) == 0) {
            *mode = (enum chat_mode)i;
            return 0;
        }
    }
    return -1;
}

const char *chat_mode_name(enum chat_mode mode)
{
    assert((size_t)mode < sizeof names / sizeof names[0]);
    return names[mode];
}

/* Control characters, and those that turn the direction of a line or end it: U+2028 to 202E, U+2066 to 2069. */
static bool is_control(const uint8_t *at, size_t left)
{
    if (at[0] < ' ' || at[0] == 0x7f)
        return true;
    if (at[0] == 0xc2 && left >= 2)
        return at[1] < 0xa0;
    if (at[0] != 0xe2 || left < 3)
        return false;
    return (at[1] == 0x80 && at[2] >= 0xa8 && at[2] <= 0xae) ||
           (at[1] == 0x81 && at[2] >= 0xa6 && at[2] <= 0xa9);
}

static bool is_text(struct slice say)
{
    if (say.size < 1 || say.size > CHAT_BYTES_MAX)
        return false;
    for (size_t i = 0; i < say.size; i++) {
        if (is_control((const uint8_t *)say.data + i, say.size - i))
            return false;
    }
    return true;
}

struct slice chat_words(enum chat_mode mode, struct slice say)
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

int chat_say(struct chat *chat, enum chat_mode mode, bool rated, enum chat_moment moment,
             seat_t seat, struct slice say, usec_t now)
{
    assert(seat < SEATS_MAX);
    if (mode == CHAT_NONE || !is_time(rated, moment))
        return WIRE_ERROR_CHAT;
    if (!chat_words(mode, say).data)
        return WIRE_ERROR_SAY;
    int said = chat->seats[seat].count;
    if (said >= CHAT_GAME_MAX || (said > 0 && now - chat->seats[seat].last < CHAT_APART_USEC))
        return WIRE_ERROR_HUSH;
    chat->seats[seat].count++;
    chat->seats[seat].last = now;
    return -1;
}
