/* standings_bytes.c - standings as bytes and back. */
#include "standings/standings_bytes.h"
#include "base/name.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    /* The fewest bytes of each. */
    BOT_BYTES = 14,
    VERSION_BYTES = 5,
    SEASON_BYTES = 10,
    BOARD_BYTES = 7,
    TEAM_BYTES = 2,
    ENTRY_BYTES = 11,
    PURSE_BYTES = 2,
    ROWS_MAX = 1 << 28,
};
static const int64_t most = INT64_MAX / 4; /* of a time, a rating or a number of the log */

/* ------------------------------------------------------------------------------------ writing */

struct writing {
    const struct standings *standings;
    struct bytes *bytes;
    int32_t *place; /* by bot: its position among the bytes, or -1 */
    int32_t *order; /* bots with a position */
    int count;
    bool missing; /* a bot without a position is referenced */
};

struct place {
    int64_t id;
    int32_t bot;
};

static int place_compare(const void *left, const void *right)
{
    const struct place *a = left, *b = right;
    return (a->id > b->id) - (a->id < b->id);
}

/* Finds the order of the bots. Returns 0, or -1 if out of memory. */
static int places_make(struct writing *writing)
{
    const struct standings *standings = writing->standings;
    struct place *places = calloc((size_t)standings->count + 1, sizeof *places);
    bool in_order = true;

    writing->place = calloc((size_t)standings->count + 1, sizeof *writing->place);
    writing->order = calloc((size_t)standings->count + 1, sizeof *writing->order);
    if (!places || !writing->place || !writing->order) {
        free(places);
        return -1;
    }
    for (int bot = 0; bot < standings->count; bot++) {
        writing->place[bot] = -1;
        if (standings->bots[bot].id == 0)
            continue;
        in_order = in_order &&
                   (writing->count == 0 || places[writing->count - 1].id < standings->bots[bot].id);
        places[writing->count++] = (struct place){standings->bots[bot].id, bot};
    }
    if (!in_order)
        qsort(places, (size_t)writing->count, sizeof *places, place_compare);
    for (int i = 0; i < writing->count; i++) {
        writing->order[i] = places[i].bot;
        writing->place[places[i].bot] = i;
    }
    free(places);
    return 0;
}

static void write_place(struct writing *writing, int bot)
{
    writing->missing |= writing->place[bot] < 0;
    bytes_number(writing->bytes, writing->place[bot]);
}

static void write_bots(struct writing *writing)
{
    struct bytes *bytes = writing->bytes;

    bytes_number(bytes, writing->count);
    for (int i = 0; i < writing->count; i++) {
        const struct standing *bot = &writing->standings->bots[writing->order[i]];
        bytes_number(bytes, bot->id);
        bytes_text(bytes, bot->name);
        bytes_text(bytes, bot->owner);
        bytes_number(bytes, bot->banned + 2 * bot->reference + 4 * bot->moved);
        bytes_number(bytes, bot->version);
        bytes_text(bytes, bot->label);
        bytes_number(bytes, bot->rating_milli);
        bytes_number(bytes, bot->games);
        bytes_number(bytes, bot->wins);
        bytes_number(bytes, bot->ties);
        bytes_number(bytes, bot->losses);
        bytes_number(bytes, bot->owners_met_count);
        bytes_number(bytes, bot->unproven);
        bytes_number(bytes, bot->last_msec);
    }
}

static void write_versions(struct writing *writing)
{
    const struct standings *standings = writing->standings;

    bytes_number(writing->bytes, standings->version_count);
    for (int i = 0; i < standings->version_count; i++) {
        const struct version *version = &standings->versions[i];
        write_place(writing, version->bot);
        bytes_number(writing->bytes, version->number);
        bytes_text(writing->bytes, version->label);
        bytes_number(writing->bytes, version->after_seq);
        bytes_number(writing->bytes, version->wall_msec);
    }
}

static void write_season(struct writing *writing, const struct season *season)
{
    struct bytes *bytes = writing->bytes;

    bytes_text(bytes, season->name);
    bytes_number(bytes, season->from_msec);
    bytes_number(bytes, season->to_msec);
    bytes_number(bytes, season->chips);
    bytes_number(bytes, season->buy_in);
    bytes_text(bytes, season->board);
    bytes_number(bytes, season->first_action);
    bytes_number(bytes, season->close_action);
    bytes_number(bytes, season->bots);
    for (int i = 0; i < writing->count; i++) {
        int bot = writing->order[i];
        if (bot >= season->purse_count || season->purse[bot] == 0)
            continue;
        bytes_number(bytes, i);
        bytes_number(bytes, season->purse[bot]);
    }
}

