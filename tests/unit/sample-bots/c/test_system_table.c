/* test_system_table.c - each system bids 10,000 deals, and the test counts the hands behind each
 * call. No call may hold what it denies, or lack what it shows, and the table of
 * sample-bots/README.md must equal these counts. `sh sample-bots/systems.sh` writes it:
 * TABLE=FILE names the file. */
#include "cards.h"
#include "sense.h"
#include "systems.h"

#include <stdio.h>
#include <stdlib.h>

enum { DEALS = 10000, ROWS_MAX = 256, TABLE_MAX = 64 * 1024 };

/* The first bid of the hand; of the other side; of the first bidder's partner; and later ones. */
enum kind { OPENING, OVERCALL, ANSWER, LATER };
static const char *const kind_names[] = {"opening", "overcall", "answer", "later"};

/* Calls that are counted together: each signal separately, contracts by level. */
struct row {
    enum system system;
    enum kind kind;
    bool signal;
    int level;
    call_t call; /* of a contract: the first one found */
    int count, joker, ace, king, jacks, misere;
    int trumps, worth; /* sums; worth in tenths of a trick */
};

static struct row rows[ROWS_MAX];
static int row_count;

static const char *const presets[SYSTEM_COUNT] = {"wikipedia", "wikipedia", "wikipedia",
                                                  "saint-paul", "francis"};

static struct row *find_row(enum system system, enum kind kind, bool signal, call_t call)
{
    bool suit = call_denomination(call) <= DENOM_H;
    for (int i = 0; i < row_count; i++) {
        struct row *row = &rows[i];
        if (row->system != system || row->kind != kind || row->signal != signal)
            continue;
        if (signal ? row->call == call
                   : row->level == call_level(call) &&
                         (call_denomination(row->call) <= DENOM_H) == suit)
            return row;
    }
    assert_true(row_count < ROWS_MAX);
    struct row *row = &rows[row_count++];
    *row = (struct row){
        .system = system, .kind = kind, .signal = signal, .level = call_level(call), .call = call};
    return row;
}

static int of_rank(cardset_t hand, int rank)
{
    int count = 0;
    for (int suit = 0; suit < SUITS; suit++)
        count += cardset_has(hand, CARD(suit, rank));
    return count;
}

static bool has_jacks(cardset_t hand)
{
    cardset_t black = cards("JS JC"), red = cards("JD JH");
    return (hand & black) && (hand & red);
}

static void count_call(enum system system, const struct seen *game, enum kind kind, call_t call)
{
    struct meaning said =
        meaning_of_call(system, &game->rules, game->calls, game->call_count, game->seat, call);
    int denom = call_denomination(call);
    cardset_t hand = game->hand, jokers = CARDSET(CARD_RJ) | CARDSET(CARD_BJ);

    assert_true(meaning_is_true(&said, &game->rules, hand));
    struct row *row = find_row(system, kind, meaning_is_signal(&said), call);
    row->count++;
    row->joker += (hand & jokers) != 0;
    row->ace +=
        denom <= DENOM_H ? cardset_has(hand, CARD(denom, RANK_A)) : of_rank(hand, RANK_A) > 0;
    row->king +=
        denom <= DENOM_H ? cardset_has(hand, CARD(denom, RANK_K)) : of_rank(hand, RANK_K) > 0;
    row->jacks += has_jacks(hand);
    row->misere += sense_is_misere(hand);
    row->trumps += cardset_count(hand & sense_trumps(&game->rules, denom));
    row->worth += sense_worth(&game->rules, hand, denom);
}

static uint64_t seed;

static uint32_t below(uint32_t bound)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((seed >> 32) * bound >> 32);
}

static void deal(struct game *game, const struct ruleset *rules)
{
    card_t deck[CARDS_MAX];
    struct deal dealt;
    int count = deck_cards(rules, deck);

    for (int i = count - 1; i > 0; i--) {
        int other = (int)below((uint32_t)i + 1);
        card_t card = deck[i];
        deck[i] = deck[other];
        deck[other] = card;
    }
    game_init(game, rules, 0);
    deck_deal(&dealt, rules, deck, 0);
    assert_int_equal(game_deal(game, rules, &dealt, NULL), ENGINE_OK);
}

static enum kind kind_of(const int *bids, seat_t seat)
{
    int mate = (seat + 2) % 4;
    if (bids[seat])
        return LATER;
    if (bids[mate])
        return ANSWER;
    return bids[(seat + 1) % 4] + bids[(seat + 3) % 4] ? OVERCALL : OPENING;
}

static void bid(enum system system, const struct ruleset *rules)
{
    static struct game game;
    static struct seen_history history;
    static struct seen seen;
    static struct seen_turn turn;
    int bids[SEATS_MAX] = {0};

    deal(&game, rules);
    memset(&history, 0, sizeof history);
    while (game.phase == PHASE_AUCTION) {
        struct action action;
        seat_t seat = game.turn;
        seen_make(&seen, &game, rules, seat, &history);
        seen_ask(&turn, &game, rules);
        system_call(system, &seen, &turn, &action);
        if (call_is_bid(action.call)) {
            count_call(system, &seen, kind_of(bids, seat), action.call);
            bids[seat]++;
        }
        seen_note(&history, &game, &action);
        assert_int_equal(game_apply(&game, rules, &action, NULL), ENGINE_OK);
    }
}

/* ------------------------------------------------------------------------------------ the table */

