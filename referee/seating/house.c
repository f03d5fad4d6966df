/* house.c - see house.h. */
#include "seating/house.h"
#include "base/log.h"

#include <errno.h>
#include <event2/event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

enum { SEATS_OF_HOUSE_MAX = 1000 /* the largest value of --house-seats-max */ };
static const usec_t hello_wait = 10000000;
static const struct timeval look_interval = {.tv_sec = 1};

enum place_state {
    PLACE_FREE,
    PLACE_KEPT,    /* no process yet */
    PLACE_STARTED, /* has not said hello */
    PLACE_SITS,    /* sits at its table, until the game begins */
    PLACE_PLAYS
};

struct place {
    enum place_state state;
    char code[INVITATION_CODE_CHARS + 1];
    char name[NAME_MAX_BYTES + 1];
    int seat;
    uint64_t address; /* address of the host of the table */
    usec_t since;     /* when it was started */
    struct peer *peer;
};

struct house {
    struct arena *arena;
    const struct config *config;
    struct sandbox_config sandbox;
    void (*late)(void *context, const char *code);
    void *context;
    struct event *look;
    struct place places[SEATS_OF_HOUSE_MAX];
    int used;
};

/* ------------------------------------------------------------------------------------- places */

static void place_free(struct house *house, struct place *place)
{
    memset(place, 0, sizeof *place);
    if (--house->used == 0)
        evtimer_del(house->look);
}

static struct place *place_of(struct house *house, const struct peer *peer)
{
    for (int i = 0; house && i < SEATS_OF_HOUSE_MAX; i++) {
        if (house->places[i].peer == peer && house->places[i].state >= PLACE_STARTED)
            return &house->places[i];
    }
    return NULL;
}

static bool is_of(const struct place *place, const char *code)
{
    return place->state != PLACE_FREE && place->state != PLACE_PLAYS &&
           strcmp(place->code, code) == 0;
}

static void dismiss(struct house *house, struct place *place, const char *why)
{
    struct peer *peer = place->peer;

    place_free(house, place);
    if (!peer)
        return;
    if (peer_state(peer) == PEER_STATE_READY)
        connection_bye(peer, why);
    else if (peer_state(peer) == PEER_STATE_HANDSHAKE)
        connection_fail(peer, FAULT_GONE, "%s", why);
}

/* Ends bots that are late, and bots whose game was called off. */
static void on_look(evutil_socket_t fd, short what, void *context)
{
    struct house *house = context;
    usec_t now = clock_now_usec();
    (void)fd;
    (void)what;

    for (int i = 0; i < SEATS_OF_HOUSE_MAX; i++) {
        struct place *place = &house->places[i];
        char code[INVITATION_CODE_CHARS + 1];

        if (place->state == PLACE_STARTED && now - place->since > hello_wait) {
            memcpy(code, place->code, sizeof code);
            log_line(LOG_WARN, "house bot name=%s did not start in time", place->name);
            house->late(house->context, code);
        } else if (place->state == PLACE_PLAYS && peer_is_idle(place->peer)) {
            dismiss(house, place, "the game is over");
        }
    }
    arena_settle(house->arena);
}

struct house *house_create(struct arena *arena, const struct config *config,
                           const struct sandbox_config *sandbox,
                           void (*late)(void *context, const char *code), void *context)
{
    struct house *house = calloc(1, sizeof *house);

    if (!house)
        return NULL;
    house->arena = arena;
    house->config = config;
    house->sandbox = *sandbox;
    house->late = late;
    house->context = context;
    house->look = event_new(arena_base(arena), -1, EV_PERSIST, on_look, house);
    if (house->look)
        return house;
    free(house);
    return NULL;
}

void house_destroy(struct house *house)
{
    if (!house)
        return;
    event_free(house->look);
    free(house);
}

/* -------------------------------------------------------------------------------------- seats */

void house_name(const struct house *house, struct slice word, char name[NAME_MAX_BYTES + 1])
{
    memset(name, 0, NAME_MAX_BYTES + 1);
    for (int i = 0; house && word.size > 1 && i < house->config->house_count; i++) {
        const char *bot = house->config->house[i];
        if (word.data[0] == '*' && strlen(bot) == word.size - 1 &&
            memcmp(bot, word.data + 1, word.size - 1) == 0)
            snprintf(name, NAME_MAX_BYTES + 1, HOUSE_PREFIX "%s", bot);
    }
}

