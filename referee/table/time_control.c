/* time_control.c - the clock of one seat. */
#include "table/time_control.h"

#include <assert.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MSEC_MAX = 86400000 };

static const struct {
    const char *name;
    size_t offset;
} fields[] = {
    {"auction", offsetof(struct time_control, auction)},
    {"exchange", offsetof(struct time_control, exchange)},
    {"play", offsetof(struct time_control, play)},
    {"bank", offsetof(struct time_control, bank)},
    {"inc", offsetof(struct time_control, increment)},
    {"startup", offsetof(struct time_control, startup)},
    {"lag", offsetof(struct time_control, lag)},
};

static bool parse_msec(const char *text, size_t size, usec_t *out)
{
    int64_t msec = 0;
    if (size == 0 || size > 8)
        return false;
    for (size_t i = 0; i < size; i++) {
        if (text[i] < '0' || text[i] > '9')
            return false;
        msec = msec * 10 + (text[i] - '0');
    }
    *out = msec * USEC_PER_MSEC;
    return msec <= MSEC_MAX;
}

static bool parse_field(const char *text, size_t size, struct time_control *control)
{
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        size_t length = strlen(fields[i].name);
        if (size > length && memcmp(text, fields[i].name, length) == 0 && text[length] == '=')
            return parse_msec(text + length + 1, size - length - 1,
                              (usec_t *)(void *)((char *)control + fields[i].offset));
    }
    return false;
}

void time_control_scale(struct time_control *control, int percent)
{
    usec_t *const times[] = {&control->auction, &control->exchange, &control->play, &control->bank,
                             &control->increment};

    assert(percent >= 1 && percent <= 10000);
    for (size_t i = 0; i < sizeof times / sizeof times[0]; i++) {
        if (*times[i] > 0) /* 0 is off and stays 0 */
            *times[i] = *times[i] * percent / 100 > 0 ? *times[i] * percent / 100 : 1;
    }
}

int time_control_parse(const char *text, struct time_control *control, char error[160])
{
    struct time_control made = *control;
    usec_t all = 0;

    if (strcmp(text, "none") == 0) {
        control->auction = control->exchange = control->play = control->bank = 0;
        return 0;
    }
    if (parse_msec(text, strlen(text), &all)) {
        control->auction = control->exchange = control->play = all;
        return 0;
    }
    for (const char *at = text;;) {
        size_t size = strcspn(at, ",");
        if (!parse_field(at, size, &made)) {
            snprintf(
                error, 160,
                "time '%.40s': expected none, milliseconds, or a list of auction= exchange= play= "
                "bank= inc= startup= lag= (0 to %d)",
                text, MSEC_MAX);
            return -1;
        }
        at += size;
        if (!*at++)
            break;
    }
    *control = made;
    return 0;
}

static usec_t limit_of(const struct time_control *control, enum phase phase)
{
    switch (phase) {
    case PHASE_BLIND:
    case PHASE_AUCTION:
    case PHASE_RAISE:
        return control->auction;
    case PHASE_EXPOSE:
    case PHASE_DRAW:
    case PHASE_SLAM:
    case PHASE_GIVE:
    case PHASE_DISCARD:
    case PHASE_SWAP:
    case PHASE_PARTNER:
    case PHASE_BREACH:
        return control->exchange;
    case PHASE_PLAY:
        return control->play;
    case PHASE_DEAL:
    case PHASE_OVER:
    case PHASE_COUNT:
        break;
    }
    assert(false && "a phase in which somebody decides");
    return 0;
}

/* Without its own limit a decision is limited by the bank alone; without a bank it has no limit. */
static usec_t allowed_for(const struct time_control *control, enum phase phase)
{
    usec_t limit = limit_of(control, phase);
    return limit == 0 && control->bank == 0 ? USEC_NEVER : limit;
}

void time_control_init(struct seat_clock *clock, const struct time_control *control)
{
    assert(control->bank >= 0);
    *clock = (struct seat_clock){.bank = control->bank, .allowed = USEC_NEVER};
}

void time_control_next_hand(struct seat_clock *clock, const struct time_control *control)
{
    assert(!clock->running);
    if (control->bank > 0)
        clock->bank += control->increment;
}

void time_control_start(struct seat_clock *clock, const struct time_control *control,
                        enum phase phase, usec_t now)
{
    assert(!clock->running);
    clock->running = true;
    clock->started = now;
    clock->allowed = allowed_for(control, phase);
}

usec_t time_control_deadline(const struct seat_clock *clock, const struct time_control *control)
{
    if (!clock->running || clock->allowed == USEC_NEVER)
        return USEC_NEVER;
    return clock->started + clock->allowed + clock->bank + control->lag;
}

usec_t time_control_stop(struct seat_clock *clock, const struct time_control *control, usec_t now,
                         bool *late)
{
    usec_t used = now > clock->started ? now - clock->started : 0;
    assert(clock->running);
    *late = now > time_control_deadline(clock, control);
    clock->running = false;
    usec_t over = clock->allowed == USEC_NEVER ? 0 : used - control->lag - clock->allowed;
    if (over > 0)
        clock->bank = over < clock->bank ? clock->bank - over : 0;
    return used;
}

usec_t time_control_left(const struct seat_clock *clock, const struct time_control *control,
                         enum phase phase, usec_t now)
{
    if (clock->running) {
        usec_t deadline = time_control_deadline(clock, control);
        if (deadline == USEC_NEVER)
            return USEC_NEVER;
        usec_t left = deadline - control->lag - now;
        return left > 0 ? left : 0;
    }
    usec_t allowed = allowed_for(control, phase);
    return allowed == USEC_NEVER ? USEC_NEVER : allowed + clock->bank;
}
