/* lobby_messages.c - the lobby messages of bots and the answers: seeks, challenges, tables by
 * invitation. lobby.c and invitation.c have the rules. */
#include "base/log.h"
#include "arena/session.h"
#include "seating/house.h"
#include "seating/lobby_chat.h"
#include "seating/lobby_fields_private.h"
#include "seating/lobby_messages.h"
#include "seating/lobby_waiting.h"
#include "seating/seating_private.h"
#include "table/ruleset_build.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { CALLED_MAX = 8 /* connections of one name that get a challenge */ };

static struct message message_out; /* built one at a time, all on the main loop */

static void set_text(int field, const char *text)
{
    message_set_copy(&message_out, field, text, strlen(text));
}

static void add_text(int field, const char *text)
{
    message_add_copy(&message_out, field, text, strlen(text));
}

/* ----------------------------------------------------------------------------------- seeks */

static void tell_seeking(const struct seating *seating, const struct lobby_member *member)
{
    int most = peer_games_max(member->peer);

    message_init(&message_out, MESSAGE_SEEKING);
    message_begin_list(&message_out, SEEKING_RULESETS);
    for (int r = 0; r < seating->config->rules_count && member->seeks; r++) {
        if (member->want.rulesets >> r & 1)
            add_text(SEEKING_RULESETS, lobby_fields_ruleset_name(seating, r));
    }
    message_set_int(&message_out, SEEKING_PAIR, member->want.pair);
    message_set_int(&message_out, SEEKING_RATED, member->want.rated);
    message_set_int(&message_out, SEEKING_GAMES,
                    member->want.games < most ? member->want.games : most);
    if (member->seeks)
        lobby_fields_options_tell(seating, &member->options, &message_out, SEEKING_HINTS);
    connection_send(member->peer, &message_out);
}

