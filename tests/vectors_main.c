/* vectors_main.c - build/tests/vectors FILE...: checks vector files, whatever their kind.
 *
 * Prints a line for each vector that differs, then `N vectors: D differ`; exits 0 only if D is 0,
 * and 2 with one line where a file cannot be read. What a file holds is told by what is in it:
 *
 *   {"format": "fair-deal-vectors/1", "vectors": [...]}   shuffles
 *   {"format": "avondale-wire/1", "vectors": [...]}       messages in both encodings
 *   {"vectors": [{"kind": ...}, ...]}                     ratings and statistics
 *   [{"preset": ..., "options": ..., "valid": ...}, ...]  rulesets
 *   one record a line (.jsonl)                            rules; a record with the key `fault` must
 * differ
 */
#include "ladder.h"
#include "protocol.h"

#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct check {
    const char *file;
    char id[80];  /* of the vector at hand */
    bool differs; /* the vector at hand does, and that was told */
    long vectors, differ;
    double tolerance;
};

static void begin(struct check *check, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static void begin(struct check *check, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(check->id, sizeof check->id, format, args);
    va_end(args);
    check->differs = false;
    check->vectors++;
}

/* Tells the first difference of a vector. Always false. */
static bool differ(struct check *check, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static bool differ(struct check *check, const char *format, ...)
{
    va_list args;

    if (check->differs)
        return false;
    check->differs = true;
    check->differ++;
    printf("%s: %s: ", check->file, check->id);
    va_start(args, format);
    vprintf(format, args);
    va_end(args);
    putchar('\n');
    return false;
}

static const json_t *get(const json_t *json, const char *key)
{
    return json_object_get(json, key);
}

/* NAN for what is no number, so that no comparison with it holds. */
static double number(const json_t *json)
{
    return json_is_number(json) ? json_number_value(json) : NAN;
}

static const char *string(const json_t *json)
{
    return json_is_string(json) ? json_string_value(json) : "";
}

static void near(struct check *check, const char *what, const json_t *expected, double got)
{
    if (!(fabs(number(expected) - got) <= check->tolerance))
        differ(check, "%s: expected %.12g, got %.12g", what, number(expected), got);
}

static void same_int(struct check *check, const char *what, const json_t *expected, int64_t got)
{
    if (!json_is_integer(expected) || json_integer_value(expected) != got)
        differ(check, "%s: expected %lld, got %" PRId64, what,
               (long long)json_integer_value(expected), got);
}

static void same_text(struct check *check, const char *what, const json_t *expected,
                      const char *got)
{
    if (!json_is_string(expected) || strcmp(json_string_value(expected), got) != 0)
        differ(check, "%s: expected %s, got %s", what, string(expected), got);
}

/* --------------------------------------------------------------------- ratings and statistics */

static void check_expected_score(struct check *check, const json_t *input, const json_t *expected)
{
    const json_t *pairs = get(input, "pairs"), *list = get(expected, "expected");

    if (json_array_size(pairs) == 0 || json_array_size(list) != json_array_size(pairs))
        differ(check, "expected as many scores as pairs");
    for (size_t i = 0; i < json_array_size(pairs); i++) {
        const json_t *pair = json_array_get(pairs, i);
        double difference = number(json_array_get(pair, 0)) - number(json_array_get(pair, 1));
        near(check, "expected", json_array_get(list, i), elo_expected(difference));
    }
}

static bool read_sides(struct check *check, const json_t *list, struct elo_side *sides, int *count)
{
    *count = (int)json_array_size(list);
    if (*count < 2 || *count > 6)
        return differ(check, "expected 2 to 6 sides");
    for (int i = 0; i < *count; i++) {
        const json_t *side = json_array_get(list, (size_t)i), *members = get(side, "members");
        sides[i] = (struct elo_side){.rank = (int)json_integer_value(get(side, "rank")),
                                     .member_count = (int)json_array_size(members)};
        if (sides[i].member_count < 1 || sides[i].member_count > 3)
            return differ(check, "expected 1 to 3 members a side");
        for (int p = 0; p < sides[i].member_count; p++) {
            const json_t *member = json_array_get(members, (size_t)p);
            sides[i].members[p].rating = number(get(member, "rating"));
            sides[i].members[p].k = number(get(member, "k"));
        }
    }
    return true;
}

static void check_elo_update(struct check *check, const json_t *input, const json_t *expected)
{
    struct elo_side sides[6];
    const json_t *list = get(expected, "sides");
    int count;

    if (!read_sides(check, get(input, "sides"), sides, &count))
        return;
    elo_update(sides, count, number(get(input, "floor")));
    if (json_array_size(list) != (size_t)count)
        differ(check, "expected %d sides", count);
    for (int i = 0; i < count; i++) {
        const json_t *side = json_array_get(list, (size_t)i), *members = get(side, "members");
        near(check, "side_rating", get(side, "side_rating"), sides[i].side_rating);
        near(check, "expected_score", get(side, "expected_score"), sides[i].expected);
        near(check, "actual_score", get(side, "actual_score"), sides[i].actual);
        for (int p = 0; p < sides[i].member_count; p++) {
            const json_t *member = json_array_get(members, (size_t)p);
            near(check, "delta", get(member, "delta"), sides[i].members[p].delta);
            near(check, "new", get(member, "new"), sides[i].members[p].rating_new);
            same_int(check, "new_milli", get(member, "new_milli"),
                     sides[i].members[p].rating_new_milli);
        }
    }
}

enum { PLAYERS_MAX = 64, GAMES_MAX = 4096 };

static int player_index(const json_t *players, const char *name)
{
    for (size_t i = 0; i < json_array_size(players); i++) {
        if (strcmp(string(json_array_get(players, i)), name) == 0)
            return (int)i;
    }
    return -1;
}

/* Neighbours in rating order, and how likely the order is true (ratings 3). */
static void check_adjacent(struct check *check, const json_t *players, const json_t *adjacent,
                           const struct ml_rating *ratings, const double *cov)
{
    size_t count = json_array_size(players);

    if (json_array_size(adjacent) != count - 1)
        differ(check, "adjacent: expected %zu pairs", count - 1);
    for (size_t i = 0; i < json_array_size(adjacent); i++) {
        const json_t *pair = json_array_get(adjacent, i);
        int a = player_index(players, string(get(pair, "a")));
        int b = player_index(players, string(get(pair, "b")));
        size_t above = 0;
        if (a < 0 || b < 0) {
            differ(check, "adjacent: no such player");
            return;
        }
        for (size_t j = 0; j < count; j++)
            above += ratings[j].rating > ratings[a].rating;
        if (above != i)
            differ(check, "adjacent: %s has place %zu", string(get(pair, "a")), above + 1);
        size_t n = count, x = (size_t)a, y = (size_t)b;
        double difference = ratings[a].rating - ratings[b].rating;
        double se = sqrt(cov[x * n + x] + cov[y * n + y] - 2 * cov[x * n + y]);
        near(check, "diff", get(pair, "diff"), difference);
        near(check, "se_diff", get(pair, "se_diff"), se);
        near(check, "los", get(pair, "los"), 0.5 * erfc(-difference / se / sqrt(2.0)));
    }
}

static void check_ml_ratings(struct check *check, const json_t *input, const json_t *expected)
{
    static struct ml_game games[GAMES_MAX];
    static double cov[PLAYERS_MAX * PLAYERS_MAX];
    struct ml_rating ratings[PLAYERS_MAX];
    const json_t *players = get(input, "players"), *list = get(input, "games");
    size_t count = json_array_size(players), game_count = json_array_size(list);

    if (count < 2 || count > PLAYERS_MAX || game_count > GAMES_MAX) {
        differ(check, "expected 2 to %d players and at most %d pairs", PLAYERS_MAX, GAMES_MAX);
        return;
    }
    for (size_t i = 0; i < game_count; i++) {
        const json_t *game = json_array_get(list, i);
        games[i] = (struct ml_game){player_index(players, string(get(game, "a"))),
                                    player_index(players, string(get(game, "b"))),
                                    number(get(game, "n")), number(get(game, "score_a"))};
        if (games[i].a < 0 || games[i].b < 0) {
            differ(check, "games: no such player");
            return;
        }
    }
    int status = stats_ml_ratings(games, (int)game_count, (int)count, number(get(input, "center")),
                                  number(get(input, "virtual_draws")), ratings, cov);
    if (status) {
        differ(check, "no ratings: %d", status);
        return;
    }
    if (json_array_size(get(expected, "ratings")) != count)
        differ(check, "expected %zu ratings", count);
    for (size_t i = 0; i < json_array_size(get(expected, "ratings")); i++) {
        const json_t *rating = json_array_get(get(expected, "ratings"), i);
        int player = player_index(players, string(get(rating, "id")));
        if (player < 0) {
            differ(check, "ratings: no such player");
            return;
        }
        near(check, "rating", get(rating, "rating"), ratings[player].rating);
        near(check, "se", get(rating, "se"), ratings[player].se);
        near(check, "err95", get(rating, "err95"), ratings[player].err95);
    }
    check_adjacent(check, players, get(expected, "adjacent"), ratings, cov);
}

/* Block scores, worst first: an odd number of counts. 0 if it is none. */
static int read_counts(struct check *check, const json_t *input, double *counts)
{
    const json_t *list = get(input, "results");
    size_t count = json_array_size(list);

    if (count < 3 || count > STATS_CLASSES_MAX || count % 2 == 0) {
        differ(check, "results: expected 3, 5, ... %d counts", STATS_CLASSES_MAX);
        return 0;
    }
    for (size_t i = 0; i < count; i++)
        counts[i] = number(json_array_get(list, i));
    return (int)count;
}

static void check_sprt(struct check *check, const json_t *input, const json_t *expected)
{
    static const char *const states[] = {
        [SPRT_CONTINUE] = "continue", [SPRT_H0] = "H0", [SPRT_H1] = "H1"};
    struct sprt sprt = {.model = strcmp(string(get(input, "model")), "normalized") == 0
                                     ? SPRT_NORMALIZED
                                     : SPRT_LOGISTIC,
                        .elo0 = number(get(input, "elo0")),
                        .elo1 = number(get(input, "elo1")),
                        .alpha = number(get(input, "alpha")),
                        .beta = number(get(input, "beta"))};
    double counts[STATS_CLASSES_MAX];
    int count = read_counts(check, input, counts);

    if (count == 0)
        return;
    stats_sprt(counts, count, &sprt);
    near(check, "llr", get(expected, "llr"), sprt.llr);
    near(check, "lower", get(expected, "lower"), sprt.lower);
    near(check, "upper", get(expected, "upper"), sprt.upper);
    same_text(check, "state", get(expected, "state"), states[sprt.state]);
}

static void check_elo_interval(struct check *check, const json_t *input, const json_t *expected)
{
    struct stats_interval interval;
    double counts[STATS_CLASSES_MAX];
    int count = read_counts(check, input, counts);

    if (count == 0)
        return;
    stats_interval(counts, count, &interval);
    near(check, "games", get(expected, "games"), interval.games);
    near(check, "score", get(expected, "score"), interval.score);
    near(check, "score_se", get(expected, "score_se"), interval.score_se);
    near(check, "elo", get(expected, "elo"), interval.elo);
    near(check, "elo_err95", get(expected, "elo_err95"), interval.elo_err95);
    near(check, "elo_low95", get(expected, "elo_low95"), interval.elo_low95);
    near(check, "elo_high95", get(expected, "elo_high95"), interval.elo_high95);
    near(check, "los", get(expected, "los"), interval.los);
    near(check, "nelo", get(expected, "nelo"), interval.nelo);
    near(check, "nelo_err95", get(expected, "nelo_err95"), interval.nelo_err95);
}

/* --------------------------------------------------------------------------------- fair deals */

static int read_cards(const json_t *list, card_t cards[CARDS_MAX])
{
    size_t count = json_array_size(list);
    for (size_t i = 0; i < count; i++) {
        const char *text = string(json_array_get(list, i));
        if (i >= CARDS_MAX || card_parse(text, strlen(text), &cards[i]))
            return -1;
    }
    return (int)count;
}

static cardset_t read_set(const json_t *list)
{
    card_t cards[CARDS_MAX];
    cardset_t set = 0;
    for (int i = read_cards(list, cards); i-- > 0;)
        set |= CARDSET(cards[i]);
    return set;
}

static void same_digest(struct check *check, const char *what, const json_t *expected,
                        const uint8_t got[FAIR_BYTES])
{
    char hex[2 * FAIR_BYTES + 1];
    hex_encode(got, FAIR_BYTES, hex);
    same_text(check, what, expected, hex);
}

/* Deals by the packets of the vector, as its page says, without the help of a ruleset. */
static void deal_packets(const char *packets, const card_t *deck, int hand_count, int dealer,
                         cardset_t hands[HANDS_MAX], cardset_t *kitty)
{
    const card_t *next = deck, *end = deck + CARDS_MAX;

    for (const char *at = packets; *at; at += *at == ' ') {
        bool to_kitty = *at == 'K';
        char *rest;
        long size = strtol(at + to_kitty, &rest, 10);
        if (rest == at + to_kitty)
            return;
        at = rest;
        for (int turn = 1; turn <= (to_kitty ? 1 : hand_count); turn++) {
            cardset_t *set = to_kitty ? kitty : &hands[(dealer + turn) % hand_count];
            for (long i = 0; i < size && next < end; i++)
                *set |= CARDSET(*next++);
        }
    }
}

struct fair_vector {
    uint8_t seed[FAIR_BYTES], commitment[FAIR_BYTES], mix[FAIR_BYTES];
    card_t deck[CARDS_MAX];
    int card_count, seats, hand_count;
    seat_t first_dealer;
    const char *packets;
};

static void check_fair_deal(struct check *check, const struct fair_vector *vector,
                            const json_t *expected)
{
    uint32_t deal_number = (uint32_t)json_integer_value(get(expected, "deal"));
    uint32_t attempt = (uint32_t)json_integer_value(get(expected, "attempt"));
    int dealer =
        (int)(((uint64_t)vector->first_dealer + deal_number - 1) % (unsigned)vector->seats);
    const json_t *order = get(expected, "order"), *hands = get(expected, "hands");
    cardset_t dealt[HANDS_MAX] = {0}, kitty = 0;
    uint8_t key[FAIR_BYTES], commitment[FAIR_BYTES];
    card_t deck[CARDS_MAX], wanted[CARDS_MAX];

    memcpy(deck, vector->deck, sizeof deck);
    fair_key(vector->seed, vector->mix, deal_number, attempt, key);
    fair_key_commitment(key, commitment);
    fair_shuffle(key, deck, vector->card_count);
    same_digest(check, "key", get(expected, "key"), key);
    same_digest(check, "key_commitment", get(expected, "key_commitment"), commitment);
    same_int(check, "dealer", get(expected, "dealer"), dealer);
    if (read_cards(order, wanted) != vector->card_count ||
        memcmp(deck, wanted, (size_t)vector->card_count) != 0)
        differ(check, "deal %u attempt %u: another order", deal_number, attempt);
    deal_packets(vector->packets, deck, vector->hand_count, dealer, dealt, &kitty);
    if (json_array_size(hands) != (size_t)vector->hand_count)
        differ(check, "expected %d hands", vector->hand_count);
    for (int i = 0; i < vector->hand_count; i++) {
        if (read_set(json_array_get(hands, (size_t)i)) != dealt[i])
            differ(check, "deal %u attempt %u: other cards in hand %d", deal_number, attempt, i);
    }
    if (read_set(get(expected, "kitty")) != kitty)
        differ(check, "deal %u attempt %u: another kitty", deal_number, attempt);
}

static bool read_fair_vector(struct check *check, const json_t *input, struct fair_vector *vector)
{
    const char *seed = string(get(input, "server_seed"));
    struct fair_nonce nonces[FAIR_CONTRIBUTORS_MAX];
    const json_t *list = get(input, "nonces");
    size_t count = json_array_size(list);

    vector->seats = (int)json_integer_value(get(input, "seats"));
    vector->hand_count = (int)json_integer_value(get(input, "hands"));
    vector->card_count = read_cards(get(input, "cards"), vector->deck);
    vector->packets = string(get(input, "packets"));
    if (vector->seats < 2 || vector->seats > SEATS_MAX || vector->hand_count < 2 ||
        vector->hand_count > HANDS_MAX || vector->card_count < 2 || count > FAIR_CONTRIBUTORS_MAX ||
        !fair_set_id_valid(string(get(input, "set_id"))) ||
        hex_decode(seed, strlen(seed), vector->seed, FAIR_BYTES) != FAIR_BYTES)
        return differ(check, "the input is none of a fair deal");
    for (size_t i = 0; i < count; i++) {
        const char *hex = string(json_array_get(list, i));
        int size = hex_decode(hex, strlen(hex), nonces[i].bytes, FAIR_NONCE_MAX);
        if (size < 0)
            return differ(check, "nonce %zu is not hex", i);
        nonces[i].size = (uint8_t)size;
    }
    fair_commitment(string(get(input, "set_id")), vector->seed, vector->commitment);
    fair_mix(vector->commitment, vector->deck, vector->card_count, nonces, (int)count, vector->mix);
    vector->first_dealer = fair_first_dealer(vector->seed, vector->mix, vector->seats);
    return true;
}

static void check_fair(struct check *check, const json_t *input, const json_t *expected)
{
    struct fair_vector vector = {.packets = ""};
    const json_t *deals = get(expected, "deals");

    if (!read_fair_vector(check, input, &vector))
        return;
    same_digest(check, "commitment", get(expected, "commitment"), vector.commitment);
    same_digest(check, "mix", get(expected, "mix"), vector.mix);
    same_int(check, "first_dealer", get(expected, "first_dealer"), vector.first_dealer);
    if (json_array_size(deals) == 0)
        differ(check, "no deals");
    for (size_t i = 0; i < json_array_size(deals); i++)
        check_fair_deal(check, &vector, json_array_get(deals, i));
}

/* ----------------------------------------------------------------------------------- messages */

/* Decodes exactly one message that either side may send. */
static bool decode(enum encoding encoding, const char *bytes, size_t size, struct message *message)
{
    for (int from = FROM_CLIENT; from <= FROM_SERVER; from++) {
        enum encoding found = ENCODING_UNKNOWN;
        size_t bad;
        int used = stream_next(&found, (enum message_from)from, bytes, size, message, &bad);
        if (used > 0 && (size_t)used == size && found == encoding &&
            message->kind != MESSAGE_UNKNOWN)
            return true;
    }
    return false;
}

/* Each encoding of a message, written again in the other, is that other. */
static void check_wire(struct check *check, const json_t *vector)
{
    static struct message message;
    static char text[FRAME_BYTES_MAX + 2], out[FRAME_BYTES_MAX];
    static uint8_t packed[FRAME_BYTES_MAX];
    const char *line = string(get(vector, "text")), *hex = string(get(vector, "msgpack"));
    size_t length = strcspn(line, "\n");
    int size = hex_decode(hex, strlen(hex), packed, sizeof packed), written;

    if (size <= 0 || length == 0 || length > FRAME_BYTES_MAX) {
        differ(check, "expected a line of text and msgpack as hex");
        return;
    }
    snprintf(text, sizeof text, "%.*s\n", (int)length, line);
    if (!decode(ENCODING_TEXT, text, length + 1, &message)) {
        differ(check, "text: not a message");
        return;
    }
    written = scribe_message(&message, ENCODING_MSGPACK, out, sizeof out);
    if (written != size || memcmp(out, packed, (size_t)size) != 0)
        differ(check, "text to msgpack: other bytes came out (%d, expected %d)", written, size);
    if (!decode(ENCODING_MSGPACK, (const char *)packed, (size_t)size, &message)) {
        differ(check, "msgpack: not a message");
        return;
    }
    written = scribe_message(&message, ENCODING_TEXT, out, sizeof out);
    if (written != (int)length + 1 || memcmp(out, text, length + 1) != 0)
        differ(check, "msgpack to text: got %.*s", written > 0 ? written - 1 : 0, out);
}

/* ----------------------------------------------------------------------------------- rulesets */

static bool make_ruleset(const json_t *vector, struct ruleset_error *error)
{
    json_t *options = json_object_get(vector, "options"), *value;
    const char *preset = string(get(vector, "preset")), *name;
    struct ruleset rules;

    if (ruleset_preset(&rules, preset, strlen(preset), error))
        return false;
    json_object_foreach(options, name, value)
    {
        const char *text = string(value);
        if (ruleset_set(&rules, name, strlen(name), text, strlen(text), error))
            return false;
    }
    return ruleset_finish(&rules, error) == ENGINE_OK;
}

static void check_ruleset(struct check *check, const json_t *vector)
{
    const json_t *valid = get(vector, "valid");
    struct ruleset_error error = {""};
    bool made = make_ruleset(vector, &error);

    if (!json_is_boolean(valid) || made != json_is_true(valid))
        differ(check, "expected it to be %s, got %s", json_is_true(valid) ? "valid" : "refused",
               made ? "a ruleset" : error.text);
    else if (!made && (error.text[0] == 0 || strchr(error.text, '\n')))
        differ(check, "expected one line that says why it is refused");
}

/* ----------------------------------------------------------------------------------- files */

static void check_vector(struct check *check, const char *format, const json_t *vector)
{
    static const struct {
        const char *kind;
        void (*check)(struct check *check, const json_t *input, const json_t *expected);
    } kinds[] = {{"expected_score", check_expected_score},
                 {"elo_update", check_elo_update},
                 {"ml_ratings", check_ml_ratings},
                 {"sprt", check_sprt},
                 {"elo_interval", check_elo_interval}};
    const char *kind = string(get(vector, "kind"));

    begin(check, "%s", string(get(vector, "id")));
    if (strcmp(format, "fair-deal-vectors/1") == 0) {
        check_fair(check, get(vector, "input"), get(vector, "expected"));
        return;
    }
    if (strcmp(format, "avondale-wire/1") == 0) {
        check_wire(check, vector);
        return;
    }
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (strcmp(kinds[i].kind, kind) == 0) {
            kinds[i].check(check, get(vector, "input"), get(vector, "expected"));
            return;
        }
    }
    differ(check, "no such kind of vector: %s", kind);
}

static void report(void *context, const char *text)
{
    differ(context, "%s", text);
}

static void quiet(void *context, const char *text)
{
    (void)context;
    (void)text;
}

/* A record that says what is wrong with it must be caught; any other must replay. */
static void check_record(struct check *check, const char *line, size_t size, long number)
{
    static const char key[] = "{\"fault\":";
    bool faulty = size > sizeof key && memcmp(line, key, sizeof key - 1) == 0;
    struct replay replay = {.report = faulty ? quiet : report, .context = check, .strict = true};

    begin(check, "line %ld", number);
    int differences = replay_run(line, size, &replay);
    if (faulty && differences == 0)
        differ(check, "expected a difference, got none");
    else if (!faulty && differences != 0)
        differ(check, "does not replay: %d", differences);
}

/* 0, or 2 where the file cannot be read. */
static int check_lines(struct check *check, FILE *file)
{
    char *line = NULL;
    size_t capacity = 0;
    ssize_t size;
    int status;

    for (long number = 1; (size = getline(&line, &capacity, file)) > 0; number++)
        check_record(check, line, (size_t)size, number);
    status = ferror(file) ? 2 : 0;
    if (status)
        fprintf(stderr, "vectors: %s: %s\n", check->file, strerror(errno));
    free(line);
    return status;
}

static int check_json(struct check *check, FILE *file)
{
    json_error_t error;
    json_t *json = json_loadf(file, JSON_REJECT_DUPLICATES, &error);
    const json_t *vectors = json_is_array(json) ? json : get(json, "vectors");
    const json_t *tolerance = get(json, "tolerance");

    if (!json_is_array(vectors)) {
        fprintf(stderr, "vectors: %s: %s\n", check->file, json ? "holds no vectors" : error.text);
        json_decref(json);
        return 2;
    }
    check->tolerance = tolerance ? number(tolerance) : 1e-6;
    for (size_t i = 0; i < json_array_size(vectors); i++) {
        const json_t *vector = json_array_get(vectors, i);
        if (vectors != json) {
            check_vector(check, string(get(json, "format")), vector);
            continue;
        }
        begin(check, "%zu: %s", i + 1, string(get(vector, "why")));
        check_ruleset(check, vector);
    }
    json_decref(json);
    return 0;
}

static int check_file(struct check *check, const char *name)
{
    FILE *file = fopen(name, "r");
    size_t size = strlen(name);
    int status;

    check->file = name;
    if (!file) {
        fprintf(stderr, "vectors: %s: %s\n", name, strerror(errno));
        return 2;
    }
    if (size > 6 && strcmp(name + size - 6, ".jsonl") == 0)
        status = check_lines(check, file);
    else
        status = check_json(check, file);
    fclose(file);
    return status;
}

int main(int argc, char **argv)
{
    struct check check = {0};

    if (argc < 2) {
        fputs("usage: vectors FILE...\n", stderr);
        return 2;
    }
    for (int i = 1; i < argc; i++) {
        int status = check_file(&check, argv[i]);
        if (status)
            return status;
    }
    printf("%ld vectors: %ld differ\n", check.vectors, check.differ);
    return check.differ > 0;
}
