/* tournament.c - formats of competitions: the pairings. Standings are in tournament_table.c. */
#include "tournament/tournament.h"

#include "tournament/pairing.h"
#include "tournament/tournament_ruling.h"

#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WORD(name, word, ...) word,
#define FORMAT_HELP(name, word, fewest, help, score) help,
#define FORMAT_SCORE(name, word, fewest, help, score) score,
#define TIEBREAK_HELP(name, word, help) help,
const char *tournament_format_name(enum tournament_format format)
{
    static const char *const names[] = {TOURNAMENT_FORMATS(WORD)};
    assert(format < TOURNAMENT_FORMAT_COUNT);
    return names[format];
}

const char *tournament_format_help(enum tournament_format format)
{
    static const char *const texts[] = {TOURNAMENT_FORMATS(FORMAT_HELP)};
    assert(format < TOURNAMENT_FORMAT_COUNT);
    return texts[format];
}

const char *tournament_score_help(enum tournament_format format)
{
    static const char *const texts[] = {TOURNAMENT_FORMATS(FORMAT_SCORE)};
    assert(format < TOURNAMENT_FORMAT_COUNT);
    return texts[format];
}

const char *tournament_tiebreak_name(enum tournament_tiebreak tiebreak)
{
    static const char *const names[] = {TOURNAMENT_TIEBREAKS(WORD)};
    assert(tiebreak < TIEBREAK_COUNT);
    return names[tiebreak];
}

const char *tournament_tiebreak_help(enum tournament_tiebreak tiebreak)
{
    static const char *const texts[] = {TOURNAMENT_TIEBREAKS(TIEBREAK_HELP)};
    assert(tiebreak < TIEBREAK_COUNT);
    return texts[tiebreak];
}

const char *tournament_decision_name(enum tournament_decision decision)
{
    static const char *const names[] = {TOURNAMENT_DECISIONS(WORD)};
    assert(decision < DECISION_COUNT);
    return names[decision];
}

void tournament_defaults(struct tournament_config *config, enum tournament_format format)
{
    static const enum tournament_tiebreak all[] = {TIEBREAK_HEAD_TO_HEAD, TIEBREAK_SONNEBORN_BERGER,
                                                   TIEBREAK_MARGIN};
    static const enum tournament_tiebreak swiss[] = {TIEBREAK_BUCHHOLZ, TIEBREAK_HEAD_TO_HEAD,
                                                     TIEBREAK_GAME_POINTS, TIEBREAK_MARGIN};

    assert((unsigned)format < TOURNAMENT_FORMAT_COUNT);
    memset(config, 0, sizeof *config);
    config->format = format;
    config->heroes = config->divisions = config->promotion = config->seasons = 1;
    config->deciding = TOURNAMENT_DECIDING;
    if (format == TOURNAMENT_LEAGUE)
        config->divisions = 2;
    config->tiebreak_count = format == TOURNAMENT_SWISS ? 4 : 3;
    for (int i = 0; i < config->tiebreak_count; i++)
        config->tiebreaks[i] = format == TOURNAMENT_SWISS ? swiss[i] : all[i];
    if (format == TOURNAMENT_INDIVIDUAL) {
        config->tiebreaks[0] = TIEBREAK_MARGIN;
        config->tiebreak_count = 1;
    }
}

int tournament_check(const struct tournament_config *config, char error[160])
{
    static const int needed[] = {
#define FEWEST(name, word, fewest, ...) fewest,
        TOURNAMENT_FORMATS(FEWEST)
#undef FEWEST
    };
    int entries = config->entry_count, rounds_max = entries % 2 ? entries : entries - 1;
    int most = config->format == TOURNAMENT_INDIVIDUAL ? TOURNAMENT_INDIVIDUAL_MAX
                                                       : TOURNAMENT_ENTRIES_MAX;

    assert(config->format < TOURNAMENT_FORMAT_COUNT);
    assert(config->format != TOURNAMENT_LEAGUE || config->divisions > 0);
    if (entries < needed[config->format] || entries > most)
        snprintf(error, 160, "format %s: expected %d to %d entries, got %d",
                 tournament_format_name(config->format), needed[config->format], most, entries);
    else if (config->format == TOURNAMENT_SWISS && config->rounds > rounds_max)
        snprintf(error, 160, "rounds = %d: %d entries can play %d rounds without meeting twice",
                 config->rounds, entries, rounds_max);
    else if (config->format == TOURNAMENT_GAUNTLET && config->heroes >= entries)
        snprintf(error, 160, "heroes = %d: expected fewer than the %d entries", config->heroes,
                 entries);
    else if (config->format == TOURNAMENT_LEAGUE && entries / config->divisions < 2)
        snprintf(error, 160, "divisions = %d: expected two entries or more in each, of %d",
                 config->divisions, entries);
    else if (config->format == TOURNAMENT_LEAGUE && config->divisions > 1 &&
             2 * config->promotion > entries / config->divisions)
        snprintf(error, 160, "promotion = %d: expected at most half of a division of %d",
                 config->promotion, entries / config->divisions);
    else
        return 0;
    return -1;
}

