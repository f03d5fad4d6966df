/* lobby_messages.c - what bots say about whom they want to play, and what they are told: seeks,
 * challenges, tables by invitation. The rules of those are in lobby.c and invitation.c. */
#include "base/log.h"
#include "seating/lobby_messages.h"
#include "seating/waits.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

enum {
    LISTED_MAX = 25, /* listed tables in one message: its items are limited */
    CALLED_MAX = 8,  /* connections of one name that a challenge is told to */
};

static struct message message_out; /* one is made at a time, all in the hall */

static void set_text(int field, const char *text)
{
    message_set_copy(&message_out, field, text, strlen(text));
}

static void add_text(int field, const char *text)
{
    message_add_copy(&message_out, field, text, strlen(text));
}

static const char *ruleset_name(const struct seating *seating, int r)
{
    return preset_name(seating->config->rules[r].preset);
}

/* The number of a ruleset that is played here, or -1. */
static int find_ruleset(const struct seating *seating, struct slice name)
{
    for (int r = 0; r < seating->config->rules_count; r++) {
        const char *known = ruleset_name(seating, r);
        if (strlen(known) == name.size && memcmp(known, name.data, name.size) == 0)
            return r;
    }
    return -1;
}

/* As above; the first where none is named. */
static int ruleset_of(const struct seating *seating, const struct message *message, int field)
{
    return message_has(message, field) ? find_ruleset(seating, message_string(message, field)) : 0;
}

static bool flag(const struct message *message, int field, bool standard)
{
    return message_has(message, field) ? message_int(message, field) != 0 : standard;
}

/* ----------------------------------------------------------------------------------- seeks */

static void tell_seeking(const struct seating *seating, const struct visitor *visitor)
{
    int most = visitor->peer->games_max;

    message_init(&message_out, MESSAGE_SEEKING);
    message_begin_list(&message_out, SEEKING_RULESETS);
    for (int r = 0; r < seating->config->rules_count && visitor->seeks; r++) {
        if (visitor->want.rulesets >> r & 1)
            add_text(SEEKING_RULESETS, ruleset_name(seating, r));
    }
    message_set_int(&message_out, SEEKING_PAIR, visitor->want.pair);
    message_set_int(&message_out, SEEKING_RATED, visitor->want.rated);
    message_set_int(&message_out, SEEKING_GAMES,
                    visitor->want.games < most ? visitor->want.games : most);
    peer_send(visitor->peer, &message_out);
}

static void take_seek(struct seating *seating, struct visitor *visitor,
                      const struct message *message)
{
    struct lobby_seek want = {.rulesets = 1, .games = PEER_GAMES_MAX};
    const struct value *names;

    want.pair = flag(message, SEEK_PAIR, false);
    want.rated = flag(message, SEEK_RATED, true);
    if (message_has(message, SEEK_RULESETS)) {
        int count = message_list(message, SEEK_RULESETS, &names);
        want.rulesets = 0;
        for (int i = 0; i < count; i++) {
            int r = find_ruleset(seating, names[i].string);
            if (r < 0) {
                peer_send_error(visitor->peer, WIRE_ERROR_RULESET, 0);
                return;
            }
            want.rulesets |= 1u << r;
        }
    }
    if (message_has(message, SEEK_GAMES)) {
        int64_t games = message_int(message, SEEK_GAMES);
        want.games = games < 1 ? 0 : games < PEER_GAMES_MAX ? (int)games : PEER_GAMES_MAX;
    }
    if (want.games == 0 || want.rulesets == 0) {
        peer_send_error(visitor->peer, want.games ? WIRE_ERROR_RULESET : WIRE_ERROR_FIELD, 0);
        return;
    }
    visitor->want = want;
    visitor->seeks = true;
    tell_seeking(seating, visitor);
    seating_refresh(seating, visitor);
}

static void take_unseek(struct seating *seating, struct visitor *visitor)
{
    visitor->seeks = false;
    tell_seeking(seating, visitor);
    seating_refresh(seating, visitor);
}

/* ---------------------------------------------------------------------------------- tables */

/* Until it may begin. */
static usec_t delay_left(const struct invite *invite)
{
    usec_t left = invite->starts - clock_now_usec();
    return left < 0 ? 0 : left;
}

static int ms_left(const struct invite *invite)
{
    usec_t left = invite->expires - clock_now_usec();
    return left < 0 ? 0 : (int)(left / USEC_PER_MSEC);
}

