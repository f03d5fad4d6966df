/* registration.c - see registration.h. */
#include "daemon/registration.h"
#include "arena/connection.h"
#include "arena/session.h"
#include "base/log.h"
#include "cluster/node.h"
#include "daemon/bot_version.h"
#include "daemon/server_private.h"
#include "seating/house.h"

#include <openssl/crypto.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* Whether this bot may connect. */
static enum wire_error check_token(struct server *server, const struct ladder_bot *bot,
                                   const char *token)
{
    if (bot->stopped && writer_view_token_valid(server->ladder, bot->name, token))
        return WIRE_ERROR_STOPPED;
    if (bot->banned || !writer_view_token_valid(server->ladder, bot->name, token))
        return WIRE_ERROR_TOKEN;
    return server->config.registration == REGISTRATION_TOKEN && !bot->has_token ? WIRE_ERROR_TOKEN
                                                                                : WIRE_ERROR_NONE;
}

static bool name_allowed(struct server *server, const struct peer *peer)
{
    if (name_rate_allows(&server->name_rate, peer_address(peer), server->config.names_per_minute,
                         clock_now_usec()))
        return true;
    log_line(LOG_WARN, "peer=%s name=%s refused: too many new names", peer_label(peer),
             peer_name(peer));
    return false;
}

/* Bots of one address (of IPv6: of one /64) have one owner, so bots of one machine never meet in a
 * rated game. Each bot of this machine, also at a unix socket, has an owner of its own, because all
 * bots behind a proxy come from here. */
static void owner_of_new(const struct server *server, const struct peer *peer,
                         char owner[LADDER_NAME_MAX + 1])
{
    uint8_t bytes[ENDPOINT_KEY_BYTES];
    uint64_t address = peer_address(peer);
    size_t size = endpoint_key_bytes(address, bytes);

    owner[0] = 0;
    if (server->config.owner_by_address && size > 0 && !endpoint_key_is_local(address))
        address_owner(server->address_key, bytes, size, owner);
}

/* The program of a host, or the connection by which it sees who waits. */
static bool is_hosted(const struct server *server, const struct peer *peer, const char *said)
{
    return said[0] && host_token_check(server->address_key, peer_name(peer), peer_version(peer),
                                       clock_wall_msec() / 1000, said);
}

/* A hosted bot plays once at a time: whoever connects it beside that is there first. One that comes
 * back to its session takes its place. */
static enum wire_error check_hosted(const struct server *server, const struct peer *peer,
                                    const struct ladder_bot *bot, bool comes_back)
{
    if (bot->banned)
        return WIRE_ERROR_TOKEN;
    if (bot->stopped)
        return WIRE_ERROR_STOPPED;
    return !comes_back && bot_version_is_here(server->arena, peer) ? WIRE_ERROR_BOT_VERSION
                                                                   : WIRE_ERROR_NONE;
}

/* A new version counts like a new name; those of hosted bots are counted where they are handed in.
 */
static enum wire_error check_version(struct server *server, const struct peer *peer,
                                     const char *latest, bool hosted)
{
    enum bot_version_verdict verdict = bot_version_judge(server->arena, peer, latest);
    if (verdict == BOT_VERSION_OTHER)
        return WIRE_ERROR_BOT_VERSION;
    if (verdict == BOT_VERSION_SAME)
        return WIRE_ERROR_NONE;
    if (*latest && !hosted && !name_allowed(server, peer))
        return WIRE_ERROR_FULL;
    if (writer_version_begin(server->ladder, peer_name(peer), peer_version(peer)))
        return WIRE_ERROR_FULL;
    log_line(LOG_INFO, "name=%s is version %s from now on", peer_name(peer), peer_version(peer));
    return WIRE_ERROR_NONE;
}

/* --------------------------------------------------------------------------------- new names */

/* The claim is on disk, or another one is. A bot that claimed the name a moment ago, perhaps at
 * another node, may come with the token of that claim. */
static enum wire_error decide(struct server *server, const struct peer *peer,
                              const struct ladder_claim *claim, enum ladder_claim_outcome outcome)
{
    struct ladder_bot bot;

    if (outcome == LADDER_CLAIM_NO_CODE)
        return WIRE_ERROR_INVITE;
    if (outcome == LADDER_CLAIM_CODE_OVER)
        return WIRE_ERROR_INVITE_OVER;
    if (outcome == LADDER_CLAIM_CODE_USED)
        return WIRE_ERROR_INVITE_USED;
    if (outcome == LADDER_CLAIM_FAILED || !writer_view_bot(server->ladder, claim->name, &bot))
        return WIRE_ERROR_FULL;
    if (outcome == LADDER_CLAIM_TAKEN) {
        enum wire_error refused = check_token(server, &bot, claim->said);
        if (refused)
            return refused;
    }
    return check_version(server, peer, bot.version, false);
}

static void on_claimed(void *context, const struct ladder_claim *claim,
                       enum ladder_claim_outcome outcome)
{
    struct server *server = context;
    struct peer *peer = session_find_deferred(server->arena, claim->name, claim->asker);