/* ---------------------------------------------------------------------------------- the start */

/* The usual bracket: the best two can meet only in the final, the best four only before that, and
 * so on. */
static void fill_bracket(struct tournament *tournament)
{
    int *bracket = tournament->bracket, size = 1;

    bracket[0] = 0;
    while (size < tournament->config.entry_count) {
        for (int i = size - 1; i >= 0; i--) {
            bracket[2 * i] = bracket[i];
            bracket[2 * i + 1] = 2 * size - 1 - bracket[2 * i];
        }
        size *= 2;
    }
    for (int i = 0; i < size; i++) {
        if (bracket[i] >= tournament->config.entry_count)
            bracket[i] = -1;
    }
    tournament->bracket_size = size;
}

void tournament_init(struct tournament *tournament, const struct tournament_config *config)
{
    char error[160];

    assert(tournament_check(config, error) == 0);
    (void)error;
    memset(tournament, 0, sizeof *tournament);
    tournament->config = *config;
    for (int i = 0; config->format == TOURNAMENT_LEAGUE && i < config->entry_count; i++)
        tournament->division_of[i] = i * config->divisions / config->entry_count;
    for (int i = 0; i < config->entry_count; i++)
        tournament->last_of[i] = -1;
    fill_bracket(tournament);
}

void tournament_fini(struct tournament *tournament)
{
    free(tournament->meetings);
    free(tournament->voids);
    memset(tournament, 0, sizeof *tournament);
}

/* A meeting of an entry that is disqualified is not played. */
static void rule(struct tournament *tournament, struct tournament_meeting *meeting)
{
    bool a_out = tournament->out[meeting->a],
         b_out = meeting->b >= 0 && tournament->out[meeting->b];

    if (meeting->b < 0 || (!a_out && !b_out))
        return;
    meeting->ruling = tournament_ruling_voids(tournament->config.format) ? RULING_VOID
                      : a_out && b_out                                   ? RULING_TO_NOBODY
                      : a_out                                            ? RULING_TO_B
                                                                         : RULING_TO_A;
    meeting->done = true;
}

static int add_meeting(struct tournament *tournament, int a, int b)
{
    if (tournament->meeting_count == tournament->meeting_capacity) {
        int capacity = tournament->meeting_capacity ? 2 * tournament->meeting_capacity : 64;
        void *grown =
            realloc(tournament->meetings, (size_t)capacity * sizeof *tournament->meetings);
        if (!grown)
            return -1;
        tournament->meetings = grown;
        tournament->meeting_capacity = capacity;
    }
    int index = tournament->meeting_count++;
    tournament->meetings[index] = (struct tournament_meeting){
        .round = tournament->rounds,
        .season = tournament->season,
        .division = tournament->division_of[a],
        .a = a,
        .b = b,
        .done = b < 0,
        .before_a = tournament->last_of[a],
        .before_b = b < 0 ? -1 : tournament->last_of[b],
    };
    rule(tournament, &tournament->meetings[index]);
    tournament->last_of[a] = index;
    if (b >= 0)
        tournament->last_of[b] = index;
    return 0;
}

void tournament_result(struct tournament *tournament, int meeting, int halves_a, int halves_b,
                       int64_t margin)
{
    struct tournament_meeting *played = &tournament->meetings[meeting];

    assert(meeting >= 0 && meeting < tournament->meeting_count && !played->done);
    played->halves_a = halves_a;
    played->halves_b = halves_b;
    played->margin = margin;
    played->done = true;
}

int tournament_add_result(struct tournament *tournament, int a, int b, int halves_a, int halves_b,
                          int64_t margin)
{
    assert(a >= 0 && b >= -1 && a != b && halves_a >= 0 && halves_b >= 0);
    if (add_meeting(tournament, a, b))
        return -1;
    if (b >= 0)
        tournament_result(tournament, tournament->meeting_count - 1, halves_a, halves_b, margin);
    return 0;
}