static void tell_table(const struct seating *seating, const struct invite *invite)
{
    for (int seat = 0; seat < invite->seat_count; seat++) {
        if (invite->seats[seat].guest < 0)
            continue;
        message_init(&message_out, MESSAGE_TABLE);
        set_text(TABLE_CODE, invite->code);
        set_text(TABLE_RULESET, ruleset_name(seating, invite->ruleset));
        message_begin_list(&message_out, TABLE_PLAYERS);
        for (int i = 0; i < invite->seat_count; i++)
            add_text(TABLE_PLAYERS, invite->seats[i].guest < 0 ? "" : invite->seats[i].name);
        message_set_int(&message_out, TABLE_SEAT, seat);
        message_set_int(&message_out, TABLE_MS, ms_left(invite));
        if (invite->starts)
            message_set_int(&message_out, TABLE_DELAY, delay_left(invite) / USEC_PER_MSEC);
        peer_send(seating->visitors[invite->seats[seat].guest]->peer, &message_out);
    }
}

static void tell_invited(const struct seating *seating, const struct invite *invite,
                         const struct visitor *guest, const char *why)
{
    (void)why;
    message_init(&message_out, MESSAGE_INVITED);
    set_text(INVITED_CODE, invite->code);
    set_text(INVITED_HOST, invite->seats[0].name);
    set_text(INVITED_RULESET, ruleset_name(seating, invite->ruleset));
    message_begin_list(&message_out, INVITED_PLAYERS);
    for (int i = 0; i < invite->seat_count; i++)
        add_text(INVITED_PLAYERS, invite->seats[i].name);
    message_set_int(&message_out, INVITED_MS, ms_left(invite));
    peer_send(guest->peer, &message_out);
}

static void tell_off(const struct visitor *visitor, const char *code, const char *why)
{
    message_init(&message_out, MESSAGE_OFF);
    set_text(OFF_CODE, code);
    set_text(OFF_WHY, why);
    peer_send(visitor->peer, &message_out);
}

/* Everybody who sits at a complete table is kept for it, by 1; by -1 for it no more. */
static void hold(struct seating *seating, const struct invite *invite, int change)
{
    for (int seat = 0; seat < invite->seat_count; seat++) {
        struct visitor *guest = seating->visitors[invite->seats[seat].guest];
        guest->held += change;
        seating_refresh(seating, guest);
    }
}

/* From now on its guests play nothing else; there is time enough for the games that are still under
 * way. */
static void hold_if_due(struct seating *seating, struct invite *invite, usec_t now)
{
    if (invite->held || !invite_due(invite, now))
        return;
    invite->held = true;
    invite->expires = now + (usec_t)1000000 * INVITE_TABLE_SECONDS;
    hold(seating, invite, 1);
}

static void let_go(struct seating *seating, struct invite *invite)
{
    if (invite->held)
        hold(seating, invite, -1);
    invite->held = false;
}

/* The connection may be told of tables: it is a visitor, and knows the lobby. */
static struct visitor *listener(const struct peer *peer)
{
    struct visitor *visitor = peer->owner;
    return visitor && visitor->speaks && !peer->quitting ? visitor : NULL;
}

/* Calls `tell` for the connections of each name that a challenge still awaits, the latest
 * CALLED_MAX of a name. */
static void tell_awaited(const struct seating *seating, const struct invite *invite,
                         const char *why,
                         void (*tell)(const struct seating *seating, const struct invite *invite,
                                      const struct visitor *guest, const char *why))
{
    for (int seat = 1; seat < invite->seat_count; seat++) {
        const char *name = invite->seats[seat].name;
        int told = 0;
        bool again = invite->seats[seat].guest >= 0;
        for (int before = 1; before < seat && !again; before++)
            again = invite->seats[before].guest < 0 &&
                    strcasecmp(invite->seats[before].name, name) == 0;
        for (const struct peer *peer = again ? NULL : arena_called(seating->arena, name);
             peer && told < CALLED_MAX; peer = arena_called_next(peer)) {
            const struct visitor *guest = listener(peer);
            if (guest && invite_seat_of(invite, guest->number) < 0) {
                tell(seating, invite, guest, why);
                told++;
            }
        }
    }
}

static void tell_end(const struct seating *seating, const struct invite *invite,
                     const struct visitor *guest, const char *why)
{
    (void)seating;
    tell_off(guest, invite->code, why);
}

