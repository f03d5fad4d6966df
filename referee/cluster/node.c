/* node.c - bots that go to other nodes, and bots that come from there. */
#include "cluster/node.h"
#include "arena/session.h"
#include "cluster/carried.h"
#include "base/log.h"

#include <event2/event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    EXPECTED_MAX = 1024,
    LEAVING_MAX = 1024,
    CARRIERS_MAX = CLUSTER_WATCHED_MAX, /* runs of nodes that are remembered, the latest */
    SESSIONS_MAX = 4096, /* sessions of carried bots that are remembered, the latest */
};
static const usec_t ticket_usec = CLUSTER_TICKET_MSEC * (usec_t)USEC_PER_MSEC;
static const usec_t offer_usec = NODE_OFFER_MSEC * (usec_t)USEC_PER_MSEC;

struct expected {
    usec_t until;      /* 0: free */
    struct peer *peer; /* has shown the ticket, but is not ready yet */
    struct seek_offer offer;
    char life[CLUSTER_LIFE_BYTES]; /* of the node that offered it */
    char ticket[SEEK_TICKET_BYTES];
};

struct leaving { /* was redirected, and may still be here */
    usec_t until;
    int member;
    char session[2 * SESSION_BYTES + 1];
};

struct session { /* session that a bot has here, and its session at another node */
    char here[RELAY_SESSION_BYTES], there[RELAY_SESSION_BYTES], address[72];
};

struct node {
    node_awaited_fn *awaited;
    void *awaited_context;
    struct arena *arena;
    struct seating *seating;
    const struct config *config;
    struct cluster *cluster;
    struct relays relays;
    struct event *told, *tick;
    char rulesets[CLUSTER_RULESETS_MAX][64];
    struct expected expected[EXPECTED_MAX];
    int expected_next;
    struct leaving leaving[LEAVING_MAX];
    int leaving_count;
    struct session *sessions; /* SESSIONS_MAX */
    long session_next;
    struct seek_offer offers[CLUSTER_OFFERS_MAX];
    struct carrier carriers[CARRIERS_MAX]; /* number n is at (n - 1) % CARRIERS_MAX */
    uint32_t carrier_last;                 /* number */
};

/* All nodes use the same name for a ruleset. */
static void name_ruleset(const struct ruleset *rules, const char *options, char name[64])
{
    uint32_t hash = 2166136261u;

    for (const char *c = options; *c; c++)
        hash = (hash ^ (uint8_t)*c) * 16777619u;
    if (options[0])
        snprintf(name, 64, "%s+%08x", preset_name(rules->preset), (unsigned)hash);
    else
        snprintf(name, 64, "%s", preset_name(rules->preset));
}

/* ------------------------------------------------------------------------------------- offers */

static bool may_go(const struct lobby_member *member)
{
    const struct peer *peer = lobby_member_peer(member);
    return peer_state(peer) == PEER_STATE_READY && peer_games(peer) == 0 &&
           peer_games_reserved(peer) == 0 && !peer_is_away(peer) && peer_pid(peer) == 0 &&
           !peer_is_quitting(peer) && lobby_member_may_go(member);
}

/* Encodes its wishes among its rulesets, as a word that is no ruleset: other nodes decode it (see
 * wishes_of), and older ones know no ruleset of that name. */
enum { WISHES = '=' };

static void add_wishes(const struct node *node, const struct lobby_member *member,
                       struct seek_offer *offer)
{
    char wishes[TABLE_OPTIONS_TEXT_MAX], arena[TABLE_OPTIONS_TEXT_MAX];
    size_t used = strlen(offer->rulesets);
    struct table_options options;

    seating_options(node->seating, &options);
    table_options_format(&options, arena);
    table_options_format(lobby_member_options(member), wishes);
    if (used > 0 && strcmp(arena, wishes) != 0 &&
        used + strlen(wishes) + 3 <= sizeof offer->rulesets)
        snprintf(offer->rulesets + used, sizeof offer->rulesets - used, "%c%s ", WISHES, wishes);
}

/* The wishes of an offer; this node's defaults without any. */
static void wishes_of(const struct node *node, const struct seek_offer *offer,
                      struct table_options *options)
{
    const char *at = strchr(offer->rulesets, WISHES);
    char word[TABLE_OPTIONS_TEXT_MAX];
    struct table_options wishes;