/* -------------------------------------------------------------------------------- round robin */

/* Round `round` of a round robin among `count` members, by the circle method. Returns 0, or -1 if
 * out of memory. */
static int circle_round(struct tournament *tournament, const int *members, int count, int round)
{
    int places = count + count % 2;

    for (int i = 0; i < places / 2; i++) {
        int x = i == 0 ? places - 1 : (round + i) % (places - 1);
        int y = i == 0 ? round % (places - 1) : (round + places - 1 - i) % (places - 1);
        if (x >= count || y >= count)
            continue;
        if (add_meeting(tournament, members[x < y ? x : y], members[x < y ? y : x]))
            return -1;
    }
    return 0;
}

static int circle_rounds(int count)
{
    return count + count % 2 - 1;
}

static int round_robin(struct tournament *tournament)
{
    int members[TOURNAMENT_ENTRIES_MAX], count = tournament->config.entry_count;

    if (tournament->rounds == circle_rounds(count))
        return 0;
    for (int i = 0; i < count; i++)
        members[i] = i;
    return circle_round(tournament, members, count, tournament->rounds);
}

static int gauntlet(struct tournament *tournament)
{
    const struct tournament_config *config = &tournament->config;

    if (tournament->rounds == config->entry_count - config->heroes)
        return 0;
    for (int hero = 0; hero < config->heroes; hero++) {
        int others = config->entry_count - config->heroes;
        int other = config->heroes + (tournament->rounds + hero) % others;
        if (add_meeting(tournament, hero, other))
            return -1;
    }
    return 0;
}

/* ------------------------------------------------------------------------------------- league */

static int division_members(const struct tournament *tournament, int division, int *members)
{
    int count = 0;
    for (int i = 0; i < tournament->config.entry_count; i++) {
        if (tournament->division_of[i] == division)
            members[count++] = i;
    }
    return count;
}

/* The last of a division exchange places with the first of the one below. */
static void promote(struct tournament *tournament)
{
    struct tournament_row rows[TOURNAMENT_ENTRIES_MAX];
    int moved[TOURNAMENT_ENTRIES_MAX] = {0}, count = tournament->config.entry_count;
    int size[TOURNAMENT_ENTRIES_MAX] = {0}, at[TOURNAMENT_ENTRIES_MAX] = {0};

    tournament_table_standings(tournament, rows);
    for (int i = 0; i < count; i++)
        size[rows[i].division]++;
    for (int i = 0; i < count; i++) {
        int division = rows[i].division, place = at[division]++;
        moved[rows[i].entry] = division;
        if (division > 0 && place < tournament->config.promotion)
            moved[rows[i].entry] = division - 1;
        else if (division < tournament->config.divisions - 1 &&
                 place >= size[division] - tournament->config.promotion)
            moved[rows[i].entry] = division + 1;
    }
    memcpy(tournament->division_of, moved, (size_t)count * sizeof *moved);
}

static int league(struct tournament *tournament)
{
    int members[TOURNAMENT_ENTRIES_MAX], longest = 0;

    for (int d = 0; d < tournament->config.divisions; d++) {
        int rounds = circle_rounds(division_members(tournament, d, members));
        longest = rounds > longest ? rounds : longest;
    }
    if (tournament->season_round == longest) {
        if (tournament->season + 1 == tournament->config.seasons)
            return 0;
        promote(tournament);
        tournament->season++;
        tournament->season_round = 0;
    }
    for (int d = 0; d < tournament->config.divisions; d++) {
        int count = division_members(tournament, d, members);
        if (tournament->season_round < circle_rounds(count) &&
            circle_round(tournament, members, count, tournament->season_round))
            return -1;
    }
    tournament->season_round++;
    return 0;
}

/* ---------------------------------------------------------------------------------- knockouts */

static int knockout(struct tournament *tournament)
{
    int *bracket = tournament->bracket;

    if (tournament->rounds > 0 && tournament->bracket_size > 1) {
        const struct tournament_meeting *meeting =
            tournament->meetings + tournament->meeting_count - tournament->bracket_size / 2;
        tournament->bracket_size /= 2;
        /* Where both are disqualified, one stands for both, and loses the next one. */
        for (int i = 0; i < tournament->bracket_size; i++) {
            int winner = tournament_table_winner(tournament, &meeting[i]);
            bracket[i] = winner < 0 ? meeting[i].a : winner;
        }
    }
    if (tournament->bracket_size == 1)
        return 0;
    for (int i = 0; i < tournament->bracket_size; i += 2) {
        assert(bracket[i] >= 0);
        if (add_meeting(tournament, bracket[i], bracket[i + 1]))
            return -1;
    }
    return 0;
}