/* Closes it: those who sit there sit there no more. */
static void clear_table(struct seating *seating, struct invite *invite)
{
    let_go(seating, invite);
    for (int seat = 0; seat < invite->seat_count; seat++) {
        if (invite->seats[seat].guest >= 0)
            seating->visitors[invite->seats[seat].guest]->sits--;
    }
    invites_close(&seating->invites, invite);
}

/* Tells those who sit there and those who are still awaited. */
static void end_table(struct seating *seating, struct invite *invite, const char *why)
{
    for (int seat = 0; seat < invite->seat_count; seat++) {
        if (invite->seats[seat].guest >= 0)
            tell_off(seating->visitors[invite->seats[seat].guest], invite->code, why);
    }
    if (invite->challenge)
        tell_awaited(seating, invite, why, tell_end);
    clear_table(seating, invite);
}

/* `seat` -1: one who was challenged and never sat down. Without its host, or anybody whom a
 * challenge names, there is no table. */
static void stand_up(struct seating *seating, struct invite *invite, int seat,
                     struct visitor *visitor)
{
    char why[NAME_MAX_BYTES + 16];

    if (seat <= 0 || invite->challenge) {
        snprintf(why, sizeof why, "%s %s", visitor->peer->name, seat < 0 ? "declines" : "left");
        end_table(seating, invite, why);
        return;
    }
    let_go(seating, invite);
    visitor->sits--;
    invite_stand_up(invite, seat);
    tell_table(seating, invite);
}

static struct invite *find_table(struct seating *seating, struct visitor *visitor,
                                 const struct message *message, int field)
{
    struct invite *invite = invites_find(&seating->invites, message_string(message, field));
    if (!invite)
        peer_send_error(visitor->peer, WIRE_ERROR_TABLE, 0);
    return invite;
}

static void sit(struct seating *seating, struct visitor *visitor, struct invite *invite, int seat)
{
    if (invite_join(invite, visitor->number, visitor->peer->name, seat) < 0) {
        peer_send_error(visitor->peer, WIRE_ERROR_TABLE, 0);
        return;
    }
    visitor->sits++;
    hold_if_due(seating, invite, clock_now_usec());
    if (invite_complete(invite))
        seating_arm(seating, delay_left(invite));
    tell_table(seating, invite);
}

static void take_join(struct seating *seating, struct visitor *visitor,
                      const struct message *message)
{
    struct invite *invite = find_table(seating, visitor, message, JOIN_CODE);
    int64_t seat = message_has(message, JOIN_SEAT) ? message_int(message, JOIN_SEAT) : -1;

    if (invite && message_has(message, JOIN_SEAT) && (seat < 0 || seat >= invite->seat_count))
        peer_send_error(visitor->peer, WIRE_ERROR_TABLE, 0);
    else if (invite)
        sit(seating, visitor, invite, (int)seat);
}

static void take_accept(struct seating *seating, struct visitor *visitor,
                        const struct message *message)
{
    struct invite *invite = find_table(seating, visitor, message, ACCEPT_CODE);
    if (invite)
        sit(seating, visitor, invite, -1);
}

static void take_decline(struct seating *seating, struct visitor *visitor,
                         const struct message *message)
{
    struct invite *invite = find_table(seating, visitor, message, DECLINE_CODE);

    if (!invite)
        return;
    int seat = invite_seat_of(invite, visitor->number);
    if (seat < 0 && !(invite->challenge && invite_awaits(invite, visitor->peer->name)))
        peer_send_error(visitor->peer, WIRE_ERROR_TABLE, 0);
    else
        stand_up(seating, invite, seat, visitor);
}

/* A new table of this connection; NULL: no room. */
static struct invite *open_table(struct seating *seating, struct visitor *visitor, int ruleset,
                                 const char (*names)[NAME_MAX_BYTES + 1])
{
    const struct lobby *lobby = &seating->lobby;
    int bot = lobby->seekers[visitor->number].bot;
    const struct invite_host host = {.guest = visitor->number,
                                     .name = visitor->peer->name,
                                     .address = visitor->peer->share.address->key,
                                     .owner = (uint32_t)lobby->meetings.bots[bot].owner};

    seating->invites.of_address_max = seating->config->invitations_per_address_max;
    seating->invites.of_owner_max = seating->config->invitations_per_owner_max;
    struct invite *invite =
        invites_open(&seating->invites, &host, ruleset, seating->config->rules[ruleset].players,
                     names, clock_now_usec());
    if (invite)
        visitor->sits++;
    return invite;
}

