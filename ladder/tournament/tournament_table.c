/* tournament_table.c - standings of a tournament: scores, tie-breaks, ranks. */
#include "tournament/tournament.h"

#include <assert.h>
#include <string.h>

static bool has_to_decide(const struct tournament *tournament)
{
    return tournament->config.format == TOURNAMENT_KNOCKOUT ||
           tournament->config.format == TOURNAMENT_DOUBLE_KNOCKOUT;
}

bool tournament_table_needs_decision(const struct tournament *tournament, int meeting, int halves_a,
                                     int halves_b)
{
    assert(meeting >= 0 && meeting < tournament->meeting_count);
    return has_to_decide(tournament) && halves_a == halves_b &&
           tournament->meetings[meeting].deciding < tournament->config.deciding;
}

enum tournament_decision tournament_table_decision(const struct tournament *tournament,
                                                   const struct tournament_meeting *meeting)
{
    assert(meeting->done);
    if (meeting->ruling != RULING_NONE)
        return meeting->ruling == RULING_VOID ? DECISION_VOID : DECISION_DISQUALIFIED;
    if (meeting->b < 0)
        return DECISION_BYE;
    if (meeting->halves_a != meeting->halves_b)
        return meeting->deciding > 0 ? DECISION_BLOCKS : DECISION_GAMES;
    if (!has_to_decide(tournament))
        return DECISION_NONE;
    return meeting->margin != 0 ? DECISION_MARGIN : DECISION_SEED;
}

int tournament_table_winner(const struct tournament *tournament,
                            const struct tournament_meeting *meeting)
{
    assert(meeting->done);
    switch (tournament_table_decision(tournament, meeting)) {
    case DECISION_BYE:
        return meeting->a;
    case DECISION_GAMES:
    case DECISION_BLOCKS:
        return meeting->halves_a > meeting->halves_b ? meeting->a : meeting->b;
    case DECISION_MARGIN:
        return meeting->margin > 0 ? meeting->a : meeting->b;
    case DECISION_SEED:
        return meeting->a < meeting->b ? meeting->a : meeting->b;
    case DECISION_DISQUALIFIED:
        return meeting->ruling == RULING_TO_A   ? meeting->a
               : meeting->ruling == RULING_TO_B ? meeting->b
                                                : -1;
    case DECISION_VOID:
    case DECISION_NONE:
    case DECISION_COUNT:
        break;
    }
    return -1;
}

static bool counts(const struct tournament *tournament, const struct tournament_meeting *meeting)
{
    return meeting->done && meeting->season == tournament->season && meeting->ruling != RULING_VOID;
}

/* The meeting from the side of `entry`; the own half points come first. */
static struct tournament_meeting seen_by(const struct tournament_meeting *meeting, int entry)
{
    struct tournament_meeting seen = *meeting;

    if (meeting->b == entry) {
        seen.a = meeting->b;
        seen.b = meeting->a;
        seen.halves_a = meeting->halves_b;
        seen.halves_b = meeting->halves_a;
        seen.margin = -meeting->margin;
    }
    return seen;
}

static void add_meeting(const struct tournament *tournament, struct tournament_row *row,
                        const struct tournament_meeting *meeting)
{
    struct tournament_meeting seen = seen_by(meeting, row->entry);
    int winner = tournament_table_winner(tournament, meeting);

    if (seen.b < 0 || (meeting->ruling != RULING_NONE && winner == row->entry)) {
        row->byes++;
        row->schedule_halves += 2;
        return;
    }
    if (meeting->ruling != RULING_NONE) {
        row->losses++;
        row->lost_in = meeting->round + 1;
        return;
    }
    row->meetings++;
    row->game_halves += seen.halves_a;
    row->margin += seen.margin;
    row->wins += winner == row->entry;
    row->draws += winner < 0;
    row->losses += winner >= 0 && winner != row->entry;
    row->schedule_halves += winner < 0 ? 1 : winner == row->entry ? 2 : 0;
    if (winner >= 0 && winner != row->entry)
        row->lost_in = meeting->round + 1;
}

