/* test_rank_index.c - an updated rank list equals a sorted one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "ladder_temp.h"
#include "standings/rank_index.h"
#include "standings/rank_place.h"
#include "standings/team.h"

#include <strings.h>

enum { BOTS = 60, OWNER_BOTS = 3, STEPS = 6000 };
enum { ROWS = BOTS * 2 /* teams: of three bots six pairs, of which three are one bot twice */ };

struct world {
    struct standings standings;
    struct rank_index index;
    struct rank_table table; /* the latest; without lines: none */
    bool marked, pairs;
    uint64_t seed;
    int64_t now;
    char kept[LADDER_PLACE_MAX + 1]; /* a place of an earlier step */
    int checks;
};

static void check_list(const struct world *world)
{
    static struct ladder_row rows[ROWS + 1];
    int count, got = rank_index_rows(&world->index, &world->standings, 0, 0, rows, ROWS + 1);
    struct ladder_row *sorted =
        rank_list_rows(&world->standings, 0, world->marked ? &world->table : NULL, &count);
    assert_non_null(sorted);
    rank_list_order(sorted, count);
    assert_int_equal(got, count);
    assert_int_equal(world->index.by_place.count, count);
    for (int i = 0; i < count; i++)
        assert_memory_equal(&rows[i], &sorted[i], sizeof rows[i]);
    const struct board *board = &world->standings.boards[0];
    for (int at = 0; at < board->count; at++) {
        struct ladder_row row;
        char name[LADDER_TEAM_MAX + 1];
        int place = 0;
        team_entry_name(&world->standings, board, &board->entries[at], name);
        bool newest = team_entry_find(&world->standings, board, name) == at;
        assert_int_equal(newest, board_newest(board, board->entries[at].player) == at);
        while (place < count && (!newest || strcmp(sorted[place].name, name) != 0))
            place++;
        assert_int_equal(rank_index_find(&world->index, &world->standings, 0, at, &row),
                         place < count);
        if (place < count)
            assert_memory_equal(&row, &sorted[place], sizeof row);
    }
    int first = count > 0 ? (int)(world->now % count) : 0;
    assert_int_equal(rank_index_rows(&world->index, &world->standings, 0, first, rows, 3),
                     count - first < 3 ? count - first : 3);
    if (count > 0)
        assert_memory_equal(&rows[0], &sorted[first], sizeof rows[0]);
    free(sorted);
}

/* The next row follows the place of each row. A place from an earlier step has before it the
 * rows that sort before it now; after a new table, itself and the rows above it. */
static void check_places(struct world *world)
{
    static struct ladder_row rows[ROWS + 1];
    const struct rank_index *index = &world->index;
    const struct ladder_batch *batch = index->has_batch ? &index->batch : NULL;
    int count = rank_index_rows(index, &world->standings, 0, 0, rows, ROWS + 1), expected = 0;
    char text[LADDER_PLACE_MAX + 1];
    struct rank_place place;
    for (int i = 0; i < count; i++) {
        rank_place_format(&rows[i], batch, text);
        assert_int_equal(rank_place_parse(text, &place), 0);
        assert_int_equal(rank_place_find(index, &world->standings, 0, &place), i + 1);
    }
    if (world->kept[0]) {
        assert_int_equal(rank_place_parse(world->kept, &place), 0);
        bool same = place.table_seq == (batch ? batch->last_seq : 0);
        int own = -1;
        for (int i = 0; i < count; i++) {
            if (strcasecmp(rows[i].name, place.row.name) == 0)
                own = i;
        }
        for (int i = 0; i < count && (same || own < 0); i++) {
            struct ladder_row row = rows[i];
            row.version[0] = '\0';
            expected += rank_list_compare(&row, &place.row) <= 0;
        }
        if (!same && own >= 0)
            expected = own + 1;
        assert_int_equal(rank_place_find(index, &world->standings, 0, &place), expected);
    }
    if (count > 0 && world->checks++ % 8 == 0)
        rank_place_format(&rows[world->now / 3600000 % count], batch, world->kept);
}

static void sit(const struct world *world, struct ladder_result *result, int seat, int bot)
{
    snprintf(result->seats[seat].bot, sizeof result->seats[seat].bot, "%s",
             world->standings.bots[bot].name);
    result->seats[seat].side = seat % 2;
}

/* Each bot plays with one of the same owner, possibly itself. */
static void sit_pairs(struct world *world, struct ladder_result *result, int left, int right)
{
    result->seat_count = 4;
    sit(world, result, 2, left / OWNER_BOTS * OWNER_BOTS + (int)draw(&world->seed, OWNER_BOTS));
    sit(world, result, 3, right / OWNER_BOTS * OWNER_BOTS + (int)draw(&world->seed, OWNER_BOTS));
}

static void play(struct world *world, int number)
{
    struct result_change change;
    struct ladder_result result = duel("g", "x", "y", (int)draw(&world->seed, 3));
    int left = (int)draw(&world->seed, BOTS),
        right = (left + 1 + (int)draw(&world->seed, BOTS - 1)) % BOTS;
    if (world->pairs && left / OWNER_BOTS == right / OWNER_BOTS)
        right = (right + OWNER_BOTS) % BOTS;
    snprintf(result.game, sizeof result.game, "g-%d", number);
    sit(world, &result, 0, left);
    sit(world, &result, 1, right);
    if (world->pairs)
        sit_pairs(world, &result, left, right);
    /* From time to time there are weeks without a game; a result may also arrive late. */
    world->now += draw(&world->seed, 200) ? 3600000 : INT64_C(25) * 24 * 3600000;
    result.wall_msec = world->now - (int64_t)draw(&world->seed, 3) * 7200000;
    assert_int_equal(apply_result(&world->standings, &result, false, &change), 0);
    assert_int_equal(world->standings.boards[0].has_teams, world->pairs);
    for (int seat = 0; seat < 2 && change.rated; seat++)
        assert_int_equal(
            rank_index_update(&world->index, &world->standings, 0, change.seats[seat].entry), 0);
}