static void take_open(struct seating *seating, struct visitor *visitor,
                      const struct message *message)
{
    int r = ruleset_of(seating, message, OPEN_RULESET);
    int64_t delay = message_has(message, OPEN_DELAY) ? message_int(message, OPEN_DELAY) : 0;

    if (r < 0 || delay < 0 || delay > INVITE_DELAY_SECONDS_MAX * INT64_C(1000)) {
        peer_send_error(visitor->peer, r < 0 ? WIRE_ERROR_RULESET : WIRE_ERROR_FIELD, 0);
        return;
    }
    struct invite *invite = open_table(seating, visitor, r, NULL);
    if (!invite) {
        peer_send_error(visitor->peer, WIRE_ERROR_FULL, 0);
        return;
    }
    if (flag(message, OPEN_LISTED, false))
        invite_list(invite);
    if (delay > 0)
        invite_schedule(invite, clock_now_usec(), delay * USEC_PER_MSEC);
    seating_arm(seating, invite->expires - clock_now_usec());
    tell_table(seating, invite);
}

/* ------------------------------------------------------------------------------ challenges */

/* Whether there are other connections enough of the `wanted`-th name to fill all of its seats. */
static bool all_there(const struct seating *seating, const struct visitor *host,
                      const char (*names)[NAME_MAX_BYTES + 1], int count, int wanted)
{
    int needed = 0, there = 0;

    for (int i = 0; i < count; i++)
        needed += strcasecmp(names[i], names[wanted]) == 0;
    for (const struct peer *peer = arena_called(seating->arena, names[wanted]);
         peer && there < needed; peer = arena_called_next(peer)) {
        const struct visitor *visitor = listener(peer);
        there += visitor && visitor != host;
    }
    return there >= needed;
}

/* The names of a challenge: WIRE_ERROR_COUNT, or what is wrong with them. */
static enum wire_error read_names(const struct seating *seating, const struct visitor *host,
                                  const struct message *message, int players,
                                  char (*names)[NAME_MAX_BYTES + 1])
{
    const struct value *items;
    int count = message_list(message, CHALLENGE_NAMES, &items);

    if (count != players - 1)
        return WIRE_ERROR_FIELD;
    for (int i = 0; i < count; i++) {
        if (items[i].string.size < 1 || items[i].string.size > NAME_MAX_BYTES)
            return WIRE_ERROR_NAME;
        memcpy(names[i], items[i].string.data, items[i].string.size);
    }
    for (int i = 0; i < count; i++) {
        if (!all_there(seating, host, (const char(*)[NAME_MAX_BYTES + 1]) names, count, i))
            return WIRE_ERROR_ABSENT;
    }
    return WIRE_ERROR_COUNT;
}

static void take_challenge(struct seating *seating, struct visitor *visitor,
                           const struct message *message)
{
    char names[SEATS_MAX][NAME_MAX_BYTES + 1] = {{0}};
    int r = ruleset_of(seating, message, CHALLENGE_RULESET);
    enum wire_error error = WIRE_ERROR_RULESET;
    struct invite *invite = NULL;

    if (r >= 0)
        error = read_names(seating, visitor, message, seating->config->rules[r].players, names);
    if (error == WIRE_ERROR_COUNT) {
        invite = open_table(seating, visitor, r, (const char(*)[NAME_MAX_BYTES + 1]) names);
        error = WIRE_ERROR_FULL;
    }
    if (!invite) {
        peer_send_error(visitor->peer, error, 0);
        return;
    }
    seating_arm(seating, invite->expires - clock_now_usec());
    tell_table(seating, invite);
    tell_awaited(seating, invite, NULL, tell_invited);
}

/* --------------------------------------------------------------------------- who waits */