static double first_score(const struct tournament *tournament, const struct tournament_row *row)
{
    switch (tournament->config.format) {
    case TOURNAMENT_SWISS:
        return row->schedule_halves / 2.0;
    case TOURNAMENT_KNOCKOUT:
    case TOURNAMENT_DOUBLE_KNOCKOUT:
        return row->lost_in;
    case TOURNAMENT_ROUND_ROBIN:
    case TOURNAMENT_GAUNTLET:
    case TOURNAMENT_LEAGUE:
    case TOURNAMENT_INDIVIDUAL:
    case TOURNAMENT_FORMAT_COUNT:
        break;
    }
    return row->game_halves / 2.0;
}

/* ---------------------------------------------------------------------------------- tie-breaks */

/* Whether two are level on everything before tie-break number `upto`. */
static bool level(const struct tournament_row *a, const struct tournament_row *b, int upto)
{
    if (a->division != b->division || a->disqualified != b->disqualified || a->score != b->score)
        return false;
    for (int i = 0; i < upto; i++) {
        if (a->tiebreaks[i] != b->tiebreaks[i])
            return false;
    }
    return true;
}

/* The sum of a tie-break for an entry: over its meetings, and over its byes. */
struct tally_of {
    double sum, byes_sum;
    int meetings, byes;
};

static double with_byes_in_the_mean(const struct tally_of *of)
{
    return of->meetings ? of->sum * (of->meetings + of->byes) / of->meetings : of->sum;
}

/* The contribution of one meeting, from the side of `own`. */
static double tiebreak_of(const struct tournament *tournament, const struct tournament_row *rows,
                          const struct tournament_meeting *seen, int index)
{
    const struct tournament_row *own = &rows[seen->a];
    int winner = tournament_table_winner(tournament, seen);
    double share = winner < 0 ? 0.5 : winner == seen->a;
    double other_score = seen->b < 0 ? own->score : rows[seen->b].score;

    switch (tournament->config.tiebreaks[index]) {
    case TIEBREAK_BUCHHOLZ:
        return other_score;
    case TIEBREAK_SONNEBORN_BERGER:
        return share * other_score;
    case TIEBREAK_GAME_POINTS:
        return seen->halves_a / 2.0;
    case TIEBREAK_WINS:
        return share == 1;
    case TIEBREAK_MARGIN:
        return (double)seen->margin;
    case TIEBREAK_HEAD_TO_HEAD: /* head_to_head() */
    case TIEBREAK_COUNT:
        break;
    }
    assert(false); /* not defined for single meetings */
    return 0;
}

static double tiebreak(const struct tournament *tournament, const struct tournament_row *rows,
                       int entry, int index)
{
    enum tournament_tiebreak kind = tournament->config.tiebreaks[index];
    struct tally_of of = {0};
    int at = -1;

    while ((at = tournament_before(tournament, entry, at)) >= 0) {
        if (!counts(tournament, &tournament->meetings[at]))
            continue;
        struct tournament_meeting seen = seen_by(&tournament->meetings[at], entry);
        if (seen.ruling != RULING_NONE &&
            tournament_table_winner(tournament, &tournament->meetings[at]) != entry)
            continue;
        if (seen.ruling != RULING_NONE) {
            seen.ruling = RULING_NONE;
            seen.b = -1; /* as a bye */
        }
        of.sum += tiebreak_of(tournament, rows, &seen, index);
        of.meetings += seen.b >= 0;
        of.byes += seen.b < 0;
    }
    return kind == TIEBREAK_GAME_POINTS || kind == TIEBREAK_MARGIN ? with_byes_in_the_mean(&of)
                                                                   : of.sum;
}

/* The share of an entry against each entry that is level with it, added up; -1: it has not met
 * them all. */
static double share_of_level(const struct tournament *tournament, const struct tournament_row *rows,
                             int entry, int index)
{
    int own[TOURNAMENT_ENTRIES_MAX] = {0}, all[TOURNAMENT_ENTRIES_MAX] = {0}, at = -1;
    double sum = 0;

    while ((at = tournament_before(tournament, entry, at)) >= 0) {
        const struct tournament_meeting *meeting = &tournament->meetings[at];
        if (!counts(tournament, meeting) || meeting->b < 0 || meeting->ruling != RULING_NONE)
            continue;
        struct tournament_meeting seen = seen_by(meeting, entry);
        own[seen.b] += seen.halves_a;
        all[seen.b] += seen.halves_a + seen.halves_b;
    }
    for (int i = 0; i < tournament->config.entry_count; i++) {
        if (i == entry || !level(&rows[entry], &rows[i], index))
            continue;
        if (all[i] == 0)
            return -1;
        sum += (double)own[i] / all[i];
    }
    return sum;
}

