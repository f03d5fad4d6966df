/* botfair.c - see botfair.h. */
#include "botfair.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct told_deal {
    uint32_t number, attempt;
    int64_t dealer;
    bool has_key, same;
    uint8_t key[FAIR_BYTES]; /* its commitment */
    cardset_t own;           /* as it was dealt; 0: not told */
};

struct bot_fair {
    struct bot_fair *next;
    int64_t g;
    char id[BOT_FAIR_ID_MAX + 1];
    struct ruleset rules;
    seat_t seat;
    char set[FAIR_SET_ID_MAX + 1];
    uint8_t commitment[FAIR_BYTES], mix[FAIR_BYTES];
    bool has_mix, has_own, resumed;
    struct fair_nonce own, nonces[FAIR_CONTRIBUTORS_MAX];
    int nonce_count;
    struct told_deal *deals;
    int deal_count, deal_room;
    const char
        *wrong; /* known before the seed is: what was told twice differently, or is no hash */
    bool lost;  /* memory was short, or deals too many: nothing can be said */
};

static struct bot_fair *find(struct bot_fair *games, int64_t g)
{
    while (games && games->g != g)
        games = games->next;
    return games;
}

static struct bot_fair *oldest_of_many(struct bot_fair *games)
{
    int count = 0;

    for (; games && games->next; games = games->next)
        count++;
    return count >= BOT_FAIR_GAMES_MAX - 1 ? games : NULL;
}

static void drop(struct bot_fair **games, struct bot_fair *game)
{
    while (*games != game)
        games = &(*games)->next;
    *games = game->next;
    free(game->deals);
    free(game);
}

void bot_fair_forget(struct bot_fair **games)
{
    while (*games)
        drop(games, *games);
}

/* The first thing that is wrong is kept. */
static void wrong(struct bot_fair *game, const char *what)
{
    if (!game->wrong)
        game->wrong = what;
}

static bool hash_read(struct slice text, uint8_t hash[FAIR_BYTES])
{
    return hex_decode(text.data, text.size, hash, FAIR_BYTES) == FAIR_BYTES;
}

/* --------------------------------------------------------------------------- what a seat is told
 */

void bot_fair_game(struct bot_fair **games, const struct message *message,
                   const struct ruleset *rules)
{
    int64_t g = message_int(message, GAME_G);
    struct slice set = message_string(message, GAME_SET);
    struct bot_fair *game = find(*games, g);
    uint8_t commitment[FAIR_BYTES];
    char name[FAIR_SET_ID_MAX + 1];

    snprintf(name, sizeof name, "%.*s", (int)set.size, set.data);
    bool good = hash_read(message_string(message, GAME_COMMIT), commitment);
    if (game && message_has(message, GAME_RESUMED)) {
        game->resumed = true;
        if (strcmp(game->set, name) != 0)
            wrong(game, "the set changed");
        else if (!good || !fair_equal(game->commitment, commitment, FAIR_BYTES))
            wrong(game, "the commitment changed");
        return;
    }
    if (game)
        drop(games, game); /* it never ended here */
    if ((game = oldest_of_many(*games)))
        drop(games, game);
    game = calloc(1, sizeof *game);
    if (!game)
        return;
    game->g = g;
    struct slice id = message_string(message, GAME_ID);
    snprintf(game->id, sizeof game->id, "%.*s", (int)id.size, id.data);
    game->rules = *rules;
    game->seat = (seat_t)message_int(message, GAME_SEAT);
    game->resumed = message_has(message, GAME_RESUMED);
    memcpy(game->set, name, sizeof game->set);
    memcpy(game->commitment, commitment, FAIR_BYTES);
    if (!good)
        wrong(game, "the commitment");
    game->next = *games;
    *games = game;
}

void bot_fair_nonce(struct bot_fair *games, int64_t g, const uint8_t *bytes, size_t size)
{
    struct bot_fair *game = find(games, g);

    if (!game)
        return;
    game->has_own = bytes != NULL && size <= FAIR_NONCE_MAX;
    game->own.size = game->has_own ? (uint8_t)size : 0;
    if (game->has_own)
        memcpy(game->own.bytes, bytes, size);
}

const struct fair_nonce *bot_fair_own(struct bot_fair *games, int64_t g)
{
    const struct bot_fair *game = find(games, g);
    return game && game->has_own ? &game->own : NULL;
}