    seating_options(node->seating, options);
    size_t size = at ? strcspn(at + 1, " ") : 0;
    if (!at || size >= sizeof word)
        return;
    memcpy(word, at + 1, size);
    word[size] = 0;
    if (table_options_parse(word, &wishes))
        return;
    options->stake = wishes.stake;
    table_options_join(options, &wishes);
}

static struct seek_offer make_offer(const struct node *node, const struct lobby_member *member,
                                    const struct lobby_seek *want)
{
    const struct peer *peer = lobby_member_peer(member);
    struct seek_offer offer = {.rated = want->rated,
                               .pair = want->pair,
                               .carried = !peer_follows(peer),
                               .games = want->games};
    size_t used = 0;

    memcpy(offer.bot, peer_name(peer), NAME_MAX_BYTES + 1);
    for (int r = 0; r < node->config->rules_count; r++) {
        if (!(want->rulesets >> r & 1) ||
            used + strlen(node->rulesets[r]) + 3 > sizeof offer.rulesets)
            continue;
        offer.rating = used ? offer.rating : want->rating[r];
        used += (size_t)snprintf(offer.rulesets + used, sizeof offer.rulesets - used, "%s%s ",
                                 used ? "" : " ", node->rulesets[r]);
    }
    add_wishes(node, member, &offer);
    return offer;
}

/* Bots that have waited for a while, the longest first. */
static void offer_waiting(struct node *node, usec_t now)
{
    const struct lobby *lobby = seating_lobby(node->seating);
    uint32_t played = 0;
    int count = 0;

    for (int r = 0; r < lobby->ruleset_count && !seating_is_paused(node->seating); r++)
        played |= lobby->queues[r].playing > 0 ? 1u << r : 0;
    for (int at = lobby->wait_first; at >= 0 && count < CLUSTER_OFFERS_MAX;
         at = lobby->seekers[at].wait_next) {
        const struct lobby_seeker *seeker = &lobby->seekers[at];
        /* A bot that names times of its own waits here: no other node counts bots with the same
         * times. */
        if (now - seeker->since >= offer_usec && !seating_is_paused(node->seating) &&
            seeker->want.terms == 0 && may_go(seating_member_at(node->seating, at)))
            node->offers[count++] =
                make_offer(node, seating_member_at(node->seating, at), &seeker->want);
    }
    cluster_offer(node->cluster, node->offers, count, played);
}

/* A bot that was redirected but did not go plays here again. */
static void look_at_leaving(struct node *node, usec_t now)
{
    for (int i = 0; i < node->leaving_count; i++) {
        const struct leaving *leaving = &node->leaving[i];
        if (leaving->until > now)
            continue;
        struct lobby_member *member = seating_member_at(node->seating, leaving->member);
        if (member && strcmp(peer_session(lobby_member_peer(member)), leaving->session) == 0) {
            lobby_member_set_leaving(member, false);
            seating_refresh(node->seating, member);
        }
        node->leaving[i--] = node->leaving[--node->leaving_count];
    }
}

/* ------------------------------------------------------------------------------------ carried */

/* The number of a run of a node, added if it is new. */
static uint32_t carrier_of(struct node *node, const char *name, const char *life)
{
    for (int i = 0; i < CARRIERS_MAX && (uint32_t)i < node->carrier_last; i++) {
        uint32_t number = node->carrier_last - (uint32_t)i;
        const struct carrier *known = &node->carriers[(number - 1) % CARRIERS_MAX];
        if (strcmp(known->node, name) == 0 && strcmp(known->life, life) == 0)
            return number;
    }
    struct carrier *carrier = &node->carriers[node->carrier_last % CARRIERS_MAX];
    memset(carrier, 0, sizeof *carrier);
    memcpy(carrier->node, name, strnlen(name, sizeof carrier->node - 1));
    memcpy(carrier->life, life, strnlen(life, sizeof carrier->life - 1));
    return ++node->carrier_last;
}

static bool is_named(const char names[][LADDER_NAME_MAX + 1], int count, const char *name)
{
    while (count > 0 && strcmp(names[count - 1], name) != 0)
        count--;
    return count > 0;
}