/* Does not count if two of the level entries have not met: entries that met the weaker ones would
 * gain. */
static void head_to_head(const struct tournament *tournament, const struct tournament_row *rows,
                         int index, double *values)
{
    int count = tournament->config.entry_count;
    bool unmet[TOURNAMENT_ENTRIES_MAX] = {false}; /* by entry: two that are level with it */

    for (int i = 0; i < count; i++) {
        values[i] = share_of_level(tournament, rows, i, index);
        for (int k = 0; k < count && values[i] < 0; k++)
            unmet[k] = unmet[k] || level(&rows[i], &rows[k], index);
    }
    for (int i = 0; i < count; i++) {
        if (unmet[i])
            values[i] = 0;
    }
}

/* ---------------------------------------------------------------------------------- the table */

static bool stands_before(const struct tournament_row *a, const struct tournament_row *b,
                          int tiebreak_count)
{
    if (a->division != b->division)
        return a->division < b->division;
    if (a->disqualified != b->disqualified)
        return b->disqualified;
    if (a->score != b->score)
        return a->score > b->score;
    for (int i = 0; i < tiebreak_count; i++) {
        if (a->tiebreaks[i] != b->tiebreaks[i])
            return a->tiebreaks[i] > b->tiebreaks[i];
    }
    return a->entry < b->entry;
}

static void sort(struct tournament_row *rows, int count, int tiebreak_count)
{
    for (int i = 1; i < count; i++) {
        struct tournament_row row = rows[i];
        int at = i;
        for (; at > 0 && stands_before(&row, &rows[at - 1], tiebreak_count); at--)
            rows[at] = rows[at - 1];
        rows[at] = row;
    }
}

void tournament_table_standings(const struct tournament *tournament, struct tournament_row *rows)
{
    const struct tournament_config *config = &tournament->config;
    int count = config->entry_count;

    memset(rows, 0, (size_t)count * sizeof *rows);
    for (int i = 0; i < count; i++) {
        rows[i].entry = i;
        rows[i].disqualified = tournament->out[i];
        rows[i].division = tournament->division_of[i];
        rows[i].lost_in = tournament->rounds + 1;
    }
    for (int i = 0; i < tournament->meeting_count; i++) {
        const struct tournament_meeting *meeting = &tournament->meetings[i];
        if (!counts(tournament, meeting))
            continue;
        add_meeting(tournament, &rows[meeting->a], meeting);
        if (meeting->b >= 0)
            add_meeting(tournament, &rows[meeting->b], meeting);
    }
    /* In a double knockout only the second loss eliminates; until then the entry is in. */
    for (int i = 0; config->format == TOURNAMENT_DOUBLE_KNOCKOUT && i < count; i++) {
        if (rows[i].losses < 2)
            rows[i].lost_in = tournament->rounds + 1;
    }
    for (int i = 0; i < count; i++)
        rows[i].score = first_score(tournament, &rows[i]);
    for (int t = 0; t < config->tiebreak_count; t++) {
        double values[TOURNAMENT_ENTRIES_MAX];
        if (config->tiebreaks[t] == TIEBREAK_HEAD_TO_HEAD)
            head_to_head(tournament, rows, t, values);
        for (int i = 0; i < count && config->tiebreaks[t] != TIEBREAK_HEAD_TO_HEAD; i++)
            values[i] = tiebreak(tournament, rows, i, t);
        for (int i = 0; i < count; i++)
            rows[i].tiebreaks[t] = values[i];
    }
    sort(rows, count, config->tiebreak_count);
    for (int i = 0, place = 0; i < count; i++, place++) {
        if (i > 0 && rows[i].division != rows[i - 1].division)
            place = 0;
        bool tied = i > 0 && level(&rows[i - 1], &rows[i], config->tiebreak_count);
        rows[i].rank = tied ? rows[i - 1].rank : place + 1;
    }
}