static void write_entry(struct writing *writing, const struct board *board,
                        const struct entry *entry)
{
    struct bytes *bytes = writing->bytes;

    if (board->has_teams) {
        bytes_number(bytes, entry->player);
        for (int i = 0; i < board->teams[entry->player].count; i++)
            bytes_number(bytes, entry->versions[i]);
    } else {
        write_place(writing, entry->player);
        bytes_number(bytes, entry->version);
        bytes_text(bytes, entry->label);
    }
    bytes_number(bytes, entry->rating_milli);
    bytes_number(bytes, entry->games);
    bytes_number(bytes, entry->wins);
    bytes_number(bytes, entry->ties);
    bytes_number(bytes, entry->losses);
    bytes_number(bytes, entry->owners_met_count);
    for (int i = 0; i < entry->owners_met_count; i++)
        bytes_text(bytes, entry->owners_met[i]);
    bytes_number(bytes, entry->last_msec);
    bytes_number(bytes, entry->unproven);
    bytes_number(bytes, entry->loan_milli);
}

static void write_board(struct writing *writing, const struct board *board)
{
    struct bytes *bytes = writing->bytes;

    bytes_text(bytes, board->ruleset);
    bytes_text(bytes, board->format);
    bytes_number(bytes, board->results);
    bytes_number(bytes, board->newest_msec);
    bytes_number(bytes, board->active_count);
    for (int i = 0; i < board->active_count; i++) {
        bytes_text(bytes, board->active[i].name);
        bytes_number(bytes, board->active[i].msec);
    }
    bytes_number(bytes, board->team_count);
    for (int i = 0; i < board->team_count; i++) {
        bytes_number(bytes, board->teams[i].count);
        for (int member = 0; member < board->teams[i].count; member++)
            write_place(writing, board->teams[i].bots[member]);
    }
    bytes_number(bytes, board->count);
    for (int at = 0; at < board->count; at++)
        write_entry(writing, board, &board->entries[at]);
}

int standings_bytes_write(const struct standings *standings, struct bytes *bytes)
{
    struct writing writing = {.standings = standings, .bytes = bytes};
    int status = places_make(&writing);

    if (status == 0) {
        bytes_number(bytes, standings->newest_msec);
        bytes_number(bytes, standings->guarded);
        write_bots(&writing);
        write_versions(&writing);
        bytes_number(bytes, standings->season_count);
        for (int i = 0; i < standings->season_count; i++)
            write_season(&writing, &standings->seasons[i]);
        bytes_number(bytes, standings->board_count);
        for (int i = 0; i < standings->board_count; i++)
            write_board(&writing, &standings->boards[i]);
    }
    free(writing.place);
    free(writing.order);
    return status || writing.missing || bytes->failed ? -1 : 0;
}

/* ------------------------------------------------------------------------------------ reading */

static int fail(struct bytes_reader *reader)
{
    reader->failed = true;
    return -1;
}

static int read_int(struct bytes_reader *reader, int most_int)
{
    return (int)bytes_read_number(reader, 0, most_int);
}

/* Each game has an end. */
static bool tally_whole(int games, int wins, int ties, int losses)
{
    return (int64_t)wins + ties + losses == games;
}

/* Reads a name, or "" if `none` allows it. */
static void read_name(struct bytes_reader *reader, char name[LADDER_NAME_MAX + 1], bool none)
{
    bytes_read_text(reader, name, LADDER_NAME_MAX + 1);
    if (!reader->failed && !(none && !name[0]) && !name_is_valid(name))
        reader->failed = true;
}

static void read_bot(struct bytes_reader *reader, int64_t after_id, struct standing *bot)
{
    memset(bot, 0, sizeof *bot);
    bot->id = bytes_read_number(reader, after_id + 1, most);
    read_name(reader, bot->name, false);
    read_name(reader, bot->owner, true);
    int flags = read_int(reader, 7);
    bot->banned = flags & 1;
    bot->reference = flags & 2;
    bot->moved = flags & 4;
    bot->version = read_int(reader, INT32_MAX);
    bytes_read_text(reader, bot->label, sizeof bot->label);
    bot->rating_milli = bytes_read_number(reader, -most, most);
    bot->games = read_int(reader, INT32_MAX);
    bot->wins = read_int(reader, INT32_MAX);
    bot->ties = read_int(reader, INT32_MAX);
    bot->losses = read_int(reader, INT32_MAX);
    bot->owners_met_count = read_int(reader, PROVISIONAL_OWNERS);
    bot->unproven = read_int(reader, INT32_MAX);
    bot->last_msec = bytes_read_number(reader, -most, most);
    if (!tally_whole(bot->games, bot->wins, bot->ties, bot->losses))
        reader->failed = true;
}