static bool nonce_equal(const struct fair_nonce *one, const struct fair_nonce *other)
{
    return one->size == other->size && memcmp(one->bytes, other->bytes, one->size) == 0;
}

static void hear_fair(struct bot_fair *game, const struct message *message)
{
    struct fair_nonce nonces[FAIR_CONTRIBUTORS_MAX] = {0};
    const struct value *items;
    int count = message_list(message, FAIR_NONCES, &items);
    uint8_t mix[FAIR_BYTES];

    if (count > FAIR_CONTRIBUTORS_MAX || !hash_read(message_string(message, FAIR_MIX), mix)) {
        wrong(game, "the mix");
        return;
    }
    for (int i = 0; i < count; i++) {
        int size =
            hex_decode(items[i].string.data, items[i].string.size, nonces[i].bytes, FAIR_NONCE_MAX);
        if (size < 0)
            wrong(game, "a nonce");
        nonces[i].size = (uint8_t)(size < 0 ? 0 : size);
    }
    bool same = game->nonce_count == count && fair_equal(game->mix, mix, FAIR_BYTES);
    for (int i = 0; i < count && same; i++)
        same = nonce_equal(&nonces[i], &game->nonces[i]);
    if (game->has_mix && !same)
        wrong(game, "the nonces changed");
    game->has_mix = true;
    game->nonce_count = count;
    memcpy(game->nonces, nonces, sizeof nonces);
    memcpy(game->mix, mix, FAIR_BYTES);
}

static struct told_deal *add_deal(struct bot_fair *game)
{
    if (game->lost || game->deal_count == BOT_FAIR_DEALS_MAX) {
        game->lost = true; /* an arena that deals without end does not fill this machine */
        return NULL;
    }
    if (game->deal_count == game->deal_room) {
        int room = 2 * game->deal_room + 8;
        struct told_deal *grown = realloc(game->deals, (size_t)room * sizeof *grown);
        if (!grown) {
            game->lost = true;
            return NULL;
        }
        game->deals = grown;
        game->deal_room = room;
    }
    return &game->deals[game->deal_count++];
}

static void hear_deal(struct bot_fair *game, const struct message *message)
{
    struct told_deal deal = {.number = (uint32_t)message_int(message, DEAL_D),
                             .attempt = (uint32_t)message_int(message, DEAL_ATTEMPT),
                             .dealer = message_int(message, DEAL_DEALER),
                             .own = message_cards(message, DEAL_CARDS),
                             .has_key = message_has(message, DEAL_KEY),
                             .same = message_has(message, DEAL_SAME)};
    struct told_deal *last = game->deal_count ? &game->deals[game->deal_count - 1] : NULL;

    if (deal.has_key && !hash_read(message_string(message, DEAL_KEY), deal.key))
        wrong(game, "a key");
    if (game->resumed && last && last->number == deal.number && last->attempt == deal.attempt) {
        if (last->dealer != deal.dealer || last->has_key != deal.has_key ||
            memcmp(last->key, deal.key, FAIR_BYTES) != 0)
            wrong(game, "a deal changed");
        last->own = last->own ? last->own : deal.own;
        return;
    }
    last = add_deal(game);
    if (last)
        *last = deal;
}

void bot_fair_hear(struct bot_fair *games, const struct message *message)
{
    struct bot_fair *game;

    if (message->kind != MESSAGE_FAIR && message->kind != MESSAGE_DEAL &&
        message->kind != MESSAGE_CARDS)
        return;
    game = find(games, message_int(message, 0)); /* `g` comes first in all of those */
    if (!game)
        return;
    if (message->kind == MESSAGE_FAIR) {
        hear_fair(game, message);
    } else if (message->kind == MESSAGE_DEAL) {
        hear_deal(game, message);
    } else if (game->deal_count > 0 && message_int(message, CARDS_HAND) == game->seat) {
        struct told_deal *last = &game->deals[game->deal_count - 1];
        last->own = last->own ? last->own : message_cards(message, CARDS_CARDS); /* a blind start */
    }
}

/* -------------------------------------------------------------------------------------- the check
 */

/* Whether a deal may follow the one before it, NULL for the first. Some are missed while a
 * connection is lost. */