    if (outcome == LADDER_CLAIM_WON)
        log_line(LOG_INFO, "name=%s claimed%s", claim->name,
                 peer ? "" : ", but its bot left before it got the token");
    if (peer)
        session_decide(peer, decide(server, peer, claim, outcome),
                       outcome == LADDER_CLAIM_WON ? claim->token : NULL);
}

static enum wire_error claim_name(struct server *server, struct peer *peer,
                                  const struct hello_words *words, const char *said)
{
    struct ladder_claim claim = {.token = "",
                                 .invited = server->config.registration == REGISTRATION_INVITE};

    snprintf(claim.name, sizeof claim.name, "%s", peer_name(peer));
    snprintf(claim.asker, sizeof claim.asker, "%s", peer_session(peer));
    snprintf(claim.said, sizeof claim.said, "%s", said);
    snprintf(claim.code, sizeof claim.code, "%.*s",
             words->invite.size < sizeof claim.code ? (int)words->invite.size : 0,
             words->invite.data);
    owner_of_new(server, peer, claim.owner);
    int status = writer_claim_queue(server->ladder, &claim, on_claimed, server);
    OPENSSL_cleanse(&claim, sizeof claim);
    if (status)
        return WIRE_ERROR_FULL;
    session_defer(peer);
    return WIRE_ERROR_NONE;
}

static enum wire_error add_name(struct server *server, const struct peer *peer)
{
    char owner[LADDER_NAME_MAX + 1];

    owner_of_new(server, peer, owner);
    /* If the queue is full, its first result adds the bot. */
    if (writer_queue_register_owned(server->ladder, peer_name(peer), owner)) {
        log_line(LOG_INFO, "name=%s is registered with its first result", peer_name(peer));
        return peer_version(peer)[0] ? WIRE_ERROR_FULL : WIRE_ERROR_NONE;
    }
    return check_version(server, peer, "", false);
}

enum wire_error registration_judge_new(enum registration way, const struct hello_words *words)
{
    if (way == REGISTRATION_TOKEN)
        return WIRE_ERROR_TOKEN;
    if (way == REGISTRATION_OPEN)
        return WIRE_ERROR_NONE;
    if (!words->claim)
        return way == REGISTRATION_INVITE ? WIRE_ERROR_INVITE : WIRE_ERROR_CLAIM;
    /* A name that never played here has no session here. */
    if (words->session)
        return WIRE_ERROR_SESSION;
    return WIRE_ERROR_NONE;
}

/* A name that is not in the ladder, and that no other node sends. */
static enum wire_error accept_new(struct server *server, struct peer *peer,
                                  const struct hello_words *words, const char *said)
{
    enum registration way = server->config.registration;
    enum wire_error refused = registration_judge_new(way, words);

    if (!refused && name_is_reserved(peer_name(peer)))
        refused = WIRE_ERROR_TOKEN;
    if (refused)
        return refused;
    if (!name_allowed(server, peer))
        return WIRE_ERROR_FULL;
    return way == REGISTRATION_OPEN ? add_name(server, peer)
                                    : claim_name(server, peer, words, said);
}

enum wire_error registration_accept(struct arena *arena, struct peer *peer,
                                    const struct hello_words *words)
{
    struct server *server = arena_owner(arena);
    struct ladder_bot bot;
    char said[2 * LADDER_TOKEN_BYTES + 1] = "";

    if (peer_pid(peer) != 0) /* prefix of house bots: this daemon starts no others */
        return WIRE_ERROR_NONE;
    if (house_keeps(server->hall.house, peer_name(peer)))
        return WIRE_ERROR_TOKEN;
    if (words->token.size < sizeof said)
        memcpy(said, words->token.data, words->token.size);
    bool expected =
        server->node && words->ticket.size > 0 && node_admits(server->node, peer, words->ticket);
    bool hosted = !expected && is_hosted(server, peer, said);
    if (writer_view_bot(server->ladder, peer_name(peer), &bot)) {
        enum wire_error refused = hosted       ? check_hosted(server, peer, &bot, words->session)
                                  : !expected  ? check_token(server, &bot, said)
                                  : bot.banned ? WIRE_ERROR_TOKEN
                                               : WIRE_ERROR_NONE;
        return refused ? refused : check_version(server, peer, bot.version, hosted);
    }
    if (hosted && name_is_reserved(peer_name(peer)))
        return WIRE_ERROR_NONE;
    return expected ? add_name(server, peer) : accept_new(server, peer, words, said);
}

void registration_on_account(void *context, const char *bot)
{
    struct server *server = context;

    for (struct peer *peer = arena_first_peer(server->arena); peer; peer = peer_next(peer)) {
        if (peer_state(peer) != PEER_STATE_READY || strcasecmp(peer_name(peer), bot) != 0)
            continue;
        log_line(LOG_INFO, "peer=%s name=%s closed: its owner stopped it or renewed its token",
                 peer_label(peer), peer_name(peer));
        connection_bye(peer, "closed by its owner");
    }
}
