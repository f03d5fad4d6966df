/* game_facts.c - the facts of a running game as lines of text. */
#include "resume/game_facts.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------------------------- writing
 * A step is written for every decision: no printf there. */

static size_t put_number(char *text, int64_t number)
{
    char digits[20];
    size_t at = sizeof digits;
    uint64_t left = (uint64_t)number;

    assert(number >= 0);
    text[0] = ' ';
    if (number < 10) { /* most of them */
        text[1] = (char)('0' + number);
        return 2;
    }
    for (; left > 0; left /= 10)
        digits[--at] = (char)('0' + left % 10);
    memcpy(text + 1, digits + at, sizeof digits - at);
    return 1 + sizeof digits - at;
}

size_t game_facts_effect_format(const struct effect *effect, char text[GAME_FACT_MAX])
{
    bool step = effect->kind == EFFECT_STEP;
    size_t size = 0;

    assert(step || effect->kind == EFFECT_FAULT);
    text[size++] = step ? GAME_FACT_STEP : GAME_FACT_FAULT;
    size += put_number(text + size, effect->seat);
    size += put_number(text + size, effect->fault);
    if (!step)
        return size;
    size += put_number(text + size, effect->phase);
    size += put_number(text + size, effect->think_usec);
    text[size++] = ' ';
    return size + action_format(&effect->action, text + size);
}

size_t game_facts_seat_format(seat_t seat, const struct game_facts_seat *seated,
                              char text[GAME_FACT_MAX])
{
    return (size_t)snprintf(text, GAME_FACT_MAX, "%c %d %d %s", GAME_FACT_SEAT, seat, seated->slot,
                            seated->session);
}

size_t game_facts_end_format(bool is_void, char text[GAME_FACT_MAX])
{
    text[0] = is_void ? GAME_FACT_VOID : GAME_FACT_OVER;
    return 1;
}

struct writer {
    char *text;
    size_t size;
};

__attribute__((format(printf, 2, 3))) static void put(struct writer *out, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int size = vsnprintf(out->text + out->size, GAME_FACT_GAME_MAX - out->size, format, args);
    va_end(args);
    out->size += (size_t)size;
    if (out->size >= GAME_FACT_GAME_MAX) /* stays full: later puts do nothing */
        out->size = GAME_FACT_GAME_MAX - 1;
}

static void put_seat(struct writer *out, const struct game_facts_seat *seat)
{
    char nonce[2 * FAIR_NONCE_MAX + 1];

    hex_encode(seat->nonce.bytes, seat->nonce.size, nonce);
    put(out, "\nseat %s %d %s %s", seat->name, seat->slot, seat->session, nonce);
}

size_t game_facts_game_format(const struct game_facts_game *game, char text[GAME_FACT_GAME_MAX])
{
    const struct time_control *time = &game->time;
    struct writer out = {.text = text};
    char value[OPTION_TEXT_MAX], policy[24], seed[2 * FAIR_BYTES + 1];

    fault_policy_format(&game->policy, policy, sizeof policy);
    hex_encode(game->seed, FAIR_BYTES, seed);
    put(&out, "%c\nid %s\npreset %s\npolicy %s\nnumber %lld\nunrated %s\nseed %s", GAME_FACT_GAME,
        game->id, preset_name(game->rules.preset), policy, (long long)game->number_before,
        game->unrated, seed);
    if (game->named) {
        char options[TABLE_OPTIONS_TEXT_MAX];
        table_options_format(&game->options, options);
        put(&out, "\ntable %s", options);
    }
    put(&out, "\ntime %lld %lld %lld %lld %lld %lld %lld", (long long)time->auction,
        (long long)time->exchange, (long long)time->play, (long long)time->bank,
        (long long)time->increment, (long long)time->startup, (long long)time->lag);
    for (int i = 0; i < option_count(); i++) {
        if (!ruleset_differs(&game->rules, i))
            continue;
        option_format(&game->rules, i, value);
        put(&out, "\noption %s=%s", option_name(i), value);
    }
    for (int seat = 0; seat < game->rules.players; seat++)
        put_seat(&out, &game->seats[seat]);
    fair_wipe(seed, sizeof seed);
    return out.size < GAME_FACT_GAME_MAX - 1 ? out.size : 0;
}

/* ------------------------------------------------------------------------------------- reading */

/* Reads a number from 0 to max, and a space after it. */
static int take_number(const char **text, int64_t max, int64_t *number)
{
    const char *at = *text;
    int64_t value = 0;

    if (*at < '0' || *at > '9')
        return -1;
    for (; *at >= '0' && *at <= '9'; at++) {
        if (value > (INT64_MAX - 9) / 10)
            return -1;
        value = value * 10 + (*at - '0');
    }
    if (value > max || (*at && *at != ' '))
        return -1;
    *text = at + (*at == ' ');
    *number = value;
    return 0;
}

/* Reads a word that may be empty, and a space after it. */
static int take_word(const char **text, char *word, size_t room)
{
    size_t size = strcspn(*text, " ");

    if (size >= room)
        return -1;
    memcpy(word, *text, size);
    word[size] = 0;
    *text += size + ((*text)[size] == ' ');
    return 0;
}

static int take_session(const char **text, struct game_facts_seat *seat)
{
    int64_t slot;

    if (take_number(text, UINT8_MAX, &slot) || take_word(text, seat->session, sizeof seat->session))
        return -1;
    seat->slot = (uint8_t)slot;
    /* A seat whose bot was gone has none. */
    return !seat->session[0] || seat->session[GAME_FACT_SESSION_BYTES - 2] ? 0 : -1;
}