/* For each held game: its bot may be here already; if it waits elsewhere, asks that node for it. */
static void look_at_carried(struct node *node)
{
    static struct cluster_watch watch; /* one node for each process */

    watch.node_count = watch.bot_count = 0;
    for (int i = 0; i < CARRIERS_MAX; i++) {
        const char *name = node->carriers[i].node;
        if (name[0] && !is_named(watch.nodes, watch.node_count, name))
            strcpy(watch.nodes[watch.node_count++], name);
    }
    for (struct peer *gone = arena_first_closed(node->arena); gone; gone = peer_next_closed(gone)) {
        if (carried_held(node->arena, peer_name(gone)) != gone)
            continue;
        struct peer *back = session_find(node->arena, peer_name(gone));
        while (back && !(strcmp(peer_name(back), peer_name(gone)) == 0 && node_returns(node, back)))
            back = session_find_next(back);
        if (!back && watch.bot_count < CLUSTER_CALLED_MAX)
            strcpy(watch.bots[watch.bot_count++], peer_name(gone));
    }
    const char *name; /* and those of games of an earlier run */
    for (int i = 0; (name = node->awaited(node->awaited_context, i)) != NULL; i++) {
        if (watch.bot_count < CLUSTER_CALLED_MAX && !is_named(watch.bots, watch.bot_count, name))
            strcpy(watch.bots[watch.bot_count++], name);
    }
    cluster_look_at(node->cluster, &watch);
}

bool node_returns(struct node *node, struct peer *peer)
{
    if (!carried_return(node->arena, peer))
        return false;
    if (peer_owner(peer))
        seating_refresh(node->seating, peer_owner(peer));
    return true;
}

struct verdict {
    struct mail mail;
    struct arena *arena;
    uint32_t carrier;
    enum carrier_verdict verdict;
    usec_t before;
};

static void on_verdict(struct mail *mail)
{
    struct verdict *verdict = (struct verdict *)mail;

    carried_judge(verdict->arena, verdict->carrier, verdict->verdict, verdict->before);
    free(verdict);
}

/* Each loop may have games with bots that it carries. */
static void tell_verdict(struct node *node, uint32_t carrier, enum carrier_verdict what,
                         usec_t before)
{
    struct loops *loops = seating_loops(node->seating);
    struct arena *arena;

    for (int i = 0; (arena = loops_arena(loops, i)) != NULL; i++) {
        struct verdict *verdict = malloc(sizeof *verdict);
        if (!verdict)
            return; /* repeated later */
        *verdict =
            (struct verdict){.arena = arena, .carrier = carrier, .verdict = what, .before = before};
        loops_post(loops, arena, &verdict->mail, on_verdict);
    }
}

static void take_sight(struct node *node, const struct cluster_event *event)
{
    struct carrier_sight sight = {
        .alive = event->alive, .until_msec = event->until_msec, .asked_at = event->asked_usec};

    memcpy(sight.life, event->life, sizeof sight.life);
    for (int i = 0; i < CARRIERS_MAX && (uint32_t)i < node->carrier_last; i++) {
        uint32_t number = node->carrier_last - (uint32_t)i;
        struct carrier *carrier = &node->carriers[(number - 1) % CARRIERS_MAX];
        usec_t before = 0;
        if (strcmp(carrier->node, event->offer.node) != 0)
            continue;
        enum carrier_verdict verdict = carrier_look(carrier, &sight, &before);
        if (verdict != CARRIER_UNKNOWN)
            tell_verdict(node, number, verdict, before);
    }
}

static void on_tick(evutil_socket_t fd, short what, void *context)
{
    struct node *node = context;
    usec_t now = clock_now_usec();
    (void)fd;
    (void)what;

    look_at_leaving(node, now);
    offer_waiting(node, now);
    look_at_carried(node);
    arena_settle(node->arena);
}

/* ------------------------------------------------------------------------------------ sending */

static struct lobby_member *waiting_member(const struct node *node, const char *name)
{
    const struct lobby *lobby = seating_lobby(node->seating);

    for (int at = lobby->wait_first; at >= 0; at = lobby->seekers[at].wait_next) {
        struct lobby_member *member = seating_member_at(node->seating, at);
        if (strcmp(peer_name(lobby_member_peer(member)), name) == 0 && may_go(member))
            return member;
    }
    return NULL;
}

static void set_text(struct message *message, int field, const char *text)
{
    message_set_copy(message, field, text, strlen(text));
}

static void tell_redirect(struct peer *peer, const struct cluster_event *event)
{
    static struct message message;

    message_init(&message, MESSAGE_REDIRECT);
    set_text(&message, REDIRECT_ADDRESS, event->address);
    set_text(&message, REDIRECT_TICKET, event->ticket);
    message_set_int(&message, REDIRECT_MS, CLUSTER_TICKET_MSEC);
    connection_send(peer, &message);
}

