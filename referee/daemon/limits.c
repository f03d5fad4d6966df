/* limits.c - every limit of the daemon, with its present use. */
#include "daemon/limits.h"
#include "arena/share.h"
#include "arena/linger.h"
#include "daemon/admin.h"

#include <assert.h>
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

struct list {
    struct limit *limits;
    int count;
};

static void add(struct list *list, const char *name, const char *unit, bool option, long long value,
                long long used)
{
    assert(list->count < LIMITS_MAX);
    list->limits[list->count++] =
        (struct limit){.name = name, .unit = unit, .option = option, .value = value, .used = used};
}

static void add_option(struct list *list, const char *name, const char *unit, long long value,
                       long long used)
{
    add(list, name, unit, true, value, used);
}

static void add_constant(struct list *list, const char *name, const char *unit, long long value,
                         long long used)
{
    add(list, name, unit, false, value, used);
}

/* ------------------------------------------------------------------------------- what is in use */

struct peers_use {
    long long messages, out_bytes, in_bytes, games;
};

static void most(long long *highest, long long value)
{
    if (value > *highest)
        *highest = value;
}

static struct peers_use use_of_peers(const struct arena *arena, usec_t now)
{
    struct peers_use use = {0};

    for (const struct peer *peer = arena_first_peer(arena); peer; peer = peer_next(peer)) {
        const struct peer *there = loops_connection(peer);
        most(&use.messages, peer_messages(there, now));
        most(&use.out_bytes, (long long)peer_bytes_unsent(there));
        most(&use.in_bytes, (long long)peer_bytes_kept(there));
        most(&use.games, peer_games(peer));
    }
    return use;
}

static long long descriptors_open(void)
{
    DIR *directory = opendir("/proc/self/fd");
    long long count = -1; /* its own */

    if (!directory)
        return -1;
    for (const struct dirent *entry; (entry = readdir(directory)) != NULL;)
        count += entry->d_name[0] != '.';
    closedir(directory);
    return count;
}

/* ------------------------------------------------------------------------------------ the lists */

static void list_connections(struct list *list, const struct limits_source *source)
{
    const struct config *config = source->config;
    const struct arena *arena = source->arena;
    struct peers_use use = use_of_peers(arena, source->now);
    int of_address, handshakes_of_address;

    share_highest(arena_share(arena), &of_address, &handshakes_of_address);

    add_option(list, "peers-max", "connections", config->peers_max, arena_counts(arena).peers);
    add_option(list, "peers-per-address-max", "connections", config->peers_per_address_max,
               of_address);
    add_option(list, "handshakes-max", "connections", config->handshakes_max,
               arena_counts(arena).handshakes);
    add_option(list, "handshakes-per-address-max", "connections",
               config->handshakes_per_address_max, handshakes_of_address);
    add_option(list, "handshake-ms", "ms", config->handshake_msec, -1);
    add_option(list, "messages-per-second", "messages", config->messages_per_second, use.messages);
    add_option(list, "names-per-minute", "names", config->names_per_minute,
               name_rate_highest(source->name_rate, source->now));
    add_option(list, "bots-per-owner", "bots", config->bots_per_owner, -1);
    add_option(list, "submit-mb", "MiB", config->submit_mb, -1);
    add_option(list, "submits-per-day", "archives", config->submits_per_day, -1);
    add_option(list, "submit-store-mb", "MiB", config->submit_store_mb, -1);
    add_option(list, "departures-per-minute", "connections", config->departures_per_minute,
               source->departures ? name_rate_highest(source->departures, source->now) : 0);
    add_constant(list, "output-queue", "bytes", PEER_OUT_BYTES_MAX, use.out_bytes);
    add_constant(list, "input-kept", "bytes", PEER_IN_BYTES, use.in_bytes);
    add_constant(list, "last-words", "connections", LINGER_MAX, arena_counts(arena).lingering);
    add_constant(list, "last-words-time", "ms", LINGER_MSEC, -1);
    add_constant(list, "games-per-connection", "games", PEER_GAMES_MAX, use.games);
}

static void list_messages(struct list *list)
{
    add_constant(list, "message", "bytes", FRAME_BYTES_MAX, -1);
    add_constant(list, "text-line", "bytes", FRAME_BYTES_MAX, -1);
    add_constant(list, "message-depth", "levels", MESSAGE_DEPTH_MAX, -1);
    add_constant(list, "message-fields", "fields", MESSAGE_FIELDS_MAX, -1);
    add_constant(list, "message-lists", "items", MESSAGE_ITEMS_MAX, -1);
    add_constant(list, "message-string", "bytes", STRING_BYTES_MAX, -1);
    add_constant(list, "name", "bytes", NAME_MAX_BYTES, -1);
}