static int parse_step(const char *text, struct game_fact *fact)
{
    int64_t phase, think;

    if (take_number(&text, PHASE_COUNT - 1, &phase) || take_number(&text, INT64_MAX / 4, &think) ||
        action_parse(text, strlen(text), &fact->action))
        return -1;
    fact->phase = (enum phase)phase;
    fact->think_usec = think;
    action_settle(&fact->action, fact->phase);
    return 0;
}

int game_facts_parse(const char *text, size_t size, struct game_fact *fact)
{
    char copy[GAME_FACT_MAX];
    const char *at = copy + 2;
    int64_t seat, fault;

    memset(fact, 0, sizeof *fact);
    if (size < 1 || size >= sizeof copy || memchr(text, 0, size))
        return -1;
    memcpy(copy, text, size);
    copy[size] = 0;
    fact->kind = (enum game_fact_kind)copy[0];
    if (fact->kind == GAME_FACT_OVER || fact->kind == GAME_FACT_VOID)
        return size == 1 ? 0 : -1;
    if (copy[1] != ' ' || take_number(&at, SEATS_MAX - 1, &seat))
        return -1;
    fact->seat = (seat_t)seat;
    if (fact->kind == GAME_FACT_SEAT)
        return take_session(&at, &fact->seated);
    if (take_number(&at, FAULT_COUNT - 1, &fault))
        return -1;
    fact->fault = (enum fault)fault;
    if (fact->kind == GAME_FACT_FAULT)
        return *at || fault == FAULT_NONE ? -1 : 0;
    return fact->kind == GAME_FACT_STEP ? parse_step(at, fact) : -1;
}

struct reader {
    struct game_facts_game *game;
    int seats;
    bool id, seed, time;
};

static int read_seat(struct reader *in, const char *value)
{
    char nonce[2 * FAIR_NONCE_MAX + 1];

    if (in->seats == SEATS_MAX)
        return -1;
    struct game_facts_seat *seat = &in->game->seats[in->seats++];
    if (take_word(&value, seat->name, sizeof seat->name) || !seat->name[0] ||
        take_session(&value, seat) || take_word(&value, nonce, sizeof nonce))
        return -1;
    int size = hex_decode(nonce, strlen(nonce), seat->nonce.bytes, FAIR_NONCE_MAX);
    seat->nonce.size = size < 0 ? 0 : (uint8_t)size;
    return size < 0 ? -1 : 0;
}

static int read_time(struct reader *in, const char *value)
{
    struct time_control *time = &in->game->time;
    usec_t *const fields[] = {&time->auction,   &time->exchange, &time->play, &time->bank,
                              &time->increment, &time->startup,  &time->lag};

    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        if (take_number(&value, INT64_MAX / 8, fields[i]))
            return -1;
    }
    in->time = true;
    return *value ? -1 : 0;
}

static int read_line(struct reader *in, const char *key, const char *value)
{
    struct game_facts_game *game = in->game;
    struct ruleset_error error;
    const char *equals;

    if (strcmp(key, "id") == 0)
        return (in->id = fair_set_id_valid(value)) ? take_word(&value, game->id, sizeof game->id)
                                                   : -1;
    if (strcmp(key, "preset") == 0)
        return ruleset_preset(&game->rules, value, strlen(value), &error);
    if (strcmp(key, "policy") == 0)
        return fault_policy_parse(value, &game->policy);
    if (strcmp(key, "number") == 0)
        return take_number(&value, INT64_MAX / 2, &game->number_before);
    if (strcmp(key, "unrated") == 0)
        return snprintf(game->unrated, sizeof game->unrated, "%s", value) <
                       (int)sizeof game->unrated
                   ? 0
                   : -1;
    if (strcmp(key, "seed") == 0)
        return (in->seed = hex_decode(value, strlen(value), game->seed, FAIR_BYTES) == FAIR_BYTES)
                   ? 0
                   : -1;
    if (strcmp(key, "time") == 0)
        return read_time(in, value);
    if (strcmp(key, "table") == 0) {
        game->named = true;
        return table_options_parse(value, &game->options);
    }
    if (strcmp(key, "seat") == 0)
        return read_seat(in, value);
    if (strcmp(key, "option") != 0 || !(equals = strchr(value, '=')))
        return -1;
    return ruleset_set(&game->rules, value, (size_t)(equals - value), equals + 1,
                       strlen(equals + 1), &error);
}

int game_facts_game_parse(const char *text, size_t size, struct game_facts_game *game)
{
    struct reader in = {.game = game};
    struct ruleset_error error;
    char copy[GAME_FACT_GAME_MAX + 1], *save = NULL;
    int status = 0;

    memset(game, 0, sizeof *game);
    if (size > GAME_FACT_GAME_MAX || memchr(text, 0, size) || size < 2 || text[0] != GAME_FACT_GAME)
        return -1;
    memcpy(copy, text, size);
    copy[size] = 0;
    for (char *line = strtok_r(copy + 1, "\n", &save); line && status == 0;
         line = strtok_r(NULL, "\n", &save)) {
        char *value = strchr(line, ' ');
        if (!value)
            return -1;
        *value = 0;
        status = read_line(&in, line, value + 1);
    }
    fair_wipe(copy, sizeof copy);
    if (status || !in.id || !in.seed || !in.time || ruleset_finish(&game->rules, &error))
        return -1;
    return in.seats == game->rules.players ? 0 : -1;
}