/* What it has sent here, except what proves its identity. */
static void repeat_hello(const struct peer *peer, struct message *hello)
{
    message_init(hello, MESSAGE_HELLO);
    message_set_int(hello, HELLO_V, PROTOCOL_VERSION);
    set_text(hello, HELLO_NAME, peer_name(peer));
    message_set_int(hello, HELLO_EAGER, peer_is_eager(peer));
    message_set_int(hello, HELLO_NONCE, peer_promises_nonces(peer));
    message_set_int(hello, HELLO_GAMES, peer_games_max(peer));
    message_set_int(hello, HELLO_LOBBY, peer_knows_lobby(peer));
}

static bool carry(struct node *node, struct peer *peer, const struct cluster_event *event)
{
    static struct message hello;
    struct relay_config config = {.address = event->address, .hello = &hello};

    repeat_hello(peer, &hello);
    set_text(&hello, HELLO_TICKET, event->ticket);
    return relay_start(&node->relays, peer, &config) == 0;
}

static void send_away(struct node *node, const struct cluster_event *event)
{
    struct lobby_member *member = waiting_member(node, event->offer.bot);
    struct leaving leaving = {.until = clock_now_usec() + ticket_usec};

    /* It has a game by now, or is gone: the node that claimed it will claim another. */
    if (!member || node->leaving_count == LEAVING_MAX)
        return;
    log_line(LOG_INFO, "name=%s goes to node=%s", event->offer.bot, event->address);
    if (!peer_follows(lobby_member_peer(member))) {
        if (!carry(node, lobby_member_peer(member), event))
            log_line(LOG_WARN, "name=%s cannot be carried to node=%s", event->offer.bot,
                     event->address);
        return;
    }
    leaving.member = lobby_member_number(member);
    memcpy(leaving.session, peer_session(lobby_member_peer(member)), sizeof leaving.session);
    node->leaving[node->leaving_count++] = leaving;
    lobby_member_set_leaving(member, true);
    seating_refresh(node->seating, member);
    tell_redirect(lobby_member_peer(member), event);
}

/* ---------------------------------------------------------------------------------- expecting */

static void expect(struct node *node, const struct cluster_event *event)
{
    struct expected *expected = &node->expected[node->expected_next++ % EXPECTED_MAX];

    memset(expected, 0, sizeof *expected);
    expected->until = clock_now_usec() + ticket_usec;
    expected->offer = event->offer;
    memcpy(expected->ticket, event->ticket, sizeof expected->ticket);
    memcpy(expected->life, event->life, sizeof expected->life);
}

bool node_admits(struct node *node, const struct peer *peer, struct slice ticket)
{
    usec_t now = clock_now_usec();

    for (int i = 0; i < EXPECTED_MAX; i++) {
        struct expected *expected = &node->expected[i];
        if (expected->until <= now || ticket.size != SEEK_TICKET_BYTES - 1 ||
            !fair_equal((const uint8_t *)ticket.data, (const uint8_t *)expected->ticket,
                        ticket.size) ||
            strcmp(expected->offer.bot, peer_name(peer)) != 0 || expected->peer)
            continue;
        memset(expected->ticket, 0, sizeof expected->ticket);
        expected->peer = (struct peer *)(uintptr_t)peer;
        return true;
    }
    return false;
}

static uint32_t rulesets_of(const struct node *node, const struct seek_offer *offer)
{
    uint32_t mask = 0;

    for (int r = 0; r < node->config->rules_count; r++)
        mask |= placement_seeks(offer, node->rulesets[r]) ? 1u << r : 0;
    return mask;
}

void node_ready(struct node *node, struct peer *peer)
{
    for (int i = 0; i < EXPECTED_MAX; i++) {
        struct expected *expected = &node->expected[i];
        if (expected->peer != peer)
            continue;
        if (expected->offer.carried)
            peer_set_carrier(peer, carrier_of(node, expected->offer.node, expected->life));
        struct lobby_member *member = seating_member(node->seating, peer);
        uint32_t rulesets = rulesets_of(node, &expected->offer);
        expected->peer = NULL;
        expected->until = 0;
        if (!member || !rulesets)
            return;
        const struct lobby_seek want = {.rulesets = rulesets,
                                        .rated = expected->offer.rated,
                                        .pair = expected->offer.pair,
                                        .games = PEER_GAMES_MAX};
        struct table_options options;
        wishes_of(node, &expected->offer, &options);
        lobby_member_seek(member, &want, &options);
        return;
    }
}