void lobby_messages_tell_waiting(const struct seating *seating, const struct visitor *visitor)
{
    const enum lobby_why why = waits_why(seating, visitor);
    const struct invite *listed[LISTED_MAX];
    int count = 0;

    for (const struct invite *invite = seating->invites.shown; invite && count < LISTED_MAX;
         invite = invite->next_shown)
        listed[count++] = invite;
    message_init(&message_out, MESSAGE_WAITING);
    message_begin_list(&message_out, WAITING_RULESETS);
    for (int r = 0; r < seating->config->rules_count; r++)
        add_text(WAITING_RULESETS, ruleset_name(seating, r));
    message_begin_list(&message_out, WAITING_SEEKING);
    for (int r = 0; r < seating->config->rules_count; r++)
        message_add_int(&message_out, WAITING_SEEKING, seating->lobby.queues[r].count);
    message_begin_list(&message_out, WAITING_PLAYING);
    for (int r = 0; r < seating->config->rules_count; r++)
        message_add_int(&message_out, WAITING_PLAYING, seating->lobby.queues[r].playing);
    message_begin_list(&message_out, WAITING_CODES);
    for (int i = 0; i < count; i++)
        add_text(WAITING_CODES, listed[i]->code);
    message_begin_list(&message_out, WAITING_HOSTS);
    for (int i = 0; i < count; i++)
        add_text(WAITING_HOSTS, listed[i]->seats[0].name);
    message_begin_list(&message_out, WAITING_PLAYED);
    for (int i = 0; i < count; i++)
        add_text(WAITING_PLAYED, ruleset_name(seating, listed[i]->ruleset));
    message_begin_list(&message_out, WAITING_FREE);
    for (int i = 0; i < count; i++) {
        int empty = 0;
        for (int seat = 0; seat < listed[i]->seat_count; seat++)
            empty += listed[i]->seats[seat].guest < 0;
        message_add_int(&message_out, WAITING_FREE, empty);
    }
    message_begin_list(&message_out, WAITING_DELAYS);
    for (int i = 0; i < count; i++)
        message_add_int(&message_out, WAITING_DELAYS, delay_left(listed[i]) / USEC_PER_MSEC);
    if (why != LOBBY_WHY_NONE)
        set_text(WAITING_WHY, lobby_why_word(why));
    peer_send(visitor->peer, &message_out);
}

/* ---------------------------------------------------------------------------- from hall.c */

bool lobby_messages_take(struct seating *seating, struct visitor *visitor,
                         const struct message *message)
{
    void (*take)(struct seating *, struct visitor *, const struct message *) =
        message->kind == MESSAGE_SEEK        ? take_seek
        : message->kind == MESSAGE_CHALLENGE ? take_challenge
        : message->kind == MESSAGE_ACCEPT    ? take_accept
        : message->kind == MESSAGE_DECLINE   ? take_decline
        : message->kind == MESSAGE_OPEN      ? take_open
        : message->kind == MESSAGE_JOIN      ? take_join
                                             : NULL;

    if (!take && message->kind != MESSAGE_UNSEEK && message->kind != MESSAGE_TABLES)
        return false;
    visitor->speaks = true;
    if (seating->closed)
        peer_send_error(visitor->peer, WIRE_ERROR_CLOSING, 0);
    else if (take)
        take(seating, visitor, message);
    else if (message->kind == MESSAGE_UNSEEK)
        take_unseek(seating, visitor);
    else
        lobby_messages_tell_waiting(seating, visitor);
    return true;
}

void lobby_messages_gone(struct seating *seating, struct visitor *visitor)
{
    for (int i = 0; i < seating->invites.max && visitor->sits > 0; i++) {
        struct invite *invite = &seating->invites.tables[i];
        int seat = invite->used ? invite_seat_of(invite, visitor->number) : -1;
        if (seat >= 0)
            stand_up(seating, invite, seat, visitor);
    }
}

static bool can_start(const struct seating *seating, const struct invite *invite)
{
    if (!invite->held)
        return false;
    for (int seat = 0; seat < invite->seat_count; seat++) {
        const struct peer *peer = seating->visitors[invite->seats[seat].guest]->peer;
        if (peer->state != PEER_STATE_READY || peer->quitting || peer->away ||
            peer->game_count + peer->reserved >= peer->games_max)
            return false;
    }
    return true;
}

static void start(struct seating *seating, struct invite *invite)
{
    struct peer *peers[SEATS_MAX];

    for (int seat = 0; seat < invite->seat_count; seat++)
        peers[seat] = seating->visitors[invite->seats[seat].guest]->peer;
    if (seating_start(seating, invite->ruleset, peers, true, "by invitation")) {
        clear_table(seating, invite);
    } else {
        end_table(seating, invite, "no room for another game now");
    }
}

void lobby_messages_look(struct seating *seating, usec_t now)
{
    for (int i = 0; i < seating->invites.max && seating->invites.count > 0; i++) {
        struct invite *invite = &seating->invites.tables[i];
        if (!invite->used)
            continue;
        hold_if_due(seating, invite, now);
        if (invite->expires <= now)
            end_table(seating, invite, "it lapsed");
        else if (can_start(seating, invite) && seating_room(seating) > 0)
            start(seating, invite);
    }
}