static int losses_of(const struct tournament *tournament, int entry)
{
    int losses = 0, at = -1;
    while ((at = tournament_before(tournament, entry, at)) >= 0)
        losses += tournament_table_winner(tournament, &tournament->meetings[at]) != entry;
    return losses;
}

static int byes_of(const struct tournament *tournament, int entry)
{
    int byes = 0, at = -1;
    while ((at = tournament_before(tournament, entry, at)) >= 0)
        byes += tournament->meetings[at].b < 0;
    return byes;
}

/* ------------------------------------------------------------------------ pairs by an order */

/* The entries to pair, in the order in which they choose. */
struct field {
    int order[TOURNAMENT_ENTRIES_MAX], count;
    double score[TOURNAMENT_ENTRIES_MAX]; /* by place in that order */
    struct pairing pairing;
};

static void fill_met(const struct tournament *tournament, struct field *field)
{
    int place_of[TOURNAMENT_ENTRIES_MAX];

    memset(place_of, -1, sizeof place_of);
    for (int i = 0; i < field->count; i++)
        place_of[field->order[i]] = i;
    memset(field->pairing.met, 0, (size_t)field->count * sizeof field->pairing.met[0]);
    field->pairing.count = field->count;
    for (int i = 0; i < tournament->meeting_count; i++) {
        const struct tournament_meeting *meeting = &tournament->meetings[i];
        int a = place_of[meeting->a], b = meeting->b < 0 ? -1 : place_of[meeting->b];
        if (a < 0 || b < 0)
            continue;
        field->pairing.met[a][b]++;
        field->pairing.met[b][a]++;
    }
}

static void take_place(struct field *field, int place)
{
    int behind = field->count - place - 1;

    memmove(field->order + place, field->order + place + 1, (size_t)behind * sizeof *field->order);
    memmove(field->score + place, field->score + place + 1, (size_t)behind * sizeof *field->score);
    field->count--;
}

/* With an odd number one entry has a bye, and none has a second one before all have had one; among
 * the candidates the one with the fewest rematches for the others is chosen, then by place: the
 * last (or first) one left. */
static int take_bye(struct tournament *tournament, struct field *field, bool from_last)
{
    int byes[TOURNAMENT_ENTRIES_MAX] = {0}, fewest = INT_MAX, least = INT_MAX, chosen = -1;

    fill_met(tournament, field);
    for (int i = 0; i < field->count; i++) {
        byes[i] = byes_of(tournament, field->order[i]);
        fewest = byes[i] < fewest ? byes[i] : fewest;
    }
    /* No bye leaves fewer: the first candidate that reaches it is the one. */
    int bound = (field->count - 1 - pairing_fresh(&field->pairing)) / 2;
    for (int i = 0; i < field->count && least > bound; i++) {
        int place = from_last ? field->count - 1 - i : i;
        if (byes[place] > fewest)
            continue;
        int rematches = pairing_rematches(&field->pairing, place);
        if (rematches < least) {
            least = rematches;
            chosen = place;
        }
    }
    assert(chosen >= 0 && "a field with a bye has entries");
    int entry = field->order[chosen];
    take_place(field, chosen);
    return entry;
}

static int add_pairs(struct tournament *tournament, struct field *field, pairing_wishes_fn *wishes)
{
    fill_met(tournament, field);
    pairing_make(&field->pairing, wishes, field);
    for (int i = 0; i < field->count; i++) {
        int with = field->pairing.mate[i];
        if (with > i && add_meeting(tournament, field->order[i], field->order[with]))
            return -1;
    }
    return 0;
}

/* The last one first. */
static int wish_last(const void *context, const struct pairing *pairing, int first, int *wishes)
{
    int count = 0;

    (void)context;
    for (int i = pairing->count - 1; i > first; i--) {
        if (pairing->mate[i] < 0)
            wishes[count++] = i;
    }
    return count;
}

/* --------------------------------------------------------------------------- double knockout */

/* Among entries with equally many losses the best meets the last; if their number is odd, the best
 * of those with the fewest byes waits. */
static int pair_group(struct tournament *tournament, struct field *group)
{
    if (group->count % 2 && add_meeting(tournament, take_bye(tournament, group, false), -1))
        return -1;
    return add_pairs(tournament, group, wish_last);
}