static bool follows(const struct bot_fair *game, const struct told_deal *deal,
                    const struct told_deal *before)
{
    if (!before)
        return game->resumed || (deal->number == 1 && deal->attempt == 0);
    if (deal->number == before->number)
        return game->resumed ? deal->attempt > before->attempt
                             : deal->attempt == before->attempt + 1;
    return game->resumed ? deal->number > before->number
                         : deal->number == before->number + 1 && deal->attempt == 0;
}

/* Whether the own hand is the one that the key deals. The cards of the draw come later. */
static bool own_is_dealt(const struct bot_fair *game, const uint8_t key[FAIR_BYTES],
                         const struct told_deal *told)
{
    card_t deck[CARDS_MAX];
    struct deal deal;
    cardset_t own = 0;

    int count = deck_cards(&game->rules, deck);
    fair_shuffle(key, deck, count);
    deck_deal(&deal, &game->rules, deck, (seat_t)told->dealer);
    if (deal.hand_cards == 0 || told->own == 0)
        return true;
    for (int i = 0; i < deal.hand_cards; i++)
        own |= CARDSET(deal.hands[game->seat][i]);
    return own == told->own;
}

static const char *deal_wrong(const struct bot_fair *game, const uint8_t seed[FAIR_BYTES],
                              const struct told_deal *deal, const struct told_deal *before)
{
    uint8_t key[FAIR_BYTES], commitment[FAIR_BYTES];
    int seats = game->rules.players;
    uint64_t first = fair_first_dealer(seed, game->mix, seats);

    if (!deal->has_key)
        return deal->same && before ? NULL : "it is not from the shuffle";
    fair_key(seed, game->mix, deal->number, deal->attempt, key);
    fair_key_commitment(key, commitment);
    if (deal->same || !fair_equal(commitment, deal->key, FAIR_BYTES))
        return "the key";
    if (deal->number < 1 || deal->dealer < 0 ||
        (uint64_t)deal->dealer != (first + deal->number - 1) % (uint64_t)seats)
        return "the dealer";
    if (!follows(game, deal, before))
        return "it does not follow the deal before it";
    return own_is_dealt(game, key, deal) ? NULL : "the own cards";
}

/* In the order of fair-deal. Returns NULL if all follows from the seed. */
static const char *game_wrong(const struct bot_fair *game, const uint8_t seed[FAIR_BYTES],
                              char why[BOT_FAIR_BYTES])
{
    uint8_t commitment[FAIR_BYTES], mix[FAIR_BYTES];
    card_t deck[CARDS_MAX];
    bool own = !game->has_own;

    if (game->wrong)
        return game->wrong;
    fair_commitment(game->set, seed, commitment);
    if (!fair_equal(commitment, game->commitment, FAIR_BYTES))
        return "the commitment";
    for (int i = 0; i < game->nonce_count; i++)
        own = own || nonce_equal(&game->own, &game->nonces[i]);
    if (!own)
        return "the own nonce";
    int count = deck_cards(&game->rules, deck);
    fair_mix(commitment, deck, count, game->nonces, game->nonce_count, mix);
    if (!game->has_mix || !fair_equal(mix, game->mix, FAIR_BYTES))
        return "the mix";
    for (int i = 0; i < game->deal_count; i++) {
        const struct told_deal *deal = &game->deals[i];
        const char *what = deal_wrong(game, seed, deal, i ? deal - 1 : NULL);
        if (what) {
            snprintf(why, BOT_FAIR_BYTES, "deal %u, attempt %u: %s", deal->number, deal->attempt,
                     what);
            return why;
        }
    }
    return NULL;
}

enum bot_fair_verdict bot_fair_over(struct bot_fair **games, const struct message *over,
                                    struct bot_fair_said *said)
{
    struct bot_fair *game = find(*games, message_int(over, OVER_G));
    enum bot_fair_verdict verdict = BOT_FAIR_UNKNOWN;
    uint8_t seed[FAIR_BYTES];

    *said = (struct bot_fair_said){.deals = game ? game->deal_count : 0};
    if (!game)
        return verdict;
    memcpy(said->id, game->id, sizeof said->id);
    if (message_has(over, OVER_SEED) && !game->lost) {
        const char *what = hash_read(message_string(over, OVER_SEED), seed)
                               ? game_wrong(game, seed, said->why)
                               : "the seed";
        if (what && what != said->why)
            snprintf(said->why, sizeof said->why, "%s", what);
        verdict = what ? BOT_FAIR_NOT : BOT_FAIR;
    }
    drop(games, game);
    return verdict;
}