static void take_seek(struct seating *seating, struct lobby_member *member,
                      const struct message *message)
{
    struct lobby_seek want = {.rulesets = 1, .games = PEER_GAMES_MAX};
    struct table_options options;
    const struct value *names;

    want.pair = lobby_fields_flag(message, SEEK_PAIR, false);
    want.rated = lobby_fields_flag(message, SEEK_RATED, true);
    if (message_has(message, SEEK_RULESETS)) {
        int count = message_list(message, SEEK_RULESETS, &names);
        want.rulesets = 0;
        for (int i = 0; i < count; i++) {
            int r = lobby_fields_ruleset_find(seating, names[i].string);
            if (r < 0) {
                connection_send_error(member->peer, WIRE_ERROR_RULESET, 0);
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
        connection_send_error(member->peer, want.games ? WIRE_ERROR_RULESET : WIRE_ERROR_FIELD, 0);
        return;
    }
    if (!lobby_fields_options_read(seating, member, message, SEEK_HINTS, &options))
        return;
    want.terms = table_options_terms(&options);
    bool can_stake =
        options.stake == 0 || (want.rated && seating_can_stake(seating, peer_name(member->peer),
                                                               want.rulesets, options.stake));
    if (!can_stake ||
        (want.terms && want.rated)) { /* with times of its own it could choose its opponents */
        connection_send_error(member->peer, WIRE_ERROR_OPTION, 0);
        return;
    }
    lobby_member_seek(member, &want, &options);
    tell_seeking(seating, member);
    seating_refresh(seating, member);
}

static void take_unseek(struct seating *seating, struct lobby_member *member)
{
    lobby_member_unseek(member);
    tell_seeking(seating, member);
    seating_refresh(seating, member);
}

/* ---------------------------------------------------------------------------------- tables */

static int ms_left(const struct invitation *invitation)
{
    usec_t left = invitation->expires - clock_now_usec();
    return left < 0 ? 0 : (int)(left / USEC_PER_MSEC);
}

static void tell_table(const struct seating *seating, const struct invitation *invitation)
{
    for (int seat = 0; seat < invitation->seat_count; seat++) {
        if (invitation->seats[seat].guest < 0)
            continue;
        message_init(&message_out, MESSAGE_TABLE);
        set_text(TABLE_CODE, invitation->code);
        set_text(TABLE_RULESET, lobby_fields_ruleset_name(seating, invitation->ruleset));
        message_begin_list(&message_out, TABLE_PLAYERS);
        for (int i = 0; i < invitation->seat_count; i++)
            add_text(TABLE_PLAYERS,
                     invitation->seats[i].guest < 0 ? "" : invitation->seats[i].name);
        message_set_int(&message_out, TABLE_SEAT, seat);
        message_set_int(&message_out, TABLE_MS, ms_left(invitation));
        if (invitation->starts)
            message_set_int(&message_out, TABLE_DELAY,
                            lobby_fields_delay(invitation) / USEC_PER_MSEC);
        lobby_fields_rules_tell(lobby_fields_rules(seating, invitation), &message_out,
                                TABLE_OPTIONS);
        lobby_fields_options_tell(seating, &invitation->options, &message_out, TABLE_HINTS);
        connection_send(seating->members[invitation->seats[seat].guest]->peer, &message_out);
    }
}

static void tell_invited(const struct seating *seating, const struct invitation *invitation,
                         const struct lobby_member *guest, const char *why)
{
    (void)why;
    message_init(&message_out, MESSAGE_INVITED);
    set_text(INVITED_CODE, invitation->code);
    set_text(INVITED_HOST, invitation->seats[0].name);
    set_text(INVITED_RULESET, lobby_fields_ruleset_name(seating, invitation->ruleset));
    message_begin_list(&message_out, INVITED_PLAYERS);
    for (int i = 0; i < invitation->seat_count; i++)
        add_text(INVITED_PLAYERS, invitation->seats[i].name);
    message_set_int(&message_out, INVITED_MS, ms_left(invitation));
    lobby_fields_rules_tell(lobby_fields_rules(seating, invitation), &message_out, INVITED_OPTIONS);
    lobby_fields_options_tell(seating, &invitation->options, &message_out, INVITED_HINTS);
    connection_send(guest->peer, &message_out);
}

static void tell_off(const struct lobby_member *member, const char *code, const char *why)
{
    message_init(&message_out, MESSAGE_OFF);
    set_text(OFF_CODE, code);
    set_text(OFF_WHY, why);
    connection_send(member->peer, &message_out);
}

/* Adds `change` to the hold count of every bot at a complete table. */
static void hold(struct seating *seating, const struct invitation *invitation, int change)
{
    for (int seat = 0; seat < invitation->seat_count; seat++) {
        struct lobby_member *guest = seating->members[invitation->seats[seat].guest];
        lobby_member_hold(guest, change);
        seating_refresh(seating, guest);
    }
}

/* From now on its guests start no other game; there is time enough for their running games to end.
 */
static void hold_if_due(struct seating *seating, struct invitation *invitation, usec_t now)
{
    if (invitation->held || !invitation_due(invitation, now))
        return;
    invitation_hold(invitation, now);
    hold(seating, invitation, 1);
}

static void let_go(struct seating *seating, struct invitation *invitation)
{
    if (invitation->held)
        hold(seating, invitation, -1);
    invitation_release(invitation);
}

/* Whether the connection may get messages about tables: it is a member, and knows the lobby. */
static struct lobby_member *listener(const struct peer *peer)
{
    struct lobby_member *member = peer_owner(peer);
    return member && member->speaks && !peer_is_quitting(peer) ? member : NULL;
}

/* Calls `tell` for the connections of each name that a challenge still waits for, the latest
 * CALLED_MAX of a name. */
static void
tell_awaited(const struct seating *seating, const struct invitation *invitation, const char *why,
             void (*tell)(const struct seating *seating, const struct invitation *invitation,
                          const struct lobby_member *guest, const char *why))
{
    for (int seat = 1; seat < invitation->seat_count; seat++) {
        const char *name = invitation->seats[seat].name;
        int told = 0;
        bool again = invitation->seats[seat].guest >= 0 || !name[0];
        for (int before = 1; before < seat && !again; before++)
            again = invitation->seats[before].guest < 0 &&
                    strcasecmp(invitation->seats[before].name, name) == 0;
        for (const struct peer *peer = again ? NULL : session_find(seating->arena, name);
             peer && told < CALLED_MAX; peer = session_find_next(peer)) {
            const struct lobby_member *guest = listener(peer);
            if (guest && invitation_seat_of(invitation, guest->number) < 0) {
                tell(seating, invitation, guest, why);
                told++;
            }
        }
    }
}

static void tell_end(const struct seating *seating, const struct invitation *invitation,
                     const struct lobby_member *guest, const char *why)
{
    (void)seating;
    tell_off(guest, invitation->code, why);
}

/* Closes the table: its guests leave their seats. */
static void clear_table(struct seating *seating, struct invitation *invitation)
{
    let_go(seating, invitation);
    for (int seat = 0; seat < invitation->seat_count; seat++) {
        if (invitation->seats[seat].guest >= 0)
            lobby_member_sit(seating->members[invitation->seats[seat].guest], -1);
    }
    invitation_close(&seating->invitations, invitation);
}

/* Sends the table's state to its guests and to the bots it still waits for. */
static void end_table(struct seating *seating, struct invitation *invitation, const char *why)
{
    char code[INVITATION_CODE_CHARS + 1];

    memcpy(code, invitation->code, sizeof code);
    for (int seat = 0; seat < invitation->seat_count; seat++) {
        if (invitation->seats[seat].guest >= 0)
            tell_off(seating->members[invitation->seats[seat].guest], invitation->code, why);
    }
    tell_awaited(seating, invitation, why, tell_end);
    clear_table(seating, invitation);
    house_close(seating->house, code);
}

/* Whether each free seat is a house bot's. */
static bool only_house_lacks(const struct seating *seating, const struct invitation *invitation)
{
    bool lacks = false;

    for (int seat = 0; seat < invitation->seat_count; seat++) {
        if (invitation->seats[seat].guest >= 0)
            continue;
        if (!house_keeps(seating->house, invitation->seats[seat].name))
            return false;
        lacks = true;
    }
    return lacks;
}

/* Starts the house bots, as the last step. If that fails it closes the table and returns false. */
static bool start_house(struct seating *seating, struct invitation *invitation)
{
    if (!only_house_lacks(seating, invitation) ||
        house_start(seating->house, invitation->code) == 0)
        return true;
    end_table(seating, invitation, "a house bot cannot be started");
    return false;
}

/* `seat` -1: a bot that was challenged and never sat down. The table ends if its host or a
 * challenged bot leaves. */
static void stand_up(struct seating *seating, struct invitation *invitation, int seat,
                     struct lobby_member *member)
{
    char why[NAME_MAX_BYTES + 16];

    assert(seat < invitation->seat_count);
    if (seat <= 0 || invitation->challenge ||
        /* cppcheck-suppress arrayIndexOutOfBoundsCond; it assumes that any seat below 7 is possible
         */
        house_keeps(seating->house, invitation->seats[seat].name)) {
        snprintf(why, sizeof why, "%s %s", peer_name(member->peer), seat < 0 ? "declines" : "left");
        end_table(seating, invitation, why);
        return;
    }
    let_go(seating, invitation);
    lobby_member_sit(member, -1);
    invitation_stand_up(invitation, seat);
    tell_table(seating, invitation);
}

static struct invitation *find_table(struct seating *seating, struct lobby_member *member,
                                     const struct message *message, int field)
{
    struct invitation *invitation =
        invitation_find(&seating->invitations, message_string(message, field));
    if (!invitation)
        connection_send_error(member->peer, WIRE_ERROR_TABLE, 0);
    return invitation;
}

static void sit(struct seating *seating, struct lobby_member *member, struct invitation *invitation,
                int seat)
{
    if (invitation_join(invitation, member->number, peer_name(member->peer), seat) < 0) {
        connection_send_error(member->peer, WIRE_ERROR_TABLE, 0);
        return;
    }
    lobby_member_sit(member, 1);
    hold_if_due(seating, invitation, clock_now_usec());
    if (invitation_complete(invitation))
        seating_arm(seating, lobby_fields_delay(invitation));
    if (start_house(seating, invitation))
        tell_table(seating, invitation);
}

static void take_join(struct seating *seating, struct lobby_member *member,
                      const struct message *message)
{
    struct invitation *invitation = find_table(seating, member, message, JOIN_CODE);
    int64_t seat = message_has(message, JOIN_SEAT) ? message_int(message, JOIN_SEAT) : -1;

    if (invitation && message_has(message, JOIN_SEAT) &&
        (seat < 0 || seat >= invitation->seat_count))
        connection_send_error(member->peer, WIRE_ERROR_TABLE, 0);
    else if (invitation)
        sit(seating, member, invitation, (int)seat);
}

static void take_accept(struct seating *seating, struct lobby_member *member,
                        const struct message *message)
{
    struct invitation *invitation = find_table(seating, member, message, ACCEPT_CODE);
    if (invitation)
        sit(seating, member, invitation, -1);
}

static void take_decline(struct seating *seating, struct lobby_member *member,
                         const struct message *message)
{
    struct invitation *invitation = find_table(seating, member, message, DECLINE_CODE);

    if (!invitation)
        return;
    int seat = invitation_seat_of(invitation, member->number);
    if (seat < 0 && !invitation_awaits(invitation, peer_name(member->peer)))
        connection_send_error(member->peer, WIRE_ERROR_TABLE, 0);
    else
        stand_up(seating, invitation, seat, member);
}

/* Returns a new table of this connection, or NULL if there is no room. `built`: its own rules;
 * NULL: those of `ruleset`. */
static struct invitation *open_table(struct seating *seating, struct lobby_member *member,
                                     int ruleset, const struct ruleset *built,
                                     const struct table_options *options,
                                     const char (*names)[NAME_MAX_BYTES + 1])
{
    int seats = built ? built->players : seating->config->rules[ruleset].players;
    const struct lobby *lobby = &seating->lobby;
    int bot = lobby->seekers[member->number].bot;
    const struct invitation_host host = {.guest = member->number,
                                         .name = peer_name(member->peer),
                                         .address = peer_address(member->peer),
                                         .owner = (uint32_t)lobby->history.bots[bot].owner};

    invitation_limit(&seating->invitations, seating->config->invitations_per_address_max,
                     seating->config->invitations_per_owner_max);
    struct invitation *invitation =
        invitation_open(&seating->invitations, &host, ruleset, seats, names, clock_now_usec());
    if (invitation) {
        if (built)
            invitation_set_rules(invitation, built);
        invitation_set_options(invitation, options);
        lobby_member_sit(member, 1);
    }
    return invitation;
}

/* Whether the `wanted`-th name has enough other connections to fill all of its seats. */
static bool all_there(const struct seating *seating, const struct lobby_member *host,
                      const char (*names)[NAME_MAX_BYTES + 1], int count, int wanted)
{
    int needed = 0, there = 0;

    for (int i = 0; i < count; i++)
        needed += strcasecmp(names[i], names[wanted]) == 0;
    for (const struct peer *peer = session_find(seating->arena, names[wanted]);
         peer && there < needed; peer = session_find_next(peer)) {
        const struct lobby_member *member = listener(peer);
        there += member && member != host;
    }
    return there >= needed;
}

/* House bots play only where each decision has a limit, and where the game may begin at once:
 * otherwise their processes could run for nothing. */
static bool house_may(const struct seating *seating, const struct message *message,
                      const struct table_options *options)
{
    struct time_control time = seating->config->time;

    table_options_set_time(options, &time);
    return time.auction != 0 && time.exchange != 0 && time.play != 0 &&
           !message_has(message, OPEN_DELAY);
}

/* The name for which `open` keeps the other seats; "": any. */
static enum wire_error read_seats(const struct seating *seating, const struct lobby_member *host,
                                  const struct message *message, int players,
                                  const struct table_options *options,
                                  char (*names)[NAME_MAX_BYTES + 1])
{
    const struct value *items;
    int house = 0, count = message_list(message, OPEN_SEATS, &items);

    if (count != players - 1)
        return WIRE_ERROR_FIELD;
    for (int i = 0; i < count; i++) {
        struct slice word = items[i].string;
        house_name(seating->house, word, names[i]);
        house += names[i][0] != '\0';
        if (names[i][0] || word.size == 0)
            continue;
        if (word.size > NAME_MAX_BYTES || word.data[0] == '*')
            return word.data[0] == '*' ? WIRE_ERROR_ABSENT : WIRE_ERROR_NAME;
        memcpy(names[i], word.data, word.size);
    }
    for (int i = 0; i < count; i++) {
        if (names[i][0] && !house_keeps(seating->house, names[i]) &&
            !all_there(seating, host, (const char(*)[NAME_MAX_BYTES + 1]) names, count, i))
            return WIRE_ERROR_ABSENT;
    }
    if (house > 0 && !house_may(seating, message, options))
        return WIRE_ERROR_OPTION;
    return house > house_room(seating->house, peer_address(host->peer)) ? WIRE_ERROR_FULL
                                                                        : WIRE_ERROR_NONE;
}

/* Reserves the seats of a new table. */
static void keep_seats(struct seating *seating, struct lobby_member *host,
                       struct invitation *invitation, const char (*names)[NAME_MAX_BYTES + 1])
{
    for (int seat = 1; seat < invitation->seat_count; seat++) {
        const char *name = names[seat - 1];
        invitation_keep_seat(invitation, seat, name);
        if (name[0] && house_keeps(seating->house, name))
            house_take(seating->house, invitation->code, seat, name, peer_address(host->peer));
    }
    tell_awaited(seating, invitation, NULL, tell_invited);
}

/* The rules that `open` asks for, made from those of `base`: `own`, or `base` itself. Returns NULL
 * after it has refused them. */
static const struct ruleset *read_rules(const struct lobby_member *member,
                                        const struct message *message, const struct ruleset *base,
                                        struct ruleset *own)
{
    struct slice changes[MESSAGE_ITEMS_MAX];
    struct ruleset_error error;
    const struct value *items;

    if (!message_has(message, OPEN_OPTIONS))
        return base;
    int count = message_list(message, OPEN_OPTIONS, &items);
    for (int i = 0; i < count; i++)
        changes[i] = items[i].string;
    if (ruleset_build(own, base, changes, count, &error) == 0)
        return own;
    connection_send_refusal(member->peer, WIRE_ERROR_OPTION, error.text);
    return NULL;
}

static void take_open(struct seating *seating, struct lobby_member *member,
                      const struct message *message)
{
    char names[SEATS_MAX][NAME_MAX_BYTES + 1] = {{0}};
    int r = lobby_fields_ruleset(seating, message, OPEN_RULESET);
    int64_t delay = message_has(message, OPEN_DELAY) ? message_int(message, OPEN_DELAY) : 0;
    struct table_options options;
    struct ruleset own;

    if (r < 0 || delay < 0 || delay > INVITATION_DELAY_SECONDS_MAX * INT64_C(1000)) {
        connection_send_error(member->peer, r < 0 ? WIRE_ERROR_RULESET : WIRE_ERROR_FIELD, 0);
        return;
    }
    if (!lobby_fields_options_read(seating, member, message, OPEN_HINTS, &options))
        return;
    const struct ruleset *rules = read_rules(member, message, &seating->config->rules[r], &own);
    if (!rules)
        return;
    enum wire_error error =
        message_has(message, OPEN_SEATS)
            ? read_seats(seating, member, message, rules->players, &options, names)
            : WIRE_ERROR_NONE;
    struct invitation *invitation =
        error == WIRE_ERROR_NONE
            ? open_table(seating, member, r, rules == &own ? &own : NULL, &options, NULL)
            : NULL;
    if (!invitation) {
        connection_send_error(member->peer, error ? error : WIRE_ERROR_FULL, 0);
        return;
    }
    keep_seats(seating, member, invitation, (const char(*)[NAME_MAX_BYTES + 1]) names);
    if (lobby_fields_flag(message, OPEN_LISTED, false))
        invitation_list(invitation);
    if (delay > 0)
        invitation_schedule(invitation, clock_now_usec(), delay * USEC_PER_MSEC);
    seating_arm(seating, invitation->expires - clock_now_usec());
    if (start_house(seating, invitation))
        tell_table(seating, invitation);
}

/* ------------------------------------------------------------------------------ challenges */

/* Reads the names of a challenge. */
static enum wire_error read_names(const struct seating *seating, const struct lobby_member *host,
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
    return WIRE_ERROR_NONE;
}

static void take_challenge(struct seating *seating, struct lobby_member *member,
                           const struct message *message)
{
    char names[SEATS_MAX][NAME_MAX_BYTES + 1] = {{0}};
    int r = lobby_fields_ruleset(seating, message, CHALLENGE_RULESET);
    enum wire_error error = WIRE_ERROR_RULESET;
    struct invitation *invitation = NULL;
    struct table_options options;

    if (r >= 0 && !lobby_fields_options_read(seating, member, message, CHALLENGE_HINTS, &options))
        return;
    if (r >= 0)
        error = read_names(seating, member, message, seating->config->rules[r].players, names);
    if (error == WIRE_ERROR_NONE) {
        invitation = open_table(seating, member, r, NULL, &options,
                                (const char(*)[NAME_MAX_BYTES + 1]) names);
        error = WIRE_ERROR_FULL;
    }
    if (!invitation) {
        connection_send_error(member->peer, error, 0);
        return;
    }
    seating_arm(seating, invitation->expires - clock_now_usec());
    tell_table(seating, invitation);
    tell_awaited(seating, invitation, NULL, tell_invited);
}

/* ---------------------------------------------------------------------------- from hall.c */

bool lobby_messages_take(struct seating *seating, struct lobby_member *member,
                         const struct message *message)
{
    void (*take)(struct seating *, struct lobby_member *, const struct message *) =
        message->kind == MESSAGE_SEEK        ? take_seek
        : message->kind == MESSAGE_CHALLENGE ? take_challenge
        : message->kind == MESSAGE_ACCEPT    ? take_accept
        : message->kind == MESSAGE_DECLINE   ? take_decline
        : message->kind == MESSAGE_OPEN      ? take_open
        : message->kind == MESSAGE_JOIN      ? take_join
        : message->kind == MESSAGE_CHAT      ? lobby_chat_take
                                             : NULL;

    if (!take && message->kind != MESSAGE_UNSEEK && message->kind != MESSAGE_TABLES)
        return false;
    lobby_member_set_speaks(member);
    if (seating->closed)
        connection_send_error(member->peer, WIRE_ERROR_CLOSING, 0);
    else if (take)
        take(seating, member, message);
    else if (message->kind == MESSAGE_UNSEEK)
        take_unseek(seating, member);
    else
        lobby_waiting_tell(seating, member);
    return true;
}

void lobby_messages_sit(struct seating *seating, struct lobby_member *member, const char *code,
                        int seat)
{
    struct invitation *invitation =
        invitation_find(&seating->invitations, (struct slice){code, strlen(code)});

    if (invitation)
        sit(seating, member, invitation, seat);
}

void lobby_messages_end(struct seating *seating, const char *code, const char *why)
{
    struct invitation *invitation =
        invitation_find(&seating->invitations, (struct slice){code, strlen(code)});

    if (invitation)
        end_table(seating, invitation, why);
}

void lobby_messages_gone(struct seating *seating, struct lobby_member *member)
{
    for (int i = 0; i < seating->invitations.max && member->sits > 0; i++) {
        struct invitation *invitation = &seating->invitations.tables[i];
        int seat = invitation->used ? invitation_seat_of(invitation, member->number) : -1;
        if (seat >= 0)
            stand_up(seating, invitation, seat, member);
    }
}

static bool can_start(const struct seating *seating, const struct invitation *invitation)
{
    if (!invitation->held)
        return false;
    for (int seat = 0; seat < invitation->seat_count; seat++) {
        const struct peer *peer = seating->members[invitation->seats[seat].guest]->peer;
        if (peer_state(peer) != PEER_STATE_READY || peer_is_quitting(peer) || peer_is_away(peer) ||
            peer_games_left(peer) <= 0)
            return false;
    }
    return true;
}

static void start_table(struct seating *seating, struct invitation *invitation)
{
    struct peer *peers[SEATS_MAX];

    for (int seat = 0; seat < invitation->seat_count; seat++)
        peers[seat] = seating->members[invitation->seats[seat].guest]->peer;
    const struct seating_start start = {.ruleset = invitation->ruleset,
                                        .built = invitation->built ? &invitation->rules : NULL,
                                        .peers = peers,
                                        .arranged = true,
                                        .unrated = "by invitation",
                                        .options = &invitation->options,
                                        .chat = lobby_chat_keep(seating, invitation)};
    if (seating_start(seating, &start)) {
        house_begin(seating->house, invitation->code);
        clear_table(seating, invitation);
    } else {
        end_table(seating, invitation, "no room for another game now");
    }
}

void lobby_messages_look(struct seating *seating, usec_t now)
{
    for (int i = 0; i < seating->invitations.max && seating->invitations.count > 0; i++) {
        struct invitation *invitation = &seating->invitations.tables[i];
        if (!invitation->used)
            continue;
        hold_if_due(seating, invitation, now);
        if (invitation->expires <= now)
            end_table(seating, invitation, "it lapsed");
        else if (can_start(seating, invitation) && seating_room(seating) > 0)
            start_table(seating, invitation);
    }
}