/* Who is still in, by losses: 0 and 1. */
static int pair_by_losses(struct tournament *tournament, struct field groups[2])
{
    for (int i = 0; i < tournament->config.entry_count; i++) {
        int losses = losses_of(tournament, i);
        if (losses < 2 && !tournament->out[i])
            groups[losses].order[groups[losses].count++] = i;
    }
    if (groups[0].count + groups[1].count <= 1)
        return 0;
    if (groups[0].count == 1 && groups[1].count == 1)
        return add_meeting(tournament, groups[0].order[0], groups[1].order[0]);
    /* One undefeated: it waits for the last of the others. */
    if (groups[0].count > 1 && pair_group(tournament, &groups[0]))
        return -1;
    return groups[1].count > 1 ? pair_group(tournament, &groups[1]) : 0;
}

static int double_knockout(struct tournament *tournament)
{
    struct field *groups = calloc(2, sizeof *groups);
    int status = groups ? pair_by_losses(tournament, groups) : -1;

    free(groups);
    return status;
}

/* -------------------------------------------------------------------------------------- swiss */

/* The first one left meets, within its score group, the one half the group below; then the nearest.
 */
static int wish_like_score(const void *context, const struct pairing *pairing, int first,
                           int *wishes)
{
    const struct field *field = context;
    int group = 0, group_end, count = 0;

    for (group_end = first + 1;
         group_end < field->count && field->score[group_end] == field->score[first]; group_end++)
        ;
    for (int i = first; i < group_end; i++)
        group += pairing->mate[i] < 0;
    int skip = group > 1 ? group / 2 - 1 : 0, seen = 0;
    for (int i = first + 1; i < field->count; i++) {
        if (pairing->mate[i] < 0 && seen++ >= skip)
            wishes[count++] = i;
    }
    seen = 0;
    for (int i = first + 1; i < field->count && seen < skip; i++) {
        if (pairing->mate[i] < 0) {
            wishes[count++] = i;
            seen++;
        }
    }
    return count;
}

static int swiss_rounds(const struct tournament_config *config)
{
    int rounds = config->rounds;
    for (int entries = 1; config->rounds == 0 && entries < config->entry_count; entries *= 2)
        rounds++;
    return rounds;
}

static int pair_like_scores(struct tournament *tournament, struct field *field,
                            struct tournament_row *rows)
{
    int bye = -1;

    tournament_table_standings(tournament, rows);
    for (int i = 0; i < tournament->config.entry_count; i++) {
        if (rows[i].disqualified)
            continue;
        field->order[field->count] = rows[i].entry;
        field->score[field->count++] = rows[i].score;
    }
    if (field->count < 2)
        return 0;
    if (field->count % 2)
        bye = take_bye(tournament, field, true);
    if (add_pairs(tournament, field, wish_like_score))
        return -1;
    return bye >= 0 ? add_meeting(tournament, bye, -1) : 0;
}

static int swiss(struct tournament *tournament)
{
    if (tournament->rounds == swiss_rounds(&tournament->config))
        return 0;
    struct tournament_row *rows = calloc(TOURNAMENT_ENTRIES_MAX, sizeof *rows);
    struct field *field = calloc(1, sizeof *field);
    int status = rows && field ? pair_like_scores(tournament, field, rows) : -1;
    free(field);
    free(rows);
    return status;
}

/* ---------------------------------------------------------------------------------- the rounds */

int tournament_next_round(struct tournament *tournament)
{
    int before = tournament->meeting_count, status = 0;

    for (int i = 0; i < before; i++)
        assert(tournament->meetings[i].done);
    switch (tournament->config.format) {
    case TOURNAMENT_ROUND_ROBIN:
        status = round_robin(tournament);
        break;
    case TOURNAMENT_GAUNTLET:
        status = gauntlet(tournament);
        break;
    case TOURNAMENT_SWISS:
        status = swiss(tournament);
        break;
    case TOURNAMENT_KNOCKOUT:
        status = knockout(tournament);
        break;
    case TOURNAMENT_DOUBLE_KNOCKOUT:
        status = double_knockout(tournament);
        break;
    case TOURNAMENT_LEAGUE:
        status = league(tournament);
        break;
    case TOURNAMENT_INDIVIDUAL:
    case TOURNAMENT_FORMAT_COUNT:
        assert(false && "a format with meetings");
    }
    tournament->rounds += tournament->meeting_count > before;
    return status ? -1 : tournament->meeting_count - before;
}
