/* table_options.c - see table_options.h. */
#include "table/table_options.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/* The positions of the options in a message, from the first option on. */
enum { AT_HINTS, AT_WATCH, AT_CHAT, AT_BID, AT_PLAY, AT_STAKE };
#define SAME_PLACES(m)                                                                             \
    _Static_assert(                                                                                \
        (int)m##_WATCH - m##_HINTS == AT_WATCH && (int)m##_CHAT - m##_HINTS == AT_CHAT &&          \
            (int)m##_BID_MS - m##_HINTS == AT_BID && (int)m##_PLAY_MS - m##_HINTS == AT_PLAY &&    \
            (int)m##_STAKE - m##_HINTS == AT_STAKE,                                                \
        "the options of a table stand together, in one order")
SAME_PLACES(SEEK);
SAME_PLACES(OPEN);
SAME_PLACES(CHALLENGE);
SAME_PLACES(SEEKING);
SAME_PLACES(INVITED);
SAME_PLACES(TABLE);

static const int32_t stakes[] = {30, 110, 275, 550};

static int32_t longest(usec_t own, int32_t msec_max)
{
    int64_t msec = msec_max > 0 ? msec_max : own / USEC_PER_MSEC;
    return msec < 1 || msec > TABLE_OPTIONS_MSEC_MAX ? TABLE_OPTIONS_MSEC_MAX : (int32_t)msec;
}

void table_options_limit(struct table_limits *limits, const struct time_control *time,
                         int32_t msec_max)
{
    assert(msec_max >= 0);
    limits->bid_msec_max = longest(time->auction, msec_max);
    limits->play_msec_max = longest(time->play, msec_max);
}

/* Returns false if it is not allowed. */
static bool read_flag(const struct message *message, int field, bool *flag)
{
    if (!message_has(message, field))
        return true;
    bool wish = message_int(message, field) != 0, allowed = *flag || !wish;
    *flag = wish;
    return allowed;
}

static bool read_chat(const struct message *message, int field, enum chat_mode *mode)
{
    enum chat_mode most = *mode;
    char text[8];

    if (!message_has(message, field))
        return true;
    struct slice word = message_string(message, field);
    if (word.size >= sizeof text)
        return false;
    memcpy(text, word.data, word.size);
    text[word.size] = 0;
    return chat_rules_mode_parse(text, mode) == 0 && *mode <= most;
}

static bool read_msec(const struct message *message, int field, int32_t max, int32_t *msec)
{
    int64_t value = message_has(message, field) ? message_int(message, field) : 0;

    *msec = 0;
    if (!message_has(message, field))
        return true;
    if (value < TABLE_OPTIONS_MSEC_MIN || value > max)
        return false;
    *msec = (int32_t)value;
    return true;
}

static bool is_stake(int64_t value)
{
    for (size_t i = 0; i < sizeof stakes / sizeof stakes[0]; i++) {
        if (value == stakes[i])
            return true;
    }
    return false;
}

static bool read_stake(const struct message *message, int field, bool allowed, int32_t *stake)
{
    if (!message_has(message, field))
        return true;
    if (!allowed || !is_stake(message_int(message, field)))
        return false;
    *stake = (int32_t)message_int(message, field);
    return true;
}

enum wire_error table_options_read(struct table_options *options, const struct table_limits *limits,
                                   const struct message *message, int field)
{
    *options = limits->most;
    bool allowed =
        read_flag(message, field + AT_HINTS, &options->hints) &&
        read_flag(message, field + AT_WATCH, &options->watch) &&
        read_chat(message, field + AT_CHAT, &options->chat) &&
        read_msec(message, field + AT_BID, limits->bid_msec_max, &options->bid_msec) &&
        read_msec(message, field + AT_PLAY, limits->play_msec_max, &options->play_msec) &&
        read_stake(message, field + AT_STAKE, limits->stakes, &options->stake);
    return allowed ? WIRE_ERROR_NONE : WIRE_ERROR_OPTION;
}

void table_options_tell(const struct table_options *options, const struct table_options *arena,
                        struct message *message, int field)
{
    const char *chat = chat_rules_mode_name(options->chat);

    if (options->hints != arena->hints)
        message_set_int(message, field + AT_HINTS, options->hints);
    if (options->watch != arena->watch)
        message_set_int(message, field + AT_WATCH, options->watch);
    if (options->chat != arena->chat)
        message_set_string(message, field + AT_CHAT, chat, strlen(chat));
    if (options->bid_msec)
        message_set_int(message, field + AT_BID, options->bid_msec);
    if (options->play_msec)
        message_set_int(message, field + AT_PLAY, options->play_msec);
    if (options->stake)
        message_set_int(message, field + AT_STAKE, options->stake);
}

void table_options_join(struct table_options *options, const struct table_options *other)
{
    options->hints = options->hints && other->hints;
    options->watch = options->watch && other->watch;
    options->chat = options->chat < other->chat ? options->chat : other->chat;
    options->stake = options->stake < other->stake ? options->stake : other->stake;
}

uint64_t table_options_terms(const struct table_options *options)
{
    return (uint64_t)options->bid_msec << 32 | (uint32_t)options->play_msec;
}

void table_options_set_time(const struct table_options *options, struct time_control *time)
{
    assert(options->bid_msec >= 0 && options->play_msec >= 0);
    if (options->bid_msec)
        time->auction = (usec_t)options->bid_msec * USEC_PER_MSEC;
    if (options->bid_msec && time->exchange != 0 && time->exchange < time->auction)
        time->exchange = time->auction;
    if (options->play_msec)
        time->play = (usec_t)options->play_msec * USEC_PER_MSEC;
}

void table_options_format(const struct table_options *options, char text[TABLE_OPTIONS_TEXT_MAX])
{
    snprintf(text, TABLE_OPTIONS_TEXT_MAX, "%d,%d,%d,%ld,%ld,%ld", options->hints, options->watch,
             (int)options->chat, (long)options->bid_msec, (long)options->play_msec,
             (long)options->stake);
}

int table_options_parse(const char *text, struct table_options *options)
{
    struct table_options read = {0};
    char again[TABLE_OPTIONS_TEXT_MAX];
    int hints, watch, chat;
    long bid, play, stake;

    if (strlen(text) >= sizeof again ||
        sscanf(text, "%1d,%1d,%1d,%8ld,%8ld,%3ld", &hints, &watch, &chat, &bid, &play, &stake) != 6)
        return -1;
    if (hints < 0 || hints > 1 || watch < 0 || watch > 1 || chat < CHAT_NONE || chat > CHAT_TEXT ||
        bid < 0 || bid > TABLE_OPTIONS_MSEC_MAX || play < 0 || play > TABLE_OPTIONS_MSEC_MAX ||
        (stake && !is_stake(stake)))
        return -1;
    read.hints = hints;
    read.watch = watch;
    read.chat = (enum chat_mode)chat;
    read.bid_msec = (int32_t)bid;
    read.play_msec = (int32_t)play;
    read.stake = (int32_t)stake;
    table_options_format(&read, again); /* parses only what it writes itself */
    if (strcmp(again, text) != 0)
        return -1;
    *options = read;
    return 0;
}