/* Random numbers; some lines are of unknown versions or bots. */
static void make_table(struct world *world)
{
    const struct board *board = &world->standings.boards[0];
    rank_list_table_free(&world->table);
    world->table.lines = calloc((size_t)board->count, sizeof *world->table.lines);
    world->table.team_names =
        board->has_teams ? calloc((size_t)board->count, sizeof *world->table.team_names) : NULL;
    world->table.count = board->count;
    world->table.last_seq++;
    assert_non_null(world->table.lines);
    for (int i = 0; i < board->count; i++) {
        struct rank_line *line = &world->table.lines[i];
        const struct entry *entry = &board->entries[i];
        if (board->has_teams)
            team_entry_name(&world->standings, board, entry, world->table.team_names[i]);
        else
            snprintf(line->name, sizeof line->name, "%s",
                     world->standings.bots[entry->player].name);
        line->version = entry->version;
        line->played = draw(&world->seed, 8) > 0;
        line->row.rating = 1500 + draw(&world->seed, 30) * 10;
        line->row.err95 = draw(&world->seed, 3) * 10;
        line->row.los = 0.5;
        line->row.blocks = (int)draw(&world->seed, 8);
        line->row.first = 1 + (int)draw(&world->seed, 5);
        line->row.last = line->row.first + (int)draw(&world->seed, 5);
        for (int k = 0; k < RANK_WITH_MAX; k++)
            line->with[k] = board->has_teams || draw(&world->seed, 2)
                                ? -1
                                : (int)draw(&world->seed, (uint32_t)board->count);
    }
}

static void mark(struct world *world)
{
    make_table(world);
    world->marked = true;
    for (int at = 0; at < world->table.count; at += 7) {
        int end = at + 7 < world->table.count ? at + 7 : world->table.count;
        assert_int_equal(
            rank_index_mark(&world->index, &world->standings, 0, &world->table, at, end), 0);
    }
    assert_true(world->index.has_batch);
    assert_int_equal(world->index.batch.last_seq, world->table.last_seq);
}

static void make_anew(struct world *world)
{
    rank_index_fini(&world->index);
    assert_int_equal(
        rank_index_make(&world->index, &world->standings, 0, world->marked ? &world->table : NULL),
        0);
}

/* A ban or a new version, after which the list is rebuilt. */
static void act(struct world *world)
{
    struct standing *bot = &world->standings.bots[draw(&world->seed, BOTS)];
    if (draw(&world->seed, 2))
        bot->banned = !bot->banned;
    else
        bot->version++;
    make_anew(world);
}

static void world_init(struct world *world, uint64_t seed, bool pairs)
{
    *world = (struct world){.seed = seed, .now = 1700000000000, .pairs = pairs};
    standings_init(&world->standings);
    for (int i = 0; i < BOTS; i++) {
        char name[16], owner[16] = "";
        snprintf(name, sizeof name, i % 2 ? "Bot-%d" : "bot-%d", (i * 37) % 100);
        if (pairs)
            snprintf(owner, sizeof owner, "owner-%d", i / OWNER_BOTS);
        assert_true(standings_add(&world->standings, name, owner) >= 0);
    }
}

static void world_fini(struct world *world)
{
    rank_list_table_free(&world->table);
    rank_index_fini(&world->index);
    standings_fini(&world->standings);
}

/* Of bots in three runs, of teams in two. */
static void test_as_sorted(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 5; seed++) {
        struct world world;
        int anew = 0, marks = 0;
        world_init(&world, seed, seed > 3);
        for (int i = 0; i < STEPS; i++) {
            uint32_t what = draw(&world.seed, 300);
            if (what == 0 && i > 0) {
                act(&world);
                anew++;
            } else if (what == 1 && i > 0) {
                mark(&world);
                marks++;
            } else {
                play(&world, i);
            }
            if (i > 0 && (what < 30 || i % 37 == 0)) {
                check_list(&world);
                check_places(&world);
            }
        }
        assert_true(anew > 5 && marks > 5);
        make_anew(&world);
        check_list(&world);
        check_places(&world);
        world_fini(&world);
    }
}

/* The table may be ahead of the list: its lines wait for their entries. */
static void check_marks_in_advance(bool pairs)
{
    struct world world;
    struct rank_index early = {.capacity = 0};
    world_init(&world, 9, pairs);
    for (int i = 0; i < 400; i++)
        play(&world, i);
    make_table(&world);
    world.marked = true;
    int count = world.standings.boards[0].count;
    assert_true(count > 20);
    for (int at = 0; at < count; at++) { /* as if the log had been read only up to here */
        world.standings.boards[0].count = at;
        if (at % 10 == 0)
            assert_int_equal(rank_index_mark(&early, &world.standings, 0, &world.table, 0, count),
                             0);
        world.standings.boards[0].count = at + 1;
        assert_int_equal(rank_index_update(&early, &world.standings, 0, at), 0);
    }
    rank_index_fini(&world.index);
    world.index = early;
    check_list(&world);
    check_places(&world);
    world_fini(&world);
}

static void test_marks_in_advance(void **state)
{
    (void)state;
    check_marks_in_advance(false);
    check_marks_in_advance(true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_as_sorted),
        cmocka_unit_test(test_marks_in_advance),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