static int read_bots(struct standings *standings, struct bytes_reader *reader)
{
    int count = bytes_read_count(reader, BOT_BYTES, STANDINGS_BOTS_MAX);
    int64_t id = 0;

    for (int i = 0; i < count; i++) {
        struct standing bot;
        read_bot(reader, id, &bot);
        if (reader->failed || standings_find(standings, bot.name) >= 0)
            return fail(reader);
        int index = standings_add(standings, bot.name, bot.owner);
        if (index < 0)
            return -1;
        standings->bots[index] = bot;
        id = bot.id;
    }
    return reader->failed ? -1 : 0;
}

static int read_versions(struct standings *standings, struct bytes_reader *reader)
{
    int count = bytes_read_count(reader, VERSION_BYTES, ROWS_MAX);

    for (int i = 0; i < count; i++) {
        struct version version = {.bot = read_int(reader, standings->count - 1)};
        version.number = (int)bytes_read_number(reader, 1, INT32_MAX);
        bytes_read_text(reader, version.label, sizeof version.label);
        version.after_seq = bytes_read_number(reader, 0, most);
        version.wall_msec = bytes_read_number(reader, -most, most);
        if (reader->failed || standings_put_version(standings, &version) < 0)
            return -1;
    }
    return reader->failed ? -1 : 0;
}

/* The purses counted by a season. */
static int read_purses(const struct standings *standings, struct season *season,
                       struct bytes_reader *reader)
{
    int last = standings->count - 1, bot = -1;

    if ((size_t)season->bots > (size_t)(reader->end - reader->at) / PURSE_BYTES)
        return fail(reader);
    if (season->bots > 0 && season_prepare(season, &last, 1))
        return -1;
    for (int i = 0; i < season->bots; i++) {
        bot = (int)bytes_read_number(reader, bot + 1, last);
        season->purse[bot] = bytes_read_number(reader, 1, most);
        if (reader->failed)
            return -1;
    }
    return 0;
}

static int read_season(struct standings *standings, struct bytes_reader *reader)
{
    struct season season = {.purse = NULL};

    read_name(reader, season.name, false);
    season.from_msec = bytes_read_number(reader, INT64_MIN, INT64_MAX);
    season.to_msec = bytes_read_number(reader, INT64_MIN, INT64_MAX);
    season.chips = bytes_read_number(reader, 0, SEASON_CHIPS_MAX);
    season.buy_in = bytes_read_number(reader, 0, SEASON_CHIPS_MAX);
    bytes_read_text(reader, season.board, sizeof season.board);
    season.first_action = bytes_read_number(reader, 1, most);
    season.close_action = bytes_read_number(reader, 0, most);
    season.bots = read_int(reader, standings->count);
    if (reader->failed || standings_season(standings, season.name) >= 0)
        return fail(reader);
    if (read_purses(standings, &season, reader) || standings_put_season(standings, &season)) {
        season_fini(&season);
        return -1;
    }
    return 0;
}

static int read_seasons(struct standings *standings, struct bytes_reader *reader)
{
    int count = bytes_read_count(reader, SEASON_BYTES, ROWS_MAX);

    for (int i = 0; i < count; i++) {
        if (read_season(standings, reader))
            return -1;
    }
    return reader->failed ? -1 : 0;
}

/* The bots of an entry: the versions of a team's bots add up to its own. */
static void read_player(const struct standings *standings, const struct board *board,
                        struct bytes_reader *reader, struct entry *entry)
{
    int64_t version = 0;

    if (!board->has_teams) {
        entry->player = read_int(reader, standings->count - 1);
        entry->version = read_int(reader, INT32_MAX);
        bytes_read_text(reader, entry->label, sizeof entry->label);
        return;
    }
    entry->player = read_int(reader, board->team_count - 1);
    for (int i = 0; !reader->failed && i < board->teams[entry->player].count; i++) {
        entry->versions[i] = read_int(reader, INT32_MAX);
        version += entry->versions[i];
    }
    entry->version = (int)version;
    reader->failed |= version > INT32_MAX;
}

static void read_entry(const struct standings *standings, const struct board *board,
                       struct bytes_reader *reader, struct entry *entry)
{
    memset(entry, 0, sizeof *entry);
    read_player(standings, board, reader, entry);
    entry->rating_milli = bytes_read_number(reader, -most, most);
    entry->games = read_int(reader, board->results);
    entry->wins = read_int(reader, INT32_MAX);
    entry->ties = read_int(reader, INT32_MAX);
    entry->losses = read_int(reader, INT32_MAX);
    entry->owners_met_count = read_int(reader, PROVISIONAL_OWNERS);
    for (int i = 0; i < entry->owners_met_count; i++)
        read_name(reader, entry->owners_met[i], false);
    entry->last_msec = bytes_read_number(reader, -most, board->newest_msec);
    entry->unproven = read_int(reader, entry->games);
    entry->loan_milli = bytes_read_number(reader, -most, most);
    if (!tally_whole(entry->games, entry->wins, entry->ties, entry->losses))
        reader->failed = true;
}