static void on_told(evutil_socket_t fd, short what, void *context)
{
    struct node *node = context;
    struct cluster_event event;
    (void)fd;
    (void)what;

    while (cluster_next(node->cluster, &event)) {
        if (event.kind == CLUSTER_SIGHT)
            take_sight(node, &event);
        else if (event.kind == CLUSTER_EXPECT)
            expect(node, &event);
        else
            send_away(node, &event);
    }
    arena_settle(node->arena);
}

/* ----------------------------------------------------------------------------------- sessions */

static void on_welcomed(struct relays *relays, const char *here, const char *address,
                        const char *session)
{
    struct node *node = relays->owner;
    struct session *kept = &node->sessions[node->session_next++ % SESSIONS_MAX];

    snprintf(kept->here, sizeof kept->here, "%s", here);
    snprintf(kept->there, sizeof kept->there, "%s", session);
    snprintf(kept->address, sizeof kept->address, "%s", address);
}

bool node_carries(struct node *node, struct peer *peer, struct slice token, struct slice session)
{
    static struct message hello;

    for (int i = 0; i < SESSIONS_MAX; i++) {
        const struct session *kept = &node->sessions[i];
        if (!kept->here[0] || session.size != strlen(kept->here) ||
            !fair_equal((const uint8_t *)session.data, (const uint8_t *)kept->here, session.size))
            continue;
        struct relay_config config = {.address = kept->address, .hello = &hello, .welcome = true};
        repeat_hello(peer, &hello);
        if (token.size > 0)
            message_set_copy(&hello, HELLO_TOKEN, token.data, token.size);
        set_text(&hello, HELLO_SESSION, kept->there);
        return relay_start(&node->relays, peer, &config) == 0;
    }
    return false;
}

bool node_elsewhere(struct node *node, char address[SEEK_ADDRESS_BYTES])
{
    return node && cluster_other_node(node->cluster, address);
}

int node_others(const struct node *node)
{
    return node ? cluster_other_nodes(node->cluster) : 0;
}

int node_carried(const struct node *node)
{
    return node ? node->relays.count : 0;
}

/* ------------------------------------------------------------------------------ start and stop */

static void fill_config(struct node *node, struct cluster_config *config)
{
    memset(config, 0, sizeof *config);
    config->url = node->config->store;
    config_describe_node(node->config, &config->node);
    config->ruleset_count = node->config->rules_count;
    for (int r = 0; r < node->config->rules_count; r++) {
        name_ruleset(&node->config->rules[r], node->config->options, node->rulesets[r]);
        memcpy(config->rulesets[r], node->rulesets[r], sizeof config->rulesets[r]);
        config->players[r] = node->config->rules[r].players;
    }
}

int node_open(struct node **out, struct arena *arena, struct seating *seating,
              const struct config *config, struct ladder_error *error)
{
    const struct timeval tick = {.tv_usec = NODE_OFFER_MSEC / 2 * USEC_PER_MSEC};
    struct node *node = calloc(1, sizeof *node);
    static struct cluster_config cluster;

    *out = node;
    snprintf(error->text, sizeof error->text, "out of memory");
    if (!node || !(node->sessions = calloc(SESSIONS_MAX, sizeof *node->sessions)))
        return -1;
    node->arena = arena;
    node->seating = seating;
    node->config = config;
    relay_init(&node->relays, arena_base(arena));
    node->relays.owner = node;
    node->relays.welcomed = on_welcomed;
    fill_config(node, &cluster);
    if (cluster_create(&node->cluster, &cluster, error))
        return -1;
    node->told = event_new(arena_base(arena), cluster_fd(node->cluster), EV_READ | EV_PERSIST,
                           on_told, node);
    node->tick = event_new(arena_base(arena), -1, EV_PERSIST, on_tick, node);
    return node->told && node->tick && event_add(node->told, NULL) == 0 &&
                   event_add(node->tick, &tick) == 0
               ? 0
               : -1;
}

void node_set_awaited(struct node *node, node_awaited_fn *awaited, void *context)
{
    node->awaited = awaited;
    node->awaited_context = context;
}

void node_close(struct node *node)
{
    if (!node)
        return;
    if (node->told)
        event_free(node->told);
    if (node->tick)
        event_free(node->tick);
    cluster_destroy(node->cluster);
    relay_fini(&node->relays);
    free(node->sessions);
    free(node);
}