/* The budget of a loop turn for messages that are no expected answers, and how many peers wait. */
static void list_shares(struct list *list, const struct arena *arena)
{
    add_constant(list, "turn", "us", SHARE_TURN_USEC, -1);
    add_constant(list, "turn-of-address", "us", SHARE_QUANTUM_USEC, -1);
    add_constant(list, "turn-waiting", "connections", 0, arena_share(arena)->waiting);
}

static void list_invitations(struct list *list, const struct limits_source *source)
{
    const struct invitations *invitations = source->invitations;

    add_constant(list, "invitations", "tables", invitations ? invitations->max : 0,
                 invitations ? invitations->count : 0);
    add_option(list, "invitations-per-address-max", "tables",
               source->config->invitations_per_address_max,
               invitations ? invitation_highest(invitations, INVITATION_ADDRESS) : 0);
    add_option(list, "invitations-per-owner-max", "tables",
               source->config->invitations_per_owner_max,
               invitations ? invitation_highest(invitations, INVITATION_OWNER) : 0);
    add_option(list, "house-seats-max", "seats", source->config->house_seats_max, -1);
    add_option(list, "house-seats-per-address-max", "seats",
               source->config->house_seats_per_address_max, -1);
    add_constant(list, "invitations-per-connection", "tables", INVITATION_HOSTED_MAX,
                 invitations ? invitation_highest(invitations, INVITATION_HOST) : 0);
}

static void list_games(struct list *list, const struct limits_source *source)
{
    add_option(list, "tables-max", "games", source->config->tables_max, source->games);
    add_option(list, "table-ms-max", "ms", source->config->table_msec_max, -1);
    add_option(list, "games-total", "games", source->config->games_total, source->games_started);
    add_option(list, "grace-ms", "ms", source->config->grace_msec, -1);
    add_option(list, "game-log-mb", "MiB", source->config->game_log_mb,
               source->ladder ? writer_game_log_bytes(source->ladder) >> 20 : -1);
    add_option(list, "game-log-days", "days", source->config->game_log_days, -1);
    add_option(list, "host-jobs", "programs", source->config->host_jobs, -1);
    add_constant(list, "stall", "ms", STALL_MSEC, -1);
}

static void list_http(struct list *list, const struct limits_source *source)
{
    struct web_limits limits;

    web_server_limits(source->web, &limits);
    add_constant(list, "http-connections", "connections", limits.connections_max,
                 limits.connections);
    add_option(list, "http-per-address-max", "connections", source->config->http_per_address_max,
               limits.of_address);
    add_constant(list, "http-reserved", "connections", limits.reserved_max, -1);
    add_option(list, "watchers-max", "watchers", source->config->watchers_max, limits.watchers);
    add_option(list, "watchers-per-table-max", "watchers", source->config->watchers_per_table_max,
               -1);
    add_constant(list, "http-header", "bytes", limits.header_bytes_max, -1);
    add_constant(list, "http-body", "bytes", limits.body_bytes_max, -1);
    add_constant(list, "http-request-idle", "s", limits.idle_sec_max, -1);
    add_constant(list, "http-connection-life", "s", limits.life_sec_max, -1);
    add_constant(list, "http-answer-wait", "s", limits.answer_sec_max, -1);
}

static void list_process(struct list *list, const struct limits_source *source)
{
    struct rlimit files = {0};

    getrlimit(RLIMIT_NOFILE, &files);
    add_constant(list, "descriptors", "descriptors",
                 files.rlim_cur == RLIM_INFINITY ? 0 : (long long)files.rlim_cur,
                 descriptors_open());
    add_constant(list, "admin-connections", "connections", ADMIN_CONNECTIONS_MAX,
                 source->admin_connections);
    add_constant(list, "admin-line", "bytes", ADMIN_LINE_BYTES_MAX, -1);
    add_constant(list, "admin-deadline", "ms", ADMIN_DEADLINE_MSEC, -1);
}

int limits_list(const struct limits_source *source, struct limit *limits)
{
    struct list list = {.limits = limits};

    list_connections(&list, source);
    list_shares(&list, source->arena);
    list_messages(&list);
    list_games(&list, source);
    list_invitations(&list, source);
    list_http(&list, source);
    list_process(&list, source);
    return list.count;
}