/* An entry that follows the one of the player's version before. */
static int entry_link(struct board *board, int at)
{
    struct entry *entry = &board->entries[at];
    int before =
        board->has_teams ? board->teams[entry->player].newest : board->newest[entry->player] - 1;

    if (before >= 0 && board->entries[before].version == entry->version)
        return -1;
    entry->before = before;
    board->bots += before < 0;
    if (board->has_teams)
        board->teams[entry->player].newest = at;
    else
        board->newest[entry->player] = at + 1;
    return 0;
}

static int read_entries(const struct standings *standings, struct board *board,
                        struct bytes_reader *reader)
{
    int count = bytes_read_count(reader, ENTRY_BYTES, ROWS_MAX), teams = 0;

    board->entries = calloc((size_t)count + 1, sizeof *board->entries);
    if (!board->entries)
        return -1;
    board->capacity = count + 1;
    for (int at = 0; at < count; at++) {
        struct entry *entry = &board->entries[at];
        read_entry(standings, board, reader, entry);
        /* Teams are numbered in the order in which they first played. */
        if (reader->failed || (board->has_teams && entry->player > teams) || entry_link(board, at))
            return fail(reader);
        teams += board->has_teams && entry->player == teams;
        board->count++;
    }
    return reader->failed || teams != board->team_count ? fail(reader) : 0;
}

static void read_team(const struct standings *standings, struct board *board,
                      struct bytes_reader *reader)
{
    struct team *team = &board->teams[board->team_count];

    *team = (struct team){.count = (int)bytes_read_number(reader, 1, BOARD_TEAM_MAX), .newest = -1};
    for (int i = 0; i < team->count; i++)
        team->bots[i] = read_int(reader, standings->count - 1);
    if (reader->failed)
        return;
    for (int i = 0; i < team->count; i++)
        team->next[i] = board->newest[team->bots[i]] - 1;
    for (int i = 0; i < team->count; i++)
        board->newest[team->bots[i]] = board->team_count + 1;
    board->team_count++;
}

static int read_teams(const struct standings *standings, struct board *board,
                      struct bytes_reader *reader)
{
    int count = bytes_read_count(reader, TEAM_BYTES, board->has_teams ? ROWS_MAX : 0);

    if (count == 0)
        return reader->failed ? -1 : 0;
    board->teams = calloc((size_t)count, sizeof *board->teams);
    if (!board->teams)
        return -1;
    board->team_capacity = count;
    for (int i = 0; i < count && !reader->failed; i++)
        read_team(standings, board, reader);
    return reader->failed ? -1 : 0;
}

static int read_board(const struct standings *standings, struct board *board,
                      struct bytes_reader *reader)
{
    board->results = read_int(reader, INT32_MAX);
    board->newest_msec = bytes_read_number(reader, -most, most);
    board->active_count = read_int(reader, BOARD_ACTIVE);
    for (int i = 0; i < board->active_count; i++) {
        read_name(reader, board->active[i].name, false);
        board->active[i].msec = bytes_read_number(reader, -most, most);
    }
    if (reader->failed)
        return -1;
    board->newest = calloc((size_t)standings->count + 1, sizeof *board->newest);
    if (!board->newest)
        return -1;
    board->newest_count = standings->count;
    return read_teams(standings, board, reader) || read_entries(standings, board, reader) ? -1 : 0;
}

static int read_boards(struct standings *standings, struct bytes_reader *reader)
{
    int count = bytes_read_count(reader, BOARD_BYTES, ROWS_MAX);

    for (int i = 0; i < count; i++) {
        char ruleset[LADDER_RULESET_MAX + 1], format[BOARD_FORMAT_MAX + 1];
        bytes_read_text(reader, ruleset, sizeof ruleset);
        bytes_read_text(reader, format, sizeof format);
        if (reader->failed)
            return -1;
        int board = standings_board_of(standings, ruleset, format);
        if (board >= 0 && board != i) /* it exists already */
            return fail(reader);
        if (board < 0 || read_board(standings, &standings->boards[board], reader))
            return -1;
    }
    return reader->failed ? -1 : 0;
}

int standings_bytes_read(struct standings *standings, struct bytes_reader *reader)
{
    assert(standings->count == 0 && standings->board_count == 0 && standings->season_count == 0);
    standings->newest_msec = bytes_read_number(reader, -most, most);
    standings->guarded = bytes_read_number(reader, 0, 1);
    if (read_bots(standings, reader) || read_versions(standings, reader) ||
        read_seasons(standings, reader) || read_boards(standings, reader))
        return -1;
    STANDINGS_CHECKED(standings);
    return 0;
}