static int by_place(const void *a, const void *b)
{
    const struct row *x = a, *y = b;
    if (x->system != y->system)
        return x->system < y->system ? -1 : 1;
    if (x->kind != y->kind)
        return x->kind < y->kind ? -1 : 1;
    if (x->level != y->level)
        return x->level < y->level ? -1 : 1;
    return (x->call > y->call) - (x->call < y->call);
}

static void name_row(const struct row *row, char text[40])
{
    int denom = call_denomination(row->call);
    if (row->signal)
        snprintf(text, 40, "%s", call_name(row->call));
    else
        snprintf(text, 40, "%d%s", row->level, denom <= DENOM_H ? " of a suit" : "NT, meant");
}

static int percent(const struct row *row, int count)
{
    return (200 * count + row->count) / (2 * row->count);
}

/* Rare calls are counted, but have no line in the table. */
enum { SHOWN_MIN = 20 };

static size_t write_table(char *text, size_t size)
{
    size_t used = (size_t)snprintf(
        text, size,
        "| system | | call | deals | joker | ace | king | jacks | misère | trumps | tricks |\n"
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n");
    qsort(rows, (size_t)row_count, sizeof rows[0], by_place);
    for (int i = 0; i < row_count; i++) {
        const struct row *row = &rows[i];
        char name[40];
        if (row->count < SHOWN_MIN)
            continue;
        name_row(row, name);
        used += (size_t)snprintf(text + used, size - used,
                                 "| `%s` | %s | %s | %d | %d | %d | %d | %d | %d | %.1f | %.1f |\n",
                                 system_name(row->system), kind_names[row->kind], name, row->count,
                                 percent(row, row->joker), percent(row, row->ace),
                                 percent(row, row->king), percent(row, row->jacks),
                                 percent(row, row->misere), (double)row->trumps / row->count,
                                 (double)row->worth / row->count / 10);
        assert_true(used < size);
    }
    return used;
}

static const struct row *counted(enum system system, enum kind kind, const char *name)
{
    for (int i = 0; i < row_count; i++) {
        if (rows[i].system == system && rows[i].kind == kind && rows[i].signal &&
            rows[i].call == call(name))
            return &rows[i];
    }
    fail_msg("%s: %s was never called", system_name(system), name);
    return NULL;
}

static void counts_are_as_the_systems_say(void **state)
{
    (void)state;
    const struct row *row = counted(SYSTEM_TRADITIONAL, OPENING, "6NT");
    assert_int_equal(row->joker, row->count);
    for (int suit = 0; suit < SUITS; suit++) {
        row = counted(SYSTEM_HONOURS, OPENING, call_name(CALL_BID(6, suit)));
        assert_true(row->ace + row->king + row->misere >= row->count);
        row = counted(SYSTEM_FRANCIS, OPENING, call_name(CALL_BID(6, suit)));
        assert_int_equal(row->ace, row->count);
        row = counted(SYSTEM_FRANCIS, OPENING, call_name(CALL_BID(7, suit)));
        assert_int_equal(row->ace + row->joker, 0);
    }
    /* The bluff is with the cheapest six. */
    assert_true(counted(SYSTEM_HONOURS, OPENING, "6S")->misere > 0);
    row = counted(SYSTEM_SAINT_PAUL, OPENING, "6NO");
    assert_true(row->joker + row->jacks >= row->count && row->jacks > 0);
    row = counted(SYSTEM_SAINT_PAUL, OPENING, "6NT");
    assert_true(row->worth >= 25 * row->count);
    row = counted(SYSTEM_FRANCIS, OPENING, "6NT");
    assert_int_equal(row->joker, row->count);
    assert_int_equal(row->ace, 0);
}

/* Higher openings in a suit have more trumps, and a higher value. */
static void openings_rise(void **state)
{
    (void)state;
    for (int i = 0; i < row_count; i++) {
        const struct row *low = &rows[i];
        for (int j = 0; j < row_count; j++) {
            const struct row *high = &rows[j];
            if (low->system == SYSTEM_NATURAL && high->system == SYSTEM_NATURAL &&
                low->kind == OPENING && high->kind == OPENING && high->level == low->level + 1 &&
                high->count >= SHOWN_MIN && call_denomination(low->call) <= DENOM_H &&
                call_denomination(high->call) <= DENOM_H)
                assert_true((double)high->worth / high->count > (double)low->worth / low->count);
        }
    }
}

static void the_page_has_the_table(void **state)
{
    static char table[TABLE_MAX], page[16 * TABLE_MAX];
    const char *name = getenv("TABLE");
    size_t size = write_table(table, sizeof table);

    (void)state;
    FILE *file = fopen(name ? name : "sample-bots/README.md", name ? "w" : "r");
    assert_non_null(file);
    if (name) {
        assert_int_equal(fwrite(table, 1, size, file), size);
    } else {
        page[fread(page, 1, sizeof page - 1, file)] = '\0';
        if (!strstr(page, table))
            fail_msg("sample-bots/README.md has another table: sh sample-bots/systems.sh");
    }
    assert_int_equal(fclose(file), 0);
}

static int deal_all(void **state)
{
    (void)state;
    for (int system = 0; system < SYSTEM_COUNT; system++) {
        struct ruleset rules = ruleset(presets[system], NULL);
        seed = 500;
        for (int i = 0; i < DEALS; i++)
            bid((enum system)system, &rules);
    }
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_are_as_the_systems_say),
        cmocka_unit_test(openings_rise),
        cmocka_unit_test(the_page_has_the_table),
    };
    return cmocka_run_group_tests(tests, deal_all, NULL);
}