bool house_keeps(const struct house *house, const char *name)
{
    return house && strncasecmp(name, HOUSE_PREFIX, strlen(HOUSE_PREFIX)) == 0;
}

int house_room(const struct house *house, uint64_t address)
{
    int of_address = 0;

    if (!house)
        return 0;
    for (int i = 0; i < SEATS_OF_HOUSE_MAX && house->used > 0; i++)
        of_address += house->places[i].state != PLACE_FREE && house->places[i].address == address;
    int room = house->config->house_seats_max - house->used,
        own = house->config->house_seats_per_address_max - of_address;
    return own < room ? own : room;
}

void house_take(struct house *house, const char *code, int seat, const char *name, uint64_t address)
{
    struct place *place = house->places;

    while (place->state != PLACE_FREE)
        place++;
    *place = (struct place){.state = PLACE_KEPT, .seat = seat, .address = address};
    snprintf(place->code, sizeof place->code, "%s", code);
    snprintf(place->name, sizeof place->name, "%s", name);
    if (house->used++ == 0)
        event_add(house->look, &look_interval);
}

/* ---------------------------------------------------------------------------------- processes */

/* Finds a sample bot: beside this program in the build tree, or where it is installed. Returns 0,
 * or -1. */
static int find_program(const char *bot, char path[300])
{
    static const char *const places[] = {"bots", "../lib/avondale/bots"};
    char own[220];
    ssize_t size = readlink("/proc/self/exe", own, sizeof own - 1);

    if (size <= 0)
        return -1;
    own[size] = '\0';
    *strrchr(own, '/') = '\0';
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        snprintf(path, 300, "%s/%s/%s", own, places[i], bot);
        if (access(path, X_OK) == 0)
            return 0;
    }
    return -1;
}

static int start(struct house *house, struct place *place)
{
    char path[300], command[400];

    if (find_program(place->name + strlen(HOUSE_PREFIX), path))
        return -1;
    snprintf(command, sizeof command, "%s --name %s", path, place->name);
    place->peer = arena_spawn(house->arena, command, &house->sandbox, place->name);
    if (!place->peer)
        return -1;
    place->state = PLACE_STARTED;
    place->since = clock_now_usec();
    return 0;
}

int house_start(struct house *house, const char *code)
{
    int status = 0;

    for (int i = 0; house && status == 0 && i < SEATS_OF_HOUSE_MAX; i++) {
        struct place *place = &house->places[i];
        if (is_of(place, code) && place->state == PLACE_KEPT)
            status = start(house, place);
        if (status)
            log_line(LOG_ERROR, "name=%s cannot be started: %s", place->name, strerror(errno));
    }
    return status;
}

void house_begin(struct house *house, const char *code)
{
    for (int i = 0; house && i < SEATS_OF_HOUSE_MAX; i++) {
        if (is_of(&house->places[i], code) && house->places[i].peer)
            house->places[i].state = PLACE_PLAYS;
    }
}

void house_close(struct house *house, const char *code)
{
    for (int i = 0; house && i < SEATS_OF_HOUSE_MAX; i++) {
        if (is_of(&house->places[i], code))
            dismiss(house, &house->places[i], "there is no game");
    }
}

int house_ready(struct house *house, struct peer *peer, char code[INVITATION_CODE_CHARS + 1])
{
    struct place *place = place_of(house, peer);

    if (place && place->state == PLACE_STARTED) {
        place->state = PLACE_SITS;
        memcpy(code, place->code, sizeof place->code);
        return place->seat;
    }
    if (place && place->state == PLACE_PLAYS)
        dismiss(house, place, "the game is over");
    else if (!place)
        connection_bye(peer, "there is no game");
    return -1;
}

bool house_gone(struct house *house, const struct peer *peer, char code[INVITATION_CODE_CHARS + 1])
{
    struct place *place = place_of(house, peer);

    if (!place)
        return false;
    bool waits = place->state != PLACE_PLAYS;
    memcpy(code, place->code, sizeof place->code);
    place_free(house, place);
    return waits;
}

int house_seats(const struct house *house)
{
    return house ? house->used : 0;
}
